"""Threads and who is in them. https://discord.com/developers/docs/resources/channel"""

from __future__ import annotations

from typing import Any, Final

from playground.checks.fields import Choice, Field, Number, Text, Truth, check_fields
from playground.errors import (
    METHOD_NOT_ALLOWED,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    THREAD_ARCHIVED,
    UNKNOWN_MEMBER,
    UNKNOWN_USER,
    WRONG_CHANNEL_TYPE,
    ApiError,
    FormErrors,
)
from playground.objects import Json
from playground.rest.api import Answer, Call, Endpoint
from playground.rest.messages import require
from playground.world.audience import GUILD_MEMBERS
from playground.world.permissions import Permission
from playground.world.places import Channel
from playground.world.plain_messages import (
    CHANNEL_NAME_CHANGE,
    RECIPIENT_ADD,
    RECIPIENT_REMOVE,
    THREAD_CREATED,
    told,
)
from playground.world.thread_changes import Edits
from playground.world.threads import DAY, PRIVATE, PUBLIC, RESTS, Thread

LONGEST_SLOWMODE: Final = 21_600
SETTINGS: Final[dict[str, Field]] = {
    "auto_archive_duration": Choice(RESTS),
    "rate_limit_per_user": Number(0, LONGEST_SLOWMODE),
    "invitable": Truth(),
}
NEW: Final[dict[str, Field]] = {
    "name": Text(1, 100, required=True),
    "type": Choice((PUBLIC, PRIVATE)),
    **SETTINGS,
}
"""https://discord.com/developers/docs/resources/channel#start-thread-without-message"""
CHANGED: Final[dict[str, Field]] = {
    "name": Text(1, 100),
    "archived": Truth(),
    "locked": Truth(),
    **SETTINGS,
}
"""https://discord.com/developers/docs/resources/channel#modify-channel-json-params-thread"""
FIELDS: Final = {
    "name": "name",
    "archived": "archived",
    "locked": "locked",
    "invitable": "invitable",
    "auto_archive_duration": "archived_after",
    "rate_limit_per_user": "slowmode",
}
"""Of Discord's names, ours."""


async def start(call: Call) -> Answer:
    """Start Thread without Message. The channel says that a public one was begun."""
    channel = call.world.channel(call.id("channel_id"))
    if channel.guild is None or channel.is_thread:
        raise ApiError(WRONG_CHANNEL_TYPE)
    form = _checked(call, NEW)
    # Without a type it is a private one, as when threads were new.
    is_private = form.get("type", PRIVATE) != PUBLIC
    require(channel, Permission.CREATE_PRIVATE_THREADS if is_private else Permission.CREATE_PUBLIC_THREADS)
    thread = call.changes.threads.begin(
        channel,
        form["name"],
        is_private=is_private,
        invitable=form.get("invitable", True) or not is_private,
        archived_after=form.get("auto_archive_duration", DAY),
        slowmode=form.get("rate_limit_per_user", 0),
    )
    if not is_private:
        about = {"type": 0, "channel_id": str(thread.id), "guild_id": str(thread.guild.id)}
        _tell(call, channel, THREAD_CREATED, content=thread.name, message_reference=about)
    return 201, thread.to_json()


def _checked(call: Call, fields: dict[str, Field]) -> Json:
    """The form without what is null. Raises ApiError 50035."""
    form, errors = call.form(), FormErrors()
    check_fields(form, fields, errors)
    errors.raise_if_any()
    return {name: value for name, value in form.items() if value is not None}


def _tell(call: Call, channel: Channel, kind: int, *, content: str = "", **extra: Any) -> None:
    """Discord says in a channel what the bot has done."""
    message = told(call.world, channel, call.world.bot_user, content, type=kind, **extra)
    call.changes.add_message(message)


def _thread(call: Call) -> Thread:
    """The thread named in the path, which the bot sees. Raises ApiError 10003, 50001, 50024."""
    channel = call.world.channel(call.id("channel_id"))
    if not isinstance(channel, Thread):
        raise ApiError(WRONG_CHANNEL_TYPE)
    require(channel)
    return channel


async def edit(call: Call) -> Answer:
    """Modify Channel, for threads alone."""
    if not call.world.channel(call.id("channel_id")).is_thread:
        raise ApiError(METHOD_NOT_ALLOWED)
    thread = _thread(call)
    form = _checked(call, CHANGED)
    _check_may_edit(call, thread, form)
    # What an archived thread is asked for besides coming back needs it to come back.
    if thread.archived and form.get("archived", True):
        raise ApiError(THREAD_ARCHIVED)
    edits = Edits(**{FIELDS[name]: form[name] for name in FIELDS if name in form})
    if not thread.is_private:
        edits.pop("invitable", None)
    is_renamed = edits.get("name", thread.name) != thread.name
    call.changes.threads.edit(thread, **edits)
    if is_renamed and thread.is_active:
        _tell(call, thread, CHANNEL_NAME_CHANGE, content=thread.name)
    return 200, thread.to_json()


