"""Fetching, permissions, direct messages, rate limits, things going wrong, and the counters."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import discord
import pytest

from playground.errors import ApiError
from playground.interactions.acts import InvalidAct
from playground.people import Person
from playground.ratelimits import GLOBAL_LIMIT, RateLimits
from playground.rest.api import Exchange
from playground.server import Playground
from playground.world.files import KEPT_FOR
from playground.world.permissions import EVERYONE, Permission
from tests.clock import FakeClock
from tests.playground.conftest import Bot, Rest, file

CREATE = "/channels/{channel_id}/messages"


async def test_a_wrong_or_missing_token_is_refused(rest: Rest) -> None:
    for token in ("wrong", None):
        rest.token = token
        assert await rest("GET", "/users/@me") == (401, {"message": "401: Unauthorized", "code": 0})


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/channels/1", 404, 10003),
        ("POST", "/channels/1/messages", 404, 10003),
        ("GET", "/guilds/1", 404, 10004),
        ("GET", "/guilds/{guild}/members/1", 404, 10013),
        ("GET", "/guilds/{guild}/roles/1", 404, 10011),
        ("GET", "/channels/{channel}/messages/1", 404, 10008),
        ("PATCH", "/channels/{channel}/messages/1", 404, 10008),
        ("DELETE", "/channels/{channel}/messages/1", 404, 10008),
        ("GET", "/users/1", 404, 10013),
        ("GET", "/applications/1/commands", 404, 10002),
        ("GET", "/applications/{application}/commands/1", 404, 10063),
        ("GET", "/applications/{application}/emojis/1", 404, 10014),
        ("POST", "/interactions/1/none/callback", 404, 10062),
        ("POST", "/webhooks/1/none", 404, 10015),
        ("POST", "/webhooks/{application}/none", 401, 50027),
        ("GET", "/channels/word", 400, 50035),
        ("GET", "/guilds/{guild}/members/@me", 400, 50035),
        ("GET", "/channels/{channel}/messages?limit=x", 400, 50035),
        ("GET", "/channels/{channel}/messages?limit=101", 400, 50035),
        ("GET", "/nowhere", 404, 0),
        ("PUT", "/users/@me", 405, 0),
    ],
)
async def test_unknown_things(
    rest: Rest, server: Playground, general: int, method: str, path: str, status: int, code: int
) -> None:
    guild = next(iter(server.world.guilds))
    path = path.format(guild=guild, channel=general, application=server.application_id)
    body = None if method == "GET" else {"content": "x", "type": 4}
    answered, answer = await rest(method, path, body)
    assert (answered, answer["code"]) == (status, code)


async def test_bodies_that_are_no_forms(rest: Rest, server: Playground, general: int) -> None:
    url = f"{server.api_url}/channels/{general}/messages"
    headers = {"Authorization": "Bot playground.token", "Content-Type": "application/json"}
    async with rest.session.post(url, data=b"{", headers=headers) as response:
        assert (response.status, (await response.json())["code"]) == (400, 50109)
    assert (await rest("POST", f"/channels/{general}/messages", ["x"]))[1]["code"] == 50035


async def test_the_library_fetches_everything(
    bot: Bot, server: Playground, ann: Person, general: int
) -> None:
    guild = await bot.fetch_guild(next(iter(server.world.guilds)), with_counts=True)
    assert (guild.name, guild.approximate_member_count) == ("Hartenheer", 5)
    assert [channel.name for channel in await guild.fetch_channels()] == ["general", "cards"]
    assert (await guild.fetch_member(ann.id)).name == "ann"
    assert [one.name async for one in bot.fetch_guilds()] == ["Hartenheer"]
    assert (await bot.fetch_user(ann.id)).global_name == "Ann"
    assert (await bot.fetch_channel(general)).id == general
    assert (await bot.application_info()).id == server.application_id
    assert await bot.fetch_application_emojis() == []
    assert [role.name for role in await guild.fetch_roles()] == ["@everyone"]


async def test_messages_by_the_bot_route(bot: Bot, ann: Person, general: int) -> None:
    channel: Any = bot.get_channel(general)
    first = await channel.send("one", file=file("a.png"))
    second = await channel.send("two", reference=first)
    assert second.reference.message_id == first.id
    await first.edit(content="uno", attachments=[])
    assert [one["content"] for one in ann.messages(general)] == ["uno", "two"]
    assert (await channel.fetch_message(first.id)).content == "uno"
    assert [one.content async for one in channel.history()] == ["two", "uno"]
    assert [one.content async for one in channel.history(after=first)] == ["two"]
    said = await ann.send(general, "mine")
    with pytest.raises(discord.Forbidden) as raised:
        await channel.get_partial_message(int(said["id"])).edit(content="yours")
    assert raised.value.code == 50005
    async with channel.typing():
        await second.delete()
    assert [one["content"] for one in ann.messages(general)] == ["uno", "mine"]


async def test_a_nonce_makes_sending_twice_safe(
    bot: Bot, server: Playground, ann: Person, general: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    sleep = asyncio.sleep
    monkeypatch.setattr(asyncio, "sleep", lambda seconds: sleep(0))
    server.faults.lose(f"POST {CREATE}", 502)
    channel: Any = bot.get_channel(general)
    sent = await channel.send("once")
    assert [one["id"] for one in ann.messages(general)] == [str(sent.id)]
    assert server.requests.counted[f"POST {CREATE}"] == 2


@pytest.mark.parametrize(
    ("lacking", "method", "files", "code"),
    [
        (Permission.VIEW_CHANNEL, "POST", False, 50001),
        (Permission.SEND_MESSAGES, "POST", False, 50013),
        (Permission.ATTACH_FILES, "POST", True, 50013),
        (Permission.VIEW_CHANNEL, "GET", False, 50001),
        (Permission.READ_MESSAGE_HISTORY, "GET", False, 50013),
        (Permission.VIEW_CHANNEL, "PATCH", False, 50001),
        (Permission.MANAGE_MESSAGES, "DELETE", False, 50013),
    ],
)
async def test_permissions_that_are_missing(
    rest: Rest,
    server: Playground,
    ann: Person,
    general: int,
    lacking: Permission,
    method: str,
    files: bool,
    code: int,
) -> None:
    said = await ann.send(general, "mine")
    channel = server.world.channels[general]
    server.changes.set_permissions(channel, EVERYONE & ~lacking)
    path = f"/channels/{general}/messages" + ("" if method == "POST" else f"/{said['id']}")
    body = {"content": "x"} if method in ("POST", "PATCH") else None
    status, answer = await rest(method, path, body, {"a.txt": b"x"} if files else None)
    assert (status, answer["code"]) == (403, code)


async def test_the_library_learns_of_permissions_and_channels(
    bot: Bot, server: Playground, ann: Person, general: int
) -> None:
    events: asyncio.Queue[Any] = asyncio.Queue()
    bot.on_guild_channel_update = lambda before, after: events.put(after)  # pyright: ignore
    bot.on_guild_channel_delete = events.put  # pyright: ignore
    server.changes.set_permissions(server.world.channels[general], int(Permission.VIEW_CHANNEL))
    channel = await asyncio.wait_for(events.get(), 5)
    assert not channel.permissions_for(channel.guild.me).send_messages
    server.changes.delete_channel(server.world.channels[general])
    assert (await asyncio.wait_for(events.get(), 5)).id == general
    with pytest.raises(KeyError):
        ann.messages(general)


async def test_closed_direct_messages(bot: Bot, ann: Person) -> None:
    user = await bot.fetch_user(ann.id)
    message = await user.send("open")
    ann.account.direct_messages_open = False
    with pytest.raises(discord.Forbidden) as raised:
        await user.send("closed")
    assert raised.value.code == 50007
    await message.edit(content="still there")
    assert [one["content"] for one in ann.messages(message.channel.id)] == ["still there"]


async def test_who_is_notified(bot: Bot, ann: Person, bram: Person, general: int) -> None:
    channel: Any = bot.get_channel(general)
    await channel.send(f"<@{ann.id}> and <@{bram.id}>", allowed_mentions=discord.AllowedMentions(users=[ann]))  # pyright: ignore
    assert (ann.unread(general), bram.unread(general)) == (1, 0)
    await channel.send(f"<@{bram.id}> quietly", silent=True)
    assert bram.unread(general) == 0
    direct = await (await bot.fetch_user(bram.id)).send("you")
    assert bram.unread(direct.channel.id) == 1
    bram.read(direct.channel.id)
    await direct.edit(content=f"<@{bram.id}> again")
    assert bram.unread(direct.channel.id) == 0, "an edit notifies nobody"


async def test_people_hear_of_what_they_can_see(
    bot: Bot, server: Playground, ann: Person, bram: Person, general: int
) -> None:
    heard, other = ann.events(), bram.events()

    async def answer(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("psst", ephemeral=True)

    bot.answer = answer
    invocation = await (await ann.command(general, "plain")).done()
    assert invocation.message is not None
    ann.dismiss(invocation.message["id"])
    await ann.send(general, "hello")
    for events in (heard, other):
        events.close()
    mine = [event["type"] async for event in heard]
    assert mine == ["invocation", "message_create", "invocation", "message_delete", "message_create"]
    assert [event["type"] async for event in other] == ["message_create"]


async def test_people_write_messages_of_a_reasonable_length(ann: Person, general: int) -> None:
    for words in ("", "  ", "x" * 2001):
        with pytest.raises(InvalidAct):
            await ann.send(general, words)


async def test_names_become_usernames(server: Playground) -> None:
    names = [server.people.add(name).user["username"] for name in ("Chloé", "Ann", "Дмитрий", "x")]
    assert names == ["chloe2", "ann2", "someone", "someonex"]
    assert server.people.named("Chloé").user["username"] == "chloe"


async def test_until_wakes_at_every_change_and_gives_up(
    server: Playground, ann: Person, general: int
) -> None:
    waiting = asyncio.create_task(server.world.until(lambda: ann.messages(general)))
    await asyncio.sleep(0)
    assert not waiting.done()
    await ann.send(general, "now")
    assert (await waiting)[0]["content"] == "now"
    with pytest.raises(TimeoutError):
        await server.world.until(lambda: False, timeout=0.01)


# Rate limits


async def test_a_bucket_has_headers_and_runs_out(rest: Rest, general: int) -> None:
    route = f"/channels/{general}/messages"
    for left in (4, 3, 2, 1, 0):
        status, _, headers = await rest.full("POST", route, {"content": "x"})
        assert (status, headers["X-RateLimit-Limit"], headers["X-RateLimit-Remaining"]) == (
            200,
            "5",
            str(left),
        )
        assert headers["X-RateLimit-Bucket"]
    status, answer, headers = await rest.full("POST", route, {"content": "x"})
    assert (status, answer["global"], answer["message"]) == (429, False, "You are being rate limited.")
    assert 0 < answer["retry_after"] <= 5
    assert headers["X-RateLimit-Scope"] == "user"
    assert "Via" in headers, "else the library believes the address is banned"


def test_windows_pass_with_the_clock_and_each_channel_has_its_own() -> None:
    clock = FakeClock()
    limits = RateLimits(clock)

    def post(channel: str) -> None:
        limits.check("POST", CREATE, {"channel_id": channel})

    for _ in range(5):
        post("1")
    with pytest.raises(ApiError) as raised:
        post("1")
    assert raised.value.extra["retry_after"] == 5.0
    post("2")
    clock.advance(5)
    post("1")


def test_fifty_requests_a_second_and_interactions_are_not_counted() -> None:
    clock = FakeClock()
    limits = RateLimits(clock)
    for _ in range(GLOBAL_LIMIT):
        limits.check("GET", "/users/@me", {})
    with pytest.raises(ApiError) as raised:
        limits.check("GET", "/users/@me", {})
    assert raised.value.kind.status == 429
    assert raised.value.extra["global"] is True
    assert raised.value.headers["X-RateLimit-Global"] == "true"
    limits.check("POST", "/interactions/{interaction_id}/{interaction_token}/callback", {})
    limits.check("POST", "/webhooks/{webhook_id}/{webhook_token}", {"webhook_token": "t"})
    clock.advance(1)
    limits.check("GET", "/users/@me", {})


async def test_old_messages_can_be_edited_only_now_and_then(
    rest: Rest, server: Playground, clock: FakeClock, general: int
) -> None:
    route = f"/channels/{general}/messages"
    _, made = await rest("POST", route, {"content": "x"})
    clock.advance(3599)
    assert (await rest("PATCH", f"{route}/{made['id']}", {"content": "y"}))[0] == 200
    clock.advance(2)
    seen: list[Any] = []
    for _ in range(4):
        status, answer = await rest("PATCH", f"{route}/{made['id']}", {"content": "z"})
        seen.append((status, answer.get("code")))
    assert seen == [(200, None)] * 3 + [(429, 30046)]


async def test_the_library_waits_for_its_buckets(
    bot: Bot, server: Playground, ann: Person, general: int
) -> None:
    server.ratelimits.pace = 100
    channel: Any = bot.get_channel(general)
    for number in range(12):
        await channel.send(str(number))
    assert len(ann.messages(general)) == 12


# Faults, observers, counters


async def test_requests_are_counted_by_route(bot: Bot, server: Playground, ann: Person, general: int) -> None:
    server.requests.reset()

    async def answer(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("one")
        await interaction.followup.send("two")
        await interaction.channel.send("three")  # pyright: ignore

    bot.answer = answer
    await ann.command(general, "plain")
    await server.world.until(lambda: len(ann.messages(general)) == 3)
    assert server.requests.counted == {f"POST {CREATE}": 1}
    assert (server.requests.total_counted, server.requests.total_uncounted) == (1, 2)


async def test_observers_see_bodies_also_of_forms_with_files(
    rest: Rest, server: Playground, general: int
) -> None:
    seen: list[Exchange] = []
    server.observers.append(seen.append)
    await rest("POST", f"/channels/{general}/messages", {"content": "x"}, {"a.txt": b"words"})
    await rest("GET", "/channels/1")
    first, second = seen
    assert (first.method, first.route, first.body, first.files) == (
        "POST",
        CREATE,
        {"content": "x"},
        ("a.txt",),
    )
    assert (first.status, first.counted, second.status) == (200, True, 404)


async def test_faults_before_after_held_and_cut(
    rest: Rest, server: Playground, ann: Person, general: int
) -> None:
    route, body = f"/channels/{general}/messages", {"content": "x"}
    server.faults.fail(f"POST {CREATE}", 503, message="Down")
    assert await rest("POST", route, body) == (503, {"message": "Down", "code": 0})
    assert ann.messages(general) == []
    server.faults.lose("POST /channels/*")
    assert (await rest("POST", route, body))[0] == 502
    assert len(ann.messages(general)) == 1
    held = server.faults.hold(f"POST {CREATE}")
    waiting = asyncio.create_task(rest("POST", route, body))
    await asyncio.wait_for(held.reached(), 5)
    assert len(ann.messages(general)) == 2 and not waiting.done()
    held.release()
    assert (await waiting)[0] == 200
    server.faults.disconnect(f"POST {CREATE}")
    with pytest.raises(aiohttp.ClientError):
        await rest("POST", route, body)
    assert len(ann.messages(general)) == 3
    assert (await rest("POST", route, body))[0] == 200


async def test_nothing_can_be_answered_in_a_channel_that_went(
    bot: Bot, server: Playground, ann: Person, general: int
) -> None:
    async def answer(interaction: discord.Interaction) -> None:
        server.changes.delete_channel(server.world.channels[general])
        await interaction.response.send_message("late")

    bot.answer = answer
    await ann.command(general, "plain")
    problem = await bot.problem()
    assert isinstance(problem, discord.NotFound) and problem.code == 10003


async def test_the_cdn_has_avatars(rest: Rest, server: Playground) -> None:
    async with rest.session.get(f"{server.cdn_url}/embed/avatars/3.png") as response:
        assert (response.status, response.content_type) == (200, "image/png")


async def test_a_file_that_was_replaced_is_served_for_a_minute_more(
    rest: Rest, server: Playground, clock: FakeClock, general: int
) -> None:
    path = f"/channels/{general}/messages"

    async def served(url: str) -> tuple[int, bytes]:
        async with rest.session.get(url) as response:
            return response.status, await response.read() if response.status == 200 else b""

    _, first = await rest("POST", path, {"content": "x"}, {"a.txt": b"old"})
    edited = {"attachments": [{"id": "0", "filename": "a.txt"}]}
    _, second = await rest("PATCH", f"{path}/{first['id']}", edited, {"a.txt": b"new"})
    old, new = first["attachments"][0]["url"], second["attachments"][0]["url"]
    clock.advance(KEPT_FOR - 1)
    assert (await served(old), await served(new)) == ((200, b"old"), (200, b"new"))
    clock.advance(1)
    assert (await served(old), await served(new)) == ((404, b""), (200, b"new"))


async def test_files_that_were_dropped_are_kept_only_while_they_fit(
    rest: Rest, server: Playground, general: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playground.world.files.KEPT_BYTES", 7)
    urls: list[str] = []
    for content in (b"1234", b"5678", b"90"):
        _, sent = await rest("POST", f"/channels/{general}/messages", {"content": "x"}, {"a.txt": content})
        urls.append(sent["attachments"][0]["url"])
        await rest("DELETE", f"/channels/{general}/messages/{sent['id']}")
    statuses: list[int] = []
    for url in urls:
        async with rest.session.get(url) as response:
            statuses.append(response.status)
    assert statuses == [404, 200, 200]


async def test_a_port_that_is_taken_says_so(server: Playground) -> None:
    port = int(server.address.origin.rpartition(":")[2])
    with pytest.raises(OSError, match="address already in use"):
        await Playground.start(port=port)
