"""What a game costs: hands by the tokens of clicks, which Discord does not count; the table now and then."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from bot.engine.cards import members
from bot.tables.model import Pace
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
    assert 9 <= costs.counted["PATCH table"] <= 11  # once a trick
    assert costs.counted["POST hand"] == costs.counted["POST table"] == 0
    assert costs.counted.total() / 40 < 0.4


async def hands_shown(house: House, table: Table) -> None:
    """All hands are up to date; the table may wait for its turn."""
    await house.bot.boundary.quiet()
    for slot in house.bot.display.messages.of(table.facts.id).hands.values():
        await slot.settled()


# What the table's message follows where no token is there for it


@pytest.fixture
async def without_tokens(still_house: House, real_pause: None) -> tuple[House, Table]:
    """A table at which a trick has begun, a quarter of an hour after somebody has pressed on its message."""
    return await at_rest(still_house, Pace.NONE)


async def at_rest(house: House, pace: Pace) -> tuple[House, Table]:
    table = await house.open_table(*house.people())
    await table.set_pace(house.people()[0].id, pace)
    await house.press(house.people()[0], house.lobby(table), "Start")
    await play_a_card(house, table)
    await house.settled()
    await passed(house, 15 * 60)
    assert not house.bot.display.channel.live_slot(table).is_free
    return house, table


async def passed(house: House, seconds: float) -> None:
    assert house.clock is not None
    house.clock.advance(seconds)
    for _ in range(20):
        await asyncio.sleep(0)  # who slept until now wakes
    await house.settled()


async def table_edits(house: House, table: Table) -> int:
    """What has been counted since a card was played by now, once the pause is over."""
    costs = Costs(house)
    await play_a_card(house, table)
    await passed(house, 2.1)
    return costs.counted["PATCH table"]


async def test_a_trick_is_shown_when_it_is_over(without_tokens: tuple[House, Table]) -> None:
    house, table = without_tokens
    assert [await table_edits(house, table) for _ in range(7)] == [0, 0, 1, 0, 0, 0, 1]
    assert len((await table.view(None)).tricks) == 2


async def test_a_trick_that_stands_still_is_shown_as_it_is(without_tokens: tuple[House, Table]) -> None:
    house, table = without_tokens
    assert await table_edits(house, table) == 0
    before, costs = house.table_message(table), Costs(house)
    await passed(house, 17.5)
    assert house.table_message(table) == before
    await passed(house, 0.5)
    assert house.table_message(table) != before and costs.counted["PATCH table"] == 1


async def test_by_the_days_pace_a_card_is_shown_at_once(still_house: House, real_pause: None) -> None:
    house, table = await at_rest(still_house, Pace.DAY)
    assert [await table_edits(house, table) for _ in range(4)] == [1, 1, 1, 1]


@pytest.mark.parametrize("label", ["Scores", "My hand"])
async def test_who_looks_on_and_presses_has_each_card_shown_to_everybody(
    label: str, without_tokens: tuple[House, Table]
) -> None:
    """By the token of that press, which costs nothing for a quarter of an hour."""
    house, table = without_tokens
    assert await table_edits(house, table) == 0
    before, costs = house.table_message(table), Costs(house)
    watcher = house.server.people.add("Eva")
    assert (await house.press(watcher, house.table_message(table), label)).state == "answered"
    await house.settled()
    assert house.table_message(table) != before  # what had not been shown yet
    for _ in range(3):
        before = house.table_message(table)
        await play_a_card(house, table)
        await house.settled()
        assert house.table_message(table) != before
    assert not costs.counted["PATCH table"]


async def test_who_is_called_in_the_channel_finds_the_trick_as_it_is_there(
    still_house: House, real_pause: None
) -> None:
    house, bram = still_house, still_house.people()[1]
    bram.account.direct_messages_open = False
    table = await house.start_table(*house.people())
    before_bram = (table.facts.seat_of(bram.id) or 4) - 1
    while table.facts.turn != before_bram or len((await table.view(None)).trick.cards) == 3:
        await act(table)
        await house.settled()
    await passed(house, 15 * 60)
    before, costs = house.table_message(table), Costs(house)
    await act(table)
    await passed(house, 0.1)
    assert costs.counted["POST table"] == 1 and table.facts.is_waiting_for(bram.id)
    assert house.table_message(table) != before


async def act(table: Table) -> None:
    """Whoever is to move does so, wherever they may see their hand."""
    turn, user_id = table.facts.turn, table.facts.waited_for
    assert turn is not None and user_id is not None
    await table.act(user_id, table.facts.seq, members((await table.view(turn)).legal)[0])
