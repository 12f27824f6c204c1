"""The record of a game that is over: it reads, replays, and can be verified by anyone."""

from __future__ import annotations

from bot import dealing
from bot.engine import record
from bot.tables.model import State
from bot.tables.table import Table
from tests.tables.house import ANN, BEN, House, play, press, refused, sealed_of


async def finished(house: House) -> Table:
    table = await house.lobby(people=3, robots=1, preset="kingen-iwwa", options={"order": "queens-first"})
    await table.leave(BEN)
    await table.join(BEN, "Ben # dealer 3\nplayers 5", 12345)
    await table.start(ANN)
    await house.tables.quiet()
    await play(house, table)
    assert table.facts.state is State.FINISHED
    return table


async def test_a_finished_game_can_be_verified(house: House) -> None:
    table = await finished(house)
    text = await table.record()
    verified = dealing.verify(text.encode())
    assert verified.discrepancies == ()
    assert verified.decks == 10
    assert verified.commitment == table.facts.commitment
    assert verified.press_ids == table.facts.press_ids == (9002, 12345)
    read = record.read(text.encode())
    assert record.replay(read).points == list((await table.view(None)).points)
    assert read.header.rules == table.rules
    assert read.header.names[table.facts.seat_of(BEN) or 0] == "Ben dealer 3 players 5"


async def test_the_seats_are_those_that_were_drawn(house: House) -> None:
    table = await house.lobby(people=4)
    joined = [seat.name for seat in table.facts.seats]
    await table.start(ANN)
    drawn = dealing.Dealing(sealed_of(table).secret, table.facts.press_ids).seating(4)
    assert [seat.name for seat in table.facts.seats] == [joined[number] for number in drawn]


async def test_seats_are_drawn_anew_for_each_game(house: House) -> None:
    seatings: set[tuple[str, ...]] = set()
    for _ in range(10):
        table = await house.started(people=4)
        seatings.add(tuple(seat.name for seat in table.facts.seats))
        await table.close(ANN)
    assert len(seatings) > 1


async def test_the_record_of_a_game_broken_off(house: House) -> None:
    table = await house.started()
    pressed = await press(table)
    await table.close(ANN)
    text = await table.record()
    assert dealing.verify(text.encode()).discrepancies == ()
    assert text.splitlines()[-1].endswith(record.action_item(0, pressed[2])[1:])


async def test_there_is_no_record_before_the_game_has_begun(house: House) -> None:
    lobby = await house.lobby(people=4)
    for asked in (lobby.record, lobby.deals, lobby.inputs):
        with refused("table-not-started"):
            await asked()
