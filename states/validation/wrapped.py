"""Calls that a model wrote into its text, in one of the formats that models are trained to write them in.

They count only where they cannot be anything else: in the wrapper of their format, or where JSON is all that was said.
"""

import ast
import json
import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from ...adapters.openai.wire import FunctionCall, ToolCall

TAGS = (
    "<tool_call>",
    "<start_function_call>",
    "<|tool_call>",
    "<function=",
    "<tool_calls>",
    "<tools>",
    "<function_call>",
    "[TOOL_CALLS]",
    "<|python_tag|>",
)
FENCE = "```"
"""How text begins that may be a call; from there on nothing is spoken before the whole is known."""

_WRAPPERS = (
    re.compile(
        r"<tool_call>\s*<function=(?P<name>[\w.]+)>(?P<parameters>.*?)</function>\s*</tool_call>", re.DOTALL
    ),  # Qwen's coder
    re.compile(r"<tool_call>\s*(?P<json>.*?)\s*</tool_call>", re.DOTALL),  # Qwen, Hermes
    re.compile(r"<function=(?P<name>[\w.]+)>\s*(?P<arguments>.*?)\s*</function>", re.DOTALL),  # Llama
    re.compile(r"<start_function_call>\s*(?P<gemma>.*?)\s*<end_function_call>", re.DOTALL),  # FunctionGemma
    re.compile(r"<\|tool_call>\s*(?P<gemma>.*?)\s*<tool_call\|>", re.DOTALL),  # Gemma 4
    re.compile(r"<(?P<tag>tool_calls|tools|function_call)>\s*(?P<json>.*?)\s*</(?P=tag)>", re.DOTALL),
    re.compile(r"\[TOOL_CALLS\](?P<name>[\w.]+)\[ARGS\]\s*(?P<arguments>.*?)\s*(?=\[TOOL_CALLS\]|\Z)", re.DOTALL),  # Mistral
    re.compile(r"\[TOOL_CALLS\]\s*(?P<json>.*?)\s*\Z", re.DOTALL),  # Mistral, before
    re.compile(r"<\|python_tag\|>\s*(?P<json>.*?)\s*\Z", re.DOTALL),  # Llama
    re.compile(r"```tool_code\s*(?P<python>.*?)\s*```", re.DOTALL),  # Gemma 3
)
_FENCE = re.compile(r"```(?:json|tool_call|python)?\s*(?P<body>.*?)\s*```", re.DOTALL)
_PARAMETER = re.compile(r"<parameter=(?P<name>\w+)>\s*(?P<value>.*?)\s*</parameter>", re.DOTALL)
_PYTHON = re.compile(r"\[?\s*\w+\(.*\)\s*\]?", re.DOTALL)
_GEMMA = re.compile(r"call:(?P<name>[\w.]+)\s*\{(?P<body>.*)\}", re.DOTALL)
_GEMMA_QUOTES = ("<escape>", '<|"|>')
_GEMMA_KEY = re.compile(r"(?P<before>^|[{,])\s*(?P<key>[A-Za-z_]\w*)\s*:")
_NAMES = ("name", "function", "tool", "action")
_ARGUMENTS = ("arguments", "parameters", "args", "action_input")
_INNER = ("function", "function_call", "tool_call")


class Written(Struct, frozen=True):
    """What a text holds: ``text`` without the calls, and the ``calls``. ``broken``: it holds what was meant as a call and
    cannot be read as one."""

    text: str
    calls: tuple[ToolCall, ...] = ()
    broken: bool = False


def calls_written(text: str) -> Written:
    """Take the calls out of ``text``. Never raises."""
    rest, calls, broken = text, list[ToolCall](), False
    for wrapper in _WRAPPERS:
        for match in wrapper.finditer(rest):
            found = list(_wrapped(match))
            calls += found
            broken = broken or not found
        rest = wrapper.sub("", rest)
    if calls or broken:
        return Written(rest.strip(), tuple(calls), broken)
    bare = text.strip()
    fenced = _FENCE.fullmatch(bare)
    body = fenced["body"] if fenced is not None else bare
    if _PYTHON.fullmatch(body) and (found := list(_python(body))):
        return Written("", tuple(found))
    if not body.startswith(("{", "[")):
        return Written(text, broken=any(tag in text for tag in TAGS))
    value = _json(body)
    found = list(_calls(value))
    if found:
        return Written("", tuple(found))
    # Cut short, or with a comma too many: what was meant is a guess.
    return Written(text, broken=value is None and (body.startswith('{"') or any(f'"{key}"' in body for key in _NAMES)))


