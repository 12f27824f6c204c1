"""Evenings as far as they are to go wrong, with nothing about them that is not needed for that."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from bot.leagues.model import League
from bot.nights.model import EveningStage, NightSettings, SeriesState, SignUpAnswer
from bot.tables.model import State
from bot.tables.table import Table
from playground import reading
from playground.interactions.invocations import Invocation
from playground.people import Person
from playground.world.places import Channel
from tests.clock import FakeClock
from tests.e2e.house import EPHEMERAL, House, open_house
from tests.e2e.leagues.founded import Panel
from tests.e2e.nights.evening_out import BEGIN, EveningOut
from tests.kept import keep_league

PLAIN: Final = NightSettings(rounds=1, reminder=0, event=False)
HOUR: Final = 3600.0
MINUTE: Final = 60.0


@asynccontextmanager
async def club(database: Path, count: int, *, guests: bool = True) -> AsyncIterator[EveningOut]:
    """A league of so many members whom the bot has met, on a Friday."""
    async with open_house(database, clock=FakeClock(BEGIN)) as house:
        out = await EveningOut.found(house, count, guests=guests)
        for one in out.people:
            await house.bot.people.know(one.id, one.account.name)
        yield out


async def say(
    out: EveningOut, people: Iterable[Person], answer: SignUpAnswer = SignUpAnswer.IN, evening_id: int = 1
) -> None:
    """They answer, quicker than by presses, one after the other."""
    for one in people:
        told = await out.told(evening_id)
        await out.house.bot.nights.evenings.answer(told, one.id, one.account.name, answer)
        out.clock.advance(0.01)


async def arrive(out: EveningOut, people: Iterable[Person], evening_id: int = 1) -> None:
    """They are here, the same way; they have said so long before, so tables ask once more."""
    for one in people:
        told = await out.told(evening_id)
        evenings = out.house.bot.nights.evenings
        await evenings.check_in(told, one.id, one.account.name, one.id, here=True)
    await out.long_since()


async def asked(out: EveningOut, settings: NightSettings = PLAIN) -> float:
    """A night is announced, and people are being asked who is here; when it begins."""
    await out.announced(settings)
    begins = (await out.evening()).starts_at
    await out.go_to(begins - settings.check_in * MINUTE)
    assert (await out.evening()).stage is EveningStage.CHECK_IN
    return begins


async def playing(out: EveningOut, people: Iterable[Person], settings: NightSettings = PLAIN) -> float:
    """Its first round is played by these; when it began."""
    begins = await asked(out, settings)
    await arrive(out, people)
    await out.go_to(begins)
    assert (await out.evening()).stage is EveningStage.PLAYING
    return begins


class PatientPanel(Panel):
    """A panel whose presses may have more done than Discord takes in a second."""

    def __init__(self, out: EveningOut, person: Person) -> None:
        super().__init__(out.house, person)
        self.out = out

    async def press(self, label: str) -> Invocation:
        invocation = await self.house.press(self.person, self.message, label)
        await self.out.settled()
        assert invocation.state == "answered", invocation.error
        return invocation

    async def choose(self, verb: str, *values: str) -> None:
        done = await (await self.person.select(self.id, self.id_of(verb), list(values))).done()
        await self.out.settled()
        assert done.state == "answered", done.error


async def manage(out: EveningOut, person: Person | None = None, channel_id: int | None = None) -> Panel:
    """The organisers' panel."""
    person = person or out.people[0]
    invocation = await (await person.command(channel_id or out.house.cards, "night manage", None)).done()
    await out.settled()
    assert invocation.state == "answered", invocation.error
    return PatientPanel(out, person)


async def change_league(out: EveningOut, **others: Any) -> League:
    """The league is otherwise."""
    out.league = replace(out.league, **others)
    await keep_league(out.house.bot.clubs.leagues, out.league)
    return out.league


async def finish(out: EveningOut, table: Table) -> None:
    """Robots play a game to its end."""
    await table.finish_by_robots()
    await out.house.bot.tables.quiet()
    await out.settled()
    assert table.facts.state is State.FINISHED


async def results(out: EveningOut) -> int:
    """How many games of the night count."""
    return len(await out.house.bot.clubs.seasons.of_night(out.season.id, (await out.evening()).night))


def letters(person: Person) -> list[str]:
    """What the bot has written to somebody of nights, oldest first."""
    found = person.messages(person.open_direct_messages()["id"])
    told = [reading.text(one) for one in found if not one["flags"] & EPHEMERAL]
    return [one for one in told if one.startswith("###")]


def posted_in(person: Person, channel: Channel) -> list[str]:
    """What stands in a channel for everybody, oldest first."""
    return [reading.text(one) for one in person.messages(channel.id) if not one["flags"] & EPHEMERAL]


def cards(house: House) -> Channel:
    return house.world.channels[house.cards]


async def other_night(out: EveningOut, name: str = "Wednesday club") -> int:
    """The evening of another league of the same people, at the same time in another channel."""
    (guild,) = out.house.world.guilds.values()
    channel = out.house.changes.add_channel(guild, "elsewhere")
    await out.settled()
    store, evenings = out.house.bot.store, out.house.bot.nights.evenings
    (ann,) = [one for one in await store.leagues.members(out.league.id) if one.user_id == out.people[0].id]
    facts = replace(out.season, id=0, league_id=0)
    league = await store.leagues.create(
        replace(out.league, id=0, name=name), facts, replace(ann, league_id=0)
    )
    first = await store.nights.series(1)
    assert first is not None
    draft = replace(first, id=0, league_id=league.id, channel_id=channel.id, state=SeriesState.DRAFT)
    series = await evenings.announce((await evenings.plan(draft)).id, draft.guild_id)
    await out.settled()
    (evening,) = await evenings.store.evenings(series.id)
    return evening.id
