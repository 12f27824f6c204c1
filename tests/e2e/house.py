"""The whole bot, through the real client library, against the playground: what is played in here."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import os
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from bot.app import Hartenheer, assembled
from bot.discordkit.load import BY_BUDGET_ALONE
from bot.discordkit.routes import Flood
from bot.settings import Settings
from bot.tables.table import Table
from playground import reading
from playground.interactions.invocations import Invocation
from playground.people import Person
from playground.reading import Button, Select
from playground.server import Playground
from playground.world.changes import Changes
from playground.world.world import World
from tests.clock import FakeClock
from tests.playground.openapi import OpenApiChecker

PACE = 100.0
"""People press faster here than anywhere; the limits' own tests are the playground's."""
STANDS_AFTER = 0.0
"""So they may press a button that has just come to its place, but in ``test_quick_presses``."""

LIMITS = BY_BUDGET_ALONE
"""And whether everybody is shown every card does not hang on the machine, but in ``test_load``."""

OPENAPI = os.environ.get("DISCORD_OPENAPI")
EPHEMERAL = 1 << 6
COMMAND_TASK = "CommandTree-invoker"
"""What the library calls a command that is being carried out."""

EVENT_TASK = "discord.py: on_"
"""How the library's name for an event's handler begins."""


@dataclass
class House:
    """A playground with the bot in it."""

    server: Playground
    bot: Hartenheer
    clock: FakeClock | None

    @property
    def cards(self) -> int:
        """The channel people play in."""
        return next(channel.id for channel in self.server.world.channels.values() if channel.name == "cards")

    def person(self, name: str) -> Person:
        return self.server.people.named(name)

    def people(self) -> list[Person]:
        return list(self.server.people.values())

    @property
    def world(self) -> World:
        return self.server.world

    @property
    def changes(self) -> Changes:
        return self.server.changes

    async def settled(self) -> None:
        """Everything the bot had to do is done and shown."""
        for _ in range(3):
            await asyncio.gather(*(task for task in asyncio.all_tasks() if is_work(task.get_name())))
            await self.bot.boundary.quiet()
            await self.bot.tables.quiet()
            await self.bot.timers.quiet()
            await self.bot.avatars.settled()
            await self.bot.nights.steps.settled()
            await self.bot.display.settled()

    # --- acting

    async def press(self, person: Person, message: dict[str, Any], label: str) -> Invocation:
        """Press the button of that label, and wait for the answer."""
        custom_id = reading.find_button(message, label).custom_id
        return await (await person.press(message["id"], custom_id)).done()

    async def more(self, person: Person, message: dict[str, Any]) -> dict[str, Any]:
        """What the person finds behind *More* on a hand or a table's message."""
        await self.settled()
        assert (await self.press(person, message, "More")).state == "answered"
        await self.settled()
        return self.whispers(person)[-1]

    async def press_more(self, person: Person, message: dict[str, Any], label: str) -> Invocation:
        """Press the button of that label behind *More*."""
        return await self.press(person, await self.more(person, message), label)

    async def forge(self, person: Person, message: dict[str, Any], custom_id: str) -> list[str]:
        """Press a button that was made up by hand; returns what the person is told."""
        known = {one["id"] for one in self.whispers(person)}
        invocation = await (await person.forge_press(message["id"], custom_id)).done()
        assert invocation.state == "answered", invocation.error
        await self.settled()
        return [reading.text(one) for one in self.whispers(person) if one["id"] not in known]

    async def command(self, person: Person, path: str, options: dict[str, Any] | None = None) -> Invocation:
        """Send a command in the cards channel, and wait until all it leads to is done."""
        invocation = await (await person.command(self.cards, path, options)).done()
        await self.settled()
        return invocation

    async def reply(self, person: Person, path: str, options: dict[str, Any] | None = None) -> str:
        """What a command answers, to that person alone."""
        invocation = await self.command(person, path, options)
        assert invocation.state == "answered", invocation.error
        assert invocation.message is not None and invocation.message["flags"] & EPHEMERAL
        return reading.text(invocation.message)

    def mentioned(self, sentence: str) -> str:
        """A sentence in which each ``/command`` in backticks is what Discord mentions it by."""
        ids = {one["name"]: one["id"] for one in self.server.commands.scope(None).values()}

        def mention(found: re.Match[str]) -> str:
            path = found[1]
            return f"</{path}:{ids[path.partition(' ')[0]]}>"

        return re.sub(r"`/([a-z ]+)`", mention, sentence)

    async def confirmed(
        self, person: Person, path: str, options: dict[str, Any] | None = None, yes: str = "Yes"
    ) -> str:
        """What is said in the place of what a command asks, once that is answered with *Yes*, or what says
        yes there."""
        await self.reply(person, path, options)
        return await self.say_yes(person, yes)

    async def say_yes(self, person: Person, yes: str = "Yes") -> str:
        """Press *Yes* on the newest question; what is said in its place."""
        asked = self.whispers(person)[-1]
        invocation = await self.press(person, asked, yes)
        await self.settled()
        assert invocation.state == "answered", invocation.error
        return reading.text(person.message(asked["id"]))

    async def open_table(self, host: Person, *others: Person, robots: int = 0) -> Table:
        """A table in its lobby, or begun where the robots fill it."""
        known = {table.facts.id for table in self.bot.tables.running()}
        opened = await self.command(host, "table open", {"robots": robots} if robots else None)
        assert opened.state == "answered", opened.error
        (table,) = (one for one in self.bot.tables.running() if one.facts.id not in known)
        for person in others:
            await self.press(person, self.lobby(table), "Join")
            await self.settled()
        return table

    async def start_table(self, host: Person, *others: Person) -> Table:
        """A table of people, begun; robots take the seats they leave."""
        table = await self.open_table(host, *others, robots=0 if len(others) == 3 else 3 - len(others))
        if table.facts.started_at is None:
            await self.press(host, self.lobby(table), "Start")
            await self.settled()
        return table

    # --- seeing

    def lobby(self, table: Table) -> dict[str, Any]:
        """A table's message, before play."""
        place = self.bot.display.channel.live_slot(table).place
        assert place is not None
        return self.someone_at(table).message(place.message_id)

    def table_message(self, table: Table) -> dict[str, Any]:
        """A table's message."""
        slot = self.bot.display.messages.of(table.facts.id).live
        assert slot is not None and slot.place is not None
        return self.someone_at(table).message(slot.place.message_id)

    def channel_message(self, person: Person, containing: str) -> dict[str, Any]:
        """The newest message in the cards channel that says so."""
        found = [one for one in person.messages(self.cards) if containing in reading.text(one)]
        assert found, [reading.text(one) for one in person.messages(self.cards)]
        return found[-1]

    def host_of(self, table: Table) -> Person:
        assert table.facts.host_id is not None
        return self.server.people[table.facts.host_id]

    def someone_at(self, table: Table) -> Person:
        """The host; where there is none, the first person who sits there and is on a server still."""
        if table.facts.host_id is not None:
            return self.host_of(table)
        seated = (self.server.people[seat.user_id] for seat in table.facts.seats if seat.user_id is not None)
        return next(person for person in seated if person.guilds())

    def to_move(self, table: Table) -> Person | None:
        """The person whose turn it is."""
        turn = table.facts.turn
        user_id = table.facts.seats[turn].user_id if turn is not None and turn >= 0 else None
        return self.server.people[user_id] if user_id is not None else None

    def whispers(self, person: Person) -> list[dict[str, Any]]:
        """The ephemeral messages a person sees, oldest first; that nobody else does is checked here."""
        found = {
            channel["id"]: [one for one in person.messages(channel["id"]) if one["flags"] & EPHEMERAL]
            for channel in person.channels()
        }
        for other in self.people():
            for channel in other.channels() if other is not person else ():
                whispered = {one["id"] for one in found.get(channel["id"], ())}
                assert not whispered or whispered.isdisjoint(
                    one["id"] for one in other.messages(channel["id"])
                )
        return sorted(
            (one for here in found.values() for one in here), key=lambda message: int(message["id"])
        )

    async def offered(self, person: Person, start: str) -> tuple[dict[str, Any], str]:
        """A direct message with an enabled button whose custom id starts so, once there is one."""
        channel = person.open_direct_messages()["id"]

        def look() -> tuple[dict[str, Any], str] | None:
            for message in reversed(person.messages(channel)):
                for button in reading.buttons(message, enabled_only=True):
                    if button.custom_id.startswith(start):
                        return message, button.custom_id
            return None

        found = await self.server.world.until(look)
        assert found is not None
        return found

    async def act(self, person: Person, table: Table) -> str:
        """Do the first of all that a person may do at a table now; returns what that was."""
        at, channel = f"{table.facts.id}:{table.facts.seq}:", person.open_direct_messages()["id"]

        def look() -> tuple[str, Select | Button] | None:
            for message in reversed(person.messages(channel)):
                for one in (*reading.selects(message), *reading.buttons(message, enabled_only=True)):
                    if one.custom_id.startswith((f"hh:choose:{at}", f"hh:act:{at}")):
                        return message["id"], one
            return None

        found = await self.server.world.until(look)
        assert found is not None
        message_id, one = found
        if isinstance(one, Select):
            done = await (await person.select(message_id, one.custom_id, [one.options[0][1]])).done()
        else:
            done = await (await person.press(message_id, one.custom_id)).done()
        assert done.state == "answered", done.error
        return one.options[0][1] if isinstance(one, Select) else one.custom_id.split(":")[4]

    def hand(self, person: Person) -> dict[str, Any]:
        """The newest direct message that stays."""
        channel = person.open_direct_messages()
        return [one for one in person.messages(channel["id"]) if not one["flags"] & EPHEMERAL][-1]


