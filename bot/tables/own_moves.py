"""What a table does by itself: robots' moves, moves timed out, cards played as somebody wished, the next
deal."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

from bot.engine.game import AWAITS_DECK
from bot.error_places import where
from bot.retry import Backoff
from bot.tables import play, wishes
from bot.tables.clocks import NEAR, Countdown, TableTimer, is_persons_turn, pause, robots_pace
from bot.tables.errors import TableError
from bot.tables.house import TableServices
from bot.tables.live import LiveTable
from bot.tables.mailbox import Mailbox
from bot.tables.model import State
from bot.tables.thinking import Thinking
from bot.timers import TimerKey

log = logging.getLogger(__name__)

FIRST_PAUSE: Final = 2.0
LONGEST_PAUSE: Final = 60.0
"""Seconds until what failed is tried again: they grow from the first to the longest."""


class OwnMoves:
    """Sees to it that one table moves when it must: at its own moment, or at the deadline."""

    __slots__ = ("_deadline", "_house", "_live", "_mailbox", "_moment", "_retry", "_thinking", "_turn")

    def __init__(self, house: TableServices, live: LiveTable, mailbox: Mailbox) -> None:
        self._house = house
        self._live = live
        self._mailbox = mailbox
        self._thinking: Thinking | None = None
        self._moment: tuple[int, float] | None = None  # a seq, and when the table moves by itself there
        self._deadline, self._turn = Countdown(house.time), Countdown(house.time)
        self._retry = Backoff(FIRST_PAUSE, LONGEST_PAUSE, draw=house.draw)

    @property
    def _key(self) -> TimerKey:
        return TimerKey(TableTimer.MOVES, self._live.facts.id)

    @property
    def thinks(self) -> asyncio.Task[None] | None:
        """The task in which a robot thinks, if one does."""
        return None if self._thinking is None else self._thinking.task

    @property
    def turn_lasted(self) -> float:
        """For how many seconds the person to move has been waited for; 0 where nobody is."""
        since = self._live.facts.turn_at
        return 0.0 if since is None else -self._turn.left(since)

    def changed(self) -> None:
        """The table has changed, and is looked at anew."""
        self._retry.succeeded()
        self.arm()

    def arm(self) -> None:
        """Set the moment at which the table moves by itself. A robot thinks while it pauses, so that its move
        takes no longer than anybody else's card that is played alone."""
        facts, timers = self._live.facts, self._house.timers
        timers.clear(self._key)
        if facts.turn_at is not None:
            self._turn.left(facts.turn_at)  # from now on it is counted
        if facts.state is not State.PLAYING or self._mailbox.is_closed:
            return
        robots = self._is_robots_turn()
        left = self._own_moment_in() if robots or self._is_wished() else self._deadline_in()
        if left is None:
            return
        if robots and self._live.game is not None:
            self._think()
        if left <= 0:
            self._wake()
        elif left < NEAR:
            timers.after(self._key, left, self._wake)
        else:
            timers.set(self._key, self._house.time.now() + left, self._wake)

    def stop(self) -> None:
        """The table does nothing by itself any more."""
        self._house.timers.clear(self._key)
        if self._thinking is not None:
            self._thinking.stop()

    def _is_robots_turn(self) -> bool:
        facts = self._live.facts
        return facts.turn is not None and facts.turn >= 0 and facts.seats[facts.turn].played_by_robot

    def _is_wished(self) -> bool:
        """Whether the person to move has told the table what to do; or, until the game is there, may have."""
        live = self._live
        if not is_persons_turn(live.facts):
            return False
        if live.game is None:
            return wishes.may_wish(live.facts, live.sealed)
        return wishes.wished(live.facts, live.sealed, live.game.legal()) is not None

    def _deadline_in(self) -> float | None:
        """In how many seconds the deadline, if there is one, has passed."""
        deadline = self._live.facts.deadline
        return None if deadline is None else self._deadline.left(deadline)

    def _time_is_over(self) -> bool:
        left = self._deadline_in()
        return left is not None and left <= 0

    def _own_moment_in(self) -> float:
        """In how many seconds the table moves by itself: after a pause, drawn once for each turn, so that
        other changes meanwhile do not prolong it. Whose clock runs does not lose a move by it."""
        seq, now = self._live.facts.seq, self._house.time.monotonic()
        if self._moment is None or self._moment[0] != seq:
            usual = self._house.robot_pause * robots_pace(self._live.facts).share
            wait = pause(usual, self._live.trick_is_new, self._house.draw())
            self._moment = (seq, now + wait)
        left, deadline_in = self._moment[1] - now, self._deadline_in()
        return left if deadline_in is None else min(left, deadline_in)

    def _wake(self) -> None:
        self._mailbox.post(self._move, own=True)

    async def _move(self) -> None:
        """Do what is due, if anything is."""
        async with self._trying():
            live = self._live
            await live.settle_doubt()
            if live.facts.state is not State.PLAYING:
                return
            await live.load()
            now, before = self._house.time.now(), live.facts
            if before.turn == AWAITS_DECK:
                await live.handle(lambda draft: play.deal(draft, now) if self._time_is_over() else draft)
            elif self._is_robots_turn():
                await self._move_by_robot(due=self._own_moment_in() <= 0)
            elif not self._is_wished():
                await self._move_by_robot(due=self._time_is_over())
            elif self._own_moment_in() <= 0:
                await live.handle(lambda draft: play.acts_as_wished(draft, before.seq, now))
            if live.facts is before and self.thinks is None:
                self.arm()  # it was not due

    async def _move_by_robot(self, *, due: bool) -> None:
        """Make the move that the robot has chosen, or have it choose."""
        if not due:
            return
        move = None if self._thinking is None else self._thinking.move_for(self._live.facts)
        if move is None:
            self._think()
            return
        now, over = self._house.time.now(), self._time_is_over()
        act = partial(play.robot_acts, now=now, time_is_over=over)
        await self._live.handle(lambda draft: act(draft, move.seq, move.seat, move.action))

    def _think(self) -> None:
        facts, game = self._live.facts, self._live.game
        assert game is not None
        if self._thinking is None:
            self._thinking = Thinking(
                facts.id, self._house.choose, self._house.robot_threads, self._has_chosen
            )
        self._thinking.begin(facts, game.view(game.turn))

    def _has_chosen(self) -> None:
        if self._key not in self._house.timers:  # the moment came while the robot still thought
            self._wake()

    @asynccontextmanager
    async def _trying(self) -> AsyncGenerator[None]:
        """What the table does by itself is tried again later when it fails, ever less often."""
        try:
            yield
        except Exception as broken:  # noqa: BLE001 - tried again, whatever it was
            if isinstance(broken, TableError) and broken.code == "table-parked":
                return
            table_id = self._live.facts.id
            log.error("table %d: could not move by itself: %s", table_id, where(broken))
            self._house.timers.after(self._key, self._retry.pause(), self._wake)
