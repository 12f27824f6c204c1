"""Where errors become one sentence to the person who can do something about it, in their language.

The library only logs what an interaction's handler raises; here everybody gets an answer. What is logged
names tables, codes and lines of the program: never an error's own text, which may hold a card.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections.abc import Awaitable, Mapping
from typing import Final

import discord

from bot.discordkit import panel
from bot.discordkit.interactions import Interaction, InteractionOutcome, note
from bot.discordkit.panel import Drawing
from bot.discordkit.people import People
from bot.discordkit.presses import First, press_of
from bot.discordkit.sending import (
    ALREADY_ANSWERED,
    CUT_OFF,
    INVALID_TOKEN,
    UNKNOWN_INTERACTION,
    UNKNOWN_WEBHOOK,
    Unreached,
    may_pass,
    summary,
)
from bot.errors import CodedError, where
from bot.ports import StoreError
from bot.telling import phrases
from bot.words.catalogue import Words, quoted

log = logging.getLogger(__name__)

_MENTION: Final = re.compile(r"<#\d+>")
"""A channel that we name ourselves."""

TOO_LATE = (UNKNOWN_INTERACTION, INVALID_TOKEN, ALREADY_ANSWERED, UNKNOWN_WEBHOOK)


_REFUSED: Final = {"too-fast": InteractionOutcome.TOO_FAST, "closing": InteractionOutcome.STOPPING}
_OF_CODES: Final = {
    "internal": InteractionOutcome.FAILED,
    "store-failed": InteractionOutcome.FAILED,
    "closing": InteractionOutcome.STOPPING,
}


SERVERS_ALONE: Final = ("league-private", "stats-on-server", "stats-own-alone", "answers-unseen")
"""What is refused where the bot is in no server."""


class Refusal(Exception):
    """Something a person asked for that cannot be done; ``key`` is a sentence of the catalogue
    (``error.…``)."""

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values: Mapping[str, object] = values


class Boundary:
    """Runs what an interaction asks for, and answers for it when it fails."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._running = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def quiet(self) -> None:
        """Return when nothing that was asked for is being done."""
        await self._idle.wait()

    async def run(self, interaction: Interaction, work: Awaitable[None]) -> None:
        """Await the work; whatever it raises is said or logged here."""
        self._running += 1
        self._idle.clear()
        try:
            await self._answer_for(interaction, work)
        finally:
            self._running -= 1
            if not self._running:
                self._idle.set()

    async def _answer_for(self, interaction: Interaction, work: Awaitable[None]) -> None:
        try:
            await work
        except Exception as error:  # noqa: BLE001 - the boundary: one sentence, whatever it was
            note(interaction, outcome_of(error))
            try:
                await self._explain(interaction, error)
            except Exception as failed:  # noqa: BLE001 - not even said: the log is what is left
                if isinstance(failed, discord.HTTPException) or may_pass(failed):
                    log.warning("an answer could not be given: %s", summary(failed))
                else:
                    log.error("an answer could not be given: %s", where(failed))

    async def _explain(self, interaction: Interaction, error: Exception) -> None:
        if isinstance(error, discord.HTTPException) and error.code in TOO_LATE:
            log.info("an answer came too late: code %s", error.code)
            return
        words = await self._people.words_here(interaction)
        ways = panel.installs(words, interaction.application_id) if _needs_server(error) else ()
        await answer(interaction, panel.draw(sentence_for(words, error), ways))


def _needs_server(error: Exception) -> bool:
    """Whether what was asked for can be had only in a server that the bot is in."""
    return (isinstance(error, Refusal) and error.key in SERVERS_ALONE) or (
        isinstance(error, CodedError) and error.code in SERVERS_ALONE
    )


def outcome_of(error: Exception) -> InteractionOutcome:
    """What became of a press that ended with an error."""
    match error:
        case Refusal():
            return _REFUSED.get(error.key, InteractionOutcome.REFUSED)
        case CodedError():
            return _OF_CODES.get(error.code, InteractionOutcome.REFUSED)
        case discord.Forbidden():
            return InteractionOutcome.REFUSED
        case discord.HTTPException() if error.code in TOO_LATE:
            return InteractionOutcome.DONE
        case _:
            return InteractionOutcome.FAILED


def sentence_for(words: Words, error: Exception) -> str:
    """The sentence for an error; logs it under a reference where it is our fault."""
    match error:
        case CodedError() if error.code != "internal":
            return _coded_sentence(words, error)
        case Refusal():
            return words(f"error.{error.key}", **error.values)
        case StoreError():
            log.error("the store failed: %s", type(error).__name__)
            return words("error.store-failed")
        case discord.Forbidden():
            return words("error.forbidden")
        case Unreached():
            return words("error.not-reached")
        case _ if isinstance(error, (discord.HTTPException, *CUT_OFF)) and may_pass(error):
            log.warning("nobody knows what became of a request: %s", summary(error))
            return words("error.not-known")
        case _:
            reference = secrets.token_hex(3)
            log.error("reference %s: %s", reference, where(error))
            return words("error.internal", reference=reference)


def _coded_sentence(words: Words, error: CodedError) -> str:
    details = error.details
    match error.code:
        case "illegal":
            key = f"illegal.{details.get('reason', '')}"
            return words(key if key in words.keys else "illegal.")
        case "bad-option":
            option, key = details.get("option", ""), f"error.bad-option.{details.get('reason', '')}"
            return words(
                key if key in words.keys else "error.bad-option",
                option=phrases.option_name(words, option)
                if f"option.{option}" in words.keys
                else quoted(option),
                value=quoted(details.get("value", "")),
            )
        case code:
            refused = f"correction.refused.{code}"
            key = f"{error.sentences}{code}"
            return words(
                key if key in words.keys else refused,
                **{name: _shown(text) for name, text in details.items()},
            )


def _shown(detail: str) -> str:
    return detail if _MENTION.fullmatch(detail) else quoted(detail)


async def acknowledge(interaction: Interaction, *, reply: bool = False) -> None:
    """Answer at once without changing the message, or with ``reply`` by a private one that is still to
    come."""
    await press_of(interaction).acknowledge(First.REPLY if reply else First.UPDATE)


async def answer(interaction: Interaction, drawing: Drawing) -> None:
    """Say something to the person who pressed or typed."""
    await press_of(interaction).say(drawing)


async def open_form(interaction: Interaction, form: discord.ui.Modal) -> None:
    """Show a form to the person who pressed. Raises Unreached where that cannot be done any more."""
    await press_of(interaction).open_form(form)


async def redraw(interaction: Interaction, drawing: Drawing) -> None:
    """Have the message that was pressed, which one person alone sees, show something else."""
    await press_of(interaction).change(drawing)
