"""Small season files, written as one would say them: for examples worked out by hand."""

from __future__ import annotations

import json
from typing import Any

from tests.leagues.reference.season import standings_lines

Json = dict[str, Any]


def seat(said: str) -> Json:
    """``"u1 5"``, ``"guest x9 -3"``, ``"robot easy 0"``, ``"u2 1 left u3 u4"``."""
    words, _, left = said.partition(" left ")
    *who, points = words.split()
    kind, name = who if len(who) == 2 else ("player", who[0])
    return {kind: name, "points": int(points)} | ({"left": left.split()} if left else {})


def game(name: str, night: str | None, *seats: str, at: str = "2026-09-08T18:00:00Z", **others: Any) -> Json:
    """A game that starts and ends at that moment."""
    return {
        "id": name,
        "night": night,
        "started": at,
        "ended": at,
        "seats": [seat(one) for one in seats],
        **others,
    }


def night(name: str, date: str, *excused: str) -> Json:
    return {"id": name, "date": date, "excused": list(excused)}


def member(said: str) -> Json:
    """``"u1"``, ``"u1 2026-09-01"``, ``"u1 2026-09-01 2026-10-01"``: joined, left."""
    name, joined, left, *_ = (*said.split(), None, None)
    return {"id": name, "name": f"{name}", "joined": joined or "2020-01-01", "left": left}


def event(name: str, do: str, **what: Any) -> Json:
    """A correction."""
    return {"id": name, "at": "2026-10-01T08:00:00Z", "by": "boss", "reason": "", "do": do, **what}


def season(members: str, games: list[Json], nights: list[Json] | None = None, **others: Any) -> Json:
    """``members`` are ids, or with dates parted by commas. ``others`` are parts of the file, or settings."""
    parts = {"levels", "zone", "robots", "ratings", "byes", "corrections", "guests", "name"}
    return {
        "season": 1,
        "settings": {name: value for name, value in others.items() if name not in parts},
        "zone": "Europe/Brussels",
        "members": [member(one) for one in (members.split(",") if "," in members else members.split())],
        "nights": [night("n1", "2026-09-08"), night("n2", "2026-09-15")] if nights is None else nights,
        "games": games,
        **{name: value for name, value in others.items() if name in parts},
    }  # fmt: skip


def lines(values: Json) -> list[Json]:
    """What has to be printed of the file."""
    return standings_lines(json.dumps(values), "season.json")


def rows(values: Json) -> dict[str, Json]:
    """The line of each member listed, in the order of the standings."""
    return {line["player"]: line for line in lines(values) if "place" in line}


def worth(values: Json) -> dict[str, int | str]:
    """The value of each member listed."""
    return {player: line["value"] for player, line in rows(values).items()}


def places(values: Json) -> list[tuple[str, int | None]]:
    return [(player, line["place"]) for player, line in rows(values).items()]


def refused(values: Json) -> list[tuple[str, str]]:
    return [(line["correction"], line["error"]) for line in lines(values) if "correction" in line]


def found(values: Json, name: str) -> Any:
    """What a line says under that name: ``all_time``, ``balances``, ``ratings``."""
    return next(line[name] for line in lines(values) if name in line)
