"""What is said, asked or left to a model about everything that can come of a call."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from ha_assist.adapters.intents.replies import reply
from ha_assist.adapters.openai.wire import ChatRequest
from ha_assist.adapters.settings import Assist, Settings
from ha_assist.machine.turn import Calls, Read, Reply, Turn
from ha_assist.states.classify import classify
from ha_assist.states.services import Services
from ha_assist.states.verify import verify

REQUESTS = Path(__file__).parents[1] / "requests"
NOW, THEN = "ha-2026.10-llama_cpp", "ha-2025.4-chat"
TARGET = {"name": {"type": "string"}, "area": {"type": "string"}, "floor": {"type": "string"},
          "domain": {"type": "array", "items": {"type": "string"}}}  # fmt: skip
SLOTS: dict[str, dict[str, Any]] = {
    "HassTurnOn": {**TARGET, "device_class": {"type": "array"}},
    "HassTurnOff": {**TARGET, "device_class": {"type": "array"}},
    "HassListAddItem": {"item": {}, "name": {}},
    "HassListCompleteItem": {"item": {}, "name": {}},
    "HassStartTimer": {"hours": {}, "minutes": {}, "seconds": {}, "name": {}, "conversation_command": {}},
    "HassCancelAllTimers": {"area": {}},
    "HassTimerStatus": {"start_hours": {}, "start_minutes": {}, "start_seconds": {}, "name": {}, "area": {}},
    "HassGetState": {"name": {}, "area": {}, "domain": {}},
    "GetDateTime": {},
    "GetLiveContext": {},
    "good_night": {},
    "todo_get_items": {"todo_list": {"type": "string"}, "status": {"type": "string"}},
    "HassStopMoving": {"name": {"type": "string"}},
}
HOUSE = """Static Context: An overview of the areas and the devices in this smart home:
- names: Desk Lamp
  domain: light
  areas: Office
- names: Floor Lamp
  domain: light
  areas: Den
