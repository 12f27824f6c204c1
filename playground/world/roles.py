"""The roles of a guild."""

from __future__ import annotations

from dataclasses import dataclass, field

from playground.objects import Json


@dataclass(eq=False)
class Role:
    """A role of a guild, and the ids of those who have it."""

    id: int
    name: str
    permissions: int = 0
    holders: set[int] = field(default_factory=set)
    bot_id: int | None = None
    """Whose own role it is, where it came with a bot."""

    def to_json(self, position: int) -> Json:
        """Discord's role object."""
        body: Json = {
            "id": str(self.id),
            "name": self.name,
            "permissions": str(self.permissions),
            "position": position,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "managed": self.bot_id is not None,
            "mentionable": False,
            "icon": None,
            "unicode_emoji": None,
            "flags": 0,
        }
        return body if self.bot_id is None else body | {"tags": {"bot_id": str(self.bot_id)}}
