"""A start with two hundred tables that are being played: what it costs, and that nobody waits in vain."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.people.settings import Player
from bot.tables.table import Table
from playground.people import Person
from tests.e2e.house import PACE, House
from tests.kept import keep_player
from tests.soak.eyes import Eyes, Truth, truth_of
from tests.soak.quicktime import bot_at, in_quick_time, quick_server

TABLES, PEOPLE = 200, 80
AT_MOST_A_TABLE = 1.5
START = 18.0  # seconds; after twenty of them turns that wait are told of
CARDS_PLAYED = 5


def test_a_start_with_two_hundred_tables_costs_little(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at_once, later = in_quick_time(restart_with_tables(tmp_path / "many.sqlite3"))
    with capsys.disabled():
        print(f"\n{TABLES} tables: {at_once} counted requests at the start, {later} more in the next 40 s")
    assert at_once <= AT_MOST_A_TABLE * TABLES


async def restart_with_tables(database: Path) -> tuple[int, int]:
    """The counted requests in the first seconds after a start with that many tables in mid-deal, each in a
    channel of its own, and those until the turns have waited long enough to be told of. Looks whether all can
    be played on."""
    async with quick_server() as server:
        for number in range(PEOPLE - len(server.people)):
            server.people.add(f"P{number}", locale="en-GB")
        people = list(server.people.values())
        async with bot_at(server, database) as house:
            server.ratelimits.pace = PACE
            truths = [truth_of(table) for table in await many_tables(house, people)]
            await asyncio.sleep(120)
        eyes = Eyes(people, house.cards)
        assert not [problem for truth in truths for problem in eyes.waiting(truth)]
        server.requests.reset()
        async with bot_at(server, database) as again:
            await asyncio.sleep(START)
            at_once = server.requests.total_counted
            await asyncio.sleep(40)
            later = server.requests.total_counted - at_once
            assert not [problem for truth in truths for problem in eyes.waiting(truth)]
            for truth in truths[::20]:
                await play_on(again, eyes, truth)
        return at_once, later


async def play_on(house: House, eyes: Eyes, truth: Truth) -> None:
    """A card is played at a table; it is answered, and the next to move can play theirs."""
    assert truth.mover is not None
    mover = eyes.person(truth.mover)
    offer = eyes.offers(mover, f"hh:act:{truth.table}:{truth.seq}:")[0]
    invocation = await (await mover.press(offer.message["id"], offer.custom_id)).done()
    assert invocation.state == "answered", invocation.error
    await asyncio.sleep(5)
    after = truth_of(await house.bot.tables.get(truth.table))
    assert after.seq > truth.seq and not eyes.waiting(after)


async def many_tables(house: House, people: list[Person]) -> list[Table]:
    """Tables of four in the middle of their first deals; each person sits at several."""
    for person in people:  # as if each had pressed something before
        mailbox = house.changes.direct_channel(person.account).id
        await keep_player(house.bot.store.players, Player(person.id, person.name, dm_channel_id=mailbox))
    groups = [people[number : number + 4] for number in range(0, len(people), 4)]
    return [await begun(house, groups[number % len(groups)]) for number in range(TABLES)]


async def begun(house: House, people: list[Person]) -> Table:
    """A table in the middle of its first deal."""
    host, *others = people
    guild = next(iter(house.world.guilds.values()))
    channel = house.changes.add_channel(guild, "table")
    table = await house.bot.tables.open(
        guild_id=guild.id, channel_id=channel.id, host_id=host.id, host_name=host.name
    )
    for person in others:
        await table.join(person.id, person.name, house.world.ids.next())
    await table.start(host.id)
    for _ in range(CARDS_PLAYED):
        turn = table.facts.turn
        assert turn is not None
        user_id = table.facts.seats[turn].user_id
        assert user_id is not None
        legal = (await table.view(turn)).legal
        await table.act(user_id, table.facts.seq, (legal & -legal).bit_length() - 1)
    return table
