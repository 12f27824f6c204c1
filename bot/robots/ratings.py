"""The ratings that robots have, and keep (L20): by family and kind, mu and sigma of openskill's scale.

They are measured, as if robots were people (``tests/bench/bench_robot_ratings.py`` says how, and how far its
own figures are from these). Their mean is about 25, at which a person begins of whom nothing is known: how
robots compare with people is for the games of people to tell. Printed by

    python -m tests.bench.bench_robot_ratings --family king --games 960
    king: 960 games of 4: easy mu 22.71, sigma 1.49; steady mu 27.37, sigma 1.49
    python -m tests.bench.bench_robot_ratings --family whist --games 240
    whist: 240 games of 4: easy mu 23.26, sigma 1.74; steady mu 26.68, sigma 1.74

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
            "easy": (22.71, 1.49),
            "steady": (27.37, 1.49),
            "strong": (27.37, 1.49),
            "teacher": (27.37, 1.49),
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
