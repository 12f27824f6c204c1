"""Which robots there are. A new one is a name here and a module for each family of games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from bot.engine.actions import Action
from bot.engine.game import View
from bot.engine.king.presets import FAMILY as KING
from bot.engine.whist.presets import FAMILY as WHIST
from bot.robots.king import easy as king_easy
from bot.robots.king import steady as king_steady
from bot.robots.whist import easy as whist_easy
from bot.robots.whist import steady as whist_steady


class Robot(Protocol):
    """Chooses an action for the seat whose turn it is in its own view: pure, the same view giving the same
    action, in a few milliseconds."""

    def __call__(self, view: View) -> Action: ...


BY_FAMILY: Final[Mapping[str, Mapping[str, Robot]]] = {
    "easy": {KING: king_easy.choose, WHIST: whist_easy.choose},
    "steady": {KING: king_steady.choose, WHIST: whist_steady.choose},
}
"""For each robot, how it plays the games of a family."""


def _of_any_family(families: Mapping[str, Robot]) -> Robot:
    return lambda view: families[view.rules.preset.family](view)


ROBOTS: Final[Mapping[str, Robot]] = {name: _of_any_family(each) for name, each in BY_FAMILY.items()}
DEFAULT_ROBOT: Final = "easy"
