"""Whose an interaction is: by its button's id, its server, its command; and whose it is not, whatever an id
says that somebody has made up."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Awaitable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cells.link import WITHIN, CellAway, Link
from bot.cells.model import Cell
from bot.cells.questions import TablesOfCells
from bot.cells.whereabouts import Whereabouts, addressed
from bot.discordkit.ports import Subject, on_league, on_night, on_table
from bot.ports import StoreError
from tests.beyond.servers import Server
from tests.cells.links import answers, joined, open_up
from tests.cells.running import broker, needs_broker
from tests.properties import tries

COUNT = 4
FIRST, THIRD = Cell(1, COUNT), Cell(3, COUNT)
SERVERS = {number: 1_000 * 4_194_304 * COUNT + ((number - 1) << 22) + 77 for number in range(1, COUNT + 1)}
"""A server of each cell."""


def press(custom_id: str, server: int | None = None, **inner: Any) -> dict[str, Any]:
    data = {"id": "1", "type": 3, "data": {"custom_id": custom_id, **inner}}
    return data if server is None else {**data, "guild_id": str(SERVERS[server])}


def command(name: str, server: int | None = None, **options: object) -> dict[str, Any]:
    listed = [{"name": option, "value": value} for option, value in options.items()]
    inside = [{"type": 1, "name": "show", "options": listed}]
    data = {"id": "1", "type": 2, "data": {"name": name, "options": inside}}
    return data if server is None else {**data, "guild_id": str(SERVERS[server])}


def test_each_server_is_at_home_in_its_cell() -> None:
    assert [FIRST.home(SERVERS[number]) for number in range(1, COUNT + 1)] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("data", "whose"),
    [
        (press("hh2.4:act:5:3:play"), 2),  # by direct message, of each cell
        (press("hh4.4:act:5:3:play"), 4),
        (press("hh1.4:act:5:3:play"), 1),
        (press("hh3.4:act:5:3:play", 3), 3),  # in a server, of its own cell
        (press("hh1.4:daily-play:0:0:", 3), 1),  # and what only its person sees, of the first
        (press("hh:pick:0:0:", None, values=["hh2.4:act:5:3:play"]), 2),
        (press("hh3.4:pick:0:0:", None, values=["hh2.4:act:5:3:play"]), 2),
        (press("hh:act:5:3:play"), on_table(5)),  # drawn by one process
        (press("hh1.2:act:5:3:play"), on_table(5)),  # or by one of another number of cells
        (press("hh3.3:act:5:3:play", 2), on_table(5)),
        (press("hh1.2:league-x:l5:0:"), on_league(5)),
        (press("hh:night-x:n5:0:"), on_night(5)),
        (press(f"hh:server-x:s{SERVERS[3]}:0:"), 3),
        (press("hh:help-topic:0:0:"), 1),
        (press("hh:help-topic:0:0:", 4), 4),
        (command("daily", 4), 1),
        (command("admin", 2), 1),
        (command("table", 2, table=5), 2),
        (command("table", None, table=5), on_table(5)),
        (command("table", None, table="still typing"), "table show"),  # whichever is theirs
        (command("stats"), 1),
    ],
)
def test_whose_it_is(data: dict[str, Any], whose: int | Subject | str) -> None:
    for number in (1, 3):
        assert addressed(Cell(number, COUNT), data) == whose


@pytest.mark.parametrize("made_up", ["hh9.4", "hh0.4", "hh5.4", "hh2.0", "hh99.99", "hh1.1"])
def test_no_cell_is_made_up(made_up: str) -> None:
    """The table is looked for where it may be, and nowhere else."""
    assert addressed(FIRST, press(f"{made_up}:act:5:3:play")) == on_table(5)
    assert addressed(THIRD, press(f"{made_up}:act:5:3:play", 3)) == on_table(5)
    assert addressed(FIRST, press(f"{made_up}:help-topic:0:0:")) == 1


@pytest.mark.parametrize(
    "made_up", ["hh100.4", "hh2", "hh2.", "hh.4", "hh-1.4", "hh2.4.4", "hh٢.4", "HH2.4", ""]
)
def test_what_is_no_id_is_answered_where_it_came(made_up: str) -> None:
    assert addressed(FIRST, press(f"{made_up}:act:5:3:play")) == 1
    assert addressed(THIRD, press(f"{made_up}:act:5:3:play", 3)) == 3


def test_within_a_server_no_other_cell_is_reached_than_its_own_and_the_first() -> None:
    """Where another one would keep what is chosen or opened there, nobody would find it again."""
    assert addressed(THIRD, press("hh2.4:act:5:3:play", 3)) == on_table(5)
    assert addressed(THIRD, press("hh2.4:server-x:0:0:", 3)) == 3


TEXTS = st.text(max_size=20) | st.sampled_from(["hh", "hh2.4", "hh9.4", "act", "pick", "5", "l5", "s5", ""])
IDS = st.lists(TEXTS, max_size=6).map(":".join)


@tries(300)
@given(
    kind=st.sampled_from([3, 5]),
    custom_id=IDS,
    values=st.lists(IDS | st.integers(), max_size=2) | st.none(),
    server=st.sampled_from([None, *SERVERS]),
)
def test_no_id_breaks_the_way(
    kind: int, custom_id: str, values: list[Any] | None, server: int | None
) -> None:
    data = {**press(custom_id, server, values=values), "type": kind}
    whose = addressed(THIRD, json.loads(json.dumps(data)))
    assert isinstance(whose, Subject) or whose in range(1, COUNT + 1)


# Where something lies


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with broker(tmp_path_factory.mktemp("broker")) as server:
        yield server


class Kept:
    """What a cell's database holds; it fails where it is broken."""

    def __init__(self, *subjects: Subject) -> None:
        self.subjects = subjects
        self.asked = 0
        self.is_broken = False

    async def holds(self, subject: Subject) -> bool:
        self.asked += 1
        if self.is_broken:
            raise StoreError
        return subject in self.subjects


