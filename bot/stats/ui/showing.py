"""Posting statistics for everybody."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import discord

from bot.discordkit.interactions import Interaction
from bot.discordkit.panel import Drawing
from bot.discordkit.permissions import require_permissions
from bot.discordkit.postings import NONCES
from bot.discordkit.press_ids import PressId
from bot.discordkit.presses import First, press_of
from bot.discordkit.routes import Route, anyone
from bot.discordkit.sending import UNKNOWN_CHANNEL
from bot.leagues.errors import ClubError
from bot.stats.ui.desk import Desk, StatsVisit

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
