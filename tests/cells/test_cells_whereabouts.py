"""Which cell an interaction is for: by the server, by the button, by the table that is named, and in direct
messages by where its person's tables are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

import pytest

from bot.cells.link import Link, Question
from bot.cells.model import Cell, Everywhere
from bot.cells.questions import TablesOfCells
from bot.cells.whereabouts import Whereabouts, addressed
from bot.discordkit.ports import Subject, on_table
from bot.ports import StoreError
from bot.tables.model import TableFacts
from tests.data.samples import LOBBY

FIRST, SECOND = Cell(1, 4), Cell(2, 4)
GUILD = 1 << 22  # at home in the second cell
ANN = 11


def command(
    name: str, *options: Mapping[str, Any], guild: int | None = None, kind: int = 2
) -> dict[str, Any]:
    """A command as the gateway tells it, in direct messages or on a server."""
    inner = {"id": "1", "name": name, "type": 1, "options": [*options]}
    where = {"user": {"id": str(ANN)}} if guild is None else {"guild_id": str(guild)}
    return {"id": "5", "type": kind, "data": inner, **where}


def deed(name: str, *options: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"name": name, "type": 1, "options": [*options]}


def given(name: str, value: Any, *, focused: bool = False) -> Mapping[str, Any]:
    return {"name": name, "type": 3, "value": value} | ({"focused": True} if focused else {})


def picked(value: str, guild: int | None = None) -> dict[str, Any]:
    """Something chosen in a select whose values are ids of presses."""
    where = {"user": {"id": str(ANN)}} if guild is None else {"guild_id": str(guild)}
    return {"id": "5", "type": 3, "data": {"custom_id": "hh1.4:pick:0:0:table", "values": [value]}, **where}


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (command("hand"), "hand"),
        (command("table", deed("leave")), "table leave"),
        (command("table", deed("show")), "table show"),
        (command("table", deed("replace", given("player", 2))), "table replace"),
        (command("table", deed("replace", given("player", "", focused=True)), kind=4), "table replace"),
        (command("rules"), "rules"),
        (command("replay"), "replay"),
        (command("replay", given("deal", 3)), "replay"),
        # What they name, or what is suggested of all cells, or of no table.
        (command("hand", given("table", 7)), on_table(7)),
        (command("table", deed("close", given("table", 7))), on_table(7)),
        (command("table", deed("replace", given("table", 7), given("player", 1)), kind=4), on_table(7)),
        (command("replay", given("table", 7)), on_table(7)),
        (command("hand", given("table", "7", focused=True), kind=4), 1),
        (command("table", deed("replace", given("table", "", focused=True)), kind=4), 1),
        (command("replay", given("table", "", focused=True), kind=4), 1),
        (command("rules", given("game", "", focused=True), kind=4), 1),
        (command("rules", given("game", "kingen")), 1),
        (command("replay", given("file", "9")), 1),
        (command("table", deed("list")), 1),
        (command("table", deed("open")), 1),
        (command("stats", deed("me")), 1),
        # On a server everything is its cell's, but for what is the first one's everywhere.
        (command("hand", guild=GUILD), 2),
        (command("table", deed("leave"), guild=GUILD), 2),
        (command("admin", deed("status"), guild=GUILD), 1),
    ],
)  # fmt: skip
def test_commands(data: dict[str, Any], expected: int | str | Subject) -> None:
    assert addressed(FIRST, data) == expected


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        # A list that this cell has drawn may have any cell's tables; one that another has drawn, its own.
        (picked("hh1.4:yes:7:0:show"), on_table(7)),
        (picked("hh2.4:yes:7:0:show"), 2),
        (picked("hh:yes:7:0:show"), on_table(7)),
        (picked("hh9.4:yes:7:0:show"), on_table(7)),
        (picked("hh1.4:help:0:0:"), 1),
        (picked("nonsense"), 1),
    ],
)
def test_what_is_chosen_in_a_list(data: dict[str, Any], expected: int | Subject) -> None:
    assert addressed(FIRST, data) == expected


class Tables:
    """Which tables and games somebody has in each cell, and which cells are away."""

    def __init__(
        self, each: Mapping[int, Sequence[float | None]], absent: tuple[int, ...] = (), *, fails: bool = False
    ) -> None:
        told = {
            number: [replace(LOBBY, id=number, ended_at=at) for at in ended] for number, ended in each.items()
        }
        self._found = Everywhere(told, absent)
        self._fails = fails

    async def running(self, user_id: int) -> Everywhere[Sequence[TableFacts]]:
        assert user_id == ANN
        if self._fails:
            raise StoreError("the disk is full")
        return self._found

    played = running


async def holds_none(_: Subject) -> bool:
    return False


async def meant(name: str, tables: Tables, cell: Cell = FIRST) -> int:
    link = Link(cell, "nats://127.0.0.1:1")
    whereabouts = Whereabouts(link, holds_none, cast(TablesOfCells, tables))
    target = whereabouts.target(command(name))
    assert not isinstance(target, int)
    return await target


async def test_somebodys_only_table_is_where_it_is() -> None:
    assert await meant("hand", Tables({1: [], 2: [], 3: [None]})) == 3
    assert await meant("hand", Tables({1: [None], 2: []})) == 1


async def test_several_of_one_cell_are_told_apart_there_and_several_cells_here() -> None:
    assert await meant("hand", Tables({1: [], 2: [None, None]})) == 2
    assert await meant("hand", Tables({1: [], 2: [None], 3: [None]})) == 1


async def test_the_last_game_is_the_latest_of_all_cells() -> None:
    assert await meant("replay", Tables({1: [5.0], 2: [9.0], 3: [7.0], 4: []})) == 2
    assert await meant("replay", Tables({1: [5.0], 2: []})) == 1


async def test_who_has_nothing_where_it_can_be_seen_may_have_it_where_it_cannot() -> None:
    assert await meant("hand", Tables({1: []}, absent=(3, 4))) == 3
    assert await meant("hand", Tables({1: [], 2: []})) == 1


async def test_where_the_database_fails_this_cell_says_so() -> None:
    assert await meant("hand", Tables({}, fails=True)) == 1


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        (Everywhere({2: False, 3: True}, (4,)), 3),
        (Everywhere({2: False}, (3, 4)), 3),
        (Everywhere(dict.fromkeys((2, 3, 4), False)), 1),
    ],
)
async def test_a_table_that_nobody_has_may_be_one_of_a_cell_that_is_away(
    monkeypatch: pytest.MonkeyPatch, answers: Everywhere[bool], expected: int
) -> None:
    async def others(*_: object) -> Everywhere[bool]:
        return answers

    monkeypatch.setattr(Question, "others", others)
    whereabouts = Whereabouts(Link(FIRST, "nats://127.0.0.1:1"), holds_none, cast(TablesOfCells, None))
    target = whereabouts.target(command("hand", given("table", 7)))
    assert not isinstance(target, int)
    assert await target == expected
