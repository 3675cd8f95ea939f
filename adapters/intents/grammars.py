"""The official grammar and response templates of Home Assistant's intents, one language at a time.

``home-assistant-intents`` has the sentences and templates, ``hassil`` recognises, Jinja2 (sandboxed) renders. Sentences that
the official grammar lacks come from ``data/supplements``, in the same format.
"""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml
from hassil.intents import Intents, SlotList, TextSlotList
from hassil.parse_expression import parse_sentence
from hassil.recognize import RecognizeResult, recognize_ranked
from hassil.sample import sample_sentence
from hassil.util import normalize_whitespace, remove_skip_words
from home_assistant_intents import get_intents
from jinja2 import TemplateError
from jinja2.sandbox import ImmutableSandboxedEnvironment
from msgspec import Struct

_SUPPLEMENTS = Path(__file__).parent / "data" / "supplements"
_CACHED_GRAMMARS = 32

_environment = ImmutableSandboxedEnvironment(autoescape=False, trim_blocks=False)
# The official templates write a name large at the beginning; the rest of it stays as its owner writes it.
_environment.filters["capitalize"] = lambda text: str(text)[:1].upper() + str(text)[1:]


class GrammarMatch(Struct, frozen=True):
    """A sentence that the grammar knows: HA's intent, its slots, the key of the response, and the template's context."""

    intent: str
    slots: dict[str, Any]
    wildcards: frozenset[str]
    response: str
    context: dict[str, Any]


@lru_cache(maxsize=8)
def official(language: str) -> Mapping[str, Any]:
    """The official data of a language, with our supplements merged in; empty if the language is not known."""
    data = dict(get_intents(language) or {})
    general = language.split("-", maxsplit=1)[0]
    files = (_SUPPLEMENTS / f"{code}.yaml" for code in (language, general))
    extra_file = next((file for file in files if file.is_file()), None)
    if data and extra_file is not None:
        extra = yaml.safe_load(extra_file.read_text("utf-8"))
        # The sentences of a language may use rules that a variety of it (Swiss German) does not have.
        base = (get_intents(general) or {}) if language != general else {}
        for section in ("lists", "expansion_rules"):
            data[section] = {**base.get(section, {}), **data.get(section, {}), **extra.get(section, {})}
        intents = {name: {**intent} for name, intent in data["intents"].items()}
        for name, intent in extra.get("intents", {}).items():
            known = intents.setdefault(name, {"data": []})
            known["data"] = [*known["data"], *intent["data"]]
        data["intents"] = intents
        responses = {**data.get("responses", {}).get("intents", {})}
        for name, texts in extra.get("responses", {}).items():
            responses[name] = {**responses.get(name, {}), **texts}
        data["responses"] = {**data.get("responses", {}), "intents": responses}
        data["skip_words"] = [*(data.get("skip_words") or ()), *extra.get("skip_words", ())]
    if data:
        data["skip_words"] = list(_said_out(data.get("skip_words") or ()))
    return data


def _said_out(templates: Iterable[str]) -> Iterator[str]:
    """Every phrase that templates of skip words stand for ("molim [te]"): hassil takes skip words letter for letter."""
    for template in templates:
        phrases = {" ".join(phrase.split()) for phrase in sample_sentence(parse_sentence(template))}
        yield from sorted(filter(None, phrases), key=len, reverse=True)


@lru_cache(maxsize=8)
def compiled(language: str) -> Intents | None:
    """The grammar of a language with all its intents, or None if there is none."""
    data = official(language)
    return Intents.from_dict(dict(data)) if data.get("intents") else None


def politely(sentence: str, language: str) -> bool:
    """Whether ``sentence`` has words that the grammar of ``language`` passes over ("kan du"): it asks for something to be done,
    even if it is written as a question."""
    whole = compiled(language)
    if whole is None or not whole.skip_words:
        return False
    plain = normalize_whitespace(sentence).strip()
    return remove_skip_words(plain, whole.skip_words, whole.settings.ignore_whitespace).strip() != plain


