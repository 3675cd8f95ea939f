"""The README shows what is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_diagram_is_the_exported_one() -> None:
    (shown,) = re.findall(r"```mermaid\n(.*?)```", README, re.DOTALL)
    assert shown.strip() == (ROOT / "diagrams" / "request.mmd").read_text(encoding="utf-8").strip()


def test_every_setting_is_in_the_table() -> None:
    from ha_assist.adapters.settings import Assist

    missing = [name for name in Assist.__struct_fields__ if name not in README and not name.endswith("_margin")]
    assert not missing
