"""A stand-in for HailoRT's ``hailo_platform``: the signatures of the real one, and what the real one refuses.

No device is at hand to test with. This module knows nothing of HA-Assist: it is as strict as the documentation and the public
bindings of HailoRT 5.4 are, and counts what is asked of it.
"""

import re
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy

QWEN_TEMPLATE = """
{%- if tools %}<|im_start|>system
{{ messages[0].content if messages[0].role == 'system' else '' }}
<tools>
{%- for tool in tools %}
{{ tool | tojson }}
{%- endfor %}
</tools><|im_end|>
{% elif messages[0].role == 'system' %}<|im_start|>system
{{ messages[0].content }}<|im_end|>
{% endif %}
{%- for message in messages %}
{%- if message.role == 'tool' %}<|im_start|>user
<tool_response>
{{ message.content }}
</tool_response><|im_end|>
{% elif message.role != 'system' %}<|im_start|>{{ message.role }}
{% if message.content is string %}{{ message.content }}{% else %}{% for part in message.content %}
{%- if part.type == 'image' %}<|vision_start|><|image_pad|><|vision_end|>{% else %}{{ part.text }}{% endif %}
{%- endfor %}{% endif %}
{%- for call in message.tool_calls or [] %}<tool_call>
{"name": "{{ call.function.name }}", "arguments": {{ call.function.arguments | tojson }}}
</tool_call>{% endfor %}<|im_end|>
{% endif %}
{%- endfor %}
{%- if add_generation_prompt %}<|im_start|>assistant
{% endif %}
"""


class HailoRTException(Exception):
    pass


class HailoRTTimeout(HailoRTException):
    pass


class HailoRTInvalidOperationException(HailoRTException):
    pass


class HailoRTInvalidArgumentException(HailoRTException):
    pass


class HailoRTInvalidHEFException(HailoRTException):
    pass


class HailoRTDriverOperationFailedException(HailoRTException):
    pass


class HailoSchedulingAlgorithm(Enum):
    NONE = 0
    ROUND_ROBIN = 1


class Status(Enum):
    GENERATING = 0
    MAX_TOKENS_REACHED = 1
    LOGICAL_END_OF_GENERATION = 2


@dataclass
class Device:
    """The one device of this machine, as a test sees it: what it will say, and what was asked of it."""

    reply: list[str | Exception] = field(default_factory=lambda: ["Hello", ", my friend", "."])
    pause: float = 0.0
    status: Status = Status.LOGICAL_END_OF_GENERATION
    template: str = QWEN_TEMPLATE
    fail_clear: int = 0
    loaded: Any = None
    open: bool = False
    prompts: list[str] = field(default_factory=list)
    frames: list[list[numpy.ndarray]] = field(default_factory=list)
    parameters: list[dict[str, Any]] = field(default_factory=list)
    groups: list[Any] = field(default_factory=list)
    released: list[str] = field(default_factory=list)
    threads: set[int] = field(default_factory=set)
    loads: int = 0

    def note(self) -> None:
        self.threads.add(threading.get_ident())
        if len(self.threads) > 1:
            raise HailoRTInvalidOperationException("called from several threads")


class _Parameters:
    group_id = ""
    scheduling_algorithm = HailoSchedulingAlgorithm.NONE


class _Generation:
    def __init__(self, model: "_GenAI", most: int) -> None:
        self._model = model
        self._most = most
        self.generation_status = Status.GENERATING

    def __enter__(self) -> "_Generation":
        return self

    def __exit__(self, *_: Any) -> None:
        self.release()

    def __iter__(self) -> Iterator[str]:
        device = self._model.device
        for count, piece in enumerate(device.reply):
            device.note()
            time.sleep(device.pause)
            if isinstance(piece, Exception):
                raise piece
            if count >= self._most:
                self.generation_status = Status.MAX_TOKENS_REACHED
                return
            self._model.used += len(self._model.tokenize(piece))
            yield piece
        self.generation_status = device.status

    def read(self, timeout_ms: int = 10000) -> str:
        raise NotImplementedError

    def read_all(self, timeout_ms: int = 10000) -> str:
        return "".join(self)

    def release(self) -> None:
        self._model.device.note()
        self._model.generating = False


