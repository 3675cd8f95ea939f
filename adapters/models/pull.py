"""Fetches a model file: in a part file that a broken download resumes, checked, and then moved to its place in one step."""

import os
import re
import shutil
from collections.abc import Callable
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from .catalogue import Source
from .files import ModelFileError, compare, digest

PATIENCE = 60.0
"""Seconds without a single byte after which a server is given up."""

CHUNK = 1 << 18

_SHA256 = re.compile(r'"?([0-9a-f]{64})"?')
_RANGE = re.compile(r"bytes (\d+)-\d+/(\d+)")

Progress = Callable[[int, int | None], None]
"""Is told how many bytes there are, and of how many."""


class PullError(Exception):
    """A file could not be fetched. The message is one line."""


class _Redirects(HTTPRedirectHandler):
    """Notes the checksum that Hugging Face's hub tells with its redirect to where the file lies."""

    def __init__(self) -> None:
        self.sha256: str | None = None

    def redirect_request(self, req: Request, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Request | None:
        told = _SHA256.fullmatch(headers.get("x-linked-etag") or "")
        self.sha256 = told[1] if told else self.sha256
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def part_of(target: Path) -> Path:
    """Where a file lies while it is not complete."""
    return target.with_name(target.name + ".part")


def pull(source: Source, target: Path, progress: Progress = lambda done, total: None, token: str | None = None) -> str:
    """Fetch ``source`` to ``target`` and return its SHA-256. Raises PullError.

    The checksum is the source's, or the one that the host tells. ``token`` is sent to the source's own host alone. What an
    earlier attempt has fetched is kept and built upon, provided that a checksum will tell whether it fits.
    """
    part = part_of(target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        wanted = _fetch(source, part, progress, token)
        found = digest(part)
        try:
            compare(part, found, wanted)
        except ModelFileError:
            part.unlink()
            raise PullError(f"{source.url}: what came has the SHA-256 {found}, and not {wanted}; it was thrown away") from None
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(target)
    except ModelFileError as error:
        raise PullError(str(error)) from None
    except OSError as error:
        raise PullError(f"{target}: cannot be written: {error.strerror or error}") from None
    return found


def _fetch(source: Source, part: Path, progress: Progress, token: str | None) -> str | None:
    """Bring the part file to its full length; the checksum that it must have."""
    had = part.stat().st_size if source.sha256 is not None and part.exists() else 0
    if source.size is not None and had == source.size:
        return source.sha256
    redirects = _Redirects()
    request = Request(source.url, headers={"User-Agent": "ha-assist", "Accept-Encoding": "identity"})
    if had:
        request.add_header("Range", f"bytes={had}-")
    if token:
        request.add_unredirected_header("Authorization", f"Bearer {token}")
    try:
        with build_opener(redirects).open(request, timeout=PATIENCE) as response:
            _write(response, part, had, progress, source)
    except HTTPError as error:
        if error.code == 416:  # the part is longer than the file: it is of another one
            part.unlink()
        raise PullError(_refused(source, error.code)) from None
    except (URLError, HTTPException, TimeoutError, ConnectionError) as error:
        reason = getattr(error, "reason", None) or str(error) or type(error).__name__
        raise PullError(f"{source.url}: the download broke off ({reason}); the same command resumes it") from None
    return source.sha256 or redirects.sha256


def _write(response: HTTPResponse, part: Path, had: int, progress: Progress, source: Source) -> None:
    told = _RANGE.match(response.headers.get("content-range") or "")
    resumed = response.status == 206 and told is not None and int(told[1]) == had
    if response.status == 206 and not resumed:
        raise PullError(f"{source.url}: the server sends another part than it was asked for")
    length = response.headers.get("content-length")
    start = had if resumed else 0
    total = int(told[2]) if resumed and told is not None else int(length) if length and length.isdigit() else source.size
    if source.size is not None and total is not None and total != source.size:
        raise PullError(f"{source.url}: the server has {total} bytes, and it should be {source.size}")
    free = shutil.disk_usage(part.parent).free
    if total is not None and total - start > free:
        raise PullError(f"{part.parent}: {total - start} bytes are needed, and {free} are free")
    done = start
    with part.open("ab" if resumed else "wb") as file:
        progress(done, total)
        while chunk := response.read(CHUNK):
            file.write(chunk)
            done += len(chunk)
            progress(done, total)
    if total is not None and done != total:
        raise PullError(f"{source.url}: the download broke off at {done} of {total} bytes; the same command resumes it")


def _refused(source: Source, status: int) -> str:
    if status in (401, 403):
        licence = f" at {source.license}" if source.license else ""
        return (
            f"{source.url}: the host refuses ({status}): accept the model's licence{licence}, and name the environment "
            "variable that holds your token with --token-env"
        )
    if status == 416:
        return f"{source.url}: what was fetched before is not of this file and was thrown away; run the command again"
    return f"{source.url}: the host answers {status}"
