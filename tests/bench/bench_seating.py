"""How well and how fast nights are seated, as ``python -m bot seating`` does it.

``python -m tests.bench.bench_seating`` measures this alone.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Final

from bot.nights.seating.model import Mode, Pair, Remainder, Request, Table
from bot.nights.seating.search import above_share, met, oddness
from bot.nights.seating.seat import seat
from tests.bench.bench_standings import seconds
from tests.bench.rows import Row

ROUNDS: Final = range(3, 9)
FEWEST: Final = {
    8: (12, 24, 40, 60, 84, 120),
    12: (9, 18, 30, 45, 63, 90),
    16: (0, 0, 0, 24, 48, 72),
    20: (0, 0, 0, 6, 20, 50),
    24: (0, 0, 0, 0, 0, 18),
    32: (0, 0, 0, 0, 0, 4),
    64: (0, 0, 0, 0, 0, 0),
}
"""By people, for each number of rounds: the sum of C(m, 2) that a plan without history should come to. Ten in
a hundred more is allowed; so where it is 0 nothing is."""

SEEDS: Final = 5
NIGHTS: Final = 20
SEASONS: Final = (16, 23, 40)
"""People who come to every night of a season, of three rounds each."""


ODD: Final = ((10, Remainder.ROBOTS), (13, Remainder.ROBOTS), (9, Remainder.MIXED), (17, Remainder.MIXED))
"""People who cannot all sit at tables of four."""


def rows() -> list[Row]:
    """Sums of repeated meetings, how far tables are shared fairly, and seconds."""
    seasons = (*(_season(count) for count in SEASONS), *(_fair_season(*field) for field in ODD))
    return [*_without_history(), *seasons, _largest()]


def _request(
    count: int, rounds: int, seed: str, mode: Mode = Mode.FEWEST, history: dict[Pair, int] | None = None
) -> Request:
    people = tuple(f"u{number}" for number in range(count))
    return Request(people, rounds, mode, Remainder.ROBOTS, seed, history=history or {})


def _without_history() -> list[Row]:
    return [
        _fewest(count, rounds, wanted)
        for count, sums in FEWEST.items()
        for rounds, wanted in zip(ROUNDS, sums, strict=True)
    ]


def _fewest(count: int, rounds: int, wanted: int) -> Row:
    found = [seat(_request(count, rounds, str(seed))).repeats for seed in range(SEEDS)]
    how = f"The most of {SEEDS} seeds {sorted(found)}; wanted {wanted}."
    name = f"seating {count} people in {rounds} rounds: repeated meetings"
    return Row(name, max(found), how, 1.1 * wanted, at_most=True)


def _season(count: int) -> Row:
    """What a season of nights comes to, each planned with the history of those before it."""
    sums = {mode: _repeats_of_season(count, mode) for mode in (Mode.FEWEST, Mode.RANDOM)}
    fewest, random = sums[Mode.FEWEST], sums[Mode.RANDOM]
    how = f"After {NIGHTS} nights of 3 rounds: fewest {fewest}, random {random}."
    return Row(
        f"seating a season of {count} people: fewest / random", fewest / random, how, 1.0, at_most=True
    )


def _repeats_of_season(count: int, mode: Mode) -> int:
    history: dict[Pair, int] = Counter()
    for night in range(NIGHTS):
        plan = seat(_request(count, 3, f"night {night}", mode, history))
        history = met(history, plan.rounds)
    return sum(m * (m - 1) // 2 for m in history.values())


def _fair_season(count: int, remainder: Remainder) -> Row:
    """How many more robots than another (or other sizes) somebody has met in a night, or since the first."""
    history: dict[Pair, int] = Counter()
    nights: list[list[Table]] = []
    ahead: list[tuple[int, int]] = []
    repeats = 0
    for night in range(6):
        request = _request(count, 3, f"night {night}", history=history)
        plan = seat(replace(request, remainder=remainder, beside=above_share(nights)))
        history, repeats = met(history, plan.rounds), plan.repeats
        nights.append([table for planned in plan.rounds for table in planned.tables])
        season = [table for tables in nights for table in tables]
        ahead.append((_most_ahead(nights[-1]), _most_ahead(season)))
    how = f"After 6 nights of 3 rounds, in a night and since the first: {ahead}; repeats {repeats}."
    name = f"seating a season of {count} people, {remainder}: ahead at most"
    return Row(name, max(map(max, ahead)), how, 1.0, at_most=True)


def _most_ahead(tables: Iterable[Table]) -> int:
    times = Counter[str]()
    for table in tables:
        times.update(dict.fromkeys([one for one in table if one is not None], oddness(table)))
    return max(times.values()) - min(times.values())


def _largest() -> Row:
    """64 people, 8 rounds and a season behind them, so that nothing can be constructed."""
    history: dict[Pair, int] = {}
    for night in range(NIGHTS):
        history = met(history, seat(_request(64, 3, f"night {night}", Mode.RANDOM, history)).rounds)
    asked = _request(64, 8, "largest")
    taken = {name: _command_seconds(asked, known) for name, known in (("without", {}), ("with", history))}
    how = f"The command without history {taken['without']:.2f} s, with it {taken['with']:.2f} s."
    return Row("seating 64 people in 8 rounds: seconds", max(taken.values()), how, 5.0, at_most=True)


def _command_seconds(asked: Request, history: dict[Pair, int]) -> float:
    value = {
        "players": asked.players,
        "rounds": asked.rounds,
        "mode": asked.mode,
        "remainder": asked.remainder,
        "seed": asked.seed,
        "history": [[*pair, times] for pair, times in history.items()],
    }
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "night.json"
        path.write_text(json.dumps(value), encoding="utf-8")
        return seconds([sys.executable, "-m", "bot", "seating", str(path)])


def main() -> None:
    """Tell the rows."""
    for row in rows():
        print(f"{row.name}: {row.measured:.2f}. {row.how}")


if __name__ == "__main__":
    main()
