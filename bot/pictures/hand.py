"""The picture of a hand: what lies on the table above, as seen from it, and one's own cards below.

The trick lies before its reader: their own card below, the others clockwise around. The cards overlap like
a pinwheel, so that each shows its index, its number and, where it wins, its crown, and all take little
height. Names stand beside the cards, and whoever is to move has a golden place.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from bot.pictures.bands import head, head_height
from bot.pictures.palette import FELT, GOLD, IVORY, MUTED, PANEL
from bot.pictures.shapes import POINTER
from bot.pictures.signs import bidder_flag, dealing, mat, order_disc, played_card
from bot.pictures.style import MARGIN, WIDTH, Size
from bot.pictures.surface import Surface
from bot.pictures.table import (
    HAND_AUCTION,
    OPEN_HAND,
    auction_height,
    draw_auction,
    draw_open_hand,
    draw_still_out,
)
from bot.pictures.text import Weight, fit, fitting, text_width
from bot.pictures.values import HandPicture, Seated

_SIZE = Size.MEDIUM
_LETTERS, _SMALLEST = 26, 21  # of names
_MARK, _PILE, _MARK_GAP = 26, 22, 6
_LINE = 34  # from a name to the marks below it
_LEAST = 40  # of a name; with less left the tricks give way
_WORD, _TILE = 26, 36  # what the trick is: its letters, and the suit that is led
_WORD_ROOM = 280  # where it stands beside a card
_BESIDE = 6  # how far a label may reach beyond its ends
_PLACE_EDGE = 4  # width of the golden place


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a seat's card and its label lie, from the zone's upper left corner: the label between ``left``
    and ``right``, beginning or ending there as ``side`` says; ``stacked``: the marks below the name."""

    card: tuple[int, int]
    left: int
    right: int
    baseline: int
    side: Literal["left", "right"]
    stacked: bool = False


@dataclass(frozen=True, slots=True)
class Zone:
    """Where everything lies for a number of players; clockwise from the bottom."""

    height: int
    spots: tuple[Spot, ...]
    mat: tuple[int, int]  # left and right
    word: tuple[int, int]  # left end and baseline of what the trick is
    still_out: tuple[int, int, int, int]  # left, top, width, bottom: two lines


_FAR = WIDTH - MARGIN
_OWN, _WEST, _NORTH, _EAST = (
    Spot((372, 112), 500, _FAR, 262, "left"),
    Spot((196, 48), MARGIN, 184, 110, "right", stacked=True),
    Spot((316, 6), 442, _FAR, 32, "left"),
    Spot((492, 48), 616, _FAR, 110, "left", stacked=True),
)
ZONES: dict[int, Zone] = {
    3: Zone(276, (_OWN, _WEST, _EAST), (178, 622), (MARGIN, 36), (MARGIN, 212, 340, 272)),
    4: Zone(276, (_OWN, _WEST, _NORTH, _EAST), (178, 622), (MARGIN, 36), (MARGIN, 212, 340, 272)),
    5: Zone(
        318,
        (
            Spot((352, 106), 476, _FAR, 278, "left"),
            Spot((130, 56), MARGIN, 342, 244, "left"),
            Spot((250, 6), MARGIN, 240, 34, "right"),
            Spot((468, 6), 592, _FAR, 34, "left"),
            Spot((588, 56), 476, _FAR, 244, "right"),
        ),
        (112, 718),
        (476, 306),
        (MARGIN, 254, 322, 314),
    ),
}


def _zone_height(value: HandPicture) -> int:
    """The height of the zone in which the trick lies, in pixels."""
    return ZONES[len(value.seats)].height if value.seats else 0


