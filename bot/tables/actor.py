"""How a table works: what it is at this moment, one request at a time, stored before it is seen; and what all
tables share.

Requests of people, robots' moves and the clock are messages of one kind in one mailbox. Each is handled
the same way: check → commit → put in place → show. A change is made on a draft beside the live game
(``drafts``), the store keeps it whole or not at all, and only then it becomes the table's state. So a
failed commit leaves everything as it was, and nobody sees a card that a crash could take back. The live
game is replayed from the log when it is first needed.

What a table does by itself (``OwnMoves``: robots' moves, moves timed out, cards played as somebody wished,
the next deal) it asks of itself. A task exists only while there is something to handle; a table that waits
costs its facts and, with a clock, one timer.

Log lines name the table, codes and places in the program; never a card, a line of the log or a view.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from bot.engine.cards import ACTION_TEXTS, Action
from bot.engine.game import AWAITS_DECK, TrickTaken
from bot.engine.play import Game
from bot.errors import where
from bot.ports import StoreError, Time
from bot.retry import Backoff
from bot.tables import play, recovery, seats
from bot.tables.clocks import NEAR, Countdown, TableTimer, after_downtime, is_persons_turn, pause, robots_pace
from bot.tables.drafts import Draft
from bot.tables.errors import TableError
from bot.tables.model import UNFINISHED, Newcomer, State, TableFacts
from bot.tables.ports import Doorkeeper, LogEntry, Sitting, StoredTable, TableStore, asking_the_store
from bot.tables.robot_threads import ChooseMove, RobotThreads, Thinking
from bot.timers import TimerKey, Timers
from bot.watch.log import Here, at_table, here, working_at

log = logging.getLogger(__name__)

REMEMBERED: Final = 64  # latest acts known again when they are delivered twice

Request = Callable[[Draft], Draft]
"""What is asked of a table: a function of ``lobby``, ``play`` or ``seats``."""
Changed = Callable[[Draft, TableFacts], None]


MOST_AWAKE: Final = 1000


class Awake:
    """The tables that have their games in memory: those that have moved last, at most so many.

    A game is many times what is public of its table, and is replayed from the log in some milliseconds. So a
    table at which somebody takes a day for a card costs little more than a lobby does.
    """

    def __init__(self, most: int = MOST_AWAKE) -> None:
        self._most = most
        self._tables: OrderedDict[int, Callable[[], None]] = OrderedDict()  # who has moved last is last

    def moved(self, table_id: int, rest: Callable[[], None]) -> None:
        """A table has its game, as it has moved or is looked at. Whichever has rested longest is to ``rest``:
        to put its own away, which comes from the log again when it is needed."""
        self._tables[table_id] = rest
        self._tables.move_to_end(table_id)
        if len(self._tables) > self._most:
            self._tables.popitem(last=False)[1]()

    def over(self, table_id: int) -> None:
        """A table moves no more."""
        self._tables.pop(table_id, None)


@dataclass(frozen=True, slots=True)
class TableServices:
    """``doorkeeper`` knows who belongs to leagues. ``robot_pause`` is in seconds, at a brisk table; ``draw``
    gives the random number that a pause varies with. ``ended`` is called with the id of a table that is not
    to be kept running any longer. Robots think in ``robot_threads``. ``awake`` are the tables whose games are
    in memory."""

    store: TableStore
    doorkeeper: Doorkeeper
    timers: Timers
    choose: ChooseMove
    robot_pause: float
    draw: Callable[[], float]
    ended: Callable[[int], None]
    robot_threads: RobotThreads
    awake: Awake = field(default_factory=Awake)

    @property
    def time(self) -> Time:
        """The clock."""
        return self.timers.time

    async def newcomer(self, facts: TableFacts, user_id: int, name: str) -> Newcomer:
        """A person who wishes to sit down at a table. Raises TableError ``store-failed``."""
        with asking_the_store():
            season_id = facts.season_id if facts.members_only else None
            is_member = season_id is not None and await self.doorkeeper.may_sit(season_id, user_id)
            knows_cards = facts.duplicate and await self.store.knows_cards(facts.id, user_id)
            kept_from = frozenset(await self.store.kept_from(facts.place, user_id) if facts.place else ())
        return Newcomer(user_id, name, is_member, knows_cards, kept_from)


class LiveTable:
    """The state of one table. Its coroutines are called one at a time, from the table's mailbox. It
    tells ``changed`` what has become of the table, and the facts before it."""

    __slots__ = (
        "_changed", "_differs", "_house", "_in_doubt", "_recent", "facts", "game", "sealed", "trick_is_new",
    )  # fmt: skip

    def __init__(self, house: TableServices, table: StoredTable, changed: Changed) -> None:
        self._house = house
        self._changed = changed
        self.facts = table.facts
        self.sealed = table.sealed
        self.game: Game | None = None
        self.trick_is_new = False
        self._recent: deque[LogEntry] | None = None
        self._in_doubt = False
        self._differs = False  # the store lacks what has become of the table

    @property
    def is_in_doubt(self) -> bool:
        """Whether the last write failed, and the store has not been asked since what it holds."""
        return self._in_doubt

    async def handle(self, request: Request) -> None:
        """Make a change. Raises TableError, also ``store-failed``, and then has changed nothing."""
        await self.settle_doubt()
        if self.facts.state in (State.PLAYING, State.ADJOURNED):
            await self.load()
        before = self._draft()
        draft = request(before)
        if draft.entries or (draft.facts, draft.sealed) != (before.facts, before.sealed):
            await self._commit(play.settle(self.facts, draft, self._house.time.now()))

    async def _commit(self, draft: Draft) -> None:
        before = self.facts
        self._in_doubt = True  # until the store says that it has it
        try:
            with asking_the_store():
                await self._house.store.write(draft.step(before, self._as_stored()))
        except TableError:
            log.error("table %d: the store failed at seq %d", before.id, before.seq)
            raise
        self._in_doubt = self._differs = False
        self.facts, self.sealed, self.game = draft.facts, draft.sealed, draft.game
        self._stay_awake()
        if draft.entries:
            self._remember(draft.entries)
            self.trick_is_new = any(isinstance(event, TrickTaken) for event in draft.events)
        self._changed(draft, before)

    async def settle_doubt(self) -> None:
        """After a failed write the store is asked what it holds: it may have kept the change all the same.
        Raises TableError ``store-failed``."""
        if not self._in_doubt:
            return
        with asking_the_store():
            stored = await self._house.store.load(self.facts.id)
        self._in_doubt = False
        if stored is None:
            return
        facts = replace(stored.facts, deadline=self.facts.deadline)
        if (facts, stored.sealed) == (self.facts, self.sealed):
            return
        before, self.facts, self.game = self.facts, after_downtime(stored.facts, self._house.time.now()), None
        self.sealed = stored.sealed
        self._changed(self._draft(), before)

    def _as_stored(self) -> StoredTable | None:
        """What the store holds, but for the deadline, where that is known."""
        return None if self._differs else StoredTable(self.facts, self.sealed)

    def rest(self) -> None:
        """Nothing has been asked of the table for long: the game goes, and comes from the log again when it
        is needed."""
        self.game = self._recent = None

    def _stay_awake(self) -> None:
        """The game is not put away for the time being; that of a table which is over goes with it."""
        if self.facts.state not in UNFINISHED:
            self._house.awake.over(self.facts.id)
        elif self.game is not None:
            self._house.awake.moved(self.facts.id, self.rest)

    def _remember(self, entries: Sequence[LogEntry]) -> None:
        if self._recent is None:
            self._recent = deque(maxlen=REMEMBERED)
        self._recent.extend(entries)

    def _draft(self) -> Draft:
        return Draft(self.facts, self.sealed, self.game)

    async def load(self) -> None:
        """Have the live game, replayed from the log if it is not there yet. A log that is no game parks the
        table and raises ``table-parked``. Raises TableError ``store-failed``."""
        if self.game is not None:
            return
        if self.facts.state is State.PARKED:
            raise TableError("table-parked")
        entries = await self.entries()
        try:
            self.game = recovery.replay(self.facts, entries)
        except recovery.BrokenLog as broken:
            await self.park(broken)
        else:
            self._recent = None
            self._remember(entries[-REMEMBERED:])
            self._stay_awake()

    async def entries(self) -> list[LogEntry]:
        """The log. Raises TableError ``store-failed``."""
        with asking_the_store():
            return list(await self._house.store.log(self.facts.id))

    async def sittings(self) -> Sequence[Sitting]:
        """Who sat where. Raises TableError ``store-failed``."""
        with asking_the_store():
            return await self._house.store.sittings(self.facts.id)

    async def park(self, reason: recovery.BrokenLog) -> None:
        """Put a running table aside, in memory also where the store fails. Always raises ``table-parked``."""
        log.error("table %d: what is stored of it cannot be played: %s", self.facts.id, reason)
        if self.facts.state in UNFINISHED:
            before, draft = self.facts, seats.park(self._draft(), self._house.time.now())
            try:
                await self._house.store.write(draft.step(before, self._as_stored()))
            except StoreError:
                self._differs = True
                log.error("table %d: the store failed while parking it", before.id)
            self.facts = draft.facts
            self._changed(draft, before)
        raise TableError("table-parked")

    def was_done(self, user_id: int, seq: int, action: Action) -> bool:
        """Whether this very act is in the log: a button pressed once may be delivered twice."""
        text = ACTION_TEXTS[action] if 0 <= action < len(ACTION_TEXTS) else ""
        return any(
            (entry.seq, entry.user_id) == (seq, user_id) and entry.line.partition(" ")[2] == text
            for entry in self._recent or ()
        )


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
            return play.may_wish(live.facts, live.sealed)
        return play.wished(live.facts, live.sealed, live.game.legal()) is not None

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
