"""The standings of a league, as a club pins them up: a row a member, the best first, on paper.

Names are what everybody looks for, so where one is cut and there is little room for it, columns of figures
make way: of those before the last one, which the table is ranked by, the rightmost first (in standings games,
then nights). The words of the picture still say them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

from bot.pictures.palette import (
    BLACK,
    GOLD,
    GREEN,
    GREY,
    MEDALS,
    PANEL,
    RED,
    STRIPE,
    WHITE,
    mix,
)
from bot.pictures.shapes import POINTER, TRIANGLE, TRIANGLE_DOWN
from bot.pictures.signs import place_disc
from bot.pictures.stat_values import StandingsPicture, StandingsRow
from bot.pictures.stats.parts import Section, captioned, titled
from bot.pictures.style import WIDTH
from bot.pictures.surface import Surface
from bot.pictures.text import NOTHING_LEFT, Weight, drawable, text_width

_HEADS, _ROW = 40, 48
_GAP, _UNPLACED = 28, 42  # heights of what stands between rows
_LEFT, _RIGHT = 28, 14  # before the places, after the last column
_APART, _ASUNDER = 16, 44  # between columns; where there is no form
_HEAD_SIZES: Final = (22, 20)
_NAME, _SMALLEST_NAME = 26, 22
_ROOM: Final = 170  # pixels that a name has before figures are left out for it
_PLACE, _FIGURE, _VALUE, _STEPS = 26, 25, 28, 22  # sizes of letters
_MEDAL = 20  # its radius
_ARROW = 18
_FORM, _PITCH, _DISC = 5, 34, 15  # how many games, from one to the next, a disc's radius
_OWN: Final = mix(WHITE, GOLD, 0.25)


@dataclass(frozen=True, slots=True)
class _Column:
    """A column of figures: which of the row's, and where it ends."""

    figure: int
    right: int
    size: int
    weight: Weight


@dataclass(frozen=True, slots=True)
class _Layout:
    """``place``: the middle of the places; ``moved``: the left end of the arrows; ``name``: of the names, and
    their width ``room``; ``head``: the size of heads; ``form``: the right end of the form."""

    place: int
    moved: int
    name: int
    room: int
    head: int
    columns: tuple[_Column, ...]
    form: int


def standings_sections(value: StandingsPicture) -> list[Section]:
    """All of it, from top to bottom."""
    layout, striped = _laid_out(value), False
    found = [titled(value.title, value.subtitle), Section(_HEADS, partial(_heads, value, layout))]
    for line in value.lines():
        if isinstance(line, StandingsRow):
            found.append(Section(_ROW, partial(_row, line, layout, striped)))
            striped = not striped
        elif line is None:
            found.append(Section(_GAP, partial(_left_out, layout)))
        else:
            found.append(Section(_UNPLACED, partial(_unplaced, line, layout)))
    return [*found, *captioned(value.caption)]


