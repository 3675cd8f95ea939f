"""``GET /v1/models`` and ``GET /health``."""

import openai
import pytest
from ha_assist.adapters.settings import Assist, Models, RemoteModel, Settings
from ha_assist.http import health
from serving import PHYSICAL, Serve, SmallBackend

WITH_MODEL = Settings(
    settings=Assist(ha_assist_text_model=PHYSICAL), models=Models(remote=(RemoteModel(PHYSICAL, "http://127.0.0.1:1/v1"),))
)


@pytest.mark.parametrize("path", ["/v1/models", "/models"])
def test_the_virtual_model_comes_first_and_the_physical_ones_follow(serve: Serve, path: str) -> None:
    body = serve(backends={PHYSICAL: SmallBackend()}).get(path).json()
    assert body["object"] == "list"
    assert [model["id"] for model in body["data"]] == ["HA-Assist", PHYSICAL]
    assert all(model["object"] == "model" and model["created"] > 0 and model["owned_by"] for model in body["data"])


def test_the_openai_client_reads_the_list(serve: Serve) -> None:
    assert [model.id for model in serve().client().models.list()] == ["HA-Assist"]


@pytest.mark.parametrize("name", [PHYSICAL, "HA-Assist", "some/model:7b"])
def test_the_openai_client_reads_one_model(serve: Serve, name: str) -> None:
    server = serve(backends={PHYSICAL: SmallBackend(), "some/model:7b": SmallBackend("some/model:7b")})
    assert server.client().models.retrieve(name).id == name
    assert server.get(f"/models/{name}").json()["object"] == "model"


def test_a_model_that_does_not_exist_is_not_found(serve: Serve) -> None:
    with pytest.raises(openai.NotFoundError, match="'gpt-x' does not exist"):
        serve().client().models.retrieve("gpt-x")


def test_a_server_tells_whether_its_languages_were_loaded_before_it_answered(serve: Serve) -> None:
    assert serve().get("/health").json()["languages"] == {"status": "idle", "configured": ["en"]}
    loaded = []
    server = serve(settings=Settings(settings=Assist(ha_assist_languages=("de",))), warm=lambda: loaded.append("de"))
    assert loaded == ["de"]
    assert server.get("/health").json()["languages"] == {"status": "ok", "configured": ["de"]}


def test_a_server_without_a_model_is_healthy(serve: Serve) -> None:
    body = serve().get("/health").json()
    assert (body["status"], body["mode"], body["backends"]) == ("ok", "deterministic", {})
    assert body["version"] == health.VERSION


def test_a_server_with_a_model_says_which(serve: Serve) -> None:
    body = serve(settings=WITH_MODEL, backends={PHYSICAL: SmallBackend()}).get("/health").json()
    assert (body["status"], body["mode"], body["text_model"]) == ("ok", "text_model", PHYSICAL)
    assert body["backends"] == {PHYSICAL: {"status": "ok"}}


def test_a_backend_that_is_away_degrades_the_server(serve: Serve) -> None:
    response = serve(backends={PHYSICAL: SmallBackend(state="unavailable")}).get("/health")
    assert response.status_code == 200
    assert response.json()["status"] == "degraded"


def test_a_backend_that_does_not_answer_is_not_waited_for(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "PATIENCE", 0.05)
    body = serve(backends={PHYSICAL: SmallBackend(patience=60)}).get("/health").json()
    assert body["status"] == "degraded"
    assert body["backends"][PHYSICAL]["status"] == "unavailable"
