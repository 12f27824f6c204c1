"""Nudges, emotes, hints."""

from __future__ import annotations

import asyncio

from bot.discordkit import panel
from bot.discordkit.boundary import Refusal, acknowledge, answer
from bot.discordkit.interactions import Interaction, PressId
from bot.discordkit.panel import Drawing, button, draw
from bot.discordkit.people import People
from bot.discordkit.permissions import require_permissions
from bot.discordkit.ports import on_table
from bot.discordkit.presses import First, Press, press_of
from bot.discordkit.routes import Route
from bot.engine.cards import ACTION_OF_TEXT, Card, is_play
from bot.robots.registry import ADVISERS
from bot.tables.asking import is_alone
from bot.tables.errors import TableError
from bot.tables.model import State, TableFacts
from bot.tables.play import EMOTES
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.tables.ui.access import at_table
from bot.tables.ui.display import Display
from bot.tables.ui.opening import post_lobby
from bot.tables.ui.play_presses import REMATCH, Answering
from bot.telling import why
from bot.telling.phrases import TableViewModel
from bot.words.catalogue import Words, in_text


class ComfortPresses:
    """Handlers by verb."""

    def __init__(self, tables: Tables, display: Display, answering: Answering, people: People) -> None:
        self._tables = tables
        self._display = display
        self._people = people
        self._answering = answering

    def routes(self) -> dict[str, Route[Table]]:
        """Every verb of them."""
        return {
            "queue": at_table(self._queue, private=True, values=1),
            "unqueue": at_table(self._unqueue, private=True, values=1),
            "take-rest": at_table(self._take_rest, private=True),
            "nudge": at_table(self._nudge),
            "emotes": at_table(self._emotes),
            "emote": at_table(self._emote, values=1),
            "hint": at_table(self._hint),
            REMATCH: at_table(self._rematch),
        }

    # --- on one's hand, which is the answer

    async def _queue(self, interaction: Interaction, press: PressId, table: Table) -> None:
        card, user_id = _card(press), interaction.user.id
        await self._answering.by_hand(
            interaction, table, lambda: table.queue(user_id, press.seq, card), press
        )

    async def _unqueue(self, interaction: Interaction, press: PressId, table: Table) -> None:
        card = _card(press)
        user_id = interaction.user.id
        await self._answering.by_hand(interaction, table, lambda: table.unqueue(user_id, card), press)

    async def _take_rest(self, interaction: Interaction, press: PressId, table: Table) -> None:
        user_id = interaction.user.id
        await self._answering.by_hand(interaction, table, lambda: table.take_rest(user_id, press.seq), press)

    # --- among players

    async def _nudge(self, interaction: Interaction, press: PressId, table: Table) -> None:
        words = await self._people.words_of(interaction)
        name = await table.nudge(interaction.user.id)
        await self._answering.without_change(interaction, table)
        await answer(interaction, panel.sentence(words("done.nudged", name=in_text(name))))

    async def _emotes(self, interaction: Interaction, press: PressId, table: Table) -> None:
        words = await self._people.words_of(interaction)
        await answer(interaction, emotes(words, table.facts))

    async def _emote(self, interaction: Interaction, press: PressId, table: Table) -> None:
        await table.emote(interaction.user.id, press.value)
        await acknowledge(interaction)

    # --- with robots alone

    async def _hint(self, interaction: Interaction, press: PressId, table: Table) -> None:
        """What the robot would do, worked out in a thread from what this person's seat sees, and told to them
        alone."""
        reader = await self._people.reader_of(interaction)
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
        said = why.hint(TableViewModel.at(facts, reader, view), advice)
        await answer(interaction, panel.sentence(said))

    # --- another game

    async def _rematch(self, interaction: Interaction, press: PressId, table: Table) -> None:
        """The first of the old players who presses opens the lobby; the others' presses are joins."""
        player = await self._people.met(interaction)
        words = await self._people.words(player.user_id)
        before, asked = table.facts, press_of(interaction)
        if interaction.guild_id is not None and not before.by_answers:
            require_permissions(words, interaction)
        asked.expected = First.REPLY
        again, opened = await self._tables.rematch(before.id, player.user_id, player.name, interaction.id)
        if opened:
            await self._show_rematch(again, player.user_id, asked if before.by_answers else None)
            if before.by_answers:
                return  # which is the answer
        self._display.hands.keep_places(again)
        ended = before.season_id is not None and again.facts.season_id is None
        said = words("done.rematch-uncounted" if ended else "done.rematch", table=again.facts.number)
        url = self._display.messages.table_url(again.facts)
        await answer(interaction, panel.sentence(said, url, words("button.table")))

    async def _show_rematch(self, table: Table, host_id: int, opener: Press | None) -> None:
        """Post the lobby where the old game was; with all seats taken play begins at once."""
        try:
            await post_lobby(self._display, table, opener)
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
    return draw(words("emote.which"), buttons)
