"""What is remembered of each table for showing it: its messages, and what is said besides. One object
a table, dropped as a whole when the table is over.

What is no message is kept in memory only: a card that was pressed once, emotes and nudges, and the trick that
closed a deal, which stays to be looked at for a moment before the scores take its place.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Final

from bot.discordkit.panel import message_url
from bot.discordkit.postings import Draw, MessageSpec, Outlet
from bot.discordkit.slots import Slot
from bot.engine.cards import Action, CardSet
from bot.engine.game import DealEnded, TrickTaken, View
from bot.people.settings import ServerSettings, TrickStays
from bot.ports import Time
from bot.robots.reasons.model import CardExplanation
from bot.tables.asking import cards_played, deal_is_over, is_allowed
from bot.tables.model import UNFINISHED, Emote, Nudge, RestTaken, State, TableFacts
from bot.tables.ports import Change
from bot.watch.log import Here


class PressedOnce:
    """The cards that have been pressed once, where their players wish to press twice: one a person at one
    table, for as long as they hold the same cards: the others may go on
    meanwhile."""

    def __init__(self) -> None:
        self._pressed: dict[int, tuple[CardSet, Action]] = {}

    def press(self, user_id: int, hand: CardSet, action: Action) -> None:
        """A person who holds these cards has pressed the one of this action."""
        self._pressed[user_id] = hand, action

    def of(self, user_id: int, hand: CardSet) -> Action | None:
        """What a person has pressed, holding these cards."""
        held, action = self._pressed.get(user_id, (0, None))
        return action if held == hand else None


EMOTE_SECONDS: Final = 10.0


class Remarks:
    """What is said at one table besides its game, for a short while: emotes, who nudged whom, who took the
    rest."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self._emotes: dict[int, tuple[Emote, float]] = {}  # the latest by seat, each with when it was shown
        self._nudge: tuple[int, Nudge] | None = None  # with the seq of the turn it is about
        self._rests: dict[int, int] = {}  # the seats that took the rest, by number of the deal

    def hear(self, change: Change) -> None:
        """The table has changed."""
        ended = [event.result for event in change.events if isinstance(event, DealEnded)]
        match change.signal:
            case Emote():
                self._emotes[change.signal.seat] = change.signal, self._time.monotonic()
            case Nudge():
                self._nudge = change.after.seq, change.signal
            case RestTaken():
                self._rests |= {result.deal: change.signal.seat for result in ended}
            case None:
                pass

    def emotes(self) -> list[Emote]:
        """Those to be seen now, the oldest first."""
        shown = sorted(self._emotes.values(), key=lambda one: one[1])
        return [emote for emote, since in shown if since + EMOTE_SECONDS > self._time.monotonic()]

    def nudge(self, facts: TableFacts) -> Nudge | None:
        """Who has nudged whom in this turn."""
        seq, nudge = self._nudge or (None, None)
        return nudge if facts.nudged and seq == facts.seq else None

    def rest_taken_by(self, deal: int) -> int | None:
        """The seat that took all the tricks that were left of that deal at once."""
        return self._rests.get(deal)


EVERYBODY: Final = 0
"""Nobody's id: for whom the message in the channel is drawn."""


TRICK_SECONDS: Final[dict[str, float]] = {TrickStays.THREE: 3.0, TrickStays.TWO: 2.0, TrickStays.OFF: 0.0}
"""How long it is shown, by the server's setting."""


class ClosingTimer(StrEnum):
    """The timer of a closing trick, by the table's id."""

    SEEN = "closing-trick-seen"


class ClosingTrick:
    """The trick that closed a deal of one table. After a restart the scores are there."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self._seq = -1  # of the state in which the deal was over
        self._since = 0.0
        self._seen: set[int] = set()

    def hear(self, change: Change) -> None:
        """The table has changed."""
        kinds = {type(event) for event in change.events}
        if {TrickTaken, DealEnded} <= kinds:
            self._seq, self._since, self._seen = change.after.seq, self._time.monotonic(), set()

    def left(self, facts: TableFacts, settings: ServerSettings) -> float | None:
        """For how many seconds the trick still stays by the server's settings; None where there is none to be
        shown, or these are over."""
        left = self._since + TRICK_SECONDS[settings.trick_stays] - self._time.monotonic()
        return left if facts.seq == self._seq and left > 0 else None

    def is_shown(self, facts: TableFacts, settings: ServerSettings, user_id: int = EVERYBODY) -> bool:
        """Whether it still is what a person, or everybody in the channel, is to look at."""
        return user_id not in self._seen and self.left(facts, settings) is not None

    def pressed(self, user_id: int = EVERYBODY) -> None:
        """A person has pressed something since, on a hand of theirs or on the message for everybody: they are
        shown the newest state at once."""
        self._seen.add(user_id)


Comments = Mapping[int, CardExplanation]
"""What is to be said of a person's cards, by the number of the input that played each."""


def said_now(comments: Comments, facts: TableFacts, view: View) -> CardExplanation | None:
    """What is said on the hand of ``view.seat``: of the last card they played; once the deal is over, of the
    one that mattered most."""
    own = [one.number for one in cards_played(facts, view) if one.seat == view.seat]
    if deal_is_over(view):
        found = [comments[number] for number in own if number in comments]
        return max(found, key=lambda one: abs(one.points), default=None)
    return comments.get(own[-1]) if own and is_allowed(facts) else None


