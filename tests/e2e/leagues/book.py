"""The standings of a league as people are shown them, beside a file that tells of its season: what that comes
to by the second calculation (``tests/leagues/reference``) has to be what is shown. And corrections, made as
organisers make them, and told in the file."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from sqlite3 import connect
from typing import Any

from bot.tables.table import Table
from playground import reading
from playground.people import Person
from tests.clock import FakeClock
from tests.e2e.house import House
from tests.e2e.leagues.club import Shown
from tests.leagues.reference.season import differences, standings_lines
from tests.leagues.schedule import Json


@dataclass(kw_only=True)
class Book(ABC):
    """See the module. ``file`` tells of the season; ``people`` are those whom it knows, by name."""

    house: House
    clock: FakeClock
    database: Path
    people: dict[str, Person] = field(default_factory=dict[str, Person])
    file: Json = field(default_factory=dict[str, Any])
    checked: int = 0

    @property
    @abstractmethod
    def organiser(self) -> Person:
        """Who corrects, and looks at the standings."""

    def name_of(self, id: str) -> str:
        """What somebody is called whom the file knows by an id."""
        by_id = {str(person.id): name for name, person in self.people.items()}
        return by_id.get(id, id.removeprefix("+"))

    def seats_at_the_end(self, table: Table) -> list[Json]:
        """Of a game played at a table: what the log of its sittings and its points say."""
        with closing(connect(self.database)) as database:
            sql = "SELECT seat, user_id, points FROM results WHERE table_id = ? ORDER BY seat"
            ended = database.execute(sql, (table.facts.id,)).fetchall()
            sql = "SELECT seat, user_id FROM given_up WHERE table_id = ?"
            gone = database.execute(sql, (table.facts.id,)).fetchall()
        members = {one["id"] for one in self.file["members"]}
        seats: list[Json] = []
        for seat, user_id, points in ended:
            holder = (
                {"robot": "steady"}
                if user_id is None
                else {"player" if str(user_id) in members else "guest": str(user_id)}
            )
            left = [str(one) for number, one in gone if number == seat]
            seats.append({**holder, "points": points, "left": left})
        return seats

    async def on_game(self, game: Json, among: Shown | None = None) -> Shown:
        """What an organiser can correct about a game, found in a list of games or among those of somebody who
        played in it."""
        (someone, *_) = [self.name_of(one["player"]) for one in game["seats"] if "player" in one]
        shown = among or await Shown.by(self.house, self.organiser, "results", player=someone)
        while True:
            value = _option(shown.message, [f"{self._seat_told(one)}" for one in game["seats"]])
            if value is not None:
                break
            (more,) = [one for one in shown.labels if one.endswith("›")]
            await shown.press(more)
        known = {one["id"] for one in self.house.whispers(self.organiser)}
        (select,) = [one for one in reading.selects(shown.message) if ":league-result:" in one.custom_id]
        await (await self.organiser.select(shown.id, select.custom_id, [value])).done()
        await self.house.settled()
        (new,) = [one["id"] for one in self.house.whispers(self.organiser) if one["id"] not in known]
        return await Shown(self.house, self.organiser, new).opened("Correct …")

    def _seat_told(self, seat: Json) -> str:
        who = "Robot" if "robot" in seat else self.name_of(seat.get("player") or seat["guest"])
        return f"{who} {signed(seat['points'])}"

    async def make(self, shown: Shown, asked: Any, typed: dict[str, str], **event: Any) -> str:
        """Fill in what a correction takes, look at what it would do, and make it; returns what the file calls
        it."""
        await shown.fill(asked, **typed, reason="as agreed")
        assert "Not confirmed yet" in shown.text, shown.text
        await shown.press("Confirm")
        assert "Not confirmed yet" not in shown.text, shown.text
        name = f"c{len(self.file['corrections']) + 1}"
        told = {
            "id": name,
            "at": kept(datetime.fromtimestamp(self.clock.now(), UTC)),
            "by": str(self.organiser.id),
        }
        self.file["corrections"].append({**told, "reason": "as agreed", **event})
        await self.check_table()
        return name

    async def refused(self, shown: Shown, asked: Any, typed: dict[str, str]) -> None:
        """Something is not done, and nothing changes."""
        await shown.fill(asked, **typed, reason="by mistake")
        assert shown.labels == ["Change …", "Cancel"], shown.text
        await shown.press("Cancel")
        await self.check_table()

    async def undo(self, event: str | None = None) -> str:
        """Undo the latest event that can be, by the log; or that of the file's name."""
        log = await Shown.by(self.house, self.organiser, "log")
        standing = self.standing()
        place = standing.index(event) if event is not None else 0
        while place >= len(offered := _offered(log.message)):
            place -= len(offered)
            (more,) = [one for one in log.labels if one.endswith("›")]
            await log.press(more)
        custom_id, value = offered[place]
        done = await (await self.organiser.select(log.id, custom_id, [value])).done()
        await self.house.settled()
        return await self.make(log, done, {}, do="undo", event=event or standing[0])

    def standing(self) -> list[str]:
        """The events that stand, the latest first (L18)."""
        standing: dict[str, bool] = {}
        for one in reversed(self.file["corrections"]):
            gone = [
                other["id"]
                for other in self.file["corrections"]
                if other["do"] == "undo" and other["event"] == one["id"] and standing[other["id"]]
            ]
            standing[one["id"]] = not gone
        return [name for name, stands in standing.items() if stands]

    def due(self, file: Json | None = None) -> list[Json]:
        """The standings that the paragraphs give."""
        found = standings_lines(json.dumps(file or self.file), "lived")
        assert not [one for one in found if "error" in one]
        return [one for one in found if "place" in one]

    async def check_table(self) -> None:
        """``/league standings`` in words is what has to be, on all its pages."""
        shown = await Shown.by(self.house, self.organiser, "standings")
        found = lines_of(shown.text)
        while any(one.endswith("›") for one in shown.labels):
            (more,) = [one for one in shown.labels if one.endswith("›")]
            await shown.press(more)
            found += [one for one in lines_of(shown.text) if one not in found]
        assert found == [self._shown(one) for one in self.due()], shown.text
        self.checked += 1

    def _shown(self, due: Json) -> Told:
        """A line of the standings as people read it."""
        moved = due["moved"]
        told = (
            ""
            if moved is None
            else "same place"
            if moved == 0
            else f"{'up' if moved > 0 else 'down'} {abs(moved)}"
        )
        value, name = rounded(due["value"]), self.name_of(due["player"])
        return due["place"], name, value, told, due["nights"], due["games"]

    async def check_file(self, folder: Path) -> None:
        """The season file, and what ``python -m bot standings`` prints of it."""
        shown = await (await Shown.by(self.house, self.organiser, "export")).opened("Season file")
        (given,) = reading.pictures(self.house.server, shown.message)
        path = folder / "exported.json"
        path.write_bytes(given.data)
        lines = _printed(path)
        assert differences(lines, standings_lines(given.data, path.name)) == []
        assert [one for one in lines if "place" in one] == self.due()
        assert not any("error" in one for one in lines)


