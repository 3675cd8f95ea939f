"""Validate: nothing leaves that HA would refuse or that was not asked for."""

import json
import re
from asyncio import Queue
from typing import Any

import msgspec
import pytest
from ha_assist.adapters.backends.protocol import CallPiece, Finish, Piece, RawPiece, TextPiece, Usage
from ha_assist.adapters.home_assistant.tools import offered_tools, problems
from ha_assist.adapters.intents.replies import reply
from ha_assist.adapters.openai.wire import ChatRequest, FunctionCall, ToolCall
from ha_assist.adapters.settings import Settings
from ha_assist.machine.promises import EXIT, broken
from ha_assist.machine.states import State
from ha_assist.machine.turn import Call, Calls, Plan, Read, Reply, Turn
from ha_assist.states.services import Services
from ha_assist.states.validate import validate
from ha_assist.states.validation.listening import speech_of
from hypothesis import given, settings
from hypothesis import strategies as st

SERVICES = Services(Settings())
SCHEMAS = {
    "intent__HassTurnOn": {
        "type": "object",
        "properties": {"name": {"type": "string"}, "domain": {"type": "array", "items": {"type": "string"}}},
        "additionalProperties": False,
    },
    "light__HassLightSet": {
        "type": "object",
        "properties": {"name": {"type": "string"}, "brightness": {"type": "integer", "minimum": 0, "maximum": 100}},
        "required": ["name"],
        "additionalProperties": False,
    },
}
TOOLS = [{"type": "function", "function": {"name": name, "parameters": schema}} for name, schema in SCHEMAS.items()]
ON = Call("intent__HassTurnOn", {"name": "Küche"})
DIM = Call("light__HassLightSet", {"name": "Küche", "brightness": 50})
NO_BRIGHTNESS = Call("light__HassLightSet", {"name": "Küche", "brightness": 101})
NAMED_ON = {"type": "function", "function": {"name": "intent__HassTurnOn"}}


def turn_of(*, stream: bool = False, **fields: Any) -> Turn:
    request = msgspec.convert(
        {"model": "HA-Assist", "messages": [{"role": "user", "content": "x"}], "tools": TOOLS, **fields}, ChatRequest
    )
    turn = Turn(b"", stream=Queue() if stream else None, request=request, languages=("de", "en"))
    turn.tools = offered_tools(request.tools)
    turn.sentence = "Schalte irgendwie das Licht in der Küche auf 50 Prozent ein"
    return turn


async def planned(plan: Plan | None, **fields: Any) -> Turn:
    turn = turn_of(**fields)
    turn.plan = plan
    await validate(turn, SERVICES)
    assert broken(EXIT[State.VALIDATE], turn) is None
    return turn


async def generated(*pieces: Piece, **fields: Any) -> Turn:
    turn = turn_of(**fields)
    turn.model = "qwen"
    turn.permit.spend()
    turn.pieces = list(pieces)
    await validate(turn, SERVICES)
    assert broken(EXIT[State.VALIDATE], turn) is None
    return turn


def said(name: str, arguments: Any = "{}", id: str | None = None) -> CallPiece:
    return CallPiece(ToolCall(FunctionCall(name, arguments), id=id))


def called(turn: Turn) -> list[Call]:
    assert turn.answer is not None
    return [Call(call.function.name, json.loads(str(call.function.arguments))) for call in turn.answer.calls]


def text(turn: Turn) -> str | None:
    assert turn.answer is not None
    return turn.answer.text


