"""Facts of who avoids tricks (``facts``)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.engine.cards import SUIT_MASK_OF, SUIT_OF, Card, members
from bot.robots.reasons.facts import Found, Pair, of_a_void
from bot.robots.reasons.ground import Aim
from bot.robots.reasons.model import Kind
from bot.robots.reasons.turn import Fate

RISK: Final = 2 / 3
"""A card is risky of which so great a part of the others' cards of its suit is lower."""


def stays_under(pair: Pair) -> Found | None:
    """It does not beat what lies on the table, where the other would, and might take the trick."""
    turn = pair.turn
    if turn.aim is not Aim.AVOID or turn.leads or turn.takes(pair.better) or not turn.takes(pair.other):
        return None
    found = pair.found(
        Kind.STAYS_UNDER, [fate is not Fate.LOSES for fate in pair.fate(pair.other)], turn.best
    )
    return None if found is None else found.certain


def highest_under(pair: Pair) -> Found | None:
    """Of its suit it is the strongest that does not beat what lies on the table; the other is weaker."""
    turn, best = pair.turn, pair.turn.best
    if turn.aim is not Aim.AVOID or turn.leads or not pair.same_suit or turn.takes(pair.better):
        return None
    if not pair.beats(pair.other) >> pair.better & 1 or not turn.follows_suit(pair.better):
        return None
    under = turn.view.legal & SUIT_MASK_OF[pair.better] & ~pair.beats(best)
    return None if under & pair.beats(pair.better) else pair.everywhere(Kind.HIGHEST_UNDER, best)


def would_take(pair: Pair) -> Found | None:
    """Nobody who plays after it could beat the other, and somebody could beat it."""
    if pair.turn.aim is not Aim.AVOID or not pair.turn.takes(pair.better):
        return None
    fates = zip(pair.fate(pair.better), pair.fate(pair.other), strict=True)
    return pair.found(
        Kind.WOULD_TAKE, [theirs is Fate.WINS is not mine for mine, theirs in fates], pair.other
    )


def left_with(pair: Pair) -> Found | None:
    """The other costs who takes it, and nobody who plays after it has to beat it; the better card costs
    nothing."""
    turn, costs = pair.turn, pair.turn.ground.costly
    if turn.aim is not Aim.AVOID or not turn.takes(pair.other):
        return None
    if costs >> pair.better & 1 or not costs >> pair.other & 1:
        return None
    return pair.found(Kind.LEFT_WITH, [fate is not Fate.LOSES for fate in pair.fate(pair.other)], pair.other)


def singleton(pair: Pair) -> Found | None:
    """It is the only card of its suit in the hand, no trump, and others still hold some; the other is not the
    only one of its suit. So something else can be thrown next time, or a trump played."""
    turn, trumps = pair.turn, pair.turn.ground.trumps
    suit, suit_of_other = SUIT_MASK_OF[pair.better], SUIT_MASK_OF[pair.other]
    if turn.aim is Aim.EITHER or trumps >> pair.better & 1 or not turn.others & suit:
        return None
    if turn.hand & suit != 1 << pair.better or (turn.hand & suit_of_other).bit_count() < 2:
        return None
    if turn.aim is Aim.AVOID:
        return pair.everywhere(Kind.SINGLETON)
    return pair.everywhere(Kind.RUFFS_NEXT) if turn.leads and turn.hand & trumps else None


def goes_over(pair: Pair) -> Found | None:
    """Somebody who plays after it has to beat it, and nobody has to beat the other."""
    turn = pair.turn
    if turn.aim is not Aim.AVOID or not turn.takes(pair.better):
        return None
    fates = zip(pair.fate(pair.better), pair.fate(pair.other), strict=True)
    return pair.found(Kind.GOES_OVER, [mine is Fate.LOSES is not theirs for mine, theirs in fates])


def free(pair: Pair) -> Found | None:
    """The last to play takes a trick that costs nothing; the other card would not take it."""
    turn = pair.turn
    if turn.aim is not Aim.AVOID or not turn.is_last or not turn.takes(pair.better) or turn.takes(pair.other):
        return None
    heap = sum(1 << card for card in (*turn.cards, pair.better))
    return None if turn.ground.worth(heap) < 0 else pair.everywhere(Kind.FREE)


def bound(pair: Pair) -> Found | None:
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
    return pair.everywhere(Kind.BOUND) if strongest and not costs >> pair.better & 1 else None


def thrown(pair: Pair) -> Found | None:
    """It costs whoever takes it, and is thrown on a trick that somebody else takes; the other costs
    nothing."""
    turn, costs = pair.turn, pair.turn.ground.costly
    if turn.aim is not Aim.AVOID or turn.leads or turn.takes(pair.better):
        return None
    mine, theirs = costs >> pair.better & 1, costs >> pair.other & 1
    return pair.everywhere(Kind.THROWN) if mine and not theirs else None


def risky(pair: Pair) -> Found | None:
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
    found = pair.everywhere(Kind.RISKY)
    return replace(found, fact=replace(found.fact, count=lower, of=out))


def _lower(pair: Pair, card: Card) -> tuple[int, int]:
    """How many unseen cards of a card's suit it beats, and how many there are."""
    out = pair.turn.others & SUIT_MASK_OF[card]
    return (out & ~pair.beats(card)).bit_count(), out.bit_count()


def keeps_exit(pair: Pair) -> Found | None:
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
    return pair.found(Kind.KEEPS_EXIT, where, pair.other)


def void(pair: Pair) -> Found | None:
    """Led: a seat is known to have none of the other card's suit and holds what costs, which it could throw;
    of the better card's suit nobody is known to have none."""
    turn, suit = pair.turn, SUIT_OF[pair.other]
    if turn.aim is not Aim.AVOID or not turn.leads or pair.same_suit or turn.voids.get(SUIT_OF[pair.better]):
        return None
    return of_a_void(pair, Kind.VOID, turn.voids.get(suit, ()), turn.ground.costly)
