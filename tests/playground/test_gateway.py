"""Login, events, and coming back after a drop, by the real library."""

from __future__ import annotations

import asyncio
import json
import zlib
from typing import Any

import aiohttp
import discord
import pytest

from playground.gateway.gateway import PRIVILEGED, RESUMABLE_FOR
from playground.people import Person
from playground.server import Playground
from tests.clock import FakeClock
from tests.playground.conftest import Bot, Rest


async def test_a_bot_logs_in_and_knows_guilds_channels_and_members(bot: Bot, server: Playground) -> None:
    await asyncio.wait_for(bot.wait_until_ready(), 5)
    guild = bot.guilds[0]
    assert guild.name == "Hartenheer"
    assert [channel.name for channel in guild.text_channels] == ["general", "cards"]
    assert bot.application_id == server.application_id
    assert guild.me.guild_permissions.attach_files
    assert guild.member_count == 5
    assert list(guild.members) == [guild.me], "members are told only with a privileged intent"
    ann = server.people.named("Ann")
    assert (await guild.fetch_member(ann.id)).display_name == "Ann"
    assert [one.name for one in await guild.query_members("br", cache=False)] == ["bram"]
    with pytest.raises(discord.Forbidden):
        await bot.http.get_members(guild.id, 10, 0)


@pytest.mark.usefixtures("point_library")
async def test_a_wrong_token_is_refused_at_login(server: Playground) -> None:
    async with Bot() as client:
        with pytest.raises(discord.LoginFailure):
            await client.login("something else")


async def test_direct_messages_and_guild_messages_reach_the_bot(
    bot: Bot, server: Playground, ann: Person, general: int
) -> None:
    await ann.send(ann.open_direct_messages()["id"], "hello")
    await ann.send(general, "not for bots")
    await ann.send(general, f"<@{server.application_id}> for you")
    direct, guilds, named = [await bot.next_message() for _ in range(3)]
    assert (direct.content, direct.guild) == ("hello", None)
    assert guilds.content == "", "without the message content intent"
    assert guilds.guild == bot.guilds[0]
    assert named.content.endswith("for you")


async def test_a_dropped_connection_resumes_and_misses_nothing(
    bot: Bot, server: Playground, ann: Person, general: int
) -> None:
    answered: list[int] = []

    async def answer(interaction: discord.Interaction) -> None:
        answered.append(interaction.id)
        await interaction.response.send_message("here")

    bot.answer = answer
    session = next(iter(server.gateway.sessions))
    await server.gateway.drop()
    # Sent while nobody is connected: it must come by the resumed session.
    assert not server.gateway.connected
    invocation = await ann.command(general, "plain")
    await invocation.done()
    assert invocation.state == "answered"
    assert answered == [invocation.id]
    assert list(server.gateway.sessions) == [session]
    await asyncio.wait_for(bot.resumed.wait(), 5)


async def test_op_7_makes_the_library_resume(bot: Bot, server: Playground) -> None:
    session = next(iter(server.gateway.sessions))
    server.gateway.ask_to_reconnect()
    await asyncio.wait_for(bot.resumed.wait(), 5)
    assert list(server.gateway.sessions) == [session]


