"""A hint for who plays with robots only: what the button on their hand is answered with."""

from __future__ import annotations

import asyncio
from typing import Any

import discord

from bot.robots.registry import ADVISERS
from bot.tables.asking import is_alone
from bot.tables.errors import TableError
from bot.tables.model import State
from bot.tables.tables import Tables
from bot.telling import hints
from bot.telling.reader import TablePerspective
from bot.ui.discord import replies
from bot.ui.discord.boundary import Refusal, answer
from bot.ui.discord.people import People
from bot.ui.discord.press_ids import PressId
from bot.ui.discord.routes import Handler
from bot.ui.table.answering import Answering


class HintPresses:
    """Handlers by verb."""

    def __init__(self, tables: Tables, answering: Answering, people: People) -> None:
        self._tables = tables
        self._answering = answering
        self._people = people

    def handlers(self) -> dict[str, Handler]:
        """The verb of hints."""
        return {"hint": self._hint}

    async def _hint(self, interaction: discord.Interaction[Any], press: PressId) -> None:
        """What the robot would do, worked out in a thread from what this person's seat sees, and told to them
        alone."""
        table = await self._tables.get(press.table)
        reader = await self._people.reader((await self._people.met(interaction)).user_id)
        await self._answering.without_change(interaction, table)
        facts = table.facts
        seat = facts.seat_of(interaction.user.id)
        if seat is None:
            raise TableError("not-seated")
        if facts.state is not State.PLAYING or press.seq != facts.seq:
            raise Refusal("hint-late")
        if facts.is_daily:
            raise Refusal("hint-daily")
        if not is_alone(facts) or table.rules.preset.family not in ADVISERS.each:
            raise Refusal("hint-company")
        view = await table.view(seat)
        if view.turn != seat:
            raise Refusal("hint-not-now")
        advice = await asyncio.to_thread(ADVISERS.of(table.rules.preset.family), view)
        if table.facts.seq != press.seq:
            raise Refusal("hint-late")
        said = hints.hint(TablePerspective.at(facts, reader, view), advice)
        await answer(interaction, replies.sentence(said))
