"""A whole season made by chance, as a club lives it: who comes to which night and who stays away, who sits
where in each round, who goes home in the middle of it, guests and robots, free games, and what is corrected
afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from tests.leagues.schedule import ZONE, Correction, Game, Json, Member, Night, Round, Season, Seat

FIRST = date(2026, 9, 8)
"""A Tuesday; twelve weeks from it the clocks have been put back."""
HOUR = time(20)
REMAINDERS = ("robots", "bye", "mixed")
"""What is done with those left over (N2), night by night."""


def generated_season(
    random: Random, nights: int = 12, rounds: int = 3, settings: Json | None = None
) -> Season:
    """A season of that many weekly nights. Nobody comes to one of them."""
    making = _Making(random, rounds)
    nobody = random.randrange(1, nights - 1)
    for at in range(nights):
        making.night(at, is_empty=at == nobody)
        making.correct(at)
    return Season(
        settings or {"bye": 5, "left": "lowest", "best": max(1, nights - 3), "absence": -10, "stake": 5},
        making.members,
        making.guests,
        tuple(making.nights),
        tuple(making.free),
        tuple(making.corrections),
    )


def table_sizes(people: int, remainder: str) -> list[tuple[int, int]]:
    """N2: of each table its seats and how many of them are people's, larger ones first."""
    if remainder == "robots":
        tables = -(-people // 4)
        return [(4, people // tables + (at < people % tables)) for at in range(tables)]
    if remainder == "bye":
        return [(4, 4)] * (people // 4)
    odd = {0: [], 1: [5], 2: [3, 3], 3: [3]}[people % 4]
    sizes = [4] * ((people - sum(odd)) // 4) + odd
    return [(size, size) for size in sorted(sizes, reverse=True)]


@dataclass
class _Making:
    random: Random
    rounds: int
    members: tuple[Member, ...] = ()
    guests: tuple[str, ...] = ("x1", "x2", "x3")
    nights: list[Night] = field(default_factory=list)
    free: list[Game] = field(default_factory=list)
    corrections: list[Correction] = field(default_factory=list)
    sat_out: Counter[str] = field(default_factory=Counter)
    played: int = 0
    events: int = 0

    def __post_init__(self) -> None:
        """Ten from the beginning, of whom two leave; two join later, one of them on the day of a night."""
        week = timedelta(weeks=1)
        whole = [Member(f"u{at}", FIRST - week) for at in range(1, 9)]
        leaving = [
            Member("u9", FIRST, FIRST + 5 * week),
            Member("u10", FIRST, FIRST + 8 * week + timedelta(1)),
        ]
        joining = [Member("u11", FIRST + 2 * week), Member("u12", FIRST + 3 * week + timedelta(1))]
        self.members = (*whole, *leaving, *joining)

    def chance(self, likelihood: float) -> bool:
        return self.random.random() < likelihood

    def sample(self, ones: Sequence[str], least: int, most: int) -> list[str]:
        return self.random.sample(ones, min(len(ones), self.random.randint(least, most)))

    def members_on(self, moment: datetime) -> list[str]:
        return [member.id for member in self.members if member.is_in(moment.date())]

    # A night

    def night(self, at: int, *, is_empty: bool) -> None:
        start = datetime.combine(FIRST + timedelta(weeks=at), HOUR, ZoneInfo(ZONE))
        here = self.members_on(start)
        coming = [] if is_empty else self.sample(here, len(here) - 4, len(here))
        guests = [] if is_empty else self.sample(self.guests, 0, 2)
        self.nights.append(
            Night(
                id=f"n{at + 1}",
                start=start,
                remainder=REMAINDERS[at % len(REMAINDERS)],
                attending=(*coming, *guests),
                excused=tuple(one for one in here if one not in coming and self.chance(0.4)),
                gone={one: self.random.randint(1, self.rounds) for one in self.sample(coming, 0, 2)},
                rounds=(),
            )
        )
        if not is_empty:
            rounds = tuple(self.round(self.nights[at], number) for number in range(1, self.rounds + 1))
            self.nights[at] = replace(self.nights[at], rounds=rounds)
        if self.chance(0.5):
            after = timedelta(days=self.random.randint(1, 6), hours=self.random.randint(-9, 9))
            self.free.append(self.game(None, start.astimezone(UTC) + after, self.sample(here, 3, 3), 4))

    def round(self, night: Night, number: int) -> Round:
        """Those have to sit out who did so least, and then those whom the lot meets (N2)."""
        here = [one for one in night.attending if night.gone.get(one, number) >= number]
        sizes = table_sizes(len(here), night.remainder)
        self.random.shuffle(here)
        here.sort(key=lambda one: -self.sat_out[one])
        playing, out = here[: (many := sum(people for _, people in sizes))], here[many:]
        self.sat_out.update(out)
        self.random.shuffle(playing)
        moment = night.start.astimezone(UTC) + timedelta(hours=number - 1)
        going = [one for one in here if night.gone.get(one) == number]
        games: list[Game] = []
        for size, people in sizes:
            games.append(self.game(night.id, moment, playing[:people], size, going))
            playing = playing[people:]
        return Round(tuple(games), tuple(one for one in out if one not in self.guests))

    def game(
        self, night: str | None, moment: datetime, people: Sequence[str], size: int, going: Sequence[str] = ()
    ) -> Game:
        self.played += 1
        robots = [f"robot{at}" for at in range(size - len(people))]
        points = [self.random.randint(-60, 60) for _ in range(size - 1)]
        sitting = self.random.sample([*people, *robots], size)
        seats = tuple(
            self.seat(one, won, going) for one, won in zip(sitting, [*points, -sum(points)], strict=True)
        )
        length = timedelta(minutes=self.random.randint(35, 55))
        return Game(f"g{self.played}", night, moment, moment + length, seats)

    def seat(self, one: str, points: int, going: Sequence[str]) -> Seat:
        if one in going:
            return Seat("robot", "easy", points, (one,))
        if one.startswith("robot"):
            return Seat("robot", "easy", points)
        return Seat("guest" if one in self.guests else "player", one, points)

    # Corrections

    def correct(self, at: int) -> None:
        """After each night one scene, in turn; what is asked for a night that nobody came to is refused."""
        games = [game for one in self.nights[at].rounds for game in one.games if len(_people(game)) >= 2]
        if not games:
            self.ask(at, "unknown-night", do="excuse", night="none", player="u1")
            return
        scenes = (self.points, self.void, self.player, self.insert, self.adjust, self.excuse)
        scenes[at % len(scenes)](at, self.random.choice(games))

    def ask(self, at: int, refused: str | None = None, **asked: Any) -> str:
        self.events += 1
        moment = self.nights[at].start.astimezone(UTC) + timedelta(hours=12, minutes=self.events)
        name = f"c{self.events}"
        event = {"id": name, "at": f"{moment:%Y-%m-%dT%H:%M:%SZ}", "by": "u1", "reason": "as agreed"}
        self.corrections.append(Correction(at, event | asked, refused))
        return name

    def undo(self, at: int, event: str, refused: str | None = None) -> str:
        return self.ask(at, refused, do="undo", event=event)

    def points(self, at: int, game: Game) -> None:
        new = [*(seat.points for seat in game.seats)]
        self.ask(at, "wrong-sum", do="points", game=game.id, points=[new[0] + 1, *new[1:]])
        self.ask(at, do="points", game=game.id, points=[*new[1:], new[0]])

    def void(self, at: int, game: Game) -> None:
        """Void, and then not after all; what was done since stands in the way of a third thought."""
        void = self.ask(at, do="void", game=game.id)
        self.ask(at, "unknown-game", do="void", game=game.id)
        undo = self.undo(at, void)
        robot = self.ask(at, do="player", game=game.id, seat=0, robot="hard")
        self.undo(at, undo, "in-use")
        self.undo(at, robot)
        if self.chance(0.5):
            self.undo(at, undo)

    def player(self, at: int, game: Game) -> None:
        """Two had sat down in each other's seats: one has to get up first."""
        (seat, somebody), (other_seat, other) = _people(game)[:2]
        self.ask(at, "twice-at-table", do="player", game=game.id, seat=seat, **other)
        away = self.ask(at, do="player", game=game.id, seat=seat, guest="x9")
        self.ask(at, do="player", game=game.id, seat=other_seat, **somebody)
        self.ask(at, do="player", game=game.id, seat=seat, **other)
        self.undo(at, away, "in-use")

    def insert(self, at: int, game: Game) -> None:
        """A game played on paper; its id is freed, and taken again."""
        members = [one for one in self.nights[at].attending if one not in self.guests]
        new = self.game(game.night, game.ended, members[:4], 4).file()
        first = self.ask(at, do="insert", game=new)
        self.ask(at, "same-id", do="insert", game=new)
        undo = self.undo(at, first)
        self.undo(at, first, "undone-already")
        self.ask(at, do="insert", game=new)
        self.undo(at, undo, "in-use")

    def adjust(self, at: int, game: Game) -> None:
        """Undone, not undone, and undone again; then the right number."""
        player = next(one for one in self.nights[at].attending if one not in self.guests)
        wrong = self.ask(at, do="adjust", player=player, value=-50)
        self.undo(at, self.undo(at, self.undo(at, wrong)))
        self.ask(at, do="adjust", player=player, value="-5/2")

    def excuse(self, at: int, game: Game) -> None:
        night = self.nights[at]
        here = self.members_on(night.start)
        absent = [one for one in here if one not in (*night.attending, *night.excused)]
        for one in absent[:1]:
            self.ask(at, do="excuse", night=night.id, player=one)
            self.ask(at, "excused-already", do="excuse", night=night.id, player=one)


def _people(game: Game) -> list[tuple[int, Json]]:
    """The seats of people, and who each is."""
    return [(at, {seat.kind: seat.id}) for at, seat in enumerate(game.seats) if seat.kind != "robot"]
