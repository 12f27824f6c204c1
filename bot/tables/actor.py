"""How a table works: one request at a time, stored before it is seen.

Requests of people, robots' moves and the clock are messages of one kind in one mailbox. Each is handled the
same way: check → commit → put in place → show (``live``). What a table does by itself (``OwnMoves``: robots'
moves, moves timed out, cards played as somebody wished, the next deal) it asks of itself.

A task exists only while there is something to handle; a table that waits costs its facts and, with a clock,
one timer.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Final

from bot.engine.cards import Card
from bot.engine.game import AWAITS_DECK
from bot.engine.play import Game
from bot.errors import tell, where
from bot.retry import Backoff
from bot.tables import play, recovery, wishes
from bot.tables.clocks import NEAR, Countdown, TableTimer, is_persons_turn, pause, robots_pace
from bot.tables.drafts import Draft
from bot.tables.errors import TableError
from bot.tables.live import LiveTable, Request, TableServices
from bot.tables.model import UNFINISHED, State, TableFacts
from bot.tables.ports import Change, StoredTable
from bot.tables.robot_threads import Thinking
from bot.tables.wishes import PlayedFor
from bot.timers import TimerKey
from bot.watch.log import Here, at_table, here, working_at

log = logging.getLogger(__name__)


CAPACITY: Final = 64  # requests of people waiting at one table

Work = Callable[[], Awaitable[None]]
_Posted = tuple[Work, asyncio.Future[None], Here]


class Mailbox:
    """The work of one table, done in the order in which it came."""

    __slots__ = ("_closed", "_table_id", "_waiting", "_worker")

    def __init__(self, table_id: int) -> None:
        self._table_id = table_id
        self._waiting: deque[_Posted] | None = None
        self._worker: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def worker(self) -> asyncio.Task[None] | None:
        """The task that is at work, if there is any."""
        return self._worker

    @property
    def is_closed(self) -> bool:
        """Whether nothing is taken any longer."""
        return self._closed

    def post(self, work: Work, *, own: bool = False) -> asyncio.Future[None]:
        """Have work done; ``own`` is the table's, which always finds room. The future, which may be ignored
        or cancelled without effect on the work, ends with it or raises its TableError; ``busy`` when too
        much waits, ``closing`` when nothing is taken any longer, ``internal`` for any other error, which is
        logged."""
        done = asyncio.get_running_loop().create_future()
        done.add_done_callback(_seen)
        if self._closed:
            done.set_exception(TableError("closing"))
            return done
        if self._waiting is not None and len(self._waiting) >= CAPACITY and not own:
            done.set_exception(TableError("busy"))
            return done
        asked_by = Here() if own else here()  # what a table does by itself is nobody's press
        posted = work, done, at_table(self._table_id, asked_by)
        if self._waiting is None:
            self._waiting = deque([posted])
            self._worker = asyncio.create_task(self._work(self._waiting), name=f"table {self._table_id}")
        else:
            self._waiting.append(posted)
        return done

    def close(self) -> None:
        """Take nothing more. What waits is still done."""
        self._closed = True

    async def _work(self, waiting: deque[_Posted]) -> None:
        while waiting:
            work, done, asked_by = waiting.popleft()
            with working_at(asked_by):
                error = await self._error_of(work)
            if done.done():
                continue  # the caller was cancelled, and nobody asks any longer
            if error is not None:
                done.set_exception(error)
            else:
                done.set_result(None)
        self._waiting = self._worker = None

    async def _error_of(self, work: Work) -> TableError | None:
        """Do it; what whoever waits for it is to be told of."""
        try:
            await work()
        except TableError as refused:
            return refused
        except Exception as broken:  # noqa: BLE001 - whoever waits has to be told
            log.error("table %d: a request failed: %s", self._table_id, where(broken))
            return TableError("internal")
        return None


def _seen(done: asyncio.Future[None]) -> None:
    """Keeps asyncio from printing an error that nobody waits for."""
    if not done.cancelled():
        done.exception()


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


class Actor:
    """The machinery of one table; what may be asked of it says ``table.Table``. It ``tells`` of each change
    after it was stored and applied, but for those that are nobody's business."""

    __slots__ = ("_house", "_live", "_mailbox", "_own_moves", "_played_for", "_tells")

    def __init__(self, house: TableServices, table: StoredTable, tells: Callable[[Change], None]) -> None:
        self._house = house
        self._tells = tells
        self._played_for: PlayedFor | None = None
        self._mailbox = Mailbox(table.facts.id)
        self._live = LiveTable(house, table, self._changed)
        self._own_moves = OwnMoves(house, self._live, self._mailbox)

    @property
    def facts(self) -> TableFacts:
        """The last stored state."""
        return self._live.facts

    def played_for(self, user_id: int) -> tuple[Card, ...]:
        """What was played for a person in this deal since they last did something themselves, as they had
        told the table: for their eyes only."""
        return () if self._played_for is None else self._played_for.of(user_id)

    def _now(self) -> float:
        """Unix seconds."""
        return self._house.time.now()

    async def _change(self, request: Request) -> None:
        """Have a change made; also when the caller is cancelled. Raises TableError."""
        await self._mailbox.post(lambda: self._live.handle(request))

    async def _game(self) -> Game:
        """The live game, replayed where needed. Raises TableError."""
        while self._live.game is None:  # it may go again meanwhile, when the store has failed
            await self._mailbox.post(self._live.load)
        return self._live.game

    async def recover(self) -> None:
        """Go on where the last process left the table, or park it if this program does not know its rules."""
        try:
            recovery.rules_of(self.facts)
        except recovery.BrokenLog as broken:
            reason = broken
            with suppress(TableError):
                await self._mailbox.post(lambda: self._live.park(reason), own=True)
        else:
            self._own_moves.arm()

    def _announce(self, change: Change) -> None:
        """Tell of a change; what goes wrong in showing it is logged, and is nothing to the table."""
        try:
            self._tells(change)
        except Exception as broken:  # noqa: BLE001 - showing is nothing to the game
            log.error("table %d: showing a change failed: %s", self.facts.id, where(broken))

    @property
    def is_busy(self) -> bool:
        """Whether a request is being handled or a robot is thinking."""
        return self._task() is not None

    async def quiet(self) -> None:
        """Wait until no request is being handled and no robot is thinking."""
        while task := self._task():
            await asyncio.wait({task})

    async def stop(self) -> None:
        """Handle what waits, refuse what comes after, and rest."""
        self._mailbox.close()
        self._own_moves.stop()
        await self.quiet()

    def _task(self) -> asyncio.Task[None] | None:
        return self._mailbox.worker or self._own_moves.thinks

    def _changed(self, draft: Draft, before: TableFacts) -> None:
        """What has become of the table, and what it was before."""
        self._own_moves.changed()
        if self._played_for is not None or draft.wished:
            self._played_for = self._played_for or PlayedFor()
            tell(self._played_for.note, draft)
        if draft.is_private(before):
            return
        self._announce(draft.change(before))
        if draft.facts.state not in UNFINISHED:
            self._house.ended(before.id)
