"""How long ``python -m bot standings`` takes for a long season, against reading its JSON.

``python -m tests.bench.bench_standings`` tells what each part of it takes.
"""

from __future__ import annotations

import json
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from subprocess import DEVNULL, run
from time import perf_counter
from typing import Any

from tests.bench.rows import Row

MEMBERS = 1000
GAMES = 100_000
NIGHTS = 200
ROUNDS = 5
TIMES = 3

LOAD = "import json, sys\nwith open(sys.argv[1], encoding='utf-8') as file: json.load(file)"


def season(settings: dict[str, Any]) -> dict[str, Any]:
    """A season file's value: nights of some rounds at a hundred tables of three to five, one game in twenty a
    free one."""
    random = Random(13)
    members = [f"{100_000 + number}" for number in range(MEMBERS)]
    begin = datetime(2026, 1, 6, 18, tzinfo=UTC)
    days = [begin + timedelta(days=number) for number in range(NIGHTS)]
    tables = GAMES // NIGHTS // ROUNDS
    games: list[dict[str, Any]] = []
    for number in range(GAMES):
        night, rest = divmod(number, tables * ROUNDS)
        round_number, table = divmod(rest, tables)
        if table == 0:
            tonight = random.sample(members, MEMBERS)
        size = (3, 4, 4, 4, 5)[table % 5]
        points = [random.randint(-40, 40) for _ in range(size - 1)]
        points.append(-sum(points))
        started = days[night] + timedelta(hours=round_number)
        games.append({
            "id": f"{number}",
            "night": None if number % 20 == 0 else f"n{night}",
            "started": f"{started:%Y-%m-%dT%H:%M:%SZ}",
            "ended": f"{started + timedelta(minutes=50):%Y-%m-%dT%H:%M:%SZ}",
            "sum": 0,
            "seats": [{"player": tonight[5 * table + seat], "points": one} for seat, one in enumerate(points)],
        })  # fmt: skip
    return {
        "season": 1,
        "settings": settings,
        "levels": {"3": "13/17", "5": "13/10"},
        "zone": "Europe/Brussels",
        "members": [{"id": one, "name": one, "joined": "2026-01-01"} for one in members],
        "nights": [{"id": f"n{number}", "date": f"{day:%Y-%m-%d}"} for number, day in enumerate(days)],
        "games": games,
    }


SETTINGS: dict[str, dict[str, Any]] = {
    "as usual": {},
    "with everything": {
        "score": "both", "level": "yes", "night": "average", "absence": "average", "best": 150, "stake": 5,
        "measure": "average", "left": "lowest",
    },
}  # fmt: skip


def best_of(command: list[str]) -> float:
    """The least time that a command takes, in seconds."""
    times: list[float] = []
    for _ in range(TIMES):
        start = perf_counter()
        run(command, check=True, stdout=DEVNULL)
        times.append(perf_counter() - start)
    return min(times)


def rows() -> list[Row]:
    """Whole processes, in one run."""
    found: list[Row] = []
    for name, settings in SETTINGS.items():
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "season.json"
            path.write_text(json.dumps(season(settings)), encoding="utf-8")
            ours = best_of([sys.executable, "-m", "bot", "standings", str(path)])
            load = best_of([sys.executable, "-c", LOAD, str(path)])
            size = path.stat().st_size
        how = f"{GAMES} games of {MEMBERS} members, {size / 1e6:.0f} MB: {ours:.2f} s, json.load {load:.2f} s."
        found.append(Row(f"standings {name}: times as long as json.load", ours / load, how, bound=5.0, at_most=True))
    return found


def main() -> None:
    """Tell the rows."""
    for row in rows():
        print(f"{row.name}: {row.measured:.2f}. {row.how}")


if __name__ == "__main__":
    main()
