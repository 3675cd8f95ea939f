"""The prompt for a selection: what never changes first, what changes most last, so that a server's prompt cache works.

The system message is the same for every request of a house with the same custom instructions and the same kind of task. Tools
are sorted by name. Then come the earlier rounds that are kept, and the current turn, whose first message begins with what was
selected of the house. The current turn only grows while tools are called, so its rounds share all that came before.
"""

import json
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from ...adapters.backends.protocol import Capabilities, Prompt
from ...adapters.home_assistant.dialect import DEFAULT_PROMPT_LINE
from ...adapters.intents.prompts import PromptTexts, prompt_texts
from ...adapters.intents.text import norms
from ...adapters.openai.wire import ChatRequest, NamedToolChoice
from ...machine.turn import Selection, Turn
from ..transcript import SYSTEM, conversation
from ..validation.formats import structured
from .listing import context
from .schemas import offered


def build(turn: Turn, request: ChatRequest, selection: Selection, able: Capabilities) -> Prompt:
    """The prompt for a backend with these capabilities. Pure: the same request and selection make the same bytes."""
    texts = prompt_texts(selection.language)
    tools, choice = chosen_tools(turn, request, selection) if able.tools else ([], None)
    current = [message for message in request.messages if message.role not in SYSTEM][len(turn.history) :]
    earlier = [message for messages in selection.rounds for message in messages]
    told = conversation(earlier, images=False, tools=able.tools)
    said = conversation(current, images=able.images, tools=able.tools, before=len(earlier))
    instructions = task(turn, request, selection, texts)
    held = able.json_schema and not tools  # a grammar for the answer would leave no way to call a tool first
    if (schema := asked_schema(request)) is not None and not held:
        instructions = f"{instructions}\n{json.dumps(schema, ensure_ascii=False)}"
    options: dict[str, Any] = {
        "temperature": request.temperature,
        "top_p": request.top_p,
        "max_tokens": request.output_limit,
        "tool_choice": choice,
        "parallel_tool_calls": request.parallel_tool_calls if tools else None,
        "response_format": request.response_format if held or (able.json_schema and schema is None) else None,
    }
    return Prompt(
        messages=[
            {"role": "system", "content": "\n\n".join([instructions, *own_instructions(turn.house.instructions)])},
            *told,
            *_with_context(said, turn, selection, texts),
        ],
        tools=tools,
        options={name: value for name, value in options.items() if value is not None},
    )


def own_instructions(instructions: Sequence[str]) -> list[str]:
    """A user's own instructions: without the lines that HA proposes, for ours say the same."""
    own = (DEFAULT_PROMPT_LINE.sub("", text).strip() for text in instructions)
    return [text for text in own if text]


def task(turn: Turn, request: ChatRequest, selection: Selection, texts: PromptTexts) -> str:
    """What the model is told for this kind of task."""
    if structured(request) is not None:
        return texts.structured
    if not selection.house:
        return texts.image if turn.has_image else texts.general
    return texts.question if selection.question else texts.house


def asked_schema(request: ChatRequest) -> dict[str, Any] | None:
    """The JSON Schema that the client wants the answer to have; None if it wants no JSON."""
    match structured(request):
        case None:
            return None
        case {"json_schema": {"schema": dict() as schema}}:
            return schema
        case _:
            return {"type": "object"}


def _with_context(said: Sequence[dict[str, Any]], turn: Turn, selection: Selection, texts: PromptTexts) -> list[dict[str, Any]]:
    """The current turn, its first message led by what the model must know for it."""
    house = chosen_house(turn, selection, texts) if selection.house else turn.house.time
    if not house or not said:
        return list(said)
    first, *rest = said
    content = first["content"]
    led = f"{house}\n\n{content}" if isinstance(content, str) else [{"type": "text", "text": house}, *content]
    return [first | {"content": led}, *rest]


def chosen_house(turn: Turn, selection: Selection, texts: PromptTexts) -> str:
    """What was selected of the house, as the model reads it."""
    entities = [turn.house.entities[kept.item] for kept in selection.entities]
    candidates = [turn.house.entities[place] for place in selection.candidates]
    return context(turn, entities, candidates, texts)


def chosen_tools(turn: Turn, request: ChatRequest, selection: Selection) -> tuple[list[dict[str, Any]], str | None]:
    """The tools to offer, and ``tool_choice`` in words only: servers ignore its object form, so a named tool is offered alone."""
    chosen = [turn.tools[kept.item] for kept in selection.tools]
    choice = request.tool_choice
    if structured(request) is not None:
        # What data is made from is read once; then there is nothing left but to give it in the format that is asked for.
        chosen = [] if turn.has_results else chosen
    if choice == "none":
        return [], None
    if isinstance(choice, NamedToolChoice):
        chosen = [tool for tool in chosen if tool.name == choice.function.name]
        choice = "required"
    entities = [turn.house.entities[kept.item] for kept in selection.entities]
    said = norms(turn.sentence)
    unique = {tool.name: tool for tool in chosen}
    tools = [offered(unique[name], entities, floors=selection.floor, said=said, terse=selection.terse) for name in sorted(unique)]
    return tools, choice if tools else None


def dropped(selection: Selection, steps: int) -> Selection:
    """``selection`` with ``steps`` things fewer: first whole rounds, the oldest first, then what ranks lowest."""
    rounds = min(steps, len(selection.rounds))
    gone = set(_droppable(selection)[: steps - rounds])
    return replace(
        selection,
        rounds=selection.rounds[rounds:],
        entities=tuple(kept for kept in selection.entities if ("entity", kept.item) not in gone),
        tools=tuple(kept for kept in selection.tools if ("tool", kept.item) not in gone),
    )


def most_steps(selection: Selection) -> int:
    """How many things can be dropped at most."""
    return len(selection.rounds) + len(_droppable(selection))


def _droppable(selection: Selection) -> list[tuple[str, int]]:
    """What is not required, the lowest first; of entities and of tools, the best stays."""
    ranked: list[tuple[float, str, int]] = []
    for kind, items in (("entity", selection.entities), ("tool", selection.tools)):
        best = max((kept.score for kept in items), default=0.0)
        ranked += [(kept.score / best, kind, kept.item) for kept in items if not kept.required and kept.score < best]
    return [(kind, item) for _, kind, item in sorted(ranked)]
