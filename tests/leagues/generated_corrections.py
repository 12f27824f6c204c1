"""Corrections made by chance, of every kind: some can be done, some are refused with each code (L17, L18)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

Json = dict[str, Any]

INSERTED = ("i1", "i2")
"""So few that an id is taken, freed and taken again."""


@dataclass
class Corrections:
    """The corrections of a season in the making. What will be refused is not known: there are so few games,
    ids and people that much meets."""

    random: Random
    season: Json
    new_game: Callable[[str], Json]
    new_person: Callable[[], str]
    found: list[Json] = field(default_factory=list)

    def made(self) -> list[Json]:
        """Single corrections, and scenes of several that build on each other."""
        scenes = (self.inserted_again, self.void_again, self.excused_again, self.seats_exchanged, self.undone)
        many = self.random.choice((0, 2, 5, 8, 12))
        while len(self.found) < many:
            if self.chance(0.25):
                self.random.choice(scenes)()
            else:
                self.add(self.doing())
        return self.found

    def chance(self, likelihood: float) -> bool:
        return self.random.random() < likelihood

    def add(self, doing: Json) -> str:
        """One more correction, at any time: it is the order of the file that counts. Returns its id."""
        again = self.found and self.chance(0.04)
        name = self.random.choice(self.found)["id"] if again else f"c{len(self.found)}"
        at = f"2026-11-09T08:{self.random.randint(0, 59):02}:00Z"
        self.found.append({"id": name, "at": at, "by": "boss", "reason": "typing error"} | doing)
        return name

    def take_back(self, *events: str) -> list[str]:
        """Undo these, one after the other."""
        return [self.add({"do": "undo", "event": event}) for event in events]

    # Scenes

    def inserted_again(self) -> None:
        """A game inserted and built upon; its id freed and taken again; and the first one wanted back."""
        name = self.random.choice(INSERTED)
        insert = self.add({"do": "insert", "game": self.new_game(name)})
        built = self.add(self.random.choice((self.void, self.points, self.player))(name))
        _, undo_built, undo_insert = self.take_back(insert, built, insert)
        if self.chance(0.5):
            self.add({"do": "insert", "game": self.new_game(name)})
        self.take_back(*self.random.sample((undo_insert, undo_built, undo_insert), 3))

    def void_again(self) -> None:
        """A game is void, no more, and has been after all, though something was done to it since."""
        name = self.game()
        void = self.add({"do": "void", "game": name})
        if self.chance(0.3):
            self.add({"do": "insert", "game": self.new_game(name)})
        (undo,) = self.take_back(void)
        built = self.add(self.random.choice((self.void, self.points, self.player))(name))
        (again,) = self.take_back(undo)
        self.take_back(*self.random.sample((built, undo, again), 3))

    def excused_again(self) -> None:
        excuse = self.excuse()
        (undo,) = self.take_back(self.add(excuse))
        again = self.add(excuse)
        self.take_back(undo, again, undo)

    def seats_exchanged(self) -> None:
        """The first step makes room for the second, whoever sat there before."""
        name, somebody = self.game(), self.new_person()
        game = self.as_written(name)
        before = game["seats"][0] if game else {"player": somebody}
        who = {kind: before[kind] for kind in ("player", "guest", "robot") if kind in before}
        first = self.add({"do": "player", "game": name, "seat": 0, "guest": "x7"})
        second = self.add({"do": "player", "game": name, "seat": 1} | who)
        self.take_back(*self.random.sample((first, second, first), 3))

    def undone(self) -> None:
        """Undone, not undone, undone another time; then what had been undone first is undone again."""
        event = self.add(self.random.choice((self.adjust, self.excuse, self.void))())
        (first,) = self.take_back(event)
        second, _ = self.take_back(first, event)
        self.take_back(second)

    # What there may be

    def game(self) -> str:
        ids = [game["id"] for game in self.season["games"]][:3]
        return "nowhere" if self.chance(0.05) else self.random.choice((*ids, *ids, *INSERTED))

    def member(self) -> str:
        ids = [member["id"] for member in self.season["members"]]
        return "nobody" if self.chance(0.05) else self.random.choice(ids)

    def night(self) -> str:
        ids = [night["id"] for night in self.season["nights"]]
        return "never" if self.chance(0.05) or not ids else self.random.choice(ids)

    def as_written(self, name: str) -> Json | None:
        """The game of that id: the last that was to be inserted, or the file's."""
        inserted = [event["game"] for event in self.found if event["do"] == "insert"]
        return next((game for game in (*inserted[::-1], *self.season["games"]) if game["id"] == name), None)

    # Each kind

    def doing(self) -> Json:
        if self.found and self.chance(0.2):
            return self.undo()
        doings = (self.void, self.points, self.player, self.player, self.insert, self.adjust, self.excuse)
        return self.random.choice(doings)()

    def void(self, name: str | None = None) -> Json:
        return {"do": "void", "game": name or self.game()}

    def points(self, name: str | None = None) -> Json:
        """Mostly the same points at other seats, so that a known sum is kept."""
        name = name or self.game()
        game = self.as_written(name)
        points = [seat["points"] for seat in game["seats"]] if game else [1, 0, 0, -1]
        self.random.shuffle(points)
        if self.chance(0.25):
            points[0] += 1
        if self.chance(0.1):
            points = points[1:] if self.chance(0.5) else [*points, 0]
        return {"do": "points", "game": name, "points": points}

    def player(self, name: str | None = None) -> Json:
        seat = self.random.choice((0, 1, 2, 2, 3, 4, -1))
        kinds = {"player": self.member, "guest": self.new_person, "robot": lambda: "hard"}
        kind = self.random.choice(("player", "player", "guest", "robot"))
        return {"do": "player", "game": name or self.game(), "seat": seat, kind: kinds[kind]()}

    def insert(self) -> Json:
        name = self.game() if self.chance(0.2) else self.random.choice(INSERTED)
        game = self.new_game(name)
        if self.chance(0.1):
            game["seats"][0] = {"player": self.member(), "points": game["seats"][0]["points"]}
        if self.chance(0.1):
            game["night"] = self.night()
        if self.chance(0.1):
            game["sum"] = self.random.randint(-1, 1)
        return {"do": "insert", "game": game}

    def adjust(self) -> Json:
        return {"do": "adjust", "player": self.member(), "value": self.random.choice((0, 3, -3, "-5/2"))}

    def excuse(self) -> Json:
        return {"do": "excuse", "night": self.night(), "player": self.member()}

    def undo(self) -> Json:
        """Mostly of what was done last, undos too; now and then of itself, or of what comes later."""
        if self.chance(0.1):
            return {"do": "undo", "event": f"c{len(self.found) + self.random.randint(0, 1)}"}
        return {"do": "undo", "event": self.random.choice(self.found[-6:])["id"]}
