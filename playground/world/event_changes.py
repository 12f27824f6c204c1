"""What can happen to a guild's scheduled events.
https://discord.com/developers/docs/resources/guild-scheduled-event"""

from __future__ import annotations

from typing import TypedDict, Unpack

from playground.clock import Timer
from playground.world.audience import GUILD_SCHEDULED_EVENTS, Audience
from playground.world.places import Guild
from playground.world.scheduled_events import ACTIVE, COMPLETED, SCHEDULED, ScheduledEvent


class Edits(TypedDict, total=False):
    """What of an event can be changed."""

    name: str
    description: str | None
    start: float
    end: float
    location: str
    status: int


class EventChanges:
    """Events are made, changed and deleted; they begin and end by themselves."""

    def __init__(self, audience: Audience) -> None:
        self._audience = audience
        self._world = audience.world
        self._timers: dict[int, Timer] = {}
        """Of each event that is not finished, until it begins or ends by itself."""

    def add(self, event: ScheduledEvent) -> None:
        """A new event."""
        self._guild(event).scheduled_events[event.id] = event
        self._arm(event)
        self._tell("CREATE", event)

    def edit(self, event: ScheduledEvent, **edits: Unpack[Edits]) -> None:
        """Change what is given."""
        for name, value in edits.items():
            setattr(event, name, value)
        self._arm(event)
        self._tell("UPDATE", event)

    def delete(self, event: ScheduledEvent) -> None:
        """An event is there no more."""
        del self._guild(event).scheduled_events[event.id]
        self._disarm(event)
        self._tell("DELETE", event)

    def forget(self, guild: Guild) -> None:
        """A guild is going with its events, of which nobody is told."""
        for event in guild.scheduled_events.values():
            self._disarm(event)

    def _arm(self, event: ScheduledEvent) -> None:
        self._disarm(event)
        if event.is_finished:
            return
        when, status = (event.start, ACTIVE) if event.status == SCHEDULED else (event.end, COMPLETED)
        go = self._world.clock.call_at(when, lambda: self.edit(event, status=status))
        self._timers[event.id] = go

    def _disarm(self, event: ScheduledEvent) -> None:
        timer = self._timers.pop(event.id, None)
        if timer is not None:
            timer.cancel()

    def _guild(self, event: ScheduledEvent) -> Guild:
        return self._world.guilds[event.guild_id]

    def _tell(self, what: str, event: ScheduledEvent) -> None:
        guild, intents = self._guild(event), GUILD_SCHEDULED_EVENTS
        self._audience.dispatch(
            f"GUILD_SCHEDULED_EVENT_{what}", event.to_json(), guild=guild, intents=intents
        )
        for account in guild.members.values():
            account.tell("scheduled_events", guild_id=str(guild.id))
        self._world.changed()
