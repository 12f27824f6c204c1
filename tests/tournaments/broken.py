"""Ways of breaking a tournament file, each with what is right to say of it; what looks broken and is not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

from tests.leagues.broken import KINDS, Breaking, Change, drop, put

Json = dict[str, Any]

LONE = "u\ud800"
"""Text with a lone surrogate."""


STRENGTHS = {
    "u1": 5000, "u2": 4500, "u3": 4000, "u4": 1000, "u5": 3000, "u6": 2500, "u7": 500, "u8": 0, "u9": -5000,
}  # fmt: skip
"""So far apart that settings hardly matter."""


def _seats(*players: str) -> list[Json]:
    return [{"player": player, "points": STRENGTHS[player]} for player in players]


OTHERS = [{"guest": "x9", "points": 5}, {"robot": "easy", "points": 4}]


def _game(number: int, stage: int, group: str, round_: int, seats: list[Json]) -> Json:
    return {"id": f"g{number}", "stage": stage, "group": group, "round": round_, "seats": seats}


WHOLE_FILE: Json = {
    "tournament": 1,
    "name": "BK Kingen",
    "seed": "text",
    "settings": {
        "score": "both", "place_points": {"3": [90, "91/2", 0], "4": [90, 60, 30, 0], "5": [5, 4, 3, 2, 1]},
        "level": "yes", "ties": ["last_round", "wins"], "team": 2, "missed": "1/2", "bye": 3,
    },
    "levels": {"3": "13/17", "5": "13/10"},
    "people": [{"id": person, "name": "Ann", "team": "De Lint"} for person in STRENGTHS],
    "stages": [
        {"name": "qualifying", "rounds": 2, "cut": 4, "small": 3, "winners": "no", "carry": "yes"},
        {"name": "final", "rounds": 1},
    ],
    "byes": [{"stage": 0, "round": 1, "player": "u9"}],
    "withdrawn": [{"player": "u2", "after": 0}],
    "games": [
        _game(0, 0, "main", 1, _seats("u1", "u2", "u3", "u4")),
        _game(1, 0, "main", 1, [*_seats("u5", "u6"), *OTHERS]),
        _game(2, 0, "main", 2, _seats("u1", "u2", "u3", "u4")),
        _game(3, 0, "main", 2, _seats("u5", "u6", "u7", "u8", "u9")),
        _game(4, 1, "main", 1, _seats("u1", "u3", "u5", "u6")),
        _game(5, 1, "small", 1, _seats("u4", "u7", "u8")),
    ],
}  # fmt: skip
"""With everything in it: u1, u3 and two more go on to the final, u4 and two more to the small one."""

KINDS_HERE: dict[str, tuple[Any, ...]] = {
    "version": KINDS["version"],
    "text": KINDS["text"],
    "seed": (*KINDS["text"], LONE),
    "team name": ("", *KINDS["text"], LONE),
    "id": (*KINDS["id"], LONE, None),
    "whole": (*KINDS["whole"], None),
    "from 1": (0, -1, *KINDS["whole"], None),
    "from 2": (1, 0, -2, *KINDS["whole"], None),
    "natural": KINDS["natural"],
    "number": (*KINDS["number"], None, "nothing"),
    "positive": KINDS["positive"],
    "word": KINDS["word"],
    "ties": KINDS["ties"],
    "tie": (*KINDS["tie"], "best_night"),
    "list": KINDS["list"],
    "object": KINDS["object"],
}
AT_PATHS: dict[str, tuple[str, ...]] = {
    "version": ("tournament",),
    "text": ("name", "people[0].name", "stages[0].name", "stages[1].name"),
    "seed": ("seed",),
    "team name": ("people[0].team",),
    "id": (
        "people[0].id", "byes[0].player", "withdrawn[0].player", "games[0].id", "games[0].seats[0].player",
        "games[1].seats[2].guest", "games[1].seats[3].robot",
    ),
    "whole": ("games[0].stage", "games[0].seats[0].points", "byes[0].stage", "withdrawn[0].after"),
    "from 1": ("settings.team", "stages[0].rounds", "stages[1].rounds", "games[0].round", "byes[0].round"),
    "from 2": ("stages[0].cut",),
    "natural": ("stages[0].small",),
    "number": ("settings.place_points.4[1]", "settings.bye"),
    "positive": ("levels.3", "levels.5"),
    "word": (
        "settings.score", "settings.level", "settings.missed", "stages[0].winners", "stages[0].carry",
        "games[0].group",
    ),
    "ties": ("settings.ties",),
    "tie": ("settings.ties[1]",),
    "list": (
        "people", "stages", "byes", "withdrawn", "games", "games[0].seats", "settings.place_points.3",
    ),
    "object": (
        "settings", "settings.place_points", "levels", "people[0]", "stages[0]", "stages[1]", "byes[0]",
        "withdrawn[0]", "games[0]", "games[0].seats[0]",
    ),
}  # fmt: skip
NEEDED = (
    "tournament", "seed", "settings", "people", "stages", "games", "people[0].id", "stages[0].rounds",
    "stages[1].rounds", "stages[0].cut", "byes[0].stage", "byes[0].round", "byes[0].player",
    "withdrawn[0].player", "withdrawn[0].after", "games[0].seats[0].points",
    *(f"games[0].{name}" for name in ("id", "stage", "group", "round", "seats")),
)  # fmt: skip
LEFT_OUT = (
    *(f"settings.{name}" for name in WHOLE_FILE["settings"]),
    *(f"settings.place_points.{size}" for size in "345"),
    "name", "levels", "levels.3", "byes", "people[0].name", "people[0].team", "stages[0].name",
    "stages[1].name", "stages[0].winners", "stages[0].carry",
)  # fmt: skip
STRANGERS = (
    "extra", "guests", "robots", f"{LONE}", "settings.extra", "settings.left", "settings.place_points.6",
    "levels.4", "people[0].extra", "people[0].joined", "stages[0].extra", "stages[1].extra",
    "stages[1].cut", "stages[1].small", "stages[1].winners", "stages[1].carry", "byes[0].group",
    "withdrawn[0].stage", "games[0].extra", "games[0].night", "games[0].sum", "games[0].seats[0].left",
)  # fmt: skip
"""Fields that are not known there."""


def text(*changes: Change) -> bytes:
    """`WHOLE_FILE` after these changes."""
    document = deepcopy(WHOLE_FILE)
    for change in changes:
        change(document)
    return json.dumps(document).encode()


def breakings() -> list[Breaking]:
    """Every single way."""
    return [*_shapes(), *_other_shapes(), *_others()]


def _shape(name: str, change: Change, *where: str) -> Breaking:
    return Breaking(name, change, frozenset(("shape", one) for one in where))


def _shapes() -> Iterator[Breaking]:
    for kind, paths in AT_PATHS.items():
        for path in paths:
            for value in KINDS_HERE[kind]:
                yield _shape(f"{path} is {value!r}", put(path, value), path)
    for path in NEEDED:
        yield _shape(f"{path} is missing", drop(path), path)
    for path in STRANGERS:
        yield _shape(f"{path!a} is not known", put(path, 1), path)


def _other_shapes() -> Iterator[Breaking]:
    robots = [{"robot": "easy", "points": 0}] * 4
    for name, seats in {
        "two seats": _seats("u7", "u8"),
        "six seats": [*_seats("u7", "u8"), *robots],
        "no seat": [],
        "robots alone": robots,
        "a person as a guest alone": [{"guest": "u7", "points": 0}, *robots[:3]],
    }.items():
        yield _shape(name, put("games[1].seats", seats), "games[1].seats")
    for size in "35":
        path = f"settings.place_points.{size}"
        yield _shape(f"{path} of another size", put(path, [1, 2, 3, 4]), path)
    path = "settings.ties"
    yield _shape("a tie twice", put(path, ["wins", "wins"]), path, f"{path}[1]")
    for path in ("people", "stages"):
        yield _shape(f"{path} without one", put(path, []), path)
    for path, rounds in (("games[3]", 2), ("games[5]", 1), ("byes[0]", 2)):
        yield _shape(f"{path} after the last round", put(f"{path}.round", rounds + 1), f"{path}.round")
    seat = "games[3].seats[2]"
    two = (f"{seat}.guest", f"{seat}.player", seat)
    yield _shape("a seat of two", put(two[0], "x7"), *two)
    none = (seat, *(f"{seat}.{kind}" for kind in ("player", "guest", "robot")))
    yield _shape("a seat of nobody", drop(none[1]), *none)


def _others() -> Iterator[Breaking]:
    for path in ("games[5].seats[2].player", "byes[0].player", "withdrawn[0].player"):
        yield _one(f"{path} is not there", put(path, "none"), "unknown-id", path)
    for path in ("games[5].stage", "byes[0].stage", "withdrawn[0].after"):
        for stage in (2, -1, -2, 10**9):
            yield _one(f"{path} is {stage}", put(path, stage), "unknown-id", path)
    yield _one("a person's id twice", put("people[8].id", "u8"), "same-id", "people[8].id")
    yield _one("a game's id twice", put("games[5].id", "g0"), "same-id", "games[5].id")
    for part, again in (("withdrawn", {"player": "u2", "after": 1}), ("byes", WHOLE_FILE["byes"][0])):
        yield _one(f"{part} twice", put(f"{part}[1]", again), "same-id", f"{part}[1].player")
    for who in ({"player": "u1"}, {"guest": "u1"}):
        change = put("games[0].seats[3]", {**who, "points": 0})
        yield _one(f"{who} twice at a table", change, "twice-at-table", "games[0].seats")
        ((kind, _),) = who.items()
        change = put("games[1].seats[3]", {**who, "points": 0})
        yield _one(f"{kind} at two tables", change, "twice-in-round", f"games[1].seats[3].{kind}")
        change = put("games[5].seats[2]", {kind: "u9", "points": 0})
        yield _one(f"{kind} was left out", change, "not-through", f"games[5].seats[2].{kind}")
        change = put("games[5].seats[2]", {kind: "u2", "points": 0})
        yield _one(f"{kind} has withdrawn", change, "not-through", f"games[5].seats[2].{kind}")
    guests = [{"guest": "x9", "points": 0}] * 2
    change = put("games[0].seats", [*_seats("u1", "u2"), *guests])
    yield _one("a guest twice at a table", change, "twice-at-table", "games[0].seats")
    bye = {"stage": 0, "round": 1, "player": "u1"}
    change = put("byes[0]", bye)
    yield Breaking(
        "a seat and a bye",
        change,
        frozenset({("twice-in-round", "games[0].seats[0].player"), ("twice-in-round", "byes[0].player")}),
    )
    change = put("byes[1]", {"stage": 1, "round": 1, "player": "u9"})
    yield _one("a bye of who was left out", change, "not-through", "byes[1].player")
    yield _one("in the other group", put("games[5].group", "main"), "not-through", "games[5].seats[0].player")
    change = put("games[1].group", "small")
    yield _one("a small group of the first stage", change, "not-through", "games[1].seats[0].player")
    change = put("games[2].round", 1)
    yield _one("twice in a round", change, "twice-in-round", "games[2].seats[0].player")
    change = put("games", WHOLE_FILE["games"][4:])
    yield _one("nobody has got through yet", change, "not-through", "games[0].seats[0].player")


def _one(name: str, change: Change, code: str, where: str) -> Breaking:
    return Breaking(name, change, frozenset({(code, where)}))


def fine() -> Iterator[tuple[str, bytes]]:
    """Files that look broken and are none: a name, and the text."""
    for path in LEFT_OUT:
        yield f"without {path}", text(drop(path))
    accepted: Json = {
        "settings": {}, "settings.ties": [], "settings.missed": "lowest", "settings.bye": "-1/3",
        "settings.team": 10**9, "settings.place_points": {}, "levels": {}, "levels.3": 1, "name": LONE,
        "people[0].name": LONE, "people[0].team": " \n", "stages[1].name": LONE, "seed": "",
        "games[1].seats[2].guest": "u7", "games[1].seats[3].robot": "u1", "stages[0].small": 10**9,
        "stages[1].rounds": 10**9, "withdrawn[1]": {"player": "u9", "after": 1},
    }  # fmt: skip
    for path, value in accepted.items():
        yield f"{path} is {value!a}", text(put(path, value))
    yield "no withdrawn, and no final", text(drop("withdrawn"), put("games", WHOLE_FILE["games"][:4]))
    yield "no games", text(put("games", []))
    yield "a stage", text(put("stages", [{"rounds": 2}]), put("games", WHOLE_FILE["games"][:4]))


NO_JSON = (
    b"", b" ", b"tournament", b"{", b'{"tournament": 01}', b'{"tournament": 1, "tournament": 1}',
    text().replace(b'"u9"', b"NaN"), text().replace(b'"score"', b'"level": "no", "score"'),
    text() + b"}", text()[:-1], b'{"seed": "\xff"}', b'{"seed": "\xed\xa0\x80"}',
)  # fmt: skip
"""``syntax`` of the whole file."""
NO_OBJECT = (b"[]", b"1", b"null", b'"tournament"', b"true")
"""``shape`` of the whole file."""


def changed(random: Random, document: Json) -> Json:
    """The tournament after something that may make a fault of it, often ``not-through``, and may not."""
    found = deepcopy(document)
    person = random.choice(found["people"])["id"]
    stage = random.randrange(len(found["stages"]))
    seats = [seat for game in found["games"] for seat in game["seats"]] or [{"player": person, "points": 0}]
    seat = random.choice(seats)
    not_last: list[Json] = found["stages"][:-1]
    match random.randrange(10):
        case 0:
            seat["points"] = random.randint(-100, 100)
        case 1 | 2 if not_last:
            random.choice(not_last)["cut"] = random.randint(2, 20)
        case 3 if not_last:
            random.choice(not_last)["winners"] = random.choice(("yes", "no"))
        case 4 if not_last:
            random.choice(not_last)["small"] = random.randint(0, 10)
        case 5:
            found["seed"] += "."
        case 6:
            found["settings"]["ties"] = random.sample(["wins", "best_round", "last_round"], 2)
        case 7:
            found["byes"] = [*found.get("byes", []), {"stage": stage, "round": 1, "player": person}]
        case 8:
            found["withdrawn"] = [*found.get("withdrawn", []), {"player": person, "after": stage}]
        case _:
            kind = "player" if "player" in seat else "guest"
            for other in ("guest", "robot"):
                seat.pop(other, None)
            seat[kind] = person
    return found
