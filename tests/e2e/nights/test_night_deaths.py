"""One death of the bot at a moment at which something might be forgotten for good."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from bot.nights.course import check_in_at
from bot.nights.model import EveningStage, StepKind, StepState
from bot.tables.model import State
from playground.trouble.faults import Interrupt, Moment
from tests.e2e.nights.checked import check_all_done, check_looks
from tests.e2e.nights.mortal import Mortal
from tests.e2e.nights.test_night_troubled import SETTINGS, announced, at_work, check, club
from tests.e2e.nights.visitors import hold
from tests.e2e.test_disk import read_only

pytestmark = pytest.mark.usefixtures("troubled_disk")


async def test_its_messages_tell_how_it_went_also_where_it_died_once_all_was_done(database: Path) -> None:
    async with club(database) as (server, there):
        with Mortal.at(server, "after over 1 1 1 1") as mortal:
            async with at_work(server, there, database) as out:
                assert not await mortal.lives(hold(out, SETTINGS))
            mortal.is_born()
        async with at_work(server, there, database) as out:
            await out.wait(10.0)
            await check(out)


async def test_its_messages_tell_how_it_went_also_where_it_was_away_for_days_before_all_was_done(
    database: Path,
) -> None:
    async with club(database) as (server, there):
        for moment, away in (("after over 1 1 1 0", 3 * 86400), ("after over 1 1 1 1", 0)):
            with Mortal.at(server, moment) as mortal:
                async with at_work(server, there, database) as out:
                    assert not await mortal.lives(hold(out, replace(SETTINGS, out_of_time="cut")))
            there.clock.advance(away)
        async with at_work(server, there, database) as out:
            await out.wait(10.0)
            check_looks(server.world)


async def test_a_round_tells_what_it_came_to_also_where_that_could_not_be_shown_during_the_next(
    database: Path,
) -> None:
    """It died once the first round was over, and again once the second was, in which that round's message
    could not be edited."""
    rounds = replace(SETTINGS, rounds=3, minutes=5, out_of_time="cut")
    async with club(database) as (server, there):
        with Mortal.at(server, "after playing 3 2 0 0") as mortal:
            async with at_work(server, there, database) as out:
                assert not await mortal.lives(hold(out, rounds))
                first = await out.message(StepKind.BOARD, 1)
        with Mortal.at(server, "after playing 3 3 0 0") as mortal:
            restored = server.faults.watch(partial(cut_edits, first["id"]))
            async with at_work(server, there, database) as out:
                assert not await mortal.lives(hold(out, rounds))
            restored()
        async with at_work(server, there, database) as out:
            await hold(out, rounds)
            await out.wait(10.0)
            told = await check_all_done(out.house.bot.store)
            assert told.evening.round == 3
            check_looks(server.world)


def cut_edits(message_id: str, moment: Moment) -> None:
    """No edit of that message arrives."""
    if moment.method == "PATCH" and moment.path.endswith(f"/messages/{message_id}"):
        raise Interrupt


async def test_an_event_that_was_made_unnoticed_is_over_with_the_night(database: Path) -> None:
    """Also where the bot comes back after the hour, when none can be made any more."""
    async with club(database) as (server, there):
        with Mortal.at(server, "before event 0 done") as mortal:
            async with at_work(server, there, database) as out:
                assert not await mortal.lives(hold(out, SETTINGS))
            mortal.is_born()
        evening_at = 4 * 86400 + 7 * 3600 + 1200
        there.clock.advance(evening_at)
        async with at_work(server, there, database) as out:
            await out.wait(10.0)
            for one in out.people:
                await out.press(one, StepKind.CHECK_IN, "I'm here")
            await hold(out, SETTINGS)
            await check(out)
            (guild,) = server.world.guilds.values()
            assert [one.is_finished for one in guild.scheduled_events.values()] == [True]


async def test_the_games_of_a_night_that_is_called_off_end_also_where_it_died_over_it(database: Path) -> None:
    async with club(database) as (server, there):
        async with at_work(server, there, database) as out:
            evening = await announced(out)
            await out.go_to(check_in_at(evening))
            for one in out.people:
                await out.press(one, StepKind.CHECK_IN, "I'm here")
            await out.go_to(evening.starts_at)
            (table,) = await out.tables(1)
            await out.sit_down(table)
            assert table.facts.state is State.PLAYING
            with Mortal.at(server, "after called-off 1 1 0 0") as mortal:

                async def call_off() -> None:
                    await out.house.bot.nights.evenings.call_off(await out.told())

                assert not await mortal.lives(call_off())
        async with at_work(server, there, database) as out:
            await out.wait(30.0)
            assert [one.facts.state for one in await out.tables(1)] == [State.CLOSED]
            told = await out.told()
            assert (told.evening.stage, told.evening.settled) == (EveningStage.CALLED_OFF, True)
            assert {one.state for one in told.steps.values()} == {StepState.DONE}
            check_looks(server.world)


async def test_a_store_that_fails_for_a_while_delays_a_night(database: Path) -> None:
    """The bot lives on, and goes on when the store does."""
    async with club(database) as (server, there), at_work(server, there, database) as out:
        evening = await announced(out)
        await out.go_to(check_in_at(evening) - 1)
        await read_only(out.house, True)
        await out.wait(120.0)
        assert (await out.evening()).stage is EveningStage.SIGN_UP
        await read_only(out.house, False)
        await out.wait(120.0)
        await hold(out, SETTINGS)
        await out.wait(60.0)
        await check(out)
