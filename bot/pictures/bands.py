"""The bands along a picture: its title with the contract's sign and the trumps above, a line below."""

from __future__ import annotations

from functools import lru_cache

from bot.pictures.palette import GOLD, IVORY, MUTED, PANEL, RAIL
from bot.pictures.signs import crown_badge, draw_sign_of
from bot.pictures.style import MARGIN, WIDTH
from bot.pictures.surface import Surface
from bot.pictures.text import Weight, drawable, fitting, set_in_lines, text_width

BAND = 60  # height of the title band
CAPTION = 56  # height of the caption band
CLUB = 88  # of a club's paper
_TILE = 40
_SIGN = 46
_HEAD = 90  # a hand's, with one line of costs
_COST, _COST_LINES = 32, 3
_BIG, _AFTER_BIG, _BIG_TILE = 62, 94, 50
_BESIDE = 290  # width of the word at the right
_TRUMPS = 190  # width of the word beside them


def title_band(
    surface: Surface, title: str, subtitle: str, trump: int | None, trump_word: str, contract: str = ""
) -> None:
    """The band along the top: the contract's sign, title, subtitle, and at the right the trump suit with its
    word."""
    facts = title, subtitle, trump, trump_word, contract
    surface.band(_title_band, 0, BAND, *facts)


def _title_band(
    surface: Surface,
    _top: int,
    title: str,
    subtitle: str,
    trump: int | None,
    trump_word: str,
    contract: str,
) -> None:
    surface.fill(0, 0, WIDTH, BAND, RAIL)
    left = MARGIN
    if contract:
        draw_sign_of(surface, contract, left + _SIGN // 2 - 6, BAND // 2, _SIGN, ground=IVORY, ink=PANEL)
        left += _SIGN + 6
    right = WIDTH - MARGIN
    if trump is not None:
        right -= _TILE
        surface.suit_tile(trump, right, (BAND - _TILE) // 2, _TILE)
        right -= 10
    if trump_word:
        right -= surface.fitted_text(trump_word, right, 41, IVORY, (28, 21), _BESIDE, anchor="right")
    room = right - left - 24
    for size in range(30, 25, -1):
        used = text_width(drawable(title, ""), Weight.BOLD, size) + (16 if subtitle else 0)
        if used + text_width(drawable(subtitle, ""), Weight.REGULAR, size - 5) <= room:
            surface.text(title, left, 41, IVORY, size, Weight.BOLD, width=room)
            surface.text(subtitle, left + used, 41, MUTED, size - 5, Weight.REGULAR, width=room - used)
            return
    above, below = (30, 53) if subtitle else (41, 0)
    surface.fitted_text(title, left, above, IVORY, (27, 21), room, Weight.BOLD)
    surface.fitted_text(subtitle, left, below, MUTED, (22, 18), room, Weight.REGULAR)


def club_band(surface: Surface, title: str, subtitle: str) -> None:
    """The band along the top of what a club pins up, ``CLUB`` high: a crown, title and subtitle."""
    surface.fill(0, 0, WIDTH, CLUB - 4, RAIL)
    surface.fill(0, CLUB - 4, WIDTH, CLUB, GOLD)
    crown_badge(surface, MARGIN + 28, (CLUB - 4) // 2, 30)
    left = MARGIN + 74
    room = WIDTH - MARGIN - left
    surface.fitted_text(title, left, 42, IVORY, (34, 26), room, Weight.BOLD)
    surface.fitted_text(subtitle, left, 73, MUTED, (25, 20), room, Weight.REGULAR)


def head_height(costs: tuple[str, ...], trump: int | None, trump_word: str) -> int:
    """The height of ``head``, in pixels."""
    lines = _cost_lines(costs, trump, trump_word)[1]
    return _HEAD + _COST * (len(lines) - 1) if lines else BAND


def head(
    surface: Surface, title: str, trump: int | None, trump_word: str, contract: str, costs: tuple[str, ...]
) -> None:
    """The band along the top of a hand: what is played, and below it on gold what costs points now; at the
    right the trumps. As long as nothing costs anything it is a title band."""
    if not _cost_lines(costs, trump, trump_word)[1]:
        title_band(surface, title, "", trump, trump_word, contract)
        return
    height = head_height(costs, trump, trump_word)
    surface.band(_head, 0, height, title, trump, trump_word, contract, costs)


def _head(
    surface: Surface,
    _top: int,
    title: str,
    trump: int | None,
    trump_word: str,
    contract: str,
    costs: tuple[str, ...],
) -> None:
    size, lines = _cost_lines(costs, trump, trump_word)
    height = head_height(costs, trump, trump_word)
    surface.fill(0, 0, WIDTH, height, RAIL)
    draw_sign_of(surface, contract, _AFTER_BIG - _BIG // 2 - 12, height // 2, _BIG, ground=IVORY, ink=PANEL)
    if trump is not None:
        right = WIDTH - MARGIN - _BIG_TILE
        surface.suit_tile(trump, right, (height - _BIG_TILE) // 2, _BIG_TILE)
        surface.text(trump_word, right - 12, height // 2 + 10, IVORY, 28, anchor="right", width=_TRUMPS)
    room = _room(trump, trump_word)
    surface.fitted_text(title, _AFTER_BIG, 36, IVORY, (28, 21), room, Weight.BOLD)
    for number, line in enumerate(lines):
        surface.text(line, _AFTER_BIG, 73 + number * _COST, GOLD, size, Weight.BOLD, width=room)


def _room(trump: int | None, trump_word: str) -> int:
    """For title and costs between the sign and the trumps."""
    beside = 0
    if trump is not None:
        beside = _BIG_TILE + 12 + min(_TRUMPS, text_width(trump_word, Weight.MEDIUM, 28)) + 20
    return WIDTH - MARGIN - _AFTER_BIG - beside


@lru_cache(maxsize=512)
def _cost_lines(costs: tuple[str, ...], trump: int | None, trump_word: str) -> tuple[int, tuple[str, ...]]:
    """The size of what costs points, and its lines; none is broken within."""
    whole = " · ".join(cost.replace(" ", "\u00a0") for cost in costs)
    if not whole:
        return 0, ()
    room = _room(trump, trump_word)
    size = fitting(whole, Weight.BOLD, 28, 23, room)
    if text_width(drawable(whole), Weight.BOLD, size) <= room:
        return size, (whole,)
    size, broken = set_in_lines(whole, Weight.BOLD, (24, 19), room, _COST_LINES)
    return size, tuple(line.removeprefix("· ") for line in broken)


def caption_band(surface: Surface, caption: str, top: int) -> None:
    """The band along the bottom, ``CAPTION`` high, with one line, set smaller before it is cut."""
    surface.band(_caption_band, top, CAPTION, caption)


def _caption_band(surface: Surface, top: int, caption: str) -> None:
    surface.fill(0, top, WIDTH, top + CAPTION, RAIL)
    surface.fitted_text(caption, WIDTH // 2, top + 38, IVORY, (29, 23), WIDTH - 2 * MARGIN, anchor="middle")


def forget() -> None:
    """Forget what costs points: whose tricks count may stand there."""
    _cost_lines.cache_clear()
