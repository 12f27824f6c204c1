"""Which robots there are. A new one is a module here and one line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from bot.engine.actions import Action
from bot.engine.game import View
from bot.robots import easy, steady


class Robot(Protocol):
    """Chooses an action for the seat whose turn it is in its own view: pure, the same view giving the same
    action, in a few milliseconds."""

    def __call__(self, view: View) -> Action: ...


ROBOTS: Final[Mapping[str, Robot]] = {"easy": easy.choose, "steady": steady.choose}
DEFAULT_ROBOT: Final = "easy"
