"""Looks into a model file in a process of its own: ``python -m ha_assist.adapters.backends.litert_probe FILE CACHE THREADS``.

LiteRT-LM aborts the process on some damaged files; here that costs a child only. Prints one JSON object: what the file can
do, or ``error``. The reason for a failure is on the standard error stream, where the native code writes it.
"""

import json
import sys
from typing import Any

import litert_lm

MARK = "ha_assist_offered_tool"


class OfferedTool(litert_lm.Tool):
    """A tool as it is offered to a model. It is described, and never executed here."""

    def __init__(self, description: dict[str, Any]) -> None:
        self._description = description

    def get_tool_description(self) -> dict[str, Any]:
        return self._description

    def execute(self, param: Any) -> Any:
        raise NotImplementedError("Home Assistant executes tools")


def look(path: str, cache: str, threads: int | None) -> dict[str, Any]:
    """What the model can do. ``ModelInfo`` comes first: it refuses most of the files that would abort the engine.

    Raises RuntimeError.
    """
    try:
        opened = litert_lm.ModelInfo(path)
    except RuntimeError:
        raise RuntimeError("empty, broken off, or not a model file at all") from None
    with opened as info:
        if not info.is_llm_model:
            raise RuntimeError("not a language model")
        found = {"context_tokens": info.max_context_tokens, "images": info.input_modalities.vision}
    engine = litert_lm.Engine(path, litert_lm.Backend.CPU(thread_count=threads), cache_dir=cache)
    try:
        tool = OfferedTool({"type": "function", "function": {"name": MARK, "parameters": {"type": "object", "properties": {}}}})
        conversation = engine.create_conversation(tools=[tool], automatic_tool_calling=False)
        try:
            # A template that does not print the tools has a model that cannot know of them.
            found["tools"] = MARK in conversation.render_message_to_string({"role": "user", "content": "?"})
        finally:
            conversation.close()
    finally:
        engine.close()
    return found


def main() -> None:
    """Look into the file that the command line names."""
    path, cache, threads = sys.argv[1:]
    litert_lm.set_min_log_severity(litert_lm.LogSeverity.ERROR)
    try:
        found = look(path, cache, int(threads) or None)
    except (RuntimeError, OSError) as error:
        found = {"error": str(error)}
    print(json.dumps(found))


if __name__ == "__main__":
    main()
