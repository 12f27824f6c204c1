"""What a deal is played for: contracts, and what their names are (rules.md, K1, D1, D4, R2 to R8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.engine.cards import (
    HEARTS,
    JACK,
    KING,
    QUEEN,
    SUIT_MASKS,
    CardSet,
    Suit,
    cards_of_rank,
    named,
)
from bot.engine.game import Trick
from bot.engine.king.scoring import PerCard, PerTrick, ScoreRule
from bot.engine.options import Rules
from bot.engine.tricks import Beats, FollowRule, LeadRule

POSITIVE: Final = "positive"
"""A deal of Denexa whose trumps or direction are still open."""
ORDER: Final = "order"
"""A trump order in which nothing has been declared yet."""
TRUMP_CONTRACT: Final = "trump"
NO_TRUMP_CONTRACT: Final = "no-trump"
MISERE: Final = "misere"
TAKE: Final = "take-"
"""What the name of a mirrored contract begins with: ``take-hearts`` is ``hearts`` with plus signs."""
DOWN_SUFFIX: Final = "-down"
"""What the name of a contract ends with that is played down."""

HEART_CARDS: Final = SUIT_MASKS[HEARTS]
QUEENS: Final = cards_of_rank(QUEEN)
JACKS: Final = cards_of_rank(JACK)
KINGS_AND_JACKS: Final = cards_of_rank(KING) | JACKS
KING_OF_HEARTS: Final = named("KH")

Scores = tuple[ScoreRule, ...]
ScoreTable = Mapping[str, Scores]
"""What each contract scores, by its notation name, in the order in which they are played."""


@dataclass(frozen=True, slots=True)
class Contract:
    """What a deal is played for, and how. ``start`` is what each seat has before the first trick, ``stops``:
    the deal ends once nothing is left to score (K10)."""

    name: str
    scores: Scores
    trump: Suit | None
    beats: Beats
    leads: tuple[LeadRule, ...] = ()
    follows: tuple[FollowRule, ...] = ()
    stops: bool = False
    start: int = 0
    reversed_ranks: bool = False

    @property
    def trick_points(self) -> int:
        """What a trick as such is worth: what a trick sold takes along (K12, D5, R7)."""
        return sum(score.points for score in self.scores if isinstance(score, PerTrick))

    def points(self, tricks: Sequence[Trick], players: int) -> list[int]:
        """What tricks score for each seat, the first being trick 1."""
        gained = [self.start] * players
        for number, (_, cards, winner) in enumerate(tricks, start=1):
            assert winner is not None
            for score in self.scores:
                gained[winner] += score.of(number, cards)
        return gained

    def worth(self, tricks: Sequence[Trick]) -> tuple[int, ...]:
        """What each of these tricks scores for who took it, the first being trick 1."""
        return tuple(
            sum(score.of(number, cards) for score in self.scores)
            for number, (_, cards, _) in enumerate(tricks, start=1)
        )

    def total(self, rules: Rules) -> int:
        """What the points of a deal add up to."""
        gained = sum(score.total(rules.hand_size, rules.pack) for score in self.scores)
        return self.start * rules.players + gained

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
