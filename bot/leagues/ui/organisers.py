"""Who may do what in a league, and what others are told of what they did."""

from __future__ import annotations

import logging

import discord

from bot.discordkit.boundary import Refusal, answer
from bot.discordkit.interactions import Interaction
from bot.discordkit.load import Budget
from bot.discordkit.panel import Drawing
from bot.discordkit.people import People
from bot.discordkit.postings import sent_once
from bot.discordkit.presses import First, press_of
from bot.discordkit.sending import CUT_OFF, may_pass, told
from bot.leagues.errors import ClubError
from bot.leagues.model import League
from bot.leagues.service import Clubs
from bot.people.server_settings import Openers, ServerSettings
from bot.ports import Time
from bot.tables.model import TableFacts

log = logging.getLogger(__name__)


def is_organiser(interaction: Interaction, league: League) -> bool:
    """Whether whoever acts organises the league: they made it, hold one of its roles, or may manage the
    server."""
    user = interaction.user
    if interaction.guild_id != league.guild_id:
        return False
    if user.id == league.creator or interaction.permissions.manage_guild:
        return True
    return isinstance(user, discord.Member) and any(role.id in league.roles for role in user.roles)


async def organises_table(clubs: Clubs, interaction: Interaction, facts: TableFacts) -> bool:
    """Whether whoever acts organises the league that a table is of. Raises StoreError."""
    found = await clubs.of_table(facts)
    return found is not None and is_organiser(interaction, found.league)


def require_organiser(interaction: Interaction, league: League) -> None:
    """Raise ClubError ``not-organiser`` unless whoever acts is one."""
    if not is_organiser(interaction, league):
        raise ClubError("not-organiser", league=league.name)


def require_may_create(interaction: Interaction, settings: ServerSettings) -> int:
    """The server, for somebody who may make a league in it: who moderates or manages it, and who has the role
    that it lets open tables. A league lasts, so it is not for everybody, where tables are. Raises ClubError
    ``may-not-create``."""
    rights, member = interaction.permissions, interaction.user
    chosen = settings.role_id if settings.openers == Openers.ROLE else None
    has_role = isinstance(member, discord.Member) and any(role.id == chosen for role in member.roles)
    if interaction.guild_id is None or not (rights.manage_messages or rights.manage_guild or has_role):
        raise ClubError("may-not-create")
    return interaction.guild_id


async def tell_all(interaction: Interaction, drawing: Drawing) -> None:
    """A message for everybody, of what is done and kept. Raises Refusal ``not-posted`` where nobody knows
    whether it is there, discord.HTTPException where Discord refuses it."""
    try:
        await press_of(interaction).tell_all(drawing)
    except (discord.HTTPException, *CUT_OFF) as error:
        if not may_pass(error):
            raise
        raise Refusal("not-posted") from None


class Notices:
    """See the module. Where a channel takes no message any more, whoever acts is told ``instead`` what they
    need to know, by direct message or else by the answer."""

    def __init__(self, client: discord.Client, people: People, budget: Budget, time: Time) -> None:
        self._client = client
        self._people = people
        self._budget = budget
        self._time = time

    async def post(self, interaction: Interaction, drawing: Drawing, instead: Drawing) -> bool:
        """Answer with a message for everybody. False where something else had to be the answer: then whoever
        acts has been told ``instead``, and the message follows where it can."""
        press = press_of(interaction)
        press.expected = First.POST
        try:
            if await press.post(drawing) is not None:
                return True
        except (discord.HTTPException, *CUT_OFF) as error:
            await self._tell_instead(interaction, instead, error)
            return False
        await answer(interaction, instead)
        await self.post_after(interaction, drawing, instead)
        return False

    async def post_after(self, interaction: Interaction, drawing: Drawing, instead: Drawing) -> bool:
        """A message for everybody, after the answer; whether it is known to be there. It is not sent again
        where nobody knows: it calls people."""
        try:
            await press_of(interaction).tell_all(drawing)
        except (discord.HTTPException, *CUT_OFF) as error:
            await self._tell_instead(interaction, instead, error)
            return False
        return True

    async def tell(self, user_id: int, drawing: Drawing) -> bool:
        """A direct message; whether it has reached them."""
        try:
            channel_id = await self._people.dm_channel(user_id)
            if channel_id is None:
                return False
            await self._budget.take()
            channel = self._client.get_partial_messageable(channel_id)
            await sent_once(self._time, lambda nonce: channel.send(**drawing.to_send(), nonce=nonce))
        except discord.HTTPException as error:
            await self._people.refused(user_id, error)
            return False
        except CUT_OFF as error:
            log.info("a notice may not have got through: %s", told(error))
            return False
        return True

    async def _tell_instead(self, interaction: Interaction, instead: Drawing, error: BaseException) -> None:
        """The channel is gone, or closed to the bot, or does not answer."""
        log.info("a message for a channel goes to one person: %s", told(error))
        if not await self.tell(interaction.user.id, instead):
            await answer(interaction, instead)
