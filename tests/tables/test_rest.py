"""*Take the rest*: all the tricks that are left in one step, logged as ordinary plays."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from bot.engine.cards import CARDS as ALL_CARDS
from bot.engine.cards import members
from bot.engine.game import AWAITS_DECK, DealEnded, GameEnded, TrickTaken, certain_rest
from bot.engine.record import action_item, carry_out
from bot.engine.registry import new_game
from bot.tables.drafts import Draft
from bot.tables.errors import StaleAction
from bot.tables.model import RestTaken, Seat, State, TableFacts
from bot.tables.play import take_rest
from bot.tables.sealed import Sealed
from bot.tables.table import Table
from tests.engine.helpers import late
from tests.engine.test_certain import ending
from tests.tables.house import ANN, BEN, House, mover, people, play, press, refused


async def until_certain(table: Table, least: int = 2, deals: int = 9) -> tuple[int, ...]:
    """Play on at random, over so many deals' ends at most, until whoever is to lead may take at least so many
    tricks; their cards in order, none
    where it does not come to that."""
    chance = Random(5)
    while table.facts.state is State.PLAYING:
        if table.facts.turn == AWAITS_DECK:
            if not deals:
                return ()
            deals -= 1
            for person in people(table):
                await table.ready(person)
            continue
        rest = certain_rest(await table.view(table.facts.turn))
        if rest is not None and len(rest) >= least:
            return rest
        view = await table.view(table.facts.turn)
        await table.act(mover(table), table.facts.seq, chance.choice(members(view.legal)))
    return ()


@pytest.mark.parametrize("preset", ["kingen", "whist-walloon"])
async def test_it_ends_the_deal_as_if_it_had_been_played(house: House, preset: str) -> None:
    table = await house.started(preset=preset)
    rest = await until_certain(table)
    person, seat, seq = mover(table), table.facts.turn, table.facts.seq
    writes, shown = house.store.writes, len(house.changes)
    await table.take_rest(person, seq)
    assert house.store.writes == writes + 1 and len(house.changes) == shown + 1, "one commit, one change"
    assert table.facts.turn == AWAITS_DECK
    change = house.changes[-1]
    assert (change.signal, change.seat, change.action) == (RestTaken(seat or 0), seat, rest[0])
    kinds = Counter(type(event) for event in change.events)
    assert kinds == {TrickTaken: len(rest), DealEnded: 1}
    assert {event.trick.winner for event in change.events if isinstance(event, TrickTaken)} == {seat}
    await house.check(table)

    entries = await house.stored.tables.log(table.facts.id)
    game = new_game(table.rules, table.facts.first_dealer or 0)
    for entry in entries:
        turn = game.turn
        if entry.seq >= seq:
            assert entry.user_id == (person if turn == seat else None)
            if turn != seat:
                assert entry.line == action_item(turn, members(game.legal())[0]), "their lowest"
        carry_out(game, entry.line)
    assert game.points == list((await table.view(None)).points)


async def test_the_claimant_s_cards_come_in_the_certain_order(house: House) -> None:
    table = await house.started()
    rest = await until_certain(table)
    seat = table.facts.turn
    await table.take_rest(mover(table), table.facts.seq)
    tricks = (await table.view(None)).tricks[-len(rest) :]
    assert tuple(trick.cards[0] for trick in tricks) == rest
    assert {trick.leader for trick in tricks} == {seat}
    assert len({card for trick in (await table.view(None)).tricks for card in trick.cards}) == len(ALL_CARDS)


async def test_it_may_end_the_game(house: House) -> None:
    async def in_the_last_deal() -> Table:
        table = await house.started(preset="whist-walloon", options={"deals": "4"})
        await play(house, table, deals=3)
        for person in people(table):
            await table.ready(person)
        return table if await until_certain(table, least=1, deals=0) else await in_the_last_deal()

    table = await in_the_last_deal()
    await table.take_rest(mover(table), table.facts.seq)
    assert table.facts.state is State.FINISHED
    assert any(isinstance(event, GameEnded) for event in house.changes[-1].events)
    assert sum((await table.view(None)).points) == 0
    await house.check(table)


def test_K10_it_stops_where_nothing_is_left_to_score() -> None:
    """Cards that nobody needed to play stay in the hands they were dealt to."""
    hands = ("2C 3D 4S", "AC AH AS", "3C KH 5S", "4C 3H 6S")
    game = ending(late("king-of-hearts", hands, early_stop="decided"))
    seats = (Seat("Robot"), Seat("Ann", ANN), Seat("Robot"), Seat("Robot"))
    facts = TableFacts(1, 1, 2, ANN, "kingen", 4, "", 0.0, State.PLAYING, seq=9, turn=1, seats=seats)
    draft = take_rest(Draft(facts, Sealed(bytes(32)), game), ANN, 9, 1.0)
    assert [entry.line for entry in draft.entries] == [
        *("1 play AC", "2 play 3C", "3 play 4C", "0 play 2C"),
        *("1 play AH", "2 play KH", "3 play 3H", "0 play 3D"),
    ]
    assert draft.facts.turn == AWAITS_DECK and draft.facts.seq == 17
    assert [event.result.points for event in draft.events if isinstance(event, DealEnded)] == [(0, -5, 0, 0)]


async def test_what_is_not_certain_is_refused_and_changes_nothing(house: House) -> None:
    table = await house.started()
    facts, writes = table.facts, house.store.writes
    with refused("rest-not-certain"):
        await table.take_rest(mover(table), facts.seq)
    other = next(person for person in people(table) if person != mover(table))
    with refused("not-your-turn"):
        await table.take_rest(other, facts.seq)
    with refused("not-seated"):
        await table.take_rest(999, facts.seq)
    assert (table.facts, house.store.writes) == (facts, writes)
    await press(table)
    with refused("rest-not-certain"):  # in mid-trick
        await table.take_rest(mover(table), table.facts.seq)


async def test_an_old_button_and_a_second_delivery_change_nothing(house: House) -> None:
    table = await house.started()
    await until_certain(table)
    person, seq = mover(table), table.facts.seq
    with pytest.raises(StaleAction):
        await table.take_rest(person, seq - 1)
    await table.take_rest(person, seq)
    facts = table.facts
    with pytest.raises(StaleAction):
        await table.take_rest(person, seq)
    assert table.facts == facts


async def test_a_failed_commit_takes_nothing(house: House) -> None:
    table = await house.started()
    await until_certain(table)
    facts, view = table.facts, await table.view(table.facts.turn)
    house.store.failing = {house.store.writes + 1}
    with refused("store-failed"):
        await table.take_rest(mover(table), facts.seq)
    assert table.facts == facts and await table.view(facts.turn) == view
    await table.take_rest(mover(table), facts.seq)
    await house.check(table)


async def test_the_others_need_not_be_here(house: House) -> None:
    table = await house.started(people=2, robots=2)
    while True:
        if table.facts.turn == AWAITS_DECK:
            for person in (ANN, BEN):
                await table.ready(person)
            await house.calm()
        rest = certain_rest(await table.view(table.facts.turn))
        if rest is not None and len(rest) > 1:
            break
        await press(table)
        await house.calm()
    await table.take_rest(mover(table), table.facts.seq)
    assert table.facts.turn == AWAITS_DECK
    await house.check(table)
