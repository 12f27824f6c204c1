"""What a step says of the deals and games that end by it; the log tells the same again."""

from __future__ import annotations

import pytest

from bot.engine.game import AWAITS_DECK, certain_rest
from bot.tables.model import State
from bot.tables.ports import EndedDeal, TableStep
from bot.tables.recovery import BrokenLog, replay, retell
from bot.tables.table import Table
from tests.tables.house import FlakyStore, House, mover, people, play


@pytest.fixture
def steps(house: House, monkeypatch: pytest.MonkeyPatch) -> list[TableStep]:
    """Every step that is stored."""
    stored: list[TableStep] = []
    write = FlakyStore.write

    async def watched(self: FlakyStore, step: TableStep) -> None:
        await write(self, step)
        stored.append(step)

    monkeypatch.setattr(FlakyStore, "write", watched)
    return stored


@pytest.mark.parametrize("preset", ["kingen", "kingen-iwwa", "whist-flemish", "whist-walloon", "denexa-king"])
async def test_steps_and_the_log_tell_the_same(house: House, steps: list[TableStep], preset: str) -> None:
    table = await house.started(preset=preset)
    await play(house, table)
    assert table.facts.state is State.FINISHED
    entries = await house.stored.tables.log(table.facts.id)
    deals = tuple(deal for step in steps for deal in step.deals)
    results = [step.result for step in steps if step.result is not None]
    game = replay(table.facts, entries)
    told_deals, told_result = retell(table.facts, entries)
    assert told_deals == deals
    assert [told_result] == results
    assert [deal.result for deal in deals] == game.results
    assert [deal.attempt for deal in deals] == list(range(len(deals)))
    for deal in deals:
        assert deal.at == entries[deal.seq].at
        assert deal.measured == game.measured(deal.result)
        assert {one.measure for one in deal.measured} <= set(game.MEASURES)
        assert bool(deal.measured) == (deal.result.points is not None)
        things = [(one.seat, one.measure, one.key) for one in deal.measured]
        assert len(set(things)) == len(things), "each thing is counted once of a seat in a deal"


async def test_a_deal_ended_by_the_input_after_which_the_next_deck_is_awaited(house: House) -> None:
    table = await house.started()
    await play(house, table, deals=2)
    entries = await house.stored.tables.log(table.facts.id)
    assert table.facts.turn == AWAITS_DECK
    last: EndedDeal = retell(table.facts, entries)[0][-1]
    assert (last.attempt, last.seq) == (1, table.facts.seq - 1)


async def test_taking_the_rest_ends_a_deal_by_its_last_card(house: House, steps: list[TableStep]) -> None:
    table = await house.started(people=4, preset="kingen")
    while not any(len(step.entries) > 1 and step.deals for step in steps):
        if table.facts.state is not State.PLAYING:
            table = await house.started(people=4, preset="kingen")
        if table.facts.turn == AWAITS_DECK:
            for person in people(table):
                await table.ready(person)
        await rest_or_move(house, table)
    step = next(step for step in steps if len(step.entries) > 1 and step.deals)
    (deal,) = step.deals
    assert deal.seq == step.entries[-1].seq


async def rest_or_move(house: House, table: Table) -> None:
    turn = table.facts.turn
    assert turn is not None
    if certain_rest(await table.view(turn)) is not None:
        await table.take_rest(mover(table), table.facts.seq)
    else:
        await play(house, table, moves=1)


async def test_a_log_that_is_no_game_is_not_told(house: House) -> None:
    table = await house.started()
    entries = await house.stored.tables.log(table.facts.id)
    with pytest.raises(BrokenLog):
        retell(table.facts, entries[1:])
    with pytest.raises(BrokenLog):
        retell(table.facts, [])
