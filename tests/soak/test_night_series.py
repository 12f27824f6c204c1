"""Series of nights through a winter, over both changes of the clock (N1): each night is asked about and opens
at the same local hour. And with the clock set ahead again and again each that is made is announced."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.nights import model
from bot.nights.model import EveningStage, NightSettings, StepKind, StepState
from tests.clock import FakeClock
from tests.e2e.conftest import no_pause, quiet_log
from tests.e2e.house import open_house
from tests.e2e.leagues.founded import Panel
from tests.e2e.nights.evening_out import EIGHT, TUESDAY, ZONE, EveningOut
from tests.e2e.nights.plans import only_series, plan
from tests.nights.reference.calendar import EVERY_SECOND_WEEK, LAST_OF_THE_MONTH, Repeat, instants
from tests.soak.matrix.evenings import QuickEvening
from tests.soak.quicktime import in_quick_time, quick_house

__all__ = ["no_pause", "quiet_log"]

DAY = 24 * 3600
HALF_AN_HOUR = 30 * 60

BEGIN = datetime(2026, 9, 28, 10, tzinfo=UTC).timestamp()
"""Before the clock is put back on 25 October 2026; it is put forward on 28 March 2027."""


@dataclass(frozen=True)
class Winter:
    """A series as it is planned: its first date and hour, how it goes on until when, a date that is left
    out while nobody has been asked about it yet, and the hours at which nights open."""

    first: date
    at: time
    chosen: str
    repeat: Repeat
    until: date
    skipped: date
    hours: dict[str, int]


WINTERS = [
    Winter(
        date(2026, 10, 25),
        time(20),
        "last",
        LAST_OF_THE_MONTH,
        date(2027, 4, 30),
        date(2026, 12, 27),
        {"20:00": 6},
    ),
    Winter(
        date(2026, 10, 11),
        time(2, 30),
        "fortnight",
        EVERY_SECOND_WEEK,
        date(2027, 4, 25),
        date(2027, 1, 3),
        {"02:30": 13, "03:30": 1},
    ),
]


@pytest.mark.parametrize("winter", WINTERS, ids=["monthly", "fortnight"])
async def test_N1_a_series_opens_at_its_local_hour_all_winter(winter: Winter, tmp_path: Path) -> None:
    async with open_house(tmp_path / "series.sqlite3", clock=FakeClock(BEGIN)) as house:
        out = await EveningOut.joined(house)
        count = sum(winter.hours.values())
        *due, beyond = instants(ZONE, winter.first, winter.at, winter.repeat, count + 1, [winter.skipped])
        assert beyond.date() > winter.until
        left_out = sum(moment.date() < winter.skipped for moment in due)
        await _announced(out, winter)
        series = await only_series(out.house)
        for number, moment in enumerate(due):
            if number == left_out - 2:
                await _skip(out, winter.skipped)
            following = due[number + 1].timestamp() if number + 1 < count else None
            await _is_asked(out, series.id, number, moment.timestamp())
            held = number % 3 > 0
            await _opens(out, moment.timestamp(), held=held)
            await _says_when_the_next_is(out, following, StepKind.RESULT if held else StepKind.OFF)
        assert list(await out.house.bot.store.nights.running()) == []
        evenings = await out.house.bot.store.nights.evenings(series.id)
        assert [datetime.fromtimestamp(one.starts_at, UTC) for one in evenings] == due
        local = [f"{moment.astimezone(ZoneInfo(ZONE)):%H:%M}" for moment in due]
        assert Counter(local) == winter.hours


WEEKS = 3
SET_AHEAD, BETWEEN = 20 * 3600, 5 * 3600
"""Together they are no whole day, so that in time each hour is skipped and each is lived through."""


def test_N1_with_the_clock_set_ahead_again_and_again_as_many_are_announced_as_made(tmp_path: Path) -> None:
    """Of a series with a night on each day: while one ends another is made."""

    async def run() -> None:
        async with quick_house(tmp_path / "series.sqlite3") as house:
            assert house.clock is not None
            house.clock.set(BEGIN)
            out = await QuickEvening.found(house, 4)
            daily = model.Schedule(
                TUESDAY,
                EIGHT,
                model.Repeat.WEEKDAYS,
                frozenset(range(7)),
                TUESDAY + timedelta(weeks=WEEKS),
            )
            series = await out.announced(NightSettings(reminder=0), daily)
            store = house.bot.store.nights
            until = datetime.combine(TUESDAY + timedelta(weeks=WEEKS + 1), EIGHT, UTC).timestamp()
            while house.clock.now() < until:
                house.clock.set(house.clock.now() + SET_AHEAD)
                await out.wait(BETWEEN)
            made = await store.evenings(series.id)
            assert [one.date for one in made] == list(daily.dates())
            steps = [(await out.told(one.id)).step(StepKind.SIGN_UP) for one in made]
            assert {one.state for one in steps} == {StepState.DONE}
            assert len({one.discord_id for one in steps}) == len(made)
            assert {(one.stage, one.why) for one in made} <= {
                (EveningStage.CALLED_OFF, one) for one in ("too-few", "hindered")
            }
            assert list(await store.running()) == []

    in_quick_time(run())


async def _announced(out: EveningOut, winter: Winter) -> None:
    """By ``/night plan``."""
    panel = await plan(out.house, out.people[0], winter.first.isoformat(), f"{winter.at:%H:%M}")
    await panel.choose("night-page", "when")
    await panel.choose("night-setting", "repeat")
    await panel.choose("night-set", winter.chosen)
    await panel.choose("night-setting", "until")
    await panel.type("Another value …", winter.until.isoformat())
    await panel.press("Overview")
    await panel.press("Announce")
    assert "✓ Announced." in panel.text, panel.text


async def _skip(out: EveningOut, day: date) -> None:
    """By the panel to which ``/night list`` leads."""
    panel = await Panel.open(out.house, out.people[0], "night list")
    await panel.choose("night-series", "1")
    await panel.choose("night-page", "dates")
    await panel.choose("night-skip", day.isoformat())
    assert "skipped" in panel.text.casefold(), panel.text


async def _is_asked(out: EveningOut, series_id: int, number: int, moment: float) -> None:
    """Six days before and no earlier people are asked whether they come; the list says when it is."""
    store = out.house.bot.store.nights
    await out.go_to(moment - 6 * DAY - 1)
    assert len(await store.evenings(series_id)) == number
    await out.go_to(moment - 6 * DAY)
    out.evening_id = (await store.evenings(series_id))[number].id
    assert f"<t:{int(moment)}:F>" in await out.text(StepKind.SIGN_UP)
    assert f"<t:{int(moment)}:F>" in await out.house.reply(out.people[1], "night list")


async def _opens(out: EveningOut, moment: float, *, held: bool) -> None:
    """Two people are there at the hour, though they sit down at no table; or nobody is."""
    await out.go_to(moment - HALF_AN_HOUR)
    for one in out.people[:2] if held else ():
        await out.press(one, StepKind.CHECK_IN, "I'm here")
    await out.long_since()
    await out.go_to(moment - 1)
    assert (await out.evening()).stage is EveningStage.CHECK_IN
    await out.go_to(moment)
    if held:
        assert (await out.evening()).stage is EveningStage.PLAYING
        assert len(await out.tables(1)) == 1
        await out.wait((await out.evening()).settings.grace * 60)
    else:
        await out.wait(HALF_AN_HOUR)
    evening = await out.evening()
    assert (evening.stage, evening.why) == (
        (EveningStage.OVER, "left") if held else (EveningStage.CALLED_OFF, "too-few")
    )


async def _says_when_the_next_is(out: EveningOut, moment: float | None, kind: StepKind) -> None:
    text = await out.text(kind)
    if moment is not None:
        assert f"<t:{int(moment)}:F>" in text, text
    else:
        assert "Next" not in text, text
