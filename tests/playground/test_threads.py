"""Threads, begun without a message, who is in them and when they rest, as Discord has it
(https://discord.com/developers/docs/topics/threads)."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest

from playground.interactions.acts import InvalidAct
from playground.people import Person
from playground.server import Playground
from playground.world.permissions import EVERYONE, Permission
from playground.world.places import Guild
from playground.world.threads import Thread
from tests.clock import FakeClock
from tests.playground.conftest import Bot, Rest
from tests.playground.openapi import OpenApiChecker

MINUTE = 60.0


def threads(server: Playground, general: int) -> str:
    assert server.world.channels[general].guild is not None
    return f"/channels/{general}/threads"


async def test_a_thread_is_seen_by_library_and_people(
    bot: Bot, server: Playground, ann: Person, general: int
) -> None:
    channel = await bot.fetch_channel(general)
    assert isinstance(channel, discord.TextChannel)
    thread = await channel.create_thread(name="A game", type=discord.ChannelType.public_thread)
    assert (thread.parent_id, thread.name, thread.archived) == (general, "A game", False)
    sent = await thread.send("Hello")
    assert [one["content"] for one in ann.messages(thread.id)] == ["Hello"]
    assert any(one["id"] == str(thread.id) and one["type"] == 11 for one in ann.channels())
    begun = ann.messages(general)[-1]
    assert (begun["type"], begun["content"]) == (18, "A game")
    assert begun["message_reference"]["channel_id"] == str(thread.id)
    assert (await thread.fetch_message(sent.id)).content == "Hello"
    server.changes.delete_channel(server.world.channels[general])
    assert thread.id not in server.world.channels


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"name": "", "type": 11}, 400, 50035),
        ({"name": "x" * 101, "type": 11}, 400, 50035),
        ({"type": 11}, 400, 50035),
        ({"name": "x", "type": 11, "auto_archive_duration": 7}, 400, 50035),
        ({"name": "x", "type": 11, "auto_archive_duration": 60}, 201, None),
        ({"name": "x", "type": 10}, 400, 50035),
        ({"name": "x", "type": 12, "rate_limit_per_user": 21_601}, 400, 50035),
        ({"name": "x", "type": 12, "rate_limit_per_user": 21_600, "invitable": False}, 201, None),
    ],
)
async def test_what_a_thread_takes(
    rest: Rest, server: Playground, general: int, body: dict[str, Any], status: int, code: int | None
) -> None:
    got, answer = await rest("POST", threads(server, general), body)
    assert (got, answer.get("code")) == (status, code)


async def test_what_threads_need(rest: Rest, server: Playground, general: int) -> None:
    channel = server.world.channels[general]
    _, thread = await rest("POST", threads(server, general), {"name": "x", "type": 11})
    again = await rest("POST", f"/channels/{thread['id']}/threads", {"name": "y", "type": 11})
    assert (again[0], again[1]["code"]) == (400, 50024)
    server.changes.set_permissions(channel, EVERYONE & ~Permission.CREATE_PUBLIC_THREADS)
    refused = await rest("POST", threads(server, general), {"name": "y", "type": 11})
    assert (refused[0], refused[1]["code"]) == (403, 50013)
    server.changes.set_permissions(channel, EVERYONE & ~Permission.SEND_MESSAGES_IN_THREADS)
    refused = await rest("POST", f"/channels/{thread['id']}/messages", {"content": "Hello"})
    assert (refused[0], refused[1]["code"]) == (403, 50013)


# Private ones


@pytest.fixture
def guild(server: Playground) -> Guild:
    return next(iter(server.world.guilds.values()))


async def begun(rest: Rest, server: Playground, general: int, **changes: Any) -> Thread:
    """A thread of the bot's, a private one unless it is said otherwise."""
    status, answer = await rest("POST", threads(server, general), {"name": "Table 1", "type": 12} | changes)
    assert status == 201, answer
    thread = server.world.channels[int(answer["id"])]
    assert isinstance(thread, Thread)
    return thread