def draw_trick_around(value: HandPicture, surface: Surface, top: int) -> None:
    """Draw the trick and who sits around it from ``top`` on, ``_zone_height`` high. Nobody there: nothing."""
    if not value.seats:
        return
    zone, seats = ZONES[len(value.seats)], len(value.seats)
    spots = [zone.spots[(seat - value.bottom) % seats] for seat in range(seats)]
    left, right = zone.mat
    mat(surface, (left, top + 20, right, top + zone.height - 6), 90)
    _trick_cards(value, surface, [(spot.card[0], top + spot.card[1]) for spot in spots])
    for player, spot in zip(value.seats, spots, strict=True):
        y = top + spot.baseline
        box = spot.left - _BESIDE, y - 27, spot.right + _BESIDE, y + (44 if spot.stacked else 10)
        surface.kept(_label, (0, y), box, player, spot)
    x, y = zone.word[0], top + zone.word[1]
    box = x - _BESIDE, y - 27, x + _WORD_ROOM + _BESIDE, y + 10
    surface.kept(_word, (x, y), box, value.trick_word, value.led)
    x, y, width, bottom = zone.still_out
    draw_still_out(value.still_out_word, value.still_out, surface, x, top + y, width, top + bottom)


def _trick_cards(value: HandPicture, surface: Surface, corners: list[tuple[int, int]]) -> None:
    """What lies there, and a golden place for who is to move."""
    lying = {played.seat: place for place, played in enumerate(value.trick)}
    for seat, (x, y) in enumerate(corners):
        if value.seats[seat].to_move and seat not in lying:
            surface.kept(_awaited, (x, y), (x, y, x + _SIZE.width, y + _SIZE.height))
    if value.lead is not None and not value.trick:
        order_disc(surface, 1, _SIZE, *corners[value.lead])
    for seat in sorted(lying, key=lambda seat: corners[seat][1]):  # the own card lies over the others
        place = lying[seat]
        card, winning = value.trick[place].card, place == value.winning
        played_card(surface, card, _SIZE, *corners[seat], order=place + 1, winning=winning)


def _awaited(surface: Surface, x: int, y: int) -> None:
    """Where the next card will lie."""
    right, bottom, edge = x + _SIZE.width, y + _SIZE.height, _PLACE_EDGE
    surface.box(x, y, right, bottom, GOLD, _SIZE.radius)
    surface.box(x + edge, y + edge, right - edge, bottom - edge, FELT, _SIZE.radius - edge)


def _word(surface: Surface, x: int, baseline: int, word: str, led: int | None) -> None:
    """What the trick is, and the suit that is to be followed."""
    room = _WORD_ROOM - (_TILE + 8 if led is not None else 0)
    x += surface.fitted_text(word, x, baseline, MUTED, (_WORD, 19), room) + 8
    if led is not None:
        surface.suit_tile(led, x, baseline - 27, _TILE)


def _label(surface: Surface, _left: int, baseline: int, player: Seated, spot: Spot) -> None:
    """Name, marks and tricks, in one line or in two."""
    weight, ink = (Weight.BOLD, GOLD) if player.to_move else (Weight.MEDIUM, IVORY)
    room = spot.right - spot.left
    besides = _width_of_marks(player)
    if not spot.stacked and room - besides < _LEAST:
        player = replace(player, tricks="")
        besides = _width_of_marks(player)
    for_name = room if spot.stacked else room - besides
    size = fitting(player.name, weight, _LETTERS, _SMALLEST, for_name)
    name = fit(player.name, weight, size, for_name)
    width = text_width(name, weight, size) if name else 0
    x = spot.left if spot.side == "left" else spot.right - width - (0 if spot.stacked else besides)
    surface.text(name, x, baseline, ink, size, weight)
    if spot.stacked:
        begin = spot.left if spot.side == "left" else spot.right - besides + _MARK_GAP
        _marks(surface, player, begin, baseline + _LINE)
    else:
        _marks(surface, player, x + width + _MARK_GAP, baseline)


def _width_of_marks(player: Seated) -> int:
    marks = (player.to_move + player.bidder + player.dealer) * _MARK
    tricks = _PILE + _MARK_GAP + text_width(player.tricks, Weight.BOLD, _LETTERS) if player.tricks else 0
    return _MARK_GAP + marks + tricks if marks or tricks else 0


def _marks(surface: Surface, player: Seated, x: int, baseline: int) -> None:
    """Whose turn it is, who plays the contract, who dealt, and how many tricks they have."""
    y = baseline - 9
    if player.to_move:
        surface.shape(POINTER, x + 10, y, 20, GOLD)
        x += _MARK
    if player.tricks:
        _pile(surface, x, baseline - 19)
        x += _PILE
        x += surface.text(player.tricks, x, baseline, MUTED, _LETTERS, Weight.BOLD) + _MARK_GAP
    if player.bidder:
        bidder_flag(surface, x + 11, y, small=True)
        x += _MARK
    if player.dealer:
        dealing(surface, x + 11, y, 24)


