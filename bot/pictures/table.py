"""The picture of a table: plates around, the trick in the middle, everything always in the same place."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from bot.pictures import auction, open_hand, plate, still_out
from bot.pictures.bands import BAND, CAPTION, caption_band, title_band
from bot.pictures.fonts import Weight, text_width
from bot.pictures.marks import SPEECH, order_disc, played_card, speech
from bot.pictures.palette import IVORY, MAT, RAIL, WHITE
from bot.pictures.parts import AuctionTable
from bot.pictures.sizes import WIDTH, Size
from bot.pictures.style import BACK_INKS
from bot.pictures.surface import Anchor, Surface
from bot.pictures.values import TablePicture

_Any = TypeVar("_Any")
HEIGHT = 712  # without an open hand
_FAN_PITCH = 5
_FAN_LETTERS = 23


@dataclass(frozen=True, slots=True)
class SeatLayout:
    """Where a seat's things lie: upper left corners, in pixels."""

    plate: tuple[int, int]
    card: tuple[int, int]
    note: tuple[int, int]  # the corner at the plate's side
    note_anchor: Anchor
    fan: tuple[int, int]
    shown: tuple[int, int]


def _at_side(x: int, y: int, card: tuple[int, int], *, room_below: bool = True) -> SeatLayout:
    """A plate at the left or right edge: the note above it, the backs below.

    The shown card lies under the backs or, where there is no room below, beside them.
    """
    left = x < WIDTH // 2
    below = y + plate.HEIGHT + 8
    inner = x + plate.WIDTH - Size.SMALL.width
    shown = (x if left else inner, below + 32) if room_below else (inner, below)
    if left:
        return SeatLayout((x, y), card, (x, y - SPEECH - 6), "left", (x, below), shown)
    return SeatLayout((x, y), card, (x + plate.WIDTH, y - SPEECH - 6), "right", (x, below), shown)


