"""What is recorded of a season within a transaction: games, corrections and rounds sat out, each judged by
what is stored then (L17); and what a game did to its members' standing, which is reported once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import Final, NamedTuple, Self

import aiosqlite

from bot.leagues.calculated import CalculatedSeason, with_game
from bot.leagues.model import ClubError, Gain, SeasonFacts
from bot.leagues.season.corrections import CorrectionRefusal, History, game_thing, thing_of
from bot.leagues.season.entries import counted_games
from bot.leagues.season.model import (
    MEMBER,
    Adjust,
    Bye,
    Correction,
    Excuse,
    Insert,
    Member,
    Night,
    Season,
    SeasonGame,
    SeatChange,
    SeatKind,
    Undo,
)
from bot.tables.model import TableFacts
from bot.timers import zone_or_utc
from data.connections import value, values
from data.leagues.standings import SeasonAtVersion, season_changed, version_of
from data.schema import (
    BYES,
    CORRECTIONS,
    GAINS,
    GAMES,
    NIGHTS,
    RATE_AGAIN,
    SEASON_MEMBERS,
    SEASONS,
    KeptCorrection,
    KeptGame,
)


@dataclass(frozen=True, slots=True)
class SeasonSnapshot:
    """A season as it stands within a transaction: what its games and corrections are judged by."""

    connection: aiosqlite.Connection
    facts: SeasonFacts
    zone: str
    nights: tuple[Night, ...]

    @classmethod
    async def of(cls, connection: aiosqlite.Connection, season_id: int) -> Self:
        """That of a season, which is there."""
        facts = await value(connection, SEASONS, "WHERE id = ?", season_id)
        assert facts is not None
        sql = "SELECT zone FROM leagues WHERE id = ?"
        ((zone,),) = await connection.execute_fetchall(sql, (facts.league_id,))
        nights = await values(connection, NIGHTS, "WHERE season_id = ? ORDER BY number", season_id)
        return cls(connection, facts, zone, tuple(nights))

    @property
    def id(self) -> int:
        """The season's."""
        return self.facts.id

    async def members(self, ids: Collection[str]) -> list[Member]:
        """Those of these ids who are members of the season. They have no names here."""
        condition = "WHERE season_id = ? AND id IN (SELECT value FROM json_each(?)) ORDER BY id"
        found = await values(self.connection, SEASON_MEMBERS, condition, self.id, json.dumps([*ids]))
        return [Member(one.id, "", one.joined, one.left) for one in found]

    async def part(self, thing: str | None, *more: Correction) -> Season:
        """The part of the season that bears on something, and on whom ``more`` corrections name."""
        events = [] if thing is None else await self._about(thing)
        games = [] if thing is None else await self._games(thing)
        ids = {one for event in (*events, *more) for one in _named_in(event)}
        ids |= {one for game in games for one in people_of(game)}
        return Season(
            settings=self.facts.settings,
            zone=zone_or_utc(self.zone).key,
            members=tuple(await self.members(ids)),
            nights=self.nights,
            games=tuple(games),
            corrections=tuple(events),
            levels=self.facts.levels,
        )

    async def _about(self, thing: str) -> list[Correction]:
        condition = "WHERE season_id = ? AND thing = ? ORDER BY number"
        found = await values(self.connection, CORRECTIONS, condition, self.id, thing)
        return [one.correction for one in found]

    async def _games(self, thing: str) -> list[SeasonGame]:
        """The game that something is, as it was first written."""
        if not thing.startswith(of_games := game_thing("")):
            return []
        name = thing.removeprefix(of_games)
        found = await values(self.connection, GAMES, "WHERE season_id = ? AND id = ?", self.id, name)
        return [one.game for one in found]


def people_of(game: SeasonGame) -> set[str]:
    """The people who had a seat of a game at any time."""
    return {*game.people, *(one for left in game.left for one in left)}


def _named_in(correction: Correction) -> set[str]:
    """The people whom a correction names."""
    match correction.change:
        case SeatChange(_, _, holder) if holder.kind is not SeatKind.ROBOT:
            return {holder.id}
        case Insert(game):
            return people_of(game)
        case Adjust(player) | Excuse(_, player):
            return {player}
        case _:
            return set()


# What games are called that come to be here: by where they are from, and as no other of the season is called.
# A season that was brought along may have such games already, from where it was played before.

_TAKEN: Final = """
SELECT 1 FROM league_games WHERE season_id = :season AND id = :id AND NOT coalesce(table_id = :table, FALSE)
UNION ALL
SELECT 1 FROM corrections
WHERE season_id = :season AND thing = 'game ' || :id AND json_extract(change, '$.do') = 'insert'
"""


async def id_of_table(connection: aiosqlite.Connection, season_id: int, table_id: int) -> str:
    """Of the game played at a table."""
    return await _free_id(connection, season_id, f"t{table_id}", table_id)


