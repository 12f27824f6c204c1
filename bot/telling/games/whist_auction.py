"""An auction of Colour Whist as a table and in one line: what was said, what stands, who would need what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.engine.actions import ACTION_TEXTS, PASS, Action
from bot.engine.cards import SUIT_LETTERS
from bot.engine.whist.auction import Auction
from bot.engine.whist.contracts import Bid, WhistContract
from bot.engine.whist.game import whist_detail
from bot.engine.whist.presets import allowed
from bot.pictures.parts import AuctionCell, AuctionTable
from bot.telling import phrases
from bot.telling.reader import Perspective
from bot.words.catalogue import Words


def auction_table(sight: Perspective) -> AuctionTable:
    """A column a player, from who spoke first; a row a round. Troel is announced, not said, and comes
    first."""
    view = sight.view
    first = whist_detail(view).auction.troel
    order = _clockwise((view.dealer + 1) % view.players if first is None else first, view.players)
    rows: list[list[AuctionCell]] = []
    last = view.players
    for seat, cell in _cells(sight):
        column = order.index(seat)
        if column <= last:
            rows.append([AuctionCell()] * view.players)
        rows[-1][column] = cell
        last = column
    return AuctionTable(
        tuple(sight.seats[seat].name for seat in order),
        tuple(map(tuple, rows)),
        standing_line(sight),
        order.index(view.turn) if view.turn >= 0 else None,
    )


def _clockwise(first: int, players: int) -> list[int]:
    return [(first + step) % players for step in range(players)]


def _cells(sight: Perspective) -> list[tuple[int, AuctionCell]]:
    """What each has said, in order; what was bid the standing bid is marked."""
    view = sight.view
    troel = whist_detail(view).auction.troel
    auction = Auction.opened(allowed(view.rules), (view.dealer + 1) % view.players, view.players, troel)
    found: list[tuple[int, AuctionCell]] = []
    standing: set[int] = set()
    if troel is not None:
        found.append((troel, AuctionCell(sight.words("bid.troel"))))
        standing = {0}
    for said in view.said:
        if auction.turn is None:
            break  # doubles and troel's trumps come after the auction
        bid = auction.bids(said.seat).get(said.action)
        if bid is not None:
            standing = {*standing, len(found)} if bid == auction.standing else {len(found)}
        found.append((said.seat, _cell(sight.words, said.action, bid)))
        auction = auction.after(said.action)
    return [(seat, replace(cell, standing=place in standing)) for place, (seat, cell) in enumerate(found)]


def sayings(sight: Perspective) -> tuple[tuple[int, str], ...]:
    """Who has said what, in words alone: the auction, then doubles and the trumps of troel."""
    cells = _cells(sight)
    bids = len(cells) - (whist_detail(sight.view).auction.troel is not None)
    later = [(said.seat, phrases.said_name(sight.words, said.action)) for said in sight.view.said[bids:]]
    return (*((seat, phrases.with_suit(sight.words, cell.text, cell.suit)) for seat, cell in cells), *later)


def _cell(words: Words, action: Action, bid: Bid | None) -> AuctionCell:
    if bid is not None:
        return AuctionCell(bid_text(words, bid), bid.suit)
    text = ACTION_TEXTS[action]
    verb, _, suit = text.partition(" ")
    if verb == "propose":
        return AuctionCell(words("bid.propose"), SUIT_LETTERS.index(suit))
    return AuctionCell(words(f"bid.{text}"), out=action == PASS)


def bid_text(words: Words, bid: Bid) -> str:
    """«9 together», «slam without trumps»; trumps that there are stand beside it."""
    name = phrases.contract_name(words, bid.name)
    slam = bid.kind in (WhistContract.SMALL_SLAM, WhistContract.GRAND_SLAM)
    return words("bid.no-trumps", contract=name) if slam and bid.suit is None else name


def bid_with_suit(words: Words, bid: Bid) -> str:
    """«9 together: hearts»."""
    if bid.suit is None:
        return bid_text(words, bid)
    return phrases.contract_name(words, bid.name, bid.suit)


def standing_line(sight: Perspective) -> str:
    """What stands, and with what each of the others would go on who still may."""
    auction = whist_detail(sight.view).auction
    said = [_highest_bid(sight, auction.standing, auction.side)] if auction.standing is not None else []
    if auction.turn is not None:
        said += _needs(sight, auction)
    return "; ".join(said) or sight.words("auction.nothing")


def _highest_bid(sight: Perspective, bid: Bid, side: Sequence[int]) -> str:
    """What stands, and whose it is."""
    words = sight.words
    names = words.both(sight.seats[seat].name for seat in side)
    return words.count("auction.stands", len(side), names=names, bid=bid_with_suit(words, bid))


def _needs(sight: Perspective, auction: Auction) -> Iterator[str]:
    """Pairs and soloists that have been overcalled, and the proposals that are open."""
    words = sight.words
    for pair in auction.pairs:
        if not pair.broken and auction.may_speak(pair.spokesman):
            names = words.both(sight.seats[seat].name for seat in pair.seats)
            yield _need(words, names, auction.needed(pair.spokesman), players=2)
    for seat, speaker in enumerate(auction.speakers):
        alone = speaker.bid is not None and auction.may_speak(seat)
        if alone and (needed := auction.needed(seat)) is not None:
            yield _need(words, sight.seats[seat].name, needed, players=1)
    for suit, seat in auction.proposals.items():
        lowest = auction.lowest(WhistContract.PAIR, suit)
        if lowest is not None:
            yield words(
                "auction.proposed",
                name=sight.seats[seat].name,
                suit=phrases.suit_name(words, suit),
                bid=phrases.contract_name(words, lowest.name),
            )


def _need(words: Words, names: str, needed: Bid | None, players: int) -> str:
    if needed is None:
        return words.count("auction.no-higher", players, names=names)
    return words.count("auction.needs", players, names=names, bid=bid_with_suit(words, needed))
