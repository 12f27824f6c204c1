"""Links of several cells in memory, on a clock that the test moves: what goes over them comes late, twice as
late as something that was sent after it, or never."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from bot.cells.link import WITHIN, Answer, CellAway, Link
from bot.cells.model import Cell
from tests.clock import FakeClock

LOST = float("inf")


class Exchange:
    """Where the links meet. ``late`` gives each message, questions and answers, its delay in seconds, LOST
    for one that is never there. ``asked`` counts the questions, ``away`` are cells that hear nothing."""

    def __init__(self, clock: FakeClock, late: Callable[[], float] = lambda: 0.001) -> None:
        self.clock = clock
        self.late = late
        self.links: dict[int, Cable] = {}
        self.away: set[int] = set()
        self.asked = 0


class Cable(Link):
    """One cell's."""

    def __init__(self, cell: Cell, exchange: Exchange) -> None:
        super().__init__(cell, "")
        self.exchange = exchange
        self.answers: dict[str, Answer] = {}
        self._under_way: set[asyncio.Task[None]] = set()
        exchange.links[cell.number] = self

    def serve(self, question: str, answer: Answer) -> None:
        self.answers[question] = answer

    def kill(self) -> None:
        """As ``kill -9`` does: nothing goes on that was being done."""
        for task in self._tasks:
            task.cancel()

    async def ask(self, number: int, question: str, payload: bytes = b"", within: float = WITHIN) -> bytes:
        answered: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.exchange.asked += 1
        task = asyncio.create_task(self._carry(number, question, payload, answered))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

        def give_up() -> None:
            if not answered.done():
                answered.set_exception(CellAway(number))

        alarm: Any = self.exchange.clock.call_after(within, give_up)
        try:
            return await answered
        finally:
            alarm.cancel()

    async def _carry(
        self, number: int, question: str, payload: bytes, answered: asyncio.Future[bytes]
    ) -> None:
        exchange = self.exchange
        if {self.cell.number, number} & exchange.away or (late := exchange.late()) == LOST:
            return
        await exchange.clock.sleep(late)
        other = exchange.links[number]  # who is the cell by then
        if {self.cell.number, number} & exchange.away:
            return
        told = await other.answers[question](payload)
        if (late := exchange.late()) == LOST:
            return
        await exchange.clock.sleep(late)
        if not answered.done() and not {self.cell.number, number} & exchange.away:
            answered.set_result(told)
