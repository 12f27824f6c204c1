"""Plans of nights in the house, as organisers make them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.leagues.model import League
from bot.nights.model import Evening, Series
from playground import reading
from playground.interactions.invocations import Invocation
from playground.people import Person
from tests.clock import FakeClock
from tests.e2e.house import House, open_house
from tests.e2e.leagues.founded import Panel, create
from tests.kept import keep_league

NOON = datetime(2026, 11, 16, 11, tzinfo=UTC).timestamp()
"""Monday 16 November 2026, 12:00 in Brussels."""


@asynccontextmanager
async def open_night_house(database: Path, at: float = NOON) -> AsyncIterator[House]:
    """A house on that day. Its time stands still."""
    async with open_house(database, clock=FakeClock(at)) as house:
        yield house


async def found(house: House, name: str = "Dinsdagclub") -> tuple[League, Person]:
    """A league in Brussels, and who organises it."""
    ann = house.person("Ann")
    league = await create(house, ann, name)
    league = replace(league, zone="Europe/Brussels")
    await keep_league(house.bot.clubs.leagues, league)
    return league, ann


async def plan(
    house: House, person: Person, day: str = "24 November", at: str = "20:00", **which: str
) -> Panel:
    """The panel of a new plan."""
    asked = await house.command(person, "night plan", which or None)
    await fill(house, person, asked, date=day, time=at)
    return Panel(house, person)


async def only_series(house: House) -> Series:
    """The only plan there is, draft or announced."""
    store, (guild_id,) = house.bot.store.nights, house.world.guilds
    (series,) = [*await store.drafts(guild_id), *await store.series_of(guild_id)]
    return series


async def evenings(house: House, series: Series) -> list[Evening]:
    """Those of it that people are asked about, or were."""
    return list(await house.bot.store.nights.evenings(series.id))


def channel(house: House, name: str) -> Any:
    """A channel of the server."""
    return next(one for one in house.world.channels.values() if one.name == name)


def said(house: House, person: Person) -> str:
    """What was told last to somebody alone."""
    return reading.text(house.whispers(person)[-1])


def form(asked: Invocation) -> dict[str, str]:
    """What the fields of a form hold when it is opened."""
    assert asked.modal is not None
    parts = reading.components({"components": asked.modal.components})
    return {one["custom_id"]: _value(one) for one in parts if one["type"] in (3, 4)}


def _value(field: dict[str, Any]) -> str:
    """What was typed into it, or is chosen."""
    chosen = [one["value"] for one in field.get("options", ()) if one.get("default")]
    return "".join(chosen) if chosen else field.get("value", "")


async def fill(house: House, person: Person, asked: Invocation, **values: str) -> None:
    """Submit a form; what is not given stays as it was there."""
    assert asked.modal is not None
    done = await (await person.submit(asked.modal, {**values})).done()
    await house.settled()
    assert done.state == "answered", done.error