def _in_middle(y: int, card_y: int) -> SeatLayout:
    """A plate at the top or bottom: note and backs at its right, the shown card at its left."""
    x = (WIDTH - plate.WIDTH) // 2
    right = x + plate.WIDTH + 10
    return SeatLayout(
        (x, y), ((WIDTH - Size.MEDIUM.width) // 2, card_y), (right, y + 80), "left", (right, y + 46),
        (x - Size.SMALL.width - 10, y),
    )  # fmt: skip


_LEFT, _RIGHT = 12, WIDTH - 12 - plate.WIDTH
_CARD_LEFT, _CARD_RIGHT = _LEFT + plate.WIDTH + 8, _RIGHT - 8 - Size.MEDIUM.width
_BOTTOM_PLACE = _in_middle(HEIGHT - CAPTION - plate.HEIGHT - 8, 362)
_TOP_PLACE = _in_middle(BAND + 13, 202)
_WEST = _at_side(_LEFT, 296, (_CARD_LEFT, 280))
_EAST = _at_side(_RIGHT, 296, (_CARD_RIGHT, 280))
# Clockwise from the bottom, by number of seats.
PLACES: dict[int, tuple[SeatLayout, ...]] = {
    3: (_BOTTOM_PLACE, _WEST, _EAST),
    4: (_BOTTOM_PLACE, _WEST, _TOP_PLACE, _EAST),
    5: (
        _BOTTOM_PLACE,
        _at_side(_LEFT, 402, (_CARD_LEFT, 300), room_below=False),
        _at_side(_LEFT, 108, (_CARD_LEFT + 44, 118), room_below=False),
        _at_side(_RIGHT, 108, (_CARD_RIGHT - 44, 118), room_below=False),
        _at_side(_RIGHT, 402, (_CARD_RIGHT, 300), room_below=False),
    ),
}
_REMAINING = (14, HEIGHT - CAPTION - 112, 272, HEIGHT - CAPTION - 8)  # left, top, width, bottom
# While it is bid the plates make room for the auction: those in the upper half lie along the top, the others
# along the bottom.
_ROW_ABOVE, _ROW_BELOW = BAND + 13, HEIGHT - CAPTION - plate.HEIGHT - 8
_MIDDLE = (WIDTH - plate.WIDTH) // 2
BIDDING_PLACES: dict[int, tuple[tuple[int, int], ...]] = {
    3: ((_MIDDLE, _ROW_BELOW), (_LEFT, _ROW_ABOVE), (_RIGHT, _ROW_ABOVE)),
    4: ((_MIDDLE, _ROW_BELOW), (_LEFT, _ROW_ABOVE), (_MIDDLE, _ROW_ABOVE), (_RIGHT, _ROW_ABOVE)),
    5: (
        (_MIDDLE, _ROW_BELOW), (_LEFT, _ROW_BELOW), (_LEFT, _ROW_ABOVE), (_RIGHT, _ROW_ABOVE),
        (_RIGHT, _ROW_BELOW),
    ),
}  # fmt: skip


def height_of(value: TablePicture) -> int:
    """The picture's height in pixels."""
    return HEIGHT + (open_hand.HEIGHT if value.open_hand else 0)


def draw(value: TablePicture, surface: Surface) -> None:
    """Draw the whole picture on a surface of ``WIDTH`` × ``height_of(value)``, all felt."""
    title_band(surface, value.title, value.subtitle, value.trump, value.trump_word, value.contract_sign)
    mat = _CARD_LEFT - 4, BAND + 40, _CARD_RIGHT + Size.MEDIUM.width + 4, HEIGHT - CAPTION - 40
    surface.kept((MAT, 110), mat, lambda: surface.box(*mat, MAT, 110))
    if value.auction is None:
        _played(value, surface)
    else:
        _bidding(value, value.auction, surface)
    if value.open_hand:
        holder = value.plates[value.open_hand[0].seat]
        open_hand.draw([laid.card for laid in value.open_hand], holder.name, surface, HEIGHT - CAPTION)
    caption_band(surface, value.caption, height_of(value) - CAPTION)


def _turned(value: TablePicture, places: tuple[_Any, ...]) -> list[_Any]:
    """The place of each seat, from places clockwise from the bottom."""
    return [places[(seat - value.bottom) % len(places)] for seat in range(len(places))]


def _played(value: TablePicture, surface: Surface) -> None:
    """Plates around the trick."""
    places = _turned(value, PLACES[len(value.plates)])
    for player, place in zip(value.plates, places, strict=True):
        plate.draw(surface, player, *place.plate, value.labels)
        if player.note:
            x, y = place.note
            speech(surface, player.note, x, y, width=plate.WIDTH, anchor=place.note_anchor)
        if player.cards_left:
            _fan(surface, player.cards_left, *place.fan)
    still_out.draw(value.still_out_word, value.still_out, surface, *_REMAINING)
    for shown in value.shown:
        surface.card(shown.card, Size.SMALL, *places[shown.seat].shown)
    if value.lead is not None and not value.trick:
        _awaited(surface, *places[value.lead].card)
    for number, played in enumerate(value.trick):
        x, y = places[played.seat].card
        played_card(
            surface, played.card, Size.MEDIUM, x, y, order=number + 1, winning=number == value.winning
        )


def _awaited(surface: Surface, x: int, y: int) -> None:
    """Where the first card of the trick will lie."""
    size = Size.MEDIUM
    box = x, y, x + size.width, y + size.height
    surface.kept(_awaited, box, partial(_draw_awaited, surface, *box))


def _draw_awaited(surface: Surface, x: int, y: int, right: int, bottom: int) -> None:
    size = Size.MEDIUM
    surface.box(x, y, right, bottom, RAIL, size.radius)
    surface.box(x + 3, y + 3, right - 3, bottom - 3, MAT, size.radius - 3)
    order_disc(surface, 1, size, x, y)


def _bidding(value: TablePicture, bids: AuctionTable, surface: Surface) -> None:
    """The auction between plates that made room."""
    for player, place in zip(value.plates, _turned(value, BIDDING_PLACES[len(value.plates)]), strict=True):
        plate.draw(surface, player, *place, value.labels, bidding=True)
    room = _ROW_ABOVE + plate.HEIGHT, _ROW_BELOW
    auction.draw(bids, surface, (sum(room) - auction.height_of(bids, auction.TABLE)) // 2, auction.TABLE)


def _fan(surface: Surface, cards: int, x: int, y: int) -> None:
    """Small backs, one for each card still held, and their number."""
    right = x + (cards - 1) * _FAN_PITCH + 24 + text_width(str(cards), Weight.MEDIUM, _FAN_LETTERS) + 2
    surface.kept((_draw_fan, cards), (x, y, right, y + 24), partial(_draw_fan, surface, cards, x, y))


def _draw_fan(surface: Surface, cards: int, x: int, y: int) -> None:
    for card in range(cards):
        left = x + card * _FAN_PITCH
        surface.box(left, y, left + 16, y + 23, WHITE, 3)
        surface.box(left + 2, y + 2, left + 14, y + 21, BACK_INKS[surface.style.back], 2)
    surface.text(str(cards), x + (cards - 1) * _FAN_PITCH + 24, y + 20, IVORY, _FAN_LETTERS)
