"""Tournament files written small, and what is told of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.cli.leagues import tournament as told_of_file
from bot.tournaments.model import Tournament
from bot.tournaments.tournament_file import read_tournament

Json = dict[str, Any]

SEED = "text"
"""By which lots come in the order u4, u2, u3, u1 in stage 0, and u4, u3, u2, u1 in stage 1, as
``printf '0 u1' | openssl dgst -sha256 -hmac text`` and so on say."""


def seat(said: str) -> Json:
    """``u1 5``, ``guest x9 -3``, ``robot easy 0``."""
    *kind, name, points = said.split()
    return {kind[0] if kind else "player": name, "points": int(points)}


def game(stage: int, round: int, said: str, group: str = "main", name: str | None = None) -> Json:
    """A game of these seats, between commas. Its id is made of all that it is, unless it has a name."""
    named = name or f"{stage}/{group}/{round}/{said.replace(' ', '_')}"
    seats = [seat(one) for one in said.split(",")]
    return {"id": named, "stage": stage, "group": group, "round": round, "seats": seats}


def person(said: str) -> Json:
    """``u1``, or ``u1 Lint`` with a team."""
    name, _, team = said.partition(" ")
    return {"id": name, **({"team": team} if team else {})}


def stage(rounds: int = 1, cut: int | None = None, **others: Any) -> Json:
    """A stage; the last has no cut."""
    return {"rounds": rounds, **({} if cut is None else {"cut": cut}), **others}


def field(*games: Json, people: str = "u1,u2,u3,u4", stages: Sequence[Json] = (), **others: Any) -> Json:
    """A tournament file's value: people between commas, one stage of one round unless others are given, and
    whatever else is named, settings too."""
    parts = {"byes", "withdrawn", "levels", "name", "seed"}
    return {
        "tournament": 1,
        "seed": SEED,
        "settings": {name: value for name, value in others.items() if name not in parts},
        "people": [person(one) for one in people.split(",")],
        "stages": list(stages) or [stage()],
        "games": list(games),
        **{name: value for name, value in others.items() if name in parts},
    }


def as_file(value: Json) -> bytes:
    return json.dumps(value).encode()


def read(value: Json) -> Tournament:
    return read_tournament(as_file(value))


@dataclass
class Told:
    """What ``python -m bot tournament`` prints of a tournament."""

    lines: list[Json]

    def rows(self, stage: int = 0, group: str = "main") -> dict[str, Json]:
        """The lines of a group by person, in order."""
        return {
            one["player"]: one for one in self.lines if (one.get("stage"), one.get("group")) == (stage, group)
        }

    def column(self, name: str, stage: int = 0, group: str = "main") -> dict[str, Any]:
        """One value of each of these lines."""
        return {player: row[name] for player, row in self.rows(stage, group).items()}

    def through(self, stage: int = 0) -> dict[str, list[str]]:
        """Who got through from a stage, by group, in the order of the ranking."""
        to = self.column("through", stage)
        return {group: [player for player, one in to.items() if one == group] for group in ("main", "small")}

    def has(self, name: str) -> bool:
        return any(name in line for line in self.lines)

    def the(self, name: str) -> Any:
        """The one line's value of that name: ``final``, ``teams``."""
        (found,) = [line[name] for line in self.lines if name in line]
        return found


def told(*games: Json, **others: Any) -> Told:
    """What is printed of a tournament, which has to be one."""
    found = Told(list(told_of_file("cup.json", as_file(field(*games, **others)))))
    assert not found.has("error"), found.lines[-1]
    return found


def fault(value: Json | bytes) -> tuple[str, str]:
    """Why something is no tournament file, and where."""
    data = value if isinstance(value, bytes) else as_file(value)
    *_, last = told_of_file("cup.json", data)
    return last["error"], last["where"]
