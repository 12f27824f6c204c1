"""The data of an interaction, made from what a person fills in, as strictly as the Discord client does it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playground.checks.commands import Option, value_problem
from playground.checks.components import Type
from playground.interactions.commands import find
from playground.interactions.payloads import resolve
from playground.objects import Json
from playground.world.accounts import Modal
from playground.world.files import Upload
from playground.world.places import Channel
from playground.world.world import World


class InvalidAct(Exception):
    """Something a Discord client does not let its user do; the message says why."""


Value = str | list[str]

RESOLVED_OPTIONS: dict[int, tuple[str, ...]] = {
    Option.USER: ("users",),
    Option.CHANNEL: ("channels",),
    Option.ROLE: ("roles",),
    Option.MENTIONABLE: ("users", "roles"),
}
RESOLVED_SELECTS: dict[int, tuple[str, ...]] = {
    Type.USER_SELECT: ("users",),
    Type.ROLE_SELECT: ("roles",),
    Type.MENTIONABLE_SELECT: ("users", "roles"),
    Type.CHANNEL_SELECT: ("channels",),
}


def command_data(
    world: World,
    channel: Channel,
    offered: list[Json],
    path: str,
    values: Json,
    *,
    focused: str | None = None,
) -> tuple[Json, int]:
    """The data of a slash command, or of its autocompletion, and the type of the focused option."""
    found = find(offered, path)
    if found is None:
        raise InvalidAct(f"There is no command /{path} here")
    by_name = {option["name"]: option for option in found.options}
    if unknown := [name for name in values if name not in by_name]:
        raise InvalidAct(f"/{path} has no option {unknown[0]}")
    if focused is not None and not by_name.get(focused, {}).get("autocomplete"):
        raise InvalidAct(f"{focused} does not offer choices")
    resolved: Json = {}
    given: list[Json] = []
    for option in found.options:
        name = option["name"]
        if name not in values:
            if option.get("required") and focused is None:
                raise InvalidAct(f"{name}: this option is required.")
            continue
        value = values[name]
        if name == focused:
            given.append({"type": option["type"], "name": name, "value": value, "focused": True})
            continue
        given.append(
            {"type": option["type"], "name": name, "value": _option(world, channel, option, value, resolved)}
        )
    command = found.command
    data: Json = {"id": command["id"], "name": command["name"], "type": 1, "options": found.wrap(given)}
    if resolved:
        data["resolved"] = resolved
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    return data, by_name[focused]["type"] if focused is not None else Option.STRING


def _option(world: World, channel: Channel, option: Json, value: Any, resolved: Json) -> Any:
    """The value to send; what an id stands for goes into `resolved`."""
    problem = value_problem(option, value)
    if problem is not None:
        raise InvalidAct(problem)
    if option["type"] == Option.ATTACHMENT:
        if not isinstance(value, Upload):
            raise InvalidAct(f"{option['name']}: choose a file.")
        id = world.ids.next()
        file = world.files.store(id, channel.id, value, None)
        resolved.setdefault("attachments", {})[str(id)] = file.to_json() | {"ephemeral": True}
        return str(id)
    kinds = RESOLVED_OPTIONS.get(option["type"])
    if kinds is None:
        return value
    _resolve_into(resolved, world, channel, [str(value)], kinds)
    return str(value)


def _resolve_into(
    resolved: Json, world: World, channel: Channel, ids: list[str], kinds: tuple[str, ...]
) -> None:
    found, unknown = resolve(world, channel, ids, kinds)
    if unknown:
        raise InvalidAct(f"There is no such {' or '.join(kinds)}: {', '.join(unknown)}")
    for kind, objects in found.items():
        resolved.setdefault(kind, {}).update(objects)


def select_data(world: World, channel: Channel, select: Json, values: list[str]) -> Json:
    """The data of a choice in a select menu on a message."""
    if select["type"] != Type.STRING_SELECT and select["type"] not in RESOLVED_SELECTS:
        raise InvalidAct(f"{select['custom_id']} is not a select menu")
    data: Json = {
        "component_type": select["type"],
        "custom_id": select["custom_id"],
        "id": select["id"],
        "values": [str(value) for value in values],
    }
    resolved = _check_selected(world, channel, select, data["values"])
    return data | {"resolved": resolved} if resolved else data


def _check_selected(world: World, channel: Channel, select: Json, values: list[str]) -> Json:
    """Raises InvalidAct when this cannot be chosen; what ids stand for."""
    least, most = select.get("min_values", 1), select.get("max_values", 1)
    if select["type"] in (Type.CHECKBOX_GROUP,) and "max_values" not in select:
        most = len(select["options"])
    if len(set(values)) != len(values) or not least <= len(values) <= most:
        raise InvalidAct(f"{select['custom_id']}: choose {least} to {most}, each once")
    if "options" in select:
        offered = {option["value"] for option in select["options"]}
        if not set(values) <= offered:
            raise InvalidAct(f"{select['custom_id']} does not offer that")
        return {}
    resolved: Json = {}
    _resolve_into(resolved, world, channel, values, RESOLVED_SELECTS[select["type"]])
    return resolved


def modal_data(world: World, channel: Channel, modal: Modal, values: dict[str, Value]) -> Json:
    """The data of a modal's submission."""
    known = {one["custom_id"] for one in _inputs(modal.components)}
    for name in values:
        if name not in known:
            raise InvalidAct(f"There is no {name} in the modal")
    resolved: Json = {}
    components: list[Json] = []
    for component in modal.components:
        about: Json = {"type": component["type"], "id": component["id"]}
        if component["type"] == Type.LABEL:
            about["component"] = _filled(world, channel, component["component"], values, resolved)
        elif component["type"] == Type.ACTION_ROW:
            about["components"] = [
                _filled(world, channel, one, values, resolved) for one in component["components"]
            ]
        components.append(about)
    data: Json = {"custom_id": modal.custom_id, "components": components}
    return data | {"resolved": resolved} if resolved else data


