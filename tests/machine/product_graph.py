"""What the table can do, whatever the handlers do: the graph of (state, states visited before).

Handlers may set any fact to anything, so every combination of facts is tried in every node, against the real guards. The
states visited are the Turn's history; they are tracked exactly, and with them the permit: the runner spends it when, and only
when, it enters ``generate``.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from ha_assist.adapters.openai.wire import FunctionCall, ToolCall
from ha_assist.machine.states import FINAL, INITIAL, State
from ha_assist.machine.table import Row
from ha_assist.machine.turn import Exchange, Failure, Refusal, Reply, Step, Turn

# A call that is no read, and its result.
ACTION = Exchange(ToolCall(FunctionCall("HassTurnOn")), {}, None, None)

# Every fact that a guard reads, as it is when it is absent and when it is there.
FACTS: dict[str, tuple[Any, Any]] = {
    "refusal": (None, Refusal(400, "no")),
    "physical_model": (None, "gemma"),
    "has_image": (False, True),
    "direct_forbidden": (None, "tool_choice"),
    "has_results": (False, True),
    "exchanges": ((), (ACTION,)),
    "plan": (None, Reply("yes")),
    "model": (None, "gemma"),
    "failure": (None, Failure(503, "down")),
    "plan_rejected": (None, "schema"),
}

Node = tuple[State, frozenset[State]]


def turns(state: State, visited: frozenset[State]) -> Iterator[Turn]:
    """A Turn that is about to leave ``state``, with every combination of facts."""
    for values in product(*FACTS.values()):
        turn = Turn(b"", request_id="", state=state, **dict(zip(FACTS, values, strict=True)))
        turn.path = [Step(before, "") for before in sorted(visited | {state})]
        if State.GENERATE in visited or state is State.GENERATE:
            turn.permit.spend()
        yield turn


@dataclass
class ProductGraph:
    """The nodes that can be reached and the edges between them; and what was found wrong on the way."""

    edges: dict[Node, set[Node]] = field(default_factory=dict)
    stuck: set[Node] = field(default_factory=set)

    @property
    def states(self) -> set[State]:
        return {state for state, _ in self.edges}

    @property
    def second_calls(self) -> list[tuple[Node, Node]]:
        """Edges that enter ``generate`` when it was visited before."""
        return [
            (node, after)
            for node, successors in self.edges.items()
            for after in successors
            if after[0] is State.GENERATE and State.GENERATE in after[1]
        ]

    def endless(self) -> list[Node]:
        """The nodes of a cycle, or none: without one, every path is finite, as the graph is."""
        done: set[Node] = set()

        def visit(node: Node, trail: list[Node]) -> list[Node]:
            if node in trail:
                return trail[trail.index(node) :]
            if node in done:
                return []
            for after in self.edges[node]:
                if found := visit(after, [*trail, node]):
                    return found
            done.add(node)
            return []

        return visit((INITIAL, frozenset()), [])


def explore(table: Sequence[Row]) -> ProductGraph:
    """Walk ``table`` from the first state through every combination of facts."""
    graph = ProductGraph()
    waiting: list[Node] = [(INITIAL, frozenset())]
    while waiting:
        node = waiting.pop()
        if node in graph.edges:
            continue
        state, visited = node
        graph.edges[node] = set()
        if state in FINAL:
            continue
        rows = [row for row in table if row.source is state]
        for turn in turns(state, visited):
            row = next((row for row in rows if row.guard is None or row.guard(turn)), None)
            if row is None:
                graph.stuck.add(node)
            else:
                graph.edges[node].add((row.destination, visited | {state}))
        waiting.extend(graph.edges[node])
    return graph
