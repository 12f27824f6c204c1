"""Making and changing messages: from what the bot sends to Discord's message object."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from playground.checks.messages import (
    MAX_FILES,
    MAX_UPLOAD,
    check_components,
    check_message,
    check_no_legacy_fields,
)
from playground.checks.threads import check_writable
from playground.errors import EMPTY_MESSAGE, REQUEST_TOO_LARGE, ApiError, FormErrors
from playground.messages.media import Shown, attachment_name, media_ids, media_of, texts_of
from playground.objects import Json
from playground.world.changes import Changes
from playground.world.files import StoredFile, Upload, safe_name
from playground.world.permissions import Permission
from playground.world.places import (
    COMPONENTS_V2,
    EPHEMERAL,
    SUPPRESS_EMBEDS,
    SUPPRESS_NOTIFICATIONS,
    Channel,
    Message,
)
from playground.world.snowflakes import isoformat
from playground.world.world import World

NEW_FLAGS = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2
REPLY_FLAGS = NEW_FLAGS | EPHEMERAL
EDIT_FLAGS = SUPPRESS_EMBEDS | COMPONENTS_V2

Uploads = Mapping[int, Upload]
"""New files, by the n of the form field `files[n]`."""


@dataclass
class Body:
    """What a message says and shows."""

    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    flags: int = 0
    files: dict[int, StoredFile] = field(default_factory=dict)
    attachments: list[Json] = field(default_factory=list)
    mentions: list[Json] = field(default_factory=list)
    mention_everyone: bool = False
    pings: set[int] = field(default_factory=set)

    def to_json(self) -> Json:
        return {
            "content": self.content,
            "embeds": self.embeds,
            "components": self.components,
            "flags": self.flags,
            "attachments": self.attachments,
            "mentions": self.mentions,
            "mention_roles": [],
            "mention_everyone": self.mention_everyone,
        }


class Composer:
    """Turns one payload into a Body, for a new message or as an edit of `before`.

    Raises ApiError 50035 (the tree standing under `errors`), 50006, 40005, and 50083, 160005 in a thread that
    takes no messages.
    """

    def __init__(
        self,
        world: World,
        channel: Channel,
        payload: Json,
        uploads: Uploads,
        *,
        permitted: int,
        before: Message | None = None,
        errors: FormErrors | None = None,
    ) -> None:
        self.world, self.channel, self.payload, self.uploads = world, channel, payload, uploads
        self.before = before
        self.permitted = permitted
        self.errors = FormErrors() if errors is None else errors

    def compose(self) -> Body:
        if self.before is None or self.before.visible_to is None:
            check_writable(self.channel, editing=self.before is not None)
        check_message(self.payload, self.errors)
        flags = self._flags()
        body = Body(flags=flags)
        body.content = self._merged("content") or ""
        embeds = self._merged("embeds") or []
        components = self._merged("components") or []
        self._check_content(body.content, embeds, components, v2=bool(flags & COMPONENTS_V2))
        kept = self._kept()
        names = {file.filename for file in kept.values()} | set(self._new_names().values())
        self._check_references(components, embeds, kept, names)
        self.errors.raise_if_any()
        self._check_not_empty(body, embeds, components, files=len(kept) + len(self.uploads))
        body.files = kept | self._store()
        shown = Shown(self.world.ids, body.files)
        if "components" in self.payload or self.before is None:
            body.components = shown.components(components)
        else:
            body.components = components
            shown.used |= set(media_ids(components))
        body.embeds = [shown.embed(embed) for embed in embeds]
        body.attachments = [file.to_json() for id, file in body.files.items() if id not in shown.used]
        self._mentions(body)
        return body

    def _merged(self, name: str) -> Any:
        if name in self.payload or self.before is None:
            return self.payload.get(name)
        return self.before.data[name]

    def _flags(self) -> int:
        given = self.payload.get("flags")
        before = self.before.flags if self.before is not None else 0
        if given is None:
            return before
        if before & COMPONENTS_V2 and not given & COMPONENTS_V2:
            self.errors.at("flags").add(
                "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG",
                "MessageFlags.IS_COMPONENTS_V2 cannot be removed from a message",
            )
        return (before & ~EDIT_FLAGS) | (given & self.permitted)

    def _check_content(self, content: str, embeds: list[Json], components: list[Any], *, v2: bool) -> None:
        if v2:
            legacy = {"content": content, "embeds": embeds}
            check_no_legacy_fields(self.payload | legacy, self.errors)
        if "components" in self.payload or self.before is None:
            check_components(components, v2=v2, emojis=self.world.emojis, errors=self.errors)
        self.errors.raise_if_any()

    def _check_not_empty(self, body: Body, embeds: list[Json], components: list[Json], files: int) -> None:
        if body.flags & COMPONENTS_V2:
            empty = not components
        else:
            empty = not (body.content.strip() or embeds or files)
        if empty:
            raise ApiError(EMPTY_MESSAGE)

    # Files

    def _listed(self) -> dict[int, Json]:
        return {int(one["id"]): one for one in self.payload.get("attachments") or []}

    def _new_names(self) -> dict[int, str]:
        listed = self._listed()
        return {
            n: safe_name(listed.get(n, {}).get("filename") or upload.filename)
            for n, upload in self.uploads.items()
        }

    def _kept(self) -> dict[int, StoredFile]:
        """The files that stay: all when no list is given, else those that are named."""
        files = dict(self.before.files) if self.before is not None else {}
        listed = self._listed()
        for index, id in enumerate(listed):
            if id not in files and id not in self.uploads:
                self.errors.at("attachments", index).add("ATTACHMENT_NOT_FOUND", "Attachment was not found")
        if "attachments" in self.payload:
            files = {id: file for id, file in files.items() if id in listed}
        if len(files) + len(self.uploads) > MAX_FILES:
            self.errors.at("attachments").add(
                "BASE_TYPE_MAX_LENGTH", f"Must be {MAX_FILES} or fewer in length."
            )
        return files

    def _store(self) -> dict[int, StoredFile]:
        if any(len(upload.data) > MAX_UPLOAD for upload in self.uploads.values()):
            raise ApiError(REQUEST_TOO_LARGE)
        listed, names = self._listed(), self._new_names()
        stored: dict[int, StoredFile] = {}
        for n, upload in sorted(self.uploads.items()):
            id = self.world.ids.next()
            description = listed.get(n, {}).get("description")
            renamed = Upload(names[n], upload.data)
            stored[id] = self.world.files.store(id, self.channel.id, renamed, description)
        return stored

    def _check_references(
        self, components: list[Json], embeds: list[Json], kept: dict[int, StoredFile], names: set[str]
    ) -> None:
        if "components" in self.payload or self.before is None:
            holders = media_of(components, self.errors.at("components"))
            for index, embed in enumerate(embeds):
                for name in ("image", "thumbnail"):
                    if embed.get(name):
                        holders = [*holders, (embed[name], self.errors.at("embeds", index, name))]
            for media, errors in holders:
                name = attachment_name(media.get("url") or "")
                if name is not None and name not in names:
                    errors.at("url").add(
                        "REFERENCED_ATTACHMENT_NOT_FOUND", f'The attachment "{name}" was not found'
                    )
        elif self.before is not None and not set(media_ids(components)) <= kept.keys():
            self.errors.at("components").add(
                "REFERENCED_ATTACHMENT_NOT_FOUND", "An attachment that is shown was left out"
            )

    # Mentions

    def _mentions(self, body: Body) -> None:
        text = "\n".join([body.content, *texts_of(body.components)])
        named = [int(id) for id in dict.fromkeys(re.findall(r"<@!?(\d+)>", text))]
        body.mentions = [user for user in map(self.world.user, named) if user is not None]
        may = self.channel.guild is None or self.channel.bot_permissions & Permission.MENTION_EVERYONE
        body.mention_everyone = bool(may) and bool(re.search("@(everyone|here)", text))
        body.pings = self._pinged({int(user["id"]) for user in body.mentions}, body.mention_everyone)

    def _pinged(self, named: set[int], everyone: bool) -> set[int]:
        allowed = self.payload.get("allowed_mentions")
        everybody = set(self.world.accounts) if everyone else set[int]()
        if allowed is None:
            return named | everybody
        parse = allowed.get("parse") or ()
        pinged = named & {int(id) for id in allowed.get("users") or ()}
        pinged |= named if "users" in parse else set()
        return pinged | (everybody if "everyone" in parse else set())


def new_message(world: World, channel: Channel, author: Json, body: Body, **extra: Any) -> Message:
    """A message object, not yet shown to anybody; `extra` replaces or adds fields of it."""
    data: Json = {
        "id": str(world.ids.next()),
        "type": 0,
        "channel_id": str(channel.id),
        "author": author,
        "timestamp": isoformat(world.clock.now()),
        "edited_timestamp": None,
        "tts": False,
        "pinned": False,
        **body.to_json(),
        **extra,
    }
    return Message(channel, data, body.files, pings=body.pings)


def edit_message(
    changes: Changes, message: Message, payload: Json, uploads: Uploads, errors: FormErrors
) -> None:
    """Change a message as a PATCH asks, and tell everybody."""
    body = Composer(
        changes.world, message.channel, payload, uploads, permitted=EDIT_FLAGS, before=message, errors=errors
    ).compose()
    apply_body(changes, message, body)


def apply_body(changes: Changes, message: Message, body: Body, **extra: Any) -> None:
    edited = isoformat(changes.world.clock.now())
    data = message.data | body.to_json() | {"edited_timestamp": edited} | extra
    changes.update_message(message, data, body.files)
