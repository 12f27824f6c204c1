"""What can happen to the world, each change told to whom it concerns."""

from __future__ import annotations

from collections.abc import Iterable

from playground.objects import Json
from playground.world.accounts import Account, make_user, make_username
from playground.world.audience import GUILD_MEMBERS, GUILDS, Audience
from playground.world.event_changes import EventChanges
from playground.world.files import StoredFile
from playground.world.groups import Group
from playground.world.permissions import Permission
from playground.world.places import Channel, Guild, Message
from playground.world.plain_messages import written
from playground.world.rights import Rights
from playground.world.roles import Role
from playground.world.thread_changes import ThreadChanges
from playground.world.threads import Thread


class Changes:
    """Everything that changes the world passes through here."""

    def __init__(self, audience: Audience) -> None:
        self.audience = audience
        self.world = audience.world
        self.threads = ThreadChanges(audience)
        self.scheduled_events = EventChanges(audience)
        self.rights = Rights(audience)

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
            self.join(guild, account)
        self.world.changed()
        return account

    def join(self, guild: Guild, account: Account) -> None:
        """Somebody comes into a guild, for the first time or again: nothing is left of their roles."""
        guild.members[account.id] = account
        member = guild.member(account.user) | {"guild_id": str(guild.id)}
        self.audience.dispatch("GUILD_MEMBER_ADD", member, guild=guild, intents=GUILD_MEMBERS)
        for channel in guild.channels.values():
            if channel.seen_by(account):
                account.tell("channel_create", channel=channel.to_json())
        self.world.changed()

    def leave(self, guild: Guild, account: Account) -> None:
        """Somebody goes from a guild, its threads and its roles. The bot hears of it only by the intent of
        members. Raises ValueError for its owner, who cannot, and for who is not in it."""
        if guild.owner is account or account.id not in guild.members:
            raise ValueError(f"{account.name} cannot leave {guild.name}")
        channels = list(guild.channels.values())
        for thread in channels:
            if isinstance(thread, Thread):
                self.threads.leave(thread, account.id)
        seen = [one for one in channels if one.seen_by(account)]
        for role in guild.roles.values():
            role.holders.discard(account.id)
        del guild.members[account.id]
        for channel in seen:
            account.read(channel.id)
            account.tell("channel_delete", channel=channel.to_json())
        gone = {"guild_id": str(guild.id), "user": account.user}
        self.audience.dispatch("GUILD_MEMBER_REMOVE", gone, guild=guild, intents=GUILD_MEMBERS)
        self.world.changed()

    def set_avatar(self, account: Account, data: bytes | None) -> None:
        """Somebody takes another picture, or none. The bot hears of it at their next interaction, as it has
        not asked for the intent of members."""
        files = self.world.files
        account.user["avatar"] = files.store_avatar(account.id, data) if data is not None else None
        self.world.changed()

    def add_guild(
        self,
        name: str,
        *,
        locale: str = "en-GB",
        owner: Account | None = None,
        invited: bool = True,
        members: Iterable[Account] | None = None,
    ) -> Guild:
        """A new guild with everybody in it, or with these `members`, and no channel; with the bot, if it is
        `invited` at once.

        The owner may do everything; by default it is the first person.
        """
        world = self.world
        inside = {one.id: one for one in (world.accounts.values() if members is None else members)}
        owner = owner or next(iter(inside.values()))
        guild = Guild(world.ids.next(), name, locale, owner, world.bot_user, inside, has_bot=False)
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

    def remove_bot(self, guild: Guild) -> None:
        """A guild removes the bot, which is told so and sees nothing there from now on."""
        self.audience.dispatch("GUILD_DELETE", {"id": str(guild.id)}, guild=guild, intents=GUILDS)
        guild.has_bot = False
        self.world.changed()

    def delete_guild(self, guild: Guild) -> None:
        """A guild goes with all that is in it. The bot is told of the guild alone."""
        if guild.has_bot:
            self.remove_bot(guild)
        self.scheduled_events.forget(guild)
        for channel in [one for one in self.world.channels.values() if one.guild is guild]:
            del self.world.channels[channel.id]
            for message in channel.messages.values():
                self._drop_files(message.files.values())
            for account in guild.members.values():
                account.tell("channel_delete", channel=channel.to_json())
        del self.world.guilds[guild.id]
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

    def add_group(self, name: str, people: Iterable[Account]) -> Group:
        """A new group conversation of these people."""
        group = Group(self.world.ids.next(), name, None, people={one.id: one for one in people})
        self.world.channels[group.id] = group
        self.audience.tell_of_channel("create", group)
        return group

    def leave_group(self, group: Group, account: Account) -> None:
        """Somebody goes from a group conversation; nobody tells the bot."""
        if group.people.pop(account.id, None) is None:
            return
        account.read(group.id)
        account.tell("channel_delete", channel=group.to_json())
        self.audience.tell_of_channel("update", group)

    def set_app(self, account: Account, *, has: bool) -> None:
        """Somebody adds the app to their account, or removes it. The bot is not told."""
        account.has_app = has
        account.tell("commands")
        self.world.changed()

    def set_permissions(self, channel: Channel, bot_permissions: int) -> None:
        """What the bot may do in a guild channel, as Discord's permission bits."""
        assert channel.guild is not None
        usual = channel.guild.bot_permissions_if_invited
        self.rights.overwrite(channel, bot_permissions & ~usual, usual & ~bot_permissions)

    def hide(self, channel: Channel, account: Account) -> None:
        """A guild's channel goes out of somebody's sight. The bot hears that its overwrites have changed.

        Raises ValueError for direct messages and threads, which are hidden with their channels, and for who
        owns or administers the guild: they see everything.
        """
        if (
            channel.guild is None
            or channel.is_thread
            or channel.guild.permissions_of(account) & Permission.ADMINISTRATOR
        ):
            raise ValueError(f"{channel.name or 'This channel'} cannot be hidden from {account.name}")
        if account.id not in channel.hidden_from:
            seen = [one for one in (channel, *self._threads_of(channel)) if one.seen_by(account)]
            channel.hidden_from.add(account.id)
            for one in seen:
                account.read(one.id)
                account.tell("channel_delete", channel=one.to_json())
            self.audience.tell_of_channel("update", channel)

    def show(self, channel: Channel, account: Account) -> None:
        """A channel that was hidden from somebody is there again."""
        if account.id in channel.hidden_from:
            channel.hidden_from.discard(account.id)
            for one in (channel, *self._threads_of(channel)):
                if one.seen_by(account):
                    account.tell("channel_create", channel=one.to_json())
            self.audience.tell_of_channel("update", channel)

    def delete_channel(self, channel: Channel) -> None:
        """A guild's channel goes, and all its messages with it."""
        if isinstance(channel, Thread):
            self.threads.forget(channel)
        for thread in self._threads_of(channel):
            self.delete_channel(thread)
        del self.world.channels[channel.id]
        if channel.guild is not None:
            del channel.guild.channels[channel.id]
        for id, message in channel.messages.items():
            self._drop_files(message.files.values())
            del self.world.channel_of_message[id]
        channel.messages.clear()
        self.audience.tell_of_channel("delete", channel)

    def _threads_of(self, channel: Channel) -> list[Thread]:
        found = [one for one in self.world.channels.values() if isinstance(one, Thread)]
        return [one for one in found if one.parent is channel]

    def direct_channel(self, account: Account) -> Channel:
        """The direct messages of the bot and a person; made when there is none yet."""
        channel = self.world.direct_channels.get(account.id)
        if channel is not None:
            return channel
        channel = Channel(self.world.ids.next(), "", None, account)
        self.world.channels[channel.id] = self.world.direct_channels[account.id] = channel
        self.audience.tell_of_channel("create", channel)
        return channel

    # Messages

    def add_message(self, message: Message) -> None:
        """A message appears. In a thread that everybody sees it in, it is an event of the thread."""
        if isinstance(message.channel, Thread) and message.visible_to is None:
            self.threads.hear(message.channel, message)
        message.channel.messages[message.id] = message
        self.world.channel_of_message[message.id] = message.channel
        self.audience.tell_of_message("CREATE", message)

    def update_message(self, message: Message, data: Json, files: dict[int, StoredFile]) -> None:
        """A message changes; files it no longer has are forgotten."""
        gone = [file for id, file in message.files.items() if id not in files]
        message.data, message.files = data, files
        self._drop_files(gone)
        self.audience.tell_of_message("UPDATE", message)

    def delete_message(self, message: Message) -> None:
        """A message goes, with its files."""
        self._take_out(message)
        self._drop_files(message.files.values())
        self.audience.tell_of_deletion(message)

    def say(self, account: Account, channel: Channel, content: str) -> Message:
        """A message written by a person."""
        message = written(self.world, channel, account.user, content)
        self.add_message(message)
        return message

    def dismiss(self, message: Message) -> None:
        """An ephemeral message is put away by whoever sees it; the bot does not hear of it."""
        self._take_out(message)
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

    def _take_out(self, message: Message) -> None:
        del message.channel.messages[message.id]
        del self.world.channel_of_message[message.id]

    def _drop_files(self, files: Iterable[StoredFile]) -> None:
        for file in files:
            self.world.files.drop(file)
