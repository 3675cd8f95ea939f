"""``python -m tests.bench``: how long a request takes, state by state and as a whole, and next to what else there is."""

import asyncio
import json
import platform
from collections import defaultdict
from pathlib import Path
from time import perf_counter
from typing import Any

import click
import msgspec
from ha_assist.adapters.embeddings.store import PACKAGED, embeddings
from ha_assist.adapters.openai.wire import ChatRequest
from ha_assist.adapters.settings import Assist, Settings
from ha_assist.http.app import create_app
from ha_assist.machine.runner import Runner
from ha_assist.machine.states import State
from ha_assist.machine.turn import Turn
from ha_assist.states.classify import classify
from ha_assist.states.registry import handlers
from ha_assist.states.retrieve import selected
from ha_assist.states.services import Services
from rich.console import Console
from rich.table import Table

from ..machine.scripted_states import REPLY, Script, facts
from .generated_homes import Thing, follow_up, request, sentences, things
from .rivals import Instant, bare_app, hassil_alone, serving
from .timing import Times, awaited, together

UNCLEAR = "somehow it is too gloomy in the kitchen for person {}"
"""A sentence that is new with every number: what is embedded is only this."""

CAPTURE = Path(__file__).parents[1] / "requests" / "ha-2026.10-llama_cpp.jsonl"


def captured() -> dict[str, Any]:
    """The first captured request that lists a home."""
    with CAPTURE.open(encoding="utf-8") as lines:
        bodies = (json.loads(line)["body"] for line in lines)
        return next(body for body in bodies if "in this smart home:\n" in str(body["messages"][0].get("content")))


def machine_alone(seconds: float) -> Times:
    """A direct request through the machine, with states that only do what they promise."""
    runner = Runner(Script({State.DETERMINISTIC: facts(plan=REPLY)}).handlers)
    return awaited(lambda: runner.run(Turn(b"")), seconds=seconds)


def states(bodies: list[bytes], rounds: int) -> dict[str, Times]:
    """The time in every state, over all requests, with a model that takes no time; the first round, with empty caches, is not
    counted."""
    found: dict[str, list[float]] = defaultdict(list)
    settings = Settings(settings=Assist(ha_assist_text_model=Instant.name))

    async def measure() -> None:
        runner = Runner(handlers(Services(settings), {Instant.name: Instant()}))
        for number in range(rounds + 1):
            for body in bodies:
                turn = await runner.run(Turn(body))
                if turn.state is not State.ANSWERED:
                    raise RuntimeError(f"not answered: {turn.failure or turn.refusal}")
                for step in turn.path if number else ():
                    found[step.state.value].append(step.milliseconds)

    asyncio.run(measure())
    return {state.value: Times(tuple(found[state.value])) for state in State if found[state.value]}


def retrieval(captured_body: dict[str, Any], home: list[Thing], times: int) -> Times:
    """Choosing what a model gets to see, for new sentences about a home that is known, with the packaged encoder."""
    encoding = embeddings(PACKAGED)

    async def measure() -> tuple[float, ...]:
        found, services = [], Services(Settings())
        for number in range(times + 1):
            turn = Turn(
                b"", request=msgspec.convert(request(captured_body, home, UNCLEAR.format(number)), ChatRequest, strict=False)
            )
            await classify(turn, services)
            started = perf_counter()
            selected(turn, encoding)
            found.append((perf_counter() - started) * 1000)
        return tuple(found[1:])

    return Times(asyncio.run(measure()))


def first_request(captured_body: dict[str, Any], home: list[Thing], times: int) -> Times:
    """A whole request in the machine about a home that was never seen before: nothing of it is in a cache."""

    async def measure() -> tuple[float, ...]:
        runner = Runner(handlers(Services(Settings()), {}))
        await runner.run(Turn(msgspec.json.encode(request(captured_body, things(20), "turn on the lights"))))
        found = []
        for number in range(times):
            new = Thing(f"Shed Lamp {'I' * (number + 1)}", "light", "Shed")
            turn = await runner.run(Turn(msgspec.json.encode(request(captured_body, [*home, new], next(sentences(home))))))
            found.append(sum(step.milliseconds for step in turn.path))
        return tuple(found)

    return Times(asyncio.run(measure()))


