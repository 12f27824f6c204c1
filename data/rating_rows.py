"""The rows of servers' ratings."""

from __future__ import annotations

from dataclasses import dataclass

from bot.leagues.season.model import Rating
from bot.stats.rating_ports import RatingVerdict, ServerPool


@dataclass(frozen=True, slots=True)
class PoolMark:
    """How far a pool has got: its games that ended up to a moment (unix seconds), and of those that ended
    then up to a table. ``games`` are how many that are, ``basis`` the ratings of robots by which they were
    rated."""

    guild_id: int
    family: str
    basis: str
    ended_at: float
    table_id: int
    games: int

    @property
    def pool(self) -> ServerPool:
        """Which it is."""
        return ServerPool(self.guild_id, self.family)

    def is_past(self, ended_at: float, table_id: int) -> bool:
        """Whether it has got to the game of a table that ended at a moment."""
        return (ended_at, table_id) <= (self.ended_at, self.table_id)


@dataclass(frozen=True, slots=True)
class ServerGame:
    """A game of a pool, and what it is to that."""

    table_id: int
    guild_id: int
    family: str
    ended_at: float
    verdict: RatingVerdict


@dataclass(frozen=True, slots=True)
class KeptChange:
    """What a game did to a person, and how many rated ones they have had with it."""

    guild_id: int
    family: str
    user_id: int
    ended_at: float
    table_id: int
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float
    games: int

    @property
    def after(self) -> Rating:
        """The rating it made."""
        return Rating(self.mu, self.sigma)


@dataclass(frozen=True, slots=True)
class ServerRating:
    """Somebody's rating in a pool, after so many rated games."""

    guild_id: int
    family: str
    user_id: int
    mu: float
    sigma: float
    games: int


@dataclass(frozen=True, slots=True)
class RateAgain:
    """A table whose game is another one now."""

    table_id: int
