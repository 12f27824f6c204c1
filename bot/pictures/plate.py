"""A player's plate: who sits there, what they have, and what they are in this deal."""

from __future__ import annotations

from bot.pictures.fonts import Weight, drawable
from bot.pictures.palette import GOLD, IVORY, MUTED, PANEL, RAIL
from bot.pictures.parts import bidder_flag, dealer_marker, fitting, speech
from bot.pictures.shapes import ROBOT, ROBOT_FACE
from bot.pictures.surface import Surface
from bot.pictures.values import Plate, TableLabels

WIDTH, HEIGHT = 208, 122
_RADIUS = 16
_TURN, _FRAME = 6, 4  # widths of the frames: whose turn it is, outside; who plays the contract, inside
_FACE, _RING = 24, 2  # radius, and width of the ring around a picture


def draw(
    surface: Surface, plate: Plate, left: int, top: int, labels: TableLabels, *, bidding: bool = False
) -> None:
    """Draw a plate. While it is bid there are no tricks yet: the seat's note stands in their place."""
    right, bottom = left + WIDTH, top + HEIGHT
    if plate.to_move:
        surface.box(left - _TURN, top - _TURN, right + _TURN, bottom + _TURN, GOLD, _RADIUS + _TURN)
    if plate.bidder:
        surface.box(left, top, right, bottom, IVORY, _RADIUS)
        surface.box(left + _FRAME, top + _FRAME, right - _FRAME, bottom - _FRAME, PANEL, _RADIUS - _FRAME)
    else:
        surface.box(left, top, right, bottom, PANEL, _RADIUS)
    _face(surface, plate, left + 35, top + 33)
    room = WIDTH - 66 - 8 - (20 if plate.dealer else 0)
    surface.text(plate.name, left + 66, top + 42, GOLD if plate.to_move else IVORY, 26, width=room)
    numbers = ((plate.tricks, labels.tricks), (plate.points, labels.points), (plate.total, labels.total))
    for column, (number, label) in enumerate(numbers):
        if number and not (bidding and column < 2):
            middle = left + 6 + round((column + 0.5) * (WIDTH - 12) / 3)
            surface.text(number, middle, top + 85, IVORY, 30, Weight.BOLD, "middle", width=70)
            size = fitting(label, Weight.REGULAR, 21, 18, 66)
            surface.text(label, middle, top + 110, MUTED, size, Weight.REGULAR, "middle", width=68)
    if bidding and plate.note:
        speech(surface, plate.note, left + 10, top + 70, width=126)
    if plate.dealer:
        dealer_marker(surface, right - 12, top + 12)
    if plate.bidder:
        bidder_flag(surface, left + 8, top + 8)


def _face(surface: Surface, plate: Plate, x: int, y: int) -> None:
    """The player's own picture in a ring, else a robot's head or the name's initial."""
    ground, ink = (GOLD, PANEL) if plate.to_move else (RAIL, MUTED)
    surface.disc(x, y, _FACE, ground)
    inner = _FACE - _RING
    if plate.avatar is not None and surface.avatar(plate.avatar, x - inner, y - inner, 2 * inner):
        return
    if plate.robot:
        surface.shape(ROBOT, x, y - 2, 30, ink)
        surface.shape(ROBOT_FACE, x, y - 2, 30, ground)
    else:
        initial = drawable(plate.name)[0].upper()
        surface.text(initial, x, y + 9, ink, 26, Weight.BOLD, "middle")
