"""A deal played to its end by the rules of thumb, from hands that may lie like this.

Each hand plays from its own cards and what has been played, as people do; nothing looks into the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.engine.cards import SUIT_MASK_OF, Card, CardSet
from bot.robots.whist.rules_of_thumb import Aims


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
