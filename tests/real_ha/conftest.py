"""What tests need of Home Assistant: a real one when its environment has been made, else they are skipped and say why."""

import pytest

from tests.real_ha import environment


@pytest.fixture(scope="session")
def home_assistant():
    """The interpreter of the environment with a real Home Assistant."""
    try:
        return environment.ready()
    except environment.NoHomeAssistant as reason:
        pytest.skip(str(reason))
