"""What may be asked of whoever keeps the sums, and what is answered: among others games in a row, won ones
and ones in which somebody was not last."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from bot.engine.cards import CardSet
from bot.stats.counting import Feat, PersonTallies


class StreakKind(StrEnum):
    """What goes on from game to game."""

    WON = "won"  # at place 1, shared or not
    NOT_LAST = "not-last"  # somebody had fewer points


class Streak(NamedTuple):
    """How many games in a row, ``now`` and at most."""

    now: int = 0
    longest: int = 0

    def after(self, goes_on: bool) -> Streak:
        """The streak after one more game."""
        now = self.now + 1 if goes_on else 0
        return Streak(now, max(self.longest, now))


def goes_on(row: StreakKind, place: int, *, is_last: bool) -> bool:
    """Whether a game at that place goes on with a row."""
    return place == 1 if row is StreakKind.WON else not is_last


def streak(each: Iterable[bool]) -> Streak:
    """The streak of games in their order, each of which went on or did not."""
    found = Streak()
    for one in each:
        found = found.after(one)
    return found


@dataclass(frozen=True, slots=True)
class Months:
    """From one month to another, both included; each is ``YYYY-MM``, in UTC."""

    first: str
    last: str


@dataclass(frozen=True, slots=True)
class Scope:
    """Of which games somebody asks: those at tables of a server (None: anywhere, private tables too, which is
    nobody's but their own to ask), of a preset, of some seasons, of some months; None is all of them."""

    guild_id: int | None
    preset: str | None = None
    seasons: tuple[int, ...] | None = None
    months: Months | None = None


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that somebody ended. ``ended_at`` is in unix seconds, ``is_last`` whether nobody made fewer
    points, ``table_points`` what all its ``players`` made."""

    table: int
    ended_at: float
    preset: str
    players: int
    place: int
    is_last: bool
    points: int
    table_points: int

    @property
    def above(self) -> float:
        """By how many points it was better than the mean of its table."""
        return self.points - self.table_points / self.players


class LeaderboardMeasure(StrEnum):
    """By what a leaderboard is ordered, the highest first."""

    MEAN = "mean"  # points a game
    POINTS = "points"  # points of all games
    WINS = "wins"  # games at place 1
    WON = "won"  # the share of them, of all games
    GAMES = "games"


@dataclass(frozen=True, slots=True)
class LeaderboardLine:
    """Somebody on a leaderboard; equal values share a place. Of a share ``value`` is from 0 to 1."""

    place: int
    user_id: int
    name: str
    games: int
    value: float


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The lines from ``first`` on (from 0), of so many in all; ``own`` is the asker's, wherever it is."""

    lines: Sequence[LeaderboardLine]
    first: int
    total: int
    own: LeaderboardLine | None


@dataclass(frozen=True, slots=True)
class Extreme:
    """One of the best or worst deals or games: whose, in which contract (empty: a whole game), and where."""

    user_id: int
    name: str
    contract: str
    feat: Feat


@dataclass(frozen=True, slots=True)
class Extremes:
    """The best and the worst, each person's one of a contract at most, the most extreme first."""

    best_deals: Sequence[Extreme]
    worst_deals: Sequence[Extreme]
    best_games: Sequence[Extreme]
    worst_games: Sequence[Extreme]


@dataclass(frozen=True, slots=True)
class AmountPlayed:
    """How much was played: games that ended, deals scored, and how long the games took in seconds, those left
    out that went over several days."""

    games: int = 0
    deals: int = 0
    seconds: int = 0

    def __add__(self, other: AmountPlayed) -> AmountPlayed:
        """Both together."""
        return AmountPlayed(self.games + other.games, self.deals + other.deals, self.seconds + other.seconds)


@dataclass(frozen=True, slots=True)
class Activity:
    """What was played on a server: by week (its Monday, ``YYYY-MM-DD`` in UTC) and by preset, the games by
    the hour of the week in which they began (168, from Monday midnight UTC on), and how many people have
    ended one."""

    weeks: Mapping[str, AmountPlayed]
    presets: Mapping[str, AmountPlayed]
    hours: Sequence[int]
    people: int


@dataclass(frozen=True, slots=True)
class CardCounts:
    """How often each card of a ``pack`` came in ``deals`` hands (S10): to a seat, or with ``seat`` None to
    the person who was asked for. ``counts`` go by the pack's cards in the notation's order; ``shuffled``: as
    against packs that are cut."""

    pack: CardSet
    players: int
    shuffled: bool
    seat: int | None
    deals: int
    counts: Sequence[int]


class StatisticsStore(Protocol):
    """Where the sums are. Every method raises StoreError when the database fails. Who hides their statistics
    is on no list but their own (``reader`` is who looks), nor is who was deleted."""

    async def person(self, scope: Scope, user_id: int) -> PersonTallies:
        """All that was counted of somebody."""
        ...

    async def course(self, scope: Scope, user_id: int, limit: int) -> Sequence[PlayedGame]:
        """Their last games, the latest first."""
        ...

    async def streaks(self, guild_id: int, user_id: int, preset: str | None) -> Mapping[StreakKind, Streak]:
        """Their games in a row on a server, of all presets or one."""
        ...

    async def months(self, guild_id: int | None, user_id: int) -> Sequence[str]:
        """The months in which they have played there, the latest first."""
        ...

    async def presets(self, guild_id: int | None, user_id: int | None = None) -> Sequence[str]:
        """The presets of which games ended there (of somebody), the most played first."""
        ...

    async def leaderboard(
        self, scope: Scope, measure: LeaderboardMeasure, minimum: int, first: int, count: int, reader: int
    ) -> Leaderboard:
        """Who has at least ``minimum`` games of a server, by a measure. A scope of months is for persons
        alone."""
        ...

    async def extremes(self, guild_id: int, preset: str, count: int, reader: int) -> Extremes:
        """The best and worst of a preset on a server, so many of each at most."""
        ...

    async def activity(self, guild_id: int, since: str) -> Activity:
        """What was played on a server; the weeks from that Monday on, all else of all time."""
        ...

    async def hidden(self) -> frozenset[int]:
        """Who hides their statistics from others."""
        ...

    async def cards(self, guild_id: int, user_id: int | None) -> Sequence[CardCounts]:
        """How often each card came to each seat, or to one person, by pack."""
        ...
