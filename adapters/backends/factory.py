"""The backends that the settings ask for."""

import os
from collections.abc import Mapping

from ..settings import RemoteModel, Settings, SettingsError
from .protocol import Backend
from .remote import RemoteBackend


def build_backends(settings: Settings, environ: Mapping[str, str] | None = None) -> dict[str, Backend]:
    """Every backend by its model id. Raises SettingsError where one cannot be had."""
    for key in settings.models.native:
        raise SettingsError(
            f"models.{key}.enabled: this version of HA-Assist cannot run models on this machine yet (allowed: false); "
            "put the model behind an OpenAI-compatible server and list it in models.remote"
        )
    environ = os.environ if environ is None else environ
    return {model.model: _remote(index, model, environ) for index, model in enumerate(settings.models.remote)}


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
        images=model.images,
        context_tokens=model.context_tokens,
        timeout=model.timeout,
    )