@asynccontextmanager
async def three(url: str, *kept: Kept) -> AsyncGenerator[tuple[list[Whereabouts], list[Link]]]:
    async with AsyncExitStack() as stack:
        links = [
            await stack.enter_async_context(joined(Cell(number, 3), url, is_open=False))
            for number in (1, 2, 3)
        ]
        found = [
            Whereabouts(link, one.holds, cast(TablesOfCells, None))
            for link, one in zip(links, kept, strict=True)
        ]
        for link in links:
            open_up(link)
        for number in (2, 3):
            await answers(links[0], number)
        yield found, links


async def target(one: Whereabouts, custom_id: str) -> int:
    found = one.target(press(custom_id))
    return await found if isinstance(found, Awaitable) else found


@needs_broker
async def test_what_was_drawn_before_is_looked_for(there: Server) -> None:
    kept = Kept(on_table(1)), Kept(on_table(2), on_league(2)), Kept(on_table(3), on_night(3))
    async with three(there.url, *kept) as ((first, *_), _):
        for verb, subject, number in (("act", "1", 1), ("act", "2", 2), ("act", "3", 3)):
            assert await target(first, f"hh:{verb}:{subject}:0:") == number
        assert await target(first, "hh1.9:league-x:l2:0:") == 2
        assert await target(first, "hh:night-x:n3:0:") == 3
        assert await target(first, "hh:act:9:0:") == 1  # where it is said that there is none
        assert await target(first, f"hh:act:{'9' * 18}:0:") == 1
        before = kept[1].asked
        assert await target(first, "hh:act:2:0:") == 2
        assert kept[1].asked == before  # it is known by now


@needs_broker
async def test_what_may_be_in_a_cell_that_is_away_is_not_said_to_be_nowhere(there: Server) -> None:
    kept = Kept(), Kept(on_table(2)), Kept(on_table(3))
    async with three(there.url, *kept) as ((first, *_), links):
        await links[2].close()
        assert await target(first, "hh:act:2:0:") == 2
        for custom_id in ("hh:act:3:0:", "hh:act:9:0:"):
            assert await target(first, custom_id) == 3
        kept[1].is_broken = True
        assert await target(first, "hh:act:8:0:") == 2
        kept[0].is_broken = True
        assert await target(first, "hh:act:7:0:") == 1  # which says that its database fails


@needs_broker
@pytest.mark.parametrize(
    "noise", [b"", b"table", b"\x91\xa1x", b"\xff", b"\x91\x82\xa4kind\xa4game\xa2id\x01"]
)
async def test_noise_is_not_answered(there: Server, noise: bytes) -> None:
    kept = Kept(), Kept(), Kept()
    async with three(there.url, *kept) as (_, (link, *_)):
        with pytest.raises(CellAway):
            await link.ask(2, Kept.holds.__qualname__, noise, WITHIN)
