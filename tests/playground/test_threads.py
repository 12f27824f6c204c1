"""Public threads, begun without a message as Discord does it
(https://discord.com/developers/docs/resources/channel#start-thread-without-message)."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.playground.people import Person
from bot.playground.server import Playground
from bot.playground.world.permissions import EVERYONE, Permission
from tests.playground.conftest import Bot, Rest


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
