"""How strong people of a server are, by the games they finished there (L20): what is shown of it, what is
asked of whoever keeps it, and its being brought up to date beside all else.

A pool is a family of games in a server. The games of private tables belong to none.

Some games at a time, each step stored whole with how far it has got: a process that ends in the middle goes
on there when it is started again, and whoever plays meanwhile waits for one step at most.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from enum import StrEnum
from typing import Final, NamedTuple, Protocol

from bot.leagues.season.model import Rating
from bot.timers import TimerKey, Timers

Ids = Collection[int]
"""Accounts of people."""


class ServerPool(NamedTuple):
    """A family of games, by its name, in a server."""

    guild_id: int
    family: str


class RatingVerdict(StrEnum):
    """What a game is to its pool."""

    RATED = "rated"
    FEW_PEOPLE = "few-people"  # at the end fewer than two
    GIVEN_UP = "given-up"  # somebody left a seat for good
    VOID = "void"  # by a correction


class RatingChange(NamedTuple):
    """What a game did to a person, whose ``games`` were so many with it."""

    user_id: int
    before: Rating
    after: Rating
    games: int


class GameRating(NamedTuple):
    """What came of a game for its pool; ``changes`` by the ratings after it, the best first."""

    verdict: RatingVerdict
    changes: Sequence[RatingChange] = ()


class LadderRung(NamedTuple):
    """Where somebody stands: their rating after so many ``games``. ``place`` is that on the ladder, shared
    where equal; None for who is not on it, or stands there without one."""

    user_id: int
    rating: Rating
    games: int
    place: int | None


class Ladder(NamedTuple):
    """Some rungs of a ladder in their order, those from the ``first`` on, counted from 0, of so many
    (``total``). ``own`` is that of whoever asks, None where they have no rated game."""

    rungs: Sequence[LadderRung]
    first: int
    total: int
    own: LadderRung | None = None


class Rated(NamedTuple):
    """Somebody's rating after a game that ended at a moment (unix seconds)."""

    ended_at: float
    table_id: int
    rating: Rating


class RatingProgress(NamedTuple):
    """How many games of a pool were rated, or found not to be, of how many there are."""

    done: int
    total: int


class Rateable(Protocol):
    """The pools of servers, rated game by game."""

    def listen(self, heard: Callable[[], None]) -> None:
        """Have a function called whenever there may be something to rate, once that is kept."""
        ...

    async def unrated(self) -> Sequence[ServerPool]:
        """The pools of which not all games are rated. Raises StoreError."""
        ...

    async def rate(self, pool: ServerPool, most: int) -> tuple[int, int]:
        """Rate at most so many more games of a pool, in order, and keep how far it has got; how many are
        rated, and how many there are to be. Raises StoreError."""
        ...


class RatingStore(Protocol):
    """Where ratings live. Every method raises StoreError when the database fails."""

    async def of_game(self, table_id: int) -> GameRating | None:
        """What the game of a table did; None while its pool has not got so far, and for who is in none."""
        ...

    async def rung(
        self, pool: ServerPool, user_id: int, minimum: int = 0, hidden: Ids = ()
    ) -> LadderRung | None:
        """Where somebody stands, their place being that on the ladder of these; None without a rated
        game."""
        ...

    async def ladder(
        self,
        pool: ServerPool,
        first: int,
        count: int,
        minimum: int,
        hidden: Ids,
        user_id: int | None = None,
        known: int = 0,
    ) -> Ladder:
        """So many rungs by ``ordinal``, from the ``first`` on, and that of a person. On the ladder are people
        with at least so many (``minimum``) rated games, but for those who are ``hidden`` and those who have
        been deleted. Who has fewer than ``known`` games stands below all others, without a place."""
        ...

    async def course(self, pool: ServerPool, user_id: int, most: int) -> Sequence[Rated]:
        """Somebody's ratings after each of their last rated games, at most so many, the earliest first."""
        ...

    async def progress(self, pool: ServerPool) -> RatingProgress:
        """How far a pool has got."""
        ...


STEP: Final = 500  # games


class RatingTimer(StrEnum):
    """The timers of this module."""

    DUE = "ratings"


_KEY: Final = TimerKey(RatingTimer.DUE, 0)


class RatingWorker:
    """Rates what is not rated, whenever games have become others, and after a start. What fails is tried
    again after a while, as a timer is."""

    def __init__(self, timers: Timers, pools: Rateable) -> None:
        self._pools = pools
        self._timers = timers
        pools.listen(self.wake)

    def wake(self) -> None:
        """There may be something to rate; returns at once. What is under way is looked at once more then."""
        self._timers.after(_KEY, 0.0, self._rate_all)

    async def _rate_all(self) -> None:
        for pool in await self._pools.unrated():
            await self._rate(pool)

    async def _rate(self, pool: ServerPool) -> None:
        before, (rated, total) = -1, (0, 1)
        while before < rated < total:
            before = rated
            rated, total = await self._pools.rate(pool, STEP)
