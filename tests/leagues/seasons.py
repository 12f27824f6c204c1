"""Season files written small, and what is told of them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.cli.leagues import standings
from bot.leagues.season.corrections import corrected
from bot.leagues.season.entries import SeasonCourse
from bot.leagues.season.model import Season
from bot.leagues.season.season_file import read_season

Json = dict[str, Any]

MEMBERS = ("u1", "u2", "u3", "u4", "u5")
DATES = {"n1": "2026-09-01", "n2": "2026-09-08", "n3": "2026-09-15"}
AT = "2026-12-01T12:00:00Z"


def seat(text: str) -> Json:
    """``u1 5``, ``guest x9 5``, ``robot easy 5``, any of them followed by ``left u3 u4``."""
    held, _, left = text.partition(" left ")
    *kind, name, points = held.split()
    found: Json = {kind[0] if kind else "player": name, "points": int(points)}
    return {**found, "left": left.split()} if left else found


def game(name: str, night: str | None, *seats: str, **others: Any) -> Json:
    """A game of these seats, on the date of its night; a free game is of the first of October."""
    day = DATES.get(night, "2026-09-22") if night else "2026-10-01"
    times = {"started": f"{day}T19:00:00Z", "ended": f"{day}T19:00:00Z"}
    return {"id": name, "night": night, **times, "seats": [seat(one) for one in seats], **others}


def member(name: str, joined: str = "2026-01-01", left: str | None = None) -> Json:
    """A member of the league."""
    return {"id": name, "name": name.upper(), "joined": joined, "left": left}


def night(name: str, *excused: str) -> Json:
    """One of the nights there are dates for."""
    return {"id": name, "date": DATES[name], "excused": list(excused)}


def bye(night: str, player: str, number: int = 1) -> Json:
    """A round sat out."""
    return {"night": night, "round": number, "player": player}


def correct(name: str, do: str, **what: Any) -> Json:
    """A correction."""
    return {"id": name, "at": AT, "by": "u1", "reason": "", "do": do, **what}


def season(*games: Json, **fields: Any) -> Json:
    """A season file's value: five members, three nights, these games, and whatever else is given."""
    return {
        "season": 1,
        "settings": {},
        "zone": "Europe/Brussels",
        "members": [member(name) for name in MEMBERS],
        "nights": [night(name) for name in DATES],
        "games": list(games),
        **fields,
    }


def as_file(value: Json) -> bytes:
    """The file of a season's value."""
    return json.dumps(value).encode()


def read(value: Json) -> Season:
    """The season of a file's value."""
    return read_season(as_file(value))


def course(value: Json) -> SeasonCourse:
    """The course of that season."""
    found = read(value)
    return SeasonCourse(found, corrected(found))


@dataclass
class Told:
    """What ``python -m bot standings`` prints of a season; ``rows`` are the lines of the standings."""

    lines: list[Json]
    rows: list[Json] = field(init=False)

    def __post_init__(self) -> None:
        self.rows = [line for line in self.lines if "place" in line]

    def __getitem__(self, player: str) -> Json:
        (found,) = [row for row in self.rows if row["player"] == player]
        return found

    def the(self, name: str) -> Any:
        """The one line's value of that name: ``all_time``, ``balances``, ``payments``, ``ratings``."""
        (found,) = [line[name] for line in self.lines if name in line]
        return found

    @property
    def refused(self) -> list[tuple[str, str]]:
        """The corrections that were refused, and why."""
        return [(line["correction"], line["error"]) for line in self.lines if "correction" in line]

    @property
    def values(self) -> Mapping[str, Any]:
        """The value of each who is listed, in order."""
        return {row["player"]: row["value"] for row in self.rows}

    @property
    def places(self) -> Sequence[tuple[int | None, str]]:
        """Place and player, in order."""
        return [(row["place"], row["player"]) for row in self.rows]


def told(*games: Json, **fields: Any) -> Told:
    """What is printed of a season."""
    return Told(list(standings("season.json", as_file(season(*games, **fields)))))
