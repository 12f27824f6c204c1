"""``/table show`` in another channel: who may move a table, and where to."""

from __future__ import annotations

import pytest

from bot.discordkit.sending import TRIES
from bot.tables.table import Table
from playground import reading
from playground.people import Person
from playground.world.permissions import Permission
from tests.e2e.house import House

STAYS = "The table stays where it is: {names} can't see this channel."
UNSURE = "I couldn't check whether everybody at the table can see this channel"
NOT_YOURS = (
    "Only the table's players, host and moderators can move it here. `/table list` shows where "
    "every table is."
)
MEMBER = "GET /guilds/{guild_id}/members/{user_id}"


async def show_in(house: House, person: Person, channel_id: int, table: Table) -> str:
    """What a person is told who types it there."""
    known = {one["id"] for one in house.whispers(person)}
    asked = await (await person.command(channel_id, "table show", {"table": table.facts.id})).done()
    assert asked.state in ("answered", "thinking"), asked.error
    await house.settled()
    (told,) = [one for one in house.whispers(person) if one["id"] not in known]
    return reading.text(told)


def said_in(person: Person, channel_id: int) -> list[str]:
    return [reading.text(one) for one in person.messages(channel_id)]


async def test_a_player_moves_it_and_both_channels_are_told(house: House) -> None:
    _, bram, chloe, dmitri = house.people()
    table = await house.start_table(bram, chloe)
    general = house.world.channel_named("general").id
    old = house.table_message(table)
    assert await show_in(house, chloe, general, table) == "Table 1 is here now."
    assert int(house.table_message(table)["channel_id"]) == general == table.facts.channel_id
    assert house.world.find_message(old["id"]) is None
    assert (f"Chloé has moved table 1 to <#{general}>: the game carries on there.") in said_in(
        dmitri, house.cards
    )
    assert f"Chloé has moved table 1 here from <#{house.cards}>." in said_in(dmitri, general)
    await house.press(bram, house.table_message(table), "My hand")
    await house.settled()
    assert [one.filename for one in reading.pictures(house.server, house.whispers(bram)[-1])] == ["hand.png"]


async def test_a_stranger_does_not_show_it_anywhere(house: House) -> None:
    _, bram, chloe, dmitri = house.people()
    table = await house.start_table(bram, chloe)
    shown = house.table_message(table)
    for channel_id in (house.cards, house.world.channel_named("general").id):
        assert await show_in(house, dmitri, channel_id, table) == house.mentioned(NOT_YOURS)
    assert house.table_message(table)["id"] == shown["id"]


async def test_a_moderator_moves_it_to_a_channel_that_all_players_see(house: House) -> None:
    _, bram, chloe, dmitri = house.people()
    table = await house.start_table(bram, chloe)
    shown, general = house.table_message(table), house.world.channel_named("general")
    assert general.guild is not None
    house.changes.add_role(
        general.guild, "Moderators", dmitri.account, permissions=Permission.MANAGE_MESSAGES
    )
    house.changes.hide(general, chloe.account)
    assert await show_in(house, dmitri, general.id, table) == STAYS.format(names="Chloé")
    assert house.table_message(table)["id"] == shown["id"] and table.facts.channel_id == house.cards
    house.changes.show(general, chloe.account)
    assert await show_in(house, dmitri, general.id, table) == "Table 1 is here now."


async def test_a_seat_that_its_person_has_left_does_not_count(house: House) -> None:
    _, bram, chloe, _ = house.people()
    table = await house.start_table(bram, chloe)
    general = house.world.channel_named("general")
    house.changes.hide(general, chloe.account)
    assert await house.confirmed(chloe, "table leave") == "You've left table 1."
    assert await show_in(house, bram, general.id, table) == "Table 1 is here now."


async def test_who_is_no_longer_in_the_server_does_not_count(house: House) -> None:
    _, bram, chloe, _ = house.people()
    table = await house.start_table(bram, chloe)
    general = house.world.channel_named("general")
    assert general.guild is not None
    del general.guild.members[chloe.id]
    assert await show_in(house, bram, general.id, table) == "Table 1 is here now."


@pytest.mark.parametrize("status", [403, 500])
async def test_what_cannot_be_found_out_is_refused(house: House, status: int) -> None:
    _, bram, chloe, _ = house.people()
    table = await house.start_table(bram, chloe)
    shown, general = house.table_message(table), house.world.channel_named("general").id
    house.server.faults.fail(MEMBER, status, times=TRIES)
    assert (await show_in(house, bram, general, table)).startswith(UNSURE)
    assert house.table_message(table)["id"] == shown["id"]


async def test_a_moderator_of_another_server_is_none_here(house: House) -> None:
    """Though they play here, and so may name the table there."""
    ann, bram, *_ = house.people()
    other = house.changes.add_guild("Elsewhere")
    elsewhere = house.changes.add_channel(other, "cards")
    table = await house.start_table(bram, ann)
    seat = table.facts.seat_of(bram.id)
    known = len(house.whispers(ann))
    asked = await ann.command(elsewhere.id, "table replace", {"table": table.facts.id, "player": seat})
    await asked.done()
    await house.settled()
    told = [reading.text(one) for one in house.whispers(ann)[known:]]
    assert other.owner is ann.account and told == ["Only the table's host can do that."]
    assert table.facts.seat_of(bram.id) == seat
