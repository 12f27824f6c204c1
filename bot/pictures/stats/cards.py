"""How often each card came: a grid of suits and ranks, tinted by how far a card is from what chance has.

A sign says the same as the tint: one plus a standard deviation, up to three; a minus likewise.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from bot.pictures.fonts import Weight
from bot.pictures.palette import BLACK, BLUE, GINGER, GREY, LINE, SKIN, STRIPE, WHITE, Rgb, mix
from bot.pictures.sizes import WIDTH
from bot.pictures.stat_values import CardGrid, CardsPicture
from bot.pictures.stats.parts import LEFT, RIGHT, Section, framed, gap, heading, line_of, note
from bot.pictures.style import RANKS, CardStyle, letter
from bot.pictures.surface import Surface

_SUITS: Final = (3, 2, 1, 0)  # spades above, as in a hand
_MOST = 3  # signs in a cell
_RANKS, _ROW, _LOW, _MANY = 32, 38, 28, 3  # heights; of a row where there are so many grids
_TILE, _LOW_TILE = 30, 26
_CELLS = LEFT + 48  # where they begin
_KEY = 62
_OFTENER: Final[tuple[Rgb, ...]] = tuple(mix(WHITE, BLUE, share / 13) for share in (3, 7, 12))
_RARER: Final[tuple[Rgb, ...]] = (mix(WHITE, SKIN, 2 / 3), mix(GINGER, SKIN, 1 / 2), GINGER)


def sections(value: CardsPicture) -> list[Section]:
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
    pitch, arm = 16, 6 if height >= 32 else 5
    x = left + width // 2 - (signs - 1) * pitch // 2
    y = top + height // 2
    for _ in range(signs):
        surface.fill(x - arm, y - 1, x + arm, y + 2, ink)
        if apart > 0:
            surface.fill(x - 1, y - arm + 1, x + 2, y + arm, ink)
        x += pitch


def _key(rarer: str, oftener: str, surface: Surface, top: int) -> None:
    """All tints from the rarest to the most frequent, a word at either end."""
    width, middle = 50, top + _KEY // 2
    steps = range(-_MOST, _MOST + 1)
    left = (WIDTH - width * len(steps)) // 2
    surface.fill(LEFT, top + 4, RIGHT, top + 6, LINE)
    for number, step in enumerate(steps):
        _cell(surface, step, left + number * width, middle - 17, width, 36)
    room = left - LEFT - 12
    line_of(surface, rarer, left - 10, middle, GREY, (23, 18), Weight.REGULAR, "right", room)
    line_of(surface, oftener, WIDTH - left + 10, middle, GREY, (23, 18), Weight.REGULAR, "left", room)
