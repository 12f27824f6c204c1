"""Channels. https://discord.com/developers/docs/resources/channel"""

from typing import Final

from bot.playground.checks.fields import Choice, Field, Text, check_fields
from bot.playground.errors import WRONG_CHANNEL_TYPE, ApiError, FormErrors
from bot.playground.messages.composing import Body, new_message
from bot.playground.rest.api import Answer, Call, Endpoint
from bot.playground.rest.messages import require
from bot.playground.world.permissions import Permission
from bot.playground.world.places import DAY

PUBLIC_THREAD: Final = 11
THREAD: Final[dict[str, Field]] = {
    "name": Text(1, 100, required=True),
    "auto_archive_duration": Choice((60, DAY, 3 * DAY, 7 * DAY)),
    "type": Choice((PUBLIC_THREAD,), required=True),
}
"""https://discord.com/developers/docs/resources/channel#start-thread-without-message"""


async def get(call: Call) -> Answer:
    channel = call.world.channel(call.id("channel_id"))
    require(channel)
    return 200, channel.to_json()


async def delete(call: Call) -> Answer:
    """A guild's channel is deleted; direct messages are only put out of sight, and stay."""
    channel = call.world.channel(call.id("channel_id"))
    require(channel, Permission.MANAGE_CHANNELS)
    body = channel.to_json()
    if channel.guild is not None:
        call.changes.delete_channel(channel)
    return 200, body


async def start_thread(call: Call) -> Answer:
    """Start Thread without Message; of the kinds of threads there is the public one. The channel says that it
    was begun."""
    channel = call.world.channel(call.id("channel_id"))
    if channel.guild is None or channel.parent is not None:
        raise ApiError(WRONG_CHANNEL_TYPE)
    require(channel, Permission.CREATE_PUBLIC_THREADS)
    form, errors = call.form(), FormErrors()
    check_fields(form, THREAD, errors)
    errors.raise_if_any()
    name, after = form["name"], form.get("auto_archive_duration") or DAY
    thread = call.changes.add_thread(channel, name, after)
    about = {"type": 0, "channel_id": str(thread.id), "guild_id": str(channel.guild.id)}
    told = new_message(
        call.world, channel, call.world.bot_user, Body(content=name), type=18, message_reference=about
    )
    call.changes.add_message(told)
    return 201, thread.to_json()


async def typing(call: Call) -> Answer:
    channel = call.world.channel(call.id("channel_id"))
    require(channel, Permission.SEND_MESSAGES)
    call.changes.audience.tell_of_typing(channel)
    return 204, None


ENDPOINTS = [
    Endpoint("GET", "/channels/{channel_id}", get),
    Endpoint("DELETE", "/channels/{channel_id}", delete),
    Endpoint("POST", "/channels/{channel_id}/threads", start_thread),
    Endpoint("POST", "/channels/{channel_id}/typing", typing),
]
