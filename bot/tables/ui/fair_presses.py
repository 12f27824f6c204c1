"""*Check the deals* pressed: the cards of a game that is over are checked on the spot."""

from __future__ import annotations

import asyncio

from bot.discordkit.boundary import answer
from bot.discordkit.interactions import Interaction
from bot.discordkit.panel import Drawing
from bot.discordkit.people import People
from bot.discordkit.press_ids import PressId
from bot.discordkit.routes import Route
from bot.tables.recovery import check_record
from bot.tables.table import Table
from bot.tables.ui import fair_panel
from bot.tables.ui.access import at_table
from bot.tables.ui.answering import Answering
from bot.words.catalogue import Words


class FairPresses:
    """Handlers by verb."""

    def __init__(self, answering: Answering, people: People) -> None:
        self._answering = answering
        self._people = people

    def routes(self) -> dict[str, Route[Table]]:
        """The one verb."""
        return {"fair": at_table(self._fair)}

    async def _fair(self, interaction: Interaction, press: PressId, table: Table) -> None:
        words = await self._people.words_of(interaction)
        await self._answering.without_change(interaction, table)
        await answer(interaction, await fair_drawing(words, table))


async def fair_drawing(words: Words, table: Table) -> Drawing:
    """What *Check the deals* shows of a table now. Raises TableError."""
    facts, secret = table.facts, table.revealed_secret
    if secret is None:
        return fair_panel.fair(words, facts, None)
    record = (await table.record()).encode()
    checked = await asyncio.to_thread(check_record, record, facts.commitment)
    return fair_panel.fair(words, facts, fair_panel.Opened(secret, record, checked))
