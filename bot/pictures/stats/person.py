"""The card of a person: how strong, how often on which place, in what form, good and weak at what."""

from __future__ import annotations

from functools import partial
from itertools import accumulate
from typing import Final

from bot.pictures.palette import (
    BLACK,
    GOLD,
    GREY,
    IVORY,
    LINE,
    MEDALS,
    MUTED,
    PANEL,
    RAIL,
    WHITE,
    Rgb,
)
from bot.pictures.shapes import TRIANGLE, TRIANGLE_DOWN
from bot.pictures.signs import draw_sign_of, face, place_disc
from bot.pictures.stat_values import Edge, PersonCard, PlaceShare, RatingShown
from bot.pictures.stats.parts import (
    BAD,
    GOOD,
    LEFT,
    RIGHT,
    Section,
    draw_heading,
    draw_tiles,
    foot,
    gap,
    heading,
    line_of,
    note,
    nothing,
)
from bot.pictures.style import MARGIN, WIDTH
from bot.pictures.surface import Surface
from bot.pictures.text import Weight, text_width

PLACES: Final[tuple[tuple[Rgb, Rgb], ...]] = (
    *((medal, BLACK) for medal in MEDALS),
    (GREY, WHITE),
    (BLACK, WHITE),
)
"""The colour of each place, and of letters on it."""

_HEAD, _FACE = 124, 46
_TOP = 148  # rating and tiles
_RATING = 292  # the width of a rating
_BAR, _SHARES = 56, 74  # the heights of the places' bar, of what stands below it
_FORM, _PITCH, _DISC = 56, 45, 19
_EDGE, _SIGN = 58, 40
_HALF = 26  # half of what is between two columns


def person_sections(value: PersonCard) -> list[Section]:
    """All of it, from top to bottom."""
    above = Section(_HEAD, partial(_head, value))
    if not value.tiles:
        return [above, *([nothing(value.empty)] if value.empty else []), *foot(value.caption)]
    found = [above, Section(_TOP, partial(_top, value))]
    if any(one.games for one in value.places):
        found += [*heading(value.places_word), Section(_BAR + _SHARES, partial(_places, value.places))]
    if value.form:
        found.append(Section(_FORM, partial(_form, value.form_word, value.form)))
    if value.streak:
        found += note(value.streak, Weight.MEDIUM)
    if rows := max(len(value.best), len(value.weakest)):
        found.append(Section(_EDGE * rows + 62, partial(_edges, value)))
    return [*found, *([gap(10)] if value.caption else []), *foot(value.caption)]


def _head(value: PersonCard, surface: Surface, top: int) -> None:
    """Who it is."""
    surface.fill(0, top, WIDTH, top + _HEAD - 4, RAIL)
    surface.fill(0, top + _HEAD - 4, WIDTH, top + _HEAD, GOLD)
    x, y = MARGIN + _FACE + 4, top + (_HEAD - 4) // 2
    face(surface, value.name, x, y, _FACE, avatar=value.avatar, robot=None, ground=GOLD, ink=PANEL)
    left = x + _FACE + 22
    room = WIDTH - MARGIN - left
    surface.fitted_text(value.name, left, y, IVORY, (42, 28), room, Weight.BOLD)
    surface.fitted_text(value.subtitle, left, y + 38, MUTED, (26, 20), room, Weight.REGULAR)


def _top(value: PersonCard, surface: Surface, top: int) -> None:
    """The rating, and the figures beside it."""
    left = LEFT
    if value.rating is not None or value.unrated:
        left += _RATING + 14
        surface.fill(LEFT + _RATING, top + 22, LEFT + _RATING + 2, top + _TOP - 20, LINE)
    if value.rating is not None:
        _rating(value.rating, surface, top)
    elif value.unrated:
        line_of(
            surface, value.unrated, LEFT, top + _TOP // 2, GREY, (28, 20), Weight.MEDIUM, width=_RATING - 14
        )
    draw_tiles(value.tiles, left, RIGHT, surface, top + 12)


