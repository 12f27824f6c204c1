"""Games that end at tables of servers, and what the second calculation makes of them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

from bot.engine.game import GameEnded, places
from bot.engine.registry import preset_named
from bot.leagues.model import ClubMember, SeasonFacts
from bot.leagues.season.model import Change as Correcting
from bot.leagues.season.model import Correction
from bot.leagues.season.settings import SeasonSettings
from bot.robots.kinds import ratings_of
from bot.stats.ratings import Rateable, RatingProgress, RatingVerdict, ServerPool
from bot.tables.model import Seat, State, TableFacts
from bot.tables.ports import TableStep, begun
from bot.timers import Timers
from data.store import Store
from tests.data.samples import LOBBY, PLAYING, SEALED, moved, step_to
from tests.data.seasons import FIRST, new_league
from tests.kept import enter
from tests.stats.reference.ratings import Ended, server_ratings
from tests.stats.reference.ratings import Seat as Told

GUILD = 1
KING = ServerPool(GUILD, "king")
ROBOTS = {family: ratings_of(family) for family in ("king", "whist")}
FEW_STEPS = 7


def seat_of(holder: int | str) -> Seat:
    """A person's, by the number of their account, or a robot's, by its kind."""
    return Seat(f"P{holder}", holder) if isinstance(holder, int) else Seat(f"Robot {holder}", robot=holder)


async def settled(rateable: Rateable, timers: Timers) -> None:
    """Everything is rated."""
    for _ in range(1000):
        await asyncio.sleep(0)
        await timers.quiet()
        if not await rateable.unrated():
            return
    raise AssertionError("it does not come to an end")


@dataclass
class Ledger:
    """All games that have ended in ``store``, as the second calculation is to be told of them: by table."""

    store: Store
    games: dict[int, Ended] = field(default_factory=dict[int, Ended])
    guilds: dict[int, int | None] = field(default_factory=dict[int, "int | None"])

    async def begin(
        self,
        holders: Sequence[int | str],
        *,
        preset: str = "kingen",
        guild: int | None = GUILD,
        left: Sequence[int] = (),
        season: int | None = None,
        veiled: bool = False,
    ) -> TableFacts:
        """A table at which play has begun; the seats ``left`` were others' before."""
        seats = tuple(map(seat_of, holders))
        first = tuple(Seat("Gone", 900 + at) if at in left else seat for at, seat in enumerate(seats))
        new = replace(LOBBY, guild_id=guild, preset=preset, players=len(seats), season_id=season, seats=first)
        lobby = await self.store.tables.create(replace(new, duplicate=veiled, veiled=veiled), SEALED)
        playing = replace(lobby, state=State.PLAYING, first_dealer=1, turn=-1, started_at=PLAYING.started_at)
        await self.store.tables.write(step_to(playing, sittings=begun(lobby, playing)))
        after = replace(playing, seats=seats)
        if left:
            await self.store.tables.write(step_to(after, sittings=begun(playing, after)))
        return after

    def ending(self, table: TableFacts, points: Sequence[int], ended: float) -> TableStep:
        """The step by which the game of a table ends."""
        step = moved(table)
        over = replace(step.facts, state=State.FINISHED, turn=-2, ended_at=ended)
        return replace(step, facts=over, result=GameEnded(tuple(points), places(points)))

    async def end(
        self, table: TableFacts, points: Sequence[int], ended: float, left: Sequence[int] = ()
    ) -> TableFacts:
        """The game of a table ends, and is in the ledger."""
        step = self.ending(table, points, ended)
        await self.store.tables.write(step)
        self.note(step.facts, points, left)
        return step.facts

    def note(self, facts: TableFacts, points: Sequence[int], left: Sequence[int] = ()) -> None:
        seats = tuple(
            Told(str(seat.user_id or seat.robot), own, seat.user_id is None, at in left)
            for at, (seat, own) in enumerate(zip(facts.seats, points, strict=True))
        )
        family = preset_named(facts.preset).family
        self.guilds[facts.id] = facts.guild_id
        self.games[facts.id] = Ended(f"{facts.id:09}", f"{facts.ended_at:020.6f}", family, seats)

    async def play(
        self,
        holders: Sequence[int | str],
        points: Sequence[int],
        ended: float,
        left: Sequence[int] = (),
        *,
        preset: str = "kingen",
        guild: int | None = GUILD,
        season: int | None = None,
    ) -> TableFacts:
        """A game from its beginning to its end."""
        table = await self.begin(holders, left=left, preset=preset, guild=guild, season=season)
        return await self.end(table, points, ended, left)

    def expected(self, pool: ServerPool) -> dict[int, tuple[float, float]]:
        """The ratings that the second calculation finds."""
        games = [one for table, one in self.games.items() if self.guilds[table] == pool.guild_id]
        found = server_ratings(games, ROBOTS).get(pool.family, {})
        return {int(person): rating for person, rating in found.items()}

    async def check(self, pool: ServerPool = KING) -> None:
        """All that is kept of a pool is what the second calculation finds."""
        assert pool not in await self.store.ratings.unrated()
        games = [
            one
            for table, one in self.games.items()
            if self.guilds[table] == pool.guild_id and one.family == pool.family
        ]
        assert await self.store.ratings.progress(pool) == RatingProgress(len(games), len(games))
        expected = self.expected(pool)
        ladder = await self.store.ratings.ladder(pool, 0, 1000, 0, ())
        found = {one.user_id: one.rating for one in ladder.rungs}
        assert found == {
            user_id: pytest.approx(rating, rel=1e-12, abs=1e-12) for user_id, rating in expected.items()
        }
        for one in games:
            told = await self.store.ratings.of_game(int(one.id))
            assert told is not None and (told.verdict is RatingVerdict.RATED) == one.rated
            people = {int(seat.player) for seat in one.seats if not seat.robot} if one.rated else set()
            assert {change.user_id for change in told.changes} == people
        await self._check_courses(pool, games)

    async def _check_courses(self, pool: ServerPool, games: Sequence[Ended]) -> None:
        """What each game is said to have done follows on what the one before did."""
        for user_id in self.expected(pool):
            rated = sorted(
                (one.ended, one.id)
                for one in games
                if one.rated and str(user_id) in [seat.player for seat in one.seats if not seat.robot]
            )
            course = await self.store.ratings.course(pool, user_id, 1000)
            assert [f"{one.table_id:09}" for one in course] == [name for _, name in rated]
            before = None
            for number, one in enumerate(course, start=1):
                told = await self.store.ratings.of_game(one.table_id)
                assert told is not None
                (change,) = [each for each in told.changes if each.user_id == user_id]
                assert change.games == number and change.after == one.rating
                assert before is None or change.before == before
                before = one.rating

    async def caught_up(self, step: int = FEW_STEPS) -> None:
        """Rate what is not rated, so many games at a time."""
        for pool in await self.store.ratings.unrated():
            done, total = 0, 1
            while done < total:
                done, total = await self.store.ratings.rate(pool, step)

    async def season(self, *members: int) -> SeasonFacts:
        """A season of a league of the server with these members, called by other names there."""
        league, season = await new_league(self.store, SeasonSettings(), "Europe/Brussels")
        for one in members:
            await enter(self.store.leagues, ClubMember(league.id, f"m{one}", f"M{one}", one, 1000.0, FIRST))
        return season

    async def correct(self, season: SeasonFacts, change: Correcting) -> None:
        """An organiser corrects something."""
        await self.store.seasons.correct(season.id, Correction("", 2_000_000_000, "11", "as agreed", change))

    def void(self, table: TableFacts) -> Ended:
        """The game of a table is none any more: as if nobody had played it. Returns what it was."""
        was = self.games[table.id]
        self.games[table.id] = replace(was, seats=())
        return was
