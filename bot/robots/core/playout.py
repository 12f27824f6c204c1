"""Deals played out by rules of thumb: those of ``robots.king.playout`` and ``robots.whist.playout``."""

from __future__ import annotations

from numba import njit

from bot.robots.core.bits import count, highest, inlined, lowest
from bot.robots.core.deal import (
    NO_TRUMP,
    SUIT,
    Cards,
    CompiledDeal,
    PlayState,
    Points,
    legal,
    paid,
    suit_of,
    worth,
)

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


@inlined
def by_thumb(deal: CompiledDeal, at: PlayState, hand: int, others: int) -> int:
    """The card that the seat to move plays by the rules of thumb; ``others`` are the cards in the other
    hands."""
    allowed = legal(deal, hand, at.led, at.best)
    if allowed & (allowed - 1) == 0:
        return lowest(allowed)
    if deal.sides.shape[0]:
        return whist_card(deal, at, hand, allowed, others)
    if at.led < 0:
        return led_by_thumb(deal, allowed, others, at.number)
    return followed_by_thumb(deal, at, allowed)


@njit
def play_out(deal: CompiledDeal, hands: Cards, at: PlayState, first: int, points: Points) -> None:
    """Play a deal to its end, the card ``first`` being played now (-1 leaves that one open too), and put into
    ``points`` what each seat gets from here on. ``hands`` is used up."""
    points[:] = 0.0
    turn, led, best, winner, heap, place, number, taken = at
    unplayed = 0
    for seat in range(deal.players):
        unplayed |= hands[seat]
    while True:
        hand = hands[turn]
        card = first
        if card < 0:
            now = PlayState(turn, led, best, winner, heap, place, number, taken)
            card = by_thumb(deal, now, hand, unplayed & ~hand)
        first = -1
        bit = 1 << card
        hands[turn] = hand ^ bit
        unplayed ^= bit
        if led < 0:
            led = best = card
            winner = turn
        elif deal.beats[best] & bit:
            best, winner = card, turn
        heap |= bit
        place += 1
        if place < deal.players:
            turn = turn + 1 if turn + 1 < deal.players else 0
            continue
        points[winner] += worth(deal, number, heap)
        taken += 1 << 5 * winner
        turn = winner
        if not hands[turn]:
            break
        if not deal.sides.shape[0] and number >= deal.last and not unplayed & deal.scoring:
            break
        number += 1
        led = best = -1
        heap = place = 0
    paid(deal, taken, points)
