"""A season file read ("The season file"): its faults, or its values with the defaults filled in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NoReturn

from tests.leagues.reference.shapes import GAME, MEMBER, NIGHT, SEASON, Check, Fault, is_id

Season = dict[str, Any]
"""A season file without a fault, nothing left out."""

DEFAULTS: dict[str, Any] = {
    "score": "points", "level": "no", "left": "nothing", "bye": "nothing", "night": "sum", "free": "count",
    "absence": "nothing", "excused": "average", "best": "all", "measure": "total", "minimum": 0,
    "ties": ["wins", "best_night", "last_night"], "stake": 0,
}  # fmt: skip
PLACE_POINTS = {"3": [90, 45, 0], "4": [90, 60, 30, 0], "5": [90, 68, 45, 23, 0]}


class Broken(Exception):
    """No season file; of the faults any one may be told."""

    def __init__(self, faults: frozenset[Fault]) -> None:
        super().__init__(sorted(faults))
        self.faults = faults


def read(written: str | bytes) -> Season:
    """The season.

    Raises:
        Broken: It is no season file.
    """
    document = parsed(written)
    faults = frozenset((*SEASON(document, ""), *_contradictions(document)))
    if faults:
        raise Broken(faults)
    return _filled(document)


def number(value: int | str) -> Fraction:
    """A number of the file."""
    return Fraction(value)


def people(game: dict[str, Any]) -> list[str]:
    """Who has a seat at the end, members and guests; a guest with a member's id is that person."""
    return [
        seat["player"] if "player" in seat else seat["guest"] for seat in game["seats"] if "robot" not in seat
    ]


def sits_twice(game: dict[str, Any]) -> bool:
    return len(set(people(game))) < len(people(game))


def has_wrong_sum(game: dict[str, Any]) -> bool:
    """The game's sum is known and another."""
    return game.get("sum") is not None and game["sum"] != sum(seat["points"] for seat in game["seats"])


def parsed(written: str | bytes) -> Any:
    """What the JSON says.

    Raises:
        Broken: It is no JSON, or not the JSON that a file of ours is.
    """
    try:
        text = written if isinstance(written, str) else written.decode("utf-8")
        return json.loads(text, object_pairs_hook=_without_repeats, parse_constant=_refused)
    except ValueError:
        raise Broken(frozenset({("syntax", "")})) from None
    except RecursionError:
        # JSON puts no bound on depth, so a program may have read it and found it to be no season.
        raise Broken(frozenset({("syntax", ""), ("shape", "")})) from None


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({key for key, _ in pairs}) < len(pairs):
        raise ValueError("a repeated key")
    return dict(pairs)


def _refused(constant: str) -> NoReturn:
    raise ValueError(constant)


# What is well shaped, and yet cannot be: looked for wherever the shape is good


def _contradictions(document: Any) -> Iterator[Fault]:
    if not isinstance(document, dict):
        return
    for part in ("members", "nights", "games"):
        yield from _same_ids(_items(document, part))
    members, nights = (_ids(document, part) for part in ("members", "nights"))
    for where, night in _items(document, "nights", NIGHT):
        for at, one in enumerate(night.get("excused", [])):
            yield from _unknown(one, members, f"{where}.excused[{at}]")
    for where, bye in _items(document, "byes"):
        yield from _unknown(bye.get("night"), nights, f"{where}.night")
        yield from _unknown(bye.get("player"), members, f"{where}.player")
    for where, game in _items(document, "games", GAME):
        yield from _in_game(game, where, members, nights)


def _in_game(game: dict[str, Any], where: str, members: set[str], nights: set[str]) -> Iterator[Fault]:
    yield from _unknown(game["night"], nights, f"{where}.night")
    for at, seat in enumerate(game["seats"]):
        yield from _unknown(seat.get("player"), members, f"{where}.seats[{at}].player")
    if sits_twice(game):
        yield "twice-at-table", f"{where}.seats"
    if has_wrong_sum(game):
        yield "wrong-sum", f"{where}.sum"


def _unknown(one: Any, known: set[str], where: str) -> Iterator[Fault]:
    if is_id(one) and one not in known:
        yield "unknown-id", where


def _same_ids(items: list[tuple[str, dict[str, Any]]]) -> Iterator[Fault]:
    for at, (where, item) in enumerate(items):
        if "id" in item and any(item["id"] == other.get("id") for _, other in items[:at]):
            yield "same-id", f"{where}.id"


def _items(
    document: dict[str, Any], part: str, check: Check | None = None
) -> list[tuple[str, dict[str, Any]]]:
    """The objects in a list, each with its path; only those of that shape."""
    found = document.get(part)
    items = ((f"{part}[{at}]", one) for at, one in enumerate(found if isinstance(found, list) else []))
    return [(where, one) for where, one in items if _is_fit(one, check)]


def _is_fit(one: Any, check: Check | None) -> bool:
    return isinstance(one, dict) and (check is None or not list(check(one, "")))


def _ids(document: dict[str, Any], part: str) -> set[str]:
    return {item["id"] for _, item in _items(document, part, {"members": MEMBER, "nights": NIGHT}[part])}


# Nothing left out


def _filled(document: dict[str, Any]) -> Season:
    settings = DEFAULTS | document["settings"]
    settings["place_points"] = PLACE_POINTS | settings.get("place_points", {})
    left_out: dict[str, Any] = {"levels": {}, "robots": {}, "ratings": {}, "byes": [], "corrections": []}
    return left_out | document | {
        "settings": settings,
        "members": [{"left": None} | member for member in document["members"]],
        "nights": [{"excused": []} | night for night in document["nights"]],
        "games": [whole_game(game) for game in document["games"]],
    }  # fmt: skip


def whole_game(game: dict[str, Any]) -> dict[str, Any]:
    """The game with nothing left out."""
    return {"sum": None} | game | {"seats": [{"left": []} | seat for seat in game["seats"]]}
