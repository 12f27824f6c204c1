"""What is kept and told of daily deals: values. No behaviour beyond reading themselves."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from bot.tables.model import State


@dataclass(frozen=True, slots=True)
class Daily:
    """That somebody plays the deal of a day: once, wherever they are. ``seal`` tells which deal that is;
    ``par`` is what a robot makes of it in their seat, in points; ``begun_at`` is in unix seconds."""

    id: int
    day: date
    user_id: int
    seal: str
    par: int
    begun_at: float

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
