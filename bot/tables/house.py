"""What all tables share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.engine.actions import Action
from bot.engine.game import View
from bot.ports import Time
from bot.tables.awake import Awake
from bot.tables.errors import asking_the_store
from bot.tables.model import Newcomer, TableFacts
from bot.tables.ports import Doorkeeper, TableStore
from bot.tables.robot_threads import RobotThreads
from bot.timers import Timers

ChooseMove = Callable[[str, View], Action]
"""How robots choose: given the kind of robot that is asked, and what its seat sees. Called in a thread."""


@dataclass(frozen=True, slots=True)
class TableServices:
    """``doorkeeper`` knows who belongs to leagues. ``robot_pause`` is in seconds, at a brisk table; ``draw``
    gives the random number that a pause varies with. ``ended`` is called with the id of a table that is not
    to be kept running any longer. Robots think in ``robot_threads``. ``awake`` are the tables whose games are
    in memory."""

    store: TableStore
    doorkeeper: Doorkeeper
    timers: Timers
    choose: ChooseMove
    robot_pause: float
    draw: Callable[[], float]
    ended: Callable[[int], None]
    robot_threads: RobotThreads
    awake: Awake = field(default_factory=Awake)

    @property
    def time(self) -> Time:
        """The clock."""
        return self.timers.time

    async def newcomer(self, facts: TableFacts, user_id: int, name: str) -> Newcomer:
        """A person who wishes to sit down at a table. Raises TableError ``store-failed``."""
        with asking_the_store():
            season_id = facts.season_id if facts.members_only else None
            is_member = season_id is not None and await self.doorkeeper.may_sit(season_id, user_id)
            knows_cards = facts.duplicate and await self.store.knows_cards(facts.id, user_id)
            kept_from = frozenset(await self.store.kept_from(facts.place, user_id) if facts.place else ())
        return Newcomer(user_id, name, is_member, knows_cards, kept_from)
