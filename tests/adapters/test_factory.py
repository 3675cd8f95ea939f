"""Backends from settings: each configured one is there, and what cannot be had is said at start."""

from pathlib import Path

import pytest
from ha_assist.adapters.backends import factory
from ha_assist.adapters.backends.factory import build_backends
from ha_assist.adapters.backends.protocol import BackendError, Prompt
from ha_assist.adapters.settings import LiteRtModel, Models, NativeModel, RemoteModel, Settings, SettingsError
from upstream import DONE, STREAM, delta, response, serving


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


NATIVE = [("gemma", LiteRtModel), ("hailo_llm", NativeModel), ("vlm", NativeModel)]


@pytest.mark.parametrize(("key", "kind"), NATIVE)
def test_a_native_model_needs_a_file(key: str, kind: type[NativeModel]) -> None:
    settings = Settings(models=Models(**{key: kind(enabled=True, model="m")}))
    with pytest.raises(SettingsError, match=rf"models\.{key}\.path: missing, and needed: 'm' is not in the catalogue"):
        build_backends(settings, {})


@pytest.mark.parametrize(("key", "kind"), NATIVE)
async def test_a_native_model_whose_file_is_missing_says_so_and_the_rest_goes_on(
    key: str, kind: type[NativeModel], tmp_path: Path
) -> None:
    async with serving(response(200, {"data": []})) as upstream:
        native = kind(enabled=True, model="m", path=str(tmp_path / "m.litertlm"))
        settings = Settings(models=Models(remote=(RemoteModel("qwen", upstream.url),), **{key: native}))
        backends = build_backends(settings, {}, tmp_path)
        with pytest.raises(BackendError) as caught:
            await anext(backends["m"].generate(Prompt(messages=[{"role": "user", "content": "hi"}])))
        assert (caught.value.status, caught.value.code) == (503, "backend_unavailable")
        health = {name: (await backend.health())["status"] for name, backend in backends.items()}
        assert health == {"m": "unavailable", "qwen": "ok"}
        for backend in backends.values():
            await backend.close()


def test_what_the_settings_say_of_a_model_is_what_it_can_do(tmp_path: Path) -> None:
    gemma = LiteRtModel(enabled=True, model="m", path="m.litertlm", context_tokens=1024, max_input_tokens=900)
    remote = (RemoteModel("plain", "http://a/v1", tools=False, json_schema=False),)
    vlm = NativeModel(enabled=True, model="eye", path="eye.hef")
    backends = build_backends(Settings(models=Models(gemma=gemma, vlm=vlm, remote=remote)), {}, tmp_path)
    able = {name: backend.capabilities for name, backend in backends.items()}
    assert (able["m"].context_tokens, able["m"].input_tokens, able["m"].images) == (1024, 900, False)
    assert (able["plain"].tools, able["plain"].json_schema) == (False, False)
    assert (able["eye"].context_tokens, able["eye"].images, able["eye"].image_tokens) == (2048, True, 256)


async def test_without_the_runtimes_package_the_model_is_not_available(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(factory, "LiteRtRuntime", None)
    gemma = LiteRtModel(enabled=True, model="m", path="m.litertlm")
    backend = build_backends(Settings(models=Models(gemma=gemma)), {}, tmp_path)["m"]
    with pytest.raises(BackendError, match="litert-lm-api is not installed"):
        await anext(backend.generate(Prompt()))
    await backend.close()
