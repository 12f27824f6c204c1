"""The state of the playground, and finding things in it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from playground.clock import Clock
from playground.errors import UNKNOWN_CHANNEL, UNKNOWN_GUILD, ApiError
from playground.objects import Json
from playground.world.accounts import Account, make_user
from playground.world.files import Files
from playground.world.places import Channel, Guild, Message
from playground.world.snowflakes import Snowflakes

T = TypeVar("T")


class World:
    """Everything there is, and `until`, which waits for it to look a certain way.

    What happens to it is in `changes`, which says `changed` after each of them.
    """

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.ids = Snowflakes(clock)
        self.files = Files(clock)
        self.application_id = self.ids.next()
        self.bot_user = make_user(self.application_id, "Hartenheer", "Hartenheer", bot=True)
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.accounts: dict[int, Account] = {}
        """Of the people; the bot has `bot_user`."""
        self.channel_of_message: dict[int, Channel] = {}
        """Where each message is, by its id."""
        self.direct_channels: dict[int, Channel] = {}
        """Those of the bot and a person, by the person."""
        self.emojis: dict[int, Json] = {}
        """The application's own emojis."""
        self._waiting: set[asyncio.Event] = set()

    # Finding

    def channel(self, id: int | str) -> Channel:
        """Raises ApiError 10003."""
        found = self.channels.get(int(id))
        if found is None:
            raise ApiError(UNKNOWN_CHANNEL)
        return found

    def channel_named(self, name: str) -> Channel:
        """The first guild channel of that name; KeyError when there is none."""
        for channel in self.channels.values():
            if channel.guild is not None and channel.name == name:
                return channel
        raise KeyError(name)

    def guild(self, id: int | str) -> Guild:
        """Raises ApiError 10004."""
        found = self.guilds.get(int(id))
        if found is None:
            raise ApiError(UNKNOWN_GUILD)
        return found

    def user(self, id: int) -> Json | None:
        """The user object of that id, if there is one."""
        if id == self.application_id:
            return self.bot_user
        account = self.accounts.get(id)
        return None if account is None else account.user

    def users(self) -> dict[int, Json]:
        """Every user object there is, by id."""
        people = {account.id: account.user for account in self.accounts.values()}
        return {self.application_id: self.bot_user} | people

    def find_message(self, id: int | str) -> Message | None:
        """A message by its id alone."""
        channel = self.channel_of_message.get(int(id))
        return None if channel is None else channel.messages[int(id)]

    # Waiting

    def changed(self) -> None:
        """Wake whoever waits for the world to look a certain way."""
        for event in self._waiting:
            event.set()

    async def until(self, predicate: Callable[[], T], timeout: float | None = 30.0) -> T:  # noqa: ASYNC109 - a test's patience
        """Wait until `predicate()` is true and return its value; it is asked after every change.

        Raises TimeoutError after `timeout` real seconds; never where it is None.
        """
        event = asyncio.Event()
        self._waiting.add(event)
        try:
            async with asyncio.timeout(timeout):
                while not (value := predicate()):
                    event.clear()
                    await event.wait()
                return value
        finally:
            self._waiting.discard(event)
