"""What a picture is put together from, so that one that follows another need not be drawn anew."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from bot.pictures.replay_layout import Box
from bot.pictures.surface import Surface


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that is drawn within ``box``, by ``facts`` and nothing else."""

    box: Box
    facts: Hashable
    paint: Callable[[Surface], None]

    @property
    def key(self) -> tuple[Box, Hashable]:
        """Pieces of one key look alike."""
        return self.box, self.facts


@dataclass(frozen=True, slots=True)
class PicturePart:
    """All pixels of ``box``, by ``facts`` and nothing else: on felt its pieces, which may overlap, in order.

    ``above``: what this covers, after which it is to be drawn again. ``recurs``: in a deal it often looks as
    it did before.
    """

    box: Box
    facts: Hashable
    pieces: Callable[[], list[Piece]]
    above: Hashable = None
    recurs: bool = False
