"""The ratings that robots have, and keep (L20): by family and kind, mu and sigma of openskill's scale.

They are measured, as if robots were people (``tests/bench/bench_robot_ratings.py`` says how, and how far its
own figures are from these). Their mean is about 25, at which a person begins of whom nothing is known: how
robots compare with people is for the games of people to tell. Printed by

    python -m tests.bench.bench_robot_ratings --family king --games 320
    king: 320 games of 4: easy mu 21.36, sigma 1.83; steady mu 25.51, sigma 1.78; strong mu 27.99, sigma 1.84
    python -m tests.bench.bench_robot_ratings --family whist --games 96
    whist: 96 games of 4: easy mu 21.07, sigma 2.92; steady mu 25.29, sigma 2.97; strong mu 28.38, sigma 2.94

A kind that plays like another one has its figures. Other figures here, and servers rate all their games
again.
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
