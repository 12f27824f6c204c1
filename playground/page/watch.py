"""What is new for each person, for the badges of the page; kept also while no page shows them."""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

from playground.objects import Json
from playground.people import Person

log = logging.getLogger(__name__)

EPHEMERAL = 1 << 6
COUNTING = frozenset(
    {
        "message_create",
        "message_delete",
        "unread",
        "channel_create",
        "channel_update",
        "channel_delete",
        "scheduled_events",
    }
)


class Tell(Protocol):
    """Passes a person's event on; `counts` when badges or the channel list may have changed."""

    async def __call__(self, person: Person, event: Json, *, counts: bool) -> None: ...


class Watch:
    """Listens to one person's events, remembers which messages they have not seen, and passes all on."""

    def __init__(self, person: Person, tell: Tell) -> None:
        self.person = person
        self._tell = tell
        self._new: dict[str, list[str]] = {}
        self._events = person.events()
        self._task = asyncio.create_task(self._listen())

    def close(self) -> None:
        self._events.close()
        self._task.cancel()

    def places(self) -> Json:
        """The guilds with their events and the channels the person sees, with the numbers of unread and of
        notifying messages."""
        shown = ("id", "name", "roles", "guild_scheduled_events")
        guilds = [{key: guild[key] for key in shown} for guild in self.person.guilds()]
        return {"guilds": guilds, "channels": self._channels()}

    def _channels(self) -> list[Json]:
        return [
            channel
            | {"unread": len(self._new.get(channel["id"], ())), "mentions": self.person.unread(channel["id"])}
            for channel in self.person.channels()
        ]

    def waiting(self) -> int:
        """How many messages notify this person and have not been seen."""
        return sum(self.person.unread(channel["id"]) for channel in self.person.channels())

    def first_unread(self, channel_id: str) -> str | None:
        new = self._new.get(channel_id)
        return new[0] if new else None

    def read(self, channel_id: str) -> bool:
        """Mark a channel as read; whether there was anything unread."""
        there_was = bool(self._new.pop(channel_id, None)) or self.person.unread(channel_id) > 0
        self.person.read(channel_id)
        return there_was

    async def _listen(self) -> None:
        async for event in self._events:
            self._count(event)
            try:
                await self._tell(self.person, event, counts=event["type"] in COUNTING)
            except Exception:
                # The next event must still be heard, or the page would stand still from here on.
                log.exception("An event could not be passed on to the page")

    def _count(self, event: Json) -> None:
        if event["type"] == "message_create":
            message = event["message"]
            own = message["author"]["id"] == str(self.person.id)
            if not own and not message.get("flags", 0) & EPHEMERAL:
                self._new.setdefault(event["channel_id"], []).append(message["id"])
        elif event["type"] == "message_delete":
            new = self._new.get(event["channel_id"], [])
            if event["message_id"] in new:
                new.remove(event["message_id"])
        elif event["type"] == "channel_delete":
            self._new.pop(event["channel"]["id"], None)
