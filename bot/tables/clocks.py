"""When a table must move by itself.

A table waits for at most one thing at a time: a robot's moment, a move's deadline, or the end of the pause
between two deals. All of them go through one ``Alarms`` (one task for the whole process), so that a table
which waits for people alone costs nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import replace
from heapq import heapify, heappop, heappush
from typing import Final

from bot.engine.game import AWAITS_DECK
from bot.tables.model import State, TableFacts
from bot.tables.ports import Time

DEAL_PAUSE: Final = 30.0  # the least time, in seconds, to look at the scores of a deal
RESTART_GRACE: Final = 60.0  # the least time left for a move when the bot comes back
MISSED_LIMIT: Final = 2  # moves timed out in a row before the seat counts as absent


def time_allowed(facts: TableFacts) -> float | None:
    """How many seconds the table waits for people now; None when it waits without limit or for nobody."""
    seconds = facts.pace.seconds
    if facts.state is not State.PLAYING or facts.turn is None or seconds is None:
        return None
    if facts.turn == AWAITS_DECK:
        return max(seconds, DEAL_PAUSE)
    return seconds if is_persons_turn(facts) else None


def with_clock(before: TableFacts, after: TableFacts, now: float) -> TableFacts:
    """``after`` with its deadline, and the moment since when somebody is waited for: those that are running
    if the same person is still to make the same move, else fresh ones."""
    same_move = before.seq == after.seq and _mover(before) == _mover(after)
    turn_at, nudged = before.turn_at, after.nudged
    if not is_persons_turn(after):
        turn_at, nudged = None, False
    elif not same_move or turn_at is None:
        turn_at, nudged = now, False
    allowed, deadline = time_allowed(after), before.deadline
    if allowed is None:
        deadline = None
    elif not same_move or deadline is None:
        deadline = now + allowed
    return replace(after, deadline=deadline, turn_at=turn_at, nudged=nudged)


def is_persons_turn(facts: TableFacts) -> bool:
    """Whether a person who is here is to move."""
    if facts.state is not State.PLAYING or facts.turn is None or facts.turn < 0:
        return False
    return not facts.seats[facts.turn].played_by_robot


def pause(usual: float, after_trick: bool, drawn: float) -> float:
    """How long the table waits before it moves by itself, in seconds: the same for a robot's move, a queued
    card and a forced one, so that nobody can tell them apart. It varies by a fifth with ``drawn`` (a random
    number from 0 up to 1), and is twice as long after a completed trick, so that people can follow."""
    return usual * (0.8 + 0.4 * drawn) * (2 if after_trick else 1)


def after_downtime(facts: TableFacts, now: float) -> TableFacts:
    """The facts of a table whose bot was away: nobody loses a move for that. A deadline that has passed
    gives the full time again, one that is near a minute (or the full time, if that is less)."""
    allowed = time_allowed(facts)
    if allowed is None or facts.deadline is None:
        return facts
    if facts.deadline <= now:
        return replace(facts, deadline=now + allowed)
    return replace(facts, deadline=max(facts.deadline, now + min(allowed, RESTART_GRACE)))


def _mover(facts: TableFacts) -> int | None:
    if facts.turn is None or facts.turn < 0:
        return None
    return facts.seats[facts.turn].user_id


class Alarms:
    """One alarm for each table, and one task that waits for the earliest."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self._heap: list[tuple[float, int]] = []
        self._set: dict[int, tuple[float, Callable[[], None]]] = {}
        self._sleeper: asyncio.Task[None] | None = None
        self._until = 0.0

    def set(self, key: int, when: float, ring: Callable[[], None]) -> None:
        """Call ``ring`` at ``when`` (unix seconds), in place of the table's earlier alarm."""
        self._set[key] = (when, ring)
        heappush(self._heap, (when, key))
        if len(self._heap) > 2 * len(self._set) + 64:
            self._heap = [(when, key) for key, (when, _) in self._set.items()]
            heapify(self._heap)
        if self._sleeper is None or when < self._until:
            self._sleep()

    def clear(self, key: int) -> None:
        """Take the table's alarm away, if it has one."""
        self._set.pop(key, None)

    def _sleep(self) -> None:
        if self._sleeper is not None:
            self._sleeper.cancel()
            self._sleeper = None
        while self._heap and not self._is_set(*self._heap[0]):
            heappop(self._heap)
        if self._heap:
            self._until = self._heap[0][0]
            self._sleeper = asyncio.create_task(self._ring_at(self._until), name="table alarms")

    async def _ring_at(self, when: float) -> None:
        await self._time.sleep_until(when)
        self._sleeper = None  # from here on a new alarm may start the next sleep
        now = self._time.now()
        while self._heap and self._heap[0][0] <= now:
            due, key = heappop(self._heap)
            if self._is_set(due, key):
                _, ring = self._set.pop(key)
                ring()
        self._sleep()

    def _is_set(self, when: float, key: int) -> bool:
        alarm = self._set.get(key)
        return alarm is not None and alarm[0] == when

    async def close(self) -> None:
        """Forget all alarms."""
        self._set.clear()
        self._heap.clear()
        if self._sleeper is not None:
            self._sleeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._sleeper
            self._sleeper = None