class TestADirectPlan:
    async def test_of_calls_becomes_calls(self) -> None:
        turn = await planned(Calls((ON, DIM)))
        assert called(turn) == [ON, DIM]
        assert turn.answer is not None
        assert (turn.answer.text, turn.answer.finish_reason, turn.answer.usage) == (None, "tool_calls", Usage())
        assert turn.metrics["ha_validation"] == {"accepted": True, "reason": None}

    async def test_of_a_read_becomes_a_call(self) -> None:
        assert called(await planned(Read(ON))) == [ON]

    async def test_of_a_reply_becomes_text(self) -> None:
        turn = await planned(Reply("Fertig."))
        assert turn.answer is not None
        assert (turn.answer.text, turn.answer.calls, turn.answer.finish_reason) == ("Fertig.", (), "stop")

    async def test_sends_ids_that_every_client_takes_and_arguments_as_json(self) -> None:
        turn = await planned(Calls((ON, ON)))
        assert turn.answer is not None
        first, second = turn.answer.calls
        assert first.id != second.id
        assert all(re.fullmatch(r"[A-Za-z0-9_-]{8,40}", call.id or "") for call in (first, second))
        assert first.function.arguments == '{"name": "Küche"}'

    async def test_sends_no_arguments_as_an_empty_object(self) -> None:
        turn = await planned(Calls((Call("intent__HassTurnOn", {}),)))
        assert turn.answer is not None
        assert turn.answer.calls[0].function.arguments == "{}"

    async def test_sends_one_call_to_a_client_that_takes_one_at_a_time(self) -> None:
        assert called(await planned(Calls((ON, DIM)), parallel_tool_calls=False)) == [ON]
        assert called(await planned(Calls((ON, DIM)), parallel_tool_calls=True)) == [ON, DIM]

    @pytest.mark.parametrize(
        ("plan", "fields", "reason"),
        [
            (Calls((ON, NO_BRIGHTNESS)), {}, "light__HassLightSet: brightness: 101 is greater than the maximum of 100"),
            (Read(Call("intent__HassTurnOn", {"room": "x"})), {}, "intent__HassTurnOn: Additional properties"),
            (Calls((ON,)), {"tool_choice": "none"}, "tool_choice is none"),
            (Calls((DIM,)), {"tool_choice": NAMED_ON}, "tool_choice asks for intent__HassTurnOn"),
            (Reply("  "), {}, "says nothing"),
        ],
    )
    async def test_that_does_not_pass_is_rejected_and_given_back(self, plan: Plan, fields: dict[str, Any], reason: str) -> None:
        turn = await planned(plan, **fields)
        assert turn.plan_rejected is not None
        assert reason in turn.plan_rejected
        assert (turn.answer, turn.plan) == (None, None)
        assert turn.metrics["ha_validation"] == {"accepted": False, "reason": turn.plan_rejected}

    async def test_that_was_rejected_with_no_model_to_ask_ends_in_an_honest_sentence(self) -> None:
        turn = turn_of()
        turn.plan_rejected = "brightness: too high"
        await validate(turn, SERVICES)
        assert text(turn) == reply("call_rejected", ["de"])


class TestWithoutAModel:
    async def test_one_sentence_says_so(self) -> None:
        turn = await planned(None)
        assert turn.answer is not None
        assert (turn.answer.text, turn.answer.finish_reason) == (reply("no_model", ["de"]), "stop")

    async def test_what_is_only_polite_is_answered_politely(self) -> None:
        turn = turn_of()
        turn.sentence = "Hallo, guten Morgen"
        await validate(turn, SERVICES)
        assert text(turn) == reply("hello", ["de"])

    async def test_a_picture_has_its_own_sentence(self) -> None:
        turn = turn_of()
        turn.has_image = True
        await validate(turn, SERVICES)
        assert text(turn) == reply("no_vision_model", ["de"])


class TestAGeneratedText:
    async def test_is_the_answer(self) -> None:
        turn = await generated(TextPiece("Par"), TextPiece("is."), Finish("stop", Usage(37, 2)))
        assert turn.answer is not None
        assert (turn.answer.text, turn.answer.finish_reason, turn.answer.usage) == ("Paris.", "stop", Usage(37, 2))

    @pytest.mark.parametrize(
        ("reason", "told"), [("length", "length"), ("content_filter", "content_filter"), ("tool_calls", "stop")]
    )
    async def test_ends_with_the_backends_reason_unless_that_promises_calls(self, reason: str, told: str) -> None:
        turn = await generated(TextPiece("Paris"), Finish(reason))
        assert turn.answer is not None
        assert turn.answer.finish_reason == told

    @pytest.mark.parametrize("pieces", [(Finish(),), (TextPiece(" \n"), Finish("length"))])
    async def test_that_is_empty_gives_an_honest_sentence(self, pieces: tuple[Piece, ...]) -> None:
        turn = await generated(*pieces)
        assert text(turn) == reply("empty_answer", ["de"])
        assert turn.metrics["ha_validation"]["accepted"] is False


