"""A long season in the store: how long its standings take when they have to be calculated, and when they are
in memory; and how long the end of a game waits for what it did to them. Python looks for garbage as it does
in the bot, so nothing that the bench itself keeps is looked through meanwhile.

``python -m tests.bench.bench_seasons`` measures this alone.
"""

from __future__ import annotations

import asyncio
import gc
import json
import tempfile
from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from bot.__main__ import GARBAGE
from bot.leagues.calculated import with_game
from bot.leagues.season.model import Correction, Points, Season
from bot.leagues.season.scoring import in_order
from bot.leagues.season.season_file import read_season
from data.leagues.standings import CalculatedSeasons
from data.store import Store
from tests.bench import bench_standings
from tests.bench.rows import Row
from tests.data.seasons import brought, expected, read_anew, shown

PAGE = 20
MIDDLE = 80
SIZES = {"members": 200, "nights": 100, "rounds": 5, "tables": 40}
TIMES = 9
PAGES = 50
"""How many pages are asked for in one measurement, to be well above what a clock can tell."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A season in a store, as it was brought there."""

    store: Store
    id: int
    season: Season

    async def page(self) -> None:
        """Ask for one page of its standings, from the middle, and one member's line."""
        await self.store.seasons.page(self.id, MIDDLE, PAGE, self.season.members[0].id)

    async def pages(self) -> None:
        """Ask for many."""
        for _ in range(PAGES):
            await self.page()

    async def correct(self, number: int) -> None:
        """Give the oldest game other points."""
        game = in_order(self.season.games)[0]
        first, second, *rest = game.points
        points = Points(game.id, (first + number, second - number, *rest))
        await self.store.seasons.correct(self.id, Correction("", 0, "organiser", "", points))


def rows() -> list[Row]:
    """Measure in turns, and tell the medians."""
    return asyncio.run(_rows())


async def _rows() -> list[Row]:
    file = json.dumps(bench_standings.season({}, **SIZES))
    async with _kept(read_season(file.encode())) as kept:
        with _garbage_as_in_the_bot():
            return [*await _pages(kept, file), await _game(kept)]


@contextmanager
def _garbage_as_in_the_bot() -> Iterator[None]:
    """What is there by now is left alone, and what comes is looked through as seldom as the bot does it."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


@asynccontextmanager
async def _kept(season: Season) -> AsyncIterator[Kept]:
    """A season in a database of its own."""
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(Path(folder) / "bench.sqlite3")
        try:
            yield Kept(store, (await brought(store, season)).id, season)
        finally:
            await store.close()


async def _pages(kept: Kept, file: str) -> list[Row]:
    """The first page after each correction, and those that follow, against reading the season as JSON."""
    cold, busy, warm, load = list[float](), list[float](), list[float](), list[float]()
    for number in range(1, TIMES + 1):
        await kept.correct(number)
        start = process_time()
        cold.append(await seconds(kept.page()))
        busy.append(process_time() - start)
        warm.append(await seconds(kept.pages()) / PAGES)
        start = perf_counter()
        json.loads(file)
        load.append(perf_counter() - start)
    assert await shown(kept.store, kept.id) == expected(await read_anew(kept.store, kept.id))
    of = f"{len(kept.season.games)} games of {len(kept.season.members)} members, medians of {TIMES}"
    how = (
        f"{of}: read and calculated {_ms(cold)}, {_ms(busy)} of them this program's processor time, "
        f"best {min(cold) * 1e3:.0f} ms; json.loads of the file {_ms(load)}. Aim: 200 ms."
    )
    again = f"{of}: the next page {median(warm) * 1e3:.2f} ms. Aim: 5 ms."
    ratio, times = median(cold) / median(load), median(cold) / median(warm)
    return [
        Row("standings asked for first: times as long as json.loads", ratio, how, 3.5, at_most=True),
        Row("standings asked for again: times as fast", times, again, 40.0),
    ]


async def _game(kept: Kept) -> Row:
    """One game more, as within the transaction that ends it, against calculating the season."""
    before = await CalculatedSeasons(kept.store._reader).of(kept.id)
    last = in_order(kept.season.games)[-1]
    one, all_of = list[float](), list[float]()
    for number in range(TIMES):
        game = last._replace(id=f"t{number}", ended=last.ended + 1)
        one.append(await seconds(asyncio.to_thread(with_game, before, game)))
        all_of.append(await seconds(CalculatedSeasons(kept.store._reader).of(kept.id)))
    how = f"A game of the last night {_ms(one)}, the whole season {_ms(all_of)}, medians of {TIMES}."
    ratio = median(one) / median(all_of)
    return Row("a game that ends: share of calculating the season", ratio, how, 0.5, at_most=True)


def _ms(found: list[float]) -> str:
    return f"{median(found) * 1e3:.0f} ms"


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
