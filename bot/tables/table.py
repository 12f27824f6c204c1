"""One running table: what may be asked of it."""

from __future__ import annotations

from bot import dealing
from bot.engine import registry
from bot.engine.actions import Action
from bot.engine.cards import Card
from bot.engine.game import View
from bot.engine.options import Rules
from bot.tables import lobby, play, recovery, seats, signals, wishes
from bot.tables.actor import Actor, House
from bot.tables.drafts import Draft
from bot.tables.errors import TableError
from bot.tables.model import NamedPreset, Pace, TableFacts
from bot.tables.ports import Change


class Table(Actor):
    """A table, from its lobby to its end. Made by ``Tables`` only.

    Every coroutine that changes it raises ``TableError`` (codes in ``errors``) and then has changed
    nothing; besides those named, any may raise ``store-failed``, ``busy``, ``closing``, ``table-parked``
    and ``internal``. When the caller is cancelled, the change is made all the same.
    """

    def __init__(self, house: House, facts: TableFacts) -> None:
        super().__init__(house, facts)
        self._emotes: dict[int, float] = {}  # when each person showed their last one

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
        return registry.make_rules(self._facts.preset, self._facts.players, self._facts.options)

    async def view(self, seat: int | None) -> View:
        """What a seat, or with None a spectator, may see now. Replays the game where needed. Raises
        ``table-not-started`` (also for a table closed in its lobby), ``no-such-seat``."""
        if self._facts.started_at is None:
            raise TableError("table-not-started")
        if seat is not None and not 0 <= seat < len(self._facts.seats):
            raise TableError("no-such-seat")
        while self._game is None:  # it may go again meanwhile, when the store has failed
            await self._mailbox.post(self._load)
        return self._game.view(seat)

    async def record(self) -> str:
        """The record of the game, with the secret and the presses that the decks follow from (notation.md,
        "Record"). Raises ``table-not-started``, and ``game-not-over`` while hands are still to be kept."""
        if self._facts.started_at is None:
            raise TableError("table-not-started")
        if not recovery.is_public(self._facts):
            raise TableError("game-not-over")
        try:
            return recovery.record_of(self._facts, await self._entries())
        except recovery.BrokenLog:
            raise TableError("table-parked") from None

    # The lobby

    async def join(self, user_id: int, name: str, press_id: int | None = None) -> None:
        """Sit down in the lobby. ``press_id`` is the id of the interaction, which takes part in the decks.
        Raises ``already-seated``, ``already-started``, ``table-full``."""
        await self._change(lambda draft: lobby.join(draft, user_id, name, press_id))

    async def leave(self, user_id: int) -> None:
        """Leave for good; in play a robot takes the seat over. A host who leaves hands the table to the
        next person; without people a lobby is closed and a game adjourned. Raises ``not-seated``."""
        await self._change(lambda draft: seats.leave(draft, user_id))

    async def add_robot(self, by: int) -> None:
        """Set a robot on a free seat. Raises ``not-host``, ``already-started``, ``table-full``."""
        await self._change(lambda draft: lobby.add_robot(draft, by))

    async def remove_robot(self, by: int, seat: int) -> None:
        """Send a robot away. Raises ``not-host``, ``already-started``, ``no-such-seat``,
        ``robot-seat-expected``."""
        await self._change(lambda draft: lobby.remove_robot(draft, by, seat))

    async def set_preset(self, by: int, preset: str | NamedPreset) -> None:
        """Choose another game. A named preset brings players, options and pace. With a built-in one options
        it does not take go, and the number of players follows where it must. Raises ``not-host``,
        ``already-started``, ``unknown-preset``, ``outdated-preset``, ``too-many-seated``."""
        await self._change(lambda draft: lobby.set_preset(draft, by, preset))

    async def set_players(self, by: int, players: int) -> None:
        """Choose how many play; options that do not fit go. Raises ``not-host``, ``already-started``,
        ``wrong-player-count``, ``too-many-seated``."""
        await self._change(lambda draft: lobby.set_players(draft, by, players))

    async def set_option(self, by: int, name: str, value: str) -> None:
        """Choose the value of an option. Raises ``not-host``, ``already-started``, ``bad-option``."""
        await self._change(lambda draft: lobby.set_option(draft, by, name, value))

    async def reset(self, by: int) -> None:
        """Go back to the rules of the built-in preset. Raises ``not-host``, ``already-started``."""
        await self._change(lambda draft: lobby.reset(draft, by))

    async def set_pace(self, by: int, pace: Pace) -> None:
        """Choose how long a move may take. Raises ``not-host``, ``already-started``."""
        await self._change(lambda draft: lobby.set_pace(draft, by, pace))

    async def set_robots(self, by: int, kind: str) -> None:
        """Choose how well the robots play. Raises ``not-host``, ``already-started``, ``no-such-robot``."""
        await self._change(lambda draft: lobby.set_robots(draft, by, kind))

    async def start(self, by: int) -> None:
        """Draw the seats and the first dealer and deal. Raises ``not-host``, ``already-started``,
        ``seats-empty``, ``only-robots``."""
        await self._change(lambda draft: play.start(draft, by, self._now()))

    # The game

    async def act(self, user_id: int, seq: int, action: Action) -> None:
        """Act in the game. ``seq`` is ``facts.seq`` of the state the person saw. The same act delivered
        again changes nothing and succeeds. Raises ``StaleAction``, ``not-seated``, ``not-your-turn``,
        ``illegal``, ``absent``, ``table-not-started``, ``table-adjourned``, ``table-over``,
        ``table-closed``."""

        def request(draft: Draft) -> Draft:
            if self._was_done(user_id, seq, action):
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
        (``engine.certain``). ``seq`` is the state the person saw. Raises as ``act`` does, and
        ``rest-not-certain``."""
        await self._change(lambda draft: play.take_rest(draft, user_id, seq, self._now()))

    # Told beforehand; nobody else is shown anything of it

    def queued(self, user_id: int) -> Card | None:
        """The card a person has queued: for their eyes only."""
        seat = self._facts.seat_of(user_id)
        return None if seat is None else self._facts.seats[seat].queued

    async def queue(self, user_id: int, seq: int, card: Card) -> None:
        """Say which card one wants to play next, in place of the one said before. It is played when one's
        turn comes, if it is legal then, else dropped. ``seq`` is the state the person saw. Raises
        ``StaleAction`` (the deal is over, the card is no longer held, one's turn has come and it is not
        legal), ``not-seated``, ``absent`` and those of a table that is not being played."""
        await self._change(lambda draft: wishes.queue(draft, user_id, seq, card))

    async def unqueue(self, user_id: int) -> None:
        """Take one's queued card back, if it has not been played. Raises ``not-seated`` and those of a table
        that is not being played."""
        await self._change(lambda draft: wishes.unqueue(draft, user_id))

    async def set_forced(self, user_id: int, on: bool) -> None:
        """Say whether one's only legal action is to be taken for one. Raises ``not-seated``, ``table-over``,
        ``table-closed``."""
        await self._change(lambda draft: wishes.set_forced(draft, user_id, on))

    # Among players

    async def nudge(self, user_id: int) -> None:
        """Ask the one to move to do so; told as a ``Nudge``. Once a turn, and only when it has lasted
        ``signals.NUDGE_AFTER`` seconds. Raises ``not-seated``, ``absent``, ``own-turn``, ``nobody-to-nudge``,
        ``already-nudged``, ``nudge-too-early`` and those of a table that is not being played."""
        await self._change(lambda draft: signals.nudge(draft, user_id, self._now()))

    async def emote(self, user_id: int, key: str) -> None:
        """Show one of ``signals.EMOTES``; told as an ``Emote``, and kept nowhere. Raises ``not-seated``,
        ``absent``, ``no-such-emote``, ``emote-too-early`` (within ``signals.EMOTE_PAUSE`` seconds) and those
        of a table that is not being played."""
        shown = signals.emote(self._facts, self._emotes, user_id, key, self._now())
        self._emotes[user_id] = self._now()
        self._announce(Change(self._facts, self._facts, signal=shown))

    # Coming and going

    async def take_seat(self, user_id: int, name: str, seat: int) -> None:
        """Take the seat of a robot or of somebody absent. Raises ``already-seated``, ``no-such-seat``,
        ``robot-seat-expected``, ``table-not-started``."""
        await self._change(lambda draft: seats.take_seat(draft, user_id, name, seat))

    async def replace(
        self, by: int, seat: int, user_id: int | None, name: str = "", *, force: bool = False
    ) -> None:
        """Give a seat to another person, or with None to a robot; ``force`` for a moderator of the server.
        Raises ``not-host``, ``no-such-seat``, ``already-seated``, ``already-robot``."""
        await self._change(lambda draft: seats.put_in_seat(draft, by, seat, user_id, name, force=force))

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
        """Go on with an adjourned game: the host, or anyone seated where nobody had been left. Raises
        ``not-host``, ``not-seated``, ``not-adjourned``."""
        await self._change(lambda draft: seats.resume(draft, by))

    async def close(self, by: int, force: bool = False) -> None:
        """End the table without a result; ``force`` for a moderator of the server. Raises ``not-host``,
        ``table-over``, ``table-closed``."""
        await self._change(lambda draft: seats.close(draft, by, self._now(), force=force))

    def _tell(self, change: Change) -> None:
        self._house.listener(self, change)
