"""Nudges, emotes, hints."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
from discord import ui

from bot.discordkit import panel
from bot.discordkit.boundary import Refusal, acknowledge, answer
from bot.discordkit.panel import Drawing, Panel, button, even_rows
from bot.discordkit.people import People
from bot.discordkit.permissions import require_permissions
from bot.discordkit.ports import on_table
from bot.discordkit.press_ids import PressId
from bot.discordkit.presses import First, press_of
from bot.discordkit.routes import Handler
from bot.engine.actions import ACTION_OF_TEXT, is_play
from bot.engine.cards import Card
from bot.robots.registry import ADVISERS
from bot.tables.asking import is_alone
from bot.tables.errors import StaleAction, TableError
from bot.tables.model import State, TableFacts
from bot.tables.play import EMOTES
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.tables.ui.answering import Answering
from bot.tables.ui.display import Display
from bot.tables.ui.opening import post_lobby
from bot.telling import why
from bot.telling.reader import TablePerspective
from bot.words.catalogue import Words
from bot.words.names import in_text

Interaction = discord.Interaction[Any]


class ComfortPresses:
    """Handlers by verb."""

    def __init__(self, tables: Tables, display: Display, answering: Answering, people: People) -> None:
        self._tables = tables
        self._display = display
        self._people = people
        self._answering = answering

    def handlers(self) -> dict[str, Handler]:
        """Every verb of them."""
        return {
            "queue": self._queue,
            "unqueue": self._unqueue,
            "take-rest": self._take_rest,
            "nudge": self._nudge,
            "emotes": self._emotes,
            "emote": self._emote,
            "rematch": self._rematch,
        }

    # --- on one's hand, which is the answer

    async def _queue(self, interaction: Interaction, press: PressId) -> None:
        card = _card(press)
        table = await self._tables.get(press.table)

        async def queue() -> None:
            try:
                await table.queue(interaction.user.id, press.seq, card)
            except StaleAction:
                return  # what can be queued has changed: the fresh hand is the answer

        await self._answering.by_hand(interaction, table, queue, press)

    async def _unqueue(self, interaction: Interaction, press: PressId) -> None:
        table = await self._tables.get(press.table)
        card = _card(press)
        user_id = interaction.user.id
        await self._answering.by_hand(interaction, table, lambda: table.unqueue(user_id, card), press)

    async def _take_rest(self, interaction: Interaction, press: PressId) -> None:
        table = await self._tables.get(press.table)

        async def take() -> None:
            try:
                await table.take_rest(interaction.user.id, press.seq)
            except StaleAction:
                return  # an old button: the fresh hand is the answer

        await self._answering.by_hand(interaction, table, take, press)

    # --- among players

    async def _nudge(self, interaction: Interaction, press: PressId) -> None:
        table = await self._tables.get(press.table)
        words = await self._people.words((await self._people.met(interaction)).user_id)
        name = await table.nudge(interaction.user.id)
        await self._answering.without_change(interaction, table)
        await answer(interaction, panel.sentence(words("done.nudged", name=in_text(name))))

    async def _emotes(self, interaction: Interaction, press: PressId) -> None:
        table = await self._tables.get(press.table)
        words = await self._people.words((await self._people.met(interaction)).user_id)
        await answer(interaction, emotes(words, table.facts))

    async def _emote(self, interaction: Interaction, press: PressId) -> None:
        table = await self._tables.get(press.table)
        await table.emote(interaction.user.id, press.value)
        await acknowledge(interaction)

    # --- another game

    async def _rematch(self, interaction: Interaction, press: PressId) -> None:
        """The first of the old players who presses opens the lobby; the others' presses are joins."""
        player = await self._people.met(interaction)
        words = await self._people.words(player.user_id)
        if interaction.guild_id is not None:
            require_permissions(words, interaction)
        press_of(interaction).expected = First.REPLY
        before = (await self._tables.get(press.table)).facts
        table, opened = await self._tables.rematch(press.table, player.user_id, player.name, interaction.id)
        if opened:
            await self._show_rematch(table, player.user_id)
        self._display.hands.keep_places(table)
        ended = before.season_id is not None and table.facts.season_id is None
        said = words("done.rematch-uncounted" if ended else "done.rematch", table=table.facts.id)
        url = self._display.messages.table_url(table.facts)
        await answer(interaction, panel.sentence(said, url, words("button.table")))

    async def _show_rematch(self, table: Table, host_id: int) -> None:
        """Post the lobby where the old game was; with all seats taken play begins at once."""
        try:
            await post_lobby(self._display, table)
        except BaseException:
            await table.close(host_id)
            raise
        if len(table.facts.seats) == table.facts.players:
            await table.start(host_id)


def _card(press: PressId) -> Card:
    """The card that a press is about. Raises Refusal where it is about none."""
    card = ACTION_OF_TEXT.get(press.value)
    if card is None or not is_play(card):
        raise Refusal("unknown-button")
    return card


def emotes(words: Words, facts: TableFacts) -> Drawing:
    """What a player may show the others."""
    buttons = [
        button(words(f"emote.{key}"), PressId("emote", on_table(facts.id), values=(key,))) for key in EMOTES
    ]
    container: ui.Container[Any] = ui.Container(ui.TextDisplay(words("emote.which")), *even_rows(buttons))
    return Drawing(Panel(container))


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
        said = why.hint(TablePerspective.at(facts, reader, view), advice)
        await answer(interaction, panel.sentence(said))
