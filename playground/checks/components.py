"""Message and modal components: what may stand where, and how long it may be.

https://discord.com/developers/docs/components/reference
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, field
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
    Url,
    check_fields,
    check_length,
)
from playground.errors import FormErrors
from playground.objects import Json


class Type(IntEnum):
    ACTION_ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT_DISPLAY = 10
    THUMBNAIL = 11
    MEDIA_GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18
    FILE_UPLOAD = 19
    RADIO_GROUP = 21
    CHECKBOX_GROUP = 22
    CHECKBOX = 23


LINK, PREMIUM = 5, 6
SELECTS = (3, 5, 6, 7, 8)
MAX_ROWS, MAX_BUTTONS = 5, 5
MAX_COMPONENTS, MAX_TEXT = 40, 4000

CUSTOM_ID = Text(1, 100, required=True)
EMOJI = Object({"id": Snowflake(), "name": Text(0, 32)})
MEDIA = Object({"url": Url(2048, required=True, schemes=("http", "https", "attachment"))}, required=True)
ATTACHED = Object({"url": Url(2048, required=True, schemes=("attachment",))}, required=True)
ALT_TEXT = Text(1, 1024)
OPTION = Object(
    {
        "label": Text(1, 100, required=True),
        "value": Text(1, 100, required=True),
        "description": Text(0, 100),
        "default": Truth(),
        "emoji": EMOJI,
    }
)
SELECT: dict[str, Field] = {
    "custom_id": CUSTOM_ID,
    "placeholder": Text(0, 150),
    "min_values": Number(0, 25),
    "max_values": Number(1, 25),
    "disabled": Truth(),
    "required": Truth(),
}
DEFAULTS = Many(Object({"id": Snowflake(required=True), "type": Text(required=True)}), most=25)

FIELDS: dict[Type, dict[str, Field]] = {
    Type.ACTION_ROW: {"components": Many(least=1, most=MAX_BUTTONS, required=True)},
    Type.BUTTON: {
        "style": Choice((1, 2, 3, 4, 5, 6), required=True),
        "label": Text(0, 80),
        "custom_id": Text(1, 100),
        "url": Url(512, schemes=("http", "https", "discord")),
        "sku_id": Snowflake(),
        "emoji": EMOJI,
        "disabled": Truth(),
    },
    Type.STRING_SELECT: {**SELECT, "options": Many(OPTION, 1, 25, required=True)},
    Type.USER_SELECT: {**SELECT, "default_values": DEFAULTS},
    Type.ROLE_SELECT: {**SELECT, "default_values": DEFAULTS},
    Type.MENTIONABLE_SELECT: {**SELECT, "default_values": DEFAULTS},
    Type.CHANNEL_SELECT: {**SELECT, "default_values": DEFAULTS, "channel_types": Many(Number(0, 16))},
    Type.SECTION: {
        "components": Many(least=1, most=3, required=True),
        "accessory": Object({}, required=True),
    },
    Type.TEXT_DISPLAY: {"content": Text(1, MAX_TEXT, required=True)},
    Type.THUMBNAIL: {"media": MEDIA, "description": ALT_TEXT, "spoiler": Truth()},
    Type.MEDIA_GALLERY: {
        "items": Many(
            Object({"media": MEDIA, "description": ALT_TEXT, "spoiler": Truth()}), 1, 10, required=True
        )
    },
    Type.FILE: {"file": ATTACHED, "spoiler": Truth()},
    Type.SEPARATOR: {"divider": Truth(), "spacing": Choice((1, 2))},
    Type.CONTAINER: {
        "components": Many(least=1, most=MAX_COMPONENTS, required=True),
        "accent_color": Number(0, 0xFFFFFF),
        "spoiler": Truth(),
    },
    Type.LABEL: {
        "label": Text(1, 45, required=True),
        "description": Text(1, 100),
        "component": Object({}, required=True),
    },
    Type.TEXT_INPUT: {
        "custom_id": CUSTOM_ID,
        "style": Choice((1, 2), required=True),
        "label": Text(1, 45),
        "value": Text(0, 4000),
        "placeholder": Text(0, 100),
        "required": Truth(),
        "min_length": Number(0, 4000),
        "max_length": Number(1, 4000),
    },
    Type.FILE_UPLOAD: {
        "custom_id": CUSTOM_ID,
        "min_values": Number(0, 10),
        "max_values": Number(1, 10),
        "required": Truth(),
    },
    Type.RADIO_GROUP: {
        "custom_id": CUSTOM_ID,
        "options": Many(OPTION, 2, 10, required=True),
        "required": Truth(),
    },
    Type.CHECKBOX_GROUP: {
        "custom_id": CUSTOM_ID,
        "options": Many(OPTION, 1, 10, required=True),
        "min_values": Number(0, 10),
        "max_values": Number(1, 10),
        "required": Truth(),
    },
    Type.CHECKBOX: {"custom_id": CUSTOM_ID, "default": Truth()},
}

IN_ROW = (Type.BUTTON, *map(Type, SELECTS))
IN_CONTAINER = (
    Type.ACTION_ROW,
    Type.SECTION,
    Type.TEXT_DISPLAY,
    Type.MEDIA_GALLERY,
    Type.FILE,
    Type.SEPARATOR,
)
IN_LABEL = (
    Type.STRING_SELECT,
    Type.TEXT_INPUT,
    Type.USER_SELECT,
    Type.ROLE_SELECT,
    Type.MENTIONABLE_SELECT,
    Type.CHANNEL_SELECT,
    Type.FILE_UPLOAD,
    Type.RADIO_GROUP,
    Type.CHECKBOX_GROUP,
    Type.CHECKBOX,
)
TOP_V1 = (Type.ACTION_ROW,)
TOP_V2 = (*IN_CONTAINER, Type.CONTAINER)
TOP_MODAL = (Type.ACTION_ROW, Type.TEXT_DISPLAY, Type.LABEL)


@dataclass
class Place:
    """What the walk through a tree of components keeps in mind."""

    modal: bool = False
    emojis: Container[int] = ()
    """Ids of the custom emojis that may be used: the application's own."""
    custom_ids: set[str] = field(default_factory=set)
    ids: set[int] = field(default_factory=set)
    count: int = 0
    text: int = 0


