"""What happened in a deal of the King family, in one sentence. What was taken is read from the tricks, so a
sale of tricks (K12, D5, R7) changes points and no headline."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.engine.cards import Card, CardSet, members, set_of
from bot.engine.game import DealResult
from bot.engine.king.contracts import (
    HEART_CARDS,
    JACKS,
    KING_OF_HEARTS,
    KINGS_AND_JACKS,
    QUEENS,
    PerNthTrick,
    penalty_cards,
)
from bot.engine.king.course import contract_played
from bot.telling import phrases
from bot.telling.reader import Perspective

THINGS: Final[Mapping[CardSet, str]] = {
    HEART_CARDS: "hearts",
    QUEENS: "queens",
    JACKS: "jacks",
    KINGS_AND_JACKS: "kings-jacks",
}
"""What cards that score are called together."""
TRICKS: Final = "tricks"
POINTS: Final = "points"
COUNTED: Final = (*THINGS.values(), TRICKS, POINTS)
"""What a deal can be about of which several players may take some."""


@dataclass(frozen=True, slots=True)
class Shares:
    """How many of the ``things`` that a deal was about each seat took, of ``total``."""

    things: str
    by_seat: tuple[int, ...]
    total: int


def headline(sight: Perspective, result: DealResult) -> str:
    """The headline of a deal that was scored."""
    rules = sight.view.rules
    scores = contract_played(rules, result).scores
    cards = penalty_cards(scores)
    if len(scores) > 1:
        return _shared(sight, result, _points(result))
    for score in scores:
        if isinstance(score, PerNthTrick):
            return _numbered(sight, result, min(score.points))
    if cards in THINGS:
        return _shared(sight, result, _cards(result, THINGS[cards], cards & rules.pack))
    if cards:
        return _caught(sight, result, members(cards)[0])
    return _shared(sight, result, Shares(TRICKS, result.tricks, rules.hand_size))


def _shared(sight: Perspective, result: DealResult, shares: Shares) -> str:
    """Who alone took none of what nobody wants; else who took all, or most."""
    words, things, total = sight.words, shares.things, sight.words.number(shares.total)
    names = [seat.name for seat in sight.seats]
    most = max(shares.by_seat)
    first = [name for name, share in zip(names, shares.by_seat, strict=True) if share == most]
    spared = [name for name, share in zip(names, shares.by_seat, strict=True) if not share]
    if most == shares.total:
        return words(f"headline.all.{things}", name=first[0])
    if _is_shunned(result) and len(spared) == 1:
        return words(f"headline.none.{things}", name=spared[0], total=total)
    taken = words.number(most)
    if len(first) == 1:
        return words(f"headline.most.{things}", name=first[0], taken=taken, total=total)
    return words(f"headline.each.{things}", names=words.both(first), taken=taken, total=total)


def _is_shunned(result: DealResult) -> bool:
    return min(result.worth) < 0


def _cards(result: DealResult, things: str, cards: CardSet) -> Shares:
    by_seat = [0] * len(result.tricks)
    for trick in result.played:
        assert trick.winner is not None
        by_seat[trick.winner] += (set_of(trick.cards) & cards).bit_count()
    return Shares(things, tuple(by_seat), cards.bit_count())


def _points(result: DealResult) -> Shares:
    by_seat = [0] * len(result.tricks)
    for trick, worth in zip(result.played, result.worth, strict=True):
        assert trick.winner is not None
        by_seat[trick.winner] += abs(worth)
    return Shares(POINTS, tuple(by_seat), sum(by_seat))


def _caught(sight: Perspective, result: DealResult, card: Card) -> str:
    """Who took the one card that the deal was about."""
    winner = next(trick.winner for trick in result.played if card in trick.cards)
    assert winner is not None
    name = sight.seats[winner].name
    if 1 << card != KING_OF_HEARTS:
        return sight.words("headline.caught.card", name=name, card=phrases.card_name(sight.words, card))
    return sight.words("headline.caught.king" if _is_shunned(result) else "headline.took.king", name=name)


def _numbered(sight: Perspective, result: DealResult, first: int) -> str:
    """Who took the last trick and the other one that counted, ``first``: the one before it, or an earlier."""
    words, last = sight.words, sight.view.rules.hand_size
    earlier, later = (result.played[number - 1].winner for number in (first, last))
    assert earlier is not None and later is not None
    one, other = sight.seats[earlier].name, sight.seats[later].name
    if first == last - 1:
        if earlier == later:
            return words("headline.both.last-two", name=one)
        return words("headline.split.last-two", first=one, last=other)
    number = words.number(first)
    if earlier == later:
        return words("headline.both.nth-last", name=one, number=number)
    return words("headline.split.nth-last", first=one, last=other, number=number)
