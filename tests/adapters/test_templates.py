"""Chat templates of model files, in a sandbox."""

import pytest
from ha_assist.adapters.backends.templates import BadTemplateError, render

SAYS = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "hi"}]
PLAIN = (
    "{% for message in messages %}[{{ message.role }}]{{ message.content }}\n{% endfor %}"
    "{% if add_generation_prompt %}>{% endif %}"
)
NO_SYSTEM = "{% if messages[0].role == 'system' %}{{ raise_exception('no system role') }}{% endif %}" + PLAIN


def test_a_template_makes_the_prompt() -> None:
    assert render(PLAIN, SAYS, []) == "[system]Be brief.\n[user]hi\n>"


def test_json_is_written_for_models_and_not_for_browsers() -> None:
    tools = [{"name": "Küche <1>"}]
    assert render("{% for tool in tools %}{{ tool | tojson }}{% endfor %}", SAYS, tools) == '{"name": "Küche <1>"}'


def test_no_tools_are_no_list_of_tools() -> None:
    assert render("{% if tools is none %}none{% endif %}", SAYS, []) == "none"


def test_a_template_that_refuses_a_system_message_gets_it_with_the_users_first_words() -> None:
    assert render(NO_SYSTEM, SAYS, []) == "[user]Be brief.\n\nhi\n>"


def test_also_where_the_user_shows_a_picture() -> None:
    told = [SAYS[0], {"role": "user", "content": [{"type": "image"}]}]
    template = NO_SYSTEM.replace("{{ message.content }}", "{% for part in message.content %}{{ part.text or 'PIC' }}{% endfor %}")
    assert render(template, told, []) == "[user]Be brief.\n\nPIC>"


def test_loops_can_be_broken_off() -> None:
    assert render("{% for message in messages %}{{ message.role }}{% break %}{% endfor %}", SAYS, []) == "system"


@pytest.mark.parametrize(
    "template",
    [
        "{% for",
        "{{ messages.__class__.__mro__[1].__subclasses__() }}",
        "{{ messages.append(1) }}",
        "{{ raise_exception('never') }}",
        "{{ messages[0] + 1 }}",
        "{{ 1 / 0 }}",
        "{{ missing.attribute }}",
        "{% for i in range(100000000) %}{% endfor %}",
    ],
)
def test_what_is_wrong_or_wants_out_of_the_sandbox_is_an_error(template: str) -> None:
    with pytest.raises(BadTemplateError) as caught:
        render(template, SAYS, [])
    assert "\n" not in str(caught.value)


def test_what_the_sandbox_hides_renders_as_nothing() -> None:
    assert render("{{ ''.__class__ }}", SAYS, []) == ""
