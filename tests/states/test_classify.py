"""What ``classify`` reads out of a request."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from ha_assist.adapters.home_assistant.types import ActionResult, ErrorResult, LiveContextResult, OtherResult
from ha_assist.adapters.openai.wire import ChatRequest
from ha_assist.adapters.settings import Assist, Settings
from ha_assist.machine.turn import Turn
from ha_assist.states.classify import classify
from ha_assist.states.services import Services
from hypothesis import given
from hypothesis import strategies as st

REQUESTS = Path(__file__).parents[1] / "requests"
SERVICES = Services(Settings(settings=Assist(ha_assist_languages=("en", "de"))))
LIST = "Static Context: An overview of the areas and the devices in this smart home:\n- names: Lamp\n  domain: light\n"
TURN_ON = {
    "type": "function",
    "function": {
        "name": "intent__HassTurnOn",
        "parameters": {
            "type": "object",
            "properties": {name: {"type": "string"} for name in ("name", "area")} | {"domain": {"type": "array"}},
        },
    },
}
DONE = json.dumps({"speech": {}, "response_type": "action_done", "data": {"success": [], "failed": []}})
FAILED = json.dumps({"error": "MatchFailedError", "error_text": "no match"})


async def classified(body: dict[str, Any]) -> Turn:
    turn = Turn(body=b"", request=msgspec.convert({"model": "HA-Assist"} | body, ChatRequest))
    await classify(turn, SERVICES)
    return turn


def user(text: Any = "Turn on the lamp") -> dict[str, Any]:
    return {"role": "user", "content": text}


def says(text: str) -> dict[str, Any]:
    return {"role": "assistant", "content": text}


def calls(*ids: str | None, name: str = "intent__HassTurnOn", arguments: Any = '{"name": "Lamp"}') -> dict[str, Any]:
    return {
        "role": "assistant",
        "tool_calls": [{"id": identifier, "function": {"name": name, "arguments": arguments}} for identifier in ids],
    }


def result(content: Any, identifier: str | None = None) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": identifier, "content": content}


async def test_a_first_turn() -> None:
    turn = await classified({"messages": [{"role": "system", "content": LIST}, user()], "tools": [TURN_ON]})
    assert [entity.names.display for entity in turn.house.entities] == ["Lamp"]
    assert [tool.intent for tool in turn.tools] == ["HassTurnOn"]
    assert turn.sentence == "Turn on the lamp"
    assert (turn.history, turn.exchanges) == ((), ())
    assert not turn.has_results
    assert not turn.has_image
    assert turn.direct_forbidden is None


async def test_the_house_is_read_from_system_and_developer_messages_alone() -> None:
    turn = await classified(
        {"messages": [{"role": "system", "content": "One."}, user(LIST), {"role": "developer", "content": "Two."}]}
    )
    assert turn.house.instructions == ("One.", "Two.")
    assert turn.house.entities == ()


async def test_a_sentence_in_parts_is_joined() -> None:
    turn = await classified({"messages": [user([{"type": "text", "text": "Turn on"}, {"type": "text", "text": "the lamp"}])]})
    assert turn.sentence == "Turn on\nthe lamp"


async def test_a_picture_counts_only_in_the_current_message() -> None:
    picture = user(
        [{"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}, {"type": "text", "text": "What is it?"}]
    )
    assert (await classified({"messages": [picture]})).has_image
    assert not (await classified({"messages": [picture, says("A cat."), user("Thanks")]})).has_image


async def test_earlier_turns_are_history_without_the_system_messages() -> None:
    turn = await classified(
        {"messages": [{"role": "system", "content": "Hi."}, user("One"), calls("a"), result(DONE, "a"), says("Done."), user()]}
    )
    assert [message.role for message in turn.history] == ["user", "assistant", "tool", "assistant"]
    assert turn.exchanges == ()
    assert not turn.has_results


@pytest.mark.parametrize("inserted", [result("It is 20:10.", "injected"), says("Context."), user("Context.")])
async def test_context_that_a_client_inserts_before_the_sentence_is_history(inserted: dict[str, Any]) -> None:
    turn = await classified({"messages": [inserted, user()]})
    assert turn.sentence == "Turn on the lamp"
    assert len(turn.history) == 1
    assert not turn.has_results


async def test_results_belong_to_their_calls_by_id() -> None:
    turn = await classified({"messages": [user(), calls("a", "b"), result(FAILED, "b"), result(DONE, "a")], "tools": [TURN_ON]})
    one, two = turn.exchanges
    assert (one.call.id, one.arguments, one.tool) == ("a", {"name": "Lamp"}, turn.tools[0])
    assert isinstance(one.result, ActionResult)
    assert isinstance(two.result, ErrorResult)
    assert turn.has_results


@pytest.mark.parametrize("call_ids", [(None, None), ("x", "x"), ("", "")])
@pytest.mark.parametrize("result_ids", [(None, None), ("x", "x"), ("y", "z")])
async def test_without_ids_that_tell_them_apart_results_belong_by_position(call_ids: Any, result_ids: Any) -> None:
    messages = [user(), calls(*call_ids), result(DONE, result_ids[0]), result(FAILED, result_ids[1])]
    one, two = (await classified({"messages": messages})).exchanges
    assert isinstance(one.result, ActionResult)
    assert isinstance(two.result, ErrorResult)


async def test_an_id_that_is_used_again_in_the_next_round_is_another_call() -> None:
    turn = await classified({"messages": [user(), calls("a"), result(DONE, "a"), calls("a"), result(FAILED, "a")]})
    assert [type(exchange.result) for exchange in turn.exchanges] == [ActionResult, ErrorResult]


async def test_a_result_that_has_not_come_is_none() -> None:
    turn = await classified({"messages": [user(), calls("a", "b"), result(DONE, "a")]})
    assert [type(exchange.result) for exchange in turn.exchanges] == [ActionResult, type(None)]
    assert turn.has_results


async def test_an_orphan_result_at_the_end_is_no_result_of_ours() -> None:
    turn = await classified({"messages": [user(), result("It is 20:10.", "injected")]})
    assert turn.exchanges == ()
    assert not turn.has_results
    turn = await classified({"messages": [user(), calls("a"), result("It is 20:10.", "injected")]})
    assert [exchange.result for exchange in turn.exchanges] == [None]
    assert not turn.has_results


async def test_a_result_may_be_an_object_or_parts() -> None:
    turn = await classified(
        {"messages": [user(), calls("a", "b"), result({"a": 1}, "a"), result([{"type": "text", "text": DONE}], "b")]}
    )
    assert turn.exchanges[0].result == OtherResult({"a": 1})
    assert isinstance(turn.exchanges[1].result, ActionResult)


@pytest.mark.parametrize(
    ("arguments", "read"),
    [('{"a": 1}', {"a": 1}), ({"a": 1}, {"a": 1}), ("", {}), (None, {}), ("{", {}), ("[1]", {}), ("[" * 100_000, {})],
)
async def test_arguments_are_an_object_whatever_was_sent(arguments: Any, read: dict[str, Any]) -> None:
    turn = await classified({"messages": [user(), calls("a", arguments=arguments)]})
    assert turn.exchanges[0].arguments == read


async def test_a_tool_that_is_no_longer_offered_is_none() -> None:
    turn = await classified({"messages": [user(), calls("a", name="gone"), result(DONE, "a")], "tools": [TURN_ON]})
    assert turn.exchanges[0].tool is None


@pytest.mark.parametrize(
    ("asked_for", "languages"),
    [
        (None, ("en", "de")),
        ("de", ("de", "en")),
        ("de-DE", ("de", "en")),
        ("DE_ch", ("de-CH", "en", "de")),
        ("pt-BR", ("pt-BR", "en", "de")),
        ("ru", ("ru", "en", "de")),
        ("tlh", ("en", "de")),
        ("", ("en", "de")),
        ("*", ("en", "de")),
    ],
)
async def test_the_language_of_the_request_comes_first_if_it_is_known(asked_for: str | None, languages: tuple[str, ...]) -> None:
    assert (await classified({"messages": [user()], "language": asked_for})).languages == languages


@pytest.mark.parametrize(
    ("sentence", "asked_for", "languages"),
    [
        ("Turn on the lamp", None, ("en", "de")),
        ("Schalte die Lampe ein", None, ("de", "en")),
        ("Ist die Haustür offen?", None, ("de", "en")),
        ("Xyzzy", None, ("en", "de")),
        ("Schalte die Lampe ein", "en", ("en", "de")),
    ],
)
async def test_of_several_languages_the_one_that_is_spoken_comes_first(
    sentence: str, asked_for: str | None, languages: tuple[str, ...]
) -> None:
    body = {"messages": [{"role": "user", "content": sentence}], "language": asked_for}
    assert (await classified(body)).languages == languages


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({}, None),
        ({"tool_choice": "auto"}, None),
        ({"tool_choice": {"type": "function", "function": {"name": "intent__HassTurnOn"}}}, None),
        ({"response_format": {"type": "text"}}, None),
        ({"tool_choice": "none"}, "tool_choice none"),
        ({"response_format": {"type": "json_object"}}, "response_format json_object"),
        ({"response_format": {"type": "json_schema", "json_schema": {}}}, "response_format json_schema"),
        ({"response_format": {"type": ["json_schema"]}}, None),
    ],
)
async def test_what_only_a_model_may_answer(options: dict[str, Any], reason: str | None) -> None:
    assert (await classified({"messages": [user()]} | options)).direct_forbidden == reason


async def test_at_a_clients_limit_of_rounds_results_may_still_be_put_into_words() -> None:
    messages = [user(), calls("a"), result(DONE, "a")]
    assert (await classified({"messages": messages, "tool_choice": "none"})).direct_forbidden is None
    limited = await classified({"messages": messages, "tool_choice": "none", "response_format": {"type": "json_object"}})
    assert limited.direct_forbidden == "response_format json_object"


async def test_a_turn_that_has_been_answered_is_not_done_again() -> None:
    turn = await classified({"messages": [user(), calls("a"), result(DONE, "a"), says("Done.")]})
    assert turn.direct_forbidden == "the turn has already been answered"
    assert not turn.has_results


async def test_without_a_user_there_is_nothing_to_do() -> None:
    turn = await classified({"messages": [says("Hello."), result(DONE, "a")]})
    assert (turn.sentence, turn.exchanges, turn.has_results) == ("", (), False)
    assert len(turn.history) == 2


@pytest.mark.parametrize("version", ["2025.4-chat", "2026.10-llama_cpp"])
async def test_every_captured_request_is_understood(version: str) -> None:
    for line in (REQUESTS / f"ha-{version}.jsonl").read_text(encoding="utf-8").splitlines():
        body = json.loads(line)["body"]
        turn = await classified(body)
        last_user = max(place for place, message in enumerate(body["messages"]) if message["role"] == "user")
        current = body["messages"][last_user:]
        assert turn.sentence == current[0]["content"]
        assert len(turn.history) == last_user - 1
        assert [exchange.call.id for exchange in turn.exchanges] == [
            call["id"] for message in current for call in message.get("tool_calls") or []
        ]
        assert all(exchange.tool and exchange.tool.intent for exchange in turn.exchanges)
        assert all(isinstance(exchange.result, ActionResult | ErrorResult | LiveContextResult) for exchange in turn.exchanges)
        assert turn.has_results == (current[-1]["role"] == "tool")
        assert turn.direct_forbidden is None


ids = st.sampled_from([None, "", "a", "b", "c"])
messages = st.lists(
    st.one_of(
        st.just({"role": "system", "content": LIST}),
        st.just(user()),
        st.just(says("Hm.")),
        st.lists(ids, max_size=3).map(lambda some: calls(*some)),
        ids.map(lambda identifier: result(DONE, identifier)),
    ),
    max_size=10,
)


@given(messages)
async def test_any_order_of_messages_keeps_the_promises(some: list[dict[str, Any]]) -> None:
    turn = await classified({"messages": some})
    conversation = [message for message in some if message["role"] != "system"]
    assert turn.languages
    assert not turn.has_results or any(exchange.result for exchange in turn.exchanges)
    assert not turn.has_results or conversation[-1]["role"] == "tool"
    assert len(turn.history) <= len(conversation)
    results = [message for message in conversation[len(turn.history) :] if message["role"] == "tool"]
    assert sum(exchange.result is not None for exchange in turn.exchanges) <= len(results)
