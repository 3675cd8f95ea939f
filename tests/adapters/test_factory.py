"""Backends from settings: each configured one is there, and what cannot be had is said at start."""

import pytest
from ha_assist.adapters.backends.factory import build_backends
from ha_assist.adapters.settings import Models, NativeModel, RemoteModel, Settings, SettingsError
from upstream import DONE, STREAM, delta, serving


def test_no_models_no_backends() -> None:
    assert build_backends(Settings(), {}) == {}


def test_remote_models_by_their_ids() -> None:
    remote = (
        RemoteModel("qwen", "http://a/v1", context_tokens=8192),
        RemoteModel("llava", "http://b/v1", images=True),
    )
    backends = build_backends(Settings(models=Models(remote=remote)), {})
    assert list(backends) == ["qwen", "llava"]
    assert all(backend.name == name for name, backend in backends.items())
    assert backends["qwen"].capabilities.context_tokens == 8192
    assert [backend.capabilities.images for backend in backends.values()] == [False, True]


async def test_the_key_comes_from_the_named_variable() -> None:
    async with serving(STREAM, delta("stop", content="Paris"), DONE) as upstream:
        remote = (RemoteModel("qwen", upstream.url, api_key_env="QWEN_KEY"),)
        backend = build_backends(Settings(models=Models(remote=remote)), {"QWEN_KEY": "sesame\n"})["qwen"]
        health = await backend.health()
        await backend.close()
    assert health
    assert upstream.received[0].headers["authorization"] == "Bearer sesame"


def test_a_key_that_is_not_set_is_an_error() -> None:
    settings = Settings(models=Models(remote=(RemoteModel("qwen", "http://a/v1", api_key_env="QWEN_KEY"),)))
    with pytest.raises(SettingsError, match=r"models\.remote\[0\]\.api_key_env: the environment variable QWEN_KEY is not set"):
        build_backends(settings, {})


@pytest.mark.parametrize("key", ["gemma", "hailo_llm", "vlm"])
def test_a_native_model_is_refused_and_never_ignored(key: str) -> None:
    settings = Settings(models=Models(**{key: NativeModel(enabled=True, model="m")}))
    with pytest.raises(SettingsError, match=rf"models\.{key}\.enabled"):
        build_backends(settings, {})