def _pile(surface: Surface, x: int, top: int) -> None:
    """Two small cards: tricks taken."""
    surface.box(x + 5, top - 1, x + 18, top + 16, MUTED, 2)
    surface.box(x, top + 2, x + 14, top + 20, PANEL, 2)
    surface.box(x, top + 3, x + 13, top + 20, IVORY, 2)


_EDGE = 14  # beside the outermost cards
_RAISE = 22  # how far legal cards stand out
_GAP = 8
_ROW_SHOWN = 100  # what the lower row leaves visible of the upper one
_CUT = 72  # of large cards, below the picture's lower edge: all that tells them apart is above it
_BOTTOM = 10
_EMPTY_HEIGHT = 120


def size_of(value: HandPicture) -> Size:
    """The size the hand's cards are drawn in."""
    return Size.LARGE if value.two_rows else Size.HAND


def hand_height(value: HandPicture) -> int:
    """The picture's height in pixels."""
    top = _hand_top(value)
    if not value.cards:
        return top + _EMPTY_HEIGHT
    rows = len(_rows(value.cards, value.two_rows))
    shown = size_of(value).height + (-_CUT if value.two_rows else _BOTTOM)
    return top + _RAISE + (rows - 1) * (_ROW_SHOWN + _RAISE) + shown


def draw_hand(value: HandPicture, surface: Surface) -> None:
    """Draw the whole picture on a surface of ``WIDTH`` × its height, all felt."""
    top, legal = _hand_top(value), value.legal if value.choosing else None
    if value.open_hand:
        draw_open_hand(value.open_hand, value.open_word, surface, top - OPEN_HAND - _GAP)
    head(surface, value.title, value.trump, value.trump_word, value.contract_sign, value.costs)
    surface.band(_cards, top, hand_height(value) - top, value.cards, legal, value.two_rows, value.empty)
    top = _head(value) + _GAP
    if value.auction is None:
        draw_trick_around(value, surface, top)
    else:
        draw_auction(value.auction, surface, top, HAND_AUCTION)


def _head(value: HandPicture) -> int:
    return head_height(value.costs, value.trump, value.trump_word)


def _hand_top(value: HandPicture) -> int:
    """Where the cards begin, raised ones."""
    zone = _zone_height(value)
    if value.auction is not None:
        zone = auction_height(value.auction, HAND_AUCTION) + _GAP
    return _head(value) + _GAP + zone + (OPEN_HAND + _GAP if value.open_hand else 0)


def _cards(
    surface: Surface, top: int, cards: tuple[int, ...], legal: int | None, two_rows: bool, empty: str
) -> None:
    """The reader's own; ``legal`` are those that stand out while there is something to choose."""
    if not cards:
        surface.text(empty, WIDTH // 2, top + 60, MUTED, 30, anchor="middle", width=WIDTH - 2 * MARGIN)
    for row in _rows(cards, two_rows):
        _row(surface, row, legal, Size.LARGE if two_rows else Size.HAND, top)
        top += _ROW_SHOWN + _RAISE


def _rows(cards: tuple[int, ...], two_rows: bool) -> list[tuple[int, ...]]:
    if not two_rows or len(cards) < 2:
        return [cards] if cards else []
    half = (len(cards) + 1) // 2
    return [cards[:half], cards[half:]]


def _row(surface: Surface, cards: tuple[int, ...], legal: int | None, size: Size, top: int) -> None:
    widest = (WIDTH - 2 * _EDGE - size.width) / max(1, len(cards) - 1)
    step = min(size.width + 10, widest)
    first = (WIDTH - size.width - step * (len(cards) - 1)) / 2
    for position, card in enumerate(cards):
        left = round(first + position * step)
        playable = legal is None or bool(legal >> card & 1)
        raised = legal is not None and playable
        surface.card(card, size, left, top if raised else top + _RAISE, dim=not playable)
