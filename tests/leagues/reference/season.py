"""What ``python -m bot standings FILE…`` has to print of a file ("The season file")."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from tests.leagues.reference import standings
from tests.leagues.reference.events import carried_out, standing, world
from tests.leagues.reference.rating import ratings
from tests.leagues.reference.reading import Broken, read
from tests.leagues.reference.settling import balances, faults_of_payments
from tests.leagues.reference.shapes import Fault

Line = dict[str, Any]


def errors(written: str | bytes) -> frozenset[Fault]:
    """Every code, with where, that is right for a file that is no season file; none for one that is."""
    try:
        read(written)
    except Broken as broken:
        return broken.faults
    return frozenset()


def standings_lines(written: str | bytes, file_name: str) -> list[Line]:
    """The lines of a file, but payments, of which there may be others as good (`differences` judges them).

    Raises:
        Broken: It is no season file.
    """
    season = read(written)
    events, refused = carried_out(season)
    now = world(season, standing(events))
    games = standings.counting_games(season, now)
    nights = standings.nights_held(season, now)
    rows = standings.table(season, now, nights)
    before = standings.table(season, now, nights[:-1])
    lines: list[Line] = [{"season": file_name}]
    lines += [{"correction": correction, "error": code} for correction, code in refused]
    lines += [_row(row, standings.moved(row, before, nights)) for row in rows]
    lines += [{"all_time": [[_told(part) for part in line] for line in standings.all_time(season, games)]}]
    if season["settings"]["stake"]:
        lines += [{"balances": balances(season, games)}]
    rated = ratings(season, games)
    return [*lines, {"ratings": {who: [round(mu, 6), round(sigma, 6)] for who, (mu, sigma) in rated.items()}}]


def differences(printed: Sequence[Line], expected: Sequence[Line]) -> list[str]:
    """Where printed lines are not what `standings_lines` says; payments have to settle the balances (L19)."""
    if len(printed) != len(expected):
        return [f"{len(printed)} lines: {[*printed]}, not {len(expected)}: {[*expected]}"]
    found: list[str] = []
    for was, due in zip(printed, expected, strict=True):
        if "ratings" in due:
            found += _of_ratings(was, due)
        elif "balances" in due:
            found += _of_balances(was, due)
        elif _text(was) != _text(due):
            found.append(f"printed  {_text(was)}\nexpected {_text(due)}")
    return found


def _row(row: standings.Row, moved: int | None) -> Line:
    return {
        "place": row.place,
        "player": row.player,
        "value": _told(row.value),
        "nights": row.nights,
        "games": row.games,
        "wins": _told(row.wins),
        "counted": [entry.id for entry in row.counted],
        "dropped": [entry.id for entry in row.dropped],
        "moved": moved,
    }


def _told(part: Fraction | int | str) -> int | str:
    """Whole numbers are JSON integers, others "n/d" in lowest terms."""
    if isinstance(part, Fraction):
        return part.numerator if part.denominator == 1 else f"{part.numerator}/{part.denominator}"
    return part


def _text(line: Line) -> str:
    """1, 1.0 and true are not the same thing in it; the order of keys is nobody's."""
    return json.dumps(line, sort_keys=True)


def _of_balances(was: Line, due: Line) -> list[str]:
    if was.keys() != {"balances", "payments"} or _text({"balances": was["balances"]}) != _text(due):
        return [f"printed  {_text(was)}\nexpected {_text(due)}, and payments"]
    return [f"{fault}, in {_text(was)}" for fault in faults_of_payments(due["balances"], was["payments"])]


def _of_ratings(was: Line, due: Line) -> list[str]:
    """By id, six decimals; the sixth may be rounded the other way."""
    if was.keys() != due.keys() or list(was["ratings"]) != list(due["ratings"]):
        return [f"printed  {_text(was)}\nexpected {_text(due)}"]
    return [
        f"{who}: printed {was['ratings'][who]}, expected {rating}"
        for who, rating in due["ratings"].items()
        if not _is_near(was["ratings"][who], rating)
    ]


def _is_near(was: Sequence[float], due: Sequence[float]) -> bool:
    if len(was) != len(due) or any(round(one, 6) != one for one in was):
        return False
    return all(abs(one - other) < 1.5e-6 for one, other in zip(was, due, strict=True))
