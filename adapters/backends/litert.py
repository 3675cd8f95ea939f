"""Gemma and other models in the ``.litertlm`` format on this machine's processor, through LiteRT-LM.

What its Python API does not say by itself, measured with version 0.18: a conversation that was cancelled or that failed is
dead, so each request gets a new one; leaving the iterator does not stop the generation, so it is cancelled and read to its
end; there is no finish reason, so lengths are compared; what is open when the interpreter ends crashes it, so everything is
closed explicitly, conversations before the engine.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import getrandbits
from time import perf_counter
from typing import Any

import litert_lm

from ..models.files import ModelFileError
from ..openai.wire import FunctionCall, ToolCall
from ..settings import ImageLimits
from .constraints import constraint
from .content import as_json, parts
from .errors import TOO_LONG
from .litert_file import Examined, examine, known
from .litert_probe import OfferedTool
from .native import native_error, unavailable
from .owner import Job
from .protocol import BackendError, CallPiece, Capabilities, Finish, Prompt, TextPiece, Usage

GEMMA_TOP_K = 64
IMAGE_TOKENS = 256

_UNREADABLE_CALL = re.compile(r"Failed to parse tool calls.*?full response: (?P<text>.*?)(?:\nerror: .*)?$", re.DOTALL)


class LiteRtRuntime:
    """One model file. ``sha256``: its checksum, where it is known; ``cache``: a directory for what the runtime prepares;
    ``context_tokens``: a shorter context than the model's, to save memory; ``threads``: of the processor, None for all."""

    system = "litert_lm"

    def __init__(
        self,
        path: Path,
        cache: Path,
        *,
        sha256: str | None = None,
        threads: int | None = None,
        context_tokens: int | None = None,
        input_tokens: int | None = None,
        images: bool = False,
        limits: ImageLimits = ImageLimits(),  # noqa: B008  frozen
    ) -> None:
        self._path = path
        self._cache = cache
        self._sha256 = sha256
        self._threads = threads
        self._context = context_tokens
        self._limits = limits
        self._engine: Any = None
        self.capabilities = Capabilities(
            images=images, context_tokens=context_tokens, input_tokens=input_tokens, image_tokens=IMAGE_TOKENS
        )
        earlier = known(path, cache)
        if earlier is not None:
            self._learn(earlier)

    def load(self) -> None:
        if self._engine is not None:
            return
        try:
            self._cache.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise unavailable(f"{self._cache}: cannot be written to: {error.strerror}") from None
        try:
            examined = examine(self._path, self._cache, sha256=self._sha256, threads=self._threads)
        except ModelFileError as error:
            raise unavailable(str(error)) from None
        if self.capabilities.images and not examined.images:
            raise unavailable(f"{self._path}: this model does not see images")
        self._learn(examined)
        cpu = litert_lm.Backend.CPU(thread_count=self._threads)
        litert_lm.set_min_log_severity(litert_lm.LogSeverity.SILENT)
        try:
            self._engine = litert_lm.Engine(
                str(self._path),
                cpu,
                max_num_tokens=self._context,
                cache_dir=str(self._cache),
                vision_backend=cpu if self.capabilities.images else None,
                enable_benchmark=True,
            )
        except RuntimeError as error:
            raise unavailable(str(error)) from error

    def unload(self) -> None:
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def count(self, prompt: Prompt) -> int:
        history, last = messages(prompt.messages)
        with self._conversation(prompt, history) as conversation:
            return self._count(conversation, last)

    def answer(self, prompt: Prompt, job: Job) -> None:
        started = perf_counter()
        history, last = messages(prompt.messages, self._limits if self.capabilities.images else None)
        schema = constraint(prompt.options.get("response_format"))
        with self._conversation(prompt, history, schema) as conversation, job.stoppable(conversation.cancel_process):
            tokens, limit = self._count(conversation, last), self.capabilities.context_tokens
            if limit is not None and tokens >= limit:
                raise BackendError(
                    f"the prompt has {tokens} tokens, and the model's context has {limit}", status=400, code=TOO_LONG
                )
            if job.cancelled:
                return
            sent = _Sent()
            try:
                for message in conversation.send_message_async(last, response_format=_format(conversation, schema)):
                    if job.cancelled:
                        # Once more: the first time, the generation may not have begun. It is still read to its end.
                        conversation.cancel_process()
                        continue
                    for piece in sent.pieces(message):
                        job.emit(piece)
            except RuntimeError as error:
                if job.cancelled:
                    return
                unreadable = _UNREADABLE_CALL.search(str(error))
                if unreadable is None:
                    raise native_error(error) from error
                # The model is at fault, not the runtime: what it said is judged like everything that it says.
                rest = unreadable["text"].removeprefix(sent.text)
                job.emit(TextPiece(rest))
            if not job.cancelled:
                job.emit(self._finish(conversation, sent, prompt, {"queue_ms": job.waited * 1000, **sent.timings(started)}))

    @contextmanager
    def _conversation(self, prompt: Prompt, history: list[dict[str, Any]], schema: dict[str, Any] | None = None) -> Iterator[Any]:
        """A new conversation, closed in any case. Where the model's tokenizer cannot be held to a schema, it is not."""
        options: dict[str, Any] = {
            "messages": history,
            "tools": [OfferedTool(tool) for tool in prompt.tools],
            "automatic_tool_calling": False,
            "sampler_config": _sampler(prompt.options),
            "max_output_tokens": prompt.options.get("max_tokens"),
        }
        conversation = None
        if schema is not None:
            provider = litert_lm.LiteRtLmConstraintProviderType.LL_GUIDANCE
            config = litert_lm.ConstrainedDecodingConfig(enable=True, provider=provider)
            with suppress(RuntimeError):
                conversation = self._engine.create_conversation(**options, constrained_decoding_config=config)
        conversation = conversation or self._engine.create_conversation(**options)
        try:
            yield conversation
        finally:
            conversation.close()

    def _count(self, conversation: Any, last: dict[str, Any]) -> int:
        """The rendered prompt's tokens and the one that begins it."""
        return len(self._engine.tokenize(conversation.render_message_to_string(last))) + 1

    def _finish(self, conversation: Any, sent: "_Sent", prompt: Prompt, timings: dict[str, float]) -> Finish:
        info = conversation.get_benchmark_info()
        usage = Usage(info.last_prefill_token_count, info.last_decode_token_count)
        cut = usage.completion_tokens >= prompt.options.get("max_tokens", usage.completion_tokens + 1)
        full = self.capabilities.context_tokens is not None and conversation.token_count >= self.capabilities.context_tokens
        reason = "tool_calls" if sent.calls else "length" if cut or full else "stop"
        timings["prefill_tokens_per_second"] = info.last_prefill_tokens_per_second
        timings["decode_tokens_per_second"] = info.last_decode_tokens_per_second
        return Finish(reason, usage, timings)

    def _learn(self, examined: Examined) -> None:
        able = self.capabilities
        context = min(self._context or examined.context_tokens, examined.context_tokens)
        self.capabilities = Capabilities(
            images=able.images,
            tools=examined.tools,
            context_tokens=context,
            input_tokens=able.input_tokens,
            image_tokens=able.image_tokens,
        )


