"""Asking before something is done, and doing it once *Yes* is pressed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import discord

from bot.tables.errors import TableError
from bot.tables.model import State
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.ui.discord import replies
from bot.ui.discord.boundary import Refusal, acknowledge, answer, redraw, sentence_for
from bot.ui.discord.panel import Drawing
from bot.ui.discord.people import People
from bot.ui.discord.permissions import is_moderator
from bot.ui.discord.press_ids import AboutSomethingElse, PressId
from bot.ui.discord.routes import Handler, require_private
from bot.ui.table.moving import Moving
from bot.ui.table.question_panel import LEAVING, NOBODY, Deed, TableQuestion, question, replacing, stake_of
from bot.words.catalogue import Words

Interaction = discord.Interaction[Any]
LeaveTonight = Callable[[int, int], Awaitable[None]]
"""Has an account not play any more on a league's night of that id."""


class Questions:
    """See the module."""

    def __init__(self, tables: Tables, moving: Moving, people: People, leave_tonight: LeaveTonight) -> None:
        self._tables = tables
        self._moving = moving
        self._people = people
        self._leave_tonight = leave_tonight

    def handlers(self) -> dict[str, Handler]:
        """Every verb of them."""
        return {"yes": self._yes, "no": self._no}

    async def ask_to_leave(self, interaction: Interaction, table: Table) -> None:
        """Raises TableError where there is no seat to leave."""
        table.require_may_leave(interaction.user.id)
        await self.ask(interaction, table, _leaving(table, interaction.user.id))

    async def ask_to_adjourn(self, interaction: Interaction, table: Table) -> None:
        """Raises TableError where this person may not, or there is nothing to adjourn."""
        table.require_may_adjourn(interaction.user.id)
        await self.ask(interaction, table, Deed(TableQuestion.ADJOURN))

    async def ask_to_close(self, interaction: Interaction, table: Table) -> None:
        """Raises TableError where this person may not, or it is closed."""
        table.require_may_close(interaction.user.id, force=is_moderator(interaction, table.facts))
        await self.ask(interaction, table, Deed(TableQuestion.CLOSE))

    async def ask_to_replace(
        self, interaction: Interaction, table: Table, number: int, user_id: int | None, name: str
    ) -> None:
        """``user_id`` None is a robot. Raises TableError where this person may not, or it cannot be."""
        force = is_moderator(interaction, table.facts)
        await table.require_may_replace(interaction.user.id, number, user_id, name, force=force)
        await self.ask(interaction, table, replacing(table.facts, number, user_id))

    async def ask(self, interaction: Interaction, table: Table, deed: Deed) -> None:
        """Ask whoever acts, privately."""
        words = await self._people.words((await self._people.met(interaction)).user_id)
        await answer(interaction, await self._question(words, table, deed))

    async def _question(self, words: Words, table: Table, deed: Deed) -> Drawing:
        names = "", ""
        if deed.doing is TableQuestion.REPLACE:
            number, _, new = deed.about
            player = await self._people.player(int(new)) if new != NOBODY else None
            names = table.facts.seats[int(number)].name, player.name if player is not None else ""
        return question(words, table.facts, deed, names)

    async def _no(self, interaction: Interaction, press: PressId) -> None:
        require_private(interaction)
        words = await self._people.words(interaction.user.id)
        await redraw(interaction, replies.sentence(words("sure.no")))

    async def _yes(self, interaction: Interaction, press: PressId) -> None:
        """Whatever comes of it stands where the question stood."""
        require_private(interaction)
        deed = _read(press)
        table = await self._tables.get(press.table)
        words = await self._people.words((await self._people.met(interaction)).user_id)
        if deed.doing in LEAVING and table.facts.seat_of(interaction.user.id) is not None:
            now = replace(_leaving(table, interaction.user.id), doing=deed.doing)
            if now != deed:  # it would mean something else by now
                await redraw(interaction, await self._question(words, table, now))
                return
        if deed.doing is TableQuestion.SHOW:
            await acknowledge(interaction)  # so that the answer stays here, where showing would say it anew
        try:
            said = await self._do(interaction, table, deed, words)
        except (TableError, Refusal, discord.Forbidden) as error:
            said = sentence_for(words, error)
        await redraw(interaction, replies.sentence(said))

    async def _do(self, interaction: Interaction, table: Table, deed: Deed, words: Words) -> str:
        """What is said when it is done."""
        user_id, facts = interaction.user.id, table.facts
        match deed.doing:
            case TableQuestion.LEAVE:
                await table.leave(user_id)
                key = "done.left"
            case TableQuestion.LEAVE_TONIGHT:
                await self._leave_night(table, user_id)
                key = "done.left-tonight"
            case TableQuestion.ADJOURN:
                await table.adjourn(user_id)
                key = "done.adjourned"
            case TableQuestion.CLOSE:
                await table.close(user_id, force=is_moderator(interaction, facts))
                key = "done.closed"
            case TableQuestion.SHOW:
                await self._moving.show_here(interaction, table, words)
                key = "done.shown"
            case TableQuestion.REPLACE:
                await self._replace(interaction, table, deed)
                key = "done.replaced"
        return words(key, table=facts.id)

    async def _leave_night(self, table: Table, user_id: int) -> None:
        """A seat of a game that has not begun is free with that, and is given to whoever waits for one."""
        place = table.facts.place
        if place is None:
            raise Refusal("unknown-button")
        table.require_may_leave(user_id)
        await self._leave_tonight(int(place.partition(".")[0]), user_id)
        if table.facts.state is not State.LOBBY:
            await table.leave(user_id)

    async def _replace(self, interaction: Interaction, table: Table, deed: Deed) -> None:
        number, _, new = deed.about
        user_id = int(new) if new != NOBODY else None
        if int(number) >= len(table.facts.seats) or replacing(table.facts, int(number), user_id) != deed:
            raise Refusal("seats-changed")
        player = await self._people.player(user_id) if user_id is not None else None
        force = is_moderator(interaction, table.facts)
        name = player.name if player is not None else ""
        await table.replace(interaction.user.id, int(number), user_id, name, force=force)


def _leaving(table: Table, user_id: int) -> Deed:
    return Deed(TableQuestion.LEAVE, (stake_of(table.facts, user_id).value,))


def _read(press: PressId) -> Deed:
    """What a *Yes* says. Raises AboutSomethingElse for what nobody was asked."""
    doing, *about = press.values or ("",)
    known = doing in set(TableQuestion)
    numbers = all(one == NOBODY or (one.isascii() and one.isdecimal()) for one in about)
    right = {
        **dict.fromkeys(map(str, LEAVING), len(about) == 1),
        TableQuestion.REPLACE.value: len(about) == 3 and numbers,
    }
    if not known or not right.get(doing, not about) or (about and about[0] == NOBODY):
        raise AboutSomethingElse(press.verb)
    return Deed(TableQuestion(doing), tuple(about))
