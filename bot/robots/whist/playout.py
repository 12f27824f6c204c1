"""Which card to play, by rules of thumb: what ``easy`` plays, and what ``steady`` plays deals out with.

A card is chosen from the hand that holds it, the cards played and what each side wants; nothing looks into
the other hands. In most contracts both sides want tricks. Who plays a misère or piccolo is a *quarry*: it
avoids tricks, alone, and those who play no such contract try to make it take them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from bot.engine.cards import (
    JACK,
    QUEEN,
    RANK_OF,
    SUIT_MASK_OF,
    SUIT_MASKS,
    Card,
    CardSet,
    Suit,
)
from bot.engine.game import Beats, View, beats
from bot.engine.whist.contracts import NEGATIVE, Bid, PlayedContract, Tariff, points_of
from bot.engine.whist.game import whist_detail
from bot.engine.whist.presets import whist_preset
from bot.robots.worlds import RANKS_DOWN, RANKS_UP, first_of

DRAWING: Final = 4
"""With how many trumps, none of them the highest, the bidders still lead trumps."""
PARTNERS: Final = 2
"""How many of the last trumps out are left alone: they may well be the partner's."""


@dataclass(frozen=True)
class Aims:
    """What the seats of a contract want. ``bidders`` play it; with ``most`` they avoid tricks, each for
    itself, and have lost with more tricks than that: 0 in a misère, 1 in piccolo."""

    bidders: tuple[int, ...]
    trump: Suit | None
    most: int | None = None

    @cached_property
    def beats(self) -> Beats:
        """Which cards beat which."""
        return beats(self.trump)

    @cached_property
    def trumps(self) -> CardSet:
        """The trumps."""
        return 0 if self.trump is None else SUIT_MASKS[self.trump]

    @cached_property
    def sides(self) -> tuple[int, ...]:
        """For each seat the number of its side, where both sides want tricks."""
        return tuple(int(seat in self.bidders) for seat in range(4))

    def card(
        self,
        seat: int,
        hand: CardSet,
        legal: CardSet,
        others: CardSet,
        leader: int,
        cards: Sequence[Card],
        winner: int,
        taken: Sequence[int],
    ) -> Card:
        """The card of ``seat``, which holds ``hand`` and may play ``legal``; ``others`` are the cards it
        does not see. ``cards`` lie on the table, the best of them played by ``winner``."""
        if not legal & (legal - 1):
            return legal.bit_length() - 1
        best = cards[(winner - leader) & 3] if cards else -1
        if self.most is None:
            if not cards:
                return self._led(seat, hand, others)
            return self._followed(seat, legal, others, cards, best, winner)
        if seat in self.bidders and taken[seat] <= self.most:
            return self._avoided(legal, others, cards, best, taken[seat])
        return self._hunted(legal, others, leader, cards, best, winner, taken)

    # Both sides want tricks

    def _led(self, seat: int, hand: CardSet, others: CardSet) -> Card:
        """A lead: trumps from the bidders while others hold some, winners, a short suit from who may trump
        it, low from length."""
        held, out = hand & self.trumps, others & self.trumps
        bidding = self.sides[seat]
        if bidding and held and out.bit_count() > (PARTNERS if len(self.bidders) > 1 else 0):
            if held > out:
                return held.bit_length() - 1
            if held.bit_count() >= DRAWING:
                return (held & -held).bit_length() - 1
        longest = shortest = 0
        for mask in SUIT_MASKS:
            mine = hand & mask
            if not mine or mask == self.trumps:
                continue
            theirs = others & mask
            if mine > theirs and (theirs or not out):
                return mine.bit_length() - 1
            count = mine.bit_count()
            if count > longest.bit_count():
                longest = mine
            if count == 1 and held and not bidding:
                shortest = mine
        found = shortest or longest or held
        return (found & -found).bit_length() - 1

    def _followed(
        self, seat: int, legal: CardSet, others: CardSet, cards: Sequence[Card], best: Card, winner: int
    ) -> Card:
        """A card to a trick: nothing is spent on a trick that a partner wins or that is lost."""
        suit = SUIT_MASK_OF[cards[0]]
        beating = legal & self.beats[best]
        last = len(cards) == 3
        ours = self.sides[winner] == self.sides[seat]
        if ours and beating and not last:
            # A partner's card that a later player can easily beat is helped.
            ours = RANK_OF[best] >= QUEEN or not self.beats[best] & SUIT_MASK_OF[best] & others
        if ours or not beating:
            return self._thrown(legal, legal & suit)
        lowest = (beating & -beating).bit_length() - 1
        if last or not legal & suit:
            return lowest
        in_suit = others & suit
        if beating > in_suit:
            # The lowest of the cards that nobody can beat.
            sure = beating & ~((1 << in_suit.bit_length()) - 1)
            return (sure & -sure).bit_length() - 1
        if len(cards) == 1 or RANK_OF[beating.bit_length() - 1] < JACK:
            return self._thrown(legal, legal & suit)
        return beating.bit_length() - 1

    def _thrown(self, legal: CardSet, following: CardSet) -> Card:
        """The card least worth keeping."""
        if following:
            return (following & -following).bit_length() - 1
        return first_of(RANKS_UP, legal & ~self.trumps or legal)

    # Some avoid tricks

    def _avoided(
        self, legal: CardSet, others: CardSet, cards: Sequence[Card], best: Card, taken: int
    ) -> Card:
        """A quarry's card: under the trick, or lost on it if high; in piccolo the one trick wanted is taken
        with the highest card."""
        wanted = taken < (self.most or 0)
        if not cards:
            if wanted:
                for mask in SUIT_MASKS:
                    mine = legal & mask
                    if mine > others & mask and others & mask:
                        return mine.bit_length() - 1
            return self._low_lead(legal, others)
        following = legal & SUIT_MASK_OF[cards[0]]
        if not following:
            return self._riskiest(legal, others)
        over = following & self.beats[best]
        under = following & ~over
        top = following.bit_length() - 1
        if wanted and over and (len(cards) == 3 or not self.beats[top] & others):
            return top
        if under:
            return under.bit_length() - 1
        return top if len(cards) == 3 else (over & -over).bit_length() - 1

    @staticmethod
    def _riskiest(legal: CardSet, others: CardSet) -> Card:
        """The card that most likely would take a trick: many lower cards are out, few are held beside it."""
        riskiest, most = -1, -100
        for mask in SUIT_MASKS:
            mine, theirs = legal & mask, others & mask
            if not mine:
                continue
            card = mine.bit_length() - 1
            lower = (theirs & ((1 << card) - 1)).bit_count()
            risk = lower - 2 * (mine.bit_count() - 1) if theirs else -50
            if risk > most:
                riskiest, most = card, risk
        return riskiest

    def _hunted(
        self,
        legal: CardSet,
        others: CardSet,
        leader: int,
        cards: Sequence[Card],
        best: Card,
        winner: int,
        taken: Sequence[int],
    ) -> Card:
        """A card against quarries: low while one of them may yet have to take the trick, and under a quarry
        that wins it; else the highest, which will not be wanted later."""
        quarries = [seat for seat in self.bidders if taken[seat] <= (self.most or 0)]
        if not cards:
            return self._low_lead(legal, others)
        following = legal & SUIT_MASK_OF[cards[0]]
        if not following:
            return first_of(RANKS_DOWN, legal)
        under = following & ~self.beats[best]
        if winner in quarries:
            return under.bit_length() - 1 if under else (following & -following).bit_length() - 1
        to_come = any((seat - leader) & 3 > len(cards) for seat in quarries)
        if to_come and self.beats[best] & others:
            return (following & -following).bit_length() - 1
        return following.bit_length() - 1

    def _low_lead(self, legal: CardSet, others: CardSet) -> Card:
        """The lowest card that somebody can beat, else the lowest."""
        for rank in RANKS_UP:
            found = legal & rank
            while found:
                card = (found & -found).bit_length() - 1
                if self.beats[card] & others:
                    return card
                found &= found - 1
        return first_of(RANKS_UP, legal)


