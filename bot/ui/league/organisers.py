"""Who may do what in a league (L1)."""

from __future__ import annotations

from typing import Any

import discord

from bot.clubs.errors import ClubError
from bot.clubs.model import League


def is_organiser(interaction: discord.Interaction[Any], league: League) -> bool:
    """Whether whoever acts organises the league: they made it, hold one of its roles, or may manage the
    server."""
    user = interaction.user
    if interaction.guild_id != league.guild_id:
        return False
    if user.id == league.creator or interaction.permissions.manage_guild:
        return True
    return isinstance(user, discord.Member) and any(role.id in league.roles for role in user.roles)


def require_organiser(interaction: discord.Interaction[Any], league: League) -> None:
    """Raise ClubError ``not-organiser`` unless whoever acts is one."""
    if not is_organiser(interaction, league):
        raise ClubError("not-organiser", league=league.name)
