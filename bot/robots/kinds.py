"""The kinds of robots, from the weakest to the strongest: which of them can be had, who plays in their place
while they cannot, and how they are rated.

Until somebody says how it stands with compiled code it is being made ready: the kinds that need it are
offered, and ``steady`` plays for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from bot.engine.king.presets import FAMILY as KING
from bot.engine.whist.presets import FAMILY as WHIST

ROBOT_KINDS: Final = ("easy", "steady", "strong", "teacher")
"""``teacher`` plays as ``strong`` does, and comments."""
DEFAULT_ROBOT: Final = "easy"


COMPILER: Final = "numba"
"""The library that compiles it."""
COMPILED: Final = frozenset({"strong", "teacher"})
"""The kinds that need it."""
_NEXT_DOWN: Final = {"teacher": "steady", "strong": "steady", "steady": "easy"}


class Problem(StrEnum):
    """Why they cannot be had."""

    MISSING = "missing"  # the compiler is not installed
    BROKEN = "broken"  # it is, and cannot be loaded
    OFF = "off"  # whoever hosts the bot does not want them
    FAILED = "failed"  # it did not compile them, or they are not what they have to be


class CompiledState:
    """How it stands with compiled code in this process."""

    def __init__(self) -> None:
        self.problem: Problem | None = None
        self.is_ready = False

    def ready(self) -> None:
        """They play from now on."""
        self.problem, self.is_ready = None, True

    def failed(self, problem: Problem) -> None:
        """They are not offered from now on."""
        self.problem, self.is_ready = problem, False

    def preparing(self) -> None:
        """They are being made ready, as at the beginning."""
        self.problem, self.is_ready = None, False


HERE: Final = CompiledState()
"""Set by whoever makes them ready, in whichever thread."""


def tried(make: Callable[[], object]) -> Problem | None:
    """Why something that needs the compiler cannot be made, by making it; None where it can."""
    try:
        make()
    except ModuleNotFoundError as error:
        return Problem.MISSING if error.name == COMPILER else Problem.BROKEN
    except ImportError:
        return Problem.BROKEN
    except Exception:  # noqa: BLE001 - whatever it was, they cannot be had
        return Problem.FAILED
    return None


def unavailable(kind: str) -> Problem | None:
    """Why robots of a kind cannot be had; None where they can, or are being made ready."""
    return HERE.problem if kind in COMPILED else None


def offered() -> tuple[str, ...]:
    """The kinds of robots that can be chosen."""
    return tuple(kind for kind in ROBOT_KINDS if unavailable(kind) is None)


def players_for(kind: str) -> tuple[str, ...]:
    """The kinds that are asked for a move in turn, from the one that plays for ``kind`` now: each where the
    one before has failed or taken too long. After a kind that nobody knows comes the weakest."""
    asked = [_NEXT_DOWN[kind] if kind in COMPILED and not HERE.is_ready else kind]
    while asked[-1] != ROBOT_KINDS[0]:
        asked.append(_NEXT_DOWN.get(asked[-1], ROBOT_KINDS[0]))
    return tuple(asked)


_RATINGS: Final[Mapping[str, Mapping[str, tuple[float, float]]]] = MappingProxyType(
    {
        KING: {
            "easy": (21.36, 1.83),
            "steady": (25.51, 1.78),
            "strong": (27.99, 1.84),
            "teacher": (27.99, 1.84),
        },
        WHIST: {
            "easy": (21.07, 2.92),
            "steady": (25.29, 2.97),
            "strong": (28.38, 2.94),
            "teacher": (28.38, 2.94),
        },
    }
)


def ratings_of(family: str) -> Mapping[str, tuple[float, float]]:
    """Of the robots of a family, by kind; whoever is not there has openskill's first values."""
    return _RATINGS.get(family, MappingProxyType({}))
