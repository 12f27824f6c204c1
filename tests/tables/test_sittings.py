"""Who sat where: kept from the start of play on, in the step that changes it, and told in the record."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot import dealing
from bot.engine import record
from bot.engine.game import AWAITS_DECK
from bot.tables.model import State
from bot.tables.ports import Sitting, begun, given_up, sitting_comments
from bot.tables.table import Table
from tests.tables.house import ANN, BEN, CEES, DORA, EVA, FRED, House, people, play, refused


async def sat(house: House, table: Table, seat: int) -> list[tuple[str, int | None, int, int | None]]:
    """Who has had a seat: name, person, from where, to where."""
    found = await house.stored.tables.sittings(table.facts.id)
    return [(one.name, one.user_id, one.from_seq, one.to_seq) for one in found if one.seat == seat]


def seat_of(table: Table, person: int) -> int:
    seat = table.facts.seat_of(person)
    assert seat is not None
    return seat


async def test_nobody_sits_before_play_begins(house: House) -> None:
    table = await house.lobby(people=3, robots=1)
    await table.leave(BEN)
    await table.join(EVA, "Eva", 9)
    assert await house.stored.tables.sittings(table.facts.id) == []
    await table.start(ANN)
    found = await house.stored.tables.sittings(table.facts.id)
    assert found == [
        Sitting(number, seat.user_id, seat.name, "easy", 0) for number, seat in enumerate(table.facts.seats)
    ]


async def test_leaving_taking_and_giving_a_seat_each_begin_a_sitting(house: House) -> None:
    table = await house.started()
    await play(house, table, moves=5)
    seat = seat_of(table, CEES)
    left = table.facts.seq
    await table.leave(CEES)
    robot = table.facts.seats[seat].name
    await house.tables.quiet()
    await play(house, table, moves=4)
    taken = table.facts.seq
    await table.take_seat(EVA, "Eva", seat)
    await play(house, table, moves=4)
    given = table.facts.seq
    await table.replace(ANN, seat, FRED, "Fred")
    await play(house, table)
    assert table.facts.state is State.FINISHED
    assert await sat(house, table, seat) == [
        ("Cees", CEES, 0, left),
        (robot, None, left, taken),
        ("Eva", EVA, taken, given),
        ("Fred", FRED, given, None),
    ]
    assert 0 < left < taken < given
    await house.check(table)


async def test_who_had_the_seat_for_no_input_is_known(house: House) -> None:
    table = await house.started()
    await play(house, table, deals=1)
    assert table.facts.turn == AWAITS_DECK
    seat, seq = seat_of(table, DORA), table.facts.seq
    await table.replace(ANN, seat, EVA, "Eva")
    await table.leave(EVA)
    robot = table.facts.seats[seat].name
    await table.take_seat(DORA, "Dora", seat)
    assert await sat(house, table, seat) == [
        ("Dora", DORA, 0, seq),
        ("Eva", EVA, seq, seq),
        (robot, None, seq, seq),
        ("Dora", DORA, seq, None),
    ]
    sittings = await house.stored.tables.sittings(table.facts.id)
    assert given_up(sittings) == {seat: [DORA, EVA]}


async def test_the_deck_dealt_because_somebody_left_is_for_who_came(house: House) -> None:
    table = await house.started()
    await play(house, table, deals=1)
    for person in people(table):
        if person != BEN:
            await table.ready(person)
    seat, seq = seat_of(table, BEN), table.facts.seq
    await table.leave(BEN)  # all who are left are ready
    assert table.facts.seq > seq
    assert [row[2:] for row in await sat(house, table, seat)] == [(0, seq), (seq, None)]


async def test_being_absent_is_no_change(house: House) -> None:
    table = await house.started()
    before = await house.stored.tables.sittings(table.facts.id)
    await table.adjourn(ANN)
    await table.resume(ANN)
    facts = table.facts
    away = replace(facts, seats=tuple(replace(seat, absent=True, missed=2) for seat in facts.seats))
    assert begun(facts, away) == begun(away, facts) == ()
    assert await house.stored.tables.sittings(facts.id) == before


async def test_a_change_that_was_not_stored_is_no_sitting(house: House) -> None:
    table = await house.started()
    before = await house.stored.tables.sittings(table.facts.id)
    house.store.broken = True
    with refused("store-failed"):
        await table.leave(BEN)
    house.store.broken = False
    assert await house.stored.tables.sittings(table.facts.id) == before
    await table.leave(BEN)
    assert len(await house.stored.tables.sittings(table.facts.id)) == len(before) + 1
    await house.check(table)


async def test_a_change_stored_though_the_answer_was_lost_is_one_sitting(house: House) -> None:
    table = await house.started()
    house.store.late = True
    house.store.failing = {house.store.writes + 1}
    with refused("store-failed"):
        await table.leave(BEN)
    with refused("not-seated"):
        await table.leave(BEN)
    await house.tables.quiet()
    assert len(await house.stored.tables.sittings(table.facts.id)) == 5
    await house.check(table)


# In the record


async def test_a_record_tells_who_had_a_seat_that_changed_hands(house: House) -> None:
    table = await house.started()
    await play(house, table, moves=6)
    seat, left = seat_of(table, CEES), table.facts.seq
    await table.leave(CEES)
    robot = table.facts.seats[seat].name
    await house.tables.quiet()
    await play(house, table, deals=1)
    taken = table.facts.seq
    await table.take_seat(EVA, "Eva # sat\n0 play 2C", seat)
    await play(house, table)
    text = await table.record()
    lines = [line for line in text.splitlines() if line.startswith("# sat")]
    assert lines == [
        f"# sat {seat} 0 {left} person Cees",
        f"# sat {seat} {left} {taken} robot {robot}",
        f"# sat {seat} {taken} - person Eva sat 0 play 2C",
    ]
    assert not any(str(person) in text for person in (ANN, CEES, EVA))
    read = record.read(text.encode())
    entries = await house.stored.tables.log(table.facts.id)
    assert list(read.items) == [entry.line for entry in entries]
    assert record.replay(read).points == list((await table.view(None)).points)
    assert dealing.verify(text.encode()).discrepancies == ()


async def test_a_record_in_which_no_seat_changed_hands_says_nothing_of_it(house: House) -> None:
    table = await house.started(people=2, robots=2)
    await play(house, table)
    assert "# sat" not in await table.record()


@pytest.mark.parametrize(
    "name", ["a\nb", "a\r\n0 play 2C", "#", "# secret 00", "\u2028joins", "\u0085secret 1", "x" * 100, ""]
)
def test_no_name_breaks_the_line_that_tells_it(name: str) -> None:
    sittings = [Sitting(0, 7, name, "easy", 0, 5), Sitting(0, None, name, "easy", 5)]
    header = record.read(b"king-record 1\nrules kingen\nplayers 4\ndealer 0\n").header
    comments = (*dealing.record_comments(bytes(32), (1, 2)), *sitting_comments(sittings))
    text = record.write(header, (), comments)
    assert len(text.splitlines()) == len(text.split("\n")) - 1 == 8
    assert all(line.startswith("# sat 0 ") for line in text.splitlines()[-2:])
    assert record.comments_of(text.encode())["secret"] == "00" * 32
    assert record.read(text.encode()).header == header


async def test_a_record_waits_for_a_store_that_knows(house: House) -> None:
    table = await house.started()
    await table.close(ANN)
    house.store.broken = True
    with refused("store-failed"):
        await table.record()