def _check_may_edit(call: Call, thread: Thread, form: Json) -> None:
    """https://discord.com/developers/docs/topics/threads#editing-deleting-threads. Raises ApiError 50013."""
    if thread.bot_permissions & Permission.MANAGE_THREADS:
        return
    if thread.locked or {"locked", "rate_limit_per_user"} & form.keys():
        raise ApiError(MISSING_PERMISSIONS)
    if form.get("archived") is False:
        require(thread, Permission.SEND_MESSAGES_IN_THREADS)
        form = {name: value for name, value in form.items() if name != "archived"}
    if FIELDS.keys() & form.keys() and thread.owner_id != call.world.application_id:
        raise ApiError(MISSING_PERMISSIONS)


# Who is in it


def _active(call: Call) -> Thread:
    """The thread named in the path; who is in an archived one stays as it is. Raises ApiError 50083."""
    thread = _thread(call)
    if thread.archived:
        raise ApiError(THREAD_ARCHIVED)
    return thread


def _user(call: Call, thread: Thread) -> Json:
    """The member of the guild named in the path. Raises ApiError 10007, 10013."""
    id = call.id("user_id")
    user = call.world.users().get(id)
    if user is None:
        raise ApiError(UNKNOWN_USER)
    if id not in thread.guild.members and id != call.world.application_id:
        raise ApiError(UNKNOWN_MEMBER)
    return user


async def add(call: Call) -> Answer:
    thread = _active(call)
    user = _user(call, thread)
    require(thread, Permission.SEND_MESSAGES_IN_THREADS)
    if not thread.may_bring(call.world.application_id, thread.bot_permissions):
        raise ApiError(MISSING_PERMISSIONS)
    account = call.world.accounts.get(int(user["id"]))
    if account is not None and not thread.parent.seen_by(account):
        raise ApiError(MISSING_ACCESS)
    if call.changes.threads.join(thread, int(user["id"])):
        _tell(call, thread, RECIPIENT_ADD, mentions=[user])
    return 204, None


async def remove(call: Call) -> Answer:
    thread = _active(call)
    is_own = thread.is_private and thread.owner_id == call.world.application_id
    if not is_own:
        require(thread, Permission.MANAGE_THREADS)
    user = call.world.users().get(call.id("user_id"))
    if user is None:
        raise ApiError(UNKNOWN_USER)
    if call.changes.threads.leave(thread, int(user["id"])):
        _tell(call, thread, RECIPIENT_REMOVE, mentions=[user])
    return 204, None


async def join(call: Call) -> Answer:
    call.changes.threads.join(_active(call), call.world.application_id)
    return 204, None


async def leave(call: Call) -> Answer:
    call.changes.threads.leave(_active(call), call.world.application_id)
    return 204, None


async def member(call: Call) -> Answer:
    thread, id = _thread(call), call.id("user_id")
    if id not in thread.members:
        raise ApiError(UNKNOWN_MEMBER)
    return 200, thread.member(id)


async def members(call: Call) -> Answer:
    """The list is only for applications with the privileged members intent."""
    thread = _thread(call)
    if not call.parts.gateway.allowed_privileged & GUILD_MEMBERS:
        raise ApiError(MISSING_ACCESS)
    return 200, [thread.member(id) for id in thread.members]


async def active(call: Call) -> Answer:
    """List Active Guild Threads, those the bot sees, newest first."""
    guild, bot = call.world.guild(call.id("guild_id")), call.world.application_id
    found = [one for one in guild.channels.values() if isinstance(one, Thread)]
    threads = sorted((one for one in found if one.is_active and one.seen_by_bot), key=lambda one: -one.id)
    joined = [one.member(bot) for one in threads if bot in one.members]
    return 200, {"threads": [one.to_json() for one in threads], "members": joined, "has_more": False}


CHANNEL: Final = "/channels/{channel_id}"
ENDPOINTS = [
    Endpoint("POST", CHANNEL + "/threads", start),
    Endpoint("PATCH", CHANNEL, edit),
    Endpoint("GET", CHANNEL + "/thread-members", members),
    Endpoint("PUT", CHANNEL + "/thread-members/@me", join),
    Endpoint("DELETE", CHANNEL + "/thread-members/@me", leave),
    Endpoint("GET", CHANNEL + "/thread-members/{user_id}", member),
    Endpoint("PUT", CHANNEL + "/thread-members/{user_id}", add),
    Endpoint("DELETE", CHANNEL + "/thread-members/{user_id}", remove),
    Endpoint("GET", "/guilds/{guild_id}/threads/active", active),
]
