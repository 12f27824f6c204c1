"""Whole nights, from their announcement to their standings."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.nights.model import EveningStage, NightSettings, StepKind, StepState
from bot.tables.errors import TableError
from bot.tables.model import State
from bot.tables.table import Table
from tests.clock import FakeClock
from tests.e2e.house import open_house
from tests.e2e.nights.evening_out import BEGIN, EveningOut


async def test_a_night_runs_from_its_announcement_to_its_standings(database: Path) -> None:
    """Seven people, so one robot; somebody does not appear, somebody comes late, time is up at a table."""
    async with open_house(database, clock=FakeClock(BEGIN)) as house:
        out = await EveningOut.found(house, 8)
        await out.announced(NightSettings(rounds=2, minutes=30, check_in=0))
        evening = await out.evening()
        for person in out.people[:7]:
            await out.press(person, StepKind.SIGN_UP, "I'm in")
        await out.go_to(evening.starts_at)
        first, second = await out.tables(1)
        seats = [seat.user_id for seat in (*first.facts.seats, *second.facts.seats)]
        assert sorted(one for one in seats if one) == sorted(one.id for one in out.people[:7])
        gone = house.server.people[next(one for one in seats if one)]
        for table in (first, second):
            await out.sit_down(table, [gone])
        assert (first.facts.state, second.facts.state) == (State.LOBBY, State.PLAYING)
        late = out.people[7]
        await out.press(late, StepKind.BOARD, "I'm here", 1)
        await out.wait(5 * 60)
        assert first.facts.state is State.PLAYING
        assert gone.id not in [seat.user_id for seat in first.facts.seats]
        await out.play_out(first)
        assert first.facts.state is State.FINISHED
        await out.go_to(evening.starts_at + 30 * 60)
        await house.bot.tables.quiet()
        await out.settled()
        assert second.facts.state is State.FINISHED
        assert (await out.evening()).round == 2
        seated = {seat.user_id for table in await out.tables(2) for seat in table.facts.seats}
        assert late.id in seated and gone.id not in seated
        for table in await out.tables(2):
            for seat in table.facts.seats:
                if seat.user_id is not None:  # on the round's message as well as at the table
                    await out.press(house.server.people[seat.user_id], StepKind.BOARD, "I'm here", 2)
            assert table.facts.state is State.PLAYING
        await out.wait(30 * 60)
        await house.bot.tables.quiet()
        await out.settled()
        told = await out.told()
        assert (told.evening.stage, told.evening.settled) == (EveningStage.OVER, True)
        undone = {one.kind for one in told.steps.values() if one.state is not StepState.DONE}
        assert undone == {StepKind.REMINDER}  # the bot has never met whom it was to write to
        result = await out.text(StepKind.RESULT)
        assert "best deal" in result.casefold(), result


async def test_a_table_that_refuses_to_begin_holds_up_no_other(
    database: Path, monkeypatch: pytest.MonkeyPatch, troubled_disk: None
) -> None:
    """It begins as soon as it can be begun."""
    async with open_house(database, clock=FakeClock(BEGIN)) as house:
        out = await EveningOut.found(house, 8)
        await out.announced(NightSettings(rounds=1, check_in=0))
        for person in out.people:
            await out.press(person, StepKind.SIGN_UP, "I'm in")
        await out.go_to((await out.evening()).starts_at)
        first, second = await out.tables(1)
        begin = Table.begin

        async def refuse(table: Table) -> None:
            if table is first:
                raise TableError("table-parked")
            await begin(table)

        with monkeypatch.context() as refusing:
            refusing.setattr(Table, "begin", refuse)
            for table in (first, second):
                await out.sit_down(table)
            assert (first.facts.state, second.facts.state) == (State.LOBBY, State.PLAYING)
        await out.wait(61)
        assert first.facts.state is State.PLAYING
