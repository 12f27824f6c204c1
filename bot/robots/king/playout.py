"""A deal played to its end by quick rules of thumb, from hands that may lie like this.

Each hand plays from its own cards and what has been played, as people do; nothing looks into the others. What
the rules of thumb lack in finesse is made up for by their speed: the same for all cards compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.engine.cards import SUIT_MASK_OF, SUIT_MASKS, Card, CardSet
from bot.engine.king.contracts import Contract, PerCard, PerNthTrick, PerTrick
from bot.engine.play import clockwise
from bot.robots.worlds import RANKS_DOWN, RANKS_UP, first_of


class KingPosition(NamedTuple):
    """Where a deal stands: the seat to play, the cards of the trick so far with the best and its player, and
    the number of the trick, from 1."""

    turn: int
    cards: tuple[Card, ...]
    best: Card
    winner: int
    number: int


class Playout:
    """A contract made ready to be played out many times."""

    def __init__(self, contract: Contract, players: int, tricks: int) -> None:
        self.contract = contract
        self.players = players
        self.by_number = [0] * (tricks + 1)
        """What each trick as such is worth, by its number."""
        self.by_card: list[tuple[CardSet, int]] = []
        for score in contract.scores:
            if isinstance(score, PerTrick):
                self.by_number = [points + score.points for points in self.by_number]
            elif isinstance(score, PerNthTrick):
                for number, points in score.points.items():
                    self.by_number[number] += points
            elif isinstance(score, PerCard):
                self.by_card.append((score.cards, score.points))
        self.scoring: CardSet = 0
        for cards, _ in self.by_card:
            self.scoring |= cards
        self.last = max((number for number in range(1, tricks + 1) if self.by_number[number]), default=0)
        """The number of the last trick that scores as such."""
        total = sum(self.by_number[1:]) + sum(points for _, points in self.by_card)
        self.avoiding = total < 0
        """Whether tricks are to be avoided rather than taken."""
        falling = contract.reversed_ranks
        self.strongest = _lowest if falling else _highest
        self.weakest = _highest if falling else _lowest
        self.strong_first = RANKS_UP if falling else RANKS_DOWN
        self.weak_first = RANKS_DOWN if falling else RANKS_UP
        self.trumps: CardSet = 0 if contract.trump is None else SUIT_MASKS[contract.trump]

    def worth(self, number: int, cards: CardSet) -> int:
        """What a trick scores."""
        points = self.by_number[number]
        if cards & self.scoring:
            for scored, each in self.by_card:
                points += each * (cards & scored).bit_count()
        return points

    def points(  # noqa: C901, PLR0912 - the innermost loop of a robot's thinking, in one piece
        self, hands: Sequence[CardSet], at: KingPosition, card: Card | None = None
    ) -> list[int]:
        """What each seat scores from here on if this card is played now; None leaves that one open too."""
        hands = list(hands)
        players, contract, left = self.players, self.contract, clockwise(self.players)
        table, follows, leads = contract.beats, contract.follows, contract.leads
        gained = [0] * players
        turn, cards, best, winner, number = at
        led = cards[0] if cards else -1
        heap = 0
        for played in cards:
            heap |= 1 << played
        count = len(cards)
        while True:
            if card is None:
                legal = hand = hands[turn]
                if count:
                    legal = hand & SUIT_MASK_OF[led] or hand
                    for rule in follows:
                        legal = rule.narrow(legal, hand, led, best)
                else:
                    for rule in leads:
                        legal = rule.narrow(legal)
                if not legal & (legal - 1):
                    card = legal.bit_length() - 1
                elif count:
                    card = self._followed(legal, led, best, heap, number, count + 1 == players)
                else:
                    card = self._led(legal, sum(hands) ^ hand, number)
            bit = 1 << card
            hands[turn] ^= bit
            if not count:
                led = best = card
                winner = turn
            elif table[best] & bit:
                best, winner = card, turn
            card = None
            heap |= bit
            count += 1
            if count < players:
                turn = left[turn]
                continue
            gained[winner] += self.worth(number, heap)
            turn = winner
            if not hands[turn] or (number >= self.last and not sum(hands) & self.scoring):
                return gained
            number += 1
            count = heap = 0

    def _led(self, legal: CardSet, others: CardSet, number: int) -> Card:
        """What is led: to avoid, the weakest card that somebody can beat; to take, a card nobody can, else a
        weak one."""
        table = self.contract.beats
        free = not self.by_number[number] and not self.scoring
        if self.avoiding != free:
            for rank in self.weak_first:
                found = legal & rank
                while found:
                    card = found.bit_length() - 1
                    if table[card] & others:
                        return card
                    found ^= 1 << card
            return first_of(self.weak_first, legal)
        for rank in self.strong_first:
            found = legal & rank
            while found:
                card = found.bit_length() - 1
                if self.avoiding or not table[card] & others:
                    return card
                found ^= 1 << card
        return first_of(self.weak_first, legal & ~self.trumps & ~self.scoring or legal)

    def _followed(
        self, legal: CardSet, led: Card, best: Card, heap: CardSet, number: int, last: bool
    ) -> Card:
        """What is played to a trick begun."""
        beating = legal & self.contract.beats[best]
        following = legal & SUIT_MASK_OF[led]
        base = self.by_number[number]
        free = not base and not heap & self.scoring and (last or not self.scoring)
        if self.avoiding:
            if not following:
                return first_of(self.strong_first, legal & self.scoring or legal & ~beating or legal)
            if free:
                return self.strongest(following & ~self.scoring or following)
            ducking = following & ~beating
            if ducking:
                return self.strongest(ducking & self.scoring or ducking)
            return self.strongest(following & ~self.scoring or following) if last else self.weakest(following)
        if free:
            return first_of(self.weak_first, legal & ~self.scoring & ~beating or legal)
        if beating:
            if last:
                return first_of(self.weak_first, beating & self.scoring or beating)
            return self.strongest(following & beating) if following & beating else self.weakest(beating)
        return first_of(
            self.weak_first, legal & ~self.scoring & ~self.trumps or legal & ~self.scoring or legal
        )


def _highest(cards: CardSet) -> Card:
    return cards.bit_length() - 1


def _lowest(cards: CardSet) -> Card:
    return (cards & -cards).bit_length() - 1
