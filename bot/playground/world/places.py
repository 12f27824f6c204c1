"""Guilds, channels and messages, and how Discord writes them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import reduce
from operator import or_

from bot.playground.objects import Json
from bot.playground.world.accounts import Account
from bot.playground.world.files import StoredFile
from bot.playground.world.permissions import ALL, EVERYONE, Permission
from bot.playground.world.snowflakes import isoformat, time_of

EPHEMERAL = 1 << 6
LOADING = 1 << 7
SUPPRESS_EMBEDS = 1 << 2
SUPPRESS_NOTIFICATIONS = 1 << 12
COMPONENTS_V2 = 1 << 15

DAY = 1440
"""Minutes."""


@dataclass(eq=False)
class Channel:
    """A guild's text channel, a public thread of one (which has a `parent`), or the direct messages of the
    bot and one person (`guild` is None)."""

    id: int
    name: str
    guild: Guild | None
    recipient: Account | None = None
    position: int = 0
    bot_allow: int = 0
    bot_deny: int = 0
    hidden_from: set[int] = field(default_factory=set)
    """Ids of the people who may not see it."""
    messages: dict[int, Message] = field(default_factory=dict)
    nonces: dict[str, tuple[float, int]] = field(default_factory=dict)
    """Nonces of the last minutes that were to be enforced: when, and the message they made."""
    parent: Channel | None = None
    """The channel that a thread belongs to."""
    archived_after: int = DAY
    """Minutes of rest after which a thread is no longer shown."""

    def to_json(self, recipient: Json | None = None) -> Json:
        """Discord's channel object (type 0 or 1); for a person, the bot is the `recipient`."""
        lasting = [id for id, message in self.messages.items() if message.visible_to is None]
        last = str(lasting[-1]) if lasting else None
        body: Json = {"id": str(self.id), "type": 0, "last_message_id": last, "flags": 0}
        if self.guild is None:
            assert self.recipient is not None
            return body | {"type": 1, "recipients": [recipient or self.recipient.user]}
        if self.parent is not None:
            return body | self._thread(self.guild, self.parent)
        return body | {
            "guild_id": str(self.guild.id),
            "name": self.name,
            "position": self.position,
            "topic": None,
            "nsfw": False,
            "parent_id": None,
            "rate_limit_per_user": 0,
            "permission_overwrites": self._overwrites(),
        }

    def _thread(self, guild: Guild, parent: Channel) -> Json:
        """What Discord says of a public thread, which the bot has begun (type 11).
        https://discord.com/developers/docs/topics/threads"""
        begun = isoformat(time_of(self.id))
        return {
            "type": 11,
            "guild_id": str(guild.id),
            "name": self.name,
            "parent_id": str(parent.id),
            "owner_id": guild.bot_user["id"],
            "rate_limit_per_user": 0,
            "message_count": len(self.messages),
            "member_count": 1,
            "total_message_sent": len(self.messages),
            "thread_metadata": {
                "archived": False,
                "auto_archive_duration": self.archived_after,
                "archive_timestamp": begun,
                "locked": False,
                "create_timestamp": begun,
            },
        }

    def _overwrites(self) -> list[Json]:
        if self.guild is None:
            return []
        denied = {id: (0, int(Permission.VIEW_CHANNEL)) for id in sorted(self.hidden_from)}
        if self.bot_allow or self.bot_deny:
            denied[int(self.guild.bot_user["id"])] = (self.bot_allow, self.bot_deny)
        return [
            {"id": str(id), "type": 1, "allow": str(allow), "deny": str(deny)}
            for id, (allow, deny) in denied.items()
        ]

    @property
    def bot_permissions(self) -> int:
        if self.parent is not None:
            return self.parent.bot_permissions
        return (EVERYONE | self.bot_allow) & ~self.bot_deny

    def permissions_of(self, account: Account) -> int:
        """What a person may do here; nothing at all where they do not see the channel."""
        if self.guild is None:
            return EVERYONE
        allowed = self.guild.permissions_of(account)
        hidden = account.id in self.hidden_from and not allowed & Permission.ADMINISTRATOR
        return 0 if hidden else allowed

    def seen_by(self, account: Account) -> bool:
        """Whether a person sees it."""
        if self.guild is None:
            return self.recipient is account
        return account.id in self.guild.members and bool(
            self.permissions_of(account) & Permission.VIEW_CHANNEL
        )


@dataclass(eq=False)
class Role:
    """A role of a guild, and the ids of those who have it."""

    id: int
    name: str
    permissions: int = 0
    holders: set[int] = field(default_factory=set)

    def to_json(self, position: int) -> Json:
        """Discord's role object."""
        return {
            "id": str(self.id),
            "name": self.name,
            "permissions": str(self.permissions),
            "position": position,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "managed": False,
            "mentionable": False,
            "icon": None,
            "unicode_emoji": None,
            "flags": 0,
        }