@dataclass(frozen=True)
class ContractTerms:
    """All there is to a contract but the cards."""

    tariff: Tariff
    bid: Bid
    bidders: tuple[int, ...]
    trump: Suit | None
    target: int
    doubled: bool
    after_thrown_in: bool

    @cached_property
    def aims(self) -> Aims:
        """What the seats want."""
        most = self.target if self.bid.kind in NEGATIVE else None
        return Aims(self.bidders, self.trump, most)

    def points(self, taken: Sequence[int]) -> tuple[int, ...]:
        """What each seat gains with these tricks."""
        played = PlayedContract(
            self.bid, self.bidders, self.target, self.doubled, self.after_thrown_in, tuple(taken)
        )
        return points_of(played.payments(self.tariff), 4)


class WhistPosition(NamedTuple):
    """Where the play of a deal stands: the seat to play, who leads the trick, its cards so far and who wins
    it (the leader, before the first card), and the tricks of each seat."""

    turn: int
    leader: int
    cards: tuple[Card, ...]
    winner: int
    taken: tuple[int, ...]

    @property
    def best(self) -> Card:
        """The card that wins the trick; -1 before the first."""
        return self.cards[(self.winner - self.leader) & 3] if self.cards else -1


def opening(leader: int) -> WhistPosition:
    """The first trick's lead."""
    return WhistPosition(leader, leader, (), leader, (0, 0, 0, 0))


def tricks(aims: Aims, hands: Sequence[CardSet], at: WhistPosition, card: Card | None = None) -> list[int]:
    """How many tricks each seat takes in all if this card is played now; None leaves that one open too. Ends
    early where everyone who avoids tricks has lost."""
    hands = list(hands)
    turn, leader, played, winner, before = at
    cards, taken = list(played), list(before)
    table, most, unplayed = aims.beats, aims.most, sum(hands)
    while True:
        hand = hands[turn]
        if card is None:
            legal = hand & SUIT_MASK_OF[cards[0]] or hand if cards else hand
            card = aims.card(turn, hand, legal, unplayed ^ hand, leader, cards, winner, taken)
        bit = 1 << card
        hands[turn] = hand ^ bit
        unplayed ^= bit
        if not cards or table[cards[(winner - leader) & 3]] & bit:
            winner = turn
        cards.append(card)
        card = None
        if len(cards) < 4:
            turn = (turn + 1) & 3
            continue
        taken[winner] += 1
        if not hands[winner]:
            return taken
        if most is not None and all(taken[seat] > most for seat in aims.bidders):
            return taken
        turn = leader = winner
        cards.clear()


def terms_of(view: View) -> ContractTerms:
    """The contract that is played."""
    detail = whist_detail(view)
    assert detail.bid is not None
    return ContractTerms(
        tariff=whist_preset(view.rules).tariff,
        bid=detail.bid,
        bidders=detail.bidders,
        trump=view.trump,
        target=detail.bid.target if detail.target is None else detail.target,
        doubled=detail.doubled_by is not None,
        after_thrown_in=detail.after_thrown_in,
    )


def position(view: View) -> WhistPosition:
    """Where the play stands."""
    leader, cards, winner = view.trick
    at = leader if winner is not None else view.turn
    return WhistPosition(view.turn, at, cards, winner if winner is not None else at, view.tricks_taken)
