"""Whole nights, from their announcement to their standings."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.nights.model import Stage, StepKind
from bot.nights.settings import NightSettings
from tests.clock import FakeClock
from tests.e2e.house import open_house
from tests.e2e.night.evening_out import BEGIN, EveningOut

pytestmark = pytest.mark.asyncio


async def test_a_night_of_eight_runs_by_itself(database: Path) -> None:
    clock = FakeClock(BEGIN)
    import sys

    sys.path.insert(0, "/tmp/h")
    import dump

    dump.watch(25)
    async with open_house(database, clock=clock) as house:
        out = await EveningOut.found(house, 8)
        await out.announced(NightSettings(rounds=1))
        evening = await out.evening()
        print(await out.text(StepKind.SIGN_UP))
        for person in out.people:
            await out.press(person, StepKind.SIGN_UP, "I'm in")
        await out.go_to(evening.starts_at - 1800)
        print(await out.text(StepKind.CHECK_IN))
        for person in out.people:
            await out.press(person, StepKind.CHECK_IN, "I'm here")
        await out.go_to(evening.starts_at)
        told = await out.told()
        for step in told.steps.values():
            print(step)
        assert told.evening.stage is Stage.PLAYING
        await out.play_round(1)
        told = await out.told()
        for step in told.steps.values():
            print(step)
        assert told.evening.stage is Stage.OVER
