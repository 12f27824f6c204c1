"""The trick above a hand, as it lies before its reader: their own card below, the others clockwise around.

The cards overlap like a pinwheel, so that each shows its index and its number and all take little height.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.pictures.fonts import Weight, fit, text_width
from bot.pictures.palette import GOLD, IVORY, MAT, MUTED, PANEL
from bot.pictures.parts import WIDTH, bidder_flag, order_disc, played_card
from bot.pictures.shapes import DEAL, POINTER
from bot.pictures.sizes import Size
from bot.pictures.surface import Surface
from bot.pictures.values import HandPicture, Seated

HEIGHT = 184
_SIZE = Size.SMALL
_LETTERS, _MARK, _PILE, _GAP = 22, 23, 20, 5
_LEAST = 30  # of a name; with less left the tricks give way


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a seat's card and name lie: pixels from the compass's upper left corner."""

    card: tuple[int, int]
    middle: int  # of the name's line, as far as it keeps between ``left`` and ``right``
    left: int
    right: int
    baseline: int


_SIDE = 28  # top of the cards at the sides
_UNDER = _SIDE + _SIZE.height + 25
_FOUR = (
    Spot((152, 60), 0, 0, 0, 0),
    Spot((0, _SIDE), 44, -22, 146, _UNDER),
    Spot((100, 0), 198, 198, 390, 20),
    Spot((252, _SIDE), 296, 248, 390, _UNDER),
)
_FIVE = (
    Spot((160, 60), 0, 0, 0, 0),
    Spot((0, _SIDE), 44, -22, 154, _UNDER),
    Spot((100, 0), 92, -36, 92, 20),
    Spot((252, 0), 348, 348, 450, 20),
    Spot((352, _SIDE), 396, 256, 450, _UNDER),
)
_LEFTS = {3: WIDTH - 400, 4: WIDTH - 400, 5: WIDTH - 460}
SPOTS: dict[int, tuple[Spot, ...]] = {3: (*_FOUR[:2], _FOUR[3]), 4: _FOUR, 5: _FIVE}


def left_of(seats: int) -> int:
    """Where the compass of so many begins."""
    return _LEFTS[seats]


def room_beside(seats: int) -> int:
    """How far from the left edge the picture is free beside the compass, names and all."""
    return left_of(seats) + min(spot.left for spot in SPOTS[seats]) - _GAP if seats else WIDTH - _GAP


def draw(value: HandPicture, surface: Surface, top: int) -> None:
    """Draw the trick and who sits around it from ``top`` on, ``HEIGHT`` high. Nobody there: nothing."""
    seats = len(value.seats)
    if not seats:
        return
    left = left_of(seats)
    spots = [SPOTS[seats][(seat - value.bottom) % seats] for seat in range(seats)]
    corners = [(left + spot.card[0], top + spot.card[1]) for spot in spots]
    lying = {played.seat: place for place, played in enumerate(value.trick)}
    for seat, (x, y) in enumerate(corners):
        if seat not in lying:
            surface.box(x, y, x + _SIZE.width, y + _SIZE.height, MAT, _SIZE.radius)
    if value.lead is not None and not value.trick:
        order_disc(surface, 1, _SIZE, *corners[value.lead])
    for seat in sorted(lying, key=lambda seat: spots[seat].card[1]):  # the own card lies over the others
        place = lying[seat]
        card, winning = value.trick[place].card, place == value.winning
        played_card(surface, card, _SIZE, *corners[seat], order=place + 1, winning=winning)
    for seat, player in enumerate(value.seats):
        if seat != value.bottom:
            spot = spots[seat]
            name_line(
                surface, player, left + spot.middle, top + spot.baseline, left + spot.left, left + spot.right
            )


def name_line(surface: Surface, player: Seated, middle: int, baseline: int, left: int, right: int) -> int:
    """Marks, name and tricks in one line around ``middle``, between ``left`` and ``right``. Returns where it
    begins."""
    weight = Weight.BOLD if player.to_move else Weight.MEDIUM
    marks = (player.to_move + player.bidder + player.dealer) * _MARK
    tricks = _GAP + _PILE + text_width(player.tricks, Weight.BOLD, _LETTERS) if player.tricks else 0
    if right - left - marks - tricks < _LEAST:
        tricks = 0
    name = fit(player.name, weight, _LETTERS, right - left - marks - tricks)
    width = marks + text_width(name, weight, _LETTERS) + tricks
    begin = max(left, min(middle - width // 2, right - width))
    x = _marks(surface, player, begin, baseline - 8)
    x += surface.text(name, x, baseline, IVORY, _LETTERS, weight) + _GAP
    if tricks:
        _pile(surface, x, baseline - 17)
        surface.text(player.tricks, x + _PILE, baseline, MUTED, _LETTERS, Weight.BOLD)
    return begin


def _marks(surface: Surface, player: Seated, x: int, y: int) -> int:
    """Whose turn it is, who plays the contract, who dealt. Returns where they end."""
    if player.to_move:
        surface.shape(POINTER, x + 9, y, 18, GOLD)
        x += _MARK
    if player.bidder:
        bidder_flag(surface, x + 10, y, small=True)
        x += _MARK
    if player.dealer:
        for card in DEAL:
            surface.shape(card, x + 10, y, 22, MUTED if card is DEAL[0] else IVORY)
        x += _MARK
    return x


def _pile(surface: Surface, x: int, top: int) -> None:
    """Two small cards: tricks taken."""
    surface.box(x + 5, top - 1, x + 17, top + 15, MUTED, 2)
    surface.box(x, top + 2, x + 13, top + 19, PANEL, 2)
    surface.box(x, top + 3, x + 12, top + 19, IVORY, 2)
