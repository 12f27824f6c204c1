"""A duplicate night in a club, and what people read there of tables that are not theirs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.nights.model import NightPlace, NightSettings, StepKind
from bot.tables.table import Table
from playground.people import Person
from playground.world.accounts import Events
from tests.e2e.house import EPHEMERAL, House
from tests.e2e.nights.evening_out import EveningOut
from tests.e2e.secrecy import FILES, cards_in, said_by
from tests.kept import keep_league

PRESET, OPTIONS = "whist-walloon", {"deals": "4", "shuffle": "full"}
"""Short games."""

POINTS_OF_DEALS = re.compile(r"\bDeal \d+\b.*[+−]\d", re.DOTALL)


class Reader(Events):
    """Hears all that one person gets, and remembers what tells of tables at which they do not sit. While they
    are ``prying`` into another table, by some press or command, nothing that they get may tell of any."""

    def __init__(self, out: EveningOut, person: Person, read: list[str]) -> None:
        super().__init__(person.account.subscribers)
        self._world, self._person, self._read = out.house.world, person, read
        self.own: int | None = None
        self.prying = ""
        self.count = 0

    def put(self, event: dict[str, Any] | None) -> None:
        if event is None or event["type"] not in ("message_create", "message_update"):
            return
        message = event["message"]
        channel = self._world.channel(message["channel_id"])
        is_own = self.own is not None and (channel.guild is None or channel.id == self.own)
        if is_own and not self.prying:
            return
        self.count += 1
        whose = f"{self._person.name} in #{channel.name} by {self.prying or 'nothing'}"
        for said in said_by(message):
            if cards_in(said) or (message["flags"] & EPHEMERAL and POINTS_OF_DEALS.search(said)):
                self._read.append(f"{whose} reads {said}")
        for file in message["attachments"]:
            if FILES.fullmatch(file["filename"]):
                self._read.append(f"{whose} is shown {file['filename']}")


@dataclass
class Veiled:
    """A night of eight people at two tables; ``organiser`` and ``stranger`` do not play."""

    out: EveningOut
    organiser: Person
    stranger: Person
    read: list[str] = field(default_factory=list[str])
    readers: dict[str, Reader] = field(default_factory=dict[str, Reader])

    @classmethod
    async def announced(cls, house: House, settings: NightSettings) -> Veiled:
        """People are asked whether they come."""
        out = await EveningOut.found(house, 9, preset=PRESET)
        league = replace(out.league, options=OPTIONS)
        await keep_league(house.bot.store.leagues, league)
        out.league = league
        night = cls(out, out.people[0], house.server.people.add("Stranger"))
        for person in (*out.people, night.stranger):
            night.readers[person.name] = Reader(out, person, night.read)
        await out.announced(settings)
        return night

    async def begin(self) -> Sequence[Table]:
        """Come to the first round; its tables, at which nobody has sat down yet."""
        out, starts_at = self.out, (await self.out.evening()).starts_at
        for person in self.players:
            await out.press(person, StepKind.SIGN_UP, "I'm in")
        await out.go_to(starts_at - 30 * 60)
        for person in self.players:
            await out.press(person, StepKind.CHECK_IN, "I'm here")
        await out.long_since()
        await out.go_to(starts_at)
        return await self.look()

    @property
    def elsewhere(self) -> int:
        """Another channel."""
        channels = self.out.house.world.channels.values()
        return next(one.id for one in channels if one.name == "general")

    @property
    def players(self) -> list[Person]:
        return self.out.people[1:]

    async def look(self, number: int = 1) -> Sequence[Table]:
        """The tables of a round; whoever sits there may read in its thread and in their own messages."""
        tables = await self.out.tables(number)
        for reader in self.readers.values():
            reader.own = None
        for table in tables:
            for person in self.at(table):
                self.readers[person.name].own = table.facts.channel_id
        return tables

    def at(self, table: Table) -> list[Person]:
        people = self.out.house.server.people
        return [people[seat.user_id] for seat in table.facts.seats if seat.user_id is not None]

    async def thread(self, table: Table) -> int:
        assert table.facts.place is not None
        place = replace(NightPlace.read(table.facts.place)[1], game=0)
        thread = (await self.out.told()).step(StepKind.THREAD, place.number).discord_id
        assert thread is not None and thread == table.facts.channel_id
        return thread

    # --- prying

    async def pry(self, person: Person, table: Table, presses: Iterable[str]) -> None:
        """Somebody who does not sit at a table sends these presses, by turns from a message that they alone
        see and from one that everybody does."""
        reader, house = self.readers[person.name], self.out.house
        await house.reply(person, "table list")
        board = await self.out.message(StepKind.BOARD, 1, person)
        messages = (house.whispers(person)[-1]["id"], board["id"])
        for at, press in enumerate(presses):
            reader.prying = press
            invocation = await (await person.forge_press(messages[at % 2], press)).done()
            assert invocation.state == "answered", (press, invocation.error)
        await self.out.settled()
        assert table.facts.seat_of(person.id) is None
        reader.prying = ""

    async def command(self, person: Person, path: str, options: dict[str, Any], channel: int) -> str:
        """What a command comes to."""
        reader = self.readers[person.name]
        reader.prying = path
        invocation = await (await person.command(channel, path, options)).done()
        await self.out.settled()
        reader.prying = ""
        assert invocation.state == "answered", (path, invocation.error)
        return "" if invocation.message is None else "\n".join(said_by(invocation.message))


OPENING = ("practise", "play-now", "open-table")
"""These give whoever presses them cards of their own."""

TEACHING = ("lesson", "learn", "basics", "rules", "what-is-this", "help-topic")
"""These show cards that nobody holds."""

NOT_OF_TABLES = ("league-", "report-", "import-", "night-", "manage-", "server-", "setting-", "quiet-")


def verbs_of_tables(house: House) -> list[str]:
    """All verbs that the program knows, but for those of other things."""
    known = house.bot.routes.each  # so that none is forgotten
    return [one for one in known if not one.startswith((*NOT_OF_TABLES, *OPENING, *TEACHING))]
