"""A request's messages as a backend may see them."""

from typing import Any

import msgspec
from ha_assist.adapters.openai.wire import Message
from ha_assist.states.transcript import IMAGE, conversation
from hypothesis import given
from hypothesis import strategies as st

PICTURE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
USER = {"role": "user", "content": "Is the lamp on?"}


def made(*messages: dict[str, Any], images: bool = False, tools: bool = True) -> list[dict[str, Any]]:
    return conversation(msgspec.convert(list(messages), list[Message]), images=images, tools=tools)


def calling(*ids: str | None, content: str | None = None, **function: Any) -> dict[str, Any]:
    calls = [{"id": id, "type": "function", "function": {"name": "GetLiveContext", "arguments": "{}", **function}} for id in ids]
    return {"role": "assistant", "content": content, "tool_calls": calls}


def result(id: str | None, content: Any = "on", role: str = "tool") -> dict[str, Any]:
    return {"role": role, "content": content, "tool_call_id": id}


class TestWhatIsNotOfTheConversation:
    def test_messages_of_the_system_are_left_out(self) -> None:
        developer = {"role": "developer", "content": [{"type": "text", "text": "B"}]}
        assert made({"role": "system", "content": "A"}, USER, developer) == [USER]

    def test_what_is_meant_for_us_alone_too(self) -> None:
        block = "<ha_context>\n{}\n</ha_context>"
        assert made({"role": "user", "content": f"{block} Is the lamp on?"}) == [USER]
        content = [PICTURE, {"type": "text", "text": f"Is the lamp on?{block}"}]
        (message,) = made({"role": "user", "content": content}, images=True)
        assert message["content"] == [PICTURE, {"type": "text", "text": "Is the lamp on?"}]


class TestContent:
    def test_of_text_parts_is_text(self) -> None:
        assert made({"role": "user", "content": [{"type": "text", "text": "Is the lamp on?"}]}) == [USER]

    def test_with_a_picture_stays_in_parts_for_a_model_that_sees(self) -> None:
        content = [PICTURE, {"type": "text", "text": "What is this?"}]
        assert made({"role": "user", "content": content}, images=True) == [{"role": "user", "content": content}]

    def test_with_a_picture_is_text_and_a_mark_for_a_model_that_does_not(self) -> None:
        content = [PICTURE, {"type": "text", "text": "What is this?"}]
        assert made({"role": "user", "content": content}) == [{"role": "user", "content": f"{IMAGE}\nWhat is this?"}]


class TestRounds:
    def test_of_calls_and_results_stay_whole(self) -> None:
        messages = [USER, calling("a", "b"), result("a"), result("b", "off"), {"role": "assistant", "content": "Yes."}]
        assert made(*messages) == [
            USER,
            calling("a", "b"),
            {"role": "tool", "tool_call_id": "a", "content": "on"},
            {"role": "tool", "tool_call_id": "b", "content": "off"},
            {"role": "assistant", "content": "Yes."},
        ]

    def test_results_follow_in_the_order_of_their_calls(self) -> None:
        messages = made(USER, calling("a", "b"), result("b", "off"), result("a"))
        assert [message["tool_call_id"] for message in messages[2:]] == ["a", "b"]

    def test_without_ids_are_paired_in_order(self) -> None:
        _, assistant, first, second = made(USER, calling(None, ""), result(None, "1"), result(None, "2", role="function"))
        assert [call["id"] for call in assistant["tool_calls"]] == [first["tool_call_id"], second["tool_call_id"]]
        assert (first["content"], second["content"]) == ("1", "2")
        assert first["tool_call_id"] != second["tool_call_id"]

    def test_made_ids_differ_from_those_of_what_came_before(self) -> None:
        messages = msgspec.convert([calling(None), result(None)], list[Message])
        first, second = (conversation(messages, images=False, tools=True, before=before)[0] for before in (0, 2))
        assert first["tool_calls"][0]["id"] != second["tool_calls"][0]["id"]

    def test_with_results_that_are_objects_give_json(self) -> None:
        assert made(USER, calling("a"), result("a", {"data": 1}))[-1]["content"] == '{"data":1}'

    def test_with_arguments_that_are_objects_or_nothing_give_json(self) -> None:
        for arguments, text in (({"name": "x"}, '{"name":"x"}'), ("", "{}"), (None, "{}")):
            message = made(USER, calling("a", arguments=arguments), result("a"))[1]
            assert message["tool_calls"][0]["function"]["arguments"] == text


class TestWhatHasLostItsOtherHalf:
    def test_a_result_without_a_call_is_context_of_the_user(self) -> None:
        assert made(result("x", "The user is at home."), USER) == [{"role": "user", "content": "The user is at home."}, USER]

    def test_a_result_of_another_call_too(self) -> None:
        messages = made(USER, calling("a"), result("a"), result("x", "extra"))
        assert messages[-1] == {"role": "user", "content": "extra"}

    def test_a_call_without_a_result_is_left_out(self) -> None:
        assert made(calling("a"), USER) == [USER]
        assert made(calling("a", content="One moment."), USER) == [{"role": "assistant", "content": "One moment."}, USER]
        assert len(made(USER, calling("a", "b"), result("b"))[1]["tool_calls"]) == 1

    def test_for_a_model_without_tools_no_call_is_shown(self) -> None:
        assert made(USER, calling("a"), result("a"), tools=False) == [USER, {"role": "user", "content": "on"}]


ids = st.sampled_from(["a", "b", "", None])
any_message = st.one_of(
    st.builds(
        lambda role, content: {"role": role, "content": content}, st.sampled_from(["system", "developer", "user"]), st.text()
    ),
    st.builds(lambda ids, content: calling(*ids, content=content), st.lists(ids, max_size=3), st.text() | st.none()),
    st.builds(result, ids, st.text() | st.dictionaries(st.text(), st.integers())),
)


@given(messages=st.lists(any_message, max_size=8), tools=st.booleans())
def test_whatever_comes_every_call_is_answered_at_once_and_nothing_else_is(messages: list[dict[str, Any]], tools: bool) -> None:
    open_calls: list[str] = []
    for message in made(*messages, tools=tools):
        assert message["role"] in ("user", "assistant", "tool")
        if message["role"] == "tool":
            assert message["tool_call_id"] == open_calls.pop(0)
        else:
            assert open_calls == []
            open_calls = [call["id"] for call in message.get("tool_calls", ())]
            assert message["content"] or open_calls or message["role"] == "user"
    assert open_calls == []
    assert tools or not any("tool_calls" in message for message in made(*messages, tools=tools))
