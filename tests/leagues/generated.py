"""Season files made by chance: every setting, every kind of night, game and correction, and many ties."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from tests.leagues.generated_corrections import Corrections

Json = dict[str, Any]

ZONES = ("Europe/Brussels", "America/New_York", "Asia/Kathmandu", "Pacific/Auckland", "Pacific/Niue", "UTC")
BEGINNINGS = (date(2026, 3, 26), date(2026, 10, 23), date(2026, 3, 6), date(2026, 9, 25), date(2025, 12, 28))
"""A few days before the clocks of a zone change, and before a new year."""
MEMBERS = ("u1", "u2", "u10", "Z", "a", "é", "～", "😀", *(f"m{number}" for number in range(1, 11)))
"""Of several lengths, and in another order by code point than by letter, by number or in UTF-16."""
GUESTS = ("x1", "x2", "x9")
ROBOTS = ("easy", "hard")
NUMBERS = (0, 10, -5, 100, "7/2", "-1/3", "113/2")
SETTINGS: dict[str, tuple[Any, ...]] = {
    "score": ("points", "places", "both"),
    "level": ("yes", "no"),
    "left": ("nothing", "lowest", "lowest", 10, "-7/2"),
    "bye": ("nothing", 0, 4, "3/2"),
    "night": ("sum", "average"),
    "free": ("count", "count", "ignore"),
    "absence": ("nothing", "average", 0, -5, "1/3"),
    "excused": ("nothing", "average", 0, 10, "1/3"),
    "best": ("all", 1, 2, 3),
    "measure": ("total", "average", "average_game"),
    "minimum": (0, 1, 2, 3),
    "stake": (0, 1, 5, 25),
}
TIES = ("wins", "best_night", "last_night")


def season(random: Random) -> Json:
    """A season file's values. What it says is well formed; what its corrections ask is often refused."""
    return _Season(random).made()


def text(random: Random, values: Json) -> str:
    """The season file, with the fields of each object in any order."""
    return json.dumps(_shuffled(random, values), ensure_ascii=random.random() < 0.5)


def _shuffled(random: Random, value: Any) -> Any:
    if isinstance(value, list):
        return [_shuffled(random, one) for one in value]
    if isinstance(value, dict):
        return {name: _shuffled(random, value[name]) for name in random.sample(list(value), len(value))}
    return value


