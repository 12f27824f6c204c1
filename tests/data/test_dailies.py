"""Who plays the deal of which day, in a real database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from bot.daily.model import Daily, DailyGame, DailyState, OwnDaily
from bot.engine.game import GameEnded
from bot.tables.model import Seat, State, TableFacts
from bot.tables.ports import TableStep, begun
from bot.tables.sealed import Sealed
from data.store import Store
from tests.databases import put_empty

ANN, BEN, CEM = 11, 12, 13
HERE, THERE = 1, 2
DAY, NEXT = date(2026, 11, 24), date(2026, 11, 25)
SEAL = "ab" * 32
OTHER_SEAL = "cd" * 32
SEALED = Sealed(bytes(32))


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store.open(put_empty(tmp_path / "a.sqlite3"))
    yield store
    await store.close()


def daily(user_id: int, day: date = DAY, seal: str = SEAL, game: DailyGame = DailyGame.KING) -> Daily:
    return Daily(0, day, user_id, seal, -4, 5.0, game)


async def played(store: Store, own: OwnDaily, points: int | None) -> TableFacts:
    """A table of theirs in which they have made so many points, or which goes on."""
    user_id = own.daily.user_id
    robots = [Seat(name, robot="steady") for name in ("Alma", "Bruno", "Clara")]
    lobby = TableFacts(
        0, None, 7, user_id, "kingen-deal", 4, SEALED.commitment, 5.0,
        seats=(Seat("Somebody", user_id), *robots), seats_given=True, duplicate=True, veiled=True,
        place=own.daily.place,
    )  # fmt: skip
    before = await store.tables.create(lobby, SEALED)
    facts = replace(before, state=State.PLAYING, started_at=6.0, first_dealer=0)
    await store.tables.write(TableStep(facts, SEALED, (), (), None, begun(before, facts), None))
    if points is None:
        return facts
    over = replace(facts, state=State.FINISHED, ended_at=7.0)
    ended = GameEnded((points, 0, 0, 0), (1, 1, 1, 1))
    await store.tables.write(TableStep(over, SEALED, (), (), ended, (), None))
    return over


async def test_one_for_a_person_and_a_day_however_often_it_is_begun(store: Store) -> None:
    made = await asyncio.gather(*(store.dailies.claim(daily(ANN)) for _ in range(5)))
    assert {own.daily.id for own in made} == {made[0].daily.id}
    assert made[0].standing is DailyState.OPEN and made[0].daily == replace(daily(ANN), id=made[0].daily.id)
    again = await store.dailies.claim(daily(ANN, seal=OTHER_SEAL))
    assert again.daily.seal == SEAL, "the first counts"
    assert (await store.dailies.claim(daily(ANN, NEXT))).daily.id != made[0].daily.id
    assert await store.dailies.own(BEN, DAY, DailyGame.KING) is None


async def test_what_became_of_its_table(store: Store) -> None:
    own = await store.dailies.claim(daily(ANN))
    facts = await played(store, own, None)
    found = await store.dailies.own(ANN, DAY, DailyGame.KING)
    assert found is not None and found.standing is DailyState.PLAYING and found.table_id == facts.id
    assert await store.dailies.at_table(facts.id) == found
    closed = replace(facts, state=State.CLOSED, ended_at=8.0)
    await store.tables.write(TableStep(closed, SEALED, (), (), None, (), None))
    found = await store.dailies.own(ANN, DAY, DailyGame.KING)
    assert found is not None and found.standing is DailyState.GIVEN_UP
    assert await store.dailies.days(ANN) == []


async def test_points_are_compared_by_deal_and_by_server(store: Store) -> None:
    for user_id, points, seal in ((ANN, -4, SEAL), (BEN, -4, SEAL), (CEM, 0, OTHER_SEAL)):
        own = await store.dailies.claim(daily(user_id, seal=seal))
        await played(store, own, points)
        await store.dailies.asked_on(own.daily.id, HERE)
        await store.dailies.asked_on(own.daily.id, HERE)
        if user_id == BEN:
            await store.dailies.asked_on(own.daily.id, THERE)
    assert await store.dailies.played(DAY, SEAL) == {-4: 2}
    assert await store.dailies.played(DAY, SEAL, HERE) == {-4: 2}
    assert await store.dailies.played(DAY, SEAL, THERE) == {-4: 1}
    assert await store.dailies.played(DAY, OTHER_SEAL) == {0: 1}
    assert await store.dailies.played(NEXT, SEAL) == {}
    assert await store.dailies.days(ANN) == [DAY]
    await store.privacy.forget_guild(HERE)
    assert await store.dailies.played(DAY, SEAL, HERE) == {}
    assert await store.dailies.played(DAY, SEAL) == {-4: 2}, "what is somebody's own is not the server's"


async def test_what_is_not_told_yet(store: Store) -> None:
    first = await played(store, await store.dailies.claim(daily(ANN)), -1)
    second = await played(store, await store.dailies.claim(daily(BEN, NEXT)), None)
    assert await store.dailies.unrevealed(DAY) == [first.id]
    assert await store.dailies.unrevealed(NEXT) == [first.id, second.id]
    await store.tables.write(TableStep(replace(first, veiled=False), SEALED, (), (), None, (), None))
    assert await store.dailies.unrevealed(NEXT) == [second.id]


async def test_who_is_forgotten_stays_in_the_comparison_as_nobody(store: Store) -> None:
    own = await store.dailies.claim(daily(ANN))
    await played(store, own, -3)
    assert await store.privacy.forget(ANN, {None: "former player"}, 9.0)
    assert await store.dailies.own(ANN, DAY, DailyGame.KING) is None
    assert await store.dailies.played(DAY, SEAL) == {-3: 1}


async def test_one_of_each_game_of_a_day_compared_apart(store: Store) -> None:
    king = await store.dailies.claim(daily(ANN))
    whist = await store.dailies.claim(daily(ANN, seal=OTHER_SEAL, game=DailyGame.WHIST))
    assert king.daily.id != whist.daily.id
    assert await store.dailies.own(ANN, DAY, DailyGame.WHIST) == whist
    await played(store, king, -4)
    await played(store, whist, 2)
    assert await store.dailies.played(DAY, SEAL) == {-4: 1}
    assert await store.dailies.played(DAY, OTHER_SEAL) == {2: 1}
    assert await store.dailies.days(ANN) == [DAY], "a day counts once in a row"
