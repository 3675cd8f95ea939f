"""Language and vision models on a Hailo-10H, through HailoRT's Python package ``hailo_platform``.

The package comes with HailoRT and not from an index, so it is imported only where such a model is configured. The device keeps
a conversation between calls, and system messages and tools are only allowed on a fresh one: the context is cleared before and
after every request, and the prompt is rendered here, whole, so that its tokens are known before anything is generated. A
native call that runs cannot be interrupted; where nobody wants the rest, it is not read any more, and the place is free when
the call has returned.
"""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Any, Literal

import msgspec

from ..images import ImageError, Picture, frame
from ..models.files import ModelFileError, compare, digest
from ..settings import ImageLimits
from .content import as_json, bad_image, parts
from .errors import TOO_LONG
from .native import native_error, unavailable
from .owner import Job
from .protocol import BackendError, Capabilities, Finish, Prompt, Usage
from .speech import Speech
from .templates import BadTemplateError, render

CONTEXT_TOKENS = 2048
"""What today's models for the device have; the loaded model's own number is what is held to."""

IMAGE_TOKENS = 256
"""Reserved for a picture; it takes about 144."""


class HailoRuntime:
    """One model on the device. ``kind``: a language model (``llm``) or one that sees (``vlm``)."""

    system = "hailo"

    def __init__(
        self,
        path: Path,
        kind: Literal["llm", "vlm"],
        *,
        sha256: str | None = None,
        context_tokens: int | None = None,
        input_tokens: int | None = None,
        limits: ImageLimits = ImageLimits(),  # noqa: B008  frozen
    ) -> None:
        self._path = path
        self._kind = kind
        self._sha256 = sha256
        self._limits = limits
        self._device: Any = None
        self._model: Any = None
        self.capabilities = Capabilities(
            images=kind == "vlm",
            tools=kind == "llm",
            json_schema=False,
            context_tokens=context_tokens or CONTEXT_TOKENS,
            input_tokens=input_tokens,
            image_tokens=IMAGE_TOKENS,
        )

    def load(self) -> None:
        if self._model is not None:
            return
        try:
            import hailo_platform  # pyright: ignore[reportMissingImports]
            from hailo_platform import genai  # pyright: ignore[reportMissingImports]
        except (ImportError, OSError) as error:
            raise unavailable(f"the package hailo_platform, which comes with HailoRT, cannot be imported: {error}") from None
        try:
            if self._sha256 is not None:
                compare(self._path, digest(self._path), self._sha256)
            elif not self._path.is_file():
                raise ModelFileError(f"{self._path}: there is no such model file")
        except ModelFileError as error:
            raise unavailable(str(error)) from None
        try:
            parameters = hailo_platform.VDevice.create_params()
            parameters.group_id = "SHARED"
            algorithm = getattr(hailo_platform, "HailoSchedulingAlgorithm", None)
            if algorithm is not None:
                parameters.scheduling_algorithm = algorithm.ROUND_ROBIN
            self._device = hailo_platform.VDevice(parameters)
            kind = genai.VLM if self._kind == "vlm" else genai.LLM
            self._model = kind(self._device, str(self._path))
            capacity = self._model.max_context_capacity()
        except Exception as error:
            self.unload()
            raise unavailable(f"{self._path}: the device did not load it: {_said(error)}") from error
        known = self.capabilities
        context = min(known.context_tokens or capacity, capacity)
        self.capabilities = msgspec.structs.replace(known, context_tokens=context)

    def unload(self) -> None:
        # The model before the device: the other way round is refused.
        for held in (self._model, self._device):
            if held is not None:
                with suppress(Exception):
                    held.release()
        self._model = self._device = None

    def count(self, prompt: Prompt) -> int:
        messages, _ = self._messages(prompt, images=False)
        return len(self._model.tokenize(self._rendered(messages, prompt)))

    def answer(self, prompt: Prompt, job: Job) -> None:
        try:
            self._generate(prompt, job)
        except Exception as error:
            raise _error(error) from error
        finally:
            self._forget()

    def _generate(self, prompt: Prompt, job: Job) -> None:
        started = perf_counter()
        messages, pictures = self._messages(prompt, images=self.capabilities.images)
        text = self._rendered(messages, prompt)
        tokens = len(self._model.tokenize(text)) + IMAGE_TOKENS * len(pictures)
        limit = self.capabilities.context_tokens or CONTEXT_TOKENS
        if tokens >= limit:
            raise BackendError(f"the prompt has {tokens} tokens, and the model's context has {limit}", status=400, code=TOO_LONG)
        arguments = _parameters(prompt.options, limit - tokens)
        if self._kind == "vlm":
            arguments["frames"] = self._frames(pictures)
        speech = Speech(self._model.get_stop_tokens())
        timings = {"queue_ms": job.waited * 1000}
        self._model.clear_context()
        with self._model.generate(text, **arguments) as generation:
            for piece in generation:
                timings.setdefault("first_token_ms", (perf_counter() - started) * 1000)
                for certain in speech.feed(piece):
                    job.emit(certain)
                if job.cancelled or speech.over:
                    break
            status = generation.generation_status
        for certain in speech.end():
            job.emit(certain)
        job.emit(Finish(_reason(speech, status), self._usage(speech), timings))

    def _forget(self) -> None:
        """Clear the device's conversation. If even that fails, the next request begins with a model that is loaded anew."""
        try:
            self._model.clear_context()
        except Exception:  # noqa: BLE001  whatever it was, this model is not to be trusted any more
            self.unload()

    def _rendered(self, messages: list[dict[str, Any]], prompt: Prompt) -> str:
        try:
            return render(self._model.prompt_template(), messages, prompt.tools if self.capabilities.tools else [])
        except BadTemplateError as error:
            raise BackendError(str(error)) from None

    def _messages(self, prompt: Prompt, *, images: bool) -> tuple[list[dict[str, Any]], list[Picture]]:
        """Messages as templates read them, and the pictures in them. Raises BackendError 400 for one that cannot be used."""
        pictures: list[Picture] = []
        made = []
        for message in prompt.messages:
            told = list(parts(message.get("content"), self._limits if images else None))
            shown = [part for part in told if isinstance(part, Picture)]
            pictures += shown
            content: Any = "\n".join(part for part in told if isinstance(part, str))
            if shown:
                content = [{"type": "text", "text": part} if isinstance(part, str) else {"type": "image"} for part in told]
            role = "system" if message["role"] == "developer" else message["role"]
            calls = [_call(call) for call in message.get("tool_calls") or ()]
            made.append({**message, "role": role, "content": content, **({"tool_calls": calls} if calls else {})})
        return made, pictures

    def _frames(self, pictures: Iterable[Picture]) -> list[Any]:
        height, width, _ = self._model.input_frame_shape()
        kind = self._model.input_frame_format_type()
        name = getattr(kind, "name", None) or getattr(kind, "__name__", None) or str(kind)
        try:
            return [frame(shown, height, width, str(name).lower()) for shown in pictures]
        except ImageError as error:
            raise bad_image(error) from None

    def _usage(self, speech: Speech) -> Usage:
        """The device tells how much of the context is in use; what was said is taken off it for the prompt's part."""
        said = len(self._model.tokenize(speech.said)) if speech.said else 0
        return Usage(max(0, self._model.get_context_usage_size() - said), said)


