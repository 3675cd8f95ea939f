"""Everything known about one request, filled in by the states in their order."""

import re
from asyncio import Queue
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from msgspec import Struct

from ..adapters.backends.protocol import CallPiece, Finish, Piece, Prompt, RawPiece, TextPiece, Usage
from ..adapters.home_assistant.types import House, OfferedTool, Result
from ..adapters.openai.wire import ChatRequest, Message, ToolCall
from .states import INITIAL, State

LIVE_CONTEXT = "GetLiveContext"
"""HA's own name for the tool that reads live data."""

_VERIFYING = re.compile(r"call_verify(\d{1,2})_")


class Refusal(Struct, frozen=True):
    """The client's fault: an HTTP status (4xx), and what OpenAI's error object says."""

    status: int
    message: str
    code: str | None = None
    param: str | None = None
    type: str = "invalid_request_error"


class Failure(Struct, frozen=True):
    """A backend's or our own fault: an HTTP status (5xx), and what OpenAI's error object says. ``brief``: the message without
    what it may quote of the request; None where it quotes nothing."""

    status: int
    message: str
    code: str = "internal_error"
    type: str = "server_error"
    retry_after: float | None = None
    brief: str | None = None


class Evidence(Struct, frozen=True):
    """Why a target was chosen. ``kind`` is exact, alias, part of a name, area and kind, only one of its kind, satellite's
    area, repaired, ...; ``said`` the words of the user; ``found`` what they stand for; ``score`` 0-100."""

    kind: str
    said: str
    found: str
    score: float = 100.0


class Call(Struct, frozen=True):
    """One tool call: the offered name and its arguments."""

    tool: str
    arguments: dict[str, Any]


class Calls(Struct, frozen=True):
    """A plan: let HA do this. ``later`` are calls that wait for the results of these (a client without parallel calls)."""

    calls: tuple[Call, ...]
    later: tuple[Call, ...] = ()


class Read(Struct, frozen=True):
    """A plan: ask HA for live data first; the answer follows when the result comes back. ``attempt`` numbers the reads that
    verify an action, from 1; 0 is any other read."""

    call: Call
    attempt: int = 0

    @property
    def call_id(self) -> str | None:
        """The id that the call must have for its number to come back with it; None if any will do."""
        return f"call_verify{self.attempt}_{uuid4().hex[:16]}" if self.attempt else None


class Reply(Struct, frozen=True):
    """A plan: say this. ``kind`` is answer, question (asked back), refusal, done, failed or no_model."""

    text: str
    kind: str = "answer"


Plan = Calls | Read | Reply


class Exchange(Struct, frozen=True):
    """One tool call of the current turn with its parsed result. ``tool`` is None where the tool is no longer offered."""

    call: ToolCall
    arguments: dict[str, Any]
    tool: OfferedTool | None
    result: Result | None

    @property
    def reads(self) -> bool:
        """Whether the call only asked for live data."""
        return self.tool is not None and self.tool.intent == LIVE_CONTEXT

    @property
    def attempt(self) -> int:
        """Which of our reads that verify an action this is, from 1 (``Read.attempt``); 0 for any other call."""
        found = _VERIFYING.match(self.call.id or "")
        return int(found[1]) if found else 0


class Recognition(Struct, frozen=True):
    """What the deterministic state understood: for ``metrics.ha_plan`` and ``metrics.ha_intent``."""

    request: str = ""
    intent: str | None = None
    recogniser: str | None = None
    language: str | None = None
    slots: dict[str, Any] = {}
    evidence: tuple[Evidence, ...] = ()
    candidates: tuple[str, ...] = ()
    reason: str | None = None
    milliseconds: float = 0.0


class Kept(Struct, frozen=True):
    """An entity or a tool that a model gets to see: its place in the house or among the tools, and why it was chosen.

    ``reasons`` are the kinds of evidence for it, the weightiest first. ``required``: it is never dropped to save tokens."""

    item: int
    score: float
    reasons: tuple[str, ...]
    required: bool = False


class Selection(Struct, frozen=True):
    """What of a request a model gets to see, the best first. ``house`` is False where the house has nothing to do with the
    request; ``language`` is that of the sentence, which is a ``question`` or not and speaks of a ``floor`` or not; ``rounds``
    are the earlier rounds of the conversation that are kept; ``candidates`` are entities (by place) among which the sentence
    does not decide. ``terse``: tools are offered in as few words as can be."""

    language: str
    house: bool = True
    question: bool = False
    floor: bool = False
    entities: tuple[Kept, ...] = ()
    tools: tuple[Kept, ...] = ()
    rounds: tuple[tuple[Message, ...], ...] = ()
    candidates: tuple[int, ...] = ()
    terse: bool = False


class Answer(Struct):
    """What the client gets: text or calls, or a response that is passed through untouched (``raw``)."""

    text: str | None = None
    calls: tuple[ToolCall, ...] = ()
    finish_reason: str = "stop"
    usage: Usage = Usage()
    raw: dict[str, Any] | None = None


class PermitSpentError(RuntimeError):
    """The one-call rule was about to be broken."""


class Permit:
    """The right to one generative call. Entering ``generate`` spends it; there is no way to get it back."""

    __slots__ = ("_spent",)

    def __init__(self) -> None:
        self._spent = False

    @property
    def spent(self) -> bool:
        return self._spent

    def spend(self) -> None:
        if self._spent:
            raise PermitSpentError("a request makes at most one generative call")
        self._spent = True


class Step(Struct, frozen=True):
    """One state that the Turn was in: which row led there, and how long its handler took."""

    state: State
    guard: str
    milliseconds: float = 0.0


@dataclass
class Turn:
    """One request. Handlers set facts; guards and the table decide where to go.

    ``stream`` receives the pieces of a generated answer as they come, for a client that streams; None for one that does not.
    """

    body: bytes
    request_id: str = field(default_factory=lambda: f"req_{uuid4().hex}")
    stream: "Queue[Piece] | None" = None

    # the runner's
    state: State = INITIAL
    permit: Permit = field(default_factory=Permit)
    path: list[Step] = field(default_factory=list)

    # boundary
    request: ChatRequest | None = None
    refusal: Refusal | None = None
    physical_model: str | None = None

    # classify
    house: House = field(default_factory=House)
    tools: tuple[OfferedTool, ...] = ()
    sentence: str = ""
    history: tuple[Message, ...] = ()
    exchanges: tuple[Exchange, ...] = ()
    languages: tuple[str, ...] = ()
    has_image: bool = False
    direct_forbidden: str | None = None
    has_results: bool = False

    # deterministic, verify
    plan: Plan | None = None
    recognition: Recognition = field(default_factory=Recognition)

    # retrieve, compile, generate
    model: str | None = None
    selection: Selection | None = None
    prompt: Prompt | None = None
    pieces: list[TextPiece | CallPiece | RawPiece | Finish] = field(default_factory=list)
    failure: Failure | None = None

    # validate
    plan_rejected: str | None = None
    answer: Answer | None = None
    metrics: dict[str, Any] = field(default_factory=dict)
