"""What people may ask of an evening: everything that a press or a command does to one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from heapq import merge
from typing import Final
from zoneinfo import ZoneInfo

from bot.clubs.clubs import Clubs
from bot.clubs.errors import ClubError
from bot.clubs.model import League, SeasonFacts
from bot.engine import registry
from bot.engine.errors import RuleViolation
from bot.error_places import tell
from bot.nights import attendance
from bot.nights.calendar import Schedule, Start, start_on, starts, zone_or_utc
from bot.nights.errors import NightError
from bot.nights.lengths import GAMES_LOOKED_AT, Expected, evening_length, expected
from bot.nights.looking_back import LookingBack
from bot.nights.model import (
    COMES,
    Evening,
    EveningDetails,
    EveningStage,
    NightPerson,
    NightPlace,
    Round,
    Series,
    SeriesState,
    SignUpAnswer,
)
from bot.nights.planning import Past, planned, require_apart, swapped, with_games
from bot.nights.ports import NightStore, PersonChange, SeriesChange
from bot.nights.seating.model import Mode
from bot.nights.settings import NightSettings
from bot.nights.ways import gave_way, ways
from bot.ports import Time
from bot.tables.errors import TableError
from bot.tables.model import UNFINISHED, Invited, State
from bot.tables.table import Table
from bot.tables.tables import Tables

TOGETHER: Final = 4 * 3600.0
"""Evenings that begin within so many seconds of each other are at the same time."""

EVERYBODY: Final = 10_000
"""More lines than standings have."""

MIXED: Final = (3, 4, 5)

SEATED_BY: Final = ("rounds", "mode", "remainder", "apart")
"""The settings that who sits with whom follows from, beside who is there."""


class Evenings:
    """Does what is asked, and tells whoever listens. Everything raises NightError, StoreError."""

    def __init__(self, store: NightStore, clubs: Clubs, tables: Tables, time: Time) -> None:
        self.store = store
        self.clubs = clubs
        self.tables = tables
        self.time = time
        self.seating = asyncio.Lock()
        """Held by whoever gives seats away, from seeing that somebody has none until they have one."""
        self._back = LookingBack(clubs, tables)
        self._heard: list[Callable[[int], None]] = []
        self._heard_of_series: list[Callable[[int], None]] = []

    def listen(self, heard: Callable[[int], None]) -> None:
        """Have a function called with the id of an evening whenever something of it has changed."""
        self._heard.append(heard)

    def changed(self, evening_id: int) -> None:
        """Something of an evening has changed."""
        for heard in self._heard:
            tell(heard, evening_id)

    def listen_to_series(self, heard: Callable[[int], None]) -> None:
        """The same with the id of a series, of which an evening may be to be made."""
        self._heard_of_series.append(heard)

    def series_changed(self, series_id: int) -> None:
        """Something of a series has changed, or one of its evenings is over."""
        for heard in self._heard_of_series:
            tell(heard, series_id)

    async def told(self, evening_id: int, guild_id: int | None) -> EveningDetails:
        """An evening of this server with all that is kept of it. Raises NightError ``no-such-night``."""
        found = await self.store.told(evening_id)
        if found is None or found.evening.guild_id != guild_id:
            raise NightError("no-such-night")
        return found

    async def league(self, evening: Evening | Series) -> League:
        """The league that it is of."""
        found = await self.clubs.leagues.league(evening.league_id)
        if found is None:
            raise NightError("no-such-night")
        return found

    async def length(self, league: League, settings: NightSettings) -> float | None:
        """How many seconds a night of a league is expected to take; None where its game is not there any more
        as it was chosen."""
        game = await self.game_length(league)
        if game is None:
            return None
        limit = None if settings.minutes is None else 60.0 * settings.minutes
        return evening_length(settings.rounds, settings.games, game.seconds, limit)

    async def game_length(self, league: League) -> Expected | None:
        """How long a game of a league is expected to take, by what games like it took on its server; None
        where it is not there any more as it was chosen."""
        try:
            rules = registry.make_rules(league.preset, league.players, league.options)
        except RuleViolation:
            return None
        return expected(rules, await self.tables.lengths(league.guild_id, rules, GAMES_LOOKED_AT))

    # --- what somebody says for themselves

    async def answer(
        self, told: EveningDetails, user_id: int, name: str, answer: SignUpAnswer
    ) -> NightPerson:
        """Say whether one comes. Raises NightError ``night-over``, ``night-begun`` for whoever is seated,
        ``members-only``, ``two-nights``."""
        evening = told.evening
        self._require_live(evening)
        if evening.stage is EveningStage.PLAYING and evening.playing and user_id in evening.playing.people:
            raise NightError("night-begun")
        if answer in COMES:
            await self._require_may_come(evening, user_id)
        elif user_id not in told.people:
            await self._require_admitted(evening, user_id)
        kept = await self.store.answer(evening.id, user_id, name, answer, self.time.now())
        self.changed(evening.id)
        return kept

    async def round_length(self, league: League, settings: NightSettings) -> float:
        """How many seconds a round is expected to take; 0 where that is not known."""
        return await self.length(league, replace(settings, rounds=1)) or 0.0

    async def check_in(
        self, told: EveningDetails, user_id: int, name: str, press_id: int, *, here: bool
    ) -> NightPerson:
        """Say that one is here, or that one has gone for tonight. While rounds are being played whoever comes
        plays from the next on; whoever goes does not play in the next, and a seat of theirs that has not
        begun is free. Raises NightError ``night-over``,
        ``too-early`` before people are asked, ``members-only``, ``two-nights``."""
        evening = told.evening
        self._require_live(evening)
        if evening.stage is EveningStage.SIGN_UP:
            raise NightError("too-early")
        if here:
            await self._require_may_come(evening, user_id)
        kept = await self.store.check_in(evening.id, user_id, name, press_id, self.time.now(), here=here)
        if here:
            await self._sit_down(evening, user_id, press_id)
        self.changed(evening.id)
        return kept

    async def set_hours(
        self, told: EveningDetails, user_id: int, name: str, *, begins: bool, moment: float | None
    ) -> NightPerson:
        """Say when one comes (``begins``), or until when one stays; with None for ``moment`` from the start,
        or to the end. Rounds that would end later than one stays are played without one, and so are those
        that begin before one comes. Raises NightError ``night-over``, ``members-only``, ``two-nights``."""
        self._require_live(told.evening)
        await self._require_may_come(told.evening, user_id)
        say = attendance.coming_at if begins else attendance.going_at
        return await self._tell(told, user_id, name, say(name, moment, self.time.now()))

    async def _sit_down(self, evening: Evening, user_id: int, press_id: int) -> None:
        """Whoever says on the night's message that they are here is so at the table that waits for them."""
        for table in self.games_of(evening, user_id):
            if table.facts.state is State.LOBBY:
                with suppress(TableError):  # it has begun in that moment, or their seat is another's
                    await table.here(user_id, press_id)

    def games_of(self, evening: Evening, user_id: int) -> list[Table]:
        """The games of an evening that are not over, and in which somebody has a seat."""
        running = ((one, one.facts.place) for one in self.tables.running(user_id=user_id))
        return [one for one, place in running if place and NightPlace.read(place)[0] == evening.id]

    async def _require_admitted(self, evening: Evening, user_id: int) -> None:
        league = await self.league(evening)
        if not league.guests and await self.clubs.member(league.id, user_id) is None:
            raise NightError("members-only", league=league.name)

    async def _require_may_come(self, evening: Evening, user_id: int) -> None:
        await self._require_admitted(evening, user_id)
        begin, end = evening.starts_at - TOGETHER, evening.starts_at + TOGETHER
        for other in await self.store.of_person(user_id, begin, end):
            if other.id != evening.id:
                raise NightError("two-nights", league=(await self.league(other)).name)

    async def _require_may_bring(self, evening: Evening, user_id: int) -> None:
        """The same for somebody whom an organiser brings: what hinders it is theirs to mend. Raises
        ``elsewhere`` instead of ``two-nights``."""
        try:
            await self._require_may_come(evening, user_id)
        except NightError as error:
            if error.code != "two-nights":
                raise
            raise NightError("elsewhere", **error.details) from None

    # --- what organisers do with a series

    async def plan(self, series: Series) -> Series:
        """Keep a new plan, a draft still."""
        return await self.store.make_series(series)

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
        return next(await self.to_come(series, zone, after=after), None)

    async def to_come(
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
            return iter(sorted(asked, key=_moment))
        left_out = () if skipped else series.skipped
        planned = starts(series.schedule, zone, after=moment, skipped=left_out)
        unmade = (one for one in planned if one.date not in made or one.date in series.skipped)
        return merge(sorted(asked, key=_moment), unmade, key=_moment)

    async def announce(self, series: Series) -> Series:
        """Have a draft's evenings be held. Raises NightError ``date-in-past`` where it has none to come, and
        ``channel-taken``, ``season-closed``, ``changed-meanwhile``."""
        start = await self.next_start(replace(series, state=SeriesState.RUNNING))
        if start is None:
            raise NightError("date-in-past")
        await self.require_free(series.channel_id, start.at_unix)
        await self._open_season(series)
        running = await self.change_series(series, replace(series, state=SeriesState.RUNNING))
        self.series_changed(series.id)
        return running

    async def _open_season(self, series: Series) -> SeasonFacts:
        try:
            return await self.clubs.open_season(await self.league(series))
        except ClubError:
            raise NightError("season-closed") from None

    async def change_series(self, before: Series, after: Series) -> Series:
        """Keep a series as it is to be, where what it was judged by is what is kept still: evenings that were
        made stay as they are. Raises NightError ``changed-meanwhile``."""

        def change(kept: Series) -> Series:
            if kept != before:
                raise NightError("changed-meanwhile")
            return after

        return await self.store.change_series(before.id, change)

    async def end_series(self, series_id: int) -> Series:
        """No further evenings follow; the one that was announced takes place."""
        ended = await self.store.change_series(series_id, lambda kept: replace(kept, state=SeriesState.ENDED))
        self.series_changed(series_id)
        return ended

    # --- what organisers do before play

    async def draw(self, told: EveningDetails, *, again: bool = False) -> Evening:
        """Draw who sits with whom from those who are here now; ``again`` with other lots. Raises NightError
        ``night-begun``, ``too-early``, ``too-few``, ``changed-meanwhile``."""
        evening = told.evening
        self._require_before_play(evening)
        if evening.stage is EveningStage.SIGN_UP:
            raise NightError("too-early")
        drawn = await self.drawn(told, (), draw=evening.draw + (1 if again else 0))
        return await self._keep(drawn)

    async def drawn(
        self, told: EveningDetails, people: tuple[int, ...], *, draw: int | None = None
    ) -> Evening:
        """The evening with a plan for the rounds to come: for these people, or with none for those who are
        here; not kept yet. Where the way that was chosen is not there for them, it is another one, and
        ``why`` says so: nobody waits. Raises NightError ``too-few``."""
        evening = told.evening if draw is None else replace(told.evening, draw=draw, posted=False)
        league = await self.league(evening)
        who = people or tuple(one.user_id for one in await self._next_players(told, league))
        played = evening.plan[: evening.round]
        past = await self._past(evening, league)
        return await asyncio.to_thread(_planned_somehow, evening, who, past, played)

    async def _next_players(self, told: EveningDetails, league: League) -> list[NightPerson]:
        """Those who would play the next round if it began at its hour, or now."""
        begins = max(self.time.now(), told.evening.starts_at)
        return attendance.playing(
            told, begins, begins + await self.round_length(league, told.evening.settings)
        )

    async def swap(self, told: EveningDetails, first: int, second: int) -> Evening:
        """Have two people change places in the next round, who may also sit out. Raises NightError
        ``no-plan`` where none waits, ``not-in-plan``, ``kept-apart``, ``changed-meanwhile``."""
        evening = told.evening
        self._require_live(evening)
        at = evening.round
        if at >= len(evening.plan):
            raise NightError("no-plan")
        changed = swapped(evening.plan[at], first, second)
        require_apart(evening, changed)
        plan = (*evening.plan[:at], changed, *evening.plan[at + 1 :])
        return await self._keep(replace(evening, plan=plan))

    async def seat_together(self, told: EveningDetails, *, together: bool = True) -> Evening:
        """Let those who are kept apart sit together in what is not played yet of this night, or keep them
        apart after all. Raises NightError ``night-over``, ``changed-meanwhile``."""
        evening = told.evening
        self._require_live(evening)
        changed = replace(evening, together=together, plan=evening.plan[: evening.round])
        if evening.stage is EveningStage.CHECK_IN and evening.plan:
            changed = await self.drawn(replace(told, evening=changed), tuple(evening.plan[0].people))
        return await self._keep(changed)

    async def post(self, told: EveningDetails) -> Evening:
        """Have the plan be played as it stands: at the hour, or at once where that has come. Raises
        NightError ``no-plan``, ``night-over``."""
        self._require_live(told.evening)
        if told.evening.round >= len(told.evening.plan):
            raise NightError("no-plan")
        return await self._keep(replace(told.evening, posted=True))

    async def begin_now(self, told: EveningDetails) -> Evening:
        """Have the night begin at once: people are asked to check in, or, where they have been, it is played.
        Raises NightError ``night-begun``, ``channel-taken``."""
        evening = told.evening
        self._require_before_play(evening)
        await self.require_free(evening.channel_id, self.time.now(), evening.id)
        asked = evening.stage is EveningStage.CHECK_IN or not evening.settings.check_in
        begun = replace(evening, starts_at=self.time.now(), stage=EveningStage.CHECK_IN, posted=asked)
        return await self._keep(begun)

    async def put_off(self, told: EveningDetails, starts_at: float) -> Evening:
        """Have the night begin at another moment of its day. Raises NightError ``night-begun``,
        ``date-in-past``, ``channel-taken``."""
        self._require_before_play(told.evening)
        if starts_at <= self.time.now():
            raise NightError("date-in-past")
        await self.require_free(told.evening.channel_id, starts_at, told.evening.id)
        put_off = replace(told.evening, starts_at=starts_at, stage=EveningStage.SIGN_UP, posted=False)
        return await self._keep(put_off)

    async def set_settings(self, told: EveningDetails, settings: NightSettings) -> Evening:
        """Have this night go otherwise than was planned, from what has not been played yet on: where people
        are to be seated otherwise, that is drawn anew."""
        evening = told.evening
        self._require_live(evening)
        changed = replace(evening, settings=settings)
        if any(getattr(evening.settings, one) != getattr(settings, one) for one in SEATED_BY):
            posted = evening.posted and evening.stage is EveningStage.PLAYING
            changed = replace(changed, plan=evening.plan[: evening.round], posted=posted)
        return await self._keep(changed)

    async def move(self, told: EveningDetails, channel_id: int, *, all_to_come: bool = False) -> Evening:
        """Hold the night in another channel from now on, or with ``all_to_come`` also those of its series
        that follow; what could not be done for want of the old one is tried there. Raises NightError
        ``channel-taken``, ``changed-meanwhile``, and then neither is moved."""
        evening = told.evening
        self._require_live(evening)
        await self.require_free(channel_id, evening.starts_at, evening.id)

        def with_it(series: Series) -> Series:
            return replace(series, channel_id=channel_id)

        moved = await self._keep(replace(evening, channel_id=channel_id), with_it if all_to_come else None)
        await self.try_again(replace(told, evening=moved))
        return moved

    async def require_free(self, channel_id: int, starts_at: float, evening_id: int = 0) -> None:
        """Raise NightError ``channel-taken`` where another night is held in a channel at that time."""
        found = await self.store.in_channel(channel_id, starts_at - TOGETHER, starts_at + TOGETHER)
        if any(one.id != evening_id for one in found):
            raise NightError("channel-taken", channel=f"<#{channel_id}>")

    async def call_off(
        self, told: EveningDetails, why: str = "organiser", of_series: SeriesChange | None = None
    ) -> Evening:
        """The night does not take place, or is over without those games that are still played; its series
        becomes what ``of_series`` makes of it."""
        self._require_live(told.evening)
        now = self.time.now()
        called_off = replace(told.evening, stage=EveningStage.CALLED_OFF, ended_at=now, why=why)
        off = await self._keep(called_off, of_series)
        for table in await self.tables_of(off):
            if table.facts.state in UNFINISHED:
                await call_off(table)
        self.series_changed(off.series_id)
        return off

    # --- what organisers do in play

    async def pause(self, told: EveningDetails) -> Evening:
        """Have all tables wait, and the clock of the round. Raises NightError ``not-playing``."""
        self.require_playing(told.evening)
        if told.evening.paused_at is not None:
            return told.evening
        return await self._keep(replace(told.evening, paused_at=self.time.now()))

    async def go_on(self, told: EveningDetails) -> Evening:
        """Go on after a pause."""
        evening = told.evening
        self.require_playing(evening)
        if evening.paused_at is None:
            return evening
        held_up = evening.held_up + self.time.now() - evening.paused_at
        return await self._keep(replace(evening, paused_at=None, held_up=held_up))

    async def end_early(self, told: EveningDetails, *, last: bool = True) -> Evening:
        """Have no other round follow the one in play, or the others after all."""
        self.require_playing(told.evening)
        return await self._keep(replace(told.evening, is_last=last))

    async def end_round(self, told: EveningDetails) -> Evening:
        """Have the round in play end now, as if its time were up."""
        self.require_playing(told.evening)
        return await self._keep(replace(told.evening, time_up=True))

    async def add(self, told: EveningDetails, user_id: int, name: str) -> NightPerson:
        """Have somebody play from the next round on: a latecomer, whom an organiser adds. Raises NightError
        ``night-over``, ``members-only``, ``elsewhere``."""
        self._require_live(told.evening)
        await self._require_may_bring(told.evening, user_id)
        return await self._tell(told, user_id, name, attendance.added(self.time.now()))

    async def name_substitute(self, told: EveningDetails, user_id: int, name: str) -> NightPerson:
        """Have somebody take the seat of whoever does not appear. Raises NightError ``in-plan`` for one who
        plays, ``members-only``, ``elsewhere``."""
        self._require_live(told.evening)
        playing = told.evening.playing
        if playing is not None and user_id in playing.people:
            raise NightError("in-plan")
        await self._require_may_bring(told.evening, user_id)
        return await self._tell(told, user_id, name, attendance.stepping_in(self.time.now()))

    async def send_away(self, told: EveningDetails, user_id: int) -> NightPerson:
        """Have somebody not play in the rounds to come. Raises NightError ``not-in-plan``, ``night-over``."""
        self._require_live(told.evening)
        return await self._tell(told, user_id, None, attendance.leaving)

    async def leave_tonight(self, evening_id: int, user_id: int) -> None:
        """Somebody has left a table for good and does not play in the rounds to come either. Of a night that
        is over nothing changes."""
        await self._at_table(evening_id, user_id, None, attendance.leaving)

    async def sat_down(self, evening_id: int, user_id: int, name: str) -> None:
        """Somebody has taken a seat at a table of a night: they are here, whatever they had said. Of a night
        that is over nothing changes."""
        await self._at_table(evening_id, user_id, name, attendance.added(self.time.now()))

    async def _at_table(self, evening_id: int, user_id: int, name: str | None, change: PersonChange) -> None:
        evening = await self.store.evening(evening_id)
        if evening is not None and evening.is_live:
            await self.store.tell(evening_id, user_id, name, change)
            self.changed(evening_id)

    async def seat_now(
        self, told: EveningDetails, place: NightPlace, seat: int, user_id: int | None, name: str = ""
    ) -> None:
        """Give a seat of a game that is not over to another person, or with None to a robot. Whoever had it
        does not play in the rounds to come until they say that they are here again. Raises NightError
        ``not-playing``, ``no-such-table``, ``in-plan`` for one who plays at another table, ``kept-apart``,
        ``members-only``, ``elsewhere``, TableError."""
        self.require_playing(told.evening)
        if user_id is not None:
            await self._require_may_bring(told.evening, user_id)
        async with self.seating:
            await self._seat_now(told, place, seat, user_id, name)
        self.changed(told.evening.id)

    async def _seat_now(
        self, told: EveningDetails, place: NightPlace, seat: int, user_id: int | None, name: str
    ) -> None:
        if user_id is not None:
            await self._require_free(told.evening, place, user_id)
        table = await self.tables.at_place(place.key(told.evening.id))
        if table is None or table.facts.state not in UNFINISHED:
            raise NightError("no-such-table")
        if not 0 <= seat < len(table.facts.seats):
            raise TableError("no-such-seat")
        before = table.facts.seats[seat].user_id
        try:
            await table.seat_by_program(seat, None if user_id is None else Invited(user_id, name))
        except TableError as error:
            if error.code != "kept-out":
                raise
            raise NightError("kept-apart") from None
        if user_id is not None:
            await self.store.tell(told.evening.id, user_id, name, attendance.added(self.time.now()))
        if before is not None:
            await self.store.tell(told.evening.id, before, None, attendance.leaving)

    async def _require_free(self, evening: Evening, place: NightPlace, user_id: int) -> None:
        """Raise NightError ``in-plan`` where somebody plays at another table."""
        for facts in await self.tables.of_evening(evening.id):
            here = facts.place == place.key(evening.id)
            if not here and facts.state in UNFINISHED and facts.seat_of(user_id) is not None:
                raise NightError("in-plan")

    async def try_again(self, told: EveningDetails) -> None:
        """Have what could not be done be tried now."""
        await self.store.try_again(told.evening.id)
        self.changed(told.evening.id)

    async def tables_of(self, evening: Evening) -> list[Table]:
        """All its tables, whatever their state, in order."""
        return [await self.tables.get(one.id) for one in await self.tables.of_evening(evening.id)]

    # --- helpers

    async def _keep(self, evening: Evening, of_series: SeriesChange | None = None) -> Evening:
        kept = await self.store.change(evening, of_series=of_series)
        self.changed(kept.id)
        return kept

    async def _tell(
        self, told: EveningDetails, user_id: int, name: str | None, change: PersonChange
    ) -> NightPerson:
        """Raises NightError ``not-in-plan`` where nothing is known of somebody who has no ``name`` here."""
        kept = await self.store.tell(told.evening.id, user_id, name, change)
        if kept is None:
            raise NightError("not-in-plan")
        self.changed(told.evening.id)
        return kept

    async def _past(self, evening: Evening, league: League) -> Past:
        """What the season says of tonight's people."""
        season = await self.clubs.seasons.whole(evening.season_id)
        accounts = {one.id: one.user_id for one in await self.clubs.leagues.members(league.id) if one.user_id}
        lines = (await self.clubs.seasons.page(evening.season_id, 0, EVERYBODY)).lines
        standings = tuple(accounts[one.member] for one in lines if one.member in accounts)
        past = Past(standings=standings, mixed=offers_mixed(league))
        table = await self._back.table(evening) if evening.settings.mode == Mode.SEEDED else None
        return await asyncio.to_thread(with_games, past, season, evening.night, accounts, table)

    @staticmethod
    def _require_live(evening: Evening) -> None:
        if not evening.is_live:
            raise NightError("night-over")

    def _require_before_play(self, evening: Evening) -> None:
        self._require_live(evening)
        if evening.stage is EveningStage.PLAYING:
            raise NightError("night-begun")

    @staticmethod
    def require_playing(evening: Evening) -> None:
        """Raise NightError ``not-playing`` unless it is being played."""
        if evening.stage is not EveningStage.PLAYING:
            raise NightError("not-playing")


def _start_of(evening: Evening, schedule: Schedule, zone: ZoneInfo) -> Start:
    """When an evening begins, as its series has planned it or otherwise by now."""
    planned = start_on(evening.date, schedule.at, zone)
    if planned.at_unix == evening.starts_at:
        return planned
    return Start(evening.date, evening.starts_at, moved=False, twice=False)


def _moment(start: Start) -> float:
    return start.at_unix


def _planned_somehow(evening: Evening, people: Iterable[int], past: Past, played: Sequence[Round]) -> Evening:
    """See ``Evenings.drawn``. Not for the event loop."""
    who, refused = [*people], NightError("too-few", people="0")
    for settings in ways(evening.settings):
        try:
            drawn, apart = planned(replace(evening, settings=settings), who, past, played)
        except NightError as error:
            refused = error
        else:
            why = gave_way(evening.settings, settings, apart=apart)
            return replace(drawn, settings=evening.settings, why=why)
    raise refused


async def call_off(table: Table) -> None:
    """Call off a game, which may end by itself in that moment."""
    try:
        await table.call_off()
    except TableError as error:
        if error.code not in ("table-over", "table-closed"):
            raise


def offers_mixed(league: League) -> bool:
    """Whether the game of a league is played by three and by five too, with all its options."""
    try:
        for players in MIXED:
            registry.make_rules(league.preset, players, league.options)
    except RuleViolation:
        return False
    return True
