"""The strip before a hand that is looked at again: whose it is, and what they have."""

from __future__ import annotations

from dataclasses import dataclass

from bot.pictures.fonts import Weight, drawable, fit, text_width
from bot.pictures.marks import bidder_flag
from bot.pictures.palette import GOLD, IVORY, MUTED, PANEL
from bot.pictures.parts import TableLabels
from bot.pictures.replay_layout import SeatPlace
from bot.pictures.replay_values import ReplayPicture, ReplaySeat
from bot.pictures.robot_faces import robot_head
from bot.pictures.shapes import DEAL, POINTER
from bot.pictures.surface import Surface
from bot.pictures.wrapping import fitting

_RADIUS = 12
_PAD, _GAP, _MARK = 14, 8, 28
_NAME, _SMALLEST = 27, 20
_FIGURE, _LABEL, _SMALLEST_NOTE = 28, 21, 17
_LONGEST_NAME = 300  # where the figures stand beside it
_APART = 24  # between the figures beside a name


@dataclass(frozen=True, slots=True)
class Strip:
    """What stands on it."""

    name: str
    figures: tuple[tuple[str, str], ...]  # numbers and the words for them
    note: str
    dealer: bool
    to_move: bool
    bidder: bool
    robot: str | None


def strip_of(value: ReplayPicture, seat: ReplaySeat) -> Strip:
    """The strip of a seat: while it is bid there are no tricks yet."""
    labels: TableLabels = value.labels
    total = seat.total, labels.total
    so_far = (seat.tricks, labels.tricks), (seat.points, labels.points)
    figures = tuple(one for one in ((total,) if value.auction else (*so_far, total)) if one[0])
    note = "" if value.auction else seat.note
    return Strip(seat.name, figures, note, seat.dealer, seat.to_move, seat.bidder, seat.robot)


def draw(strip: Strip, surface: Surface, place: SeatPlace) -> None:
    """Draw it: in one line where it is wide, else the figures below the name."""
    left, top, right, _ = place.strip
    _ground(surface, place)
    if place.is_wide:
        _in_one_line(strip, surface, left + _PAD, right - _PAD, top)
    else:
        _in_three_lines(strip, surface, left, right, top)


def _in_one_line(strip: Strip, surface: Surface, left: int, right: int, top: int) -> None:
    """Name and note at the left, the figures with their words at the right."""
    baseline, end = top + 34, right
    for number, label in reversed(strip.figures):
        end = _beside(surface, number, label, end, baseline) - _APART
    used = _name(strip, surface, left, baseline, min(_LONGEST_NAME, end - left)) + _GAP
    if strip.note:
        _note(surface, strip.note, used, top + 9, end - used)


def _in_three_lines(strip: Strip, surface: Surface, left: int, right: int, top: int) -> None:
    """The name, the figures, their words. A note stands beside the name, or in place of the words."""
    used = _name(strip, surface, left + _PAD, top + 32, right - left - 2 * _PAD) + _GAP
    room = right - _GAP - used
    fits = text_width(drawable(strip.note, ""), Weight.MEDIUM, _SMALLEST_NOTE) + 20 <= room
    for column, (number, label) in enumerate(strip.figures):
        middle = left + 4 + round((column + 0.5) * (right - left - 8) / len(strip.figures))
        surface.text(number, middle, top + 62, IVORY, _FIGURE, Weight.BOLD, "middle", width=76)
        if fits or not strip.note:
            size = fitting(label, Weight.REGULAR, _LABEL - 1, 17, 72)
            surface.text(label, middle, top + 83, MUTED, size, Weight.REGULAR, "middle", width=74)
    if strip.note and fits:
        _note(surface, strip.note, used, top + 8, room)
    elif strip.note:
        _note(surface, strip.note, left + _PAD - 4, top + 65, right - left - 2 * _PAD + 8, low=True)


def _ground(surface: Surface, place: SeatPlace) -> None:
    """Round below alone: what is above stands behind it, and is covered from edge to edge."""
    left, top, right, bottom = place.strip
    surface.box(left, top, right, bottom, PANEL, _RADIUS)
    surface.fill(left, top, right, top + _RADIUS, PANEL)


def _beside(surface: Surface, number: str, label: str, right: int, baseline: int) -> int:
    """A figure and its word, ending at ``right``. Returns where it begins."""
    label = fit(label, Weight.REGULAR, _LABEL, 90)
    x = right - surface.text(label, right, baseline, MUTED, _LABEL, Weight.REGULAR, "right") - 7
    return x - surface.text(number, x, baseline, IVORY, _FIGURE, Weight.BOLD, "right")


def _name(strip: Strip, surface: Surface, x: int, baseline: int, room: int) -> int:
    """Name and marks. Returns where they end."""
    ink = GOLD if strip.to_move else IVORY
    if strip.to_move:
        surface.shape(POINTER, x + 10, baseline - 10, 24, GOLD)
        x += _MARK
        room -= _MARK
    room -= _MARK * ((strip.robot is not None) + strip.bidder + strip.dealer) + _GAP
    if strip.robot is not None:
        robot_head(surface, strip.robot, x + 11, baseline - 11, 26, MUTED, PANEL)
        x += _MARK + 3
        room -= 3
    size = fitting(strip.name, Weight.BOLD, _NAME, _SMALLEST, room)
    x += surface.text(strip.name, x, baseline, ink, size, Weight.BOLD, width=room) + _GAP
    if strip.bidder:
        bidder_flag(surface, x + 12, baseline - 10, small=True)
        x += _MARK
    if strip.dealer:
        for card in DEAL:
            surface.shape(card, x + 12, baseline - 10, 26, MUTED if card is DEAL[0] else IVORY)
        x += _MARK
    return x


def _note(surface: Surface, note: str, x: int, top: int, width: int, *, low: bool = False) -> None:
    """What this seat last said, in a speech bubble's colours."""
    height, largest = (23, 19) if low else (31, 23)
    size = fitting(note, Weight.MEDIUM, largest, _SMALLEST_NOTE, width - 20)
    line = fit(note, Weight.MEDIUM, size, width - 20)
    took = text_width(drawable(line), Weight.MEDIUM, size) + 20
    surface.box(x, top, x + took, top + height, IVORY, height // 3)
    surface.text(line, x + 10, top + height - (5 if low else 8), PANEL, size)
