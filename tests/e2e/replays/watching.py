"""A game that was played in the playground, and somebody's panel of it as they use it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.replays.replay import GameReplay, ReplayMoment, replay_of
from bot.replays.ui.panel import VALUES, ReplayLook
from bot.tables.table import Table
from playground import reading
from playground.interactions.invocations import Invocation
from playground.people import Person
from tests.e2e.house import EPHEMERAL, House
from tests.e2e.test_comfort import play_to_the_end

OVER = "the game is over"


async def played(house: House, *people: Person) -> Table:
    """A table of these people and robots, played to its end."""
    table = await house.start_table(*people)
    await play_to_the_end(house, table)
    return table


async def replay(table: Table) -> GameReplay:
    """Its game as it was played."""
    return replay_of(table.facts, *await table.inputs())


@dataclass
class Watching:
    """The private panel of one person."""

    house: House
    person: Person
    id: str

    @classmethod
    async def typed(cls, house: House, person: Person, **options: Any) -> Watching:
        """``/replay``."""
        done = await house.command(person, "replay", options or None)
        return cls._of(house, person, done)

    @classmethod
    async def pressed(
        cls, house: House, person: Person, message: dict[str, Any], label: str = "Replay"
    ) -> Watching:
        """*Replay* on a message."""
        known = {one["id"] for one in house.whispers(person)}
        done = await house.press(person, message, label)
        await house.settled()
        assert done.state == "answered", done.error
        (new,) = [one["id"] for one in house.whispers(person) if one["id"] not in known]
        return cls(house, person, new)

    @classmethod
    def _of(cls, house: House, person: Person, done: Invocation) -> Watching:
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
        (picture,) = reading.pictures(self.house.server, self.message)
        return picture.alt

    @property
    def look(self) -> ReplayLook:
        """What it shows, as its buttons say."""
        id_ = self.ids("hh:replay:")[0]
        return ReplayLook.read(id_.split(":")[-VALUES:])

    @property
    def moment(self) -> ReplayMoment:
        return self.look.moment

    def ids(self, start: str) -> list[str]:
        """The ids of buttons that begin so, those that cannot be pressed too."""
        return [one.custom_id for one in reading.buttons(self.message) if one.custom_id.startswith(start)]

    def can(self, move: str) -> bool:
        """Whether a button of that move can be pressed."""
        (found,) = [one for one in reading.buttons(self.message) if f":{move}:" in one.custom_id]
        return not found.disabled

    async def go(self, move: str) -> Watching:
        """Press the button of that move."""
        (id_,) = [one for one in self.ids("hh:replay:") if f":{move}:" in one]
        return await self._done(await (await self.person.press(self.id, id_)).done())

    async def press(self, label: str) -> Invocation:
        done = await self.house.press(self.person, self.message, label)
        await self.house.settled()
        assert done.state == "answered", done.error
        return done

    async def more(self, label: str) -> dict[str, Any]:
        """What a button behind *More* answers with, to this person alone."""
        behind = await Watching.pressed(self.house, self.person, self.message, "More")
        return (await Watching.pressed(self.house, self.person, behind.message, label)).message

    def options(self, verb: str) -> list[tuple[str, str]]:
        (found,) = [one for one in reading.selects(self.message) if one.custom_id.startswith(f"hh:{verb}:")]
        return list(found.options)

    async def choose(self, verb: str, value: str) -> Watching:
        """Choose a value in the select of that verb."""
        (found,) = [one for one in reading.selects(self.message) if one.custom_id.startswith(f"hh:{verb}:")]
        done = await (await self.person.select(self.id, found.custom_id, [value])).done()
        return await self._done(done)

    async def _done(self, done: Invocation) -> Watching:
        await self.house.settled()
        assert done.state == "answered", done.error
        return self


async def refused(house: House, person: Person, **options: Any) -> str:
    """What ``/replay`` says to somebody who gets no panel."""
    told = await house.reply(person, "replay", options or None)
    message = house.whispers(person)[-1]
    assert not reading.buttons(message) and not reading.pictures(house.server, message)
    return told
