"""Who may see a table: somebody outside its channel tries everything there is, and learns nothing, not even
that there is such a table. Who may do what where they see it is in ``test_who_may.py``."""

from __future__ import annotations

import asyncio
from collections import Counter
from enum import StrEnum, auto
from typing import Any

import pytest
from discord import app_commands

from bot.discordkit.ports import SubjectKind
from bot.discordkit.sending import TRIES
from bot.tables.model import Counting, Invited
from bot.tables.table import Table
from bot.tables.ui import access
from bot.words.catalogue import words_for
from playground import reading
from playground.interactions.acts import InvalidAct
from playground.people import Person
from playground.rest.api import Exchange
from playground.world.permissions import Permission
from playground.world.threads import Thread
from tests.e2e.house import House
from tests.e2e.leagues.club import Club, Shown
from tests.e2e.replays.test_who import table_in
from tests.e2e.stats.evening import Panel
from tests.e2e.test_comfort import play_to_the_end
from tests.e2e.test_who_may import NOT_ONE_OF_OURS, PRESSES, Crowd, Stage, Way, Who

WORDS = words_for("en")
NONE_SUCH, UNSURE = WORDS("error.no-such-table"), WORDS("error.table-unsure")
NO_TABLE = 999
"""The number of none."""
THREAD_MEMBER = "GET /channels/{channel_id}/thread-members/{user_id}"


class Place(StrEnum):
    """Where a table is that somebody does not see."""

    HIDDEN = auto()
    """In a channel that is hidden from them."""
    THREAD = auto()
    """In a private thread that they are not in."""
    LEFT = auto()
    """In a server that they have left."""
    PRIVATE = auto()
    """In somebody else's direct messages."""


class Outside(Crowd):
    """Everybody, and Eve outside."""

    def __init__(self, house: House, place: Place) -> None:
        super().__init__(house)
        self.place, self.eve = place, self.people[Who.STRANGER]
        if place is Place.HIDDEN:
            hidden = house.changes.add_channel(self.guild, "den")
            house.changes.hide(hidden, self.eve.account)
            self.channel = hidden.id
        elif place is Place.THREAD:
            self.thread = house.changes.threads.begin(
                house.world.channel(house.cards), "table", is_private=True
            )
            for who in (Who.HOST, Who.SEATED):
                house.changes.threads.join(self.thread, self.people[who].id)
            self.channel = self.thread.id

    async def table(self, stage: Stage = Stage.PLAYING) -> Table:
        """A table that Eve does not see."""
        if self.place is not Place.PRIVATE:
            table = await super().table(stage)
            if self.place is Place.LEFT:
                self.house.changes.leave(self.guild, self.eve.account)
            return table
        host = self.people[Who.HOST]
        channel = host.open_direct_messages()["id"]
        await (await host.command(channel, "table open", {"robots": 3})).done()
        await self.house.settled()
        (table,) = self.house.bot.tables.running()
        return table

    @property
    def where(self) -> int:
        """Where Eve is."""
        if self.place is Place.LEFT:
            return int(self.eve.open_direct_messages()["id"])
        return self.house.cards

    async def own_sheet(self) -> str:
        """A message that Eve alone sees, to press made-up buttons on."""
        done = await (await self.eve.command(self.where, "help")).done()
        assert done.message is not None
        await self.house.settled()
        return done.message["id"]

    async def told_by(self, path: str, number: int) -> str:
        """What Eve is told by a command about the table of that number; empty where it is not offered."""
        options = {"table": number} | ({"player": 0} if path == "table replace" else {})
        options |= {"name": "ours"} if path == "presets save" else {}
        try:
            done = await (await self.eve.command(self.where, path, options)).done()
        except InvalidAct:
            return ""
        await self.house.settled()
        assert done.state == "answered" and done.message is not None, (path, done.error)
        return reading.text(self.eve.message(done.message["id"]))


def commands_on_tables(house: House) -> list[app_commands.Command[Any, ..., Any]]:
    """Every command that takes a table."""
    every = [one for one in house.bot.tree.walk_commands() if isinstance(one, app_commands.Command)]
    return [one for one in every if any(option.name == "table" for option in one.parameters)]


def counted(house: House) -> Counter[str]:
    """The requests there will be that Discord counts, by their routes."""
    found = Counter[str]()

    def add(exchange: Exchange) -> None:
        if exchange.counted:
            found[f"{exchange.method} {exchange.route}"] += 1

    house.server.observers.append(add)
    return found


