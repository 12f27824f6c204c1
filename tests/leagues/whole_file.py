"""A season file with everything in it, to break."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

AT = "2026-09-09T08:00:00Z"
BY = {"at": AT, "by": "u1", "reason": "typing error"}
PLAYED = {"started": "2026-09-08T18:01:00Z", "ended": "2026-09-08T18:55:00Z"}
WHOLE_FILE: Json = {
    "season": 1,
    "name": "Dinsdagclub 2026",
    "guests": [{"id": "x9", "name": "Jan"}],
    "settings": {
        "score": "both", "place_points": {"3": [90, "91/2", 0], "4": [90, 60, 30, 0], "5": [5, 4, 3, 2, 1]},
        "level": "yes", "left": "lowest", "bye": 3, "night": "average", "free": "count", "absence": -5,
        "excused": "1/2", "best": 3, "measure": "average", "minimum": 1, "ties": ["last_night", "wins"],
        "stake": 5,
    },
    "levels": {"3": "13/17", "5": "13/10"},
    "zone": "Europe/Brussels",
    "robots": {"easy": [20.0, 1.0]},
    "ratings": {"u1": [26.5, 7.9]},
    "members": [
        {"id": f"u{at}", "name": "Ann", "joined": "2026-09-01", "left": left}
        for at, left in ((1, None), (2, None), (3, None), (4, None), (5, "2026-10-01"))
    ],
    "nights": [{"id": f"n{at}", "date": f"2026-09-0{at}", "excused": ["u4"]} for at in (1, 2)],
    "games": [
        {
            "id": "g1", "night": "n1", **PLAYED, "sum": 0,
            "seats": [
                {"player": "u1", "points": -3, "left": []}, {"guest": "x9", "points": 5},
                {"robot": "easy", "points": 4}, {"player": "u2", "points": -6, "left": ["u3", "x9"]},
            ],
        },
        {
            "id": "g2", "night": None, **PLAYED, "sum": None,
            "seats": [
                {"player": "u1", "points": -3}, {"robot": "easy", "points": 4},
                {"robot": "easy", "points": 0},
            ],
        },
    ],
    "byes": [{"night": "n1", "round": 2, "player": "u5"}],
    "corrections": [
        {"id": "c0", **BY, "do": "points", "game": "g1", "points": [-3, 6, 3, -6]},
        {"id": "c1", **BY, "do": "void", "game": "g1"},
        {"id": "c2", **BY, "do": "undo", "event": "c1"},
        {"id": "c3", **BY, "do": "player", "game": "g1", "seat": 1, "player": "u5"},
        {
            "id": "c4", **BY, "do": "insert", "game": {
                "id": "g3", "night": "n2", **PLAYED, "sum": 0,
                "seats": [
                    {"player": "u3", "points": 0}, {"guest": "x9", "points": 0}, {"guest": "x8", "points": 0},
                ],
            },
        },
        {"id": "c5", **BY, "do": "adjust", "player": "u2", "value": "-5/2"},
        {"id": "c6", **BY, "do": "excuse", "night": "n2", "player": "u1"},
    ],
}  # fmt: skip
"""A season file with everything in it."""
