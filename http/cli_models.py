"""``ha-assist models``: the files of models that run on this machine, listed, fetched, verified and removed."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click
from rich.console import Console
from rich.filesize import decimal
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn, TransferSpeedColumn
from rich.table import Table

from ..adapters.backends.litert_file import examine, forget
from ..adapters.models.catalogue import Source, cache_directory, catalogue, checksum, directory, location, source
from ..adapters.models.files import ModelFileError, compare, digest
from ..adapters.models.pull import PullError, part_of, pull
from ..adapters.settings import Models
from .cli_base import EXIT_CODES, FAILED, config_option, fail, settings_of

LITERT = ".litertlm"


class Known(NamedTuple):
    """A model that has, or can have, a file here. ``used_by`` is the section of the settings that names it."""

    name: str
    path: Path
    sha256: str | None
    source: Source | None
    used_by: str = ""


@click.group(epilog=EXIT_CODES, short_help="List, fetch, verify and remove model files.")
def models() -> None:
    """The files of models that run on this machine: those of the catalogue, and those that the settings name."""


@models.command("list", epilog=EXIT_CODES, short_help="Show the models that are known, and whether they are here.")
@config_option
def list_models(config: Path | None) -> None:
    """Show the models of the catalogue and of the settings, and which of their files are here."""
    settings = settings_of(config)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for column in ("model", "file", "size", "used by", "about"):
        table.add_column(column, overflow="fold")
    for known in _known(settings.models):
        size = known.source.size if known.source is not None else None
        about = known.source.about if known.source is not None else ""
        about += " Wants a token." if known.source is not None and known.source.gated else ""
        table.add_row(known.name, _state(known), decimal(size) if size else "", known.used_by, about)
    console = Console()
    console.print(table)
    console.print(f"directory: {directory(settings.models)}", style="dim", soft_wrap=True)


@models.command("pull", epilog=EXIT_CODES, short_help="Fetch a model's file.")
@click.argument("model")
@config_option
@click.option("--sha256", help="The checksum that the file must have, where MODEL is a URL.")
@click.option("--token-env", help="The environment variable that holds your token for the host, if it wants one.")
def pull_model(model: str, config: Path | None, sha256: str | None, token_env: str | None) -> None:
    """Fetch the file of MODEL: an id of the catalogue or of the settings, or a URL. A broken download is resumed."""
    settings = settings_of(config)
    token = os.environ.get(token_env, "").strip() if token_env else None
    if token_env and not token:
        raise click.UsageError(f"the environment variable {token_env} is not set, or empty")
    if model.startswith(("http://", "https://")):
        wanted = Source(model, sha256)
        if not wanted.file:
            raise click.UsageError("the URL does not end with the name of a file")
        known = Known(wanted.file, directory(settings.models) / wanted.file, sha256, wanted)
    else:
        known = _named(settings.models, model)
    if known.source is None:
        fail(f"{model}: nobody knows where its file comes from: models.*.url is not set, and the catalogue lacks it", FAILED)
    if known.source.gated and token is None and not known.path.exists():
        accepted = f" ({known.source.license})" if known.source.license else ""
        wants = f"{model}: its host wants its licence to be accepted{accepted}, and a token of yours: --token-env"
        fail(f"{wants} NAME_OF_A_VARIABLE", FAILED)
    if known.path.exists() and known.sha256 is not None and _whole(known):
        click.echo(f"{known.path}: already here, and whole", err=True)
        return
    try:
        found = _fetched(known, known.source, token)
    except PullError as error:
        fail(str(error), FAILED)
    if known.sha256 is None:
        click.echo(f"no checksum is known; this file's SHA-256 is {found}", err=True)
    click.echo(known.path)


@models.command("verify", epilog=EXIT_CODES, short_help="Check files that are here.")
@click.argument("model", nargs=-1)
@config_option
def verify_models(model: tuple[str, ...], config: Path | None) -> None:
    """Check the files of MODELs, or all that are here: against their checksum, and whether the runtime takes them."""
    settings = settings_of(config)
    chosen = [_named(settings.models, name) for name in model]
    chosen = chosen or [known for known in _known(settings.models) if known.path.exists()]
    broken = False
    for known in chosen:
        try:
            told = _verified(known)
        except ModelFileError as error:
            broken = True
            click.echo(f"{known.name}: {error}", err=True)
        else:
            click.echo(f"{known.name}: {told}")
    if broken:
        raise SystemExit(FAILED)


@models.command("remove", epilog=EXIT_CODES, short_help="Remove a model's file.")
@click.argument("model")
@config_option
def remove_model(model: str, config: Path | None) -> None:
    """Remove the file of MODEL, and what was prepared from it. Only files are removed that `pull` has put there."""
    settings = settings_of(config)
    known = _named(settings.models, model)
    if known.path.parent != directory(settings.models):
        fail(f"{known.path}: not in {directory(settings.models)}, and so not removed", FAILED)
    there = [path for path in (known.path, part_of(known.path)) if path.exists()]
    if not there:
        fail(f"{known.path}: there is no such model file", FAILED)
    try:
        forget(known.path, cache_directory())
        for path in there:
            path.unlink()
            click.echo(f"removed {path}")
    except OSError as error:
        fail(f"{known.path}: cannot be removed: {error.strerror}", FAILED)


def _known(of: Models) -> Iterator[Known]:
    """The settings' models, whether they are enabled or not, and the rest of the catalogue."""
    named = {"gemma": of.gemma, "hailo_llm": of.hailo_llm, "vlm": of.vlm}
    seen = set()
    for key, model in named.items():
        path = location(model, of)
        if model.model is not None and path is not None:
            seen.add(model.model)
            yield Known(model.model, path, checksum(model), source(model), f"models.{key}")
    for name, entry in catalogue().items():
        if name not in seen:
            yield Known(name, directory(of) / entry.file, entry.sha256, entry)


def _named(of: Models, name: str) -> Known:
    known = {found.name: found for found in _known(of)}
    if name not in known:
        raise click.UsageError(f"there is no model {name!r} in the catalogue or in the settings ({', '.join(known)})")
    return known[name]


def _state(known: Known) -> str:
    if known.path.exists():
        return "here"
    part = part_of(known.path)
    if not part.exists():
        return ""
    size = known.source.size if known.source is not None else None
    return f"partly ({part.stat().st_size / size:.0%})" if size else "partly"


def _whole(known: Known) -> bool:
    try:
        compare(known.path, digest(known.path), known.sha256)
    except ModelFileError:
        return False
    return True


def _fetched(known: Known, wanted: Source, token: str | None) -> str:
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task(known.name, total=None)
        return pull(wanted, known.path, lambda done, total: progress.update(task, completed=done, total=total), token)


def _verified(known: Known) -> str:
    cache = cache_directory()
    forget(known.path, cache)
    if known.path.suffix == LITERT:
        cache.mkdir(parents=True, exist_ok=True)
        found = examine(known.path, cache, sha256=known.sha256)
        able = [name for name, has in (("tools", found.tools), ("images", found.images)) if has]
        told = f"a context of {found.context_tokens} tokens{''.join(f', {name}' for name in able)}"
        sha256 = found.sha256
    else:
        sha256, told = digest(known.path), "not tried on a device"
        compare(known.path, sha256, known.sha256)
    return f"{'whole' if known.sha256 else f'no checksum is known, SHA-256 {sha256}'}; {told}"
