"""Whoever only looks on at a table or at its presses may fail: cards are played and shown all the same."""

from __future__ import annotations

from typing import Any

import pytest

from bot.discordkit.avatars import Avatars
from bot.engine.cards import members
from bot.tables.play import PlayedFor
from bot.tables.ui.display import Teacher
from bot.tables.ui.messages import ClosingTrick, Remarks
from bot.watch.watch import PressTimes
from tests.e2e.house import House

ONLOOKERS = (
    (PlayedFor, "note"),
    (Teacher, "hear"),
    (Remarks, "hear"),
    (ClosingTrick, "hear"),
    (Avatars, "see"),
    (PressTimes, "came"),
    (PressTimes, "done"),
)


@pytest.fixture
def quiet_log() -> None:
    """Here the log tells of errors: they are made."""


async def test_nobody_who_looks_on_keeps_cards_from_being_played(
    still_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*told: Any, **others: Any) -> None:
        raise ValueError

    for kind, name in ONLOOKERS:
        monkeypatch.setattr(kind, name, fails)
    house = still_house
    ann, bram, chloe, dirk = house.people()
    table = await house.start_table(ann, bram, chloe, dirk)
    first, before = house.to_move(table), house.table_message(table)
    assert first is not None and table.facts.turn is not None
    second = table.facts.seats[(table.facts.turn + 1) % 4].user_id
    assert second is not None
    card = members((await table.view((table.facts.turn + 1) % 4)).hand)[0]
    await table.queue(second, table.facts.seq, card)
    await table.act(first.id, table.facts.seq, members((await table.view(table.facts.turn)).legal)[0])
    await house.settled()
    assert house.table_message(table) != before
    assert (await house.press(ann, house.table_message(table), "More")).state == "answered"
