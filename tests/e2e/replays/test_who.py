"""Who may look at a game again, and who is refused, in words that tell nothing of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.discordkit.sending import TRIES
from bot.tables.model import Counting, Invited, Origin, State
from bot.tables.table import Table
from playground import reading
from playground.people import Person
from playground.world.permissions import Permission
from playground.world.places import Channel, Guild
from tests.e2e.house import House, own_secret
from tests.e2e.leagues.club import Club
from tests.e2e.replays.watching import Watching, played, refused, replay
from tests.e2e.secrecy import cards_in
from tests.e2e.test_comfort import play_to_the_end
from tests.kept import keep_league

HIDDEN = "There's no such table here."
RUNNING = "That game is still being played: you can replay it once it's over."
VALUES = {
    "replay-open": "",
    "replay": "on:0:0:t-0",
    **dict.fromkeys(("replay-deal", "replay-eyes", "replay-more", "replay-record"), "0:0:t-0"),
    **dict.fromkeys(("replay-animation", "replay-share"), "0:0:t-0"),
}
"""What can be pressed, with values that are right."""


async def table_in(house: House, channel_id: int, *people: Person, **more: Any) -> Table:
    """A game of these people in a channel or thread, played to its end."""
    (guild_id,) = house.world.guilds
    host, *others = people
    table = await house.bot.tables.open(
        guild_id=guild_id, channel_id=channel_id, host_id=host.id, host_name=host.name, **more
    )
    for person in others:
        await table.join(person.id, person.name)
    await table.fill_and_start(host.id)
    await play_to_the_end(house, table)
    return table


def guild(house: House) -> Guild:
    return next(iter(house.world.guilds.values()))


def hidden_channel(house: House, *people: Person) -> Channel:
    """A channel that these people do not see."""
    channel = house.changes.add_channel(guild(house), "den")
    for person in people:
        house.changes.hide(channel, person.account)
    return channel


async def may(house: House, person: Person, table: Table) -> bool:
    """Whether they may, by the command and by the button alike."""
    told = await house.reply(person, "replay", {"table": table.facts.id})
    shown = house.whispers(person)[-1]
    if told != HIDDEN:
        assert reading.selects(shown)
        return True
    assert not reading.buttons(shown)
    for verb, values in VALUES.items():
        assert await house.forge(person, shown, f"hh:{verb}:{table.facts.id}:0:{values}") == [HIDDEN], verb
    return False


async def test_who_sees_the_channel_may_and_who_does_not_may_not(house: House) -> None:
    ann, bram, chloe, dirk = house.people()
    eve = house.server.people.add("Eve")
    channel = hidden_channel(house, eve, bram)
    table = await table_in(house, channel.id, ann, chloe)
    assert await may(house, ann, table) and await may(house, dirk, table)
    assert not await may(house, bram, table) and not await may(house, eve, table)
    house.changes.show(channel, eve.account)
    await house.settled()
    assert await may(house, eve, table)


async def test_who_played_may_where_they_see_no_more(house: House) -> None:
    _, bram, chloe, dirk = house.people()
    channel = hidden_channel(house)
    table = await table_in(house, channel.id, chloe, bram)
    for person in (bram, dirk):
        house.changes.hide(channel, person.account)
    await house.settled()
    assert await may(house, bram, table) and not await may(house, dirk, table)


async def test_who_gave_up_their_seat_has_played_too(house: House) -> None:
    _, bram, chloe, dirk = house.people()
    channel = hidden_channel(house, bram, dirk)
    (guild_id,) = house.world.guilds
    table = await house.bot.tables.open(
        guild_id=guild_id, channel_id=channel.id, host_id=chloe.id, host_name=chloe.name
    )
    await table.join(bram.id, bram.name)
    await table.fill_and_start(chloe.id)
    await table.leave(bram.id)
    await play_to_the_end(house, table)
    assert table.facts.seat_of(bram.id) is None
    assert await may(house, bram, table) and not await may(house, dirk, table)


@pytest.mark.parametrize("archived", [False, True])
@pytest.mark.parametrize("private", [False, True])
async def test_threads(house: House, private: bool, archived: bool) -> None:
    """A public one is seen by who sees its channel, a private one by who was brought in; one that rests is
    not known to the library, and asked for."""
    _, bram, chloe, dirk = house.people()
    eve = house.server.people.add("Eve")
    parent = hidden_channel(house, eve)
    thread = house.changes.threads.begin(parent, "table 1", is_private=private)
    for person in (bram, chloe):
        house.changes.threads.join(thread, person.id)
    table = await table_in(house, thread.id, chloe)
    if archived:
        house.changes.threads.edit(thread, archived=True)
        await house.reply(bram, "help")  # by then the library has heard of it
        here = house.bot.get_guild(guild(house).id)
        assert here is not None and here.get_thread(thread.id) is None
    assert await may(house, bram, table)
    assert await may(house, dirk, table) != private
    assert not await may(house, eve, table)


async def test_where_the_channel_is_gone_players_and_who_manages_the_server(house: House) -> None:
    ann, bram, chloe, dirk = house.people()
    eve = house.server.people.add("Eve")
    house.server.changes.add_role(guild(house), "Managers", eve.account, permissions=Permission.MANAGE_GUILD)
    channel = hidden_channel(house)
    table = await table_in(house, channel.id, chloe)
    house.changes.delete_channel(channel)
    await house.settled()
    assert await may(house, chloe, table) and await may(house, eve, table) and await may(house, ann, table)
    assert not await may(house, bram, table) and not await may(house, dirk, table)


async def test_an_organiser_of_its_league_may(house: House) -> None:
    ann, bram, chloe, dirk = house.people()
    club = await Club.found(house)
    roled = house.server.people.add("Eve")
    role = house.server.changes.add_role(guild(house), "Organisers", roled.account)
    await keep_league(house.bot.store.leagues, replace(club.league, roles=(role.id,)))
    channel = hidden_channel(house, roled, bram, dirk)
    counting = Counting(club.season.id, club.league.name)
    table = await table_in(house, channel.id, chloe, counting=counting)
    other = await table_in(house, channel.id, chloe)
    assert await may(house, roled, table) and not await may(house, roled, other)
    assert not await may(house, bram, table)  # a member is no organiser
    assert ann.id == club.league.creator and await may(house, ann, table)


async def test_a_private_table_is_its_person_s_alone(house: House) -> None:
    ann, bram, *_ = house.people()
    channel = ann.open_direct_messages()
    await (await ann.command(channel["id"], "table open", {"robots": 3})).done()
    await house.settled()
    (table,) = house.bot.tables.running()
    assert table.facts.is_private
    await play_to_the_end(house, table)
    panel = await Watching.typed(house, ann, table=table.facts.id)
    assert "Table 1" in panel.text
    behind = await Watching.pressed(house, ann, panel.message, "More")
    assert "Share" not in [one.label for one in reading.buttons(behind.message)]
    assert await refused(house, bram, table=table.facts.id) == HIDDEN
    hand = house.hand(ann)
    done = await house.press(ann, hand, "Replay")
    assert done.state == "answered"


async def test_in_direct_messages_players_may(house: House) -> None:
    ann, bram, _, dirk = house.people()
    table = await played(house, ann, bram)
    told: dict[str, str] = {}
    for person in (bram, dirk):
        channel = person.open_direct_messages()["id"]
        done = await (await person.command(channel, "replay", {"table": table.facts.id})).done()
        await house.settled()
        assert done.state == "answered" and done.message is not None
        told[person.name] = reading.text(person.message(done.message["id"]))
    assert "Table 1" in told[bram.name]
    assert told[dirk.name] == HIDDEN


async def test_in_another_server_nobody_but_who_played(house: House) -> None:
    ann, bram, _, dirk = house.people()
    table = await played(house, ann, bram)
    other = house.changes.add_guild("Elsewhere")
    channel = house.changes.add_channel(other, "cards")
    await house.settled()
    answers: dict[str, Any] = {}
    for person in (bram, dirk):
        done = await (await person.command(channel.id, "replay", {"table": table.facts.id})).done()
        await house.settled()
        assert done.state == "answered" and done.message is not None, done.error
        answers[person.name] = person.message(done.message["id"])
    assert reading.selects(answers[bram.name]) and reading.text(answers[dirk.name]) == HIDDEN
    behind = await Watching.pressed(house, bram, answers[bram.name], "More")
    assert "Share" not in [one.label for one in reading.buttons(behind.message)]


# Games that are not to be looked at yet


async def test_a_game_still_running_is_refused_and_tells_nothing(house: House) -> None:
    ann, bram, _, dirk = house.people()
    table = await house.start_table(ann, bram)
    for person in (ann, bram, dirk):
        told = await refused(house, person, table=table.facts.id)
        assert told == RUNNING and not cards_in(told)
        sheet = house.whispers(person)[-1]
        for verb, values in VALUES.items():
            assert await house.forge(person, sheet, f"hh:{verb}:{table.facts.id}:0:{values}") == [RUNNING]
    eve = house.server.people.add("Eve")
    house.changes.hide(house.world.channel(house.cards), eve.account)
    await house.settled()
    other = house.changes.add_channel(guild(house), "elsewhere")
    done = await (await eve.command(other.id, "replay", {"table": table.facts.id})).done()
    await house.settled()
    assert done.message is not None and reading.text(eve.message(done.message["id"])) == HIDDEN


async def test_a_table_that_was_never_begun(house: House) -> None:
    ann, bram, *_ = house.people()
    table = await house.open_table(ann, bram)
    nothing = "No cards were played at that table, so there's nothing to replay."
    assert await refused(house, bram, table=table.facts.id) == nothing
    await house.confirmed(ann, "table close")
    assert await refused(house, bram, table=table.facts.id) == nothing


async def test_a_table_whose_cards_are_played_elsewhere_still(house: House) -> None:
    ann, bram, chloe, dirk = house.people()
    origin, (guild_id,) = Origin(own_secret()), house.world.guilds
    tables = [
        await house.bot.tables.open_with_seats(
            f"Friday {number}",
            (Invited(one.id, one.name), None, None, None),
            guild_id=guild_id,
            channel_id=house.cards,
            place=f"12.1.{number}.1",
            origin=origin,
            preset="whist-walloon",
            options={"deals": "4", "shuffle": "full"},
        )
        for number, one in ((1, ann), (2, bram))
    ]
    for table in tables:
        await house.bot.opening.show(table)
        await table.begin()
    await play_to_the_end(house, tables[0])
    assert tables[0].facts.state is State.FINISHED and tables[0].facts.veiled
    for person in (ann, bram, chloe, dirk):
        told = await refused(house, person, table=tables[0].facts.id)
        assert told.startswith("All tables this round play the same cards")
    await play_to_the_end(house, tables[1])
    for table in tables:
        await table.unveil()
    await house.settled()
    assert (await Watching.typed(house, chloe, table=tables[0].facts.id)).can("on")


async def test_a_table_that_is_parked(house: House) -> None:
    ann, bram, *_ = house.people()
    table = await played(house, ann, bram)
    live = table._live  # pyright: ignore[reportPrivateUsage]
    live.facts = replace(table.facts, state=State.PARKED)
    told = await refused(house, ann, table=table.facts.id)
    assert told.startswith("This table can't carry on: its log no longer fits this version of the program.")


async def test_a_log_that_is_no_game_any_more_is_refused(house: House) -> None:
    ann, bram, *_ = house.people()
    table = await played(house, ann, bram)
    live = table._live  # pyright: ignore[reportPrivateUsage]
    live.facts = replace(table.facts, seq=table.facts.seq + 1)
    told = await refused(house, ann, table=table.facts.id)
    assert told.startswith("This table can't carry on")


# Where Discord does not tell


async def test_where_discord_does_not_answer_it_is_said_so(house: House) -> None:
    _, bram, chloe, _ = house.people()
    parent = hidden_channel(house)
    thread = house.changes.threads.begin(parent, "table 1", is_private=True)
    house.changes.threads.join(thread, chloe.id)
    table = await table_in(house, thread.id, chloe)
    house.server.faults.fail("GET /channels/{channel_id}/thread-members/{user_id}", status=500, times=TRIES)
    told = await refused(house, bram, table=table.facts.id)
    assert told.startswith("I couldn't check whether you can see that table's channel.")


# Sharing


async def test_a_moment_is_shared_and_others_go_on_from_there(house: House) -> None:
    ann, bram, _, dirk = house.people()
    table = await played(house, ann, bram)
    opened = await replay(table)
    panel = await Watching.typed(house, bram, table=table.facts.id, deal=3, trick=5)
    await panel.go("others")
    behind = await Watching.pressed(house, bram, panel.message, "More")
    done = await house.press(bram, behind.message, "Share")
    await house.settled()
    assert done.state == "answered", done.error
    posted = house.channel_message(dirk, "table:1 deal:3 trick:5")
    assert reading.pictures(house.server, posted)
    again = await house.press(bram, behind.message, "Share")
    await house.settled()
    assert again.state == "answered"
    assert "You've already shared this moment" in reading.text(house.whispers(bram)[-1])
    own = await Watching.pressed(house, dirk, posted, "Replay from here")
    assert own.moment == opened.at_trick(2, 5) and own.look.others
    typed = await Watching.typed(house, dirk, table=1, deal=3, trick=5)
    assert typed.moment == own.moment
    assert len([one for one in dirk.messages(house.cards) if "deal:3 trick:5" in reading.text(one)]) == 1


async def test_what_not_all_see_is_not_shared_where_they_are(house: House) -> None:
    ann, bram, *_ = house.people()
    thread = house.changes.threads.begin(house.world.channel(house.cards), "table 1", is_private=True)
    house.changes.threads.join(thread, bram.id)
    table = await table_in(house, thread.id, bram)
    panel = await Watching.typed(house, bram, table=table.facts.id)
    behind = await Watching.pressed(house, bram, panel.message, "More")
    await house.press(bram, behind.message, "Share")
    await house.settled()
    assert reading.text(house.whispers(bram)[-1]).startswith(
        "Not everybody here can see where that game was played"
    )
    assert not [one for one in ann.messages(house.cards) if "Replay from here" in str(one)]
    done = await (await bram.command(thread.id, "replay", {"table": table.facts.id})).done()
    await house.settled()
    assert done.message is not None
    behind = await Watching.pressed(house, bram, bram.message(done.message["id"]), "More")
    await house.press(bram, behind.message, "Share")
    await house.settled()
    assert [one for one in bram.messages(thread.id) if "Replay from here" in str(one)]
