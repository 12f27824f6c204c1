"""What people may ask of series and evenings: everything that a press or a command does to one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from functools import partial
from itertools import islice, takewhile
from typing import Final

from bot.errors import tell
from bot.leagues.model import ClubError, League
from bot.leagues.service import Clubs, Roll
from bot.nights import attendance
from bot.nights.model import (
    COMES,
    PAUSE_BETWEEN_ROUNDS,
    Evening,
    EveningDetails,
    EveningStage,
    NightError,
    NightPerson,
    NightPlace,
    NightSettings,
    Series,
    SeriesState,
    SignUpAnswer,
    starts,
)
from bot.nights.planning import past_of, planned_by_hours, require_apart, swapped, with_teams
from bot.nights.ports import NightStore, PersonChange, SeriesChange
from bot.nights.reading import NightReader, zone_of
from bot.ports import Time
from bot.tables.errors import TableError
from bot.tables.model import UNFINISHED, Invited, State
from bot.tables.table import Table
from bot.tables.tables import Tables

TOGETHER: Final = 4 * 3600.0
"""Evenings that begin within so many seconds of each other are at the same time."""

COMPARED: Final = 120
"""So many nights of a plan are compared with those of others in its channel."""

Teams = Callable[[Evening], Awaitable[Sequence[Collection[int]]]]
"""The people of each team of an evening, who meet each other last."""

IsFinal = Callable[[Evening], Awaitable[bool]]
"""Whether the last stage of a tournament is played on a night, by its main group."""

Referees = Callable[[Evening], Awaitable[Collection[int]]]
"""The roles of those who are referees of an evening, as its organisers are."""

SEATED_BY: Final = ("rounds", "mode", "remainder", "apart")
"""The settings that who sits with whom follows from, beside who is there."""


class Evenings(NightReader):
    """Does what is asked, and tells whoever listens. Everything raises NightError, StoreError."""

    def __init__(self, store: NightStore, clubs: Clubs, tables: Tables, time: Time) -> None:
        super().__init__(store, clubs, tables, time)
        self.seating = asyncio.Lock()
        """Held by whoever gives seats away, from seeing that somebody has none until they have one."""
        self.teams: Teams = _nobody
        self.is_final: IsFinal = _is_none
        self.referees: Referees = _nobody
        self._changing = asyncio.Lock()  # held from reading a series until what was judged by it is kept
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

    # --- what somebody says for themselves

    async def answer(
        self, details: EveningDetails, user_id: int, name: str, answer: SignUpAnswer
    ) -> NightPerson:
        """Say whether one comes. Raises NightError ``night-over``, ``night-begun`` for whoever is seated,
        ``members-only``, ``two-nights``."""
        evening = details.evening
        self._require_live(evening)
        if evening.stage is EveningStage.PLAYING and evening.playing and user_id in evening.playing.people:
            raise NightError("night-begun")
        if answer in COMES:
            await self._let_in(evening, user_id, name)
        elif user_id not in details.people:
            await self._require_admitted(evening, user_id)
        kept = await self.store.answer(evening.id, user_id, name, answer, self.time.now())
        self.changed(evening.id)
        return kept

    async def check_in(
        self, details: EveningDetails, user_id: int, name: str, press_id: int, *, here: bool
    ) -> NightPerson:
        """Say that one is here, or that one has gone for tonight. While rounds are being played whoever comes
        plays from the next on; whoever goes does not play in the next, and a seat of theirs that has not
        begun is free. Raises NightError ``night-over``,
        ``too-early`` before people are asked, ``members-only``, ``two-nights``."""
        evening = details.evening
        self._require_live(evening)
        if evening.stage is EveningStage.SIGN_UP:
            raise NightError("too-early")
        if here:
            await self._let_in(evening, user_id, name)
        kept = await self.store.check_in(evening.id, user_id, name, press_id, self.time.now(), here=here)
        if here:
            await self._sit_down(evening, user_id, press_id)
        self.changed(evening.id)
        return kept

    async def set_hours(
        self, details: EveningDetails, user_id: int, name: str, *, begins: bool, moment: float | None
    ) -> NightPerson:
        """Say when one comes (``begins``), or until when one stays; with None for ``moment`` from the start,
        or to the end. Rounds that would end later than one stays are played without one, and so are those
        that begin before one comes. Raises NightError ``night-over``, ``members-only``, ``two-nights``."""
        self._require_live(details.evening)
        await self._let_in(details.evening, user_id, name)
        say = attendance.coming_at if begins else attendance.going_at
        return await self._tell(details, user_id, name, say(name, moment, self.time.now()))

    async def _sit_down(self, evening: Evening, user_id: int, press_id: int) -> None:
        """Whoever says on the night's message that they are here is so at the table that waits for them."""
        for table in self.games_of(evening, user_id):
            if table.facts.state is State.LOBBY:
                with suppress(TableError):  # it has begun in that moment, or their seat is another's
                    await table.here(user_id, press_id)

    async def _require_admitted(self, evening: Evening, user_id: int) -> None:
        invited, league = evening.settings.invited, await self.league(evening)
        if invited is not None and user_id not in invited:
            raise NightError("not-invited", league=league.name)
        is_open = league.guests or evening.settings.enters
        if not is_open and await self.clubs.member(league.id, user_id) is None:
            raise NightError("members-only", league=league.name)

    async def _let_in(self, evening: Evening, user_id: int, name: str) -> None:
        """Whoever may come does, as a member of the league where that is what coming means."""
        await self._require_may_come(evening, user_id)
        if evening.settings.enters:
            with suppress(ClubError):  # they are a member
                await Roll(self.clubs).join(await self.league(evening), user_id, name)

    async def _require_may_come(self, evening: Evening, user_id: int) -> None:
        await self._require_admitted(evening, user_id)
        begin, end = evening.starts_at - TOGETHER, evening.starts_at + TOGETHER
        for other in await self.store.of_person(user_id, begin, end):
            if other.id != evening.id:
                raise NightError("two-nights", league=(await self.league(other)).name)

    async def _bring(self, evening: Evening, user_id: int, name: str) -> None:
        """The same for somebody whom an organiser brings: what hinders it is theirs to mend. Raises
        ``elsewhere`` instead of ``two-nights``."""
        try:
            await self._let_in(evening, user_id, name)
        except NightError as error:
            if error.code != "two-nights":
                raise
            raise NightError("elsewhere", **error.details) from None

    # --- what organisers do with a series

    async def plan(self, series: Series) -> Series:
        """Keep a new draft. Raises NightError ``season-closed``, ``date-in-past``, ``channel-taken``."""
        await self._open_season(series)
        await self._require_begins(series)
        await self.require_room(series)
        return await self.store.make_series(series)

    async def change_series(self, series_id: int, guild_id: int | None, change: SeriesChange) -> Series:
        """Keep what ``change`` makes of a plan as it is by now; of one that is announced it counts for the
        nights that people are not asked about yet. Raises NightError ``no-such-night``, ``night-over`` for
        one that has ended; ``no-dates`` and ``channel-taken`` for one that is announced; and what ``change``
        raises."""
        async with self._changing:
            before = await self._unended(series_id, guild_id)
            after = change(before)
            if after == before:
                return before
            if after.state is SeriesState.RUNNING:
                await self.require_room(after)
            return await self._keep_series(before, after)

    async def announce(self, series_id: int, guild_id: int | None) -> Series:
        """Have the nights of a draft be held; one that is announced already stays so. Raises NightError
        ``no-such-night``, ``night-over``, ``unknown-zone``, ``no-dates``, ``date-in-past``,
        ``channel-taken``, ``season-closed``, ``changed-meanwhile``."""
        async with self._changing:
            series = await self._unended(series_id, guild_id)
            if series.state is SeriesState.RUNNING:
                return series
            begins = await self._require_begins(series)
            await self.require_room(series)
            await self.require_free(series.channel_id, begins)
            await self._open_season(series)
            return await self._keep_series(series, replace(series, state=SeriesState.RUNNING))

    async def throw_away(self, series_id: int, guild_id: int | None) -> None:
        """Forget a draft. Raises NightError ``no-such-night``; ``announced-already``, where it ends
        otherwise."""
        async with self._changing:
            series = await self.series(series_id, guild_id)
            if series.state is SeriesState.RUNNING:
                raise NightError("announced-already")
            await self._end(series)

    async def end_series(self, series_id: int, guild_id: int | None) -> Series:
        """Have no further evenings follow; the one that was announced takes place. Raises NightError
        ``no-such-night``."""
        async with self._changing:
            return await self._end(await self.series(series_id, guild_id))

    async def _end(self, series: Series) -> Series:
        ended = await self.store.change_series(series.id, lambda kept: replace(kept, state=SeriesState.ENDED))
        self.series_changed(series.id)
        return ended

    async def skip(self, series_id: int, guild_id: int | None, day: date) -> Series:
        """Leave a date out; the night that people are asked about already is called off. Raises NightError
        ``no-such-night``, ``night-over``, and ``night-begun`` for one that is being played."""

        def without(kept: Series) -> Series:
            return replace(kept, skipped=tuple(sorted({*kept.skipped, day})))

        async with self._changing:
            series = await self._unended(series_id, guild_id)
            evening = await self.evening_on(series, day)
            if evening is None:
                await self.store.change_series(series.id, without)
                evening = await self.evening_on(series, day)  # it may have been made in that moment
            if evening is not None:
                if not evening.is_live:
                    raise NightError("night-over")
                if evening.stage is EveningStage.PLAYING:
                    raise NightError("night-begun")
                details = await self.details(evening.id, guild_id)
                await self.call_off(details, "skipped", without)
            after = await self.series(series_id, guild_id)
            if after.state is SeriesState.RUNNING:
                self.series_changed(after.id)
            return after

    async def unskip(self, series_id: int, guild_id: int | None, day: date) -> Series:
        """Hold a date after all. Raises NightError ``no-such-night``, ``skipped-for-good`` where its night
        was called off, ``channel-taken``."""
        async with self._changing:
            series = await self._unended(series_id, guild_id)
            if await self.evening_on(series, day) is not None:
                raise NightError("skipped-for-good")
            held = replace(series, skipped=tuple(one for one in series.skipped if one != day))
            if held.state is SeriesState.RUNNING:
                await self.require_room(held)
            return await self._keep_series(series, held)

    async def require_room(self, series: Series) -> None:
        """Raise NightError ``channel-taken`` where another night is held, or is to be, in its channel at the
        time of one of its own; ``no-dates`` where it has none to come."""
        mine = [*islice(await self._begins(series), COMPARED)]
        if not mine:
            raise NightError("no-dates")
        begin, end = mine[0] - TOGETHER, mine[-1] + TOGETHER
        store = self.store
        live = await store.in_channel(series.channel_id, begin, end)
        taken = [one.starts_at for one in live if one.series_id != series.id]
        for other in await store.series_of(series.guild_id):
            is_here = other.channel_id == series.channel_id and other.state is SeriesState.RUNNING
            if is_here and other.id != series.id:
                taken += takewhile(lambda at: at < end, await self._begins(other))
        if any(abs(one - other) < TOGETHER for one in mine for other in taken):
            raise NightError("channel-taken", channel=f"<#{series.channel_id}>")

    async def _begins(self, series: Series) -> Iterator[float]:
        """When the nights to come of a plan begin, in unix seconds; none in a zone that is not known."""
        try:
            zone = zone_of(await self.league(series))
        except NightError:
            return iter(())
        return (one.at_unix for one in await self.starts_of(series, zone))

    async def _unended(self, series_id: int, guild_id: int | None) -> Series:
        series = await self.series(series_id, guild_id)
        if series.state is SeriesState.ENDED:
            raise NightError("night-over")
        return series

    async def _keep_series(self, before: Series, after: Series) -> Series:
        """Keep a series as it is to be, where what it was judged by is what is kept still: evenings that were
        made stay as they are. Raises NightError ``changed-meanwhile``."""

        def change(kept: Series) -> Series:
            if kept != before:
                raise NightError("changed-meanwhile")
            return after

        kept = await self.store.change_series(before.id, change)
        if kept.state is SeriesState.RUNNING:
            self.series_changed(kept.id)
        return kept

    async def _open_season(self, series: Series) -> None:
        try:
            await self.clubs.open_season(await self.league(series))
        except ClubError:
            raise NightError("season-closed") from None

    async def _require_begins(self, series: Series) -> float:
        """When its first night begins. Raises NightError ``date-in-past`` where it would have begun,
        ``no-dates`` where it has none, ``unknown-zone``."""
        zone = zone_of(await self.league(series))
        first = next(starts(series.schedule, zone, skipped=series.skipped), None)
        if first is None:
            raise NightError("no-dates")
        if first.at_unix <= self.time.now():
            raise NightError("date-in-past")
        return first.at_unix

    # --- what organisers do before play

    async def draw(self, details: EveningDetails, *, again: bool = False) -> Evening:
        """Draw who sits with whom from those who are here now; ``again`` with other lots. Raises NightError
        ``night-begun``, ``too-early``, ``too-few``, ``changed-meanwhile``."""
        evening = details.evening
        self._require_before_play(evening)
        if evening.stage is EveningStage.SIGN_UP:
            raise NightError("too-early")
        drawn = await self.drawn(details, (), draw=evening.draw + (1 if again else 0))
        return await self._keep(drawn)

    async def drawn(
        self, details: EveningDetails, people: tuple[int, ...], *, draw: int | None = None
    ) -> Evening:
        """The evening with a plan for the rounds to come: for these people, or with none for those who are
        here; not kept yet. Where the way that was chosen is not there for them, it is another one, and
        ``why`` says so: nobody waits. Raises NightError ``too-few``."""
        evening = details.evening if draw is None else replace(details.evening, draw=draw, posted=False)
        league = await self.league(evening)
        following, *later = await self._players(details, league)
        who = frozenset(people) or following
        expected = [who - (following - one) | (one - following) for one in later]
        played = evening.plan[: evening.round]
        past = with_teams(await past_of(self.clubs, self.tables, evening, league), await self.teams(evening))
        return await asyncio.to_thread(planned_by_hours, evening, who, expected, past, played)

    async def _players(self, details: EveningDetails, league: League) -> list[frozenset[int]]:
        """Those who would play the next round if it began at its hour, or now, and each round that follows as
        it is expected then."""
        evening = details.evening
        length = await self.round_length(league, evening.settings)
        begins = max(self.time.now(), evening.starts_at)
        found: list[frozenset[int]] = []
        for _ in range(max(evening.settings.rounds - evening.round, 1)):
            there = attendance.playing(details, begins, begins + length)
            found.append(frozenset(one.user_id for one in there))
            begins += length + PAUSE_BETWEEN_ROUNDS
        return found

    async def swap(self, details: EveningDetails, first: int, second: int) -> Evening:
        """Have two people change places in the next round, who may also sit out. Raises NightError
        ``no-plan`` where none waits, ``not-in-plan``, ``kept-apart``, ``changed-meanwhile``."""
        evening = details.evening
        self._require_live(evening)
        at = evening.round
        if at >= len(evening.plan):
            raise NightError("no-plan")
        changed = swapped(evening.plan[at], first, second)
        require_apart(evening, changed)
        plan = (*evening.plan[:at], changed, *evening.plan[at + 1 :])
        return await self._keep(replace(evening, plan=plan))

    async def seat_together(self, details: EveningDetails, *, together: bool = True) -> Evening:
        """Let those who are kept apart sit together in what is not played yet of this night, or keep them
        apart after all. Raises NightError ``night-over``, ``changed-meanwhile``."""
        evening = details.evening
        self._require_live(evening)
        changed = replace(evening, together=together, plan=evening.plan[: evening.round])
        if evening.stage is EveningStage.CHECK_IN and evening.plan:
            changed = await self.drawn(replace(details, evening=changed), tuple(evening.plan[0].people))
        return await self._keep(changed)

    async def post(self, details: EveningDetails) -> Evening:
        """Have the plan be played as it stands: at the hour, or at once where that has come. Raises
        NightError ``no-plan``, ``night-over``."""
        self._require_live(details.evening)
        if details.evening.round >= len(details.evening.plan):
            raise NightError("no-plan")
        return await self._keep(replace(details.evening, posted=True))

    async def begin_now(self, details: EveningDetails) -> Evening:
        """Have the night begin at once: people are asked to check in, or, where they have been, it is played.
        Raises NightError ``night-begun``, ``channel-taken``."""
        evening = details.evening
        self._require_before_play(evening)
        await self.require_free(evening.channel_id, self.time.now(), evening.id)
        asked = evening.stage is EveningStage.CHECK_IN or not evening.settings.check_in
        begun = replace(evening, starts_at=self.time.now(), stage=EveningStage.CHECK_IN, posted=asked)
        return await self._keep(begun)

    async def put_off(self, details: EveningDetails, starts_at: float) -> Evening:
        """Have the night begin at another moment of its day. Raises NightError ``night-begun``,
        ``date-in-past``, ``channel-taken``."""
        self._require_before_play(details.evening)
        if starts_at <= self.time.now():
            raise NightError("date-in-past")
        await self.require_free(details.evening.channel_id, starts_at, details.evening.id)
        put_off = replace(details.evening, starts_at=starts_at, stage=EveningStage.SIGN_UP, posted=False)
        return await self._keep(put_off)

    async def set_settings(self, details: EveningDetails, settings: NightSettings) -> Evening:
        """Have this night go otherwise than was planned, from what has not been played yet on: where people
        are to be seated otherwise, that is drawn anew."""
        evening = details.evening
        self._require_live(evening)
        changed = replace(evening, settings=settings)
        if any(getattr(evening.settings, one) != getattr(settings, one) for one in SEATED_BY):
            posted = evening.posted and evening.stage is EveningStage.PLAYING
            changed = replace(changed, plan=evening.plan[: evening.round], posted=posted)
        return await self._keep(changed)

    async def move(self, details: EveningDetails, channel_id: int, *, all_to_come: bool = False) -> Evening:
        """Hold the night in another channel from now on, or with ``all_to_come`` also those of its series
        that follow; what could not be done for want of the old one is tried there. Raises NightError
        ``channel-taken``, ``changed-meanwhile``, and then neither is moved."""
        evening = details.evening
        self._require_live(evening)
        await self.require_free(channel_id, evening.starts_at, evening.id)

        move = partial(replace, channel_id=channel_id)
        moved = await self._keep(move(evening), move if all_to_come else None)
        await self.try_again(replace(details, evening=moved))
        return moved

    async def require_free(self, channel_id: int, starts_at: float, evening_id: int = 0) -> None:
        """Raise NightError ``channel-taken`` where another night is held in a channel at that time."""
        found = await self.store.in_channel(channel_id, starts_at - TOGETHER, starts_at + TOGETHER)
        if any(one.id != evening_id for one in found):
            raise NightError("channel-taken", channel=f"<#{channel_id}>")

    async def call_off(
        self, details: EveningDetails, why: str = "organiser", of_series: SeriesChange | None = None
    ) -> Evening:
        """The night does not take place, or is over without those games that are still played; its series
        becomes what ``of_series`` makes of it."""
        self._require_live(details.evening)
        now = self.time.now()
        called_off = replace(details.evening, stage=EveningStage.CALLED_OFF, ended_at=now, why=why)
        off = await self._keep(called_off, of_series)
        for table in await self.tables_of(off):
            if table.facts.state in UNFINISHED:
                await call_off(table)
        self.series_changed(off.series_id)
        return off

    # --- what organisers do in play

    async def pause(self, details: EveningDetails) -> Evening:
        """Have all tables wait, and the clock of the round. Raises NightError ``not-playing``."""
        self.require_playing(details.evening)
        if details.evening.paused_at is not None:
            return details.evening
        return await self._keep(replace(details.evening, paused_at=self.time.now()))

    async def go_on(self, details: EveningDetails) -> Evening:
        """Go on after a pause."""
        evening = details.evening
        self.require_playing(evening)
        if evening.paused_at is None:
            return evening
        held_up = evening.held_up + self.time.now() - evening.paused_at
        return await self._keep(replace(evening, paused_at=None, held_up=held_up))

    async def end_early(self, details: EveningDetails, *, last: bool = True) -> Evening:
        """Have no other round follow the one in play, or the others after all."""
        self.require_playing(details.evening)
        return await self._keep(replace(details.evening, is_last=last))

    async def end_round(self, details: EveningDetails) -> Evening:
        """Have the round in play end now, as if its time were up."""
        self.require_playing(details.evening)
        return await self._keep(replace(details.evening, time_up=True))

    async def add(self, details: EveningDetails, user_id: int, name: str) -> NightPerson:
        """Have somebody play from the next round on: a latecomer, whom an organiser adds. Raises NightError
        ``night-over``, ``members-only``, ``elsewhere``."""
        self._require_live(details.evening)
        await self._bring(details.evening, user_id, name)
        return await self._tell(details, user_id, name, attendance.added(self.time.now()))

    async def name_substitute(self, details: EveningDetails, user_id: int, name: str) -> NightPerson:
        """Have somebody take the seat of whoever does not appear. Raises NightError ``in-plan`` for one who
        plays, ``members-only``, ``elsewhere``."""
        self._require_live(details.evening)
        playing = details.evening.playing
        if playing is not None and user_id in playing.people:
            raise NightError("in-plan")
        await self._bring(details.evening, user_id, name)
        return await self._tell(details, user_id, name, attendance.stepping_in(self.time.now()))

    async def send_away(self, details: EveningDetails, user_id: int) -> NightPerson:
        """Have somebody not play in the rounds to come. Raises NightError ``not-in-plan``, ``night-over``."""
        self._require_live(details.evening)
        return await self._tell(details, user_id, None, attendance.leaving)

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
        self, details: EveningDetails, place: NightPlace, seat: int, user_id: int | None, name: str = ""
    ) -> None:
        """Give a seat of a game that is not over to another person, or with None to a robot. Whoever had it
        does not play in the rounds to come until they say that they are here again. Raises NightError
        ``not-playing``, ``no-such-table``, ``in-plan`` for one who plays at another table, ``kept-apart``,
        ``members-only``, ``elsewhere``, TableError."""
        self.require_playing(details.evening)
        if user_id is not None:
            await self._bring(details.evening, user_id, name)
        async with self.seating:
            await self._seat_now(details, place, seat, user_id, name)
        self.changed(details.evening.id)

    async def _seat_now(
        self, details: EveningDetails, place: NightPlace, seat: int, user_id: int | None, name: str
    ) -> None:
        if user_id is not None:
            await self._require_free(details.evening, place, user_id)
        table = await self.open_table(details.evening, place)
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
            await self.store.tell(details.evening.id, user_id, name, attendance.added(self.time.now()))
        if before is not None:
            await self.store.tell(details.evening.id, before, None, attendance.leaving)

    async def require_may_seat(
        self, details: EveningDetails, place: NightPlace, seat: int, user_id: int | None, name: str
    ) -> None:
        """Raise as ``seat_now`` would now, TableError included; whoever is to have the seat is there by
        then, as a substitute."""
        table = await self.open_table(details.evening, place)
        if user_id is not None:
            await self._bring(details.evening, user_id, name)
            await self._require_free(details.evening, place, user_id)
        await table.require_may_replace(0, seat, user_id, name, force=True)
        if user_id is not None:
            await self._tell(details, user_id, name, attendance.stepping_in(self.time.now()))

    async def open_table(self, evening: Evening, place: NightPlace) -> Table:
        """The table of a game that is not over. Raises NightError ``no-such-table``."""
        table = await self.tables.at_place(place.key(evening.id))
        if table is None or table.facts.state not in UNFINISHED:
            raise NightError("no-such-table")
        return table

    async def _require_free(self, evening: Evening, place: NightPlace, user_id: int) -> None:
        """Raise NightError ``in-plan`` where somebody plays at another table."""
        for facts in await self.tables.of_evening(evening.id):
            here = facts.place == place.key(evening.id)
            if not here and facts.state in UNFINISHED and facts.seat_of(user_id) is not None:
                raise NightError("in-plan")

    async def try_again(self, details: EveningDetails) -> None:
        """Have what could not be done be tried now."""
        await self.store.try_again(details.evening.id)
        self.changed(details.evening.id)

    # --- helpers

    async def _keep(self, evening: Evening, of_series: SeriesChange | None = None) -> Evening:
        kept = await self.store.change(evening, of_series=of_series)
        self.changed(kept.id)
        return kept

    async def _tell(
        self, details: EveningDetails, user_id: int, name: str | None, change: PersonChange
    ) -> NightPerson:
        """Raises NightError ``not-in-plan`` where nothing is known of somebody who has no ``name`` here."""
        kept = await self.store.tell(details.evening.id, user_id, name, change)
        if kept is None:
            raise NightError("not-in-plan")
        self.changed(details.evening.id)
        return kept

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


async def _is_none(_: Evening) -> bool:
    return False


async def _nobody(_: Evening) -> tuple[()]:
    return ()


async def call_off(table: Table) -> None:
    """Call off a game, which may end by itself in that moment."""
    try:
        await table.call_off()
    except TableError as error:
        if error.code not in ("table-over", "table-closed"):
            raise
