"""The one palette of all pictures, and the tables that blend and dim without leaving it.

Pictures are palette images: a byte a pixel is a quarter of the work everywhere, and what is pasted needs no
arithmetic. The price is that every colour must be there beforehand, so the palette is designed: the inks, the
ramps between inks that meet at an anti-aliased edge, and the same again dimmed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import chain

Rgb = tuple[int, int, int]

WHITE: Rgb = (253, 252, 248)  # card faces and the paper of the score sheet
BLACK: Rgb = (22, 26, 32)  # ink of clubs and spades
RED: Rgb = (196, 22, 44)  # ink of diamonds and hearts
BLUE: Rgb = (24, 82, 186)  # of diamonds where there are four colours, robes and backs
GREEN: Rgb = (0, 124, 88)  # of clubs where there are four; bluish, to keep apart from red for every eye
GOLD: Rgb = (238, 184, 64)
SKIN: Rgb = (247, 212, 178)
BROWN: Rgb = (116, 68, 40)
GINGER: Rgb = (186, 104, 44)
OUTLINE: Rgb = (70, 84, 80)  # edge of every card

FELT: Rgb = (24, 92, 70)
MAT: Rgb = (31, 106, 82)  # the middle of the table, where cards are played
RAIL: Rgb = (15, 56, 44)  # bands and the table's edge
PANEL: Rgb = (9, 38, 30)  # plates
IVORY: Rgb = (246, 243, 232)  # text on the three above
MUTED: Rgb = (180, 207, 194)  # lesser text on the three above
GREY: Rgb = (98, 100, 98)  # lesser text on paper
LINE: Rgb = (214, 208, 192)  # rules on paper
STRIPE: Rgb = (244, 240, 228)  # every other line of the paper

DIM_TOWARDS: Rgb = (16, 60, 46)
DIM_BY = 0.42
_ALIKE = 40  # the square of a distance between colours that is not seen

_CARD_INKS = (WHITE, BLACK, RED, BLUE, GREEN, GOLD, SKIN, BROWN, GINGER, OUTLINE)
_INKS = (
    *_CARD_INKS, FELT, MAT, RAIL, PANEL, IVORY, MUTED, GREY, LINE,
    STRIPE,
)  # fmt: skip

# Colours that meet on a card, and the number of steps between them.
_CARD_RAMPS = (
    (WHITE, BLACK, 15), (WHITE, RED, 13), (WHITE, BLUE, 12), (WHITE, GREEN, 12), (WHITE, OUTLINE, 4),
    (WHITE, GOLD, 3), (WHITE, SKIN, 2), (WHITE, BROWN, 3), (BLACK, RED, 4), (BLACK, GOLD, 5),
    (BLACK, BLUE, 3), (BLACK, GREEN, 3), (BLACK, SKIN, 5), (BLACK, BROWN, 3), (RED, GOLD, 3), (RED, SKIN, 2),
    (BLUE, GOLD, 3), (GREEN, GOLD, 3), (BROWN, SKIN, 2),
    (BLACK, GINGER, 2), (GINGER, SKIN, 1),
)  # fmt: skip
_TABLE_RAMPS = (
    (FELT, IVORY, 10), (RAIL, IVORY, 11), (PANEL, IVORY, 11), (FELT, MUTED, 4), (RAIL, MUTED, 6),
    (PANEL, MUTED, 6), (FELT, GOLD, 4), (RAIL, GOLD, 4), (PANEL, GOLD, 5), (FELT, RAIL, 3), (FELT, PANEL, 3),
    (FELT, MAT, 1), (MAT, GOLD, 3), (MAT, IVORY, 3), (MAT, PANEL, 3),
    (FELT, WHITE, 3), (FELT, OUTLINE, 2), (MAT, OUTLINE, 1),
    (GOLD, PANEL, 4), (WHITE, GREY, 5), (STRIPE, LINE, 1),
)  # fmt: skip

# What dots mix players' own pictures from: hues that no ink has, vivid, dark and light.
_FOR_PORTRAITS: tuple[Rgb, ...] = (
    (216, 60, 180), (120, 40, 140), (80, 60, 220), (60, 180, 220), (80, 200, 80), (220, 220, 80),
    (230, 130, 50), (250, 140, 180), (140, 120, 200), (40, 120, 150), (0, 60, 120),
)  # fmt: skip


def mix(one: Rgb, other: Rgb, share: float) -> Rgb:
    """``one`` with ``share`` (0..1) of ``other``."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


