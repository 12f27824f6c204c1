"""What is played on a server (how much, when, which games), and how often each card came.

Cards are a grid of suits and ranks, tinted by how far a card is from what chance has. A sign says the same
as the tint: one plus a standard deviation, up to three; a minus likewise.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from bot.pictures.palette import BLACK, BLUE, GINGER, GREY, LINE, SKIN, STRIPE, WHITE, Rgb, mix
from bot.pictures.stat_values import HOURS, Bar, CardGrid, CardsPicture, HeatRow, ServerPicture, Tick
from bot.pictures.stats.parts import (
    LEFT,
    RIGHT,
    Section,
    bar,
    below_axis,
    framed,
    gap,
    heading,
    line_of,
    note,
    tiles,
)
from bot.pictures.style import RANKS, WIDTH, CardStyle, letter
from bot.pictures.surface import Surface
from bot.pictures.text import Weight, drawable, fitting, text_width

_WEEKS, _WEEK_WORDS = 160, 34  # heights
_HEAT, _TICKS = 32, 34
_FAVOURITE = 42
_LEVELS = 12  # of heat, as many as there are steps from white to blue
_INK: Final = BLUE


def server_sections(value: ServerPicture) -> list[Section]:
    """All of it, from top to bottom."""
    inside = tiles(value.tiles)
    if inside:
        if value.weeks:
            inside += [*heading(value.weeks_word), *_weeks(value.weeks)]
        if value.heat:
            inside += [*heading(value.heat_word), *_heat(value.heat, value.hours), *note(value.busiest)]
        if value.favourites:
            inside += [*heading(value.favourites_word), *_favourites(value.favourites)]
        inside.append(gap(10))
    return framed(value.title, value.subtitle, inside, value.caption, value.empty)


def _weeks(weeks: tuple[Bar, ...]) -> list[Section]:
    words = _WEEK_WORDS if any(week.word for week in weeks) else 0
    return [gap(8), Section(_WEEKS + words, partial(_draw_weeks, weeks)), gap(6)]


def _draw_weeks(weeks: tuple[Bar, ...], surface: Surface, top: int) -> None:
    """Upright bars, the number above each."""
    most = max((week.count for week in weeks), default=0.0)
    pitch = min(120.0, (RIGHT - LEFT) / len(weeks))
    start = (LEFT + RIGHT - pitch * len(weeks)) / 2
    floor, high = top + _WEEKS, _WEEKS - 34
    size = min(fitting(week.number, Weight.BOLD, 25, 17, round(pitch) - 4) for week in weeks)
    places: list[tuple[int, str]] = []
    for number, week in enumerate(weeks):
        middle = round(start + pitch * (number + 0.5))
        height = round(high * week.count / most) if most else 0
        if height:
            half = round(pitch * 0.36)
            bar(surface, middle - half, floor - height, middle + half, floor, _INK)
        ink = BLACK if week.count else GREY
        room = round(pitch) - 4
        surface.text(week.number, middle, floor - height - 8, ink, size, Weight.BOLD, "middle", width=room)
        places.append((middle, week.word))
    below_axis(surface, places, floor)
    surface.fill(LEFT, floor, RIGHT, floor + 2, GREY)


def _heat(rows: tuple[HeatRow, ...], hours: tuple[Tick, ...]) -> list[Section]:
    """A strip a row, the fuller the bluer."""
    words = max(text_width(drawable(row.word, ""), Weight.MEDIUM, 23) for row in rows)
    numbers = min(90, max(text_width(drawable(row.number, ""), Weight.BOLD, 23) for row in rows))
    left = LEFT + (min(words, 130) + 12 if words else 0)
    cell = (RIGHT - (numbers + 12 if numbers else 0) - left) // HOURS
    most = max((count for row in rows for count in row.hours), default=0.0)
    found = [gap(6), *(Section(_HEAT, partial(_heat_row, row, left, cell, most)) for row in rows)]
    return [*found, Section(_TICKS, partial(_hours, hours, left, cell))] if hours else [*found, gap(6)]


def _heat_row(row: HeatRow, left: int, cell: int, most: float, surface: Surface, top: int) -> None:
    surface.text(row.word, LEFT, top + 24, BLACK, 23, Weight.MEDIUM, width=130)
    for hour, count in enumerate(row.hours):
        x = left + hour * cell
        surface.box(x, top + 1, x + cell - 2, top + _HEAT - 1, _warm(count, most), 4)
    surface.text(row.number, RIGHT, top + 24, BLACK, 23, Weight.BOLD, "right", width=90)


def _warm(count: float, most: float) -> Rgb:
    """Nothing at all is paper; little is to be seen."""
    if not count:
        return STRIPE
    return mix(WHITE, _INK, min(1.0, (2 + round((_LEVELS - 1) * count / most)) / (_LEVELS + 1)))


def _hours(hours: tuple[Tick, ...], left: int, cell: int, surface: Surface, top: int) -> None:
    places = [(left + round(tick.at * cell), tick.word) for tick in sorted(hours, key=lambda tick: tick.at)]
    for x, _ in places:
        surface.fill(x - 1, top, x + 1, top + 6, GREY)
    below_axis(surface, places, top)


def _favourites(bars: tuple[Bar, ...]) -> list[Section]:
    """Lying bars after the names."""
    most = max((one.count for one in bars), default=0.0)
    words = max(text_width(drawable(one.word), Weight.MEDIUM, 25) for one in bars)
    numbers = min(120, max(text_width(drawable(one.number, ""), Weight.BOLD, 26) for one in bars))
    left = LEFT + min(words, 330) + 14
    room = RIGHT - left - numbers - 10
    return [gap(4), *(Section(_FAVOURITE, partial(_favourite, one, left, room, most)) for one in bars)]


def _favourite(one: Bar, left: int, room: int, most: float, surface: Surface, top: int) -> None:
    surface.fitted_text(one.word, LEFT, top + 30, BLACK, (25, 19), left - LEFT - 14)
    length = round(room * one.count / most) if most else 0
    surface.fill(left - 2, top, left, top + _FAVOURITE, LINE)
    if length:
        bar(surface, left, top + 8, left + length, top + 34, _INK)
    surface.text(one.number, left + length + 8, top + 30, BLACK, 26, Weight.BOLD, width=120)


_SUITS: Final = (3, 2, 1, 0)  # spades above, as in a hand
_MOST = 3  # signs in a cell
_RANKS, _ROW, _LOW, _MANY = 32, 38, 28, 3  # heights; of a row where there are so many grids
_TILE, _LOW_TILE = 30, 26
_CELLS = LEFT + 48  # where they begin
_KEY = 62
_OFTENER: Final[tuple[Rgb, ...]] = tuple(mix(WHITE, BLUE, share / 13) for share in (3, 7, 12))
_RARER: Final[tuple[Rgb, ...]] = (mix(WHITE, SKIN, 2 / 3), mix(GINGER, SKIN, 1 / 2), GINGER)


def card_sections(value: CardsPicture) -> list[Section]:
    """All of it, from top to bottom."""
    row = _ROW if len(value.grids) < _MANY else _LOW
    inside: list[Section] = []
    for grid in value.grids:
        ranks = _ranks(grid)
        drawn = partial(_grid, grid, ranks, row, value.style)
        inside += [*(heading(grid.word) or [gap(10)]), Section(_RANKS + row * len(_suits(grid)), drawn)]
        inside += [gap(4), *note(grid.note, ink=GREY)]
    if inside:
        key = [Section(_KEY, partial(_key, value.rarer, value.oftener))] if value.rarer else []
        inside += [*key, *note(value.verdict, Weight.MEDIUM)]
    return framed(value.title, value.subtitle, inside, value.caption, value.empty)


def _ranks(grid: CardGrid) -> list[int]:
    """Those that are in the pack, the ace first."""
    return sorted({card % RANKS for card, one in enumerate(grid.apart) if one is not None}, reverse=True)


def _suits(grid: CardGrid) -> list[int]:
    there = {card // RANKS for card, one in enumerate(grid.apart) if one is not None}
    return [suit for suit in _SUITS if suit in there]


def _grid(grid: CardGrid, ranks: list[int], row: int, style: CardStyle, surface: Surface, top: int) -> None:
    cell = (RIGHT - _CELLS) // max(1, len(ranks))
    tile = _TILE if row == _ROW else _LOW_TILE
    for column, rank in enumerate(ranks):
        middle = _CELLS + column * cell + cell // 2
        surface.text(letter(rank, style.index), middle, top + 25, GREY, 24, Weight.MEDIUM, "middle")
    for number, suit in enumerate(_suits(grid)):
        upper = top + _RANKS + number * row
        surface.suit_tile(suit, LEFT + 2, upper + (row - tile) // 2, tile)
        for column, rank in enumerate(ranks):
            apart = grid.apart[suit * RANKS + rank]
            if apart is not None:
                _cell(surface, apart, _CELLS + column * cell, upper, cell, row)


def _cell(surface: Surface, apart: float, left: int, top: int, width: int, height: int) -> None:
    """Tinted and signed by whole standard deviations."""
    signs = min(_MOST, int(abs(apart)))
    tint = (_OFTENER if apart > 0 else _RARER)[signs - 1] if signs else STRIPE
    surface.box(left + 1, top + 1, left + width - 1, top + height - 1, tint, 5)
    ink = WHITE if tint == _OFTENER[-1] else BLACK
    pitch, arm = 15, 5  # three of them stand apart, and clear of the sides of the narrowest cell
    x = left + width // 2 - (signs - 1) * pitch // 2
    y = top + height // 2
    for _ in range(signs):
        surface.fill(x - arm, y - 1, x + arm, y + 2, ink)
        if apart > 0:
            surface.fill(x - 1, y - arm + 1, x + 2, y + arm, ink)
        x += pitch


def _key(rarer: str, oftener: str, surface: Surface, top: int) -> None:
    """All tints from the rarest to the most frequent, a word at either end."""
    width, middle = 58, top + _KEY // 2
    steps = range(-_MOST, _MOST + 1)
    left = (WIDTH - width * len(steps)) // 2
    surface.fill(LEFT, top + 4, RIGHT, top + 6, LINE)
    for number, step in enumerate(steps):
        _cell(surface, step, left + number * width, middle - 17, width, 36)
    room = left - LEFT - 12
    line_of(surface, rarer, left - 10, middle, GREY, (23, 18), Weight.REGULAR, "right", room)
    line_of(surface, oftener, WIDTH - left + 10, middle, GREY, (23, 18), Weight.REGULAR, "left", room)
