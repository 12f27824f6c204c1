"""A tournament file with everything in it, to read and to break."""

from __future__ import annotations

from typing import Any

WHOLE_TOURNAMENT: dict[str, Any] = {
    "tournament": 1,
    "name": "BK Kingen",
    "seed": "text",
    "settings": {
        "score": "both", "place_points": {"4": [9, 6, "5/2", 0], "3": [90, 45, 0]}, "level": "yes",
        "ties": ["last_round", "wins"], "team": 2, "missed": "-1/2", "bye": 3,
    },
    "levels": {"3": "13/17"},
    "people": [
        {"id": "u1", "name": "Ann", "team": "Lint"}, {"id": "u2"}, {"id": "u3", "team": "Les Cœurs"},
        {"id": "u4", "name": "Dirk"}, {"id": "u5"}, {"id": "u6", "team": "Lint"},
    ],
    "stages": [
        {"name": "qualifying", "rounds": 1, "cut": 3, "small": 2, "winners": "yes", "carry": "yes"},
        {"name": "final", "rounds": 1},
    ],
    "byes": [{"stage": 0, "round": 1, "player": "u6"}],
    "withdrawn": [{"player": "u4", "after": 0}],
    "games": [
        {
            "id": "g1", "stage": 0, "group": "main", "round": 1,
            "seats": [
                {"player": "u1", "points": -3}, {"robot": "easy", "points": 4}, {"guest": "x9", "points": 5},
                {"player": "u2", "points": -6},
            ],
        },
        {
            "id": "g2", "stage": 0, "group": "main", "round": 1,
            "seats": [
                {"player": "u3", "points": 9}, {"player": "u4", "points": 8}, {"player": "u5", "points": 7},
            ],
        },
        {
            "id": "g3", "stage": 1, "group": "small", "round": 1,
            "seats": [
                {"player": "u2", "points": 1}, {"robot": "easy", "points": 0}, {"robot": "easy", "points": 0},
            ],
        },
    ],
}  # fmt: skip
