"""One running table: an actor that handles one request at a time.

Requests of people, robots' moves and the clock are messages of one kind in one mailbox. Each is handled the
same way: check → commit → put in place → show. A draft of the change is made beside the live game
(``steps``), the store keeps it whole or not at all, and only then it becomes the table's state and is told
to the listener. So a failed commit leaves everything as it was, and nobody sees a card that a crash could
take back.

A task exists only while there is something to handle; a table that waits costs its facts and, with a clock,
one entry in ``Alarms``. The live game is replayed from the log when it is first needed.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import Final

from bot import dealing
from bot.engine.actions import ACTION_TEXTS, Action
from bot.engine.game import AWAITS_DECK, Game, TrickTaken, View
from bot.engine.options import Rules
from bot.tables import recovery, steps
from bot.tables.clocks import Alarms, after_downtime
from bot.tables.errors import TableError
from bot.tables.model import UNFINISHED, Pace, State, TableFacts
from bot.tables.ports import Listener, LogEntry, StoreError, TableStore, Time
from bot.tables.steps import Draft

log = logging.getLogger(__name__)

MAILBOX: Final = 64  # requests of people waiting at one table
REMEMBERED: Final = 64  # latest acts known again when they are delivered twice
LONGEST_RETRY: Final = 60.0

Choose = Callable[[str, View], Action]
"""A robot's choice: the kind of robot, and what its seat sees. Called in a thread."""
_Request = Callable[[Draft], Draft]


@dataclass(frozen=True, slots=True)
class House:
    """What all tables share. ``ended`` is called once a table is not to be kept running any longer."""

    store: TableStore
    time: Time
    alarms: Alarms
    listener: Listener
    choose: Choose
    robot_pause: float
    ended: Callable[[Table], None]


