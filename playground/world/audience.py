"""Who hears of a change: the people who see it, and the bot if it asked for such events."""

from __future__ import annotations

from typing import Any, Protocol

from playground.objects import Json
from playground.world.accounts import Account
from playground.world.places import SUPPRESS_NOTIFICATIONS, Channel, Guild, Message
from playground.world.threads import Thread
from playground.world.world import World

# Gateway intents. https://discord.com/developers/docs/events/gateway#list-of-intents
GUILDS, GUILD_MEMBERS, GUILD_MESSAGES, DIRECT_MESSAGES = 1 << 0, 1 << 1, 1 << 9, 1 << 12
GUILD_SCHEDULED_EVENTS = 1 << 16


class Dispatch(Protocol):
    """Tells the bot of an event, if it asked for one of its `intents` (0: everybody gets it)."""

    def __call__(self, name: str, data: Json, *, guild: Guild | None, intents: int) -> None: ...


class Audience:
    """Tells people by their accounts' events, and the bot by `dispatch`."""

    def __init__(self, world: World, dispatch: Dispatch) -> None:
        self.world = world
        self.dispatch: Dispatch = dispatch

    def tell_everyone(self, type: str, **event: Any) -> None:
        for account in self.world.accounts.values():
            account.tell(type, **event)
        self.world.changed()

    def tell_of_typing(self, channel: Channel) -> None:
        """The bot is typing."""
        for account in channel.viewers:
            account.tell("typing", channel_id=str(channel.id))

    def tell_of_message(self, what: str, message: Message) -> None:
        """`what` is CREATE or UPDATE."""
        self._dispatch_of(message, f"MESSAGE_{what}", message.to_gateway())
        for account in _readers(message):
            channel_id = str(message.channel.id)
            account.tell(f"message_{what.lower()}", channel_id=channel_id, message=message.data)
        if what == "CREATE":
            _ring(message)
        self.world.changed()

    def tell_of_deletion(self, message: Message) -> None:
        """A message was deleted, not only put away by its reader."""
        gone: Json = {"id": str(message.id), "channel_id": str(message.channel.id)}
        guild, _ = _heard_in(message)
        if guild is not None:
            gone["guild_id"] = str(guild.id)
        self._dispatch_of(message, "MESSAGE_DELETE", gone)
        self.tell_gone(message)

    def _dispatch_of(self, message: Message, name: str, data: Json) -> None:
        """Tell the bot of a message, where it sees the channel or the message is its own ephemeral one."""
        guild, intents = _heard_in(message)
        if message.channel.seen_by_bot or message.visible_to is not None:
            self.dispatch(name, data, guild=guild, intents=intents)

    def tell_gone(self, message: Message) -> None:
        """A message is no longer on the screens of those who saw it."""
        for account in _readers(message):
            account.tell("message_delete", channel_id=str(message.channel.id), message_id=str(message.id))
        self.world.changed()

    def tell_of_channel(self, what: str, channel: Channel) -> None:
        """`what` is create, update or delete."""
        if isinstance(channel, Thread):
            self._dispatch_of_thread(what, channel)
        elif channel.guild is not None:
            data = channel.to_json()
            self.dispatch(f"CHANNEL_{what.upper()}", data, guild=channel.guild, intents=GUILDS)
        for account in channel.viewers:
            account.tell(f"channel_{what}", channel=channel.to_json(self.world.bot_user))
        self.world.changed()

    def _dispatch_of_thread(self, what: str, thread: Thread) -> None:
        """The bot hears of the threads it sees, where it hears of all channels."""
        data = thread.to_deleted() if what == "delete" else thread.to_json()
        if what == "create":
            data["newly_created"] = True
        if thread.seen_by_bot:
            self.dispatch(f"THREAD_{what.upper()}", data, guild=thread.guild, intents=GUILDS)


def _heard_in(message: Message) -> tuple[Guild | None, int]:
    """The guild and the intents of a message's events; an ephemeral one counts as a direct one."""
    guild = message.channel.guild if message.visible_to is None else None
    return guild, GUILD_MESSAGES if guild is not None else DIRECT_MESSAGES


def _readers(message: Message) -> list[Account]:
    return [account for account in message.channel.viewers if message.seen_by(account)]


def _ring(message: Message) -> None:
    """Ring for a new message with whom it names, and with whoever gets a direct one."""
    if message.flags & SUPPRESS_NOTIFICATIONS or message.visible_to is not None:
        return
    direct = message.channel.guild is None
    for account in _readers(message):
        if message.author_id != account.id and (direct or account.id in message.pings):
            account.ring(message.channel.id, message.id, "direct_message" if direct else "mention")
