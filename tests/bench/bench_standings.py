"""How long ``python -m bot standings`` takes for a long season, against reading its JSON.

``python -m tests.bench.bench_standings`` measures this alone.
"""

from __future__ import annotations

import json
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from os import times
from pathlib import Path
from random import Random
from subprocess import DEVNULL, run
from typing import Any

from tests.bench.rows import Row

MEMBERS = 1000
GAMES = 100_000
NIGHTS = 200
ROUNDS = 5
TABLES = GAMES // NIGHTS // ROUNDS
SIZES = (3, 4, 4, 4, 5)
TIMES = 5

LOAD = "import json, sys\nwith open(sys.argv[1], encoding='utf-8') as file: json.load(file)"

COSTLY: dict[str, Any] = {
    "score": "both", "level": "yes", "night": "average", "left": "lowest", "absence": "average", "best": 150,
    "measure": "average", "stake": 5,
}  # fmt: skip
"""Settings with which most has to be calculated."""


def season(
    settings: dict[str, Any],
    *,
    members: int = MEMBERS,
    nights: int = NIGHTS,
    rounds: int = ROUNDS,
    tables: int = TABLES,
) -> dict[str, Any]:
    """A season file's value, as it is written: nights of some rounds, of so many tables each that are drawn
    anew for every round; one game in twenty is a free one."""
    random = Random(13)
    people = [f"{100_000 + number}" for number in range(members)]
    days = [datetime(2026, 1, 6, 18, tzinfo=UTC) + timedelta(days=number) for number in range(nights)]
    games: list[dict[str, Any]] = []
    for night, day in enumerate(days):
        for number in range(rounds):
            tonight = random.sample(people, members)
            for table in range(tables):
                game = _game(random, tonight[5 * table : 5 * table + SIZES[table % 5]], day, number)
                place = None if table % 20 == 0 else f"n{night}"
                games.append({"id": f"g{len(games)}", "night": place, **game})
    return {
        "season": 1,
        "settings": settings,
        "levels": {"3": "13/17", "5": "13/10"},
        "zone": "Europe/Brussels",
        "members": [{"id": one, "name": one, "joined": "2026-01-01"} for one in people],
        "nights": [{"id": f"n{number}", "date": f"{day:%Y-%m-%d}"} for number, day in enumerate(days)],
        "games": games,
    }


def _game(random: Random, players: list[str], day: datetime, number: int) -> dict[str, Any]:
    """A game of these players, whose points add up to nothing."""
    points = [random.randint(-40, 40) for _ in players[1:]]
    started = day + timedelta(hours=number)
    return {
        "started": f"{started:%Y-%m-%dT%H:%M:%SZ}",
        "ended": f"{started + timedelta(minutes=random.randint(30, 55)):%Y-%m-%dT%H:%M:%SZ}",
        "sum": 0,
        "seats": [
            {"player": one, "points": gained}
            for one, gained in zip(players, (*points, -sum(points)), strict=True)
        ],
    }


def seconds(command: list[str]) -> float:
    """How much processor time a command takes, as a process of its own, in seconds."""
    before = times()
    run(command, check=True, stdout=DEVNULL)
    after = times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def rows() -> list[Row]:
    """Measure in turns, and compare the best of each."""
    return [_row("as usual", {}, bound=5.0), _row("at its costliest", COSTLY, bound=6.0)]


def _row(name: str, settings: dict[str, Any], bound: float) -> Row:
    ours: list[float] = []
    load: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "season.json"
        path.write_text(json.dumps(season(settings)), encoding="utf-8")
        for _ in range(TIMES):
            ours.append(seconds([sys.executable, "-m", "bot", "standings", str(path)]))
            load.append(seconds([sys.executable, "-c", LOAD, str(path)]))
        size = path.stat().st_size / 1e6
    how = (
        f"Best of {TIMES} processes each, {GAMES} games of {MEMBERS} members in {size:.0f} MB: "
        f"ours {min(ours):.2f} s, json.load {min(load):.2f} s."
    )
    ratio = min(ours) / min(load)
    return Row(f"standings {name}: times as long as json.load", ratio, how, bound, at_most=True)


def main() -> None:
    """Tell the rows."""
    for row in rows():
        print(f"{row.name}: {row.measured:.2f}. {row.how}")


if __name__ == "__main__":
    main()
