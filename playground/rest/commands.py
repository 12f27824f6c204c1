"""Registering commands. https://discord.com/developers/docs/interactions/application-commands"""

from __future__ import annotations

from typing import Any

from playground.errors import UNKNOWN_APPLICATION, ApiError, FormErrors
from playground.rest.api import Answer, Call, Endpoint


def _scope(call: Call) -> int | None:
    """The guild of the path, or None for global commands. Raises ApiError 10002, 10004."""
    if call.id("application_id") != call.world.application_id:
        raise ApiError(UNKNOWN_APPLICATION)
    if "guild_id" in call.params:
        return call.world.guild(call.id("guild_id")).id
    return None


def _without_localizations(command: Any) -> Any:
    """A list leaves translations out unless they are asked for."""
    if isinstance(command, list):
        return [_without_localizations(one) for one in command]
    if isinstance(command, dict):
        dropped = ("name_localizations", "description_localizations")
        return {name: _without_localizations(one) for name, one in command.items() if name not in dropped}
    return command


async def list_all(call: Call) -> Answer:
    found = list(call.parts.commands.scope(_scope(call)).values())
    return 200, found if call.truth("with_localizations") else _without_localizations(found)


async def overwrite(call: Call) -> Answer:
    scope, body = _scope(call), call.body
    errors = FormErrors()
    if not isinstance(body, list):
        errors.add("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
    else:
        for index, one in enumerate(body):
            if not isinstance(one, dict):
                errors.at(index).add("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
    errors.raise_if_any()
    return 200, call.parts.commands.overwrite(scope, body)


async def create(call: Call) -> Answer:
    made, new = call.parts.commands.create(_scope(call), call.form())
    return (201 if new else 200), made


async def get(call: Call) -> Answer:
    return 200, call.parts.commands.get(_scope(call), call.id("command_id"))


async def edit(call: Call) -> Answer:
    return 200, call.parts.commands.edit(_scope(call), call.id("command_id"), call.form())


async def delete(call: Call) -> Answer:
    call.parts.commands.delete(_scope(call), call.id("command_id"))
    return 204, None


ENDPOINTS = [
    endpoint
    for base in (
        "/applications/{application_id}/commands",
        "/applications/{application_id}/guilds/{guild_id}/commands",
    )
    for endpoint in (
        Endpoint("GET", base, list_all),
        Endpoint("PUT", base, overwrite),
        Endpoint("POST", base, create),
        Endpoint("GET", base + "/{command_id}", get),
        Endpoint("PATCH", base + "/{command_id}", edit),
        Endpoint("DELETE", base + "/{command_id}", delete),
    )
]