def _rating(rating: RatingShown, surface: Surface, top: int) -> None:
    room = _RATING - 14
    surface.fitted_text(rating.word, LEFT, top + 38, GREY, (25, 20), room)
    largest = 66 if rating.number[-1:].isdigit() else 40  # "still new" need not shout
    surface.fitted_text(rating.number, LEFT, top + 98, BLACK, (largest, 32), room, Weight.BLACK)
    surface.fitted_text(rating.place, LEFT, top + 134, BLACK, (26, 20), room)


def _places(places: tuple[PlaceShare, ...], surface: Surface, top: int) -> None:
    """One bar of all games, and what its parts are below."""
    every = sum(one.games for one in places)
    ends = [round(LEFT + (RIGHT - LEFT) * games / every) for games in accumulate(one.games for one in places)]
    top += 4
    left = LEFT
    for (ground, ink), end, one in zip(PLACES, ends, places, strict=False):
        if one.games:
            surface.fill(left, top, end, top + _BAR - 12, ground)
            if text_width(one.place, Weight.BOLD, 25) + 12 <= end - left:
                middle = (left + end) // 2
                surface.text(one.place, middle, top + 31, ink, 25, Weight.BOLD, "middle")
        if left > LEFT and one.games:
            surface.fill(left - 1, top, left + 1, top + _BAR - 12, WHITE)
        left = end
    pitch = (RIGHT - LEFT) // len(places)
    for number, ((ground, _), one) in enumerate(zip(PLACES, places, strict=False)):
        left, y = LEFT + number * pitch, top + _BAR + 10
        surface.disc(left + 10, y, 10, GREY)
        surface.disc(left + 10, y, 9, ground)
        surface.text(one.share, left + 30, y + 9, BLACK, 27, Weight.BOLD, width=pitch - 34)
        below = f"{one.place} · {one.number}"
        surface.fitted_text(below, left + 30, y + 38, GREY, (23, 18), pitch - 34, Weight.REGULAR)


def _form(word: str, form: tuple[int | None, ...], surface: Surface, top: int) -> None:
    middle = top + _FORM // 2
    left = RIGHT - len(form) * _PITCH
    line_of(surface, word, LEFT, middle, GREY, (25, 20), Weight.MEDIUM, width=left - LEFT - 12)
    for number, place in enumerate(form):
        place_disc(surface, place, left + number * _PITCH + _PITCH - _DISC, middle, _DISC, 27)


def _edges(value: PersonCard, surface: Surface, top: int) -> None:
    """Two columns: what they are good at, what not."""
    columns = [(LEFT, WIDTH // 2 - _HALF), (WIDTH // 2 + _HALF, RIGHT)]
    for word, edges, shape, ink in (
        (value.best_word, value.best, TRIANGLE, GOOD),
        (value.weakest_word, value.weakest, TRIANGLE_DOWN, BAD),
    ):
        if not edges:
            continue
        left, right = columns.pop(0)
        surface.shape(shape, left + 11, top + 27, 20, ink)
        draw_heading(word, left + 32, right, surface, top)
        surface.fill(left, top + 46, left + 32, top + 48, LINE)
        for number, edge in enumerate(edges):
            _edge(edge, left, right, surface, top + 54 + number * _EDGE)


def _edge(edge: Edge, left: int, right: int, surface: Surface, top: int) -> None:
    middle = top + _EDGE // 2
    if edge.contract_sign:
        draw_sign_of(surface, edge.contract_sign, left + _SIGN // 2, middle, _SIGN, ground=PANEL, ink=IVORY)
        left += _SIGN + 12
    took = surface.text(edge.edge, right, middle + 11, BLACK, 31, Weight.BOLD, "right")
    room = right - took - 10 - left
    surface.fitted_text(edge.contract, left, middle, BLACK, (26, 19), room)
    surface.fitted_text(edge.deals, left, middle + 24, GREY, (22, 18), room, Weight.REGULAR)
