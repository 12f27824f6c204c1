"""The picture of a table: plates around, the trick in the middle, everything always in the same place."""

from __future__ import annotations

from dataclasses import dataclass

from bot.pictures.fonts import Weight, drawable, fit, text_width
from bot.pictures.palette import BLUE, GOLD, IVORY, MAT, MUTED, PANEL, RAIL, WHITE
from bot.pictures.parts import BAND, CAPTION, WIDTH, caption_band, played_card, title_band
from bot.pictures.shapes import DEAL, ROBOT, ROBOT_FACE
from bot.pictures.sizes import Size
from bot.pictures.surface import Anchor, Surface
from bot.pictures.values import Plate, TableLabels, TablePicture

HEIGHT = 712
PLATE_WIDTH, PLATE_HEIGHT = 208, 122
_NOTE = 38  # height of a note
_PLATE_RADIUS = 16
_FAN_PITCH = 5


@dataclass(frozen=True, slots=True)
class Place:
    """Where a seat's things lie: upper left corners, in pixels."""

    plate: tuple[int, int]
    card: tuple[int, int]
    note: tuple[int, int]  # the corner at the plate's side
    note_anchor: Anchor
    fan: tuple[int, int]
    shown: tuple[int, int]


def _at_side(x: int, y: int, card: tuple[int, int], *, room_below: bool = True) -> Place:
    """A plate at the left or right edge: the note above it, the backs below.

    The shown card lies under the backs or, where there is no room below, beside them.
    """
    left = x < WIDTH // 2
    below = y + PLATE_HEIGHT + 8
    inner = x + PLATE_WIDTH - Size.SMALL.width
    shown = (x if left else inner, below + 32) if room_below else (inner, below)
    if left:
        return Place((x, y), card, (x, y - _NOTE - 6), "left", (x, below), shown)
    return Place((x, y), card, (x + PLATE_WIDTH, y - _NOTE - 6), "right", (x, below), shown)


def _in_middle(y: int, card_y: int) -> Place:
    """A plate at the top or bottom: note and backs at its right, the shown card at its left."""
    x = (WIDTH - PLATE_WIDTH) // 2
    right = x + PLATE_WIDTH + 10
    return Place(
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
PLACES: dict[int, tuple[Place, ...]] = {
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


def height_of(value: TablePicture) -> int:
    """The picture's height in pixels."""
    return HEIGHT


def draw(value: TablePicture, surface: Surface) -> None:
    """Draw the whole picture on a surface of ``WIDTH`` × ``HEIGHT``, all felt."""
    surface.box(
        _CARD_LEFT - 4, BAND + 40, _CARD_RIGHT + Size.MEDIUM.width + 4, HEIGHT - CAPTION - 40, MAT, 110
    )
    title_band(surface, value.title, value.subtitle, value.trump, value.trump_word)
    seats = len(value.plates)
    places = [PLACES[seats][(seat - value.bottom) % seats] for seat in range(seats)]
    for plate, place in zip(value.plates, places, strict=True):
        _plate(surface, plate, place, value.labels)
    for shown in value.shown:
        surface.card(shown.card, Size.SMALL, *places[shown.seat].shown)
    for number, played in enumerate(value.trick):
        x, y = places[played.seat].card
        played_card(
            surface, played.card, Size.MEDIUM, x, y, order=number + 1, winning=number == value.winning
        )
    caption_band(surface, value.caption, HEIGHT - CAPTION)


def _plate(surface: Surface, plate: Plate, place: Place, labels: TableLabels) -> None:
    left, top = place.plate
    right, bottom = left + PLATE_WIDTH, top + PLATE_HEIGHT
    if plate.to_move:
        surface.box(left - 6, top - 6, right + 6, bottom + 6, GOLD, _PLATE_RADIUS + 6)
    surface.box(left, top, right, bottom, PANEL, _PLATE_RADIUS)
    _face(surface, plate, left + 30, top + 29)
    room = PLATE_WIDTH - 58 - 10 - (20 if plate.dealer else 0)
    surface.text(plate.name, left + 58, top + 38, GOLD if plate.to_move else IVORY, 26, width=room)
    numbers = ((plate.tricks, labels.tricks), (plate.points, labels.points), (plate.total, labels.total))
    for column, (number, label) in enumerate(numbers):
        if not number:
            continue
        middle = left + 6 + round((column + 0.5) * (PLATE_WIDTH - 12) / 3)
        surface.text(number, middle, top + 84, IVORY, 30, Weight.BOLD, "middle", width=70)
        surface.text(label, middle, top + 110, MUTED, 21, Weight.REGULAR, "middle", width=66)
    if plate.dealer:
        _dealer_marker(surface, right - 12, top + 12)
    if plate.note:
        _note(surface, plate.note, place)
    if plate.cards_left:
        _fan(surface, plate.cards_left, *place.fan)


def _face(surface: Surface, plate: Plate, x: int, y: int) -> None:
    """Who sits there: a robot's head or the name's initial; whose turn it is gets a golden pointer."""
    ground, ink = (GOLD, PANEL) if plate.to_move else (RAIL, MUTED)
    surface.disc(x, y, 21, ground)
    if plate.robot:
        surface.shape(ROBOT, x, y - 2, 30, ink)
        surface.shape(ROBOT_FACE, x, y - 2, 30, ground)
    else:
        initial = drawable(plate.name)[0].upper()
        surface.text(initial, x, y + 9, ink, 26, Weight.BOLD, "middle")


def _dealer_marker(surface: Surface, x: int, y: int) -> None:
    """Two cards being dealt, in a white disc."""
    surface.disc(x, y, 19, WHITE)
    lower, upper = DEAL
    surface.shape(lower, x, y, 28, MUTED)
    surface.shape(upper, x, y, 30, WHITE)
    surface.shape(upper, x, y, 25, PANEL)


def _note(surface: Surface, note: str, place: Place) -> None:
    """What the seat last said, in a speech bubble's colours."""
    x, y = place.note
    line = fit(note, Weight.MEDIUM, 24, PLATE_WIDTH - 24)
    width = text_width(line, Weight.MEDIUM, 24) + 24
    left = x - width if place.note_anchor == "right" else x
    surface.box(left, y, left + width, y + _NOTE, IVORY, 14)
    surface.text(line, left + 12, y + 28, PANEL, 24)


def _fan(surface: Surface, cards: int, x: int, y: int) -> None:
    """Small backs, one for each card still held, and their number."""
    for card in range(cards):
        left = x + card * _FAN_PITCH
        surface.box(left, y, left + 16, y + 23, WHITE, 3)
        surface.box(left + 2, y + 2, left + 14, y + 21, BLUE, 2)
    surface.text(str(cards), x + (cards - 1) * _FAN_PITCH + 24, y + 20, IVORY, 23)
