"""What a new process finds: every unfinished table, where it was; no log is replayed before it must be."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from bot.engine.game import AWAITS_DECK
from bot.tables.model import Pace, State
from bot.tables.table import Table
from tests.tables.house import ANN, BEN, CARDS, EVA, House, mover, people, play, press, refused


async def recovered(house: House, away: float = 0.0) -> tuple[House, Table]:
    """Another process, after some time, and its only table."""
    again = await house.restarted()
    again.time_passes(away)
    assert await again.tables.recover() == 1
    (table,) = again.tables.running()
    assert again.store.logs_read == 0, "nothing is replayed at the start"
    await again.calm()
    return again, table


async def test_a_lobby(house: House) -> None:
    before = (await house.lobby(people=2, robots=1)).facts
    house, table = await recovered(house)
    assert table.facts == before
    await table.start(ANN)
    await house.calm()
    await house.check(table)


async def test_in_mid_deal(house: House) -> None:
    table = await house.started()
    await play(house, table, deals=1)
    for person in people(table):
        await table.ready(person)
    await play(house, table, moves=7)
    facts = table.facts
    views = [await table.view(seat) for seat in (None, 0, 1, 2, 3)]
    house, table = await recovered(house)
    assert table.facts == facts
    assert house.store.logs_read == 0
    assert [await table.view(seat) for seat in (None, 0, 1, 2, 3)] == views
    await play(house, table)
    assert table.facts.state is State.FINISHED
    assert sum((await table.view(None)).points) == 0
    await house.check(table)


async def test_in_the_middle_of_a_choice(house: House) -> None:
    table = await house.started(preset="kingen-iwwa")
    await play(house, table, deals=6)
    for person in people(table):
        await table.ready(person)
    assert (await table.view(None)).phase != "play"
    house, table = await recovered(house)
    pressed = await press(table)
    await table.act(*pressed)
    await house.check(table)
    await play(house, table, deals=1)
    await house.check(table)


async def test_at_the_end_of_a_deal(house: House) -> None:
    table = await house.started()
    await play(house, table, deals=1)
    await table.ready(ANN)
    house, table = await recovered(house)
    assert table.facts.turn == AWAITS_DECK
    assert [seat.user_id for seat in table.facts.seats if seat.ready] == [ANN]
    for person in people(table):
        if person != ANN:
            await table.ready(person)
    assert table.facts.turn != AWAITS_DECK
    await house.check(table)


async def test_adjourned(house: House) -> None:
    table = await house.started(pace=Pace.MINUTE)
    await press(table)
    await table.adjourn(ANN)
    house, table = await recovered(house, away=86400)
    assert (table.facts.state, table.facts.notice) == (State.ADJOURNED, "adjourned-by-host")
    await table.resume(ANN)
    assert table.facts.deadline == house.time.now() + 60
    await press(table)
    await house.check(table)


async def test_a_robot_s_turn(stored, time) -> None:
    house = House(stored, time, robot_pause=30.0)
    table = await house.started(people=1, robots=3)
    if table.facts.seats[table.facts.turn or 0].user_id == ANN:
        await press(table)
    seq = table.facts.seq
    house = await house.restarted(robot_pause=0.0)
    assert await house.tables.recover() == 1
    await house.calm()
    (table,) = house.tables.running()
    assert table.facts.seq > seq
    assert mover(table) == ANN
    await house.check(table)
    await house.tables.close()


async def test_the_same_button_after_a_restart(house: House) -> None:
    table = await house.started()
    pressed = await press(table)
    house, table = await recovered(house)
    await table.act(*pressed)
    assert table.facts.seq == 2
    await house.check(table)


async def test_ended_tables_are_left_alone(house: House) -> None:
    table = await house.started(people=1, robots=3)
    await play(house, table)
    closed = await house.lobby()
    await closed.close(ANN)
    number = table.facts.id
    house = await house.restarted()
    assert await house.tables.recover() == 0
    table = await house.tables.get(number)
    assert table.facts.state is State.FINISHED
    assert sum((await table.view(0)).points) == 0
    assert "# secret" in await table.record()
    with refused("table-over"):
        await table.leave(ANN)


@pytest.mark.parametrize(("away", "left"), [(0, 300), (100, 200), (270, 60), (300, 300), (86400, 300)])
async def test_nobody_pays_for_the_time_the_bot_was_away(house: House, away: int, left: int) -> None:
    table = await house.started(pace=Pace.FIVE_MINUTES)
    house, table = await recovered(house, away=away)
    assert table.facts.deadline == house.time.now() + left
    assert table.facts.seq == 1
    await house.wait(left - 1)
    assert table.facts.seq == 1
    await house.wait(1)
    assert table.facts.seq == 2
    await house.check(table)


async def test_a_short_time_is_given_again_whole(house: House) -> None:
    table = await house.started(pace=Pace.HALF_MINUTE)
    house, table = await recovered(house, away=25)
    assert table.facts.deadline == house.time.now() + 30


async def test_the_pause_between_deals_after_the_bot_was_away(house: House) -> None:
    table = await house.started(pace=Pace.MINUTE)
    await play(house, table, deals=1)
    house, table = await recovered(house, away=3600)
    assert (table.facts.turn, table.facts.deadline) == (AWAITS_DECK, house.time.now() + 63)
    await house.wait(63)
    assert table.facts.turn != AWAITS_DECK
    await house.check(table)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE log SET line = '9 play 2C' WHERE seq = 1",
        "UPDATE log SET line = 'nonsense' WHERE seq = 1",
        "UPDATE log SET line = 'deck ' || substr(line, 9) || ' XX' WHERE seq = 0",
        "DELETE FROM log WHERE seq = 2",
        "DELETE FROM log WHERE seq = 3",
        "UPDATE log SET seq = 9 WHERE seq = 3",
        "UPDATE tables SET seq = seq + 1 WHERE id = 1",
        "UPDATE tables SET turn = (turn + 1) % 4 WHERE id = 1",
        "UPDATE tables SET first_dealer = NULL WHERE id = 1",
    ],
)
async def test_a_log_that_no_longer_replays_parks_its_table_alone(
    house: House, tmp_path: Path, caplog, damage: str
) -> None:
    table, other = await house.started(), await house.started()
    for _ in range(3):
        await press(table)
    await house.restarted()
    injure(tmp_path, f"{damage} AND table_id = 1" if "log" in damage else damage)
    house = House(house.stored, house.time)
    assert await house.tables.recover() == 2
    table, other = house.tables.running()
    with refused("table-parked"):
        await table.view(None)
    facts = table.facts
    assert (facts.state, facts.notice, facts.deadline) == (State.PARKED, "log-broken", None)
    assert house.changes[-1].after == facts
    assert house.tables.running() == [other]
    requests = (table.act(ANN, 1, 0), table.leave(ANN), table.join(EVA, "Eva"), table.view(0), table.record())
    for request in requests:
        with refused("table-parked"):
            await request
    await press(other)
    await house.check(other)
    (line,) = {record.getMessage() for record in caplog.records}
    assert line.startswith("table 1: what is stored of it cannot be played: ")
    assert not CARDS.search(line)
    stored = await house.stored.tables.load(1)
    assert stored is not None and stored.facts.state is State.PARKED
    await house.tables.close()


def injure(tmp_path: Path, damage: str) -> None:
    connection = sqlite3.connect(tmp_path / "tables.sqlite3")
    with connection:
        assert connection.execute(damage).rowcount == 1
    connection.close()


async def test_a_table_parks_when_a_robot_should_move(stored, time, tmp_path: Path, caplog) -> None:
    house = House(stored, time, robot_pause=30.0)
    table = await house.started(people=1, robots=3)
    if table.facts.seats[table.facts.turn or 0].user_id == ANN:
        await press(table)
    await house.tables.close()
    injure(tmp_path, "UPDATE log SET line = 'nonsense' WHERE seq = 0")
    house = House(stored, time)
    assert await house.tables.recover() == 1
    await house.calm()
    assert house.tables.running() == []
    assert (await house.tables.get(1)).facts.state is State.PARKED
    assert house.time.sleepers == 0
    await house.tables.close()


async def test_a_table_of_unknown_rules_is_parked_at_once(house: House, tmp_path: Path) -> None:
    await house.lobby()
    await house.lobby(people=3)
    await house.tables.close()
    injure(tmp_path, "UPDATE tables SET preset = 'canasta' WHERE id = 1")
    house = House(house.stored, house.time)
    assert await house.tables.recover() == 2
    (other,) = house.tables.running()
    assert other.facts.id == 2
    parked = await house.tables.get(1)
    assert parked.facts.state is State.PARKED
    with refused("table-parked"):
        await parked.join(EVA, "Eva")
    await parked.close(BEN, force=True)
    assert parked.facts.state is State.CLOSED
    await house.tables.close()


async def test_parking_where_the_disk_fails(house: House, tmp_path: Path) -> None:
    await house.started()
    await house.tables.close()
    injure(tmp_path, "UPDATE log SET line = 'nonsense' WHERE seq = 0")
    house = House(house.stored, house.time)
    await house.tables.recover()
    (table,) = house.tables.running()
    house.store.failing = {1}
    with refused("table-parked"):
        await table.leave(ANN)
    assert table.facts.state is State.PARKED
    assert house.tables.running() == []
    await house.tables.close()


async def test_an_ended_game_whose_log_is_broken_stays_ended(house: House, tmp_path: Path) -> None:
    table = await house.started()
    await table.close(ANN)
    await house.tables.close()
    injure(tmp_path, "UPDATE log SET line = 'nonsense' WHERE seq = 0")
    house = House(house.stored, house.time)
    table = await house.tables.get(1)
    for asked in (table.view(None), table.deals(), table.view_before(1, 0)):
        with refused("table-parked"):
            await asked
    assert table.facts.state is State.CLOSED
    await house.tables.close()


async def test_closing_the_house_ends_what_was_begun(house: House) -> None:
    table = await house.started(people=4)
    pressed = mover(table), table.facts.seq, (await table.view(table.facts.turn)).legal.bit_length() - 1
    waiting = asyncio.create_task(table.act(*pressed))
    await asyncio.sleep(0)
    await house.tables.close()
    await waiting
    assert table.facts.seq == 2
    stored = await house.stored.tables.load(table.facts.id)
    assert stored is not None and stored.facts == table.facts


async def test_a_game_that_was_put_away_goes_on_as_if_it_had_not(house: House) -> None:
    table = await house.started()
    await play(house, table, deals=1)
    for person in people(table):
        await table.ready(person)
    pressed = await press(table)
    views = [await table.view(seat) for seat in (None, 0, 1, 2, 3)]
    table._live.rest()
    read = house.store.logs_read
    await table.act(*pressed)  # delivered twice: it changes nothing
    assert house.store.logs_read == read + 1
    assert [await table.view(seat) for seat in (None, 0, 1, 2, 3)] == views
    for _ in range(5):
        table._live.rest()
        await press(table)
    await house.check(table)


async def test_what_was_not_stored_of_a_parked_table_is_stored_with_what_comes_next(house: House) -> None:
    table = await house.lobby()
    live = table._live
    assert live._as_stored() is not None
    live._differs = True
    assert live._as_stored() is None
    await table.set_pace(ANN, Pace.DAY)
    assert live._as_stored() is not None
    await house.check(table)
