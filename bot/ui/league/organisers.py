"""Who may do what in a league (L1)."""

from __future__ import annotations

from typing import Any

import discord

from bot.clubs.errors import ClubError
from bot.clubs.model import League
from bot.people.server_settings import Openers, ServerSettings
from bot.ui.discord.permissions import is_organiser


def require_organiser(interaction: discord.Interaction[Any], league: League) -> None:
    """Raise ClubError ``not-organiser`` unless whoever acts is one."""
    if not is_organiser(interaction, league):
        raise ClubError("not-organiser", league=league.name)


def require_may_create(interaction: discord.Interaction[Any], settings: ServerSettings) -> int:
    """The server, for somebody who may make a league in it: who moderates or manages it, and who has the role
    that it lets open tables. A league lasts, so it is not for everybody, where tables are. Raises ClubError
    ``may-not-create``."""
    rights, member = interaction.permissions, interaction.user
    chosen = settings.role_id if settings.openers == Openers.ROLE else None
    has_role = isinstance(member, discord.Member) and any(role.id == chosen for role in member.roles)
    if interaction.guild_id is None or not (rights.manage_messages or rights.manage_guild or has_role):
        raise ClubError("may-not-create")
    return interaction.guild_id
