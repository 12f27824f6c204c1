"""Why something may not be said in an auction (rules.md, C3 to C16), found only once it was refused."""

from __future__ import annotations

from bot.engine.actions import ACTION_TEXTS, DISCARD, DOUBLE, PAROLE, PASS, Action, is_play
from bot.engine.cards import SUIT_LETTERS, Suit
from bot.engine.whist.auction import Auction
from bot.engine.whist.bids import Bid, WhistContract

OUTRANKED = "does-not-outrank"
_KIND = {
    "piccolo": WhistContract.PICCOLO,
    "misere small": WhistContract.SMALL_MISERE,
    "misere grand": WhistContract.GRAND_MISERE,
    "misere open": WhistContract.OPEN_MISERE,
    "slam small": WhistContract.SMALL_SLAM,
    "slam grand": WhistContract.GRAND_SLAM,
    "solo": WhistContract.SOLO,
    "abondance": WhistContract.ABONDANCE,
}


def why_not(auction: Auction, action: Action) -> str:
    """The reason, one of errors.py, why ``auction.turn`` may not say this."""
    if is_play(action):
        return "choose-first"
    if action == DOUBLE or action in DISCARD:
        return "only-after-auction"
    seat = auction.turn
    assert seat is not None and action != PASS
    verb, *rest = ACTION_TEXTS[action].split()
    if verb == "wait":
        return "first-turn-only" if auction.speakers[seat].spoken else "only-eldest-waits"
    if verb == "accept" and rest:
        return _why_not_accept(auction, seat, SUIT_LETTERS.index(rest[0]))
    if auction.speakers[seat].waiting:
        return "waited"
    if verb == "propose":
        return _why_not_propose(auction, seat, SUIT_LETTERS.index(rest[0]))
    if verb == "raise":
        return (
            _why_not_level(auction.needed(seat), int(rest[0])) if _goes_on(auction, seat) else "not-a-choice"
        )
    if action == PAROLE:
        return "not-a-choice"
    kind = _KIND.get(verb) or _KIND.get(f"{verb} {rest[0]}" if rest else "")
    if kind is None or kind not in auction.allowed.kinds:
        return "not-a-choice"
    return _why_not_alone(auction, seat, kind, rest)


def _goes_on(auction: Auction, seat: int) -> bool:
    """Whether a seat has a suit of its own to go on in."""
    pair, bid = auction.pair_of(seat), auction.speakers[seat].bid
    if bid is not None:
        return bid.kind in (WhistContract.SOLO, WhistContract.ABONDANCE)
    return pair is not None and not pair.broken


def _why_not_accept(auction: Auction, seat: int, suit: Suit) -> str:
    if suit in auction.agreed:
        return "suit-accepted"
    if auction.proposals.get(suit, seat) == seat:
        return "not-proposed"
    return OUTRANKED if auction.could_accept(seat) else "not-a-choice"


def _why_not_propose(auction: Auction, seat: int, suit: Suit) -> str:
    if not auction.could_accept(seat):
        return "not-a-choice"
    if suit in auction.agreed:
        return "suit-accepted"
    if any(suit in auction.speakers[other].proposed for other in auction.others(seat)):
        return "suit-proposed"
    if auction.speakers[seat].proposed.count(suit) >= auction.allowed.proposals:
        return "proposed-too-often"
    return OUTRANKED if auction.anyone_to_accept(seat) else "nobody-to-accept"


def _why_not_alone(auction: Auction, seat: int, kind: WhistContract, rest: list[str]) -> str:
    """Why a contract may not be bid alone."""
    speaker, pair = auction.speakers[seat], auction.pair_of(seat)
    if (
        kind in (WhistContract.ABONDANCE, WhistContract.SMALL_SLAM, WhistContract.GRAND_SLAM)
        and speaker.spoken
    ):
        return "first-turn-only"
    suit = next((SUIT_LETTERS.index(word) for word in rest if word in SUIT_LETTERS), None)
    if suit is None:
        return OUTRANKED
    if suit in auction.agreed and (pair is None or pair.suit != suit):
        return "suit-accepted"
    if kind is WhistContract.SOLO:
        if speaker.bid is not None or (pair is not None and not pair.broken):
            return "not-a-choice"
        if not speaker.spoken and auction.anyone_to_accept(seat):
            return "someone-could-accept"
        if speaker.spoken and suit not in (*speaker.proposed, pair.suit if pair else None):
            return "not-proposed"
    if kind not in (WhistContract.SOLO, WhistContract.ABONDANCE):
        return OUTRANKED
    level = int(rest[-1])
    if level not in auction.allowed.ranking.levels(kind):
        return "not-a-choice"
    return _why_not_level(auction.lowest(kind, suit), level)


def _why_not_level(lowest: Bid | None, level: int) -> str:
    return OUTRANKED if lowest is None or level < lowest.level else "not-lowest-level"
