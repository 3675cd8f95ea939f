"""The settings: one YAML file, overridden by the environment, checked strictly before anything starts.

The file is the one that is given, else ``config.yaml`` in the platform's configuration directory, else none: every setting
has a default. An environment variable overrides one key, its path joined by double underscores, its value a YAML scalar or
flow collection: ``HA_ASSIST__SERVER__PORT=8091``, ``HA_ASSIST__SETTINGS__HA_ASSIST_LANGUAGES='["en", "de"]'``.
"""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import platformdirs
import yaml
from home_assistant_intents import get_languages
from msgspec import Meta, Struct
from msgspec.structs import replace

from .settings_source import SettingsError, convert, override, read

VIRTUAL_MODEL = "HA-Assist"

Port = Annotated[int, Meta(ge=1, le=65535)]
Text = Annotated[str, Meta(min_length=1)]
Tokens = Annotated[int, Meta(ge=1)]
Queue = Annotated[int, Meta(ge=0, le=10000)]
Timeout = Annotated[float, Meta(gt=0, le=3600)]
Sha256 = Annotated[str, Meta(pattern=r"^[0-9a-fA-F]{64}$", description="64 hexadecimal digits")]
Score = Annotated[float, Meta(ge=0, le=100)]
Verifiable = Annotated[
    Literal[
        "light",
        "switch",
        "input_boolean",
        "fan",
        "lock",
        "cover",
        "valve",
        "media_player",
        "climate",
        "brightness",
        "position",
        "temperature",
        "volume",
    ],
    Meta(
        description="light, switch, input_boolean, fan, lock, cover, valve, media_player, climate, "
        "brightness, position, temperature, volume"
    ),
]
Url = Annotated[str, Meta(pattern=r"^https?://[^\s/]\S*$", description="a URL that starts with http:// or https://")]


class ImageLimits(Struct, frozen=True, forbid_unknown_fields=True):
    """What a picture may be: bytes of its file, pixels (width times height), and how many a message may have."""

    max_bytes: Annotated[int, Meta(ge=1024)] = 6 * 1024 * 1024
    max_pixels: Annotated[int, Meta(ge=1024)] = 25_000_000
    max_count: Annotated[int, Meta(ge=1, le=64)] = 4


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """What a client may send. ``max_body_bytes``: the largest request body, in bytes (images count)."""

    max_body_bytes: Annotated[int, Meta(ge=1024)] = 8 * 1024 * 1024
    images: ImageLimits = ImageLimits()


class Server(Struct, frozen=True, forbid_unknown_fields=True):
    """Where HA-Assist listens. ``api_key``: the bearer key that clients must send; None asks for none."""

    host: Text = "127.0.0.1"
    port: Port = 8090
    api_key: Text | None = None
    limits: Limits = Limits()

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        return [("host", self.host), ("port", self.port), ("api_key", self.api_key and "***"), ("limits", self.limits)]

    def __repr__(self) -> str:
        return f"Server({', '.join(f'{name}={value!r}' for name, value in self.__rich_repr__())})"


class Assist(Struct, frozen=True, forbid_unknown_fields=True):
    """How HA-Assist behaves. Models by id; ``verify_attempts`` reads at most after an action (0: none), ``verify_delay`` seconds
    before each; ``verify_domains`` the domains, and the values besides on and off, whose actions are verified (all domains but
    light with their values); ``languages`` in the order in which they are tried; scores 0-100. ``context_max_age``: seconds after
    which the states of a context block count no more. ``encoder``: what finds things of like meaning: ``minilm`` (packaged),
    ``none``, or a sentence-transformers model by its name or folder (needs the extra ``semantic``)."""

    ha_assist_text_model: Text | None = None
    ha_assist_vision_model: Text | None = None
    ha_assist_encoder: Text = "minilm"
    ha_assist_verify_attempts: Annotated[int, Meta(ge=0, le=10)] = 2
    ha_assist_verify_delay: Annotated[float, Meta(ge=0, le=30)] = 0.5
    ha_assist_verify_domains: tuple[Verifiable, ...] = ("light", "switch")
    ha_assist_languages: Annotated[tuple[str, ...], Meta(min_length=1)] = ("en",)
    ha_assist_fuzzy_enabled: bool = True
    ha_assist_fuzzy_threshold: Score = 90
    ha_assist_fuzzy_margin: Score = 8
    ha_assist_sentence_fuzzy_enabled: bool = True
    ha_assist_sentence_threshold: Score = 94
    ha_assist_exact_for_risky: bool = True
    ha_assist_context_max_age: Annotated[float, Meta(ge=0, le=3600)] = 5