def sees(person: Person, thread: Thread) -> bool:
    """Whether it is among somebody's channels, and can be read."""
    listed = str(thread.id) in {one["id"] for one in person.channels()}
    try:
        person.messages(thread.id)
    except KeyError:
        return listed
    assert listed
    return True


async def test_a_thread_without_a_type_is_private(rest: Rest, server: Playground, general: int) -> None:
    status, thread = await rest("POST", threads(server, general), {"name": "x"})
    assert (status, thread["type"], thread["thread_metadata"]["invitable"]) == (201, 12, True)
    assert thread["member"]["user_id"] == str(server.application_id)


async def test_a_private_thread_takes_a_permission_of_its_own(
    rest: Rest, server: Playground, general: int
) -> None:
    channel = server.world.channels[general]
    server.changes.rights.take(Permission.CREATE_PRIVATE_THREADS, channel)
    refused = await rest("POST", threads(server, general), {"name": "x", "type": 12})
    assert (refused[0], refused[1]["code"]) == (403, 50013)
    await begun(rest, server, general, type=11)
    server.changes.rights.give(Permission.CREATE_PRIVATE_THREADS, channel)
    await begun(rest, server, general)
    assert channel.to_json()["permission_overwrites"] == []


async def test_a_private_thread_is_seen_by_its_members_and_who_manages_threads(
    rest: Rest, server: Playground, openapi: OpenApiChecker | None, ann: Person, bram: Person, general: int
) -> None:
    guild, dmitri = server.world.channels[general].guild, server.people.named("Dmitri")
    assert guild is not None
    server.changes.add_role(guild, "Moderators", dmitri.account, permissions=Permission.MANAGE_THREADS)
    events = bram.events()
    thread = await begun(rest, server, general)
    members = f"/channels/{thread.id}/thread-members"
    assert ann.messages(general) == [], "nothing tells of a private thread"
    assert (sees(ann, thread), sees(bram, thread), sees(dmitri, thread)) == (True, False, True)
    await rest("POST", f"/channels/{thread.id}/messages", {"content": "Before"})
    assert await rest("PUT", f"{members}/{bram.id}") == (204, None)
    assert await rest("PUT", f"{members}/{bram.id}") == (204, None)
    first, added = bram.messages(thread.id)
    assert (first["content"], added["type"]) == ("Before", 1)
    assert [user["id"] for user in added["mentions"]] == [str(bram.id)]
    status, member = await rest("GET", f"{members}/{bram.id}")
    assert (status, member["user_id"], member["id"]) == (200, str(bram.id), str(thread.id))
    assert await rest("DELETE", f"{members}/{bram.id}") == (204, None)
    assert not sees(bram, thread)
    assert (await rest("GET", f"{members}/{bram.id}"))[1]["code"] == 10007
    await rest("POST", f"/channels/{thread.id}/messages", {"content": "After"})
    events.close()
    heard = [event["type"] async for event in events]
    assert heard == ["channel_create", "message_create", "channel_delete"]


async def test_whom_a_message_calls_joins_and_whoever_writes(
    rest: Rest, server: Playground, ann: Person, bram: Person, general: int
) -> None:
    thread = await begun(rest, server, general)
    path = f"/channels/{thread.id}/messages"
    quiet = {"content": f"<@{bram.id}>", "allowed_mentions": {"parse": []}}
    await rest("POST", path, quiet)
    assert not sees(bram, thread)
    await rest("POST", path, {"content": f"<@{bram.id}> sits here"})
    assert sees(bram, thread) and bram.unread(thread.id) == 1
    await ann.send(thread.id, "Good evening")
    assert set(thread.members) == {server.application_id, bram.id, ann.id}


async def test_of_an_uninvitable_thread_the_owner_alone_brings_others(
    rest: Rest, server: Playground, bram: Person, general: int
) -> None:
    thread, third = await begun(rest, server, general, invitable=False), server.people.named("Chloé")
    await rest("PUT", f"/channels/{thread.id}/thread-members/{bram.id}")
    await bram.send(thread.id, f"<@{third.id}>")
    assert not sees(third, thread)
    await rest("PATCH", f"/channels/{thread.id}", {"invitable": True})
    await bram.send(thread.id, f"<@{third.id}>")
    assert sees(third, thread)


