"""Nights when the process dies, the disk fails, or something is asked twice: a change is made whole or not at
all, as with seasons (``test_season_faults``)."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Final

import pytest

from bot.leagues.model import ClubError
from bot.leagues.season.model import Night
from bot.nights.model import EveningStage, NightError, SignUpAnswer
from data.errors import NotStored
from data.store import Store
from tests.data.databases import room_for, rows_of
from tests.data.evenings import (
    ANN,
    AT,
    BOB,
    CEES,
    CHANGES,
    DAY,
    DORA,
    Arranged,
    arranged,
    begun,
    first,
    sitting_out,
)
from tests.data.processes import other
from tests.data.test_season_faults import check_all, kept, leave_copies, left_behind

ONCE: Final = [name for name in CHANGES if name != "make series"]
"""What can be done once only: each series is one of its own."""


@pytest.fixture
async def there(store: Store) -> Arranged:
    return await arranged(store)


@pytest.mark.parametrize("name", CHANGES)
async def test_a_change_is_there_as_a_whole_or_not_at_all_when_the_process_dies(
    store: Store, there: Arranged, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    was = kept(path)
    with monkeypatch.context() as watching:
        before, after = leave_copies(watching, path, tmp_path)
        await CHANGES[name].ask(store, there)
    now = kept(path)
    assert now != was
    assert await left_behind(before) == was
    assert await left_behind(after) == now


@pytest.mark.parametrize("name", CHANGES)
async def test_a_commit_that_fails_leaves_everything_as_it_was(
    store: Store, there: Arranged, path: Path, name: str
) -> None:
    was = kept(path)
    with room_for(0), pytest.raises(NotStored) as caught:
        await CHANGES[name].ask(store, there)
    assert caught.value.code in ("disk-failed", "disk-full")
    assert kept(path) == was
    await CHANGES[name].ask(store, there)
    assert kept(path) != was
    await check_all(store, path)


@pytest.mark.parametrize("name", ONCE)
async def test_what_is_asked_twice_is_done_once(store: Store, there: Arranged, path: Path, name: str) -> None:
    answer = await CHANGES[name].ask(store, there)
    once = kept(path)
    if CHANGES[name].second is None:
        assert await CHANGES[name].ask(store, there) == answer
    else:
        with pytest.raises(NightError) as caught:
            await CHANGES[name].ask(store, there)
        assert caught.value.code == CHANGES[name].second
    assert kept(path) == once
    await check_all(store, path)


@pytest.mark.parametrize("name", ONCE)
async def test_what_is_asked_twice_at_one_moment_is_done_once(
    store: Store, there: Arranged, path: Path, name: str
) -> None:
    """Both are in one transaction."""
    change = CHANGES[name]
    answers = await asyncio.gather(*(change.ask(store, there) for _ in range(2)), return_exceptions=True)
    failed = [one for one in answers if isinstance(one, BaseException)]
    assert [getattr(one, "code", None) for one in failed] == ([change.second] if change.second else [])
    assert failed or answers[0] == answers[1]
    await check_all(store, path)


async def test_a_closed_store_says_so(store: Store, there: Arranged) -> None:
    await store.close()
    for name in CHANGES:
        with pytest.raises(NotStored) as caught:
            await CHANGES[name].ask(store, there)
        assert caught.value.code == "closed"


async def test_nothing_is_kept_of_an_evening_that_is_not_there(
    store: Store, there: Arranged, path: Path
) -> None:
    was, nights = kept(path), store.nights
    with pytest.raises(NightError, match="changed-meanwhile"):
        await nights.change(replace(there.evening, id=99))
    for refused in (
        nights.answer(99, ANN, "Ann", SignUpAnswer.IN, AT),
        nights.check_in(99, ANN, "Ann", 901, AT, here=True),
        nights.make_evening(replace(first(there.series, there.season), series_id=99)),
        nights.make_evening(replace(first(there.series, there.season), season_id=99, date=DAY.min)),
    ):
        with pytest.raises(NotStored) as caught:
            await refused
        assert caught.value.code == "refused"
    assert kept(path) == was


# Two at one moment


async def test_of_two_changes_at_one_moment_one_is_made(store: Store, there: Arranged) -> None:
    one, other_one = replace(there.evening, posted=True), replace(there.evening, draw=1)
    made, refused = await asyncio.gather(
        store.nights.change(one), store.nights.change(other_one), return_exceptions=True
    )
    assert made == replace(one, version=1) == await store.nights.evening(there.evening.id)
    assert isinstance(refused, NightError)
    assert refused.code == "changed-meanwhile"


async def test_a_change_that_is_refused_keeps_no_bye(store: Store, there: Arranged, path: Path) -> None:
    await store.nights.change(replace(there.evening, posted=True))
    was = kept(path)
    with pytest.raises(NightError, match="changed-meanwhile"):
        await store.nights.change(begun(there.evening), sitting_out(there.evening, DORA))
    assert kept(path) == was


@pytest.mark.parametrize("is_first", [True, False])
async def test_a_night_planned_by_hand_at_the_same_moment_has_an_id_of_its_own(
    store: Store, there: Arranged, *, is_first: bool
) -> None:
    day = DAY + timedelta(14)
    both = [
        store.nights.make_evening(first(there.series, there.season, day)),
        store.seasons.add_night(there.season.id, Night("n3", day)),
    ]
    answers = await asyncio.gather(*(both if is_first else reversed(both)), return_exceptions=True)
    refused = [one for one in answers if isinstance(one, ClubError)]
    assert [one.code for one in refused] == (["same-night"] if is_first else [])
    nights = await store.seasons.planned_nights(there.season.id)
    assert [one.id for one in nights if one.date == day] == ["n3"]


@pytest.mark.parametrize("is_first", [True, False])
async def test_a_season_closed_at_the_same_moment_takes_no_bye_any_more(
    store: Store, there: Arranged, path: Path, *, is_first: bool
) -> None:
    both = [
        store.nights.change(begun(there.evening), sitting_out(there.evening, DORA)),
        store.seasons.close(there.season.id, there.season.begun),
    ]
    answers = await asyncio.gather(*(both if is_first else reversed(both)), return_exceptions=True)
    refused = [one for one in answers if isinstance(one, BaseException)]
    assert [getattr(one, "code", None) for one in refused] == ([] if is_first else ["season-closed"])
    assert len(rows_of(path, "SELECT * FROM byes")) == (1 if is_first else 0)
    found = await store.nights.evening(there.evening.id)
    assert found is not None
    assert found.stage is (EveningStage.PLAYING if is_first else EveningStage.SIGN_UP)
    await check_all(store, path)


async def test_answers_at_one_moment_are_all_kept(store: Store, there: Arranged) -> None:
    people = range(100, 130)
    await asyncio.gather(
        *(store.nights.answer(there.evening.id, one, str(one), SignUpAnswer.IN, AT) for one in people)
    )
    told = await store.nights.details(there.evening.id)
    assert told is not None
    assert set(told.people) == {ANN, BOB, *people}


async def test_presses_after_the_first_round_has_begun_take_no_part(
    store: Store, there: Arranged, path: Path
) -> None:
    """Else tables of one round, opened one after the other, would not have the same cards."""
    nights, number = store.nights, there.evening.id
    await asyncio.gather(
        nights.check_in(number, BOB, "Bob", 902, AT, here=True),
        nights.change(begun(there.evening)),
        nights.check_in(number, CEES, "Cees", 903, AT, here=True),
        nights.check_in(number, ANN, "Ann", 901, AT, here=False),
    )
    assert rows_of(path, "SELECT press_ids FROM evening_secrets") == [("[901, 902]",)]


# A process that is really killed

HOLD_NIGHTS = """
import asyncio, sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from bot.nights.model import SignUpAnswer
from data.store import Store
from tests.data.evenings import AT, CEES, DAY, STEP, arranged, begun, first, sitting_out
from tests.kept import keep_step

