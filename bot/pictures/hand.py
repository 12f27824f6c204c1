"""The picture of a hand: what lies on the table above, one's own cards below."""

from __future__ import annotations

from bot.pictures import auction, rack
from bot.pictures.fonts import Weight, fit, text_width
from bot.pictures.palette import GOLD, IVORY, MAT, MUTED, PANEL
from bot.pictures.parts import BAND, MARGIN, WIDTH, played_card, title_band, wrapped
from bot.pictures.shapes import POINTER
from bot.pictures.sizes import Size
from bot.pictures.surface import Surface
from bot.pictures.values import HandPicture

_EDGE = 14  # beside the outermost cards
_RAISE = 26  # how far legal cards stand out
_TRICK_TOP = BAND + 16
_TRICK_PITCH = 98
_TRICK_ZONE = Size.SMALL.height + 46  # below ``_TRICK_TOP``
_CALL = 56  # height of the caption above an auction
_ROW_SHOWN = 106  # what the lower row leaves visible of the upper one
_BOTTOM = 16
_EMPTY_HEIGHT = 120


def size_of(value: HandPicture) -> Size:
    """The size the hand's cards are drawn in."""
    return Size.LARGE if value.two_rows else Size.HAND


def height_of(value: HandPicture) -> int:
    """The picture's height in pixels."""
    top = _hand_top(value)
    if not value.cards:
        return top + _EMPTY_HEIGHT
    rows = len(_rows(value))
    return top + _RAISE + (rows - 1) * (_ROW_SHOWN + _RAISE) + size_of(value).height + _BOTTOM


def draw(value: HandPicture, surface: Surface) -> None:
    """Draw the whole picture on a surface of ``WIDTH`` × ``height_of(value)``, all felt."""
    title_band(surface, value.title, "", value.trump, value.trump_word)
    if value.auction is None:
        _trick(value, surface)
        _caption(value, surface)
    else:
        _call(value, surface)
        auction.draw(value.auction, surface, _TRICK_TOP + _CALL, auction.HAND)
    top = _hand_top(value)
    if value.open_hand:
        rack.draw(value.open_hand, value.open_word, surface, top - rack.HEIGHT - 8)
    if not value.cards:
        surface.text(value.empty, WIDTH // 2, top + 60, MUTED, 30, anchor="middle", width=WIDTH - 2 * MARGIN)
    for row in _rows(value):
        _row(value, surface, row, top)
        top += _ROW_SHOWN + _RAISE


def _hand_top(value: HandPicture) -> int:
    """Where the cards begin, raised ones."""
    zone = (
        _TRICK_ZONE if value.auction is None else _CALL + auction.height_of(value.auction, auction.HAND) + 10
    )
    return _TRICK_TOP + zone + (rack.HEIGHT + 8 if value.open_hand else 0)


def _rows(value: HandPicture) -> list[tuple[int, ...]]:
    cards = value.cards
    if not value.two_rows or len(cards) < 2:
        return [cards] if cards else []
    half = (len(cards) + 1) // 2
    return [cards[:half], cards[half:]]


def _row(value: HandPicture, surface: Surface, cards: tuple[int, ...], top: int) -> None:
    size = size_of(value)
    widest = (WIDTH - 2 * _EDGE - size.width) / max(1, len(cards) - 1)
    step = min(size.width + 10, widest)
    first = (WIDTH - size.width - step * (len(cards) - 1)) / 2
    for position, card in enumerate(cards):
        left = round(first + position * step)
        playable = not value.choosing or bool(value.legal >> card & 1)
        raised = value.choosing and playable
        surface.card(card, size, left, top if raised else top + _RAISE, dim=not playable)


def _trick_left(value: HandPicture) -> int:
    return WIDTH - MARGIN - 6 - Size.SMALL.width - (max(3, len(value.trick)) - 1) * _TRICK_PITCH


def _trick(value: HandPicture, surface: Surface) -> None:
    size, left = Size.SMALL, _trick_left(value)
    for place in range(max(3, len(value.trick))):
        x = left + place * _TRICK_PITCH
        if place >= len(value.trick):
            surface.box(x, _TRICK_TOP, x + size.width, _TRICK_TOP + size.height, MAT, size.radius)
            continue
        played, wins = value.trick[place], place == value.winning
        played_card(surface, played.card, size, x, _TRICK_TOP, order=place + 1, winning=wins)
        surface.text(
            played.name, x + size.width // 2, _TRICK_TOP + size.height + 32,
            IVORY, 23, Weight.BOLD if wins else Weight.MEDIUM, "middle", width=_TRICK_PITCH - 6,
        )  # fmt: skip


def _call(value: HandPicture, surface: Surface) -> None:
    """The caption alone, on one line; a call to act stands on gold."""
    size, inset = 29, 14
    if not value.to_move:
        surface.text(value.caption, MARGIN, _TRICK_TOP + 32, IVORY, size, Weight.BOLD)
        return
    room = WIDTH - 2 * MARGIN - 2 * inset - 34
    line = fit(value.caption, Weight.BOLD, size, room)
    width = text_width(line, Weight.BOLD, size) + 2 * inset + 34
    surface.box(MARGIN, _TRICK_TOP - 6, MARGIN + width, _TRICK_TOP + _CALL - 14, GOLD, 12)
    surface.shape(POINTER, MARGIN + inset + 10, _TRICK_TOP + 18, 22, PANEL)
    surface.text(line, MARGIN + inset + 34, _TRICK_TOP + 28, PANEL, size, Weight.BOLD)


def _caption(value: HandPicture, surface: Surface) -> None:
    """At the left of the trick: what lies there, and what is to be done; a call to act stands on gold."""
    width = _trick_left(value) - 2 * MARGIN - 4
    surface.text(value.trick_word, MARGIN, _TRICK_TOP + 28, MUTED, 25, Weight.REGULAR, width=width)
    size, inset = 29, 14 if value.to_move else 0
    pointer = 34 if value.to_move else 0
    room = width - 2 * inset - pointer
    lines = [line for line in wrapped(value.caption, Weight.BOLD, size, room, 3) if line]
    top, pitch = _TRICK_TOP + 42, 37
    if value.to_move and lines:
        surface.box(MARGIN, top, MARGIN + width, top + pitch * len(lines) + 16, GOLD, 12)
        surface.shape(POINTER, MARGIN + inset + 10, top + 8 + pitch // 2, 22, PANEL)
    for number, line in enumerate(lines):
        baseline = top + 8 + 28 + number * pitch
        surface.text(
            line, MARGIN + inset + pointer, baseline, PANEL if value.to_move else IVORY, size, Weight.BOLD
        )
