"""Nights while requests are lost, Discord is out of reach, or the bot is away: each thing is there once, and
what is late says so."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.nights.course import check_in_at, ends_at
from bot.nights.model import Evening, EveningStage, NightSettings, Repeat, Schedule, StepKind, StepState
from bot.tables.model import State
from playground.server import Playground
from playground.trouble.faults import Faults
from tests.clock import FakeClock
from tests.e2e.house import open_house
from tests.e2e.nights.checked import (
    check_all_done,
    check_looks,
    check_numbers,
    check_steps,
    check_tables,
    check_world,
)
from tests.e2e.nights.evening_out import BEGIN, EIGHT, TUESDAY, EveningOut
from tests.e2e.nights.test_night_killed import STEPS
from tests.e2e.nights.visitors import hold

SETTINGS = NightSettings(rounds=1, minutes=30, reminder=0)
LATE = "Later than planned: I couldn't post here in time."
ONCE = (
    "POST /guilds/{guild_id}/scheduled-events",
    "POST /channels/{channel_id}/threads",
    "POST /channels/{channel_id}/messages",
)
AGAIN = (
    "PATCH /guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}",
    "PATCH /channels/{channel_id}/messages/{message_id}",
)
MANY = 40


@asynccontextmanager
async def club(database: Path) -> AsyncIterator[tuple[Playground, EveningOut]]:
    """A server and a league there, its bot away."""
    clock = FakeClock(BEGIN)
    server = await Playground.start(clock=clock)
    try:
        async with open_house(database, clock=clock, server=server) as house:
            out = await EveningOut.found(house, 4, preset="whist-walloon", options={"deals": "4"})
        yield server, out
    finally:
        await server.close()


@asynccontextmanager
async def at_work(server: Playground, out: EveningOut, database: Path) -> AsyncIterator[EveningOut]:
    """Its bot is there."""
    async with open_house(database, clock=out.clock, server=server) as house:
        yield replace(out, house=house)


async def check(out: EveningOut) -> None:
    """The night has taken place once."""
    store, tables = out.house.bot.store, out.house.bot.tables
    told = await check_all_done(store)
    check_steps(told, STEPS)
    check_world(out.house.world, told)
    check_looks(out.house.world)
    assert [one.state for one in await check_tables(tables, told)] == [State.FINISHED]
    await check_numbers(store, tables, told, out.season)


TROUBLES: dict[str, Callable[[Faults, str, int], object]] = {
    "cut before it arrives": lambda faults, route, skip: faults.cut(route, before=True, skip=skip),
    "cut once it is carried out": lambda faults, route, skip: faults.cut(route, skip=skip),
    "refused by a failing server": lambda faults, route, skip: faults.fail(route, 503, skip=skip),
    "carried out by a failing server": lambda faults, route, skip: faults.lose(route, skip=skip),
    "refused as more than there may be of all": lambda faults, route, skip: faults.limit(
        route, 30.0, skip=skip, everywhere=True
    ),
    "carried out after it was given up": lambda faults, route, skip: faults.late(route, 14.0, skip=skip),
    "answered after it was given up": lambda faults, route, skip: faults.late(
        route, 14.0, before=False, skip=skip
    ),
}


@pytest.mark.parametrize("trouble", TROUBLES)
async def test_what_is_sent_once_is_there_once_whatever_befalls_every_other_request(
    database: Path, trouble: str
) -> None:
    async with club(database) as (server, there), at_work(server, there, database) as out:
        for route in (*ONCE, *AGAIN):
            for number in range(MANY):
                TROUBLES[trouble](server.faults, route, number)  # so that every other one is befallen
        out.is_hurried = True
        await hold(out, SETTINGS)
        await out.wait(60.0)
        befallen = {f"{one.method} {one.route}" for one in server.faults.befallen}
        assert befallen == {*ONCE, *AGAIN}
        server.faults.clear()
        await check(out)


async def announced(out: EveningOut, schedule: Schedule | None = None, **others: Any) -> Evening:
    """A night to which all say that they come."""
    await out.announced(replace(SETTINGS, **others), schedule)
    for one in out.people:
        await out.press(one, StepKind.SIGN_UP, "I'm in")
    return await out.evening()


async def test_discord_out_of_reach_at_the_hour_delays_a_round(database: Path) -> None:
    async with club(database) as (server, there), at_work(server, there, database) as out:
        evening = await announced(out)
        await out.go_to(check_in_at(evening))
        for one in out.people:
            await out.press(one, StepKind.CHECK_IN, "I'm here")
        await out.go_to(evening.starts_at - 1)
        server.faults.fail("*", 503, times=100_000)
        await out.wait(600)
        assert not [
            one for one in (await out.told()).steps.values() if one.kind is StepKind.BOARD and one.discord_id
        ]
        server.faults.clear()
        await out.wait(120)
        assert LATE in await out.text(StepKind.BOARD, 1)
        until = ends_at(await out.told())
        assert until is not None and until > evening.starts_at + 600 + 30 * 60 - 2
        await hold(out, SETTINGS)
        await out.wait(60.0)
        await check(out)


async def test_discord_out_of_reach_at_the_check_in_delays_play(database: Path) -> None:
    async with club(database) as (server, there), at_work(server, there, database) as out:
        evening = await announced(out, check_in=10)
        await out.go_to(check_in_at(evening) - 1)
        server.faults.fail("*", 503, times=100_000)
        await out.wait(601)
        server.faults.clear()
        await out.wait(30)
        assert LATE in await out.text(StepKind.CHECK_IN)
        assert (await out.evening()).stage is EveningStage.CHECK_IN
        await hold(out, SETTINGS)
        await out.wait(60.0)
        await check(out)


async def test_a_bot_that_was_off_at_the_hour_catches_up_and_says_so(database: Path) -> None:
    async with club(database) as (server, there):
        async with at_work(server, there, database) as out:
            evening = await announced(out)
        there.clock.advance(evening.starts_at + 20 * 60 - there.clock.now())
        async with at_work(server, there, database) as out:
            await out.wait(10)
            assert LATE in await out.text(StepKind.CHECK_IN)
            for one in out.people:
                await out.press(one, StepKind.CHECK_IN, "I'm here")
            await out.wait(9 * 60)
            assert (await out.evening()).stage is EveningStage.CHECK_IN
            await out.wait(2 * 60)
            assert LATE in await out.text(StepKind.BOARD, 1)
            await hold(out, SETTINGS)
            await out.wait(60.0)
            await check(out)


async def test_a_bot_that_was_off_since_before_the_announcement_holds_the_night(database: Path) -> None:
    weekly = Schedule(TUESDAY, EIGHT, Repeat.WEEKLY)
    async with club(database) as (server, there):
        async with at_work(server, there, database) as out:
            await out.announced(replace(SETTINGS, announced=1), weekly)
            assert await out.house.bot.store.nights.details(1) is None
        at_eight = BEGIN + 4 * 86400 + 7 * 3600
        there.clock.advance(at_eight + 20 * 60 - there.clock.now())
        async with at_work(server, there, database) as out:
            await out.wait(10)
            evening = await out.evening()
            assert evening.starts_at == at_eight
            assert LATE in await out.text(StepKind.CHECK_IN)
            for one in out.people:
                await out.press(one, StepKind.CHECK_IN, "I'm here")
            await hold(out, SETTINGS)
            told = await out.told()
            assert told.step(StepKind.EVENT).state is StepState.DROPPED  # Discord takes none of the past
            check_looks(out.house.world)
            assert [one.state for one in await check_tables(out.house.bot.tables, told)] == [State.FINISHED]


@pytest.mark.parametrize("asked", [False, True])
async def test_a_bot_that_was_off_for_seven_hours_calls_the_night_off_and_says_why(
    database: Path, asked: bool
) -> None:
    """Also where it has gone after people were asked whether they are here."""
    async with club(database) as (server, there):
        async with at_work(server, there, database) as out:
            evening = await announced(out)
            if asked:
                await out.go_to(check_in_at(evening))
        there.clock.advance(evening.starts_at + 7 * 3600 - there.clock.now())
        async with at_work(server, there, database) as out:
            await out.wait(30)
            told = await check_all_done(out.house.bot.store)
            check_in = {StepKind.CHECK_IN: 1} if asked else {}
            once = dict.fromkeys((StepKind.EVENT, StepKind.SIGN_UP, StepKind.OFF, StepKind.EVENT_OVER), 1)
            check_steps(told, {**once, **check_in})
            check_world(out.house.world, told)
            check_looks(out.house.world)
            assert "I was offline when it should have started" in await out.text(StepKind.OFF)
            (guild,) = out.house.world.guilds.values()
            assert [one.is_finished for one in guild.scheduled_events.values()] == [True]
