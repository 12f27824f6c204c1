"""What people ask for in direct messages, which all come to the first of two cells: it is told of both, goes
to where their tables are, and what is deleted is deleted in both, whatever happens meanwhile."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from bot import __version__
from bot.cells.model import Cell
from bot.ops import judge, probes
from bot.settings import Settings
from playground import reading
from playground.interactions.invocations import Invocation
from playground.people import Person
from playground.server import Playground
from playground.world.permissions import Permission
from tests.cells.games import put_game
from tests.cells.running import (
    broker,
    cell_settings,
    database_of,
    needs_broker,
    places_of,
    put_tables_of_cells,
)
from tests.load.process import BotProcess, running
from tests.load.town import Place

pytestmark = needs_broker

RESTARTING = "I'm restarting: try again in a minute, nothing is lost."
FINISHED_WITHIN = 60.0


async def asked(person: Person, path: str, options: dict[str, Any] | None = None) -> Invocation:
    """A command in direct messages, answered."""
    invocation = await (await person.command(mailbox(person), path, options)).done(20.0)
    assert invocation.state == "answered", (path, invocation.error)
    return invocation


async def told(person: Person, path: str, options: dict[str, Any] | None = None) -> str:
    """What it is answered with, alternative texts included."""
    return shown((await asked(person, path, options)).message)


def shown(message: Any) -> str:
    return json.dumps(message, ensure_ascii=False)


async def pressed(person: Person, message: Any, label: str) -> Any:
    """The message once a button on it was pressed."""
    button = reading.find_button(message, label)
    invocation = await (await person.press(message["id"], button.custom_id)).done(20.0)
    assert invocation.state == "answered", invocation.error
    return person.message(message["id"])


async def offered(person: Person, path: str) -> list[int]:
    """The tables that are suggested for a command."""
    choices = await person.autocomplete(mailbox(person), path, {"table": ""}, "table")
    return [one["value"] for one in choices]


def mailbox(person: Person) -> str:
    return str(person.open_direct_messages()["id"])


def dump(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return repr([connection.execute(f"SELECT * FROM {table}").fetchall() for table in tables])


def pseudonyms(path: Path) -> set[int]:
    with closing(sqlite3.connect(path)) as connection:
        return {row[0] for row in connection.execute("SELECT user_id FROM former_players")}


async def logged(bot: BotProcess, line: str) -> None:
    """Return once it is in the log of a cell."""
    async with asyncio.timeout(FINISHED_WITHIN):
        while not any(line in one for one in bot.said):  # noqa: ASYNC110 - another process writes it
            await asyncio.sleep(0.1)


async def test_what_somebody_asks_is_of_all_cells_and_so_is_what_they_have_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("discord.http.Route.BASE", "https://discord.com/api/v10")  # the doctor changes it
    server = await Playground.start(furnished=False)
    try:
        owner = server.people.add("Olga")  # the first person owns the application
        here, also_here, there, also_there = await places_of(server, 2)
        ann, ben, cas = map(server.people.add, ("Ann", "Ben", "Cas"))  # who all read English
        now = server.world.clock.now()
        async with AsyncExitStack() as stack:
            url = stack.enter_context(broker(tmp_path)).url
            places = [
                Place(there.channel, (ben,)),
                *(Place(one.channel, (cas,)) for one in (also_here, also_there)),
            ]
            await put_tables_of_cells(server, tmp_path, places, 2, 7)
            games = [
                await put_game(database_of(tmp_path, number), Cell(number, 2), place.channel, ann, now - ago)
                for number, place, ago in ((1, here, 9000.0), (2, there, 5000.0))
            ]

            async def start(number: int) -> BotProcess:
                return await stack.enter_async_context(
                    running(
                        server,
                        database_of(tmp_path, number),
                        more=cell_settings(number, 2, url),
                        is_first=number == 1,
                    )
                )

            first, second = await start(1), await start(2)
            await _everything_is_told(server, ann, games)
            await _commands_go_to_where_the_tables_are(ann, ben, games)
            await _tables_of_several_cells_are_told_apart(cas)
            status = await _status(server, owner, there)
            assert f"**Cell 2**: version {__version__}, tables 2, shards connected 1 of 1" in status
            assert await _found_by_the_doctor(server, url) == ["fine"]

            second.process.kill()
            await second.process.wait()
            await _who_is_away_is_named(ann, ben)
            assert "Cell 2 doesn't answer" in await _status(server, owner, here)
            assert await _found_by_the_doctor(server, url) == ["away"]
            question = (await asked(ann, "privacy delete")).message
            question = await pressed(ann, question, "Continue")
            assert "waits for the servers of part 2" in shown(await pressed(ann, question, "Delete for good"))
            assert str(ann.id) in dump(database_of(tmp_path, 1))

            second = await start(2)
            await logged(first, "what was ordered to be deleted later is deleted")
            assert not [line for bot in (first, second) for line in bot.complaints]
        for number in (1, 2):
            assert str(ann.id) not in dump(database_of(tmp_path, number))
            assert str(ben.id) in dump(database_of(tmp_path, 2))
        assert len(pseudonyms(database_of(tmp_path, 1))) == 1
        assert pseudonyms(database_of(tmp_path, 1)) == pseudonyms(database_of(tmp_path, 2))
    finally:
        await server.close()


async def _everything_is_told(server: Playground, ann: Person, games: list[int]) -> None:
    assert "2 games" in await told(ann, "stats me")
    message = (await asked(ann, "privacy export")).message
    assert message is not None
    (file,) = reading.pictures(server, message)
    assert {row["id"] for row in json.loads(file.data)["tables"]} == {*games}
    assert await offered(ann, "replay") == [*reversed(games)]


async def _commands_go_to_where_the_tables_are(ann: Person, ben: Person, games: list[int]) -> None:
    assert f"Table {games[1]} " in await told(ann, "replay")
    assert "There's no table here" in await told(ann, "hand")
    (table,) = await offered(ben, "hand")
    assert f"Table {table} " in await told(ben, "table list")
    for options in (None, {"table": table}):
        assert f"{table}" in await told(ben, "hand", options)
    assert "?" in await told(ben, "table leave")


async def _tables_of_several_cells_are_told_apart(cas: Person) -> None:
    assert "There are several tables" in await told(cas, "hand")
    tables = await offered(cas, "hand")
    assert len(tables) == 2
    message = (await asked(cas, "table show")).message
    assert message is not None
    (select,) = reading.selects(message)
    assert len(select.options) == 2
    for _, value in select.options:
        invocation = await (await cas.select(message["id"], select.custom_id, [value])).done(20.0)
        assert invocation.state == "answered", invocation.error
        assert "no such table" not in shown(invocation.message)
        message = (await asked(cas, "table show")).message
        assert message is not None


async def _status(server: Playground, owner: Person, place: Place) -> str:
    """What the owner of the bot is told on a server, of whichever cell that is."""
    guild = place.channel.guild
    assert guild is not None
    if owner.id not in guild.members:
        server.changes.join(guild, owner.account)
        server.changes.add_role(guild, "All", owner.account, permissions=Permission.ADMINISTRATOR)
    invocation = await (await owner.command(place.channel.id, "admin status")).done(20.0)
    assert invocation.message is not None, invocation.error
    return reading.text(invocation.message)


async def _found_by_the_doctor(server: Playground, url: str) -> list[str]:
    facts = await probes.of_discord(server.token, server.api_url, (), ())
    cells = await probes.of_cells(Settings(cell=Cell(1, 2), nats_url=url), facts)
    assert cells is not None
    return [one.code for one in judge.of_cells(cells, time.time())]


async def _who_is_away_is_named(ann: Person, ben: Person) -> None:
    for path in ("stats me", "privacy show", "privacy export", "table list"):
        assert "servers of part 2 are missing here" in await told(ann, path), path
    assert "1 game" in await told(ann, "stats me")
    assert RESTARTING in await told(ben, "hand")
