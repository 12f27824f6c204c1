"""A long season in the store: how long it takes to show a page of, to correct, and to rate.

``python -m tests.bench.bench_seasons`` measures this alone.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from bot.leagues.season.corrections import corrected
from bot.leagues.season.entries import SeasonCourse
from bot.leagues.season.model import Correction, Points, Season, SeasonGame
from bot.leagues.season.ratings import in_order, rated
from bot.leagues.season.reader import read_season
from bot.leagues.season.standings import standings
from data.store import Store
from tests.bench import bench_standings
from tests.bench.rows import Row
from tests.data.seasons import brought, expected, on_paper, shown

PAGE = 20
MIDDLE = 480
SMALL = {"members": 10, "nights": 5, "rounds": 10, "tables": 2}
TIMES = 5
PAGES = 100
"""How many pages are asked for in one measurement, to be well above what a clock can tell."""
STEP = 500
"""How many games are rated in one go."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A season in a store, as it was brought there."""

    store: Store
    id: int
    season: Season
    brought_in: float

    async def page(self) -> None:
        """Ask for one page of its standings: one in the middle where there are several, and one
        member's line."""
        first = MIDDLE if len(self.season.members) > MIDDLE else 0
        await self.store.seasons.page(self.id, first, PAGE, self.season.members[0].id)

    async def calculate(self) -> None:
        """Calculate its standings from all results."""
        whole = await self.store.seasons.whole(self.id)
        standings(SeasonCourse(whole, corrected(whole)))

    async def is_right(self) -> None:
        """Hold the standings that are kept against those calculated from all results."""
        assert await shown(self.store, self.id) == expected(await self.store.seasons.whole(self.id))


def rows() -> list[Row]:
    """Measure in turns, and compare the best of each."""
    return asyncio.run(_rows())


async def _rows() -> list[Row]:
    async with _kept(SMALL) as small, _kept({}) as large:
        return [*await _pages(small, large), *await _corrections(large), await _ratings(large)]


@asynccontextmanager
async def _kept(sizes: dict[str, int]) -> AsyncIterator[Kept]:
    """A season of these sizes in a database of its own."""
    season = read_season(json.dumps(bench_standings.season({}, **sizes)).encode())
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(Path(folder) / "bench.sqlite3")
        try:
            start = perf_counter()
            facts = await brought(store, season)
            yield Kept(store, facts.id, season, perf_counter() - start)
        finally:
            await store.close()


async def _pages(small: Kept, large: Kept) -> list[Row]:
    """A page of a long season against one of a short, and against calculating."""

    async def pages(kept: Kept) -> None:
        for _ in range(PAGES):
            await kept.page()

    turns = [(await seconds(pages(small)), await seconds(pages(large))) for _ in range(TIMES)]
    few, many = (min(each) / PAGES for each in zip(*turns, strict=True))
    whole = min([await seconds(large.calculate()) for _ in range(2)])
    of = f"{len(large.season.games)} games of {len(large.season.members)} members"
    how = (
        f"{PAGE} lines and one's own of {of}: {many * 1e3:.2f} ms; of {len(small.season.games)} games of "
        f"{len(small.season.members)}: {few * 1e3:.2f} ms. Best of {TIMES}."
    )
    calculated = (
        f"Read and calculated {whole:.2f} s, {of}; brought into the store in {large.brought_in:.1f} s."
    )
    return [
        Row("a page of standings: times as long as of a short season", many / few, how, 2.0, at_most=True),
        Row("a page of standings: times as fast as calculating them", whole / many, calculated, 200.0),
    ]


async def _corrections(kept: Kept) -> list[Row]:
    """Correcting the oldest game against another one that ends now on the night that runs."""
    games = in_order(kept.season.games)
    oldest, last = games[0], games[-1]
    corrections, results = list[float](), list[float]()
    for number in range(1, TIMES + 1):
        results.append(await seconds(_and_page(kept, await _result(kept, last, number))))
        corrections.append(await seconds(_and_page(kept, _correction(kept, oldest, number))))
    await kept.is_right()
    how = (
        f"The oldest of {len(games)} games: {min(corrections) * 1e3:.0f} ms until a page shows it; a game "
        f"that ends on the last night: {min(results) * 1e3:.0f} ms. Best of {TIMES}."
    )
    ratio = min(corrections) / min(results)
    return [Row("a correction: times as long as a result", ratio, how, 3.0, at_most=True)]


async def _result(kept: Kept, last: SeasonGame, number: int) -> Callable[[], Awaitable[object]]:
    """What takes in another game that ends after the last one."""
    game = last._replace(ended=last.ended + number)
    report = await kept.store.seasons.report(on_paper(kept.id, game))
    return lambda: kept.store.seasons.confirm(report.id, None)


def _correction(kept: Kept, game: SeasonGame, number: int) -> Callable[[], Awaitable[object]]:
    """What gives a game other points."""
    first, second, *rest = game.points
    points = Points(game.id, (first + number, second - number, *rest))
    return lambda: kept.store.seasons.correct(kept.id, Correction("", 0, "organiser", "", points))


async def _and_page(kept: Kept, change: Callable[[], Awaitable[object]]) -> None:
    await change()
    await kept.page()


async def _ratings(kept: Kept) -> Row:
    """Rating all games anew after the oldest was corrected, in steps, against reading and rating them in one
    go."""
    while (await kept.store.seasons.rate(kept.id, 10_000))[0] < len(kept.season.games):
        pass
    await _correction(kept, in_order(kept.season.games)[0], 0)()
    assert [*await kept.store.seasons.unrated()] == [kept.id]
    steps = list[float]()
    done, total = 0, 1
    while done < total:
        start = perf_counter()
        done, total = await kept.store.seasons.rate(kept.id, STEP)
        steps.append(perf_counter() - start)
    start = perf_counter()
    whole = await kept.store.seasons.whole(kept.id)
    found = rated(corrected(whole).games, whole.ratings, whole.robots)
    at_once = perf_counter() - start
    assert await kept.store.seasons.ratings(kept.id) == found
    how = (
        f"{total} games in {len(steps)} steps, {sum(steps):.1f} s, the longest {max(steps) * 1e3:.0f} ms; "
        f"read and rated in one go {at_once:.1f} s."
    )
    ratio = sum(steps) / at_once
    return Row("ratings after a correction: times as long as in one go", ratio, how, 5.0, at_most=True)


async def seconds(work: Awaitable[object]) -> float:
    """How long something takes, in seconds."""
    start = perf_counter()
    await work
    return perf_counter() - start


def main() -> None:
    """Tell the rows."""
    for row in rows():
        print(f"{row.name}: {row.measured:.2f}{'' if row.holds else ' MISSED'}. {row.how}")


if __name__ == "__main__":
    main()
