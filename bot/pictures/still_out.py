"""What of a contract is still out: penalty cards, suit by suit, each suit on a small card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from bot.pictures.fonts import Weight, drawable, fit, text_width
from bot.pictures.palette import IVORY, WHITE
from bot.pictures.shapes import SUITS
from bot.pictures.style import RANKS, Index, ink_of, letter
from bot.pictures.surface import Surface
from bot.pictures.wrapping import fitting

ROW = 33  # from one line to the next
_HIGH = 30  # of a small card
_LETTERS, _SUIT = 22, 20
_PAD, _GAP = 7, 6
_APART = 6  # between the ranks
_SMALLEST = 18  # of the word
_ASIDE = 168  # width of a word above, beside a card
_LONG = 8  # ranks; more of a suit go on two cards


def draw(
    word: str, cards: Sequence[int], surface: Surface, left: int, top: int, width: int, bottom: int
) -> None:
    """Draw ``word`` and the cards in lines of ``width`` from ``top`` or, where they need fewer lines, so that
    they end at ``bottom``; where they need more, the word is set smaller, or in a line above ``top``."""
    pieces = list(_pieces(cards, surface.style.index))
    for_cards = [_width(ranks) for _, ranks in pieces]
    most = max(1, (bottom - top + 2 * (ROW - _HIGH)) // ROW)
    letters = fitting(word, Weight.MEDIUM, 24, _SMALLEST, width)
    places, lines = _flow([_of(word, letters), *for_cards], width)
    while lines > most and letters > _SMALLEST:
        letters -= 1
        places, lines = _flow([_of(word, letters), *for_cards], width)
    word = fit(word, Weight.MEDIUM, letters, width)
    if word and lines > most:
        letters = fitting(word, Weight.MEDIUM, 24, _SMALLEST, _ASIDE)
        surface.text(word, left, top - 10, IVORY, letters)
        word, (places, lines) = "", _flow([0, *for_cards], width)
    top = max(top, bottom - lines * ROW + ROW - _HIGH)
    surface.text(word, left, top + 23, IVORY, letters)
    for (suit, ranks), (x, line), wide in zip(pieces, places[1:], for_cards, strict=True):
        _suit(surface, suit, ranks, left + x, top + line * ROW, wide)


def _of(word: str, letters: int) -> int:
    return text_width(drawable(word), Weight.MEDIUM, letters) if word else 0


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
    box = left, top, left + width, top + _HIGH
    surface.kept((_draw_suit, suit, *ranks), box, partial(_draw_suit, surface, suit, ranks, *box))


def _draw_suit(
    surface: Surface, suit: int, ranks: Sequence[str], left: int, top: int, right: int, bottom: int
) -> None:
    ink = ink_of(suit, surface.style.colours)
    surface.box(left, top, right, bottom, WHITE, 6)
    surface.shape(SUITS[suit], left + _PAD + _SUIT // 2, top + _HIGH // 2, _SUIT, ink)
    x = left + _PAD + _SUIT
    for rank in ranks:
        x += _APART + surface.text(rank, x + _APART, top + 23, ink, _LETTERS, Weight.BOLD)