@pytest.mark.parametrize(
    ("whom", "code"), [("nobody", 10013), ("gone", 10007), ("hidden", 50001), ("word", 50035)]
)
async def test_who_cannot_be_brought_into_a_thread(
    rest: Rest, server: Playground, bram: Person, general: int, whom: str, code: int
) -> None:
    thread = await begun(rest, server, general)
    if whom == "gone":
        server.changes.leave(thread.guild, bram.account)
    if whom == "hidden":
        server.changes.hide(thread.parent, bram.account)
    ids = {"nobody": "1", "word": "word"}
    _, answer = await rest("PUT", f"/channels/{thread.id}/thread-members/{ids.get(whom, bram.id)}")
    assert answer["code"] == code


async def test_others_are_sent_out_by_who_manages_threads(
    rest: Rest, server: Playground, ann: Person, bram: Person, guild: Guild, general: int
) -> None:
    thread = await begun(rest, server, general, type=11)
    await bram.send(thread.id, "Here")
    path = f"/channels/{thread.id}/thread-members/{bram.id}"
    assert (await rest("DELETE", path))[1]["code"] == 50013
    server.changes.rights.give(Permission.MANAGE_THREADS, guild)
    assert (await rest("DELETE", path))[0] == 204
    assert bram.id not in thread.members
    assert sees(bram, thread), "a public thread is seen by everybody"


async def test_a_bot_that_left_a_private_thread_sees_it_no_more(
    rest: Rest, server: Playground, ann: Person, guild: Guild, general: int
) -> None:
    thread = await begun(rest, server, general)
    path, active = f"/channels/{thread.id}", f"/guilds/{guild.id}/threads/active"
    status, listed = await rest("GET", active)
    assert (status, [one["id"] for one in listed["threads"]]) == (200, [str(thread.id)])
    assert [one["id"] for one in listed["members"]] == [str(thread.id)]
    assert (await rest("DELETE", f"{path}/thread-members/@me"))[0] == 204
    assert (await rest("GET", path))[1]["code"] == 50001
    assert (await rest("POST", f"{path}/messages", {"content": "x"}))[1]["code"] == 50001
    assert (await rest("GET", active))[1]["threads"] == []
    await ann.send(thread.id, "Among us")
    server.changes.rights.give(Permission.MANAGE_THREADS, guild)
    status, listed = await rest("GET", active)
    assert ([one["id"] for one in listed["threads"]], listed["members"]) == ([str(thread.id)], [])
    assert (await rest("PUT", f"{path}/thread-members/@me"))[0] == 204


# Rest


async def test_a_thread_rests_and_a_message_brings_it_back(
    rest: Rest, server: Playground, clock: FakeClock, guild: Guild, bram: Person, general: int
) -> None:
    thread = await begun(rest, server, general, type=11, auto_archive_duration=60)
    path = f"/channels/{thread.id}"
    clock.advance(59 * MINUTE)
    _, message = await rest("POST", f"{path}/messages", {"content": "Still here"})
    clock.advance(59 * MINUTE)
    assert thread.is_active
    clock.advance(MINUTE)
    assert thread.archived
    assert (await rest("GET", f"/guilds/{guild.id}/threads/active"))[1]["threads"] == []
    assert (await rest("PATCH", f"{path}/messages/{message['id']}", {"content": "x"}))[1]["code"] == 50083
    assert (await rest("PUT", f"{path}/thread-members/{bram.id}"))[1]["code"] == 50083
    assert (await rest("PATCH", path, {"name": "x"}))[1]["code"] == 50083
    assert (await rest("PATCH", path, {"name": "x", "archived": True}))[1]["code"] == 50083
    assert (await rest("POST", f"{path}/messages", {"content": "Back"}))[0] == 200
    assert thread.is_active
    status, answer = await rest("PATCH", path, {"archived": True})
    assert (status, answer["thread_metadata"]["archived"]) == (200, True)
    await bram.send(thread.id, "And again")
    assert thread.is_active
    await rest("PATCH", path, {"archived": True})
    status, answer = await rest("PATCH", path, {"archived": False, "name": "Table 2"})
    assert (status, answer["name"], answer["thread_metadata"]["archived"]) == (200, "Table 2", False)
    assert [one["content"] for one in bram.messages(thread.id) if one["type"] == 4] == ["Table 2"]
    assert (await rest("DELETE", f"{path}/messages/{message['id']}"))[0] == 204
    _, seen = await rest("GET", path)
    assert seen["message_count"] == seen["total_message_sent"] - 1