@pytest.mark.parametrize("place", list(Place))
async def test_whoever_is_outside_presses_everything_in_vain(house: House, place: Place) -> None:
    """Each verb there is, of tables or not: with the number of the table it is answered as with one of none,
    and nothing is changed."""
    crowd = Outside(house, place)
    table = await crowd.table()
    sheet = await crowd.own_sheet()
    for verb in house.bot.routes.each:
        way = PRESSES.get(verb, Way(Who(0)))
        outcome = await crowd.press(crowd.eve, sheet, verb, way, table)
        assert outcome.told == [NONE_SUCH] and not outcome.changed, (verb, outcome)
    for verb in ("watch", "take-seat", "replay-open", "fair"):
        outcome = await crowd.press(crowd.eve, sheet, verb, PRESSES[verb], table, NO_TABLE)
        assert outcome.told == [NONE_SUCH], verb


@pytest.mark.parametrize("letter", ["s", "l", "n"])
async def test_the_number_of_something_else_is_none_of_a_table(house: House, letter: str) -> None:
    """A server, league or night may have the number of the table, and is not asked about like one."""
    crowd = Outside(house, Place.HIDDEN)
    table = await crowd.table()
    sheet = await crowd.own_sheet()
    of_tables = {verb for verb, route in house.bot.routes.each.items() if route.about is SubjectKind.TABLE}
    assert {verb for verb, way in PRESSES.items() if way.stage is not Stage.LOBBY} <= of_tables
    for verb, way in PRESSES.items():
        if verb in of_tables:
            outcome = await crowd.press(crowd.eve, sheet, verb, way, table, f"{letter}{table.facts.id}")
            assert outcome.told == [NOT_ONE_OF_OURS] and not outcome.changed, (verb, outcome)


@pytest.mark.parametrize("place", list(Place))
@pytest.mark.parametrize("stage", [Stage.PLAYING, Stage.FINISHED])
async def test_whoever_is_outside_types_everything_in_vain(house: House, place: Place, stage: Stage) -> None:
    """Each command that takes a table, what is suggested for it, and what lists tables."""
    crowd = Outside(house, place)
    table = await crowd.table(stage)
    if stage is Stage.FINISHED and place is Place.PRIVATE:
        await play_to_the_end(house, table)
    number, offered = table.facts.id, 0
    for command in commands_on_tables(house):
        path = command.qualified_name
        told = await crowd.told_by(path, number)
        offered += bool(told)
        assert told == await crowd.told_by(path, NO_TABLE)
        assert told in ("", NONE_SUCH), path
        for option in command.parameters:
            if told and option.autocomplete:
                given = {} if option.name == "table" else {"table": number}
                typed = given | {option.name: ""}
                assert await crowd.eve.autocomplete(crowd.where, path, typed, option.name) == [], path
    assert offered > 2
    done = await (await crowd.eve.command(crowd.where, "table list")).done()
    assert done.message is not None
    assert house.mentioned(WORDS("list.none")) in reading.text(crowd.eve.message(done.message["id"]))


async def test_whoever_is_inside_sees_the_table_from_elsewhere(house: House) -> None:
    """By rights, by being in the thread, by managing threads, as an owner; in lists and suggestions too."""
    crowd = Outside(house, Place.THREAD)
    table = await crowd.table()
    manager = house.server.people.add("Gus")
    house.changes.add_role(crowd.guild, "Threads", manager.account, permissions=Permission.MANAGE_THREADS)
    guest = house.server.people.add("Hal")
    house.changes.threads.join(crowd.thread, guest.id)
    owner = house.server.people[crowd.guild.owner.id]
    for person in (guest, manager, owner, crowd.people[Who.SEATED]):
        assert await sees(house, person, table), person
        assert f"{table.facts.id}" in await house.reply(person, "table list")
        suggested = await person.autocomplete(house.cards, "hand", {"table": ""}, "table")
        assert [one["value"] for one in suggested] == [table.facts.id], person
    assert not await sees(house, crowd.eve, table)
    assert not await sees(house, crowd.people[Who.MODERATOR], table)


async def sees(house: House, person: Person, table: Table) -> bool:
    """Whether *Watch* shows somebody the table, pressed in the channel where all are."""
    await house.reply(person, "help")
    sheet = house.whispers(person)[-1]
    told = await house.forge(person, sheet, f"hh:scores:{table.facts.id}:0:")
    assert len(told) == 1
    return told != [NONE_SUCH]


