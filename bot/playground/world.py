"""The state of the playground: guilds, channels, people, messages, and who hears of a change."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from bot.playground.cdn import Cdn
from bot.playground.clock import Clock
from bot.playground.errors import UNKNOWN_CHANNEL, UNKNOWN_GUILD, ApiError
from bot.playground.people import Person
from bot.playground.permissions import EVERYONE, Permission
from bot.playground.places import (
    SUPPRESS_NOTIFICATIONS,
    Channel,
    Guild,
    Json,
    Message,
    Role,
    make_user,
    make_username,
)
from bot.playground.snowflakes import Snowflakes, isoformat

if TYPE_CHECKING:
    from bot.playground.commands import Commands
    from bot.playground.interactions import Desk

__all__ = ["Channel", "Guild", "Message", "Role", "World"]

T = TypeVar("T")

# Gateway intents. https://discord.com/developers/docs/events/gateway#list-of-intents
GUILDS, GUILD_MEMBERS, GUILD_MESSAGES, DIRECT_MESSAGES = 1 << 0, 1 << 1, 1 << 9, 1 << 12


class Dispatch(Protocol):
    """Tells the bot of an event, if it asked for one of its `intents` (0: everybody gets it)."""

    def __call__(self, name: str, data: Json, *, guild: Guild | None, intents: int) -> None: ...


class World:
    """Everything there is, and `until`, which waits for it to look a certain way.

    `commands` (what the application has registered) and `desk` (where people hand in their acts)
    are put in place by the server, which composes the parts.
    """

    commands: Commands
    desk: Desk

    def __init__(self, clock: Clock, cdn: Cdn) -> None:
        self.clock = clock
        self.cdn = cdn
        self.ids = Snowflakes(clock)
        self.application_id = self.ids.next()
        self.bot_user = make_user(self.application_id, "Hartenheer", "Hartenheer", bot=True)
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.people: dict[int, Person] = {}
        self.emojis: dict[int, Json] = {}
        """The application's own emojis."""
        self.dispatch: Dispatch = _nobody_listens
        self._waiting: set[asyncio.Event] = set()

    # People and places

    def add_person(self, name: str, *, locale: str = "en-GB") -> Person:
        """A new person, member of every guild there is."""
        taken = {person.user["username"] for person in self.people.values()}
        username, number = make_username(name), 2
        while username in taken:
            username, number = f"{make_username(name)}{number}", number + 1
        id = self.ids.next()
        person = Person(self, make_user(id, name, username), locale)
        self.people[id] = person
        for guild in self.guilds.values():
            guild.members[id] = person
            member = guild.member(person.user) | {"guild_id": str(guild.id)}
            self.dispatch("GUILD_MEMBER_ADD", member, guild=guild, intents=GUILD_MEMBERS)
        self.changed()
        return person

    def set_avatar(self, person: Person, data: bytes | None) -> None:
        """A person takes another picture, or none. The bot hears of it at their next interaction, as it has
        not asked for the intent of members."""
        person.user["avatar"] = self.cdn.store_avatar(person.id, data) if data is not None else None
        self.changed()

    def person(self, name: str) -> Person:
        """The person of that name; KeyError when there is none."""
        for person in self.people.values():
            if person.name == name:
                return person
        raise KeyError(name)

    def add_guild(
        self, name: str, *, locale: str = "en-GB", owner: Person | None = None, invited: bool = True
    ) -> Guild:
        """A new guild with everybody in it, and no channel; with the bot, if it is `invited` at once.

        The owner may do everything; by default it is the first person.
        """
        owner = owner or next(iter(self.people.values()))
        guild = Guild(self.ids.next(), name, locale, owner, self.bot_user, dict(self.people), has_bot=False)
        self.guilds[guild.id] = guild
        if invited:
            self.invite_bot(guild)
        self.changed()
        return guild

    def invite_bot(self, guild: Guild) -> None:
        """The bot joins a guild. Discord does not say of such a one whether it is unavailable."""
        guild.has_bot = True
        joined = guild.to_gateway(all_members=False)
        del joined["unavailable"]
        self.dispatch("GUILD_CREATE", joined, guild=guild, intents=GUILDS)
        self.changed()

    def add_role(self, guild: Guild, name: str, *holders: Person, permissions: int = 0) -> Role:
        """A new role and who has it; `permissions` are what it allows besides everybody's."""
        role = Role(self.ids.next(), name, permissions, {person.id for person in holders})
        guild.roles[role.id] = role
        created = {"guild_id": str(guild.id), "role": guild.roles_json()[-1]}
        self.dispatch("GUILD_ROLE_CREATE", created, guild=guild, intents=GUILDS)
        self.changed()
        return role

    def add_channel(self, guild: Guild, name: str) -> Channel:
        """A new text channel which everybody sees."""
        channel = Channel(self.ids.next(), name, guild, position=len(guild.channels))
        guild.channels[channel.id] = self.channels[channel.id] = channel
        self._tell_of_channel("create", channel)
        return channel

    def set_permissions(self, channel: Channel, bot_permissions: int) -> None:
        """What the bot may do in a guild channel, as Discord's permission bits."""
        channel.bot_allow = bot_permissions & ~EVERYONE
        channel.bot_deny = EVERYONE & ~bot_permissions
        self._tell_of_channel("update", channel)

    def hide(self, channel: Channel, person: Person) -> None:
        """A guild's channel goes out of a person's sight. The bot hears that its overwrites have changed.

        Raises ValueError for direct messages, and for who owns or administers the guild: they see everything.
        """
        if channel.guild is None or channel.guild.permissions_of(person) & Permission.ADMINISTRATOR:
            raise ValueError(f"{channel.name or 'This channel'} cannot be hidden from {person.name}")
        if person.id not in channel.hidden_from:
            channel.hidden_from.add(person.id)
            person.read(channel.id)
            person.tell("channel_delete", channel=channel.to_json())
            self._tell_of_channel("update", channel)

    def show(self, channel: Channel, person: Person) -> None:
        """A channel that was hidden from a person is there again."""
        if person.id in channel.hidden_from:
            channel.hidden_from.discard(person.id)
            person.tell("channel_create", channel=channel.to_json())
            self._tell_of_channel("update", channel)

    def delete_channel(self, channel: Channel) -> None:
        """A guild's channel goes, and all its messages with it."""
        del self.channels[channel.id]
        if channel.guild is not None:
            del channel.guild.channels[channel.id]
        for message in channel.messages.values():
            self._drop_files(message.files.values())
        channel.messages.clear()
        self._tell_of_channel("delete", channel)

    def direct_channel(self, person: Person) -> Channel:
        """The direct messages of the bot and a person; made when there is none yet."""
        for channel in self.channels.values():
            if channel.recipient is person:
                return channel
        channel = Channel(self.ids.next(), "", None, person)
        self.channels[channel.id] = channel
        self._tell_of_channel("create", channel)
        return channel

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

    def users(self) -> dict[int, Json]:
        """Every user object there is, by id."""
        people = {person.id: person.user for person in self.people.values()}
        return {self.application_id: self.bot_user} | people

    # Messages

    def add_message(self, message: Message) -> None:
        """A message appears."""
        message.channel.messages[message.id] = message
        self._tell_of_message("CREATE", message)
        for person in self._viewers(message):
            if message.author_id != person.id and not message.flags & SUPPRESS_NOTIFICATIONS:
                person.notify(message)
        self.changed()

    def update_message(self, message: Message, data: Json, files: dict[int, Any]) -> None:
        """A message changes; files it no longer has are forgotten."""
        gone = [file for id, file in message.files.items() if id not in files]
        message.data, message.files = data, files
        self._drop_files(gone)
        self._tell_of_message("UPDATE", message)
        self.changed()

    def delete_message(self, message: Message) -> None:
        """A message goes, with its files."""
        del message.channel.messages[message.id]
        self._drop_files(message.files.values())
        gone: Json = {"id": str(message.id), "channel_id": str(message.channel.id)}
        guild = message.channel.guild if message.visible_to is None else None
        if guild is not None:
            gone["guild_id"] = str(guild.id)
        intents = GUILD_MESSAGES if guild is not None else DIRECT_MESSAGES
        self.dispatch("MESSAGE_DELETE", gone, guild=guild, intents=intents)
        self._tell_gone(message)

    def say(self, person: Person, channel: Channel, content: str) -> Message:
        """A message written by a person."""
        named = {int(id) for id in re.findall(r"<@!?(\d+)>", content)}
        data: Json = {
            "id": str(self.ids.next()),
            "type": 0,
            "channel_id": str(channel.id),
            "author": person.user,
            "content": content,
            "timestamp": isoformat(self.clock.now()),
            "edited_timestamp": None,
            "tts": False,
            "pinned": False,
            "flags": 0,
            "embeds": [],
            "components": [],
            "attachments": [],
            "mentions": [user for id, user in self.users().items() if id in named],
            "mention_roles": [],
            "mention_everyone": False,
        }
        message = Message(channel, data, pings=named)
        self.add_message(message)
        return message

    def dismiss(self, message: Message) -> None:
        """An ephemeral message is put away by whoever sees it; the bot does not hear of it."""
        del message.channel.messages[message.id]
        self._drop_files(message.files.values())
        self._tell_gone(message)

    def forget_private(self, person: Person) -> None:
        """A person's client starts anew: it no longer has the messages that they alone could see, nor modals.

        Discord takes edits of these messages all the same, and nobody tells the bot.
        """
        person.modals.clear()
        for channel in self.channels.values():
            for message in channel.messages.values():
                if message.visible_to is person and not message.forgotten:
                    self._tell_gone(message)
                    message.forgotten = True

    def find_message(self, id: int | str) -> Message | None:
        """A message by its id alone."""
        for channel in self.channels.values():
            if int(id) in channel.messages:
                return channel.messages[int(id)]
        return None

    # Who hears of it

    def changed(self) -> None:
        """Wake whoever waits for the world to look a certain way."""
        for event in self._waiting:
            event.set()

    async def until(self, predicate: Callable[[], T], timeout: float = 30.0) -> T:  # noqa: ASYNC109
        """Wait until `predicate()` is true and return its value; it is asked after every change.

        Raises TimeoutError after `timeout` real seconds.
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

    def tell_everyone(self, type: str, **event: Any) -> None:  # noqa: ANN401
        for person in self.people.values():
            person.tell(type, **event)
        self.changed()

    def tell_of_typing(self, channel: Channel) -> None:
        """The bot is typing."""
        for person in self._people_in(channel):
            person.tell("typing", channel_id=str(channel.id))

    def _viewers(self, message: Message) -> list[Person]:
        return [person for person in self._people_in(message.channel) if message.seen_by(person)]

    def _people_in(self, channel: Channel) -> list[Person]:
        if channel.guild is not None:
            return [person for person in channel.guild.members.values() if channel.seen_by(person)]
        assert channel.recipient is not None
        return [channel.recipient]

    def _tell_of_message(self, what: str, message: Message) -> None:
        guild = message.channel.guild if message.visible_to is None else None
        intents = GUILD_MESSAGES if guild is not None else DIRECT_MESSAGES
        self.dispatch(f"MESSAGE_{what}", message.to_gateway(), guild=guild, intents=intents)
        for person in self._viewers(message):
            channel_id = str(message.channel.id)
            person.tell(f"message_{what.lower()}", channel_id=channel_id, message=message.data)

    def _tell_gone(self, message: Message) -> None:
        for person in self._viewers(message):
            person.tell("message_delete", channel_id=str(message.channel.id), message_id=str(message.id))
        self.changed()

    def _tell_of_channel(self, what: str, channel: Channel) -> None:
        if channel.guild is not None:
            event = f"CHANNEL_{what.upper()}"
            self.dispatch(event, channel.to_json(), guild=channel.guild, intents=GUILDS)
        for person in self._people_in(channel):
            person.tell(f"channel_{what}", channel=channel.to_json(self.bot_user))
        self.changed()

    def _drop_files(self, files: Iterable[Any]) -> None:
        for file in files:
            self.cdn.drop(file)


def _nobody_listens(name: str, data: Json, *, guild: Guild | None, intents: int) -> None:
    """Before the gateway is open there is nobody to tell."""
