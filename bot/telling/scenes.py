"""From what a seat may see to what a picture shows: every word chosen, nothing drawn yet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from bot.engine.cards import DISCARD, SUIT_OF, Action, Card, members, set_of
from bot.engine.game import AWAITS_DECK, OVER, Trick, View
from bot.pictures.style import CardStyle
from bot.pictures.values import (
    CardOnTable,
    HandPicture,
    NamedCard,
    Plate,
    ScoreSheet,
    Seated,
    SheetRow,
    TableLabels,
    TablePicture,
    TrickPicture,
)
from bot.tables.model import Seat
from bot.telling import phrases
from bot.telling.games.registry import teller_of
from bot.telling.phrases import TableViewModel, ViewModel

Avatar = Callable[[int], bytes | None]
"""Somebody's avatar as a PNG, where it is known."""


def no_avatar(user_id: int) -> None:
    """Nobody's is known."""


def plates(model: ViewModel, avatar: Avatar = no_avatar) -> tuple[Plate, ...]:
    """Who sits where, and what they have."""
    return tuple(_plate(model, number, seat, avatar) for number, seat in enumerate(model.seats))


def _plate(model: ViewModel, number: int, seat: Seat, avatar: Avatar) -> Plate:
    words, view = model.words, model.view
    teller = teller_of(view.rules)
    return Plate(
        name=seat.name,
        tricks=words.number(view.tricks_taken[number]),
        points=words.points(view.deal_points[number]) if teller.points_grow else "",
        total=words.points(view.points[number]),
        dealer=view.dealer == number,
        to_move=view.turn == number,
        cards_left=view.hand_sizes[number],
        robot=seat.robot if seat.user_id is None else None,
        note=words("plate.away") if seat.absent else teller.note(model, number),
        bidder=number in teller.bidders(view),
        avatar=avatar(seat.user_id) if seat.user_id is not None else None,
    )


UNSETTLED: Final = "open"
"""The sign of a contract that is still to be named."""
SHEET_MOST: Final = 16
"""The deals of a score sheet that fit a phone with what stands around it."""
SHEET_RECENT: Final = 10
"""Those shown of a longer one."""


def hand_order(model: ViewModel) -> tuple[Card, ...]:
    """The cards of a hand as its reader likes to hold them."""
    return teller_of(model.view.rules).hand_order(model)


def cards_offered(view: View) -> dict[Card, Action]:
    """The cards that ``view.seat`` may play or lay aside now, each with its action."""
    laid_aside = {DISCARD[card]: card for card in members(view.hand)}
    legal = {laid_aside.get(action, action): action for action in members(view.legal)}
    return {card: legal[card] for card in members(view.hand) if card in legal}


def winning_index(trick: Trick, players: int) -> int | None:
    """Which card of a trick is best so far, counted from the lead."""
    return None if trick.winner is None else (trick.winner - trick.leader) % players


def lying_trick(view: View) -> Trick:
    """What lies on the table: the trick in play, and until its first card the last one, which may still be
    looked at (G6)."""
    return view.tricks[-1] if view.tricks and not view.trick.cards else view.trick


def _trick_word(model: ViewModel) -> str:
    if model.view.trick.cards:
        return model.words("trick.led")
    return model.words("trick.last" if model.view.tricks else "trick.empty")


def hand_picture(
    model: ViewModel,
    marked: Action | None = None,
) -> HandPicture:
    """A seat's own hand as its player likes to see it, with what lies on the table. ``marked`` is the card
    that has been pressed once."""
    view = model.view
    teller = teller_of(view.rules)
    auction = teller.auction(model)
    offered = cards_offered(view)
    lying = lying_trick(view)
    laid_open = teller.open_hand(view)
    still_out_word, still_out = teller.still_out(model)
    holder, open_cards = laid_open if laid_open and laid_open[0] != view.seat else (None, ())
    return HandPicture(
        title=model.words("hand.title", contract=teller.heading(model), deal=phrases.deal_title(model)),
        cards=hand_order(model),
        legal=set_of(offered),
        choosing=bool(offered),
        two_rows=model.reader.preferences.two_rows,
        seats=_seated(model),
        bottom=view.seat or 0,
        trick=lying_cards(lying, view.players),
        trick_word="" if auction else _trick_word(model),
        led=SUIT_OF[view.trick.cards[0]] if view.trick.cards and not auction else None,
        winning=winning_index(lying, view.players),
        trump=view.trump,
        trump_word=_trump_word(model),
        costs=teller.costs(model),
        caption=_asked(model, marked),
        empty=model.words("hand.empty"),
        auction=auction,
        open_hand=open_cards,
        open_word=model.words("hand.open", name=model.seats[holder].name) if holder is not None else "",
        contract_sign=view.contract or UNSETTLED,
        lead=lead_of(view),
        still_out=still_out,
        still_out_word=still_out_word if still_out else "",
        style=style_of(model),
    )


