"""What a message may consist of.

https://discord.com/developers/docs/resources/message#create-message
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from playground.checks.components import check_message_components
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
)
from playground.errors import FormErrors
from playground.objects import Json

MAX_FILES = 10
MAX_UPLOAD = 10 * 1024 * 1024
"""Bytes in one file: what a guild without boosts and a direct message take."""

IMAGE = Object({"url": Url(2048, schemes=("http", "https", "attachment"))})
EMBED = Object(
    {
        "title": Text(0, 256),
        "description": Text(0, 4096),
        "url": Url(2048),
        "timestamp": Text(),
        "color": Number(0, 0xFFFFFF),
        "footer": Object({"text": Text(0, 2048, required=True)}),
        "image": IMAGE,
        "thumbnail": IMAGE,
        "author": Object({"name": Text(0, 256, required=True), "url": Url(2048)}),
        "fields": Many(
            Object(
                {
                    "name": Text(1, 256, required=True),
                    "value": Text(1, 1024, required=True),
                    "inline": Truth(),
                }
            ),
            most=25,
        ),
    }
)
MAX_EMBED_TEXT = 6000

ALLOWED_MENTIONS = Object(
    {
        "parse": Many(Choice(("users", "roles", "everyone"))),
        "users": Many(Snowflake(), most=100),
        "roles": Many(Snowflake(), most=100),
        "replied_user": Truth(),
    }
)
FIELDS: dict[str, Field] = {
    "content": Text(0, 2000),
    "embeds": Many(EMBED, most=10),
    "components": Many(),
    "flags": Number(0, 2**31 - 1),
    "attachments": Many(
        Object({"id": Snowflake(required=True), "filename": Text(1, 1024), "description": Text(0, 1024)}),
        most=MAX_FILES,
    ),
    "allowed_mentions": ALLOWED_MENTIONS,
    "message_reference": Object({"message_id": Snowflake(required=True)}),
    "tts": Truth(),
    "enforce_nonce": Truth(),
    "sticker_ids": Many(Snowflake(), most=3),
}

V2_FORBIDS = ("content", "embeds", "sticker_ids", "poll")


def check_message(payload: Json, errors: FormErrors) -> None:
    """Check the form of a message, new or edited, all but its components; raises ApiError 50035."""
    if check_fields(payload, FIELDS, errors):
        _check_embeds(payload.get("embeds") or [], errors.at("embeds"))
        _check_mentions(payload.get("allowed_mentions") or {}, errors.at("allowed_mentions"))
        nonce = payload.get("nonce")
        if isinstance(nonce, str) and len(nonce) > 25:
            errors.at("nonce").add("NONCE_TYPE_TOO_LONG", "Nonce must be 25 or fewer in length.")
    errors.raise_if_any()


def check_components(components: list[Any], *, v2: bool, emojis: Container[int], errors: FormErrors) -> None:
    check_message_components(components, v2=v2, emojis=emojis, errors=errors.at("components"))


def check_no_legacy_fields(fields: Json, errors: FormErrors) -> None:
    """A message made of components has nothing else."""
    for name in V2_FORBIDS:
        if fields.get(name):
            errors.at(name).add(
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )


def _check_embeds(embeds: list[Json], errors: FormErrors) -> None:
    size = 0
    for embed in embeds:
        texts = [embed.get("title"), embed.get("description")]
        texts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
        for field in embed.get("fields") or []:
            texts += [field["name"], field["value"]]
        size += sum(len(text) for text in texts if text)
    if size > MAX_EMBED_TEXT:
        errors.add("MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {MAX_EMBED_TEXT}")


def _check_mentions(allowed: Json, errors: FormErrors) -> None:
    for kind in ("users", "roles"):
        if allowed.get(kind) and kind in (allowed.get("parse") or ()):
            errors.add(
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.',
            )
