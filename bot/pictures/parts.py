"""Pieces that several pictures share: the title band, the trump badge, a played card with its marks."""

from __future__ import annotations

from bot.pictures import signs
from bot.pictures.fonts import Weight, drawable, fit, text_width
from bot.pictures.palette import GOLD, IVORY, MUTED, PANEL, RAIL, WHITE, mix
from bot.pictures.shapes import CROWN, DEAL, polygons
from bot.pictures.sizes import Size
from bot.pictures.surface import Anchor, Surface

WIDTH = 800  # of every picture, in pixels
MARGIN = 20
BAND = 60  # height of the title band
CAPTION = 56  # height of the caption band
SPEECH = 38  # height of what a seat says
FADED = mix(PANEL, MUTED, 4 / 7)  # on plates: what is over, 3:1 and no more
FLAG = polygons("M.2,.04 L.32,.04 L.32,.98 L.2,.98 Z M.32,.08 L.94,.3 L.32,.56 Z")
_TILE = 40
_SIGN = 46


def title_band(
    surface: Surface, title: str, subtitle: str, trump: int | None, trump_word: str, contract: str = ""
) -> None:
    """The band along the top: the contract's sign, title, subtitle, and at the right the trump suit with its
    word."""
    surface.fill(0, 0, WIDTH, BAND, RAIL)
    left = MARGIN
    if contract:
        signs.draw(surface, contract, left + _SIGN // 2 - 6, BAND // 2, _SIGN, ground=IVORY, ink=PANEL)
        left += _SIGN + 6
    right = WIDTH - MARGIN
    if trump is not None:
        right -= _TILE
        surface.suit_tile(trump, right, (BAND - _TILE) // 2, _TILE)
        right -= 10
    if trump_word:
        right -= surface.text(trump_word, right, 41, IVORY, 28, Weight.MEDIUM, "right", width=260)
    room = right - left - 24
    used = surface.text(title, left, 41, IVORY, 30, Weight.BOLD, width=room)
    room -= used + 16
    if subtitle and room > 60:
        surface.text(subtitle, left + used + 16, 41, MUTED, 25, Weight.REGULAR, width=room)


def caption_band(surface: Surface, caption: str, top: int) -> None:
    """The band along the bottom, ``CAPTION`` high, with one line, set smaller before it is cut."""
    surface.fill(0, top, WIDTH, top + CAPTION, RAIL)
    room = WIDTH - 2 * MARGIN
    size = fitting(caption, Weight.MEDIUM, 29, 23, room)
    surface.text(caption, WIDTH // 2, top + 38, IVORY, size, anchor="middle", width=room)


def played_card(
    surface: Surface,
    card: int,
    size: Size,
    left: int,
    top: int,
    *,
    order: int,
    winning: bool,
) -> None:
    """A card on the table with its number in the order of play; the winning one framed and crowned."""
    if winning:
        rim = 6
        surface.box(
            left - rim, top - rim, left + size.width + rim, top + size.height + rim, GOLD, size.radius + rim
        )
    surface.card(card, size, left, top)
    order_disc(surface, order, size, left, top)
    if winning:
        radius = _order_radius(size)
        crown_badge(surface, left + size.width - radius + 2, top + radius - 2, radius + 4)


def order_disc(surface: Surface, order: int, size: Size, left: int, top: int) -> None:
    """A number in the order of play, where a card of ``size`` carries it."""
    radius = _order_radius(size)
    x, y = left + radius + 7, top + size.height - radius - 7
    surface.disc(x, y, radius, PANEL)
    digits = radius + 8
    surface.text(str(order), x, y + round(digits * 0.36), IVORY, digits, Weight.BOLD, "middle")


def _order_radius(size: Size) -> int:
    return 15 if size is Size.SMALL else 18


def crown_badge(surface: Surface, x: int, y: int, radius: int) -> None:
    """The winner's mark: a crown in a golden disc."""
    surface.disc(x, y, radius, PANEL)
    surface.disc(x, y, radius - 2, GOLD)
    surface.shape(CROWN, x, y, round(radius * 1.4), PANEL)


def dealer_marker(surface: Surface, x: int, y: int) -> None:
    """Two cards being dealt, in a white disc."""
    surface.disc(x, y, 19, WHITE)
    lower, upper = DEAL
    surface.shape(lower, x, y, 28, MUTED)
    surface.shape(upper, x, y, 30, WHITE)
    surface.shape(upper, x, y, 25, PANEL)


def bidder_flag(surface: Surface, x: int, y: int, *, small: bool = False) -> None:
    """A flag in an ivory disc: whoever carries one plays the contract, the others against them."""
    if not small:
        surface.disc(x, y, 19, PANEL)
    radius = 11 if small else 17
    surface.disc(x, y, radius, IVORY)
    surface.shape(FLAG, x + 1, y, round(1.4 * radius), PANEL)


def speech(surface: Surface, words: str, x: int, top: int, *, width: int, anchor: Anchor = "left") -> None:
    """What a seat last said, in a speech bubble's colours, at most ``width`` wide; ``x`` is its left or right
    end."""
    line = fit(words, Weight.MEDIUM, 24, width - 24)
    took = text_width(line, Weight.MEDIUM, 24) + 24
    left = x - took if anchor == "right" else x
    surface.box(left, top, left + took, top + SPEECH, IVORY, 14)
    surface.text(line, left + 12, top + 28, PANEL, 24)


def fitting(text: str, weight: Weight, largest: int, smallest: int, width: int, lines: int = 1) -> int:
    """The largest size at which ``text``, broken between words, is not cut; or else the smallest."""
    for size in range(largest, smallest, -1):
        broken = _broken(text, weight, size, width, lines)
        if all(text_width(drawable(line, ""), weight, size) <= width for line in broken):
            return size
    return smallest


def wrapped(text: str, weight: Weight, size: int, width: int, lines: int) -> list[str]:
    """``text`` broken between words into at most ``lines`` lines; the last one takes what is left."""
    return [fit(line, weight, size, width) for line in _broken(text, weight, size, width, lines)]


def _broken(text: str, weight: Weight, size: int, width: int, lines: int) -> list[str]:
    """Broken at plain spaces alone: what a no-break space holds together stays so."""
    broken = [""]
    for word in text.split(" "):
        longer = f"{broken[-1]} {word}".strip(" ")
        fits = text_width(drawable(longer, ""), weight, size) <= width
        if fits or not broken[-1] or len(broken) == lines:
            broken[-1] = longer
        else:
            broken.append(word)
    return broken
