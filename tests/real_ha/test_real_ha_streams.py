"""Answers as clients inside Home Assistant read them, and everything that one of them would stumble over."""

import json

import pytest

from tests.real_ha.scripted import chunk, sse, stream, tool_calls, whole
from tests.real_ha.streams import Said, UnreadableAnswer, read_stream, read_whole

ROLE = chunk({"role": "assistant"})
END = chunk({}, "tool_calls")
ONE, OTHER = ({"index": index, **call} for index, call in enumerate(tool_calls([("HassTurnOn", {"name": "A"}), ("B", {})])))


class TestReadable:
    @pytest.mark.parametrize("read", [lambda line: read_stream(stream(line)), lambda line: read_whole(whole(line))])
    def test_text_and_calls_are_read_alike_streamed_and_not(self, read):
        assert read("Done.") == Said("Done.")
        said = read([("HassTurnOn", {"name": "Lamp"}), ("HassTurnOff", {"area": "Küche"})])
        assert [(name, json.loads(arguments)) for _, name, arguments in said.calls] == [
            ("HassTurnOn", {"name": "Lamp"}),
            ("HassTurnOff", {"area": "Küche"}),
        ]

    def test_empty_deltas_keep_a_stream_alive(self):
        assert read_stream(sse(ROLE, chunk({}), chunk({"content": "Hi"}), chunk({}), chunk({}, "stop"))).text == "Hi"

    def test_a_usage_chunk_may_follow_the_end(self):
        usage = {**chunk({}), "choices": [], "usage": {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}}
        assert read_stream(sse(ROLE, chunk({"content": "Hi"}), chunk({}, "stop"), usage)).text == "Hi"


class TestUnreadable:
    @pytest.mark.parametrize(
        ("body", "problem"),
        [
            (b": ping\n\n" + stream("Hi"), "not a data line"),
            (stream("Hi").replace(b"data: [DONE]\n\n", b""), r"\[DONE\]"),
            (sse(ROLE, chunk({"tool_calls": [ONE, OTHER]}), END), "more than one tool call"),
            (sse(ROLE, chunk({"tool_calls": None, "content": "Hi"}), chunk({}, "stop")), "not a list"),
            (sse(ROLE, chunk({"tool_calls": [ONE | {"id": None}]}), END), "no id"),
            (sse(ROLE, chunk({"tool_calls": [ONE | {"index": 1}]}), END), "index"),
            (sse(ROLE, chunk({"tool_calls": [ONE]}), chunk({"tool_calls": [OTHER | {"id": ONE["id"]}]}), END), "same id"),
            (sse(ROLE, chunk({"tool_calls": [ONE]}), chunk({}, "stop")), "finish_reason"),
            (sse(ROLE, chunk({"content": "Hi"}, "stop")), "has a delta"),
            (sse(ROLE, chunk({"content": "Hi"})), "finish_reason"),
            (sse(chunk({"content": "Hi"}), chunk({}, "stop")), "role"),
            (sse(ROLE, chunk({}, "stop"), chunk({"content": "late"})), "follows"),
            (sse({"error": {"message": "broken"}}), "carries an error"),
        ],
    )
    def test_a_stream_that_some_client_misreads(self, body, problem):
        with pytest.raises(UnreadableAnswer, match=problem):
            read_stream(body)

    @pytest.mark.parametrize("arguments", ["", '{"name": "A', "[]", None])
    def test_arguments_must_be_a_whole_object(self, arguments):
        call = ONE | {"function": {"name": "HassTurnOn", "arguments": arguments}}
        with pytest.raises(UnreadableAnswer, match="arguments"):
            read_stream(sse(ROLE, chunk({"tool_calls": [call]}), END))

    def test_a_whole_answer_without_calls_has_no_tool_calls_field(self):
        answer = whole("Hi")
        answer["choices"][0]["message"]["tool_calls"] = None
        with pytest.raises(UnreadableAnswer, match="null or empty"):
            read_whole(answer)
