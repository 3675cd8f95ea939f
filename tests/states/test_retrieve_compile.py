"""The states retrieve and compile: which model a turn gets, its prompt or a refusal, and what the metrics tell of it."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from ha_assist.adapters.backends.protocol import Capabilities, Prompt
from ha_assist.adapters.openai.wire import ChatRequest
from ha_assist.adapters.settings import Assist, Settings
from ha_assist.machine.turn import Turn
from ha_assist.states.compile import compile_prompt
from ha_assist.states.prompt.budget import input_limit
from ha_assist.states.retrieve import retrieve
from ha_assist.states.services import Services
from turns import called, result, said, turn_of, user

CAPTURES = {
    path.stem: [json.loads(line)["body"] for line in path.read_text(encoding="utf-8").splitlines()]
    for path in sorted((Path(__file__).parents[1] / "requests").glob("ha-*.jsonl"))
}
SERVICES = Services(Settings(settings=Assist(ha_assist_text_model="qwen", ha_assist_vision_model="llava")))
BOTH = {"qwen": Capabilities(), "llava": Capabilities(images=True)}
DARK = user("it is pitch dark in the bedroom")


async def compiled(turn: Turn, able: Capabilities | None = None, **counters: Any) -> Turn:
    capabilities = {**BOTH, "qwen": able or Capabilities()}
    await retrieve(turn, SERVICES, capabilities)
    await compile_prompt(turn, SERVICES, capabilities, counters)
    return turn


class TestTheModel:
    @pytest.mark.parametrize(("image", "model"), [(False, "qwen"), (True, "llava")])
    async def test_is_the_one_for_text_or_the_one_for_pictures(self, image: bool, model: str) -> None:
        turn = await turn_of(DARK)
        turn.has_image = image
        await retrieve(turn, SERVICES, BOTH)
        assert turn.model == model

    async def test_is_the_one_for_text_when_only_an_older_message_has_a_picture(self) -> None:
        picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
        turn = await turn_of({"role": "user", "content": [picture]}, said("A cat."), DARK)
        await retrieve(turn, SERVICES, BOTH)
        assert turn.model == "qwen"

    async def test_is_never_the_text_model_for_a_picture(self) -> None:
        turn = await turn_of(DARK)
        turn.has_image = True
        await retrieve(turn, Services(Settings(settings=Assist(ha_assist_text_model="qwen"))), BOTH)
        assert turn.model is None

    async def test_is_none_when_none_is_set_and_then_nothing_is_chosen(self) -> None:
        turn = await turn_of(DARK)
        await retrieve(turn, Services(Settings()), BOTH)
        assert (turn.model, turn.selection) == (None, None)


class TestAPhysicalModel:
    async def test_gets_the_body_as_it_is(self) -> None:
        body = json.dumps({"model": "qwen", "messages": [DARK], "mirostat": 2, "max_input_tokens": 1}).encode()
        turn = Turn(body, request=msgspec.json.decode(body, type=ChatRequest), physical_model="qwen", model="qwen")
        await compile_prompt(turn, SERVICES, {"qwen": Capabilities(context_tokens=1)})
        assert turn.prompt == Prompt(verbatim=json.loads(body), body=body)


class TestEveryCapturedRequest:
    @pytest.mark.parametrize("bodies", CAPTURES.values(), ids=CAPTURES)
    async def test_makes_a_small_prompt_with_the_current_turn_whole(self, bodies: list[dict[str, Any]]) -> None:
        for body in bodies:
            turn = await turn_of(
                *body["messages"], **{key: value for key, value in body.items() if key not in ("messages", "model")}
            )
            prompt = (await compiled(turn)).prompt
            assert prompt is not None
            current = len(turn.request.messages) - len(turn.history) - 1 if turn.request else 0
            assert [message["role"] for message in prompt.messages[-current:]] == [
                message["role"] for message in body["messages"][-current:]
            ]
            estimate = turn.metrics["ha_prompt"]["estimate"]
            results = sum(len(str(message.get("content"))) for message in body["messages"] if message["role"] == "tool")
            assert estimate["prompt"] < estimate["request"] / 3 + results


class TestWhatCannotBeTaken:
    async def test_a_picture_for_a_model_that_sees_none_is_refused(self) -> None:
        turn = await turn_of(DARK)
        turn.has_image = True
        turn.model = "qwen"
        turn.selection = None
        await retrieve(turn, Services(Settings(settings=Assist(ha_assist_vision_model="qwen"))), {"qwen": Capabilities()})
        await compile_prompt(turn, SERVICES, {"qwen": Capabilities()})
        assert turn.prompt is None
        assert turn.refusal is not None
        assert (turn.refusal.status, turn.refusal.code) == (400, "images_not_supported")

    @pytest.mark.parametrize(
        ("able", "fields"),
        [
            (Capabilities(context_tokens=1000), {}),
            (Capabilities(), {"max_input_tokens": 900}),
            (Capabilities(context_tokens=100_000), {"max_input_tokens": 900}),
            (Capabilities(input_tokens=900), {"max_input_tokens": 90_000}),
        ],
    )
    async def test_a_turn_that_is_too_long_is_refused_with_its_tokens_and_the_limit(self, able: Any, fields: Any) -> None:
        turn = await compiled(await turn_of(user("word " * 1000), **fields), able)
        assert turn.prompt is None
        assert turn.refusal is not None
        assert (turn.refusal.status, turn.refusal.code) == (400, "input_token_limit_exceeded")
        assert turn.request is not None
        assert f"at most {input_limit(turn.request, able)}" in turn.refusal.message

    async def test_so_is_one_whose_results_are(self) -> None:
        live = result("x" * 10_000)
        turn = await compiled(
            await turn_of(DARK, called("homeassistant__GetLiveContext"), live), Capabilities(context_tokens=2000)
        )  # fmt: skip
        assert turn.refusal is not None

    async def test_older_rounds_go_before_the_turn_is_refused(self) -> None:
        talk = [user("what is a dragon? " + "tell me " * 500), said("A beast.")]
        turn = await compiled(await turn_of(*talk, user("and what does it eat?")), Capabilities(context_tokens=1000))
        assert turn.prompt is not None
        assert turn.metrics["ha_prompt"]["left_out"] == 1
        assert "A beast." not in str(turn.prompt.messages)

    async def test_without_a_known_limit_the_backend_decides(self) -> None:
        assert (await compiled(await turn_of(user("word " * 100_000)))).prompt is not None


class TestTheMetrics:
    async def test_tell_what_was_kept_of_how_many_and_why(self) -> None:
        turn = await compiled(await turn_of(user("hello"), said("Hello!"), DARK))
        retrieval = turn.metrics["ha_retrieval"]
        assert retrieval["entities"]["of"] == len(turn.house.entities)
        assert 0 < retrieval["entities"]["kept"] < retrieval["entities"]["of"]
        assert retrieval["tools"] == {"kept": len(turn.selection.tools) if turn.selection else 0, "of": len(turn.tools)}
        assert all(item["reasons"] for items in retrieval["reasons"].values() for item in items)
        assert retrieval["encoder"] is None
        assert turn.metrics["ha_history"] == {"rounds": {"kept": 0, "of": 1}, "messages": {"kept": 0, "of": 2}}

    async def test_tell_tokens_before_and_after(self) -> None:
        turn = await compiled(await turn_of(DARK))
        told = turn.metrics["ha_prompt"]
        assert told["measured"] is False
        assert told["estimate"]["prompt"] == told["tokens"] < told["estimate"]["request"]

    async def test_are_json(self) -> None:
        msgspec.json.encode((await compiled(await turn_of(DARK))).metrics)
