"""``/privacy``: what is kept of oneself, in a file, and deleted for good after two questions."""

from __future__ import annotations

import gc
import io
import json
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.app import Hartenheer
from bot.discordkit.load import Latest
from bot.ports import StoreError
from bot.privacy import privacy
from bot.tables.table import Table
from playground import reading
from playground.people import Person
from playground.server import Playground
from tests.clock import FakeClock
from tests.e2e.house import House, open_house


def dump(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return repr([connection.execute(f"SELECT * FROM {table}").fetchall() for table in tables])


async def played(house: House, *people: Person) -> int:
    """A table that these people have sat at, and that is over."""
    table = await house.open_table(*people, robots=0)
    for person in people:
        await house.reply(person, "settings")
    await house.confirmed(people[0], "table close")
    await house.settled()
    return table.facts.id


def last(house: House, person: Person) -> dict[str, Any]:
    return house.whispers(person)[-1]


async def pressed(house: House, person: Person, label: str) -> str:
    """Press a button of the last answer; what stands in its place."""
    asked = last(house, person)
    invocation = await house.press(person, asked, label)
    await house.settled()
    assert invocation.state == "answered", invocation.error
    return reading.text(person.message(asked["id"]))


async def second_question(house: House, person: Person) -> str:
    await house.reply(person, "privacy delete")
    return await pressed(house, person, "Continue")


async def test_what_is_kept_is_told_and_asking_keeps_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    async with open_house(path) as house:
        ann, ben = house.people()[:2]
        assert (
            await house.reply(ann, "privacy show") == "### What I keep about you\nI keep nothing about you."
        )
        for command in ("privacy export", "privacy delete"):
            assert await house.reply(ann, command) == "I keep nothing about you."
        assert str(ann.id) not in dump(path)
        await played(house, ann, ben)
        told = await house.reply(ann, "privacy show")
        assert "**You**: 1" in told and "30 days" in told


async def test_a_file_of_ones_own(tmp_path: Path) -> None:
    async with open_house(tmp_path / "a.sqlite3") as house:
        ann, ben = house.people()[:2]
        await played(house, ann, ben)
        await house.reply(ann, "privacy show")
        await house.press(ann, last(house, ann), "All of it as a file")
        await house.settled()
        (found,) = reading.pictures(house.server, last(house, ann))
        data = found.data.decode()
        told = json.loads(data)
        assert told["players"][0]["user_id"] == "you"
        assert str(ben.id) not in data
        assert {row["name"] for row in told["seats"]} == {one.name for one in (ann, ben)}


async def test_what_is_too_much_for_discord_is_packed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(privacy, "LARGEST", 100)
    async with open_house(tmp_path / "a.sqlite3") as house:
        ann, ben = house.people()[:2]
        await played(house, ann, ben)
        await house.command(ann, "privacy export")
        (found,) = reading.pictures(house.server, last(house, ann))
        assert found.filename == privacy.PACKED
        with zipfile.ZipFile(io.BytesIO(found.data)) as archive:
            assert json.loads(archive.read(privacy.FILE))["players"][0]["user_id"] == "you"


async def test_two_questions_and_nothing_is_left(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    async with open_house(path) as house:
        ann, ben = house.people()[:2]
        table = await played(house, ann, ben)
        first = await house.reply(ann, "privacy delete")
        assert "Delete everything about you?" in first and "former player" in first
        second = await pressed(house, ann, "Continue")
        assert "Nobody can undo this" in second and "I don't know the date" in second
        assert str(ann.id) in dump(path)
        assert await pressed(house, ann, "Delete for good") == "Done: I no longer know anything about you."
        assert str(ann.id) not in dump(path) and str(ben.id) in dump(path)
        assert await house.bot.people.player(ann.id) is None
        assert house.bot.avatars.of(ann.id) is None
        seats = (await house.bot.tables.get(table)).facts.seats
        assert [one.name for one in seats] == ["former player", ben.name]
        # Who comes back is new.
        await house.reply(ann, "settings")
        known = await house.bot.people.player(ann.id)
        assert known is not None and known.preferences.stored() == {}


async def test_no_deletes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    async with open_house(path) as house:
        ann, ben = house.people()[:2]
        await played(house, ann, ben)
        before = dump(path)
        await house.reply(ann, "privacy delete")
        assert await pressed(house, ann, "No") == "Nothing was deleted."
        await second_question(house, ann)
        asked = last(house, ann)
        yes = reading.find_button(asked, "Delete for good").custom_id
        assert await pressed(house, ann, "No") == "Nothing was deleted."
        await (await ann.forge_press(asked["id"], yes)).done()
        await house.settled()
        assert "Delete everything about you?" in reading.text(ann.message(asked["id"]))
        assert dump(path) == before


async def test_while_something_waits_it_is_said_what(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    async with open_house(path) as house:
        ann, ben = house.people()[:2]
        await second_question_of(house, ann, ben)
        asked = last(house, ann)
        table = await house.open_table(ann)  # in mid-question
        before = dump(path)
        yes = reading.find_button(asked, "Delete for good").custom_id
        await (await ann.forge_press(asked["id"], yes)).done()
        await house.settled()
        said = reading.text(ann.message(asked["id"]))
        assert f"Table {table.facts.id} in <#{house.cards}>" in said
        assert f"Table {table.facts.id}" in await house.reply(ann, "privacy delete")
        assert dump(path) == before


async def left_a_game(house: House, ann: Person, ben: Person) -> Table:
    """A game that Ann goes on with, and Ben has left."""
    table = await house.start_table(ann, ben)
    await house.reply(ben, "settings")
    await table.leave(ben.id)
    await house.settled()
    return table


async def ordered(house: House, ben: Person) -> str:
    await house.reply(ben, "privacy delete")
    await pressed(house, ben, "Delete when it's over")
    return await pressed(house, ben, "Delete for good")


async def later(house: House) -> None:
    assert house.clock is not None
    house.clock.advance(privacy.LOOKED_AFTER)
    await house.settled()


async def test_who_has_left_a_game_may_have_it_done_when_that_is_over(tmp_path: Path) -> None:
    """Also by a process after this one."""
    path, clock = tmp_path / "a.sqlite3", FakeClock()
    server = await Playground.start(clock=clock)
    try:
        async with open_house(path, clock=clock, server=server) as house:
            ann, ben = house.people()[:2]
            table = await left_a_game(house, ann, ben)
            told = await house.reply(ben, "privacy delete")
            assert f"Table {table.facts.id} in <#{house.cards}>, where you had a seat" in told
            assert "within an hour" in await ordered(house, ben)
            assert str(ben.id) in dump(path) and "within an hour" in await house.reply(ben, "privacy delete")
        async with open_house(path, clock=clock, server=server) as house:
            (table,) = house.bot.tables.running()
            await table.close(ann.id)
            await house.settled()
            await later(house)
            assert str(ben.id) not in dump(path) and str(ann.id) in dump(path)
    finally:
        await server.close()


async def test_what_was_ordered_is_taken_back_or_lapses(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    async with open_house(path, clock=FakeClock()) as house:
        ann, ben = house.people()[:2]
        table = await left_a_game(house, ann, ben)
        await ordered(house, ben)
        await house.reply(ben, "privacy delete")
        assert "nothing will be deleted" in await pressed(house, ben, "Take it back")
        await house.reply(ben, "privacy delete")
        assert reading.find_button(last(house, ben), "Delete when it's over")
        await ordered(house, ben)
        other = await house.open_table(ben)
        await table.close(ann.id)
        await later(house)
        assert str(ben.id) in dump(path)
        await other.close(ben.id)
        await later(house)
        assert str(ben.id) in dump(path), "it has lapsed"


async def test_an_order_ends_with_a_deletion_before_it(tmp_path: Path) -> None:
    """Who was deleted by hand and has come back is not deleted once more."""
    path = tmp_path / "a.sqlite3"
    async with open_house(path, clock=FakeClock()) as house:
        ann, ben = house.people()[:2]
        table = await left_a_game(house, ann, ben)
        await ordered(house, ben)
        await table.close(ann.id)
        await second_question(house, ben)
        await pressed(house, ben, "Delete for good")
        assert str(ben.id) not in dump(path)
        await played(house, ben)
        await later(house)
        assert str(ben.id) in dump(path)


async def test_who_sits_there_is_not_offered_it(tmp_path: Path) -> None:
    """Nor does a button made up by hand order anything."""
    path = tmp_path / "a.sqlite3"
    async with open_house(path, clock=FakeClock()) as house:
        ann, ben = house.people()[:2]
        table = await house.start_table(ann, ben)
        await house.reply(ben, "privacy delete")
        asked = last(house, ben)
        assert not reading.buttons(asked)
        await (await ben.forge_press(asked["id"], "hh:privacy-later:0:0:")).done()
        await house.settled()
        assert f"Table {table.facts.id}" in reading.text(ben.message(asked["id"]))
        await table.close(ann.id)
        await later(house)
        assert str(ben.id) in dump(path)


async def second_question_of(house: House, ann: Person, ben: Person) -> None:
    await played(house, ann, ben)
    await second_question(house, ann)


@pytest.mark.parametrize("late", [False, True])
async def test_late_and_doubled_presses(tmp_path: Path, late: bool) -> None:
    path, clock = tmp_path / "a.sqlite3", FakeClock()
    async with open_house(path, clock=clock) as house:
        ann, ben = house.people()[:2]
        await second_question_of(house, ann, ben)
        asked = last(house, ann)
        yes = reading.find_button(asked, "Delete for good").custom_id
        if late:
            clock.advance(privacy.ANSWERED_WITHIN + 1)
        presses = [await ann.forge_press(asked["id"], yes) for _ in range(2)]
        for one in presses:
            await one.done()
        await house.settled()
        assert (str(ann.id) in dump(path)) == late
        if late:
            assert "Delete everything about you?" in reading.text(ann.message(asked["id"]))
            return
        await house.reply(ann, "settings")  # she is somebody new, whom the old press does not reach
        await (await ann.forge_press(asked["id"], yes)).done()
        await house.settled()
        assert str(ann.id) in dump(path)


@pytest.mark.usefixtures("troubled_disk")
async def test_where_the_database_fails_nothing_is_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.sqlite3"
    async with open_house(path) as house:
        ann, ben = house.people()[:2]
        await second_question_of(house, ann, ben)
        before = dump(path)

        async def fails(*_: object) -> None:
            raise StoreError

        asked = last(house, ann)
        with monkeypatch.context() as broken:
            broken.setattr(house.bot.store.privacy, "forget", fails)
            await house.press(ann, asked, "Delete for good")
            await house.settled()
        assert dump(path) == before
        assert await house.bot.people.player(ann.id) is not None
        yes = reading.find_button(asked, "Delete for good").custom_id
        await (await ann.forge_press(asked["id"], yes)).done()
        await house.settled()
        assert str(ann.id) not in dump(path)


async def test_after_a_restart_it_is_asked_anew(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    async with open_house(path) as house:
        ann, ben = house.people()[:2]
        await second_question_of(house, ann, ben)
        asked, server = last(house, ann), house.server
        yes = reading.find_button(asked, "Delete for good").custom_id
        house.bot.privacy._asked.drop(ann.id)  # pyright: ignore[reportPrivateUsage]
        await (await ann.forge_press(asked["id"], yes)).done()
        await house.settled()
        assert "Delete everything about you?" in reading.text(ann.message(asked["id"]))
        assert str(ann.id) in dump(path) and server is house.server


# A server that removes the bot, as the library hears of it


async def test_an_outage_is_no_departure_and_a_departure_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    async with open_house(path) as house:
        ann, ben = house.people()[:2]
        await played(house, ann, ben)
        (guild,) = house.bot.guilds
        heard = house.bot._connection  # pyright: ignore[reportPrivateUsage]
        heard.parse_guild_delete({"id": str(guild.id), "unavailable": True})  # pyright: ignore[reportArgumentType]
        await house.settled()
        await house.bot.departures.look()
        assert await house.bot.store.timers.timers() == []
        heard.parse_guild_delete({"id": str(guild.id)})  # pyright: ignore[reportArgumentType]
        await house.settled()
        (timer,) = await house.bot.store.timers.timers()
        assert timer.subject == guild.id
        assert timer.at - house.bot.clock.now() == pytest.approx(30 * 86400, abs=600)
        await house.bot.departures.returned(guild.id)  # as when it is invited again
        assert await house.bot.store.timers.timers() == []


async def test_a_start_forgives_who_is_there(tmp_path: Path) -> None:
    path, clock = tmp_path / "a.sqlite3", FakeClock()
    async with open_house(path, clock=clock) as house:
        ann, ben = house.people()[:2]
        await played(house, ann, ben)
        (guild,) = house.bot.guilds
        await house.bot.departures.left(guild.id)
        assert len(await house.bot.store.timers.timers()) == 1
        await house.bot.on_ready()
        await house.settled()
        assert await house.bot.store.timers.timers() == []
        assert await house.bot.store.privacy.guilds() == {guild.id}


async def test_what_is_in_memory_of_her_goes_as_well(tmp_path: Path) -> None:
    """No part of the bot that keeps people by their ids has her any longer."""
    async with open_house(tmp_path / "a.sqlite3") as house:
        ann, ben = house.people()[:2]
        await second_question_of(house, ann, ben)
        assert ann.id in keepers(house.bot)
        await pressed(house, ann, "Delete for good")
        await house.settled()
        assert ann.id not in keepers(house.bot)


def keepers(bot: Hartenheer) -> set[object]:
    """All keys of whatever keeps what was used last, wherever in the bot it is."""
    gc.collect()
    kept = [one for one in gc.get_objects() if isinstance(one, Latest)]
    assert any(one is bot.people._players for one in kept)  # pyright: ignore[reportPrivateUsage]
    return {key for one in kept for key in one._kept}  # pyright: ignore[reportPrivateUsage, reportUnknownVariableType, reportUnknownMemberType]
