"""A hand reaches its player only: no log line, error or repr tells of cards or of the secret."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest

from bot.engine.cards import members
from bot.tables.drafts import Draft
from bot.tables.errors import TableError
from bot.tables.model import Pace, State
from bot.tables.ports import StoredTable
from tests.tables.house import ANN, CARDS, House, mover, play, sealed_of


async def test_no_log_line_tells_of_cards(stored, time, caplog) -> None:
    caplog.set_level(logging.DEBUG)
    house = House(stored, time)
    table = await house.started(people=2, robots=2, pace=Pace.HALF_MINUTE)
    secret = sealed_of(table).secret
    for deal in range(10):
        await play(house, table, moves=3)
        view = await table.view(table.facts.turn)
        for card in set(range(52)) - set(members(view.legal)):
            with pytest.raises(TableError) as caught:
                await table.act(mover(table), table.facts.seq, card)
            assert not CARDS.search(f"{caught.value!r} {caught.value} {dict(caught.value.details)}")
        house.store.failing = {house.store.writes + 1}
        with pytest.raises(TableError):
            await table.act(mover(table), table.facts.seq, members(view.legal)[0])
        await house.wait(31)
        for person in (seat.user_id for seat in table.facts.seats if seat.absent and seat.user_id):
            await table.im_back(person)
        await play(house, table, deals=1)
        if deal < 9:
            await house.wait(31)
    assert table.facts.state is State.FINISHED
    assert "the store failed" in caplog.text
    assert secret.hex() not in caplog.text and repr(secret) not in caplog.text
    told = [record.getMessage() for record in caplog.records if CARDS.search(record.getMessage())]
    assert told == []
    await house.tables.close()


async def test_no_repr_tells_of_cards(house: House) -> None:
    table = await house.started()
    entries = await house.stored.tables.log(table.facts.id)
    draft = Draft(table.facts, sealed_of(table), table._live.game, tuple(entries))
    told = [
        repr(table),
        repr(table.facts),
        repr(entries),
        repr(draft),
        repr(house.changes[-1]),
        repr(draft.step(table.facts)),
        repr(sealed_of(table)),
        repr(StoredTable(table.facts, sealed_of(table))),
    ]
    secret = sealed_of(table).secret
    assert not any(CARDS.search(text) for text in told)
    assert not any(secret.hex() in text or repr(secret) in text for text in told)


async def test_the_secret_is_kept_until_the_game_is_over(house: House) -> None:
    table = await house.started(people=1, robots=3)
    facts = table.facts
    for state in (State.LOBBY, State.PLAYING, State.ADJOURNED, State.PARKED):
        table._live.facts = replace(facts, state=state)
        assert table.revealed_secret is None
        for asked in (table.record, table.deals, table.inputs):
            with pytest.raises(
                TableError, match="table-parked" if state is State.PARKED else "game-not-over"
            ):
                await asked()
    table._live.facts = facts
    await play(house, table)
    assert table.revealed_secret == sealed_of(table).secret.hex()
    assert ANN in [seat.user_id for seat in table.facts.seats]
