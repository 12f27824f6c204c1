"""What a hand is worth before a card is played: rough and fast, from the cards held alone.

A hand may be only part of what will be held (rules.md, R6); the rest is then taken to be average. Counts are
in parts of a trick, a card or a point (``fixed_point.ONE``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.engine.cards import SUIT_MASK_OF, SUIT_MASKS, SUITS, CardSet, Suit, members
from bot.engine.king.contracts import Contract
from bot.engine.king.scoring import PerCard, PerNthTrick, PerTrick
from bot.engine.options import Rules
from bot.robots.fixed_point import ONE, all_fixed, fixed

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
