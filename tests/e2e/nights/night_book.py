"""The book of a league whose nights are played at tables: what happened there is told in a season file, and
who sits where in requests for plans of seats. Both are checked by what was written from the paragraphs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from fractions import Fraction
from itertools import combinations
from math import lcm
from pathlib import Path
from typing import Any

from bot.nights.model import Evening, Round, StepKind
from bot.tables.model import State
from bot.tables.table import Table
from playground import reading
from playground.people import Person
from tests.e2e.leagues.book import Book, kept, rounded, signed
from tests.e2e.nights.evening_out import ZONE, EveningOut
from tests.leagues.reference.reading import number
from tests.leagues.schedule import Json
from tests.nights.reference.seating_check import faults_of, repeats
from tests.nights.reference.seating_request import DEFAULTS, ROBOT

_LINE = re.compile(r"(?:^|[\s.])(?:You: )?(\d+)\. ([^:.]+): ([+−]?[\d,]+(?:\.\d)?)")
"""Place, name and value of a line of a table, as a picture says it."""


@dataclass(kw_only=True)
class NightBook(Book):
    """See the module. ``left`` are who is known to have given up a seat, by the table's number and the
    seat."""

    out: EveningOut
    left: dict[tuple[int, int], list[str]] = field(default_factory=dict[tuple[int, int], list[str]])

    @classmethod
    async def begun(
        cls, out: EveningOut, database: Path, settings: Json | None = None, levels: Json | None = None
    ) -> NightBook:
        """Of a league that has just been joined by its members; the organiser reads words, not pictures."""
        clock = out.clock
        await out.house.bot.people.prefer(out.people[0].id, lambda one: replace(one, text_mode=True))
        people = {one.name: one for one in out.people}
        book = cls(house=out.house, clock=clock, database=database, people=people, out=out)
        joined = datetime.fromtimestamp(clock.now(), UTC).date().isoformat()
        members = [
            {"id": str(one.id), "name": one.name, "joined": joined, "left": None} for one in out.people
        ]
        book.file = {
            "season": 1, "settings": settings or {}, "levels": levels or {}, "zone": ZONE, "members": members,
            "nights": [], "games": [], "byes": [], "corrections": [],
        }  # fmt: skip
        return book

    @property
    def organiser(self) -> Person:
        return self.out.people[0]

    def name_of(self, id: str) -> str:
        return self.house.server.people[int(id)].name

    # --- what happened

    async def tell(self, number: int) -> None:
        """A round is over: its games, and who sat it out."""
        evening = await self.out.evening()
        night = {"id": evening.night, "date": evening.date.isoformat()}
        if night not in self.file["nights"]:
            self.file["nights"].append(night)
        for table in await self.out.tables(number):
            if table.facts.state is State.FINISHED:
                self.file["games"].append(self._game(evening, table))
        for one in range(1, evening.round + 1):  # the next one has begun, where one follows
            self._tell_byes(evening, one)

    def _tell_byes(self, evening: Evening, number: int) -> None:
        """Members who sit out a round that has begun (L8)."""
        ids = {one["id"] for one in self.file["members"]}
        for one in map(str, evening.plan[number - 1].byes):
            bye = {"night": evening.night, "round": number, "player": one}
            if one in ids and bye not in self.file["byes"]:
                self.file["byes"].append(bye)

    def _game(self, evening: Evening, table: Table) -> Json:
        seats = self.seats_at_the_end(table)
        for at, seat in enumerate(seats):
            assert seat["left"] == self.left.get((table.facts.id, at), []), (table.facts.id, at)
        now = kept(datetime.fromtimestamp(self.clock.now(), UTC))
        total = sum(one["points"] for one in seats)
        told = {"id": f"t{table.facts.id}", "night": evening.night, "started": now, "ended": now}
        return {**told, "sum": total, "seats": seats}

    def gives_up(self, table: Table, seat: int, person: Person) -> None:
        """Somebody gives up a seat in the middle of a game."""
        self.left.setdefault((table.facts.id, seat), []).append(str(person.id))

    # --- who sits where

    async def check_seating(self, here: Iterable[Person], since: int) -> int:
        """The plan from that round on is one for those who are here (N2, N3); how often people meet again by
        it."""
        evening = await self.out.evening()
        request = self._request(evening, here, since)
        rounds = [_as_asked(one) for one in evening.plan[since - 1 :]]
        meetings = repeats({**DEFAULTS, **request}, rounds)
        found = faults_of(request, {"rounds": rounds, "repeats": meetings})
        assert not found, found
        return meetings

    def _request(self, evening: Evening, here: Iterable[Person], since: int) -> Json:
        settings = evening.settings
        return {
            "players": sorted(str(one.id) for one in here),
            "rounds": settings.rounds - since + 1,
            "mode": settings.mode,
            "remainder": settings.remainder,
            "seed": evening.seed,
            "history": [[*pair, times] for pair, times in self._met().items()],
            "forbidden": [[str(one), str(other)] for one, other in settings.apart],
            "totals": self._totals(evening),
            "standings": [one["player"] for one in self.due()],
            "sat_out": dict(
                Counter(one["player"] for one in self.file["byes"] if _is_before(one, evening, since))
            ),
        }

    def _met(self) -> dict[tuple[str, str], int]:
        met = Counter[tuple[str, str]]()
        for game in self.file["games"]:
            people = sorted(_holder(one) for one in game["seats"] if "robot" not in one)
            met.update(combinations(people, 2))
        return dict(met)

    def _totals(self, evening: Evening) -> dict[str, int]:
        """What the night's table goes by so far, and the points of guests, who are in no table; in whole
        numbers of a part of a point that all of them have."""
        scores = {one["player"]: number(one["value"]) for one in self.due(self._night(evening))}
        scores |= {one: Fraction(points) for one, points in self._guests(evening.night).items()}
        parts = lcm(*(one.denominator for one in scores.values()))
        return {one: int(score * parts) for one, score in scores.items()}

    # --- what was posted

    async def check_result(self) -> None:
        """The night's table and the standings in its last message, as their pictures say them."""
        message = await self.out.message(StepKind.RESULT)
        night, standings = reading.pictures(self.house.server, message)
        evening = await self.out.evening()
        due = [(one["place"], self.name_of(one["player"]), rounded(one["value"])) for one in self.due()]
        told = _told(standings.alt)
        assert told and told == due[: len(told)], standings.alt
        assert len(told) == min(len(due), 10), standings.alt
        scores = {
            self.name_of(one["player"]): rounded(one["value"]) for one in self.due(self._night(evening))
        }
        shown = {name: value for _, name, value in _told(night.alt)}
        assert shown == scores, night.alt
        text = reading.text(message)
        for id, points in self._guests(evening.night).items():
            assert f"{self.name_of(id)} {signed(points)}" in text, text

    def _night(self, evening: Evening) -> Json:
        """The season, if that night had been all of it: then what somebody has is the night's score (L9)."""
        alone = {"best": "all", "measure": "total", "minimum": 0, "absence": "nothing", "excused": "nothing"}
        return {
            **self.file,
            "settings": {**self.file["settings"], **alone},
            "nights": [one for one in self.file["nights"] if one["id"] == evening.night],
            "games": [one for one in self.file["games"] if one["night"] == evening.night],
            "byes": [one for one in self.file["byes"] if one["night"] == evening.night],
            "corrections": [],
        }

    def _guests(self, night: str) -> dict[str, int]:
        made = Counter[str]()
        for game in self.file["games"]:
            if game["night"] == night:
                for one in game["seats"]:
                    if "guest" in one:
                        made[one["guest"]] += one["points"]
        return dict(made)


def _as_asked(one: Round) -> dict[str, list[Any]]:
    """A round as ``python -m bot seating`` would print it."""
    tables = [[ROBOT if seat is None else str(seat) for seat in table] for table in one.tables]
    return {"tables": tables, "byes": [str(person) for person in one.byes]}


def _is_before(bye: Json, evening: Evening, number: int) -> bool:
    return bye["night"] != evening.night or bye["round"] < number


def _holder(seat: Json) -> str:
    return seat["player"] if "player" in seat else seat["guest"]


def _told(alt: str) -> Sequence[tuple[int, str, str]]:
    return [
        (int(place), name, value.replace(",", "").lstrip("+")) for place, name, value in _LINE.findall(alt)
    ]
