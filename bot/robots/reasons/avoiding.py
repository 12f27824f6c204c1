"""Facts of who avoids tricks (``facts``)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.engine.cards import SUIT_MASK_OF, SUIT_OF, Card, members
from bot.robots.reasons.facts import CardPair, FoundFact, of_a_void
from bot.robots.reasons.ground import Aim
from bot.robots.reasons.model import ReasonKind
from bot.robots.reasons.turn import TrickOutcome

RISK: Final = 2 / 3
"""A card is risky of which so great a part of the others' cards of its suit is lower."""


def stays_under(pair: CardPair) -> FoundFact | None:
    """It does not beat what lies on the table, where the other would, and might take the trick."""
    turn = pair.turn
    if turn.aim is not Aim.AVOID or turn.leads or turn.takes(pair.better) or not turn.takes(pair.other):
        return None
    found = pair.found(
        ReasonKind.STAYS_UNDER, [fate is not TrickOutcome.LOSES for fate in pair.fate(pair.other)], turn.best
    )
    return None if found is None else found.certain


def highest_under(pair: CardPair) -> FoundFact | None:
    """Of its suit it is the strongest that does not beat what lies on the table; the other is weaker."""
    turn, best = pair.turn, pair.turn.best
    if turn.aim is not Aim.AVOID or turn.leads or not pair.same_suit or turn.takes(pair.better):
        return None
    if not pair.beats(pair.other) >> pair.better & 1 or not turn.follows_suit(pair.better):
        return None
    under = turn.view.legal & SUIT_MASK_OF[pair.better] & ~pair.beats(best)
    return None if under & pair.beats(pair.better) else pair.everywhere(ReasonKind.HIGHEST_UNDER, best)


def would_take(pair: CardPair) -> FoundFact | None:
    """Nobody who plays after it could beat the other, and somebody could beat it."""
    if pair.turn.aim is not Aim.AVOID or not pair.turn.takes(pair.better):
        return None
    fates = zip(pair.fate(pair.better), pair.fate(pair.other), strict=True)
    return pair.found(
        ReasonKind.WOULD_TAKE, [theirs is TrickOutcome.WINS is not mine for mine, theirs in fates], pair.other
    )


def left_with(pair: CardPair) -> FoundFact | None:
    """The other costs who takes it, and nobody who plays after it has to beat it; the better card costs
    nothing."""
    turn, costs = pair.turn, pair.turn.ground.costly
    if turn.aim is not Aim.AVOID or not turn.takes(pair.other):
        return None
    if costs >> pair.better & 1 or not costs >> pair.other & 1:
        return None
    return pair.found(
        ReasonKind.LEFT_WITH, [fate is not TrickOutcome.LOSES for fate in pair.fate(pair.other)], pair.other
    )


def singleton(pair: CardPair) -> FoundFact | None:
    """It is the only card of its suit in the hand, no trump, and others still hold some; the other is not the
    only one of its suit. So something else can be thrown next time, or a trump played."""
    turn, trumps = pair.turn, pair.turn.ground.trumps
    suit, suit_of_other = SUIT_MASK_OF[pair.better], SUIT_MASK_OF[pair.other]
    if turn.aim is Aim.EITHER or trumps >> pair.better & 1 or not turn.others & suit:
        return None
    if turn.hand & suit != 1 << pair.better or (turn.hand & suit_of_other).bit_count() < 2:
        return None
    if turn.aim is Aim.AVOID:
        return pair.everywhere(ReasonKind.SINGLETON)
    return pair.everywhere(ReasonKind.RUFFS_NEXT) if turn.leads and turn.hand & trumps else None


def goes_over(pair: CardPair) -> FoundFact | None:
    """Somebody who plays after it has to beat it, and nobody has to beat the other."""
    turn = pair.turn
    if turn.aim is not Aim.AVOID or not turn.takes(pair.better):
        return None
    fates = zip(pair.fate(pair.better), pair.fate(pair.other), strict=True)
    return pair.found(
        ReasonKind.GOES_OVER, [mine is TrickOutcome.LOSES is not theirs for mine, theirs in fates]
    )


