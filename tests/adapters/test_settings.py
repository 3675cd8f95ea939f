"""Settings: one file, the environment over it, and errors that name the key in one line."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from ha_assist.adapters import settings as module
from ha_assist.adapters.settings import Settings, SettingsError, load_settings, shown
from home_assistant_intents import get_languages
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st
from rich.console import Console


@pytest.fixture(autouse=True)
def own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test reads the settings of whoever runs it."""
    place = tmp_path / "config" / "config.yaml"
    monkeypatch.setattr(module, "default_path", lambda: place)
    return place


@pytest.fixture
def load(tmp_path: Path):
    def load(text: str, **environ: str) -> Settings:
        path = tmp_path / "given.yaml"
        path.write_text(text, encoding="utf-8")
        return load_settings(path, environ)

    return load


@pytest.fixture
def error(load):
    def error(text: str, **environ: str) -> str:
        with pytest.raises(SettingsError) as caught:
            load(text, **environ)
        message = str(caught.value)
        assert "\n" not in message
        return message

    return error


class TestWhereSettingsComeFrom:
    def test_without_a_file_everything_has_a_default(self) -> None:
        settings = load_settings(environ={})
        assert settings == Settings()
        assert (settings.server.host, settings.server.port, settings.server.api_key) == ("127.0.0.1", 8090, None)
        assert settings.server.limits.max_body_bytes == 8 * 1024 * 1024
        assert settings.settings.ha_assist_text_model is None
        assert settings.settings.ha_assist_languages == ("en",)
        assert (settings.settings.ha_assist_verify_attempts, settings.settings.ha_assist_verify_delay) == (2, 0.5)
        assert settings.settings.ha_assist_verify_domains == ("light", "switch")
        assert settings.models.remote == ()
        assert (settings.telemetry.endpoint, settings.telemetry.capture_content) == (None, False)

    def test_the_file_in_the_platforms_place_is_read(self, own_place: Path) -> None:
        own_place.parent.mkdir()
        own_place.write_text("server: {port: 8091}")
        assert load_settings(environ={}).server.port == 8091

    def test_the_given_file_comes_first(self, own_place: Path, load) -> None:
        own_place.parent.mkdir()
        own_place.write_text("server: {port: 8091}")
        assert load("server: {port: 8092}").server.port == 8092

    def test_a_given_file_must_exist(self, tmp_path: Path) -> None:
        with pytest.raises(SettingsError, match=r"missing\.yaml: cannot be read"):
            load_settings(tmp_path / "missing.yaml", {})

    @pytest.mark.parametrize("text", ["", "# nothing\n", "server:\n#  port: 1\n", "models:\n  gemma:\n"])
    def test_what_is_empty_or_commented_out_means_the_defaults(self, load, text: str) -> None:
        assert load(text) == Settings()

    def test_a_whole_file(self, load) -> None:
        settings = load(
            """
            server: {host: 0.0.0.0, port: 80, api_key: sesame, limits: {max_body_bytes: 1000000}}
            settings:
              ha_assist_text_model: qwen
              ha_assist_vision_model: llava
              ha_assist_languages: [de, en]
              ha_assist_verify_delay: 1
              ha_assist_verify_domains: [light, cover, brightness]
            models:
              remote:
                - {model: qwen, base_url: "http://10.0.0.2:8080/v1", context_tokens: 8192}
                - {model: llava, base_url: "http://10.0.0.3/v1", images: true, api_key_env: LLAVA_KEY, timeout: 30}
            telemetry: {endpoint: "http://collector:4318", capture_content: true}
            """
        )
        assert settings.settings.ha_assist_languages == ("de", "en")
        assert settings.settings.ha_assist_verify_domains == ("light", "cover", "brightness")
        assert [model.model for model in settings.models.remote] == ["qwen", "llava"]
        assert [model.timeout for model in settings.models.remote] == [120, 30]

    @pytest.mark.parametrize(
        ("written", "language"), [("de-DE", "de"), ("de_AT", "de"), ("EN", "en"), ("pt-br", "pt-BR"), ("fr", "fr")]
    )
    def test_a_language_may_be_named_with_its_country(self, load, written: str, language: str) -> None:
        assert load(f"settings: {{ha_assist_languages: [{written}]}}").settings.ha_assist_languages == (language,)