async def id_of_report(connection: aiosqlite.Connection, season_id: int, report_id: int) -> str:
    """Of a game on paper."""
    return await _free_id(connection, season_id, f"r{report_id}")


async def counts_already(connection: aiosqlite.Connection, season_id: int, report_id: int) -> bool:
    """Whether a report has become a game of the season before."""
    return await id_of_report(connection, season_id, report_id) != f"r{report_id}"


async def _free_id(
    connection: aiosqlite.Connection, season_id: int, wished: str, table_id: int | None = None
) -> str:
    """The one that is wished, or else the first of it with a number that is free."""
    for number in count(1):
        name = wished if number == 1 else f"{wished}-{number}"
        asked = {"season": season_id, "id": name, "table": table_id}
        if not [*await connection.execute_fetchall(_TAKEN, asked)]:
            return name
    raise AssertionError("numbers do not end")


# What is recorded


async def correct(
    connection: aiosqlite.Connection, season_id: int, asked: Correction, seen: int | None
) -> ClubError | None:
    """Make a correction, under an id of its own; or say why not. ``seen`` is how many of the same game are
    known of."""
    snapshot = await SeasonSnapshot.of(connection, season_id)
    number = await _next_number(snapshot)
    one = replace(asked, id=f"c{number}")
    if isinstance(one.change, Insert) and not one.change.game.id:
        name = await _free_id(connection, season_id, f"i{number}")
        one = replace(one, change=Insert(one.change.game._replace(id=name)))
    thing = await _thing(snapshot, one)
    part = await snapshot.part(thing, one)
    if seen is not None and seen != len(part.corrections):
        return ClubError("corrected-meanwhile")
    history = History(part)
    before = history.games(), history.void()
    refusal = history.make(one)
    if refusal is not None:
        return _refused(history, refusal, one)
    assert thing is not None
    kept = KeptCorrection(number, thing, one.id, one.at, one.by, one.reason, one.change)
    await connection.execute(CORRECTIONS.insert, CORRECTIONS.row(kept, season_id))
    if (history.games(), history.void()) != before:
        await _rate_again(connection, season_id, part.games)
    await season_changed(connection, season_id)
    return None


async def take_in(connection: aiosqlite.Connection, season_id: int, game: SeasonGame) -> ClubError | None:
    """Make a game on paper one of the season, as it was first written; or say why not."""
    snapshot = await SeasonSnapshot.of(connection, season_id)
    if not snapshot.facts.is_open:
        return ClubError("season-closed")
    asked = Correction("", game.ended, "", "", Insert(game))
    history = History(await snapshot.part(game_thing(game.id), asked))
    refusal = history.refusal(asked)
    if refusal is not None:
        return _refused(history, refusal, asked)
    await connection.execute(GAMES.insert, GAMES.row(KeptGame.of(game), season_id))
    await season_changed(connection, season_id)
    return None


async def sat_out(snapshot: SeasonSnapshot, byes: Iterable[Bye]) -> bool:
    """Members sat out these rounds (L8); False where all of that was kept already."""
    connection = snapshot.connection
    kept = await values(connection, BYES, "WHERE season_id = ? ORDER BY number", snapshot.id)
    new = [bye for bye in dict.fromkeys(byes) if bye not in kept]
    sql = "SELECT coalesce(max(number), 0) + 1 FROM byes WHERE season_id = ?"
    ((first,),) = await connection.execute_fetchall(sql, (snapshot.id,))
    rows = [BYES.row(bye, snapshot.id, number) for number, bye in enumerate(new, first)]
    await connection.executemany(BYES.insert, rows)
    if new:
        await season_changed(connection, snapshot.id)
    return bool(new)


async def plan(snapshot: SeasonSnapshot, night: Night) -> None:
    """A night is planned, after those that there are (L3)."""
    row = NIGHTS.row(night, snapshot.id, len(snapshot.nights))
    await snapshot.connection.execute(NIGHTS.insert, row)
    await season_changed(snapshot.connection, snapshot.id)


def _refused(history: History, refusal: CorrectionRefusal, one: Correction) -> ClubError:
    """Where points do not add up with both sums."""
    if refusal is not CorrectionRefusal.WRONG_SUM:
        return ClubError(refusal.value)
    points, due = history.wrong_sums(one)
    return ClubError(refusal.value, points=str(points), sum=str(due))


async def _next_number(snapshot: SeasonSnapshot) -> int:
    """One for another correction, whose id nobody has."""
    sql = """
    SELECT coalesce(max(number), 0),
        coalesce(max(CAST(substr(id, 2) AS INTEGER)) FILTER (WHERE id GLOB 'c[0-9]*'), 0)
    FROM corrections WHERE season_id = ?
    """
    ((numbers, ids),) = await snapshot.connection.execute_fetchall(sql, (snapshot.id,))
    return 1 + max(numbers, ids)


