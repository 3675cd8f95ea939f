"""The context block: where it is found, what it must look like, and the files that go with it."""

import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from ha_assist.adapters.home_assistant import context
from ha_assist.adapters.home_assistant.context import ContextError, HaContext, read, schema, split
from ha_assist.adapters.home_assistant.house import parse_house
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

DATA = Path(context.__file__).with_name("data")
LIST = "Static Context: An overview of the areas and the devices in this smart home:\n- names: Lamp\n  domain: light\n"
LAMP: dict[str, Any] = {"id": "light.lamp", "names": ["Lamp"], "area": "Kitchen", "state": "on"}
WHOLE: dict[str, Any] = {
    "generated_at": "2026-03-14T18:05:00.123456+01:00",
    "language": "en",
    "entities": [
        {
            "id": "light.floor_lamp",
            "names": ["Floor Lamp"],
            "aliases": ["Reading Light"],
            "area": "Living Room",
            "floor": "Ground Floor",
            "device_class": None,
            "state": "on",
            "attributes": {"brightness": "128"},
            "last_changed": "2026-03-14T17:00:00+01:00",
        }
    ],
    "floors": [{"name": "Ground Floor", "aliases": ["Downstairs"], "areas": ["Living Room"]}],
}


class TestReading:
    @pytest.mark.parametrize(
        "block",
        [WHOLE, json.dumps(WHOLE), json.dumps(WHOLE, indent=2), f"<ha_context>\n{json.dumps(WHOLE)}\n</ha_context>\n"],
        ids=["object", "text", "text on many lines", "text with tags"],
    )
    def test_object_and_text_are_equal(self, block: Any) -> None:
        found = read(block)
        assert found == read(WHOLE)
        assert found.entities[0].all_names == ["Floor Lamp", "Reading Light"]
        assert found.generated_at is not None
        assert str(found.generated_at) == "2026-03-14 18:05:00.123456+01:00"

    def test_little_is_needed_and_what_is_unknown_is_ignored(self) -> None:
        assert read({}) == HaContext()
        assert read({"entities": [{"id": "a.b", "names": ["B"], "icon": "x"}], "zones": 3}).entities[0].state is None

    @pytest.mark.parametrize(("state", "found"), [("21.5", "21.5"), (21.5, 21.5), (0, 0), (None, None)])
    def test_a_state_may_be_a_number(self, state: Any, found: Any) -> None:
        assert read({"entities": [LAMP | {"state": state}]}).entities[0].state == found

    def test_a_time_may_be_a_number_of_seconds(self) -> None:
        assert str(read({"generated_at": 1764500000.5}).generated_at) == "2025-11-30 10:53:20.500000+00:00"

    @pytest.mark.parametrize(
        ("block", "why"),
        [
            ("", "truncated"),
            ("{", "truncated"),
            ("[]", "Expected `object`"),
            (7, "Expected `object`"),
            ('"\ud800"', "surrogates"),
            ('{"a":' * 100_000, "nested too deep"),
            ({"entities": [{"id": "light.lamp"}]}, "`names`"),
            ({"entities": [{"id": "light.lamp", "names": []}]}, "length >= 1"),
            ({"entities": [{"id": "Lamp", "names": ["Lamp"]}]}, "regex"),
            ({"entities": [LAMP | {"attributes": "none"}]}, "$.entities[0].attributes"),
            ({"floors": [{"name": "Attic"}]}, "`areas`"),
            ({"generated_at": "just now"}, "$.generated_at"),
        ],
    )
    def test_what_cannot_be_read_says_why(self, block: Any, why: str) -> None:
        with pytest.raises(ContextError, match=re.escape(why)):
            read(block)

    @given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(), lambda inner: st.dictionaries(st.text(), inner)))
    def test_anything_is_read_or_refused(self, block: Any) -> None:
        with suppress(ContextError):
            assert isinstance(read(block), HaContext)


class TestFinding:
    def test_blocks_are_taken_out_of_system_messages(self) -> None:
        house = parse_house(["One.\n<ha_context>{}</ha_context>\nTwo.", f"{LIST}<ha_context>[]</ha_context>"])
        assert house.own_contexts == ("{}", "[]")
        assert house.instructions == ("One.", "Two.")

    @pytest.mark.parametrize("broken", ['{"entities": [{"id": "light.lamp", "na', '{\n  "entities": [\n  {"id":\n'])
    def test_a_block_without_an_end_ends_where_home_assistant_speaks_again(self, broken: str) -> None:
        house = parse_house([f"One.\n<ha_context>{broken}\n{LIST}"])
        assert house.instructions == ("One.",)
        assert [entity.names.display for entity in house.entities] == ["Lamp"]
        assert house.own_contexts == (f"{broken}\n",)

    def test_a_block_without_an_end_and_nothing_behind_it_is_all_the_rest(self) -> None:
        assert split('Be brief. <ha_context> {"entities"') == (["Be brief. ", ""], [' {"entities"'])

    @given(st.lists(st.text(alphabet="ab<>/{}\n "), min_size=1, max_size=4), st.lists(st.text(alphabet="ab{}\n "), max_size=3))
    def test_nothing_but_the_blocks_is_taken_out(self, around: list[str], inside: list[str]) -> None:
        pairs = list(zip(around, inside, strict=False))
        text = "".join(f"{before}<ha_context>{held}</ha_context>" for before, held in pairs) + around[-1]
        assert split(text) == ([before for before, _ in pairs] + [around[-1]], [held for _, held in pairs])


class TestFiles:
    def test_the_schema_is_that_of_the_types(self) -> None:
        """Write it anew: json.dumps(context.schema(), indent=2) and a line end."""
        assert (DATA / "ha_context.schema.json").read_text(encoding="utf-8") == json.dumps(schema(), indent=2) + "\n"

    def test_the_schema_accepts_what_is_read_and_refuses_what_is_not(self) -> None:
        Draft202012Validator.check_schema(schema())
        validator = Draft202012Validator(schema())
        assert validator.is_valid(WHOLE)
        assert validator.is_valid({})
        assert not validator.is_valid({"floors": [{"name": "Attic"}]})
        assert not validator.is_valid({"entities": [{"id": "Lamp", "names": ["Lamp"]}]})
