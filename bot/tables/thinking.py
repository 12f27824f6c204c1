"""A robot's thinking: in a thread, outside the mailbox, so that it holds nobody up.

Where a robot fails or takes too long, the next one down is asked; in the end any legal card is played.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from bot.engine.actions import Action
from bot.engine.cards import members
from bot.engine.game import View
from bot.error_places import where
from bot.robots.availability import players_for
from bot.tables.house import ChooseMove
from bot.tables.model import TableFacts
from bot.tables.robot_threads import RobotThreads

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RobotMove:
    """What a robot has chosen for a seat at a seq; no action where all failed."""

    seq: int
    seat: int
    action: Action | None

    def __repr__(self) -> str:
        return f"RobotMove(seq={self.seq})"  # not played yet, so nobody's to see

    def is_for(self, facts: TableFacts) -> bool:
        """Whether it is the move that the table waits for."""
        return (self.seq, self.seat) == (facts.seq, facts.turn)


class IllegalMove(Exception):
    """A robot chose what the rules do not allow."""


class Thinking:
    """The robots of one table, of which one at a time thinks. ``chosen`` is called when it has."""

    __slots__ = ("_choose", "_chosen", "_move", "_table_id", "_task", "_threads")

    def __init__(
        self, table_id: int, choose: ChooseMove, threads: RobotThreads, chosen: Callable[[], None]
    ) -> None:
        self._table_id = table_id
        self._choose = choose
        self._threads = threads
        self._chosen = chosen
        self._task: asyncio.Task[None] | None = None
        self._move: RobotMove | None = None

    @property
    def task(self) -> asyncio.Task[None] | None:
        """The task in which a robot thinks, if one does."""
        return self._task

    def move_for(self, facts: TableFacts) -> RobotMove | None:
        """What was chosen for the move that the table waits for."""
        return self._move if self._move is not None and self._move.is_for(facts) else None

    def begin(self, facts: TableFacts, view: View) -> None:
        """Have the robot at the seat that is to move choose, unless it has, or one still thinks. ``view`` is
        what that seat sees."""
        if self._task is None and self.move_for(facts) is None:
            kind = facts.seats[view.turn].robot
            self._task = asyncio.create_task(self._think(kind, view, facts.seq), name="robot")

    def stop(self) -> None:
        """What is being thought is not waited for."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _think(self, kind: str, view: View, seq: int) -> None:
        action = await self._action(players_for(kind), view, seq)
        self._move = RobotMove(seq, view.turn, action)
        self._task = None
        self._chosen()

    async def _action(self, kinds: Sequence[str], view: View, seq: int) -> Action | None:
        """What the first of these kinds chooses that can; None where none does."""
        for kind, next_down in pairwise((*kinds, "any legal card")):
            try:
                return await self._threads.think(kind, partial(self._legal_move, kind, view))
            except Exception as broken:  # noqa: BLE001 - whatever it was, another plays
                told = self._table_id, kind, seq, where(broken), next_down
                log.error("table %d: robot %s failed at seq %d: %s; instead: %s", *told)
        return None

    def _legal_move(self, kind: str, view: View) -> Action:
        action = self._choose(kind, view)
        if action not in members(view.legal):
            raise IllegalMove
        return action
