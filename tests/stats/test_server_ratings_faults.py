"""Ratings of servers when the process dies, the disk fails, or rows were changed past the program: each step
is kept whole or not at all, and what is kept is proven by a rebuild.

What a process leaves behind that dies are the files as they are at that moment: they are copied then, and
another store opens them. One is killed for real besides.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.leagues.season.model import Undo, Void
from bot.tables.model import TableFacts
from data.errors import NotStored
from data.statistics.rating_steps import rated_again
from data.store import Store
from tests.data.databases import change, room_for
from tests.data.processes import other
from tests.data.test_season_faults import kept, leave_copies
from tests.stats.server_games import KING, Ledger

GAMES = 12


class Played:
    """What there is before a change: a season with a game in the middle of others, and a table in play."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger

    async def begin(self) -> TableFacts:
        ledger = self.ledger
        self.season = await ledger.season(11, 12, 13)
        for number in range(GAMES):
            holders = [11, 12, 13, "easy"] if number % 3 else [14, 13, 12, 11]
            season = self.season.id if number == 4 else None
            points = [number % 5, 3, number % 2, -number]
            one = await ledger.play(holders, points, 5000.0 + number, season=season)
            if number == 4:
                self.middle = one
        self.table = await ledger.begin([11, 12, 13, 14])
        return self.table

    async def end(self) -> None:
        await self.ledger.end(self.table, [4, 3, 2, 1], 6000.0)

    async def end_early(self) -> None:
        await self.ledger.end(self.table, [4, 3, 2, 1], 10.0)

    async def correct(self) -> None:
        self.ledger.void(self.middle)
        await self.ledger.correct(self.season, Void(f"t{self.middle.id}"))

    async def undo(self) -> None:
        await self.ledger.correct(self.season, Undo("c1"))

    async def rate(self) -> None:
        """A step in the middle of rating anew."""
        await self.ledger.store.ratings.rate(KING, 3)


Change = Callable[[Played], Awaitable[None]]
CHANGES: dict[str, tuple[list[Change], Change]] = {
    "a game ends": ([], Played.end),
    "a game ends in the past": ([], Played.end_early),
    "a correction": ([], Played.correct),
    "an undo": ([Played.correct, Played.rate], Played.undo),
    "a step": ([Played.correct], Played.rate),
    "the next step": ([Played.correct, Played.rate], Played.rate),
    "the last step": ([Played.correct, Played.rate, Played.rate], Played.rate),
}


@pytest.fixture(params=CHANGES)
async def asked(ledger: Ledger, request: pytest.FixtureRequest) -> Callable[[], Awaitable[None]]:
    """A change of what has been played, not yet made."""
    before, then = CHANGES[request.param]
    played = Played(ledger)
    await played.begin()
    for one in before:
        await one(played)
    return lambda: then(played)


async def gone_on(path: Path, ledger: Ledger | None = None) -> object:
    """What a store that opens the files comes to once all is rated."""
    store = await Store.open(path)
    try:
        again = Ledger(store)
        await again.caught_up(2)
        ladder = await store.ratings.ladder(KING, 0, 100, 0, ())
        before, now = await store.writer.run(lambda connection: rated_again(connection, KING))
        assert before == now
        if ledger is not None:
            again.games, again.guilds = ledger.games, ledger.guilds
            await again.check()
        return ladder
    finally:
        await store.close()


async def test_L20_a_step_is_kept_whole_or_not_at_all_when_the_process_dies(
    ledger: Ledger,
    asked: Callable[[], Awaitable[None]],
    path: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    was = kept(path)
    with monkeypatch.context() as watching:
        before, after = leave_copies(watching, path, tmp_path)
        await asked()
    now = kept(path)
    assert now != was
    assert (kept(before), kept(after)) == (was, now)
    await gone_on(before)
    ladder = await gone_on(after)
    await ledger.caught_up()
    assert await ledger.store.ratings.ladder(KING, 0, 100, 0, ()) == ladder


async def test_L20_a_commit_that_fails_leaves_everything_as_it_was(
    ledger: Ledger, asked: Callable[[], Awaitable[None]], path: Path
) -> None:
    was = kept(path)
    with room_for(0), pytest.raises(NotStored):
        await asked()
    assert kept(path) == was
    await ledger.caught_up()
    before, now = await ledger.store.writer.run(lambda connection: rated_again(connection, KING))
    assert before == now


async def test_L20_after_all_steps_the_ratings_are_those_of_all_games(ledger: Ledger) -> None:
    played = Played(ledger)
    await played.begin()
    await played.correct()
    await played.rate()
    await played.end()
    await ledger.caught_up(2)
    await ledger.check()


RATE_SLOWLY = """
import asyncio, sys
from pathlib import Path
from data.store import Store
from tests.stats.server_games import KING

async def main():
    store = await Store.open(Path(sys.argv[1]))
    while (found := await store.ratings.rate(KING, 2))[0] < found[1]:
        print(found[0], flush=True)
        if found[0] >= int(sys.argv[2]):
            sys.stdin.readline()

asyncio.run(main())
"""


@pytest.mark.parametrize("done", [2, 8])
async def test_L20_a_process_that_is_killed_leaves_what_it_has_done(path: Path, done: int) -> None:
    store = await Store.open(path)
    ledger = Ledger(store)
    await Played(ledger).begin()
    change(path, "DELETE FROM server_pools; DELETE FROM server_games; DELETE FROM server_ratings;")
    change(path, "DELETE FROM rating_changes")
    await store.close()
    with other(RATE_SLOWLY, path, done) as process:
        while int(process.line()) < done:
            pass
        process.kill()
    store = await Store.open(path)
    assert (await store.ratings.progress(KING)).done == done
    await store.close()
    await gone_on(path, ledger)


# Proven


SPOILT = {
    "UPDATE server_ratings SET mu = mu + 1 WHERE user_id = 12": 1,
    "DELETE FROM server_ratings WHERE user_id = 12": 1,
    "INSERT INTO server_ratings VALUES (1, 'king', 99, 25, 8, 1)": 1,
    "UPDATE rating_changes SET sigma = 3 WHERE user_id = 12 AND games = 2": 1,
    "UPDATE server_games SET verdict = 'void' WHERE table_id = 2": 1,
    "DELETE FROM server_games WHERE table_id IN (2, 3)": 2,
    "UPDATE server_pools SET games = games - 1": 1,
}


@pytest.mark.parametrize("script", SPOILT)
async def test_what_was_changed_past_the_program_is_found_and_mended(
    ledger: Ledger, path: Path, script: str
) -> None:
    await Played(ledger).begin()
    change(path, script)

    async def differing() -> int:
        before, now = await ledger.store.writer.run(lambda connection: rated_again(connection, KING))
        return sum(before.get(key) != now.get(key) for key in {*before, *now})

    assert await differing() == SPOILT[script]
    assert await differing() == 0
    await ledger.check()


async def test_a_pool_in_the_middle_of_being_rated_anew_is_as_it_has_to_be(ledger: Ledger) -> None:
    played = Played(ledger)
    await played.begin()
    await played.correct()
    await played.rate()
    progress = await ledger.store.ratings.progress(KING)
    assert progress.done < progress.total
    before, now = await ledger.store.writer.run(lambda connection: rated_again(connection, KING))
    assert before == now
    await ledger.check()  # a rebuild goes on to the last game
