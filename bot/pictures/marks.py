"""Marks on cards and plates: the order of play, who won, who deals, who plays the contract, what was said."""

from __future__ import annotations

from functools import partial

from bot.pictures.fonts import Weight, drawable, fit, text_width
from bot.pictures.palette import GOLD, IVORY, MUTED, PANEL, WHITE, Rgb, mix
from bot.pictures.robot_faces import robot_head
from bot.pictures.shapes import CROWN, DEAL, polygons
from bot.pictures.sizes import Size
from bot.pictures.surface import Anchor, Surface
from bot.pictures.wrapping import fitting

SPEECH = 38  # height of what a seat says
FADED = mix(PANEL, MUTED, 4 / 7)  # on plates: what is over, 3:1 and no more
_RIM = 6  # of the card that wins
FLAG = polygons("M.2,.04 L.32,.04 L.32,.98 L.2,.98 Z M.32,.08 L.94,.3 L.32,.56 Z")


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
    rim = _RIM if winning else 0
    box = left - rim, top - rim, left + size.width + rim, top + size.height + rim
    paint = partial(_played_card, surface, card, size, left, top, order=order, rim=rim)
    surface.kept((_played_card, card, size, order, rim), box, paint)


def _played_card(
    surface: Surface, card: int, size: Size, left: int, top: int, *, order: int, rim: int
) -> None:
    if rim:
        right, bottom = left + size.width + rim, top + size.height + rim
        surface.box(left - rim, top - rim, right, bottom, GOLD, size.radius + rim)
    surface.card(card, size, left, top)
    order_disc(surface, order, size, left, top)
    if rim:
        radius = order_radius(size)
        crown_badge(surface, left + size.width - radius + 2, top + radius - 2, radius + 4)


def order_disc(surface: Surface, order: int, size: Size, left: int, top: int) -> None:
    """A number in the order of play, where a card of ``size`` carries it."""
    radius = order_radius(size)
    x, y = left + radius + 7, top + size.height - radius - 7
    surface.disc(x, y, radius, PANEL)
    digits = radius + 8
    surface.text(str(order), x, y + round(digits * 0.36), IVORY, digits, Weight.BOLD, "middle")


def order_radius(size: Size) -> int:
    """Of the disc with a card's number in the order of play."""
    return 15 if size is Size.SMALL else 18


def crown_badge(surface: Surface, x: int, y: int, radius: int) -> None:
    """The winner's mark: a crown in a golden disc."""
    surface.disc(x, y, radius, PANEL)
    surface.disc(x, y, radius - 2, GOLD)
    surface.shape(CROWN, x, y, round(radius * 1.4), PANEL)


def dealer_marker(surface: Surface, x: int, y: int) -> None:
    """Two cards being dealt, in a white disc."""
    surface.kept(_dealer_marker, (x - 19, y - 19, x + 19, y + 19), partial(_dealer_marker, surface, x, y))


def _dealer_marker(surface: Surface, x: int, y: int) -> None:
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
    size = fitting(words, Weight.MEDIUM, 24, 17, width - 20)
    line = fit(words, Weight.MEDIUM, size, width - 20)
    took = text_width(line, Weight.MEDIUM, size) + 20
    left = x - took if anchor == "right" else x
    surface.box(left, top, left + took, top + SPEECH, IVORY, 14)
    surface.text(line, left + 10, top + 28, PANEL, size)


def face(
    surface: Surface,
    name: str,
    x: int,
    y: int,
    radius: int,
    *,
    avatar: bytes | None,
    robot: str | None,
    ground: Rgb,
    ink: Rgb,
) -> None:
    """A player's own picture around (x, y), in a ring of ``ground``; else the head of a ``robot`` of
    that kind, or the name's initial."""
    surface.disc(x, y, radius, ground)
    inner = radius - max(2, radius // 12)
    if avatar is not None and surface.avatar(avatar, x - inner, y - inner, 2 * inner):
        return
    if robot is not None:
        robot_head(surface, robot, x, y - round(radius / 12), round(1.25 * radius), ink, ground)
    else:
        letters = round(1.08 * radius)
        surface.text(
            drawable(name)[0].upper(), x, y + round(0.38 * radius), ink, letters, Weight.BOLD, "middle"
        )