def _left_out(layout: _Layout, surface: Surface, top: int) -> None:
    for x in (-20, 0, 20):
        surface.disc(layout.name + 40 + x, top + _GAP // 2, 3, GREY)


def _unplaced(word: str, layout: _Layout, surface: Surface, top: int) -> None:
    surface.fill(_LEFT, top + 4, WIDTH - _LEFT, top + 6, GREY)
    surface.fitted_text(word, layout.name, top + 33, GREY, (23, 20), WIDTH - _RIGHT - layout.name)


def _heads(value: StandingsPicture, layout: _Layout, surface: Surface, top: int) -> None:
    baseline = top + 28
    for column in layout.columns:
        head = value.heads[column.figure]
        surface.text(head, column.right, baseline, GREY, layout.head, Weight.MEDIUM, "right")
    surface.text(value.form_word, layout.form, baseline, GREY, layout.head, Weight.MEDIUM, "right")
    surface.fill(0, top + _HEADS - 2, WIDTH, top + _HEADS, BLACK)


def _row(row: StandingsRow, layout: _Layout, striped: bool, surface: Surface, top: int) -> None:
    ground = _OWN if row.own else STRIPE if striped else WHITE
    surface.fill(0, top, WIDTH, top + _ROW, ground)
    middle = top + _ROW // 2
    if row.own:
        surface.fill(0, top, 7, top + _ROW, GOLD)
        surface.shape(POINTER, 15, middle, 16, BLACK)
    _place(surface, row, layout.place, middle)
    if row.moved is not None:
        _moved(surface, row.moved, layout.moved, middle)
    weight = Weight.BOLD if row.own else Weight.MEDIUM
    sizes = _NAME, _SMALLEST_NAME
    surface.fitted_text(row.name, layout.name, middle + 9, BLACK, sizes, layout.room, weight)
    for column in layout.columns:
        text = row.figures[column.figure].drawn
        surface.text(text, column.right, middle + 9, BLACK, column.size, column.weight, "right")
    for number, place in enumerate(reversed(row.form)):
        place_disc(surface, place, layout.form - _DISC - number * _PITCH, middle, _DISC, _STEPS)


def _place(surface: Surface, row: StandingsRow, x: int, middle: int) -> None:
    if not row.medal:
        ink = BLACK if row.place else GREY
        surface.text(_place_of(row), x, middle + 9, ink, _PLACE, Weight.MEDIUM, "middle")
        return
    surface.disc(x, middle, _MEDAL, PANEL)
    surface.disc(x, middle, _MEDAL - 2, MEDALS[row.medal - 1])
    surface.text(_place_of(row), x, middle + 9, PANEL, _PLACE - 2, Weight.BOLD, "middle")


def _place_of(row: StandingsRow) -> str:
    return f"{row.place}=" if row.shared else row.place or NOTHING_LEFT


def _moved(surface: Surface, moved: int, left: int, middle: int) -> None:
    """An arrow up or down with the number of places, or a bar for none."""
    x = left + _ARROW // 2
    if not moved:
        surface.fill(x - 8, middle - 2, x + 8, middle + 2, GREY)
        return
    shape, ink = (TRIANGLE, GREEN) if moved > 0 else (TRIANGLE_DOWN, RED)
    surface.shape(shape, x, middle, _ARROW, ink)
    surface.text(str(abs(moved)), left + _ARROW + 4, middle + 8, ink, _STEPS, Weight.BOLD)


def _laid_out(value: StandingsPicture) -> _Layout:
    """With all columns where there is room for them."""
    rows = [row for row in value.rows if row is not None]
    every = range(len(value.heads))
    layouts = [
        _with(value, rows, [one for one in every if one <= kept or one == every[-1]], head)
        for kept in reversed(range(-1, len(every) - 1))
        for head in _HEAD_SIZES
    ]
    names = max((text_width(drawable(row.name), Weight.BOLD, _SMALLEST_NAME) for row in rows), default=0)
    return next((one for one in layouts if one.room >= min(_ROOM, names)), layouts[-1])


def _with(value: StandingsPicture, rows: list[StandingsRow], kept: list[int], head: int) -> _Layout:
    """With some columns of figures."""
    places = max([2 * _MEDAL, *(text_width(_place_of(row), Weight.MEDIUM, _PLACE) for row in rows)])
    moved = _LEFT + places + 12
    steps = max((_steps_width(row) for row in rows), default=0)
    name = moved + (steps + 12 if steps else 0)
    right = form = WIDTH - _RIGHT
    apart = _APART if value.form_word else _ASUNDER
    if value.form_word:
        right -= max(_FORM * _PITCH, text_width(drawable(value.form_word), Weight.MEDIUM, head)) + _APART
    columns: list[_Column] = []
    for figure in reversed(kept):
        last = figure == kept[-1]
        size, weight = (_VALUE, Weight.BOLD) if last else (_FIGURE, Weight.REGULAR)
        columns.append(_Column(figure, right, size, weight))
        texts = (text_width(row.figures[figure].drawn, weight, size) for row in rows)
        right -= max([text_width(drawable(value.heads[figure]), Weight.MEDIUM, head), *texts]) + apart
    return _Layout(_LEFT + places // 2, moved, name, right - name, head, tuple(columns), form)


def _steps_width(row: StandingsRow) -> int:
    if not row.moved:
        return 0 if row.moved is None else _ARROW
    return _ARROW + 4 + text_width(str(abs(row.moved)), Weight.BOLD, _STEPS)