def check_message_components(
    components: list[Any], *, v2: bool, emojis: Container[int], errors: FormErrors
) -> None:
    """Check a message's components; `errors` stands at the field `components`."""
    place = Place(emojis=emojis)
    check_length(len(components), 0, MAX_COMPONENTS if v2 else MAX_ROWS, errors)
    _check_all(components, TOP_V2 if v2 else TOP_V1, place, errors)
    if v2 and place.count > MAX_COMPONENTS:
        errors.add(
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
            f"The total number of components cannot exceed {MAX_COMPONENTS}.",
        )
    if v2 and place.text > MAX_TEXT:
        errors.add(
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            f"Components displayable text size exceeds maximum size of {MAX_TEXT}",
        )


def check_modal(data: Json, errors: FormErrors) -> None:
    """Check the data of a modal callback."""
    fields: dict[str, Field] = {
        "custom_id": CUSTOM_ID,
        "title": Text(1, 45, required=True),
        "components": Many(least=1, most=5, required=True),
    }
    if check_fields(data, fields, errors):
        _check_all(data["components"], TOP_MODAL, Place(modal=True), errors.at("components"))


def _check_all(components: list[Any], allowed: tuple[Type, ...], place: Place, errors: FormErrors) -> None:
    for index, component in enumerate(components):
        _check(component, allowed, place, errors.at(index))