class TestEnvironment:
    def test_overrides_the_file(self, load) -> None:
        settings = load(
            "server: {port: 1, host: localhost}",
            HA_ASSIST__SERVER__PORT="8091",
            HA_ASSIST__SETTINGS__HA_ASSIST_LANGUAGES='["en", "de"]',
            HA_ASSIST__MODELS__REMOTE='[{model: a, base_url: "http://a/v1"}]',
            HA_ASSIST__SETTINGS__HA_ASSIST_TEXT_MODEL="a",
        )
        assert (settings.server.port, settings.server.host) == (8091, "localhost")
        assert settings.settings.ha_assist_languages == ("en", "de")
        assert settings.settings.ha_assist_text_model == "a"

    def test_a_single_key_comes_after_a_whole_section(self, load) -> None:
        settings = load("", HA_ASSIST__SERVER__PORT="2", HA_ASSIST__SERVER="{port: 1, host: localhost}")
        assert (settings.server.port, settings.server.host) == (2, "localhost")

    @pytest.mark.parametrize(
        ("text", "key"),
        [
            ("1234", "1234"),
            ("yes", "yes"),
            ("a #b", "a #b"),
            ("*a: [", "*a: ["),
            ("'quoted'", "quoted"),
            ("null", None),
            ("", None),
        ],
    )
    def test_what_is_to_be_text_is_taken_as_it_is(self, load, text: str, key: str | None) -> None:
        assert load("", HA_ASSIST__SERVER__API_KEY=text).server.api_key == key

    def test_other_variables_are_not_ours(self, load) -> None:
        assert load("", HA_ASSIST_X="1", HA_ASSISTANT__SERVER__PORT="1") == Settings()

    @pytest.mark.parametrize(
        ("name", "value", "expected"),
        [
            ("HA_ASSIST__SERVER__PRT", "1", "HA_ASSIST__SERVER__PRT: unknown key server.prt (known here: host, port, "),
            ("HA_ASSIST__SEVER__PORT", "1", "unknown key sever (known here: server, settings, models, telemetry)"),
            ("HA_ASSIST__SERVER__PORT__X", "1", "unknown key server.port.x (server.port has no keys of its own)"),
            ("HA_ASSIST__", "1", "unknown key"),
            ("HA_ASSIST__SERVER__PORT", "[", "HA_ASSIST__SERVER__PORT, line 1"),
            ("HA_ASSIST__SERVER__PORT", "x", "server.port: expected a whole number, got text"),
        ],
    )
    def test_what_is_wrong_is_named(self, error, name: str, value: str, expected: str) -> None:
        assert expected in error("", **{name: value})


REMOTE = '{model: a, base_url: "http://a/v1"}'


class TestErrors:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("sever: {}", "sever: unknown key (known here: server, settings, models, telemetry)"),
            ("server: {prot: 1}", "server.prot: unknown key (known here: host, port, api_key, limits)"),
            ("server: {limits: {x: 1}}", "server.limits.x: unknown key (known here: max_body_bytes, images)"),
            ("server: {port: 0}", "server.port: this value is not allowed (allowed: at least 1 and at most 65535)"),
            ("server: {port: '8090'}", "server.port: expected a whole number, got text"),
            ("server: {port: true}", "server.port: expected a whole number, got true or false"),
            ("server: 3", "server: expected a section with keys, got a whole number"),
            (
                "settings: {ha_assist_verify_attempts: 11}",
                "settings.ha_assist_verify_attempts: this value is not allowed (allowed: at least 0 and",
            ),
            (
                "settings: {ha_assist_verify_delay: 30.5}",
                "settings.ha_assist_verify_delay: this value is not allowed (allowed: at least 0 and at",
            ),
            (
                "settings: {ha_assist_verify_domains: [light, lamp]}",
                "settings.ha_assist_verify_domains[1]: invalid enum value 'lamp' (allowed: light, switch, input_boolean, ",
            ),
            ("settings: {ha_assist_verify_delay: .nan}", "settings.ha_assist_verify_delay: this value is not allowed"),
            (
                "settings: {ha_assist_languages: []}",
                "settings.ha_assist_languages: this value is not allowed (allowed: what is not empty)",
            ),
            (
                "settings: {ha_assist_languages: [en, xx]}",
                "settings.ha_assist_languages[1]: unknown language 'xx' (known: af, ar,",
            ),
            ("settings: {ha_assist_languages: [en, en]}", "settings.ha_assist_languages[1]: 'en' is given twice"),
            ("settings: {ha_assist_text_model: a}", "settings.ha_assist_text_model: 'a' is not among the enabled models (none)"),
            (
                "settings: {ha_assist_text_model: ''}",
                "settings.ha_assist_text_model: this value is not allowed (allowed: what is not empty)",
            ),
            ("server: {host: }", "server.host: empty, and should be text; leave the key out for its default"),
            ("settings: {ha_assist_languages: de}", "settings.ha_assist_languages: expected a list, got text"),
            ("models: {remote: [{base_url: 'http://a'}]}", "models.remote[0].model: missing, and needed"),
            (
                "models: {remote: [{model: a, base_url: a}]}",
                "models.remote[0].base_url: this value is not allowed (allowed: a URL that starts with",
            ),
            (
                f"models: {{remote: [{REMOTE}, {REMOTE}]}}",
                "models.remote[1].model: 'a' is already the id of models.remote[0].model",
            ),
            (
                'models: {remote: [{model: ha-assist, base_url: "http://a"}]}',
                "models.remote[0].model: 'ha-assist' is the name of the",
            ),
            ("models: {gemma: {enabled: true}}", "models.gemma.model: missing, and needed when models.gemma.enabled is true"),
            ("server: {}\nserver: {}", "line 2, column 1: not valid YAML: the key 'server' is given twice"),
            ("server: {1: 2}", "the key 1 is not text"),
            ("- a", "expected sections with keys, got list"),
            ("server: {", "line 1, column 10: not valid YAML"),
            ('"a\\nb": 1', "a b: unknown key"),
            ("!!python/object/apply:os.getcwd []", "not valid YAML"),
        ],
    )
    def test_name_the_key_and_what_is_allowed(self, error, text: str, expected: str) -> None:
        assert expected in error(text)

    def test_a_model_for_images_must_see_images(self, error) -> None:
        text = f"settings: {{ha_assist_vision_model: a}}\nmodels: {{remote: [{REMOTE}]}}"
        assert "settings.ha_assist_vision_model: 'a' is not among the enabled models that see images (none)" in error(text)

    def test_a_hailo_device_holds_one_model(self, error) -> None:
        text = "models: {hailo_llm: {enabled: true, model: a}, vlm: {enabled: true, model: b}}"
        assert "models.vlm.enabled" in error(text)
        assert "one GenAI model" in error(text)

    def test_a_file_that_is_not_text(self, tmp_path: Path) -> None:
        (tmp_path / "bad.yaml").write_bytes(b"\xff\xfe\x00")
        with pytest.raises(SettingsError, match="not UTF-8"):
            load_settings(tmp_path / "bad.yaml", {})

    @pytest.mark.parametrize("value", ["[hunter2", "*hunter2", "%hunter2", "!hunter2 x", "'hunter2", "{hunter2: 1}"])
    def test_never_quote_a_secret(self, error, value: str) -> None:
        assert "hunter2" not in error(f"server:\n  api_key: {value}\n")