class _Sent:
    """What has come of an answer so far. ``text`` is its text, ``first`` when the first of it came."""

    def __init__(self) -> None:
        self.text = ""
        self.calls = 0
        self.first: float | None = None

    def pieces(self, message: Any) -> Iterator[TextPiece | CallPiece]:
        self.first = self.first or perf_counter()
        text = str(message)
        if text:
            self.text += text
            yield TextPiece(text)
        for call in message.tool_calls:
            self.calls += 1
            yield CallPiece(ToolCall(FunctionCall(call.name, call.arguments)))

    def timings(self, started: float) -> dict[str, float]:
        return {} if self.first is None else {"first_token_ms": (self.first - started) * 1000}


def messages(of: Iterable[dict[str, Any]], pictures: ImageLimits | None = None) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """OpenAI's messages as LiteRT-LM has them: those before the last, and the last.

    A tool's result is told with the tool's name, arguments are objects, and pictures their bytes; they are left out where
    there are no limits for ``pictures``. Raises BackendError 400 for a picture that cannot be read.
    """
    names: dict[Any, str] = {}
    found: list[dict[str, Any]] = []
    for message in of:
        role = message.get("role")
        if role in ("tool", "function"):
            name = names.get(message.get("tool_call_id")) or message.get("name") or ""
            response = as_json(message.get("content"))
            found.append({"role": "tool", "content": [{"type": "tool_response", "name": name, "response": response}]})
            continue
        made: dict[str, Any] = {"role": "system" if role == "developer" else role}
        content = [
            {"type": "text", "text": part} if isinstance(part, str) else {"type": "image", "blob": part.base64}
            for part in parts(message.get("content"), pictures)
        ]
        if content:
            made["content"] = content
        made_calls = []
        for call in message.get("tool_calls") or ():
            function = call["function"]
            names[call.get("id")] = function["name"]
            arguments = as_json(function.get("arguments"))
            made_calls.append({"type": "function", "function": {"name": function["name"], "arguments": arguments}})
        if made_calls:
            made["tool_calls"] = made_calls
        found.append(made)
    return found[:-1], found[-1]


def _sampler(options: dict[str, Any]) -> Any:
    """Greedy, unless a temperature is asked for: the runtime's own defaults are not the model's."""
    temperature = options.get("temperature")
    if not temperature:
        return litert_lm.SamplerConfig(top_k=1, temperature=0.0)
    return litert_lm.SamplerConfig(
        top_k=int(options.get("top_k") or GEMMA_TOP_K),
        top_p=min(max(options.get("top_p", 0.95), 0.0), 1.0),
        temperature=max(temperature, 0.0),
        seed=int(options.get("seed", getrandbits(31))),
    )


def _format(conversation: Any, schema: dict[str, Any] | None) -> Any:
    if schema is None or conversation.constrained_decoding_config is None:
        return None
    return litert_lm.ResponseFormat.json(schema)
