"""A context block, from a request to its answer: fresh states need no reading, floors are known, and no model sees it."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from ha_assist.adapters.backends.protocol import Capabilities
from ha_assist.adapters.openai.wire import ChatRequest
from ha_assist.adapters.settings import Assist, Settings
from ha_assist.http.answers import metrics
from ha_assist.machine.runner import Runner
from ha_assist.machine.states import State
from ha_assist.machine.turn import Turn
from ha_assist.states.classify import classify
from ha_assist.states.compile import compile_prompt
from ha_assist.states.registry import handlers
from ha_assist.states.retrieve import retrieve
from ha_assist.states.services import Services

CAPTURE = Path(__file__).parents[1] / "requests" / "ha-2026.10-llama_cpp.jsonl"
TOOLS = json.loads(CAPTURE.read_text(encoding="utf-8").splitlines()[0])["body"]["tools"]
SERVICES = Services(Settings())
LISTED = [
    ("light", "Ceiling Light", "Kitchen"),
    ("light", "Bedside Lamp, Reading Light", "Bedroom"),
    ("light", "Bath Light", "Bathroom"),
    ("lock", "Front Door", "Hall"),
    ("sensor", "Kitchen Temperature", "Kitchen"),
    ("switch", "Kettle", "Kitchen"),
]
LIST = "Static Context: An overview of the areas and the devices in this smart home:\n" + "".join(
    f"- names: {names}\n  domain: {domain}\n  areas: {area}\n" for domain, names, area in LISTED
)
FLOORS = [
    {"name": "Ground Floor", "areas": ["Kitchen", "Hall"], "aliases": ["downstairs"]},
    {"name": "Upper Floor", "areas": ["Bedroom", "Bathroom"], "aliases": ["upstairs"]},
]
ENTITIES = [
    {"id": "light.ceiling", "names": ["Ceiling Light"], "area": "Kitchen", "state": "on", "attributes": {"brightness": 128}},
    {"id": "light.bedside", "names": ["Bedside Lamp"], "area": "Bedroom", "state": "off"},
    {"id": "light.bath", "names": ["Bath Light"], "area": "Bathroom", "state": "on"},
    {"id": "lock.front", "names": ["Front Door"], "area": "Hall", "state": "locked"},
    {"id": "sensor.kitchen", "names": ["Kitchen Temperature"], "area": "Kitchen", "device_class": "temperature", "state": "21.5",
     "attributes": {"unit_of_measurement": "°C"}},
    {"id": "switch.kettle", "names": ["Kettle"], "area": "Kitchen", "state": "off"},
    {"id": "lock.secret", "names": ["Secret Vault"], "state": "unlocked"},
]  # fmt: skip


def block(age: float = 0.2, **more: Any) -> dict[str, Any]:
    at = (datetime.now(UTC) - timedelta(seconds=age)).isoformat()
    return {"generated_at": at, "language": "en", "entities": ENTITIES, "floors": FLOORS, **more}


def body(sentence: str, context: Any = None, *, field: bool = True, system: str = LIST, **more: Any) -> dict[str, Any]:
    """A request with a block, in its own field or in the system message."""
    if context is not None and not field:
        system = f"Be brief.\n<ha_context>\n{json.dumps(context)}\n</ha_context>\n{system}"
    messages = [{"role": "system", "content": system}, {"role": "user", "content": sentence}]
    found = {"model": "HA-Assist", "messages": messages, "tools": TOOLS, **more}
    return found | ({"ha_context": context} if context is not None and field else {})


async def answered(request: dict[str, Any], services: Services = SERVICES) -> Turn:
    turn = await Runner(handlers(services, {})).run(Turn(json.dumps(request).encode()))
    assert turn.state is State.ANSWERED
    assert turn.answer is not None
    return turn


async def said(request: dict[str, Any]) -> str:
    """What is said at once, without any call."""
    turn = await answered(request)
    assert turn.answer is not None
    assert turn.answer.calls == ()
    return turn.answer.text or ""


async def called(request: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    turn = await answered(request)
    assert turn.answer is not None
    return [(call.function.name.rpartition("__")[2], call.function.parsed or {}) for call in turn.answer.calls]


async def classified(request: dict[str, Any], services: Services = SERVICES) -> Turn:
    turn = Turn(b"", request=msgspec.convert(request, ChatRequest))
    await classify(turn, services)
    return turn


class TestFreshStates:
    @pytest.mark.parametrize("field", [True, False], ids=["field", "system message"])
    @pytest.mark.parametrize(
        ("sentence", "answer"),
        [
            ("Is the front door locked?", "Yes"),
            ("Is the bedside lamp on?", "No"),
            ("What is the temperature in the kitchen?", "21.5 °C"),
            ("Which lights are on?", "Ceiling Light"),
            ("How many lights are on?", "2"),
            ("How bright is the ceiling light?", "50"),
        ],
    )
    async def test_answer_a_question_at_once(self, field: bool, sentence: str, answer: str) -> None:
        assert answer in await said(body(sentence, block(), field=field))

    async def test_as_json_text_answer_as_well(self) -> None:
        assert "Yes" in await said(body("Is the front door locked?", json.dumps(block())))

    async def test_that_are_too_old_are_read_anew(self) -> None:
        assert (await called(body("Is the front door locked?", block(age=6))))[0][0] == "GetLiveContext"
        young = Services(Settings(settings=Assist(ha_assist_context_max_age=60)))
        turn = await answered(body("Is the front door locked?", block(age=6)), young)
        assert turn.answer is not None
        assert turn.answer.calls == ()

    async def test_come_before_what_the_list_says_and_old_lists_answer_by_themselves(self) -> None:
        """Home Assistant of 2024 and early 2025 lists states in the system message."""
        listed = LIST.replace("domain: lock\n", "domain: lock\n  state: unlocked\n").replace(
            "domain: light\n", "domain: light\n  state: 'off'\n  attributes:\n    brightness: '0'\n"
        )
        assert "No" in await said(body("Is the front door locked?", system=listed))
        assert "No" in await said(body("Are any lights on?", system=listed))
        assert "Yes" in await said(body("Is the front door locked?", block(), system=listed))
        assert "No" in await said(body("Is the front door locked?", block(age=60), system=listed))

    async def test_do_not_count_after_an_action(self) -> None:
        request = body("Is the front door locked?", block())
        lock = {"id": "a", "function": {"name": "intent__HassTurnOff", "arguments": '{"name": "Front Door"}'}}
        earlier = [
            {"role": "user", "content": "Unlock the front door"},
            {"role": "assistant", "tool_calls": [lock]},
            {"role": "tool", "tool_call_id": "a", "content": "{}"},
            {"role": "assistant", "content": "Done."},
        ]
        request["messages"][1:1] = earlier
        assert (await called(request))[0][0] == "GetLiveContext"
        lock["function"]["name"] = next(t["function"]["name"] for t in TOOLS if t["function"]["name"].endswith("GetLiveContext"))
        assert "Yes" in await said(request)

    async def test_of_what_is_not_listed_are_never_told(self) -> None:
        turn = await answered(body("Is the secret vault locked?", block()))
        assert turn.answer is not None
        assert "ault" not in str(turn.house.entities)


class TestKnownFloors:
    @pytest.mark.parametrize("age", [0.2, 60])
    async def test_make_sure_that_a_floor_is_one(self, age: float) -> None:
        request = body("turn off all lights upstairs", block(age))
        assert await called(request) == [("HassTurnOff", {"floor": "Upper Floor", "domain": ["light"]})]
        assert "attic" in await said(body("turn off all lights in the attic", block(age)))

    async def test_answer_questions(self) -> None:
        assert await called(body("Which lights are on upstairs?")) == []
        assert "Bath Light" in (text := await said(body("Which lights are on upstairs?", block())))
        assert "Ceiling" not in text
        assert "attic" in await said(body("Which lights are on in the attic?", block()))
        assert (await called(body("Are any lights on downstairs?", block(60))))[0][0] == "GetLiveContext"

    async def test_choose_things(self) -> None:
        assert await called(body("turn off the lamp upstairs", block())) == [
            ("HassTurnOff", {"name": "Bedside Lamp", "domain": ["light"], "floor": "Upper Floor"})
        ]

    async def test_without_all_their_names_leave_the_others_to_home_assistant(self) -> None:
        floors = [{**floor, "aliases": None} for floor in FLOORS]
        assert await called(body("turn off all lights upstairs", block(floors=floors))) == [
            ("HassTurnOff", {"floor": "upstairs", "domain": ["light"]})
        ]
        assert await called(body("turn off all lights on the upper floor", block(floors=floors))) == [
            ("HassTurnOff", {"floor": "Upper Floor", "domain": ["light"]})
        ]


class TestTheLanguage:
    async def test_of_the_block_comes_after_that_of_the_request_and_before_the_settings(self) -> None:
        english_and_french = Services(Settings(settings=Assist(ha_assist_languages=("en", "fr"))))
        turn = await classified(body("Hallo", block(language="de-CH"), language="pl"), english_and_french)
        assert turn.languages == ("pl", "de-CH", "en", "fr")
        assert (await classified(body("Hallo", block(language="*")))).languages == ("en",)

    async def test_is_understood(self) -> None:
        assert "Ja" in await said(body("Ist Front Door abgeschlossen?", block(language="de")))


class TestTheStory:
    async def test_of_a_block_is_in_the_metrics(self) -> None:
        turn = await answered(body("Is the front door locked?", block()))
        found = metrics(turn)["ha_context"]
        assert (found["used"], found["fresh"], found["reason"], found["entities"]) == (True, True, None, 6)
        assert 0.2 <= found["age"] < 5

    @pytest.mark.parametrize("field", [True, False], ids=["field", "system message"])
    async def test_of_a_broken_block_too_and_it_is_ignored(self, field: bool) -> None:
        turn = await answered(body("turn on the kettle", {"entities": 3}, field=field))
        assert turn.answer is not None
        assert [call.function.parsed for call in turn.answer.calls] == [{"name": "Kettle", "domain": ["switch"]}]
        assert metrics(turn)["ha_context"]["used"] is False
        assert "$.entities" in metrics(turn)["ha_context"]["reason"]

    async def test_is_not_told_where_there_is_no_block(self) -> None:
        assert "ha_context" not in metrics(await answered(body("turn on the kettle")))
        assert "ha_context" not in metrics(await answered(body("turn on the kettle", ha_context=None)))


class TestAModel:
    @pytest.mark.parametrize("sentence", ["Write a poem about the front door", "Why is the bedside lamp so warm today?"])
    @pytest.mark.parametrize("end", ["</ha_context>", ""], ids=["whole", "without an end"])
    async def test_never_gets_to_see_the_block(self, sentence: str, end: str) -> None:
        services = Services(Settings(settings=Assist(ha_assist_text_model="qwen")))
        system = f"Be brief.\n<ha_context>{json.dumps(block())}{end}\n{LIST}"
        for request in (body(sentence, system=system), body(sentence, block())):
            turn = await classified(request, services)
            await retrieve(turn, services, {"qwen": Capabilities()})
            await compile_prompt(turn, services, {"qwen": Capabilities()})
            assert turn.prompt is not None
            text = json.dumps(turn.prompt.messages) + json.dumps(turn.prompt.tools)
            for ours in ("ha_context", "generated_at", "Secret Vault", "light.bedside"):
                assert ours not in text
