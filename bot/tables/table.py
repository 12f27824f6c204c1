"""One running table: what may be asked of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress

from bot.engine import registry
from bot.engine.cards import Action, Card
from bot.engine.game import View
from bot.engine.options import Rules
from bot.engine.play import Game
from bot.errors import tell, where
from bot.tables import asking, lobby, play, recovery, seats
from bot.tables.actor import LiveTable, Mailbox, OwnMoves, Request, TableServices
from bot.tables.drafts import Draft, require_unveiled
from bot.tables.errors import TableError
from bot.tables.model import (
    UNFINISHED,
    Invited,
    NamedPreset,
    Newcomer,
    Pace,
    RobotPace,
    State,
    TableFacts,
    Wishes,
)
from bot.tables.play import PlayedFor
from bot.tables.ports import Change, GameProgress, LogEntry, SatDeal, Sitting, StoredTable

log = logging.getLogger(__name__)


class Table:
    """A table, from its lobby to its end. Made by ``Tables`` only.

    Every coroutine that changes it raises ``TableError`` (codes in ``errors``) and then has changed
    nothing; besides those named, any may raise ``store-failed``, ``busy``, ``closing``, ``table-parked``
    and ``internal``. When the caller is cancelled, the change is made all the same.
    """

    __slots__ = (
        "__weakref__", "_emotes", "_house", "_listener", "_live", "_mailbox", "_own_moves", "_played_for",
    )  # fmt: skip

    def __init__(self, house: TableServices, stored: StoredTable, listener: Listener) -> None:
        self._house = house
        self._listener = listener
        self._played_for: PlayedFor | None = None
        self._emotes: dict[int, float] | None = None  # when each person showed their last one
        self._mailbox = Mailbox(stored.facts.id)
        self._live = LiveTable(house, stored, self._changed)
        self._own_moves = OwnMoves(house, self._live, self._mailbox)

    def __repr__(self) -> str:
        return f"Table(id={self.facts.id}, state={self.facts.state}, seq={self.facts.seq})"

    # What it is

    @property
    def facts(self) -> TableFacts:
        """The last stored state."""
        return self._live.facts

    @property
    def revealed_secret(self) -> str | None:
        """The secret in hexadecimal once the game, and every other with its cards, is over; before that
        None."""
        return self._live.sealed.secret.hex() if recovery.is_public(self.facts) else None

    @property
    def rules(self) -> Rules:
        """The rules as chosen so far, or as started. Raises RuleViolation for a parked table of unknown
        rules."""
        return registry.make_rules(self.facts.preset, self.facts.players, self.facts.options)

    async def view(self, seat: int | None) -> View:
        """What a seat, or with None a spectator, may see now. Replays the game where needed. Raises
        ``table-not-started`` (also for a table closed in its lobby), ``no-such-seat``, and to a spectator
        ``table-veiled``."""
        if seat is None:
            return await self.public_view(None)
        self._require_begun()
        if not 0 <= seat < len(self.facts.seats):
            raise TableError("no-such-seat")
        return (await self._game()).view(seat)

    async def public_view(self, user_id: int | None) -> View:
        """What everybody may see now, for a person, or with None for all, to look at. Raises as ``view``, but
        ``table-veiled`` only to who has no seat."""
        require_unveiled(self.facts, user_id)
        self._require_begun()
        return (await self._game()).view(None)

    async def progress(self) -> GameProgress:
        """How far the game is, which tells nothing of its cards. Raises ``table-not-started``."""
        self._require_begun()
        view = (await self._game()).view(None)
        return GameProgress(len(view.results), view.deal, view.deals, view.turn, bool(view.tricks))

    async def view_of_deal(self, number: int, user_id: int | None = None) -> View | None:
        """What anybody could see when the deal of this number (from 0, those thrown in counted too) had just
        ended, for a person to look at; None where it has not. Raises ``table-not-started``, and
        ``table-veiled`` to who has no seat."""
        require_unveiled(self.facts, user_id)
        self._require_begun()
        if not 0 <= number < len((await self._game()).view(None).results):
            return None
        try:
            game = recovery.replay_to_end_of(self.facts, await self._live.entries(), number)
        except recovery.BrokenLog:
            raise TableError("table-parked") from None
        return None if game is None else game.view(None)

    async def view_before(self, number: int, seat: int) -> View | None:
        """What a seat saw just before the input of that number was put in; None where there is no such input.
        Raises ``table-not-started``, ``no-such-seat``, ``table-parked``."""
        self._require_begun()
        if not 0 <= seat < len(self.facts.seats):
            raise TableError("no-such-seat")
        facts, entries = self.facts, await self._live.entries()
        try:
            game = await asyncio.to_thread(recovery.replay_before, facts, entries[: facts.seq], number)
        except recovery.BrokenLog:
            raise TableError("table-parked") from None
        return None if game is None else game.view(seat)

    async def record(self) -> str:
        """The record of the game, with the secret and the presses that the decks follow from (notation.md,
        "Record"). Raises as ``inputs`` does, as hands are to be kept until the game is over."""
        entries, sat = await self.inputs()
        try:
            return recovery.record_of(self.facts, self._live.sealed, entries, sat)
        except recovery.BrokenLog:
            raise TableError("table-parked") from None

    async def deals(self) -> Sequence[SatDeal]:
        """The deals of a game that is over, thrown-in ones too, with who sat there. Raises as ``inputs``."""
        entries, sat = await self.inputs()
        try:
            return await asyncio.to_thread(recovery.sat_deals, self.facts, entries, sat)
        except recovery.BrokenLog:
            raise TableError("table-parked") from None

    async def inputs(self) -> tuple[Sequence[LogEntry], Sequence[Sitting]]:
        """Everything that was put into a game that is over, and who sat where. Raises ``table-parked``,
        ``table-not-started``, ``table-veiled``, ``game-not-over``."""
        if self.facts.state is State.PARKED:
            raise TableError("table-parked")
        self._require_begun()
        require_unveiled(self.facts)
        if not recovery.is_public(self.facts):
            raise TableError("game-not-over")
        live = self._live
        return await live.entries(), await live.sittings()

    async def has_sat(self, user_id: int) -> bool:
        """Whether a person has a seat, or has had one in the play. Raises ``store-failed``."""
        if self.facts.seat_of(user_id) is not None:
            return True
        return any(one.user_id == user_id for one in await self._live.sittings())

    def _require_begun(self) -> None:
        if self.facts.started_at is None:
            raise TableError("table-not-started")

    # The lobby

    async def join(self, user_id: int, name: str, press_id: int | None = None) -> None:
        """Sit down in the lobby. ``press_id`` is the id of the interaction, which takes part in the decks.
        Raises ``already-seated``, ``already-started``, ``table-full``, ``private-table``,
        ``members-only``."""
        who = await self._newcomer(user_id, name)
        await self._change(lambda draft: lobby.join(draft, who, press_id))

    async def here(self, user_id: int, press_id: int) -> None:
        """Say in the lobby of a table with given seats that one is there to play. ``press_id`` is the id of
        the interaction, which takes part in the decks; saying so again changes nothing. Raises
        ``not-seated``, ``already-started``, ``not-awaited`` where a host starts the game."""
        await self._change(lambda draft: lobby.here(draft, user_id, press_id))

    async def leave(self, user_id: int) -> None:
        """Leave for good; in play, and where seats were given, a robot takes the seat over. A host who leaves
        hands the table to the next person; without people a lobby and a private table are closed, and any
        other game adjourned. Raises ``not-seated``."""
        await self._change(lambda draft: seats.leave(draft, user_id))

    async def add_robot(self, by: int, kind: str | None = None) -> None:
        """Set a robot on a free seat, of the table's kind or another. Raises ``not-host``,
        ``already-started``, ``table-full``, ``no-such-robot``, ``robot-unavailable``."""
        await self._change(lambda draft: lobby.add_robot(draft, by, kind))

    async def remove_robot(self, by: int, seat: int) -> None:
        """Send a robot away. Raises ``not-host``, ``already-started``, ``no-such-seat``,
        ``robot-seat-expected``."""
        await self._change(lambda draft: lobby.remove_robot(draft, by, seat))

    async def set_preset(self, by: int, preset: str | NamedPreset) -> None:
        """Choose another game. A named preset brings players, options and pace. With a built-in one options
        it does not take go, and the number of players follows where it must. Raises ``not-host``,
        ``already-started``, ``unknown-preset``, ``outdated-preset``, ``too-many-seated``,
        ``league-rules``."""
        await self._change(lambda draft: lobby.set_preset(draft, by, preset))

    async def set_players(self, by: int, players: int) -> None:
        """Choose how many play; options that do not fit go, but at a table of a league. Raises ``not-host``,
        ``already-started``, ``wrong-player-count``, ``too-many-seated``, ``league-players``."""
        await self._change(lambda draft: lobby.set_players(draft, by, players))

    async def set_option(self, by: int, name: str, value: str) -> None:
        """Choose the value of an option. Raises ``not-host``, ``already-started``, ``bad-option``,
        ``league-rules``."""
        await self._change(lambda draft: lobby.set_option(draft, by, name, value))

    async def reset(self, by: int) -> None:
        """Go back to the rules of the built-in preset. Raises ``not-host``, ``already-started``,
        ``league-rules``."""
        await self._change(lambda draft: lobby.reset(draft, by))

    async def set_pace(self, by: int, pace: Pace) -> None:
        """Choose how long a move may take. Raises ``not-host``, ``already-started``."""
        await self._change(lambda draft: lobby.set_pace(draft, by, pace))

    async def set_robots(self, by: int, kind: str) -> None:
        """Choose how well the robots play, all of them. Raises ``not-host``, ``already-started``,
        ``no-such-robot``, ``robot-unavailable``."""
        await self._change(lambda draft: lobby.set_robots(draft, by, kind))

    async def set_robot(self, by: int, seat: int, kind: str) -> None:
        """Choose how well the robot on one seat plays. Raises ``not-host``, ``already-started``,
        ``no-such-seat``, ``robot-seat-expected``, ``no-such-robot``, ``robot-unavailable``."""
        await self._change(lambda draft: lobby.set_robot(draft, by, seat, kind))

    async def set_robot_pace(self, by: int, pace: RobotPace) -> None:
        """Choose how fast the robots play. Raises ``not-host``, ``already-started``."""
        await self._change(lambda draft: lobby.set_robot_pace(draft, by, pace))

    async def start(self, by: int) -> None:
        """Draw the seats and the first dealer and deal. Raises ``not-host``, ``already-started``,
        ``seats-empty``, ``only-robots``."""
        await self._change(lambda draft: play.start(draft, by, self._now()))

    async def fill_and_start(self, by: int) -> None:
        """Have robots take the seats that are free, and start. Raises ``not-host``, ``already-started``,
        ``only-robots``."""
        await self._change(lambda draft: play.fill_and_start(draft, by, self._now()))

    # The game

    async def act(self, user_id: int, seq: int, action: Action) -> None:
        """Act in the game. ``seq`` is ``facts.seq`` of the state the person saw. The same act delivered
        again changes nothing and succeeds. Raises ``StaleAction``, ``not-seated``, ``not-your-turn``,
        ``illegal``, ``absent``, ``table-not-started``, ``table-adjourned``, ``table-over``,
        ``table-closed``."""

        def request(draft: Draft) -> Draft:
            if self._live.was_done(user_id, seq, action):
                return draft
            return play.act(draft, user_id, seq, action, self._now())

        await self._change(request)

    async def ready(self, user_id: int, seq: int | None = None) -> None:
        """Be ready for the next deal, which is dealt once everyone present is. ``seq`` is the state the
        person saw, if it is known. Raises ``StaleAction``, ``not-seated``, ``absent``, ``not-deal-end`` and
        those of a table that is not being played."""
        await self._change(lambda draft: play.ready(draft, user_id, seq))

    async def take_rest(self, user_id: int, seq: int) -> None:
        """Take all the tricks that are left, which must be certain from one's own view
        (``certain_rest``). ``seq`` is the state the person saw. Raises as ``act`` does, and
        ``rest-not-certain``."""
        await self._change(lambda draft: play.take_rest(draft, user_id, seq, self._now()))

    # Told beforehand; nobody else is shown anything of it

    def wishes(self, user_id: int) -> Wishes:
        """What a person has told the table: for their eyes only."""
        return self._live.sealed.of(user_id)

    async def queue(self, user_id: int, seq: int, card: Card) -> None:
        """Put a card behind those that one wants to play next. The first is played when one's turn comes, if
        it is legal then. ``seq`` is the state the person saw. Raises ``StaleAction`` (the deal is over, the
        card is no longer held, ``play.QUEUE_LONGEST`` are queued), ``not-seated``, ``absent`` and those of
        a table that is not being played."""
        await self._change(lambda draft: play.queue(draft, user_id, seq, card))

    async def unqueue(self, user_id: int, card: Card) -> None:
        """Take a queued card back, if it has not been played; one that is about to be played takes all others
        with it. Raises ``not-seated`` and those of a table that is not being played."""
        await self._change(lambda draft: play.unqueue(draft, user_id, card))

    async def set_forced(self, user_id: int, on: bool) -> None:
        """Say whether one's only legal action is to be taken for one. Raises ``not-seated``, ``table-over``,
        ``table-closed``."""
        await self._change(lambda draft: play.set_forced(draft, user_id, on))

    async def allow_why(self, user_id: int, on: bool) -> None:
        """Say whether robots may be asked during a deal why cards were played: they may once all people at
        the table allow it. Raises ``not-seated`` and those of a table that is not being played."""
        await self._change(lambda draft: asking.allow(draft, user_id, on))

    def played_for(self, user_id: int) -> tuple[Card, ...]:
        """What was played for a person in this deal since they last did something themselves, as they had
        told the table: for their eyes only."""
        return () if self._played_for is None else self._played_for.of(user_id)

    # Among players

    async def nudge(self, user_id: int) -> str:
        """Ask the one to move to do so, and return their name; reported as a ``Nudge``. Once a turn, and only
        when it has lasted ``play.NUDGE_AFTER`` seconds. Raises ``not-seated``, ``absent``, ``own-turn``,
        ``nobody-to-nudge``, ``already-nudged``, ``nudge-too-early`` and those of a table that is not being
        played."""
        asked = ""

        def ask(draft: Draft) -> Draft:
            nonlocal asked
            after = play.nudge(draft, user_id, self._own_moves.turn_lasted)
            assert after.facts.turn is not None
            asked = after.facts.seats[after.facts.turn].name
            return after

        await self._change(ask)
        return asked

    async def emote(self, user_id: int, key: str) -> None:
        """Show one of ``play.EMOTES``; reported as an ``Emote``, kept nowhere. Raises ``not-seated``,
        ``absent``, ``no-such-emote``, ``emote-too-early`` (within ``play.EMOTE_PAUSE`` seconds) and those
        of a table that is not being played."""
        emotes = self._emotes = self._emotes or {}
        shown = play.emote(self.facts, emotes, user_id, key, self._house.time.monotonic())
        emotes[user_id] = self._house.time.monotonic()
        self._announce(Change(self.facts, self.facts, signal=shown))

    # Whether it would go: what would be refused now raises, nothing changes

    def require_may_leave(self, user_id: int) -> None:
        """Raises as ``leave``."""
        seats.left(self.facts, user_id)

    def require_may_adjourn(self, by: int) -> None:
        """Raises as ``adjourn``."""
        seats.adjourned(self.facts, by)

    def require_may_close(self, by: int, *, force: bool) -> None:
        """Raises as ``close``."""
        seats.closed(self.facts, by, self._now(), force=force)

    async def require_may_replace(
        self, by: int, seat: int, user_id: int | None, name: str, *, force: bool
    ) -> None:
        """Raises as ``replace``."""
        who = None if user_id is None else await self._newcomer(user_id, name)
        seats.given(self.facts, by, seat, who, force=force)

    # Coming and going

    async def take_seat(self, user_id: int, name: str, seat: int) -> None:
        """Take the seat of a robot or of somebody absent. Raises ``already-seated``, ``no-such-seat``,
        ``robot-seat-expected``, ``table-not-started``, ``private-table``, ``members-only``."""
        who = await self._newcomer(user_id, name)
        await self._change(lambda draft: seats.take_seat(draft, who, seat))

    async def replace(
        self, by: int, seat: int, user_id: int | None, name: str = "", *, force: bool = False
    ) -> None:
        """Give a seat to another person, or with None to a robot; ``force`` for a moderator of the server.
        Raises ``not-host``, ``no-such-seat``, ``already-seated``, ``already-robot``, ``members-only``."""
        who = None if user_id is None else await self._newcomer(user_id, name)
        await self._change(lambda draft: seats.put_in_seat(draft, by, seat, who, force=force))

    async def play_on(self, user_id: int, seq: int) -> None:
        """A robot takes the seat of somebody who does not come back, if they are still waited for as they
        were at that ``seq``. Raises StaleAction, ``not-seated``, ``table-time-up``."""
        await self._change(lambda draft: seats.play_on(draft, user_id, seq))

    async def show_in(self, channel_id: int) -> None:
        """Be shown in this channel from now on. Raises those of a table that is over."""
        await self._change(lambda draft: seats.show_in(draft, channel_id))

    async def im_back(self, user_id: int) -> None:
        """Take one's seat back from the robot. Raises ``not-seated``, ``not-absent``."""
        await self._change(lambda draft: seats.im_back(draft, user_id))

    async def adjourn(self, by: int) -> None:
        """Break off until the host resumes. Raises ``not-host``, ``table-not-started``,
        ``table-adjourned``."""
        await self._change(lambda draft: seats.adjourn(draft, by))

    async def resume(self, by: int) -> None:
        """Go on with an adjourned game: the host, or anyone seated where nobody had been left or there is no
        host. Raises ``not-host``, ``not-seated``, ``not-adjourned``."""
        await self._change(lambda draft: seats.resume(draft, by))

    async def close(self, by: int, force: bool = False) -> None:
        """End the table without a result; ``force`` for a moderator of the server. Raises ``not-host``,
        ``table-over``, ``table-closed``."""
        await self._change(lambda draft: seats.close(draft, by, self._now(), force=force))

    # The program, in the place of a host; the errors named above may come here too

    async def begin(self) -> None:
        """Start as ``start`` does. Seats that were given are not drawn. Raises ``already-started``,
        ``seats-empty``, ``only-robots``, and ``knows-cards`` where somebody has had a seat at another table
        that plays the same ones."""
        facts = self._live.facts
        for number, seat in enumerate(facts.seats if facts.duplicate else ()):
            if seat.user_id is not None and (await self._newcomer(seat.user_id, seat.name)).knows_cards:
                raise TableError("knows-cards", seat=str(number))
        await self._change(lambda draft: play.begin(draft, self._now()))

    async def call_off(self) -> None:
        """End the table without a result. Raises ``table-over``, ``table-closed``."""
        await self._change(lambda draft: seats.call_off(draft, self._now()))

    async def pause(self) -> None:
        """Let the game wait until ``go_on``: nobody acts, and nobody resumes it (``table-paused``). A lobby
        stays as it is. Asking again changes nothing. Raises those of a table that is over."""
        await self._change(seats.pause)

    async def go_on(self) -> None:
        """Go on with a paused game; whose turn it is has the full time again. One that is not paused stays as
        it is. Raises those of a table that is over."""
        await self._change(seats.go_on)

    async def seat_by_program(self, seat: int, who: Invited | None) -> None:
        """Give a seat to another person, or with None to a robot, in the lobby, in play or in a pause. Their
        press counts in the lobby alone. Raises ``no-such-seat``, ``already-seated``, ``already-robot``,
        ``saw-another-hand``, ``knows-cards``, ``members-only``, ``table-time-up`` and those of a table that
        is over."""
        press_id = None if who is None else who.press_id
        newcomer = None if who is None else await self._newcomer(who.user_id, who.name)
        await self._change(lambda draft: seats.give_seat(draft, seat, newcomer, press_id))

    async def _newcomer(self, user_id: int, name: str) -> Newcomer:
        """A person who is to have a seat."""
        return await self._house.newcomer(self._live.facts, user_id, name)

    async def finish_by_robots(self) -> None:
        """Time is up: robots play every seat to the end of the game, as fast as they can be followed, and
        deal on without waiting. The people keep their seats, and with them the result; nobody acts, comes
        back or sits down any more (``table-time-up``). A game that is adjourned goes on. Asking again changes
        nothing. Raises ``table-not-started`` and those of a table that is over."""
        await self._change(seats.finish_by_robots)

    async def cut_short(self) -> None:
        """Time is up: the game ends at once, as the deals that were scored have left it, and the deal in play
        counts for nothing. With none scored yet the table is called off. Raises ``cannot-cut-short`` where
        the deals of the game do not each add up to 0, and those of a table that is over."""
        await self._change(lambda draft: seats.cut_short(draft, self._now()))

    async def unveil(self) -> None:
        """Let everybody see what is to be seen of other tables, the last of its round having played the same
        cards: also when it is over, whatever has become of it. Asking again changes nothing."""
        await self._change(seats.unveil)

    # How it works

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
            self._listener(self, change)
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


Listener = Callable[[Table, Change], None]
"""Called with the table and the change, after it was stored and applied; must return at once. Not called for
what is nobody's business but one person's: a card queued, forced cards played."""
