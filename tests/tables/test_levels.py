"""How well each robot plays: chosen for a table or for one seat, and kept by the seat."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.robots import kinds
from bot.robots.kinds import Problem
from bot.tables.model import Seat
from bot.tables.table import Table
from tests.robots.made_ready import being_made_ready
from tests.tables.house import ANN, BEN, CEES, House, refused


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    with being_made_ready():
        yield


def robots(table: Table) -> list[tuple[str, str]]:
    """Name and kind of those who sit there."""
    return [(seat.name, seat.robot) for seat in table.facts.seats if seat.user_id is None]


async def test_the_host_mixes_levels_by_seat(house: House) -> None:
    table = await house.lobby(people=2, robots=2, preset="kingen")
    assert robots(table) == [("Mimi", "easy"), ("Nino", "easy")]
    await table.set_robot(ANN, 3, "strong")
    assert robots(table) == [("Mimi", "easy"), ("Magnus", "strong")]
    assert table.facts.robots == "easy"  # of those to come
    await table.remove_robot(ANN, 2)
    await table.add_robot(ANN, "teacher")
    assert robots(table) == [("Magnus", "strong"), ("Minerva", "teacher")]
    await house.check(table)
    await table.set_robots(ANN, "steady")
    assert robots(table) == [("Alma", "steady"), ("Bruno", "steady")]


async def test_who_already_is_of_that_level_keeps_their_name(house: House) -> None:
    table = await house.lobby(people=1, robots=3)
    await table.remove_robot(ANN, 1)
    names = robots(table)
    await table.set_robot(ANN, 1, "easy")
    await table.set_robots(ANN, "easy")
    assert robots(table) == names == [("Nino", "easy"), ("Lola", "easy")]


async def test_one_robot_s_level_is_refused_to_others_elsewhere_and_later(house: House) -> None:
    table = await house.lobby(people=2, robots=2)
    with refused("not-host"):
        await table.set_robot(BEN, 2, "steady")
    with refused("robot-seat-expected"):
        await table.set_robot(ANN, 1, "steady")
    for seat in (-1, 4):
        with refused("no-such-seat"):
            await table.set_robot(ANN, seat, "steady")
    with refused("no-such-robot"):
        await table.set_robot(ANN, 2, "perfect")
    with refused("table-full"):
        await table.add_robot(ANN, "steady")
    await table.start(ANN)
    with refused("already-started"):
        await table.set_robot(ANN, 2, "steady")
    await house.tables.quiet()


async def test_a_level_belongs_to_its_seat_whoever_takes_it_and_leaves_again(house: House) -> None:
    table = await house.lobby(people=2, robots=2)
    await table.set_robot(ANN, 2, "steady")
    await table.start(ANN)
    await house.tables.quiet()
    number = next(at for at, seat in enumerate(table.facts.seats) if seat.robot == "steady")
    await table.take_seat(CEES, "Bruno", number)
    assert table.facts.seats[number] == Seat("Bruno", CEES, "steady")
    await table.leave(CEES)
    assert table.facts.seats[number] == Seat("Alma", None, "steady")
    await house.tables.quiet()
    await house.check(table)


async def test_a_robot_gives_its_name_up_to_a_person_who_comes_in_play(house: House) -> None:
    table = await house.started(people=2, robots=2)
    first, second = (at for at, seat in enumerate(table.facts.seats) if seat.user_id is None)
    was = table.facts.seats[second].name
    await table.take_seat(CEES, was, first)
    assert table.facts.seats[first].name == was
    assert table.facts.seats[second].name not in (was, "Ann", "Ben")
    await house.tables.quiet()
    await house.check(table)


async def test_a_rematch_has_the_same_robots(house: House) -> None:
    table = await house.lobby(people=1, robots=2, preset="kingen")
    await table.set_robot(ANN, 2, "strong")
    await table.start(ANN)
    await table.finish_by_robots()
    while table.facts.state == "playing":
        await house.wait(60)
    again, _ = await house.tables.rematch(table.facts.id, ANN, "Ann", 7)
    assert sorted(robots(again)) == [("Magnus", "strong"), ("Mimi", "easy")]


async def test_what_cannot_be_had_is_refused_and_stays_where_it_is(house: House) -> None:
    table = await house.lobby(people=1, robots=2)
    await table.set_robot(ANN, 1, "strong")
    kinds.HERE.failed(Problem.MISSING)
    before = table.facts
    for kind in ("strong", "teacher"):
        with refused("robot-unavailable"):
            await table.set_robots(ANN, kind)
        with refused("robot-unavailable"):
            await table.set_robot(ANN, 2, kind)
        with refused("robot-unavailable"):
            await table.add_robot(ANN, kind)
    assert table.facts == before
    assert kinds.offered() == ("easy", "steady")
    kinds.HERE.ready()
    assert kinds.offered() == ("easy", "steady", "strong", "teacher")
    await table.set_robot(ANN, 2, "teacher")
    assert robots(table) == [("Magnus", "strong"), ("Minerva", "teacher")]


@pytest.mark.parametrize(
    ("kind", "ready", "asked"),
    [
        ("easy", True, ("easy",)),
        ("steady", False, ("steady", "easy")),
        ("strong", True, ("strong", "steady", "easy")),
        ("teacher", True, ("teacher", "steady", "easy")),
        ("strong", False, ("steady", "easy")),
        ("teacher", False, ("steady", "easy")),
        ("of a newer program", True, ("of a newer program", "easy")),
    ],
)
def test_who_is_asked_for_a_move_in_turn(kind: str, ready: bool, asked: tuple[str, ...]) -> None:
    if ready:
        kinds.HERE.ready()
    assert kinds.players_for(kind) == asked
    kinds.HERE.failed(Problem.FAILED)
    assert kinds.players_for(kind)[-1] == "easy"
    assert "strong" not in kinds.players_for(kind)
