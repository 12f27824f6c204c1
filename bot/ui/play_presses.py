"""What is pressed on a hand and on a table message."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import discord

from bot.engine.actions import ACTION_OF_TEXT
from bot.pictures.painter import Painter
from bot.pictures.values import ScoreSheet, TrickPicture
from bot.tables.errors import StaleAction, TableError
from bot.tables.registry import Tables
from bot.tables.table import Table
from bot.ui import scenes
from bot.ui.answering import Answering
from bot.ui.boundary import Refusal, answer, redraw
from bot.ui.custom_ids import PressId
from bot.ui.display import Display
from bot.ui.panel import Drawing
from bot.ui.panels import replies
from bot.ui.people import People
from bot.ui.preferences import Preferences
from bot.ui.presses import press_of
from bot.ui.routes import Handler, chosen, require_private
from bot.ui.rules.drawings import RuleDrawings
from bot.words.catalogue import Words

Draw = Callable[[Words, Table], Awaitable[Drawing]]


class PlayPresses:
    """Handlers by verb."""

    def __init__(
        self,
        tables: Tables,
        display: Display,
        people: People,
        painter: Painter,
        rule_drawings: RuleDrawings,
    ) -> None:
        self._tables = tables
        self._display = display
        self._people = people
        self._painter = painter
        self._rule_drawings = rule_drawings
        self._answering = Answering(display)

    def handlers(self) -> dict[str, Handler]:
        """Every verb of a game in play."""
        return {
            "act": self._act,
            "choose": self._choose,
            "mark": self._mark,
            "ready": self._ready,
            "rows": self._rows,
            "my-hand": self._my_hand,
            "last-trick": self._last_trick,
            "scores": self._scores,
            "rules": self._rules,
            "back": self._back,
            "resume": self._resume,
            "sit-down": self._sit_down,
            "take-seat": self._take_seat,
        }

    # --- playing

    async def _act(self, interaction: discord.Interaction[Any], press: PressId) -> None:
        await self._do(interaction, press, press.value)

    async def _choose(self, interaction: discord.Interaction[Any], press: PressId) -> None:
        await self._do(interaction, press, chosen(interaction))

    async def _do(self, interaction: discord.Interaction[Any], press: PressId, text: str) -> None:
        table = await self._tables.get(press.table)
        if text not in ACTION_OF_TEXT:
            raise Refusal("unknown-button")

        async def act() -> None:
            try:
                await table.act(interaction.user.id, press.seq, ACTION_OF_TEXT[text])
            except StaleAction:
                return  # an old button: the fresh hand is the answer

        await self._answering.by_hand(interaction, table, act)

    async def _mark(self, interaction: discord.Interaction[Any], press: PressId) -> None:
        """The first press on a card, by somebody who presses twice: its button plays it from then on. An old
        button is answered with the fresh hand."""
        table = await self._tables.get(press.table)
        if press.value not in ACTION_OF_TEXT:
            raise Refusal("unknown-button")

        async def mark() -> None:
            if press.seq == table.facts.seq:
                action = ACTION_OF_TEXT[press.value]
                self._display.hands.mark(table, interaction.user.id, action)

        await self._answering.by_hand(interaction, table, mark)

    async def _rows(self, interaction: discord.Interaction[Any], press: PressId) -> None:
        table = await self._tables.get(press.table)

        async def turn_over() -> None:
            player = await self._people.met(interaction)
            await self._people.prefer(
                player.user_id, lambda chosen: replace(chosen, two_rows=not chosen.two_rows)
            )

        await self._answering.by_hand(interaction, table, turn_over)

    async def _ready(self, interaction: discord.Interaction[Any], press: PressId) -> None:
        table = await self._tables.get(press.table)
        user_id = interaction.user.id

        async def ready() -> None:
            try:
                await table.ready(user_id, press.seq)
            except StaleAction:
                return  # the next deal has begun: what is fresh is the answer

        if interaction.message is None or interaction.guild_id is None or interaction.message.flags.ephemeral:
            await self._answering.by_hand(interaction, table, ready)
        else:
            await self._answering.opening(interaction, table, ready)

    # --- looking

    async def _my_hand(self, interaction: discord.Interaction[Any], press: PressId) -> None:
        table = await self._tables.get(press.table)
        player = await self._people.met(interaction)
        if table.facts.seat_of(player.user_id) is None:
            raise TableError("not-seated")
        await self._display.hands.show_here(table, press_of(interaction))

    async def _last_trick(self, interaction: discord.Interaction[Any], press: PressId) -> None:
        async def draw(words: Words, table: Table) -> Drawing:
            wishes = await self._people.preferences(interaction.user.id)
            value = scenes.trick_picture(words, await table.view(None), table.facts.seats, wishes)
            if value is None:
                return replies.sentence(words("trick.none-yet"))
            return await self._shown(words, value, wishes)

        await self._tell(interaction, press, draw)

    async def _scores(self, interaction: discord.Interaction[Any], press: PressId) -> None:
        async def draw(words: Words, table: Table) -> Drawing:
            wishes = await self._people.preferences(interaction.user.id)
            value = scenes.score_sheet(words, table.facts, await table.view(None), wishes=wishes)
            return await self._shown(words, value, wishes)

        await self._tell(interaction, press, draw)

    async def _shown(self, words: Words, value: TrickPicture | ScoreSheet, wishes: Preferences) -> Drawing:
        if wishes.text_mode:
            return replies.told_picture(words, value)
        return replies.shown_picture(words, value, await self._painter.paint(value))

    async def _rules(self, interaction: discord.Interaction[Any], press: PressId) -> None:
        async def draw(words: Words, table: Table) -> Drawing:
            wishes = await self._people.preferences(interaction.user.id)
            return await self._rule_drawings.of_table(words, table, wishes)

        await self._tell(interaction, press, draw)

    async def _tell(self, interaction: discord.Interaction[Any], press: PressId, draw: Draw) -> None:
        table = await self._tables.get(press.table)
        words = await self._people.words((await self._people.met(interaction)).user_id)
        await self._answering.without_change(interaction, table)
        await answer(interaction, await draw(words, table))

    # --- coming and going

    async def _back(self, interaction: discord.Interaction[Any], press: PressId) -> None:
        table = await self._tables.get(press.table)
        await table.im_back(interaction.user.id)
        await self._confirm(interaction, table, "done.back")

    async def _resume(self, interaction: discord.Interaction[Any], press: PressId) -> None:
        table = await self._tables.get(press.table)
        await table.resume(interaction.user.id)
        await self._confirm(interaction, table, "done.resumed")

    async def _sit_down(self, interaction: discord.Interaction[Any], press: PressId) -> None:
        table = await self._tables.get(press.table)
        player = await self._people.met(interaction)
        if table.facts.seat_of(player.user_id) is not None:
            raise TableError("already-seated")
        free = [number for number, seat in enumerate(table.facts.seats) if seat.played_by_robot]
        if len(free) != 1:
            words = await self._people.words(player.user_id)
            if not free:
                raise TableError("robot-seat-expected")
            await answer(interaction, replies.seat_choice(words, table.facts))
            return
        await table.take_seat(player.user_id, player.name, free[0])
        await self._confirm(interaction, table, "done.seated")

    async def _take_seat(self, interaction: discord.Interaction[Any], press: PressId) -> None:
        require_private(interaction)
        table = await self._tables.get(press.table)
        player = await self._people.met(interaction)
        number = chosen(interaction)
        if not number.isdecimal():
            raise Refusal("unknown-button")
        await table.take_seat(player.user_id, player.name, int(number))
        words = await self._people.words(player.user_id)
        drawing = replies.sentence(words("done.seated", table=table.facts.id))
        await redraw(interaction, drawing)

    async def _confirm(self, interaction: discord.Interaction[Any], table: Table, key: str) -> None:
        words = await self._people.words(interaction.user.id)
        url = self._display.messages.hand_url(table.facts.id, interaction.user.id)
        await self._answering.without_change(interaction, table)
        await answer(
            interaction, replies.sentence(words(key, table=table.facts.id), url, words("button.hand"))
        )
