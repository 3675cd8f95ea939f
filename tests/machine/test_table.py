"""The table as data: complete, readable, and proved: one call at most, every state reachable, every path ends."""

import ast
import inspect
from collections import Counter
from dataclasses import fields

import pytest
from ha_assist.machine import guards
from ha_assist.machine.states import FINAL, INITIAL, State
from ha_assist.machine.table import TABLE, Row, rows_from
from ha_assist.machine.turn import Permit, PermitSpentError, Step, Turn
from product_graph import FACTS, explore

GRAPH = explore(TABLE)


def only_rejected(turn: Turn) -> bool:
    return turn.plan_rejected is not None


def rejected_and_no_call_spent(turn: Turn) -> bool:
    return turn.plan_rejected is not None and not turn.permit.spent


def replaced(source: State, destination: State, guard, table=TABLE) -> tuple[Row, ...]:
    """``table`` with another guard in its row from ``source`` to ``destination``."""
    assert any((row.source, row.destination) == (source, destination) for row in table)
    return tuple(
        Row(source, guard, destination, row.why) if (row.source, row.destination) == (source, destination) else row
        for row in table
    )


class TestShape:
    @pytest.mark.parametrize("state", sorted(set(State) - FINAL))
    def test_every_state_that_is_not_final_ends_with_a_row_that_always_holds(self, state):
        *guarded, last = rows_from(state)
        assert last.guard is None
        assert all(row.guard is not None for row in guarded), "a row after one that always holds is never tried"

    @pytest.mark.parametrize("state", sorted(FINAL))
    def test_nothing_leaves_a_final_state(self, state):
        assert rows_from(state) == ()

    def test_nothing_returns_to_the_first_state(self):
        assert all(row.destination is not INITIAL for row in TABLE)

    def test_a_state_asks_the_same_question_once(self):
        assert max(Counter((row.source, row.guard) for row in TABLE).values()) == 1

    def test_every_row_says_why(self):
        assert all(row.why for row in TABLE)

    def test_labels_are_sentences(self):
        assert rows_from(State.COMPILE)[1].label == "no call spent yet"
        assert rows_from(State.RECEIVED)[0].label == "always"
        assert rows_from(State.COMPILE)[-1].label == "otherwise"


class TestProof:
    def test_no_path_enters_generate_twice(self):
        assert GRAPH.second_calls == []

    def test_every_state_is_reachable(self):
        assert GRAPH.states == set(State)

    def test_every_path_ends(self):
        assert GRAPH.endless() == []
        assert not GRAPH.stuck

    def test_validate_is_the_only_state_that_a_path_sees_twice(self):
        """Once for our own plan, and once more for what came of giving it up."""
        edges = [(node, after) for node, successors in GRAPH.edges.items() for after in successors]
        assert {after[0] for _, after in edges if after[0] in after[1]} == {State.VALIDATE}
        longest = max(len(visited) for _, visited in GRAPH.edges)
        assert longest == 8, "states before the last one on the longest path, validate counted once"

    def test_every_row_can_fire_but_the_one_that_the_rule_makes_impossible(self):
        fired = {(node[0], after[0]) for node, successors in GRAPH.edges.items() for after in successors}
        assert {(row.source, row.destination) for row in TABLE} - fired == {(State.COMPILE, State.FAILED)}


class TestTheProofHasTeeth:
    """Tables with a hole, and what the proof says about them."""

    def test_a_retry_after_a_failed_call_is_found(self):
        assert explore(replaced(State.GENERATE, State.FAILED, None)).second_calls == []
        retry = Row(State.GENERATE, guards.backend_failed, State.GENERATE, "")
        assert explore((retry, *TABLE)).second_calls

    def test_a_repair_call_after_validation_is_found(self):
        repair = Row(State.VALIDATE, only_rejected, State.GENERATE, "")
        assert explore((repair, *TABLE)).second_calls

    def test_two_guards_hold_the_rule_and_only_without_both_a_second_call_is_possible(self):
        without_first = replaced(State.COMPILE, State.GENERATE, None)
        without_second = replaced(State.VALIDATE, State.RETRIEVE, only_rejected)
        without_both = replaced(State.VALIDATE, State.RETRIEVE, only_rejected, without_first)
        assert explore(without_first).second_calls == []
        assert explore(without_second).second_calls == []
        assert explore(without_both).second_calls

    def test_a_rejected_plan_that_may_go_back_more_than_once_never_ends_without_a_model(self):
        cycle = explore(replaced(State.VALIDATE, State.RETRIEVE, rejected_and_no_call_spent)).endless()
        assert {state for state, _ in cycle} == {State.VALIDATE, State.RETRIEVE}

    @pytest.mark.parametrize("state", sorted(set(State) - FINAL - {State.COMPILE}))
    def test_a_state_without_its_last_row_is_stuck(self, state):
        rest = tuple(row for row in TABLE if not (row.source is state and row.guard is None))
        assert state in {node[0] for node in explore(rest).stuck}

    def test_a_state_that_no_row_leads_to_is_found(self):
        assert explore(replaced(State.CLASSIFY, State.VERIFY, lambda _: False)).states == set(State) - {State.VERIFY}


class TestGuards:
    def test_the_proof_varies_every_fact_that_a_guard_reads(self):
        read = {
            node.attr
            for node in ast.walk(ast.parse(inspect.getsource(guards)))
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "turn"
        }
        assert read - {"permit", "path"} == set(FACTS)
        assert set(FACTS) <= {field.name for field in fields(Turn)}

    def test_history_is_read_in_two_places_only(self):
        """The proof knows which states were visited, not how often or when; so no guard may ask more than that."""
        readers = {
            function.name
            for function in ast.parse(inspect.getsource(guards)).body
            if isinstance(function, ast.FunctionDef)
            and any(isinstance(node, ast.Attribute) and node.attr in ("permit", "path") for node in ast.walk(function))
        }
        assert readers == {"no_call_spent_yet", "visited"}

    def test_a_plan_is_given_to_a_model_once(self):
        turn = Turn(b"", plan_rejected="schema")
        assert guards.plan_rejected_and_no_model_considered_yet(turn)
        turn.path.append(Step(State.RETRIEVE, ""))
        assert not guards.plan_rejected_and_no_model_considered_yet(turn)

    def test_a_permit_is_spent_once(self):
        permit = Permit()
        permit.spend()
        with pytest.raises(PermitSpentError):
            permit.spend()
        assert permit.spent
