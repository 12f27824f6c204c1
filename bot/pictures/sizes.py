"""The sizes of pictures and of the cards on them. A picture is 800 pixels wide and a phone shows it at half
of that; for large screens there is everything at twice the size.
"""

from __future__ import annotations

from enum import Enum

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

    @property
    def width(self) -> int:
        """In pixels."""
        return self.value

    @property
    def height(self) -> int:
        """In pixels."""
        return round(self.value * 1.4)

    @property
    def radius(self) -> int:
        """Of the corners."""
        return round(self.value * 0.085)

    @property
    def bold(self) -> bool:
        """Whether the index is extra large: these cards lie alone and are seen small."""
        return self in _BOLD

    @property
    def scale(self) -> int:
        """2 where it is doubled, else 1: how wide lines are drawn that are a pixel or so."""
        return 1 if self.value <= Size.LARGE.value else 2

    @property
    def doubled(self) -> Size:
        """The same at twice the size. Raises ``ValueError`` where it is doubled already."""
        return Size(2 * self.value)


_BOLD = frozenset({Size.SMALL, Size.MEDIUM, Size.SMALL_2X, Size.MEDIUM_2X})
