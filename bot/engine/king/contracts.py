"""Contracts and score tables, as data (rules.md, K1 to K6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.engine.cards import HEARTS, JACK, KING, QUEEN, SUIT_MASKS, CardSet, Suit, cards_of_rank, named
from bot.engine.game import Trick
from bot.engine.king.scoring import PerCard, PerNthTrick, PerTrick, Score
from bot.engine.tricks import Beats, FollowRule, LeadRule

TRUMP_CONTRACT: Final = "trump"
HEART_CARDS: Final = SUIT_MASKS[HEARTS]
QUEENS: Final = cards_of_rank(QUEEN)
KINGS_AND_JACKS: Final = cards_of_rank(KING) | cards_of_rank(JACK)
KING_OF_HEARTS: Final = named("KH")

Scores = tuple[Score, ...]
ScoreTable = Mapping[str, Scores]
"""What each contract scores, by its notation name."""


@dataclass(frozen=True, slots=True)
class Contract:
    """What a deal is played for, and how. ``stops``: the deal ends once nothing is left to score (K10)."""

    name: str
    scores: Scores
    trump: Suit | None
    beats: Beats
    leads: tuple[LeadRule, ...] = ()
    follows: tuple[FollowRule, ...] = ()
    stops: bool = False

    @property
    def trick_points(self) -> int:
        """What a trick as such is worth: what a trick sold takes along (K12)."""
        return sum(score.points for score in self.scores if isinstance(score, PerTrick))

    def points(self, tricks: Sequence[Trick], players: int) -> list[int]:
        """What tricks score for each seat, the first being trick 1."""
        gained = [0] * players
        for number, (_, cards, winner) in enumerate(tricks, start=1):
            assert winner is not None
            for score in self.scores:
                gained[winner] += score.of(number, cards)
        return gained

    def decided(self, number: int, in_hands: CardSet) -> bool:
        """Whether nothing is left to score after trick ``number``, with these cards still in hands."""
        return not any(score.left(number, in_hands) for score in self.scores)


def penalty_cards(scores: Scores) -> CardSet:
    """The cards that score as such: those of which K8 speaks."""
    cards = 0
    for score in scores:
        if isinstance(score, PerCard):
            cards |= score.cards
    return cards


@dataclass(frozen=True, slots=True)
class KingenPoints:
    """What differs with the number of players; the last trick is numbered by the hand."""

    queen: int
    sole_card: int
    nth_tricks: Mapping[int, int]


KINGEN_POINTS: Final[Mapping[int, KingenPoints]] = {
    3: KingenPoints(queen=-1, sole_card=-4, nth_tricks={10: -3, 17: -2}),
    4: KingenPoints(queen=-2, sole_card=-5, nth_tricks={7: -2, 13: -3}),
    5: KingenPoints(queen=-2, sole_card=-5, nth_tricks={7: -3, 10: -3}),
}
KINGEN_FOUR_FOR_THE_KING: Final = KingenPoints(queen=-2, sole_card=-4, nth_tricks={7: -3, 13: -3})
"""Four players, ``king-of-hearts-points=4`` (K2)."""


def kingen_scores(points: KingenPoints, sole_card: CardSet) -> ScoreTable:
    """The score table of Kingen, in the order of the deals (K1)."""
    return {
        "tricks": (PerTrick(-1),),
        "hearts": (PerCard(HEART_CARDS, -1),),
        "kings-jacks": (PerCard(KINGS_AND_JACKS, -1),),
        "queens": (PerCard(QUEENS, points.queen),),
        "king-of-hearts": (PerCard(sole_card, points.sole_card),),
        "seventh-last": (PerNthTrick(points.nth_tricks),),
        TRUMP_CONTRACT: (PerTrick(1),),
    }
