"""Guilds, channels and messages, and how Discord writes them. Threads are in `threads`."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import ClassVar

from playground.objects import Json
from playground.world.accounts import Account
from playground.world.files import StoredFile
from playground.world.permissions import ALL, EVERYONE, Permission
from playground.world.roles import Role
from playground.world.scheduled_events import ScheduledEvent
from playground.world.snowflakes import isoformat, time_of

EPHEMERAL = 1 << 6
LOADING = 1 << 7
SUPPRESS_EMBEDS = 1 << 2
SUPPRESS_NOTIFICATIONS = 1 << 12
COMPONENTS_V2 = 1 << 15


@dataclass(eq=False)
class Channel:
    """A guild's text channel, a thread of one (`threads.Thread`), the direct messages of the bot and one
    person, or a conversation of people alone (`groups.Group`); the last two are in no `guild`."""

    is_thread: ClassVar[bool] = False
    writing: ClassVar[Permission] = Permission.SEND_MESSAGES
    """What writing here takes."""

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

    @property
    def type(self) -> int:
        """Discord's number for this kind of channel."""
        return 1 if self.guild is None else 0

    @property
    def is_active(self) -> bool:
        """Whether it is not archived, as only threads are."""
        return True

    @property
    def viewers(self) -> list[Account]:
        """The people who see it."""
        if self.guild is not None:
            return [account for account in self.guild.members.values() if self.seen_by(account)]
        assert self.recipient is not None
        return [self.recipient]

    @property
    def last_message_id(self) -> str | None:
        """Of the messages that all see."""
        newest_first = reversed(self.messages.items())
        return next((str(id) for id, message in newest_first if message.visible_to is None), None)

    def to_json(self, recipient: Json | None = None) -> Json:
        """Discord's channel object (type 0 or 1); for a person, the bot is the `recipient`."""
        last = self.last_message_id
        body: Json = {"id": str(self.id), "type": self.type, "last_message_id": last, "flags": 0}
        if self.guild is None:
            assert self.recipient is not None
            return body | {"recipients": [recipient or self.recipient.user]}
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
        allowed = EVERYONE if self.guild is None else self.guild.bot_permissions
        return ALL if allowed & Permission.ADMINISTRATOR else (allowed & ~self.bot_deny) | self.bot_allow

    @property
    def seen_by_bot(self) -> bool:
        """Whether the bot sees it, and is told what happens in it."""
        return self.guild is None or bool(self.bot_permissions & Permission.VIEW_CHANNEL)

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
    everyone: int = EVERYONE
    """What the role @everyone allows."""
    scheduled_events: dict[int, ScheduledEvent] = field(default_factory=dict)
    """Finished ones too."""
    system_channel: Channel | None = None
    has_bot: bool = True

    def permissions_of(self, account: Account) -> int:
        """What a person may do where no channel says otherwise: everything for who owns or administers it."""
        together = self._allowed(account.id)
        return ALL if self.owner is account or together & Permission.ADMINISTRATOR else together

    @property
    def bot_permissions(self) -> int:
        """What the bot may do where no channel says otherwise; nothing where it is not invited."""
        return self.bot_permissions_if_invited if self.has_bot else 0

    @property
    def bot_permissions_if_invited(self) -> int:
        """The same, were it invited."""
        together = self._allowed(int(self.bot_user["id"]))
        return ALL if together & Permission.ADMINISTRATOR else together

    def _allowed(self, id: int) -> int:
        """What the roles of a member allow all together."""
        allowed = [role.permissions for role in self.roles.values() if id in role.holders]
        return reduce(or_, allowed, self.everyone)

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
        every = [Role(self.id, "@everyone", self.everyone), *self.roles.values()]
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

    def coming(self) -> list[ScheduledEvent]:
        """Its scheduled events that are not finished."""
        return [one for one in self.scheduled_events.values() if not one.is_finished]

    def _shown(self, account: Account | None) -> list[Channel]:
        """Its channels and threads that a person sees; for None all channels and the bot's threads."""
        if account is not None:
            return [one for one in self.channels.values() if one.seen_by(account)]
        return [one for one in self.channels.values() if one.seen_by_bot or not one.is_thread]

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
            "channels": [one.to_json() for one in self._shown(seen_by) if not one.is_thread],
            "threads": [one.to_json() for one in self._shown(seen_by) if one.is_thread and one.is_active],
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [one.to_json() for one in self.coming()],
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
        body = self.data | {"channel_type": self.channel.type}
        if guild is None or self.visible_to is not None:
            # Discord tells the bot of its own ephemeral messages as if they were direct messages.
            return body
        member = guild.member(self.data["author"])
        del member["user"]
        return body | {"guild_id": str(guild.id), "member": member}
