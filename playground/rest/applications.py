"""The application itself, its emojis, and the way to the gateway.

https://discord.com/developers/docs/resources/application
"""

from __future__ import annotations

import base64
import binascii
import re

from playground.checks.fields import Text, check_fields
from playground.errors import (
    APPLICATION_EMOJIS_FULL,
    UNKNOWN_APPLICATION,
    UNKNOWN_EMOJI,
    ApiError,
    FormErrors,
)
from playground.objects import Json
from playground.rest.api import Answer, Call, Endpoint
from playground.world.files import is_picture
from playground.world.world import World

MAX_EMOJIS = 2000
MAX_EMOJI = 256 * 1024
"""Bytes."""
EMOJI_NAME = Text(2, 32, required=True, pattern=r"\w+")


def application(world: World) -> Json:
    """Discord's application object."""
    owner = next(iter(world.accounts.values())).user
    return {
        "id": str(world.application_id),
        "name": world.bot_user["username"],
        "icon": None,
        "description": "",
        "summary": "",
        "type": None,
        "bot": world.bot_user,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "hook": True,
        "integration_types_config": {
            "0": {"oauth2_install_params": {"scopes": ["applications.commands", "bot"], "permissions": "0"}}
        },
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": owner,
        "approximate_guild_count": len(world.guilds),
        "approximate_user_install_count": 0,
        "team": None,
    }


async def me(call: Call) -> Answer:
    return 200, application(call.world)


async def gateway(call: Call) -> Answer:
    return 200, {"url": call.parts.address.gateway_url}


async def gateway_bot(call: Call) -> Answer:
    limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
    return 200, {
        "url": call.parts.address.gateway_url,
        "shards": call.parts.address.shards,
        "session_start_limit": limit,
    }


def _emojis(call: Call) -> dict[int, Json]:
    if call.id("application_id") != call.world.application_id:
        raise ApiError(UNKNOWN_APPLICATION)
    return call.world.emojis


def _emoji(call: Call) -> Json:
    found = _emojis(call).get(call.id("emoji_id"))
    if found is None:
        raise ApiError(UNKNOWN_EMOJI)
    return found


async def list_emojis(call: Call) -> Answer:
    return 200, {"items": list(_emojis(call).values())}


async def get_emoji(call: Call) -> Answer:
    return 200, _emoji(call)


async def create_emoji(call: Call) -> Answer:
    emojis, form, errors = _emojis(call), call.form(), FormErrors()
    data = b""
    if check_fields(form, {"name": EMOJI_NAME, "image": Text(1, required=True)}, errors):
        data = _image(form["image"], errors.at("image"))
        if any(one["name"] == form["name"] for one in emojis.values()):
            errors.at("name").add("APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "That name is already taken")
    errors.raise_if_any()
    if len(emojis) >= MAX_EMOJIS:
        raise ApiError(APPLICATION_EMOJIS_FULL)
    id = call.world.ids.next()
    call.world.files.emojis[id] = data
    emojis[id] = {
        "id": str(id),
        "name": form["name"],
        "roles": [],
        "user": call.world.bot_user,
        "require_colons": True,
        "managed": False,
        "animated": form["image"].startswith("data:image/gif"),
        "available": True,
    }
    return 201, emojis[id]


def _image(text: str, errors: FormErrors) -> bytes:
    """The bytes of a picture's data URI."""
    found = re.fullmatch(r"data:image/(png|jpeg|gif|webp|avif);base64,(.*)", text, re.DOTALL)
    try:
        data = base64.b64decode(found[2], validate=True) if found else b""
    except binascii.Error:
        data = b""
    if len(data) > MAX_EMOJI:
        errors.add("BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    elif not is_picture(data):
        errors.add("IMAGE_INVALID", "Invalid image data")
    return data


async def edit_emoji(call: Call) -> Answer:
    emoji, errors = _emoji(call), FormErrors()
    check_fields(call.form(), {"name": EMOJI_NAME}, errors)
    errors.raise_if_any()
    emoji["name"] = call.form()["name"]
    return 200, emoji


async def delete_emoji(call: Call) -> Answer:
    id = int(_emoji(call)["id"])
    del _emojis(call)[id], call.world.files.emojis[id]
    return 204, None


EMOJIS = "/applications/{application_id}/emojis"
ENDPOINTS = [
    Endpoint("GET", "/applications/@me", me),
    Endpoint("GET", "/oauth2/applications/@me", me),
    Endpoint("GET", "/gateway", gateway, token=False),
    Endpoint("GET", "/gateway/bot", gateway_bot),
    Endpoint("GET", EMOJIS, list_emojis),
    Endpoint("POST", EMOJIS, create_emoji),
    Endpoint("GET", EMOJIS + "/{emoji_id}", get_emoji),
    Endpoint("PATCH", EMOJIS + "/{emoji_id}", edit_emoji),
    Endpoint("DELETE", EMOJIS + "/{emoji_id}", delete_emoji),
]
