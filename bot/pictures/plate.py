"""A player's plate: who sits there, what they have, and what they are in this deal."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from bot.pictures.fonts import Weight
from bot.pictures.marks import bidder_flag, dealer_marker, face, speech
from bot.pictures.palette import GOLD, IVORY, MUTED, PANEL, RAIL
from bot.pictures.parts import TableLabels
from bot.pictures.surface import Surface
from bot.pictures.values import Plate
from bot.pictures.wrapping import fitting

WIDTH, HEIGHT = 208, 122
_RADIUS = 16
_TURN, _FRAME = 6, 4  # widths of the frames: whose turn it is, outside; who plays the contract, inside
_FACE = 24  # radius
_FLAG, _DEALER = 11, 7  # how far the marks at its corners stand out


def draw(
    surface: Surface, plate: Plate, left: int, top: int, labels: TableLabels, *, bidding: bool = False
) -> None:
    """Draw a plate. While it is bid there are no tricks yet: the seat's note stands in their place."""
    frame = _TURN if plate.to_move else 0
    box = (
        left - max(frame, _FLAG if plate.bidder else 0),
        top - max(frame, _FLAG if plate.bidder else 0, _DEALER if plate.dealer else 0),
        left + WIDTH + max(frame, _DEALER if plate.dealer else 0), top + HEIGHT + frame,
    )  # fmt: skip
    # not drawn here: the cards that are left, and what was said when it is over
    shown = replace(plate, cards_left=0, note=plate.note if bidding else "")
    paint = partial(_draw, surface, shown, left, top, labels, bidding=bidding)
    surface.kept((_draw, shown, labels, bidding), box, paint)


def _draw(surface: Surface, plate: Plate, left: int, top: int, labels: TableLabels, *, bidding: bool) -> None:
    right, bottom = left + WIDTH, top + HEIGHT
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
    room = WIDTH - 66 - 8 - (20 if plate.dealer else 0)
    size = fitting(plate.name, Weight.MEDIUM, 26, 19, room)
    surface.text(plate.name, left + 66, top + 42, GOLD if plate.to_move else IVORY, size, width=room)
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
