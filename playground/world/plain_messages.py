"""Messages that consist of words alone: those people write, and those Discord itself puts in."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from playground.objects import Json
from playground.world.places import Channel, Message
from playground.world.snowflakes import isoformat
from playground.world.world import World

RECIPIENT_ADD, RECIPIENT_REMOVE, CHANNEL_NAME_CHANGE, THREAD_CREATED = 1, 2, 4, 18
"""https://discord.com/developers/docs/resources/message#message-object-message-types"""


def written(world: World, channel: Channel, author: Json, content: str) -> Message:
    """A message written by a person, which notifies everybody it names."""
    users = world.users()
    named = [int(id) for id in re.findall(r"<@!?(\d+)>", content)]
    mentions = [users[id] for id in dict.fromkeys(named) if id in users]
    message = told(world, channel, author, content, mentions)
    message.pings = set(named)
    return message


def told(
    world: World, channel: Channel, author: Json, content: str, mentions: Iterable[Json] = (), **extra: Any
) -> Message:
    """A message that notifies nobody; `extra` replaces or adds fields of it."""
    data: Json = {
        "id": str(world.ids.next()),
        "type": 0,
        "channel_id": str(channel.id),
        "author": author,
        "content": content,
        "timestamp": isoformat(world.clock.now()),
        "edited_timestamp": None,
        "tts": False,
        "pinned": False,
        "flags": 0,
        "embeds": [],
        "components": [],
        "attachments": [],
        "mentions": list(mentions),
        "mention_roles": [],
        "mention_everyone": False,
        **extra,
    }
    return Message(channel, data)
