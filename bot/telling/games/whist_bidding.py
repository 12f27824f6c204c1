"""The auction of Colour Whist: what was said, what stands, who would need what; and what may be bid now, each
with what it asks and pays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.engine.cards import (
    ACCEPT_SUIT,
    ACTION_TEXTS,
    PAROLE,
    PASS,
    PROPOSE,
    SUIT_LETTERS,
    WAIT,
    Action,
    members,
)
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
from bot.engine.whist.presets import allowed, whist_preset
from bot.pictures.values import AuctionCell, AuctionTable
from bot.telling import phrases
from bot.telling.games.teller import Choice, plain_choice
from bot.telling.phrases import ViewModel
from bot.words.catalogue import Words


def auction_table(model: ViewModel) -> AuctionTable:
    """A column a player, from who spoke first; a row a round. Troel is announced, not said, and comes
    first."""
    view = model.view
    first = whist_detail(view).auction.troel
    eldest = view.dealer + 1 if first is None else first
    order = [(eldest + step) % view.players for step in range(view.players)]
    rows: list[list[AuctionCell]] = []
    last = view.players
    for seat, cell in _cells(model):
        column = order.index(seat)
        if column <= last:
            rows.append([AuctionCell()] * view.players)
        rows[-1][column] = cell
        last = column
    return AuctionTable(
        tuple(model.seats[seat].name for seat in order),
        tuple(map(tuple, rows)),
        standing_line(model),
        order.index(view.turn) if view.turn >= 0 else None,
    )


def _cells(model: ViewModel) -> list[tuple[int, AuctionCell]]:
    """What each has said, in order; what was bid the standing bid is marked."""
    view = model.view
    troel = whist_detail(view).auction.troel
    auction = Auction.opened(allowed(view.rules), (view.dealer + 1) % view.players, view.players, troel)
    found: list[tuple[int, AuctionCell]] = []
    standing: set[int] = set()
    if troel is not None:
        found.append((troel, AuctionCell(model.words("bid.troel"))))
        standing = {0}
    for said in view.said:
        if auction.turn is None:
            break  # doubles and troel's trumps come after the auction
        bid = auction.bids(said.seat).get(said.action)
        if bid is not None:
            standing = {*standing, len(found)} if bid == auction.standing else {len(found)}
        found.append((said.seat, _cell(model.words, said.action, bid)))
        auction = auction.after(said.action)
    return [(seat, replace(cell, standing=place in standing)) for place, (seat, cell) in enumerate(found)]


def sayings(model: ViewModel) -> tuple[tuple[int, str], ...]:
    """Who has said what, in words alone: the auction, then doubles and the trumps of troel."""
    cells = _cells(model)
    bids = len(cells) - (whist_detail(model.view).auction.troel is not None)
    later = [(said.seat, phrases.said_name(model.words, said.action)) for said in model.view.said[bids:]]
    return (*((seat, phrases.with_suit(model.words, cell.text, cell.suit)) for seat, cell in cells), *later)


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


def standing_line(model: ViewModel) -> str:
    """What stands, and with what each of the others would go on who still may."""
    auction = whist_detail(model.view).auction
    said = [_highest_bid(model, auction.standing, auction.side)] if auction.standing is not None else []
    if auction.turn is not None:
        said += _needs(model, auction)
    return "; ".join(said) or model.words("auction.nothing")


def _highest_bid(model: ViewModel, bid: Bid, side: Sequence[int]) -> str:
    """What stands, and whose it is."""
    words = model.words
    names = words.both(model.seats[seat].name for seat in side)
    return words.count("auction.stands", len(side), names=names, bid=bid_with_suit(words, bid))


def _needs(model: ViewModel, auction: Auction) -> Iterator[str]:
    """Pairs and soloists that have been overcalled, and the proposals that are open."""
    words = model.words
    for pair in auction.pairs:
        if not pair.broken and auction.may_speak(pair.spokesman):
            names = words.both(model.seats[seat].name for seat in pair.seats)
            yield _need(words, names, auction.needed(pair.spokesman), players=2)
    for seat, speaker in enumerate(auction.speakers):
        alone = speaker.bid is not None and auction.may_speak(seat)
        if alone and (needed := auction.needed(seat)) is not None:
            yield _need(words, model.seats[seat].name, needed, players=1)
    for suit, seat in auction.proposals.items():
        lowest = auction.lowest(WhistContract.PAIR, suit)
        if lowest is not None:
            yield words(
                "auction.proposed",
                name=model.seats[seat].name,
                suit=phrases.suit_name(words, suit),
                bid=phrases.contract_name(words, lowest.name),
            )


def _need(words: Words, names: str, needed: Bid | None, players: int) -> str:
    if needed is None:
        return words.count("auction.no-higher", players, names=names)
    return words.count("auction.needs", players, names=names, bid=bid_with_suit(words, needed))


def bidding(model: ViewModel) -> Sequence[Choice]:
    """The legal bids of ``view.seat``, whose turn it is: proposals, bids from the lowest (C17), and what is
    no bid; of the same in several suits hearts first (C1)."""
    auction, legal = whist_detail(model.view).auction, members(model.view.legal)
    assert model.view.seat is not None

    def place(entry: tuple[Action, Bid]) -> tuple[int, int]:
        row, suit = auction.allowed.ranking.rank(entry[1])
        return row, -suit

    called = sorted(auction.bids(model.view.seat).items(), key=place)
    return [
        *(_proposal(model, auction, action) for action in _in_order(legal)),
        *(_called(model, action, bid) for action, bid in called),
        *(plain_choice(model.words, action) for action in (PAROLE, WAIT, PASS) if action in legal),
    ]


def _in_order(legal: Sequence[Action]) -> Iterator[Action]:
    """The proposals, hearts first."""
    return (PROPOSE[suit] for suit in reversed(BIDDING_ORDER) if PROPOSE[suit] in legal)


def _proposal(model: ViewModel, auction: Auction, action: Action) -> Choice:
    suit = SUIT_LETTERS.index(ACTION_TEXTS[action][-1])
    bid = auction.lowest(WhistContract.PAIR, suit)
    assert bid is not None
    return Choice(action, model.words("bids.propose"), suit, about=_about(model, bid))


def _called(model: ViewModel, action: Action, bid: Bid) -> Choice:
    """A contract; an acceptance with how many tricks that would be."""
    if action in ACCEPT_SUIT:
        label = model.words("bid.accept", tricks=model.words.number(bid.level))
        return Choice(action, label, bid.suit, about=_about(model, bid))
    return Choice(action, bid_text(model.words, bid), bid.suit, about=_about(model, bid))


def _about(model: ViewModel, bid: Bid) -> str:
    """«9 tricks · ±30», «8 tricks together · +8, one short −11»: what a bid asks, and what its bidder gets or
    pays altogether, as far as that is known before the tricks are."""
    words = model.words
    won, lost = points(model, bid, made=True), points(model, bid, made=False)
    if won == -lost:
        pays = words("bids.flat", points=words.number(won))
    else:
        pays = words("bids.pays", won=words.points(won), lost=words.points(lost))
    return words("bids.about", asks=_asks(model, bid), pays=pays)


def _asks(model: ViewModel, bid: Bid) -> str:
    words = model.words
    if bid.kind is WhistContract.OPEN_MISERE:
        return words("bids.asks.open")
    if bid.kind in NEGATIVE:
        return words.count("bids.asks.exactly", bid.target) if bid.target else words("bids.asks.none")
    if bid.kind in TOGETHER:
        return words.count("bids.asks.together", bid.target)
    return words.count("bids.asks", bid.target)


def points(model: ViewModel, bid: Bid, *, made: bool) -> int:
    """What the bidder gets for just the tricks that a bid asks, or with one of them missing (in negative
    contracts one too many); nobody has doubled (C23 to C25)."""
    taken = bid.target + (0 if made else 1 if bid.kind in NEGATIVE else -1)
    bidders = (0, 1) if bid.kind in TOGETHER else (0,)
    tricks = (taken, *(0 for _ in bidders[1:]), ALL_TRICKS - taken, *(0 for _ in range(3 - len(bidders))))
    detail = whist_detail(model.view)
    played = PlayedContract(
        bid, bidders, bid.target, doubled=False, after_thrown_in=detail.after_thrown_in, taken=tricks
    )
    return points_of(played.payments(whist_preset(model.view.rules).tariff), len(tricks))[0]