def _asked(model: ViewModel, marked: Action | None) -> str:
    """Whose turn it is, or which card waits for a second press."""
    for card, action in cards_offered(model.view).items():
        if action == marked:
            key = "state.again.play" if action == card else "state.again.discard"
            return model.words(key, card=phrases.card_name(model.words, card))
    return phrases.state_line(model)


def table_picture(model: TableViewModel, avatar: Avatar = no_avatar) -> TablePicture:
    """The table as anyone may see it."""
    words, view = model.words, model.view
    teller = teller_of(view.rules)
    lying = lying_trick(view)
    holder, open_cards = teller.open_hand(view) or (None, ())
    still_out_word, still_out = teller.still_out(model)
    return TablePicture(
        title=teller.heading(model),
        subtitle=words(
            "table.subtitle",
            deal=phrases.deal_title(model),
            preset=phrases.game_name(words, model.facts),
        ),
        plates=plates(model, avatar),
        labels=TableLabels(words("plate.tricks"), words("plate.points"), words("plate.total")),
        trick=lying_cards(lying, view.players),
        winning=winning_index(lying, view.players),
        trump=view.trump,
        trump_word=trumps_or_cost(model),
        shown=tuple(CardOnTable(seat, card) for seat, card in view.shown if seat != holder),
        caption=phrases.state_line(model),
        auction=teller.auction(model),
        open_hand=tuple(CardOnTable(holder, card) for card in open_cards) if holder is not None else (),
        contract_sign=view.contract or UNSETTLED,
        lead=lead_of(view),
        still_out=still_out,
        still_out_word=still_out_word,
        style=style_of(model),
    )


def style_of(model: ViewModel) -> CardStyle:
    """The cards as the reader knows or prefers them."""
    return model.reader.card_style(model.view.rules.preset.name)


def lead_of(view: View) -> int | None:
    """Who leads the first trick, as long as nothing lies on the table."""
    return view.trick.leader if view.phase == "play" and not lying_trick(view).cards else None


def lying_cards(trick: Trick, players: int) -> tuple[CardOnTable, ...]:
    """The cards of a trick, each with its seat, in the order played."""
    return tuple(
        CardOnTable((trick.leader + place) % players, card) for place, card in enumerate(trick.cards)
    )


def _seated(model: ViewModel) -> tuple[Seated, ...]:
    view = model.view
    bidders = teller_of(view.rules).bidders(view)
    return tuple(
        Seated(
            name=seat.name,
            tricks=model.words.number(view.tricks_taken[number]),
            dealer=view.dealer == number,
            to_move=view.turn == number,
            bidder=number in bidders,
        )
        for number, seat in enumerate(model.seats)
    )


def trick_picture(model: ViewModel) -> TrickPicture | None:
    """The last completed trick of this deal, the only one that may be looked at (G6); None before the
    first."""
    words, view = model.words, model.view
    if not view.tricks:
        return None
    trick = view.tricks[-1]
    assert trick.winner is not None
    winner = winning_index(trick, view.players)
    assert winner is not None
    return TrickPicture(
        title=words("trick.last"),
        subtitle=words(
            "trick.subtitle",
            number=words.number(len(view.tricks)),
            contract=teller_of(view.rules).heading(model),
        ),
        cards=_named(trick, model.seats),
        winner=winner,
        trump=view.trump,
        trump_word=trumps_or_cost(model),
        caption=words("trick.taken-by", name=model.seats[trick.winner].name),
        contract_sign=view.contract,
        style=style_of(model),
    )


