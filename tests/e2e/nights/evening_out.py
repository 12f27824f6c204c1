"""A club that holds a night: its people, what they press, and the clock."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from functools import partial
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from bot.app import Hartenheer
from bot.engine.cards import members as cards_of
from bot.engine.game import AWAITS_DECK
from bot.leagues.model import ClubMember, League, SeasonFacts
from bot.leagues.season.settings import SeasonSettings
from bot.nights.course import board_of
from bot.nights.model import Evening, EveningDetails, NightPlace, NightSettings, Schedule, Series, StepKind
from bot.tables.model import State
from bot.tables.table import Table
from playground import reading
from playground.people import Person
from tests.clock import FakeClock
from tests.e2e.house import House
from tests.e2e.leagues.founded import create
from tests.idle import done_or_idle
from tests.kept import enter, keep_league

ZONE = "Europe/Brussels"
NAME = "Tuesday club"
BEGIN = datetime(2026, 11, 20, 12, tzinfo=UTC).timestamp()
"""A Friday."""
TUESDAY = date(2026, 11, 24)
EIGHT = time(20, 0)

A_MOMENT = 0.5
"""What people take for whatever they do, in seconds."""


class PatientHouse(House):
    """A house in which time goes by, a second at a time, where that is waited for: Discord's limit has been
    reached, or it is not a message's turn yet."""

    @classmethod
    def of(cls, house: House) -> tuple[PatientHouse, FakeClock]:
        """The same house, and its clock."""
        assert house.clock is not None
        return cls(house.server, house.bot, house.clock), house.clock

    async def settled(self) -> None:
        """Everything the bot had to do is done and shown."""
        assert self.clock is not None
        settling = asyncio.create_task(super().settled())
        while not await done_or_idle(settling):
            if is_strained(self.bot) or _waits_for_turn():
                self.clock.advance(1.0)
        await settling


def is_strained(bot: Hartenheer) -> bool:
    """Whether more than half of a second's requests are spent."""
    return 2 * bot.budget.used > bot.budget.limit


def _waits_for_turn() -> bool:
    return any(one.get_name() == "slot waiting" for one in asyncio.all_tasks())


