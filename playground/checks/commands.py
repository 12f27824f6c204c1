"""What an application command may look like, and which values its options take.

https://discord.com/developers/docs/interactions/application-commands
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntEnum
from typing import Any

from playground.checks.fields import (
    Choice,
    Field,
    Many,
    Number,
    Object,
    Snowflake,
    Text,
    Truth,
    check_fields,
)
from playground.errors import FormErrors
from playground.objects import Json

# fmt: off
LOCALES = frozenset({
    "ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419",
    "es-ES", "fi", "fr", "he", "hi", "hr", "hu", "id", "it",
    "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru",
    "sv-SE", "th", "tr", "uk", "vi", "zh-CN", "zh-TW",
})
# fmt: on
MAX_COMMANDS = {1: 100, 2: 15, 3: 15}
MAX_SIZE = 8000
MAX_INTEGER = 2**53


class Option(IntEnum):
    SUBCOMMAND = 1
    GROUP = 2
    STRING = 3
    INTEGER = 4
    BOOLEAN = 5
    USER = 6
    CHANNEL = 7
    ROLE = 8
    MENTIONABLE = 9
    NUMBER = 10
    ATTACHMENT = 11


CHOOSABLE = (Option.STRING, Option.INTEGER, Option.NUMBER)
NAME = re.compile(r"[-_'\w]{1,32}")
"""Discord's ^[-_'\\p{L}\\p{N}\\p{sc=Deva}\\p{sc=Thai}]{1,32}$, in small letters where the script has them."""

COMMAND: dict[str, Field] = {
    "name": Text(1, 32, required=True),
    "type": Choice((1, 2, 3)),
    "name_localizations": Object({}),
    "description_localizations": Object({}),
    "options": Many(most=25),
    "default_member_permissions": Snowflake(),
    "dm_permission": Truth(),
    "nsfw": Truth(),
    "contexts": Many(Choice((0, 1, 2)), least=1),
    "integration_types": Many(Choice((0, 1)), least=1),
}
OPTION: dict[str, Field] = {
    "type": Choice(tuple(int(kind) for kind in Option), required=True),
    "name": Text(1, 32, required=True),
    "description": Text(1, 100, required=True),
    "name_localizations": Object({}),
    "description_localizations": Object({}),
    "required": Truth(),
    "autocomplete": Truth(),
    "options": Many(most=25),
    "choices": Many(most=25),
    "min_length": Number(0, 6000),
    "max_length": Number(1, 6000),
    "channel_types": Many(Number(0, 16)),
}
BY_TYPE: dict[Option, dict[str, Field]] = {
    Option.STRING: {"choices": Many(Object({"value": Text(1, 100, required=True)}))},
    Option.INTEGER: {
        "choices": Many(Object({"value": Number(required=True)})),
        "min_value": Number(),
        "max_value": Number(),
    },
    Option.NUMBER: {
        "choices": Many(Object({"value": Number(required=True, whole=False)})),
        "min_value": Number(whole=False),
        "max_value": Number(whole=False),
    },
}


def check_commands(commands: list[Json], errors: FormErrors) -> None:
    """Check a whole set of commands, as it is overwritten in one request; raises ApiError 50035."""
    seen: set[tuple[int, str]] = set()
    for index, command in enumerate(commands):
        check_command(command, errors.at(index))
        key = (command.get("type") or 1, str(command.get("name")))
        if key in seen:
            errors.at(index, "name").add(
                "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique"
            )
        seen.add(key)
    for kind, most in MAX_COMMANDS.items():
        if sum(one == kind for one, _ in seen) > most:
            errors.add("BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
    errors.raise_if_any()


def check_command(command: Json, errors: FormErrors) -> None:
    if not check_fields(command, COMMAND, errors):
        return
    chat = (command.get("type") or 1) == 1
    if chat:
        _check_name(command["name"], errors.at("name"))
        Text(1, 100, required=True).check(command.get("description") or "", errors.at("description"))
    elif command.get("description") or command.get("options"):
        errors.add("APPLICATION_COMMAND_CONTEXT_MENU", "Context menu commands have a name alone")
    _check_localizations(command, chat, errors)
    _check_options(command.get("options") or [], tuple(Option), 0, errors.at("options"))
    if not len(errors) and size_of(command) > MAX_SIZE:
        errors.add("APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({MAX_SIZE})")


def _check_name(name: str, errors: FormErrors) -> None:
    if not NAME.fullmatch(name) or name != name.lower():
        errors.add("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _check_localizations(holder: Json, chat: bool, errors: FormErrors) -> None:
    for field, most in (("name_localizations", 32), ("description_localizations", 100)):
        for locale, text in (holder.get(field) or {}).items():
            here = errors.at(field, locale)
            if locale not in LOCALES:
                here.add("ENUM_TYPE_COERCE", f'Value "{locale}" is not a valid enum value.')
            Text(1, most).check(text, here)
            if field == "name_localizations" and chat and isinstance(text, str):
                _check_name(text, here)


def _check_options(options: list[Any], allowed: tuple[Option, ...], depth: int, errors: FormErrors) -> None:
    names: set[str] = set()
    optional_seen = False
    kinds: set[bool] = set()
    for index, option in enumerate(options):
        here = errors.at(index)
        if not isinstance(option, dict):
            here.add("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
            continue
        if not _check_option(option, allowed, depth, here):
            continue
        kinds.add(option["type"] <= Option.GROUP)
        if option["name"] in names:
            here.at("name").add(
                "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists"
            )
        names.add(option["name"])
        if option.get("required") and optional_seen:
            here.add(
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional_seen = optional_seen or not option.get("required")
    if len(kinds) > 1:
        errors.add(
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
        )


def _check_option(option: Json, allowed: tuple[Option, ...], depth: int, errors: FormErrors) -> bool:
    """One option and what is in it; True when its own fields are well formed."""
    if not check_fields(option, OPTION, errors):
        return False
    kind = Option(option["type"])
    if kind not in allowed:
        listed = ", ".join(str(int(one)) for one in allowed)
        errors.at("type").add("UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({listed},).')
        return False
    _check_name(option["name"], errors.at("name"))
    _check_localizations(option, True, errors)
    if kind is Option.GROUP:
        _check_options(option.get("options") or [], (Option.SUBCOMMAND,), depth + 1, errors.at("options"))
    elif kind is Option.SUBCOMMAND:
        values = tuple(one for one in Option if one > Option.GROUP)
        _check_options(option.get("options") or [], values, depth + 1, errors.at("options"))
    elif check_fields(option, BY_TYPE.get(kind, {}), errors):
        _check_choices(option, kind, errors)
    return True


def _check_choices(option: Json, kind: Option, errors: FormErrors) -> None:
    choices = option.get("choices") or []
    names: set[str] = set()
    for index, choice in enumerate(choices):
        here = errors.at("choices", index)
        check_fields(choice, {"name": Text(1, 100, required=True)}, here)
        if choice.get("name") in names:
            here.at("name").add(
                "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", "Option choice name already exists"
            )
        names.add(choice.get("name"))
    if choices and kind not in CHOOSABLE:
        errors.at("choices").add("APPLICATION_COMMAND_OPTION_NO_CHOICES", "This type takes no choices")
    if option.get("autocomplete") and (choices or kind not in CHOOSABLE):
        errors.at("autocomplete").add(
            "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID",
            "Autocomplete goes with strings, integers and numbers that have no choices",
        )
    for low, high in (("min_value", "max_value"), ("min_length", "max_length")):
        least, most = option.get(low), option.get(high)
        if least is not None and most is not None and least > most:
            errors.at(low).add("APPLICATION_COMMAND_OPTION_RANGE_INVALID", f"{low} is greater than {high}")


def size_of(command: Json) -> int:
    """The characters of names, descriptions and values, of which a command may have 8000."""
    return sum(len(text) for text in _texts(command))


def _texts(holder: Json) -> Iterator[str]:
    for name in ("name", "description", "value"):
        if isinstance(holder.get(name), str):
            longest = max((holder.get(f"{name}_localizations") or {}).values(), key=len, default="")
            yield max(holder[name], longest, key=len)
    for name in ("options", "choices"):
        for inner in holder.get(name) or ():
            yield from _texts(inner)


def value_problem(option: Json, value: Any) -> str | None:
    """What the Discord client says against a value for an option; None when it takes it."""
    kind, name = Option(option["type"]), option["name"]
    whole = isinstance(value, int) and not isinstance(value, bool)
    fits = {
        Option.STRING: isinstance(value, str),
        Option.INTEGER: whole,
        Option.NUMBER: whole or isinstance(value, float),
        Option.BOOLEAN: isinstance(value, bool),
    }.get(kind, True)
    if not fits:
        return f"{name}: this value is not of the right kind."
    choices = [choice["value"] for choice in option.get("choices") or ()]
    if choices and value not in choices:
        return f"{name}: choose one of the listed values."
    size = len(value) if isinstance(value, str) else value
    low, high = ("min_length", "max_length") if kind is Option.STRING else ("min_value", "max_value")
    if kind in CHOOSABLE:
        if option.get(low) is not None and size < option[low]:
            return f"{name}: must be at least {option[low]}."
        most = option.get(high, 6000 if kind is Option.STRING else None)
        if most is not None and size > most:
            return f"{name}: must be at most {most}."
    if kind is Option.INTEGER and not -MAX_INTEGER <= int(value) <= MAX_INTEGER:
        return f"{name}: must be between -2^53 and 2^53."
    return None
