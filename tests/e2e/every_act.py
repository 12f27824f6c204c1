"""Every press and command of the tables that say who may do what, done by somebody who may, in a place where
it can be done."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from sqlite3 import connect
from typing import Protocol

from bot.tables.table import Table
from playground.interactions.invocations import Invocation
from playground.people import Person
from tests.e2e import test_who_may as tables
from tests.e2e.house import House
from tests.e2e.leagues import test_who_may as leagues
from tests.e2e.nights import test_who_may as nights


class Place(Protocol):
    """Where acts can be done, in their order."""

    house: House

    goes_on: bool
    """Whether something happens there by itself, robots' cards, say."""

    @property
    def acts(self) -> Sequence[str]:
        """What can be done there."""
        ...

    async def ready(self) -> None:
        """Put there what an act needs, once more where an earlier one has ended it."""
        ...

    async def send(self, act: str) -> Invocation:
        """Do it, and wait for nothing."""
        ...


@dataclass
class AtTable:
    """A table of that stage."""

    house: House
    stage: tables.Stage
    crowd: tables.Crowd = field(init=False)
    table: Table | None = field(default=None, init=False)
    sheets: dict[Person, str] = field(default_factory=dict[Person, str], init=False)

    def __post_init__(self) -> None:
        self.crowd = tables.Crowd(self.house)
        ways = {**tables.PRESSES, **{f"/{path}": way for path, way in tables.COMMANDS.items()}}
        self.ways = {act: way for act, way in ways.items() if way.stage is self.stage and way.who}
        self.goes_on = self.stage in (tables.Stage.PLAYING, tables.Stage.DEAL_OVER, tables.Stage.ADJOURNED)

    @property
    def acts(self) -> Sequence[str]:
        """In the order of the table."""
        return list(self.ways)

    async def ready(self) -> None:
        """A fresh table of the stage, unless such a one is there."""
        if self.table is None or self.stage is not tables.Stage.FINISHED:
            self.table = await self.crowd.another(self.stage)
            await self.house.settled()

    async def send(self, act: str) -> Invocation:
        """By the first of those who may."""
        assert self.table is not None
        way = self.ways[act]
        person = next(one for who, one in self.crowd.people.items() if who in way.who)
        if act.startswith("/"):
            return await self.crowd.typed(person, act[1:], self.table)
        if person not in self.sheets:
            self.sheets[person] = await self.crowd.sheet(person)
        return self.crowd.pressed(person, self.sheets[person], act, way, self.table)


@dataclass
class InLeague:
    """A league with a game, a night, a correction and a game that waits."""

    house: House
    sheet: str = field(default="", init=False)
    goes_on: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self.ways = {**leagues.OF_MEMBERS, **leagues.OF_ORGANISERS}

    @property
    def acts(self) -> Sequence[str]:
        """What ends something comes last."""
        return [*(f"/{name}" for name in leagues.COMMANDS if name != "leave"), *self.ways, "/leave"]

    async def ready(self) -> None:
        """The league, and a panel of its organiser."""
        if not self.sheet:
            _, people, self.ids = await leagues.made(self.house)
            self.person = people[leagues.Who.ORGANISER]
            await self.house.reply(self.person, "help")
            self.sheet = self.house.whispers(self.person)[-1]["id"]

    async def send(self, act: str) -> Invocation:
        """By its organiser."""
        if act.startswith("/"):
            name = act[1:]
            options = {key: text.format(**self.ids) for key, text in leagues.OPTIONS.get(name, {}).items()}
            return await self.person.command(self.house.cards, f"league {name}", options or None)
        return leagues.pressed(self.house, self.person, self.sheet, act, self.ways[act], self.ids)


@dataclass
class AtNight:
    """A night of that stage; ``club`` is how its time passes."""

    house: House
    database: Path
    stage: nights.Stage
    club: type[nights.EveningOut] = nights.EveningOut
    crowd: nights.Crowd | None = field(default=None, init=False)
    goes_on: bool = field(default=True, init=False)

    def __post_init__(self) -> None:
        self.ways = nights.of_stage(self.stage)

    @property
    def acts(self) -> Sequence[str]:
        """In the order of the table."""
        typed = nights.COMMANDS if self.stage is nights.Stage.ASKED else ()
        return [*(f"/{name}" for name in typed), *self.ways]

    async def ready(self) -> None:
        """The night, and a panel of its organiser."""
        if self.crowd is None:
            self.crowd = await nights.around(self.house, self.database, self.stage, self.club)
            self.sheet = await self.crowd.sheet(self.crowd.people[nights.Who.ORGANISER])

    async def send(self, act: str) -> Invocation:
        """By its organiser."""
        assert self.crowd is not None
        person = self.crowd.people[nights.Who.ORGANISER]
        if act.startswith("/"):
            options = nights.COMMANDS[act[1:]][1]
            return await person.command(self.house.cards, f"night {act[1:]}", dict(options) or None)
        way, names = self.ways[act], await self.crowd.names(self.stage)
        custom_id = await self.crowd.id_of(act, way, names)
        return self.crowd.pressed(person, self.sheet, custom_id, way, names)


def most_new(act: str, rows_of: str, times: int = 1) -> int:
    """How many new rows of that table of the database an act makes that is done so many times: what lets a
    round of a night begin opens both tables of its eight people, however often it is pressed."""
    return 2 if rows_of == "tables" and act in ("manage-post", "manage-end-yes") else times


def stored(database: Path) -> dict[str, list[str]]:
    """All rows there are, by table: what is stored of what people do, not what follows from it later."""
    with closing(connect(database)) as connection:
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        ours = [one for one in names if not one.startswith(("sqlite", "texts", "postings", "timers"))]
        return {one: [str(row) for row in connection.execute(f"SELECT * FROM {one}")] for one in ours}