def _check(component: Any, allowed: tuple[Type, ...], place: Place, errors: FormErrors) -> None:
    if not isinstance(component, dict):
        errors.add("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        return
    if component.get("type") not in allowed:
        listed = ", ".join(str(int(kind)) for kind in allowed)
        errors.at("type").add("UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({listed},).')
        return
    kind = Type(component["type"])
    place.count += 1
    _check_id(component, place, errors)
    if not check_fields(component, FIELDS[kind], errors):
        return
    _check_custom_id(component, place, errors)
    _check_own_rules(component, kind, place, errors)
    if kind is Type.TEXT_INPUT and allowed == (Type.TEXT_INPUT,) and component.get("label") is None:
        errors.at("label").add("BASE_TYPE_REQUIRED", "This field is required")


def _check_own_rules(component: Json, kind: Type, place: Place, errors: FormErrors) -> None:
    """What holds for components of one type alone, and for what is in them."""
    if kind is Type.TEXT_DISPLAY:
        place.text += len(component["content"])
    elif kind is Type.BUTTON:
        _check_button(component, place, errors)
    elif kind in SELECTS:
        _check_select(component, place, errors)
    elif kind is Type.ACTION_ROW:
        _check_row(component["components"], place, errors.at("components"))
    elif kind is Type.SECTION:
        _check_all(component["components"], (Type.TEXT_DISPLAY,), place, errors.at("components"))
        _check(component["accessory"], (Type.BUTTON, Type.THUMBNAIL), place, errors.at("accessory"))
    elif kind is Type.CONTAINER:
        _check_all(component["components"], IN_CONTAINER, place, errors.at("components"))
    elif kind is Type.LABEL:
        _check(component["component"], IN_LABEL, place, errors.at("component"))


def _check_id(component: Json, place: Place, errors: FormErrors) -> None:
    given = component.get("id")
    if given is None:
        return
    Number(0, 2**31 - 1).check(given, errors.at("id"))
    # Zero stands for "none given".
    if given and given in place.ids:
        errors.at("id").add("COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
    place.ids.add(given)


def _check_custom_id(component: Json, place: Place, errors: FormErrors) -> None:
    custom_id = component.get("custom_id")
    if custom_id is None:
        return
    if custom_id in place.custom_ids:
        errors.at("custom_id").add(
            "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"
        )
    place.custom_ids.add(custom_id)


def _check_button(button: Json, place: Place, errors: FormErrors) -> None:
    style = button["style"]
    wanted = {LINK: "url", PREMIUM: "sku_id"}.get(style, "custom_id")
    if button.get(wanted) is None:
        errors.at(wanted).add("BASE_TYPE_REQUIRED", f"A {wanted} is required")
    for other in ("url", "sku_id", "custom_id"):
        if other != wanted and button.get(other) is not None:
            errors.at(other).add(
                "BUTTON_COMPONENT_INVALID_FIELD", f"A button of style {style} cannot have a {other}"
            )
    if style != PREMIUM and not button.get("label") and not button.get("emoji"):
        errors.add("BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or an emoji is required")
    _check_emoji(button, place, errors)


def _check_select(select: Json, place: Place, errors: FormErrors) -> None:
    least, most = select.get("min_values"), select.get("max_values")
    least, most = 1 if least is None else least, 1 if most is None else most
    if least > most:
        errors.at("min_values").add(
            "SELECT_COMPONENT_MIN_VALUES_EXCEEDS_MAX", "The min_values must not exceed the max_values"
        )
    options = select.get("options")
    if options is None:
        return
    if most > len(options):
        errors.at("max_values").add(
            "SELECT_COMPONENT_MAX_VALUES_EXCEEDS_OPTIONS", "There must be as many options as max_values"
        )
    if sum(bool(option.get("default")) for option in options) > most:
        errors.at("options").add(
            "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "There must not be more defaults than max_values"
        )
    seen: set[str] = set()
    for index, option in enumerate(options):
        if option["value"] in seen:
            errors.at("options", index, "value").add(
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used"
            )
        seen.add(option["value"])
        _check_emoji(option, place, errors.at("options", index))


def _check_emoji(holder: Json, place: Place, errors: FormErrors) -> None:
    """A Unicode emoji has a name that is not a word; one of our own has the id of one that is there."""
    emoji = holder.get("emoji")
    if emoji is None:
        return
    name = emoji.get("name") or ""
    known = int(emoji["id"]) in place.emojis if emoji.get("id") else bool(name) and not name.isascii()
    if not known:
        errors.at("emoji", "name").add("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")


def _check_row(components: list[Any], place: Place, errors: FormErrors) -> None:
    allowed = (Type.TEXT_INPUT,) if place.modal else IN_ROW
    _check_all(components, allowed, place, errors)
    wide = any(isinstance(one, dict) and one.get("type") != Type.BUTTON for one in components)
    if wide and len(components) > 1:
        errors.at(1).add(
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width"
        )


def walk(components: list[Json]) -> Iterator[Json]:
    """Every component of a tree, parents before children, in the order they are shown."""
    for component in components:
        yield component
        yield from walk(component.get("components", ()))
        for single in ("accessory", "component"):
            if single in component:
                yield from walk([component[single]])
