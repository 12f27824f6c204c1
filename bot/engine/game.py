"""What every game offers, what a seat may see of it, and of what that makes it sure; and the rules for tricks
that contracts are made of.

A game takes decks and actions, nothing else. All it tells goes through ``Event`` and ``View``. Following
suit is the same in every game and lives in ``play``; what a contract asks beyond it is a row of small
rules (rules.md, G5, K7 to K11), applied one after another: each narrows what is legal and never leaves
nothing.

*Take the rest* (``certain_rest``): whether a seat is sure of every trick that is left, however the cards
lie that it does not see, whatever the others know of each other's, and however they play. All of it
follows from the seat's own view. Of the others nothing is taken for granted but that they follow suit;
what else a contract asks of them could only leave them less. Who wins every trick leads to every one, so
of what the seat itself owes only the rules for leading matter.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import ClassVar, Final, NamedTuple

from bot.engine.cards import (
    CARDS,
    SUIT_MASK_OF,
    SUIT_MASKS,
    SUIT_OF,
    SUITS,
    Action,
    ActionSet,
    Card,
    CardSet,
    Suit,
    members,
    set_of,
)
from bot.engine.options import Rules

Beats = tuple[CardSet, ...]
"""For each card, as the best of a trick so far: the cards that would beat it."""

LOWER: Final[tuple[CardSet, ...]] = tuple(SUIT_MASK_OF[card] & ((1 << card) - 1) for card in CARDS)
"""For each card, the cards of its suit below it."""


@cache
def beats(trump: Suit | None, reversed_ranks: bool = False) -> Beats:
    """Which cards beat which: a higher card of the same suit (a lower one with reversed ranks), or a
    trump."""
    table: list[CardSet] = []
    for best in CARDS:
        below, suit = LOWER[best], SUIT_MASK_OF[best]
        better = below if reversed_ranks else suit & ~below & ~(1 << best)
        if trump is not None and SUIT_OF[best] != trump:
            better |= SUIT_MASKS[trump]
        table.append(better)
    return tuple(table)


class LeadRule(ABC):
    """A limit on what may be led. ``reason`` is the refusal's finer word (errors.py)."""

    __slots__ = ()
    reason: ClassVar[str]

    @abstractmethod
    def narrow(self, legal: CardSet) -> CardSet:
        """The part of ``legal`` that may be led; never empty."""


class FollowRule(ABC):
    """A limit on what may be played to a trick, beyond following suit. ``reason`` is the refusal's finer
    word."""

    __slots__ = ()
    reason: ClassVar[str]

    @abstractmethod
    def narrow(self, legal: CardSet, hand: CardSet, led: Card, best: Card) -> CardSet:
        """The part of ``legal`` that may be played when ``led`` was led and ``best`` is winning; never
        empty."""


def may_lead(rules: Sequence[LeadRule], hand: CardSet) -> CardSet:
    """The cards of a hand that may be led."""
    for rule in rules:
        hand = rule.narrow(hand)
    return hand


def may_follow(rules: Sequence[FollowRule], hand: CardSet, led: Card, best: Card) -> CardSet:
    """The cards of a hand that may be played where ``led`` was led and ``best`` wins so far."""
    legal = hand & SUIT_MASK_OF[led] or hand
    for rule in rules:
        legal = rule.narrow(legal, hand, led, best)
    return legal


class TrickRules(NamedTuple):
    """How the tricks of a deal are won and what may not be led, as its contract says; known to all."""

    beats: Beats
    leads: tuple[LeadRule, ...]


AWAITS_DECK: Final = -1
OVER: Final = -2


class Trick(NamedTuple):
    """Cards on the table, in the order played; the first was played by ``leader``. ``winner`` is the seat
    whose card is best so far (None before the first card)."""

    leader: int
    cards: tuple[Card, ...]
    winner: int | None


@dataclass(frozen=True, slots=True)
class Said:
    """A public action of a deal that is not a card played: a trump named, an offer, a pass."""

    seat: int
    action: Action


