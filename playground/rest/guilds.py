"""Guilds and their members. https://discord.com/developers/docs/resources/guild"""

from playground.errors import MISSING_ACCESS, UNKNOWN_MEMBER, UNKNOWN_ROLE, UNKNOWN_USER, ApiError
from playground.objects import Json
from playground.rest.api import Answer, Call, Endpoint
from playground.world.audience import GUILD_MEMBERS
from playground.world.places import Guild
from playground.world.world import World


def _members(world: World, guild: Guild) -> dict[int, Json]:
    users = [world.bot_user, *(account.user for account in guild.members.values())]
    return {int(user["id"]): guild.member(user) for user in users}


async def get(call: Call) -> Answer:
    guild = call.world.guild(call.id("guild_id"))
    body = guild.to_json()
    if call.truth("with_counts"):
        count = len(_members(call.world, guild))
        body |= {"approximate_member_count": count, "approximate_presence_count": count}
    return 200, body


async def channels(call: Call) -> Answer:
    guild = call.world.guild(call.id("guild_id"))
    return 200, [channel.to_json() for channel in guild.channels.values() if not channel.is_thread]


async def members(call: Call) -> Answer:
    """The list is only for applications with the privileged members intent."""
    guild = call.world.guild(call.id("guild_id"))
    if not call.parts.gateway.allowed_privileged & GUILD_MEMBERS:
        raise ApiError(MISSING_ACCESS)
    after, limit = call.number("after", 0), call.number("limit", 1, least=1, most=1000)
    found = sorted((id, one) for id, one in _members(call.world, guild).items() if id > after)
    return 200, [one for _, one in found[:limit]]


async def search(call: Call) -> Answer:
    guild = call.world.guild(call.id("guild_id"))
    query, limit = call.query.get("query", "").lower(), call.number("limit", 1, least=1, most=1000)
    found = [
        one
        for one in _members(call.world, guild).values()
        if any((one["user"][name] or "").lower().startswith(query) for name in ("username", "global_name"))
    ]
    return 200, found[:limit]


async def member(call: Call) -> Answer:
    guild, id = call.world.guild(call.id("guild_id")), call.id("user_id")
    if id not in call.world.users():
        raise ApiError(UNKNOWN_USER)
    found = _members(call.world, guild).get(id)
    if found is None:
        raise ApiError(UNKNOWN_MEMBER)
    return 200, found


async def roles(call: Call) -> Answer:
    return 200, call.world.guild(call.id("guild_id")).roles_json()


async def role(call: Call) -> Answer:
    for found in call.world.guild(call.id("guild_id")).roles_json():
        if found["id"] == str(call.id("role_id")):
            return 200, found
    raise ApiError(UNKNOWN_ROLE)


async def nothing(call: Call) -> Answer:
    """Lists that are empty here: emojis, stickers."""
    call.world.guild(call.id("guild_id"))
    return 200, []


ENDPOINTS = [
    Endpoint("GET", "/guilds/{guild_id}", get),
    Endpoint("GET", "/guilds/{guild_id}/channels", channels),
    Endpoint("GET", "/guilds/{guild_id}/members", members),
    Endpoint("GET", "/guilds/{guild_id}/members/search", search),
    Endpoint("GET", "/guilds/{guild_id}/members/{user_id}", member),
    Endpoint("GET", "/guilds/{guild_id}/roles", roles),
    Endpoint("GET", "/guilds/{guild_id}/roles/{role_id}", role),
    Endpoint("GET", "/guilds/{guild_id}/emojis", nothing),
    Endpoint("GET", "/guilds/{guild_id}/stickers", nothing),
]
