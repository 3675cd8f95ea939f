"""The backends that the settings ask for."""

import os
from collections.abc import Mapping
from pathlib import Path

from ..models.catalogue import cache_directory, checksum, location
from ..settings import ImageLimits, LiteRtModel, NativeModel, RemoteModel, Settings, SettingsError
from .hailo import HailoRuntime
from .native import Absent, NativeBackend, Runtime
from .protocol import Backend, Capabilities
from .remote import RemoteBackend

try:
    from .litert import LiteRtRuntime
except ImportError:  # there are machines without a wheel
    LiteRtRuntime = None


def build_backends(settings: Settings, environ: Mapping[str, str] | None = None, cache: Path | None = None) -> dict[str, Backend]:
    """Every backend by its model id. Raises SettingsError where the settings do not say what is needed.

    A model file that is missing or broken is no such error: its backend tells so (``health``, 503), and all else goes on.
    ``cache`` is where native runtimes keep what they prepare; the platform's place where None.
    """
    environ = os.environ if environ is None else environ
    cache = cache or cache_directory()
    backends: dict[str, Backend] = {}
    for key, model in settings.models.native.items():
        backends[str(model.model)] = _native(key, model, settings, cache)
    for index, remote in enumerate(settings.models.remote):
        backends[remote.model] = _remote(index, remote, environ)
    return backends


def _native(key: str, model: NativeModel, settings: Settings, cache: Path) -> NativeBackend:
    path = location(model, settings.models)
    if path is None:
        raise SettingsError(
            f"models.{key}.path: missing, and needed: {model.model!r} is not in the catalogue of `ha-assist models list`, "
            f"and models.{key}.url does not name a file either"
        )
    runtime = _runtime(key, model, path, settings.server.limits.images, cache)
    return NativeBackend(str(model.model), runtime, waiting=model.queue, timeout=model.timeout)


def _runtime(key: str, model: NativeModel, path: Path, limits: ImageLimits, cache: Path) -> Runtime:
    sha256 = checksum(model)
    if not isinstance(model, LiteRtModel):
        return HailoRuntime(
            path,
            "vlm" if key == "vlm" else "llm",
            sha256=sha256,
            context_tokens=model.context_tokens,
            input_tokens=model.max_input_tokens,
            limits=limits,
        )
    if LiteRtRuntime is None:
        return Absent("litert_lm", "the package litert-lm-api is not installed; there may be none for this platform")
    return LiteRtRuntime(
        path,
        cache,
        sha256=sha256,
        threads=model.threads,
        context_tokens=model.context_tokens,
        input_tokens=model.max_input_tokens,
        images=model.images,
        limits=limits,
    )


def _remote(index: int, model: RemoteModel, environ: Mapping[str, str]) -> RemoteBackend:
    api_key = None
    if model.api_key_env is not None:
        api_key = environ.get(model.api_key_env, "").strip()
        if not api_key:
            raise SettingsError(
                f"models.remote[{index}].api_key_env: the environment variable {model.api_key_env} is not set, or empty"
            )
    return RemoteBackend(
        model.model,
        model.base_url,
        api_key=api_key,
        able=Capabilities(
            images=model.images, tools=model.tools, json_schema=model.json_schema, context_tokens=model.context_tokens
        ),
        parallel=model.parallel,
        waiting=model.queue,
        timeout=model.timeout,
    )