class TableMessages:
    """What is remembered of one table.

    ``live`` is the one message of the table from its lobby to its last deal, which has been posted ``anew``
    so often; ``result`` the one that tells the end. ``hands``, ``calls`` and ``gone`` (that they have left
    the server) are by person; ``looks`` are hands shown to a person where they asked for it, which nobody may
    count on; ``comments`` are a teacher's, by person and number of the input.

    ``hands_of`` is the deal that new hands were sent for last. ``lost`` says that the table's channel takes
    no messages, which the host has been told. ``rung`` is the person and seq of the newest message that made
    a sound. ``changes`` are still to be shown. ``remarks`` are said besides the game, ``pressed_once`` are
    cards that wait for a second press, ``closing_trick`` is the one by which the last deal was closed;
    ``stays`` says that it is still being shown.
    """

    def __init__(self, time: Time) -> None:
        self.remarks = Remarks(time)
        self.pressed_once = PressedOnce()
        self.closing_trick = ClosingTrick(time)
        self.stays = False
        self.live: Slot | None = None
        self.anew = 0
        self.result: Slot | None = None
        self.hands: dict[int, Slot] = {}
        self.looks: dict[int, Slot] = {}
        self.looked_at: dict[int, float] = {}
        self.calls: dict[int, Slot] = {}
        self.gone: dict[int, Slot] = {}
        self.comments: dict[int, dict[int, CardExplanation]] = {}
        self.hands_of = -1
        self.lost = False
        self.rung: tuple[int, int] | None = None
        self.changes: deque[tuple[Change, Here]] = deque()  # to be shown, and what was worked at
        self.showing: asyncio.Task[None] | None = None

    def slots(self) -> Iterator[Slot]:
        """All of them."""
        yield from (one for one in (self.live, self.result) if one is not None)
        for some in (self.hands, self.looks, self.calls, self.gone):
            yield from some.values()


class Messages:
    """The messages of every table."""

    def __init__(self, outlet: Outlet) -> None:
        self.outlet = outlet
        self._tables: dict[int, TableMessages] = {}

    @property
    def time(self) -> Time:
        """The clock."""
        return self.outlet.time

    def of(self, table_id: int) -> TableMessages:
        """What is remembered of a table, from now on; ``let_go`` is to follow where it is over."""
        if table_id not in self._tables:
            self._tables[table_id] = TableMessages(self.time)
        return self._tables[table_id]

    def known(self, table_id: int) -> TableMessages:
        """What is remembered of a table, to be looked at only: nothing where nothing is."""
        return self._tables.get(table_id) or TableMessages(self.time)

    def all(self) -> list[TableMessages]:
        """Those of every table."""
        return list(self._tables.values())

    def let_go(self, table_id: int) -> None:
        """The table is over: what its messages would need for further edits is not kept."""
        self._tables.pop(table_id, None)

    def forget(self, user_id: int) -> None:
        """A person, who sits at no table, is not known any longer."""
        for shown in self._tables.values():
            for by_person in (
                shown.hands,
                shown.looks,
                shown.looked_at,
                shown.calls,
                shown.gone,
                shown.comments,
            ):
                by_person.pop(user_id, None)

    def slot(
        self, draw: Draw, purpose: MessageSpec | None = None, *, pause: float = 0.0, table_id: int = 0
    ) -> Slot:
        """A slot for one message; without a purpose one that is never posted by itself."""
        return Slot(draw, self.outlet, purpose, pause=pause, of=table_id)

    def table_url(self, facts: TableFacts) -> str | None:
        """Where the table's (or result's) message is; while it is on its way, its channel. Of a
        private table it is its person's hand. None where the bot only answers, and does not know."""
        if facts.by_answers:
            return None
        if facts.is_private:
            hands = (self.hand_url(facts.id, one.user_id) for one in facts.seats if one.user_id is not None)
            return next(hands, None)
        shown = self.known(facts.id)
        result = shown.result if shown.result is not None and shown.result.place is not None else None
        slot = result or shown.live
        if slot is None:
            return None
        if slot.place is None:
            return message_url(facts.guild_id, facts.channel_id)
        return message_url(facts.guild_id, slot.place.channel_id, slot.place.message_id)

    def hand_url(self, table_id: int, user_id: int) -> str | None:
        """Where a person's hand is in their direct messages."""
        slot = self.known(table_id).hands.get(user_id)
        if slot is None or slot.place is None:
            return None
        return message_url(None, slot.place.channel_id, slot.place.message_id)

    def slot_of_message(self, table_id: int, message_id: int, user_id: int) -> Slot | None:
        """The slot that a message belongs to: the table's, or this person's hand."""
        shown = self.known(table_id)
        for slot in (shown.live, shown.hands.get(user_id)):
            if slot is not None and slot.place is not None and slot.place.message_id == message_id:
                return slot
        return None


def is_done(facts: TableFacts) -> bool:
    """Whether all there is to show of a table may be shown by now, and nothing else is to come."""
    return facts.state not in UNFINISHED and not (facts.veiled and facts.state is State.FINISHED)


def clockwise(facts: TableFacts) -> list[int]:
    """The people at the table, whoever is to move first."""
    first = max(facts.turn or 0, 0)
    seats = [facts.seats[(first + step) % len(facts.seats)] for step in range(len(facts.seats))]
    return [seat.user_id for seat in seats if seat.user_id is not None]


def dealt_of(over: int, turn: int) -> int:
    """The number of the deal in play, or of the last one, where so many are over."""
    return over if turn >= 0 else max(0, over - 1)
