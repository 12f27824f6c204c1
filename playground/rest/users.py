"""Users and direct message channels. https://discord.com/developers/docs/resources/user"""

from playground.checks.fields import Snowflake, check_fields
from playground.errors import CANNOT_SEND_TO_USER, UNKNOWN_USER, ApiError, FormErrors
from playground.rest.api import Answer, Call, Endpoint


async def me(call: Call) -> Answer:
    account = {"mfa_enabled": True, "locale": "en-US", "premium_type": 0, "email": None, "verified": True}
    return 200, call.world.bot_user | account


async def get(call: Call) -> Answer:
    user = call.world.users().get(call.id("user_id"))
    if user is None:
        raise ApiError(UNKNOWN_USER)
    return 200, user


async def my_guilds(call: Call) -> Answer:
    """The guilds the bot is in, in short."""
    after, limit = call.number("after", 0), call.number("limit", 200, least=1, most=200)
    short = [
        {
            "id": str(guild.id),
            "name": guild.name,
            "icon": None,
            "banner": None,
            "owner": False,
            "permissions": str(guild.bot_permissions),
            "features": [],
        }
        for guild in call.world.guilds.values()
        if guild.id > after
    ]
    return 200, short[:limit]


async def open_direct_messages(call: Call) -> Answer:
    form, errors = call.form(), FormErrors()
    check_fields(form, {"recipient_id": Snowflake(required=True)}, errors)
    errors.raise_if_any()
    id = int(form["recipient_id"])
    if id == call.world.application_id:
        raise ApiError(CANNOT_SEND_TO_USER)
    account = call.world.accounts.get(id)
    if account is None:
        raise ApiError(UNKNOWN_USER)
    return 200, call.changes.direct_channel(account).to_json()


ENDPOINTS = [
    Endpoint("GET", "/users/@me", me),
    Endpoint("GET", "/users/@me/guilds", my_guilds),
    Endpoint("POST", "/users/@me/channels", open_direct_messages),
    Endpoint("GET", "/users/{user_id}", get),
]
