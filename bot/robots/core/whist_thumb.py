"""The rules of thumb by which Colour Whist is played out: those of ``bot.robots.whist.rules_of_thumb``."""

from __future__ import annotations

from bot.robots.core.bits import count, highest, lowest
from bot.robots.core.deal import NO_TRUMP, CompiledDeal, PlayState
from bot.robots.core.inlined import inlined
from bot.robots.core.king_thumb import TWOS, of_rank
from bot.robots.core.tricks import SUIT, suit_of

JACK, QUEEN = 9, 10
DRAWING, PARTNERS = 4, 2


@inlined
def whist_card(deal: CompiledDeal, at: PlayState, hand: int, legal: int, others: int) -> int:
    """The card of the seat to move, which holds ``hand``; ``others`` are the cards that it does not see."""
    if deal.most < 0:
        return _led(deal, at.turn, hand, others) if at.led < 0 else _followed(deal, at, legal, others)
    if _is_quarry(deal, at.turn, at.taken):
        return _avoided(deal, at, legal, others)
    return _hunted(deal, at, legal, others)


@inlined
def _led(deal: CompiledDeal, seat: int, hand: int, others: int) -> int:
    trumps = 0 if deal.trump == NO_TRUMP else SUIT << 13 * deal.trump
    held, out = hand & trumps, others & trumps
    bidding = deal.bidders >> seat & 1
    alone = deal.bidders & (deal.bidders - 1) == 0
    if bidding and held and count(out) > (0 if alone else PARTNERS):
        if held > out:
            return highest(held)
        if count(held) >= DRAWING:
            return lowest(held)
    longest = shortest = 0
    for suit in range(4):
        mask = SUIT << 13 * suit
        mine = hand & mask
        if not mine or mask == trumps:
            continue
        theirs = others & mask
        if mine > theirs and (theirs or not out):
            return highest(mine)
        if count(mine) > count(longest):
            longest = mine
        if count(mine) == 1 and held and not bidding:
            shortest = mine
    return lowest(shortest or longest or held)


@inlined
def _followed(deal: CompiledDeal, at: PlayState, legal: int, others: int) -> int:
    best = at.best
    suit = suit_of(at.led)
    beating = legal & deal.beats[best]
    last = at.place == 3
    ours = deal.bidders >> at.winner & 1 == deal.bidders >> at.turn & 1
    if ours and beating and not last:
        ours = best % 13 >= QUEEN or not deal.beats[best] & suit_of(best) & others
    if ours or not beating:
        return _thrown(deal, legal, legal & suit)
    if last or not legal & suit:
        return lowest(beating)
    in_suit = others & suit
    if beating > in_suit:
        above = beating & ~((1 << (highest(in_suit) + 1)) - 1) if in_suit else beating
        return lowest(above)
    if at.place == 1 or highest(beating) % 13 < JACK:
        return _thrown(deal, legal, legal & suit)
    return highest(beating)


@inlined
def _thrown(deal: CompiledDeal, legal: int, following: int) -> int:
    if following:
        return lowest(following)
    trumps = 0 if deal.trump == NO_TRUMP else SUIT << 13 * deal.trump
    return of_rank(legal & ~trumps or legal, True, False)


@inlined
def _avoided(deal: CompiledDeal, at: PlayState, legal: int, others: int) -> int:
    wanted = (at.taken >> 5 * at.turn & 31) < deal.most
    if at.led < 0:
        if wanted:
            for suit in range(4):
                mask = SUIT << 13 * suit
                mine = legal & mask
                if mine > others & mask and others & mask:
                    return highest(mine)
        return _low_lead(deal, legal, others)
    following = legal & suit_of(at.led)
    if not following:
        return _riskiest(legal, others)
    over = following & deal.beats[at.best]
    under = following & ~over
    top = highest(following)
    if wanted and over and (at.place == 3 or not deal.beats[top] & others):
        return top
    if under:
        return highest(under)
    return top if at.place == 3 else lowest(over)


@inlined
def _riskiest(legal: int, others: int) -> int:
    riskiest, most = -1, -100
    for suit in range(4):
        mask = SUIT << 13 * suit
        mine, theirs = legal & mask, others & mask
        if not mine:
            continue
        card = highest(mine)
        risk = count(theirs & ((1 << card) - 1)) - 2 * (count(mine) - 1) if theirs else -50
        if risk > most:
            riskiest, most = card, risk
    return riskiest


@inlined
def _hunted(deal: CompiledDeal, at: PlayState, legal: int, others: int) -> int:
    if at.led < 0:
        return _low_lead(deal, legal, others)
    following = legal & suit_of(at.led)
    if not following:
        return of_rank(legal, False, False)
    under = following & ~deal.beats[at.best]
    if _is_quarry(deal, at.winner, at.taken):
        return highest(under) if under else lowest(following)
    to_come = False
    for later in range(1, 4 - at.place):
        to_come = to_come or _is_quarry(deal, (at.turn + later) & 3, at.taken)
    if to_come and deal.beats[at.best] & others:
        return lowest(following)
    return highest(following)


@inlined
def _is_quarry(deal: CompiledDeal, seat: int, taken: int) -> bool:
    """Whether a seat avoids tricks, and has not lost yet."""
    return deal.bidders >> seat & 1 != 0 and (taken >> 5 * seat & 31) <= deal.most


@inlined
def _low_lead(deal: CompiledDeal, legal: int, others: int) -> int:
    for rank in range(13):
        found = legal & TWOS << rank
        while found:
            card = lowest(found)
            if deal.beats[card] & others:
                return card
            found &= found - 1
    return of_rank(legal, True, False)
