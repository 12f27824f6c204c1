"""How robots think: in a few threads of their own, behind everything else that the machine has to do, and
outside the mailbox, so that they hold nobody up.

Where a robot fails or takes too long, the next one down is asked; in the end any legal card is played.

A thread cannot be stopped. One whose thought takes too long is left to itself and ends with it; another takes
its place. Of a kind of robot that has left too many behind no more is asked until one of them is through, so
that there are never many of them.
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
import os
import sys
import threading
from collections import Counter, deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Final

from bot.engine.cards import Action, members
from bot.engine.game import View
from bot.errors import where
from bot.ports import Alarm, Time
from bot.robots.kinds import players_for
from bot.tables.model import TableFacts

log = logging.getLogger(__name__)


THREADS: Final = 2
"""How many robots think at a time."""
LONGEST_THOUGHT: Final = 10.0
"""Seconds that a thought may take, by the clock, from its beginning."""
LEFT_BEHIND: Final = 2
"""After how many thoughts of one kind of robot that go on beyond their time no more of it is begun."""
KEPT_FOR: Final = 10.0
"""Seconds after which a thread ends that has nothing to do."""
NICENESS: Final = 5
"""By how much they stand back on Linux. A thread that stands back further would keep the interpreter's lock
for long from those who wait for it, on a machine that is busy otherwise."""


ChooseMove = Callable[[str, View], Action]
"""How robots choose: given the kind of robot that is asked, and what its seat sees. Called in a thread."""


class TookTooLong(Exception):
    """A robot's thought was not over in time, or was not begun, as others of its kind are not over yet."""


class _Thought:
    """What is to be thought, on which loop it is waited for, and what came of it."""

    def __init__(self, kind: str, choose: Callable[[], Action]) -> None:
        self.kind = kind
        self._choose = choose
        self._context = contextvars.copy_context()
        self.loop = asyncio.get_running_loop()
        self.answer: asyncio.Future[Action] = self.loop.create_future()
        self.alarm: Alarm | None = None
        self.begun_at: float | None = None  # while it is being thought
        self.dropped = False

    def think(self) -> Callable[[], None]:
        """In a thread. Returns what tells the answer, on the loop."""
        try:
            action = self._context.run(self._choose)
        except Exception as error:  # noqa: BLE001 - raised where it is waited for
            return partial(self._fail, error)
        return partial(self._answer, action)

    def _answer(self, action: Action) -> None:
        if not self.answer.done():
            self.answer.set_result(action)

    def _fail(self, error: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)

    def overdue(self) -> None:
        """On the loop: it is not to be waited for any longer."""
        self._fail(TookTooLong())


class RobotThreads:
    """See the module. Threads begin when they are needed."""

    def __init__(self, time: Time, *, threads: int = THREADS) -> None:
        self._time = time
        self._most = threads
        self._state = threading.Condition()
        self._waiting: deque[_Thought] = deque()
        self._threads = 0
        self._idle = 0
        self._left: Counter[str] = Counter()
        self._closed = False

    async def think(self, kind: str, choose: Callable[[], Action]) -> Action:
        """Have a robot of a kind choose in one of the threads. Raises TookTooLong, and what ``choose``
        raises."""
        if self._left[kind] >= LEFT_BEHIND:
            raise TookTooLong
        thought = _Thought(kind, choose)
        self._look_at(thought)
        self._ask(thought)
        try:
            return await thought.answer
        finally:
            if thought.alarm is not None:
                thought.alarm.cancel()
            self._drop(thought)

    def close(self) -> None:
        """Begin nothing more; threads end once they are through. Nobody waits for them."""
        with self._state:
            self._closed = True
            self._waiting.clear()
            self._state.notify_all()

    def _ask(self, thought: _Thought) -> None:
        with self._state:
            self._waiting.append(thought)
            if self._idle < len(self._waiting) and self._threads < self._most:
                self._begin_thread()
            else:
                self._state.notify()

    def _begin_thread(self) -> None:
        self._threads += 1
        threading.Thread(target=self._work, name="robots", daemon=True).start()

    def _drop(self, thought: _Thought) -> None:
        """It is not waited for any longer. Where it is still being thought, another thread takes the place of
        that one."""
        with self._state:
            thought.dropped = True
            if thought.begun_at is None:
                if thought in self._waiting:
                    self._waiting.remove(thought)
                return
            self._left[thought.kind] += 1
            self._threads -= 1
            if self._left[thought.kind] >= LEFT_BEHIND:
                for other in [one for one in self._waiting if one.kind == thought.kind]:
                    self._waiting.remove(other)
                    other.overdue()
            if self._waiting and not self._closed:
                self._begin_thread()

    def _work(self) -> None:
        _stand_back()
        while thought := self._next():
            tell = thought.think()
            with self._state:
                thought.begun_at = None
                if thought.dropped:
                    self._left[thought.kind] -= 1
                    return
            with suppress(RuntimeError):  # the loop was closed meanwhile, and nobody is there to be told
                thought.loop.call_soon_threadsafe(tell)

    def _next(self) -> _Thought | None:
        """What is to be thought next; None where this thread is to end."""
        with self._state:
            self._idle += 1
            is_there = self._state.wait_for(lambda: self._waiting or self._closed, KEPT_FOR)
            self._idle -= 1
            if not is_there or self._closed or not self._waiting:
                self._threads -= 1
                return None
            thought = self._waiting.popleft()
            thought.begun_at = self._time.monotonic()
            return thought

    def _look_at(self, thought: _Thought) -> None:
        """On the loop: whether its time, from its beginning on, is over; else again when it may be. So no
        thread wakes the loop to tell of a beginning."""
        begun_at = thought.begun_at
        left = LONGEST_THOUGHT if begun_at is None else begun_at + LONGEST_THOUGHT - self._time.monotonic()
        if left > 0:
            thought.alarm = self._time.call_after(left, partial(self._look_at, thought))
        else:
            thought.overdue()