Told = tuple[int | None, str, str, str, int, int]
"""Place, name, value, movement, nights played and game scores got, as people read them."""

_LINE = re.compile(
    r"(?:You: )?(?:(\d+)\. )?([^:,.]+?)(?:, without a place)?: (−?[\d,]*\d(?:\.\d)?)(?:, shared place)?"
    r"(?:, (up \d+|down \d+|same place))?, (\d+) nights?, (\d+) games?(?:, form [\d –]+)?"
)


def _printed(path: Path) -> list[Json]:
    """What ``python -m bot standings`` prints of a file."""
    command = [sys.executable, "-m", "bot", "standings", str(path)]
    printed = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    return [json.loads(one) for one in printed.splitlines()]


def kept(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def signed(points: int) -> str:
    return f"+{points}" if points > 0 else f"−{-points}" if points else "0"


def _offered(log: dict[str, Any]) -> list[tuple[str, str]]:
    """The events of a leaf of the log that can be undone: what chooses each."""
    selects = [one for one in reading.selects(log) if ":league-undo:" in one.custom_id]
    return [(one.custom_id, value) for one in selects for _, value in one.options]


def _option(message: dict[str, Any], told: Sequence[str]) -> str | None:
    """The value of the only option whose description tells all of this, robots of any level."""
    found: list[str] = []

    def look(part: Any) -> None:
        if isinstance(part, dict):
            seats = re.sub(r"\w+ robot\b( [1-5](?= ))?", "Robot", part.get("description", "")).partition(
                " · "
            )[0]
            if sorted(seats.split(", ")) == sorted(told):
                found.append(part["value"])
            for inner in part.values():
                look(inner)
        elif isinstance(part, list):
            for inner in part:
                look(inner)

    look(message)
    assert len(found) <= 1
    return found[0] if found else None


def lines_of(text: str) -> list[Told]:
    """The lines of standings in words."""
    found: list[Told] = []
    for line in text.replace("\\", "").replace("*", "").splitlines():
        if (match := _LINE.fullmatch(line)) is not None:
            place, name, value, moved, nights, games = match.groups()
            value = value.replace(",", "")
            found.append((int(place) if place else None, name, value, moved or "", int(nights), int(games)))
    return found


def rounded(value: int | str) -> str:
    """A score as people read it: half to even, one decimal, without a trailing zero."""
    tenths = round(Fraction(value) * 10)
    whole, rest = divmod(abs(tenths), 10)
    return f"{'−' if tenths < 0 else ''}{whole}" + (f".{rest}" if rest else "")
