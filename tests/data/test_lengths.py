"""How long past games took (``TableStore.lengths``), through a real file."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.registry import make_rules
from bot.tables.model import Notice, State
from bot.tables.ports import LONGEST_GAME, TableStep, begun
from data.store import Store
from tests.data.samples import ENDED, LOBBY, PEOPLE, ROBOTS, SEALED, played

KINGEN = make_rules("kingen", 4, {})


async def lengths(store: Store, limit: int = 50) -> list[float]:
    return list(await store.tables.lengths(1, KINGEN, limit))


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
    await played(store, 5.0, options={"heart-lead": "only-hearts"})
    assert await lengths(store) == [3000.0]


async def test_a_game_that_was_not_finished_does_not_count(store: Store):
    await played(store, 3000.0, state=State.CLOSED)
    await played(store, 3000.0, state=State.ADJOURNED)
    await store.tables.create(LOBBY, SEALED)
    assert await lengths(store) == []


async def test_a_game_with_robots_does_not_tell_how_long_people_take(store: Store):
    await played(store, 1200.0)
    for people in range(4):
        await played(store, 360.0, (*PEOPLE[:people], *ROBOTS[people:]))
    assert await lengths(store) == [1200.0]


async def test_a_game_in_which_a_seat_changed_hands_does_not_count(store: Store):
    facts = await played(store, 1200.0, state=State.PLAYING)
    for seat in (ROBOTS[0], PEOPLE[0]):
        taken = replace(facts, seats=(seat, *facts.seats[1:]))
        await store.tables.write(TableStep(taken, SEALED, sittings=begun(facts, taken)))
        facts = taken
    await store.tables.write(TableStep(replace(facts, state=State.FINISHED), SEALED, result=ENDED))
    assert await lengths(store) == []


async def test_a_game_whose_time_was_up_does_not_count(store: Store):
    await played(store, 1800.0, time_up=True)
    await played(store, 1800.0, notice=Notice.CUT_SHORT)
    assert await lengths(store) == []


async def test_a_game_that_was_put_off_to_another_day_does_not_count(store: Store):
    await played(store, LONGEST_GAME)
    await played(store, LONGEST_GAME + 1)
    assert await lengths(store) == [LONGEST_GAME]
