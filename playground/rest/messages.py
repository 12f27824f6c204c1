"""Messages by the bot's own routes. https://discord.com/developers/docs/resources/message"""

from __future__ import annotations

from playground.checks.fields import Many, Snowflake, check_fields
from playground.errors import (
    CANNOT_SEND_TO_USER,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    NOT_IN_DM,
    NOT_THE_AUTHOR,
    UNKNOWN_MESSAGE,
    ApiError,
    FormErrors,
)
from playground.messages.composing import NEW_FLAGS, Composer, edit_message, new_message
from playground.objects import Json
from playground.rest.api import Answer, Call, Endpoint
from playground.world.accounts import Account
from playground.world.permissions import Permission
from playground.world.places import Channel, Message
from playground.world.snowflakes import time_of

NONCE_LIVES = 300.0


def require(channel: Channel, *wanted: Permission) -> None:
    """Raises ApiError 50001 where the bot sees nothing, 50013 where it lacks one of the permissions."""
    if not channel.seen_by_bot:
        raise ApiError(MISSING_ACCESS)
    if channel.guild is None:
        return
    if any(not channel.bot_permissions & one for one in wanted):
        raise ApiError(MISSING_PERMISSIONS)


def find(call: Call, channel: Channel) -> Message:
    """The message named in the path, as the bot route sees it: ephemeral ones are unknown to it."""
    message = channel.messages.get(call.id("message_id"))
    if message is None or message.visible_to is not None:
        raise ApiError(UNKNOWN_MESSAGE)
    return message


async def create(call: Call) -> Answer:
    channel = call.world.channel(call.id("channel_id"))
    require(channel, channel.writing)
    if call.uploads:
        require(channel, Permission.ATTACH_FILES)
    if channel.recipient is not None and not _reached(call, channel.recipient):
        raise ApiError(CANNOT_SEND_TO_USER)
    payload = call.form()
    known = _known_nonce(call, channel, payload)
    if known is not None:
        return 200, known.data
    body = Composer(call.world, channel, payload, call.uploads, permitted=NEW_FLAGS).compose()
    if channel.guild is not None and not channel.bot_permissions & Permission.EMBED_LINKS:
        body.embeds = []
    extra: Json = {}
    reference = payload.get("message_reference")
    if reference is not None:
        extra |= _reply(channel, reference)
    nonce = payload.get("nonce")
    if nonce is not None:
        extra["nonce"] = nonce
    message = new_message(call.world, channel, call.world.bot_user, body, **extra)
    if nonce is not None and payload.get("enforce_nonce"):
        channel.nonces[str(nonce)] = (call.world.clock.now(), message.id)
    call.changes.add_message(message)
    return 200, message.data


def _reached(call: Call, account: Account) -> bool:
    """Whether somebody takes direct messages, and shares a guild with the bot or has it in their account."""
    guilds = [guild for guild in call.world.guilds.values() if guild.has_bot]
    known = account.has_app or any(account.id in guild.members for guild in guilds)
    return account.direct_messages_open and known


def _known_nonce(call: Call, channel: Channel, payload: Json) -> Message | None:
    """The message an enforced nonce has already made, when a request is sent again."""
    now = call.world.clock.now()
    channel.nonces = {nonce: one for nonce, one in channel.nonces.items() if now - one[0] < NONCE_LIVES}
    if not payload.get("enforce_nonce") or str(payload.get("nonce")) not in channel.nonces:
        return None
    return channel.messages.get(channel.nonces[str(payload["nonce"])][1])


def _reply(channel: Channel, reference: Json) -> Json:
    errors = FormErrors()
    check_fields(reference, {"message_id": Snowflake(required=True)}, errors)
    errors.raise_if_any()
    answered = channel.messages.get(int(reference["message_id"]))
    if answered is None or answered.visible_to is not None:
        if reference.get("fail_if_not_exists", True):
            errors.at("message_reference").add("MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message")
            errors.raise_if_any()
        return {}
    about: Json = {"type": 0, "message_id": str(answered.id), "channel_id": str(channel.id)}
    if channel.guild is not None:
        about["guild_id"] = str(channel.guild.id)
    return {"type": 19, "message_reference": about, "referenced_message": answered.data}


async def get(call: Call) -> Answer:
    channel = call.world.channel(call.id("channel_id"))
    require(channel, Permission.READ_MESSAGE_HISTORY)
    return 200, find(call, channel).data


async def history(call: Call) -> Answer:
    channel = call.world.channel(call.id("channel_id"))
    require(channel)
    limit = call.number("limit", 50, least=1, most=100)
    if channel.guild is not None and not channel.bot_permissions & Permission.READ_MESSAGE_HISTORY:
        return 200, []
    before = call.number("before", 2**64)
    after = call.number("after", 0)
    seen = [m for m in channel.messages.values() if m.visible_to is None and after < m.id < before]
    chosen = seen[:limit] if "after" in call.query else seen[-limit:]
    return 200, [message.data for message in reversed(chosen)]


async def edit(call: Call) -> Answer:
    channel = call.world.channel(call.id("channel_id"))
    require(channel)
    message = find(call, channel)
    if message.author_id != call.world.application_id:
        raise ApiError(NOT_THE_AUTHOR)
    call.parts.ratelimits.check_old_edit(channel.id, call.world.clock.now() - time_of(message.id))
    edit_message(call.changes, message, call.form(), call.uploads, FormErrors())
    return 200, message.data


async def delete(call: Call) -> Answer:
    channel = call.world.channel(call.id("channel_id"))
    require(channel)
    message = find(call, channel)
    if message.author_id != call.world.application_id:
        if channel.guild is None:
            raise ApiError(NOT_IN_DM)
        require(channel, Permission.MANAGE_MESSAGES)
    call.changes.delete_message(message)
    return 204, None


async def bulk_delete(call: Call) -> Answer:
    channel = call.world.channel(call.id("channel_id"))
    if channel.guild is None:
        raise ApiError(NOT_IN_DM)
    require(channel, Permission.MANAGE_MESSAGES)
    errors = FormErrors()
    check_fields(call.form(), {"messages": Many(Snowflake(), 2, 100, required=True)}, errors)
    errors.raise_if_any()
    for id in call.form()["messages"]:
        message = channel.messages.get(int(id))
        if message is not None and message.visible_to is None:
            call.changes.delete_message(message)
    return 204, None


MESSAGES = "/channels/{channel_id}/messages"
ENDPOINTS = [
    Endpoint("POST", MESSAGES, create),
    Endpoint("GET", MESSAGES, history),
    Endpoint("POST", MESSAGES + "/bulk-delete", bulk_delete),
    Endpoint("GET", MESSAGES + "/{message_id}", get),
    Endpoint("PATCH", MESSAGES + "/{message_id}", edit),
    Endpoint("DELETE", MESSAGES + "/{message_id}", delete),
]
