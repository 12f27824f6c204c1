"""A season as plain data: what a club would have to do, night by night, for its file to say so."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

Json = dict[str, Any]

ZONE = "Europe/Brussels"


@dataclass(frozen=True)
class Member:
    id: str
    joined: date
    left: date | None = None

    def is_in(self, day: date) -> bool:
        return self.joined <= day and (self.left is None or self.left > day)


@dataclass(frozen=True)
class Seat:
    """Who has it at the end (``player``, ``guest`` or ``robot``), the points, and who gave it up."""

    kind: str
    id: str
    points: int
    left: tuple[str, ...] = ()

    def file(self) -> Json:
        return {self.kind: self.id, "points": self.points, "left": list(self.left)}


@dataclass(frozen=True)
class Game:
    id: str
    night: str | None
    started: datetime
    ended: datetime
    seats: tuple[Seat, ...]

    def file(self) -> Json:
        started, ended = (f"{at:%Y-%m-%dT%H:%M:%SZ}" for at in (self.started, self.ended))
        seats = [seat.file() for seat in self.seats]
        return {
            "id": self.id,
            "night": self.night,
            "started": started,
            "ended": ended,
            "sum": 0,
            "seats": seats,
        }


@dataclass(frozen=True)
class Round:
    games: tuple[Game, ...]
    byes: tuple[str, ...]
    """Members who sit out."""


@dataclass(frozen=True)
class Night:
    """``attending`` are members and guests who came. ``gone`` says in which round somebody went home, 1 being
    the first: who was playing then gave their seat up to a robot."""

    id: str
    start: datetime
    """Local."""
    remainder: str
    attending: tuple[str, ...]
    excused: tuple[str, ...]
    gone: dict[str, int]
    rounds: tuple[Round, ...]


@dataclass(frozen=True)
class Correction:
    """What is asked after a night (its place in the season, 0 the first), and why it is refused, if it is."""

    after: int
    asked: Json
    refused: str | None = None


@dataclass(frozen=True)
class Season:
    settings: Json
    members: tuple[Member, ...]
    guests: tuple[str, ...]
    nights: tuple[Night, ...]
    free_games: tuple[Game, ...]
    corrections: tuple[Correction, ...]

    def games(self) -> list[Game]:
        of_nights = [game for night in self.nights for one in night.rounds for game in one.games]
        return sorted((*of_nights, *self.free_games), key=lambda game: (game.started, game.id))

    def file(self) -> Json:
        """The season file of it all, refused corrections too."""
        return {
            "season": 1,
            "settings": self.settings,
            "zone": ZONE,
            "members": [_member(one) for one in self.members],
            "guests": [{"id": one, "name": one} for one in self.guests],
            "nights": [
                {"id": night.id, "date": night.start.date().isoformat(), "excused": list(night.excused)}
                for night in self.nights
            ],
            "games": [game.file() for game in self.games()],
            "byes": [
                {"night": night.id, "round": at, "player": player}
                for night in self.nights
                for at, one in enumerate(night.rounds, 1)
                for player in one.byes
            ],
            "corrections": [correction.asked for correction in self.corrections],
        }


def _member(one: Member) -> Json:
    left = one.left and one.left.isoformat()
    return {"id": one.id, "name": one.id, "joined": one.joined.isoformat(), "left": left}
