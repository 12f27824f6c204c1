"""``/league import``: seasons in spreadsheets and season files, looked at, kept and taken back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.playground import reading
from bot.playground.people import Person
from bot.playground.world.files import Upload
from tests.e2e.house import House
from tests.e2e.league.clubs import Club, labels

SEATS = """Date;Table;Player;Points
2025-09-08;1;ann;3
;;Bob;-3
;;Cath;0
15/9/2025;1;Ann;4
;;Bob;-3
;;Cath;-1
"""
SCORES = """Datum,Ann,Bob,Cath,Dirk,Totaal
08.09.2025,3,-3,0,,0
08.09.2025,,-3,0,3,0
"""
PAIRS = """Дата;Игрок 1;Очки 1;Игрок 2;Очки 2;Игрок 3;Очки 3
08.09.2025;Ann;3;Bob;-3;Cath;0
"""
TOTALS = """Nom;Total
Ann;12,5
Bob;-3
"""


def season_file(**more: Any) -> bytes:
    """A small season file."""
    seats = [{"player": "u1", "points": 3}, {"player": "u2", "points": -3}, {"guest": "x", "points": 0}]
    game = {"id": "g1", "night": "n1", "started": "2025-09-08T18:00:00Z", "ended": "2025-09-08T19:00:00Z"}
    written = {
        "season": 1,
        "name": "Season 2025",
        "zone": "Europe/Brussels",
        "settings": {},
        "members": [
            {"id": "u1", "name": "Ann", "joined": "2025-09-01"},
            {"id": "u2", "name": "Wim", "joined": "2025-09-01"},
        ],
        "guests": [{"id": "x", "name": "Jan"}],
        "nights": [{"id": "n1", "date": "2025-09-08"}],
        "games": [{**game, "sum": 0, "seats": seats}],
        **more,
    }
    return json.dumps(written).encode()


async def given(house: House, person: Person, name: str, data: bytes | str) -> dict[str, Any]:
    """``/league import`` with a file; the panel."""
    content = data.encode() if isinstance(data, str) else data
    done = await house.command(person, "league import", {"file": Upload(name, content)})
    assert done.state == "answered", done.error
    assert done.message is not None and done.message["flags"] & 64
    return person.message(done.message["id"])


async def test_one(house: House) -> None:
    club = await Club.made(house, "Ann", "Bram")
    ann = house.person("Ann")
    panel = await given(house, ann, "old.csv", SEATS)
    print(reading.text(panel), labels(panel))
    panel = await club.press(ann, panel, "Columns")
    print(reading.text(panel), labels(panel), reading.selects(panel))
    panel = await club.press(ann, panel, "Standings")
    panel = await club.press(ann, panel, "Import")
    print(reading.text(panel), labels(panel))
    seasons = await house.bot.store.seasons.seasons(club.league.id)
    print(seasons)
    panel = await club.press(ann, panel, "Undo the import")
    print(reading.text(panel), labels(panel))
    panel = await club.press(ann, panel, "Yes")
    print(reading.text(panel), labels(panel))
    for name, data in [("a.csv", SCORES), ("b.csv", PAIRS), ("c.csv", TOTALS), ("s.json", season_file()), ("x.json", b"{"), ("n.json", season_file(season=2)), ("x.csv", b"PK\x03\x04"), ("y.csv", "a;b\nc;d\n"), ("big.csv", b"a" * 6_000_000)]:
        panel = await given(house, ann, name, data)
        print("==", name, reading.text(panel), labels(panel))
