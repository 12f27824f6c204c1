"""Reviews through a real file: kept once, and gone with whom they are about."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.engine.cards import CARD_OF_NAME
from bot.leagues.season.model import Correction, Void
from bot.people.ports import Forgotten
from bot.replays.replay import ReplayMoment
from bot.reviews.model import Costly, Review
from bot.tables.model import State, TableFacts
from bot.tables.ports import Sitting, TableStep
from data.store import Store
from tests.data.conftest import Look
from tests.data.samples import PLAYING, SEALED

COSTLY = (
    Costly(ReplayMoment(0, 7), 0, CARD_OF_NAME["QH"], 130),
    Costly(ReplayMoment(3, 1), 0, CARD_OF_NAME["2C"], 25),
)
SITTINGS = (
    Sitting(0, 11, "Ann", "", 0),
    Sitting(1, 12, "Bob", "", 0),
    Sitting(2, None, "Robot", "easy", 0),
    Sitting(3, 13, "Cees", "", 0),
)
REVIEWS = [Review(one.seat, 0, one.user_id, 130, 128, COSTLY if one.seat == 0 else ()) for one in SITTINGS]


async def table(store: Store, guild_id: int = 1) -> TableFacts:
    """One whose play has begun, and that is over."""
    made = await store.tables.create(replace(PLAYING, guild_id=guild_id), SEALED)
    await store.tables.write(TableStep(replace(made, state=State.CLOSED), SEALED, sittings=SITTINGS))
    return made


async def test_reviews_are_kept_as_they_are(store: Store) -> None:
    one, other = await table(store), await table(store)
    await store.reviews.keep(one.id, REVIEWS)
    assert await store.reviews.of_table(one.id) == REVIEWS
    assert not await store.reviews.of_table(other.id)


async def test_a_second_one_changes_nothing(store: Store) -> None:
    one = await table(store)
    await store.reviews.keep(one.id, REVIEWS)
    await store.reviews.keep(one.id, [replace(review, costly=()) for review in REVIEWS])
    assert await store.reviews.of_table(one.id) == REVIEWS


async def forget(store: Store, user_id: int) -> None:
    done = await store.privacy.forget(user_id, {None: "former player", 1: "former player"}, 1.0)
    assert isinstance(done, Forgotten)


async def test_a_person_takes_theirs_with_them_and_leaves_the_others(store: Store) -> None:
    one = await table(store)
    await store.reviews.keep(one.id, REVIEWS)
    assert len((await store.privacy.export(11))["reviews"]) == 1
    await forget(store, 11)
    assert await store.reviews.of_table(one.id) == REVIEWS[1:]


async def test_who_is_deleted_while_it_is_made_is_not_kept(store: Store) -> None:
    one = await table(store)
    await forget(store, 12)
    await store.reviews.keep(one.id, REVIEWS)
    assert [review.user_id for review in await store.reviews.of_table(one.id)] == [11, None, 13]


async def test_they_go_with_the_server(store: Store) -> None:
    one = await table(store)
    await store.reviews.keep(one.id, REVIEWS)
    await store.privacy.forget_guild(1)
    assert not await store.reviews.of_table(one.id)


@pytest.mark.parametrize("cells", ["'[]', 5, 6", "'[]', -1, 0"])
async def test_the_schema_refuses_what_cannot_be(store: Store, look: Look, cells: str) -> None:
    one = await table(store)
    with pytest.raises(Exception, match="CHECK"):
        look(
            "INSERT INTO reviews (table_id, seat, number, costly, cards, judged)"
            f" VALUES ({one.id}, 0, 0, {cells})"
        )


@pytest.fixture
def filled(path: Path, example: bytes) -> Path:
    """A database with something of everything."""
    path.parent.mkdir()
    path.write_bytes(example)
    return path


async def test_whether_the_game_of_a_table_counts(filled: Path) -> None:
    store = await Store.open(filled)
    try:
        (league, *_) = await store.leagues.leagues(1)
        (season, *_) = await store.seasons.seasons(league.id)
        results, _ = await store.seasons.results(season.id, 0, 99)
        game = next(one for one in results if one.table_id is not None and not one.void)
        assert game.table_id is not None and not await store.seasons.is_void(game.table_id)
        await store.seasons.correct(season.id, Correction("", 0, "1", "", Void(game.game.id)))
        assert await store.seasons.is_void(game.table_id)
    finally:
        await store.close()
