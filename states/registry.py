"""Which code runs in which state. The only place where the machine and the states' code meet."""

from collections.abc import Iterator, Mapping
from functools import partial

from ..adapters.backends.protocol import Backend, Capabilities, CountsTokens
from ..machine.runner import Handler
from ..machine.states import State
from .boundary import boundary
from .classify import classify
from .compile import compile_prompt
from .deterministic.handler import deterministic
from .generate import generate
from .retrieve import retrieve
from .services import Services
from .validate import validate
from .verify import verify


class _Capabilities(Mapping[str, Capabilities]):
    """What each backend can do now: some know it only once their model is loaded."""

    def __init__(self, backends: Mapping[str, Backend]) -> None:
        self._backends = backends

    def __getitem__(self, name: str) -> Capabilities:
        return self._backends[name].capabilities

    def __iter__(self) -> Iterator[str]:
        return iter(self._backends)

    def __len__(self) -> int:
        return len(self._backends)


def handlers(services: Services, backends: Mapping[str, Backend]) -> dict[State, Handler]:
    """The handler of every state. ``backends`` by model id; only ``generate`` is handed them, the others know their names
    and capabilities at most."""
    capabilities = _Capabilities(backends)
    counters: dict[str, CountsTokens] = {name: backend for name, backend in backends.items() if isinstance(backend, CountsTokens)}
    return {
        State.BOUNDARY: partial(boundary, services=services, models=frozenset(backends)),
        State.CLASSIFY: partial(classify, services=services),
        State.DETERMINISTIC: partial(deterministic, services=services),
        State.VERIFY: partial(verify, services=services),
        State.RETRIEVE: partial(retrieve, services=services, capabilities=capabilities),
        State.COMPILE: partial(compile_prompt, services=services, capabilities=capabilities, counters=counters),
        State.GENERATE: partial(generate, services=services, backends=backends),
        State.VALIDATE: partial(validate, services=services),
    }
