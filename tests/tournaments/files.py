"""Tournament files made by chance: every setting, and many ties. Each is played stage after stage, so that
those play a stage who got through to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.tournaments.reference import Group, filled, groups

Json = dict[str, Any]

PEOPLE = (
    "u1",
    "u2",
    "u10",
    "Z",
    "a",
    "é",
    "～",
    "😀",
    "main",
    "0",
    *(f"m{number}" for number in range(1, 140)),
)
"""Of several lengths, and in another order by code point than by letter, by number or in UTF-16."""
GUESTS = ("x1", "x2", "x9", "Lint", "y")
ROBOTS = ("easy", "hard", "u1")
TEAMS = ("Lint", "De Kring", " ", "\u2028", "é", "😀", "u1", "team")
SEEDS = ("text", "", "été 2026\n", "😀", "0")
NUMBERS = (0, 0, 1, 10, -5, "7/2", "-1/3", "113/2")
SETTINGS: dict[str, tuple[Any, ...]] = {
    "score": ("points", "points", "places", "both"),
    "level": ("yes", "no"),
    "team": (1, 2, 3, 4, 50),
    "missed": ("lowest", *NUMBERS),
    "bye": NUMBERS,
}
TIES = ("wins", "best_round", "last_round")


def tournament(random: Random) -> Json:
    """A tournament file's values, without a fault."""
    return _Tournament(random).made()


