"""*Review* under a result, and what is pressed on the panel that answers it."""

from __future__ import annotations

from typing import Final

from bot.discordkit import panel
from bot.discordkit.background import Background
from bot.discordkit.boundary import answer, redraw
from bot.discordkit.interactions import Interaction
from bot.discordkit.panel import Drawing
from bot.discordkit.people import People
from bot.discordkit.ports import SubjectKind
from bot.discordkit.press_ids import AboutSomethingElse, PressId
from bot.discordkit.presses import First, press_of
from bot.discordkit.routes import Route, anyone
from bot.replays.replay import GameReplay
from bot.reviews.reviewing import Reviewing
from bot.reviews.ui import panel as panels
from bot.reviews.ui.drawings import ReviewDrawings
from bot.reviews.ui.games import ReviewGames
from bot.reviews.ui.panel import WHOLE
from bot.tables.table import Table
from bot.tables.ui.footer import REVIEW
from bot.telling.reader import Reader

EVERY: Final = 3.0
"""Seconds from one look at the progress to the next: such edits go by the token of the press, which Discord
does not count."""
LOOKS: Final = 200
"""How often it is looked at: ten minutes, while a token is good for fifteen."""


class ReviewPresses:
    """Handlers by verb."""

    def __init__(
        self, games: ReviewGames, reviewing: Reviewing, drawings: ReviewDrawings, people: People
    ) -> None:
        self._games = games
        self._reviewing = reviewing
        self._drawings = drawings
        self._people = people
        self._background = Background()

    def routes(self) -> dict[str, Route[None]]:
        """Every verb. Whoever has played the game may: it is looked for once it is known what is to come."""
        return {
            REVIEW: anyone(self._open, SubjectKind.TABLE),
            panels.GO: anyone(self._go, SubjectKind.TABLE, private=True, values=1),
        }

    async def close(self) -> None:
        """Follow nothing any longer."""
        await self._background.close()

    async def _open(self, interaction: Interaction, press: PressId) -> None:
        """A panel of one's own, which shows how far it is until there is a review."""
        press_of(interaction).expected = First.REPLY
        reader, table, reel = await self._meant(interaction, press)
        drawing, is_made = await self._now(reader, table, reel, WHOLE)
        await answer(interaction, drawing)
        if not is_made:
            self._background.spawn(self._follow(interaction, reader, table, reel))

    async def _go(self, interaction: Interaction, press: PressId) -> None:
        page = _number(press.value)
        reader, table, reel = await self._meant(interaction, press)
        drawing, is_made = await self._now(reader, table, reel, page)
        await redraw(interaction, drawing)
        if not is_made:
            self._background.spawn(self._follow(interaction, reader, table, reel))

    async def _meant(self, interaction: Interaction, press: PressId) -> tuple[Reader, Table, GameReplay]:
        reader = await self._people.reader_of(interaction)
        table, reel = await self._games.of_table(press.subject.id, interaction.user.id)
        return reader, table, reel

    async def _now(self, reader: Reader, table: Table, reel: GameReplay, page: int) -> tuple[Drawing, bool]:
        """What there is to be shown, having asked for a review where there is none yet; whether that is
        it."""
        table_id = table.facts.id
        reviews = await self._reviewing.of_table(table_id)
        if reviews:
            found = await self._games.reviewed(table, reel, reviews, reader)
            return await self._drawings.page(reader, found, page), True
        await self._reviewing.ask(table_id)
        return panels.progress(reader.words, table_id, self._reviewing.progress(table_id)), False

    async def _follow(self, interaction: Interaction, reader: Reader, table: Table, reel: GameReplay) -> None:
        """Show how far it is, now and then, and at last the review."""
        table_id, shown = table.facts.id, self._reviewing.progress(table.facts.id)
        for _ in range(LOOKS):
            await self._reviewing.moved(table_id, EVERY)
            if await self._reviewing.of_table(table_id):
                break
            if not self._reviewing.is_under_way(table_id):
                sentence = panel.sentence(reader.words("review.not-made"))
                await press_of(interaction).amend(sentence)
                return
            if (now := self._reviewing.progress(table_id)) != shown:
                shown = now
                await press_of(interaction).amend(panels.progress(reader.words, table_id, now))
        drawing, _ = await self._now(reader, table, reel, WHOLE)
        await press_of(interaction).amend(drawing)


def _number(text: str) -> int:
    """Of a page. Raises AboutSomethingElse."""
    if not (text.isascii() and text.isdecimal() and len(text) == 1):
        raise AboutSomethingElse(text)
    return int(text)
