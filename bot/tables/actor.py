"""How a table works: one request at a time, stored before it is seen.

Requests of people, robots' moves and the clock are messages of one kind in one mailbox. Each is handled the
same way: check → commit → put in place → show. A draft of the change is made beside the live game
(``drafts``), the store keeps it whole or not at all, and only then it becomes the table's state and is told
to the listener. So a failed commit leaves everything as it was, and nobody sees a card that a crash could
take back.

A task exists only while there is something to handle; a table that waits costs its facts and, with a clock,
one entry in ``Alarms``. The live game is replayed from the log when it is first needed.

Log lines name the table, codes and places in the program; never a card, a line of the log or a view.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import Final

from bot.engine.actions import ACTION_TEXTS, Action
from bot.engine.cards import members
from bot.engine.game import AWAITS_DECK, Game, TrickTaken, View
from bot.tables import play, recovery, seats, wishes
from bot.tables.clocks import Alarms, after_downtime, is_persons_turn, pause
from bot.tables.drafts import Draft
from bot.tables.errors import TableError
from bot.tables.mailbox import Mailbox, where
from bot.tables.model import UNFINISHED, State, TableFacts
from bot.tables.ports import Change, Listener, LogEntry, StoreError, TableStore, Time

log = logging.getLogger(__name__)

REMEMBERED: Final = 64  # latest acts known again when they are delivered twice
LONGEST_RETRY: Final = 60.0  # seconds

Choose = Callable[[str, View], Action]
"""A robot's choice: the kind of robot, and what its seat sees. Called in a thread."""

Request = Callable[[Draft], Draft]
"""What is asked of a table: a function of ``lobby``, ``play``, ``seats``, ``wishes`` or ``signals``."""


@dataclass(frozen=True, slots=True)
class House:
    """What all tables share. ``robot_pause`` is in seconds; ``draw`` gives the random number that a pause
    varies with. ``ended`` is called with the id of a table that is not to be kept running any longer."""

    store: TableStore
    time: Time
    alarms: Alarms
    listener: Listener
    choose: Choose
    robot_pause: float
    draw: Callable[[], float]
    ended: Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Choice:
    """What a robot has chosen for a seat at a seq; no action where it failed."""

    seq: int
    seat: int
    action: Action | None

    def __repr__(self) -> str:
        return f"Choice(seq={self.seq})"  # not played yet, so nobody's to see

    def is_for(self, facts: TableFacts) -> bool:
        """Whether it is the move that the table waits for."""
        return (self.seq, self.seat) == (facts.seq, facts.turn)


class IllegalChoice(Exception):
    """A robot chose what the rules do not allow."""


