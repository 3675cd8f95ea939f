"""What holds for all tests."""

from collections.abc import Iterator

import pytest
from hypothesis import settings
from one_call import Ledger, counting

# Speed is measured in the benchmark: on a busy machine, no example is wrong for being slow.
settings.register_profile("ha-assist", deadline=None)
settings.load_profile("ha-assist")

LEDGER = Ledger()


@pytest.fixture(scope="session", autouse=True)
def counted() -> Iterator[Ledger]:
    """Every request that any test makes is counted at the backends."""
    with counting(LEDGER) as ledger:
        yield ledger


@pytest.fixture(autouse=True)
def at_most_one_call(counted: Ledger) -> Iterator[None]:
    """No request costs more than one generation, in no test."""
    counted.forget()
    yield
    assert counted.most <= 1, [(tally.request_id, tally.generations, tally.sent) for tally in counted.tallies]