def parse(language: str) -> None:
    """Parse all sentences of a language's grammar, so that nobody waits for it later."""
    whole = compiled(language)
    for intent in whole.intents.values() if whole is not None else ():
        for data in intent.data:
            _ = data.sentences


class Grammars:
    """Recognises sentences and renders responses. Compiled grammars are cached, bounded, by language and intents."""

    def __init__(self) -> None:
        self._compiled: OrderedDict[tuple[str, frozenset[str]], Intents] = OrderedDict()

    def recognise(
        self, sentence: str, language: str, intents: Iterable[str], lists: Mapping[str, SlotList], context: Mapping[str, Any]
    ) -> list[GrammarMatch]:
        """Every way in which the grammar of ``language`` knows the whole of ``sentence``, best first.

        Only ``intents`` are looked at. ``lists`` are the slot lists name, area and floor (``slot_list``); ``context`` is
        what is known besides the sentence (``{"area": "Kitchen"}`` for a satellite).
        """
        grammar = self._grammar(language, frozenset(intents))
        if grammar is None:
            return []
        results = recognize_ranked(sentence, grammar, slot_lists=dict(lists), intent_context=dict(context), best_slot_name="name")
        return [_match(result, sentence) for result in results]

    def _grammar(self, language: str, intents: frozenset[str]) -> Intents | None:
        key = (language, intents)
        if key in self._compiled:
            self._compiled.move_to_end(key)
            return self._compiled[key]
        whole = compiled(language)
        wanted = {name: intent for name, intent in whole.intents.items() if name in intents} if whole is not None else {}
        if whole is None or not wanted:
            return None
        # The sentences, which are parsed when they are first needed, are shared.
        self._compiled[key] = replace(whole, intents=wanted)
        while len(self._compiled) > _CACHED_GRAMMARS:
            self._compiled.popitem(last=False)
        return self._compiled[key]


def _match(result: RecognizeResult, sentence: str) -> GrammarMatch:
    return GrammarMatch(
        intent=result.intent.name,
        # The words of a wildcard as they were said: matching has dropped their commas.
        slots={
            name: sentence[slice(*entity.text_span)] if entity.is_wildcard and entity.text_span else entity.value
            for name, entity in result.entities.items()
        },
        wildcards=frozenset(name for name, entity in result.entities.items() if entity.is_wildcard),
        response=result.response or "default",
        context=dict(result.context),
    )


def slot_list(values: Iterable[tuple[str, Any] | tuple[str, Any, dict[str, Any]]]) -> SlotList:
    """A slot list from (text, value) or (text, value, context); the texts are plain words, never templates."""
    return TextSlotList.from_tuples(values, allow_template=False)


def respond(languages: Sequence[str], intent: str, keys: Iterable[str], **values: Any) -> str | None:
    """HA's official words for the outcome of an intent: the first of ``keys`` that the first possible language has.

    ``values`` are the template's variables (``slots``, ``state``, ``query``). None if no language has such a response.
    """
    wanted = list(keys)
    for language in languages:
        responses = official(language).get("responses", {}).get("intents", {}).get(intent, {})
        for key in wanted:
            if key in responses and (text := _render(responses[key], values)):
                return text
    return None


def respond_error(languages: Sequence[str], key: str, **values: Any) -> str | None:
    """HA's official words for an error (``no_area``, ``duplicate_entities``, ...), in the first language that has them."""
    for language in languages:
        template = official(language).get("responses", {}).get("errors", {}).get(key)
        if template and (text := _render(template, values)):
            return text
    return None


@lru_cache(maxsize=1024)
def _template(source: str):
    return _environment.from_string(source)


def _render(source: str, values: Mapping[str, Any]) -> str:
    """The rendered text with single spaces; empty if the template cannot be rendered from what is known."""
    try:
        return " ".join(_template(source).render(**values).split())
    except (TemplateError, TypeError, ValueError, AttributeError):
        return ""
