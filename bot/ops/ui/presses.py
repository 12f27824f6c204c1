"""``/admin …``, and what is pressed on its answers; who owns the application, and how they are reached."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

import discord

from bot.discordkit.boundary import Refusal, answer, redraw
from bot.discordkit.interactions import Interaction, PressId
from bot.discordkit.load import Budget
from bot.discordkit.panel import Drawing
from bot.discordkit.people import People
from bot.discordkit.postings import sent_once
from bot.discordkit.routes import Route
from bot.discordkit.sending import CUT_OFF, asked
from bot.ops.ui import status
from bot.ops.ui.status import Status
from bot.ops.upkeep import Failed
from bot.ports import Time

KNOWN_FOR: Final = 600.0
"""Seconds. Who has left a team may look for so long."""


class Owners:
    """The application's owner, or those of its team who have accepted: but for who may only read there."""

    def __init__(self, client: discord.Client, people: People, budget: Budget, time: Time) -> None:
        self._client = client
        self._people = people
        self._budget = budget
        self._time = time
        self._ids: frozenset[int] = frozenset()
        self._first = 0
        self._asked_at: float | None = None

    async def require(self, user_id: int) -> None:
        """Raise Refusal ``not-owner`` for others, ``owner-unknown`` where Discord does not tell."""
        try:
            await self._ask()
        except (discord.DiscordException, *CUT_OFF):
            raise Refusal("owner-unknown") from None
        if user_id not in self._ids:
            raise Refusal("not-owner")

    async def tell(self, failed: Failed) -> None:
        """Send the owner, of a team whoever owns that, a direct message on a copy that could not be made.
        Raises what the library raises."""
        await self._ask()
        words = await self._people.words(self._first)
        await self._budget.take()
        channel = await asked(self._time, lambda: self._client.create_dm(discord.Object(self._first)))
        await self._budget.take()
        drawing = status.alarm(words, failed.reason)
        await sent_once(self._time, lambda nonce: channel.send(**drawing.to_send(), nonce=nonce))

    async def _ask(self) -> None:
        now = self._time.monotonic()
        if self._asked_at is not None and now - self._asked_at < KNOWN_FOR:
            return
        await self._budget.take()
        info = await asked(self._time, self._client.application_info)
        if info.team is None:
            self._ids, self._first = frozenset({info.owner.id}), info.owner.id
        else:
            self._first = info.team.owner_id or 0
            self._ids = frozenset({self._first, *(one.id for one in info.team.members if _belongs(one))})
        self._asked_at = now


def _belongs(member: discord.TeamMember) -> bool:
    accepted = member.membership_state is discord.TeamMembershipState.accepted
    return accepted and member.role is not discord.TeamMemberRole.read_only


Look = Callable[[], Awaitable[Status]]
"""How the bot is now. Raises StoreError."""


class AdminPresses:
    """For the application's owner alone, whatever rights others have on a server."""

    def __init__(self, owners: Owners, people: People, look: Look) -> None:
        self._owners = owners
        self._people = people
        self._look = look

    def routes(self) -> dict[str, Route[Any]]:
        """Every verb of the panel."""
        return {"admin-status": Route(self._again, self._drawing, private=True)}

    async def status(self, interaction: Interaction) -> None:
        """How the bot is."""
        await answer(interaction, await self._drawing(interaction))

    async def _again(self, interaction: Interaction, press: PressId, drawing: Drawing) -> None:
        await redraw(interaction, drawing)

    async def _drawing(self, interaction: Interaction, press: PressId | None = None) -> Drawing:
        """What an owner is shown. Raises Refusal for others."""
        await self._owners.require(interaction.user.id)
        return status.shown(await self._people.words_here(interaction), await self._look())
