"""A guild's scheduled events, as Discord keeps them
(https://discord.com/developers/docs/resources/guild-scheduled-event)."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import aiohttp
import discord
import pytest

from playground.gateway.sessions import Session
from playground.people import Person
from playground.server import Playground
from playground.world.permissions import Permission
from playground.world.places import Guild
from playground.world.scheduled_events import ScheduledEvent
from tests.clock import START, FakeClock
from tests.playground.conftest import Bot, Rest
from tests.playground.openapi import OpenApiChecker

HOUR = 3600.0


def at(hours: float) -> str:
    """So many hours after the clock's start."""
    return datetime.fromtimestamp(START + hours * HOUR, UTC).isoformat()


def night(**changes: Any) -> dict[str, Any]:
    """An event that Discord takes."""
    return {
        "name": "Club night",
        "privacy_level": 2,
        "scheduled_start_time": at(1),
        "scheduled_end_time": at(4),
        "entity_type": 3,
        "entity_metadata": {"location": "The back room"},
        **changes,
    }


@pytest.fixture
def guild(server: Playground) -> Guild:
    return next(iter(server.world.guilds.values()))


@pytest.fixture
def events(guild: Guild) -> str:
    return f"/guilds/{guild.id}/scheduled-events"


async def made(rest: Rest, events: str, **changes: Any) -> str:
    status, answer = await rest("POST", events, night(**changes))
    assert status == 200, answer
    return f"{events}/{answer['id']}"


async def test_an_event_is_made_listed_and_found(
    rest: Rest, server: Playground, openapi: OpenApiChecker | None, events: str
) -> None:
    status, event = await rest("POST", events, night(description="Bring a friend"))
    assert status == 200
    assert (event["status"], event["entity_type"], event["channel_id"]) == (1, 3, None)
    assert event["creator_id"] == event["creator"]["id"] == str(server.application_id)
    assert (event["description"], event["entity_metadata"]) == (
        "Bring a friend",
        {"location": "The back room"},
    )
    assert datetime.fromisoformat(event["scheduled_start_time"]).timestamp() == START + HOUR
    assert await rest("GET", events) == (200, [event])
    counted = {"with_user_count": "1"}
    assert await rest("GET", events, query=counted) == (200, [event | {"user_count": 0}])
    assert await rest("GET", f"{events}/{event['id']}") == (200, event)
    status, answer = await rest("GET", f"{events}/1")
    assert (status, answer["code"]) == (404, 10070)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 101}, "name"),
        ({"name": None}, "name"),
        ({"description": "x" * 1001}, "description"),
        ({"privacy_level": 1}, "privacy_level"),
        ({"privacy_level": None}, "privacy_level"),
        ({"entity_type": 4}, "entity_type"),
        ({"entity_type": 2}, "channel_id"),
        ({"channel_id": "5"}, "channel_id"),
        ({"entity_metadata": None}, "entity_metadata"),
        ({"entity_metadata": {}}, "entity_metadata"),
        ({"entity_metadata": {"location": ""}}, "entity_metadata"),
        ({"entity_metadata": {"location": "x" * 101}}, "entity_metadata"),
        ({"scheduled_start_time": "tonight"}, "scheduled_start_time"),
        ({"scheduled_start_time": None}, "scheduled_start_time"),
        ({"scheduled_start_time": at(0)}, "scheduled_start_time"),
        ({"scheduled_end_time": None}, "scheduled_end_time"),
        ({"scheduled_end_time": at(1)}, "scheduled_end_time"),
        ({"recurrence_rule": {"frequency": 2}}, "recurrence_rule"),
    ],
)
async def test_what_an_event_does_not_take(
    rest: Rest, events: str, changes: dict[str, Any], field: str
) -> None:
    status, answer = await rest("POST", events, night(**changes))
    assert (status, answer["code"], list(answer["errors"])) == (400, 50035, [field])
    assert await rest("GET", events) == (200, [])


async def test_the_longest_an_event_may_be(rest: Rest, events: str) -> None:
    longest = {"name": "x" * 100, "description": "x" * 1000, "entity_metadata": {"location": "x" * 100}}
    await made(rest, events, **longest)


