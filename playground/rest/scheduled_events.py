"""A guild's scheduled events. https://discord.com/developers/docs/resources/guild-scheduled-event

Of what is wrong in a form, Discord documents neither code nor words; known are
GUILD_SCHEDULED_EVENT_SCHEDULE_PAST and GUILD_SCHEDULED_EVENT_SCHEDULE_INVALID_START_BY_STATUS.
"""

from __future__ import annotations

from typing import Final

from playground.checks.fields import (
    Choice,
    Field,
    Moment,
    Object,
    Snowflake,
    Text,
    check_fields,
    moment,
)
from playground.errors import (
    EVENT_FINISHED,
    EVENTS_FULL,
    MISSING_PERMISSIONS,
    UNKNOWN_EVENT,
    WRONG_CHANNEL_TYPE,
    ApiError,
    FormErrors,
)
from playground.objects import Json
from playground.rest.api import Answer, Call, Endpoint
from playground.world.event_changes import Edits
from playground.world.permissions import Permission
from playground.world.places import Guild
from playground.world.scheduled_events import (
    ACTIVE,
    EXTERNAL,
    GUILD_ONLY,
    MOST,
    NEXT,
    SCHEDULED,
    ScheduledEvent,
)

CHANGED: Final[dict[str, Field]] = {
    "name": Text(1, 100),
    "description": Text(0, 1000),
    "privacy_level": Choice((GUILD_ONLY,)),
    "scheduled_start_time": Moment(),
    "scheduled_end_time": Moment(),
    "entity_type": Choice((1, 2, EXTERNAL)),
    "entity_metadata": Object({"location": Text(1, 100, required=True)}),
    "channel_id": Snowflake(),
    "status": Choice(tuple(NEXT)),
}
NEW: Final[dict[str, Field]] = CHANGED | {
    "name": Text(1, 100, required=True),
    "privacy_level": Choice((GUILD_ONLY,), required=True),
    "scheduled_start_time": Moment(required=True),
    "scheduled_end_time": Moment(required=True),
    "entity_type": Choice((1, 2, EXTERNAL), required=True),
    "entity_metadata": Object({"location": Text(1, 100, required=True)}, required=True),
}
"""As for EXTERNAL events: others need a voice channel, of which there is none."""
LACKED: Final = ("image", "recurrence_rule")
"""What the playground does not have."""


def _find(call: Call, guild: Guild) -> ScheduledEvent:
    event = guild.scheduled_events.get(call.id("guild_scheduled_event_id"))
    if event is None:
        raise ApiError(UNKNOWN_EVENT)
    return event


async def every(call: Call) -> Answer:
    """Those that are not finished."""
    guild, counted = call.world.guild(call.id("guild_id")), call.truth("with_user_count")
    return 200, [event.to_json(with_user_count=counted) for event in guild.coming()]


async def get(call: Call) -> Answer:
    guild, counted = call.world.guild(call.id("guild_id")), call.truth("with_user_count")
    return 200, _find(call, guild).to_json(with_user_count=counted)


async def create(call: Call) -> Answer:
    guild = call.world.guild(call.id("guild_id"))
    if not guild.bot_permissions & Permission.CREATE_EVENTS:
        raise ApiError(MISSING_PERMISSIONS)
    form, errors = call.form(), FormErrors()
    _check_kind(form)
    check_fields(form, NEW, errors)
    _check_lacked(form, errors)
    errors.raise_if_any()
    start, end = moment(form["scheduled_start_time"]), moment(form["scheduled_end_time"])
    _check_times(call, start, end, errors)
    errors.raise_if_any()
    if len(guild.coming()) >= MOST:
        raise ApiError(EVENTS_FULL)
    event = ScheduledEvent(
        call.world.ids.next(),
        guild.id,
        form["name"],
        form.get("description"),
        start,
        end,
        form["entity_metadata"]["location"],
        call.world.bot_user,
    )
    call.changes.scheduled_events.add(event)
    return 200, event.to_json()