async def test_a_locked_thread_is_for_who_manages_threads(
    rest: Rest, server: Playground, guild: Guild, ann: Person, bram: Person, general: int
) -> None:
    thread = await begun(rest, server, general, type=11)
    path = f"/channels/{thread.id}"
    _, message = await rest("POST", f"{path}/messages", {"content": "Hello"})
    assert (await rest("PATCH", path, {"locked": True}))[1]["code"] == 50013
    server.changes.rights.give(Permission.MANAGE_THREADS, guild)
    assert (await rest("PATCH", path, {"locked": True}))[0] == 200
    assert (await rest("POST", f"{path}/messages", {"content": "Mine"}))[0] == 200
    with pytest.raises(InvalidAct, match="locked"):
        await bram.send(thread.id, "Hello?")
    await ann.send(thread.id, "Who owns the server may")
    server.changes.rights.take(Permission.MANAGE_THREADS, guild)
    assert (await rest("POST", f"{path}/messages", {"content": "x"}))[1]["code"] == 160005
    assert (await rest("PATCH", f"{path}/messages/{message['id']}", {"content": "x"}))[1]["code"] == 160005
    assert (await rest("PATCH", path, {"name": "x"}))[1]["code"] == 50013
    server.changes.threads.edit(thread, archived=True)
    assert (await rest("POST", f"{path}/messages", {"content": "x"}))[1]["code"] == 50083
    assert (await rest("PATCH", path, {"archived": False}))[1]["code"] == 50013


@pytest.mark.parametrize(
    "changes",
    [
        {"name": ""},
        {"name": "x" * 101},
        {"auto_archive_duration": 7},
        {"rate_limit_per_user": -1},
        {"archived": "yes"},
    ],
)
async def test_what_a_change_of_a_thread_does_not_take(
    rest: Rest, server: Playground, general: int, changes: dict[str, Any]
) -> None:
    thread = await begun(rest, server, general)
    status, answer = await rest("PATCH", f"/channels/{thread.id}", changes)
    assert (status, answer["code"], list(answer["errors"])) == (400, 50035, list(changes))


async def test_deleting_a_thread_takes_the_managing_of_threads(
    rest: Rest, server: Playground, clock: FakeClock, guild: Guild, ann: Person, general: int
) -> None:
    thread = await begun(rest, server, general)
    assert (await rest("DELETE", f"/channels/{thread.id}"))[1]["code"] == 50013
    server.changes.rights.give(Permission.MANAGE_THREADS, guild)
    assert (await rest("DELETE", f"/channels/{thread.id}"))[0] == 200
    assert (await rest("GET", f"/channels/{thread.id}"))[1]["code"] == 10003
    clock.advance(9 * 1440 * MINUTE)
    assert not thread.archived, "nothing more happens to it"


# People and places that go


