"""Who may do what in a league (L1)."""

from __future__ import annotations

import logging
from typing import Any

import discord

from bot.clubs.errors import ClubError
from bot.clubs.model import League
from bot.people.server_settings import Openers, ServerSettings
from bot.ports import Time
from bot.ui.discord.budget import Budget
from bot.ui.discord.sending import CUT_OFF, told, within

log = logging.getLogger(__name__)


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


class Presence:
    """Whether somebody is still in a server."""

    def __init__(self, budget: Budget, time: Time) -> None:
        self._budget = budget
        self._time = time

    async def is_gone(self, guild: discord.Guild | None, user_id: int) -> bool:
        """Whether they have left; False where that cannot be found out."""
        if guild is None or guild.get_member(user_id) is not None:
            return False
        await self._budget.take()
        try:
            await within(self._time, lambda: guild.fetch_member(user_id))
        except discord.NotFound:
            return True
        except (discord.HTTPException, *CUT_OFF) as error:
            log.info("nobody knows whether somebody is still in a server: %s", told(error))
        return False
