"""The picture of a table: plates around, the trick in the middle, everything always in the same place; and
that of its last trick.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

from bot.pictures.bands import BAND, CAPTION, caption_band, title_band
from bot.pictures.marks import (
    SPEECH,
    awaited_card,
    bidder_flag,
    dealer_marker,
    face,
    mat,
    played_card,
    speech,
)
from bot.pictures.palette import GOLD, IVORY, MAT, MUTED, PANEL, RAIL, WHITE
from bot.pictures.style import BACK_INKS, MARGIN, WIDTH, Size
from bot.pictures.surface import Anchor, Surface
from bot.pictures.table_parts import (
    OPEN_HAND,
    TABLE_AUCTION,
    auction_height,
    draw_auction,
    draw_open_hand,
    draw_still_out,
)
from bot.pictures.text import Weight, fitting, text_width
from bot.pictures.values import AuctionTable, Plate, TableLabels, TablePicture, TrickPicture

PLATE_WIDTH, PLATE_HEIGHT = 208, 122
_RADIUS = 16
_TURN, _FRAME = 6, 4  # widths of the frames: whose turn it is, outside; who plays the contract, inside
_FACE = 24  # radius
_COLUMN, _BETWEEN, _SMALLEST = 65, 8, 14  # of three numbers: width, least gap, pixels of the letters
_FLAG, _DEALER = 11, 7  # how far the marks at its corners stand out


def draw_plate(
    surface: Surface, plate: Plate, left: int, top: int, labels: TableLabels, *, bidding: bool = False
) -> None:
    """Draw a plate. While it is bid there are no tricks yet: the seat's note stands in their place."""
    frame = _TURN if plate.to_move else 0
    box = (
        left - max(frame, _FLAG if plate.bidder else 0),
        top - max(frame, _FLAG if plate.bidder else 0, _DEALER if plate.dealer else 0),
        left + PLATE_WIDTH + max(frame, _DEALER if plate.dealer else 0), top + PLATE_HEIGHT + frame,
    )  # fmt: skip
    # not drawn here: the cards that are left, and what was said when it is over
    shown = replace(plate, cards_left=0, note=plate.note if bidding else "")
    surface.kept(_draw_plate, (left, top), box, shown, labels, bidding)


def _draw_plate(
    surface: Surface, left: int, top: int, plate: Plate, labels: TableLabels, bidding: bool
) -> None:
    right, bottom = left + PLATE_WIDTH, top + PLATE_HEIGHT
    if plate.to_move:
        surface.box(left - _TURN, top - _TURN, right + _TURN, bottom + _TURN, GOLD, _RADIUS + _TURN)
    if plate.bidder:
        surface.box(left, top, right, bottom, IVORY, _RADIUS)
        surface.box(left + _FRAME, top + _FRAME, right - _FRAME, bottom - _FRAME, PANEL, _RADIUS - _FRAME)
    else:
        surface.box(left, top, right, bottom, PANEL, _RADIUS)
    ground, ink = (GOLD, PANEL) if plate.to_move else (RAIL, MUTED)
    face(
        surface, plate.name, left + 35, top + 33, _FACE,
        avatar=plate.avatar, robot=plate.robot, ground=ground, ink=ink,
    )  # fmt: skip
    room = PLATE_WIDTH - 66 - 8 - (20 if plate.dealer else 0)
    name_ink = GOLD if plate.to_move else IVORY
    surface.fitted_text(plate.name, left + 66, top + 42, name_ink, (26, 19), room)
    numbers = ((plate.tricks, labels.tricks), (plate.points, labels.points), (plate.total, labels.total))
    size = min(fitting(number, Weight.BOLD, 30, _SMALLEST, _COLUMN - _BETWEEN) for number, _ in numbers)
    for column, (number, label) in enumerate(numbers):
        if number and not (bidding and column < 2):
            middle = left + 6 + round((column + 0.5) * (PLATE_WIDTH - 12) / 3)
            surface.text(number, middle, top + 85, IVORY, size, Weight.BOLD, "middle", width=_COLUMN)
            surface.fitted_text(label, middle, top + 110, MUTED, (21, 18), 66, Weight.REGULAR, "middle")
    if bidding and plate.note:
        speech(surface, plate.note, left + 10, top + 70, width=126)
    if plate.dealer:
        dealer_marker(surface, right - 12, top + 12)
    if plate.bidder:
        bidder_flag(surface, left + 8, top + 8)


