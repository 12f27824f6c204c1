"""What can happen to the world, each change told to whom it concerns."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bot.playground.objects import Json
from bot.playground.world.accounts import Account, make_user, make_username
from bot.playground.world.audience import GUILD_MEMBERS, GUILDS, Audience
from bot.playground.world.files import StoredFile
from bot.playground.world.permissions import EVERYONE, Permission
from bot.playground.world.places import Channel, Guild, Message, Role
from bot.playground.world.snowflakes import isoformat


class Changes:
    """Everything that changes the world passes through here."""

    def __init__(self, audience: Audience) -> None:
        self.audience = audience
        self.world = audience.world

    # People and places

    def add_account(self, name: str, *, locale: str = "en-GB") -> Account:
        """The account of somebody new, member of every guild there is."""
        taken = {account.user["username"] for account in self.world.accounts.values()}
        username, number = make_username(name), 2
        while username in taken:
            username, number = f"{make_username(name)}{number}", number + 1
        id = self.world.ids.next()
        account = Account(make_user(id, name, username), locale)
        self.world.accounts[id] = account
        for guild in self.world.guilds.values():
            guild.members[id] = account
            member = guild.member(account.user) | {"guild_id": str(guild.id)}
            self.audience.dispatch("GUILD_MEMBER_ADD", member, guild=guild, intents=GUILD_MEMBERS)
        self.world.changed()
        return account

    def set_avatar(self, account: Account, data: bytes | None) -> None:
        """Somebody takes another picture, or none. The bot hears of it at their next interaction, as it has
        not asked for the intent of members."""
        files = self.world.files
        account.user["avatar"] = files.store_avatar(account.id, data) if data is not None else None
        self.world.changed()

    def add_guild(
        self, name: str, *, locale: str = "en-GB", owner: Account | None = None, invited: bool = True
    ) -> Guild:
        """A new guild with everybody in it, and no channel; with the bot, if it is `invited` at once.

        The owner may do everything; by default it is the first person.
        """
        world = self.world
        owner = owner or next(iter(world.accounts.values()))
        guild = Guild(
            world.ids.next(), name, locale, owner, world.bot_user, dict(world.accounts), has_bot=False
        )
        world.guilds[guild.id] = guild
        if invited:
            self.invite_bot(guild)
        world.changed()
        return guild

    def invite_bot(self, guild: Guild) -> None:
        """The bot joins a guild. Discord does not say of such a one whether it is unavailable."""
        guild.has_bot = True
        joined = guild.to_gateway(all_members=False)
        del joined["unavailable"]
        self.audience.dispatch("GUILD_CREATE", joined, guild=guild, intents=GUILDS)
        self.world.changed()

    def add_role(self, guild: Guild, name: str, *holders: Account, permissions: int = 0) -> Role:
        """A new role and who has it; `permissions` are what it allows besides everybody's."""
        role = Role(self.world.ids.next(), name, permissions, {account.id for account in holders})
        guild.roles[role.id] = role
        created = {"guild_id": str(guild.id), "role": guild.roles_json()[-1]}
        self.audience.dispatch("GUILD_ROLE_CREATE", created, guild=guild, intents=GUILDS)
        self.world.changed()
        return role

    def add_channel(self, guild: Guild, name: str) -> Channel:
        """A new text channel which everybody sees."""
        channel = Channel(self.world.ids.next(), name, guild, position=len(guild.channels))
        guild.channels[channel.id] = self.world.channels[channel.id] = channel
        self.audience.tell_of_channel("create", channel)
        return channel

    def add_thread(self, parent: Channel, name: str, archived_after: int) -> Channel:
        """A new public thread of the bot's, seen by whoever sees the channel."""
        assert parent.guild is not None
        thread = Channel(
            self.world.ids.next(),
            name,
            parent.guild,
            hidden_from=parent.hidden_from,
            parent=parent,
            archived_after=archived_after,
        )
        parent.guild.channels[thread.id] = self.world.channels[thread.id] = thread
        self.audience.tell_of_channel("create", thread)
        return thread

    def set_permissions(self, channel: Channel, bot_permissions: int) -> None:
        """What the bot may do in a guild channel, as Discord's permission bits."""
        channel.bot_allow = bot_permissions & ~EVERYONE
        channel.bot_deny = EVERYONE & ~bot_permissions
        self.audience.tell_of_channel("update", channel)

    def hide(self, channel: Channel, account: Account) -> None:
        """A guild's channel goes out of somebody's sight. The bot hears that its overwrites have changed.

        Raises ValueError for direct messages, and for who owns or administers the guild: they see everything.
        """
        if channel.guild is None or channel.guild.permissions_of(account) & Permission.ADMINISTRATOR:
            raise ValueError(f"{channel.name or 'This channel'} cannot be hidden from {account.name}")
        if account.id not in channel.hidden_from:
            channel.hidden_from.add(account.id)
            account.read(channel.id)
            account.tell("channel_delete", channel=channel.to_json())
            self.audience.tell_of_channel("update", channel)

    def show(self, channel: Channel, account: Account) -> None:
        """A channel that was hidden from somebody is there again."""
        if account.id in channel.hidden_from:
            channel.hidden_from.discard(account.id)
            account.tell("channel_create", channel=channel.to_json())
            self.audience.tell_of_channel("update", channel)

    def delete_channel(self, channel: Channel) -> None:
        """A guild's channel goes, and all its messages with it."""
        for thread in [one for one in self.world.channels.values() if one.parent is channel]:
            self.delete_channel(thread)
        del self.world.channels[channel.id]
        if channel.guild is not None:
            del channel.guild.channels[channel.id]
        for message in channel.messages.values():
            self._drop_files(message.files.values())
        channel.messages.clear()
        self.audience.tell_of_channel("delete", channel)

    def direct_channel(self, account: Account) -> Channel:
        """The direct messages of the bot and a person; made when there is none yet."""
        for channel in self.world.channels.values():
            if channel.recipient is account:
                return channel
        channel = Channel(self.world.ids.next(), "", None, account)
        self.world.channels[channel.id] = channel
        self.audience.tell_of_channel("create", channel)
        return channel

    # Messages

    def add_message(self, message: Message) -> None:
        """A message appears."""
        message.channel.messages[message.id] = message
        self.audience.tell_of_message("CREATE", message)

    def update_message(self, message: Message, data: Json, files: dict[int, StoredFile]) -> None:
        """A message changes; files it no longer has are forgotten."""
        gone = [file for id, file in message.files.items() if id not in files]
        message.data, message.files = data, files
        self._drop_files(gone)
        self.audience.tell_of_message("UPDATE", message)

    def delete_message(self, message: Message) -> None:
        """A message goes, with its files."""
        del message.channel.messages[message.id]
        self._drop_files(message.files.values())
        self.audience.tell_of_deletion(message)

    def say(self, account: Account, channel: Channel, content: str) -> Message:
        """A message written by a person."""
        named = {int(id) for id in re.findall(r"<@!?(\d+)>", content)}
        data: Json = {
            "id": str(self.world.ids.next()),
            "type": 0,
            "channel_id": str(channel.id),
            "author": account.user,
            "content": content,
            "timestamp": isoformat(self.world.clock.now()),
            "edited_timestamp": None,
            "tts": False,
            "pinned": False,
            "flags": 0,
            "embeds": [],
            "components": [],
            "attachments": [],
            "mentions": [user for id, user in self.world.users().items() if id in named],
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
        self.audience.tell_gone(message)

    def forget_private(self, account: Account) -> None:
        """Somebody's client starts anew: it no longer has the messages that they alone could see, nor modals.

        Discord takes edits of these messages all the same, and nobody tells the bot.
        """
        account.modals.clear()
        for channel in self.world.channels.values():
            for message in channel.messages.values():
                if message.visible_to is account and not message.forgotten:
                    self.audience.tell_gone(message)
                    message.forgotten = True

    def _drop_files(self, files: Iterable[StoredFile]) -> None:
        for file in files:
            self.world.files.drop(file)
