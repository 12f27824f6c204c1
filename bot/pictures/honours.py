"""The end of a tournament: the podium on felt, each place one step for all who share it; and the certificate
on paper, a page of the proportions of A4, so that it fills the sheet it is printed on.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from bot.pictures.bands import CLUB, club_band
from bot.pictures.palette import (
    BLACK,
    FELT,
    GOLD,
    GREY,
    IVORY,
    LINE,
    MAT,
    MEDALS,
    MUTED,
    PANEL,
    RAIL,
    WHITE,
)
from bot.pictures.scores import LAUREL
from bot.pictures.shapes import CLUBS, CROWN, DIAMONDS, HEARTS, SPADES, SUITS
from bot.pictures.stat_values import Certificate, PodiumStep, TournamentPodium
from bot.pictures.stats.parts import Section, draw_tiles, height_of
from bot.pictures.style import MARGIN, WIDTH, ink_of
from bot.pictures.surface import Surface
from bot.pictures.text import Weight, drawable, fitting, set_in_lines, text_width, wrapped

_STEPS: Final = (196, 138, 92)  # heights, from the highest
_FROM_LEFT: Final = (2, 1, 3)  # the places
_SUIT: Final = (SPADES, HEARTS, CLUBS)  # on their medals
_WIDEST, _GAP = 380, 8
_CROWN, _MEDAL = 140, 72  # heights of what is above the names: the winner's laurel, a medal
_SIZES: Final = (32, 22)  # of the letters of names
_LINES, _LEADING = 2, 1.16  # of a name, and one more before it is cut; from one to the next, of the size
_BETWEEN, _POINTS, _ABOVE = 12, 50, 22  # between two names; their points; below the title
_FOOT, _TEAM = 20, 112  # of rail below the steps; the line of the team


def honours_height(value: TournamentPodium) -> int:
    """The podium's height in pixels."""
    return _floor(value) + _FOOT + (_TEAM if value.team else 0)


