"""What all tables share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.engine.actions import Action
from bot.engine.game import View
from bot.ports import Time
from bot.tables.ports import TableStore
from bot.timers import Timers

ChooseMove = Callable[[str, View], Action]
"""How robots choose: given the kind of robot, and what its seat sees. Called in a thread."""


@dataclass(frozen=True, slots=True)
class House:
    """``robot_pause`` is in seconds, at a brisk table; ``draw`` gives the random number that a pause
    varies with. ``ended`` is called with the id of a table that is not to be kept running any longer."""

    store: TableStore
    timers: Timers
    choose: ChooseMove
    robot_pause: float
    draw: Callable[[], float]
    ended: Callable[[int], None]

    @property
    def time(self) -> Time:
        """The clock."""
        return self.timers.time
