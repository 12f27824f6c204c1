"""Settings that clubs often play a season for, each by the name it is offered under."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from bot.leagues.settings import SeasonSettings

PRESETS: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType({
    "sum": {},
    "best": {"best": 8},
    "places": {"score": "places"},
    "average-game": {"measure": "average_game"},
})  # fmt: skip
"""What each changes of the defaults, as JSON has it."""


def preset(name: str) -> SeasonSettings:
    """The settings of a preset. Raises KeyError for one that there is not."""
    return SeasonSettings.read(PRESETS[name])


def preset_of(settings: SeasonSettings) -> str | None:
    """The preset that these are; None where they are chosen otherwise."""
    return next((name for name in PRESETS if preset(name) == settings), None)
