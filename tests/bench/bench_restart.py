"""A start with a thousand unfinished tables in play: how soon who presses is answered, and what it costs.

The bot is a process of its own, under Discord's limits. Tables of four people lie in the middle of their
first deals, with the messages that an earlier process has left; whoever is to move was told so by it. As soon
as the gateway is there one person of each server plays a card.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from playground.rest.api import Exchange
from playground.server import Playground
from tests.bench.rows import Row
from tests.load.messages import leave_messages
from tests.load.process import BotProcess, running
from tests.load.town import TABLES_A_SERVER, Stood, put_tables, settle

TABLES, PEOPLE = 1000, 4
SEED = 15
WAITED = 120.0
"""Seconds since the last card was played: who is to move has got their hand as a new message since."""
CALM = 4.0
"""Seconds without a counted request after which all is shown that somebody waits for."""
LONGEST = 180.0
ANSWERED_WITHIN = 3.0


@dataclass(frozen=True)
class Restarted:
    """What a start came to: seconds from its beginning to the gateway, from then until each press was
    answered and until all was shown; presses that were not answered; counted requests, those of logging in
    left out; seconds of CPU, and how many of them from the gateway until the last press was answered."""

    ready: float
    answered: tuple[float, ...]
    lost: int
    counted: int
    shown: float
    cpu: float
    cpu_pressed: float


def rows(tables: int = TABLES) -> list[Row]:
    """Two rows."""
    found = asyncio.run(measure(tables))
    slowest = max(found.answered, default=float("inf")) if not found.lost else float("inf")
    return [
        Row(
            f"restart with {tables} tables in play: seconds to the answer of a press",
            slowest,
            f"the slowest of {len(found.answered)} cards pressed at once, {found.lost} lost; the gateway was "
            f"there after {found.ready:.1f} s, all shown {found.shown:.0f} s later, {found.cpu:.0f} s of "
            f"CPU, {found.cpu_pressed:.2f} from the gateway to the last answer.",
            bound=ANSWERED_WITHIN,
            at_most=True,
        ),
        Row(
            "the same: counted requests a table",
            found.counted / tables,
            f"{found.counted} requests until nothing more was to be shown.",
            bound=1.5,
            at_most=True,
        ),
    ]


async def measure(tables: int = TABLES) -> Restarted:
    """Do it."""
    server = await Playground.start(furnished=False)
    try:
        with tempfile.TemporaryDirectory() as folder:
            database = Path(folder) / "restart.sqlite3"
            stood = await put_tables(server, database, settle(server, tables, PEOPLE), SEED, ago=WAITED)
            hands = await leave_messages(server, database, stood)
            began = time.perf_counter()
            async with running(server, database) as bot:
                return await _after(server, bot, began, stood[::TABLES_A_SERVER], hands)
    finally:
        await server.close()


async def _after(
    server: Playground, bot: BotProcess, began: float, pressed: list[Stood], hands: dict[int, str]
) -> Restarted:
    """What happens once the gateway is there."""
    counted, ready_cpu = Counted(server), bot.cpu
    answered = await asyncio.gather(*(_press(table, hands[table.id], bot.ready_at) for table in pressed))
    cpu_pressed = bot.cpu - ready_cpu
    async with asyncio.timeout(LONGEST):
        await counted.calm()
    return Restarted(
        ready=bot.ready_at - began,
        answered=tuple(seconds for seconds in answered if seconds is not None),
        lost=sum(seconds is None for seconds in answered),
        counted=counted.number,
        shown=counted.last - bot.ready_at,
        cpu=bot.cpu,
        cpu_pressed=cpu_pressed,
    )


class Counted:
    """How many counted requests have come, and when the last."""

    def __init__(self, server: Playground) -> None:
        self.number = 0
        self.last = time.perf_counter()
        server.observers.append(self._saw)

    async def calm(self) -> None:
        """Return once none has come for a while."""
        while (left := self.last + CALM - time.perf_counter()) > 0:  # noqa: ASYNC110 - it grows meanwhile
            await asyncio.sleep(left)

    def _saw(self, exchange: Exchange) -> None:
        if exchange.counted:
            self.number += 1
            self.last = time.perf_counter()


async def _press(table: Stood, message: str, ready_at: float) -> float | None:
    """Play a card at a table; the seconds from the gateway to the answer, None where there is none."""
    mover = table.place.people[table.facts.turn or 0]
    (custom_id,) = (
        component["custom_id"]
        for row in mover.message(message)["components"]
        for component in row.get("components", ())
    )
    invocation = await (await mover.press(message, custom_id)).done()
    return time.perf_counter() - ready_at if invocation.state == "answered" else None
