"""How evenings are found: by series, channel, person, and what is left to do."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

import pytest

from bot.nights.model import (
    LIVE,
    Evening,
    EveningStage,
    NightPerson,
    SeriesState,
    SignUpAnswer,
)
from data import nights as stored_nights
from data.store import Store
from tests.data.conftest import Look
from tests.data.evenings import (
    AT,
    CHANNEL,
    DAY,
    EVA,
    STEP,
    Arranged,
    arranged,
    first,
)
from tests.kept import keep_person, keep_step


@pytest.fixture
async def there(store: Store) -> Arranged:
    return await arranged(store)


# Evenings are found


async def more(store: Store, there: Arranged, *days: int, **changes: Any) -> list[Evening]:
    """Evenings so many days later, changed so."""
    made = [
        await store.nights.make_evening(first(there.series, there.season, DAY + timedelta(one)))
        for one in days
    ]
    return [await store.nights.change(replace(one, **changes)) for one in made]


async def test_the_evenings_of_a_series_are_in_the_order_of_their_dates(
    store: Store, there: Arranged
) -> None:
    third, second = await more(store, there, 30, 8)
    assert await store.nights.evenings(there.series.id) == [there.evening, second, third]
    assert await store.nights.evenings(99) == []
    assert await store.nights.details(99) is None
    assert await store.nights.evening(99) is None


async def test_those_that_are_not_settled_are_unfinished_whatever_their_stage(
    store: Store, there: Arranged
) -> None:
    (over,) = await more(store, there, 8, stage=EveningStage.OVER)
    (called_off,) = await more(store, there, 9, stage=EveningStage.CALLED_OFF)
    await more(store, there, 10, stage=EveningStage.OVER, settled=True)
    assert await store.nights.unfinished() == [there.evening.id, over.id, called_off.id]


async def test_settled_evenings_are_found_by_when_they_ended_or_something_was_done_last(
    store: Store, there: Arranged
) -> None:
    over = {"stage": EveningStage.OVER, "settled": True}
    (early,) = await more(store, there, 8, **over, ended_at=AT)
    (late,) = await more(store, there, 9, **over, ended_at=AT + 60)
    await more(store, there, 10, stage=EveningStage.OVER, ended_at=AT + 60)
    for one in (early, there.evening):
        await keep_step(store.nights, replace(STEP, evening_id=one.id, tried_at=AT + 30))
    assert await store.nights.settled(AT - 1) == [early.id, late.id]
    assert await store.nights.settled(AT + 29) == [early.id, late.id]
    assert await store.nights.settled(AT + 30) == [late.id]
    assert await store.nights.settled(AT + 60) == []


async def test_live_evenings_in_a_channel_are_found_by_when_they_begin(store: Store, there: Arranged) -> None:
    (later,) = await more(store, there, 1, stage=EveningStage.PLAYING)
    await more(store, there, 2, stage=EveningStage.OVER)
    await more(store, there, 3, channel_id=9)
    find = store.nights.in_channel
    assert await find(CHANNEL, AT, AT + 9 * 86400) == [there.evening, later]
    assert await find(CHANNEL, AT - 60, AT) == [there.evening]
    assert await find(CHANNEL, AT + 1, later.starts_at) == [later]
    assert await find(CHANNEL, AT + 1, later.starts_at - 1) == []
    assert [one.channel_id for one in await find(9, AT, AT + 9 * 86400)] == [9]


@pytest.mark.parametrize(
    ("person", "is_found"),
    [
        (NightPerson(EVA, "Eva", SignUpAnswer.IN), True),
        (NightPerson(EVA, "Eva", SignUpAnswer.LATE), True),
        (NightPerson(EVA, "Eva", SignUpAnswer.MAYBE), False),
        (NightPerson(EVA, "Eva", SignUpAnswer.OUT), False),
        (NightPerson(EVA, "Eva"), False),
        (NightPerson(EVA, "Eva", here_at=AT, substitute=True), True),
        (NightPerson(EVA, "Eva", here_at=AT, gone=True), False),
        (NightPerson(EVA, "Eva", SignUpAnswer.IN, gone=True), False),
    ],
)
async def test_evenings_of_a_person_are_those_that_they_come_to_or_are_at(
    store: Store, there: Arranged, person: NightPerson, *, is_found: bool
) -> None:
    await keep_person(store.nights, there.evening.id, person)
    find, expected = store.nights.of_person, [there.evening] if is_found else []
    assert await find(EVA, AT - 10, AT + 10) == expected
    assert await find(EVA, AT, AT) == expected
    assert await find(EVA, AT + 1, AT + 10) == []
    await store.nights.change(replace(there.evening, stage=EveningStage.OVER))
    assert await find(EVA, AT - 10, AT + 10) == []


STATEMENTS: Final = {
    "evenings_unsettled": stored_nights.UNSETTLED,
    "evenings_live": f"SELECT * FROM evenings {stored_nights.IN_CHANNEL}",
    "evening_people_by_user": f"SELECT * FROM evenings {stored_nights.OF_PERSON}",
}


@pytest.mark.parametrize("index", STATEMENTS)
async def test_what_is_asked_often_is_found_by_index(store: Store, look: Look, index: str) -> None:
    statement = re.sub(r":\w+", "1", STATEMENTS[index])
    plan = [row[-1] for row in look(f"EXPLAIN QUERY PLAN {statement}")]
    assert any(index in step for step in plan)
    assert not [step for step in plan if step.startswith("SCAN") and "INDEX" not in step]


def test_the_index_of_live_evenings_has_those_stages() -> None:
    assert ", ".join(repr(stage.value) for stage in LIVE) in stored_nights.IN_CHANNEL


# Those of a server


async def test_the_live_evenings_of_a_server_are_told_the_earliest_first(
    store: Store, there: Arranged
) -> None:
    third, second = await more(store, there, 30, 8)
    over = (await more(store, there, 3, stage=EveningStage.CALLED_OFF))[0]
    guild = there.series.guild_id
    by_start = sorted([there.evening, second, third], key=lambda one: (one.starts_at, one.id))
    assert await store.nights.live(guild) == by_start
    assert over not in by_start and await store.nights.live(guild + 1) == []


async def test_drafts_are_told_by_themselves(store: Store, there: Arranged) -> None:
    guild = there.series.guild_id
    drafts = [
        await store.nights.make_series(replace(there.series, state=SeriesState.DRAFT)) for _ in range(2)
    ]
    assert await store.nights.drafts(guild) == drafts[::-1]
    assert not {one.id for one in drafts} & {one.id for one in await store.nights.series_of(guild)}
    assert await store.nights.drafts(guild + 1) == []
