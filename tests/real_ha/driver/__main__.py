"""The process that runs in Home Assistant's own virtual environment: JSON lines in, JSON lines out.

Requests: `{"do": "load" | "offer" | "call" | "advance" | "settle" | "reset", "home": NAME, ...}`. Answers: `{"ok": ...}` or
`{"error": TEXT}`. Homes stay loaded, each in a core of its own.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
import tempfile
import traceback
from typing import Any, TextIO

from house import House


async def answer(houses: dict[str, House], config_dir: str, request: dict[str, Any]) -> Any:
    """Do one request."""
    name = request["home"]
    if request["do"] == "load":
        house = houses[name] = House(name, request["spec"])
        # A directory each: Home Assistant saves its registries late, and another home must not read them.
        own = os.path.join(config_dir, name)
        os.makedirs(own, exist_ok=True)
        return await house.start(own)
    house = houses[name]
    house.focus()
    match request["do"]:
        case "offer":
            return await house.offer(request["area"])
        case "call":
            return await house.call(request["area"], request["name"], request["args"], request["text"])
        case "advance":
            return await house.advance(request["seconds"])
        case "settle":
            return await house.settle()
        case "reset":
            return await house.reset()
        case other:
            raise ValueError(f"unknown request {other!r}")


async def serve(requests: TextIO, answers: TextIO) -> None:
    """Answer requests until the input ends."""
    houses: dict[str, House] = {}
    loop = asyncio.get_running_loop()
    with tempfile.TemporaryDirectory(prefix="real-ha-") as config_dir:
        while line := await loop.run_in_executor(None, requests.readline):
            try:
                reply = {"ok": await answer(houses, config_dir, json.loads(line))}
            except Exception as error:  # noqa: BLE001 - the driver must outlive a request that Home Assistant chokes on
                traceback.print_exc()
                reply = {"error": f"{type(error).__name__}: {error}"}
            answers.write(json.dumps(reply, ensure_ascii=False) + "\n")
            answers.flush()
        for house in houses.values():
            house.focus()
            await house.stop()


def main() -> None:
    """Keep the real standard output for answers: everything that prints goes to standard error."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    requests = os.fdopen(os.dup(0), "r", encoding="utf-8")
    logging.basicConfig(level=logging.ERROR, stream=sys.stderr)
    asyncio.run(serve(requests, answers))


if __name__ == "__main__":
    main()
