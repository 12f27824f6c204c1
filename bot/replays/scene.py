"""From a moment of a game that is looked at again to what its picture shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.engine.cards import Card, CardSet, set_of
from bot.engine.game import View
from bot.pictures.values import CardOnTable, ReplayPicture, ReplayResult, ReplaySeat, TableLabels
from bot.telling import phrases
from bot.telling.games.registry import teller_of
from bot.telling.phrases import ViewModel
from bot.telling.scenes import (
    UNSETTLED,
    lead_of,
    lying_cards,
    lying_trick,
    style_of,
    trumps_or_cost,
    winning_index,
)


def replay_picture(
    model: ViewModel,
    hands: Sequence[CardSet],
    eyes: int | None,
    legal: CardSet,
    last: tuple[int, Card] | None,
    caption: str,
) -> ReplayPicture:
    """A moment of a game. ``model.view`` is a spectator's at that moment, ``hands`` are the cards that each
    seat holds then; with ``eyes`` only those of that seat are read, and of the others what lay open before
    everyone. ``legal`` are cards to stand out (0: none), ``last`` is the seat that has just played and its
    card."""
    words, view = model.words, model.view
    teller = teller_of(view.rules)
    lying = lying_trick(view)
    return ReplayPicture(
        title=teller.heading(model),
        subtitle=phrases.deal_title(model),
        seats=tuple(_seat(model, seat, hands, eyes) for seat in range(view.players)),
        labels=TableLabels(words("plate.tricks"), words("plate.points"), words("plate.total")),
        bottom=eyes or 0,
        trick=lying_cards(lying, view.players),
        winning=winning_index(lying, view.players),
        last=CardOnTable(*last) if last is not None else None,
        legal=legal,
        lead=lead_of(view),
        trump=view.trump,
        trump_word=trumps_or_cost(model),
        caption=caption,
        auction=teller.auction(model),
        contract_sign=view.contract or UNSETTLED,
        style=style_of(model),
    )


def closing_frame(
    model: ViewModel, hands: Sequence[CardSet], eyes: int | None, caption: str
) -> ReplayPicture:
    """The end of a deal: what it came to where its tricks lay. ``model.view`` is a spectator's after the
    deal, and ``hands`` what was still held when it stopped early."""
    words, result = model.words, model.view.results[-1]
    scored = result.points is not None
    points = result.points or ()
    key = "replay.picture.result" if scored else "replay.picture.thrown-in"
    title = words(key, number=words.number(result.deal + 1))
    shown = ReplayResult(
        title,
        tuple(words.points(one) for one in points),
        tuple(seat for seat, one in enumerate(points) if one == max(points)),
    )
    picture = replay_picture(model, hands, eyes, 0, None, caption)
    return replace(picture, trick=(), winning=None, lead=None, auction=None, result=shown)


def _seat(model: ViewModel, number: int, hands: Sequence[CardSet], eyes: int | None) -> ReplaySeat:
    """A seat with the cards of the deal that the reader sees: all, or those that everybody has seen."""
    words, view = model.words, model.view
    teller = teller_of(view.rules)
    open_to_all = _open_to_all(view, number)
    is_shown = eyes is None or eyes == number
    held = hands[number] if is_shown else open_to_all
    return ReplaySeat(
        name=model.seats[number].name,
        tricks=words.number(view.tricks_taken[number]),
        points=words.points(view.deal_points[number]) if teller.points_grow else "",
        total=words.points(view.points[number]),
        cards=_in_order(model, number, held | _played_by(view, number)),
        held=held,
        backs=0 if is_shown else view.hand_sizes[number] - held.bit_count(),
        dealer=view.dealer == number,
        to_move=view.turn == number,
        bidder=number in teller.bidders(view),
        robot=model.seats[number].robot if model.seats[number].user_id is None else None,
        note=teller.note(model, number),
    )


def _in_order(model: ViewModel, number: int, cards: CardSet) -> tuple[Card, ...]:
    """Cards as the reader likes to hold them."""
    view = replace(model.view, seat=number, hand=cards)
    return teller_of(view.rules).hand_order(ViewModel(model.reader, view, model.seats))


def _played_by(view: View, number: int) -> CardSet:
    """What a seat has played in this deal."""
    return set_of(
        trick.cards[(number - trick.leader) % view.players]
        for trick in (*view.tricks, view.trick)
        if (number - trick.leader) % view.players < len(trick.cards)
    )


def _open_to_all(view: View, number: int) -> CardSet:
    """What a seat holds that has been laid open or shown before everyone."""
    laid_open = teller_of(view.rules).open_hand(view)
    cards = set_of(laid_open[1]) if laid_open is not None and laid_open[0] == number else 0
    shown = set_of(card for seat, card in view.shown if seat == number)
    return (cards | shown) & ~_played_by(view, number)
