"""Seeing to it that whoever a table waits for has been shown it.

While a table waits for a person there is always a moment at which it is looked at again: whether their hand
is with them, or a call where it cannot be. A turn that has waited comes as a new message, because edits do
not notify.

These moments follow from what is stored of a table, so they are set from that at a start, and stored nowhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import Final

from bot.retry import Backoff
from bot.tables.model import Pace
from bot.tables.table import Table
from bot.timers import TimerKey, Timers
from bot.ui.discord.people import People
from bot.ui.discord.sending import asked_to_wait, backoff, may_pass
from bot.ui.table.gone_players import GonePlayers
from bot.ui.table.hand_messages import HandMessages
from bot.ui.table.messages import Messages
from bot.watch.tallies import Retry, tried_again

RUNG_AFTER: Final = 20.0
LASTING_AFTER: Final = 4.0
"""Until a hand by direct message follows one that its person has just pressed elsewhere: that may be gone."""
LOOKED_AFTER: Final = 30.0  # and each time twice as long as before
LOOKED_AFTER_LONGEST: Final = 600.0


class TurnTimer(StrEnum):
    """The timers of a turn, by the table's id."""

    LOOK = "turn-look"


@dataclass(slots=True, eq=False)
class _Turn:
    """A turn that is seen to, with moments in seconds of ``Time.monotonic``. ``rings_at`` is when its person
    is rung for, ``lasting_at`` when their lasting hand is brought up to date; None where nothing of the kind
    is left to do. After ``look_at`` the pause to the next look is longer."""

    table: Table
    user_id: int
    seq: int
    rings_at: float | None
    lasting_at: float | None
    look_at: float | None = None
    looks: Backoff = field(default_factory=lambda: Backoff(LOOKED_AFTER, LOOKED_AFTER_LONGEST))
    retry: Backoff = field(default_factory=backoff)

    @property
    def is_over(self) -> bool:
        """Whether nobody is waited for there any more."""
        return not self.table.facts.is_waiting_for(self.user_id) or self.table.facts.seq != self.seq


class Turns:
    """One timer for each table that waits for a person."""

    def __init__(
        self,
        messages: Messages,
        hands: HandMessages,
        people: People,
        timers: Timers,
        gone: GonePlayers,
    ) -> None:
        self._messages = messages
        self._hands = hands
        self._people = people
        self._timers = timers
        self._gone = gone
        self._time = messages.time
        self._since = self._time.now()  # what was posted earlier was so by another process

    def watch(self, table: Table) -> None:
        """The table has changed: from now on whoever it waits for is seen to."""
        self._gone.watch(table)
        user_id = table.facts.waited_for
        if user_id is None:
            self._timers.clear(_key(table.facts.id))
        else:
            self._see_to(table, user_id, self._rings_at(table, user_id))

    def nudged(self, table: Table, user_id: int) -> None:
        """Somebody has nudged this person, who is to move: they are rung for now, when they wish to be."""
        self._see_to(table, user_id, self._time.monotonic())

    def forget(self, table_id: int) -> None:
        """Nobody is waited for there any more."""
        self._gone.forget(table_id)
        self._timers.clear(_key(table_id))

    def _rings_at(self, table: Table, user_id: int) -> float | None:
        """When a person is rung for, in seconds of ``Time.monotonic``; None where that has been done for this
        turn, by this process or one before it."""
        facts, shown = table.facts, self._messages.of(table.facts.id)
        if facts.is_private and facts.pace is Pace.NONE:
            return None  # nobody else waits, and nothing runs out
        if facts.pace is Pace.DAY and shown.rung == (user_id, facts.seq):
            return None
        now, patience = self._time.now(), 0.0 if facts.pace is Pace.DAY else RUNG_AFTER
        due = (facts.turn_at or now) + patience
        for slot in (shown.hands.get(user_id), shown.calls.get(user_id)):
            place = slot.place if slot is not None else None
            if place is not None and due <= place.posted_at < self._since:
                return None
        return self._time.monotonic() + min(max(0.0, due - now), patience)

    def _see_to(self, table: Table, user_id: int, rings_at: float | None) -> None:
        lasts = self._hands.is_looking(table, user_id)
        lasting_at = self._time.monotonic() + LASTING_AFTER if lasts else None
        self._set(_Turn(table, user_id, table.facts.seq, rings_at, lasting_at), 0.0)

    def _set(self, turn: _Turn, seconds: float) -> None:
        self._timers.after(_key(turn.table.facts.id), seconds, partial(self._look, turn))

    async def _look(self, turn: _Turn) -> None:
        """See to a turn, and set when that is done again, until it is over."""
        if turn.is_over:
            return
        if turn.look_at is not None and turn.look_at <= self._time.monotonic():
            turn.look_at = None
        try:
            await self._do_what_is_due(turn)
        except Exception as error:
            if not may_pass(error):
                raise  # rung again, and logged, by the timers
            tried_again(Retry.CALL)
            self._set(turn, turn.retry.pause(asked_to_wait(error)))
            return
        turn.retry.succeeded()
        if not turn.is_over:
            now = self._time.monotonic()
            turn.look_at = turn.look_at or now + turn.looks.pause()
            moments = (turn.look_at, turn.rings_at, turn.lasting_at)
            self._set(turn, max(0.0, min(at for at in moments if at is not None) - now))

    async def _do_what_is_due(self, turn: _Turn) -> None:
        table, user_id = turn.table, turn.user_id
        await self._hands.see_to(table, user_id)
        if turn.lasting_at is not None and turn.lasting_at <= self._time.monotonic():
            self._hands.refresh(table, user_id)
            turn.lasting_at = None
        if turn.rings_at is not None and turn.rings_at <= self._time.monotonic():
            turn.rings_at = await self._ring(table, user_id)

    async def _ring(self, table: Table, user_id: int) -> float | None:
        """Ring for a person, or tell when to ask again whether it may be done: when their quiet hours are
        over, or sooner, as the clock may be set meanwhile."""
        now = self._time.now()
        rings = (await self._people.preferences(user_id)).rings_from(now)
        if rings is not None and rings <= now:
            await self._hands.ring(table, user_id)
            return None
        return None if rings is None else self._time.monotonic() + min(rings - now, LOOKED_AFTER_LONGEST)


def _key(table_id: int) -> TimerKey:
    return TimerKey(TurnTimer.LOOK, table_id)
