"""A deal as arrays of numbers: what its contract forbids, who beats whom, what may be played to a trick, and
what a trick is worth."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.engine.cards import CARDS, FULL_PACK, SUIT_MASKS, CardSet
from bot.engine.game import FollowRule, beats
from bot.engine.king.contracts import (
    BeatTrumpLead,
    Contract,
    DiscardPenalty,
    FollowWithPenalty,
    MayNotUndertrump,
    MustOvertrump,
    MustTrump,
    PerCard,
    PerNthTrick,
    PerTrick,
)
from bot.robots.core.bits import inlined, lowest
from bot.robots.study import Unsupported
from bot.robots.whist.playout import ContractTerms

Cards = NDArray[np.int64]
Points = NDArray[np.float64]

DISCARD, PENALTY, BEAT_LEAD, TRUMP, OVERTRUMP, NO_UNDERTRUMP = range(6)
"""The duties there are, as numbers."""
NO_TRUMP: Final = -1
MOST_TRICKS: Final = 18
"""One more than there are tricks with three players: they are numbered from 1."""


class CompiledDeal(NamedTuple):
    """``beats``: for each card, as the best of a trick so far, the cards that beat it. ``banned`` is not led
    from a hand that has anything else. Each row of ``duties`` is a duty's number and two sets it goes by.
    ``card_points`` are what a card brings to who takes it, ``trick_points`` what a trick does by its number,
    of which the last that scores as such is ``last``; cards of ``scoring`` are those with points.

    What is paid by the number of tricks: ``sides`` are the seats that win or lose together, as bits, and
    ``pay[side, tricks, seat]`` what each seat gets by it. ``most`` is how many tricks a side may take that
    avoids them, -1 where sides want tricks. ``two_sided`` where one side alone is paid, by all others, and
    every trick more is good for it, or every one is bad.

    ``avoiding`` tells whether tricks are to be avoided for what they score, ``falling`` whether the two is
    the highest card."""

    players: int
    beats: Cards
    trump: int
    banned: int
    duties: Cards
    card_points: Points
    trick_points: Points
    last: int
    scoring: int
    avoiding: bool
    falling: bool
    sides: Cards
    pay: Points
    most: int
    bidders: int
    two_sided: bool


class PlayState(NamedTuple):
    """Where the play stands: the seat to move, the trick so far (-1 for cards and winner before the first,
    ``place`` cards played), its number from 1, and the tricks of each seat, five bits each."""

    turn: int
    led: int
    best: int
    winner: int
    heap: int
    place: int
    number: int
    taken: int


def of_contract(contract: Contract, players: int, tricks: int) -> CompiledDeal:
    """A deal of the King family. Raises Unsupported."""
    if any(type(rule).__name__ != "NoHeartLead" for rule in contract.leads):
        raise Unsupported
    by_card, by_trick = np.zeros(52), np.zeros(MOST_TRICKS)
    for score in contract.scores:
        match score:
            case PerTrick(points):
                by_trick[1 : tricks + 1] += points
            case PerNthTrick(each):
                for number, points in each.items():
                    by_trick[number] += points
            case PerCard(cards, points):
                by_card += [points if cards >> card & 1 else 0 for card in CARDS]
            case _:
                raise Unsupported
    scoring = sum(1 << card for card in CARDS if by_card[card])
    return CompiledDeal(
        players=players,
        beats=np.array(contract.beats, np.int64),
        trump=NO_TRUMP if contract.trump is None else contract.trump,
        banned=SUIT_MASKS[2] if contract.leads else 0,
        duties=np.array([_duty(rule) for rule in contract.follows], np.int64).reshape(-1, 3),
        card_points=by_card,
        trick_points=by_trick,
        last=max((number for number in range(1, tricks + 1) if by_trick[number]), default=0),
        scoring=scoring,
        avoiding=bool(by_card.sum() + by_trick[1 : tricks + 1].sum() < 0),
        falling=contract.reversed_ranks,
        sides=np.zeros(0, np.int64),
        pay=np.zeros((0, 1, players)),
        most=-1,
        bidders=0,
        two_sided=False,
    )


def _duty(rule: FollowRule) -> tuple[int, CardSet, CardSet]:
    match rule:
        case DiscardPenalty(cards):
            return DISCARD, cards, 0
        case FollowWithPenalty(cards, free):
            return PENALTY, cards, free
        case BeatTrumpLead(trump):
            return BEAT_LEAD, SUIT_MASKS[trump], 0
        case MustTrump(trump, undertrump):
            return TRUMP, SUIT_MASKS[trump], FULL_PACK if undertrump else 0
        case MustOvertrump(trump):
            return OVERTRUMP, SUIT_MASKS[trump], 0
        case MayNotUndertrump(trump):
            return NO_UNDERTRUMP, SUIT_MASKS[trump], 0
        case _:
            raise Unsupported


def of_terms(terms: ContractTerms) -> CompiledDeal:
    """A deal of Colour Whist. Who wins or loses together is a side; what each side is paid adds up."""
    played = terms.points
    bidders, most = terms.bidders, terms.aims.most
    alone = most is not None or len(bidders) == 1
    sides = [(seat,) for seat in bidders] if alone else [bidders]

    def points(side: tuple[int, ...], tricks: int) -> Points:
        taken = [terms.target if seat in bidders and alone else 0 for seat in range(4)]
        if not alone:
            taken[bidders[0]] = 0
        taken[side[0]] = tricks
        return np.array(played(taken), np.float64)

    common = points(sides[0], terms.target)
    pay = np.array([[points(side, tricks) - common for tricks in range(14)] for side in sides])
    pay[0] += common
    return CompiledDeal(
        players=4,
        beats=np.array(beats(terms.trump), np.int64),
        trump=NO_TRUMP if terms.trump is None else terms.trump,
        banned=0,
        duties=np.zeros((0, 3), np.int64),
        card_points=np.zeros(52),
        trick_points=np.zeros(MOST_TRICKS),
        last=0,
        scoring=0,
        avoiding=False,
        falling=False,
        sides=np.array([sum(1 << seat for seat in side) for side in sides], np.int64),
        pay=pay,
        most=-1 if most is None else most,
        bidders=sum(1 << seat for seat in bidders),
        two_sided=len(sides) == 1 and _goes_one_way(pay[0, :, sides[0][0]]),
    )


NO_DEAL: Final = CompiledDeal(
    players=4,
    beats=np.zeros(52, np.int64),
    trump=NO_TRUMP,
    banned=0,
    duties=np.zeros((0, 3), np.int64),
    card_points=np.zeros(52),
    trick_points=np.zeros(MOST_TRICKS),
    last=0,
    scoring=0,
    avoiding=False,
    falling=False,
    sides=np.zeros(0, np.int64),
    pay=np.zeros((0, 1, 4)),
    most=-1,
    bidders=0,
    two_sided=False,
)
"""What stands for a deal before there is a contract."""


def _goes_one_way(points: Points) -> bool:
    more = np.diff(points)
    return bool((more >= 0).all() or (more <= 0).all())


SUIT = 0x1FFF


@inlined
def suit_of(card: int) -> int:
    """The cards of a card's suit."""
    return SUIT << (card // 13 * 13)


@inlined
def legal(  # noqa: C901, PLR0912 - a case for each duty
    deal: CompiledDeal, hand: int, led: int, best: int
) -> int:
    """What of a hand may be played; ``led`` is -1 where it is led."""
    if led < 0:
        return hand & ~deal.banned or hand
    followed = hand & suit_of(led)
    found = followed or hand
    for row in range(deal.duties.shape[0]):
        kind, cards, other = deal.duties[row, 0], deal.duties[row, 1], deal.duties[row, 2]
        owed = found
        if kind == DISCARD:
            if not followed:
                owed = found & cards
        elif kind == PENALTY:
            if followed and not other >> led & 1:
                owed = found & cards & suit_of(best) & ((1 << best) - 1)
        elif kind == BEAT_LEAD:
            if cards >> led & 1:
                owed = found & deal.beats[best]
        elif not followed and hand & cards and not cards >> led & 1:
            winning = hand & cards & deal.beats[best]
            trumped = cards >> best & 1
            if kind == TRUMP:
                if winning or other:
                    owed = found & cards
            elif kind == OVERTRUMP:
                if trumped:
                    owed = found & winning
            elif kind == NO_UNDERTRUMP and trumped and not winning:
                owed = found & ~cards
        found = owed or found
    return found


@inlined
def worth(deal: CompiledDeal, number: int, heap: int) -> float:
    """What a trick scores as such and by its cards."""
    points = deal.trick_points[number]
    scored = heap & deal.scoring
    while scored:
        points += deal.card_points[lowest(scored)]
        scored &= scored - 1
    return points


@inlined
def paid(deal: CompiledDeal, taken: int, points: Points) -> None:
    """Add what is paid by the tricks that each seat has taken, five bits a seat."""
    for side in range(deal.sides.shape[0]):
        tricks = 0
        for seat in range(deal.players):
            if deal.sides[side] >> seat & 1:
                tricks += taken >> 5 * seat & 31
        for seat in range(deal.players):
            points[seat] += deal.pay[side, tricks, seat]