def own_secret() -> bytes:
    """One for each test, so that a failure can be repeated; ``HARTENHEER_TEST_SEED`` gives others."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "").partition(" (")[0]
    return hashlib.sha256(f"{test} {os.environ.get('HARTENHEER_TEST_SEED', '0')}".encode()).digest()


def patient() -> Flood:
    """Lets anybody press as fast as a test does."""
    return Flood(monotonic, at_once=1000, burst=100_000, a_second=100_000.0)


def secrets_from(first: bytes) -> Callable[[], bytes]:
    """A secret for each table, all made from one."""
    number = itertools.count()
    return lambda: hashlib.sha256(first + next(number).to_bytes(4, "big")).digest()


def is_work(name: str) -> bool:
    """Whether a task of that name is the bot's answer to something."""
    return name == COMMAND_TASK or name.startswith(EVENT_TASK)


@asynccontextmanager
async def open_house(
    database: Path,
    *,
    clock: FakeClock | None = None,
    server: Playground | None = None,
    robot_pause: float = 0.0,
    polyglot: bool = False,
    locale: str = "en-GB",
    emojis: bool = False,
    secret: bytes | None = None,
    flood: Flood | None = None,
) -> AsyncIterator[House]:
    """Start both; with ``clock`` time moves by hand. People speak English, or with ``polyglot`` what the
    playground gives them; ``locale`` is the server's. The cards of all tables follow from ``secret``, by
    default one of the test that runs. Nobody is too fast, unless ``flood`` says so. Every request is checked
    against Discord's own API document where there is one."""
    own = server is None
    server = server or await Playground.start(clock=clock)
    if not polyglot:
        for person in server.people.values():
            person.account.locale = "en-GB"
    for guild in server.world.guilds.values():
        guild.locale = locale
    server.ratelimits.pace = PACE
    checker = OpenApiChecker(OPENAPI).attach(server) if OPENAPI else None
    settings = Settings(
        token=server.token,
        database=database,
        api_url=server.api_url,
        cdn_url=server.cdn_url,
        robot_pause=robot_pause,
        emojis=emojis,
    )
    try:
        new_secret = secrets_from(secret or own_secret())
        async with assembled(
            settings,
            clock,
            new_secret=new_secret,
            flood=patient() if flood is None else flood,
            stands_after=STANDS_AFTER,
            limits=LIMITS,
        ) as bot:
            # The library waits two seconds for more servers; here there is one.
            bot._connection.guild_ready_timeout = 0.01  # pyright: ignore[reportPrivateUsage]
            running = asyncio.create_task(bot.start(server.token))
            ready = asyncio.create_task(bot.wait_until_ready())
            try:
                await asyncio.wait({running, ready}, return_when=asyncio.FIRST_COMPLETED)
                if running.done():
                    running.result()
                yield House(server, bot, clock)
            finally:
                ready.cancel()
                await bot.close()
                await asyncio.gather(running, ready, return_exceptions=True)
    finally:
        if own:
            await server.close()
    if checker is not None:
        assert not checker.failures, checker.failures[:3]
