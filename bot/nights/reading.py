"""What is known of nights to come and of evenings, read together from where it is kept."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from heapq import merge
from itertools import islice
from operator import attrgetter
from typing import Final
from zoneinfo import ZoneInfo

from bot.leagues.model import League
from bot.leagues.service import Clubs
from bot.nights.model import (
    Evening,
    EveningDetails,
    EveningStage,
    NightError,
    NightPlace,
    NightSettings,
    Repeat,
    Schedule,
    Series,
    SeriesState,
    Start,
    evening_length,
    start_on,
    starts,
)
from bot.nights.ports import NightStore
from bot.ports import Time
from bot.tables.clocks import GAMES_LOOKED_AT, Expected, expected
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.timers import zone_or_utc
from bot.words.catalogue import Words

DAY: Final = 86400.0

StageOf = Callable[[Evening, Words], Awaitable[str]]
"""What the stage of a tournament is called that is played on a night; empty where there is none to tell."""


async def _no_stage(_: Evening, _words: Words) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Coming:
    """A night to come of a series: with all that is kept of it where people are asked already. ``start`` is
    None where the league's zone is not known any more."""

    series: Series
    start: Start | None
    details: EveningDetails | None = None


CALENDAR_DAYS: Final = 366
CALENDAR_MOST: Final = 400
"""How far a calendar looks ahead, and how many nights it holds at most: the earliest."""


@dataclass(frozen=True, slots=True)
class CalendarNight:
    """A night of a series as a calendar has it: the date in its plan, when it begins and how many seconds it
    is expected to take, None where that is not known; the ``evening`` where people are asked about it."""

    series: Series
    date: date
    at_unix: float
    length: float | None
    evening: Evening | None = None


def zone_of(league: League) -> ZoneInfo:
    """Where a league's nights are. Raises NightError ``unknown-zone``."""
    try:
        return ZoneInfo(league.zone)
    except (KeyError, ValueError, OSError):
        raise NightError("unknown-zone", zone=league.zone) from None


def asks_from(series: Series, start: Start) -> float:
    """From when people are asked about an evening: at once about one that stands alone."""
    if series.schedule.repeat is Repeat.ONCE:
        return 0.0
    return start.at_unix - DAY * series.settings.announced


def night_length(settings: NightSettings, game: Expected | None) -> float | None:
    """How many seconds a night is expected to take whose games take so long; None where that is not known."""
    if game is None:
        return None
    limit = None if settings.minutes is None else 60.0 * settings.minutes
    return evening_length(settings.rounds, settings.games, game.seconds, limit)


