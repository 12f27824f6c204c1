"""A guild's scheduled events. https://discord.com/developers/docs/resources/guild-scheduled-event"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from playground.objects import Json
from playground.world.snowflakes import isoformat

SCHEDULED, ACTIVE, COMPLETED, CANCELED = 1, 2, 3, 4
NEXT: Final = {SCHEDULED: (ACTIVE, CANCELED), ACTIVE: (COMPLETED,), COMPLETED: (), CANCELED: ()}
"""What the status of an event may become."""
EXTERNAL: Final = 3
GUILD_ONLY: Final = 2
MOST: Final = 100
"""Events that are scheduled or active in one guild."""


@dataclass(eq=False)
class ScheduledEvent:
    """An event somewhere outside (entity type EXTERNAL): the playground's guilds have no voice channels."""

    id: int
    guild_id: int
    name: str
    description: str | None
    start: float
    """Unix seconds, as `end`."""
    end: float
    location: str
    creator: Json
    """Discord's user object of who made it."""
    status: int = SCHEDULED

    @property
    def is_finished(self) -> bool:
        return not NEXT[self.status]

    def to_json(self, *, with_user_count: bool = False) -> Json:
        """Discord's scheduled event object."""
        body: Json = {
            "id": str(self.id),
            "guild_id": str(self.guild_id),
            "channel_id": None,
            "creator_id": self.creator["id"],
            "creator": self.creator,
            "name": self.name,
            "description": self.description,
            "image": None,
            "scheduled_start_time": isoformat(self.start),
            "scheduled_end_time": isoformat(self.end),
            "privacy_level": GUILD_ONLY,
            "status": self.status,
            "entity_type": EXTERNAL,
            "entity_id": None,
            "entity_metadata": {"location": self.location},
            "recurrence_rule": None,
            "guild_scheduled_event_exceptions": [],
        }
        return body | {"user_count": 0} if with_user_count else body