async def edit(call: Call) -> Answer:
    guild = call.world.guild(call.id("guild_id"))
    event = _find(call, guild)
    _check_may_change(call, guild, event)
    if event.is_finished:
        raise ApiError(EVENT_FINISHED)
    form, errors = call.form(), FormErrors()
    _check_kind(form)
    check_fields(form, CHANGED, errors)
    _check_lacked(form, errors)
    for name in ("name", "scheduled_start_time", "scheduled_end_time", "entity_metadata"):
        if form.get(name, "") is None:
            errors.at(name).add("BASE_TYPE_REQUIRED", "This field is required")
    errors.raise_if_any()
    edits = _edits(form)
    _check_changed(call, event, edits, errors)
    errors.raise_if_any()
    call.changes.scheduled_events.edit(event, **edits)
    return 200, event.to_json()


async def delete(call: Call) -> Answer:
    guild = call.world.guild(call.id("guild_id"))
    event = _find(call, guild)
    _check_may_change(call, guild, event)
    call.changes.scheduled_events.delete(event)
    return 204, None


def _check_may_change(call: Call, guild: Guild, event: ScheduledEvent) -> None:
    """Raises ApiError 50013."""
    is_own = int(event.creator["id"]) == call.world.application_id
    enough = Permission.MANAGE_EVENTS | (Permission.CREATE_EVENTS if is_own else 0)
    if not guild.bot_permissions & enough:
        raise ApiError(MISSING_PERMISSIONS)


def _check_kind(form: Json) -> None:
    """Voice and stage events are in a channel, external ones in none. Raises ApiError 50024, 50035."""
    if form.get("entity_type") in (1, 2) and form.get("channel_id") is not None:
        raise ApiError(WRONG_CHANNEL_TYPE)
    errors = FormErrors()
    if form.get("entity_type") in (1, 2):
        errors.at("channel_id").add("BASE_TYPE_REQUIRED", "This field is required")
    elif form.get("channel_id") is not None:
        errors.at("channel_id").add("BASE_TYPE_NULL", "This field must be null for an external event")
    errors.raise_if_any()


def _check_lacked(form: Json, errors: FormErrors) -> None:
    for name in LACKED:
        if form.get(name) is not None:
            errors.at(name).add("PLAYGROUND_LACKS", "The playground's events have none")


def _edits(form: Json) -> Edits:
    """What a form that is right asks for."""
    edits = Edits(**{name: form[name] for name in ("name", "description") if name in form})
    if form.get("status") is not None:
        edits["status"] = form["status"]
    if "scheduled_start_time" in form:
        edits["start"] = moment(form["scheduled_start_time"])
    if "scheduled_end_time" in form:
        edits["end"] = moment(form["scheduled_end_time"])
    if "entity_metadata" in form:
        edits["location"] = form["entity_metadata"]["location"]
    return edits


def _check_changed(call: Call, event: ScheduledEvent, edits: Edits, errors: FormErrors) -> None:
    status = edits.get("status")
    if status is not None and status not in (event.status, *NEXT[event.status]):
        errors.at("status").add(
            "GUILD_SCHEDULED_EVENT_INVALID_STATUS", f"An event cannot go from {event.status} to {status}."
        )
    if "start" in edits and event.status == ACTIVE:
        errors.at("scheduled_start_time").add(
            "GUILD_SCHEDULED_EVENT_SCHEDULE_INVALID_START_BY_STATUS",
            "Cannot change the start of an event that has begun.",
        )
    if "start" in edits or "end" in edits:
        start, end = edits.get("start"), edits.get("end", event.end)
        began = event.start if start is None else start
        _check_times(call, began, end, errors, is_new=start is not None and event.status == SCHEDULED)


def _check_times(call: Call, start: float, end: float, errors: FormErrors, *, is_new: bool = True) -> None:
    """Whether an event ends after it starts; `is_new` says that its start is chosen now."""
    now, past = call.world.clock.now(), "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST"
    if is_new and start <= now:
        errors.at("scheduled_start_time").add(past, "Cannot schedule event in the past.")
    if end <= start:
        errors.at("scheduled_end_time").add(
            "GUILD_SCHEDULED_EVENT_END_BEFORE_START", "An event ends after it has begun."
        )
    elif end <= now:
        errors.at("scheduled_end_time").add(past, "Cannot schedule event in the past.")


EVENTS: Final = "/guilds/{guild_id}/scheduled-events"
ONE: Final = EVENTS + "/{guild_scheduled_event_id}"
ENDPOINTS = [
    Endpoint("GET", EVENTS, every),
    Endpoint("POST", EVENTS, create),
    Endpoint("GET", ONE, get),
    Endpoint("PATCH", ONE, edit),
    Endpoint("DELETE", ONE, delete),
]
