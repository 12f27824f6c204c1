"""The state of the playground: guilds, channels, people, messages, and who hears of a change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.playground.people import Person

Json = dict[str, Any]


@dataclass(eq=False)
class Channel:
    """A guild's text channel, or the direct messages of the bot and one person (`guild` is None)."""

    id: int
    name: str
    guild: Guild | None
    recipient: Person | None = None

    def to_json(self) -> Json:
        """Discord's channel object (type 0 or 1)."""
        raise NotImplementedError


@dataclass(eq=False)
class Guild:
    """A server."""

    id: int
    name: str
    locale: str
    channels: dict[int, Channel] = field(default_factory=dict)

    def to_json(self) -> Json:
        """Discord's guild object."""
        raise NotImplementedError


class World:
    """Everything there is, and `until`, which waits for it to look a certain way."""

    guilds: dict[int, Guild]
    channels: dict[int, Channel]
    people: dict[int, Person]

    def add_person(self, name: str, *, locale: str = "en-GB") -> Person:
        """A new person, member of every guild there is."""
        raise NotImplementedError

    def person(self, name: str) -> Person:
        """The person of that name; KeyError when there is none."""
        raise NotImplementedError

    def add_guild(self, name: str, *, locale: str = "en-GB") -> Guild:
        """A new guild with the bot and everybody in it, and no channel."""
        raise NotImplementedError

    def add_channel(self, guild: Guild, name: str) -> Channel: ...

    def set_permissions(self, channel: Channel, bot_permissions: int) -> None:
        """What the bot may do in a guild channel, as Discord's permission bits."""

    def delete_channel(self, channel: Channel) -> None: ...

    async def until(self, predicate: Callable[[], Any], timeout: float = 5.0) -> Any:
        """Wait until `predicate()` is true and return its value; it is asked after every change.

        Raises TimeoutError after `timeout` real seconds.
        """