class NativeModel(Struct, frozen=True, forbid_unknown_fields=True):
    """A model that runs on this machine.

    ``model`` is its id, ``path`` its file. Without a path the file is looked for where ``ha-assist models pull`` puts it: under
    the name in ``url``, or in the catalogue, which knows ``model``. ``sha256`` is the file's checksum (the catalogue's, where
    there is one). ``max_input_tokens`` bounds the prompt, ``context_tokens`` prompt and answer together. ``queue`` is how many
    requests may wait for the model; ``timeout``: seconds until a whole answer must be there, waiting included.
    """

    enabled: bool = False
    model: Text | None = None
    path: Text | None = None
    url: Url | None = None
    sha256: Sha256 | None = None
    max_input_tokens: Tokens | None = None
    context_tokens: Tokens | None = None
    queue: Queue = 4
    timeout: Timeout = 120


class LiteRtModel(NativeModel, frozen=True, forbid_unknown_fields=True):
    """A model on this machine's processor. ``threads``: how many of it, None for all; ``images``: whether it is to see
    pictures, which not every model can."""

    threads: Annotated[int, Meta(ge=1, le=256)] | None = None
    images: bool = False


class RemoteModel(Struct, frozen=True, forbid_unknown_fields=True):
    """A model behind an OpenAI-compatible server.

    ``model`` is the server's own id of it, ``base_url`` ends before ``/chat/completions``. ``api_key_env`` names the environment
    variable that holds the server's key. ``context_tokens`` is the length of prompt and answer together; None if it is not
    known. ``images``, ``tools`` and ``json_schema``: what the model and its server can do. ``parallel`` requests are sent to it
    at a time, and ``queue`` more may wait. ``timeout``: seconds until a whole answer must be there, waiting included.
    """

    model: Text
    base_url: Url
    api_key_env: Text | None = None
    images: bool = False
    tools: bool = True
    json_schema: bool = True
    context_tokens: Tokens | None = None
    parallel: Annotated[int, Meta(ge=1, le=10000)] = 16
    queue: Queue = 16
    timeout: Timeout = 120


class Models(Struct, frozen=True, forbid_unknown_fields=True):
    """The physical models. ``directory``: where ``ha-assist models pull`` puts their files; None for the platform's place."""

    directory: Text | None = None
    gemma: LiteRtModel = LiteRtModel()
    hailo_llm: NativeModel = NativeModel()
    vlm: NativeModel = NativeModel()
    remote: tuple[RemoteModel, ...] = ()

    @property
    def native(self) -> dict[str, NativeModel]:
        """The models on this machine that are switched on, by the key of their section."""
        sections = {"gemma": self.gemma, "hailo_llm": self.hailo_llm, "vlm": self.vlm}
        return {key: model for key, model in sections.items() if model.enabled}


class Telemetry(Struct, frozen=True, forbid_unknown_fields=True):
    """Traces. ``endpoint`` is an OTLP/HTTP collector (``http://collector:4318``); ``capture_content`` lets what was said and what
    the house holds into the spans."""

    endpoint: Url | None = None
    capture_content: bool = False


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """All settings."""

    server: Server = Server()
    settings: Assist = Assist()
    models: Models = Models()
    telemetry: Telemetry = Telemetry()