@dataclass(eq=False)
class Guild:
    """A server. Everybody there is, is in it; the bot, once it is invited (`has_bot`)."""

    id: int
    name: str
    locale: str
    owner: Account
    bot_user: Json
    members: dict[int, Account] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    roles: dict[int, Role] = field(default_factory=dict)
    """Besides @everyone, lowest first."""
    system_channel: Channel | None = None
    has_bot: bool = True

    def permissions_of(self, account: Account) -> int:
        """What a person may do where no channel says otherwise: everything for who owns or administers it."""
        allowed = [role.permissions for role in self.roles.values() if account.id in role.holders]
        together = reduce(or_, allowed, EVERYONE)
        return ALL if self.owner is account or together & Permission.ADMINISTRATOR else together

    def member(self, user: Json) -> Json:
        """Discord's guild member object."""
        return {
            "user": user,
            "nick": None,
            "avatar": None,
            "banner": None,
            "roles": [str(role.id) for role in self.roles.values() if int(user["id"]) in role.holders],
            "joined_at": isoformat(max(time_of(self.id), time_of(int(user["id"])))),
            "premium_since": None,
            "communication_disabled_until": None,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "pending": False,
        }

    def roles_json(self) -> list[Json]:
        """Its role objects, @everyone first."""
        every = [Role(self.id, "@everyone", EVERYONE), *self.roles.values()]
        return [role.to_json(position) for position, role in enumerate(every)]

    def to_json(self) -> Json:
        """Discord's guild object."""
        return {
            "id": str(self.id),
            "name": self.name,
            "icon": None,
            "splash": None,
            "discovery_splash": None,
            "banner": None,
            "description": None,
            "owner_id": str(self.owner.id),
            "region": "deprecated",
            "afk_channel_id": None,
            "afk_timeout": 300,
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "roles": self.roles_json(),
            "emojis": [],
            "stickers": [],
            "features": [],
            "mfa_level": 0,
            "nsfw_level": 0,
            "application_id": None,
            "system_channel_id": str(self.system_channel.id) if self.system_channel else None,
            "system_channel_flags": 0,
            "rules_channel_id": None,
            "public_updates_channel_id": None,
            "safety_alerts_channel_id": None,
            "vanity_url_code": None,
            "premium_tier": 0,
            "premium_subscription_count": 0,
            "premium_progress_bar_enabled": False,
            "preferred_locale": self.locale,
            "max_members": 500_000,
            "max_presences": None,
            "widget_enabled": False,
        }

    def _shown(self, account: Account | None) -> list[Channel]:
        """Its channels and threads that a person sees; all of them for None."""
        return [one for one in self.channels.values() if account is None or one.seen_by(account)]

    def to_gateway(self, *, all_members: bool = True, seen_by: Account | None = None) -> Json:
        """What GUILD_CREATE carries; without the members intent it names the bot alone.

        With `seen_by` it has only the channels that person sees.
        """
        users = [self.bot_user, *(account.user for account in self.members.values())]
        listed = users if all_members else users[:1]
        return self.to_json() | {
            "joined_at": isoformat(time_of(self.id)),
            "large": False,
            "unavailable": False,
            "member_count": len(users),
            "members": [self.member(user) for user in listed],
            "channels": [one.to_json() for one in self._shown(seen_by) if one.parent is None],
            "threads": [one.to_json() for one in self._shown(seen_by) if one.parent is not None],
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }


@dataclass(eq=False)
class Message:
    """A message. `data` is Discord's message object; an edit replaces it, so it may be handed out."""

    channel: Channel
    data: Json
    files: dict[int, StoredFile] = field(default_factory=dict)
    visible_to: Account | None = None
    """Set for an ephemeral message: the one person who sees it."""
    forgotten: bool = False
    """That the one person's client no longer has it, while Discord does."""
    interaction_id: int | None = None
    """The interaction that made it, whose token may change it."""
    pings: set[int] = field(default_factory=set)
    """Whom it was to notify."""

    @property
    def id(self) -> int:
        return int(self.data["id"])

    @property
    def flags(self) -> int:
        return self.data["flags"]

    def seen_by(self, account: Account) -> bool:
        """Whether a person sees it where they see its channel."""
        return self.visible_to is None or (self.visible_to is account and not self.forgotten)

    @property
    def author_id(self) -> int:
        return int(self.data["author"]["id"])

    def to_gateway(self) -> Json:
        """What MESSAGE_CREATE and MESSAGE_UPDATE carry."""
        guild = self.channel.guild
        body = self.data | {"channel_type": 0 if guild else 1}
        if guild is None or self.visible_to is not None:
            # Discord tells the bot of its own ephemeral messages as if they were direct messages.
            return body
        member = guild.member(self.data["author"])
        del member["user"]
        return body | {"guild_id": str(guild.id), "member": member}