def test_the_key_is_never_shown(load) -> None:
    settings = load("server: {api_key: hunter2}")
    console = Console(record=True, width=300)
    console.print(settings)
    assert settings.server.api_key == "hunter2"
    assert "hunter2" not in repr(settings) + str(settings) + console.export_text() + shown(settings)


def test_what_is_shown_can_be_a_settings_file(load) -> None:
    settings = load("server: {port: 9123}\nmodels: {remote: [{model: a, base_url: 'http://a/v1'}]}")
    assert load(shown(settings)) == settings


@examples(deadline=None)
@given(language=st.sampled_from(sorted(get_languages())))
def test_every_language_of_the_intents_is_allowed(language: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("settings") / "config.yaml"
    path.write_text(yaml.safe_dump({"settings": {"ha_assist_languages": [language]}}))
    assert load_settings(path, {}).settings.ha_assist_languages == (language,)


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
sections = st.dictionaries(st.sampled_from(["server", "settings", "models", "telemetry", "x"]), plain, max_size=3)


@examples(deadline=None)
@given(data=plain | sections)
def test_any_yaml_gives_settings_or_one_line(data: Any, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("settings") / "config.yaml"
    path.write_text(yaml.safe_dump(data), encoding="utf-8")
    said = "settings"
    try:
        load_settings(path, {})
    except SettingsError as error:
        said = str(error)
    assert len(said.splitlines()) == 1


def test_everything_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text(
        """
        server: {port: x, hots: localhost}
        models:
          remote: [{model: a, base_url: ftp://a}, {base_url: "http://b/v1"}]
        settings: {ha_assist_fuzzy_margin: 200}
        """,
        encoding="utf-8",
    )
    with pytest.raises(SettingsError) as caught:
        load_settings(path, {})
    told = sorted(problem.partition(":")[0] for problem in caught.value.problems)
    assert told == [
        "models.remote[0].base_url",
        "models.remote[1].model",
        "server.hots",
        "server.port",
        "settings.ha_assist_fuzzy_margin",
    ]


def test_wrong_choices_are_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text("settings: {ha_assist_text_model: a, ha_assist_vision_model: b, ha_assist_languages: [xx]}", encoding="utf-8")
    with pytest.raises(SettingsError) as caught:
        load_settings(path, {})
    assert len(caught.value.problems) == 3
