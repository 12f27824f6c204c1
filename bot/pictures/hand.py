"""The picture of a hand: what lies on the table above, as seen from it, and one's own cards below."""

from __future__ import annotations

from bot.pictures import auction, compass, rack, remaining
from bot.pictures.fonts import Weight, fit, text_width
from bot.pictures.palette import GOLD, IVORY, MUTED, PANEL
from bot.pictures.parts import BAND, MARGIN, WIDTH, fitting, title_band, wrapped
from bot.pictures.shapes import POINTER
from bot.pictures.sizes import Size
from bot.pictures.surface import Surface
from bot.pictures.values import HandPicture

_EDGE = 14  # beside the outermost cards
_RAISE = 26  # how far legal cards stand out
_TRICK_TOP = BAND + 8
_CALL = 56  # height of the caption above an auction
_ROW_SHOWN = 106  # what the lower row leaves visible of the upper one
_BOTTOM = 10
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
    title_band(surface, value.title, "", value.trump, value.trump_word, value.contract_sign)
    if value.auction is None:
        compass.draw(value, surface, _TRICK_TOP)
        _aside(value, surface)
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
    zone = compass.HEIGHT + 6
    if value.auction is not None:
        zone = _CALL + auction.height_of(value.auction, auction.HAND) + 10
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


def _call(value: HandPicture, surface: Surface) -> None:
    """The caption alone, on one line; a call to act stands on gold."""
    inset, room = 14, WIDTH - 2 * MARGIN - 62
    size = fitting(value.caption, Weight.BOLD, 29, 23, room)
    if not value.to_move:
        surface.text(value.caption, MARGIN, _TRICK_TOP + 32, IVORY, size, Weight.BOLD, width=room)
        return
    line = fit(value.caption, Weight.BOLD, size, room)
    width = text_width(line, Weight.BOLD, size) + 2 * inset + 34
    surface.box(MARGIN, _TRICK_TOP - 6, MARGIN + width, _TRICK_TOP + _CALL - 14, GOLD, 12)
    surface.shape(POINTER, MARGIN + inset + 10, _TRICK_TOP + 18, 22, PANEL)
    surface.text(line, MARGIN + inset + 34, _TRICK_TOP + 28, PANEL, size, Weight.BOLD)


def _aside(value: HandPicture, surface: Surface) -> None:
    """At the left of the trick: what it is, the reader's own tricks, what to do (on gold), what is out."""
    right = compass.room_beside(len(value.seats))
    end = right
    if value.seats:
        own, baseline = value.seats[value.bottom], _TRICK_TOP + 24
        end = compass.name_line(surface, own, right, baseline, MARGIN + (right - MARGIN) * 9 // 20, right)
    room = end - MARGIN - 10
    surface.text(value.trick_word, MARGIN, _TRICK_TOP + 24, MUTED, 24, Weight.REGULAR, width=room)
    width = right - MARGIN
    inset, pointer = (14, 34) if value.to_move else (0, 0)
    room, most = width - 2 * inset - pointer, 2 if value.still_out_word or value.still_out else 3
    size = fitting(value.caption, Weight.BOLD, 28, 22, room, most)
    lines = [line for line in wrapped(value.caption, Weight.BOLD, size, room, most) if line]
    top, pitch = _TRICK_TOP + 36, 36
    if value.to_move and lines:
        surface.box(MARGIN, top, MARGIN + width, top + pitch * len(lines) + 12, GOLD, 12)
        surface.shape(POINTER, MARGIN + inset + 10, top + 6 + pitch // 2, 22, PANEL)
    for number, line in enumerate(lines):
        baseline = top + 6 + 28 + number * pitch
        surface.text(
            line, MARGIN + inset + pointer, baseline, PANEL if value.to_move else IVORY, size, Weight.BOLD
        )
    foot = _TRICK_TOP + compass.HEIGHT
    remaining.draw(
        value.still_out_word, value.still_out, surface, MARGIN, top + pitch * len(lines) + 18, width, foot
    )