async def test_an_unknown_session_is_invalid_and_identifies_anew(
    bot: Bot, server: Playground, ann: Person, general: int
) -> None:
    session = next(iter(server.gateway.sessions))
    server.gateway.forget_sessions()
    await server.gateway.drop()
    await server.world.until(lambda: server.gateway.connected)
    assert session not in server.gateway.sessions

    async def answer(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("again")

    bot.answer = answer
    assert (await (await ann.command(general, "plain")).done()).state == "answered"


class Socket:
    """A gateway connection by hand."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self._inflate = zlib.decompressobj()

    async def receive(self) -> dict[str, Any]:
        message = await self.socket.receive(timeout=5)
        if message.type is aiohttp.WSMsgType.BINARY:
            assert message.data.endswith(b"\x00\x00\xff\xff")
            return json.loads(self._inflate.decompress(message.data))
        assert message.type is aiohttp.WSMsgType.TEXT, message
        return message.json()

    async def until(self, event: str) -> dict[str, Any]:
        while (packet := await self.receive())["t"] != event:
            pass
        return packet

    async def send(self, op: int, data: Any) -> None:
        await self.socket.send_json({"op": op, "d": data})

    async def closed_with(self) -> int | None:
        while not (await self.socket.receive(timeout=5)).type.name.startswith("CLOS"):
            pass
        return self.socket.close_code


@pytest.fixture
async def connect(server: Playground):
    async with aiohttp.ClientSession() as session:

        async def open_one(query: str = "?v=10&encoding=json") -> Socket:
            return Socket(await session.ws_connect(server.gateway_url + query))

        yield open_one


def identity(server: Playground, **changes: Any) -> dict[str, Any]:
    return {"token": server.token, "intents": 1, "properties": {}} | changes


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"token": "wrong"}, 4004),
        ({"shard": [2, 2]}, 4010),
        ({"intents": -1}, 4013),
        ({"intents": PRIVILEGED}, 4014),
    ],
)
async def test_identify_is_checked(server: Playground, connect: Any, changes: Any, code: int) -> None:
    socket = await connect()
    assert (await socket.receive())["op"] == 10
    await socket.send(2, identity(server, **changes))
    assert await socket.closed_with() == code


@pytest.mark.parametrize(("intents", "events"), [(1, 0), (1 | 1 << 16, 1)])
async def test_a_guild_comes_with_its_events_to_who_asks_for_them(
    server: Playground, rest: Rest, connect: Any, intents: int, events: int
) -> None:
    (guild,) = server.world.guilds
    night = {
        "name": "Club night",
        "privacy_level": 2,
        "scheduled_start_time": "2026-01-02T20:00:00Z",
        "scheduled_end_time": "2026-01-02T23:00:00Z",
        "entity_type": 3,
        "entity_metadata": {"location": "The back room"},
    }
    assert (await rest("POST", f"/guilds/{guild}/scheduled-events", night))[0] == 200
    socket = await connect()
    await socket.send(2, identity(server, intents=intents))
    created = await socket.until("GUILD_CREATE")
    assert len(created["d"]["guild_scheduled_events"]) == events


async def test_a_bot_hears_of_the_threads_it_sees(
    server: Playground, rest: Rest, connect: Any, ann: Person, bram: Person, general: int
) -> None:
    socket = await connect()
    await socket.send(2, identity(server, intents=1 | 1 << 9))
    await socket.until("GUILD_CREATE")
    channel = server.world.channels[general]
    seen = server.changes.threads.begin(channel, "Table 1", is_private=True)
    left = server.changes.threads.begin(channel, "Table 2", is_private=True)
    for thread in (seen, left):
        created = await socket.until("THREAD_CREATE")
        assert (created["d"]["id"], created["d"]["newly_created"]) == (str(thread.id), True)
    await rest("DELETE", f"/channels/{left.id}/thread-members/@me")
    gone = await socket.until("THREAD_MEMBERS_UPDATE")
    assert gone["d"]["removed_member_ids"] == [str(server.application_id)]
    server.changes.threads.join(seen, bram.id)  # of others' joining a bot hears by the intent of members
    server.changes.threads.edit(left, name="Ours")
    await ann.send(left.id, "Among us")
    server.changes.delete_channel(left)
    await ann.send(seen.id, "For all")
    heard = await socket.receive()
    assert (heard["t"], heard["d"]["channel_id"]) == ("MESSAGE_CREATE", str(seen.id))
    assert heard["d"]["channel_type"] == 12
    server.changes.threads.join(seen, ann.id)
    server.changes.delete_channel(seen)
    deleted = await socket.receive()
    about = {"id": str(seen.id), "type": 12, "parent_id": str(general), "guild_id": str(seen.guild.id)}
    assert (deleted["t"], deleted["d"]) == ("THREAD_DELETE", about)


@pytest.mark.parametrize(("op", "data", "code"), [(3, {}, 4003), (8, {}, 4003)])
async def test_nothing_may_be_asked_before_identify(connect: Any, op: int, data: Any, code: int) -> None:
    socket = await connect()
    await socket.send(op, data)
    assert await socket.closed_with() == code


async def test_who_sends_too_much_is_cut_off(connect: Any) -> None:
    socket = await connect()
    for _ in range(121):
        await socket.send(1, None)
    assert await socket.closed_with() == 4008


async def test_heartbeats_are_acknowledged_and_compression_is_a_stream(
    server: Playground, connect: Any
) -> None:
    socket = await connect("?v=10&encoding=json&compress=zlib-stream")
    assert (await socket.receive())["op"] == 10
    await socket.send(1, None)
    assert (await socket.receive())["op"] == 11
    await socket.send(2, identity(server))
    assert (await socket.receive())["t"] == "READY"
    assert (await socket.receive())["t"] == "GUILD_CREATE"


async def test_a_heartbeat_is_answered_a_moment_later(connect: Any) -> None:
    """Else discord.py, which notes the time of sending in another thread, finds itself 41 seconds behind."""
    socket, loop = await connect(), asyncio.get_running_loop()
    await socket.receive()
    sent = loop.time()
    await socket.send(1, None)
    assert (await socket.receive())["op"] == 11
    assert loop.time() - sent >= 0.05


async def test_who_is_refused_can_resume_once_connections_are_accepted_again(
    server: Playground, connect: Any, ann: Person
) -> None:
    first = await connect()
    await first.send(2, identity(server))
    ready = await first.until("READY")
    created = await first.until("GUILD_CREATE")
    server.gateway.refuse()
    server.changes.add_channel(next(iter(server.world.guilds.values())), "heard at once")
    assert (await first.until("CHANNEL_CREATE"))["d"]["name"] == "heard at once"
    await server.gateway.drop()
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await connect()
    assert refused.value.status == 503
    server.changes.add_channel(next(iter(server.world.guilds.values())), "missed")
    server.gateway.accept()
    second = await connect()
    resume = {"token": server.token, "session_id": ready["d"]["session_id"], "seq": created["s"] + 1}
    await second.send(6, resume)
    assert (await second.until("CHANNEL_CREATE"))["d"]["name"] == "missed"
    assert (await second.until("RESUMED"))["t"] == "RESUMED"


async def test_after_a_new_token_the_old_one_is_good_for_nothing(
    server: Playground, connect: Any, rest: Rest
) -> None:
    socket = await connect()
    await socket.send(2, identity(server))
    ready = await socket.until("READY")
    assert (await rest("GET", "/users/@me"))[0] == 200
    old = server.token
    await server.reset_token("another")
    assert await socket.closed_with() == 4004
    assert (await rest("GET", "/users/@me"))[0] == 401
    rest.token = "another"
    assert (await rest("GET", "/users/@me"))[0] == 200
    resume = {"session_id": ready["d"]["session_id"], "seq": 1}
    second = await connect()
    await second.send(6, resume | {"token": old})
    assert await second.closed_with() == 4004
    third = await connect()
    await third.receive()
    await third.send(6, resume | {"token": "another"})
    assert (await third.receive())["op"] == 9


async def test_the_library_gives_up_when_its_token_was_reset(server: Playground, point_library: None) -> None:
    client = Bot()
    running = asyncio.create_task(client.start(server.token))
    await server.world.until(lambda: server.gateway.connected)
    await server.reset_token("another")
    with pytest.raises(discord.ConnectionClosed) as closed:
        await asyncio.wait_for(running, 5)
    assert closed.value.code == 4004
    await client.close()


async def test_resume_replays_by_sequence(server: Playground, connect: Any) -> None:
    first = await connect()
    await first.send(2, identity(server))
    ready = await first.until("READY")
    created = await first.until("GUILD_CREATE")
    await first.socket.close(code=4000)
    guild = next(iter(server.world.guilds.values()))
    server.changes.add_channel(guild, "late")
    second = await connect()
    resume = {"token": server.token, "session_id": ready["d"]["session_id"], "seq": created["s"]}
    await second.send(6, resume)
    assert (await second.until("CHANNEL_CREATE"))["s"] == created["s"] + 1
    assert (await second.until("RESUMED"))["s"] == created["s"] + 2


async def test_a_session_left_too_long_or_closed_by_its_client_is_invalid(
    server: Playground, connect: Any, clock: FakeClock
) -> None:
    for code, wait in ((4000, RESUMABLE_FOR + 1), (1000, 0)):
        socket = await connect()
        await socket.send(2, identity(server))
        ready = await socket.until("READY")
        await socket.socket.close(code=code)
        await server.world.until(lambda: not server.gateway.connected)
        clock.advance(wait)
        again = await connect()
        await again.receive()
        await again.send(6, {"token": server.token, "session_id": ready["d"]["session_id"], "seq": 1})
        assert await again.receive() == {"op": 9, "d": False, "s": None, "t": None}


async def test_guilds_are_spread_over_shards_and_direct_messages_go_to_the_first(
    server: Playground, connect: Any, ann: Person
) -> None:
    guild = next(iter(server.world.guilds.values()))
    home = (guild.id >> 22) % 2
    sockets = []
    for number in range(2):
        socket = await connect()
        await socket.send(2, identity(server, shard=[number, 2], intents=1 | 1 << 9 | 1 << 12))
        ready = await socket.until("READY")
        assert len(ready["d"]["guilds"]) == (number == home)
        sockets.append(socket)
    await ann.send(ann.open_direct_messages()["id"], "psst")
    assert (await sockets[0].until("MESSAGE_CREATE"))["d"]["content"] == "psst"
    server.changes.add_channel(guild, "late")
    assert (await sockets[home].until("CHANNEL_CREATE"))["d"]["name"] == "late"


@pytest.mark.usefixtures("point_library")
async def test_a_sharded_bot_hears_of_guilds_and_direct_messages(
    server: Playground, ann: Person, general: int
) -> None:
    class Sharded(Bot, discord.AutoShardedClient):
        """Bot, in as many shards as the gateway recommends."""

    server.address.shards = 2
    client = Sharded()
    running = asyncio.create_task(client.start(server.token))
    await server.world.until(lambda: len(server.gateway.sessions) == 2 or running.done())
    await ann.send(general, "in the guild")
    await ann.send(ann.open_direct_messages()["id"], "direct")
    heard = {(await client.next_message()).guild is None for _ in range(2)}
    assert heard == {True, False}
    assert sorted(shard for shard in client.shards) == [0, 1]
    await client.close()
    await running


async def test_a_guild_that_removes_the_bot_or_is_deleted_is_its_no_longer(
    bot: Bot, server: Playground
) -> None:
    (guild,) = server.world.guilds.values()
    channel = server.world.channel_named("general")
    removed: asyncio.Queue[discord.Guild] = asyncio.Queue()

    async def on_guild_remove(guild: discord.Guild) -> None:
        removed.put_nowait(guild)

    bot.event(on_guild_remove)
    await bot.wait_until_ready()  # before, the library takes each guild for one it was in already
    server.changes.remove_bot(guild)
    assert (await removed.get()).id == guild.id
    assert not bot.guilds
    with pytest.raises(discord.Forbidden):
        await bot.get_partial_messageable(channel.id).send("hello")
    joined = asyncio.create_task(bot.wait_for("guild_join"))
    await asyncio.sleep(0)
    server.changes.invite_bot(guild)
    await joined
    await bot.get_partial_messageable(channel.id).send("hello")
    server.changes.delete_guild(guild)
    await removed.get()
    assert not server.world.guilds
    with pytest.raises(discord.NotFound):
        await bot.get_partial_messageable(channel.id).send("hello")