def _call(call: dict[str, Any]) -> dict[str, Any]:
    """A call with its arguments as an object: templates write JSON themselves."""
    function = call["function"]
    arguments = as_json(function.get("arguments"))
    return {**call, "function": {**function, "arguments": arguments if isinstance(arguments, dict) else {}}}


def _parameters(options: dict[str, Any], room: int) -> dict[str, Any]:
    """The device's generation parameters. It refuses a temperature of 0, which means: take the likeliest."""
    temperature = options.get("temperature")
    sampled = bool(temperature and temperature > 0)
    found = {
        "temperature": temperature if sampled else None,
        "top_p": options.get("top_p") if sampled else None,
        "top_k": options.get("top_k") if sampled else None,
        "frequency_penalty": options.get("frequency_penalty") or None,
        "seed": options.get("seed"),
        "do_sample": sampled,
        "max_generated_tokens": min(options.get("max_tokens") or room, room),
    }
    return {name: value for name, value in found.items() if value is not None}


def _reason(speech: Speech, status: Any) -> str:
    if speech.calls:
        return "tool_calls"
    return "length" if "MAX" in str(getattr(status, "name", status)).upper() else "stop"


def _error(error: Exception) -> BackendError:
    if isinstance(error, BackendError):
        return error
    if "Timeout" in type(error).__name__:
        return BackendError(f"the device did not answer in time: {_said(error)}", status=504, code="backend_timeout")
    return native_error(error)


def _said(error: Exception) -> str:
    return " ".join(f"{type(error).__name__} {error}".split())[:300]
