"""How long past games took (``TableStore.lengths``), through a real file."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.game import GameEnded
from bot.tables.model import Seat, State, TableFacts
from bot.tables.ports import LONGEST_GAME, Step
from bot.tables.sittings import begun
from data.store import Store
from tests.data.samples import LOBBY, PLAYING, SEALED, SEATS

ROBOTS = tuple(Seat(f"Robot {number}") for number in range(4))
ENDED = GameEnded((5, -5, 0, 0), (1, 4, 2, 2))


async def played(
    store: Store, seconds: float, seats: tuple[Seat, ...] = SEATS, state: State = State.FINISHED, **other
) -> TableFacts:
    """A table that was played at for so long."""
    lobby = await store.tables.create(replace(LOBBY, seats=seats, **other), SEALED)
    assert PLAYING.started_at is not None
    facts = replace(
        lobby,
        state=state,
        first_dealer=1,
        started_at=PLAYING.started_at,
        ended_at=PLAYING.started_at + seconds,
    )
    result = ENDED if state is State.FINISHED else None
    await store.tables.write(Step(facts, SEALED, result=result, sittings=begun(lobby, facts)))
    return facts


async def lengths(store: Store, limit: int = 50) -> list[float]:
    return list(await store.tables.lengths(1, "kingen", 4, limit))


async def test_the_latest_games_come_first(store: Store):
    for seconds in (3000.0, 2700.5, 3300.0):
        await played(store, seconds)
    assert await lengths(store) == [3300.0, 2700.5, 3000.0]
    assert await lengths(store, 2) == [3300.0, 2700.5]


async def test_only_games_like_it_on_that_server_count(store: Store):
    await played(store, 3000.0)
    await played(store, 1.0, guild_id=2)
    await played(store, 2.0, guild_id=None)
    await played(store, 3.0, preset="kingen-iwwa")
    await played(store, 4.0, players=5)
    assert await lengths(store) == [3000.0]


async def test_a_game_that_was_not_finished_does_not_count(store: Store):
    await played(store, 3000.0, state=State.CLOSED)
    await played(store, 3000.0, state=State.ADJOURNED)
    await store.tables.create(LOBBY, SEALED)
    assert await lengths(store) == []


async def test_a_game_that_robots_alone_ended_does_not_count(store: Store):
    await played(store, 90.0, ROBOTS)
    await played(store, 1200.0, (SEATS[0], *ROBOTS[1:]))
    assert await lengths(store) == [1200.0]


async def test_a_game_that_was_put_off_to_another_day_does_not_count(store: Store):
    await played(store, LONGEST_GAME)
    await played(store, LONGEST_GAME + 1)
    assert await lengths(store) == [LONGEST_GAME]
