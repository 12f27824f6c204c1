"""Runs series and evenings: makes each evening when people are to be asked about it, does what is due, one
thing after the other, and comes back when something else may be.

What is due follows from what is stored (``course``). So nothing here remembers what was done: an evening is
looked at whenever something of it has changed, at the next moment at which something may be due, and after a
start.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import partial
from typing import Final

from bot.errors import where
from bot.leagues.model import ClubError
from bot.leagues.season.model import Bye
from bot.nights import acts, attendance, course
from bot.nights.acts import Act, EveningSnapshot
from bot.nights.evenings import Evenings
from bot.nights.model import (
    COMES,
    Evening,
    EveningDetails,
    EveningStage,
    NightError,
    NightPerson,
    NightPlace,
    NightStep,
    Round,
    Series,
    SeriesState,
    SignUpAnswer,
    Start,
    StepKey,
    StepKind,
    StepState,
    starts,
)
from bot.nights.openings import act_at, open_table
from bot.nights.ports import Hindered, Impossible, NightStore, PersonChange, StepRunner
from bot.nights.reading import asks_from, zone_of
from bot.nights.refereeing import carry_out
from bot.ports import StoreError
from bot.tables.errors import TableError
from bot.tables.model import Invited
from bot.tables.ports import Change
from bot.tables.table import Table
from bot.timers import TimerKey, Timers
from bot.watch.log import begin, here

log = logging.getLogger(__name__)

LEFT_OUT: Final = ("members-only", "already-seated", "saw-another-hand", "knows-cards", "kept-out")
"""Why somebody who is there cannot take a seat that is free."""

BOARD_AFTER: Final = 20.0
"""Seconds after which a round's message follows the cards that are played."""

NEAR: Final = 900.0
"""What is due within so many seconds is looked at after these, whatever the clock on the wall is set to."""

AFTER: Final = 1.0
"""So many seconds after a date that may be due by the clock that counts: both are there by then."""

WAITED_FROM: Final = (StepKind.CHECK_IN, StepKind.TABLE)
"""Steps from which on people are waited for."""

LOOKS_AGAIN: Final = 3600.0
"""After so many seconds a series is looked at again whose league has no season that is open, or no zone."""

LOOKED_AT: Final = 86400.0
"""So many seconds after its end, or after the last that was done about it, what a night's messages show is
looked at once more after a start."""

NONCES: Final = 2**31 - 2  # what the id of a component can be


RECONCILED_EVERY: Final = 900.0
"""Seconds after which nights are looked for once more that nobody looks after."""


class NightTimer(StrEnum):
    """The timers of this module."""

    TAKE_UP = "nights"
    DUE = "evening"
    NEAR = "evening-near"
    BOARD = "evening-board"
    SERIES = "series"


_TAKE_UP: Final = TimerKey(NightTimer.TAKE_UP, 0)


