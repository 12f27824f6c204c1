"""Which game is to be reviewed, and who may have it: whoever sat there, their own cards alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

from bot.discordkit.boundary import Refusal
from bot.discordkit.people import People
from bot.leagues.service import Clubs
from bot.people.preferences import Reviews
from bot.replays.replay import GameReplay, reel_of
from bot.reviews.making import is_offered
from bot.reviews.model import Review
from bot.reviews.ui.panel import Reviewed
from bot.reviews.words import ReviewSummary, compared
from bot.tables.errors import TableError
from bot.tables.model import State
from bot.tables.recovery import BrokenLog
from bot.tables.table import Table
from bot.tables.tables import Tables
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
            return table, await asyncio.to_thread(reel_of, facts, entries, sat)
        except BrokenLog:
            raise TableError("table-parked") from None

    async def reviewed(
        self, table: Table, reel: GameReplay, reviews: Sequence[Review], reader: Reader
    ) -> Reviewed:
        """What a reader is told of a game that was reviewed: others as far as they allow it."""
        words, facts = reader.words, table.facts
        own = [one for one in reviews if one.user_id == reader.user_id]
        others = [one async for one in self._shown(reviews, reader)]
        is_void = facts.season_id is not None and await self._clubs.seasons.is_void(facts.id)
        title = words("replay.of-table", table=facts.id, game=phrases.game_in_text(words, facts))
        return Reviewed(facts.id, title, ReviewSummary(reel, own, compared(reel, others, words), is_void))

    async def _shown(self, reviews: Sequence[Review], reader: Reader) -> AsyncIterator[Review]:
        """Robots' reviews, and those of people who let others see theirs."""
        for one in reviews:
            if one.user_id is None:
                yield one
            elif one.user_id != reader.user_id:
                chosen = await self._people.preferences(one.user_id)
                if chosen.reviews == Reviews.SHOWN:
                    yield one
