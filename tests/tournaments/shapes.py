"""What is no tournament file ("T Tournaments"): every code, with where, that is right to say of a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.leagues.reference.reading import sits_twice
from tests.leagues.reference.shapes import (
    NUMBER,
    POSITIVE,
    TEXT,
    WHOLE,
    WHOLE_NOT_NEGATIVE,
    Fault,
    is_id,
    is_number,
    is_whole,
    listed,
    only,
    record,
    with_one_of,
    word,
)

Json = dict[str, Any]


def is_text(value: Any) -> bool:
    """Text without lone surrogates."""
    return isinstance(value, str) and not any("\ud800" <= letter <= "\udfff" for letter in value)


def at_least(least: int) -> Any:
    """A whole number that is not less."""
    return only(lambda value: is_whole(value) and value >= least)


def ties(value: Any, where: str) -> Iterator[Fault]:
    """Words without repeats; of a repeated one the list is a right place too."""
    yield from listed(word("wins", "best_round", "last_round"))(value, where)
    words = _list(value)
    for at, one in enumerate(words):
        if one in words[:at]:
            yield from (("shape", f"{where}[{at}]"), ("shape", where))


ID = only(lambda value: is_id(value) and is_text(value))
YES_OR_NO = word("yes", "no")
SETTINGS = record(
    {},
    {
        "score": word("points", "places", "both"),
        "place_points": record({}, {size: listed(NUMBER, (int(size),)) for size in "345"}),
        "level": YES_OR_NO,
        "ties": ties,
        "team": at_least(1),
        "missed": word("lowest", other=is_number),
        "bye": NUMBER,
    },
)
PERSON = record({"id": ID}, {"name": TEXT, "team": only(lambda value: is_text(value) and value != "")})
STAGE = record(
    {"rounds": at_least(1), "cut": at_least(2)},
    {"name": TEXT, "small": WHOLE_NOT_NEGATIVE, "winners": YES_OR_NO, "carry": YES_OR_NO},
)
LAST_STAGE = record({"rounds": at_least(1)}, {"name": TEXT})
SEAT = with_one_of({"player": ID, "guest": ID, "robot": ID}, lambda who: record({"points": WHOLE, **who}))
BYE = record({"stage": WHOLE, "round": at_least(1), "player": ID})
WITHDRAWN = record({"player": ID, "after": WHOLE})
GAME = record(
    {
        "id": ID,
        "stage": WHOLE,
        "group": word("main", "small"),
        "round": at_least(1),
        "seats": listed(SEAT, (3, 4, 5)),
    }
)


def stages(value: Any, where: str) -> Iterator[Fault]:
    """T1: at least one; the last has nothing to say of a next one."""
    found = _list(value)
    if not found:
        yield "shape", where
    for at, stage in enumerate(found):
        yield from (LAST_STAGE if at == len(found) - 1 else STAGE)(stage, f"{where}[{at}]")


def people(value: Any, where: str) -> Iterator[Fault]:
    """T1: at least one."""
    found = _list(value)
    if not found:
        yield "shape", where
    yield from listed(PERSON)(found, where)


def _list(value: Any) -> list[Any]:
    """Nothing where it is no list."""
    found: list[Any] = value if isinstance(value, list) else []
    return found


TOURNAMENT = record(
    {
        "tournament": only(lambda value: is_whole(value) and value == 1),
        "seed": only(is_text),
        "settings": SETTINGS,
        "people": people,
        "stages": stages,
        "games": listed(GAME),
    },
    {
        "name": TEXT,
        "levels": record({}, {"3": POSITIVE, "5": POSITIVE}),
        "byes": listed(BYE),
        "withdrawn": listed(WITHDRAWN),
    },
)


def faults(document: Any) -> frozenset[Fault]:
    """All but ``not-through``, which nobody can say before the stages are calculated."""
    contradictions = _contradictions(document) if isinstance(document, dict) else ()
    return frozenset((*TOURNAMENT(document, ""), *contradictions))


# What is well shaped, and yet cannot be: looked for in the parts whose shape is good


def _contradictions(document: Json) -> Iterator[Fault]:
    persons = [
        (where, one) for where, one in _items(document, "people") if not list(ID(one.get("id"), where))
    ]
    ids = {one["id"] for _, one in persons}
    all_stages = document.get("stages")
    games, byes = _good(document, "games", GAME), _good(document, "byes", BYE)
    withdrawn = _good(document, "withdrawn", WITHDRAWN)
    if isinstance(all_stages, list):
        yield from _in_stages(all_stages, [*games, *byes], withdrawn)
    if isinstance(document.get("people"), list):
        for where, one in (*byes, *withdrawn):
            if one["player"] not in ids:
                yield "unknown-id", f"{where}.player"
        for where, game in games:
            yield from _of_nobody(game, where, ids)
    for where, game in games:
        if sits_twice(game):
            yield "twice-at-table", f"{where}.seats"
    yield from _repeated([(f"{where}.id", one["id"]) for where, one in persons])
    yield from _repeated([(f"{where}.id", one["id"]) for where, one in games])
    yield from _repeated([(f"{where}.player", one["player"]) for where, one in withdrawn])
    yield from _repeated(
        [(f"{where}.player", (one["stage"], one["round"], one["player"])) for where, one in byes]
    )
    yield from _twice_in_round(games, byes, ids)


def _in_stages(
    all_stages: list[Any], games_and_byes: list[tuple[str, Json]], withdrawn: list[tuple[str, Json]]
) -> Iterator[Fault]:
    """Stages, and rounds of them, that are not there."""
    for where, one in games_and_byes:
        if not 0 <= one["stage"] < len(all_stages):
            yield "unknown-id", f"{where}.stage"
            continue
        stage: Json = all_stages[one["stage"]] if isinstance(all_stages[one["stage"]], dict) else {}
        rounds: Any = stage.get("rounds")
        if is_whole(rounds) and 1 <= rounds < one["round"]:
            yield "shape", f"{where}.round"
    for where, one in withdrawn:
        if not 0 <= one["after"] < len(all_stages):
            yield "unknown-id", f"{where}.after"


def _of_nobody(game: Json, where: str, ids: set[str]) -> Iterator[Fault]:
    for at, seat in enumerate(game["seats"]):
        if "player" in seat and seat["player"] not in ids:
            yield "unknown-id", f"{where}.seats[{at}].player"
    if not any(seat.get("player") in ids for seat in game["seats"]):  # who is unknown is nobody either
        yield "shape", f"{where}.seats"


def _repeated(found: list[tuple[str, Any]]) -> Iterator[Fault]:
    """The later one of two that are the same."""
    for at, (where, one) in enumerate(found):
        if any(one == other for _, other in found[:at]):
            yield "same-id", where


def _twice_in_round(
    games: list[tuple[str, Json]], byes: list[tuple[str, Json]], ids: set[str]
) -> Iterator[Fault]:
    """A person at two tables of one round of a stage: of the later game. At one with a bye there: the game's
    seat and the bye are both right places."""
    sat: dict[tuple[int, int, str], str] = {}
    for where, game in games:
        for path, person in persons_at(game, where, ids):
            place = game["stage"], game["round"], person
            if sat.setdefault(place, where) != where:
                yield "twice-in-round", path
            for bye_path, bye in byes:
                if (bye["stage"], bye["round"], bye["player"]) == place:
                    yield from (("twice-in-round", path), ("twice-in-round", f"{bye_path}.player"))


def persons_at(game: Json, where: str, ids: set[str]) -> list[tuple[str, str]]:
    """The people of the tournament at a table, each with the path; also who sits there as a guest."""
    return [
        (f"{where}.seats[{at}].{kind}", seat[kind])
        for at, seat in enumerate(game["seats"])
        for kind in ("player", "guest")
        if kind in seat and seat[kind] in ids
    ]


def _good(document: Json, part: str, check: Any) -> list[tuple[str, Json]]:
    """The items of a list whose shape is good, each with its path."""
    return [(where, one) for where, one in _items(document, part) if not list(check(one, ""))]


def _items(document: Json, part: str) -> list[tuple[str, Json]]:
    items = ((f"{part}[{at}]", one) for at, one in enumerate(_list(document.get(part))))
    return [(where, one) for where, one in items if isinstance(one, dict)]
