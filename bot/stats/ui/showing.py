"""Posting statistics for everybody."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from typing import Final

import discord

from bot.discordkit.interactions import Interaction
from bot.discordkit.panel import Drawing
from bot.discordkit.permissions import require_permissions
from bot.discordkit.postings import NONCES
from bot.discordkit.presses import First, press_of
from bot.discordkit.sending import UNKNOWN_CHANNEL
from bot.leagues.errors import ClubError
from bot.stats.ui.desk import Desk, StatsVisit

MISSING_ACCESS: Final = 50001
"""https://discord.com/developers/docs/topics/opcodes-and-status-codes#json"""


async def post(
    desk: Desk, interaction: Interaction, drawn: Callable[[StatsVisit], Awaitable[Drawing]]
) -> None:
    """Post what everybody may see, in the server's words, as a message of its own. Raises Refusal, ClubError
    ``channel-gone``, and what ``drawn`` raises."""
    press_of(interaction).expected = First.POST
    require_permissions((await desk.visit(interaction)).words, interaction)
    drawing = await drawn(await desk.in_public(interaction))
    try:
        await press_of(interaction).publish(drawing, secrets.randbelow(NONCES) + 1)
    except discord.HTTPException as error:
        if error.code in (UNKNOWN_CHANNEL, MISSING_ACCESS):
            raise ClubError("channel-gone") from None
        raise