class NightReader:
    """Finds what there is. Everything raises NightError, StoreError."""

    def __init__(self, store: NightStore, clubs: Clubs, tables: Tables, time: Time) -> None:
        self.store = store
        self.clubs = clubs
        self.tables = tables
        self.time = time
        self.stage_name: StageOf = _no_stage

    async def details(self, evening_id: int, guild_id: int | None) -> EveningDetails:
        """An evening of this server with all that is kept of it. Raises NightError ``no-such-night``."""
        found = await self.store.details(evening_id)
        if found is None or found.evening.guild_id != guild_id:
            raise NightError("no-such-night")
        return found

    async def league(self, evening: Evening | Series) -> League:
        """The league that it is of."""
        found = await self.clubs.leagues.league(evening.league_id)
        if found is None:
            raise NightError("no-such-night")
        return found

    async def headed(self, evening: Evening, words: Words) -> League:
        """Its league as a night is headed: with the stage of a tournament, whose league takes no guests."""
        league = await self.league(evening)
        stage = "" if league.guests else await self.stage_name(evening, words)
        return replace(league, name=f"{league.name} · {stage}") if stage else league

    async def game_length(self, league: League) -> Expected | None:
        """How long a game of a league is expected to take, by what games like it took on its server; None
        where it is not there any more as it was chosen."""
        rules = league.rules(league.players)
        return rules and expected(rules, await self.tables.lengths(league.guild_id, rules, GAMES_LOOKED_AT))

    async def round_length(self, league: League, settings: NightSettings) -> float:
        """How many seconds a round is expected to take; 0 where that is not known."""
        return night_length(replace(settings, rounds=1), await self.game_length(league)) or 0.0

    def games_of(self, evening: Evening, user_id: int) -> list[Table]:
        """The games of an evening that are not over, and in which somebody has a seat."""
        running = ((one, one.facts.place) for one in self.tables.running(user_id=user_id))
        return [one for one, place in running if place and NightPlace.read(place)[0] == evening.id]

    async def tables_of(self, evening: Evening) -> list[Table]:
        """All its tables, whatever their state, in order."""
        return [await self.tables.get(one.id) for one in await self.tables.of_evening(evening.id)]

    # --- series

    async def series(self, series_id: int, guild_id: int | None) -> Series:
        """A series of this server. Raises NightError ``no-such-night``."""
        found = await self.store.series(series_id)
        if found is None or found.guild_id != guild_id:
            raise NightError("no-such-night")
        return found

    async def next_start(self, series: Series, after: float | None = None) -> Start | None:
        """When the next evening of a series begins, later than that moment or than now; None where none
        does."""
        zone = zone_or_utc((await self.league(series)).zone)
        return next(await self.starts_of(series, zone, after=after), None)

    async def starts_of(
        self, series: Series, zone: ZoneInfo, *, after: float | None = None, skipped: bool = False
    ) -> Iterator[Start]:
        """When the evenings to come of a series begin, in order, later than that moment or than now. One that
        people are asked about comes at the hour that it has by now; one that was begun, is over or called off
        does not come any more, whatever hour was planned. With ``skipped`` also the dates that are."""
        moment = self.time.now() if after is None else after
        made = {one.date: one for one in await self.store.evenings(series.id)}
        asked = (
            _start_of(one, series.schedule, zone)
            for one in made.values()
            if one.is_live and one.stage is not EveningStage.PLAYING and one.starts_at > moment
        )
        if series.state is SeriesState.ENDED:
            return iter(sorted(asked, key=attrgetter("at_unix")))
        left_out = () if skipped else series.skipped
        planned = starts(series.schedule, zone, after=moment, skipped=left_out)
        unmade = (one for one in planned if one.date not in made or one.date in series.skipped)
        return merge(sorted(asked, key=attrgetter("at_unix")), unmade, key=attrgetter("at_unix"))

    async def evening_on(self, series: Series, day: date) -> Evening | None:
        """The night of that date, where people were asked about it."""
        return next((one for one in await self.store.evenings(series.id) if one.date == day), None)

    async def next_dates(self, series: Series, count: int) -> list[Start]:
        """The next dates of a plan, those that are skipped too. Raises NightError ``unknown-zone``."""
        zone = zone_of(await self.league(series))
        return [*islice(await self.starts_of(series, zone, skipped=True), count)]

    async def to_come(self, guild_id: int, league_id: int | None = None) -> Sequence[Coming]:
        """The nights of a server, or of a league of it, that people are asked about or that are played, and
        of each running series the next one after these; in order."""
        store = self.store
        every = {one.id: one for one in await store.series_of(guild_id)}
        live = [one for one in await store.live(guild_id) if one.series_id in every]
        found: list[Coming] = []
        for one in live:
            start = Start(one.date, one.starts_at, moved=False, twice=False)
            found.append(Coming(every[one.series_id], start, await store.details(one.id)))
        for series in every.values():
            if series.state is SeriesState.RUNNING:
                found += await self._next(series, {one.date for one in live if one.series_id == series.id})
        meant = [one for one in found if league_id in (None, one.series.league_id)]
        return sorted(meant, key=lambda one: one.start.at_unix if one.start else 0.0)

    async def calendar(self, league: League) -> list[CalendarNight]:
        """The nights of a league that are to come or are played, in order: those that people are asked about,
        those of them that were called off too, and the dates of its series of the next ``CALENDAR_DAYS`` that
        are not skipped. Raises NightError ``unknown-zone``."""
        zone, now, game = zone_of(league), self.time.now(), await self.game_length(league)
        found: list[CalendarNight] = []
        for series in await self.store.series_of(league.guild_id):
            if series.league_id != league.id:
                continue
            made = {one.date: one for one in await self.store.evenings(series.id)}
            for day, one in made.items():
                if one.is_live or (one.stage is EveningStage.CALLED_OFF and one.starts_at > now):
                    length = night_length(one.settings, game)
                    found.append(CalendarNight(series, day, one.starts_at, length, one))
            if series.state is not SeriesState.RUNNING:
                continue
            length = night_length(series.settings, game)
            for start in starts(series.schedule, zone, after=now, skipped={*made, *series.skipped}):
                if start.at_unix > now + CALENDAR_DAYS * DAY:
                    break
                found.append(CalendarNight(series, start.date, start.at_unix, length))
        return sorted(found, key=attrgetter("at_unix"))[:CALENDAR_MOST]

    async def _next(self, series: Series, dates: set[date]) -> list[Coming]:
        """The next night of a series on none of these dates, in a list; an empty one where there is none."""
        try:
            zone = zone_of(await self.league(series))
        except NightError:
            return [Coming(series, None)]
        later = await self.starts_of(series, zone)
        return [*islice((Coming(series, one) for one in later if one.date not in dates), 1)]


def _start_of(evening: Evening, schedule: Schedule, zone: ZoneInfo) -> Start:
    """When an evening begins, as its series has planned it or otherwise by now."""
    planned = start_on(evening.date, schedule.at, zone)
    if planned.at_unix == evening.starts_at:
        return planned
    return Start(evening.date, evening.starts_at, moved=False, twice=False)
