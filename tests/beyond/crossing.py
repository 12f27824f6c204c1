"""What it costs that a press is passed on, measured alone: by the program's own ``Passing``, over a broker,
between this process and another one, which does nothing with what it takes.

``python -m tests.beyond.crossing URL`` is the other process: it takes what comes until there is a line on its
standard input, and says on its standard output when that was.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any, Final

from nats import connect
from nats.aio.msg import Msg

from bot.cells.link import CellAway, Link
from bot.cells.model import FIRST, Cell
from bot.cells.passing import Passing
from tests.beyond.servers import cpu_of, nats

A_SECOND: Final = 100
"""Presses that are passed on: what comes to a first cell with some ten others of tables of one person."""
LENGTH: Final = 5000
"""Bytes of an interaction as the gateway tells it, with a hand's message in it: 3,700 to 6,300."""
APPLICATION: Final = 7
HERE: Final = "here"
PLAIN: Final = "plain"
FINDS_WITHIN: Final = 20.0
"""Seconds in which the two find each other."""


@dataclass(frozen=True)
class Crossed:
    """CPU of a press in seconds: what the cell that passes it on (``first``) has more to do than for one that
    it keeps, and what the one that takes it and the broker do. ``answered`` and ``slow`` are the seconds from
    its coming until the other cell carries it out, at the median and for 99 in 100. ``plain`` is the CPU of
    all three for as many bytes and an answer by the broker's library alone, of which nothing comes from
    here."""

    first: float
    taker: float
    broker: float
    answered: float
    slow: float
    plain: float

    @property
    def cpu(self) -> float:
        """Seconds of all."""
        return self.first + self.taker + self.broker


async def measure_crossing(seconds: float) -> Crossed:
    """Pass presses on for so long. Raises AssertionError where one is lost or comes twice, and TimeoutError
    where the other process does not answer."""
    with tempfile.TemporaryDirectory() as folder, nats(Path(folder)) as broker:
        taking = await asyncio.create_subprocess_exec(
            sys.executable, "-m", __name__, broker.url, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        link, target = Link(Cell(FIRST, 2), broker.url), FIRST
        passing = Passing(link, lambda _: target, _nothing, _refused)
        await link.start(APPLICATION)
        link.open()
        client = await connect(broker.url)
        payload, asking = json.dumps(_interaction(0)).encode(), set[asyncio.Task[Any]]()

        def ask(_: dict[str, Any]) -> None:
            task = asyncio.create_task(client.request(PLAIN, payload, FINDS_WITHIN))
            asking.add(task)
            task.add_done_callback(asking.discard)

        async def spent(came: Callable[[dict[str, Any]], None], seconds: float) -> _Spent:
            before = time.process_time(), cpu_of(taking.pid), broker.cpu()
            sent = await _press(came, seconds)
            await asyncio.sleep(1.0)
            after = time.process_time(), cpu_of(taking.pid), broker.cpu()
            own, taker, of_broker = (
                (end - begun) / len(sent) for begun, end in zip(before, after, strict=True)
            )
            return _Spent(sent, own, taker, of_broker)

        async with asyncio.timeout(FINDS_WITHIN):
            while not await _answers(link):  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.1)
        kept = await spent(passing.came, seconds / 4)
        plain = await spent(ask, seconds / 4)
        target = 2
        crossed = await spent(passing.came, seconds)
        taken = json.loads((await taking.communicate(b"\n"))[0])
        await passing.close()
        await client.close()
        await link.close()
    assert sorted(taken, key=int) == [str(number) for number in range(len(crossed.sent))]
    each = quantiles([taken[str(number)] - at for number, at in enumerate(crossed.sent)], n=100)
    first = crossed.own - kept.own
    of_library = plain.own - kept.own + plain.taker + plain.broker
    return Crossed(first, crossed.taker, crossed.broker, each[49], each[98], of_library)


@dataclass(frozen=True)
class _Spent:
    """When presses came, and the seconds of CPU that each took here, in the other process, and in the
    broker."""

    sent: list[float]
    own: float
    taker: float
    broker: float


async def _answers(link: Link) -> bool:
    try:
        await link.ask(2, HERE)
    except CellAway:
        return False
    return True


async def _here(_: bytes) -> bytes:
    return b""


async def _press(came: Callable[[dict[str, Any]], None], seconds: float) -> list[float]:
    """Presses for so long; when each came."""
    random, sent, until = Random(LENGTH), list[float](), time.monotonic() + seconds
    while time.monotonic() < until:
        came(_interaction(len(sent)))
        sent.append(time.perf_counter())
        await asyncio.sleep(random.uniform(0.0, 2.0 / A_SECOND))
    return sent


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


async def _take(url: str) -> None:
    taken = dict[str, float]()

    def take(data: dict[str, Any]) -> None:
        assert data["id"] not in taken, "it came twice"
        taken[data["id"]] = time.perf_counter()

    async def answer(message: Msg) -> None:
        await message.respond(b"")

    client = await connect(url)
    await client.subscribe(PLAIN, cb=answer)  # pyright: ignore[reportUnknownMemberType]
    link = Link(Cell(2, 2), url)
    passing = Passing(link, lambda _: 2, take, _refused)
    link.serve(HERE, _here)
    await link.start(APPLICATION)
    link.open()
    await asyncio.to_thread(sys.stdin.readline)
    print(json.dumps(taken))
    await passing.close()
    await client.close()
    await link.close()


if __name__ == "__main__":
    asyncio.run(_take(sys.argv[1]))