async def test_who_was_given_a_seat_sees_the_table_wherever_it_is(house: House) -> None:
    crowd = Outside(house, Place.THREAD)
    table = await house.bot.tables.open_with_seats(
        "Friday 1",
        (Invited(crowd.eve.id, "Eve"), None, None, None),
        guild_id=crowd.guild.id,
        channel_id=crowd.thread.id,
    )
    assert await sees(house, crowd.eve, table)


async def test_who_left_their_seat_sees_no_more_of_a_game_in_a_channel_hidden_from_them(house: House) -> None:
    """Until it is over: then they may look at what they played in."""
    crowd = Outside(house, Place.HIDDEN)
    table = await crowd.table()
    seated = crowd.people[Who.SEATED]
    await table.leave(seated.id)
    assert await sees(house, seated, table)
    house.changes.hide(house.world.channel(crowd.channel), seated.account)
    await house.settled()
    assert not await sees(house, seated, table)
    await play_to_the_end(house, table)
    assert await sees(house, seated, table)


@pytest.mark.parametrize("place", [Place.HIDDEN, Place.THREAD])
async def test_whose_seat_it_is_no_longer_is_asked_about_in_direct_messages_too(
    still_house: House, place: Place
) -> None:
    house = still_house
    crowd = Outside(house, place)
    table = await crowd.table()
    seated = crowd.people[Who.SEATED]
    await table.leave(seated.id)
    channel = seated.open_direct_messages()["id"]
    done = await (await seated.command(channel, "help")).done()
    assert done.message is not None
    outcome = await crowd.press(seated, done.message["id"], "scores", PRESSES["scores"], table)
    assert outcome.told != [NONE_SUCH]
    house.changes.leave(crowd.guild, seated.account)
    assert house.clock is not None
    house.clock.advance(access.KEPT_SECONDS + 1)
    outcome = await crowd.press(seated, done.message["id"], "scores", PRESSES["scores"], table)
    assert outcome.told == [NONE_SUCH]


async def test_a_leagues_results_show_the_way_to_a_table_to_who_sees_it(house: House) -> None:
    """The result is the league's; the way to its message, and its record, are theirs who see the channel."""
    _, bram, chloe, dirk = house.people()
    club = await Club.found(house)
    den = house.changes.add_channel(next(iter(house.world.guilds.values())), "den")
    house.changes.hide(den, bram.account)
    counting = Counting(club.season.id, club.league.name)
    table = await table_in(house, den.id, chloe, dirk, counting=counting)
    await house.settled()
    for person in (dirk, bram):
        page = await Shown.by(house, person, "results")
        ((label, _),) = page.options("league-result")
        game = await page.chosen("league-result", label)
        assert (str(den.id) in str(page.message) + str(game.message)) == (person is dirk), person
    assert not await sees(house, bram, table)
    facts, guild = table.facts, house.bot.get_guild(club.league.guild_id)
    assert guild is not None
    assert await house.bot.access.is_seen_in(guild, facts, den.id)
    assert not await house.bot.access.is_seen_in(guild, facts, house.cards)


async def test_records_tell_of_tables_that_their_reader_sees(house: House) -> None:
    """And everybody in a channel of those that all there see."""
    ann, bram, chloe, dirk = house.people()
    den = house.changes.add_channel(next(iter(house.world.guilds.values())), "den")
    house.changes.hide(den, bram.account)
    hidden, shown = await table_in(house, den.id, chloe, dirk), await table_in(house, house.cards, ann, bram)
    await house.settled()
    for person, told in ((dirk, {hidden, shown}), (bram, {shown})):
        panel = await Panel.typed(house, person, "records")
        for which in ("Best games", "Worst deals"):
            await panel.choose("stats-records", which)
            for table in (hidden, shown):
                number = table.facts.id
                assert (f"(table {number})" in panel.text) is (table in told), (person, which)
                assert (f"hh:replay-open:{number}:" in str(panel.message)) is (table in told), (person, which)
        await panel.press("Show to everybody")
        posted = house.channel_message(ann, "Worst deals")
        assert f"(table {hidden.facts.id})" not in reading.text(posted)
        assert f"(table {shown.facts.id})" in reading.text(posted)


# What it costs, and where Discord does not tell