async def test_who_leaves_the_server_leaves_its_threads(
    rest: Rest, server: Playground, bram: Person, guild: Guild, general: int
) -> None:
    thread = await begun(rest, server, general)
    await rest("PUT", f"/channels/{thread.id}/thread-members/{bram.id}")
    events = bram.events()
    server.changes.leave(guild, bram.account)
    assert bram.id not in thread.members
    assert (bram.guilds(), bram.channels()) == ([], [])
    with pytest.raises(KeyError):
        await bram.send(general, "Am I here?")
    status, answer = await rest("GET", f"/guilds/{guild.id}/members/{bram.id}")
    assert (status, answer["code"]) == (404, 10007)
    direct = bram.open_direct_messages()["id"]
    assert (await rest("POST", f"/channels/{direct}/messages", {"content": "x"}))[1]["code"] == 50007
    server.changes.join(guild, bram.account)
    assert not sees(bram, thread), "who comes back is in no private thread"
    await bram.send(general, "Back")
    events.close()
    gone = [event["channel"]["id"] async for event in events if event["type"] == "channel_delete"]
    assert sorted(gone) == sorted(str(id) for id in guild.channels)
    with pytest.raises(ValueError, match="cannot leave"):
        server.changes.leave(guild, guild.owner)


async def test_threads_go_with_their_channel(
    rest: Rest, server: Playground, bram: Person, general: int
) -> None:
    thread = await begun(rest, server, general, type=11)
    events = bram.events()
    server.changes.hide(thread.parent, bram.account)
    assert not sees(bram, thread)
    with pytest.raises(ValueError, match="cannot be hidden"):
        server.changes.hide(thread, bram.account)
    server.changes.show(thread.parent, bram.account)
    assert sees(bram, thread)
    server.changes.delete_channel(thread.parent)
    events.close()
    names = {str(general): "parent", str(thread.id): "thread"}
    told = [(event["type"], names[event["channel"]["id"]]) async for event in events]
    assert told == [
        ("channel_delete", "parent"),
        ("channel_delete", "thread"),
        ("channel_create", "parent"),
        ("channel_create", "thread"),
        ("channel_update", "parent"),
        ("channel_delete", "thread"),
        ("channel_delete", "parent"),
    ]
    assert (await rest("POST", f"/channels/{thread.id}/messages", {"content": "x"}))[1]["code"] == 10003


# Through the library


async def test_the_library_keeps_private_threads(
    bot: Bot, server: Playground, ann: Person, bram: Person, general: int
) -> None:
    await asyncio.wait_for(bot.wait_until_ready(), 5)
    channel = bot.get_channel(general)
    assert isinstance(channel, discord.TextChannel)
    thread = await channel.create_thread(
        name="Table 1", type=discord.ChannelType.private_thread, invitable=False, auto_archive_duration=60
    )
    public = await channel.create_thread(name="Table 2", type=discord.ChannelType.public_thread)
    assert (thread.is_private(), thread.invitable, public.is_private()) == (True, False, False)
    await thread.add_user(discord.Object(bram.id))
    assert {one["id"] for one in bram.channels()} >= {str(thread.id), str(public.id)}
    assert [one.id for one in await channel.guild.active_threads()] == [public.id, thread.id]
    await thread.remove_user(discord.Object(bram.id))
    assert str(thread.id) not in {one["id"] for one in bram.channels()}
    archived = await thread.edit(archived=True)
    assert archived.archived
    assert [one.id for one in await channel.guild.active_threads()] == [public.id]
    await thread.send("Back")
    named = await thread.edit(name="Table 3", auto_archive_duration=1440)
    assert (named.name, named.archived, named.auto_archive_duration) == ("Table 3", False, 1440)
    assert await thread.fetch_member(server.application_id)
    await server.world.until(lambda: len(channel.guild.threads) == 2)
    server.changes.delete_channel(server.world.channels[general])
    await ann.send(ann.channels()[0]["id"], f"<@{server.application_id}>")
    await bot.next_message()
    with pytest.raises(discord.NotFound):
        await thread.send("x")