@dataclass
class _Tournament:
    """A tournament that is being played."""

    random: Random
    people: list[str] = field(default_factory=list[str])
    games: list[Json] = field(default_factory=list[Json])
    byes: list[Json] = field(default_factory=list[Json])
    withdrawn: list[Json] = field(default_factory=list[Json])
    document: Json = field(default_factory=dict[str, Any])
    highest: int = 3
    """Points are between its negative and itself: the lower it is, the more are equal."""
    missing: float = 0.0
    """How likely somebody misses a round; as likely they have a bye for it."""
    stopping: float = 0.0
    """How likely a round of a group has no game yet."""

    def made(self) -> Json:
        random = self.random
        crowd = (
            random.randint(60, 130)
            if self.chance(0.02)
            else random.choice((random.randint(1, 12), random.randint(12, 40)))
        )
        self.people = random.sample(PEOPLE[: max(crowd, 30)], crowd)
        self.highest = random.choice((0, 1, 3, 6, 60))
        self.missing = random.choice((0.0, 0.05, 0.3))
        self.stopping = random.choice((0.0, 0.0, 0.0, 0.05, 0.3))
        stages = self.stages(crowd)
        self.document = {
            "tournament": 1,
            "seed": random.choice((*SEEDS, str(random.random()))),
            "settings": self.settings(),
            "people": self.entrants(),
            "stages": stages,
            "byes": self.byes,
            "withdrawn": self.withdrawn,
            "games": self.games,
        }
        if self.chance(0.5):
            self.document |= {"name": random.choice(("", "BK Kingen"))}
        if self.chance(0.5):
            self.document |= {"levels": self.some_of({"3": random.choice(("13/17", 2)), "5": "13/10"})}
        for stage in range(len(stages)):
            for group in self.groups_of(stage):
                self.play(group)
            self.withdraw(stage)
        self.leave_late()
        for part in (self.games, self.byes, self.withdrawn):
            random.shuffle(part)
        for name in ("byes", "withdrawn"):
            if not self.document[name] and self.chance(0.5):
                del self.document[name]
        return self.document

    def chance(self, likelihood: float) -> bool:
        return self.random.random() < likelihood

    def some_of(self, values: Json) -> Json:
        return {name: value for name, value in values.items() if self.chance(0.7)}

    def settings(self) -> Json:
        random = self.random
        found = {name: random.choice(values) for name, values in SETTINGS.items()}
        found["ties"] = random.sample(TIES, random.choice((0, 1, 2, 3, 3)))
        numbers = random.choice(((0, 0, 1), (90, 60, 30), NUMBERS))
        found["place_points"] = self.some_of({size: random.choices(numbers, k=int(size)) for size in "345"})
        return self.some_of(found)

    def entrants(self) -> list[Json]:
        """Some of no team; some teams of fewer people than count."""
        teams = self.random.sample(TEAMS, self.random.choice((1, 3, len(TEAMS))))
        without = self.random.choice((0.0, 0.3, 1.0))
        found: list[Json] = []
        for person in self.people:
            team = {} if self.chance(without) else {"team": self.random.choice(teams)}
            found.append({"id": person, **team, **({"name": "Ann"} if self.chance(0.3) else {})})
        return found

    def stages(self, crowd: int) -> list[Json]:
        random = self.random
        many = random.randint(1, 4)
        found: list[Json] = []
        for at in range(many):
            stage: Json = {"rounds": random.choice((1, 1, 2, 3, 4))}
            if self.chance(0.3):
                stage["name"] = random.choice(("", "final"))
            if at < many - 1:
                cuts = 2, 3, max(2, crowd // 4), max(2, crowd // 2), max(2, crowd * 3 // 4), crowd + 2
                stage["cut"] = random.choice(cuts)
                small = random.choice((0, 1, 2, 3, 5, crowd))
                stage |= self.some_of({"small": small, "winners": self.yes(), "carry": self.yes()})
            found.append(stage)
        return found

    def yes(self) -> str:
        return self.random.choice(("yes", "no"))

    def groups_of(self, stage: int) -> list[Group]:
        return [group for group in groups(filled(self.document)) if group.stage == stage]

    def play(self, group: Group) -> None:
        """The rounds of a group."""
        for round_ in range(1, self.document["stages"][group.stage]["rounds"] + 1):
            of_round = {"stage": group.stage, "round": round_}
            absent = [person for person in group.people if self.chance(self.missing)]
            sit_out = [
                person for person in group.people if person not in absent and self.chance(self.missing)
            ]
            self.byes += [{**of_round, "player": person} for person in sit_out]
            sitting = [person for person in group.people if person not in (*absent, *sit_out)] or absent[:1]
            absent = [person for person in absent if person not in sitting]
            self.random.shuffle(sitting)
            if self.chance(self.stopping):
                continue
            while sitting:
                size = self.random.choice((3, 4, 4, 4, 5))
                table, sitting = sitting[:size], sitting[size:]
                game = {"id": f"g{len(self.games)}", **of_round, "group": group.name}
                self.games.append({**game, "seats": self.seats(table, size, absent)})

    def seats(self, table: list[str], size: int, absent: list[str]) -> list[Json]:
        """The people, and at what is left over of the table guests and robots. Who is absent from the round
        may have come after all, as a guest."""
        seats: list[Json] = [{"player": person} for person in table]
        guests = self.random.sample(GUESTS, len(GUESTS))
        while len(seats) < size:
            if absent and self.chance(0.3):
                seats.append({"guest": absent.pop()})
            elif self.chance(0.4):
                seats.append({"guest": guests.pop()})
            else:
                seats.append({"robot": self.random.choice(ROBOTS)})
        self.random.shuffle(seats)
        return [{**seat, "points": self.random.randint(-self.highest, self.highest)} for seat in seats]

    def withdraw(self, stage: int) -> None:
        """During or after the stage."""
        likelihood = self.random.choice((0.0, 0.1, 0.5))
        gone = {one["player"] for one in self.withdrawn}
        for group in self.groups_of(stage):
            for person in group.people:
                if person not in gone and self.chance(likelihood):
                    self.withdrawn.append({"player": person, "after": stage})

    def leave_late(self) -> None:
        """Who got no further anyway withdraws from a stage that they play or had no place in."""
        reached = {person: group.stage for group in groups(filled(self.document)) for person in group.people}
        gone = {one["player"] for one in self.withdrawn}
        for person, stage in reached.items():
            if person not in gone and self.chance(0.05):
                after = self.random.randrange(stage, len(self.document["stages"]))
                self.withdrawn.append({"player": person, "after": after})
