"""How long a question about statistics takes, with 10,000 deals played and with 1,000,000 by the same people:
it is answered from sums, and what was played since has to be nothing to it.

The games are some that were really played, each again and again at made-up tables of a server; what follows
from them is added up by the program's own counting, in memory, and written at once. Against: what it takes
SQLite to look through all deals. ``python -m tests.bench.bench_statistics`` measures this alone.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from sqlite3 import Connection, connect
from statistics import median
from time import perf_counter
from typing import Any, Final

from bot.engine.cards import members
from bot.engine.game import OVER
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game
from bot.people.settings import Player
from bot.stats.counting import EndedGame, Feat, ScoredDeal, Tally, Thing, of_deal, of_game
from bot.stats.ports import LeaderboardMeasure, Scope, StatisticsStore
from bot.tables.model import State, TableFacts
from data.schema import PLAYERS, TABLES
from data.statistics.counting import (
    ALL_TIME,
    ANY_PRESET,
    DEALT,
    GAMES_OF,
    HOURS,
    NO_SEAT,
    NOBODY,
    STREAKS,
    TALLIES,
    WEEKS,
    DealtCards,
    GameOf,
    Hour,
    KeptStreak,
    KeptTally,
    Week,
    cells_of,
)
from data.store import Store
from tests.bench.rows import Row

DEALS: Final = (10_000, 1_000_000)
PEOPLE: Final = tuple(range(1001, 1025))
GUILD: Final = 1
MONTHS: Final = tuple(f"{year}-{month:02}" for year in (2024, 2025) for month in range(1, 13))
PRESETS: Final = ("kingen", "dubbelkingen", "denexa-king")
TEMPLATES: Final = 20
"""Games of each preset that were really played."""
TIMES: Final = 41
SCANS: Final = 3

SCAN: Final = """
SELECT results.user_id, deals.contract, count(*), sum(points.points), min(points.points), max(points.points)
FROM deals JOIN points USING (table_id, attempt)
    JOIN results ON results.table_id = points.table_id AND results.seat = points.seat
