"""What may be bid now in Colour Whist, in groups: pass, propose, accept, alone, misère, slam."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from bot.engine.actions import ACTION_TEXTS, PAROLE, PASS, WAIT, Action
from bot.engine.cards import SUIT_LETTERS, members
from bot.engine.game import View
from bot.engine.whist.auction import Auction
from bot.engine.whist.bids import BIDDING_ORDER, NEGATIVE, Bid, Kind
from bot.engine.whist.view import whist_detail
from bot.tables.model import Seat
from bot.ui import phrases
from bot.ui.games.face import Choice, Group
from bot.ui.games.whist_auction import bid_text
from bot.words.catalogue import Words

MOST_BUTTONS: Final = 3
ALONE: Final = frozenset({Kind.SOLO, Kind.ABONDANCE})
SLAMS: Final = frozenset({Kind.SMALL_SLAM, Kind.GRAND_SLAM})


def bidding(words: Words, view: View, seats: Sequence[Seat]) -> tuple[Group, ...]:
    """The legal bids of ``view.seat``, whose turn it is; no group is empty."""
    auction = whist_detail(view).auction
    legal = members(view.legal)
    assert view.seat is not None
    bids = auction.bids(view.seat)
    groups = (
        Group((*_going_on(words, bids), *_asides(words, legal))),
        Group(tuple(_proposals(words, legal)), words("bids.propose")),
        Group(tuple(_acceptances(words, auction, bids, seats)), words("bids.accept")),
        _group(_sorted(words, bids, lambda bid: bid.kind in ALONE), words("bids.alone")),
        _group(_sorted(words, bids, lambda bid: bid.kind in NEGATIVE), words("bids.misere")),
        _group(_sorted(words, bids, lambda bid: bid.kind in SLAMS), words("bids.slam")),
    )
    return tuple(group for group in groups if group.choices)


def _group(choices: tuple[Choice, ...], heading: str) -> Group:
    """Buttons while they are few; else a select, so that hand and choices fit a phone's screen together."""
    return Group(choices, heading, folded=len(choices) > MOST_BUTTONS)


def _verb(action: Action) -> str:
    return ACTION_TEXTS[action].partition(" ")[0]


def _going_on(words: Words, bids: dict[Action, Bid]) -> Iterator[Choice]:
    """One's own suit, or the pair's, at the next level."""
    for action, bid in bids.items():
        if _verb(action) == "raise":
            yield Choice(action, bid_text(words, bid), bid.suit)


def _asides(words: Words, legal: Sequence[Action]) -> Iterator[Choice]:
    for action in (PAROLE, WAIT, PASS):
        if action in legal:
            yield Choice(action, phrases.action_name(words, action), quiet=action == PASS)


def _proposals(words: Words, legal: Sequence[Action]) -> Iterator[Choice]:
    proposals = {SUIT_LETTERS.index(ACTION_TEXTS[one][-1]): one for one in legal if _verb(one) == "propose"}
    for suit in reversed(BIDDING_ORDER):
        if suit in proposals:
            yield Choice(proposals[suit], phrases.suit_name(words, suit), suit)


def _acceptances(
    words: Words, auction: Auction, bids: dict[Action, Bid], seats: Sequence[Seat]
) -> Iterator[Choice]:
    """Each with whose suit it is, and how many tricks that would be."""
    for action, bid in bids.items():
        if _verb(action) == "accept" and bid.suit is not None:
            proposer = seats[auction.proposals[bid.suit]].name
            tricks = words.number(bid.level)
            yield Choice(action, words("bid.accept", name=proposer, tricks=tricks), bid.suit)


def _sorted(words: Words, bids: dict[Action, Bid], belongs: Callable[[Bid], bool]) -> tuple[Choice, ...]:
    """The bids that are neither acceptances nor raises, hearts first."""

    def place(entry: tuple[Action, Bid]) -> tuple[int, int]:
        kind, suit = entry[1].kind, entry[1].suit
        return list(Kind).index(kind), -1 if suit is None else 3 - BIDDING_ORDER.index(suit)

    return tuple(
        Choice(action, bid_text(words, bid), bid.suit)
        for action, bid in sorted(bids.items(), key=place)
        if belongs(bid) and _verb(action) not in ("raise", "accept")
    )
