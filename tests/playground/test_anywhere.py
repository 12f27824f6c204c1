"""The app in a server, in an account and in neither: what is offered where, and what is refused where the
bot is not."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest

from playground.people import Person
from playground.reading import text
from playground.server import Playground
from playground.world.permissions import EVERYONE, Permission
from playground.world.places import EPHEMERAL
from tests.clock import FakeClock
from tests.playground.conftest import Bot, Rest
from tests.playground.test_interactions import panel

BOTH = {"integration_types": [0, 1], "contexts": [0, 1, 2]}
HERE = {"name": "here", "description": "Of servers", "type": 1}
ANYWHERE = {"name": "anywhere", "description": "Of people too", "type": 1} | BOTH


@pytest.fixture
async def commands(bot: Bot, server: Playground) -> None:
    await bot.http.bulk_upsert_global_commands(server.application_id, [HERE, ANYWHERE])  # pyright: ignore


@pytest.fixture
def group(server: Playground, ann: Person, bram: Person) -> int:
    return server.changes.add_group("Friends", [ann.account, bram.account]).id


@pytest.fixture
def foreign(server: Playground) -> int:
    """A channel of a server where the bot is not."""
    guild = server.changes.add_guild("Elsewhere", invited=False)
    return server.changes.add_channel(guild, "talk").id


def offered(person: Person, channel: int | str) -> list[str]:
    return [one["name"] for one in person.commands(channel)]


@pytest.mark.usefixtures("commands")
async def test_what_is_offered_where(ann: Person, general: int, group: int, foreign: int) -> None:
    direct = ann.open_direct_messages()["id"]
    assert offered(ann, general) == ["here", "anywhere"]
    assert (offered(ann, group), offered(ann, foreign)) == ([], [])
    ann.have_app()
    assert offered(ann, general) == ["here", "anywhere"]
    assert (offered(ann, group), offered(ann, foreign)) == (["anywhere"], ["anywhere"])
    assert offered(ann, direct) == ["here", "anywhere"]
    ann.have_app(has=False)
    assert offered(ann, group) == []


async def used(bot: Bot, person: Person, channel: int) -> tuple[discord.Interaction, dict[str, Any]]:
    """An interaction by /anywhere that was answered to everybody, and that answer."""
    got: asyncio.Queue[discord.Interaction] = asyncio.Queue()

    async def answer(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(view=panel("Hello", "go"))
        got.put_nowait(interaction)

    bot.answer = answer
    invocation = await (await person.command(channel, "anywhere")).done()
    assert invocation.message is not None, invocation.error
    return await got.get(), invocation.message


@pytest.mark.usefixtures("commands")
async def test_a_group_is_a_private_channel_of_which_the_bot_hears_nothing_else(
    bot: Bot, rest: Rest, server: Playground, ann: Person, bram: Person, group: int
) -> None:
    ann.have_app()
    interaction, message = await used(bot, ann, group)
    assert interaction.context.private_channel and not interaction.context.dm_channel
    assert (interaction.guild_id, interaction.is_guild_integration()) == (None, False)
    assert interaction.is_user_integration() and isinstance(interaction.channel, discord.GroupChannel)
    assert interaction.app_permissions.attach_files and not interaction.app_permissions.view_channel
    assert text(bram.message(message["id"])) == "Hello"
    await bram.send(group, "Nice")
    assert bot.messages.empty()
    assert await rest("POST", f"/channels/{group}/messages", {"content": "I too"}) == (
        403,
        {"message": "Missing Access", "code": 50001},
    )
    assert (await rest("GET", f"/channels/{group}/messages"))[0] == 403
    assert (await rest("PATCH", f"/channels/{group}/messages/{message['id']}", {"content": "x"}))[0] == 403
    server.changes.leave_group(server.world.channels[group], bram.account)  # pyright: ignore[reportArgumentType]
    with pytest.raises(KeyError):
        bram.messages(group)


@pytest.mark.usefixtures("commands")
async def test_in_a_server_without_the_bot_it_answers_and_no_more(
    bot: Bot, rest: Rest, ann: Person, bram: Person, foreign: int
) -> None:
    ann.have_app()
    interaction, message = await used(bot, ann, foreign)
    assert interaction.context.guild and not interaction.is_guild_integration()
    assert bot.get_guild(interaction.guild_id or 0) is None
    assert text(bram.message(message["id"])) == "Hello"
    assert await rest("POST", f"/channels/{foreign}/messages", {"content": "I too"}) == (
        403,
        {"message": "Missing Access", "code": 50001},
    )
    pressed: asyncio.Queue[discord.Interaction] = asyncio.Queue()

    async def answer(interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=panel("Changed", "go"))
        pressed.put_nowait(interaction)

    bot.answer = answer
    await (await bram.press(message["id"], "go")).done()
    component = await pressed.get()
    assert not component.is_guild_integration()
    assert text(ann.message(message["id"])) == "Changed"


@pytest.mark.usefixtures("commands")
async def test_a_sixth_follow_up_is_refused(bot: Bot, ann: Person, group: int, general: int) -> None:
    ann.have_app()
    interaction, _ = await used(bot, ann, group)
    for number in range(5):
        await interaction.followup.send(str(number))
    with pytest.raises(discord.HTTPException) as refused:
        await interaction.followup.send("one more")
    assert refused.value.code == 40094
    interaction, _ = await used(bot, ann, general)
    for number in range(7):
        await interaction.followup.send(str(number))


@pytest.mark.usefixtures("commands")
async def test_an_edit_after_a_quarter_of_an_hour_is_refused(
    bot: Bot, ann: Person, bram: Person, group: int, clock: FakeClock
) -> None:
    ann.have_app()
    interaction, message = await used(bot, ann, group)
    clock.advance(14 * 60)
    await interaction.edit_original_response(view=panel("Still", "go"))
    clock.advance(61)
    with pytest.raises(discord.HTTPException) as refused:
        await interaction.edit_original_response(view=panel("Too late"))
    assert refused.value.code == 50027
    renewed: asyncio.Queue[discord.Interaction] = asyncio.Queue()

    async def answer(interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        renewed.put_nowait(interaction)

    bot.answer = answer
    await (await bram.press(message["id"], "go")).done()
    await (await renewed.get()).edit_original_response(view=panel("Again"))
    assert text(ann.message(message["id"])) == "Again"


@pytest.mark.usefixtures("commands")
async def test_who_may_not_use_apps_from_elsewhere_is_answered_alone(
    bot: Bot, server: Playground, ann: Person, bram: Person, foreign: int, general: int
) -> None:
    bram.have_app()
    for guild in server.world.guilds.values():
        guild.everyone = EVERYONE & ~Permission.USE_EXTERNAL_APPS
    interaction, message = await used(bot, bram, foreign)
    assert not interaction.permissions.use_external_apps
    assert message["flags"] & EPHEMERAL
    with pytest.raises(KeyError):
        ann.message(message["id"])
    _, message = await used(bot, bram, general)
    assert not message["flags"] & EPHEMERAL
