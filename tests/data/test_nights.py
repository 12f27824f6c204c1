"""Nights as they are kept: series, evenings that are made and changed, what was done, copies."""

from __future__ import annotations

from dataclasses import MISSING, fields, replace
from datetime import date, time, timedelta
from pathlib import Path
from typing import Any, Final

import pytest

from bot.__main__ import main
from bot.leagues.season.model import Bye, Night
from bot.nights.model import (
    EveningStage,
    NightError,
    NightSettings,
    Repeat,
    Round,
    Schedule,
    Series,
    SeriesState,
    StepState,
)
from bot.ports import StoreError
from data.store import Store
from tests.data.conftest import Look
from tests.data.databases import rows
from tests.data.evenings import (
    ANN,
    AT,
    BOB,
    CEES,
    DAY,
    DORA,
    EVA,
    GUILD,
    PLAN,
    STEP,
    Arranged,
    arranged,
    begun,
    first,
    sitting_out,
)
from tests.data.seasons import check
from tests.kept import keep_series, keep_step

TABLES: Final = ("series", "evenings", "evening_secrets", "evening_people", "evening_steps", "nights", "byes")


@pytest.fixture
async def there(store: Store) -> Arranged:
    return await arranged(store)


def all_set(value: Any) -> bool:
    """Whether a value tells of a field that is not kept: none has what it would have without."""
    return all(one.default is MISSING or getattr(value, one.name) != one.default for one in fields(value))


# Series


@pytest.mark.parametrize(
    "schedule",
    [
        Schedule(DAY, time(19, 30)),
        Schedule(DAY, time(0), Repeat.FORTNIGHT, until=date(2026, 12, 31)),
        Schedule(DAY, time(23, 59), Repeat.WEEKDAYS, frozenset({1, 4})),
        Schedule(DAY, time(20), Repeat.LAST),
    ],
)
async def test_a_series_is_as_it_was_made_and_then_changed(
    store: Store, there: Arranged, schedule: Schedule
) -> None:
    made = await store.nights.make_series(replace(there.series, id=0, schedule=schedule))
    assert made.id > there.series.id
    assert await store.nights.series(made.id) == made
    settings = NightSettings(minutes=45, seats=16, apart=((1, 2), (3, 4)))
    ended = replace(made, state=SeriesState.ENDED, skipped=(DAY, DAY + timedelta(7)), settings=settings)
    await keep_series(store.nights, ended)
    assert await store.nights.series(made.id) == ended
    assert await store.nights.series(there.series.id) == there.series
    assert await store.nights.series(99) is None


async def test_series_of_a_server_are_found_and_those_that_run(store: Store, there: Arranged) -> None:
    async def more(state: SeriesState, guild_id: int) -> Series:
        return await store.nights.make_series(replace(there.series, id=0, state=state, guild_id=guild_id))

    await more(SeriesState.DRAFT, GUILD)
    ended, running = await more(SeriesState.ENDED, GUILD), await more(SeriesState.RUNNING, GUILD)
    elsewhere = await more(SeriesState.RUNNING, 7)
    assert await store.nights.series_of(GUILD) == [running, ended, there.series]
    assert await store.nights.series_of(7) == [elsewhere]
    assert await store.nights.series_of(8) == []
    assert await store.nights.running() == [there.series, running, elsewhere]


# Evenings are made


async def test_L3_a_night_is_planned_with_the_evening(store: Store, there: Arranged) -> None:
    """There are n7, planned by hand, and the first evening's; the next free number is that of a third."""
    assert there.evening.night == "n2"
    made = await store.nights.make_evening(first(there.series, there.season, DAY + timedelta(1)))
    nights = await store.seasons.planned_nights(there.season.id)
    assert nights == [there.planned, Night("n2", DAY), Night("n3", DAY + timedelta(1))]
    assert (made.night, made.version, made.stage) == ("n3", 0, EveningStage.SIGN_UP)
    assert await store.nights.evening(made.id) == made


async def test_L3_an_id_that_a_night_has_is_not_given_again(store: Store, there: Arranged) -> None:
    for number in (3, 4):
        await store.seasons.add_night(there.season.id, Night(f"n{number + 2}", DAY + timedelta(number)))
    made = await store.nights.make_evening(first(there.series, there.season, DAY + timedelta(1)))
    assert made.night == "n8"


async def test_L3_the_night_that_is_planned_for_the_date_is_the_evenings(
    store: Store, there: Arranged
) -> None:
    before = await store.seasons.planned_nights(there.season.id)
    made = await store.nights.make_evening(first(there.series, there.season, there.planned.date))
    assert made.night == there.planned.id
    assert await store.seasons.planned_nights(there.season.id) == before


async def test_two_evenings_of_a_date_are_two_nights_unless_one_was_called_off(
    store: Store, there: Arranged
) -> None:
    other = await store.nights.make_series(replace(there.series, id=0))
    second = await store.nights.make_evening(first(other, there.season))
    assert second.night == "n3"
    await store.nights.change(replace(there.evening, stage=EveningStage.CALLED_OFF))
    third = await store.nights.make_evening(
        first(await store.nights.make_series(replace(there.series, id=0)), there.season)
    )
    assert third.night == there.evening.night


async def test_a_series_has_one_evening_of_a_date(store: Store, there: Arranged) -> None:
    changed = await store.nights.change(begun(there.evening))
    new = first(there.series, there.season)
    assert await store.nights.make_evening(replace(new, starts_at=1.0, seed="other")) == changed
    await store.seasons.close(there.season.id, there.season.begun)
    assert await store.nights.make_evening(new) == changed
    assert await store.nights.evenings(there.series.id) == [changed]