class Detail:
    """What only the games of one family show of a deal; each family has classes of its own for it."""

    __slots__ = ()

    @property
    def laid_aside(self) -> CardSet:
        """The cards that this seat knows to be in nobody's hand, though they were not played."""
        return 0


@dataclass(frozen=True, slots=True)
class DealResult:
    """A deal that has ended. ``tricks`` were really taken; ``points`` count tricks sold too (K12), and are
    None for a deal thrown in, which is dealt again under the same number. ``played`` are its tricks in order,
    and ``worth`` is what each of them scored for who took it, empty where tricks are worth nothing one by
    one."""

    deal: int
    dealer: int
    contract: str
    trump: Suit | None
    tricks: tuple[int, ...]
    points: tuple[int, ...] | None
    said: tuple[Said, ...]
    detail: Detail | None = None
    played: tuple[Trick, ...] = ()
    worth: tuple[int, ...] = ()


class TrickTaken(NamedTuple):
    """Event: a trick was completed and goes to ``trick.winner``."""

    trick: Trick


@dataclass(frozen=True, slots=True)
class DealEnded:
    """Event: the deal was scored or thrown in."""

    result: DealResult


@dataclass(frozen=True, slots=True)
class GameEnded:
    """Event: the last deal was scored."""

    points: tuple[int, ...]
    places: tuple[int, ...]


Event = TrickTaken | DealEnded | GameEnded


class Measured(NamedTuple):
    """One thing to be counted of a player. ``measure`` is one of the game's ``MEASURES``, ``key`` what it is
    about, a contract for example; statistics keep how often each pair occurred and the sum of the values."""

    seat: int
    measure: str
    key: str
    value: int


@dataclass(frozen=True, slots=True)
class View:
    """What one seat (or, with ``seat`` None, a spectator) may know now.

    Numbers of seats are absolute. ``legal`` is empty unless it is this seat's turn. ``phase`` is ``deck``
    (a deck is awaited), ``play``, ``over``, or the name of a choice: ``trump``, ``offers``, ``answer``,
    ``contract``, ``trump-or-auction``, ``auction``, ``direction``, ``declare``; in Colour Whist ``bidding``,
    ``double``, ``discard`` and ``trump``.
    ``deal`` counts from 0. Until the next deck comes, the view shows the deal that has ended: its dealer,
    contract, tricks and points, and the cards left in this seat's hand after an early stop; ``results[-1]``
    is its result.

    ``contract`` names what is played (a notation name of a negative contract, ``trump`` and others), and
    while that is open what ``plan`` says: each deal of the game beforehand, empty where anything may be
    chosen. ``trump`` is None before it is named and where there is none. ``hand`` is what the seat has been
    dealt, which is not all of it while trumps are ordered. ``shown`` are cards shown to all, each with its
    holder. ``tricks`` are the completed tricks of the deal in order (each was open to all; an
    interface shows only the last, G6). ``deal_points`` is what the tricks so far have scored, ``points``
    the totals of the deals that have ended. ``detail`` is what only games of this family have to show.
    ``trick_rules`` are None unless the phase is ``play``.
    """

    rules: Rules
    seat: int | None
    turn: int
    legal: ActionSet
    phase: str
    deal: int
    plan: tuple[str, ...]
    dealer: int
    contract: str
    trump: Suit | None
    shown: tuple[tuple[int, Card], ...]
    hand: CardSet
    hand_sizes: tuple[int, ...]
    trick: Trick
    tricks: tuple[Trick, ...]
    tricks_taken: tuple[int, ...]
    deal_points: tuple[int, ...]
    points: tuple[int, ...]
    said: tuple[Said, ...]
    results: tuple[DealResult, ...]
    detail: Detail | None = None
    trick_rules: TrickRules | None = field(default=None, repr=False)

    @property
    def deals(self) -> int:
        """How many deals make the game."""
        return len(self.plan)

    @property
    def players(self) -> int:
        """How many seats the table has."""
        return self.rules.players

    @property
    def best(self) -> Card:
        """The card that wins the trick so far; -1 before the first."""
        leader, cards, winner = self.trick
        return -1 if winner is None else cards[(winner - leader) % self.players]

    @property
    def played(self) -> CardSet:
        """The cards played in this deal."""
        return set_of(card for trick in (*self.tricks, self.trick) for card in trick.cards)

    @property
    def unseen(self) -> CardSet:
        """The cards that this seat has not seen in this deal: in the other hands, or laid aside from them."""
        laid_aside = 0 if self.detail is None else self.detail.laid_aside
        return self.rules.pack & ~(self.played | self.hand | laid_aside)