GROUP BY results.user_id, deals.contract
"""
"""What everybody made by contract, from the deals themselves."""


@dataclass(frozen=True, slots=True)
class Template:
    """A game that was played, and what it counts by seat."""

    preset: str
    game: Game
    deals: Sequence[tuple[int, Thing, Tally]]
    ended: Sequence[tuple[int, Thing, Tally]]


@cache
def templates() -> Sequence[Template]:
    """Some of each preset, played at random."""
    return [_played(preset, number) for preset in PRESETS for number in range(TEMPLATES)]


def _played(preset: str, number: int) -> Template:
    random = Random(f"{preset} {number}")
    game = new_game(make_rules(preset, 4, {}), number % 4)
    while game.turn != OVER:
        if game.turn >= 0:
            game.apply(random.choice(members(game.legal())))
        else:
            game.deal(random.sample(members(game.pack), game.pack.bit_count()))
    seats = range(4)
    deals = [
        counted
        for attempt, one in enumerate(game.results)
        if one.points is not None
        for counted in of_deal(ScoredDeal(0, attempt, one.dealer, seats, one.points, game.measured(one)))
    ]
    ended = [*of_game(EndedGame(0, number % 4, seats, game.points, game.places()))]
    return Template(preset, game, deals, ended)


class Played:
    """A database in which so many deals were played."""

    def __init__(self, path: Path, deals: int) -> None:
        self.path = path
        self.tables = 0
        self._random = Random(deals)
        self._tallies: dict[tuple[int, str, Thing, str], Tally] = {}
        self._weeks: defaultdict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
        with connect(path, isolation_level=None) as database:
            database.execute("PRAGMA synchronous = OFF")
            database.execute("BEGIN")
            while deals > 0:
                deals -= self._play(database)
            self._keep_sums(database)
            database.execute("COMMIT")
            database.execute("ANALYZE")
        database.close()

    def _play(self, database: Connection) -> int:
        self.tables += 1
        template, who = self._random.choice(templates()), self._random.sample(PEOPLE, 4)
        month = self._random.choice(MONTHS)
        self._write(database, template, who)
        for seat, thing, tally in (*template.deals, *template.ended):
            kept = thing._replace(key=str(who[int(thing.key)])) if thing.kind == "against" else thing
            placed = replace(tally, best=self._here(tally.best), worst=self._here(tally.worst))
            for when in (ALL_TIME, month):
                cell = (who[seat], when, kept, template.preset)
                known = self._tallies.get(cell)
                self._tallies[cell] = placed if known is None else known + placed
        week = self._weeks[f"{month}-01", template.preset]
        for at, more in enumerate((1, len(template.game.results), 3000)):
            week[at] += more
        return len(template.game.results)

    def _here(self, feat: Feat | None) -> Feat | None:
        return None if feat is None else feat._replace(table=self.tables)

    def _write(self, database: Connection, template: Template, who: Sequence[int]) -> None:
        number, game = self.tables, template.game
        facts = TableFacts(number, GUILD, 2, None, template.preset, 4, "", 0.0, State.FINISHED)
        database.execute(TABLES.insert, TABLES.row(facts, bytes(32)))
        deals = [
            (number, attempt, one.deal, one.dealer, one.contract, None, 0, attempt, 0.0)
            for attempt, one in enumerate(game.results)
        ]
        points = [
            (number, attempt, seat, (one.points or ())[seat], one.tricks[seat], 0)
            for attempt, one in enumerate(game.results)
            for seat in range(4)
        ]
        places = game.places()
        results = [
            (number, seat, who[seat], f"P{who[seat]}", game.points[seat], places[seat]) for seat in range(4)
        ]
        database.executemany("INSERT INTO deals VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", deals)
        database.executemany("INSERT INTO points VALUES (?, ?, ?, ?, ?, ?)", points)
        database.executemany("INSERT INTO results VALUES (?, ?, ?, ?, ?, ?)", results)
        courses = [
            GameOf(
                who[seat],
                GUILD,
                float(number),
                number,
                template.preset,
                0,
                4,
                places[seat],
                places[seat] == max(places),
                game.points[seat],
                sum(game.points),
            )
            for seat in range(4)
        ]
        database.executemany(GAMES_OF.insert, [GAMES_OF.row(one) for one in courses])

    def _keep_sums(self, database: Connection) -> None:
        tallies = [
            KeptTally(who, GUILD, month, thing.kind.value, thing.key, preset, 0, *cells_of(tally))  # pyright: ignore
            for (who, month, thing, preset), tally in self._tallies.items()
        ]
        weeks = [Week(GUILD, week, preset, *sums) for (week, preset), sums in self._weeks.items()]
        database.executemany(TALLIES.insert, [TALLIES.row(one) for one in tallies])
        database.executemany(WEEKS.insert, [WEEKS.row(one) for one in weeks])
        database.executemany(HOURS.insert, [HOURS.row(Hour(GUILD, hour, 1)) for hour in range(168)])
        streaks = [
            KeptStreak(who, GUILD, preset, kind, 1, 5)
            for who in PEOPLE
            for preset in (ANY_PRESET, *PRESETS)
            for kind in ("won", "not-last")
        ]
        database.executemany(STREAKS.insert, [STREAKS.row(one) for one in streaks])
        pack = templates()[0].game.pack
        dealt = [
            DealtCards(GUILD, pack, 4, True, seat, who, 1000, (250,) * 52)
            for seat, who in (*((seat, NOBODY) for seat in range(4)), *((NO_SEAT, who) for who in PEOPLE))
        ]
        database.executemany(DEALT.insert, [DEALT.row(one) for one in dealt])
        players = [Player(who, f"P{who}") for who in PEOPLE]
        database.executemany(PLAYERS.insert, [PLAYERS.row(one) for one in players])


Ask = Callable[[StatisticsStore], Awaitable[object]]
ANN: Final = PEOPLE[0]
HERE: Final = Scope(GUILD)
QUESTIONS: Final[dict[str, Ask]] = {
    "a person": lambda store: store.person(HERE, ANN),
    "a person, of one preset": lambda store: store.person(replace(HERE, preset="kingen"), ANN),
    "a person, anywhere": lambda store: store.person(Scope(None), ANN),
    "the course": lambda store: store.course(HERE, ANN, 60),
    "the course, of one preset": lambda store: store.course(replace(HERE, preset="denexa-king"), ANN, 60),
    "streaks": lambda store: store.streaks(GUILD, ANN, None),
    "months": lambda store: store.months(GUILD, ANN),
    "presets": lambda store: store.presets(GUILD),
    "a leaderboard": lambda store: store.leaderboard(HERE, LeaderboardMeasure.MEAN, 5, 0, 20, ANN),
    "best and worst": lambda store: store.extremes(GUILD, "kingen", 10, ANN),
    "a server": lambda store: store.activity(GUILD, "2025-10-01"),
    "cards": lambda store: store.cards(GUILD, None),
}


async def _asked(few: Path, many: Path) -> dict[str, tuple[float, float]]:
    """The middle of how many seconds each question takes through the store, of few deals and of many; in
    turns, so that whatever else the machine does meets both alike."""
    async with AsyncExitStack() as stack:
        stores = [await Store.open(path) for path in (few, many)]
        for store in stores:
            stack.push_async_callback(store.close)
        return {name: await _middles(stores, ask) for name, ask in QUESTIONS.items()}


async def _middles(stores: Sequence[Store], ask: Ask) -> tuple[float, float]:
    found: tuple[list[float], list[float]] = ([], [])
    for turn in range(TIMES):
        pairs = list(zip(stores, found, strict=True))
        for store, times in reversed(pairs) if turn % 2 else pairs:
            start = perf_counter()
            await ask(store.statistics)
            times.append(perf_counter() - start)
    few, many = map(median, found)
    return few, many


def _scan(path: Path) -> float:
    """How many seconds SQLite takes to look through all deals."""
    with connect(path) as database:
        found: list[float] = []
        for _ in range(SCANS):
            start = perf_counter()
            database.execute(SCAN).fetchall()
            found.append(perf_counter() - start)
    database.close()
    return min(found)


def _in_sql(path: Path) -> dict[str, float]:
    """The middle of how many seconds SQLite alone takes for the statements of each question."""
    return asyncio.run(_statements(path))


class _Listening:
    """The reader of a store, which remembers what is asked of it."""

    def __init__(self, reader: Any) -> None:
        self._reader = reader
        self.asked: list[tuple[str, Any]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._reader, name)

    async def rows(self, sql: str, parameters: Any = None) -> Any:
        """Ask, and remember."""
        self.asked.append((sql, parameters or {}))
        return await self._reader.rows(sql, parameters)

    async def row(self, sql: str, parameters: Any = None) -> Any:
        """Likewise."""
        return next(iter(await self.rows(sql, parameters)), None)

    async def values(self, relation: Any, condition: str, parameters: Any = None) -> Any:
        """Likewise."""
        return [relation.value(row) for row in await self.rows(f"{relation.select} {condition}", parameters)]


async def _statements(path: Path) -> dict[str, float]:
    store = await Store.open(path)
    statistics: Any = store.statistics
    listening = statistics._reader = _Listening(statistics._reader)
    found: dict[str, float] = {}
    with connect(path) as database:
        for name, ask in QUESTIONS.items():
            listening.asked.clear()
            await ask(statistics)
            found[name] = _middle_of(database, [*listening.asked])
    database.close()
    await store.close()
    return found


def _middle_of(database: Connection, asked: Sequence[tuple[str, Any]]) -> float:
    found: list[float] = []
    for _ in range(TIMES):
        start = perf_counter()
        for sql, parameters in asked:
            database.execute(sql, parameters).fetchall()
        found.append(perf_counter() - start)
    return median(found)


def rows() -> list[Row]:
    """Measure both in one run."""
    return [*_rows()]


def _rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        few, many = (_database(Path(folder) / f"{deals}.sqlite3", deals) for deals in DEALS)
        scan, sql = _scan(many), _in_sql(many)
        asked = asyncio.run(_asked(few, many))
    for name, (before, after) in asked.items():
        yield Row(
            f"statistics, {name}: time over 1,000,000 deals, over that over 10,000",
            after / before,
            f"Middle of {TIMES}: {after * 1e3:.2f} ms and {before * 1e3:.2f} ms through the store,"
            f" {sql[name] * 1e3:.3f} ms in SQL; looking through the deals takes {scan * 1e3:.0f} ms.",
            2.0,
            at_most=True,
        )
    slowest = max(sql, key=sql.__getitem__)
    yield Row(
        "statistics: times as fast in SQL as looking through the deals",
        scan / sql[slowest],
        f"The slowest: {slowest}.",
        1000,
    )
    through = {name: after for name, (_, after) in asked.items()}
    slowest = max(through, key=through.__getitem__)
    yield Row(
        "statistics: times as fast through the store as looking through the deals",
        scan / through[slowest],
        f"The slowest: {slowest}.",
        50,
    )


def _database(path: Path, deals: int) -> Path:
    async def make() -> None:
        await (await Store.open(path)).close()

    asyncio.run(make())
    Played(path, deals)
    return path


def main() -> None:
    """Tell the rows."""
    for row in rows():
        print(f"{row.name}: {row.measured:.2f} {'ok' if row.holds else 'FAIL'}. {row.how}")


if __name__ == "__main__":
    main()