async def test_an_event_begins_and_ends_by_itself(rest: Rest, clock: FakeClock, events: str) -> None:
    one = await made(rest, events)
    clock.advance(HOUR - 1)
    assert (await rest("GET", one))[1]["status"] == 1
    clock.advance(1)
    assert (await rest("GET", one))[1]["status"] == 2
    clock.advance(3 * HOUR)
    assert (await rest("GET", one))[1]["status"] == 3
    assert await rest("GET", events) == (200, [])
    status, answer = await rest("PATCH", one, {"name": "Too late"})
    assert (status, answer["code"]) == (400, 180000)
    assert (await rest("DELETE", one))[0] == 204


async def test_an_event_of_a_deleted_guild_does_not_begin(
    rest: Rest, server: Playground, clock: FakeClock, guild: Guild, events: str
) -> None:
    await made(rest, events)
    (event,) = guild.scheduled_events.values()
    server.changes.delete_guild(guild)
    clock.advance(9 * HOUR)
    assert event.status == 1


async def test_a_deleted_event_does_not_begin(rest: Rest, clock: FakeClock, events: str) -> None:
    one = await made(rest, events)
    assert await rest("DELETE", one) == (204, None)
    clock.advance(9 * HOUR)
    assert (await rest("GET", one))[1]["code"] == 10070
    assert (await rest("DELETE", one))[1]["code"] == 10070


@pytest.mark.parametrize(
    ("steps", "taken"),
    [((2, 3), True), ((4,), True), ((1,), True), ((3,), False), ((2, 4), False), ((2, 1), False)],
)
async def test_what_the_status_may_become(
    rest: Rest, events: str, steps: tuple[int, ...], taken: bool
) -> None:
    one = await made(rest, events)
    answers = [await rest("PATCH", one, {"status": step}) for step in steps]
    assert all(status == 200 for status, _ in answers[:-1])
    status, answer = answers[-1]
    assert (status == 200) is taken
    assert taken or list(answer["errors"]) == ["status"]


async def test_a_change_keeps_what_it_does_not_name(rest: Rest, clock: FakeClock, events: str) -> None:
    one = await made(rest, events, description="Bring a friend")
    before = (await rest("GET", one))[1]
    status, after = await rest("PATCH", one, {"entity_metadata": {"location": "Upstairs"}})
    assert (status, after) == (200, before | {"entity_metadata": {"location": "Upstairs"}})
    assert (await rest("PATCH", one, {"description": None}))[1]["description"] is None
    moved = {"scheduled_start_time": at(24), "scheduled_end_time": at(27)}
    assert (await rest("PATCH", one, moved))[0] == 200
    clock.advance(5 * HOUR)
    assert (await rest("GET", one))[1]["status"] == 1
    clock.advance(19 * HOUR)
    assert (await rest("GET", one))[1]["status"] == 2


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"scheduled_start_time": at(0)}, "scheduled_start_time"),
        ({"scheduled_start_time": at(5)}, "scheduled_end_time"),
        ({"scheduled_end_time": at(0.5)}, "scheduled_end_time"),
        ({"scheduled_end_time": None}, "scheduled_end_time"),
        ({"entity_metadata": None}, "entity_metadata"),
        ({"name": None}, "name"),
    ],
)
async def test_what_a_change_does_not_take(
    rest: Rest, events: str, changes: dict[str, Any], field: str
) -> None:
    one = await made(rest, events)
    status, answer = await rest("PATCH", one, changes)
    assert (status, answer["code"], list(answer["errors"])) == (400, 50035, [field])


async def test_of_a_running_event_the_end_alone_can_be_moved(
    rest: Rest, clock: FakeClock, events: str
) -> None:
    one = await made(rest, events)
    clock.advance(2 * HOUR)
    status, answer = await rest("PATCH", one, {"scheduled_start_time": at(3)})
    (problem,) = answer["errors"]["scheduled_start_time"]["_errors"]
    assert (status, problem["code"]) == (400, "GUILD_SCHEDULED_EVENT_SCHEDULE_INVALID_START_BY_STATUS")
    assert (await rest("PATCH", one, {"scheduled_end_time": at(1.5)}))[0] == 400
    assert (await rest("PATCH", one, {"scheduled_end_time": at(6)}))[0] == 200
    clock.advance(3 * HOUR)
    assert (await rest("GET", one))[1]["status"] == 2


async def test_there_are_at_most_a_hundred_unfinished_events(
    rest: Rest, server: Playground, events: str
) -> None:
    server.ratelimits.enabled = False
    one = await made(rest, events)
    for _ in range(99):
        await made(rest, events)
    status, answer = await rest("POST", events, night())
    assert (status, answer["code"]) == (400, 30038)
    await rest("PATCH", one, {"status": 4})
    await made(rest, events)