class Table:
    """A table, from its lobby to its end. Made by ``Tables`` only.

    Every coroutine that changes it raises ``TableError`` (codes in ``errors``) and then has changed
    nothing; besides those named, any may raise ``store-failed``, ``busy``, ``closing``, ``table-parked``
    and ``internal``. When the caller is cancelled, the change is made all the same.
    """

    def __init__(self, house: House, facts: TableFacts) -> None:
        self._house = house
        self._facts = facts
        self._game: Game | None = None
        self._recent: deque[LogEntry] = deque(maxlen=REMEMBERED)
        self._mailbox: deque[tuple[Callable[[], Awaitable[None]], asyncio.Future[None]]] = deque()
        self._worker: asyncio.Task[None] | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._pause_before: tuple[int, float] | None = None
        self._trick_is_new = False
        self._in_doubt = False
        self._failures = 0
        self._closing = False

    def __repr__(self) -> str:
        return f"Table(id={self.facts.id}, state={self.facts.state}, seq={self.facts.seq})"

    # What it is

    @property
    def facts(self) -> TableFacts:
        """The last stored state."""
        return self._facts

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret, in hexadecimal: shown in the lobby before anybody joins."""
        return dealing.commitment(self._facts.secret)

    @property
    def revealed_secret(self) -> str | None:
        """The secret in hexadecimal once the game is over, before that None."""
        return self._facts.secret.hex() if recovery.is_public(self._facts) else None

    @property
    def rules(self) -> Rules:
        """The rules as chosen so far, or as started. Raises RuleViolation for a parked table of unknown
        rules."""
        return steps.rules_of(self._facts)

    async def view(self, seat: int | None) -> View:
        """What a seat, or with None a spectator, may see now. Replays the game where needed. Raises
        ``table-not-started`` (also for a table closed in its lobby), ``no-such-seat``."""
        if self._facts.started_at is None:
            raise TableError("table-not-started")
        if seat is not None and not 0 <= seat < len(self._facts.seats):
            raise TableError("no-such-seat")
        if self._game is None:
            await self._post(self._load)
        assert self._game is not None
        return self._game.view(seat)

    async def record(self) -> str:
        """The record of the game, with the secret and the presses that the decks follow from (notation.md,
        "Record"). Raises ``table-not-started``, and ``game-not-over`` while hands are still to be kept."""
        if self._facts.started_at is None:
            raise TableError("table-not-started")
        if not recovery.is_public(self._facts):
            raise TableError("game-not-over")
        try:
            entries = await self._house.store.log(self._facts.id)
        except StoreError:
            raise TableError("store-failed") from None
        return recovery.record_of(self._facts, entries)

    # The lobby

    async def join(self, user_id: int, name: str, press_id: int | None = None) -> None:
        """Sit down in the lobby. ``press_id`` is the id of the interaction, which takes part in the decks.
        Raises ``already-seated``, ``already-started``, ``table-full``."""
        await self._change(lambda draft: steps.join(draft, user_id, name, press_id))

    async def leave(self, user_id: int) -> None:
        """Leave for good; in play a robot takes the seat over. A host who leaves hands the table to the
        next person; without people a lobby is closed and a game adjourned. Raises ``not-seated``."""
        await self._change(lambda draft: steps.leave(draft, user_id))

    async def add_robot(self, by: int) -> None:
        """Raises ``not-host``, ``already-started``, ``table-full``."""
        await self._change(lambda draft: steps.add_robot(draft, by))

    async def remove_robot(self, by: int, seat: int) -> None:
        """Raises ``not-host``, ``already-started``, ``no-such-seat``, ``robot-seat-expected``."""
        await self._change(lambda draft: steps.remove_robot(draft, by, seat))

    async def set_preset(self, by: int, preset: str) -> None:
        """Choose another game; options it does not take go, and the number of players follows where it
        must. Raises ``not-host``, ``already-started``, ``unknown-preset``, ``too-many-seated``."""
        await self._change(lambda draft: steps.set_preset(draft, by, preset))

    async def set_players(self, by: int, players: int) -> None:
        """Raises ``not-host``, ``already-started``, ``wrong-player-count``, ``too-many-seated``."""
        await self._change(lambda draft: steps.set_players(draft, by, players))

    async def set_option(self, by: int, name: str, value: str) -> None:
        """Raises ``not-host``, ``already-started``, ``bad-option``."""
        await self._change(lambda draft: steps.set_option(draft, by, name, value))

    async def set_pace(self, by: int, pace: Pace) -> None:
        """Raises ``not-host``, ``already-started``."""
        await self._change(lambda draft: steps.set_pace(draft, by, pace))

    async def start(self, by: int) -> None:
        """Draw the seats and the first dealer and deal. Raises ``not-host``, ``already-started``,
        ``seats-empty``, ``only-robots``."""
        await self._change(lambda draft: steps.start(draft, by, self._now()))

    # The game

    async def act(self, user_id: int, seq: int, action: Action) -> None:
        """Act in the game. ``seq`` is ``facts.seq`` of the state the person saw. The same act delivered
        again changes nothing and succeeds. Raises ``StaleAction``, ``not-seated``, ``not-your-turn``,
        ``illegal``, ``absent``, ``table-not-started``, ``table-adjourned``, ``table-over``,
        ``table-closed``."""

        def request(draft: Draft) -> Draft:
            if self._was_done(user_id, seq, action):
                return draft
            return steps.act(draft, user_id, seq, action, self._now())

        await self._change(request)

    async def ready(self, user_id: int) -> None:
        """Be ready for the next deal, which is dealt once everyone present is. Raises ``not-seated``,
        ``absent``, ``not-deal-end`` and those of a table that is not being played."""
        await self._change(lambda draft: steps.ready(draft, user_id))

    # Coming and going

    async def take_seat(self, user_id: int, name: str, seat: int) -> None:
        """Take the seat of a robot or of somebody absent. Raises ``already-seated``, ``no-such-seat``,
        ``robot-seat-expected``, ``table-not-started``."""
        await self._change(lambda draft: steps.take_seat(draft, user_id, name, seat))

    async def replace(
        self, by: int, seat: int, user_id: int | None, name: str = "", *, force: bool = False
    ) -> None:
        """Give a seat to another person, or with None to a robot; ``force`` for a moderator of the server.
        Raises ``not-host``, ``no-such-seat``, ``already-seated``, ``already-robot``."""
        await self._change(lambda draft: steps.put_in_seat(draft, by, seat, user_id, name, force=force))

    async def im_back(self, user_id: int) -> None:
        """Take one's seat back from the robot. Raises ``not-seated``, ``not-absent``."""
        await self._change(lambda draft: steps.im_back(draft, user_id))

    async def adjourn(self, by: int) -> None:
        """Break off until the host resumes. Raises ``not-host``, ``table-not-started``,
        ``table-adjourned``."""
        await self._change(lambda draft: steps.adjourn(draft, by))

    async def resume(self, by: int) -> None:
        """Go on with an adjourned game: the host, or anyone seated where nobody had been left. Raises
        ``not-host``, ``not-seated``, ``not-adjourned``."""
        await self._change(lambda draft: steps.resume(draft, by))

    async def close(self, by: int, force: bool = False) -> None:
        """End the table without a result; ``force`` for a moderator of the server. Raises ``not-host``,
        ``table-over``, ``table-closed``."""
        await self._change(lambda draft: steps.close(draft, by, self._now(), force=force))

    # The machinery, for ``Tables``

    def arm(self) -> None:
        """See to it that the table moves when it must: a robot's moment, or the deadline."""
        facts, alarms = self._facts, self._house.alarms
        robots_turn = self._robots_turn()
        if facts.state is not State.PLAYING or self._closing or not (robots_turn or facts.deadline):
            alarms.clear(facts.id)
            return
        when = self._robots_moment() if robots_turn else facts.deadline
        assert when is not None
        if when <= self._now():
            alarms.clear(facts.id)
            self._wake()
        else:
            alarms.set(facts.id, when, self._wake)

    async def recover(self) -> None:
        """Go on where the last process left the table, or park it if this program does not know its rules."""
        try:
            recovery.rules_of(self._facts)
        except recovery.BrokenLog as broken:
            reason = broken
            with suppress(TableError):
                await self._post(lambda: self._park(reason), own=True)
        else:
            self.arm()

    @property
    def is_busy(self) -> bool:
        """Whether a request is being handled or a robot is thinking."""
        return self._worker is not None or self._thinking is not None

    async def quiet(self) -> None:
        """Wait until no request is being handled and no robot is thinking."""
        while task := self._worker or self._thinking:
            await asyncio.wait({task})

    async def stop(self) -> None:
        """Handle what waits in the mailbox, refuse what comes after, and rest."""
        self._closing = True
        self._house.alarms.clear(self._facts.id)
        await self.quiet()

    def _now(self) -> float:
        return self._house.time.now()

    # The mailbox

    async def _change(self, request: _Request) -> None:
        await self._post(lambda: self._handle(request))

    def _post(self, work: Callable[[], Awaitable[None]], *, own: bool = False) -> asyncio.Future[None]:
        """Put work into the mailbox; ``own`` is the table's, which always finds room."""
        done = asyncio.get_running_loop().create_future()
        done.add_done_callback(_seen)
        if self._closing:
            done.set_exception(TableError("closing"))
        elif len(self._mailbox) >= MAILBOX and not own:
            done.set_exception(TableError("busy"))
        else:
            self._mailbox.append((work, done))
            if self._worker is None:
                self._worker = asyncio.create_task(self._work(), name=f"table {self._facts.id}")
        return done

    async def _work(self) -> None:
        while self._mailbox:
            work, done = self._mailbox.popleft()
            error: TableError | None = None
            try:
                await work()
            except TableError as refused:
                error = refused
            except Exception as broken:
                log.error("table %d: a request failed: %s", self._facts.id, _where(broken))
                error = TableError("internal")
            if not done.done():  # else the caller was cancelled, and nobody asks any longer
                done.set_exception(error) if error else done.set_result(None)
        self._worker = None

    async def _handle(self, request: _Request) -> None:
        await self._settle_doubt()
        if self._facts.state in (State.PLAYING, State.ADJOURNED):
            await self._load()
        before = Draft(self._facts, self._game)
        draft = request(before)
        if draft.entries or draft.facts != before.facts:
            await self._commit(steps.settle(self._facts, draft, self._now()))

    async def _commit(self, draft: Draft) -> None:
        before = self._facts
        try:
            await self._house.store.write(draft.step())
        except StoreError:
            self._in_doubt = True
            log.error("table %d: the store failed at seq %d", before.id, before.seq)
            raise TableError("store-failed") from None
        self._facts, self._game, self._failures = draft.facts, draft.game, 0
        self._recent.extend(draft.entries)
        self._trick_is_new = any(isinstance(event, TrickTaken) for event in draft.events)
        self._show(draft, before)

    def _show(self, draft: Draft, before: TableFacts) -> None:
        self.arm()
        try:
            self._house.listener(self, draft.change(before))
        except Exception as broken:
            log.error("table %d: showing a change failed: %s", before.id, _where(broken))
        if draft.facts.state not in UNFINISHED:
            self._house.ended(self)

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
        """The live game, replayed from the log if it is not there yet; a log that is no game parks the
        table."""
        if self._game is not None:
            return
        if self._facts.state is State.PARKED:
            raise TableError("table-parked")
        try:
            entries = await self._house.store.log(self._facts.id)
        except StoreError:
            raise TableError("store-failed") from None
        try:
            self._game = recovery.replay(self._facts, entries)
        except recovery.BrokenLog as broken:
            await self._park(broken)
        else:
            self._recent.clear()
            self._recent.extend(entries[-REMEMBERED:])

    async def _park(self, reason: recovery.BrokenLog) -> None:
        """Put a running table aside, in memory also where the store fails. Always raises ``table-parked``."""
        log.error("table %d: its log cannot be played: %s", self._facts.id, reason)
        if self._facts.state not in UNFINISHED:
            raise TableError("table-parked")
        before, draft = self._facts, steps.park(self._facts, self._now())
        try:
            await self._house.store.write(draft.step())
        except StoreError:
            log.error("table %d: the store failed while parking", before.id)
        self._facts = draft.facts
        self._show(draft, before)
        raise TableError("table-parked")

    def _was_done(self, user_id: int, seq: int, action: Action) -> bool:
        """Whether this very act is in the log: a button pressed once may be delivered twice."""
        if not 0 <= action < len(ACTION_TEXTS):
            return False
        act = ACTION_TEXTS[action]
        return any(
            entry.seq == seq and entry.user_id == user_id and entry.line.partition(" ")[2] == act
            for entry in self._recent
        )

    # Moving by itself

    def _robots_turn(self) -> bool:
        turn = self._facts.turn
        return turn is not None and turn >= 0 and self._facts.seats[turn].played_by_robot

    def _robots_moment(self) -> float:
        """When the robot moves: after a pause that varies a little, and is twice as long after a completed
        trick, so that people can follow. Other changes meanwhile do not prolong it."""
        seq = self._facts.seq
        if self._pause_before is None or self._pause_before[0] != seq:
            varied = 0.8 + 0.4 * ((seq * 2654435761 + self._facts.id) % 1024) / 1024
            slow = 2 if self._trick_is_new else 1
            self._pause_before = (seq, self._now() + self._house.robot_pause * varied * slow)
        return self._pause_before[1]

    def _wake(self) -> None:
        """The alarm rang."""
        if not self._closing:
            self._post(self._move_alone, own=True)

    async def _move_alone(self) -> None:
        async with self._trying():
            await self._settle_doubt()
            if self._facts.state is not State.PLAYING:
                return
            await self._load()
            seq = self._facts.seq
            if self._facts.turn == AWAITS_DECK:
                await self._handle(lambda draft: steps.deal_time_over(draft, seq, self._now()))
            elif self._robots_turn() or steps.time_is_over(self._facts, self._now()):
                self._think()

    def _think(self) -> None:
        if self._thinking is None:
            assert self._game is not None
            view = self._game.view(self._game.turn)
            kind = self._facts.seats[self._game.turn].robot
            self._thinking = asyncio.create_task(self._choose(kind, view, self._facts.seq))

    async def _choose(self, kind: str, view: View, seq: int) -> None:
        action: Action | None = None
        seat = view.turn
        try:
            action = await asyncio.to_thread(self._house.choose, kind, view)
        except Exception as broken:
            log.error("table %d: robot %s failed at seq %d: %s", self._facts.id, kind, seq, _where(broken))
        else:
            if action < 0 or not view.legal >> action & 1:
                log.error("table %d: robot %s chose nothing legal at seq %d", self._facts.id, kind, seq)
        self._post(lambda: self._robot_moves(seq, seat, action), own=True)
        self._thinking = None

    async def _robot_moves(self, seq: int, seat: int, action: Action | None) -> None:
        async with self._trying():
            before = self._facts
            await self._handle(lambda draft: steps.robot_acts(draft, seq, seat, action, self._now()))
            if self._facts is before:
                self.arm()  # the table went on meanwhile: whoever is to move now is waited for

    @asynccontextmanager
    async def _trying(self) -> AsyncIterator[None]:
        """What the table does by itself is tried again later when it fails, ever less often."""
        try:
            yield
        except Exception as broken:
            if isinstance(broken, TableError) and broken.code == "table-parked":
                return
            log.error("table %d: could not move by itself: %s", self._facts.id, _where(broken))
            self._failures += 1
            delay = min(LONGEST_RETRY, 2.0**self._failures)
            self._house.alarms.set(self._facts.id, self._now() + delay, self._wake)


def _seen(done: asyncio.Future[None]) -> None:
    """Keeps asyncio from printing, with its traceback, an error that nobody waits for."""
    if not done.cancelled():
        done.exception()


def _where(error: BaseException) -> str:
    """The kind of an error and the lines it went through, without its message, which might name a card."""
    frames = traceback.extract_tb(error.__traceback__)[-3:]
    path = " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(frames))
    return f"{type(error).__name__} at {path}"