async def test_a_press_in_a_thread_carries_the_thread(
    bot: Bot, server: Playground, bram: Person, general: int
) -> None:
    heard: asyncio.Queue[discord.Interaction] = asyncio.Queue()

    async def answer(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Pressed")
        heard.put_nowait(interaction)

    bot.answer = answer
    channel = await bot.fetch_channel(general)
    assert isinstance(channel, discord.TextChannel)
    thread = await channel.create_thread(name="Table 1", type=discord.ChannelType.private_thread)
    await thread.add_user(discord.Object(bram.id))
    view = discord.ui.View()
    view.add_item(discord.ui.Button(label="Go", custom_id="go"))
    sent = await thread.send("Press", view=view)
    await (await bram.press(sent.id, "go")).done()
    pressed = await heard.get()
    assert isinstance(pressed.channel, discord.Thread)
    assert (pressed.channel.id, pressed.channel.parent_id) == (thread.id, general)
    assert pressed.channel.type is discord.ChannelType.private_thread
    assert pressed.app_permissions.send_messages_in_threads
    assert bram.messages(thread.id)[-1]["content"] == "Pressed"
    stored = server.world.channels[thread.id]
    assert isinstance(stored, Thread)
    server.changes.threads.edit(stored, archived=True, locked=True)
    await bram.press(sent.id, "go")
    problem = await bot.problem()
    assert isinstance(problem, discord.HTTPException) and problem.code == 50083


async def test_the_library_hears_of_rights_and_of_threads_it_sees_again(
    bot: Bot, server: Playground, general: int
) -> None:
    await asyncio.wait_for(bot.wait_until_ready(), 5)
    known, channel = bot.guilds[0], server.world.channels[general]
    guild = server.world.guilds[known.id]
    rights = server.changes.rights
    assert known.me.guild_permissions.create_events and not known.me.guild_permissions.manage_threads
    rights.give(Permission.MANAGE_THREADS, guild)
    rights.take(Permission.CREATE_EVENTS, guild)
    rights.take(Permission.VIEW_CHANNEL, channel)
    text = await asyncio.wait_for(bot.channel_updates.get(), 5)
    assert known.me.guild_permissions.manage_threads and not known.me.guild_permissions.create_events
    assert not text.permissions_for(known.me).view_channel
    hidden = server.changes.threads.begin(channel, "Meanwhile")
    synced = asyncio.create_task(bot.wait_for("thread_join", timeout=5))
    await asyncio.sleep(0)
    rights.give(Permission.VIEW_CHANNEL, channel)
    assert (await asyncio.wait_for(bot.channel_updates.get(), 5)).permissions_for(known.me).view_channel
    assert (await synced).id == hidden.id
    rights.give(Permission.CREATE_EVENTS, guild)
    rights.take(Permission.MANAGE_THREADS, guild)
    assert guild.bot_permissions == EVERYONE
    assert [role.name for role in await known.fetch_roles()] == ["@everyone", "Hartenheer"]


async def test_what_has_no_rights_of_its_own(
    rest: Rest, server: Playground, ann: Person, guild: Guild, general: int
) -> None:
    rights, thread = server.changes.rights, await begun(rest, server, general)
    direct = server.changes.direct_channel(ann.account)
    for place in (thread, direct):
        with pytest.raises(ValueError, match="no permissions of its own"):
            rights.take(Permission.SEND_MESSAGES, place)
    with pytest.raises(ValueError, match="single channels"):
        rights.take(Permission.VIEW_CHANNEL, guild)


async def test_faults_befall_threads_as_they_do_everything(
    bot: Bot, server: Playground, general: int
) -> None:
    route = "POST /channels/{channel_id}/threads"
    channel = await bot.fetch_channel(general)
    assert isinstance(channel, discord.TextChannel)
    held = server.faults.hold(route)
    opening = asyncio.create_task(channel.create_thread(name="Table 1"))
    await held.reached()
    assert sum(one.is_thread for one in server.world.channels.values()) == 1
    held.release()
    await opening
    server.faults.fail(route, 403, 50013)
    with pytest.raises(discord.Forbidden):
        await channel.create_thread(name="Table 2")
    server.faults.fail("PUT /channels/{channel_id}/thread-members/{user_id}", 400, 50083)
    with pytest.raises(discord.HTTPException, match="50083"):
        await opening.result().add_user(discord.Object(general))
