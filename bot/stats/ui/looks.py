"""What panels of statistics have in common: a picture or its words, and buttons.

Posting statistics for everybody.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any, Final

import discord
from discord import ui

from bot.discordkit.interactions import Interaction, PressId
from bot.discordkit.panel import BLUE, Drawing, Part, Parts, button, draw, picture
from bot.discordkit.permissions import require_permissions
from bot.discordkit.postings import NONCES
from bot.discordkit.presses import First, press_of
from bot.discordkit.routes import Route, anyone
from bot.discordkit.sending import UNKNOWN_CHANNEL
from bot.leagues.model import ClubError
from bot.leagues.standings_words import standings_text
from bot.pictures.painter import Painter
from bot.pictures.stat_values import PersonCard, StandingsPicture, StatPicture
from bot.stats.ui.desk import Desk, StatsVisit
from bot.telling.alt import alt_text, sentences
from bot.telling.phrases import TEXT_LONGEST, fitting
from bot.words.catalogue import Words, in_text

FILE: Final = "statistics.png"
SPARE: Final = 400
"""Characters for what stands beside the words of a picture."""

Value = StatPicture | StandingsPicture


@dataclass(frozen=True, slots=True)
class StatsPicture:
    """A picture of statistics with its bytes, which are empty for who reads none, or lines; and notes below
    it in small print."""

    value: Value | None = None
    data: bytes = field(default=b"", repr=False)
    lines: Sequence[str] = ()
    notes: Sequence[str] = ()

    def parts(self, words: Words) -> list[Part]:
        """As they stand on a panel."""
        small = [f"-# {note}" for note in self.notes if note]
        if self.value is None:
            return [*self.lines, *small]
        if self.data:
            return [picture(FILE, alt_text(words, self.value), self.data), *small]
        return [_in_words(words, self.value), *small]


async def painted(
    visit: StatsVisit, painter: Painter, value: Value, notes: Sequence[str] = ()
) -> StatsPicture:
    """A picture, which is not painted for who reads none."""
    data = b"" if visit.reader.preferences.text_mode else await painter.paint(value)
    return StatsPicture(value, data, notes=notes)


def private(visit: StatsVisit, look: StatsPicture, *below: Parts) -> Drawing:
    """For the one person who asked."""
    return draw(look.parts(visit.words), *below, reader=visit.reader.user_id)


def posted(
    visit: StatsVisit, look: StatsPicture, at: datetime, buttons: Iterable[ui.Button[Any]] = ()
) -> Drawing:
    """For everybody: it stays as it is, as of a moment (UTC)."""
    words = visit.words
    note = words(
        "standings.as-of", date=words.date(at.date()), time=words("stats.utc", time=words.time(at.time()))
    )
    return draw(look.parts(words), buttons, f"-# {note}", final=True)


def show(words: Words, press: PressId) -> ui.Button[Any]:
    """*Show to everybody*."""
    return button(words("standings.show"), press, BLUE)


def _in_words(words: Words, value: Value) -> str:
    if isinstance(value, StandingsPicture):
        return standings_text(words, value)
    title = value.name if isinstance(value, PersonCard) else value.title
    lines = [in_text(one) for one in sentences(words, value)[1:] if one]
    return fitting(
        [f"### {in_text(title)}", *lines],
        TEXT_LONGEST - SPARE,
        words("told.more.statistics", setting=words("setting.text-mode")),
        "\n",
    )


MISSING_ACCESS: Final = 50001
"""https://discord.com/developers/docs/topics/opcodes-and-status-codes#json"""


Posted = Callable[[Interaction, PressId, StatsVisit], Awaitable[Drawing]]
"""What everybody is shown at a press."""


def posting(desk: Desk, posted: Posted, values: int) -> Route[None]:
    """A route by which what everybody may see is posted."""
    return anyone(partial(_post, desk, posted), values=values)


async def _post(desk: Desk, posted: Posted, interaction: Interaction, press: PressId) -> None:
    """As a message of its own, in the server's words. Raises Refusal, ClubError ``channel-gone``, and what
    ``posted`` raises."""
    press_of(interaction).expected = First.POST
    require_permissions((await desk.visit(interaction)).words, interaction)
    drawing = await posted(interaction, press, await desk.in_public(interaction))
    try:
        await press_of(interaction).publish(drawing, secrets.randbelow(NONCES) + 1)
    except discord.HTTPException as error:
        if error.code in (UNKNOWN_CHANNEL, MISSING_ACCESS):
            raise ClubError("channel-gone") from None
        raise
