"""What the bot is told of an interaction: Discord's interaction object and the data inside."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from playground.checks.messages import MAX_UPLOAD
from playground.interactions.commands import context_of
from playground.interactions.interaction import Interaction
from playground.objects import Json
from playground.world.permissions import EVERYONE
from playground.world.places import Channel
from playground.world.world import World


def interaction_payload(world: World, interaction: Interaction) -> Json:
    """Discord's interaction object. https://discord.com/developers/docs/interactions/receiving-and-responding"""
    channel, account, guild = interaction.channel, interaction.account, interaction.guild
    payload: Json = {
        "id": str(interaction.id),
        "application_id": str(world.application_id),
        "type": interaction.kind,
        "token": interaction.token,
        "version": 1,
        "data": interaction.data,
        "channel_id": str(channel.id),
        "channel": channel.to_json() | {"permissions": str(channel.permissions_of(account))},
        "locale": account.locale,
        "app_permissions": str(channel.bot_permissions),
        "entitlements": [],
        "authorizing_integration_owners": interaction.owners,
        "context": context_of(channel),
        "attachment_size_limit": MAX_UPLOAD,
    }
    if interaction.source is not None:
        payload["message"] = interaction.source.data
    if guild is None:
        return payload | {"user": account.user}
    member = guild.member(account.user) | {"permissions": str(channel.permissions_of(account))}
    return payload | {
        "guild_id": str(guild.id),
        "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
        "guild_locale": guild.locale,
        "member": member,
    }


def resolve(
    world: World, channel: Channel, ids: Iterable[str], kinds: Iterable[str]
) -> tuple[Json, list[str]]:
    """Discord's `resolved` for users, roles and channels chosen in a channel, and the ids that are none."""
    resolved: dict[str, dict[str, Any]] = {}
    unknown: list[str] = []
    kinds = set(kinds)
    for id in ids:
        found = _resolve_one(world, channel, id, kinds)
        if not found:
            unknown.append(id)
        for kind, value in found.items():
            resolved.setdefault(kind, {})[id] = value
    return resolved, unknown


def _resolve_one(world: World, channel: Channel, id: str, kinds: set[str]) -> Json:
    guild = channel.guild
    number = int(id) if id.isdecimal() else -1
    user = world.user(number) if "users" in kinds else None
    if user is not None:
        if guild is None:
            return {"users": user}
        account = guild.members.get(number)
        if account is None and number != world.application_id:
            return {"users": user}
        allowed = channel.bot_permissions if account is None else channel.permissions_of(account)
        member = guild.member(user) | {"permissions": str(allowed)}
        del member["user"], member["deaf"], member["mute"]
        return {"users": user, "members": member}
    roles = {int(role["id"]): role for role in guild.roles_json()} if guild is not None else {}
    if "roles" in kinds and number in roles:
        return {"roles": roles[number]}
    if "channels" in kinds and guild is not None and number in guild.channels:
        return {"channels": _partial(guild.channels[number])}
    return {}


def _partial(channel: Channel) -> Json:
    body = channel.to_json()
    kept = ("id", "name", "type", "parent_id", "topic", "nsfw", "position", "last_message_id", "flags")
    return {name: body[name] for name in kept} | {"permissions": str(EVERYONE)}
