"""YAML as people who write homes expect it: `on`, `off`, `yes` and `10:30` are text, only true and false are not."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, ClassVar

import yaml

YAMLError = yaml.YAMLError
_BASE: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INT = re.compile(r"[-+]?[0-9]+")
_FLOAT = re.compile(r"[-+]?[0-9]+\.[0-9]+")


class _Loader(_BASE):
    """PyYAML with the scalar types of YAML 1.2's core schema."""

    yaml_implicit_resolvers: ClassVar[dict[str, Any]] = {}

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """A mapping, whose keys must differ: of two entries for one thing, one would silently be lost."""
        mapping = super().construct_mapping(node, deep)
        if len(mapping) != len(node.value):
            keys = [key.value for key, _ in node.value]
            twice = sorted({key for key in keys if keys.count(key) > 1})
            raise yaml.constructor.ConstructorError(None, None, f"twice: {', '.join(twice)}", node.start_mark)
        return mapping


_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|false)$"), list("tf"))
_Loader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"^(?:~|null|)$"), ["~", "n", ""])
_Loader.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(rf"^{_INT.pattern}$"), list("-+0123456789"))
_Loader.add_implicit_resolver("tag:yaml.org,2002:float", re.compile(rf"^{_FLOAT.pattern}$"), list("-+0123456789"))


def load(path: Path) -> Any:
    """Read one YAML file."""
    with path.open(encoding="utf-8") as file:
        return yaml.load(file, Loader=_Loader)