def score_sheet(
    model: TableViewModel,
    places: Sequence[int] = (),
) -> ScoreSheet:
    """The score sheet as it stands; with places once the game is over."""
    words, view = model.words, model.view
    teller = teller_of(view.rules)
    running = [0] * view.players
    rows: list[SheetRow] = []
    for result in view.results:
        if result.points is None:
            continue
        running = [total + points for total, points in zip(running, result.points, strict=True)]
        rows.append(
            SheetRow(
                label=phrases.contract_name(words, result.contract),
                points=tuple(words.points(points) for points in result.points),
                totals=tuple(words.points(total) for total in running),
                number=words.number(result.deal + 1),
                trump=result.trump,
                dealer=result.dealer,
                contract_sign=result.contract,
                bidders=teller.played_by(result),
                cost=teller.price(words, view.rules, result.deal, result.contract),
            )
        )
    played = len(rows)
    rows += _to_come(model, played)
    return ScoreSheet(
        title=words("sheet.title"),
        subtitle=words(
            "sheet.subtitle",
            preset=phrases.game_name(words, model.facts),
            played=words.number(played),
            of=words.number(view.deals),
        )
        + _thrown_in(model),
        names=tuple(seat.name for seat in model.seats),
        rows=tuple(rows),
        totals_word=words("sheet.total"),
        totals=tuple(words.points(total) for total in running),
        places_word=words("sheet.place") if places else "",
        places=tuple(words.number(place) for place in places),
        winners=tuple(seat for seat, place in enumerate(places) if place == 1),
        caption=words("sheet.over") if places else phrases.state_line(model),
        ledger=teller.ledger(model),
        style=style_of(model),
    )


def recent_sheet(model: TableViewModel, places: Sequence[int] = ()) -> ScoreSheet:
    """The score sheet where it has to fit a phone with what is said and pressed: of a long game the deals
    just played and those that come next; with places once the game is over, when more is said."""
    whole = score_sheet(model, places)
    if len(whole.rows) <= (SHEET_RECENT if places else SHEET_MOST):
        return whole
    played = sum(result.points is not None for result in model.view.results)
    first = max(0, min(played - SHEET_RECENT // 2, len(whole.rows) - SHEET_RECENT))
    return replace(whole, rows=whole.rows[first : first + SHEET_RECENT])


def _thrown_in(model: ViewModel) -> str:
    """« · 1 deal thrown in»: such a deal has no row, for it is dealt again."""
    count = sum(result.points is None for result in model.view.results)
    return f" · {model.words.count('sheet.thrown-in', count)}" if count else ""


def _to_come(model: ViewModel, played: int) -> Iterator[SheetRow]:
    """The deals not scored yet: the one in play, and those after it where it is known what they are."""
    view = model.view
    teller = teller_of(view.rules)
    blank = ("",) * view.players
    for deal, planned in enumerate(view.plan[played:], start=played):
        in_play = deal == view.deal
        contract = view.contract if in_play else planned
        if not contract and deal > played:
            continue
        yield SheetRow(
            label=phrases.contract_name(model.words, contract) if contract else teller.unsettled(model.words),
            points=blank,
            totals=blank,
            number=model.words.number(deal + 1),
            trump=view.trump if in_play else None,
            dealer=(view.dealer + deal - view.deal) % view.players,
            contract_sign=contract or UNSETTLED,
            cost=teller.price(model.words, view.rules, deal, contract),
            in_play=in_play and view.turn >= 0,
        )


def _named(trick: Trick, seats: Sequence[Seat]) -> tuple[NamedCard, ...]:
    return tuple(
        NamedCard(seats[(trick.leader + place) % len(seats)].name, card)
        for place, card in enumerate(trick.cards)
    )


def _trump_word(model: ViewModel) -> str:
    view = model.view
    if view.turn in (AWAITS_DECK, OVER):
        return ""
    if view.trump is not None:
        return model.words("trump.suit")
    return model.words("trump.none") if teller_of(view.rules).is_settled(view) else ""


def trumps_or_cost(model: ViewModel) -> str:
    """The word beside the trumps; where there are none, what costs points, if that is one thing, as it tells
    more than that there are none."""
    view = model.view
    teller = teller_of(view.rules)
    costs = teller.costs(model) if view.turn >= 0 and view.trump is None and teller.points_grow else ()
    return costs[0] if len(costs) == 1 else _trump_word(model)