def _stand_back() -> None:
    """Have this thread wait for others, where the platform knows of single threads."""
    if sys.platform == "linux":
        os.setpriority(
            os.PRIO_PROCESS, threading.get_native_id(), os.getpriority(os.PRIO_PROCESS, 0) + NICENESS
        )


@dataclass(frozen=True, slots=True)
class RobotMove:
    """What a robot has chosen for a seat at a seq; no action where all failed."""

    seq: int
    seat: int
    action: Action | None

    def __repr__(self) -> str:
        return f"RobotMove(seq={self.seq})"  # not played yet, so nobody's to see

    def is_for(self, facts: TableFacts) -> bool:
        """Whether it is the move that the table waits for."""
        return (self.seq, self.seat) == (facts.seq, facts.turn)


class IllegalMove(Exception):
    """A robot chose what the rules do not allow."""


class Thinking:
    """The robots of one table, of which one at a time thinks. ``chosen`` is called when it has."""

    __slots__ = ("_choose", "_chosen", "_move", "_table_id", "_task", "_threads")

    def __init__(
        self, table_id: int, choose: ChooseMove, threads: RobotThreads, chosen: Callable[[], None]
    ) -> None:
        self._table_id = table_id
        self._choose = choose
        self._threads = threads
        self._chosen = chosen
        self._task: asyncio.Task[None] | None = None
        self._move: RobotMove | None = None

    @property
    def task(self) -> asyncio.Task[None] | None:
        """The task in which a robot thinks, if one does."""
        return self._task

    def move_for(self, facts: TableFacts) -> RobotMove | None:
        """What was chosen for the move that the table waits for."""
        return self._move if self._move is not None and self._move.is_for(facts) else None

    def begin(self, facts: TableFacts, view: View) -> None:
        """Have the robot at the seat that is to move choose, unless it has, or one still thinks. ``view`` is
        what that seat sees."""
        if self._task is None and self.move_for(facts) is None:
            kind = facts.seats[view.turn].robot
            self._task = asyncio.create_task(self._think(kind, view, facts.seq), name="robot")

    def stop(self) -> None:
        """What is being thought is not waited for."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _think(self, kind: str, view: View, seq: int) -> None:
        action = await self._action(players_for(kind), view, seq)
        self._move = RobotMove(seq, view.turn, action)
        self._task = None
        self._chosen()

    async def _action(self, kinds: Sequence[str], view: View, seq: int) -> Action | None:
        """What the first of these kinds chooses that can; None where none does."""
        for kind, next_down in pairwise((*kinds, "any legal card")):
            try:
                return await self._threads.think(kind, partial(self._legal_move, kind, view))
            except Exception as broken:  # noqa: BLE001 - whatever it was, another plays
                details = self._table_id, kind, seq, where(broken), next_down
                log.error("table %d: robot %s failed at seq %d: %s; instead: %s", *details)
        return None

    def _legal_move(self, kind: str, view: View) -> Action:
        action = self._choose(kind, view)
        if action not in members(view.legal):
            raise IllegalMove
        return action