@dataclass
class _Season:
    """A season in the making."""

    random: Random
    zone: str = ""
    first: date = BEGINNINGS[0]
    members: Sequence[str] = ()
    nights: list[Json] = field(default_factory=list)

    def made(self) -> Json:
        random = self.random
        self.zone, self.first = random.choice(ZONES), random.choice(BEGINNINGS)
        many = random.randint(13, 18) if self.chance(0.1) else random.randint(3, 7)
        self.members = random.sample(MEMBERS[:8] if many < 8 else MEMBERS, many)
        self.nights = [self.night(f"n{at}") for at in range(random.choice((0, 1, 2, 3, 4, 5)))]
        random.shuffle(self.nights)
        most = 20 if many > 12 else 4 + 2 * len(self.nights)
        games = [self.game(f"g{at}") for at in range(random.randint(0, most))]
        byes = [self.bye() for _ in range(random.randint(0, 3) if self.nights else 0)]
        values = {
            "season": 1,
            "settings": self.settings(),
            "zone": self.zone,
            "members": [self.member(one) for one in self.members],
            "nights": self.nights,
            "games": random.sample(games, len(games)),
            **self.maybe("name", "Dinsdagclub “2026”"),
            **self.maybe("guests", [{"id": one, "name": "Jan"} for one in GUESTS]),
            **self.maybe("levels", {size: random.choice(("13/17", "13/10", 2)) for size in self.some("35")}),
            **self.maybe("robots", {one: self.rating() for one in self.some(ROBOTS)}),
            **self.maybe("ratings", {one: self.rating() for one in self.some((*self.members, *GUESTS))}),
            **(self.maybe("byes", byes) if not byes else {"byes": byes}),
        }
        corrections = Corrections(random, values, self.game, self.person).made()
        return values | (self.maybe("corrections", []) if not corrections else {"corrections": corrections})

    # Chance

    def chance(self, likelihood: float) -> bool:
        return self.random.random() < likelihood

    def maybe(self, name: str, value: Any) -> Json:
        """A field that may be left out."""
        return {name: value} if self.chance(0.7) else {}

    def some(self, ones: Sequence[str]) -> list[str]:
        return self.random.sample(ones, self.random.randint(0, len(ones)))

    # Parts of the file

    def settings(self) -> Json:
        found = {name: self.random.choice(values) for name, values in SETTINGS.items() if self.chance(0.6)}
        numbers = {size: self.random.choices(NUMBERS, k=int(size)) for size in self.some("345")}
        return found | self.maybe("place_points", numbers) | self.maybe("ties", self.some(TIES))

    def rating(self) -> list[float]:
        return [self.random.choice((20.0, 25, 31.4)), self.random.choice((1.0, 8, 7.9))]

    def day(self) -> str:
        return (self.first + timedelta(days=self.random.randint(0, 6))).isoformat()

    def member(self, one: str) -> Json:
        """Most from the beginning; some joined or left on a day of the season."""
        joined = self.day() if self.chance(0.3) else "2025-01-01"
        left = {"left": self.day()} if self.chance(0.2) else self.maybe("left", None)
        return {"id": one, "name": one.upper(), "joined": joined, **left}

    def night(self, name: str) -> Json:
        return {"id": name, "date": self.day(), **self.maybe("excused", self.some(self.members))}

    def bye(self) -> Json:
        night, player = self.random.choice(self.nights)["id"], self.random.choice(self.members)
        return {"night": night, "round": self.random.randint(1, 3), "player": player}

    # Games

    def game(self, name: str) -> Json:
        """Points are so small that many are equal."""
        started = self.moment()
        ended = started + timedelta(minutes=self.random.choice((30, 60, 60, 1440)))
        seats = self.seats(self.random.choice((3, 4, 4, 4, 5)))
        total = self.random.choice(({}, {"sum": None}, *[{"sum": sum(seat["points"] for seat in seats)}] * 2))
        planned = self.nights and self.chance(0.7)
        return {
            "id": name,
            "night": self.random.choice(self.nights)["id"] if planned else None,
            "started": f"{started:%Y-%m-%dT%H:%M:%SZ}",
            "ended": f"{ended:%Y-%m-%dT%H:%M:%SZ}",
            "seats": seats,
            **total,
        }

    def moment(self) -> datetime:
        """Often within a second of a local midnight."""
        day = date.fromisoformat(self.day())
        hour = time(0) if self.chance(0.5) else time(self.random.choice((2, 14, 19, 20, 23)))
        local = datetime.combine(day, hour, ZoneInfo(self.zone))
        return local.astimezone(UTC) + timedelta(seconds=self.random.choice((-1, 0)))

    def seats(self, size: int) -> list[Json]:
        """Nobody twice; robots where a person would be."""
        without_guests = self.chance(0.4)
        others = () if without_guests else (*GUESTS, *self.some(self.members))
        kinds = {**dict.fromkeys(others, "guest"), **dict.fromkeys(self.some(self.members), "player")}
        if self.chance(0.6):
            kinds = {**kinds, **dict.fromkeys(self.members, "player")}
        sitting = self.random.sample(list(kinds), min(size, len(kinds)))
        seats = [{kinds[one]: one} for one in sitting]
        seats += [{"robot": self.random.choice(ROBOTS)} for _ in range(size - len(seats))]
        if self.chance(0.3):
            seats[0] = {"robot": "easy"}
        self.random.shuffle(seats)
        left = 0.4 if self.chance(0.4) else 0.0
        return [{**seat, "points": self.random.randint(-2, 3), **self.given_up(left)} for seat in seats]

    def given_up(self, likelihood: float) -> Json:
        """Also by who sits there or elsewhere at the end, and several seats by one."""
        if self.chance(likelihood):
            return {"left": [self.person() for _ in range(self.random.choice((1, 1, 2)))]}
        return {"left": []} if self.chance(0.3) else {}

    def person(self) -> str:
        return self.random.choice((*self.members, self.random.choice(GUESTS)))
