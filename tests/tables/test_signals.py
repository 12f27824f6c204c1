"""What players let each other know: nudges and emotes."""

from __future__ import annotations

import pytest

from bot.engine.game import AWAITS_DECK
from bot.tables.model import Emote, Nudge, Pace
from bot.tables.play import EMOTES
from bot.tables.table import Table
from tests.tables.house import ANN, BEN, EVA, House, mover, people, play, press, refused


def others(table: Table) -> list[int]:
    """Who waits."""
    return [person for person in people(table) if person != mover(table)]


async def test_the_slow_are_nudged_once_a_turn(house: House) -> None:
    table = await house.started()
    turn, (first, second, _) = table.facts.turn, others(table)
    await house.wait(30)
    await table.nudge(first)
    change = house.changes[-1]
    assert change.signal == Nudge(table.facts.seat_of(first) or 0, turn or 0)
    assert (change.events, change.action, change.seats_changed) == ((), None, False)
    for person in (first, second):
        with refused("already-nudged"):
            await table.nudge(person)
    await house.check(table)
    await press(table)
    await house.wait(30)
    await table.nudge(others(table)[0])
    await house.check(table)


async def test_not_before_the_turn_has_lasted_half_a_minute(house: House) -> None:
    table = await house.started()
    with refused("nudge-too-early", seconds="30"):
        await table.nudge(others(table)[0])
    await house.wait(28.5)
    with refused("nudge-too-early", seconds="2"):
        await table.nudge(others(table)[0])
    await press(table)
    await house.wait(29)
    with refused("nudge-too-early", seconds="1"):
        await table.nudge(others(table)[0])
    await house.wait(1)
    await table.nudge(others(table)[0])


async def test_who_takes_a_turn_over_has_not_been_slow(house: House) -> None:
    table = await house.started()
    turn = table.facts.turn
    assert turn is not None
    await house.wait(60)
    await table.replace(ANN, turn, EVA, "Eva")
    asker = next(person for person in people(table) if person != EVA)
    with refused("nudge-too-early", seconds="30"):
        await table.nudge(asker)


async def test_other_changes_do_not_set_the_time_back(house: House) -> None:
    table = await house.started()
    await house.wait(20)
    leaver, asker, _ = others(table)
    await table.leave(leaver)
    await table.set_forced(asker, True)
    await house.wait(10)
    await table.nudge(asker)
    await table.set_forced(asker, False)
    assert table.facts.nudged
    await house.check(table)


async def test_whom_nobody_can_nudge(house: House) -> None:
    table = await house.started(people=2, robots=2)
    await house.wait(60)
    with refused("own-turn"):
        await table.nudge(mover(table))
    with refused("not-seated"):
        await table.nudge(EVA)
    await play(house, table, deals=1)
    assert table.facts.turn == AWAITS_DECK
    with refused("nobody-to-nudge"):
        await table.nudge(ANN)
    await table.adjourn(ANN)
    with refused("table-adjourned"):
        await table.nudge(BEN)


async def test_a_robot_is_not_nudged(stored, time) -> None:
    house = House(stored, time, robot_pause=3600.0)
    table = await house.started(people=2, robots=2)
    while table.facts.seats[table.facts.turn or 0].user_id is not None:
        await press(table)
    await house.wait(60)
    with refused("nobody-to-nudge"):
        await table.nudge(ANN)
    await house.tables.close()


async def test_after_a_restart_a_turn_is_as_old_as_it_was_and_nudged_if_it_was(house: House) -> None:
    table = await house.started()
    asker = others(table)[0]
    await house.wait(20)
    house = await house.restarted()
    await house.tables.recover()
    (table,) = house.tables.running()
    with refused("nudge-too-early", seconds="10"):
        await table.nudge(asker)
    await house.wait(10)
    await table.nudge(asker)
    house = await house.restarted()
    await house.tables.recover()
    (table,) = house.tables.running()
    with refused("already-nudged"):
        await table.nudge(asker)


async def test_a_nudge_leaves_the_clock_alone(house: House) -> None:
    table = await house.started(pace=Pace.MINUTE)
    deadline = table.facts.deadline
    await house.wait(40)
    await table.nudge(others(table)[0])
    assert table.facts.deadline == deadline
    await house.wait(20)
    assert table.facts.seq == 2


@pytest.mark.parametrize("key", EMOTES)
async def test_an_emote_is_told_and_kept_nowhere(house: House, key: str) -> None:
    table = await house.started()
    facts, writes = table.facts, house.store.writes
    await table.emote(BEN, key)
    change = house.changes[-1]
    assert change.signal == Emote(facts.seat_of(BEN) or 0, key)
    assert change.before == change.after == table.facts == facts
    assert house.store.writes == writes


async def test_an_emote_of_each_person_every_ten_seconds(house: House) -> None:
    table = await house.started()
    await table.emote(BEN, "thanks")
    await table.emote(ANN, "wow")
    await house.wait(7.5)
    shown = len(house.changes)
    with refused("emote-too-early", seconds="3"):
        await table.emote(BEN, "thanks")
    assert len(house.changes) == shown
    await house.wait(2.5)
    await table.emote(BEN, "thanks")


async def test_whose_emotes_are_refused(house: House) -> None:
    table = await house.started(pace=Pace.HALF_MINUTE)
    with refused("not-seated"):
        await table.emote(EVA, "wow")
    with refused("no-such-emote"):
        await table.emote(ANN, "QH")
    await house.wait(240)
    with refused("table-adjourned"):
        await table.emote(ANN, "wow")
    lobby = await house.lobby()
    with refused("table-not-started"):
        await lobby.emote(ANN, "wow")


async def test_who_is_away_signals_nothing(house: House) -> None:
    table = await house.started(pace=Pace.HALF_MINUTE)
    person = mover(table)
    for _ in range(2):
        await house.wait(30)
        while table.facts.seats[table.facts.seat_of(person) or 0].missed == 1 and mover(table) != person:
            await press(table)
    assert table.facts.seats[table.facts.seat_of(person) or 0].absent
    with refused("absent"):
        await table.emote(person, "wow")
    with refused("absent"):
        await table.nudge(person)
