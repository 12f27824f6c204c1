"""What came of a night and what it was worth remembering for, from what the season and the tables hold of it
now; duplicate rounds, whose tables play the same cards, compare a seat with the same seat elsewhere."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from bot.engine.game import DealResult
from bot.leagues.model import SeasonResult
from bot.leagues.season.corrections import corrected
from bot.leagues.season.entries import NightLine, SeasonCourse, one_night
from bot.leagues.season.model import Holder, Season, SeasonGame, SeatKind
from bot.leagues.service import Clubs
from bot.nights.model import Evening, NightPlace, NightRanking
from bot.tables.errors import TableError
from bot.tables.model import State, TableFacts
from bot.tables.ports import SatDeal, Sitting
from bot.tables.tables import Tables

log = logging.getLogger(__name__)

DEALS_UNAVAILABLE: Final = ("table-parked", "table-veiled")
"""Why a game's deals cannot be read."""


@dataclass(frozen=True, slots=True)
class NamedDeal:
    """A deal that ended, and by seat what the person is called who had it all through the deal; None for a
    robot, and where it changed hands."""

    result: DealResult
    names: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class TableGame:
    """A game that was played at a table of the night and counts. ``game`` is it as corrections have left it;
    ``is_whole`` tells that no deal of it was left out for want of time; its end was posted in the message
    ``message_id`` of ``channel_id``, both None where that is not known."""

    place: NightPlace
    game: SeasonGame
    deals: Sequence[NamedDeal]
    is_whole: bool = True
    channel_id: int | None = None
    message_id: int | None = None


class NightFeat(NamedTuple):
    """What somebody made in a deal, or with a trick of it: the trick of this ``number``, from 1; 0 where it
    is the whole deal."""

    table: TableGame
    name: str
    points: int
    result: DealResult
    number: int = 0


@dataclass(frozen=True, slots=True)
class NightOutcome:
    """What came of a night. ``lines`` are its table: the scores of members (L9), or ``by_difference`` what
    duplicate rounds gave to everybody; ``names`` what people are called, by id. ``guests`` are the points of
    those who are not in that table because they are no members, most first. So many ``games`` count, at
    tables or on paper, ``corrected`` of them not as they were played; those that are ``void`` do not."""

    lines: Sequence[NightLine]
    names: Mapping[str, str]
    games: int
    guests: Sequence[tuple[str, int]] = ()
    best: NightFeat | None = None
    costly: NightFeat | None = None
    by_difference: bool = False
    corrected: int = 0
    void: int = 0


def best_deal(tables: Iterable[TableGame]) -> NightFeat | None:
    """The deal that brought a person most, the earlier of equal ones; None where none brought anything."""
    found = [one for one in _made(tables) if one.points > 0]
    return max(found, key=lambda one: one.points, default=None)


def most_costly_trick(tables: Iterable[TableGame]) -> NightFeat | None:
    """The trick that cost a person most, the earlier of equal ones; None where none cost anything."""
    return min(_costly(tables), key=lambda one: one.points, default=None)


def points_of_guests(games: Iterable[SeasonGame]) -> list[tuple[str, int]]:
    """What each guest made in these games, by id, most first."""
    sums: dict[str, int] = defaultdict(int)
    for game in games:
        for holder, points in zip(game.holders, game.points, strict=True):
            if holder.kind is SeatKind.GUEST:
                sums[holder.id] += points
    return sorted(sums.items(), key=lambda one: (-one[1], one[0]))


def leaders(lines: Sequence[NightLine]) -> list[NightLine]:
    """Those who share the first place."""
    return [one for one in lines if one.place == 1]


def _in_order(tables: Iterable[TableGame]) -> list[TableGame]:
    return sorted(tables, key=lambda one: one.place)


def _made(tables: Iterable[TableGame]) -> Iterator[NightFeat]:
    for table in _in_order(tables):
        for deal in table.deals:
            points = deal.result.points or ()
            for name, own in zip(deal.names, points, strict=False):
                if name is not None:
                    yield NightFeat(table, name, own, deal.result)


def _costly(tables: Iterable[TableGame]) -> Iterator[NightFeat]:
    for table in _in_order(tables):
        for deal in table.deals:
            result = deal.result
            for number, (trick, worth) in enumerate(zip(result.played, result.worth, strict=False), start=1):
                name = None if trick.winner is None else deal.names[trick.winner]
                if worth < 0 and name is not None:
                    yield NightFeat(table, name, worth, result, number)


