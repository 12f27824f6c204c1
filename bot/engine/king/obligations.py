"""What may not be led and what must be played (rules.md, K7 to K9 and K11).

Where no trumps are played, the best card of a trick is the best of the suit led.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Final

from bot.engine.cards import HEARTS, SUIT_MASK_OF, SUIT_MASKS, SUIT_OF, Card, CardSet, Suit
from bot.engine.options import Rules
from bot.engine.tricks import LOWER, FollowRule, LeadRule, beats


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
