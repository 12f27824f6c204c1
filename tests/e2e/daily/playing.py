"""People who play the deal of the day, through the client library."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.tables.model import State
from bot.tables.table import Table
from playground import reading
from playground.people import Person
from playground.server import Playground
from tests.clock import FakeClock
from tests.e2e.house import House, open_house


def at(day: int, hour: int, minute: int = 0) -> float:
    """A moment of November 2026, of which the 24th is a Tuesday."""
    return datetime(2026, 11, day, hour, minute, tzinfo=UTC).timestamp()


@asynccontextmanager
async def house_at(
    database: Path, moment: float, server: Playground | None = None
) -> AsyncIterator[tuple[House, FakeClock]]:
    """A house in which it is that moment, and time is moved by hand."""
    clock = FakeClock(moment)
    async with open_house(database, clock=clock, server=server) as house:
        yield house, clock


async def asked(
    house: House, person: Person, channel_id: int | None = None, game: str | None = None
) -> dict[str, Any]:
    """The panel that ``/daily`` is answered with, in the channel where cards are played if no other is
    given."""
    there = house.cards if channel_id is None else channel_id
    invocation = await (await person.command(there, "daily", {"game": game} if game else None)).done()
    await house.settled()
    assert invocation.state == "answered", invocation.error
    assert invocation.message is not None
    return invocation.message


async def begun(house: House, person: Person, channel_id: int | None = None) -> Table:
    """Their table, once the cards are dealt."""
    await house.press(person, await asked(house, person, channel_id), "Play")
    await house.settled()
    return house.bot.tables.running(user_id=person.id)[-1]


async def played_out(house: House, person: Person, table: Table, most: int = 99) -> None:
    """Whatever is offered first is played, card by card, to the end or so many cards."""
    for _ in range(most):
        if table.facts.state is not State.PLAYING:
            return
        message, custom_id = await house.offered(person, f"hh:act:{table.facts.id}:{table.facts.seq}:")
        await (await person.press(message["id"], custom_id)).done()
        await house.settled()


async def pressed(house: House, person: Person, message: dict[str, Any], label: str) -> str:
    """What they are told, for their eyes alone, once they have pressed it."""
    await house.press(person, message, label)
    await house.settled()
    return reading.text(house.whispers(person)[-1])


def labels(message: dict[str, Any]) -> list[str]:
    """What can be pressed."""
    return [one.label for one in reading.buttons(message)]
