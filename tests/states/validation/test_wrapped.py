"""Calls that a model writes into its text: in each model's own format, good and bad; never more than can be read for certain."""

import pytest
from ha_assist.adapters.openai.wire import FunctionCall, ToolCall
from ha_assist.states.validation.wrapped import calls_written
from hypothesis import given
from hypothesis import strategies as st

CALL = ToolCall(FunctionCall("HassTurnOn", {"name": "Café, the lamp"}))
GOOD = {
    "Qwen": '<tool_call>\n{"name": "HassTurnOn", "arguments": {"name": "Café, the lamp"}}\n</tool_call>',
    "FunctionGemma": "<start_function_call>call:HassTurnOn{name:<escape>Café, the lamp<escape>}<end_function_call>",
    "Gemma 4": '<|tool_call>call:HassTurnOn{name:<|"|>Café, the lamp<|"|>}<tool_call|>',
    "Gemma 3": '```tool_code\nHassTurnOn(name="Café, the lamp")\n```',
    "Gemma 3, printed": '```tool_code\nprint(HassTurnOn(name="Café, the lamp"))\n```',
    "Llama": '<function=HassTurnOn>{"name": "Café, the lamp"}</function>',
    "JSON": '{"name": "HassTurnOn", "arguments": {"name": "Café, the lamp"}}',
    "JSON with parameters": ' [{"name": "HassTurnOn", "parameters": {"name": "Café, the lamp"}}] ',
    "JSON in a fence": '```json\n{"name": "HassTurnOn", "arguments": {"name": "Café, the lamp"}}\n```',
    "Qwen's coder": "<tool_call><function=HassTurnOn>\n<parameter=name>\nCafé, the lamp\n</parameter></function></tool_call>",
    "Mistral": '[TOOL_CALLS]HassTurnOn[ARGS]{"name": "Café, the lamp"}',
    "Mistral, before": '[TOOL_CALLS] [{"name": "HassTurnOn", "arguments": {"name": "Café, the lamp"}}]',
    "Llama's tag": '<|python_tag|>{"name": "HassTurnOn", "parameters": {"name": "Café, the lamp"}}',
    "Python": '[HassTurnOn(name="Café, the lamp")]',
    "Python in a fence": '```python\nHassTurnOn(name="Café, the lamp")\n```',
    "other tags": '<tools>{"name": "HassTurnOn", "arguments": {"name": "Café, the lamp"}}</tools>',
    "an agent's": '{"action": "HassTurnOn", "action_input": {"name": "Café, the lamp"}}',
    "OpenAI, before": '{"function_call": {"name": "HassTurnOn", "arguments": {"name": "Café, the lamp"}}}',
    "OpenAI": '{"tool_calls": [{"function": {"name": "HassTurnOn", "arguments": {"name": "Café, the lamp"}}}]}',
}


@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD)
def test_a_call_in_a_models_own_format_is_a_call(text: str) -> None:
    written = calls_written(text)
    assert (written.text, written.calls, written.broken) == ("", (CALL,), False)


@pytest.mark.parametrize("text", [GOOD["Qwen"], GOOD["FunctionGemma"], GOOD["Gemma 4"], GOOD["Gemma 3"]])
def test_words_around_a_wrapper_stay(text: str) -> None:
    written = calls_written(f"One moment. {text}{text}")
    assert (written.text, written.calls) == ("One moment.", (CALL, CALL))


@pytest.mark.parametrize(
    "text",
    [
        '<tool_call>{"name": "HassTurnOn", "arguments": {"name": </tool_call>',
        '<tool_call>{"name": "HassTurnOn", "arguments": {"name": "x"}}',
        '<tool_call>{"name": "a", "arguments": {}}{"name": "b", "arguments": {}}</tool_call>',
        "<start_function_call>call:HassTurnOn{name:<escape>x}<end_function_call>",
        "<start_function_call>call:HassTurnOn",
        '```tool_code\nHassTurnOn("x")\n```',
        "```tool_code\nfor lamp in lamps: HassTurnOn(name=lamp)\n```",
        '{"name": "HassTurnOn", "arguments": {"name": "x"',
        '[TOOL_CALLS] [{"name": "HassTurnOn", "arguments": {"name": "x"',
        "<tool_call><function=HassTurnOn>name: x</function></tool_call>",
        '{"name": "HassTurnOn", "arguments": {"brightness": NaN}}',
    ],
)
def test_what_cannot_be_read_is_broken_and_no_call(text: str) -> None:
    written = calls_written(text)
    assert (written.calls, written.broken) == ((), True)


@pytest.mark.parametrize(
    "text",
    [
        "The moon.",
        '{"content": "hello"}',
        "```python\nprint(1)\n```",
        'Write {"name": "x", "arguments": {}}.',
        "[1, 2]",
        "",
    ],
)
def test_other_text_is_text(text: str) -> None:
    assert calls_written(text) == calls_written(text).__class__(text)


@given(st.text(max_size=60) | st.text(st.sampled_from('<>|{}[]()":=,`_ abtool_callfunction\n'), max_size=80))
def test_it_never_raises(text: str) -> None:
    calls_written(text)
    for opening, closing in (("<tool_call>", "</tool_call>"), ("<|tool_call>", "<tool_call|>"), ("```tool_code\n", "\n```")):
        calls_written(f"{opening}{text}{closing}")