class Actor(ABC):
    """The machinery of a table; what may be asked of it is in ``Table``."""

    def __init__(self, house: House, facts: TableFacts) -> None:
        self._house = house
        self._facts = facts
        self._game: Game | None = None
        self._recent: deque[LogEntry] = deque(maxlen=REMEMBERED)
        self._mailbox = Mailbox(facts.id)
        self._thinking: asyncio.Task[None] | None = None
        self._moment: tuple[int, float] | None = None  # a seq, and when the table moves by itself there
        self._choice: Choice | None = None
        self._trick_is_new = False
        self._in_doubt = False
        self._failures = 0

    def __repr__(self) -> str:
        return f"Table(id={self._facts.id}, state={self._facts.state}, seq={self._facts.seq})"

    async def recover(self) -> None:
        """Go on where the last process left the table, or park it if this program does not know its rules."""
        try:
            recovery.rules_of(self._facts)
        except recovery.BrokenLog as broken:
            reason = broken
            with suppress(TableError):
                await self._mailbox.post(lambda: self._park(reason), own=True)
        else:
            self._arm()

    @property
    def is_busy(self) -> bool:
        """Whether a request is being handled or a robot is thinking."""
        return (self._mailbox.worker or self._thinking) is not None

    async def quiet(self) -> None:
        """Wait until no request is being handled and no robot is thinking."""
        while task := self._mailbox.worker or self._thinking:
            await asyncio.wait({task})

    async def stop(self) -> None:
        """Handle what waits, refuse what comes after, and rest."""
        self._mailbox.close()
        self._house.alarms.clear(self._facts.id)
        await self.quiet()

    @abstractmethod
    def _tell(self, change: Change) -> None:
        """Tell the listener."""

    def _now(self) -> float:
        return self._house.time.now()

    # One request

    async def _change(self, request: Request) -> None:
        await self._mailbox.post(lambda: self._handle(request))

    async def _handle(self, request: Request) -> None:
        await self._settle_doubt()
        if self._facts.state in (State.PLAYING, State.ADJOURNED):
            await self._load()
        before = Draft(self._facts, self._game)
        draft = request(before)
        if draft.entries or draft.facts != before.facts:
            await self._commit(play.settle(self._facts, draft, self._now()))

    async def _commit(self, draft: Draft) -> None:
        before = self._facts
        self._in_doubt = True  # until the store says that it has it
        try:
            await self._house.store.write(draft.step())
        except StoreError:
            log.error("table %d: the store failed at seq %d", before.id, before.seq)
            raise TableError("store-failed") from None
        self._in_doubt = False
        self._failures = 0
        self._facts, self._game = draft.facts, draft.game
        self._recent.extend(draft.entries)
        if draft.entries:
            self._trick_is_new = any(isinstance(event, TrickTaken) for event in draft.events)
        self._show(draft, before)

    def _show(self, draft: Draft, before: TableFacts) -> None:
        self._arm()
        if draft.is_private(before):
            return
        self._announce(draft.change(before))
        if draft.facts.state not in UNFINISHED:
            self._house.ended(before.id)

    def _announce(self, change: Change) -> None:
        try:
            self._tell(change)
        except Exception as broken:
            log.error("table %d: showing a change failed: %s", self._facts.id, where(broken))

    async def _settle_doubt(self) -> None:
        """After a failed write the store is asked what it holds: it may have kept the change all the same."""
        if not self._in_doubt:
            return
        try:
            stored = await self._house.store.load(self._facts.id)
        except StoreError:
            raise TableError("store-failed") from None
        self._in_doubt = False
        if stored is None or replace(stored, deadline=self._facts.deadline) == self._facts:
            return
        before, self._facts, self._game = self._facts, after_downtime(stored, self._now()), None
        self._show(Draft(self._facts), before)

    async def _load(self) -> None:
        """Have the live game, replayed from the log if it is not there yet. A log that is no game parks the
        table and raises ``table-parked``."""
        if self._game is not None:
            return
        if self._facts.state is State.PARKED:
            raise TableError("table-parked")
        entries = await self._entries()
        try:
            self._game = recovery.replay(self._facts, entries)
        except recovery.BrokenLog as broken:
            await self._park(broken)
        else:
            self._recent.clear()
            self._recent.extend(entries[-REMEMBERED:])

    async def _entries(self) -> list[LogEntry]:
        try:
            return list(await self._house.store.log(self._facts.id))
        except StoreError:
            raise TableError("store-failed") from None

    async def _park(self, reason: recovery.BrokenLog) -> None:
        """Put a running table aside, in memory also where the store fails. Always raises ``table-parked``."""
        log.error("table %d: what is stored of it cannot be played: %s", self._facts.id, reason)
        if self._facts.state in UNFINISHED:
            before, draft = self._facts, seats.park(self._facts, self._now())
            try:
                await self._house.store.write(draft.step())
            except StoreError:
                log.error("table %d: the store failed while parking it", before.id)
            self._facts = draft.facts
            self._show(draft, before)
        raise TableError("table-parked")

    def _was_done(self, user_id: int, seq: int, action: Action) -> bool:
        """Whether this very act is in the log: a button pressed once may be delivered twice."""
        text = ACTION_TEXTS[action] if 0 <= action < len(ACTION_TEXTS) else ""
        return any(
            (entry.seq, entry.user_id) == (seq, user_id) and entry.line.partition(" ")[2] == text
            for entry in self._recent
        )

    # Moving by itself

    def _arm(self) -> None:
        """See to it that the table moves when it must: at its own moment, or at the deadline. A robot thinks
        while it pauses, so that its move takes no longer than anybody else's card that is played alone."""
        facts, alarms = self._facts, self._house.alarms
        alarms.clear(facts.id)
        if facts.state is not State.PLAYING or self._mailbox.is_closed:
            return
        robots = self._is_robots_turn()
        when = self._own_moment() if robots or self._is_wished() else facts.deadline
        if when is None:
            return
        if robots and self._game is not None:
            self._think()
        if when <= self._now():
            self._wake()
        else:
            alarms.set(facts.id, when, self._wake)

    def _is_robots_turn(self) -> bool:
        turn = self._facts.turn
        return turn is not None and turn >= 0 and self._facts.seats[turn].played_by_robot

    def _is_wished(self) -> bool:
        """Whether the person to move has told the table what to do; or, until the game is there, may have."""
        if not is_persons_turn(self._facts):
            return False
        if self._game is None:
            return wishes.may_wish(self._facts)
        return wishes.wished(self._facts, self._game.legal()) is not None

    def _own_moment(self) -> float:
        """When the table moves by itself: after a pause, drawn once for each turn, so that other changes
        meanwhile do not prolong it. Whose clock runs does not lose a move by it."""
        seq, deadline = self._facts.seq, self._facts.deadline
        if self._moment is None or self._moment[0] != seq:
            wait = pause(self._house.robot_pause, self._trick_is_new, self._house.draw())
            self._moment = (seq, self._now() + wait)
        when = self._moment[1]
        return when if deadline is None else min(when, deadline)

    def _wake(self) -> None:
        self._mailbox.post(self._move_alone, own=True)

    async def _move_alone(self) -> None:
        """Do what is due, if anything is."""
        async with self._trying():
            await self._settle_doubt()
            if self._facts.state is not State.PLAYING:
                return
            await self._load()
            now, before = self._now(), self._facts
            if before.turn == AWAITS_DECK:
                await self._handle(lambda draft: play.deal_time_over(draft, now))
            elif self._is_robots_turn():
                await self._move_by_robot(due=self._own_moment() <= now)
            elif not self._is_wished():
                await self._move_by_robot(due=play.time_is_over(before, now))
            elif self._own_moment() <= now:
                await self._handle(lambda draft: play.acts_as_wished(draft, before.seq, now))
            if self._facts is before and self._thinking is None:
                self._arm()  # it was not due

    async def _move_by_robot(self, *, due: bool) -> None:
        """Make the move that the robot has chosen, or have it choose."""
        if not due:
            return
        choice = self._choice
        if choice is None or not choice.is_for(self._facts):
            self._think()
            return
        await self._handle(
            lambda draft: play.robot_acts(draft, choice.seq, choice.seat, choice.action, self._now())
        )

    def _think(self) -> None:
        """Have the robot choose outside the mailbox, where people may still act; then it wakes the table."""
        chosen = self._choice is not None and self._choice.is_for(self._facts)
        if self._thinking is None and not chosen:
            assert self._game is not None
            view = self._game.view(self._game.turn)
            kind = self._facts.seats[self._game.turn].robot
            self._thinking = asyncio.create_task(self._choose(kind, view, self._facts.seq))

    async def _choose(self, kind: str, view: View, seq: int) -> None:
        action: Action | None = None
        try:
            action = await asyncio.to_thread(self._legal_choice, kind, view)
        except Exception as broken:
            log.error("table %d: robot %s failed at seq %d: %s", self._facts.id, kind, seq, where(broken))
        self._choice = Choice(seq, view.turn, action)
        self._thinking = None
        self._wake()

    def _legal_choice(self, kind: str, view: View) -> Action:
        action = self._house.choose(kind, view)
        if action not in members(view.legal):
            raise IllegalChoice
        return action

    @asynccontextmanager
    async def _trying(self) -> AsyncIterator[None]:
        """What the table does by itself is tried again later when it fails, ever less often."""
        try:
            yield
        except Exception as broken:
            if isinstance(broken, TableError) and broken.code == "table-parked":
                return
            log.error("table %d: could not move by itself: %s", self._facts.id, where(broken))
            self._failures += 1
            delay = min(LONGEST_RETRY, 2.0**self._failures)
            self._house.alarms.set(self._facts.id, self._now() + delay, self._wake)
