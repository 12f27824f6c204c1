"""Ways of breaking a season file, each with what is right to say of it; and what looks broken and is not."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.leagues.whole_file import AT, WHOLE_FILE, Json

Change = Callable[[Json], None]


@dataclass(frozen=True)
class Breaking:
    """A way of breaking `WHOLE_FILE`."""

    name: str
    change: Change
    right: frozenset[tuple[str, str]]
    """Codes with where; any one. Other errors may follow from it, which are right too."""


def text(*changes: Change) -> str:
    """The file after these changes."""
    document = deepcopy(WHOLE_FILE)
    for change in changes:
        change(document)
    return json.dumps(document)


# Changes at a path


def _steps(path: str) -> list[str | int]:
    return [int(index) if index else name for index, name in re.findall(r"\[(\d+)\]|([^.\[\]]+)", path)]


def _holder(document: Any, path: str) -> tuple[Any, Any]:
    *way, last = _steps(path)
    for step in way:
        document = document[step]
    return document, last


def put(path: str, value: Any) -> Change:
    """The value instead of what is there, or besides it."""

    def change(document: Json) -> None:
        holder, last = _holder(document, path)
        if isinstance(holder, list) and last == len(holder):
            holder.append(value)
        else:
            holder[last] = value

    return change


def drop(path: str) -> Change:
    def change(document: Json) -> None:
        holder, last = _holder(document, path)
        del holder[last]

    return change


# What each value may not be

KINDS: dict[str, tuple[Any, ...]] = {
    "id": ("", "a b", "a\n", "\u00a0", 1, ["u1"], {}, True),
    "text": (1, None, ["Ann"]),
    "whole": (1.0, 1e2, "1", True, "1/2", [1]),
    "number": (1.5, "1", "4/2", "2/1", "1/0", "0/5", "01/2", "+1/2", " 1/2", "1/-2", "1/2\n", "٣/٢", True),
    "date": ("2026-02-30", "20260908", "2026-W37-2", "2026-9-8", AT, "2026-09-08\n", "٢٠٢٦-09-08", "", 1),
    "time": (
        "2026-09-08 18:01:00Z", "2026-09-08T18:01:00", "2026-09-08T18:01:00+00:00", "2026-09-08T18:01Z",
        "2026-09-08T25:00:00Z", "2026-02-30T18:01:00Z", "2026-09-08T18:01:00.5Z", "2026-09-08t18:01:00z",
        "20260908T180100Z", f"{AT}\n", "", 0, None,
    ),
    "zone": ("", "Nowhere/City", "Europe", "../UTC", "/UTC", "UTC\0", "Europe/Brussels ", 1, None),
    "rating": ([20.0], [20.0, 1.0, 1.0], {}, 20.0, None),
    "float": ("20", "41/2", True, None, []),
    "list": ({}, "x", 1, None),
    "object": ([], "x", 1, None),
    "version": (0, 2, "1", 1.0, True, None),
    "word": ("", "Points", 1.5, True, None, ["points"]),
    "natural": (-1, 1.0, "1", True, None),
    "best": (0, -1, 1.0, "1", "every", True, None),
    "positive": (0, -1, "-1/2", 1.3, "yes", True, None),
    "ties": ("wins", None, {}, 1),
    "tie": ("place", "", 1, None, ["wins"]),
}  # fmt: skip
GAMES = ("games[0]", "corrections[4].game")
AT_PATHS: dict[str, tuple[str, ...]] = {
    "version": ("season",),
    "text": ("name", "guests[0].name", "members[0].name", "corrections[0].reason"),
    "object": (
        "settings", "settings.place_points", "levels", "robots", "ratings", "guests[0]", "members[1]",
        "nights[0]", "games[0].seats[0]", "byes[0]", "corrections[0]", *GAMES,
    ),
    "list": (
        "guests", "members", "nights", "games", "byes", "corrections", "settings.place_points.3",
        "nights[0].excused", "games[0].seats", "games[0].seats[3].left", "corrections[0].points",
        "corrections[4].game.seats",
    ),
    "id": (
        "guests[0].id", "members[0].id", "nights[0].id", "nights[0].excused[0]", "games[0].seats[3].left[0]",
        "byes[0].night", "byes[0].player", "corrections[0].id", "corrections[0].by", "corrections[0].game",
        "corrections[1].game", "corrections[2].event", "corrections[3].player", "corrections[3].game",
        "corrections[5].player", "corrections[6].night", "corrections[6].player",
        "games[0].seats[0].player", "games[0].seats[1].guest", "games[0].seats[2].robot",
        *(f"{game}.{name}" for game in GAMES for name in ("id", "night")),
    ),
    "whole": (
        "games[0].sum", "games[0].seats[0].points", "byes[0].round", "corrections[0].points[2]",
        "corrections[3].seat", "corrections[4].game.sum", "corrections[4].game.seats[0].points",
    ),
    "number": ("settings.place_points.4[1]", "corrections[5].value"),
    "word": tuple(
        f"settings.{name}"
        for name in ("score", "level", "left", "bye", "night", "free", "absence", "excused", "measure")
    ),
    "natural": ("settings.minimum", "settings.stake"),
    "best": ("settings.best",),
    "ties": ("settings.ties",),
    "tie": ("settings.ties[1]",),
    "positive": ("levels.3", "levels.5"),
    "zone": ("zone",),
    "rating": ("robots.easy", "ratings.u1"),
    "float": ("robots.easy[0]", "ratings.u1[1]"),
    "date": ("members[0].joined", "members[4].left", "nights[0].date"),
    "time": ("corrections[0].at", *(f"{game}.{name}" for game in GAMES for name in ("started", "ended"))),
}  # fmt: skip
NEEDED = (
    "season", "settings", "zone", "members", "nights", "games", "guests[0].id", "guests[0].name",
    *(f"members[0].{name}" for name in ("id", "name", "joined")),
    "nights[0].id", "nights[0].date",
    *(f"{game}.{name}" for game in GAMES for name in ("id", "night", "started", "ended", "seats")),
    "games[0].seats[0].points",
    *(f"byes[0].{name}" for name in ("night", "round", "player")),
    *(f"corrections[0].{name}" for name in ("id", "at", "by", "reason", "do", "game", "points")),
    "corrections[1].game", "corrections[2].event", "corrections[3].game", "corrections[3].seat",
    "corrections[5].player", "corrections[5].value", "corrections[6].night", "corrections[6].player",
)  # fmt: skip
LEFT_OUT = (
    *(f"settings.{name}" for name in WHOLE_FILE["settings"]),
    *(f"settings.place_points.{size}" for size in "345"),
    "name", "guests", "levels", "levels.3", "robots", "ratings", "byes", "corrections", "members[0].left",
    "games[0].seats[0].left", "nights[0].excused", "games[0].sum", "corrections[4].game.sum",
)  # fmt: skip
STRANGERS = (
    "extra", "settings.extra", "settings.place_points.6", "levels.4", "guests[0].left", "members[0].extra",
    "nights[0].name", "games[0].extra", "games[0].seats[0].extra", "byes[0].extra", "corrections[0].extra",
    "corrections[0].seat", "corrections[1].points", "corrections[4].extra", "corrections[4].game.extra",
)  # fmt: skip
"""Fields that are not known there."""


def _shapes() -> Iterator[Breaking]:
    for kind, paths in AT_PATHS.items():
        for path in paths:
            for value in KINDS[kind]:
                yield _shape(f"{path} is {value!r}", put(path, value), path)
    for path in NEEDED:
        yield _shape(f"{path} is missing", drop(path), path)
    for path in STRANGERS:
        yield _shape(f"{path} is not known", put(path, 1), path)


def _shape(name: str, change: Change, *where: str) -> Breaking:
    return Breaking(name, change, frozenset(("shape", one) for one in where))


def _others() -> Iterator[Breaking]:
    seat = "games[0].seats[3]"
    some = {"player": "u1", "points": 0}
    yield _shape("two seats", put("games[1].seats", [some] * 2), "games[1].seats")
    yield _shape("six seats", put("games[1].seats", [{"robot": "easy", "points": 0}] * 6), "games[1].seats")
    yield _shape("no seat inserted", put("corrections[4].game.seats", []), "corrections[4].game.seats")
    for size in ("3", "5"):
        path = f"settings.place_points.{size}"
        yield _shape(f"{path} of another size", put(path, [1, 2, 3, 4]), path)
    yield _shape("a tie twice", put("settings.ties", ["wins", "wins"]), "settings.ties", "settings.ties[1]")
    yield _shape("another doing", put("corrections[0].do", "delete"), "corrections[0].do")
    yield _shape("no doing at all", put("corrections[0].do", None), "corrections[0].do")
    yield _shape("a null tie", put("settings.ties", [None]), "settings.ties[0]")
    two = (f"{seat}.guest", f"{seat}.player", seat)
    yield _shape("a seat of two", put(two[0], "x7"), *two)
    none = (seat, *(f"{seat}.{kind}" for kind in ("player", "guest", "robot")))
    yield _shape("a seat of nobody", drop(none[1]), *none)
    event = "corrections[3]"
    yield _shape(
        "a correction to two", put(f"{event}.robot", "easy"), event, f"{event}.robot", f"{event}.player"
    )
    kinds = (f"{event}.{kind}" for kind in ("player", "guest", "robot"))
    yield _shape("a correction to nobody", drop(f"{event}.player"), event, *kinds)
    for path in (
        "nights[0].excused[0]",
        "games[0].night",
        f"{seat}.player",
        "byes[0].night",
        "byes[0].player",
    ):
        yield Breaking(f"{path} is not there", put(path, "none"), frozenset({("unknown-id", path)}))
    for part in ("members", "nights", "games"):
        again = len(WHOLE_FILE[part])
        change = put(f"{part}[{again}]", WHOLE_FILE[part][0])
        yield Breaking(f"{part} of one id", change, frozenset({("same-id", f"{part}[{again}].id")}))
    for who in ({"player": "u1"}, {"guest": "u1"}, {"guest": "x9"}):
        change = put(seat, {**who, "points": -6})
        yield Breaking(f"{who} twice", change, frozenset({("twice-at-table", "games[0].seats")}))
    yield Breaking("another sum", put("games[0].sum", 1), frozenset({("wrong-sum", "games[0].sum")}))
    yield Breaking(
        "another 0", put("games[0].seats[0].points", 0), frozenset({("wrong-sum", "games[0].sum")})
    )


def breakings() -> list[Breaking]:
    """Every single way."""
    return [*_shapes(), *_others()]


def broken_twice(random: Random) -> str:
    """A file broken in two parts."""
    parts: dict[str, list[Breaking]] = {}
    for breaking in breakings():
        for _, where in breaking.right:
            parts.setdefault(re.split(r"[.\[]", where)[0], []).append(breaking)
    one, other = random.sample(sorted(parts), 2)
    return text(random.choice(parts[one]).change, random.choice(parts[other]).change)


def fine() -> Iterator[tuple[str, str]]:
    """Files that look broken and are none: a name, and the text."""
    for path in LEFT_OUT:
        yield f"without {path}", text(drop(path))
    for path in ("games[0].night", "games[0].sum", "members[4].left"):
        yield f"{path} is null", text(put(path, None))
    accepted = {
        "games[0].seats[1].guest": "u5", "games[0].seats[3].left": ["nobody"], "corrections[0].by": "nobody",
        "corrections[0].game": "none", "corrections[0].points": [], "corrections[1].id": "c0",
        "corrections[2].event": "none", "corrections[3].seat": -1, "corrections[3].player": "nobody",
        "corrections[4].game.night": "none", "corrections[4].game.sum": 1, "corrections[4].game.id": "g1",
        "corrections[4].game.seats[0].player": "nobody", "corrections[4].game.seats[2].guest": "x9",
        "corrections[6].night": "none", "ratings": {"nobody": [20, 1]}, "robots": {}, "members[0].name": "",
        "settings": {}, "settings.ties": [], "settings.bye": 0, "settings.left": -2,
        "settings.absence": "-1/3", "settings.place_points": {}, "levels.3": 1, "guests": [], "name": "",
    }  # fmt: skip
    for path, value in accepted.items():
        yield f"{path} is {value!r}", text(put(path, value))


NO_JSON = (
    b"", b" ", b"season", b"{", b"[1,]", b'{"season": 01}', b"{'a': 1}", b'{"season": 1, "season": 1}',
    text().encode()[:-1], text().encode() + b"}",
    text().replace('"score": "both"', '"score": "both", "score": "both"').encode(),
    text().replace('"stake": 5', '"stake": NaN').encode(), text().replace("20.0", "NaN").encode(),
    text().replace("20.0", "Infinity").encode(), text().replace("20.0", "-Infinity").encode(),
    text().replace('"name": "Ann"', '"name": "A\tn"').encode(), b"{} // the version", b'{"name": "\xff"}',
    text().encode("utf-16"), text().encode("utf-32-le"), text().replace("Ann", "Ãn").encode("latin-1"),
)  # fmt: skip
"""What is no JSON in UTF-8, or not the JSON that a season file is: ``syntax`` of the whole file."""

NO_OBJECT = (b"[]", b"1", b"null", b'"season"', b"true")
"""JSON, but no object: ``shape`` of the whole file."""
