"""What is kept and shown of daily deals: values, what points come to beside those of others, and what is
asked of whoever keeps them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import Protocol

from bot.tables.model import State


class DailyGame(StrEnum):
    """What there is a deal of each day."""

    KING = "king"
    WHIST = "whist"

    @property
    def other(self) -> DailyGame:
        """The other one."""
        return DailyGame.WHIST if self is DailyGame.KING else DailyGame.KING


@dataclass(frozen=True, slots=True)
class Daily:
    """That somebody plays the deal of a day of a ``game``: once, wherever they are. ``seal`` tells which deal
    that is; ``par`` is what a robot makes of it in their seat, in points; ``begun_at`` is in unix seconds."""

    id: int
    day: date
    user_id: int
    seal: str
    par: int
    begun_at: float
    game: DailyGame = DailyGame.KING

    @property
    def place(self) -> str:
        """What its table is opened under, and no other: no evening has the number 0."""
        return f"0.{self.id}"


class DailyState(StrEnum):
    """How far somebody is with the deal of a day."""

    OPEN = "open"  # not begun
    PLAYING = "playing"
    PLAYED = "played"
    GIVEN_UP = "given-up"  # left, closed, or not played to its end in time


@dataclass(frozen=True, slots=True)
class OwnDaily:
    """Somebody's deal of a day, with what became of its table: ``points`` once it is played to its end."""

    daily: Daily
    table_id: int | None = None
    state: State | None = None
    points: int | None = None

    @property
    def standing(self) -> DailyState:
        """How far they are. In its lobby a table has shown no card, so the deal is open still."""
        if self.points is not None:
            return DailyState.PLAYED
        if self.state in (None, State.LOBBY):
            return DailyState.OPEN
        if self.state in (State.PLAYING, State.ADJOURNED):
            return DailyState.PLAYING
        return DailyState.GIVEN_UP


@dataclass(frozen=True, slots=True)
class DailyComparison:
    """One among ``of`` who have played: their ``place`` from 1, which several with the same points share, how
    many did worse (``beaten``), the ``best`` points and the ``mean``."""

    place: int
    of: int
    beaten: int
    best: int
    mean: float

    @property
    def share(self) -> int | None:
        """Of how many of a hundred others they did better; None where there are no others."""
        return None if self.of < 2 else 100 * self.beaten // (self.of - 1)


def compared(points: int, played: Mapping[int, int]) -> DailyComparison:
    """Points among all those that were made: ``played`` tells how many have made how many, this one
    included."""
    of = sum(played.values())
    return DailyComparison(
        place=1 + sum(count for other, count in played.items() if other > points),
        of=of,
        beaten=sum(count for other, count in played.items() if other < points),
        best=max(played),
        mean=sum(other * count for other, count in played.items()) / of,
    )


def days_in_a_row(played: Iterable[date], today: date) -> int:
    """How many days up to today somebody has played each of, today being still to come or not. Days after it,
    of a clock that was set back, count for nothing."""
    days = set(played)
    day = today if today in days else today - timedelta(days=1)
    count = 0
    while day in days:
        count, day = count + 1, day - timedelta(days=1)
    return count


class DailyStore(Protocol):
    """Where daily deals live. Every method raises StoreError when the database fails."""

    async def claim(self, daily: Daily) -> OwnDaily:
        """Somebody begins the deal of a day; its id is given here. Where they have one of that day and game
        already it is that one, as it is."""
        ...

    async def own(self, user_id: int, day: date, game: DailyGame) -> OwnDaily | None:
        """Somebody's deal of a day, if they have begun one."""
        ...

    async def at_table(self, table_id: int) -> OwnDaily | None:
        """The deal that is played at a table, if it is one of a day."""
        ...

    async def asked_on(self, daily_id: int, guild_id: int) -> None:
        """Somebody has asked for their deal on this server: there they are compared. Asking again changes
        nothing."""
        ...

    async def played(self, day: date, seal: str, guild_id: int | None = None) -> Mapping[int, int]:
        """How many have made how many points of that deal, of those who have asked for theirs on a server or,
        with None, of all who have played it here."""
        ...

    async def days(self, user_id: int) -> Sequence[date]:
        """The days of which somebody has played a deal to its end, of whichever game, the latest first."""
        ...

    async def unrevealed(self, day: date) -> Sequence[int]:
        """The tables of deals up to that day whose cards are not revealed yet, or which are not over."""
        ...