_Place = TypeVar("_Place")
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
    below = y + PLATE_HEIGHT + 8
    inner = x + PLATE_WIDTH - Size.SMALL.width
    shown = (x if left else inner, below + 32) if room_below else (inner, below)
    if left:
        return SeatLayout((x, y), card, (x, y - SPEECH.height - 6), "left", (x, below), shown)
    return SeatLayout((x, y), card, (x + PLATE_WIDTH, y - SPEECH.height - 6), "right", (x, below), shown)


def _in_middle(y: int, card_y: int) -> SeatLayout:
    """A plate at the top or bottom: note and backs at its right, the shown card at its left."""
    x = (WIDTH - PLATE_WIDTH) // 2
    right = x + PLATE_WIDTH + 10
    return SeatLayout(
        (x, y), ((WIDTH - Size.MEDIUM.width) // 2, card_y), (right, y + 80), "left", (right, y + 46),
        (x - Size.SMALL.width - 10, y),
    )  # fmt: skip


_LEFT, _RIGHT = 12, WIDTH - 12 - PLATE_WIDTH
_CARD_LEFT, _CARD_RIGHT = _LEFT + PLATE_WIDTH + 8, _RIGHT - 8 - Size.MEDIUM.width
_BOTTOM_PLACE = _in_middle(HEIGHT - CAPTION - PLATE_HEIGHT - 8, 362)
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
_MAT = _CARD_LEFT - 4, BAND + 40, _CARD_RIGHT + Size.MEDIUM.width + 4, HEIGHT - CAPTION - 40
_REMAINING = (14, HEIGHT - CAPTION - 112, 272, HEIGHT - CAPTION - 8)  # left, top, width, bottom
# While it is bid the plates make room for the auction: those in the upper half lie along the top, the others
# along the bottom.
_ROW_ABOVE, _ROW_BELOW = BAND + 13, HEIGHT - CAPTION - PLATE_HEIGHT - 8
_MIDDLE = (WIDTH - PLATE_WIDTH) // 2
BIDDING_PLACES: dict[int, tuple[tuple[int, int], ...]] = {
    3: ((_MIDDLE, _ROW_BELOW), (_LEFT, _ROW_ABOVE), (_RIGHT, _ROW_ABOVE)),
    4: ((_MIDDLE, _ROW_BELOW), (_LEFT, _ROW_ABOVE), (_MIDDLE, _ROW_ABOVE), (_RIGHT, _ROW_ABOVE)),
    5: (
        (_MIDDLE, _ROW_BELOW), (_LEFT, _ROW_BELOW), (_LEFT, _ROW_ABOVE), (_RIGHT, _ROW_ABOVE),
        (_RIGHT, _ROW_BELOW),
    ),
}  # fmt: skip


def table_height(value: TablePicture) -> int:
    """The picture's height in pixels."""
    return HEIGHT + (OPEN_HAND if value.open_hand else 0)


def draw_table(value: TablePicture, surface: Surface) -> None:
    """Draw the whole picture on a surface of ``WIDTH`` × its height, all felt."""
    if value.open_hand:
        holder = value.plates[value.open_hand[0].seat]
        draw_open_hand([laid.card for laid in value.open_hand], holder.name, surface, HEIGHT - CAPTION)
    title_band(surface, value.title, value.subtitle, value.trump, value.trump_word, value.contract_sign)
    caption_band(surface, value.caption, table_height(value) - CAPTION)
    mat(surface, _MAT, 110)
    if value.auction is None:
        _played(value, surface)
    else:
        _bidding(value, value.auction, surface)


def _turned(value: TablePicture, places: tuple[_Place, ...]) -> list[_Place]:
    """The place of each seat, from places clockwise from the bottom."""
    return [places[(seat - value.bottom) % len(places)] for seat in range(len(places))]


def _played(value: TablePicture, surface: Surface) -> None:
    """Plates around the trick."""
    places = _turned(value, PLACES[len(value.plates)])
    for player, place in zip(value.plates, places, strict=True):
        draw_plate(surface, player, *place.plate, value.labels)
        if player.note:
            x, y = place.note
            speech(surface, player.note, x, y, width=PLATE_WIDTH, anchor=place.note_anchor)
        if player.cards_left:
            (x, y), cards = place.fan, player.cards_left
            right = x + (cards - 1) * _FAN_PITCH + 26 + text_width(str(cards), Weight.MEDIUM, _FAN_LETTERS)
            surface.kept(_fan, (x, y), (x, y, right, y + 24), cards)
    draw_still_out(value.still_out_word, value.still_out, surface, *_REMAINING)
    for shown in value.shown:
        surface.card(shown.card, Size.SMALL, *places[shown.seat].shown)
    if value.lead is not None and not value.trick:
        x, y = places[value.lead].card
        box = x, y, x + Size.MEDIUM.width, y + Size.MEDIUM.height
        surface.kept(awaited_card, (x, y), box, Size.MEDIUM)
    for number, played in enumerate(value.trick):
        x, y = places[played.seat].card
        played_card(
            surface, played.card, Size.MEDIUM, x, y, order=number + 1, winning=number == value.winning
        )


def _bidding(value: TablePicture, bids: AuctionTable, surface: Surface) -> None:
    """The auction between plates that made room."""
    for player, place in zip(value.plates, _turned(value, BIDDING_PLACES[len(value.plates)]), strict=True):
        draw_plate(surface, player, *place, value.labels, bidding=True)
    top = (_ROW_ABOVE + PLATE_HEIGHT + _ROW_BELOW - auction_height(bids, TABLE_AUCTION)) // 2
    draw_auction(bids, surface, top, TABLE_AUCTION)


def _fan(surface: Surface, x: int, y: int, cards: int) -> None:
    """Small backs, one for each card still held, and their number."""
    for card in range(cards):
        left = x + card * _FAN_PITCH
        surface.box(left, y, left + 16, y + 23, WHITE, 3)
        surface.box(left + 2, y + 2, left + 14, y + 21, BACK_INKS[surface.style.back], 2)
    surface.text(str(cards), x + (cards - 1) * _FAN_PITCH + 24, y + 20, IVORY, _FAN_LETTERS)


_TRICK_TOP = BAND + 34
_NAMES = 40


def trick_height(value: TrickPicture) -> int:
    """The picture's height in pixels."""
    return _TRICK_TOP + Size.MEDIUM.height + _NAMES + 24 + (CAPTION if value.caption else 0)


def draw_trick(value: TrickPicture, surface: Surface) -> None:
    """Draw the whole picture on a surface of ``WIDTH`` × its height, all felt."""
    title_band(surface, value.title, value.subtitle, value.trump, value.trump_word, value.contract_sign)
    size, pitch = Size.MEDIUM, (WIDTH - 2 * MARGIN) // max(1, len(value.cards))
    pitch = min(pitch, 190)
    left = (WIDTH - pitch * len(value.cards)) // 2
    foot = _TRICK_TOP + size.height + _NAMES + 10
    surface.box(max(MARGIN, left), BAND + 14, min(WIDTH - MARGIN, WIDTH - left), foot + 2, MAT, 24)
    for place, played in enumerate(value.cards):
        middle, wins = left + place * pitch + pitch // 2, place == value.winner
        played_card(
            surface, played.card, size, middle - size.width // 2, _TRICK_TOP, order=place + 1, winning=wins
        )
        weight = Weight.BOLD if wins else Weight.MEDIUM
        baseline, room = _TRICK_TOP + size.height + 38, pitch - 8
        surface.fitted_text(played.name, middle, baseline, IVORY, (27, 20), room, weight, "middle")
    if value.caption:
        caption_band(surface, value.caption, trick_height(value) - CAPTION)
