"""What of a contract is still out: penalty cards, suit by suit, each suit on a small card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.pictures.fonts import Weight, fit, text_width
from bot.pictures.palette import IVORY, WHITE
from bot.pictures.shapes import SUITS
from bot.pictures.style import RANKS, Index, ink_of, letter
from bot.pictures.surface import Surface

ROW = 33  # from one line to the next
_HIGH = 30  # of a small card
_LETTERS, _SUIT = 22, 20
_PAD, _GAP = 7, 6
_APART = 6  # between the ranks
_LONG = 8  # ranks; more of a suit go on two cards


def draw(
    word: str, cards: Sequence[int], surface: Surface, left: int, top: int, width: int, bottom: int
) -> None:
    """Draw ``word`` and the cards in lines of ``width`` from ``top`` or, where they need fewer lines, so that
    they end at ``bottom``."""
    word = fit(word, Weight.MEDIUM, 24, width)
    pieces = list(_pieces(cards, surface.style.index))
    widths = [text_width(word, Weight.MEDIUM, 24) if word else 0, *(_width(ranks) for _, ranks in pieces)]
    places, lines = _flow(widths, width)
    top = max(top, bottom - lines * ROW + ROW - _HIGH)
    surface.text(word, left, top + 23, IVORY, 24)
    for (suit, ranks), (x, line), wide in zip(pieces, places[1:], widths[1:], strict=True):
        _suit(surface, suit, ranks, left + x, top + line * ROW, wide)


def _pieces(cards: Sequence[int], index: Index) -> Iterator[tuple[int, list[str]]]:
    """Suits in the order in which they come, with what is printed on their cards."""
    suits: dict[int, list[str]] = {}
    for card in cards:
        suits.setdefault(card // RANKS, []).append(letter(card % RANKS, index))
    for suit, ranks in suits.items():
        half = (len(ranks) + 1) // 2 if len(ranks) > _LONG else len(ranks)
        yield suit, ranks[:half]
        if ranks[half:]:
            yield suit, ranks[half:]


def _flow(widths: Sequence[int], room: int) -> tuple[list[tuple[int, int]], int]:
    """The left end and line of each piece, as words are set, and the number of lines."""
    places: list[tuple[int, int]] = []
    x = line = 0
    for wide in widths:
        if x and x + wide > room:
            x, line = 0, line + 1
        places.append((x, line))
        x += wide + _GAP if wide else 0
    return places, line + 1


def _width(ranks: Sequence[str]) -> int:
    letters = sum(text_width(rank, Weight.BOLD, _LETTERS) for rank in ranks)
    return 2 * _PAD + _SUIT + len(ranks) * _APART + letters


def _suit(surface: Surface, suit: int, ranks: Sequence[str], left: int, top: int, width: int) -> None:
    ink = ink_of(suit, surface.style.colours)
    surface.box(left, top, left + width, top + _HIGH, WHITE, 6)
    surface.shape(SUITS[suit], left + _PAD + _SUIT // 2, top + _HIGH // 2, _SUIT, ink)
    x = left + _PAD + _SUIT
    for rank in ranks:
        x += _APART + surface.text(rank, x + _APART, top + 23, ink, _LETTERS, Weight.BOLD)