def places(points: Sequence[int]) -> tuple[int, ...]:
    """Each seat's place by total points; equal totals share one (G8)."""
    return tuple(1 + sum(other > own for other in points) for own in points)


def certain_rest(view: View) -> tuple[Card, ...] | None:
    """The cards of the seat in an order in which each is sure to win its trick; None where there is no such
    order, or it is not this seat that leads now."""
    rules = view.trick_rules
    if rules is None or view.seat is None or view.turn != view.seat or view.trick.cards:
        return None
    order = _best_order(view, rules)
    held = may_hold(view)
    led = [0] * len(SUITS)
    for card in order:
        if not all(_beaten_by_none(card, rules, cards, led, view.trump) for cards in held.values()):
            return None
        led[SUIT_OF[card]] += 1
    return order


def may_hold(view: View) -> Mapping[int, CardSet]:
    """For each other seat the cards that may be in its hand: not seen elsewhere, not of a suit it has shown
    void, and no more than there is room for where the rest of its hand is known."""
    open_hands, void = _open_hands(view), _voids(view)
    hidden = view.unseen & ~sum(open_hands.values())
    held = {
        seat: cards if cards.bit_count() == view.hand_sizes[seat] else cards | hidden & ~void[seat]
        for seat, cards in open_hands.items()
    }
    known: set[int] = set()
    while found := {seat for seat in held if held[seat].bit_count() == view.hand_sizes[seat]} - known:
        known |= found
        for seat in held.keys() - known:
            held[seat] &= ~sum(held[other] for other in known)
    return held


def _open_hands(view: View) -> dict[int, CardSet]:
    """The cards in each other hand that all have been shown."""
    unseen = view.unseen
    return {
        seat: unseen & set_of(card for holder, card in view.shown if holder == seat)
        for seat in range(view.players)
        if seat != view.seat
    }


def _voids(view: View) -> list[CardSet]:
    """For each seat the suits it has not followed in this deal."""
    void = [0] * view.players
    for trick in view.tricks:
        suit = SUIT_MASK_OF[trick.cards[0]]
        for step, card in enumerate(trick.cards):
            if not suit >> card & 1:
                void[(trick.leader + step) % view.players] |= suit
    return void


def _best_order(view: View, rules: TrickRules) -> tuple[Card, ...]:
    """The hand in the order in which it is best led: trumps first, so that nobody is left with any; within a
    suit the strongest first, so that a weak card comes when the others have none left to beat it."""
    trumps = 0 if view.trump is None else SUIT_MASKS[view.trump]
    strength = {card: (rules.beats[card] & SUIT_MASK_OF[card]).bit_count() for card in CARDS}
    hand, order = view.hand, list[Card]()
    while hand:
        legal = may_lead(rules.leads, hand)
        card = min(members(legal & trumps or legal), key=lambda card: (SUIT_OF[card], strength[card]))
        order.append(card)
        hand ^= 1 << card
    return tuple(order)


def _beaten_by_none(card: Card, rules: TrickRules, held: CardSet, led: list[int], trump: int | None) -> bool:
    """Whether a card that is led wins against a hand in which these cards may be, ``led`` counting the leads
    of each suit before. Who can follow does: after so many leads nobody who had no more cards of the suit has
    one left."""
    suit = SUIT_MASK_OF[card]
    better = rules.beats[card] & held
    if better & suit and (held & suit).bit_count() > led[SUIT_OF[card]]:
        return False
    ruffs = better & ~suit
    return trump is None or not ruffs or ruffs.bit_count() <= led[trump]
