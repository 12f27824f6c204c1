"""What a game costs: hands by the tokens of clicks, which Discord does not count; the table now and then."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.tables.table import Table
from bot.tables.ui import table_slots
from playground.people import Person
from playground.rest.api import Exchange
from tests.e2e.house import House


class Costs:
    """Counts requests that are counted, those to direct messages apart."""

    def __init__(self, house: House) -> None:
        self._world = house.world
        self.counted: Counter[str] = Counter()
        self.uncounted = 0
        house.server.observers.append(self._add)

    def _add(self, exchange: Exchange) -> None:
        if not exchange.counted:
            self.uncounted += 1
            return
        channel = self._world.channels.get(int(exchange.params.get("channel_id", 0)))
        place = "hand" if channel is not None and channel.guild is None else "table"
        self.counted[f"{exchange.method} {place}"] += 1

    def reset(self) -> None:
        self.counted.clear()
        self.uncounted = 0


@pytest.fixture
def real_pause(no_pause: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_slots, "TABLE_PAUSE", 2.0)


async def play_a_card(house: House, table: Table) -> Person:
    person = house.to_move(table)
    assert person is not None
    seq = table.facts.seq
    message, custom_id = await house.offered(person, f"hh:act:{table.facts.id}:{seq}:")
    await (await person.press(message["id"], custom_id)).done()
    await house.world.until(lambda: table.facts.seq > seq)
    await house.bot.tables.quiet()
    return person


async def test_hands_and_the_answers_to_clicks_are_not_counted(still_house: House, real_pause: None) -> None:
    """While everybody has clicked within the last minutes, nothing of a card is."""
    house = still_house
    assert house.clock is not None
    table = await house.start_table(*house.people())
    clicked = set[int]()
    while len(clicked) < 4:
        clicked.add((await play_a_card(house, table)).id)
    await hands_shown(house, table)
    costs = Costs(house)
    for _ in range(40):
        await play_a_card(house, table)
        house.clock.advance(1.0)
    await hands_shown(house, table)
    assert not costs.counted  # the table is edited by the token of whoever started it
    assert costs.uncounted >= 40 * 4  # the clicker's answer and three other hands


async def test_where_tokens_have_run_out_a_card_costs_less_than_a_request(
    still_house: House, real_pause: None
) -> None:
    house = still_house
    assert house.clock is not None
    table = await house.start_table(*house.people())
    for _ in range(4):
        await play_a_card(house, table)
    await hands_shown(house, table)
    mover = house.to_move(table)
    assert mover is not None
    waiting = house.hand(mover)["id"]
    house.clock.advance(15 * 60)
    await house.world.until(lambda: house.hand(mover)["id"] != waiting)  # they have been called again
    await hands_shown(house, table)
    costs, clicked = Costs(house), set[int]()
    for _ in range(40):
        clicked.add((await play_a_card(house, table)).id)
        await hands_shown(house, table)
        house.clock.advance(1.0)  # faster than people play
    assert len(clicked) == 4
    assert costs.counted["PATCH hand"] == 3  # each of the others' once, when it was their turn first
    assert 15 <= costs.counted["PATCH table"] <= 21  # every two seconds
    assert costs.counted["POST hand"] == costs.counted["POST table"] == 0
    assert costs.counted.total() / 40 < 1.0


async def hands_shown(house: House, table: Table) -> None:
    """All hands are up to date; the table may wait for its turn."""
    await house.bot.boundary.quiet()
    for slot in house.bot.display.messages.of(table.facts.id).hands.values():
        await slot.settled()