class _GenAI:
    def __init__(self, vdevice: Any, model_path: str) -> None:
        self.device: Device = vdevice.device
        self.device.note()
        if self.device.loaded is not None:
            raise HailoRTInvalidOperationException("the device holds another GenAI model")
        if not Path(model_path).read_bytes().startswith(b"\x01HEF"):
            raise HailoRTInvalidHEFException("not a HEF")
        self.device.loaded = self
        self.device.loads += 1
        self.used = 0
        self.generating = False

    def tokenize(self, text: str) -> list[int]:
        self._alive()
        return [hash(word) % 1000 for word in re.findall(r"<\|\w+\|>|\w+|[^\w\s]", text)]

    def prompt_template(self) -> str:
        self._alive()
        return self.device.template

    def max_context_capacity(self) -> int:
        self._alive()
        return 2048

    def get_context_usage_size(self) -> int:
        self._alive()
        return self.used

    def clear_context(self) -> None:
        self._alive()
        if self.generating:
            raise HailoRTInvalidOperationException("a generation is running")
        if self.device.fail_clear:
            self.device.fail_clear -= 1
            raise HailoRTDriverOperationFailedException("the driver failed")
        self.used = 0

    def set_stop_tokens(self, stop_tokens: list[str]) -> None:
        self._alive()

    def get_stop_tokens(self) -> list[str]:
        self._alive()
        return ["<|im_end|>", "<|my_stop|>"]

    def release(self) -> None:
        self.device.note()
        if self.generating:
            raise HailoRTInvalidOperationException("a generation is running")
        self.device.loaded = None
        self.device.released.append("model")

    def _start(self, prompt: Any, frames: list[numpy.ndarray], tools: Any, **parameters: Any) -> _Generation:
        self._alive()
        if self.generating:
            raise HailoRTInvalidOperationException("a generation is running")
        if not isinstance(prompt, str):
            raise NotImplementedError("message dicts")
        if self.used and ("<|im_start|>system" in prompt or tools):
            raise HailoRTInvalidOperationException("system messages and tools are only allowed on a fresh context")
        temperature = parameters["temperature"]
        if temperature is not None and temperature <= 0:
            raise HailoRTInvalidArgumentException("temperature must be above 0")
        most = parameters["max_generated_tokens"]
        if most is not None and most < 1:
            raise HailoRTInvalidArgumentException("max_generated_tokens must be above 0")
        tokens = self.used + len(self.tokenize(prompt)) + 144 * len(frames)
        if tokens > self.max_context_capacity():
            raise HailoRTInvalidOperationException("the context is full")
        self.used, self.generating = tokens, True
        self.device.prompts.append(prompt)
        self.device.frames.append(frames)
        self.device.parameters.append({name: value for name, value in parameters.items() if value is not None})
        return _Generation(self, most or 1 << 30)

    def _alive(self) -> None:
        self.device.note()
        if self.device.loaded is not self:
            raise HailoRTInvalidOperationException("released")


class LLM(_GenAI):
    def __init__(self, vdevice: Any, model_path: str, lora_name: str = "", optimize_memory_on_device: bool = False) -> None:
        super().__init__(vdevice, model_path)

    def generate(  # noqa: PLR0917  the real one's
        self,
        prompt: Any,
        tools: Any = None,
        temperature: float | None = None,
        top_p: float | None = None,
        top_k: int | None = None,
        frequency_penalty: float | None = None,
        max_generated_tokens: int | None = None,
        do_sample: bool | None = None,
        seed: int | None = None,
    ) -> _Generation:
        named = locals()
        return self._start(frames=[], **{name: value for name, value in named.items() if name != "self"})


class VLM(_GenAI):
    def __init__(self, vdevice: Any, model_path: str, optimize_memory_on_device: bool = False) -> None:
        super().__init__(vdevice, model_path)

    def input_frame_shape(self) -> tuple[int, int, int]:
        self._alive()
        return (336, 336, 3)

    def input_frame_format_type(self) -> Any:
        self._alive()
        return numpy.dtype("uint8")

    def generate(  # noqa: PLR0917  the real one's
        self,
        prompt: Any,
        frames: list[numpy.ndarray],
        videos: Any = None,
        temperature: float | None = None,
        top_p: float | None = None,
        top_k: int | None = None,
        frequency_penalty: float | None = None,
        max_generated_tokens: int | None = None,
        do_sample: bool | None = None,
        seed: int | None = None,
    ) -> _Generation:
        named = locals()
        for frame in frames:
            if frame.shape != (336, 336, 3) or frame.dtype != numpy.uint8 or not frame.flags["C_CONTIGUOUS"]:
                raise HailoRTInvalidArgumentException("a frame is not as input_frame_shape() and ..._format_type() say")
        if prompt.count("<|image_pad|>") != len(frames):
            raise HailoRTInvalidArgumentException("the prompt does not have a place for each frame")
        left = {name: value for name, value in named.items() if name not in ("self", "videos")}
        return self._start(tools=None, **left)


@contextmanager
def installed() -> Iterator[Device]:
    """``hailo_platform`` can be imported, and its device is the one that is given out."""
    device = Device()

    class VDevice:
        def __init__(self, params: _Parameters) -> None:
            device.note()
            self.device = device
            device.open = True
            device.groups.append((params.group_id, params.scheduling_algorithm))

        @staticmethod
        def create_params() -> _Parameters:
            device.note()
            return _Parameters()

        def release(self) -> None:
            device.note()
            if device.loaded is not None:
                raise HailoRTInvalidOperationException("a model is still loaded")
            device.open = False
            device.released.append("device")

    platform, genai = ModuleType("hailo_platform"), ModuleType("hailo_platform.genai")
    named = {
        "VDevice": VDevice,
        "HailoSchedulingAlgorithm": HailoSchedulingAlgorithm,
        **{kind.__name__: kind for kind in (HailoRTException, *HailoRTException.__subclasses__())},
        "genai": genai,
    }
    platform.__dict__.update(named)
    genai.__dict__.update({"LLM": LLM, "VLM": VLM})
    before = {name: sys.modules.get(name) for name in ("hailo_platform", "hailo_platform.genai")}
    sys.modules.update({"hailo_platform": platform, "hailo_platform.genai": genai})
    try:
        yield device
    finally:
        for name, module in before.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module
