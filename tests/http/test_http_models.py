"""Real models behind the real server: a native one that runs in this process, and a server elsewhere that has its troubles."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from ha_assist.adapters.backends.factory import build_backends
from ha_assist.adapters.settings import Assist, LiteRtModel, Models, RemoteModel, Settings
from ha_assist.http.app import create_app
from ha_assist.http.sample import sample_home
from pictures import data_url, shown
from serving import Served, served
from upstream import DONE, STREAM, Pause, Upstream, delta, response, serving

TINY = Path(__file__).parents[1] / "models" / "tiny-replies.litertlm"
HELLO = "Hello, my friend. How are you?"
QUESTION = [{"role": "user", "content": "Tell me a story about a fox and a crow."}]


def app_with(cache: Path, *, text: str | None = None, vision: str | None = None, **models: Any) -> Any:
    settings = Settings(settings=Assist(ha_assist_text_model=text, ha_assist_vision_model=vision), models=Models(**models))
    return create_app(settings, build_backends(settings, {}, cache))


@pytest.fixture(scope="module")
def native(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A model of this process, loaded when the server starts."""
    gemma = LiteRtModel(enabled=True, model="tiny", path=str(TINY), threads=1)
    with served(app_with(tmp_path_factory.mktemp("cache"), text="tiny", gemma=gemma)) as server:
        yield server


class TestANativeModel:
    def test_is_listed_and_healthy(self, native: Served) -> None:
        assert [model.id for model in native.client().models.list()] == ["HA-Assist", "tiny"]
        health = native.get("/health").json()
        assert health["status"] == "ok"
        assert health["backends"]["tiny"]["queue"] == 4

    def test_that_is_named_answers_itself(self, native: Served) -> None:
        said: Any = [{"role": "user", "content": "Say hello"}]
        whole = native.client().chat.completions.create(model="tiny", messages=said)
        assert whole.choices[0].message.content == HELLO
        assert whole.usage is not None
        assert (whole.usage.prompt_tokens, whole.usage.completion_tokens) == (15, 10)
        chunks = list(native.client().chat.completions.create(model="tiny", messages=said, stream=True))
        assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks) == HELLO
        assert chunks[-1].choices[0].finish_reason == "stop"

    def test_is_asked_once_for_what_is_not_derivable_with_a_prompt_that_was_measured(self, native: Served) -> None:
        body = native.post(json={"model": "HA-Assist", "messages": QUESTION, "max_tokens": 20}).json()
        metrics = body["metrics"]
        assert metrics["ha_route"]["inference_calls"] == 1
        assert metrics["ha_route"]["backend_model"] == "tiny"
        assert metrics["ha_prompt"]["measured"] is True
        assert metrics["ha_prompt"]["tokens"] == body["usage"]["prompt_tokens"]
        assert metrics["ha_timings"]["decode_tokens_per_second"] > 0

    def test_refuses_a_prompt_that_is_too_long(self, native: Served) -> None:
        said = [{"role": "user", "content": "Say hello " * 300}]
        refused = native.post(json={"model": "tiny", "messages": said})
        assert refused.status_code == 400
        assert refused.json()["error"]["code"] == "input_token_limit_exceeded"

    def test_answers_many_clients_one_after_the_other(self, native: Served) -> None:
        async def ask_all() -> list[httpx.Response]:
            async with httpx.AsyncClient(base_url=native.url, timeout=30) as client:
                body = {"model": "tiny", "messages": [{"role": "user", "content": "Say hello"}]}
                return await asyncio.gather(*(client.post("/v1/chat/completions", json=body) for _ in range(5)))

        answers = asyncio.run(ask_all())
        assert [answer.json()["choices"][0]["message"]["content"] for answer in answers] == [HELLO] * 5


class TestABrokenModel:
    @pytest.fixture
    def broken(self, tmp_path: Path) -> Iterator[Served]:
        path = tmp_path / "m.litertlm"
        path.write_bytes(TINY.read_bytes()[:8000])
        gemma = LiteRtModel(enabled=True, model="tiny", path=str(path))
        with served(app_with(tmp_path, text="tiny", gemma=gemma)) as server:
            yield server

    def test_is_a_clear_error_and_the_rest_of_the_service_runs(self, broken: Served) -> None:
        refused = broken.post(json={"model": "HA-Assist", "messages": QUESTION})
        assert refused.status_code == 503
        assert "broken off" in refused.json()["error"]["message"]
        health = broken.get("/health").json()
        assert health["status"] == "degraded"
        assert "broken off" in health["backends"]["tiny"]["reason"]
        assert broken.get("/v1/models").status_code == 200