def _inputs(components: list[Json]) -> Iterator[Json]:
    for component in components:
        if component["type"] == Type.LABEL:
            yield component["component"]
        elif component["type"] == Type.ACTION_ROW:
            yield from component["components"]


def _filled(world: World, channel: Channel, one: Json, values: dict[str, Value], resolved: Json) -> Json:
    """One input with its value."""
    kind, custom_id = one["type"], one["custom_id"]
    about: Json = {"type": kind, "id": one["id"], "custom_id": custom_id}
    value = values.get(custom_id)
    if kind == Type.TEXT_INPUT:
        text = one.get("value", "") if value is None else value
        _check_text(one, text)
        return about | {"value": text}
    if kind == Type.CHECKBOX:
        return about | {"value": bool(one.get("default")) if value is None else value == "true"}
    if kind == Type.FILE_UPLOAD:
        raise InvalidAct("Files cannot be uploaded in a modal here")
    chosen = _defaults(one) if value is None else ([value] if isinstance(value, str) else list(value))
    if kind == Type.RADIO_GROUP:
        one = one | {"min_values": int(one.get("required", True))}
    if chosen or one.get("required", True):
        for found, objects in _check_selected(world, channel, one, chosen).items():
            resolved.setdefault(found, {}).update(objects)
    if kind == Type.RADIO_GROUP:
        return about | {"value": chosen[0] if chosen else None}
    return about | {"values": chosen}


def _defaults(select: Json) -> list[str]:
    chosen = [option["value"] for option in select.get("options", ()) if option.get("default")]
    return chosen + [one["id"] for one in select.get("default_values", ())]


def _check_text(field: Json, text: Any) -> None:
    if not isinstance(text, str):
        raise InvalidAct(f"{field['custom_id']} takes a text")
    if not text and not field.get("required", True):
        return
    least, most = (
        max(field.get("min_length", 0), int(field.get("required", True))),
        field.get("max_length", 4000),
    )
    if not least <= len(text) <= most:
        raise InvalidAct(f"{field['custom_id']}: must be {least} to {most} characters long")
