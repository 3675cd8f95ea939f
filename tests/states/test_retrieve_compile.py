"""Which model a turn gets, and the prompt that is made for it."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from ha_assist.adapters.backends.protocol import Capabilities, Prompt
from ha_assist.adapters.openai.wire import ChatRequest
from ha_assist.adapters.settings import Assist, Settings
from ha_assist.machine.turn import Turn
from ha_assist.states.compile import ROOM_FOR_ANSWER, TOKENS_PER_IMAGE, compile_prompt, estimated_tokens, input_limit
from ha_assist.states.retrieve import retrieve
from ha_assist.states.services import Services
from hypothesis import given
from hypothesis import strategies as st

CAPTURES = {
    path.stem: [json.loads(line)["body"] for line in path.read_text(encoding="utf-8").splitlines()]
    for path in sorted((Path(__file__).parents[1] / "requests").glob("ha-*.jsonl"))
}
SERVICES = Services(Settings(settings=Assist(ha_assist_text_model="qwen", ha_assist_vision_model="llava")))
BOTH = {"qwen": Capabilities(), "llava": Capabilities(images=True)}
USER = {"role": "user", "content": "What is the capital of France?"}
TOOLS = [
    {"type": "function", "function": {"name": name, "description": "x", "parameters": {"type": "object", "properties": {}}}}
    for name in ("HassTurnOn", "HassTurnOff")
]


def turn_of(chosen: str | None = "qwen", /, **fields: Any) -> Turn:
    body = {"model": "HA-Assist", "messages": [USER], **fields}
    turn = Turn(json.dumps(body).encode(), request=msgspec.convert(body, ChatRequest), languages=("en",))
    turn.model = chosen
    return turn


async def prompt_of(able: Capabilities | None = None, **fields: Any) -> Prompt:
    turn = turn_of(**fields)
    await compile_prompt(turn, SERVICES, {"qwen": able or Capabilities()})
    assert turn.refusal is None
    assert turn.prompt is not None
    return turn.prompt


class TestTheModel:
    @pytest.mark.parametrize(("image", "model"), [(False, "qwen"), (True, "llava")])
    async def test_is_the_one_for_text_or_the_one_for_pictures(self, image: bool, model: str) -> None:
        turn = turn_of(None)
        turn.has_image = image
        await retrieve(turn, SERVICES, BOTH)
        assert turn.model == model

    async def test_is_never_the_text_model_for_a_picture(self) -> None:
        turn = turn_of(None)
        turn.has_image = True
        await retrieve(turn, Services(Settings(settings=Assist(ha_assist_text_model="qwen"))), BOTH)
        assert turn.model is None

    async def test_is_none_when_none_is_set(self) -> None:
        turn = turn_of(None)
        await retrieve(turn, Services(Settings()), BOTH)
        assert turn.model is None


class TestAPhysicalModel:
    async def test_gets_the_body_as_it_is(self) -> None:
        turn = turn_of("qwen", mirostat=2, max_input_tokens=1)
        turn.physical_model = "qwen"
        await compile_prompt(turn, SERVICES, {"qwen": Capabilities(context_tokens=1)})
        assert turn.prompt == Prompt(verbatim=json.loads(turn.body), body=turn.body)


class TestThePrompt:
    async def test_has_the_messages_and_the_tools(self) -> None:
        prompt = await prompt_of(tools=TOOLS)
        assert (prompt.messages, prompt.tools, prompt.options) == ([USER], TOOLS, {})

    async def test_has_the_options(self) -> None:
        options = {"temperature": 0.7, "top_p": 0.9, "tool_choice": "auto", "parallel_tool_calls": False}
        prompt = await prompt_of(
            tools=TOOLS, max_tokens=100, max_completion_tokens=50, response_format={"type": "text"}, **options
        )
        assert prompt.options == {**options, "max_tokens": 50, "response_format": {"type": "text"}}

    async def test_offers_no_tools_to_a_model_that_must_not_or_cannot_call(self) -> None:
        for prompt in (await prompt_of(tools=TOOLS, tool_choice="none"), await prompt_of(Capabilities(tools=False), tools=TOOLS)):
            assert (prompt.tools, prompt.options) == ([], {})

    async def test_offers_a_named_tool_alone(self) -> None:
        prompt = await prompt_of(tools=TOOLS, tool_choice={"type": "function", "function": {"name": "HassTurnOff"}})
        assert (prompt.tools, prompt.options) == (TOOLS[1:], {"tool_choice": "required"})

    async def test_has_no_options_of_tools_without_tools(self) -> None:
        assert (await prompt_of(tool_choice="auto", parallel_tool_calls=True)).options == {}

    @pytest.mark.parametrize("bodies", CAPTURES.values(), ids=CAPTURES)
    async def test_of_every_captured_request_is_made(self, bodies: list[dict[str, Any]]) -> None:
        for body in bodies:
            prompt = await prompt_of(**body)
            assert prompt.tools == body["tools"]
            roles = [message["role"] for message in prompt.messages]
            assert roles == [message["role"] for message in body["messages"]]


class TestWhatCannotBeTaken:
    async def test_a_picture_for_a_model_that_sees_none_is_refused(self) -> None:
        turn = turn_of()
        turn.has_image = True
        await compile_prompt(turn, SERVICES, BOTH)
        assert turn.prompt is None
        assert turn.refusal is not None
        assert (turn.refusal.status, turn.refusal.code) == (400, "images_not_supported")

    @pytest.mark.parametrize(
        ("able", "fields"),
        [
            (Capabilities(context_tokens=1000), {}),
            (Capabilities(), {"max_input_tokens": 900}),
            (Capabilities(context_tokens=100_000), {"max_input_tokens": 900}),
        ],
    )
    async def test_a_prompt_that_is_too_long_is_refused_with_its_tokens_and_the_limit(self, able: Any, fields: Any) -> None:
        turn = turn_of(messages=[{"role": "user", "content": "word " * 1000}], **fields)
        await compile_prompt(turn, SERVICES, {"qwen": able})
        assert turn.prompt is None
        assert turn.refusal is not None
        assert (turn.refusal.status, turn.refusal.code) == (400, "input_token_limit_exceeded")
        limit = input_limit(turn.request, able)
        assert str(limit) in turn.refusal.message
        assert "tokens" in turn.refusal.message

    async def test_a_prompt_that_fits_is_not(self) -> None:
        await prompt_of(Capabilities(context_tokens=4096), max_tokens=3000)

    async def test_without_a_known_limit_the_backend_decides(self) -> None:
        await prompt_of(messages=[{"role": "user", "content": "word " * 100_000}])


class TestTheLimit:
    @given(context=st.none() | st.integers(1, 10**6), asked=st.none() | st.integers(1, 10**6))
    def test_can_only_be_lowered_by_the_client(self, context: int | None, asked: int | None) -> None:
        able = Capabilities(context_tokens=context)
        own = input_limit(ChatRequest("HA-Assist", []), able)
        limit = input_limit(ChatRequest("HA-Assist", [], max_input_tokens=asked), able)
        assert limit == min((value for value in (own, asked) if value is not None), default=None)

    def test_leaves_room_for_the_answer(self) -> None:
        able = Capabilities(context_tokens=1000)
        assert input_limit(ChatRequest("HA-Assist", []), able) == 1000 - ROOM_FOR_ANSWER
        assert input_limit(ChatRequest("HA-Assist", [], max_tokens=3), able) == 997
        assert input_limit(ChatRequest("HA-Assist", [], max_tokens=3000), able) == 1000 - ROOM_FOR_ANSWER


class TestTheEstimate:
    @given(text=st.text(), more=st.text(min_size=3))
    def test_grows_with_the_text(self, text: str, more: str) -> None:
        short, long = (Prompt(messages=[{"role": "user", "content": content}]) for content in (text, text + more))
        assert estimated_tokens(short) < estimated_tokens(long)

    def test_counts_a_picture_by_itself_and_not_by_its_bytes(self) -> None:
        part = {"type": "image_url", "image_url": {"url": "data:image/png;base64," + "A" * 1_000_000}}
        assert TOKENS_PER_IMAGE < estimated_tokens(Prompt(messages=[{"role": "user", "content": [part]}])) < TOKENS_PER_IMAGE + 50