class NightTable(NamedTuple):
    """The table of a night: the score of each member who played it (L9), or ``by_difference`` what duplicate
    rounds gave to everybody."""

    lines: Sequence[NightLine]
    by_difference: bool


async def night_table(clubs: Clubs, tables: Tables, evening: Evening) -> NightTable:
    """The night's table as it stands, over or not, with the corrections made by now. Raises StoreError,
    TableError."""
    results = await clubs.seasons.of_night(evening.season_id, evening.night)
    season = await clubs.seasons.whole(evening.season_id)
    every = await tables.of_evening(evening.id)
    return await asyncio.to_thread(_night_table, season, evening, results, every)


async def night_outcome(clubs: Clubs, tables: Tables, evening: Evening) -> NightOutcome:
    """What came of it: corrections made by now are in all of it, and games that are void in nothing. Raises
    StoreError, TableError."""
    results = await clubs.seasons.of_night(evening.season_id, evening.night)
    standing = {one.table_id: one for one in results if not one.void}
    season = await clubs.seasons.whole(evening.season_id)
    played = {one.id: one for one in season.games}
    every = await tables.of_evening(evening.id)
    members = await clubs.leagues.members(evening.league_id)
    called = {one.user_id: one.name for one in members if one.user_id is not None}
    table_games = [
        _table_game(facts, result, played[result.game.id], await _deals(tables, facts), called)
        for facts in every
        if (result := standing.get(facts.id)) is not None and facts.state is State.FINISHED
    ]
    lines, by_difference = await asyncio.to_thread(_night_table, season, evening, results, every)
    games = [one.game for one in results if not one.void]
    return NightOutcome(
        lines=lines,
        names=_names(season, results, every),
        games=len(games),
        guests=() if by_difference else points_of_guests(games),
        best=best_deal(table_games),
        costly=most_costly_trick(table_games),
        by_difference=by_difference,
        corrected=sum(_is_corrected(one, played) for one in games),
        void=len(results) - len(games),
    )


async def _deals(tables: Tables, facts: TableFacts) -> Sequence[SatDeal]:
    """Those of a game; none where they cannot be read, without which the rest is shown all the same."""
    try:
        return await (await tables.get(facts.id)).deals()
    except TableError as error:
        if error.code not in DEALS_UNAVAILABLE:
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
    """See ``night_table``. Not for the event loop."""
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


# Duplicate rounds


class DuplicateGame(NamedTuple):
    """A game of a duplicate round that was played to its end: by seat who had it then, and its points."""

    round: int
    holders: tuple[Holder, ...]
    points: tuple[int, ...]


def differences(tables: Sequence[Sequence[int]]) -> list[tuple[Fraction, ...]]:
    """By table of a round and by seat, the points there less the mean of that seat at all tables, robots'
    included. Only tables of as many seats play the same cards, and are compared."""
    columns: dict[tuple[int, int], list[int]] = defaultdict(list)
    for points in tables:
        for seat, own in enumerate(points):
            columns[len(points), seat].append(own)
    means = {key: Fraction(sum(column), len(column)) for key, column in columns.items()}
    return [tuple(own - means[len(points), seat] for seat, own in enumerate(points)) for points in tables]


def duplicate_lines(games: Iterable[DuplicateGame]) -> list[NightLine]:
    """The table of a night of such rounds: everybody's differences, members' and guests', added up; the best
    first, equal ones by id and on a shared place."""
    sums: dict[str, Fraction] = defaultdict(Fraction)
    counts: dict[str, int] = defaultdict(int)
    for holder, difference in _by_holder(games):
        if holder.is_person:
            sums[holder.id] += difference
            counts[holder.id] += 1
    order = sorted(sums, key=lambda one: (-sums[one], one))
    scores = [sums[one] for one in order]
    return [NightLine(1 + scores.index(sums[one]), one, sums[one], counts[one]) for one in order]


def _by_holder(games: Iterable[DuplicateGame]) -> Iterator[tuple[Holder, Fraction]]:
    rounds: dict[int, list[DuplicateGame]] = defaultdict(list)
    for game in games:
        rounds[game.round].append(game)
    for played in rounds.values():
        for game, own in zip(played, differences([one.points for one in played]), strict=True):
            yield from zip(game.holders, own, strict=True)