def default_path() -> Path:
    """Where the file is looked for when none is given."""
    return Path(platformdirs.user_config_dir("ha-assist")) / "config.yaml"


def settings_path(given: Path | None = None) -> Path | None:
    """The file that is read: the ``given`` one, else the one in the platform's place; None where there is none."""
    if given is None and default_path().is_file():
        return default_path()
    return given


def shown(settings: Settings) -> str:
    """The settings as a file would have them, without the key."""
    data = msgspec.to_builtins(settings)
    if settings.server.api_key is not None:
        data["server"]["api_key"] = "***"
    return yaml.safe_dump(data, sort_keys=False, allow_unicode=True)


def load_settings(path: Path | None = None, environ: Mapping[str, str] | None = None) -> Settings:
    """Read, override and check the settings. Raises SettingsError, with everything that is wrong."""
    path = settings_path(path)
    data = read(path) if path is not None else {}
    override(data, os.environ if environ is None else environ, Settings)
    settings = convert(data, Settings)
    languages, unknown = _languages(settings.settings.ha_assist_languages)
    if problems := [*_wrong_models(settings), *unknown]:
        raise SettingsError(*problems)
    return replace(settings, settings=replace(settings.settings, ha_assist_languages=languages))


def _wrong_models(settings: Settings) -> Iterator[str]:
    """Ids are there and unique, and what the settings choose exists."""
    models = settings.models
    if models.hailo_llm.enabled and models.vlm.enabled:
        yield (
            "models.vlm.enabled: models.hailo_llm is enabled too, and a Hailo device holds one GenAI model at a time; "
            "enable one of them"
        )
    ids: dict[str, str] = {}
    seeing: list[str] = []
    for key, native in models.native.items():
        if native.model is None:
            yield f"models.{key}.model: missing, and needed when models.{key}.enabled is true"
            continue
        yield from _add(ids, native.model, f"models.{key}.model")
        if key == "vlm" or (isinstance(native, LiteRtModel) and native.images):
            seeing.append(native.model)
    for index, remote in enumerate(models.remote):
        yield from _add(ids, remote.model, f"models.remote[{index}].model")
        if remote.images:
            seeing.append(remote.model)
    yield from _wrong_choice("ha_assist_text_model", settings.settings.ha_assist_text_model, list(ids), "enabled models")
    yield from _wrong_choice(
        "ha_assist_vision_model", settings.settings.ha_assist_vision_model, seeing, "enabled models that see images"
    )


def _add(ids: dict[str, str], model: str, path: str) -> Iterator[str]:
    if model.casefold() == VIRTUAL_MODEL.casefold():
        yield f"{path}: {model!r} is the name of the virtual model; a physical model needs another id"
    elif model in ids:
        yield f"{path}: {model!r} is already the id of {ids[model]}; every model needs its own id"
    ids.setdefault(model, path)


def _wrong_choice(key: str, chosen: str | None, allowed: list[str], what: str) -> Iterator[str]:
    if chosen is not None and chosen not in allowed:
        listed = ", ".join(allowed) or "none"
        yield f"settings.{key}: {chosen!r} is not among the {what} ({listed})"


def _languages(given: tuple[str, ...]) -> tuple[tuple[str, ...], list[str]]:
    """The languages as they are known, and what is wrong with them: a country that makes no difference may be named ("de-DE")."""
    known = {language.casefold(): language for language in get_languages()}
    found: list[str] = []
    problems: list[str] = []
    for index, written in enumerate(given):
        code = written.replace("_", "-").casefold()
        language = known.get(code) or known.get(code.partition("-")[0])
        if language is None:
            listed = ", ".join(sorted(known.values()))
            problems.append(f"settings.ha_assist_languages[{index}]: unknown language {written!r} (known: {listed})")
        elif language in found:
            problems.append(f"settings.ha_assist_languages[{index}]: {written!r} is given twice")
        else:
            found.append(language)
    return tuple(found), problems