async def test_no_evening_is_made_in_a_season_that_is_closed(
    store: Store, there: Arranged, path: Path
) -> None:
    before = rows(path, *TABLES)
    with pytest.raises(NightError) as caught:
        await store.nights.make_evening(first(there.series, there.closed, DAY + timedelta(1)))
    assert caught.value.code == "season-closed"
    assert rows(path, *TABLES) == before


# Evenings become others


async def test_an_evening_is_as_it_was_changed(store: Store, there: Arranged) -> None:
    changed = replace(
        there.evening,
        channel_id=9,
        starts_at=AT + 0.5,
        settings=NightSettings(rounds=5, minutes=30, confirmed=True),
        seed="ü",
        stage=EveningStage.PLAYING,
        draw=2,
        plan=(*PLAN, Round(((BOB, CEES, DORA),))),
        posted=True,
        round=2,
        began_at=AT + 1,
        paused_at=AT + 2,
        held_up=3.5,
        time_up=True,
        is_last=True,
        late=True,
        ended_at=AT + 4,
        why="organiser",
        together=True,
        settled=True,
    )
    kept = await store.nights.change(changed)
    assert kept == replace(changed, version=1)
    assert all_set(kept), "every field that has a default"
    assert await store.nights.evening(kept.id) == kept
    told = await store.nights.details(kept.id)
    assert told is not None
    assert told.evening == kept
    assert await store.nights.change(kept) == replace(kept, version=2)


async def test_an_evening_that_was_changed_meanwhile_is_left(store: Store, there: Arranged) -> None:
    kept = await store.nights.change(replace(there.evening, posted=True))
    for version in (0, 2):
        with pytest.raises(NightError) as caught:
            await store.nights.change(replace(there.evening, draw=5, version=version))
        assert caught.value.code == "changed-meanwhile"
    assert await store.nights.evening(kept.id) == kept


async def test_L8_who_sits_out_a_round_has_a_bye_once(store: Store, there: Arranged) -> None:
    byes = sitting_out(there.evening, DORA, CEES)
    kept = await store.nights.change(begun(there.evening), byes)
    kept = await store.nights.change(kept, [*byes, *byes])
    later = sitting_out(there.evening, ANN, number=2)
    await store.nights.change(replace(kept, round=2), [*byes, *later])
    assert (await store.seasons.whole(there.season.id)).byes == (*byes, *later)
    await check(store, there.season.id)
    page = await store.seasons.page(there.season.id, 0, 10)
    assert {one.member: one.value for one in page.lines if one.nights} == dict.fromkeys(("11", "13", "14"), 3)


async def test_L8_who_is_no_member_has_no_bye(store: Store, there: Arranged) -> None:
    byes = sitting_out(there.evening, EVA, DORA)
    await store.nights.change(begun(there.evening), byes)
    assert (await store.seasons.whole(there.season.id)).byes == (byes[1],)


async def test_byes_are_for_a_season_that_is_open(store: Store, there: Arranged, path: Path) -> None:
    await store.seasons.close(there.season.id, there.season.begun)
    before = rows(path, *TABLES)
    with pytest.raises(NightError) as caught:
        await store.nights.change(begun(there.evening), [Bye(there.evening.night, 1, str(DORA))])
    assert caught.value.code == "season-closed"
    assert rows(path, *TABLES) == before
    kept = await store.nights.change(begun(there.evening))
    assert await store.nights.evening(kept.id) == kept


async def test_a_season_with_evenings_is_not_taken_back(store: Store, there: Arranged, look: Look) -> None:
    """Its evening's buttons are still there."""
    assert look("SELECT count(*) FROM evenings WHERE season_id = ?", there.season.id) == [(1,)]
    season = await store.seasons.whole(there.season.id)
    facts = replace(there.season, begun=date(2019, 1, 1), closed=date(2019, 2, 1), imported=True)
    brought = await store.seasons.bring(facts, replace(season, nights=(), byes=()), {}, open_now=False)
    await store.nights.change(replace(there.evening, season_id=brought.id))
    with pytest.raises(Exception, match="season-in-use"):
        await store.seasons.take_back(brought.id)


# What is done


async def test_a_step_is_as_it_was_kept_last(store: Store, there: Arranged) -> None:
    step = replace(STEP, evening_id=there.evening.id)
    assert all_set(step)
    for one in (replace(step, state=StepState.DUE, discord_id=None), step, replace(step, hindrance="")):
        await keep_step(store.nights, one)
        told = await store.nights.details(there.evening.id)
        assert told is not None
        assert dict(told.steps) == {one.key: one}
        assert told.step(*one.key) == one


# A failing database, and copies of it


async def test_every_question_says_that_the_database_fails(store: Store, there: Arranged) -> None:
    await store.close()
    nights, number = store.nights, there.evening.id
    for question in (
        nights.series(1), nights.series_of(GUILD), nights.running(), nights.evening(number),
        nights.evenings(1), nights.unfinished(), nights.in_channel(1, 0, 1), nights.of_person(1, 0, 1),
        nights.commitments(number, 1), nights.origin(number, 1),
    ):  # fmt: skip
        with pytest.raises(StoreError):
            await question


def test_what_was_done_stays_done_when_a_backup_is_restored_and_all_is_made_again(
    tmp_path: Path, example: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, copy = tmp_path / "var" / "a.sqlite3", tmp_path / "copy.sqlite3"
    path.parent.mkdir()
    path.write_bytes(example)
    monkeypatch.setenv("HARTENHEER_DATABASE", str(path))
    before = rows(path, *TABLES)
    assert all(before.values())
    assert main(["backup", str(copy)]) == 0
    path.unlink()
    assert main(["restore", str(copy)]) == 0
    assert main(["rebuild"]) == 0
    assert rows(path, *TABLES) == before
