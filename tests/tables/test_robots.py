"""Robots at a table: their pauses, their failures, and that they never hold anybody up."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace

import pytest

from bot.engine.cards import Action, members
from bot.engine.game import View
from bot.engine.record import action_item, carry_out
from bot.engine.registry import new_game
from bot.tables.model import RobotPace
from tests.tables.house import ANN, EVA, House, lowest, mover, play, press


async def test_people_can_follow_robots_and_see_completed_tricks_twice_as_long(stored, time) -> None:
    house = House(stored, time, robot_pause=1.0)
    table = await house.started(people=1, robots=3)
    seen = 0
    for _ in range(200):
        view = await table.view(None)
        turn = table.facts.turn
        if turn is None or turn < 0:
            break
        if table.facts.seats[turn].user_id == ANN:
            await press(table)
            continue
        waited = 0.0
        seq = table.facts.seq
        while table.facts.seq == seq:
            await house.wait(0.05)
            waited += 0.05
        if view.tricks and not view.trick.cards:
            seen += 1
            assert 1.55 <= waited <= 2.45
        else:
            assert 0.75 <= waited <= 1.25
    assert seen
    await house.tables.close()


@pytest.mark.parametrize(("pace", "share"), [("calm", 1.6), ("brisk", 1.0), ("instant", 0.3)])
async def test_the_pace_of_a_table_is_that_of_all_it_does_by_itself(stored, time, pace, share) -> None:
    """Of robots, and of cards that were queued or are forced: they cannot be told apart by it."""
    house = House(stored, time, robot_pause=10.0, draw=lambda: 0.5)
    table = await house.lobby(people=1, robots=3)
    await table.set_robot_pace(ANN, RobotPace(pace))
    await table.start(ANN)
    while table.facts.seats[table.facts.turn or 0].user_id == ANN:
        await press(table)
    seq = table.facts.seq
    await house.wait(10.0 * share - 0.1)
    assert table.facts.seq == seq
    await house.wait(0.2)
    assert table.facts.seq == seq + 1
    await house.tables.close()


async def test_a_change_meanwhile_does_not_prolong_the_pause(stored, time) -> None:
    house = House(stored, time, robot_pause=10.0)
    table = await house.started(people=2, robots=2)
    while table.facts.seats[table.facts.turn or 0].user_id is not None:
        await press(table)
    seq = table.facts.seq
    await house.wait(7)
    other = next(
        number
        for number, seat in enumerate(table.facts.seats)
        if seat.user_id is None and number != table.facts.turn
    )
    await table.take_seat(EVA, "Eva", other)
    await house.wait(5.1)
    assert table.facts.seq == seq + 1
    await house.tables.close()


@pytest.mark.parametrize("answer", [-1, 10**6, "raise", "unheld", None])
async def test_a_robot_that_fails_plays_the_lowest_legal_card(stored, time, caplog, answer) -> None:
    def choose(kind: str, view: View) -> Action:
        if answer == "raise":
            raise RuntimeError(f"I hold {view.hand}")
        if answer == "unheld":
            return next(card for card in range(52) if not view.hand >> card & 1)
        return answer

    house = House(stored, time, choose=choose)
    table = await house.started(people=1, robots=3)
    await play(house, table, deals=1)
    entries = await stored.tables.log(table.facts.id)
    game = new_game(table.rules, table.facts.first_dealer or 0)
    robots = 0
    for entry in entries:
        if entry.user_id is None and game.turn >= 0:
            robots += 1
            assert entry.line == action_item(game.turn, members(game.legal())[0])
        carry_out(game, entry.line)
    assert robots == 39
    assert len(caplog.records) == 39
    assert caplog.records[0].getMessage().startswith(f"table {table.facts.id}: robot easy failed at seq ")
    assert "I hold" not in caplog.text
    await house.check(table)
    await house.tables.close()


async def test_an_unknown_kind_of_robot_plays_all_the_same(house: House) -> None:
    table = await house.lobby(people=1, robots=3)
    seats = tuple(replace(seat, robot="genius") for seat in table.facts.seats)
    table._live.facts = replace(table.facts, seats=seats)
    await table.start(ANN)
    await house.tables.quiet()
    assert mover(table) == ANN
    await house.check(table)


async def test_people_act_while_a_robot_thinks(stored, time) -> None:
    """A thinking robot holds nobody up, and its move counts for nothing once its seat was taken."""
    thinking, think_on = threading.Event(), threading.Event()

    def choose(kind: str, view: View) -> Action:
        thinking.set()
        assert think_on.wait(10)
        return members(view.legal)[-1]

    house = House(stored, time, choose=choose)
    table = await house.lobby(people=1, robots=3)
    await table.start(ANN)
    while table.facts.turn is not None and table.facts.seats[table.facts.turn].user_id == ANN:
        await press(table)
    await asyncio.to_thread(thinking.wait, 10)
    turn = table.facts.turn
    assert turn is not None
    await table.take_seat(EVA, "Eva", turn)
    view = await table.view(turn)
    await table.act(EVA, table.facts.seq, lowest(view))
    seq = table.facts.seq
    think_on.set()
    await house.calm()
    assert table.facts.seq > seq or table.facts.seats[table.facts.turn or 0].user_id is not None
    await house.check(table)
    entries = await stored.tables.log(table.facts.id)
    assert [entry.user_id for entry in entries].count(EVA) == 1
    await house.tables.close()


async def test_robots_choose_off_the_event_loop(stored, time) -> None:
    threads: set[int] = set()

    def choose(kind: str, view: View) -> Action:
        threads.add(threading.get_ident())
        return lowest(view)

    house = House(stored, time, choose=choose)
    await house.started(people=1, robots=3)
    assert threading.get_ident() not in threads
    await house.tables.close()


async def test_robots_see_their_own_seat_only(stored, time) -> None:
    views: list[View] = []

    def choose(kind: str, view: View) -> Action:
        views.append(view)
        return lowest(view)

    house = House(stored, time, choose=choose)
    table = await house.started(people=1, robots=3)
    await play(house, table, deals=1)
    assert len(views) == 39
    for view in views:
        assert view.seat == view.turn
        assert table.facts.seats[view.turn].user_id is None
    await house.tables.close()