def remote(upstream: Upstream, **options: Any) -> RemoteModel:
    return RemoteModel("small", upstream.url, **{"parallel": 1, "queue": 0, **options})


async def post(client: httpx.AsyncClient, **body: Any) -> httpx.Response:
    return await client.post("/v1/chat/completions", json={"model": "HA-Assist", "messages": QUESTION, **body})


def generations(upstream: Upstream) -> int:
    return sum(request.path == "/v1/chat/completions" for request in upstream.received)


UNCOUNTED = {path: [response(404, {})] for path in ("/v1/chat/completions/input_tokens", "/tokenize", "/apply-template")}


class TestABusyModel:
    async def test_is_a_503_that_says_when_to_come_back_and_direct_answers_never_wait(self, tmp_path: Path) -> None:
        async with serving(STREAM, delta(content="Once"), Pause(30)) as upstream:
            upstream.scripts = dict(UNCOUNTED)
            with served(app_with(tmp_path, text="small", remote=(remote(upstream),))) as server:
                async with httpx.AsyncClient(base_url=server.url, timeout=10) as client:
                    running = asyncio.create_task(post(client))
                    async with asyncio.timeout(5):
                        while not generations(upstream):  # noqa: ASYNC110  the stand-in is polled
                            await asyncio.sleep(0.01)
                    busy = await post(client)
                    assert busy.status_code == 503
                    assert int(busy.headers["retry-after"]) >= 1
                    assert busy.json()["error"]["code"] == "backend_busy"
                    direct = await post(client, **sample_home("turn off the kitchen lights"))
                    assert direct.json()["choices"][0]["finish_reason"] == "tool_calls"
                    assert generations(upstream) == 1
                    running.cancel()
                    await asyncio.gather(running, return_exceptions=True)
                    async with asyncio.timeout(5):
                        await upstream.hung_up.wait()
                    upstream.script = [STREAM, delta("stop", content="Once upon a time."), DONE]
                    answer = await post(client)
                    assert answer.json()["choices"][0]["message"]["content"] == "Once upon a time."
                    assert generations(upstream) == 2

    async def test_a_deadline_is_a_504(self, tmp_path: Path) -> None:
        async with serving(Pause(30)) as upstream:
            upstream.scripts = dict(UNCOUNTED)
            with served(app_with(tmp_path, text="small", remote=(remote(upstream, timeout=0.3),))) as server:
                async with httpx.AsyncClient(base_url=server.url, timeout=10) as client:
                    assert (await post(client)).status_code == 504
                    upstream.script = [STREAM, delta("stop", content="Fine."), DONE]
                    assert (await post(client)).status_code == 200
                    assert generations(upstream) == 2


class TestPictures:
    async def test_go_to_the_vision_model(self, tmp_path: Path) -> None:
        async with serving(STREAM, delta("stop", content="A red field."), DONE) as upstream:
            upstream.scripts = dict(UNCOUNTED)
            with served(app_with(tmp_path, vision="small", remote=(remote(upstream, images=True),))) as server:
                async with httpx.AsyncClient(base_url=server.url, timeout=10) as client:
                    answer = await post(client, messages=[shown("What is this?", data_url())])
        assert answer.json()["choices"][0]["message"]["content"] == "A red field."
        assert answer.json()["metrics"]["ha_route"]["route"] == "vlm"
        assert data_url().encode() in upstream.received[-1].body

    async def test_without_a_vision_model_get_a_sentence_and_no_generation(self, tmp_path: Path) -> None:
        async with serving(STREAM, delta("stop", content="No."), DONE) as upstream:
            with served(app_with(tmp_path, text="small", remote=(remote(upstream),))) as server:
                async with httpx.AsyncClient(base_url=server.url, timeout=10) as client:
                    answer = await post(client, messages=[shown("What is this?", data_url())])
        assert answer.status_code == 200
        assert answer.json()["metrics"]["ha_route"]["inference_calls"] == 0
        assert upstream.received == []

    @pytest.mark.parametrize("url", ["http://10.0.0.1/a.png", "data:image/png;base64,AAAA"])
    async def test_that_cannot_be_used_are_refused_before_any_model(self, tmp_path: Path, url: str) -> None:
        async with serving(STREAM, delta("stop", content="No."), DONE) as upstream:
            with served(app_with(tmp_path, vision="small", remote=(remote(upstream, images=True),))) as server:
                async with httpx.AsyncClient(base_url=server.url, timeout=10) as client:
                    answer = await post(client, messages=[shown("What is this?", url)])
        assert answer.status_code == 400
        error = answer.json()["error"]
        assert (error["code"], error["param"]) == ("invalid_image", "messages[0].content[0].image_url")
        assert upstream.received == []