"""


def body(sentence: str, *rounds: tuple[str, dict[str, Any], Any], **fields: Any) -> dict[str, Any]:
    """A request in which these calls have been made, one a round, with their results."""
    messages: list[Any] = [{"role": "system", "content": HOUSE}, {"role": "user", "content": sentence}]
    for number, (name, arguments, result) in enumerate(rounds):
        function = {"name": name, "arguments": json.dumps(arguments)}
        messages.append({"role": "assistant", "tool_calls": [{"id": f"c{number}", "type": "function", "function": function}]})
        messages.append({"role": "tool", "tool_call_id": f"c{number}", "content": json.dumps(result)})
    tools = [
        {"type": "function", "function": {"name": name, "parameters": {"type": "object", "properties": slots}}}
        for name, slots in SLOTS.items()
    ]
    return {"model": "HA-Assist", "messages": messages, "tools": tools, **fields}


async def verified(request: dict[str, Any], **chosen: Any) -> Turn:
    services = Services(Settings(settings=Assist(ha_assist_verify_delay=0, **chosen)))
    turn = Turn(b"", request=msgspec.convert(request, ChatRequest))
    await classify(turn, services)
    await verify(turn, services)
    return turn


async def said(sentence: str, *rounds: Any, **fields: Any) -> str:
    plan = (await verified(body(sentence, *rounds, **fields), ha_assist_verify_attempts=0)).plan
    assert isinstance(plan, Reply), plan
    return plan.text


def done(*things: str, failed: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    """Things by entity id: ``light.desk_lamp`` is the Desk Lamp."""

    def target(entity_id: str) -> dict[str, str]:
        name = entity_id.partition(".")[2].replace("_", " ").title()
        return {"name": name, "type": "entity", "id": entity_id}

    data = {"success": [target(thing) for thing in things], "failed": [target(thing) for thing in failed]}
    return {"speech": {}, "response_type": "action_done", "data": data, **more}


LAMP: dict[str, Any] = {"name": "Desk Lamp", "domain": ["light"]}
FLOOR_LAMP: dict[str, Any] = {"name": "Floor Lamp", "domain": ["light"]}
NO_NAME = {"error": "MatchFailedError", "error_text": "No entities matched the name (given name 'Desk Lamp', domains light)"}

EMPTY = reply("nothing_listed", ["en"], name="Chores")


class TestFailures:
    """are told at once, whatever else worked."""

    async def test_partly(self) -> None:
        partly = done("light.desk_lamp", failed=("light.floor_lamp",))
        turn = await verified(body("Turn on all lights", ("HassTurnOn", {"domain": ["light"]}, partly)))
        failed = reply("failed", ["en"], targets="Floor Lamp")
        assert turn.plan == Reply(f"Turned on the light. {failed}", kind="done")
        assert turn.metrics["ha_verify"]["verdict"] == "partly_failed"

    async def test_altogether(self) -> None:
        turn = await verified(body("x", ("HassTurnOn", LAMP, done(failed=("light.desk_lamp",)))))
        assert turn.plan == Reply(reply("failed", ["en"], targets="Desk Lamp"), kind="failed")
        assert turn.metrics["ha_verify"]["verdict"] == "failed"

    @pytest.mark.parametrize(
        ("arguments", "reason", "words"),
        [
            (LAMP, "NAME", "Sorry, I am not aware of any device called Desk Lamp"),
            ({**LAMP, "area": "Den"}, "NAME", "Sorry, I am not aware of any device called Desk Lamp in the Den area"),
            (LAMP, "DUPLICATE_NAME", "Sorry, there are multiple devices called Desk Lamp"),
            ({"floor": "attic"}, "INVALID_FLOOR", "Sorry, I am not aware of any floor called attic"),
            ({"area": "Shed"}, "INVALID_AREA", "Sorry, I am not aware of any area called Shed"),
            ({"area": "Den", "domain": ["fan"]}, "DOMAIN", reply("failed", ["en"], targets="Den")),
            ({}, "FEATURE", reply("failed_altogether", ["en"])),
        ],
    )
    @pytest.mark.parametrize("new", [True, False])
    async def test_in_home_assistants_official_words(self, arguments: Any, reason: str, words: str, new: bool) -> None:
        old_text = (
            f"<MatchFailedError result=MatchTargetsResult(is_match=False, no_match_reason=<MatchFailedReason.{reason}: 1>, ...)>"
        )
        text = f"No entities matched the {reason.lower().replace('_', ' ')}" if new else old_text
        result = {"error": "MatchFailedError", "error_text": text}
        assert await said("x", ("HassTurnOn", arguments, result)) == words

    async def test_in_the_language_of_the_request(self) -> None:
        result = {"error": "MatchFailedError", "error_text": "No entities matched the invalid floor"}
        text = await said("x", ("HassTurnOn", {"floor": "Keller"}, result), language="de")
        assert "Keller" in text
        assert text != await said("x", ("HassTurnOn", {"floor": "Keller"}, result))

    async def test_of_a_service_name_the_thing(self) -> None:
        result = {"error": "HomeAssistantError", "error_text": "timeout"}
        assert await said("x", ("HassTurnOn", LAMP, result)) == reply("failed", ["en"], targets="Desk Lamp")

    async def test_of_one_call_stop_those_that_follow_and_these_are_named_too(self) -> None:
        broken = {"error": "HomeAssistantError", "error_text": "timeout"}
        request = body("Turn on the desk lamp and turn on the floor lamp", ("HassTurnOn", LAMP, broken))
        turn = await verified(request | {"parallel_tool_calls": False})
        assert turn.plan == Reply(reply("failed", ["en"], targets="Desk Lamp, Floor Lamp"), kind="failed")
        assert (await verified(request)).plan == Reply(reply("failed", ["en"], targets="Desk Lamp"), kind="failed")

    async def test_of_one_of_several_services_is_no_success(self) -> None:
        several = [{"success": True}, {"success": False, "error": "Lamp is gone"}]
        assert await said("x", ("good_night", {}, several)) == reply("failed_altogether", ["en"])


class TestTheLanguage:
    """is that of the sentence, and no other is mixed with it."""

    @pytest.mark.parametrize(
        ("sentence", "words"),
        [
            ("Schalte die Desk Lamp ein", "Licht eingeschaltet"),
            ("Desk Lamp an", "Licht eingeschaltet"),
            ("Turn on the desk lamp", "Turned on the light"),
            ("Włącz Desk Lamp", "Włączono Desk Lamp"),
        ],
    )
    async def test_of_a_house_that_speaks_several(self, sentence: str, words: str) -> None:
        request = body(sentence, ("HassTurnOn", LAMP, done("light.desk_lamp")))
        turn = await verified(request, ha_assist_verify_attempts=0, ha_assist_languages=("en", "de", "pl"))
        assert turn.plan == Reply(words, kind="done")

    async def test_that_the_request_tells_wins(self) -> None:
        request = body("Turn on the desk lamp", ("HassTurnOn", LAMP, done("light.desk_lamp")), language="fr")
        turn = await verified(request, ha_assist_verify_attempts=0, ha_assist_languages=("en", "de"))
        assert turn.plan == Reply("Allumé", kind="done")

    async def test_has_words_of_its_own_where_official_ones_are_missing(self) -> None:
        call = ("HassStopMoving", {"name": "Blind"}, done("cover.blind"))
        assert await said("x", call, language="pl") == reply("done", ["pl"])


class TestAReadingThatWasWrong:
    """goes to the model with the error, once; nothing was done."""

    @pytest.mark.parametrize("error", [NO_NAME, {"error": "InvalidSlotInfo", "error_text": "Received invalid slot info"}])
    async def test_ours(self, error: Any) -> None:
        turn = await verified(body("Turn on the desk lamp", ("HassTurnOn", LAMP, error)), ha_assist_text_model="m")
        assert turn.plan is None
        assert turn.metrics["ha_verify"]["kind"] == "model"

    @pytest.mark.parametrize(
        ("sentence", "rounds"),
        [
            ("Turn on the desk lamp", [("HassTurnOn", LAMP, {"error": "HomeAssistantError", "error_text": "timeout"})]),
            ("Make it cosy", [("HassTurnOn", LAMP, NO_NAME)]),
            ("Turn on the desk lamp", [("HassTurnOn", LAMP, NO_NAME), ("HassTurnOn", {"name": "Desk"}, NO_NAME)]),
            ("Turn on the desk lamp", [("HassTurnOn", LAMP, NO_NAME), ("HassTurnOn", LAMP, NO_NAME)]),
            (
                "Turn on the desk lamp and the floor lamp",
                [("HassTurnOn", LAMP, done("light.desk_lamp")), ("HassTurnOn", FLOOR_LAMP, NO_NAME)],
            ),
        ],
        ids=[
            "something was done perhaps",
            "it was the model's",
            "it was asked",
            "it was asked, and repeated us",
            "a part was done",
        ],
    )
    async def test_is_told_otherwise(self, sentence: str, rounds: Any) -> None:
        turn = await verified(body(sentence, *rounds), ha_assist_text_model="m")
        assert isinstance(turn.plan, Reply)

    async def test_is_told_without_a_model(self) -> None:
        assert isinstance((await verified(body("Turn on the desk lamp", ("HassTurnOn", LAMP, NO_NAME)))).plan, Reply)


class TestOtherResults:
    @pytest.mark.parametrize(
        ("name", "arguments", "result", "words"),
        [
            ("HassListAddItem", {"item": "milk", "name": "Groceries"}, done(), "Added milk"),
            ("HassListCompleteItem", {"item": "milk", "name": "Groceries"}, done(), "Checked off milk"),
            ("HassStartTimer", {"minutes": 10}, done(), "Timer set for 10 minutes"),
            ("HassStartTimer", {"minutes": 5, "name": "tea"}, done(), "Timer set for 5 minutes named tea"),
            ("HassCancelAllTimers", {}, done(speech_slots={"canceled": 2}), "Canceled 2 timers."),
            ("HassTimerStatus", {}, done(speech_slots={"timers": []}), "No timers."),
            ("HassTurnOn", {"name": "Kitchen", "domain": ["script"]}, done("script.kitchen"), "Started"),
            (
                "HassTurnOn",
                LAMP,
                done("light.desk_lamp", speech={"plain": {"speech": "Let there be light"}}),
                "Let there be light",
            ),
            (
                "HassGetState",
                {},
                {"response_type": "query_answer", "speech": {"plain": {"speech": "It is 21 °C"}}},
                "It is 21 °C",
            ),
            (
                "HassTurnOn",
                LAMP,
                done("light.desk_lamp", speech={"plain": {"speech": "**Lit** light.desk_lamp"}}),
                "Lit Desk Lamp",
            ),
            ("good_night", {}, {"success": True}, "Done."),
            ("good_night", {}, "success", "Done."),
            ("good_night", {}, [{"success": True}], "Done."),
            (
                "todo_get_items",
                {"todo_list": "x"},
                {"success": True, "result": [{"summary": "milk"}, {"summary": "eggs"}]},
                "milk, eggs",
            ),
            (
                "todo_get_items",
                {"todo_list": "Chores"},
                {"success": True, "result": []},
                reply("nothing_listed", ["en"], name="Chores"),
            ),
            ("good_night", {}, {"success": True, "result": {"message": "Sleep well"}}, "Sleep well"),
        ],
    )
    async def test_have_words_of_their_own(self, name: str, arguments: Any, result: Any, words: str) -> None:
        assert await said("x", (name, arguments, result)) == words
        turn = await verified(body("x", (name, arguments, result)), ha_assist_text_model="m")
        assert isinstance(turn.plan, Read) or turn.plan == Reply(words, kind="done")

    @pytest.mark.parametrize(
        ("name", "result"),
        [
            ("good_night", {"success": True, "result": {"temperature": 3, "wind": "calm"}}),
            ("good_night", {"success": True, "result": {"raining": True}}),
            ("good_night", {"success": True, "result": [{"summary": "Dentist", "start": "2026-12-01T09:00:00+01:00"}]}),
            ("HassGetState", {"response_type": "query_answer", "data": {"success": [], "failed": []}}),
        ],
    )
    async def test_that_only_language_can_sum_up_go_to_the_model(self, name: str, result: Any) -> None:
        assert (await verified(body("x", (name, {}, result)), ha_assist_text_model="m")).plan is None
        assert await said("x", (name, {}, result))

    async def test_the_clock_is_read_out_as_it_was_asked_for(self) -> None:
        now = {"success": True, "result": {"date": "2026-12-01", "time": "09:05:00", "timezone": "CET", "weekday": "Tuesday"}}
        assert await said("What time is it?", ("GetDateTime", {}, now)) == "9:05 AM"
        assert await said("What date is it?", ("GetDateTime", {}, now)) == "December 1st, 2026"

    async def test_a_call_whose_result_is_missing_is_not_said_to_be_done(self) -> None:
        request = body("x", ("HassTurnOn", LAMP, done("light.desk_lamp")))
        call = {"id": "c9", "type": "function", "function": {"name": "HassTurnOn", "arguments": json.dumps(FLOOR_LAMP)}}
        request["messages"][-2]["tool_calls"].append(call)
        plan = (await verified(request, ha_assist_verify_attempts=0)).plan
        assert plan == Reply(f"Turned on the light. {reply('unconfirmed', ['en'], targets='Floor Lamp')}", kind="done")


class TestAClientAtItsLimit:
    """says ``tool_choice`` none, and gets words."""

    async def test_instead_of_a_read(self) -> None:
        request = body("x", ("HassTurnOn", LAMP, done("light.desk_lamp")), tool_choice="none")
        assert (await verified(request)).plan == Reply("Turned on the light", kind="done")

    async def test_instead_of_the_next_call(self) -> None:
        sentence = "Turn on the desk lamp and turn on the floor lamp"
        request = body(sentence, ("HassTurnOn", LAMP, done("light.desk_lamp")), parallel_tool_calls=False)
        assert isinstance((await verified(request)).plan, Calls)
        assert isinstance((await verified(request | {"tool_choice": "none"})).plan, Reply)


async def test_a_request_for_something_that_several_domains_share_tells_of_all() -> None:
    everything = done("light.desk_lamp", "switch.kettle", "light.floor_lamp")
    call = ("HassTurnOff", {"area": "Den", "domain": ["light", "switch", "fan"]}, everything)
    plan = (await verified(body("Turn everything off in the den", call), ha_assist_verify_attempts=0)).plan
    assert plan == Reply("Turned off the lights. Turned off the switch.", kind="done")


CAPTURED = [
    (NOW, "Turn off the kitchen lights", "Turned off the lights"),
    (THEN, "Turn off the kitchen lights", "Turned off the lights"),
    (THEN, "Turn on the floor lamp", "Turned on the light"),
    (NOW, "Unlock the front door", "Unlocking"),
    (THEN, "Unlock the front door", "Unlocking"),
]


@pytest.mark.parametrize(("capture", "sentence", "words"), CAPTURED)
async def test_captured_flows_with_a_read_end_in_the_right_words(capture: str, sentence: str, words: str) -> None:
    with (REQUESTS / f"{capture}.jsonl").open(encoding="utf-8") as lines:
        bodies = [json.loads(line)["body"] for line in lines]
    last = next(found for found in reversed(bodies) if {"role": "user", "content": sentence} in found["messages"])
    assert (await verified(last)).plan == Reply(words, kind="done")


class TestAResultThatNamesAnAreaAlone:
    """is verified by what the house lists there, and a read that shows one thing late is followed by another."""

    DONE: Any = {  # noqa: RUF012
        "response_type": "action_done",
        "data": {"success": [{"name": "Office", "type": "area", "id": "office"}], "failed": []},
    }
    ACTED = ("HassTurnOff", {"area": "Office", "domain": ["light"]}, DONE)

    def live(self, state: str) -> Any:
        listed = f"- names: Desk Lamp\n  domain: light\n  state: '{state}'\n  areas: Office\n"
        return {"success": True, "result": f"Live Context: {HOUSE.partition(': ')[2].partition('- ')[0]}{listed}"}

    async def test_late(self) -> None:
        request = body("Turn off the office lights", self.ACTED, ("GetLiveContext", {}, self.live("on")))
        turn = await verified(request)
        assert isinstance(turn.plan, Read)
        assert turn.plan.attempt == 2
        assert turn.metrics["ha_verify"]["laggards"] == ("Desk Lamp",)

    async def test_at_last(self) -> None:
        late, last = (("GetLiveContext", {}, self.live(state)) for state in ("on", "off"))
        turn = await verified(body("Turn off the office lights", self.ACTED, late, last))
        assert turn.plan == Reply("Turned off the lights", kind="done")