async def test_making_and_changing_events_takes_permissions(
    rest: Rest, server: Playground, ann: Person, guild: Guild, events: str
) -> None:
    rights, one = server.changes.rights, await made(rest, events)
    theirs = ScheduledEvent(
        server.world.ids.next(), guild.id, "Hers", None, START + 9, START + 99, "x", ann.user
    )
    server.changes.scheduled_events.add(theirs)

    async def allowed() -> list[bool]:
        """To make one, to change one's own, to change another's."""
        named = {"name": "Other"}
        answers = [
            await rest("POST", events, night()),
            await rest("PATCH", one, named),
            await rest("PATCH", f"{events}/{theirs.id}", named),
        ]
        assert {answer["code"] for status, answer in answers if status != 200} <= {50013}
        return [status == 200 for status, _ in answers]

    assert await allowed() == [True, True, False]
    rights.take(Permission.CREATE_EVENTS, guild)
    assert await allowed() == [False, False, False]
    assert (await rest("DELETE", one))[1]["code"] == 50013
    rights.give(Permission.MANAGE_EVENTS, guild)
    assert await allowed() == [False, True, True]
    rights.give(Permission.CREATE_EVENTS, guild)
    assert await allowed() == [True, True, True]


async def test_only_who_asks_for_events_hears_of_them(
    rest: Rest, server: Playground, clock: FakeClock, events: str
) -> None:
    late = START + 9 * HOUR
    asked = Session("asked", (0, 1), 1 | 1 << 16, lost=late)
    alone = Session("guilds alone", (0, 1), 1, lost=late)
    for session in (asked, alone):
        server.gateway.sessions[session.id] = session
    one = await made(rest, events)
    await rest("PATCH", one, {"name": "Other"})
    clock.advance(HOUR)
    await rest("DELETE", one)
    clock.advance(4 * HOUR)
    kinds = ["CREATE", "UPDATE", "UPDATE", "DELETE"]
    heard = [json.loads(packet)["t"] for _, packet in asked.events]
    assert heard == [f"GUILD_SCHEDULED_EVENT_{kind}" for kind in kinds]
    assert not alone.events


async def test_the_library_does_all_of_it(bot: Bot, clock: FakeClock, guild: Guild) -> None:
    await asyncio.wait_for(bot.wait_until_ready(), 5)
    known = bot.guilds[0]
    start = datetime.fromtimestamp(START + HOUR, UTC)
    event = await known.create_scheduled_event(
        name="Club night",
        start_time=start,
        end_time=start + timedelta(hours=3),
        entity_type=discord.EntityType.external,
        privacy_level=discord.PrivacyLevel.guild_only,
        location="The back room",
        description="Bring a friend",
    )
    assert (event.name, event.location, event.status) == (
        "Club night",
        "The back room",
        discord.EventStatus.scheduled,
    )
    (found,) = await known.fetch_scheduled_events()
    assert (found.id, found.start_time, found.end_time) == (event.id, start, start + timedelta(hours=3))
    moved = await event.edit(
        start_time=start + timedelta(hours=1), location="Upstairs", end_time=start + timedelta(hours=3)
    )
    assert (moved.start_time, moved.location) == (start + timedelta(hours=1), "Upstairs")
    begun = await (await known.fetch_scheduled_event(event.id)).start()
    assert begun.status == discord.EventStatus.active
    ended = await begun.end()
    assert ended.status == discord.EventStatus.completed
    assert await known.fetch_scheduled_events() == []
    await ended.delete()
    with pytest.raises(discord.NotFound):
        await known.fetch_scheduled_event(event.id)


async def test_faults_befall_events_as_they_do_everything(
    rest: Rest, server: Playground, events: str
) -> None:
    create = "POST /guilds/{guild_id}/scheduled-events"
    server.faults.cut(create, before=True)
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await rest("POST", events, night())
    assert await rest("GET", events) == (200, [])
    server.faults.cut(create)
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await rest("POST", events, night())
    assert len((await rest("GET", events))[1]) == 1
    held = server.faults.hold(create)
    waiting = asyncio.create_task(rest("POST", events, night()))
    await held.reached()
    assert len((await rest("GET", events))[1]) == 2
    held.release()
    assert (await waiting)[0] == 200
