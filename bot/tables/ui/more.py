"""What is behind *More*."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from discord import ui

from bot.discordkit.boundary import answer, redraw
from bot.discordkit.interactions import Interaction
from bot.discordkit.panel import Drawing, button, draw, link
from bot.discordkit.people import People
from bot.discordkit.ports import on_table
from bot.discordkit.press_ids import PressId
from bot.discordkit.routes import Route
from bot.tables.errors import TableError
from bot.tables.model import UNFINISHED, State
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.tables.ui import fair_panel, footer
from bot.tables.ui import footer as comfort
from bot.tables.ui.access import at_table
from bot.tables.ui.answering import Answering
from bot.tables.ui.display import Display
from bot.tables.ui.lobby_panel import how_to_play
from bot.telling import phrases
from bot.telling.reader import TablePerspective


def more(sight: TablePerspective, table_url: str | None) -> Drawing:
    """The panel for its reader, at the table or not; ``table_url`` is where the table's message is."""
    words, facts = sight.words, sight.facts
    heading = words("more.table", table=facts.id, preset=phrases.game_in_text(words, facts))
    lines = [
        f"**{heading}**",
        *(f"-# {line}" for line in footer.why_allowed_line(sight) if _is_seated(sight)),
    ]
    return draw(lines, buttons(sight, table_url))


def buttons(sight: TablePerspective, table_url: str | None) -> list[ui.Button[Any]]:
    """All there are for this reader, in order."""
    words, facts = sight.words, sight.facts
    found = [button(words("button.rules"), PressId("rules", on_table(facts.id))), *how_to_play(words, facts)]
    if _is_seated(sight):
        found += [*comfort.emotes(sight), *comfort.nudge(sight), *_size_of_cards(sight)]
        found += footer.allow_why(sight)
    found.append(fair_panel.way_in(words, facts.id))
    if table_url:
        found.append(link(words("button.table"), table_url))
    if _is_seated(sight) and facts.state in UNFINISHED:
        found.append(button(words("button.leave"), PressId("leave", on_table(facts.id))))
    return found


def _is_seated(sight: TablePerspective) -> bool:
    user_id = sight.reader.user_id
    return user_id is not None and sight.facts.seat_of(user_id) is not None


def _size_of_cards(sight: TablePerspective) -> list[ui.Button[Any]]:
    """The hand in one row, or larger in two: there is no picture of it in text mode, and none after the
    game."""
    chosen = sight.reader.preferences
    if chosen.text_mode or sight.facts.state is State.FINISHED:
        return []
    label = sight.words("button.one-row" if chosen.two_rows else "button.two-rows")
    return [button(label, PressId("rows", on_table(sight.facts.id)))]


class MorePresses:
    """Handlers by verb."""

    def __init__(self, tables: Tables, display: Display, answering: Answering, people: People) -> None:
        self._tables = tables
        self._display = display
        self._answering = answering
        self._people = people

    def routes(self) -> dict[str, Route[Table]]:
        """Every verb of them."""
        return {"more": at_table(self._more), "rows": at_table(self._rows, private=True)}

    async def _more(self, interaction: Interaction, press: PressId, table: Table) -> None:
        await self._people.met(interaction)
        await self._answering.without_change(interaction, table)
        await answer(interaction, await self._panel(interaction, table))

    async def _rows(self, interaction: Interaction, press: PressId, table: Table) -> None:
        """Larger cards in two rows, or all in one: the hands that are being played follow, and the button
        says the other."""
        if table.facts.seat_of(interaction.user.id) is None:
            raise TableError("not-seated")
        player = await self._people.met(interaction)
        await self._people.prefer(
            player.user_id, lambda chosen: replace(chosen, two_rows=not chosen.two_rows)
        )
        for one in self._tables.running(user_id=player.user_id):
            self._display.preferred(one, player.user_id)
        if self._answering.slot_of(interaction, table) is None:
            await redraw(interaction, await self._panel(interaction, table))
        else:  # a hand of before this button was behind *More*: it stays one
            await self._answering.without_change(interaction, table)

    async def _panel(self, interaction: Interaction, table: Table) -> Drawing:
        reader = await self._people.reader(interaction.user.id)
        sight = TablePerspective.at(table.facts, reader, await table.public_view(interaction.user.id))
        url = None if table.facts.is_private else self._display.messages.table_url(table.facts)
        return more(sight, url)