def _wrapped(match: re.Match[str]) -> Iterator[ToolCall]:
    groups = match.groupdict()
    if groups.get("parameters") is not None:
        yield from _parameters(groups["name"], groups["parameters"])
    elif groups.get("json") is not None:
        yield from _calls(_json(groups["json"]))
    elif groups.get("gemma") is not None:
        yield from _gemma(groups["gemma"])
    elif groups.get("python") is not None:
        yield from _python(groups["python"])
    elif isinstance(arguments := _json(groups["arguments"] or "{}"), dict):
        yield ToolCall(FunctionCall(groups["name"], arguments))


def _parameters(name: str, text: str) -> Iterator[ToolCall]:
    """``<parameter=name>value</parameter>``, one after the other, and nothing else; lists and objects are JSON."""
    if not _PARAMETER.sub("", text).strip():
        given = {match["name"]: match["value"] for match in _PARAMETER.finditer(text)}
        read = {key: _json(value) if value.startswith(("[", "{")) else value for key, value in given.items()}
        yield ToolCall(FunctionCall(name, read))


def _calls(value: Any) -> Iterator[ToolCall]:
    """JSON as calls: an object with a name and arguments, OpenAI's object, or a list of such. Nothing if a part is no call."""
    if isinstance(value, dict) and isinstance(inner := value.get("tool_calls"), list):
        value = inner
    found = [_call(item) for item in (value if isinstance(value, list) else [value])]
    if all(call is not None for call in found):
        yield from (call for call in found if call is not None)


def _call(value: Any) -> ToolCall | None:
    if not isinstance(value, dict):
        return None
    for key in _INNER:
        if isinstance(function := value.get(key), dict):
            return _call(function)
    name = next((value[key] for key in _NAMES if isinstance(value.get(key), str)), None)
    arguments = next((value[key] for key in _ARGUMENTS if key in value), None)
    if not name or not isinstance(arguments, dict | str):
        return None
    return ToolCall(FunctionCall(name, arguments))


def _gemma(text: str) -> Iterator[ToolCall]:
    """``call:name{key:<escape>text<escape>,other:1}``: JSON with its own quotation marks, and none around the keys."""
    found = _GEMMA.fullmatch(text)
    if found is None:
        return
    pieces = [found["body"]]
    for quote in _GEMMA_QUOTES:
        if quote in found["body"]:
            pieces = found["body"].split(quote)
            break
    # Every other piece is a text, and is left as it is.
    written = "".join(
        json.dumps(piece, ensure_ascii=False) if place % 2 else _GEMMA_KEY.sub(r'\g<before>"\g<key>":', piece)
        for place, piece in enumerate(pieces)
    )
    arguments = _json(f"{{{written}}}") if len(pieces) % 2 else None
    if isinstance(arguments, dict):
        yield ToolCall(FunctionCall(found["name"], arguments))


def _python(text: str) -> Iterator[ToolCall]:
    """Python calls with keyword arguments that are literals, one after the other or in a list or a ``print``; read, never run."""
    try:
        expressions = [node.value for node in ast.parse(text).body if isinstance(node, ast.Expr)]
        if not expressions or len(expressions) != len(ast.parse(text).body):
            return
        yield from [call for expression in expressions for call in _expression(expression)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return


def _expression(node: ast.expr) -> list[ToolCall]:
    if isinstance(node, ast.List):
        return [call for item in node.elts for call in _expression(item)]
    if not isinstance(node, ast.Call):
        raise ValueError("no call")
    name = ast.unparse(node.func)
    if name == "print" and len(node.args) == 1:
        return _expression(node.args[0])
    if node.args or any(keyword.arg is None for keyword in node.keywords):
        raise ValueError("arguments without names")
    return [ToolCall(FunctionCall(name, {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in node.keywords}))]


def _json(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        return None


def _no_number(name: str) -> Any:
    raise ValueError(name)
