"""What a deal is played for: what its tricks score, and what may not be led or must be played (rules.md, K1,
K7 to K11, D1, D4, R2 to R8).

Scores are small rules that add up, each knowing when it has nothing left to score. Where no trumps are
played, the best card of a trick is the best of the suit led.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from bot.engine.cards import (
    HEARTS,
    JACK,
    KING,
    QUEEN,
    SUIT_MASK_OF,
    SUIT_MASKS,
    SUIT_OF,
    Card,
    CardSet,
    Suit,
    cards_of_rank,
    named,
)
from bot.engine.game import LOWER, Beats, FollowRule, LeadRule, Trick, beats
from bot.engine.options import Rules


class ScoreRule(ABC):
    """One rule of a contract. Points go to whoever takes the trick."""

    __slots__ = ()

    @abstractmethod
    def of(self, number: int, cards: Sequence[Card]) -> int:
        """What trick ``number`` (the first is 1), made of these cards, is worth."""

    @abstractmethod
    def left(self, number: int, in_hands: CardSet) -> bool:
        """Whether anything can still score after trick ``number``, with these cards still in hands."""

    @abstractmethod
    def total(self, tricks: int, pack: CardSet) -> int:
        """What so many tricks are worth together, made of all the cards of the pack."""


@dataclass(frozen=True, slots=True)
class PerTrick(ScoreRule):
    """So much for every trick."""

    points: int

    def of(self, number: int, cards: Sequence[Card]) -> int:
        return self.points

    def left(self, number: int, in_hands: CardSet) -> bool:
        return in_hands != 0

    def total(self, tricks: int, pack: CardSet) -> int:
        return tricks * self.points


@dataclass(frozen=True, slots=True)
class PerCard(ScoreRule):
    """So much for every card of a set."""

    cards: CardSet
    points: int

    def of(self, number: int, cards: Sequence[Card]) -> int:
        scored = self.cards
        count = 0
        for card in cards:
            if scored >> card & 1:
                count += 1
        return count * self.points

    def left(self, number: int, in_hands: CardSet) -> bool:
        return self.cards & in_hands != 0

    def total(self, tricks: int, pack: CardSet) -> int:
        return (self.cards & pack).bit_count() * self.points


@dataclass(frozen=True, slots=True)
class PerNthTrick(ScoreRule):
    """So much for certain tricks by their number."""

    points: Mapping[int, int]

    def of(self, number: int, cards: Sequence[Card]) -> int:
        return self.points.get(number, 0)

    def left(self, number: int, in_hands: CardSet) -> bool:
        return number < max(self.points)

    def total(self, tricks: int, pack: CardSet) -> int:
        return sum(points for number, points in self.points.items() if number <= tricks)


@dataclass(frozen=True, slots=True)
class NoHeartLead(LeadRule):
    """K7: a heart is led only from a hand of nothing but hearts."""

    reason: ClassVar[str] = "no-heart-lead"

    def narrow(self, legal: CardSet) -> CardSet:
        return legal & ~SUIT_MASKS[HEARTS] or legal


@dataclass(frozen=True, slots=True)
class DiscardPenalty(FollowRule):
    """K8: a player void in the suit led plays a penalty card."""

    reason: ClassVar[str] = "penalty-card"
    cards: CardSet

    def narrow(self, legal: CardSet, hand: CardSet, led: Card, best: Card) -> CardSet:
        if hand & SUIT_MASK_OF[led]:
            return legal
        return legal & self.cards or legal


@dataclass(frozen=True, slots=True)
class DiscardKing(DiscardPenalty):
    """R3 ``king-discard``: a player void in the suit led plays the king of hearts, be it good or bad."""

    reason: ClassVar[str] = "king-discard"


@dataclass(frozen=True, slots=True)
class FollowWithPenalty(FollowRule):
    """K8 ``always``: who follows suit plays a penalty card that is lower than the best card of the suit.
    K9: not when a suit of ``free`` is led."""

    reason: ClassVar[str] = "penalty-card"
    cards: CardSet
    free: CardSet

    def narrow(self, legal: CardSet, hand: CardSet, led: Card, best: Card) -> CardSet:
        if self.free >> led & 1 or not hand & SUIT_MASK_OF[led]:
            return legal
        return legal & self.cards & LOWER[best] or legal


@dataclass(frozen=True, slots=True)
class BeatTrumpLead(FollowRule):
    """K11 ``beat-trump-lead``: trumps led, a higher trump is played."""

    reason: ClassVar[str] = "must-beat-trump"
    trump: Suit

    def narrow(self, legal: CardSet, hand: CardSet, led: Card, best: Card) -> CardSet:
        if SUIT_OF[led] != self.trump:
            return legal
        return legal & beats(self.trump)[best] or legal


@dataclass(frozen=True, slots=True)
class TrumpDuty(FollowRule):
    """K11: what a player owes who is void in the plain suit led."""

    trump: Suit

    def narrow(self, legal: CardSet, hand: CardSet, led: Card, best: Card) -> CardSet:
        trumps = hand & SUIT_MASKS[self.trump]
        if not trumps or SUIT_OF[led] == self.trump or hand & SUIT_MASK_OF[led]:
            return legal
        trumped = SUIT_OF[best] == self.trump
        return legal & self.owed(hand, trumps, trumps & beats(self.trump)[best], trumped) or legal

    @abstractmethod
    def owed(self, hand: CardSet, trumps: CardSet, winning: CardSet, trumped: bool) -> CardSet:
        """What may be played, ``winning`` being the trumps that beat the trick so far."""


@dataclass(frozen=True, slots=True)
class MustTrump(TrumpDuty):
    """K11 ``must-trump``: a trump is played; a lower one than lies there only with ``undertrump=must``."""

    reason: ClassVar[str] = "must-trump"
    undertrump: bool

    def owed(self, hand: CardSet, trumps: CardSet, winning: CardSet, trumped: bool) -> CardSet:
        return trumps if winning or self.undertrump else hand


@dataclass(frozen=True, slots=True)
class MustOvertrump(TrumpDuty):
    """K11 ``must-overtrump``: the trick being trumped, a higher trump is played."""

    reason: ClassVar[str] = "must-overtrump"

    def owed(self, hand: CardSet, trumps: CardSet, winning: CardSet, trumped: bool) -> CardSet:
        return winning if trumped else hand


@dataclass(frozen=True, slots=True)
class MayNotUndertrump(TrumpDuty):
    """K11 ``undertrump=forbidden``: the trick being trumped too high, another suit is played."""

    reason: ClassVar[str] = "may-not-undertrump"

    def owed(self, hand: CardSet, trumps: CardSet, winning: CardSet, trumped: bool) -> CardSet:
        return hand if winning else hand & ~trumps


HEART_LEAD_CONTRACTS: Final = frozenset({"hearts", "king-of-hearts", "eralash"})
"""The contracts in which ``heart-lead=only-hearts`` holds (K7, R3)."""


def lead_rules(rules: Rules, contract: str) -> tuple[LeadRule, ...]:
    """What may not be led in a contract without trumps. With another sole card than KH its deal has no ban
    (K3)."""
    banned = rules["heart-lead"] == "only-hearts" and contract in HEART_LEAD_CONTRACTS
    if contract == "king-of-hearts" and rules.values.get("sole-card", "KH") != "KH":
        banned = False
    return (NoHeartLead(),) if banned else ()


def penalty_rules(rules: Rules, contract: str, penalties: CardSet) -> tuple[FollowRule, ...]:
    """What must be played in a negative contract with these penalty cards."""
    forced = rules["forced-penalty"]
    if forced == "none" or not penalties:
        return ()
    if forced == "discard":
        return (DiscardPenalty(penalties),)
    free = SUIT_MASKS[HEARTS] if contract == "hearts" and rules["hearts-led-free"] == "yes" else 0
    return (DiscardPenalty(penalties), FollowWithPenalty(penalties, free))


def trump_rules(rules: Rules, trump: Suit) -> tuple[FollowRule, ...]:
    """What must be played in a trump deal (K11)."""
    found: list[FollowRule] = []
    if rules["beat-trump-lead"] == "yes":
        found.append(BeatTrumpLead(trump))
    if rules["must-trump"] == "yes":
        found.append(MustTrump(trump, rules["undertrump"] == "must"))
        if rules["must-overtrump"] == "yes":
            found.append(MustOvertrump(trump))
        if rules["undertrump"] == "forbidden":
            found.append(MayNotUndertrump(trump))
    return tuple(found)


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
