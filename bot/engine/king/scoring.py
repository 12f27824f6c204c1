"""What tricks are worth: small rules that add up, each knowing when it has nothing left to score (K1,
K10)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.engine.cards import Card, CardSet


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
