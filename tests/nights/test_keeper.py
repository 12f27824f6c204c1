"""Series that are looked at again and again: each night that is made is announced, whatever comes between."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, date, datetime, time
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.nights.conductor import Conductor
from bot.nights.evenings import Evenings
from bot.nights.model import Evening, NightError, NightSettings, Repeat, Schedule, Series, SeriesState
from bot.ports import StoreError
from bot.timers import Timers
from tests.clock import FakeClock

BEGIN = datetime(2026, 1, 5, 12, tzinfo=UTC).timestamp()
HOUR = 3600.0
FIRST_DAY = BEGIN + 4 * 24 * HOUR


class Kept:
    """Keeps a series and its evenings. ``gate`` holds an answer back while it is closed, when the evening is
    kept already; ``fails``: it says that it is not."""

    def __init__(self, series: Series) -> None:
        self.kept = series
        self.made: list[Evening] = []
        self.gate, self.held = asyncio.Event(), asyncio.Event()
        self.gate.set()
        self.fails = False

    async def series(self, series_id: int) -> Series:
        return self.kept

    async def evenings(self, series_id: int) -> list[Evening]:
        return [*self.made]

    async def change_series(self, series: Series) -> None:
        self.kept = series

    async def make_evening(self, evening: Evening) -> Evening:
        assert evening.date not in {one.date for one in self.made}
        self.made.append(replace(evening, id=len(self.made) + 1))
        self.held.set()
        await self.gate.wait()
        if self.fails:
            raise StoreError
        return self.made[-1]

    # What is asked of leagues

    @property
    def leagues(self) -> Kept:
        return self

    async def league(self, league_id: int) -> Any:
        return SimpleNamespace(id=1, zone="Europe/Brussels")

    async def open_season(self, league: object) -> Any:
        return SimpleNamespace(id=1)


class Keeper(Conductor):
    """Notes down which evenings are to be looked at (``looked``), and looks at none."""

    def __init__(self, evenings: Evenings, timers: Timers) -> None:
        self.looked: list[int] = []
        super().__init__(evenings, cast(Any, None), timers)

    def wake(self, evening_id: int) -> None:
        self.looked.append(evening_id)


class Place:
    """A keeper among these. ``looked`` are the evenings that were to be looked at."""

    def __init__(self, **others: Any) -> None:
        self.clock = FakeClock(BEGIN)
        self.timers = Timers(self.clock, draw=lambda: 0.0)
        weekly = Schedule(date(2026, 1, 9), time(20), Repeat.WEEKLY, **others)
        settings = NightSettings()
        self.kept = Kept(Series(1, 1, 1, 1, 1, weekly, settings, BEGIN, SeriesState.RUNNING))
        self.evenings = Evenings(cast(Any, self.kept), cast(Any, self.kept), cast(Any, None), self.clock)
        self.keeper = Keeper(self.evenings, self.timers)
        self.looked = self.keeper.looked

    async def wait(self, seconds: float = 0.0) -> None:
        end = self.clock.now() + seconds
        self.clock.advance(0.0)  # whoever slept until a moment that was skipped wakes
        await self.timers.quiet()
        while (due := self.clock.next_due()) is not None and due <= end:
            self.clock.advance(due - self.clock.now())
            await self.timers.quiet()
        self.clock.advance(max(0.0, end - self.clock.now()))
        await self.timers.quiet()


async def calm() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def made_meanwhile(place: Place) -> None:
    """A night is being made, and another one ends before the store has answered."""
    place.kept.gate.clear()
    place.kept.held.clear()
    place.keeper.wake_series(1)
    await place.kept.held.wait()
    place.evenings.series_changed(1)
    await calm()
    place.kept.gate.set()
    await place.wait()


async def test_a_night_that_is_made_while_another_ends_is_announced() -> None:
    place = Place()
    place.clock.set(FIRST_DAY)
    await made_meanwhile(place)
    assert [one.id for one in place.kept.made] == [1]
    assert set(place.looked) == {1}
    await place.wait(8 * 24 * HOUR)
    assert set(place.looked) == {one.id for one in place.kept.made} == {1, 2}


async def test_a_night_of_which_the_store_said_that_it_is_not_kept_is_announced_all_the_same() -> None:
    place = Place()
    place.clock.set(FIRST_DAY)
    place.kept.fails = True
    place.keeper.wake_series(1)
    await place.wait()
    assert (len(place.kept.made), place.looked) == (1, [])
    place.kept.fails = False
    await place.wait(2)
    assert (len(place.kept.made), set(place.looked)) == (1, {1})


async def test_a_series_that_leaves_a_date_out_as_it_is_made_is_looked_at_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = Place()
    place.clock.set(FIRST_DAY)
    first, make = date(2026, 1, 9), place.kept.make_evening

    async def otherwise(evening: Evening) -> Evening:
        if evening.date == first:
            place.kept.kept = replace(place.kept.kept, skipped=(first,))
            raise NightError("changed-meanwhile")
        return await make(evening)

    monkeypatch.setattr(place.kept, "make_evening", otherwise)
    place.keeper.wake_series(1)
    await place.wait(8 * 24 * HOUR)
    assert [one.date for one in place.kept.made] == [date(2026, 1, 16)]
    assert set(place.looked) == {1}


@pytest.mark.parametrize("weeks", [26])
async def test_with_the_clock_set_ahead_again_and_again_as_many_are_announced_as_made(weeks: int) -> None:
    place = Place()
    for day in range(weeks * 7):
        place.clock.set(place.clock.now() + 20 * HOUR)
        if day % 3 == 0:
            place.kept.gate.clear()
            place.keeper.wake_series(1)
            await calm()
            place.evenings.series_changed(1)
            await calm()
            place.kept.gate.set()
        await place.wait(4 * HOUR)
        for one in place.kept.made:
            if one.starts_at + 4 * HOUR < place.clock.now() and not one.settled:
                place.kept.made[one.id - 1] = replace(one, settled=True)
                place.evenings.series_changed(1)
    assert len(place.kept.made) >= weeks - 1
    assert set(place.looked) == {one.id for one in place.kept.made}
