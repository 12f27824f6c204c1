"""What all tables share."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from bot.ports import Time
from bot.tables.errors import asking_the_store
from bot.tables.model import Newcomer, TableFacts
from bot.tables.ports import Doorkeeper, TableStore
from bot.tables.robot_threads import ChooseMove, RobotThreads
from bot.timers import Timers

MOST_AWAKE: Final = 1000


class Awake:
    """The tables that have their games in memory: those that have moved last, at most so many.

    A game is many times what is public of its table, and is replayed from the log in some milliseconds. So a
    table at which somebody takes a day for a card costs little more than a lobby does.
    """

    def __init__(self, most: int = MOST_AWAKE) -> None:
        self._most = most
        self._tables: OrderedDict[int, Callable[[], None]] = OrderedDict()  # who has moved last is last

    def moved(self, table_id: int, rest: Callable[[], None]) -> None:
        """A table has its game, as it has moved or is looked at. Whichever has rested longest is to ``rest``:
        to put its own away, which comes from the log again when it is needed."""
        self._tables[table_id] = rest
        self._tables.move_to_end(table_id)
        if len(self._tables) > self._most:
            self._tables.popitem(last=False)[1]()

    def over(self, table_id: int) -> None:
        """A table moves no more."""
        self._tables.pop(table_id, None)


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
