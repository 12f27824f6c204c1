"""Links in one process, as tests of what goes over them need."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from bot.cells.link import Answer, CellAway, Link
from bot.cells.model import Cell

BOT = 7
SOON = 10.0
"""Seconds, in which what comes back by itself has come."""
PATIENT = 2 * SOON
"""Seconds for which an answer is waited where none is to be waited for, so that on a busy machine, too, it is
seen that nobody has."""
FIRST, SECOND = Cell(1, 2), Cell(2, 2)


async def echo(payload: bytes) -> bytes:
    """Answer with what is asked."""
    return b"heard " + payload


@asynccontextmanager
async def joined(
    cell: Cell, url: str, *, is_open: bool = True, application: int = BOT, **answers: Answer
) -> AsyncGenerator[Link]:
    """A link that answers questions, ``echo`` the last of them, once it is open."""
    link = Link(cell, url)
    for question, answer in answers.items():
        link.serve(question, answer)
    try:
        await link.start(application)
        if is_open:
            open_up(link)
        yield link
    finally:
        await link.close()


def open_up(link: Link) -> None:
    """Have it answer, ``echo`` last of all: where that is answered, all is."""
    link.serve("echo", echo)
    link.open()


async def until(holds: Callable[[], object], within: float = SOON) -> None:
    """Wait for something that another task or process brings about. Raises TimeoutError."""
    async with asyncio.timeout(within):
        while not holds():  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.01)


async def answers(link: Link, number: int) -> None:
    """Return once the other cell answers."""
    async with asyncio.timeout(SOON):
        while True:
            try:
                await link.ask(number, "echo")
                return
            except CellAway:
                await asyncio.sleep(0.01)
