"""The rules of thumb by which deals of the King family are played out: those of
``bot.robots.king.playout``."""

from __future__ import annotations

from bot.robots.core.bits import highest, lowest
from bot.robots.core.deal import NO_TRUMP, CompiledDeal, PlayState
from bot.robots.core.inlined import inlined
from bot.robots.core.tricks import SUIT, suit_of

TWOS = 1 | 1 << 13 | 1 << 26 | 1 << 39


@inlined
def of_rank(cards: int, weakest: bool, falling: bool) -> int:
    """The weakest (or strongest) card by rank; of several the one in the highest suit."""
    return highest(cards & TWOS << _rank(_ranks(cards), weakest != falling))


@inlined
def _ranks(cards: int) -> int:
    """The ranks of cards, as bits."""
    halves = cards | cards >> 26
    return (halves | halves >> 13) & SUIT


@inlined
def _rank(ranks: int, up: bool) -> int:
    """The first of some ranks, from the two up or from the ace down."""
    return lowest(ranks) if up else highest(ranks)


@inlined
def _end(cards: int, strongest: bool, falling: bool) -> int:
    return highest(cards) if strongest != falling else lowest(cards)


@inlined
def led_by_thumb(deal: CompiledDeal, legal: int, others: int, number: int) -> int:
    """What is led: to avoid, the weakest card that somebody can beat; to take, a card nobody can, else a weak
    one."""
    free = deal.trick_points[number] == 0 and not deal.scoring
    weakest = deal.avoiding != free
    ranks = _ranks(legal)
    while ranks:
        rank = _rank(ranks, weakest != deal.falling)
        ranks ^= 1 << rank
        found = legal & TWOS << rank
        while found:
            card = highest(found)
            beaten = deal.beats[card] & others
            if (beaten != 0) if weakest else (deal.avoiding or not beaten):
                return card
            found ^= 1 << card
    if weakest:
        return of_rank(legal, True, deal.falling)
    trumps = 0 if deal.trump == NO_TRUMP else SUIT << 13 * deal.trump
    return of_rank(legal & ~trumps & ~deal.scoring or legal, True, deal.falling)


@inlined
def followed_by_thumb(deal: CompiledDeal, at: PlayState, legal: int) -> int:
    """What is played to a trick begun."""
    last = at.place + 1 == deal.players
    beating = legal & deal.beats[at.best]
    following = legal & suit_of(at.led)
    scoring, falling = deal.scoring, deal.falling
    free = deal.trick_points[at.number] == 0 and not at.heap & scoring and (last or not scoring)
    if deal.avoiding:
        if not following:
            return of_rank(legal & scoring or legal & ~beating or legal, False, falling)
        if free:
            return _end(following & ~scoring or following, True, falling)
        ducking = following & ~beating
        if ducking:
            return _end(ducking & scoring or ducking, True, falling)
        return (
            _end(following & ~scoring or following, True, falling)
            if last
            else _end(following, False, falling)
        )
    if free:
        return of_rank(legal & ~scoring & ~beating or legal, True, falling)
    if beating:
        if last:
            return of_rank(beating & scoring or beating, True, falling)
        if following & beating:
            return _end(following & beating, True, falling)
        return _end(beating, False, falling)
    trumps = 0 if deal.trump == NO_TRUMP else SUIT << 13 * deal.trump
    return of_rank(legal & ~scoring & ~trumps or legal & ~scoring or legal, True, falling)
