"""How much a model is asked, and whether it gets what it needs: a table in Markdown.

    python -m tests.model_requests --tokenizer FILE

``FILE`` is a tokenizer of the tokenizers library (``tokenizer.json``), of the model that the tokens are to be those of; without
it, the packaged encoder's (a word-piece tokenizer, for which every quotation mark and brace is a token).
"""

import asyncio
from collections.abc import Callable
from pathlib import Path
from statistics import mean, median
from time import perf_counter
from typing import Any

import click
import msgspec
from ha_assist.adapters.backends.protocol import Capabilities
from ha_assist.adapters.embeddings.minilm import DATA, TOKENIZER
from ha_assist.adapters.embeddings.store import Embeddings, embeddings
from ha_assist.states.prompt.build import build
from ha_assist.states.retrieve import selected
from tokenizers import Tokenizer

from .needed import LANGUAGES, missing, requests, turn_of

HEADINGS = (
    "entities",
    "language",
    "requests",
    "kept %",
    "tokens asked",
    "tokens left",
    "left %",
    "under 5 %",
    "most %",
    "retrieval ms",
    "p95 ms",
)


async def measured(
    size: int, language: str, part: str, areas: int, encoding: Embeddings, count: Callable[[Any], int], *, failures: bool
) -> list[Any]:
    """One row of the table."""
    before, after, times, failed = list[int](), list[int](), list[float](), 0
    for request in requests(size, language, part, areas):
        turn = await turn_of(request.body)
        if turn.request is None:
            continue
        said, turn.sentence = turn.sentence, "something else"
        selected(turn, encoding)  # the home is known then, the sentence is new
        turn.sentence = said
        started = perf_counter()
        selection = selected(turn, encoding)
        times.append((perf_counter() - started) * 1000)
        lacking = missing(request, turn, selection)
        failed += bool(lacking)
        if failures and lacking:
            click.echo(f"{request.sentence}: {', '.join(lacking)}", err=True)
        prompt = build(turn, turn.request, selection, Capabilities())
        before.append(count(request.body))
        after.append(count({"messages": prompt.messages, "tools": prompt.tools}))
    shares = [100 * small / big for small, big in zip(after, before, strict=True)]
    under = 100 * mean(share < 5 for share in shares)
    kept = 100 * (1 - failed / len(before))
    numbers = (
        f"{kept:.1f}",
        round(mean(before)),
        round(mean(after)),
        f"{mean(shares):.1f}",
        f"{under:.0f}",
        f"{max(shares):.1f}",
    )
    return [size, language, len(before), *numbers, f"{median(times):.1f}", f"{sorted(times)[int(0.95 * len(times))]:.1f}"]


def counter(path: Path) -> Callable[[Any], int]:
    """Counts the tokens of a request: what is said, and the tools as JSON."""
    tokenizer: Any = Tokenizer.from_file(str(path))
    tokenizer.no_truncation()
    tokenizer.no_padding()

    def count(body: Any) -> int:
        texts = [f"{message['role']}: {message['content']}" for message in body["messages"]]
        texts.append(msgspec.json.encode(body["tools"]).decode())
        return sum(len(tokenizer.encode(text, add_special_tokens=False).ids) for text in texts)

    return count


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--entities", default="30,300,1000", show_default=True, help="Sizes of the homes.")
@click.option("--tokenizer", type=click.Path(exists=True, dir_okay=False, path_type=Path), default=DATA / TOKENIZER)
@click.option("--part", type=click.Choice(["requests", "held_out"]), default="requests", show_default=True)
@click.option("--areas", default=5, show_default=True, help="In how many areas of a home each sentence is said.")
@click.option("--failures", is_flag=True, help="Say what is missing.")
@click.option("--languages", default=",".join(LANGUAGES), show_default=True)
@click.option("--encoder", default="minilm", show_default=True, help="As the setting ha_assist_encoder.")
def main(*, entities: str, tokenizer: Path, part: str, areas: int, encoder: str, languages: str, failures: bool) -> None:
    """Measure what a model is asked."""
    click.echo(f"| {' | '.join(HEADINGS)} |\n|{'---:|' * len(HEADINGS)}")
    for size in map(int, entities.split(",")):
        for language in languages.split(","):
            row = asyncio.run(measured(size, language, part, areas, embeddings(encoder), counter(tokenizer), failures=failures))
            click.echo(f"| {' | '.join(map(str, row))} |")


if __name__ == "__main__":
    main()