def draw_honours(value: TournamentPodium, surface: Surface) -> None:
    """Draw the podium on a surface of ``WIDTH`` × its height, all felt."""
    club_band(surface, value.title, value.subtitle)
    floor, pitch = _floor(value), _pitch(value)
    left = (WIDTH - pitch * len(value.steps)) // 2
    _in_corners(surface, left, floor)
    surface.fill(0, floor, WIDTH, honours_height(value), RAIL)
    for at, step in enumerate(sorted(value.steps, key=lambda step: _FROM_LEFT.index(step.place))):
        _step(surface, step, left + pitch * at + pitch // 2, floor, pitch - _GAP)
    if value.team:
        _team(surface, value, floor + _FOOT)


def _pitch(value: TournamentPodium) -> int:
    """From one step to the next."""
    return min(_WIDEST, (WIDTH - 2 * MARGIN) // len(value.steps))


def _floor(value: TournamentPodium) -> int:
    """The lower end of the steps: below the title is room for whoever reaches highest."""
    width = _pitch(value) - _GAP
    reach = (_STEPS[step.place - 1] + _block(step, width)[2] + _sign(step) for step in value.steps)
    return CLUB + _ABOVE + _POINTS + max(reach)


def _sign(step: PodiumStep) -> int:
    """The height of what is above the names."""
    return _CROWN if step.place == 1 else _MEDAL


def _in_corners(surface: Surface, left: int, floor: int) -> None:
    """Suits on the felt, faintly: in the upper corners, and beside a step that stands alone, which begins at
    ``left``."""
    for x, suit in ((60, SPADES), (WIDTH - 60, HEARTS)):
        surface.shape(SUITS[suit], x, CLUB + 66, 84, MAT)
    if left > 100:
        for x, suit in ((left // 2, DIAMONDS), (WIDTH - left // 2, CLUBS)):
            surface.shape(SUITS[suit], x, floor - 100, 120, MAT)


def _block(step: PodiumStep, width: int) -> tuple[int, list[str], int]:
    """The names on a step, all in letters of one size, the smallest that one of them needs: that size, their
    lines with "" between two people, and the height."""
    names = [_breakable(name, width) for name in (*step.names, step.more) if name]
    size = min(fitting(name, Weight.BOLD, *_SIZES, width, _LINES) for name in names)
    lines: list[str] = []
    for name in names:
        lines += ["", *(line for line in wrapped(name, Weight.BOLD, size, width, _LINES + 1) if line)]
    high = sum(size * _LEADING if line else _BETWEEN for line in lines[1:])
    return size, lines[1:], round(high)


def _breakable(name: str, width: int) -> str:
    """The name, with a space in the middle of each word that no line has room for."""
    return " ".join(
        f"{word[: len(word) // 2]} {word[len(word) // 2 :]}"
        if text_width(word, Weight.BOLD, _SIZES[-1]) > width
        else word
        for word in drawable(name).split()
    )


def _step(surface: Surface, step: PodiumStep, middle: int, floor: int, width: int) -> None:
    """A step with its number, and above it who stands there."""
    height, winner = _STEPS[step.place - 1], step.place == 1
    size, lines, names = _block(step, width)
    top, left, right = floor - height, middle - width // 2, middle + width // 2
    at: float = top - _POINTS - names
    _medal(surface, step.place, middle, round(at) - (_sign(step) + 14) // 2)
    for line in lines:
        at += size * _LEADING if line else _BETWEEN
        if line:
            y = round(at - 0.2 * size)
            surface.text(line, middle, y, IVORY, size, Weight.BOLD, "middle", width)
    surface.fitted_text(
        step.points, middle, top - 16, GOLD if winner else MUTED, (28, 20), width, Weight.BOLD, "middle"
    )
    surface.box(left, top, right, floor + 12, GOLD if winner else MAT, 12)
    surface.fill(left, floor, right, floor + 12, RAIL)
    figure = min(96, height - 16)
    surface.text(
        str(step.place), middle, top + (height + round(figure * 0.72)) // 2, PANEL if winner else IVORY,
        figure, Weight.BLACK, "middle",
    )  # fmt: skip


def _medal(surface: Surface, place: int, x: int, y: int) -> None:
    """A crown in a laurel for the winner; else a suit on a disc of the place's colour."""
    if place == 1:
        _laurel(surface, x, y, 128)
        return
    surface.disc(x, y, 29, PANEL)
    surface.disc(x, y, 27, MEDALS[place - 1])
    surface.shape(SUITS[_SUIT[place - 1]], x, y, 32, PANEL)


def _laurel(surface: Surface, x: int, y: int, size: int) -> None:
    surface.shape(LAUREL, x, y, size, GOLD)
    surface.disc(x, y, 3 * size // 10, RAIL)
    surface.shape(CROWN, x, y - 2, 3 * size // 8, GOLD)


def _team(surface: Surface, value: TournamentPodium, top: int) -> None:
    """The best team on a plate, between diamonds and clubs."""
    surface.box(MARGIN, top, WIDTH - MARGIN, top + _TEAM - 16, PANEL, 14)
    for x, suit in ((MARGIN + 48, DIAMONDS), (WIDTH - MARGIN - 48, CLUBS)):
        surface.shape(SUITS[suit], x, top + (_TEAM - 16) // 2, 44, GOLD)
    room = WIDTH - 2 * (MARGIN + 90)
    surface.fitted_text(value.team_word, WIDTH // 2, top + 36, MUTED, (24, 20), room, Weight.MEDIUM, "middle")
    surface.fitted_text(value.team, WIDTH // 2, top + 76, IVORY, (34, 22), room, Weight.BOLD, "middle")


CERTIFICATE: Final = 1131  # its height in pixels: A4
_EDGE, _INSIDE = 24, 84  # from the edge to the frame, and to what is written
_TOP, _WORD = 74, 40  # above the first part and below the last one; a small line above a name
_ROOM: Final = WIDTH - 2 * _INSIDE


def draw_certificate(value: Certificate, surface: Surface) -> None:
    """Draw the certificate on a surface of ``WIDTH`` × ``CERTIFICATE``, all paper: what is on it from top to
    bottom, with equal room between."""
    _frame(surface)
    parts = (
        Section(168, lambda surface, top: _laurel(surface, WIDTH // 2, top + 84, 168)),
        _words(value.heading, Weight.MEDIUM, (40, 26)),
        _words(value.title, Weight.BLACK, (54, 30)),
        Section(30, _suits),
        _words(value.name, Weight.BOLD, (58, 20), value.name_word),
        Section(104, partial(_ribbon, value)),
        Section(110 if value.tiles else 0, partial(draw_tiles, value.tiles, _INSIDE, WIDTH - _INSIDE)),
        _words(value.team, Weight.BOLD, (36, 22), value.team_word),
        _words(value.date, Weight.MEDIUM, (26, 20)),
    )
    there = [part for part in parts if part.height]
    at: float = _TOP
    for part in there:
        part.draw(surface, round(at))
        at += part.height + (CERTIFICATE - 2 * _TOP - height_of(there)) / (len(there) - 1)


def _words(text: str, weight: Weight, sizes: tuple[int, int], above: str = "") -> Section:
    """Up to two lines in the middle, and a small one above them; nothing where there is no text."""
    size, lines = set_in_lines(text, weight, sizes, _ROOM, 2)
    pitch, first = round(size * 1.15), _WORD if above else 0
    ink = BLACK if weight in (Weight.BOLD, Weight.BLACK) else GREY

    def draw(surface: Surface, top: int) -> None:
        if above:
            surface.fitted_text(above, WIDTH // 2, top + 24, GREY, (26, 20), _ROOM, Weight.REGULAR, "middle")
        for number, line in enumerate(lines):
            baseline = top + first + pitch * number + round(0.8 * size)
            surface.text(line, WIDTH // 2, baseline, ink, size, weight, "middle", _ROOM)

    return Section(first + pitch * len(lines) if text else 0, draw)


def _frame(surface: Surface) -> None:
    """A green line and a golden one within, and a suit in each corner."""
    for inset, width, ink in ((_EDGE, 6, RAIL), (_EDGE + 14, 3, GOLD)):
        left, top, right, bottom = inset, inset, WIDTH - inset, CERTIFICATE - inset
        surface.fill(left, top, right, bottom, ink)
        surface.fill(left + width, top + width, right - width, bottom - width, WHITE)
    far = _EDGE + 10
    corners = ((far, far), (WIDTH - far, far), (far, CERTIFICATE - far), (WIDTH - far, CERTIFICATE - far))
    for suit, (x, y) in zip((SPADES, HEARTS, DIAMONDS, CLUBS), corners, strict=True):
        surface.fill(x - 30, y - 30, x + 30, y + 30, WHITE)
        surface.shape(SUITS[suit], x, y, 44, ink_of(suit, surface.style.colours))


def _suits(surface: Surface, top: int) -> None:
    """The four suits between two lines."""
    for left in (_INSIDE, WIDTH // 2 + 100):
        surface.fill(left, top + 14, left + WIDTH // 2 - 100 - _INSIDE, top + 16, LINE)
    for at, suit in enumerate((SPADES, HEARTS, CLUBS, DIAMONDS)):
        surface.shape(
            SUITS[suit], WIDTH // 2 - 66 + 44 * at, top + 15, 26, ink_of(suit, surface.style.colours)
        )


def _ribbon(value: Certificate, surface: Surface, top: int) -> None:
    """The place, on a band of the medal's colour."""
    ground = MEDALS[value.medal - 1] if value.medal else FELT
    surface.box(_INSIDE + 30, top, WIDTH - _INSIDE - 30, top + 104, PANEL, 18)
    surface.box(_INSIDE + 33, top + 3, WIDTH - _INSIDE - 33, top + 101, ground, 16)
    size = fitting(value.place, Weight.BLACK, 56, 30, _ROOM - 100)
    surface.text(
        value.place, WIDTH // 2, top + 52 + round(0.36 * size), PANEL if value.medal else IVORY, size,
        Weight.BLACK, "middle", _ROOM - 100,
    )  # fmt: skip
