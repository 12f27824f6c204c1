"""What a person does not see: channels hidden from them, and private messages that their client forgot."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest

from playground.people import Person
from playground.server import Playground
from playground.world.permissions import ALL, Permission
from playground.world.places import Channel
from tests.playground.conftest import Bot


@pytest.fixture
def channel(server: Playground, general: int) -> Channel:
    return server.world.channels[general]


async def test_who_does_not_see_a_channel_has_nothing_of_it(
    bot: Bot, server: Playground, ann: Person, bram: Person, channel: Channel
) -> None:
    events = bram.events()
    await ann.send(channel.id, f"<@{bram.id}> look")
    assert bram.unread(channel.id) == 1
    server.changes.hide(channel, bram.account)
    message = await ann.send(channel.id, f"<@{bram.id}> you do not see this")
    assert bram.unread(channel.id) == 0
    assert [one["name"] for one in bram.channels() if "guild_id" in one] == ["cards"]
    assert [one["name"] for one in bram.guilds()[0]["channels"]] == ["cards"]
    for look in (bram.messages, bram.commands):
        with pytest.raises(KeyError):
            look(channel.id)
    with pytest.raises(KeyError):
        bram.message(message["id"])
    with pytest.raises(KeyError):
        await bram.command(channel.id, "plain")
    with pytest.raises(KeyError):
        await bram.forge_press(message["id"], "go")
    events.close()
    heard = [event["type"] async for event in events]
    assert heard == ["message_create", "unread", "channel_delete"]
    assert len(ann.messages(channel.id)) == 2


async def test_a_channel_shown_again_is_as_before(
    bot: Bot, server: Playground, ann: Person, bram: Person, channel: Channel
) -> None:
    server.changes.hide(channel, bram.account)
    await ann.send(channel.id, "meanwhile")
    events = bram.events()
    server.changes.show(channel, bram.account)
    await ann.send(channel.id, "again")
    events.close()
    heard = [event["type"] async for event in events]
    assert heard == ["channel_create", "channel_update", "message_create"]
    assert [one["content"] for one in bram.messages(channel.id)] == ["meanwhile", "again"]
    assert channel.to_json()["permission_overwrites"] == []


async def test_the_library_knows_who_does_not_see_a_channel(
    bot: Bot, server: Playground, ann: Person, bram: Person, channel: Channel
) -> None:
    await asyncio.wait_for(bot.wait_until_ready(), 5)
    guild = bot.guilds[0]
    members = {person: await guild.fetch_member(person.id) for person in (ann, bram)}

    async def seen() -> list[bool]:
        """Whether each of them sees it, once the library has heard of the change."""
        known = await asyncio.wait_for(bot.channel_updates.get(), 5)
        return [known.permissions_for(members[person]).view_channel for person in (ann, bram)]

    server.changes.hide(channel, bram.account)
    assert await seen() == [True, False]
    fetched = await guild.fetch_channel(channel.id)
    assert isinstance(fetched, discord.TextChannel)
    found = {who.id: overwrite.pair()[1].value for who, overwrite in fetched.overwrites.items()}
    assert found == {bram.id: Permission.VIEW_CHANNEL}
    server.changes.show(channel, bram.account)
    assert await seen() == [True, True]


async def test_the_permissions_of_members_chosen_in_a_command_are_those_of_the_channel(
    bot: Bot, server: Playground, ann: Person, bram: Person, channel: Channel
) -> None:
    seen: asyncio.Queue[list[int]] = asyncio.Queue()

    async def answer(interaction: discord.Interaction) -> None:
        assert interaction.data is not None
        data: dict[str, Any] = dict(interaction.data)
        chosen = data["resolved"]["members"][str(bram.id)]
        seen.put_nowait([interaction.permissions.value, int(chosen["permissions"])])
        await interaction.response.send_message("Thanks")

    bot.answer = answer
    server.changes.hide(channel, bram.account)
    options = {"tricks": 3, "partner": str(bram.id)}
    await (await ann.command(channel.id, "table bid", options)).done()
    mine, his = await seen.get()
    assert mine == ALL
    assert his == 0


async def test_nothing_can_be_hidden_from_who_owns_or_administers_a_server(
    server: Playground, ann: Person, bram: Person, channel: Channel
) -> None:
    assert channel.guild is not None
    server.changes.add_role(channel.guild, "Admins", bram.account, permissions=Permission.ADMINISTRATOR)
    for person in (ann, bram):
        with pytest.raises(ValueError, match="cannot be hidden"):
            server.changes.hide(channel, person.account)
        assert person.channels()[0]["id"] == str(channel.id)
    with pytest.raises(ValueError, match="cannot be hidden"):
        server.changes.hide(server.changes.direct_channel(ann.account), ann.account)


async def test_who_becomes_an_administrator_sees_what_was_hidden(
    server: Playground, bram: Person, channel: Channel
) -> None:
    assert channel.guild is not None
    server.changes.hide(channel, bram.account)
    server.changes.add_role(channel.guild, "Admins", bram.account, permissions=Permission.ADMINISTRATOR)
    assert bram.channels()[0]["id"] == str(channel.id)


async def test_a_forgotten_private_message_is_out_of_sight_and_still_takes_edits(
    bot: Bot, server: Playground, ann: Person, bram: Person, channel: Channel
) -> None:
    answered: asyncio.Queue[discord.Interaction] = asyncio.Queue()

    async def answer(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Between us", ephemeral=True)
        answered.put_nowait(interaction)

    bot.answer = answer
    for person in (ann, bram):
        await (await person.command(channel.id, "plain")).done()
    interaction = await answered.get()
    await answered.get()
    public = await ann.send(channel.id, "for all")
    private = ann.messages(channel.id)[0]
    events = ann.events()
    server.changes.forget_private(ann.account)
    assert ann.messages(channel.id) == [public]
    with pytest.raises(KeyError):
        ann.message(private["id"])
    await interaction.edit_original_response(content="Still between us")
    assert ann.messages(channel.id) == [public]
    assert [one["content"] for one in bram.messages(channel.id)] == ["Between us", "for all"]
    await interaction.delete_original_response()
    events.close()
    heard = [(event["type"], event.get("message_id")) async for event in events]
    assert heard == [("message_delete", private["id"])]
    await (await ann.command(channel.id, "plain")).done()
    assert ann.messages(channel.id)[-1]["content"] == "Between us"
