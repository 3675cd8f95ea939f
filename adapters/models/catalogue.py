"""Where model files come from and where they lie: the catalogue of known models, and what the settings say."""

from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

import msgspec
import platformdirs
from msgspec import Struct

from ..settings import Models, NativeModel

_FILE = Path(__file__).parent / "catalogue.yaml"


class Source(Struct, frozen=True):
    """Where a model's file comes from. ``size`` in bytes; None where it, or the checksum, is not known. ``gated``: the host
    wants a token. ``license`` is a URL, ``about`` one line for people."""

    url: str
    sha256: str | None = None
    size: int | None = None
    gated: bool = False
    license: str | None = None
    about: str = ""

    @property
    def file(self) -> str:
        """The name of the file; empty if the URL does not tell one."""
        name = unquote(urlsplit(self.url).path.rpartition("/")[2])
        return "" if {"/", "\\"} & set(name) or not name.strip(".") else name


@cache
def catalogue() -> dict[str, Source]:
    """The known models by id."""
    return msgspec.yaml.decode(_FILE.read_bytes(), type=dict[str, Source])


def directory(models: Models) -> Path:
    """Where files are put that ``ha-assist models pull`` fetches."""
    return Path(models.directory) if models.directory else Path(platformdirs.user_data_dir("ha-assist")) / "models"


def cache_directory() -> Path:
    """Where runtimes keep what they prepare from model files."""
    return Path(platformdirs.user_cache_dir("ha-assist")) / "models"


def source(model: NativeModel) -> Source | None:
    """Where this model's file comes from: the settings' ``url``, or the catalogue's; None where nobody knows."""
    if model.url is not None:
        return Source(model.url, model.sha256)
    known = catalogue().get(model.model or "")
    if known is not None and model.sha256 is not None:
        return msgspec.structs.replace(known, sha256=model.sha256)
    return known


def location(model: NativeModel, models: Models) -> Path | None:
    """The model's file, whether it is there or not; None where the settings do not say which it is."""
    if model.path is not None:
        return Path(model.path)
    known = source(model)
    return directory(models) / known.file if known is not None and known.file else None


def checksum(model: NativeModel) -> str | None:
    """What the file's SHA-256 must be. A file of the user's own, under a path, is not the catalogue's."""
    if model.sha256 is not None or model.path is not None:
        return model.sha256
    known = source(model)
    return known.sha256 if known is not None else None
