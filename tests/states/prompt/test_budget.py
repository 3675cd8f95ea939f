"""What a prompt may have, what it has, and what goes until it fits. Nothing is cut in the middle."""

from typing import Any

import msgspec
import pytest
from ha_assist.adapters.backends.protocol import Capabilities, Prompt
from ha_assist.adapters.openai.wire import ChatRequest
from ha_assist.machine.turn import Kept, Selection
from ha_assist.states.prompt.budget import ROOM_FOR_ANSWER, counted, estimated_tokens, fitting, input_limit
from ha_assist.states.prompt.build import dropped, most_steps
from hypothesis import given
from hypothesis import strategies as st

PICTURE = {"type": "image_url", "image_url": {"url": "data:image/png;base64," + "A" * 1_000_000}}


def prompt(text: str) -> Prompt:
    return Prompt(messages=[{"role": "user", "content": text}])


class Words:
    """A tokenizer for which every word is a token."""

    def __init__(self) -> None:
        self.asked = 0

    async def count_tokens(self, prompt: Prompt) -> int | None:
        self.asked += 1
        return sum(len(message["content"].split()) for message in prompt.messages if isinstance(message["content"], str))


class Silent:
    """A tokenizer that cannot be reached."""

    async def count_tokens(self, prompt: Prompt) -> int | None:
        return None


class TestTheLimit:
    @given(
        context=st.none() | st.integers(1, 10**6), own=st.none() | st.integers(1, 10**6), asked=st.none() | st.integers(1, 10**6)
    )
    def test_can_only_be_lowered_by_the_client(self, context: int | None, own: int | None, asked: int | None) -> None:
        able = Capabilities(context_tokens=context, input_tokens=own)
        models = input_limit(ChatRequest("HA-Assist", []), able)
        limit = input_limit(ChatRequest("HA-Assist", [], max_input_tokens=asked), able)
        assert limit == min((value for value in (models, asked) if value is not None), default=None)

    def test_leaves_room_for_the_answer(self) -> None:
        able = Capabilities(context_tokens=1000)
        assert input_limit(ChatRequest("HA-Assist", []), able) == 1000 - ROOM_FOR_ANSWER
        assert input_limit(ChatRequest("HA-Assist", [], max_tokens=3), able) == 997
        assert input_limit(ChatRequest("HA-Assist", [], max_tokens=3000), able) == 1000 - ROOM_FOR_ANSWER


class TestTheEstimate:
    @given(text=st.text(), more=st.text(min_size=3))
    def test_grows_with_the_text(self, text: str, more: str) -> None:
        assert estimated_tokens(prompt(text)) < estimated_tokens(prompt(text + more))

    def test_counts_a_picture_by_itself_and_not_by_its_bytes(self) -> None:
        seen = Prompt(messages=[{"role": "user", "content": [PICTURE]}])
        assert 700 < estimated_tokens(seen, image_tokens=700) < 750


class TestCounting:
    async def test_is_done_by_the_backends_tokenizer(self) -> None:
        asked = prompt("one two three")
        assert await counted(asked, Capabilities(), Words()) == asked.tokens == 3

    async def test_leaves_room_for_pictures(self) -> None:
        seen = Prompt(messages=[{"role": "user", "content": [PICTURE]}, *prompt("one two").messages])
        assert await counted(seen, Capabilities(image_tokens=256), Words()) == 2 + 256

    @pytest.mark.parametrize("counter", [None, Silent()])
    async def test_is_estimated_without_one_and_says_so(self, counter: Any) -> None:
        asked = prompt("one two three")
        assert await counted(asked, Capabilities(), counter) == estimated_tokens(asked)
        assert asked.tokens is None


class TestFitting:
    @given(sizes=st.lists(st.integers(0, 50), max_size=12), limit=st.none() | st.integers(0, 300))
    async def test_leaves_out_as_little_as_it_can(self, sizes: list[int], limit: int | None) -> None:
        made, steps, tokens = await fitting(
            lambda steps: prompt("word " * (5 + sum(sizes[steps:]))), len(sizes), limit, Capabilities(), Words()
        )
        assert tokens == 5 + sum(sizes[steps:]) == made.tokens
        if limit is None:
            assert steps == 0
        elif limit >= 5:
            assert tokens <= limit
            assert steps == 0 or 5 + sum(sizes[steps - 1 :]) > limit
        else:
            assert steps == len(sizes)

    async def test_counts_once_what_fits_at_once(self) -> None:
        words = Words()
        await fitting(lambda _: prompt("one"), 40, 100, Capabilities(), words)
        assert words.asked == 1

    async def test_counts_few_times_what_does_not(self) -> None:
        words = Words()
        await fitting(lambda steps: prompt("word " * (41 - steps)), 40, 20, Capabilities(), words)
        assert words.asked <= 8


def items(*scores: float, required: int = 0) -> tuple[Kept, ...]:
    return tuple(Kept(place, score, ("words",), required=place < required) for place, score in enumerate(scores))


class TestDropping:
    ROUNDS = tuple((message,) for message in msgspec.convert([{"role": "user", "content": text} for text in "abc"], list[Any]))

    def test_begins_with_whole_rounds_the_oldest_first(self) -> None:
        selection = Selection("en", rounds=self.ROUNDS, entities=items(3, 2))
        assert dropped(selection, 2).rounds == self.ROUNDS[2:]
        assert dropped(selection, 2).entities == selection.entities

    def test_goes_on_with_what_ranks_lowest(self) -> None:
        selection = Selection("en", entities=items(10, 9, 1), tools=items(10, 5))
        assert [kept.item for kept in dropped(selection, 1).entities] == [0, 1]
        assert [kept.item for kept in dropped(selection, 2).tools] == [0]

    def test_never_drops_what_is_required_or_best(self) -> None:
        selection = Selection("en", rounds=self.ROUNDS, entities=items(3, 2, 1, required=2), tools=items(1, 0.5))
        least = dropped(selection, most_steps(selection))
        assert ([kept.item for kept in least.entities], [kept.item for kept in least.tools]) == ([0, 1], [0])

    @given(st.integers(0, 12), st.integers(0, 4))
    def test_leaves_out_one_thing_a_step(self, steps: int, required: int) -> None:
        selection = Selection("en", rounds=self.ROUNDS, entities=items(4, 3, 2, 1, required=required), tools=items(5, 4))

        def size(of: Selection) -> int:
            return len(of.rounds) + len(of.entities) + len(of.tools)

        steps = min(steps, most_steps(selection))
        assert size(selection) - size(dropped(selection, steps)) == steps
