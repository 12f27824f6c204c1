"""Finding things in messages and modals, for tests and benches: texts, buttons, selects, pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from playground.checks.components import SELECTS, Type, walk
from playground.messages.media import texts_of
from playground.objects import Json
from playground.server import Playground

__all__ = [
    "Button",
    "Picture",
    "Select",
    "buttons",
    "components",
    "find_button",
    "pictures",
    "selects",
    "text",
]


@dataclass(frozen=True)
class Button:
    """A button on a message; a link has `url` and no custom id."""

    label: str
    custom_id: str
    style: int
    disabled: bool
    emoji: str | None
    url: str | None


@dataclass(frozen=True)
class Select:
    """A select menu; `options` are (label, value) pairs of a string select."""

    custom_id: str
    type: int
    placeholder: str
    disabled: bool
    options: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Picture:
    """A picture that a message shows, or a file attached to it."""

    filename: str
    alt: str
    url: str
    width: int | None
    height: int | None
    content_type: str
    data: bytes = field(repr=False)


def components(message: Json) -> list[Json]:
    """Every component of a message, or of a modal's JSON, in the order they are shown."""
    return list(walk(message.get("components", [])))


def text(message: Json) -> str:
    """Everything a message says in words: content, embeds and text displays, a line each."""
    lines = [message.get("content", "")]
    for embed in message.get("embeds", ()):
        lines += [embed.get("title", ""), embed.get("description", "")]
        lines += [f"{one['name']}\n{one['value']}" for one in embed.get("fields", ())]
    return "\n".join(line for line in [*lines, *texts_of(message.get("components", []))] if line)


def buttons(message: Json, *, enabled_only: bool = False) -> list[Button]:
    """The buttons of a message, in order."""
    found = [_button(one) for one in components(message) if one["type"] == Type.BUTTON]
    return [one for one in found if not (enabled_only and one.disabled)]


def _button(one: Json) -> Button:
    return Button(
        label=one.get("label", ""),
        custom_id=one.get("custom_id", ""),
        style=one["style"],
        disabled=one.get("disabled", False),
        emoji=(one.get("emoji") or {}).get("name"),
        url=one.get("url"),
    )


def find_button(message: Json, label: str) -> Button:
    """The button with exactly this label; KeyError naming those there are."""
    for one in buttons(message):
        if one.label == label:
            return one
    raise KeyError(f"no button {label!r} among {[one.label for one in buttons(message)]}")


def selects(message: Json) -> list[Select]:
    """The select menus of a message or modal, in order."""
    return [
        Select(
            custom_id=one["custom_id"],
            type=one["type"],
            placeholder=one.get("placeholder", ""),
            disabled=one.get("disabled", False),
            options=tuple((option["label"], option["value"]) for option in one.get("options", ())),
        )
        for one in components(message)
        if one["type"] in SELECTS
    ]


def pictures(server: Playground, message: Json) -> list[Picture]:
    """Every file a message shows or carries, with its bytes: in components first, then attachments.

    Raises KeyError for a file that is no longer there: the message would show a broken picture.
    """
    return [_picture(server, media, alt) for media, alt in _media(message)]


def _media(message: Json) -> Iterator[tuple[Json, str]]:
    """Unfurled media with their alt texts."""
    for one in components(message):
        if one["type"] == Type.THUMBNAIL:
            yield one["media"], one.get("description") or ""
        elif one["type"] == Type.FILE:
            yield one["file"], ""
        for item in one.get("items", ()):
            yield item["media"], item.get("description") or ""
    for attachment in message.get("attachments", ()):
        yield attachment | {"attachment_id": attachment["id"]}, attachment.get("description", "")


def _picture(server: Playground, media: Json, alt: str) -> Picture:
    file = server.world.files.by_id[int(media["attachment_id"])]
    width, height = file.size or (None, None)
    return Picture(
        filename=file.filename,
        alt=alt,
        url=media["url"],
        width=width,
        height=height,
        content_type=file.content_type,
        data=file.data,
    )