class Conductor:
    """See the module. An evening is conducted by one task at a time: that of its timer."""

    def __init__(self, evenings: Evenings, steps: StepRunner, timers: Timers) -> None:
        self._evenings = evenings
        self._store: NightStore = evenings.store
        self._steps = steps
        self._timers = timers
        self._awake_since = 0.0
        self.overdue = 0
        """How many evenings had something due and nobody at work, when that was looked for last."""
        self._tried: dict[int, dict[tuple[StepKey, float], float]] = {}
        evenings.listen(self.wake)
        evenings.listen_to_series(self.wake_series)

    def go_on(self) -> None:
        """Go on with what earlier processes have left, and look for what was missed from then on; returns at
        once. Where the store fails it is tried again after a while, as a timer is."""
        self._timers.after(_TAKE_UP, 0.0, partial(self._regularly, self.take_up))

    async def _regularly(self, look: Callable[[], Awaitable[object]]) -> None:
        await look()
        self._timers.after(_TAKE_UP, RECONCILED_EVERY, partial(self._regularly, self.reconcile))

    async def take_up(self) -> int:
        """Go on with what earlier processes have left, or what has waited while Discord was away; returns how
        many evenings there are. Raises StoreError."""
        self._awake()
        await self._take_up_series()
        evenings = await self._store.unfinished()
        for evening_id in (*evenings, *await self._store.settled(self._timers.time.now() - LOOKED_AT)):
            self.wake(evening_id)
        return len(evenings)

    async def reconcile(self) -> None:
        """Look at all evenings that are not settled, and count those that nobody looks after though something
        of them is due: whoever should have said so may have failed. Raises StoreError."""
        await self._take_up_series()
        self.overdue = 0
        for evening_id in await self._store.unfinished():
            if _key(evening_id) not in self._timers and await self._has_anything_due(evening_id):
                self.overdue += 1
                log.error("evening %d had something due, and nobody looked after it", evening_id)
            self.wake(evening_id)  # also where it waits for a date: what came since may not have been said

    async def _has_anything_due(self, evening_id: int) -> bool:
        """Whether something of an evening is; what cannot be found out of one holds up no other."""
        try:
            snapshot = await self._look(evening_id)
        except Exception as error:  # noqa: BLE001 - tried again, and logged, by its timer
            log.warning("evening %d could not be looked at: %s", evening_id, where(error))
            return True
        return snapshot is not None and course.next_act(snapshot, self._timers.time.now()) is not None

    def _awake(self) -> float:
        """Since when it has been at work: presses may come before what earlier processes have left is."""
        self._awake_since = self._awake_since or self._timers.time.now()
        return self._awake_since

    def wake(self, evening_id: int) -> None:
        """Look at an evening now; returns at once. What is under way is looked at once more then."""
        self._timers.after(_key(evening_id), 0.0, partial(self._conduct, evening_id))

    def heard(self, table: Table, change: Change) -> None:
        """A listener of tables: what becomes of an evening's is looked at."""
        if table.facts.place is None or table.facts.is_private:
            return
        evening_id, _ = NightPlace.read(table.facts.place)
        before, after = change.before, change.after
        if before.state is not after.state or change.seats_changed or before.seats != after.seats:
            self.wake(evening_id)
        elif before.turn != after.turn:
            self._board_follows(evening_id)

    def _board_follows(self, evening_id: int) -> None:
        """How far a round is may look otherwise: that is shown before long, all at once."""
        key = TimerKey(NightTimer.BOARD, evening_id)
        if key not in self._timers:
            self._timers.after(key, BOARD_AFTER, partial(self._look_at_board, evening_id))

    async def _look_at_board(self, evening_id: int) -> None:
        details = await self._store.details(evening_id)
        if details is not None:
            self._steps.look_again(evening_id, StepKind.BOARD, course.board_of(details))

    async def _conduct(self, evening_id: int) -> None:
        """Do all that is due. Where it fails it is tried again after a while, as a timer is; what one table
        refuses holds up no other."""
        refused: list[tuple[Act, TableError]] = []
        begin(replace(here(), night=evening_id))
        self._timers.clear(_key(evening_id, NightTimer.NEAR))
        while True:
            snapshot = await self._look(evening_id)
            if snapshot is None:
                return
            now = self._timers.time.now()
            act = course.next_act(snapshot, now, [one for one, _ in refused])
            if act is None:
                break
            refused += await self._do(act, snapshot)
        self._show(snapshot)
        for _, error in refused:
            raise error
        until = course.next_moment(snapshot, now)
        if until is not None:
            self._timers.set(_key(evening_id), until, partial(self._conduct, evening_id))
            if until - now < NEAR:
                near, look = _key(evening_id, NightTimer.NEAR), partial(self.wake, evening_id)
                self._timers.after(near, until - now + AFTER, look)

    async def _look(self, evening_id: int) -> EveningSnapshot | None:
        details = await self._store.details(evening_id)
        if details is None:
            self._tried.pop(evening_id, None)
            return None
        facts = await self._evenings.tables.of_evening(evening_id)
        games = {NightPlace.read(one.place)[1]: one for one in facts if one.place is not None}
        members = await self._members(details.evening)
        curious = await self._steps.curious(members) if details.evening.stage is EveningStage.OVER else ()
        details, is_open = await self._in_season(details, games)
        lost = self._steps.lost(details)
        strangers = await self._strangers(details)
        length = await self._round_length(details)
        details = self._by_seconds(details)
        return EveningSnapshot(
            details, games, members, curious, self._awake(), strangers, is_open, lost, length
        )

    def _by_seconds(self, details: EveningDetails) -> EveningDetails:
        """The same, with what is waited from as long ago as it is by the clock that counts seconds since it
        was first seen here: nobody loses a seat, or waits for hours, when the one on the wall is set."""
        evening_id, time = details.evening.id, self._timers.time
        now, counted = time.now(), time.monotonic()
        seen, moments = self._tried.get(evening_id, {}), dict[tuple[StepKey, float], float]()
        steps = dict(details.steps)
        for key, step in details.steps.items():
            if not step.tried_at or not (step.state is StepState.DOING or step.kind in WAITED_FROM):
                continue
            moment = seen.get((key, step.tried_at), counted - max(0.0, now - step.tried_at))
            moments[key, step.tried_at] = moment
            tried_at = now - (counted - moment)
            if abs(tried_at - step.tried_at) >= AFTER:
                steps[key] = replace(step, tried_at=tried_at)
        self._tried[evening_id] = moments
        return replace(details, steps=steps)

    async def _round_length(self, details: EveningDetails) -> float:
        """What a round is expected to take, where somebody stays for a part of the night alone."""
        if all(one.until_at is None for one in details.people.values()):
            return 0.0
        league = await self._evenings.league(details.evening)
        return await self._evenings.round_length(league, details.evening.settings)

    async def _in_season(
        self, details: EveningDetails, games: Collection[NightPlace]
    ) -> tuple[EveningDetails, bool]:
        """The evening, in the season that is open where its own has been closed before anything was played
        in it; and whether one is."""
        evening = details.evening
        if evening.stage not in (EveningStage.CHECK_IN, EveningStage.PLAYING):
            return details, True
        clubs = self._evenings.clubs
        facts = await clubs.seasons.facts(evening.season_id)
        if facts is not None and facts.is_open:
            return details, True
        try:
            season = await clubs.open_season(await self._evenings.league(evening))
        except ClubError:
            return details, False
        if games:
            return details, False
        try:
            moved = await self._store.change(replace(evening, season_id=season.id))
        except NightError:  # it has changed meanwhile, and is looked at again
            return details, True
        return replace(details, evening=moved), True

    async def _strangers(self, details: EveningDetails) -> Collection[int]:
        """Who has said that they come, and may not any longer: their league is for its members alone, and
        they have left it."""
        evening = details.evening
        if not evening.is_live or (await self._evenings.league(evening)).guests:
            return ()
        members = {one.user_id for one in await self._evenings.clubs.members(evening.league_id)}
        return {
            one.user_id
            for one in details.people.values()
            if one.user_id not in members and (one.answer in COMES or one.here_at is not None)
        }

    async def _members(self, evening: Evening) -> list[int]:
        """The accounts of those who may be written to."""
        if evening.stage not in (EveningStage.SIGN_UP, EveningStage.OVER):
            return []
        members = await self._evenings.clubs.members(evening.league_id)
        return [one.user_id for one in members if one.user_id is not None]

    def _show(self, snapshot: EveningSnapshot) -> None:
        """What is there may look otherwise by now."""
        evening = snapshot.evening
        for step in snapshot.details.steps.values():
            if step.kind in (StepKind.SIGN_UP, StepKind.CHECK_IN, StepKind.BOARD):
                self._steps.look_again(evening.id, step.kind, step.about)
        if evening.settled:
            self._tried.pop(evening.id, None)

    # --- series

    async def _take_up_series(self) -> None:
        """Go on with those that are running and that nobody looks after. What is due follows from a series
        and from its evenings that there are: making one twice makes one, and one that was made is found by
        the next look, whatever became of the one before."""
        for one in await self._store.running():
            if _key(one.id, NightTimer.SERIES) not in self._timers:
                self.wake_series(one.id)

    def wake_series(self, series_id: int) -> None:
        """Look at a series now; returns at once."""
        self._look_after_series(series_id, 0.0)

    def _look_after_series(self, series_id: int, seconds: float) -> None:
        self._timers.after(_key(series_id, NightTimer.SERIES), seconds, partial(self._keep_series, series_id))

    async def _keep_series(self, series_id: int) -> None:
        series = await self._store.series(series_id)
        made = await self._store.evenings(series_id)
        for one in made:
            if not one.settled:
                self._evenings.changed(one.id)  # it may be that nobody has looked at it so far
        if series is None or series.state is not SeriesState.RUNNING:
            return
        now = self._timers.time.now()
        try:
            start = await self._next_start(series, made)
        except NightError:  # its league's zone is not known
            self._look_after_series(series_id, LOOKS_AGAIN)
            return
        if start is None:
            # It has no date to come; it is looked at again where it is another one by now.
            ended = await self._store.change_series(
                series.id, lambda kept: replace(kept, state=SeriesState.ENDED) if kept == series else kept
            )
            if ended.state is not SeriesState.ENDED:
                self._look_after_series(series.id, 0.0)
            return
        asks_at = asks_from(series, start)
        if now < asks_at:
            self._timers.set(
                _key(series_id, NightTimer.SERIES), asks_at, partial(self._keep_series, series_id)
            )
            return
        try:
            await self._make_evening(series, start)
        except ClubError:  # no season is open
            self._look_after_series(series_id, LOOKS_AGAIN)
            return
        self._look_after_series(series_id, 0.0)  # at that one, and for the one after it

    async def _next_start(self, series: Series, made: Sequence[Evening]) -> Start | None:
        """The first start that no evening has been made for and that is not too long past; nothing of before
        it was announced."""
        league = await self._evenings.league(series)
        there = {one.date for one in made}
        after = max(series.created_at, self._timers.time.now() - course.TOO_LATE)
        found = starts(series.schedule, zone_of(league), after=after, skipped=series.skipped)
        return next((one for one in found if one.date not in there), None)

    async def _make_evening(self, series: Series, start: Start) -> None:
        league = await self._evenings.league(series)
        season = await self._evenings.clubs.open_season(league)
        new = Evening(
            id=0,
            series_id=series.id,
            league_id=league.id,
            guild_id=series.guild_id,
            channel_id=series.channel_id,
            season_id=season.id,
            night="",
            date=start.date,
            starts_at=start.at_unix,
            settings=series.settings,
            seed=secrets.token_hex(16),
        )
        try:
            await self._store.make_evening(new)
        except NightError as error:
            if error.code != "changed-meanwhile":
                raise  # else the next look sees the series as it is by now

    # --- what is done

    async def _do(self, act: Act, snapshot: EveningSnapshot) -> list[tuple[Act, TableError]]:
        """Do it; where a table refuses, what was refused and why."""
        try:
            await self._carry_out(act, snapshot)
        except TableError as error:
            return [(act, error)]
        except NightError as error:
            if error.code != "changed-meanwhile":
                raise
            log.info("evening %d has changed meanwhile", snapshot.evening.id)
        return []

    async def _carry_out(self, act: Act, snapshot: EveningSnapshot) -> None:
        evening = snapshot.evening
        match act:
            case acts.Take(step):
                await self._take(step, snapshot.details)
            case acts.Drop(step):
                await self._store.change_step(
                    evening.id,
                    step.key,
                    lambda kept: replace(kept, state=StepState.DROPPED) if _is_same(kept, step) else kept,
                )
            case acts.Leave() | acts.Lose():
                await self._lose(act, evening)
            case acts.Become(changed, byes):
                await self._become(changed, byes)
            case acts.Draw(people, played):
                await self._draw(snapshot, people, played)
            case acts.Replace():
                await self._replace(act, snapshot)
            case acts.TableChange(place, action):
                await act_at(await self._table(evening, place), action, evening)

    async def _lose(self, act: acts.Leave | acts.Lose, evening: Evening) -> None:
        """Somebody does not come, or a message is to be posted again."""
        if isinstance(act, acts.Leave):
            out = attendance.answering(act.person.name, SignUpAnswer.OUT, self._timers.time.now())
            await self._change(evening.id, act.person, out)
            return
        lost = act.step
        due = NightStep(lost.evening_id, lost.kind, lost.about)
        await self._store.change_step(evening.id, due.key, lambda kept: due if _is_same(kept, lost) else kept)

    async def _table(self, evening: Evening, place: NightPlace) -> Table:
        found = await self._evenings.tables.at_place(place.key(evening.id))
        assert found is not None  # it is in the snapshot
        return found

    async def _take(self, step: NightStep, details: EveningDetails) -> None:
        """Do a step, kept from before it is done until it is known that it is."""
        now, nonce = self._timers.time.now(), secrets.randbelow(NONCES) + 1
        doing = await self._store.change_step(
            step.evening_id,
            step.key,
            lambda kept: replace(
                kept,
                state=StepState.DOING,
                nonce=kept.nonce or nonce,
                begun_at=kept.begun_at or now,
                tried_at=now,
            ),
        )
        if doing.state is not StepState.DOING:
            return  # it is not wanted any longer, as the next look finds
        try:
            if step.kind is StepKind.TABLE:
                table = await open_table(self._evenings, details, NightPlace.of(step.about))
                done = replace(doing, channel_id=table.facts.channel_id, discord_id=table.facts.id)
                self._steps.show_table(table)
            elif step.kind is StepKind.RULED:
                (ruling,) = (one for one in details.rulings if one.number == step.about)
                await carry_out(self._evenings, details, ruling)
                done = doing
            else:
                done = await self._steps.perform(replace(doing, tried_at=step.begun_at), details)
            outcome = {
                "state": StepState.DONE,
                "channel_id": done.channel_id,
                "discord_id": done.discord_id,
                "tried_at": self._timers.time.now(),
                "hindrance": "",
            }
        except Hindered as hindered:
            outcome = {"hindrance": f"{hindered.code} {hindered.permission}".strip()}
        except Impossible:
            outcome = {"state": StepState.DROPPED, "hindrance": ""}
        except Exception as error:
            if isinstance(error, StoreError):
                raise
            passes = self._steps.passes(error)
            log.log(
                logging.INFO if passes else logging.ERROR,
                "evening %d: %s is tried again: %s",
                details.evening.id,
                step.kind,
                where(error),
            )
            if passes:
                return  # it stays as it is: nobody knows what became of it
            outcome = {"hindrance": "failed"}
        # Meanwhile somebody may have asked to have it tried at once, or whoever it is about may be forgotten.
        await self._store.change_step(
            step.evening_id,
            step.key,
            lambda kept: replace(kept, **outcome) if kept.state is StepState.DOING else kept,
        )

    async def _become(self, changed: Evening, byes: tuple[int, ...]) -> None:
        members = {
            one.user_id: one.id for one in await self._evenings.clubs.leagues.members(changed.league_id)
        }
        sat_out = [Bye(changed.night, changed.round, members[one]) for one in byes if one in members]
        try:
            kept = await self._store.change(changed, sat_out)
        except NightError as error:
            if error.code != "season-closed":
                raise
            kept = await self._store.change(changed)  # its tables tell the organiser
        if not kept.is_live:
            self._evenings.series_changed(kept.series_id)

    async def _draw(
        self, snapshot: EveningSnapshot, people: tuple[int, ...], played: tuple[Round, ...]
    ) -> None:
        evening = replace(
            snapshot.evening, plan=(*played, *snapshot.evening.plan[len(played) :]), round=len(played)
        )
        await self._store.change(
            await self._evenings.drawn(replace(snapshot.details, evening=evening), people)
        )

    async def _replace(self, act: acts.Replace, snapshot: EveningSnapshot) -> None:
        """First it is kept who has not appeared, then the seat is given away: cut short in between, it is
        given away to whoever is next then. Who has said themselves that they do not play has said when they
        do."""
        evening_id = snapshot.evening.id
        await self._change(
            evening_id, act.gone, attendance.leaving if act.is_missing else lambda known: known
        )
        table = await self._table(snapshot.evening, act.place)
        for one in act.by:
            async with self._evenings.seating:
                if await self._seated(evening_id, table, act.seat, one):
                    return
        await table.seat_by_program(act.seat, None)

    async def _seated(self, evening_id: int, table: Table, seat: int, who: NightPerson) -> bool:
        """Give somebody a seat, from which they play on in the rounds to come, unless they cannot have this
        one: then they wait on for another."""
        await self._change(evening_id, who, attendance.added(self._timers.time.now()))
        try:
            await table.seat_by_program(seat, Invited(who.user_id, who.name))
        except TableError as error:
            if error.code not in LEFT_OUT:
                raise
            await self._store.tell(evening_id, who.user_id, None, partial(_still_spare, who))
            return False
        return True

    async def _change(self, evening_id: int, seen: NightPerson, change: PersonChange) -> None:
        """Keep a change of somebody, as long as what is kept of them is what the act was decided by. Raises
        NightError ``changed-meanwhile``, upon which the evening is looked at again."""

        def as_seen(kept: NightPerson) -> NightPerson:
            if kept != seen:
                raise NightError("changed-meanwhile")
            return change(kept)

        if await self._store.tell(evening_id, seen.user_id, None, as_seen) is None:
            raise NightError("changed-meanwhile")  # they are forgotten


def _still_spare(before: NightPerson, known: NightPerson) -> NightPerson:
    """Somebody who could not have a seat waits on as they did, unless they have gone since."""
    return known if known.gone else replace(known, substitute=before.substitute)


def _is_same(kept: NightStep, seen: NightStep) -> bool:
    """Whether a step is still the one that was seen, whenever it was tried."""
    return replace(kept, tried_at=seen.tried_at) == seen


def _key(evening_id: int, kind: NightTimer = NightTimer.DUE) -> TimerKey:
    return TimerKey(kind, evening_id)
