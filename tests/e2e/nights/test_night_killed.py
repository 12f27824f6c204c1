"""The bot dies beside each thing that it keeps of a night: nothing is done twice, nothing is forgotten."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.nights.model import NightSettings, StepKind
from playground.server import Playground
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
from tests.e2e.nights.evening_out import BEGIN, EveningOut
from tests.e2e.nights.mortal import Mortal
from tests.e2e.nights.visitors import hold

pytestmark = pytest.mark.usefixtures("troubled_disk")

LIVES = 150
STEPS = {
    StepKind.EVENT: 1,
    StepKind.SIGN_UP: 1,
    StepKind.CHECK_IN: 1,
    StepKind.EVENT_BEGUN: 1,
    StepKind.BOARD: 1,
    StepKind.THREAD: 1,
    StepKind.CALL: 1,
    StepKind.TABLE: 1,
    StepKind.RESULT: 1,
    StepKind.EVENT_OVER: 1,
}


async def test_died_beside_all_that_is_kept_a_night_takes_place_once(database: Path) -> None:
    clock = FakeClock(BEGIN)
    server = await Playground.start(clock=clock)
    try:
        async with open_house(database, clock=clock, server=server) as house:
            out = await EveningOut.found(house, 4, preset="whist-walloon", options={"deals": "4"})
        with Mortal.at(server) as mortal:
            for _ in range(LIVES):
                mortal.is_born()
                async with open_house(database, clock=clock, server=server) as house:
                    out = replace(out, house=house)
                    if await mortal.lives(hold(out, NightSettings(rounds=1, minutes=5, reminder=0))):
                        break
            else:
                pytest.fail(f"not settled after {LIVES} lives: {mortal.died_at}")
            mortal.is_born()
        async with open_house(database, clock=clock, server=server) as house:
            told = await check_all_done(house.bot.store)
            check_steps(told, STEPS)
            check_world(house.world, told)
            check_looks(house.world)
            await check_tables(house.bot.tables, told)
            await check_numbers(house.bot.store, house.bot.tables, told, out.season)
    finally:
        await server.close()
