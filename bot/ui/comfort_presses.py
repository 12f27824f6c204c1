"""What makes a game go smoothly: a card queued, the rest taken, a nudge, an emote, another game."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.engine.actions import ACTION_OF_TEXT, is_play
from bot.tables.errors import StaleAction
from bot.tables.registry import Tables
from bot.tables.signals import EMOTES
from bot.tables.table import Table
from bot.ui.answering import Answering
from bot.ui.boundary import Refusal, acknowledge, answer
from bot.ui.custom_ids import PressId
from bot.ui.display import Display
from bot.ui.panel import Drawing, Panel, button, rows
from bot.ui.panels import replies
from bot.ui.people import People
from bot.ui.permissions import require_permissions
from bot.ui.presses import First, press_of
from bot.ui.routes import Handler, chosen
from bot.words.catalogue import Words

Interaction = discord.Interaction[Any]


class ComfortPresses:
    """Handlers by verb."""

    def __init__(self, tables: Tables, display: Display, people: People) -> None:
        self._tables = tables
        self._display = display
        self._people = people
        self._answering = Answering(display)

    def handlers(self) -> dict[str, Handler]:
        """Every verb of them."""
        return {
            "queue": self._queue,
            "queue-choose": self._queue_chosen,
            "unqueue": self._unqueue,
            "take-rest": self._take_rest,
            "nudge": self._nudge,
            "emotes": self._emotes,
            "emote": self._emote,
            "rematch": self._rematch,
        }

    # --- on one's hand, which is the answer

    async def _queue(self, interaction: Interaction, press: PressId) -> None:
        await self._queue_card(interaction, press, press.value)

    async def _queue_chosen(self, interaction: Interaction, press: PressId) -> None:
        await self._queue_card(interaction, press, chosen(interaction))

    async def _queue_card(self, interaction: Interaction, press: PressId, text: str) -> None:
        card = ACTION_OF_TEXT.get(text)
        if card is None or not is_play(card):
            raise Refusal("unknown-button")
        table = await self._tables.get(press.table)

        async def queue() -> None:
            try:
                await table.queue(interaction.user.id, press.seq, card)
            except StaleAction:
                return  # what can be queued has changed: the fresh hand is the answer

        await self._answering.by_hand(interaction, table, queue)

    async def _unqueue(self, interaction: Interaction, press: PressId) -> None:
        table = await self._tables.get(press.table)
        await self._answering.by_hand(interaction, table, lambda: table.unqueue(interaction.user.id))

    async def _take_rest(self, interaction: Interaction, press: PressId) -> None:
        table = await self._tables.get(press.table)

        async def take() -> None:
            try:
                await table.take_rest(interaction.user.id, press.seq)
            except StaleAction:
                return  # an old button: the fresh hand is the answer

        await self._answering.by_hand(interaction, table, take)

    # --- among players

    async def _nudge(self, interaction: Interaction, press: PressId) -> None:
        table = await self._tables.get(press.table)
        words = await self._people.words((await self._people.met(interaction)).user_id)
        await table.nudge(interaction.user.id)
        await self._answering.without_change(interaction, table)
        await answer(interaction, replies.sentence(words("done.nudged")))

    async def _emotes(self, interaction: Interaction, press: PressId) -> None:
        table = await self._tables.get(press.table)
        words = await self._people.words((await self._people.met(interaction)).user_id)
        await answer(interaction, emotes(words, table))

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
        table, opened = await self._tables.rematch(press.table, player.user_id, player.name, interaction.id)
        if opened:
            await self._show_rematch(table, player.user_id)
        self._display.hands.keep_places(table)
        said = words("done.rematch", table=table.facts.id)
        url = self._display.messages.table_url(table.facts)
        await answer(interaction, replies.sentence(said, url, words("button.table")))

    async def _show_rematch(self, table: Table, host_id: int) -> None:
        """Post the lobby where the old game was; with all seats taken play begins at once."""
        try:
            await self._display.channel.post_lobby(table)
        except BaseException:
            await table.close(host_id)
            raise
        if len(table.facts.seats) == table.facts.players:
            await table.start(host_id)


def emotes(words: Words, table: Table) -> Drawing:
    """What a player may show the others."""
    buttons = [button(words(f"emote.{key}"), PressId("emote", table.facts.id, value=key)) for key in EMOTES]
    container: ui.Container[Any] = ui.Container(ui.TextDisplay(words("emote.which")), *rows(buttons))
    return Drawing(Panel(container))
