"""Threads: channels inside a channel. https://discord.com/developers/docs/topics/threads"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Final

from playground.objects import Json
from playground.world.accounts import Account
from playground.world.permissions import Permission
from playground.world.places import Channel, Guild
from playground.world.snowflakes import isoformat, time_of

PUBLIC, PRIVATE = 11, 12
DAY: Final = 1440
"""Minutes."""
RESTS: Final = (60, DAY, 3 * DAY, 7 * DAY)
"""Minutes of rest after which a thread may be archived."""


@dataclass(eq=False, kw_only=True)
class Thread(Channel):
    """A thread. Whoever sees its parent sees it; a private one, only its members and who manages threads."""

    is_thread: ClassVar[bool] = True
    writing: ClassVar[Permission] = Permission.SEND_MESSAGES_IN_THREADS

    guild: Guild  # pyright: ignore[reportIncompatibleVariableOverride] - it stays where it is
    parent: Channel
    owner_id: int
    """Who began it."""
    is_private: bool
    archived_after: int = DAY
    """Minutes of rest after which it is archived."""
    slowmode: int = 0
    """Seconds a person waits between messages, as Discord keeps it; here nobody has to."""
    invitable: bool = True
    """Whether members who do not manage threads may bring others into a private one."""
    archived: bool = False
    locked: bool = False
    archive_changed: float = 0.0
    """When it was last begun, archived or brought back, or its rest changed (Unix seconds)."""
    members: dict[int, float] = field(default_factory=dict)
    """Ids of who has joined, the bot among them, and since when."""
    sent: int = 0
    """All messages there ever were."""

    @property
    def type(self) -> int:
        return PRIVATE if self.is_private else PUBLIC

    @property
    def is_active(self) -> bool:
        return not self.archived

    @property
    def bot_permissions(self) -> int:
        return self.parent.bot_permissions

    @property
    def seen_by_bot(self) -> bool:
        managed = self.bot_permissions & Permission.MANAGE_THREADS
        admitted = not self.is_private or int(self.guild.bot_user["id"]) in self.members or managed
        return self.parent.seen_by_bot and bool(admitted)

    def permissions_of(self, account: Account) -> int:
        """What a person may do here; nothing at all where they do not see the thread."""
        allowed = self.parent.permissions_of(account)
        managed = allowed & Permission.MANAGE_THREADS
        return allowed if not self.is_private or account.id in self.members or managed else 0

    def may_be_written(self, permissions: int) -> bool:
        """Whether somebody with these permissions here may write, as far as it may be locked."""
        return not self.locked or bool(permissions & Permission.MANAGE_THREADS)

    def may_bring(self, id: int, permissions: int) -> bool:
        """Whether somebody with these permissions here may bring others in."""
        free = not self.is_private or self.invitable or id == self.owner_id
        return free or bool(permissions & Permission.MANAGE_THREADS)

    def member(self, id: int) -> Json:
        """Discord's thread member object."""
        joined = isoformat(self.members[id])
        return {"id": str(self.id), "user_id": str(id), "join_timestamp": joined, "flags": 0}

    def to_json(self, recipient: Json | None = None) -> Json:
        """Discord's channel object of a thread, with the bot's membership."""
        lasting = [one for one in self.messages.values() if one.visible_to is None]
        body: Json = {
            "id": str(self.id),
            "type": self.type,
            "last_message_id": self.last_message_id,
            "flags": 0,
            "guild_id": str(self.guild.id),
            "name": self.name,
            "parent_id": str(self.parent.id),
            "owner_id": str(self.owner_id),
            "rate_limit_per_user": self.slowmode,
            "message_count": len(lasting),
            "member_count": min(len(self.members), 50),
            "total_message_sent": self.sent,
            "thread_metadata": self._metadata(),
        }
        bot_id = int(self.guild.bot_user["id"])
        return body | {"member": self.member(bot_id)} if bot_id in self.members else body

    def _metadata(self) -> Json:
        about: Json = {
            "archived": self.archived,
            "auto_archive_duration": self.archived_after,
            "archive_timestamp": isoformat(self.archive_changed),
            "locked": self.locked,
            "create_timestamp": isoformat(time_of(self.id)),
        }
        return about | {"invitable": self.invitable} if self.is_private else about

    def to_deleted(self) -> Json:
        """What THREAD_DELETE carries."""
        whole = self.to_json()
        return {name: whole[name] for name in ("id", "guild_id", "parent_id", "type")}