class TestGeneratedCalls:
    async def test_that_are_good_are_sent_with_the_text(self) -> None:
        turn = await generated(TextPiece("Gern."), said(ON.tool, '{"name": "Küche"}'), Finish("stop", Usage(3, 1)))
        assert called(turn) == [ON]
        assert turn.answer is not None
        assert (turn.answer.text, turn.answer.finish_reason, turn.answer.usage) == ("Gern.", "tool_calls", Usage(3, 1))

    async def test_keep_good_ids_and_get_new_ones_for_others(self) -> None:
        ids = ["call_abcdef", "call_abcdef", "x", "with space", None, "y" * 41]
        names = ["a", "b", "c", "d", "e", "f"]
        calls = [said(ON.tool, {"name": name}, id) for name, id in zip(names, ids, strict=True)]
        turn = await generated(*calls, Finish())
        assert turn.answer is not None
        sent = [call.id or "" for call in turn.answer.calls]
        assert sent[0] == "call_abcdef"
        assert len(set(sent)) == len(ids)
        assert all(re.fullmatch(r"[A-Za-z0-9_-]{8,40}", id) for id in sent)

    async def test_without_arguments_are_calls_without_arguments(self) -> None:
        for arguments in ("", None, {}, "{}"):
            assert called(await generated(said(ON.tool, arguments), Finish())) == [Call(ON.tool, {})]

    async def test_are_cut_to_one_for_a_client_that_takes_one_at_a_time(self) -> None:
        calls = said(ON.tool, {"name": "a"}), said(ON.tool, {"name": "b"})
        assert len(called(await generated(*calls, Finish(), parallel_tool_calls=False))) == 1

    async def test_that_are_said_twice_are_sent_once(self) -> None:
        assert len(called(await generated(said(ON.tool, {"name": "a"}), said(ON.tool, {"name": "a"}), Finish()))) == 1

    @pytest.mark.parametrize(
        ("call", "fields", "reason"),
        [
            (said("HassTurnOff"), {}, "HassTurnOff: not an offered tool"),
            (said("rm -rf"), {}, "not an offered tool"),
            (said(ON.tool, '{"name": '), {}, "the arguments are not a JSON object"),
            (said(ON.tool, "[1]"), {}, "the arguments are not a JSON object"),
            (said(ON.tool, '{"name": NaN}'), {}, "the arguments are not a JSON object"),
            (said(ON.tool, "[" * 100_000), {}, "the arguments are not a JSON object"),
            (said(ON.tool, '{"name": 3}'), {}, "name: 3 is not of type 'string'"),
            (said(DIM.tool, '{"brightness": 5}'), {}, "'name' is a required property"),
            (said(ON.tool), {"tool_choice": "none"}, "tool_choice is none"),
            (said(DIM.tool, '{"name": "x"}'), {"tool_choice": NAMED_ON}, "tool_choice asks for intent__HassTurnOn"),
        ],
    )
    async def test_one_bad_call_stops_all_of_them(self, call: CallPiece, fields: dict[str, Any], reason: str) -> None:
        turn = await generated(TextPiece("Ist an!"), said(ON.tool), call, Finish("tool_calls", Usage(3, 1)), **fields)
        assert turn.answer is not None
        assert turn.answer.calls == ()
        assert (turn.answer.text, turn.answer.finish_reason) == (reply("call_rejected", ["de"]), "stop")
        assert turn.answer.usage == Usage(3, 1)
        assert turn.metrics["ha_validation"]["accepted"] is False
        assert reason in turn.metrics["ha_validation"]["reason"]

    async def test_a_sentence_of_ours_follows_what_was_streamed_already(self) -> None:
        sentence = reply("call_rejected", ["de"])
        assert text(await generated(TextPiece("Moment. Ich"), said("x"), Finish(), stream=True)) == f"Moment. {sentence}"
        assert text(await generated(said("x"), Finish(), stream=True)) == sentence


async def test_what_is_passed_through_is_not_touched() -> None:
    turn = turn_of()
    turn.physical_model = turn.model = "qwen"
    turn.permit.spend()
    turn.pieces = [RawPiece({"choices": [], "odd": 1}), Finish("stop", Usage(3, 1))]
    await validate(turn, SERVICES)
    assert turn.answer is not None
    assert turn.answer.raw == {"choices": [], "odd": 1}
    assert turn.metrics == {}


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
slots = st.dictionaries(st.sampled_from(["name", "domain", "brightness", "area"]), json_values, max_size=3)
arguments = slots.map(json.dumps) | slots | st.text(max_size=10) | st.none()
calls = st.builds(said, st.sampled_from([*SCHEMAS, "HassTurnOn", ""]), arguments, st.none() | st.text(max_size=45))
texts = st.builds(TextPiece, st.text(max_size=5))


@settings(deadline=None)
@given(
    pieces=st.lists(calls | texts, max_size=4),
    stream=st.booleans(),
    choice=st.sampled_from([None, "auto", "none", "required", NAMED_ON]),
    parallel=st.sampled_from([None, True, False]),
)
async def test_whatever_a_model_says_only_sound_calls_leave(
    pieces: list[Piece], stream: bool, choice: Any, parallel: Any
) -> None:
    turn = await generated(*pieces, Finish(), stream=stream, tool_choice=choice, parallel_tool_calls=parallel)
    assert turn.answer is not None
    tools = {tool.name: tool for tool in turn.tools}
    for call in called(turn):
        assert problems(tools[call.tool], call.arguments) == []
        assert choice != "none"
        assert choice != NAMED_ON or call.tool == "intent__HassTurnOn"
    assert parallel is not False or len(turn.answer.calls) <= 1
    assert len({call.id for call in turn.answer.calls}) == len(turn.answer.calls)
    assert turn.answer.calls or turn.answer.text
    if stream:
        speech = speech_of(turn)
        assert speech is not None
        sent = "".join(speech.feed(piece.text) for piece in pieces if isinstance(piece, TextPiece))
        assert (turn.answer.text or "").startswith(sent)
