"""What a table is at this moment: its facts and its game, each change stored before it is taken; and what all
tables share.

A change is made on a draft beside the live game (``drafts``), the store keeps it whole or not at all, and
only then it becomes the table's state. So a failed commit leaves everything as it was, and nobody sees a card
that a crash could take back. The live game is replayed from the log when it is first needed.

Log lines name the table, codes and places in the program; never a card, a line of the log or a view.
"""

from __future__ import annotations

import logging
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bot.engine.actions import ACTION_TEXTS, Action
from bot.engine.game import TrickTaken
from bot.engine.play import Game
from bot.ports import StoreError, Time
from bot.tables import play, recovery, seats
from bot.tables.clocks import after_downtime
from bot.tables.drafts import Draft
from bot.tables.errors import TableError, asking_the_store
from bot.tables.model import UNFINISHED, Newcomer, State, TableFacts
from bot.tables.ports import Doorkeeper, LogEntry, Sitting, StoredTable, TableStore
from bot.tables.robot_threads import ChooseMove, RobotThreads
from bot.timers import Timers

log = logging.getLogger(__name__)

REMEMBERED: Final = 64  # latest acts known again when they are delivered twice

Request = Callable[[Draft], Draft]
"""What is asked of a table: a function of ``lobby``, ``play``, ``seats`` or ``wishes``."""
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