def free(pair: CardPair) -> FoundFact | None:
    """The last to play takes a trick that costs nothing; the other card would not take it."""
    turn = pair.turn
    if turn.aim is not Aim.AVOID or not turn.is_last or not turn.takes(pair.better) or turn.takes(pair.other):
        return None
    heap = sum(1 << card for card in (*turn.cards, pair.better))
    return None if turn.ground.worth(heap) < 0 else pair.everywhere(ReasonKind.FREE)


def bound(pair: CardPair) -> FoundFact | None:
    """The last to play has to take the trick whatever they play; it is the strongest of its suit, and costs
    no more than the other."""
    turn = pair.turn
    if turn.aim is not Aim.AVOID or not turn.is_last or not pair.same_suit:
        return None
    legal = members(turn.view.legal)
    costs = turn.ground.costly
    if not all(turn.takes(card) for card in legal) or not pair.beats(pair.other) >> pair.better & 1:
        return None
    strongest = not pair.beats(pair.better) & turn.view.legal
    return pair.everywhere(ReasonKind.BOUND) if strongest and not costs >> pair.better & 1 else None


def thrown(pair: CardPair) -> FoundFact | None:
    """It costs whoever takes it, and is thrown on a trick that somebody else takes; the other costs
    nothing."""
    turn, costs = pair.turn, pair.turn.ground.costly
    if turn.aim is not Aim.AVOID or turn.leads or turn.takes(pair.better):
        return None
    mine, theirs = costs >> pair.better & 1, costs >> pair.other & 1
    return pair.everywhere(ReasonKind.THROWN) if mine and not theirs else None


def risky(pair: CardPair) -> FoundFact | None:
    """Thrown on a trick that neither card takes: most of its suit's cards that others hold are lower, and a
    smaller part of the other's."""
    turn = pair.turn
    if turn.aim is not Aim.AVOID or turn.leads or turn.follows_suit(pair.better):
        return None
    if turn.takes(pair.better) or turn.takes(pair.other):
        return None
    lower, out = _lower(pair, pair.better)
    lower_other, out_other = _lower(pair, pair.other)
    if not out or lower < RISK * out or (out_other and lower_other * out >= lower * out_other):
        return None
    found = pair.everywhere(ReasonKind.RISKY)
    return replace(found, fact=replace(found.fact, count=lower, of=out))


def _lower(pair: CardPair, card: Card) -> tuple[int, int]:
    """How many unseen cards of a card's suit it beats, and how many there are."""
    out = pair.turn.others & SUIT_MASK_OF[card]
    return (out & ~pair.beats(card)).bit_count(), out.bit_count()


def keeps_exit(pair: CardPair) -> FoundFact | None:
    """The other card is kept: were it led later somebody would have to beat it, and no other card left in the
    hand would have to be beaten."""
    turn = pair.turn
    if turn.aim is not Aim.AVOID:
        return None
    hand = members(turn.hand)
    where: list[bool] = []
    for hands in pair.worlds:
        exits = [card for card in hand if turn.gives_up_lead(card, hands)]
        where.append(exits == [pair.other])
    return pair.found(ReasonKind.KEEPS_EXIT, where, pair.other)


def void(pair: CardPair) -> FoundFact | None:
    """Led: a seat is known to have none of the other card's suit and holds what costs, which it could throw;
    of the better card's suit nobody is known to have none."""
    turn, suit = pair.turn, SUIT_OF[pair.other]
    if turn.aim is not Aim.AVOID or not turn.leads or pair.same_suit or turn.voids.get(SUIT_OF[pair.better]):
        return None
    return of_a_void(pair, ReasonKind.VOID, turn.voids.get(suit, ()), turn.ground.costly)
