"""Home Assistant's dump of its entities, and strategies for what it can be asked to dump."""

from typing import Any

import yaml
from hypothesis import strategies as st

HEADER = "Static Context: An overview of the areas and the devices in this smart home:"
LIVE_HEADER = "Live Context: An overview of the areas and the devices in this smart home:"
DUMPERS: list[Any] = [yaml.CSafeDumper, yaml.SafeDumper]


def dump(entities: list[dict[str, Any]], dumper: Any = yaml.CSafeDumper) -> str:
    """What homeassistant/util/yaml/dumper.py makes of a list."""
    text = yaml.dump(entities, default_flow_style=False, allow_unicode=True, sort_keys=False, Dumper=dumper)
    return text.replace(": null\n", ":\n")


AWKWARD = [
    "Trader Joe's", 'the "big" one', "Lamp: left", "#1 lamp", "- dash", "on", "off", "yes", "No", "null", "~", "", " ", "12:30",
    "1_0", "0x1", "1e3", "23.1", "2026-11-30", "Küche", "Ночник", "灯", "😀", "a, b", "Wohnzimmer, Stube", "[x]", "{x}", "*star",
    "&and", "!bang", "|", "> more", "%", "@home", "`tick`", "? what", ": colon", "--- ", "...", "tab\there", "two\nlines",
    "gap\n\nbetween", "line\u2028separator", "nbsp\u00a0", "trailing ", " leading", "=", "<<", "word " * 30,
    "it's - 'so' # long: " * 8,
    "-" * 200, "a - b " * 40,
]  # fmt: skip

texts = st.one_of(
    st.sampled_from(AWKWARD),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=40),
    st.lists(st.sampled_from(AWKWARD), max_size=12).map(" ".join),
).filter(lambda text: ": null" not in text)  # HA's own replacement breaks such a text, if a line happens to end there

attributes = st.dictionaries(
    st.sampled_from(["temperature", "brightness", "unit_of_measurement", "device_class", "media_title", "volume_level"]),
    st.one_of(texts, st.none(), st.lists(texts, max_size=3)),
    min_size=1,
)
static_entities = st.fixed_dictionaries(
    {"names": texts, "domain": st.sampled_from(["light", "media_player", "binary_sensor"])},
    optional={"areas": texts.filter(bool)},
)
live_entities = st.fixed_dictionaries(
    {"names": texts, "domain": st.sampled_from(["light", "media_player", "binary_sensor"]), "state": texts},
    optional={"areas": texts.filter(bool), "attributes": attributes},
)
catalogues = st.lists(st.one_of(static_entities, live_entities), max_size=6)


def as_written(entity: Any) -> dict[str, Any]:
    """An entity as HA would write it."""
    written = {"names": entity.names.joined, "domain": entity.domain}
    if entity.state is not None:
        written["state"] = entity.state
    if entity.area is not None:
        written["areas"] = entity.area.joined
    if entity.attributes:
        written["attributes"] = entity.attributes
    return written
