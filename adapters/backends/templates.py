"""Chat templates (Jinja) as model files bring them: rendered in a sandbox, because a model file is not ours."""

import json
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from jinja2 import Template, TemplateError
from jinja2.sandbox import ImmutableSandboxedEnvironment

Messages = Sequence[dict[str, Any]]


class BadTemplateError(ValueError):
    """A template does not compile, or refuses these messages."""


def render(template: str, messages: Messages, tools: Sequence[dict[str, Any]]) -> str:
    """The prompt for a model, up to where its answer begins. Raises BadTemplateError.

    A template that refuses a system message gets its text at the head of the first message of the user.
    """
    try:
        return _rendered(template, messages, tools)
    except BadTemplateError:
        folded = _without_system(messages)
        if folded == list(messages):
            raise
        return _rendered(template, folded, tools)


def _rendered(template: str, messages: Messages, tools: Sequence[dict[str, Any]]) -> str:
    try:
        return _compiled(template).render(messages=messages, tools=tools or None, add_generation_prompt=True)
    except (TemplateError, TypeError, ValueError, AttributeError, ArithmeticError, LookupError, RecursionError) as error:
        raise BadTemplateError(f"the model's chat template cannot be used: {' '.join(str(error).split())[:200]}") from None


def _without_system(messages: Messages) -> list[dict[str, Any]]:
    told = [message["content"] for message in messages if message["role"] == "system" and isinstance(message["content"], str)]
    rest = [message for message in messages if message["role"] != "system"]
    place = next((place for place, message in enumerate(rest) if message["role"] == "user"), None)
    if not told or place is None:
        return list(messages)
    content = rest[place]["content"]
    head = "\n\n".join(told)
    led = f"{head}\n\n{content}" if isinstance(content, str) else [{"type": "text", "text": f"{head}\n\n"}, *content]
    return [*rest[:place], rest[place] | {"content": led}, *rest[place + 1 :]]


@lru_cache(maxsize=8)
def _compiled(template: str) -> Template:
    environment = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"], autoescape=False
    )
    # What the templates of the hubs expect. Jinja's own filter escapes for HTML, which models have never seen.
    environment.filters["tojson"] = _as_json
    environment.globals["raise_exception"] = _raise
    environment.globals["strftime_now"] = lambda form: datetime.now().strftime(form)
    return environment.from_string(template)


def _as_json(value: Any, indent: int | None = None, **_: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=indent)


def _raise(message: str) -> None:
    raise TemplateError(message)
