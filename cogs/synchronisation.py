"""Has Discord know the commands there are, in every language."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, Protocol

import discord
from discord import app_commands

log = logging.getLogger(__name__)

DIGEST: Final = "commands"
"""What Discord was told last is known by its digest, kept under this name."""


class KeptTexts(Protocol):
    """Texts that outlive the process. Both raise StoreError."""

    async def text(self, key: str) -> str | None:
        """What is kept, None where nothing is."""
        ...

    async def keep_text(self, key: str, text: str) -> None:
        """Keep it in place of what was."""
        ...


class Ask(Protocol):
    """Asks Discord until it answers."""

    async def __call__(self, request: Callable[[], Awaitable[list[Any]]]) -> list[Any]: ...


async def synchronised(
    client: discord.Client, tree: app_commands.CommandTree[Any], notes: KeptTexts, ask: Ask
) -> Mapping[str, int] | None:
    """The ids of the commands by name, once Discord knows them as they are; None where it will not tell the
    ids. Discord limits how often commands are written, so that is done only when one has changed, in any
    language. Raises StoreError and, where commands are refused, discord.HTTPException.
    Source: https://docs.discord.com/developers/interactions/application-commands#registering-a-command"""
    application_id, translator = client.application_id, tree.translator
    assert application_id is not None and translator is not None
    payload = [await one.get_translated_payload(tree, translator) for one in tree.get_commands()]
    digest = hashlib.sha256(json.dumps([application_id, payload], sort_keys=True).encode()).hexdigest()
    if await notes.text(DIGEST) != digest:
        there = await ask(lambda: client.http.bulk_upsert_global_commands(application_id, payload=payload))
        await notes.keep_text(DIGEST, digest)
    else:
        try:
            there = await ask(lambda: client.http.get_global_commands(application_id))
        except discord.HTTPException as error:
            log.warning("commands are not mentioned: status %s, code %s", error.status, error.code)
            return None
    return {one["name"]: int(one["id"]) for one in there}
