"""``easy``: rules of thumb, the same for every contract of the King family.

Between deal and play it chooses the contract, trump or direction that its hand is worth most in
(``HeldCards``); a hand may be only part of what will be held (rules.md, R6), and the rest is then taken to be
average.

A card is good when the trick it takes is worth having, and when it is no loss to be rid of it. In a negative
contract that means: duck as high as possible, throw penalty cards on other people's tricks, unload what would
win later, take a worthless trick with a high card. In a trump deal: take tricks as cheaply as possible, keep
what will win. Of cards equally good the one named first in the pack's order is played.

Counts are in parts of a trick, a card or a point (``study.ONE``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from bot.engine.cards import (
    ACCEPT,
    BID,
    OFFER,
    PASS,
    REFUSE,
    SUIT_MASK_OF,
    SUIT_MASKS,
    SUIT_OF,
    SUITS,
    Action,
    Card,
    CardSet,
    Suit,
    members,
)
from bot.engine.game import View
from bot.engine.king.contracts import Contract, PerCard, PerNthTrick, PerTrick
from bot.engine.king.course import (
    Answer,
    Direction,
    Naming,
    Offers,
    Phase,
    Step,
    TrickAuction,
    TurnUp,
    contracts_after,
    sale,
    standing,
    step_of,
)
from bot.engine.options import Rules
from bot.robots.study import ONE, all_fixed, fixed

TRUMP_TRICKS: Final = all_fixed(1.0, 0.85, 0.6, 0.4, 0.25)
"""How many tricks a trump takes with none, one, two … above it."""
LOW_TRUMP: Final = fixed(0.15)
SIDE_TRICKS: Final = all_fixed(0.85, 0.55, 0.2, 0.1)
"""The same for a card of another suit."""
EXTRA_TRUMP: Final = fixed(0.8)
"""What each trump more than average adds."""
SHORT_SUIT: Final = fixed(0.5)
"""What each card less than two in a side suit adds to a hand with trumps."""
EXTRA_LENGTH: Final = fixed(0.5)
"""What each card more than average adds in a long suit without trumps."""
WITHOUT_TRUMPS: Final = fixed(1.35)
"""A high card takes more where nothing can be trumped."""
OTHERS_TRUMP: Final = fixed(0.85)
"""What is left of the danger of a plain card where others may trump it."""
UNWANTED_TRUMP: Final = fixed(0.1)
"""What each trump adds to the dangers of a hand that wants no trick."""
UNWILLING: Final = fixed(1.45)
"""How many tricks really come to who wants none, against the sum of the dangers: somebody must take them."""
ROUNDS: Final = all_fixed(1.0, 0.9, 0.7, 0.4, 0.2, 0.1)
"""How likely a suit is played a first, second, third … time."""
OWN_CARD: Final = fixed(0.6)
"""How much of the danger of a penalty card held is left, since it can be thrown away in time."""


@dataclass(frozen=True, slots=True)
class HeldCards:
    """Cards held under some rules."""

    rules: Rules
    cards: CardSet

    @property
    def missing(self) -> int:
        """How many cards of the hand are not dealt yet."""
        return self.rules.hand_size - self.cards.bit_count()

    def value(self, contract: Contract) -> int:
        """About how many points this hand makes in a contract more than an average one."""
        players, tricks = self.rules.players, self.rules.hand_size
        taken = self.taking(contract) if contract.trick_points > 0 else self.ducking(contract)
        more = taken * players - tricks * ONE
        gained = 0  # times ``players`` and ``tricks``
        for score in contract.scores:
            if isinstance(score, PerTrick):
                gained += score.points * tricks * more
            elif isinstance(score, PerCard):
                scoring = score.cards & self.rules.pack
                own, others = self._own(contract, scoring), (scoring & ~self.cards).bit_count()
                captured = own * tricks + taken * others
                gained += score.points * (captured * players - scoring.bit_count() * tricks * ONE)
            elif isinstance(score, PerNthTrick):
                gained += sum(score.points.values()) * more
        return gained // (players * tricks)

    def taking(self, contract: Contract) -> int:
        """About how many tricks the hand takes that wants them."""
        total = 0
        trump = contract.trump
        trumps = 0
        if trump is not None:
            held = self.cards & SUIT_MASKS[trump]
            trumps = held.bit_count()
            total += sum(_at(TRUMP_TRICKS, above, LOW_TRUMP) for above in self._above(contract, held))
            total += _times(EXTRA_TRUMP, max(0, self._length(trump) - self._usual(trump) * ONE))
        for suit in SUITS:
            if suit == trump:
                continue
            held = self.cards & SUIT_MASKS[suit]
            above = self._above(contract, held)
            total += sum(_at(SIDE_TRICKS, higher, 0) for higher in above)
            if trump is None:
                strong = sum(higher <= 1 for higher in above) > 1
                longer = self._length(suit) - (self._usual(suit) + 1) * ONE
                total += _times(EXTRA_LENGTH, max(0, longer)) * strong
            elif not self.missing and trumps > 2:
                total += SHORT_SUIT * max(0, 2 - held.bit_count())
        scale = WITHOUT_TRUMPS if trump is None else ONE
        return _times(scale, total) + self.missing * ONE // self.rules.players

    def ducking(self, contract: Contract) -> int:
        """About how many tricks the hand takes that wants none."""
        dangers = sum(
            _times(ROUNDS[min(turn, len(ROUNDS) - 1)], danger)
            for suit in SUITS
            for turn, danger in enumerate(sorted(self._dangers(contract, suit)))
        )
        return _times(UNWILLING, dangers) + self.missing * ONE // self.rules.players

    def _dangers(self, contract: Contract, suit: Suit) -> list[int]:
        """For each card held of a suit, how likely it wins against cards played at random."""
        others = self.rules.pack & SUIT_MASKS[suit] & ~self.cards
        if not others:
            return []  # nobody else can follow: it is led by its holder only, who need not
        out, rivals = others.bit_count(), self.rules.players - 1
        held = members(self.cards & SUIT_MASKS[suit])
        lower = [out - (others & contract.beats[card]).bit_count() for card in held]
        dangers = [ONE * count**rivals // out**rivals for count in lower]
        if contract.trump is None:
            return dangers
        if contract.trump == suit:
            return [danger + UNWANTED_TRUMP for danger in dangers]
        return [_times(OTHERS_TRUMP, danger) for danger in dangers]

    def _own(self, contract: Contract, scoring: CardSet) -> int:
        """About how many of its own scoring cards the hand captures."""
        own = 0
        for suit in SUITS:
            held = self.cards & SUIT_MASKS[suit]
            dangers = dict(zip(members(held), self._dangers(contract, suit), strict=False))
            guards = (held & ~scoring).bit_count()
            own += sum(
                _times(OWN_CARD, dangers.get(card, ONE)) * 4 // (4 + guards)
                for card in members(held & scoring)
            )
        return own

    def _above(self, contract: Contract, held: CardSet) -> list[int]:
        """For each card of one suit, how many others of the suit beat it."""
        pack = self.rules.pack
        return [(contract.beats[card] & SUIT_MASK_OF[card] & pack).bit_count() for card in members(held)]

    def _length(self, suit: Suit) -> int:
        """How many cards of a suit the whole hand is likely to have."""
        held = (self.cards & SUIT_MASKS[suit]).bit_count()
        if not self.missing:
            return held * ONE
        unseen = self.rules.pack & ~self.cards
        more = self.missing * (unseen & SUIT_MASKS[suit]).bit_count()
        return held * ONE + more * ONE // unseen.bit_count()

    def _usual(self, suit: Suit) -> int:
        """How many cards of a suit are nothing special."""
        return (self.rules.pack & SUIT_MASKS[suit]).bit_count() // self.rules.players


def _at(table: tuple[int, ...], place: int, beyond: int) -> int:
    return table[place] if place < len(table) else beyond


def _times(factor: int, counted: int) -> int:
    """The product of two counts that are in parts of one, in such parts."""
    return factor * counted // ONE


@dataclass(frozen=True)
class KingReading:
    """A view in which a card is to be played, and its contract."""

    view: View
    contract: Contract

    @cached_property
    def unseen(self) -> CardSet:
        """The cards in the other hands."""
        return self.view.unseen

    @cached_property
    def number(self) -> int:
        """The number of the trick being played, from 1."""
        return len(self.view.tricks) + 1

    @cached_property
    def tricks_left(self) -> int:
        """How many tricks come after this one."""
        return self.view.rules.hand_size - self.number

    @cached_property
    def behind(self) -> int:
        """How many players still play to this trick after this seat."""
        return self.view.players - len(self.view.trick.cards) - 1

    @cached_property
    def trumps_out(self) -> int:
        """How many trumps the others hold."""
        trump = self.contract.trump
        return 0 if trump is None else (self.unseen & SUIT_MASKS[trump]).bit_count()

    def stands(self, card: Card, others: float) -> float:
        """How likely (0..1) a card that is winning stays so, ``others`` players being yet to play."""
        out = (self.unseen & SUIT_MASK_OF[card]).bit_count()
        higher = (self.unseen & SUIT_MASK_OF[card] & self.contract.beats[card]).bit_count()
        hands = self.view.players - 1
        void = (1 - 1 / hands) ** out
        beaten = (1 - void) * higher / out if out else 0.0
        trump = self.contract.trump
        if trump is not None and not SUIT_MASKS[trump] >> card & 1 and self.trumps_out:
            beaten += void * (1 - (1 - 1 / hands) ** self.trumps_out)
        return (1 - beaten) ** others

    def wins(self, card: Card) -> float:
        """How likely (0..1) a legal card takes the trick being played."""
        best = self.view.best
        if best >= 0 and not self.contract.beats[best] >> card & 1:
            return 0.0
        return self.stands(card, self.behind)

    def now(self, card: Card) -> float:
        """What the trick being played scores for whoever takes it with this card, the cards yet to come
        guessed."""
        cards = (*self.view.trick.cards, card)
        sure = sum(score.of(self.number, cards) for score in self.contract.scores)
        return sure + self.behind * self.added(SUIT_OF[cards[0]])

    def added(self, led: Suit) -> float:
        """What the card of a player yet to come adds to a trick in a suit: one of the suit, or one thrown
        on it."""
        in_suit = self.unseen & SUIT_MASKS[led]
        out = in_suit.bit_count()
        elsewhere = 1 - 1 / (self.view.players - 1)
        void = elsewhere**out
        worth = 0.0
        for score in self.contract.scores:
            if isinstance(score, PerCard):
                here = (score.cards & in_suit).bit_count()
                others = (score.cards & self.unseen & ~in_suit).bit_count()
                follows = (1 - void) * here / out if out else 0.0
                worth += score.points * (follows + void * (1 - elsewhere**others))
        return worth

    def own(self, card: Card) -> int:
        """What a card itself scores for whoever captures it."""
        return sum(
            score.points
            for score in self.contract.scores
            if isinstance(score, PerCard) and score.cards >> card & 1
        )

    def later(self, suit: Suit) -> float:
        """What a later trick in this suit scores on average."""
        if not self.tricks_left:
            return 0.0
        worth = 0.0
        for score in self.contract.scores:
            if isinstance(score, PerTrick):
                worth += score.points
            elif isinstance(score, PerNthTrick):
                to_come = (points for nth, points in score.points.items() if nth > self.number)
                worth += sum(to_come) / self.tricks_left
            elif isinstance(score, PerCard):
                worth += self._later_cards(score, suit)
        return worth

    def _later_cards(self, score: PerCard, suit: Suit) -> float:
        """What the cards of a rule add to a later trick in a suit: those of the suit, and those thrown on
        it."""
        out = self.unseen & score.cards
        here = (out & SUIT_MASKS[suit]).bit_count()
        rounds = max(1.0, (self.unseen & SUIT_MASKS[suit]).bit_count() / (self.view.players - 1))
        elsewhere = out.bit_count() - here
        return score.points * (here / rounds + elsewhere / self.tricks_left / 2)


MARGIN: Final = fixed(0.5)
"""How many tricks a choice must be worth more than its price."""
USUAL_PRICE: Final = fixed(1.0)
"""How many tricks the right to choose is thought to fetch."""


def choose_step(view: View, phase: Step) -> Action:
    """The choice of ``view.seat``, whose turn it is. Of choices equally good the first one is made."""
    legal = members(view.legal)
    if isinstance(phase, Naming):
        return max(legal, key=lambda action: (step_value(view, phase.names[action]), -action))
    if isinstance(phase, Answer):
        best = standing(view.said)
        assert best is not None
        return ACCEPT if best.tricks * ONE > gain_of_naming(view, phase.then) else REFUSE
    assert isinstance(phase, Offers | TrickAuction)
    return _least(OFFER if isinstance(phase, Offers) else BID, legal, gain_of_naming(view, phase.then))


def step_value(view: View, step: Step) -> int:
    """About how many points a step is worth to the seat that takes it, more than to the others."""
    hand = HeldCards(view.rules, view.hand)
    if isinstance(step, Contract):
        sold = sale(view.said)
        paid = sold.tricks * step.trick_points * ONE if sold and sold.seller == view.seat else 0
        return hand.value(step) + paid
    if isinstance(step, TurnUp):
        return sum(map(hand.value, step.by_suit.values())) // len(step.by_suit)
    if isinstance(step, Direction):
        directions = [step_value(view, contract) for contract in step.names.values()]
        # Whoever buys the trump from the dealer makes them rich in tricks, so the deal will be played up.
        return max(directions) if view.seat == view.dealer else directions[0]
    return USUAL_PRICE * trick_points(step)


def gain_of_naming(view: View, naming: Phase) -> int:
    """How many tricks more a hand takes when it names the trump than with any that can be named."""
    worths = [step_value(view, step) for step in naming.following()]
    return (max(worths) * len(worths) - sum(worths)) // (len(worths) * trick_points(naming))


def trick_points(step: Step) -> int:
    """What a trick taken is worth in the contracts that a step leads to."""
    return max(contract.trick_points for contract in contracts_after(step))


def _least(called: Sequence[Action], legal: Sequence[Action], gain: int) -> Action:
    """The least bid or offer there can be, if naming the trump is worth more than that."""
    least = min((action for action in legal if action != PASS), default=PASS)
    return least if least != PASS and gain >= called.index(least) * ONE + MARGIN else PASS


WANTED_LATER: Final = 0.8
"""What a card may yet win, against what it wins now."""
UNWANTED_LATER: Final = 0.4
"""What a card may yet cost, against what it costs now: it can often be thrown away in time."""
COMPANY: Final = 1.2
"""How many of the others are thought to contest a later trick."""


def choose(view: View) -> Action:
    """The action of ``view.seat``, whose turn it is."""
    step = step_of(view)
    if isinstance(step, Contract):
        return _card(view, step)
    return choose_step(view, step)


def _card(view: View, contract: Contract) -> Card:
    legal = members(view.legal)
    if len(legal) == 1:
        return legal[0]
    reading = KingReading(view, contract)
    return min(legal, key=lambda card: (-worth(reading, card), card))


def worth(reading: KingReading, card: Card) -> int:
    """How good it is to play a card now, in parts of a point (``study.ONE``)."""
    gained = reading.wins(card) * reading.now(card)
    power = reading.stands(card, COMPANY)
    later = reading.later(SUIT_OF[card])
    kept = power * later * (WANTED_LATER if later > 0 else UNWANTED_LATER)
    # A penalty card kept may still be captured by its holder, the more likely the higher it is.
    captured = reading.own(card) * (0.15 + 0.4 * power)
    return fixed(gained - kept - captured)
