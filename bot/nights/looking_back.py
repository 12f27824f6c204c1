"""What came of a night, from what the season and the tables hold of it now."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from bot.clubs.clubs import Clubs
from bot.clubs.model import SeasonResult
from bot.leagues.corrections import corrected
from bot.leagues.course import SeasonCourse
from bot.leagues.model import Season, SeasonGame
from bot.leagues.one_night import NightLine, one_night
from bot.nights import outcome
from bot.nights.duplicate import DuplicateGame, duplicate_lines
from bot.nights.model import Evening, NightPlace
from bot.nights.outcome import NamedDeal, NightOutcome, TableGame
from bot.nights.settings import NightRanking
from bot.tables.errors import TableError
from bot.tables.model import State, TableFacts
from bot.tables.ports import SatDeal, Sitting
from bot.tables.tables import Tables

log = logging.getLogger(__name__)

UNTOLD: Final = ("table-parked", "table-veiled")
"""Why a game's deals cannot be told."""


class NightTable(NamedTuple):
    """The table of a night: the score of each member who played it (L9), or ``by_difference`` what duplicate
    rounds gave to everybody."""

    lines: Sequence[NightLine]
    by_difference: bool


class LookingBack:
    """Finds it. Everything raises StoreError, TableError."""

    def __init__(self, clubs: Clubs, tables: Tables) -> None:
        self._clubs = clubs
        self._tables = tables

    async def table(self, evening: Evening) -> NightTable:
        """The night's table as it stands, over or not, with the corrections made by now."""
        results = await self._clubs.seasons.of_night(evening.season_id, evening.night)
        season = await self._clubs.seasons.whole(evening.season_id)
        every = await self._tables.of_evening(evening.id)
        return await asyncio.to_thread(_night_table, season, evening, results, every)

    async def outcome(self, evening: Evening) -> NightOutcome:
        """What came of it: corrections made by now are in all of it, and games that are void in nothing."""
        results = await self._clubs.seasons.of_night(evening.season_id, evening.night)
        standing = [one for one in results if not one.void]
        season = await self._clubs.seasons.whole(evening.season_id)
        played = {one.id: one for one in season.games}
        every = await self._tables.of_evening(evening.id)
        tables = await self._games(evening, every, standing, played)
        lines, by_difference = await asyncio.to_thread(_night_table, season, evening, results, every)
        return NightOutcome(
            lines=lines,
            names=_names(season, results, every),
            games=len(standing),
            guests=() if by_difference else outcome.points_of_guests(one.game for one in standing),
            best=outcome.best_deal(tables),
            costly=outcome.most_costly_trick(tables),
            by_difference=by_difference,
            corrected=sum(_is_corrected(one.game, played) for one in standing),
            void=len(results) - len(standing),
        )

    async def _games(
        self,
        evening: Evening,
        every: Iterable[TableFacts],
        standing: Iterable[SeasonResult],
        played: Mapping[str, SeasonGame],
    ) -> list[TableGame]:
        """Those that were played at the evening's tables and count, in order."""
        members = await self._clubs.leagues.members(evening.league_id)
        called = {one.user_id: one.name for one in members if one.user_id is not None}
        by_table = {one.table_id: one for one in standing}
        found: list[TableGame] = []
        for facts in every:
            result = by_table.get(facts.id)
            if result is not None and facts.state is State.FINISHED:
                deals = await self._deals(facts)
                found.append(_table_game(facts, result, played[result.game.id], deals, called))
        return found

    async def _deals(self, facts: TableFacts) -> Sequence[SatDeal]:
        """Those of a game; none where they cannot be told, without which the rest is told all the same."""
        try:
            return await (await self._tables.get(facts.id)).deals()
        except TableError as error:
            if error.code not in UNTOLD:
                raise
            log.warning("table %d: its deals are not told after the night: %s", facts.id, error.code)
            return ()


def _goes_by_difference(evening: Evening, tables: Iterable[TableFacts]) -> bool:
    """Whether seats can be compared, as was planned: not where the league's rules have changed since, and
    tables have played cards of their own."""
    settings = evening.settings
    wanted = settings.is_duplicate and settings.ranking == NightRanking.DIFFERENCE
    return wanted and all(one.duplicate for one in tables)


def _table_game(
    facts: TableFacts,
    result: SeasonResult,
    played: SeasonGame,
    deals: Sequence[SatDeal],
    called: Mapping[int, str],
) -> TableGame:
    assert facts.place is not None
    instead = _instead(result, played)
    return TableGame(
        NightPlace.read(facts.place)[1],
        result.game,
        [
            NamedDeal(
                one.result,
                tuple(
                    instead[seat] if seat in instead else _name(sitting, called)
                    for seat, sitting in enumerate(one.sat)
                ),
            )
            for one in deals
        ],
        is_whole=not facts.is_cut_short,
        channel_id=result.channel_id,
        message_id=result.message_id,
    )


def _instead(result: SeasonResult, played: SeasonGame) -> dict[int, str | None]:
    """Who had a seat by a correction: then nobody else had it (L17)."""
    now = result.game.holders
    return {
        seat: result.names.get(holder.id) if holder.is_person else None
        for seat, holder in enumerate(now)
        if holder != played.holders[seat]
    }


def _name(sitting: Sitting | None, called: Mapping[int, str]) -> str | None:
    """What a person who sat there is called in the league, else at the table."""
    if sitting is None or sitting.user_id is None:
        return None
    return called.get(sitting.user_id, sitting.name)


def _is_corrected(game: SeasonGame, played: Mapping[str, SeasonGame]) -> bool:
    """Whether it is another than was played."""
    before = played.get(game.id)
    return before is not None and (before.holders, before.points) != (game.holders, game.points)


def _night_table(
    season: Season, evening: Evening, results: Iterable[SeasonResult], every: Sequence[TableFacts]
) -> NightTable:
    """See ``LookingBack.table``. Not for the event loop."""
    if _goes_by_difference(evening, every):
        return NightTable(duplicate_lines(_compared(results, every)), by_difference=True)
    return NightTable(_lines(season, evening.night), by_difference=False)


def _compared(results: Iterable[SeasonResult], every: Iterable[TableFacts]) -> Iterator[DuplicateGame]:
    """The games that count and of which no deal was left out."""
    by_table = {one.table_id: one.game for one in results if not one.void}
    for facts in every:
        game = by_table.get(facts.id)
        if game is not None and facts.state is State.FINISHED and not facts.is_cut_short:
            assert facts.place is not None
            yield DuplicateGame(NightPlace.read(facts.place)[1].round, game.holders, game.points)


def _lines(season: Season, night: str) -> list[NightLine]:
    try:
        return one_night(SeasonCourse(season, corrected(season)), night)
    except LookupError:  # it was not held
        return []


def _names(season: Season, results: Iterable[SeasonResult], tables: Iterable[TableFacts]) -> dict[str, str]:
    """What people are called, by id: in the league, else by whoever knows them, else at the table."""
    names = {str(seat.user_id): seat.name for facts in tables for seat in facts.seats if seat.user_id}
    names |= {id: name for one in results for id, name in one.names.items()}
    return names | {one.id: one.name for one in season.members}
