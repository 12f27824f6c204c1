"""Whole games at a table, with everything stored."""

from __future__ import annotations

import pytest

from bot.engine.game import DealEnded, GameEnded
from bot.tables.model import State
from tests.tables.house import House, play


@pytest.mark.parametrize(("people", "robots"), [(4, 0), (1, 3)])
@pytest.mark.parametrize("preset", ["kingen", "kingen-iwwa"])
async def test_a_whole_game(house: House, people: int, robots: int, preset: str) -> None:
    table = await house.started(people, robots, preset=preset)
    await play(house, table)
    facts = table.facts
    assert facts.state is State.FINISHED
    assert facts.ended_at is not None and facts.deadline is None
    events = [event for change in house.changes for event in change.events]
    assert sum(isinstance(event, DealEnded) for event in events) == 10
    (end,) = [event for event in events if isinstance(event, GameEnded)]
    assert sum(end.points) == 0
    assert (await table.view(None)).points == end.points
    await house.check(table)
    assert house.tables.running() == []
