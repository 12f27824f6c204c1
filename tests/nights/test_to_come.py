"""Which nights are still to come: by what has become of them, not by the hour that was planned."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from itertools import islice
from zoneinfo import ZoneInfo

import pytest

from bot.nights.model import EveningStage, NightError, SeriesState, instant
from tests.kept import keep_series
from tests.nights.held import DAY, Held
from tests.tables.house import House

NEXT = (date(2026, 1, 13), date(2026, 1, 20), date(2026, 1, 27))


async def planned_at_eight(house: House) -> tuple[Held, float]:
    """An evening on the hour of its series, four days from now, and that hour."""
    held = await Held.of(house, 101)
    at = instant(DAY, (await series_of(held)).schedule.at, ZoneInfo(held.club.league.zone))
    assert at > house.time.now()
    held.evening = await house.stored.nights.change(replace(held.evening, starts_at=at))
    return held, at


async def series_of(held: Held):
    found = await held.house.stored.nights.series(held.evening.series_id)
    assert found is not None
    return found


async def dates(held: Held, count: int = 3) -> list[date]:
    return [one.date for one in await held.evenings.next_dates(await series_of(held), count)]


async def test_a_night_that_people_are_asked_about_comes_first(house: House) -> None:
    held, at = await planned_at_eight(house)
    assert await dates(held) == [DAY, *NEXT[:2]]
    (night, later) = await held.evenings.to_come(1)
    assert night.start is not None and (night.start.date, night.start.at_unix) == (DAY, at)
    assert night.details is not None and later.details is None
    assert later.start is not None and later.start.date == NEXT[0]


@pytest.mark.parametrize("stage", [EveningStage.OVER, EveningStage.CALLED_OFF])
async def test_a_night_begun_before_its_hour_and_over_is_not_to_come(
    house: House, stage: EveningStage
) -> None:
    """*Begin now*: the planned hour is still to come, the night is not."""
    held, at = await planned_at_eight(house)
    now = house.time.now()
    over = replace(held.evening, starts_at=now, stage=stage, ended_at=now)
    held.evening = await house.stored.nights.change(over)
    assert house.time.now() < at
    (later,) = await held.evenings.to_come(1)
    assert later.start is not None and (later.start.date, later.details) == (NEXT[0], None)
    assert await dates(held) == [*NEXT]
    start = await held.evenings.next_start(await series_of(held))
    assert start is not None and start.date == NEXT[0]


async def test_a_night_that_is_played_is_listed_and_not_planned(house: House) -> None:
    held, _ = await planned_at_eight(house)
    held.evening = await held.evenings.begin_now(await held.evenings.details(held.evening.id, 1))
    held.evening = await house.stored.nights.change(replace(held.evening, stage=EveningStage.PLAYING))
    (night, later) = await held.evenings.to_come(1)
    assert night.details is not None and night.details.evening.stage is EveningStage.PLAYING
    assert later.start is not None and later.start.date == NEXT[0]
    assert await dates(held) == [*NEXT]


async def test_a_night_that_is_put_off_is_told_at_its_new_hour(house: House) -> None:
    held, at = await planned_at_eight(house)
    told = await held.evenings.details(held.evening.id, 1)
    held.evening = await held.evenings.put_off(told, at + 3600.0)
    house.time.advance(at + 60.0 - house.time.now())
    first, second = islice(
        await held.evenings.starts_of(await series_of(held), ZoneInfo("Europe/Brussels")), 2
    )
    assert (first.date, first.at_unix, second.date) == (DAY, at + 3600.0, NEXT[0])


async def test_of_an_ended_series_the_night_that_was_announced_comes_still(house: House) -> None:
    held, at = await planned_at_eight(house)
    await held.evenings.end_series(held.evening.series_id, 1)
    start = await held.evenings.next_start(await series_of(held))
    assert start is not None and start.at_unix == at
    await held.evenings.call_off(await held.evenings.details(held.evening.id, 1))
    assert await held.evenings.next_start(await series_of(held)) is None


async def test_a_channel_is_free_once_its_night_is_over(house: House) -> None:
    held, at = await planned_at_eight(house)
    series = await series_of(held)
    only = replace(series.schedule, until=DAY)
    await keep_series(house.stored.nights, replace(series, schedule=only))
    other = replace(series, id=0, schedule=only, state=SeriesState.DRAFT)
    with pytest.raises(NightError, match="channel-taken"):
        await held.evenings.plan(other)
    over = replace(
        held.evening, starts_at=house.time.now(), stage=EveningStage.OVER, ended_at=house.time.now()
    )
    await house.stored.nights.change(over)
    kept = await held.evenings.plan(other)
    assert (await held.evenings.announce(kept.id, 1)).state is SeriesState.RUNNING
    assert at > house.time.now()
