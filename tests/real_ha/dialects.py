"""What chat-completions clients inside Home Assistant write: the request bodies of 2025 and of 2026.

Both start from the same offer of a real Home Assistant (prompt in parts, tools, results); a dialect is only how it is put on
the wire. `PLAIN` is the 2025 client, exactly. `WRAPPED` is the 2026 client: tool names carry the component that brings them,
the static context stands before the control rules, results come as `{"data": ..., "error": ...}`, GetLiveContext takes
filters and a tool tells the time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from . import live
from .homes import Home

MODEL = "HA-Assist"
DATE_TIME = "GetDateTime"

Json = dict[str, Any]


@dataclass(frozen=True)
class Offer:
    """What Home Assistant offers an assistant for a speaker in one place."""

    time_line: str
    instructions: str
    control: list[str]
    context: list[str]
    tools: list[Json]


class Dialect(Protocol):
    """How one generation of clients writes."""

    name: str

    def system(self, offer: Offer) -> str:
        """The system message."""
        ...

    def tools(self, offer: Offer) -> list[Json]:
        """The tools as OpenAI functions."""
        ...

    def plain_name(self, offer: Offer, name: str) -> str | None:
        """Home Assistant's own name of an offered tool; nothing for a tool that was not offered."""
        ...

    def local_result(self, home: Home, views: live.Views, name: str, args: Json) -> Any:
        """The result of a tool that this Home Assistant lacks but clients of this generation have; None for others."""
        ...

    def content(self, result: Any) -> str:
        """A tool result as the content of a `tool` message."""
        ...

    def settings(self, conversation: str) -> Json:
        """The remaining fields of the body."""
        ...


def _function(name: str, description: str, parameters: Json) -> Json:
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}


_DOMAIN = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
_FILTERS = {"name": {"type": "string"}, "domain": _DOMAIN, "area": {"type": "string"}}


class _Plain:
    """2025: plain names, plain results."""

    name = "2025"

    def system(self, offer: Offer) -> str:
        return "\n".join([offer.time_line + offer.instructions, *offer.control, *offer.context])

    def tools(self, offer: Offer) -> list[Json]:
        return [
            _function(tool["name"], tool["description"], tool["parameters"]) for tool in offer.tools if not tool["since_2026"]
        ]

    def plain_name(self, offer: Offer, name: str) -> str | None:
        return next((t["name"] for t in offer.tools if t["name"] == name and not t["since_2026"]), None)

    def local_result(self, home: Home, views: live.Views, name: str, args: Json) -> Any:
        return None

    def content(self, result: Any) -> str:
        return json.dumps(result)

    def settings(self, conversation: str) -> Json:
        return {"temperature": 0.6, "parallel_tool_calls": True}


class _Wrapped:
    """2026: prefixed names, wrapped results."""

    name = "2026"

    def _name(self, tool: Json) -> str:
        return f"{tool['component']}__{tool['name']}"

    def system(self, offer: Offer) -> str:
        """Static context first, then the rules, with the tools' prefixed names; no time."""
        live_rules = [part for part in offer.control if live.TOOL in part]
        rules = [part for part in offer.control if live.TOOL not in part]
        reworded = [
            part.replace(f"using the `{live.TOOL}` tool", "by retrieving live context").replace(
                f"MUST call `{live.TOOL}`", "MUST use the provided tool to retrieve live context"
            )
            for part in live_rules
        ]
        prefixed = [re.sub(r"\b(HassTurnO(?:n|ff))\b", r"intent__\1", part) for part in rules]
        return "\n".join([offer.instructions, *reworded, *offer.context, *prefixed])

    def tools(self, offer: Offer) -> list[Json]:
        tools = []
        for tool in offer.tools:
            parameters = {**tool["parameters"], "additionalProperties": False}
            if not parameters.get("required"):
                parameters.pop("required", None)
            if tool["name"] == live.TOOL:
                parameters["properties"] = _FILTERS
            tools.append(_function(self._name(tool), tool["description"], parameters))
        nothing = {"type": "object", "properties": {}, "additionalProperties": False}
        tools.append(_function(f"llm__{DATE_TIME}", "Provides the current date and time.", nothing))
        return sorted(tools, key=lambda tool: tool["function"]["name"].partition("__")[0])

    def plain_name(self, offer: Offer, name: str) -> str | None:
        if name == f"llm__{DATE_TIME}":
            return DATE_TIME
        return next((tool["name"] for tool in offer.tools if self._name(tool) == name), None)

    def local_result(self, home: Home, views: live.Views, name: str, args: Json) -> Any:
        if name == DATE_TIME:
            now = datetime.fromisoformat(home.now)
            return {"result": {"date": f"{now:%Y-%m-%d}", "time": f"{now:%H:%M:%S}", "weekday": f"{now:%A}"}}
        if name == live.TOOL:
            entries = live.select(home, views, args)
            if entries or not args:
                return {"result": live.text(entries)}
            given = ", ".join(f"{key} {value!r}" for key, value in args.items())
            return {"error": f"No exposed entities matched {given}"}
        return None

    def content(self, result: Any) -> str:
        failed = isinstance(result, Mapping) and "error" in result
        if isinstance(result, Mapping):
            result = {key: value for key, value in result.items() if key != "success"}
            if isinstance(result.get("data"), Mapping):
                result["data"] = {key: value for key, value in result["data"].items() if key != "targets"}
            if reason := re.search(r"no_match_reason=<MatchFailedReason\.(\w+)", result.get("error_text", "")):
                result["error_text"] = f"No entities matched the {reason[1].lower().replace('_', ' ')}"
        return json.dumps({"data": result, "error": failed}, ensure_ascii=False, separators=(",", ":"))

    def settings(self, conversation: str) -> Json:
        return {"max_tokens": 3000, "temperature": 0.7, "top_p": 1.0, "user": conversation}


PLAIN: Dialect = _Plain()
WRAPPED: Dialect = _Wrapped()
DIALECTS = {dialect.name: dialect for dialect in (PLAIN, WRAPPED)}