async def _thing(snapshot: SeasonSnapshot, one: Correction) -> str | None:
    """What a correction is about; None for an undo of what there is not."""
    if not isinstance(one.change, Undo):
        return thing_of(one)
    condition = "WHERE season_id = ? AND id = ?"
    found = await value(snapshot.connection, CORRECTIONS, condition, snapshot.id, one.change.event)
    return None if found is None else found.thing


async def _rate_again(connection: aiosqlite.Connection, season_id: int, games: Iterable[SeasonGame]) -> None:
    """Have the servers' ratings follow games that are others now, where they were played at tables."""
    for game in games:
        kept = await value(connection, GAMES, "WHERE season_id = ? AND id = ?", season_id, game.id)
        if kept is not None and kept.table_id is not None:
            await connection.execute(RATE_AGAIN.upsert, (kept.table_id,))


# What tables make of it

_OF_TABLES: Final = f"""
SELECT seasons.league_id, league_games.season_id, EXISTS (
    SELECT 1 FROM corrections
    WHERE corrections.season_id = league_games.season_id AND corrections.thing = 'game ' || league_games.id
), {GAMES.names} FROM league_games JOIN seasons ON seasons.id = league_games.season_id
WHERE league_games.table_id IN (SELECT value FROM json_each(?))
"""
_NAMES: Final = "SELECT id, name FROM league_members WHERE league_id = ?"
_CUT: Final = "SELECT 1 FROM tournaments WHERE season_id = ? AND json_array_length(groups) > 1"
_SAT: Final = "SELECT CAST(user_id AS TEXT), name FROM results WHERE table_id = ? AND user_id IS NOT NULL"


class GameAtTable(NamedTuple):
    """A league's game that was played at a table: as it was ``first`` written, and as corrections have made
    it, None where it is void."""

    league_id: int
    season_id: int
    table_id: int
    first: SeasonGame
    now: SeasonGame | None


async def games_at(connection: aiosqlite.Connection, tables: Collection[int]) -> list[GameAtTable]:
    """The games of leagues that were played at these tables."""
    found: list[GameAtTable] = []
    rows = [*await connection.execute_fetchall(_OF_TABLES, (json.dumps([*tables]),))]
    for league_id, season_id, is_corrected, *row in rows:
        kept = GAMES.value(row)
        assert kept.table_id is not None
        now: SeasonGame | None = kept.game
        if is_corrected:
            snapshot = await SeasonSnapshot.of(connection, season_id)
            now = History(await snapshot.part(game_thing(kept.id))).game(kept.id)
        found.append(GameAtTable(league_id, season_id, kept.table_id, kept.game, now))
    return found


async def keep_gains(
    connection: aiosqlite.Connection, facts: TableFacts, before: CalculatedSeason
) -> SeasonAtVersion | None:
    """The game of a table has ended, and its result is kept: keep what it did to the standing of its members
    in the season, which was as ``before``, but from the second stage of a tournament on, which is ranked by
    itself. Returns how that is now, for whoever commits it; None where a new guest was there, as what these
    are called is read from results."""
    (played,) = await games_at(connection, [facts.id])
    names = {row[0]: row[1] for row in await connection.execute_fetchall(_NAMES, (played.league_id,))}
    after = await asyncio.to_thread(with_game, before, played.first)
    if not await connection.execute_fetchall(_CUT, (played.season_id,)):
        gains = enumerate(_gains(before, after, played.first, names))
        await connection.executemany(GAINS.insert, [GAINS.row(one, facts.id, at) for at, one in gains])
    known = {one.id: one.name for one in after.season.guests}
    members = {one.id for one in after.season.members}
    sat = await connection.execute_fetchall(_SAT, (facts.id,))
    if any(person not in members and known.get(person) != name for person, name in sat):
        return None
    return SeasonAtVersion(played.season_id, await version_of(connection, played.season_id), after)


def _gains(
    before: CalculatedSeason, after: CalculatedSeason, game: SeasonGame, names: Mapping[str, str]
) -> Iterator[Gain]:
    """By seat; nothing where the game counts for nothing."""
    was = {one.member: one.place for one in before.lines}
    now = {one.member: one for one in after.lines}
    scores = after.course.scorer.seats(game.points)
    for (kind, name), score in zip(game.holders, scores, strict=True):
        if kind is MEMBER and counted_games(after.season, [game]):
            earlier, line = was.get(name), now[name]
            yield Gain(
                member=name,
                name=names[name],
                score=after.course.scorer.in_points(score),
                place=line.place,
                climbed=None if earlier is None or line.place is None else earlier - line.place,
                nights=line.nights,
                minimum=after.season.settings.minimum,
            )
