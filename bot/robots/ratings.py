"""The ratings that robots have, and keep (L20): by family and kind, mu and sigma of openskill's scale.

They are measured, as if robots were people (``tests/bench/bench_robot_ratings.py`` says how, and how far its
own figures are from these). Their mean is about 25, at which a person begins of whom nothing is known: how
robots compare with people is for the games of people to tell. Printed by

    python -m tests.bench.bench_robot_ratings --family king --games 320
    king: 320 games of 4: easy mu 21.36, sigma 1.83; steady mu 25.51, sigma 1.78; strong mu 27.99, sigma 1.84
    python -m tests.bench.bench_robot_ratings --family whist --games 240
    whist: 240 games of 4: easy mu 23.26, sigma 1.74; steady mu 26.68, sigma 1.74

The latter before there was ``strong``, which has what ``steady`` has there: 24 games, all that were played
since, tell nothing (its sigma is 5). A kind that plays like another one has its figures. Other figures here,
and servers rate all their games again.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.engine.king.presets import FAMILY as KING
from bot.engine.whist.presets import FAMILY as WHIST

_RATINGS: Final[Mapping[str, Mapping[str, tuple[float, float]]]] = MappingProxyType(
    {
        KING: {
            "easy": (21.36, 1.83),
            "steady": (25.51, 1.78),
            "strong": (27.99, 1.84),
            "teacher": (27.99, 1.84),
        },
        WHIST: {
            "easy": (23.26, 1.74),
            "steady": (26.68, 1.74),
            "strong": (26.68, 1.74),
            "teacher": (26.68, 1.74),
        },
    }
)


def ratings_of(family: str) -> Mapping[str, tuple[float, float]]:
    """Of the robots of a family, by kind; whoever is not there has openskill's first values."""
    return _RATINGS.get(family, MappingProxyType({}))
