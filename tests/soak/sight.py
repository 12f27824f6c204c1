"""Which cards a picture shows, read from its pixels.

A card always shows its upper left corner, with index and suit, however cards overlap. Every face's corner,
in every size, bright and dimmed, is looked for at every place where the left edge of a card stands, and
has to agree in every pixel; so nothing is taken for a card that is none, and where cards lie, what the
picture is said to show and who made it does not matter. Read are faces as readers have them who chose no
other style. What is written on a picture (captions, the ranks still out) is not read: alternative texts
are made from the same value.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from functools import cache, lru_cache

from PIL import Image

from bot.engine.cards import CARDS, CardSet
from bot.pictures.cards import sprite
from bot.pictures.style import WIDTH, Size

HELD = frozenset({Size.HAND, Size.LARGE, Size.HAND_2X, Size.LARGE_2X})
"""The sizes in which a reader's own cards are drawn; all others lie on the table."""

EDGE = 4  # pixels by which the left edge of any card is known
CORNER_LEFT, CORNER_RIGHT = 0.035, 0.27  # shares of a card's width; fanned cards hide what is right of it
CORNER_TOP, CORNER_BOTTOM = 0.1, 0.58


@dataclass(frozen=True, slots=True)
class Seen:
    """The cards on a picture: those ``held`` by its reader and those ``lying`` on the table, as sets."""

    held: CardSet
    lying: CardSet

    @property
    def all(self) -> CardSet:
        """Both together."""
        return self.held | self.lying


@dataclass(frozen=True, slots=True)
class _Look:
    """How the cards of one size look in one light. ``edge`` is the left edge of any of them in any row.
    Rows of a corner begin ``left`` pixels from it and are ``length`` long. ``known`` finds by row number
    ``tell``, the one that differs most from card to card, those it may be, each with all its rows."""

    size: Size
    edge: bytes
    left: int
    length: int
    tell: int
    known: dict[bytes, list[tuple[int, tuple[bytes, ...]]]]


@cache
def _looks(scale: int) -> tuple[_Look, ...]:
    return tuple(_look(size, dim=dim) for size in Size for dim in (False, True) if size.scale == scale)


def _look(size: Size, *, dim: bool) -> _Look:
    left, right = round(CORNER_LEFT * size.width), round(CORNER_RIGHT * size.width)
    # The corners' round part is blended with what lies below, so a corner is read from below it.
    top, bottom = max(size.radius + 1, round(CORNER_TOP * size.width)), round(CORNER_BOTTOM * size.width)
    edges: set[bytes] = set()
    corners: list[tuple[bytes, ...]] = []
    for card in CARDS:
        face = sprite(card, size, dim=dim)
        pixels = face.tobytes()
        starts = [row * face.width for row in range(top, bottom)]
        edges |= {pixels[start : start + EDGE] for start in starts}
        corners.append(tuple(pixels[start + left : start + right] for start in starts))
    (edge,) = edges
    tell = max(range(bottom - top), key=lambda row: len({corner[row] for corner in corners}))
    known: dict[bytes, list[tuple[int, tuple[bytes, ...]]]] = {}
    for card, corner in enumerate(corners):
        known.setdefault(corner[tell], []).append((card, corner))
    return _Look(size, edge, left, right - left, tell, known)


@lru_cache(maxsize=4096)
def cards_on(png: bytes) -> Seen:
    """The cards that a PNG shows; none where it is not drawn as the bot's pictures are."""
    with Image.open(io.BytesIO(png)) as image:
        if image.mode != "P":
            return Seen(0, 0)
        width, pixels = image.width, image.tobytes()
    held = lying = 0
    for look in _looks(width // WIDTH):
        found = _found(look, pixels, width)
        held, lying = (held | found, lying) if look.size in HELD else (held, lying | found)
    return Seen(held, lying)


def _found(look: _Look, pixels: bytes, width: int) -> CardSet:
    """The cards of one look whose corners are among the pixels."""
    found, length = 0, look.length
    for place in re.finditer(re.escape(look.edge), pixels):
        told = place.start() + look.left
        for card, rows in look.known.get(pixels[told : told + length], ()):
            first = told - look.tell * width
            if all(
                pixels[start : start + length] == row
                for start, row in zip(range(first, first + width * len(rows), width), rows, strict=True)
            ):
                found |= 1 << card
    return found
