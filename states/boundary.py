"""The first look at a request: bytes become a ``ChatRequest``, or the Turn is refused with a 4xx that names the field.

What is strict and what is lenient:

- The body is JSON in UTF-8 without lone surrogates, and what we keep of it is nested at most ``DEEPEST`` levels.
  Unknown fields may hold anything.
- Numbers and flags may be sent as strings (HA's clients render them from templates): ``"4096"`` is 4096, ``"true"`` is true.
  Text stays text: ``"null"`` or ``"1"`` as a message's content is what somebody said. A flag is never read as a number.
- Fields that only tell who speaks (``SHADES``) are dropped when their value makes no sense; every other field that we read
  is refused then. A dropped field is what the client gets from a model that does not know it.
- Whoever names a backend's model gets that backend with the body as it is: whether ``n``, ``tool_choice`` and the limits of
  such a request make sense is for the backend to say. So is what its numbers are (``NUMBERS``).
"""

import re
from collections.abc import Iterable, Iterator, Set
from typing import Any

import msgspec

from ..adapters.images import BAD_IMAGE, ImageError, picture
from ..adapters.openai.wire import ChatRequest, ImageUrl, Part
from ..adapters.settings import VIRTUAL_MODEL, ImageLimits
from ..machine.turn import Refusal, Turn
from .services import Services
from .wellformed import wrong as not_wellformed

DEEPEST = 64
"""How many levels of arrays and objects a value may have. HA's deepest (a script's field schema) has about a dozen."""

SHADES = frozenset({"user", "language"})
NUMBERS = frozenset({"temperature", "top_p"})

_DECODER = msgspec.json.Decoder(ChatRequest, strict=False)
_FIELDS = msgspec.json.Decoder(dict[str, msgspec.Raw])
_ENCODER = msgspec.json.Encoder()
_WRONG = re.compile(r"(?P<what>.*?)(?: - at `\$\.?(?P<path>.*)`)?", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(?P<name>.+)`")


class _RefusedError(Exception):
    """Carries a Refusal to the one place where it is put on the Turn."""

    def __init__(self, message: str, *, param: str | None = None, code: str | None = None, status: int = 400) -> None:
        super().__init__(message)
        self.refusal = Refusal(status, message, code=code, param=param)


async def boundary(turn: Turn, services: Services, models: Set[str]) -> None:
    """Decode ``turn.body`` into ``turn.request`` or set ``turn.refusal``.

    ``turn.physical_model`` and ``turn.model`` are set where one of ``models`` (the backends' ids) is named. A client that
    does not stream has its ``turn.stream`` taken away.
    """
    try:
        request, wrong = decode(turn.body)
        if request.model in models:
            turn.physical_model = turn.model = request.model
            streamed = _whole(turn.body).get("stream") is True  # as the backend will read it
        elif request.model == VIRTUAL_MODEL:
            if wrong is not None:
                raise wrong
            if found := not_wellformed(request):
                raise _RefusedError(found.message, param=found.param, code=found.code)
            _pictures(request, services.settings.server.limits.images)
            streamed = request.stream is True
        else:
            raise _RefusedError(
                f"the model {request.model[:100]!r} does not exist", param="model", code="model_not_found", status=404
            )
    except _RefusedError as error:
        turn.refusal = error.refusal
        turn.stream = None
        return
    turn.request = request
    if not streamed:
        turn.stream = None


def decode(body: bytes) -> tuple[ChatRequest, _RefusedError | None]:
    """The request in ``body``, and what is wrong with one of its ``NUMBERS``, which are left out then.

    Raises ``_RefusedError`` for everything that is not a chat request; never anything else.
    """
    try:
        request, wrong = _typed(body)
    except RecursionError:
        raise _too_deep() from None
    except UnicodeDecodeError:
        raise _RefusedError("the body is not UTF-8") from None
    except msgspec.ValidationError as error:
        raise _wrong(error) from None
    except msgspec.DecodeError as error:
        raise _RefusedError(f"the body is not valid JSON: {error}") from None
    if nested_deeper(_open_values(request), DEEPEST):
        raise _too_deep()
    return request, wrong


def nested_deeper(values: Iterable[Any], levels: int) -> bool:
    """Whether arrays and objects nest more than ``levels`` deep in any of ``values``. Goes level by level: needs no stack."""
    layer = list(values)
    for _ in range(levels + 1):
        below: list[Any] = []
        nested = False
        for value in layer:
            if type(value) is dict:
                nested = True
                below.extend(value.values())
            elif type(value) is list:
                nested = True
                below.extend(value)
        if not nested:
            return False
        layer = below
    return True


def _open_values(request: ChatRequest) -> Iterator[Any]:
    """The values that a request holds as they came, whatever they are."""
    yield request.response_format
    yield request.ha_context
    for tool in request.tools or ():
        yield tool.function.parameters
    for message in request.messages:
        yield message.content
        for call in message.tool_calls or ():
            yield call.function.arguments


def _typed(body: bytes) -> tuple[ChatRequest, _RefusedError | None]:
    """Decode; a shade or a number that makes no sense is taken out, and the rest decoded again."""
    fields: dict[str, msgspec.Raw] | None = None
    wrong: _RefusedError | None = None
    while True:
        try:
            return _DECODER.decode(body), wrong
        except msgspec.ValidationError as error:
            root = re.split(r"[.\[]", _explain(error)[1] or "", maxsplit=1)[0]
            if root not in SHADES | NUMBERS:
                raise
            if root in NUMBERS:
                wrong = wrong or _wrong(error)
            fields = _FIELDS.decode(body) if fields is None else fields
            del fields[root]
            body = _ENCODER.encode(fields)


def _explain(error: msgspec.ValidationError) -> tuple[str, str | None]:
    """msgspec's message without its path, and the path as OpenAI writes it in ``param``: ``messages[0].role``."""
    match = _WRONG.fullmatch(str(error))
    what, path = (match["what"], match["path"]) if match else (str(error), None)
    missing = _MISSING.fullmatch(what)
    if missing:
        path = f"{path}.{missing['name']}" if path else missing["name"]
    return what, path or None


def _wrong(error: msgspec.ValidationError) -> _RefusedError:
    what, param = _explain(error)
    return _RefusedError(f"{param}: {what}" if param else what, param=param)


def _too_deep() -> _RefusedError:
    return _RefusedError(f"the body is nested more than {DEEPEST} levels deep", code="too_deep")


def _whole(body: bytes) -> dict[str, Any]:
    """The body as plain objects: one that is passed on untouched must be readable as a whole, skipped fields included."""
    try:
        whole = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _RefusedError(f"the body is not valid JSON: {error}") from None
    if nested_deeper([whole], DEEPEST):
        raise _too_deep()
    return whole


def _pictures(request: ChatRequest, limits: ImageLimits) -> None:
    """Every picture is one, within the limits and inside the request; each becomes a data URL, which every server reads."""
    for place, message in enumerate(request.messages):
        parts = message.content if isinstance(message.content, list) else []
        shown = [(index, part) for index, part in enumerate(parts) if isinstance(part, Part) and part.image_url is not None]
        if len(shown) > limits.max_count:
            raise _RefusedError(
                f"a message may have at most {limits.max_count} images", param=f"messages[{place}].content", code=BAD_IMAGE
            )
        for index, part in shown:
            given = part.image_url if isinstance(part.image_url, ImageUrl) else ImageUrl(str(part.image_url))
            try:
                part.image_url = ImageUrl(picture(given.url, limits).url, given.detail)
            except ImageError as error:
                raise _RefusedError(str(error), param=f"messages[{place}].content[{index}].image_url", code=BAD_IMAGE) from None
