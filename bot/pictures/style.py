"""Sizes of pictures and cards, and how a reader likes their cards: indices, colours, large faces, back.

A picture is 800 pixels wide and a phone shows it at half of that; for large screens there is everything at
twice the size. There is one style for a whole picture, so that two kinds of indices never meet in one
view: a V is the queen on a Dutch card and the jack on a Belgian one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from functools import cache
from typing import Final

from bot.pictures.palette import BLACK, BLUE, GREEN, RED, Rgb

WIDTH = 800  # of every picture, in pixels
MARGIN = 20


class Size(Enum):
    """A card's size: its width in pixels."""

    SMALL = 88  # the trick above a hand
    MEDIUM = 112  # on the table
    HAND = 140  # a hand in one row
    LARGE = 160  # a hand in two rows
    SMALL_2X = 176
    MEDIUM_2X = 224
    HAND_2X = 280
    LARGE_2X = 320

    def __init__(self, width: int) -> None:
        self.width: Final = width
        self.height: Final = round(1.4 * width)
        self.radius: Final = round(0.085 * width)  # of the corners
        self.scale: Final = 1 if width <= 160 else 2  # how wide lines are drawn that are a pixel or so
        self.bold: Final = width // self.scale in (88, 112)
        """Whether the index is extra large: these cards lie alone and are seen small."""

    @property
    def doubled(self) -> Size:
        """The same at twice the size. Raises ``ValueError`` where it is doubled already."""
        return Size(2 * self.value)


RANKS = 13
JACK, QUEEN, KING, ACE = range(9, RANKS)


class Index(StrEnum):
    """The letters on ace, king, queen and jack."""

    ENGLISH = "english"  # A K Q J
    BELGIAN = "belgian"  # 1 R D V
    DUTCH = "dutch"  # A H V B
    RUSSIAN = "russian"  # Т К Д В


class Colours(StrEnum):
    """How many colours the suits are printed in."""

    TWO = "two"
    FOUR = "four"  # clubs green, diamonds blue


class Back(StrEnum):
    """What is on the backs."""

    LATTICE = "lattice"  # blue
    SCALES = "scales"  # red
    EMBLEM = "emblem"  # green


@dataclass(frozen=True, slots=True)
class CardStyle:
    """The cards of one picture."""

    index: Index = Index.ENGLISH
    colours: Colours = Colours.TWO
    large: bool = False  # faces with one huge index and suit, for small screens
    back: Back = Back.LATTICE


STANDARD = CardStyle()

# Jack, queen, king, ace.
_LETTERS: dict[Index, tuple[str, str, str, str]] = {
    Index.ENGLISH: ("J", "Q", "K", "A"),
    Index.BELGIAN: ("V", "D", "R", "1"),
    Index.DUTCH: ("B", "V", "H", "A"),
    Index.RUSSIAN: ("В", "Д", "К", "Т"),
}
# Clubs, diamonds, hearts, spades.
_INKS: dict[Colours, tuple[Rgb, Rgb, Rgb, Rgb]] = {
    Colours.TWO: (BLACK, RED, RED, BLACK),
    Colours.FOUR: (GREEN, BLUE, RED, BLACK),
}
BACK_INKS: dict[Back, Rgb] = {Back.LATTICE: BLUE, Back.SCALES: RED, Back.EMBLEM: GREEN}


def letter(rank: int, index: Index) -> str:
    """What is printed for ``rank`` (0..12 for 2..A): ``2`` to ``10``, or the letter of a court or ace."""
    return str(rank + 2) if rank < JACK else _LETTERS[index][rank - JACK]


def ink_of(suit: int, colours: Colours) -> Rgb:
    """The colour ``suit`` (C D H S) is printed in."""
    return _INKS[colours][suit]


@cache
def as_seen(style: CardStyle, card: int | None) -> CardStyle:
    """``style`` without what does not show on this card (``None``: on a back); equal faces are kept once."""
    if card is None:
        return CardStyle(back=style.back)
    suit, rank = divmod(card, RANKS)
    style = replace(style, back=STANDARD.back)
    if rank < JACK:
        style = replace(style, index=STANDARD.index)
    if ink_of(suit, style.colours) == ink_of(suit, STANDARD.colours):
        style = replace(style, colours=STANDARD.colours)
    return style