@dataclass
class EveningOut:
    """See the module. ``people`` are the club's, the first of them its organiser; ``evening_id`` is the night
    that is looked at. ``is_hurried``: time passes where the bot waits for Discord."""

    house: House
    clock: FakeClock
    league: League
    season: SeasonFacts
    people: list[Person]
    evening_id: int = 1
    is_hurried: bool = False

    @classmethod
    async def found(
        cls,
        house: House,
        count: int,
        *,
        guests: bool = True,
        preset: str = "kingen",
        settings: SeasonSettings | None = None,
        options: Mapping[str, str] | None = None,
    ) -> EveningOut:
        """A league of so many members."""
        house, clock = PatientHouse.of(house)
        people = [house.server.people.add(f"u{number:02}") for number in range(1, count + 1)]
        (guild_id,) = house.world.guilds
        ann = people[0]
        day = datetime.fromtimestamp(clock.now(), ZoneInfo(ZONE)).date()
        league = League(0, guild_id, NAME, preset, 4, ZONE, ann.id, clock.now(), options or {}, guests=guests)
        facts = SeasonFacts(0, 0, 1, "2026", SeasonSettings(), day)
        members = [ClubMember(0, str(one.id), one.account.name, one.id, clock.now(), day) for one in people]
        league = await house.bot.store.leagues.create(league, facts, members[0])
        for one in members[1:]:
            await enter(house.bot.store.leagues, replace(one, league_id=league.id))
        (season,) = await house.bot.store.seasons.seasons(league.id)
        return cls(house, clock, league, season, people)

    @classmethod
    async def joined(cls, house: House, *names: str, game: str = "kingen") -> EveningOut:
        """A league that Ann has made and that everybody of the server joins, and others of these names; by
        commands alone."""
        house, clock = PatientHouse.of(house)
        people = [*house.people(), *(house.server.people.add(one) for one in names)]
        league = replace(await create(house, people[0], NAME, game=game), zone=ZONE)
        await keep_league(house.bot.clubs.leagues, league)
        for one in people[1:]:
            await house.reply(one, "league join")
        (season,) = await house.bot.store.seasons.seasons(league.id)
        return cls(house, clock, league, season, people)

    async def settled(self) -> None:
        """All that was to be done is done. Where Discord's limit has been reached, a second goes by."""
        settling = asyncio.create_task(self.house.settled())
        while not await done_or_idle(settling):
            if self.is_hurried or is_strained(self.house.bot):
                self.clock.advance(1.0)
        await settling

    # --- the night

    async def announced(self, settings: NightSettings, schedule: Schedule | None = None) -> Series:
        """A night or a series, as organisers announce it."""
        evenings = self.house.bot.nights.evenings
        series = Series(
            id=0,
            league_id=self.league.id,
            guild_id=self.league.guild_id,
            channel_id=self.house.cards,
            creator=self.people[0].id,
            schedule=schedule or Schedule(TUESDAY, EIGHT),
            settings=settings,
            created_at=self.clock.now(),
        )
        running = await evenings.announce((await evenings.plan(series)).id, series.guild_id)
        await self.settled()
        return running

    async def told(self, evening_id: int | None = None) -> EveningDetails:
        found = await self.house.bot.store.nights.details(evening_id or self.evening_id)
        assert found is not None
        return found

    async def evening(self, evening_id: int | None = None) -> Evening:
        return (await self.told(evening_id)).evening

    async def go_to(self, moment: float) -> None:
        """Let time pass until then, everything being done at its moment."""
        while True:
            due = self.clock.next_due()
            if due is None or due > moment:
                break
            self.clock.advance(due - self.clock.now())
            await self.settled()
        self.clock.advance(max(0.0, moment - self.clock.now()))
        await self.settled()

    async def wait(self, seconds: float) -> None:
        await self.go_to(self.clock.now() + seconds)

    async def long_since(self) -> None:
        """All that people have said at the check-in was too long ago to count at a table: they are asked
        there once more."""
        evening = await self.evening()
        for one in (await self.told()).people.values():
            if one.here_at is not None:
                earlier = one.here_at - 7200.0
                await self.house.bot.store.nights.tell(
                    evening.id, one.user_id, None, partial(replace, here_at=earlier)
                )

    # --- messages

    async def message(self, kind: StepKind, about: int = 0, person: Person | None = None) -> dict[str, Any]:
        """The message of a step; of all rounds it is one."""
        details = await self.told()
        step = details.step(kind, board_of(details) if kind is StepKind.BOARD else about)
        assert step.discord_id is not None, step
        return (person or self.people[0]).message(step.discord_id)

    async def text(self, kind: StepKind, about: int = 0) -> str:
        return reading.text(await self.message(kind, about))

    async def press(self, person: Person, kind: StepKind, label: str, about: int = 0) -> str:
        """Press a button of a night's message; what the person is told alone."""
        known = {one["id"] for one in self.house.whispers(person)}
        message = await self.message(kind, about, person)
        invocation = await self.house.press(person, message, label)
        assert invocation.state == "answered", invocation.error
        await self.settled()
        return "\n".join(reading.text(one) for one in self.house.whispers(person) if one["id"] not in known)

    # --- tables

    async def tables(self, number: int) -> list[Table]:
        """Those of a round, in order."""
        evenings = self.house.bot.nights.evenings
        found = await evenings.tables_of(await self.evening())
        return [
            one for one in found if one.facts.place and NightPlace.read(one.facts.place)[1].round == number
        ]

    async def sit_down(self, table: Table, absent: Sequence[Person] = ()) -> None:
        """Everybody of a table says that they are there, but for the absent."""
        for seat in table.facts.seats:
            if seat.user_id is None or seat.user_id in [one.id for one in absent]:
                continue
            if table.facts.state is not State.LOBBY:
                break
            person = self.house.server.people[seat.user_id]
            await self.house.press(person, self.house.lobby(table), "I'm here")
            await self.settled()

    async def play_out(self, table: Table, acts: int | None = None, lots: Random | None = None) -> None:
        """The people of a table play the lowest card that is legal, or bid and play by lot, to the end of the
        game or so many acts."""
        end = None if acts is None else table.facts.seq + acts
        while table.facts.state is State.PLAYING and (end is None or table.facts.seq < end):
            facts = table.facts
            self.clock.advance(A_MOMENT)
            if facts.turn == AWAITS_DECK:
                for seat in facts.seats:
                    if not seat.played_by_robot and seat.user_id and table.facts.turn == AWAITS_DECK:
                        await table.ready(seat.user_id)
                await self.settled()
            elif (mover := facts.waited_for) is not None:
                view = await table.view(facts.turn)
                legal = cards_of(view.legal)
                await table.act(mover, facts.seq, lots.choice(legal) if lots else legal[0])
            await self.house.bot.tables.quiet()
        await self.settled()

    async def play_round(self, number: int) -> None:
        """Everybody sits down, and all is played."""
        for table in await self.tables(number):
            await self.sit_down(table)
        for table in await self.tables(number):
            await self.play_out(table)
