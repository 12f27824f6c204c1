"""The picture of a hand: what lies on the table above, as seen from it, and one's own cards below."""

from __future__ import annotations

from functools import partial

from bot.pictures import auction, compass, open_hand
from bot.pictures.bands import head, head_height
from bot.pictures.palette import MUTED
from bot.pictures.sizes import MARGIN, WIDTH, Size
from bot.pictures.surface import Surface
from bot.pictures.values import HandPicture

_EDGE = 14  # beside the outermost cards
_RAISE = 22  # how far legal cards stand out
_GAP = 8
_ROW_SHOWN = 100  # what the lower row leaves visible of the upper one
_CUT = 72  # of large cards, below the picture's lower edge: all that tells them apart is above it
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
    shown = size_of(value).height + (-_CUT if value.two_rows else _BOTTOM)
    return top + _RAISE + (rows - 1) * (_ROW_SHOWN + _RAISE) + shown


def draw(value: HandPicture, surface: Surface) -> None:
    """Draw the whole picture on a surface of ``WIDTH`` × ``height_of(value)``, all felt."""
    head(surface, value.title, value.trump, value.trump_word, value.contract_sign, value.costs)
    top = _head(value) + _GAP
    if value.auction is None:
        compass.draw(value, surface, top)
    else:
        auction.draw(value.auction, surface, top, auction.HAND)
    top = _hand_top(value)
    if value.open_hand:
        open_hand.draw(value.open_hand, value.open_word, surface, top - open_hand.HEIGHT - _GAP)
    facts = value.cards, value.legal if value.choosing else None, value.two_rows, value.empty
    surface.foot(facts, top, partial(_cards, value, surface, top))


def _head(value: HandPicture) -> int:
    return head_height(value.costs, value.trump, value.trump_word)


def _hand_top(value: HandPicture) -> int:
    """Where the cards begin, raised ones."""
    zone = compass.height_of(value)
    if value.auction is not None:
        zone = auction.height_of(value.auction, auction.HAND) + _GAP
    return _head(value) + _GAP + zone + (open_hand.HEIGHT + _GAP if value.open_hand else 0)


def _cards(value: HandPicture, surface: Surface, top: int) -> None:
    if not value.cards:
        surface.text(value.empty, WIDTH // 2, top + 60, MUTED, 30, anchor="middle", width=WIDTH - 2 * MARGIN)
    for row in _rows(value):
        _row(value, surface, row, top)
        top += _ROW_SHOWN + _RAISE


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
