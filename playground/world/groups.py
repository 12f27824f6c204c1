"""Group conversations: private channels among people, in which the bot is not.
https://discord.com/developers/docs/resources/channel#channel-object-channel-types"""

from __future__ import annotations

from dataclasses import dataclass, field

from playground.objects import Json
from playground.world.accounts import Account
from playground.world.permissions import Permission
from playground.world.places import Channel

GROUP = 3
IN_GROUPS = int(Permission.EMBED_LINKS | Permission.ATTACH_FILES | Permission.MENTION_EVERYONE)
"""What an app's answers may have in them there.
https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object"""


@dataclass(eq=False)
class Group(Channel):
    """A group conversation. The bot sees nothing of it but the interactions there."""

    people: dict[int, Account] = field(default_factory=dict[int, Account])

    @property
    def type(self) -> int:
        return GROUP

    @property
    def viewers(self) -> list[Account]:
        return list(self.people.values())

    @property
    def bot_permissions(self) -> int:
        return IN_GROUPS

    @property
    def seen_by_bot(self) -> bool:
        return False

    def seen_by(self, account: Account) -> bool:
        return account.id in self.people

    def to_json(self, recipient: Json | None = None) -> Json:
        """Discord's channel object (type 3)."""
        owner = next(iter(self.people), 0)
        return {
            "id": str(self.id),
            "type": GROUP,
            "name": self.name,
            "icon": None,
            "owner_id": str(owner),
            "last_message_id": self.last_message_id,
            "flags": 0,
            "recipients": [account.user for account in self.viewers],
        }