async def main():
    store = await Store.open(Path(sys.argv[1]))
    try:
        there = await arranged(store)
        for number in range(2, 10_000):
            evening = first(there.series, there.season, DAY + timedelta(number))
            made = await store.nights.make_evening(evening)
            await store.nights.answer(made.id, CEES, "Cees", SignUpAnswer.IN, AT)
            await keep_step(store.nights, replace(STEP, evening_id=made.id))
            await store.nights.change(begun(made), sitting_out(made, CEES))
            print(number, flush=True)
    finally:
        await store.close()

asyncio.run(main())
"""


@pytest.mark.parametrize("acknowledged", [1, 10])
async def test_nights_that_were_acknowledged_survive_a_kill_and_are_made_once(
    path: Path, acknowledged: int
) -> None:
    with other(HOLD_NIGHTS, path) as bot:
        told = [int(bot.line()) for _ in range(acknowledged)]
        told += [int(line) for line in bot.kill() if line.strip().isdigit()]
    store = await Store.open(path)
    try:
        await check_all(store, path)
        (series,) = await store.nights.running()
        (season, *_) = await store.seasons.seasons(series.league_id)
        kept_ones = await store.nights.evenings(series.id)
        begun_ones = [one for one in kept_ones if one.round]
        assert len(begun_ones) >= len(told)
        nights = [one.id for one in await store.seasons.planned_nights(season.id)]
        assert len(nights) == len(set(nights))
        assert set(nights) >= {one.night for one in kept_ones}
        for one in kept_ones:
            whole = await store.nights.details(one.id)
            assert whole is not None
            assert not one.round or (CEES in whole.people and len(whole.steps) == 1)
            assert await store.nights.make_evening(first(series, season, one.date)) == one
        assert len(await store.nights.evenings(series.id)) == len(kept_ones)
        byes = [(one.night, one.player) for one in (await store.seasons.whole(season.id)).byes]
        assert byes == [(one.night, str(CEES)) for one in begun_ones]
    finally:
        await store.close()
