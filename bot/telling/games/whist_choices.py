"""What may be bid now in Colour Whist: what the hand suggests as buttons, all other bids in two selects, each
with what it asks and pays.

What a hand suggests is what the robots' rule of thumb counts in it (``robots/whist/bidding``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.engine.actions import ACTION_TEXTS, PAROLE, PASS, PROPOSE, WAIT, Action
from bot.engine.cards import SUIT_LETTERS, members
from bot.engine.whist.auction import Auction
from bot.engine.whist.contracts import (
    ALL_TRICKS,
    BIDDING_ORDER,
    NEGATIVE,
    TOGETHER,
    Bid,
    PlayedContract,
    WhistContract,
    points_of,
)
from bot.engine.whist.game import whist_detail
from bot.engine.whist.presets import whist_preset
from bot.robots.study import fixed
from bot.robots.whist.easy import TOGETHER as WITH_PARTNER
from bot.robots.whist.easy import BiddingMoment, counted
from bot.telling import phrases
from bot.telling.games.teller import Choice, Choices, Folded
from bot.telling.games.whist_auction import bid_text
from bot.telling.reader import Perspective

MOST_BUTTONS: Final = 5
MOST_PROPOSALS: Final = 2
MOST_CONTRACTS: Final = 2
NEARLY: Final = fixed(-1.0)
"""By how much a hand may fall short of a contract that is suggested to it."""
WITH_SUITS: Final = frozenset({WhistContract.PAIR, WhistContract.SOLO, WhistContract.ABONDANCE})
"""The contracts that are in one select with the proposals."""


def bidding(sight: Perspective) -> Choices:
    """The legal bids of ``view.seat``, whose turn it is."""
    auction, seat = whist_detail(sight.view).auction, sight.view.seat
    legal = members(sight.view.legal)
    assert seat is not None
    bids = auction.bids(seat)
    suggested = _suggested(sight, auction, bids, legal)
    proposals = [_proposal(sight, auction, action) for action in _in_order(legal)]
    called = [_called(sight, action, bid) for action, bid in sorted(bids.items(), key=_place)]
    asides = [_aside(sight, action) for action in (PAROLE, WAIT, PASS) if action in legal]
    every = [*called, *proposals]
    going_on = [one for one in every if _goes_on(one.action)]
    buttons = [*going_on, *(one for one in (*proposals, *called) if one.action in suggested), *asides]
    rest = [one for one in (*proposals, *called) if one not in buttons]
    with_suits = tuple(one for one in rest if one.action not in bids or bids[one.action].kind in WITH_SUITS)
    others = tuple(one for one in rest if one not in with_suits)
    folded = ((sight.words("bids.suits"), with_suits), (sight.words("bids.others"), others))
    return Choices(tuple(buttons), tuple(Folded(*one) for one in folded if one[1]))


def _verb(action: Action) -> str:
    return ACTION_TEXTS[action].partition(" ")[0]


def _goes_on(action: Action) -> bool:
    """Whether it answers what was bid: somebody's proposal accepted, one's own suit raised."""
    return _verb(action) in ("accept", "raise")


# What is likely


def _suggested(
    sight: Perspective, auction: Auction, bids: dict[Action, Bid], legal: Sequence[Action]
) -> set[Action]:
    """As many as are still buttons: what the rule of thumb says, the suits best to propose, then the
    contract that the hand is nearest to."""
    asked, counts = BiddingMoment(auction), counted(sight.view.hand)
    fixed = {action for action in legal if _goes_on(action) or action in (PAROLE, WAIT, PASS)}
    margins = asked.margins(counts)
    spare = {PROPOSE[suit]: counts[WITH_PARTNER[suit]] - least for suit, least in asked.proposals}
    nearest = sorted((one for one in bids if margins[one] >= NEARLY), key=lambda one: -margins[one])
    candidates = [
        asked.said(sight.view.hand),
        *sorted(spare, key=lambda one: -spare[one])[:MOST_PROPOSALS],
        *nearest[:MOST_CONTRACTS],
    ]
    found = [one for one in dict.fromkeys(candidates) if one not in fixed]
    return set(found[: max(0, MOST_BUTTONS - len(fixed))])


# In words


def _aside(sight: Perspective, action: Action) -> Choice:
    return Choice(action, phrases.action_name(sight.words, action), quiet=action == PASS)


def _in_order(legal: Sequence[Action]) -> Iterator[Action]:
    """The proposals, hearts first."""
    return (PROPOSE[suit] for suit in reversed(BIDDING_ORDER) if PROPOSE[suit] in legal)


def _proposal(sight: Perspective, auction: Auction, action: Action) -> Choice:
    suit = SUIT_LETTERS.index(ACTION_TEXTS[action][-1])
    bid = auction.lowest(WhistContract.PAIR, suit)
    assert bid is not None
    return Choice(action, sight.words("bids.propose"), suit, about=_about(sight, bid))


def _called(sight: Perspective, action: Action, bid: Bid) -> Choice:
    """A contract; an acceptance with how many tricks that would be."""
    if _verb(action) == "accept":
        label = sight.words("bid.accept", tricks=sight.words.number(bid.level))
        return Choice(action, label, bid.suit, about=_about(sight, bid))
    return Choice(action, bid_text(sight.words, bid), bid.suit, about=_about(sight, bid))


def _place(entry: tuple[Action, Bid]) -> tuple[int, int]:
    """Low contracts first, of each hearts first."""
    kind, suit = entry[1].kind, entry[1].suit
    return list(WhistContract).index(kind), -1 if suit is None else 3 - BIDDING_ORDER.index(suit)


def _about(sight: Perspective, bid: Bid) -> str:
    """«9 tricks · ±30», «8 tricks together · +8, one short −11»: what a bid asks, and what its bidder gets or
    pays altogether, as far as that is known before the tricks are."""
    words = sight.words
    won, lost = points(sight, bid, made=True), points(sight, bid, made=False)
    if won == -lost:
        pays = words("bids.flat", points=words.number(won))
    else:
        pays = words("bids.pays", won=words.points(won), lost=words.points(lost))
    return words("bids.about", asks=_asks(sight, bid), pays=pays)


def _asks(sight: Perspective, bid: Bid) -> str:
    words = sight.words
    if bid.kind is WhistContract.OPEN_MISERE:
        return words("bids.asks.open")
    if bid.kind in NEGATIVE:
        return words.count("bids.asks.exactly", bid.target) if bid.target else words("bids.asks.none")
    if bid.kind in TOGETHER:
        return words.count("bids.asks.together", bid.target)
    return words.count("bids.asks", bid.target)


def points(sight: Perspective, bid: Bid, *, made: bool) -> int:
    """What the bidder gets for just the tricks that a bid asks, or with one of them missing (in negative
    contracts one too many); nobody has doubled (C23 to C25)."""
    taken = bid.target + (0 if made else 1 if bid.kind in NEGATIVE else -1)
    bidders = (0, 1) if bid.kind in TOGETHER else (0,)
    tricks = (taken, *(0 for _ in bidders[1:]), ALL_TRICKS - taken, *(0 for _ in range(3 - len(bidders))))
    detail = whist_detail(sight.view)
    played = PlayedContract(
        bid, bidders, bid.target, doubled=False, after_thrown_in=detail.after_thrown_in, taken=tricks
    )
    return points_of(played.payments(whist_preset(sight.view.rules).tariff), len(tricks))[0]
