"""Games played to their end in the house, and panels of statistics as people use them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.tables.table import Table
from playground import reading
from playground.interactions.invocations import Invocation
from playground.people import Person
from tests.e2e.house import EPHEMERAL, House
from tests.e2e.test_comfort import play_to_the_end


async def played(house: House, host: Person, *others: Person, game: str = "kingen") -> Table:
    """A game of these people, robots in the seats that are left, played to its end."""
    known = {table.facts.id for table in house.bot.tables.running()}
    robots = 0 if len(others) == 3 else 3 - len(others)
    options = {"game": game} | ({"robots": robots} if robots else {})
    opened = await house.command(host, "table open", options)
    assert opened.state == "answered", opened.error
    (table,) = [one for one in house.bot.tables.running() if one.facts.id not in known]
    for person in others:
        await house.press(person, house.lobby(table), "Join")
        await house.settled()
    if table.facts.started_at is None:
        await house.press(host, house.lobby(table), "Start")
        await house.settled()
    await play_to_the_end(house, table)
    return table


async def in_words(house: House, *people: Person) -> None:
    """They read no pictures."""
    for person in people:
        await house.command(person, "settings")
        await house.bot.people.prefer(person.id, lambda one: replace(one, text_mode=True))


@dataclass
class Panel:
    """A private panel of statistics."""

    house: House
    person: Person
    id: str

    @classmethod
    async def typed(cls, house: House, person: Person, path: str, **options: Any) -> Panel:
        """What a command answers."""
        done = await house.command(person, f"stats {path}", _as_typed(options) or None)
        assert done.state == "answered", done.error
        assert done.message is not None and done.message["flags"] & EPHEMERAL
        return cls(house, person, done.message["id"])

    @property
    def message(self) -> dict[str, Any]:
        return self.person.message(self.id)

    @property
    def text(self) -> str:
        return reading.text(self.message).replace("\\", "")

    @property
    def alt(self) -> str:
        """What its one picture says."""
        (found,) = reading.pictures(self.house.server, self.message)
        return found.alt

    @property
    def labels(self) -> list[str]:
        return [one.label for one in reading.buttons(self.message, enabled_only=True)]

    def offered(self, verb: str) -> list[str]:
        """The labels of a select's options."""
        return [label for label, _ in self._options(verb)]

    async def press(self, label: str) -> Invocation:
        done = await self.house.press(self.person, self.message, label)
        await self.house.settled()
        assert done.state == "answered", done.error
        return done

    async def choose(self, verb: str, label: str) -> None:
        """The option of that label."""
        value = next(value for name, value in self._options(verb) if name == label)
        done = await (await self.person.select(self.id, self._select(verb).custom_id, [value])).done()
        assert done.state == "answered", done.error
        await self.house.settled()

    async def leaf(self, label: str) -> str:
        """Turn to a leaf of somebody's statistics; what it says."""
        await self.choose("stats-leaf", label)
        return self.text

    def _select(self, verb: str) -> Any:
        every = reading.selects(self.message)
        return next(one for one in every if one.custom_id.startswith(f"hh:{verb}:"))

    def _options(self, verb: str) -> list[tuple[str, str]]:
        return list(self._select(verb).options)


def _as_typed(options: dict[str, Any]) -> dict[str, Any]:
    """People are chosen by their id."""
    return {name: str(one.id) if isinstance(one, Person) else one for name, one in options.items()}
