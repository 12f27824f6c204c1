"""What it costs that a press is passed on, measured alone: by the program's own ``Passing``, over a broker,
between this process and another one, which does nothing with what it takes.

``python -m tests.beyond.crossing URL SECONDS`` is the other process: it takes what comes, and says on its
standard output when that was, and what it spent.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any, Final

from bot.cells.link import CellAway, Link
from bot.cells.model import FIRST, Cell
from bot.cells.passing import Passing
from tests.beyond.servers import nats

A_SECOND: Final = 100
"""Presses that are passed on: what comes to a first cell with some ten others of tables of one person."""
LENGTH: Final = 5000
"""Bytes of an interaction as the gateway tells it, with a hand's message in it: 3,700 to 6,300."""
APPLICATION: Final = 7
HERE: Final = "here"
FINDS_WITHIN: Final = 20.0
"""Seconds in which the two find each other."""


@dataclass(frozen=True)
class Crossed:
    """CPU of a press in seconds: what the cell that passes it on (``first``) has more to do than for one that
    it keeps, and what the one that takes it and the broker do. ``answered`` and ``slow`` are the seconds from
    its coming until the other cell carries it out, at the median and for 99 in 100."""

    first: float
    taker: float
    broker: float
    answered: float
    slow: float

    @property
    def cpu(self) -> float:
        """Seconds of all."""
        return self.first + self.taker + self.broker


async def measure_crossing(seconds: float) -> Crossed:
    """Pass presses on for so long. Raises AssertionError where one is lost or comes twice, and TimeoutError
    where the other process does not answer."""
    with tempfile.TemporaryDirectory() as folder, nats(Path(folder)) as broker:
        taking = await asyncio.create_subprocess_exec(
            sys.executable, "-m", __name__, broker.url, str(seconds), stdout=subprocess.PIPE
        )
        link, target = Link(Cell(FIRST, 2), broker.url), FIRST
        passing = Passing(link, lambda _: target, _nothing, _refused)
        await link.start(APPLICATION)
        link.open()
        async with asyncio.timeout(FINDS_WITHIN):
            while not await _answers(link):  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.1)
        spent = time.process_time()
        kept = len(await _press(passing, seconds / 4))
        spent = (time.process_time() - spent) / kept
        target = 2
        own, of_broker = time.process_time(), broker.cpu()
        sent = await _press(passing, seconds)
        await asyncio.sleep(1.0)
        own, of_broker = time.process_time() - own, broker.cpu() - of_broker
        told = json.loads((await taking.communicate())[0])
        await passing.close()
        await link.close()
    assert sorted(told["taken"], key=int) == [str(number) for number in range(len(sent))]
    late = [told["taken"][str(number)] - at for number, at in enumerate(sent)]
    each = quantiles(late, n=100)
    count = len(sent)
    return Crossed(own / count - spent, told["cpu"] / count, of_broker / count, each[49], each[98])


async def _answers(link: Link) -> bool:
    try:
        await link.ask(2, HERE)
    except CellAway:
        return False
    return True


async def _here(_: bytes) -> bytes:
    return b""


async def _press(passing: Passing, seconds: float) -> list[float]:
    """Presses for so long; when each came."""
    random, came, until = Random(LENGTH), list[float](), time.monotonic() + seconds
    while time.monotonic() < until:
        passing.came(_interaction(len(came)))
        came.append(time.perf_counter())
        await asyncio.sleep(random.uniform(0.0, 2.0 / A_SECOND))
    return came


def _interaction(number: int) -> dict[str, Any]:
    return {
        "id": str(number),
        "type": 3,
        "token": "t" * 210,
        "data": {"component_type": 2, "custom_id": f"hh2.2:act:{number}:7:play 4S"},
        "user": {"id": "1" * 18, "username": "ann", "avatar": "a" * 32},
        "message": {
            "id": "1" * 19,
            "components": [{"type": 2, "custom_id": "c" * 30, "label": "4♠"} for _ in range(13)],
            "description": "d" * (LENGTH - 1600),
        },
    }


def _nothing(_: dict[str, Any]) -> None:
    """What is done with a press."""


async def _refused(data: dict[str, Any]) -> None:
    raise AssertionError(f"press {data['id']} was not taken")


async def _take(url: str, seconds: float) -> None:
    taken = dict[str, float]()

    def take(data: dict[str, Any]) -> None:
        assert data["id"] not in taken, "it came twice"
        taken[data["id"]] = time.perf_counter()

    link = Link(Cell(2, 2), url)
    passing = Passing(link, lambda _: 2, take, _refused)
    link.serve(HERE, _here)
    await link.start(APPLICATION)
    link.open()
    while not taken:  # noqa: ASYNC110 - nobody tells
        await asyncio.sleep(0.01)
    spent = time.process_time()
    await asyncio.sleep(seconds + 0.5)
    print(json.dumps({"taken": taken, "cpu": time.process_time() - spent}))
    await passing.close()
    await link.close()


if __name__ == "__main__":
    asyncio.run(_take(sys.argv[1], float(sys.argv[2])))
