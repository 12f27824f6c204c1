"""Channels. https://discord.com/developers/docs/resources/channel"""

from playground.rest.api import Answer, Call, Endpoint
from playground.rest.messages import require
from playground.world.permissions import Permission


async def get(call: Call) -> Answer:
    channel = call.world.channel(call.id("channel_id"))
    require(channel)
    return 200, channel.to_json()


async def delete(call: Call) -> Answer:
    """A guild's channel is deleted; direct messages are only put out of sight, and stay."""
    channel = call.world.channel(call.id("channel_id"))
    require(channel, Permission.MANAGE_THREADS if channel.is_thread else Permission.MANAGE_CHANNELS)
    body = channel.to_json()
    if channel.guild is not None:
        call.changes.delete_channel(channel)
    return 200, body


async def typing(call: Call) -> Answer:
    channel = call.world.channel(call.id("channel_id"))
    require(channel, channel.writing)
    call.changes.audience.tell_of_typing(channel)
    return 204, None


ENDPOINTS = [
    Endpoint("GET", "/channels/{channel_id}", get),
    Endpoint("DELETE", "/channels/{channel_id}", delete),
    Endpoint("POST", "/channels/{channel_id}/typing", typing),
]
