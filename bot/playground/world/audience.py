"""Who hears of a change: the people who see it, and the bot if it asked for such events."""

from __future__ import annotations

from typing import Any, Protocol

from bot.playground.objects import Json
from bot.playground.world.accounts import Account
from bot.playground.world.places import SUPPRESS_NOTIFICATIONS, Channel, Guild, Message
from bot.playground.world.world import World

# Gateway intents. https://discord.com/developers/docs/events/gateway#list-of-intents
GUILDS, GUILD_MEMBERS, GUILD_MESSAGES, DIRECT_MESSAGES = 1 << 0, 1 << 1, 1 << 9, 1 << 12


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
        for account in _viewers(channel):
            account.tell("typing", channel_id=str(channel.id))

    def tell_of_message(self, what: str, message: Message) -> None:
        """`what` is CREATE or UPDATE."""
        guild, intents = _heard_in(message)
        self.dispatch(f"MESSAGE_{what}", message.to_gateway(), guild=guild, intents=intents)
        for account in _readers(message):
            channel_id = str(message.channel.id)
            account.tell(f"message_{what.lower()}", channel_id=channel_id, message=message.data)
        if what == "CREATE":
            _ring(message)
        self.world.changed()

    def tell_of_deletion(self, message: Message) -> None:
        """A message was deleted, not only put away by its reader."""
        gone: Json = {"id": str(message.id), "channel_id": str(message.channel.id)}
        guild, intents = _heard_in(message)
        if guild is not None:
            gone["guild_id"] = str(guild.id)
        self.dispatch("MESSAGE_DELETE", gone, guild=guild, intents=intents)
        self.tell_gone(message)

    def tell_gone(self, message: Message) -> None:
        """A message is no longer on the screens of those who saw it."""
        for account in _readers(message):
            account.tell("message_delete", channel_id=str(message.channel.id), message_id=str(message.id))
        self.world.changed()

    def tell_of_channel(self, what: str, channel: Channel) -> None:
        """`what` is create, update or delete."""
        if channel.guild is not None:
            kind = "CHANNEL" if channel.parent is None else "THREAD"
            data = channel.to_json()
            if kind == "THREAD" and what == "create":
                data["newly_created"] = True
            self.dispatch(f"{kind}_{what.upper()}", data, guild=channel.guild, intents=GUILDS)
        for account in _viewers(channel):
            account.tell(f"channel_{what}", channel=channel.to_json(self.world.bot_user))
        self.world.changed()


def _heard_in(message: Message) -> tuple[Guild | None, int]:
    """The guild and the intents of a message's events; an ephemeral one counts as a direct one."""
    guild = message.channel.guild if message.visible_to is None else None
    return guild, GUILD_MESSAGES if guild is not None else DIRECT_MESSAGES


def _viewers(channel: Channel) -> list[Account]:
    if channel.guild is not None:
        return [account for account in channel.guild.members.values() if channel.seen_by(account)]
    assert channel.recipient is not None
    return [channel.recipient]


def _readers(message: Message) -> list[Account]:
    return [account for account in _viewers(message.channel) if message.seen_by(account)]


def _ring(message: Message) -> None:
    """Ring for a new message with whom it names, and with whoever gets a direct one."""
    if message.flags & SUPPRESS_NOTIFICATIONS or message.visible_to is not None:
        return
    direct = message.channel.guild is None
    for account in _readers(message):
        if message.author_id != account.id and (direct or account.id in message.pings):
            account.ring(message.channel.id, message.id, "direct_message" if direct else "mention")