MEDALS: tuple[Rgb, Rgb, Rgb] = GOLD, mix(WHITE, GREY, 1 / 3), mix(GINGER, SKIN, 1 / 2)
"""The colours of the first three places."""


def dimmed(colour: Rgb) -> Rgb:
    """The colour on a card that may not be played."""
    return mix(colour, DIM_TOWARDS, DIM_BY)


def _ramp(one: Rgb, other: Rgb, steps: int) -> list[Rgb]:
    return [mix(one, other, step / (steps + 1)) for step in range(1, steps + 1)]


def _design() -> tuple[Rgb, ...]:
    """Inks first, each exactly; of the steps between them only those that are not there already, nearly; then
    those for portraits."""
    # A dimmed ramp may be coarser: every ink, but only the long ramps in full.
    dim = [_ramp(one, other, (steps + 1) // 2) for one, other, steps in _CARD_RAMPS]
    colours = list(dict.fromkeys([*_INKS, *map(dimmed, _CARD_INKS)]))
    steps = chain(
        chain.from_iterable(_ramp(*ramp) for ramp in (*_CARD_RAMPS, *_TABLE_RAMPS)),
        map(dimmed, chain.from_iterable(dim)),
    )
    for colour in steps:
        if all(_apart(colour, other) > _ALIKE for other in colours):
            colours.append(colour)
    colours.extend(_FOR_PORTRAITS)
    if len(colours) > 256:
        raise ValueError(f"{len(colours)} colours do not fit a palette")
    return tuple(colours)


def _apart(one: Rgb, other: Rgb) -> int:
    """The square of the distance of two colours."""
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


COLOURS: tuple[Rgb, ...] = _design()
BYTES: bytes = bytes(chain.from_iterable(COLOURS))


@cache
def _squares(channel: int, value: int) -> tuple[int, ...]:
    """How far each colour of the palette is from ``value`` in one channel, squared."""
    return tuple((colour[channel] - value) ** 2 for colour in COLOURS)


@cache
def index_of(colour: Rgb) -> int:
    """The index of the palette's colour nearest to ``colour``."""
    apart = [*map(sum, zip(*(_squares(channel, value) for channel, value in enumerate(colour)), strict=True))]
    return apart.index(min(apart))


LEVELS = 24  # steps between not and fully covered; more would fall on the same colours


class _Blends(dict[int, bytes]):
    """For one ink: 256 indices for the coverages 0..255, by the colour below; made when asked for."""

    def __init__(self, ink: Rgb) -> None:
        self._ink = ink

    def __missing__(self, below: int) -> bytes:
        ground = COLOURS[below]
        steps = [index_of(mix(ground, self._ink, level / LEVELS)) for level in range(LEVELS + 1)]
        self[below] = bytes(steps[round(coverage * LEVELS / 255)] for coverage in range(256))
        return self[below]


@cache
def blends(ink: Rgb) -> Mapping[int, bytes]:
    """How ``ink`` is laid over other colours: ``blends(ink)[below][coverage]`` is the resulting index."""
    return _Blends(ink)


@cache
def dim_table() -> bytes:
    """256 indices: each colour of the palette dimmed."""
    table = [index_of(dimmed(colour)) for colour in COLOURS]
    return bytes(table + [0] * (256 - len(table)))
