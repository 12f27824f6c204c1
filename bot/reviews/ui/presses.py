"""*Review* under a result, and what is pressed on the panel that answers it: whoever sat there may have it,
their own cards alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Final

from bot.discordkit import panel
from bot.discordkit.boundary import Refusal, answer, redraw
from bot.discordkit.efforts import Background
from bot.discordkit.interactions import Interaction
from bot.discordkit.panel import Drawing
from bot.discordkit.people import People
from bot.discordkit.ports import SubjectKind
from bot.discordkit.press_ids import AboutSomethingElse, PressId
from bot.discordkit.presses import First, press_of
from bot.discordkit.routes import Route, anyone
from bot.leagues.service import Clubs
from bot.people.settings import Reviews
from bot.replays.replay import GameReplay, replay_of
from bot.reviews.making import is_offered
from bot.reviews.model import Review
from bot.reviews.reviewing import Reviewing
from bot.reviews.ui import panel as panels
from bot.reviews.ui.panel import WHOLE, ReviewDrawings, Reviewed
from bot.reviews.words import ReviewSummary, compared
from bot.tables.errors import TableError
from bot.tables.model import State
from bot.tables.recovery import BrokenLog
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.tables.ui.footer import REVIEW
from bot.telling import phrases
from bot.telling.reader import Reader


class ReviewGames:
    """Finds them."""

    def __init__(self, tables: Tables, clubs: Clubs, people: People) -> None:
        self._tables = tables
        self._clubs = clubs
        self._people = people

    async def of_table(self, table_id: int, user_id: int) -> tuple[Table, GameReplay]:
        """A game that somebody may have reviewed. Raises Refusal and TableError; who did not sit there learns
        nothing of it by that."""
        table = await self._tables.get(table_id)
        if not await table.has_sat(user_id):
            raise Refusal("review-not-yours")
        facts = table.facts
        if facts.started_at is None and facts.state is not State.PARKED:
            raise Refusal("review-not-played")
        try:
            entries, sat = await table.inputs()
        except TableError as refused:
            raise Refusal("review-running") if refused.code == "game-not-over" else refused from None
        if not is_offered(facts.preset):
            raise Refusal("review-no-study")
        try:
            return table, await asyncio.to_thread(replay_of, facts, entries, sat)
        except BrokenLog:
            raise TableError("table-parked") from None

    async def reviewed(
        self, table: Table, replay: GameReplay, reviews: Sequence[Review], reader: Reader
    ) -> Reviewed:
        """What a reader is told of a game that was reviewed: others as far as they allow it."""
        words, facts = reader.words, table.facts
        own = [one for one in reviews if one.user_id == reader.user_id]
        others = [one async for one in self._shown(reviews, reader)]
        is_void = facts.season_id is not None and await self._clubs.seasons.is_void(facts.id)
        title = words("replay.of-table", table=facts.number, game=phrases.game_in_text(words, facts))
        return Reviewed(facts.id, title, ReviewSummary(replay, own, compared(replay, others, words), is_void))

    async def _shown(self, reviews: Sequence[Review], reader: Reader) -> AsyncIterator[Review]:
        """Robots' reviews, and those of people who let others see theirs."""
        for one in reviews:
            if one.user_id is None:
                yield one
            elif one.user_id != reader.user_id:
                chosen = await self._people.preferences(one.user_id)
                if chosen.reviews == Reviews.SHOWN:
                    yield one


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
        reader, table, replay = await self._meant(interaction, press)
        drawing, is_made = await self._now(reader, table, replay, WHOLE)
        await answer(interaction, drawing)
        if not is_made:
            self._background.spawn(self._follow(interaction, reader, table, replay))

    async def _go(self, interaction: Interaction, press: PressId) -> None:
        page = _number(press.value)
        reader, table, replay = await self._meant(interaction, press)
        drawing, is_made = await self._now(reader, table, replay, page)
        await redraw(interaction, drawing)
        if not is_made:
            self._background.spawn(self._follow(interaction, reader, table, replay))

    async def _meant(self, interaction: Interaction, press: PressId) -> tuple[Reader, Table, GameReplay]:
        reader = await self._people.reader_of(interaction)
        table, replay = await self._games.of_table(press.subject.id, interaction.user.id)
        return reader, table, replay

    async def _now(self, reader: Reader, table: Table, replay: GameReplay, page: int) -> tuple[Drawing, bool]:
        """What there is to be shown, having asked for a review where there is none yet; whether that is
        it."""
        table_id = table.facts.id
        reviews = await self._reviewing.of_table(table_id)
        if reviews:
            found = await self._games.reviewed(table, replay, reviews, reader)
            return await self._drawings.page(reader, found, page), True
        await self._reviewing.ask(table_id)
        return panels.progress(reader.words, table_id, self._reviewing.progress(table_id)), False

    async def _follow(
        self, interaction: Interaction, reader: Reader, table: Table, replay: GameReplay
    ) -> None:
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
        drawing, _ = await self._now(reader, table, replay, WHOLE)
        await press_of(interaction).amend(drawing)


def _number(text: str) -> int:
    """Of a page. Raises AboutSomethingElse."""
    if not (text.isascii() and text.isdecimal() and len(text) == 1):
        raise AboutSomethingElse(text)
    return int(text)