async def test_a_press_in_the_tables_own_channel_asks_discord_nothing(house: House) -> None:
    crowd = Outside(house, Place.THREAD)
    table = await crowd.table()
    house.changes.threads.join(crowd.thread, crowd.eve.id)
    done = await (await crowd.eve.command(crowd.thread.id, "help")).done()
    assert done.message is not None
    found = counted(house)
    for verb in ("scores", "watch", "rules", "last-trick"):
        await crowd.press(crowd.eve, done.message["id"], verb, PRESSES[verb], table)
    assert not [one for one in found if one.startswith("GET")], found


@pytest.mark.parametrize("archived", [False, True])
async def test_elsewhere_discord_is_asked_once_for_a_while(still_house: House, archived: bool) -> None:
    house = still_house
    crowd = Outside(house, Place.THREAD)
    table = await crowd.table(Stage.LOBBY)
    if archived:
        house.changes.threads.edit(crowd.thread, archived=True)
    await house.reply(crowd.eve, "help")
    found = counted(house)
    for _ in range(3):
        assert not await sees(house, crowd.eve, table)
    asked = {one: times for one, times in found.items() if one.startswith("GET")}
    assert asked[THREAD_MEMBER] == 1 and sum(asked.values()) == 1 + archived, asked
    assert house.clock is not None
    house.changes.threads.join(crowd.thread, crowd.eve.id)
    house.clock.advance(access.KEPT_SECONDS + 1)
    assert await sees(house, crowd.eve, table)


async def test_where_discord_does_not_tell_it_is_said_so_and_lists_are_without_it(house: House) -> None:
    crowd = Outside(house, Place.THREAD)
    table = await crowd.table()
    house.server.faults.fail(THREAD_MEMBER, status=500, times=TRIES)
    assert await crowd.told_by("hand", table.facts.id) == UNSURE
    sheet = await crowd.own_sheet()
    house.server.faults.fail(THREAD_MEMBER, status=500, times=TRIES)
    for verb in ("watch", "take-seat"):
        outcome = await crowd.press(crowd.eve, sheet, verb, PRESSES[verb], table)
        assert outcome.told == [UNSURE], verb
        house.server.faults.fail(THREAD_MEMBER, status=500, times=TRIES)
    assert house.mentioned(WORDS("list.none")) in await house.reply(crowd.eve, "table list")
    assert not await sees(house, crowd.eve, table)  # what failed is asked again


async def test_a_list_asks_about_so_many_channels_and_no_more(house: House) -> None:
    """Though each table is in a private thread of its own; own tables are always told."""
    crowd = Outside(house, Place.THREAD)
    parent, host = house.world.channel(house.cards), crowd.people[Who.HOST]
    threads: list[Thread] = []
    for number in range(access.ASKED_AT_ONCE + 2):
        thread = house.changes.threads.begin(parent, f"table {number}", is_private=True)
        house.changes.threads.join(thread, crowd.eve.id)
        threads.append(thread)
        await house.bot.tables.open_with_seats(
            f"Friday {number}",
            (Invited(host.id, host.name), None, None, None),
            guild_id=crowd.guild.id,
            channel_id=thread.id,
        )
    found = counted(house)
    await crowd.eve.autocomplete(house.cards, "hand", {"table": ""}, "table")
    suggested = await crowd.eve.autocomplete(house.cards, "hand", {"table": ""}, "table")
    assert len(suggested) == access.ASKED_AT_ONCE == found[THREAD_MEMBER]
    assert len(await host.autocomplete(house.cards, "hand", {"table": ""}, "table")) == len(threads)


async def test_suggestions_are_there_in_time_though_discord_is_slow(still_house: House) -> None:
    """Those of what is known without asking; the answer that comes late is there for the next."""
    house = still_house
    crowd = Outside(house, Place.THREAD)
    table = await crowd.table()
    house.changes.threads.join(crowd.thread, crowd.eve.id)
    held = house.server.faults.hold(THREAD_MEMBER)
    asking = asyncio.create_task(crowd.eve.autocomplete(house.cards, "hand", {"table": ""}, "table"))
    await held.reached()
    assert house.clock is not None
    house.clock.advance(access.SUGGESTED_WITHIN)
    assert await asking == []
    held.release()
    await house.settled()
    suggested = await crowd.eve.autocomplete(house.cards, "hand", {"table": ""}, "table")
    assert [one["value"] for one in suggested] == [table.facts.id]