def one_size(size: int, seconds: float) -> dict[str, Any]:
    """Everything that is measured in a home of ``size`` entities."""
    template, home = captured(), things(size)
    requests = {sentence: request(template, home, sentence) for sentence in sentences(home)}
    bodies = {sentence: msgspec.json.encode(body) for sentence, body in requests.items()}
    follow_ups = []
    with serving(create_app, Settings(), {}) as ours:
        answers = {sentence: ours(body) for sentence, body in bodies.items()}
        with serving(bare_app, answers) as bare:
            hassil = hassil_alone(home)
            rows = []
            for sentence, body in bodies.items():
                calls = (lambda b=body: ours(b), lambda b=body: bare(b), lambda s=sentence: hassil(s))
                ours_took, bare_took, hassil_took = together(calls, seconds=seconds)
                answer = json.loads(answers[sentence])
                message = answer["choices"][0]["message"]
                if message.get("tool_calls"):
                    follow_ups.append(msgspec.json.encode(follow_up(requests[sentence], message)))
                rows.append(
                    {
                        "sentence": sentence,
                        "calls": [call["function"] for call in message.get("tool_calls") or ()],
                        "hassil_intent": getattr(getattr(hassil(sentence), "intent", None), "name", None),
                        "ha_assist": ours_took.json(),
                        "bare": bare_took.json(),
                        "hassil": hassil_took.json(),
                        "to_bare": round(ours_took.median / bare_took.median, 2),
                        "to_hassil": round(ours_took.median / hassil_took.median, 3),
                    }
                )
    return {
        "entities": size,
        "body_bytes": len(next(iter(bodies.values()))),
        "requests": rows,
        "states": {state: times.json() for state, times in states([*bodies.values(), *follow_ups], rounds=5).items()},
        "retrieval": retrieval(template, home, 30).json(),
        "first_request": first_request(template, home, 3).json(),
    }


def show(console: Console, result: dict[str, Any]) -> None:
    """The result as tables."""
    machine = result["machine_alone"]
    console.print(f"machine alone, states as no-ops: [bold]{machine['median_ms']:.3f} ms[/] a direct request")
    for home in result["homes"]:
        title = f"{home['entities']} entities, {home['body_bytes'] / 1024:.0f} KiB a request"
        table = Table(title=f"{title}: whole requests over HTTP (median ms)", title_justify="left")
        for name in ("sentence", "calls", "HA-Assist", "p95", "bare Litestar", "ratio", "HassIL alone", "ratio"):
            table.add_column(name, justify="left" if name in ("sentence", "calls") else "right", overflow="fold")
        for row in home["requests"]:
            table.add_row(
                row["sentence"],
                ", ".join(call["name"].rpartition("__")[2] for call in row["calls"]) or "-",
                *(f"{row['ha_assist'][key]:.2f}" for key in ("median_ms", "p95_ms")),
                f"{row['bare']['median_ms']:.2f}",
                f"{row['to_bare']:.1f}",
                f"{row['hassil']['median_ms']:.2f}",
                f"{row['to_hassil']:.2f}",
            )
        console.print(table)
        inside = ", ".join(f"{state} {times['median_ms']:.3f}" for state, times in home["states"].items())
        console.print(f"states (median ms, model without its own time): {inside}")
        took = home["retrieval"]
        console.print(f"retrieval with the encoder, caches warm: {took['median_ms']:.1f} ms (p95 {took['p95_ms']:.1f} ms)")
        console.print(f"a home never seen before: {home['first_request']['median_ms']:.1f} ms in the machine\n")


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--entities", default="30,300,2000", show_default=True, help="Sizes of the homes.")
@click.option("--seconds", default=0.5, show_default=True, help="How long each sentence is measured.")
@click.option("--json", "output", type=click.Path(dir_okay=False, path_type=Path), help="Write the numbers to this file.")
def main(entities: str, seconds: float, output: Path | None) -> None:
    """Measure HA-Assist against a bare web server and against HassIL alone, on generated homes."""
    console = Console()
    if not console.is_terminal:
        console = Console(width=150)
    sizes = [int(size) for size in entities.split(",")]
    result: dict[str, Any] = {
        "python": platform.python_version(),
        "processor": platform.processor() or platform.machine(),
        "machine_alone": machine_alone(seconds).json(),
        "homes": [],
    }
    for size in sizes:
        with console.status(f"{size} entities"):
            result["homes"].append(one_size(size, seconds))
    show(console, result)
    if output is not None:
        output.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
