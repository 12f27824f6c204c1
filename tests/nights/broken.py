"""Files that are no request for a plan of seats, and some that are though they may not look it."""

from __future__ import annotations

import json
from typing import Any, Final

GONE: Final = object()
"""What takes a field away."""


def whole() -> dict[str, Any]:
    """A request with all its parts."""
    return {
        "players": ["u1", "u2", "u3", "u4", "u5"],
        "rounds": 2,
        "mode": "fewest",
        "remainder": "bye",
        "history": [["u1", "u2", 3], ["u9", "u1", 1]],
        "forbidden": [["u1", "u9"]],
        "totals": {"u1": 12, "u2": "1/2"},
        "standings": ["u4", "u1", "u9"],
        "sat_out": {"u1": 1},
        "seed": "text",
    }


WRONG: Final[dict[str, tuple[Any, ...]]] = {
    "players": (
        GONE, None, {}, "u1", ["u1", "u1", "u2", "u3"], ["u1", 2, "u3", "u4"], ["u1", "", "u3", "u4"],
        ["u1", "u 2", "u3", "u4"], ["u1", "u\u00a02", "u3", "u4"], ["u1", "u2\n", "u3", "u4"],
        ["u1", "robot", "u3", "u4"], ["u1", ["u2"], "u3", "u4"], ["u1", None, "u3", "u4"],
    ),
    "rounds": (GONE, None, -1, 1.5, 2.0, "2", True, [2], "1/2"),
    "mode": (GONE, None, "", "best", "Fewest", ["fewest"], 1, {}),
    "remainder": (GONE, None, "", "robot", "BYE", ["bye"], 0, {}),
    "seed": (GONE, None, 1, ["text"], {}),
    "history": (
        None, {}, "u1", [["u1", "u2"]], [["u1", "u2", 3, 4]], [["u1", "u2", -1]], [["u1", "u2", 1.0]],
        [["u1", "u2", "1"]], [["u1", "u2", True]], [["u1", "robot", 1]], [["u1", "", 1]], [["u1", 2, 1]],
        [{"u1": 1}], [["u1", "u2", None]], ["u1"],
    ),
    "forbidden": (
        None, {}, [["u1"]], [["u1", "u2", "u3"]], [["u1", "robot"]], [["u1", " "]], ["u1u2"], [[1, 2]],
    ),
    "totals": (
        None, [], {"u1": 1.5}, {"u1": "12"}, {"u1": "2/4"}, {"u1": "3/1"}, {"u1": "1/-2"}, {"u1": True},
        {"u1": None}, {"": 1}, {"u 1": 1}, {"robot": 1}, {"u1": "1/0"},
    ),
    "standings": (None, {}, "u1", [1], ["u1", ""], ["robot"], [None], [["u1"]]),
    "sat_out": (
        None, [], {"u1": -1}, {"u1": 1.0}, {"u1": "1"}, {"u1": True}, {"": 1}, {"robot": 1}, {"u1": "1/2"},
    ),
    "zone": ("Europe/Brussels", None),
    "": (1,),
}  # fmt: skip
"""For each field what it may not be."""

DOUBTFUL: Final[dict[str, tuple[Any, ...]]] = {
    "rounds": (0,),
    "seed": ("\ud800",),
    "players": (["u1", "u\udfff", "u3", "u4"],),
    "history": ([["u1", "u1", 2]], [["u1", "u2", 1], ["u2", "u1", 2]], [["u1", "u2", 0]]),
    "forbidden": ([["u1", "u1"]], [["u1", "u9"], ["u9", "u1"]]),
    "standings": (["u1", "u2", "u1"],),
}
"""For each field what the paragraphs do not say whether it may be."""

RIGHT: Final[dict[str, tuple[Any, ...]]] = {
    "players": ([], ["u1"], ["u\u200b1", "u1", "U1", "Robot"], ["0", "00", "é", "e\u0301"]),
    "rounds": (1, 7),
    "seed": ("", " ", "\x00", "0" * 10_000),
    "history": (GONE, [], [["u1", "u2", 10**30]]),
    "forbidden": (GONE, [], [["u8", "u9"]]),
    "totals": (GONE, {}, {"u1": -1, "u2": "-1/2", "u9": 10**30}),
    "standings": (GONE, [], ["u9"]),
    "sat_out": (GONE, {}, {"u9": 4, "u1": 10**30, "u2": 0}),
}
"""For each field what it may well be."""

_WHOLE: Final = json.dumps(whole())
NO_REQUEST: Final = (
    b"", b" ", b"{", b"null", b"[]", b'"fewest"', b"3", b"{}", b"\xff", _WHOLE.encode("utf-16"),
    _WHOLE.encode() + b"x", _WHOLE.encode()[:-1], ("[" + _WHOLE + "]").encode(),
    _WHOLE.replace('"rounds": 2', '"rounds": 2, "rounds": 2').encode(),
    _WHOLE.replace('"u1": 12', '"u1": 12, "u1": 12').encode(),
    _WHOLE.replace('"u1": 12', '"u1": NaN').encode(),
    _WHOLE.replace('"rounds": 2', '"rounds": Infinity').encode(),
    b"[" * 100_000, b'{"players": ' * 100_000,
)  # fmt: skip
"""Files without a request in them."""


def files(changes: dict[str, tuple[Any, ...]]) -> list[bytes]:
    """The whole request with one field changed, a file for each change."""
    return [_with(name, value) for name, values in changes.items() for value in values]


def _with(name: str, value: Any) -> bytes:
    changed = {**whole(), name: value}
    return json.dumps({field: one for field, one in changed.items() if one is not GONE}).encode()
