"""Why a night cannot be planned."""

from __future__ import annotations

from typing import Final, Literal

from bot.nights.seating.model import Pair

Fault = Literal["shape", "too-few", "not-offered", "forbidden-pairs"]
"""What was read is no request; fewer people than the remainder takes (N2); a remainder or mode that is not
offered (N2, N3); pairs that could not be kept apart (N3)."""

SHAPE: Final[Fault] = "shape"
FORBIDDEN_PAIRS: Final[Fault] = "forbidden-pairs"


class NoPlan(Exception):
    """There is no plan. ``code`` says why; ``pairs`` are, with ``forbidden-pairs``, those that sat together
    in the best seating found, in order of code points; ``beyond`` is, with ``shape``, where more was asked
    for than this program takes, if that is why."""

    def __init__(self, code: Fault, pairs: tuple[Pair, ...] = (), beyond: str = "") -> None:
        super().__init__(code, *pairs)
        self.code: Fault = code
        self.pairs = pairs
        self.beyond = beyond
