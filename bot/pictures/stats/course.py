"""The course of somebody's figures: a line over games or months, on a scale; a second one below it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import count, pairwise
from math import ceil, floor, log10
from typing import Final

from bot.pictures.palette import BLACK, BLUE, GREY, LINE, RAIL, SKIN, WHITE, Rgb, mix
from bot.pictures.stat_values import CourseMark, CoursePanel, CoursePicture, Tick
from bot.pictures.stats.parts import AXIS, LEFT, RIGHT, Section, below_axis, framed, heading
from bot.pictures.style import WIDTH
from bot.pictures.surface import Surface
from bot.pictures.text import Weight, drawable, fit, text_width

_TIMES: Final = (1, 2, 5)


def ticks(values: Iterable[float | None], most: int = 6) -> tuple[Fraction, ...]:
    """Round numbers, two to ``most`` of them (3 or more), from one that is no higher than any value to one
    that is no lower; around 0 where there is no value. They are exact, to be made words of."""
    known = [value for value in values if value is not None] or [0.0]
    low, high = min(known), max(known)
    if low == high:
        low, high = low - 1, high + 1
    power = Fraction(10) ** floor(log10((high - low) / most))
    steps = (power * Fraction(10) ** decade * times for decade in count() for times in _TIMES)
    step = next(one for one in steps if ceil(high / one) - floor(low / one) < most)
    return tuple(step * number for number in range(floor(low / step), ceil(high / step) + 1))


@dataclass(frozen=True, slots=True)
class Scale:
    """From numbers to pixels: ``low`` is drawn at ``start``, ``high`` at ``end``."""

    low: float
    high: float
    start: int
    end: int

    def at(self, value: float) -> float:
        """The pixel, which may lie beyond the ends."""
        if self.low == self.high:
            return (self.start + self.end) / 2
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def runs(points: Iterable[tuple[float, float] | None]) -> Iterator[list[tuple[float, float]]]:
    """Points in a row, without the gaps between them."""
    run: list[tuple[float, float]] = []
    for point in (*points, None):
        if point is not None:
            run.append(point)
        elif run:
            yield run
            run = []


_ALONE, _BOTH = 340, 232  # the height of a panel: of the only one, of each of two
_ABOVE, _BELOW = 36, 32  # free above the highest line of the scale, below the lowest
_ALONG, _WORD = 36, 38  # below the lowest panel: ticks, what they are
_NUMBER = 27  # the size of a mark's number
_SCALE = 170  # the greatest width of words at the scale
_ENDS = 26  # free at either end of the line
_LINE, _DOT, _MARK = 5, 4, 8  # the line's thickness; radii
_OVER: Final = mix(WHITE, BLUE, 2 / 13)
_UNDER: Final = mix(WHITE, SKIN, 2 / 3)
_EACH: Final = mix(WHITE, GREY, 1 / 2)


def course_sections(value: CoursePicture) -> list[Section]:
    """All of it, from top to bottom."""
    shown = [panel for panel in value.panels if any(one is not None for one in panel.values)]
    left = LEFT + max((_room(tick) for panel in shown for tick in panel.ticks), default=0) + 12
    inside: list[Section] = []
    for number, panel in enumerate(shown):
        last = number == len(shown) - 1
        height = _ALONE if len(shown) == 1 else _BOTH
        along = value.along if last else ()
        drawn = partial(_panel, panel, left, height, value.along, last)
        inside += [*heading(panel.word), Section(height + (_ALONG if along else 0), drawn)]
    if shown and value.along_word:
        inside.append(Section(_WORD, partial(_word, value.along_word, left)))
    return framed(value.title, value.subtitle, inside, value.caption, value.empty)


def _room(tick: Tick) -> int:
    return min(_SCALE, text_width(drawable(tick.word), Weight.REGULAR, AXIS))


def _word(word: str, left: int, surface: Surface, top: int) -> None:
    middle, room = (left + RIGHT) // 2, RIGHT - left
    surface.fitted_text(word, middle, top + 26, GREY, (23, 19), room, Weight.REGULAR, "middle")


def _panel(
    panel: CoursePanel,
    left: int,
    height: int,
    along: tuple[Tick, ...],
    last: bool,
    surface: Surface,
    top: int,
) -> None:
    """The scale, what lies between line and zero, single games, the line, its marks; in this order."""
    across = Scale(0, max(1, len(panel.values) - 1), left + _ENDS, RIGHT - _ENDS)
    if len(panel.values) == 1:
        across = Scale(0, 0, left, RIGHT)
    known = [one for one in (*panel.values, *panel.each) if one is not None]
    known += [tick.at for tick in panel.ticks] + ([] if panel.zero is None else [panel.zero])
    up = Scale(min(known), max(known), top + height - _BELOW, top + _ABOVE)
    if panel.zero is not None:
        _filled(panel, across, up, surface)
    _grid(panel, left, up, surface)
    for at in [tick.at for tick in along]:
        x = round(across.at(at))
        surface.fill(x, top + _ABOVE - 16, x + 1, top + height, LINE)
    for at, one in enumerate(panel.each):
        if one is not None:
            surface.disc(round(across.at(at)), round(up.at(one)), _DOT, _EACH)
    points = (None if one is None else (across.at(at), up.at(one)) for at, one in enumerate(panel.values))
    for run in runs(points):
        surface.line(run, _LINE, RAIL)
    _marks(panel, across, up, surface)
    if last:
        _along(along, across, left, top + height, surface)


def _filled(panel: CoursePanel, across: Scale, up: Scale, surface: Surface) -> None:
    """Blue where the line is above zero, of the colour of skin below it: a column of pixels after another."""
    assert panel.zero is not None
    zero = round(up.at(panel.zero))
    points = (None if one is None else (across.at(at), up.at(one)) for at, one in enumerate(panel.values))
    for run in runs(points):
        for (x, y), (far, end) in pairwise(run):
            for column in range(round(x), round(far)):
                at = round(y + (end - y) * (column - x) / (far - x))
                ink: Rgb = _OVER if at < zero else _UNDER
                surface.fill(column, min(at, zero), column + 1, max(at, zero), ink)


def _grid(panel: CoursePanel, left: int, up: Scale, surface: Surface) -> None:
    above = None
    for tick in sorted(panel.ticks, key=lambda tick: tick.at):
        y = round(up.at(tick.at))
        surface.fill(left, y, RIGHT, y + 1, LINE)
        if above is None or above - y >= AXIS + 2:
            surface.text(tick.word, left - 10, y + 8, GREY, AXIS, Weight.REGULAR, "right", width=_SCALE)
            above = y
    if panel.zero is not None:
        y = round(up.at(panel.zero))
        surface.fill(left, y - 1, RIGHT, y + 2, GREY)


def _marks(panel: CoursePanel, across: Scale, up: Scale, surface: Surface) -> None:
    """A dot and its number: above the line where it is high, below where it is low, and apart from others."""
    taken: list[tuple[int, int, int]] = []
    for mark in panel.marks:
        value = panel.values[mark.at]
        if value is None:
            continue
        x, y = round(across.at(mark.at)), round(up.at(value))
        surface.disc(x, y, _MARK + 2, WHITE)
        surface.disc(x, y, _MARK, BLUE)
        text = fit(mark.number, Weight.BOLD, _NUMBER, _SCALE)
        width = text_width(text, Weight.BOLD, _NUMBER)
        left = min(max(x - width // 2, LEFT), WIDTH - 10 - width)
        for baseline in _baselines(panel, mark, y):
            if all(
                left > right or left + width < other or abs(baseline - line) > 28
                for other, right, line in taken
            ):
                surface.box(left - 3, baseline - 22, left + width + 3, baseline + 4, WHITE, 5)
                surface.text(text, left, baseline, BLACK, _NUMBER, Weight.BOLD)
                taken.append((left, left + width, baseline))
                break


def _baselines(panel: CoursePanel, mark: CourseMark, y: int) -> Iterator[int]:
    """Where a mark's number may go, best first: away from the line's neighbours."""
    value = panel.values[mark.at]
    beside = [
        one for at in (mark.at - 1, mark.at + 1) if 0 <= at < len(panel.values)
        if (one := panel.values[at]) is not None
    ]  # fmt: skip
    assert value is not None
    above, below = y - 16, y + 36
    low = bool(beside) and sum(beside) / len(beside) > value
    yield from (below, above) if low else (above, below)


def _along(along: tuple[Tick, ...], across: Scale, left: int, top: int, surface: Surface) -> None:
    """Words below the line, with their lines' ends."""
    places = [(round(across.at(tick.at)), tick.word) for tick in sorted(along, key=lambda tick: tick.at)]
    for x, _ in places:
        surface.fill(x - 1, top, x + 1, top + 7, GREY)
    below_axis(surface, places, top, left - 20)
