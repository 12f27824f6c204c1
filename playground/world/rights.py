"""What the bot may do, given and taken in a whole guild or in one of its channels."""

from __future__ import annotations

from playground.objects import Json
from playground.world.audience import GUILDS, Audience
from playground.world.permissions import EVERYONE, Permission
from playground.world.places import Channel, Guild
from playground.world.roles import Role
from playground.world.threads import Thread

Place = Guild | Channel


class Rights:
    """The roles and overwrites that say what the bot may do."""

    def __init__(self, audience: Audience) -> None:
        self._audience = audience
        self._world = audience.world

    def take(self, permission: Permission, place: Place) -> None:
        """The bot may no longer do something.

        In a guild nobody may any more who has it by the role @everyone, as that is where the bot has it from.
        In a channel the bot alone is denied it. Raises ValueError where that is no guild's channel, and for
        View Channel in a whole guild, which would hide everything from everybody.
        """
        if isinstance(place, Channel):
            channel = _with_overwrites(place)
            self.overwrite(channel, channel.bot_allow & ~permission, channel.bot_deny | permission)
            return
        if permission == Permission.VIEW_CHANNEL:
            raise ValueError("View Channel is taken in single channels")
        self._change_everyone(place, place.everyone & ~permission)
        for role in place.roles.values():
            if role.bot_id is not None:
                self._change_role(place, role, role.permissions & ~permission)

    def give(self, permission: Permission, place: Place) -> None:
        """The bot may do something, as everybody where that is usual, else by a role or overwrite of its own.

        Raises ValueError where that is no guild's channel.
        """
        if isinstance(place, Channel):
            channel = _with_overwrites(place)
            assert channel.guild is not None
            allow = channel.bot_allow | (permission & ~channel.guild.bot_permissions)
            self.overwrite(channel, allow, channel.bot_deny & ~permission)
        elif permission & EVERYONE:
            self._change_everyone(place, place.everyone | permission)
        else:
            role = self._own_role(place)
            self._change_role(place, role, role.permissions | permission)

    def overwrite(self, channel: Channel, allow: int, deny: int) -> None:
        """The overwrite of the bot in a guild's channel. A bot that sees it again is told of its threads."""
        saw = channel.seen_by_bot
        channel.bot_allow, channel.bot_deny = allow, deny
        self._audience.tell_of_channel("update", channel)
        if channel.seen_by_bot and not saw:
            self._tell_threads(channel)

    def _tell_threads(self, channel: Channel) -> None:
        assert channel.guild is not None
        found = [one for one in channel.guild.channels.values() if isinstance(one, Thread)]
        threads = [one for one in found if one.parent is channel and one.is_active and one.seen_by_bot]
        bot = self._world.application_id
        data: Json = {
            "guild_id": str(channel.guild.id),
            "channel_ids": [str(channel.id)],
            "threads": [one.to_json() for one in threads],
            "members": [one.member(bot) for one in threads if bot in one.members],
        }
        self._audience.dispatch("THREAD_LIST_SYNC", data, guild=channel.guild, intents=GUILDS)

    def _change_everyone(self, guild: Guild, permissions: int) -> None:
        if permissions != guild.everyone:
            guild.everyone = permissions
            self._tell_role(guild, "UPDATE", guild.id)

    def _change_role(self, guild: Guild, role: Role, permissions: int) -> None:
        if permissions != role.permissions:
            role.permissions = permissions
            self._tell_role(guild, "UPDATE", role.id)

    def _own_role(self, guild: Guild) -> Role:
        """The role that came with the bot, as one does where an invitation asks for permissions."""
        for role in guild.roles.values():
            if role.bot_id is not None:
                return role
        bot = self._world.bot_user
        role = Role(self._world.ids.next(), bot["username"], 0, {int(bot["id"])}, bot_id=int(bot["id"]))
        guild.roles[role.id] = role
        self._tell_role(guild, "CREATE", role.id)
        member = guild.member(bot) | {"guild_id": str(guild.id)}
        # A bot hears of itself whatever its intents.
        self._audience.dispatch("GUILD_MEMBER_UPDATE", member, guild=guild, intents=0)
        return role

    def _tell_role(self, guild: Guild, what: str, id: int) -> None:
        role = next(one for one in guild.roles_json() if one["id"] == str(id))
        data: Json = {"guild_id": str(guild.id), "role": role}
        self._audience.dispatch(f"GUILD_ROLE_{what}", data, guild=guild, intents=GUILDS)
        self._world.changed()


def _with_overwrites(channel: Channel) -> Channel:
    """Raises ValueError for direct messages and threads, which have no overwrites."""
    if channel.guild is None or channel.is_thread:
        raise ValueError(f"{channel.name or 'This channel'} has no permissions of its own")
    return channel
