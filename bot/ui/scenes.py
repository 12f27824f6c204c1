"""From what a seat may see to what a picture shows: every word chosen, nothing drawn yet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.engine.actions import DISCARD, Action
from bot.engine.cards import Card, members, set_of
from bot.engine.game import AWAITS_DECK, OVER, Trick, View
from bot.pictures.style import CardStyle
from bot.pictures.values import (
    HandPicture,
    NamedCard,
    Played,
    ScoreSheet,
    Seated,
    SheetRow,
    TableLabels,
    TablePicture,
    TrickPicture,
)
from bot.tables.model import Seat, TableFacts
from bot.ui import phrases
from bot.ui.games.registry import face_of
from bot.ui.holding import Holding
from bot.ui.plates import Avatar, no_avatar, plates
from bot.ui.preferences import DEFAULTS, Preferences, Ranks
from bot.words.catalogue import Words

UNSETTLED: Final = "open"
"""The sign of a contract that is still to be named."""


def hand_order(view: View, wishes: Preferences = DEFAULTS) -> tuple[Card, ...]:
    """The cards of a hand as their holder wishes to hold them."""
    holding = Holding(trumps_left=wishes.trumps_left, ascending=wishes.ranks == Ranks.ASCENDING)
    return face_of(view.rules).hand_order(view, holding)


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


def _trick_word(words: Words, view: View) -> str:
    if view.trick.cards:
        return words("trick.on-table")
    return words("trick.last" if view.tricks else "trick.empty")


def hand_picture(
    words: Words,
    view: View,
    seats: Sequence[Seat],
    wishes: Preferences = DEFAULTS,
    marked: Action | None = None,
) -> HandPicture:
    """A seat's own hand as its player wishes to see it, with what lies on the table. ``marked`` is the card
    that has been pressed once."""
    face = face_of(view.rules)
    auction = face.auction(words, view, seats)
    offered = cards_offered(view)
    lying = lying_trick(view)
    laid_open = face.open_hand(view)
    still_out_word, still_out = face.still_out(words, view)
    holder, open_cards = laid_open if laid_open and laid_open[0] != view.seat else (None, ())
    return HandPicture(
        title=words("hand.title", contract=face.heading(words, view), deal=phrases.deal_title(words, view)),
        cards=hand_order(view, wishes),
        legal=set_of(offered),
        choosing=bool(offered),
        to_move=view.seat == view.turn,
        two_rows=wishes.two_rows,
        seats=_seated(words, view, seats),
        bottom=view.seat or 0,
        trick=_lying(lying, view.players),
        trick_word="" if auction else _trick_word(words, view),
        winning=winning_index(lying, view.players),
        trump=view.trump,
        trump_word=_trump_word(words, view),
        caption=_asked(words, view, seats, marked),
        empty=words("hand.empty"),
        auction=auction,
        open_hand=open_cards,
        open_word=words("hand.open", name=seats[holder].name) if holder is not None else "",
        contract_sign=view.contract or UNSETTLED,
        lead=_lead(view),
        still_out=still_out,
        still_out_word=still_out_word,
        style=_style(words, view, wishes),
    )


def _asked(words: Words, view: View, seats: Sequence[Seat], marked: Action | None) -> str:
    """Whose turn it is, or which card waits for a second press."""
    for card, action in cards_offered(view).items():
        if action == marked:
            key = "state.again.play" if action == card else "state.again.discard"
            return words(key, card=phrases.card_name(words, card))
    return phrases.state_line(words, view, seats)


def table_picture(words: Words, facts: TableFacts, view: View, avatar: Avatar = no_avatar) -> TablePicture:
    """The table as anyone may see it."""
    face = face_of(view.rules)
    lying = lying_trick(view)
    holder, open_cards = face.open_hand(view) or (None, ())
    still_out_word, still_out = face.still_out(words, view)
    return TablePicture(
        title=face.heading(words, view),
        subtitle=words(
            "table.subtitle",
            deal=phrases.deal_title(words, view),
            preset=phrases.game_name(words, facts),
        ),
        plates=plates(words, view, facts.seats, avatar),
        labels=TableLabels(words("plate.tricks"), words("plate.points"), words("plate.total")),
        trick=_lying(lying, view.players),
        winning=winning_index(lying, view.players),
        trump=view.trump,
        trump_word=_trump_word(words, view),
        shown=tuple(Played(seat, card) for seat, card in view.shown if seat != holder),
        caption=phrases.state_line(words, view, facts.seats),
        auction=face.auction(words, view, facts.seats),
        open_hand=tuple(Played(holder, card) for card in open_cards) if holder is not None else (),
        contract_sign=view.contract or UNSETTLED,
        lead=_lead(view),
        still_out=still_out,
        still_out_word=still_out_word,
        style=_style(words, view),
    )


def _style(words: Words, view: View, wishes: Preferences = DEFAULTS) -> CardStyle:
    """The cards as whoever is spoken to in these words knows or wishes them."""
    return wishes.card_style(words.language, view.rules.preset.name)


def _lead(view: View) -> int | None:
    """Who leads the first trick, as long as nothing lies on the table."""
    return view.trick.leader if view.phase == "play" and not lying_trick(view).cards else None


def _lying(trick: Trick, players: int) -> tuple[Played, ...]:
    return tuple(Played((trick.leader + place) % players, card) for place, card in enumerate(trick.cards))


def _seated(words: Words, view: View, seats: Sequence[Seat]) -> tuple[Seated, ...]:
    bidders = face_of(view.rules).bidders(view)
    return tuple(
        Seated(
            name=seat.name,
            tricks=words.number(view.tricks_taken[number]),
            dealer=view.dealer == number,
            to_move=view.turn == number,
            bidder=number in bidders,
        )
        for number, seat in enumerate(seats)
    )


def trick_picture(
    words: Words, view: View, seats: Sequence[Seat], wishes: Preferences = DEFAULTS
) -> TrickPicture | None:
    """The last completed trick of this deal, the only one that may be looked at (G6); None before the
    first."""
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
            contract=face_of(view.rules).heading(words, view),
        ),
        cards=_named(trick, seats),
        winner=winner,
        trump=view.trump,
        trump_word=_trump_word(words, view),
        caption=words("trick.taken-by", name=seats[trick.winner].name),
        contract_sign=view.contract,
        style=_style(words, view, wishes),
    )


def score_sheet(
    words: Words,
    facts: TableFacts,
    view: View,
    places: Sequence[int] = (),
    wishes: Preferences = DEFAULTS,
) -> ScoreSheet:
    """The score sheet as it stands; with places once the game is over."""
    face = face_of(view.rules)
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
                bidders=face.played_by(result),
            )
        )
    played = len(rows)
    rows += _to_come(words, view, played)
    return ScoreSheet(
        title=words("sheet.title"),
        subtitle=words(
            "sheet.subtitle",
            preset=phrases.game_name(words, facts),
            played=words.number(played),
            of=words.number(view.deals),
        )
        + _thrown_in(words, view),
        names=tuple(seat.name for seat in facts.seats),
        rows=tuple(rows),
        totals_word=words("sheet.total"),
        totals=tuple(words.points(total) for total in running),
        places_word=words("sheet.place") if places else "",
        places=tuple(words.number(place) for place in places),
        winners=tuple(seat for seat, place in enumerate(places) if place == 1),
        caption=words("sheet.over") if places else phrases.state_line(words, view, facts.seats),
        ledger=face.ledger(words, view),
        style=_style(words, view, wishes),
    )


def _thrown_in(words: Words, view: View) -> str:
    """« · 1 deal thrown in»: such a deal has no row, for it is dealt again."""
    count = sum(result.points is None for result in view.results)
    return f" · {words.count('sheet.thrown-in', count)}" if count else ""


def _to_come(words: Words, view: View, played: int) -> Iterator[SheetRow]:
    """The deals not scored yet: the one in play, and those after it where it is known what they are."""
    face = face_of(view.rules)
    blank = ("",) * view.players
    for deal, planned in enumerate(view.plan[played:], start=played):
        in_play = deal == view.deal
        contract = view.contract if in_play else planned
        if not contract and deal > played:
            continue
        in_auction = in_play and not contract
        yield SheetRow(
            label=face.heading(words, view) if in_auction else phrases.contract_name(words, contract),
            points=blank,
            totals=blank,
            number=words.number(deal + 1),
            trump=view.trump if in_play else None,
            dealer=(view.dealer + deal - view.deal) % view.players,
            contract_sign=contract or UNSETTLED,
        )


def _named(trick: Trick, seats: Sequence[Seat]) -> tuple[NamedCard, ...]:
    return tuple(
        NamedCard(seats[(trick.leader + place) % len(seats)].name, card)
        for place, card in enumerate(trick.cards)
    )


def _trump_word(words: Words, view: View) -> str:
    if view.turn in (AWAITS_DECK, OVER):
        return ""
    if view.trump is not None:
        return words("trump.suit")
    return words("trump.none") if face_of(view.rules).is_settled(view) else ""
