"""The application's commands: registering them, and finding the one a person means."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from playground.checks.commands import Option, check_command, check_commands
from playground.errors import UNKNOWN_COMMAND, ApiError, FormErrors
from playground.objects import Json
from playground.world.accounts import Account
from playground.world.audience import Audience
from playground.world.permissions import Permission
from playground.world.places import Channel
from playground.world.world import World

IN_GUILD, IN_ACCOUNT = 0, 1
"""Where an app is installed.
https://discord.com/developers/docs/resources/application#application-object-application-integration-types"""

COPIED = ("options", "nsfw", "name_localizations", "description_localizations")


@dataclass
class Commands:
    """Commands by scope: None for global ones, else a guild's id."""

    world: World
    audience: Audience
    scopes: dict[int | None, dict[int, Json]] = field(default_factory=dict[int | None, dict[int, Json]])

    def scope(self, guild_id: int | None) -> dict[int, Json]:
        return self.scopes.setdefault(guild_id, {})

    def get(self, guild_id: int | None, command_id: int) -> Json:
        """Raises ApiError 10063."""
        found = self.scope(guild_id).get(command_id)
        if found is None:
            raise ApiError(UNKNOWN_COMMAND)
        return found

    def overwrite(self, guild_id: int | None, commands: list[Json]) -> list[Json]:
        """Replace a whole scope; a command of the same name and type keeps its id."""
        check_commands(commands, FormErrors())
        old = {(one["type"], one["name"]): one for one in self.scope(guild_id).values()}
        new = [self._made(guild_id, one, old.get((one.get("type") or 1, one["name"]))) for one in commands]
        self.scopes[guild_id] = {int(one["id"]): one for one in new}
        self.audience.tell_everyone("commands")
        return new

    def create(self, guild_id: int | None, command: Json) -> tuple[Json, bool]:
        """Add one, or replace the one of the same name and type; True when it is new."""
        errors = FormErrors()
        check_command(command, errors)
        errors.raise_if_any()
        key = (command.get("type") or 1, command["name"])
        old = {(one["type"], one["name"]): one for one in self.scope(guild_id).values()}
        made = self._made(guild_id, command, old.get(key))
        self.scope(guild_id)[int(made["id"])] = made
        self.audience.tell_everyone("commands")
        return made, key not in old

    def edit(self, guild_id: int | None, command_id: int, changes: Json) -> Json:
        old = self.get(guild_id, command_id)
        command = old | changes
        errors = FormErrors()
        check_command(command, errors)
        errors.raise_if_any()
        self.scope(guild_id)[command_id] = made = self._made(guild_id, command, old)
        self.audience.tell_everyone("commands")
        return made

    def delete(self, guild_id: int | None, command_id: int) -> None:
        self.get(guild_id, command_id)
        del self.scope(guild_id)[command_id]
        self.audience.tell_everyone("commands")

    def _made(self, guild_id: int | None, command: Json, old: Json | None) -> Json:
        """Discord's command object; its version changes when it does."""
        wanted = command.get("default_member_permissions")
        made: Json = {
            "id": old["id"] if old else str(self.world.ids.next()),
            "application_id": str(self.world.application_id),
            "type": command.get("type") or 1,
            "name": command["name"],
            "description": command.get("description") or "",
            "default_member_permissions": None if wanted is None else str(wanted),
            "integration_types": command.get("integration_types") or [0],
            "contexts": command.get("contexts"),
        }
        made |= {name: command[name] for name in COPIED if command.get(name)}
        made.setdefault("nsfw", False)
        if guild_id is not None:
            made["guild_id"] = str(guild_id)
        else:
            made["dm_permission"] = _in_dms(command)
        if old and {**old, "version": None} == {**made, "version": None}:
            return old
        return made | {"version": str(self.world.ids.next())}

    def offered(self, channel: Channel, account: Account) -> list[Json]:
        """The commands the client offers to somebody in a channel: those that are installed there, in the
        guild or in their account.
        https://discord.com/developers/docs/interactions/application-commands#installation-context"""
        guild, installed = channel.guild, set[int]()
        if guild.has_bot if guild is not None else channel.seen_by_bot:
            installed.add(IN_GUILD)
        if account.has_app:
            installed.add(IN_ACCOUNT)
        found = list(self.scope(None).values())
        if guild is not None and guild.has_bot:
            found += self.scope(guild.id).values()
        permissions = channel.permissions_of(account)
        return [
            one
            for one in found
            if installed & {*one["integration_types"]} and _offered(one, context_of(channel), permissions)
        ]


def context_of(channel: Channel) -> int:
    """Discord's number for where an interaction happens: a guild, the bot's direct messages, or a private
    channel in which it is not.
    https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object-interaction-context-types"""
    if channel.guild is not None:
        return 0
    return 1 if channel.seen_by_bot else 2


def _in_dms(command: Json) -> bool:
    contexts = command.get("contexts")
    return 1 in contexts if contexts else command.get("dm_permission") is not False


def _offered(command: Json, context: int, permissions: int) -> bool:
    contexts = command.get("contexts") or ([0, 1, 2] if command.get("dm_permission", True) else [0])
    wanted = command.get("default_member_permissions")
    if context not in contexts:
        return False
    if context != 0 or wanted is None or permissions & Permission.ADMINISTRATOR:
        return True
    return int(wanted) != 0 and permissions & int(wanted) == int(wanted)


@dataclass
class Found:
    """A command that a path such as "table open" leads to."""

    command: Json
    steps: list[Json]
    """The group and subcommand on the way."""

    @property
    def options(self) -> list[Json]:
        return (self.steps[-1] if self.steps else self.command).get("options", [])

    def wrap(self, options: list[Json]) -> list[Json]:
        """Interaction options, put inside the subcommand they belong to."""
        for step in reversed(self.steps):
            options = [{"type": step["type"], "name": step["name"], "options": options}]
        return options


def find(commands: list[Json], path: str) -> Found | None:
    """The chat command at a path, or None."""
    name, *rest = path.removeprefix("/").split()
    for command in commands:
        if command["type"] == 1 and command["name"] == name:
            break
    else:
        return None
    steps: list[Json] = []
    for word in rest:
        step = _named((steps[-1] if steps else command).get("options", []), word)
        if step is None:
            return None
        steps.append(step)
    found = Found(command, steps)
    return None if any(one["type"] <= Option.GROUP for one in found.options) else found


def _named(options: list[Any], name: str) -> Json | None:
    return next((one for one in options if one["name"] == name and one["type"] <= Option.GROUP), None)
