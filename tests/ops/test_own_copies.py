"""Daily copies: when one is made, what is done where none can be, and who is told how often."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.ops.upkeep import (
    AFTER_START,
    FIRST_PAUSE,
    MADE,
    BackupState,
    DailyBackups,
    Failed,
    MadeBackup,
    next_due,
    reason_of,
)
from bot.ports import StoreError
from bot.timers import Timers
from data.backup import DAY, Keep, OwnBackups
from data.errors import BackupFailed
from tests.clock import START, FakeClock

FOUR = 4 * 60
HOUR = 3600.0
FOUR_O_CLOCK = START + 4 * HOUR


class Notes:
    """Texts in memory. With ``fails`` the database takes none."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}
        self.fails = False

    async def text(self, key: str) -> str | None:
        return self.kept.get(key)

    async def keep_text(self, key: str, text: str) -> None:
        if self.fails:
            raise StoreError("the disk is full")
        self.kept[key] = text


def copied(target: Path) -> None:
    target.parent.mkdir(exist_ok=True)
    target.write_bytes(b"a copy")


class Upkeep:
    """One bot after the other on one folder. Copies are files of a few letters; ``error`` is why there is
    none, ``gate`` holds them up."""

    def __init__(self, folder: Path) -> None:
        self.clock = FakeClock()
        self.database = folder / "hartenheer.sqlite3"
        self.database.write_bytes(b"a database")
        self.own = OwnBackups(self.database, folder / "copies", Keep(7, 4))
        self.notes = Notes()
        self.told: list[Failed] = []
        self.error: Exception | None = None
        self.gate: asyncio.Event | None = None
        self.telling_fails = False
        self.begun = 0
        self.timers = Timers(self.clock)

    async def make(self, target: Path, at: float) -> MadeBackup:
        self.begun += 1
        if self.gate is not None:
            await self.gate.wait()
        if self.error is not None:
            raise self.error
        copied(target)
        return MadeBackup(at, 6, 3, 2, 0)

    async def tell(self, failed: Failed) -> None:
        self.told.append(failed)
        if self.telling_fails:
            raise OSError("no network")

    async def started(self, minute: int | None = FOUR) -> DailyBackups:
        """A bot that has just been started."""
        await self.timers.close()
        self.timers = Timers(self.clock)
        daily = DailyBackups(self.timers, self.own, self.make, self.notes, self.tell, minute)
        await daily.start()
        return daily

    async def pass_time(self, seconds: float) -> None:
        end = self.clock.now() + seconds
        await self._settled()
        while self.clock.now() < end:
            self.clock.to_next(end)
            await self._settled()
            if self.gate is None:
                await self.timers.quiet()
            await self._settled()

    async def _settled(self) -> None:
        for _ in range(5):
            await asyncio.sleep(0)

    @property
    def hours(self) -> list[float]:
        """When copies were made, in hours since the beginning."""
        return [(one.at - START) / HOUR for one in self.own.made()]


@pytest.fixture
async def upkeep(tmp_path: Path) -> AsyncIterator[Upkeep]:
    upkeep = Upkeep(tmp_path)
    yield upkeep
    await upkeep.timers.close()


# When


@pytest.mark.parametrize(
    ("last", "now", "due"),
    [
        (None, 0.0, 0.0),  # never: at once
        (None, 5.0, 5.0),
        (4.0, 4.0, 28.0),
        (4.0, 27.9, 28.0),
        (4.0, 28.0, 28.0),
        (3.9, 5.0, 5.0),  # missed
        (4.1, 5.0, 28.0),
        (4.1, 100.0, 100.0),
        (50.0, 30.0, 30.0),  # the clock was set back
        (28.0, 27.9, 27.9),
    ],
)
def test_when_the_next_is_due(last: float | None, now: float, due: float) -> None:
    at = None if last is None else START + last * HOUR
    assert next_due(at, FOUR, START + now * HOUR) == START + due * HOUR


async def test_one_soon_after_the_first_start_and_then_one_a_day(upkeep: Upkeep) -> None:
    daily = await upkeep.started()
    await upkeep.pass_time(AFTER_START - 1)
    assert upkeep.hours == []
    await upkeep.pass_time(3 * DAY)
    assert upkeep.hours == [AFTER_START / HOUR, 4.0, 28.0, 52.0][1:]  # of the first day's two the last stays
    state = daily.state
    assert state.made is not None and state.made.tables == 3
    assert (state.at, state.due) == (FOUR_O_CLOCK + 2 * DAY, FOUR_O_CLOCK + 3 * DAY)


async def test_one_that_was_missed_is_made_up_for_after_the_start(upkeep: Upkeep) -> None:
    await upkeep.started()
    await upkeep.pass_time(5 * HOUR)
    await upkeep.timers.close()
    upkeep.clock.set(START + 60 * HOUR)
    daily = await upkeep.started()
    state = daily.state
    assert (state.at, state.due) == (FOUR_O_CLOCK, START + 60 * HOUR + AFTER_START)
    assert state.made == MadeBackup(FOUR_O_CLOCK, 6, 3, 2, 0)  # noted, so it is known after a start
    await upkeep.pass_time(HOUR)
    assert upkeep.hours == [4.0, 60 + AFTER_START / HOUR]


async def test_starting_again_and_again_makes_no_more(upkeep: Upkeep) -> None:
    for _ in range(5):
        await upkeep.started()
        await upkeep.pass_time(5 * HOUR)
    assert upkeep.begun == 2


async def test_a_clock_set_back_makes_one_and_removes_none(upkeep: Upkeep) -> None:
    upkeep.clock.set(START + 400 * DAY)
    await upkeep.started()
    await upkeep.pass_time(DAY)
    future = upkeep.own.made()
    await upkeep.timers.close()
    upkeep.clock.set(START)
    await upkeep.started()
    await upkeep.pass_time(2 * DAY)
    made = upkeep.own.made()
    assert made[-len(future) :] == future
    assert [(one.at - START) / HOUR for one in made[: -len(future)]] == [4.0, 28.0]


async def test_not_wanted_none_is_made(upkeep: Upkeep) -> None:
    daily = await upkeep.started(None)
    await upkeep.pass_time(3 * DAY)
    assert (daily.state, upkeep.begun) == (BackupState(False), 0)


# Where none can be made


async def test_the_owner_is_told_once_a_day_at_most(upkeep: Upkeep) -> None:
    upkeep.error = BackupFailed("differs", "Not what the logs give.")
    daily = await upkeep.started()
    await upkeep.pass_time(0.9 * DAY)
    assert upkeep.begun > 4 and len(upkeep.told) == 1
    assert upkeep.told[0].reason == "unsound"
    await upkeep.started()  # a start does not make it another day
    await upkeep.pass_time(0.5 * HOUR)
    assert len(upkeep.told) == 1
    await upkeep.pass_time(2 * DAY)
    assert len(upkeep.told) in (2, 3)
    assert daily.state.failed is not None


async def test_it_is_tried_again_and_well_then(upkeep: Upkeep) -> None:
    upkeep.error = OSError(11, "Resource temporarily unavailable")
    daily = await upkeep.started()
    await upkeep.pass_time(AFTER_START + 1)
    failed = daily.state.failed
    assert failed is not None and (failed.reason, failed.times) == ("other", 1)
    upkeep.error = None
    await upkeep.pass_time(FIRST_PAUSE)
    assert daily.state.failed is None and len(upkeep.own.made()) == 1


async def test_who_cannot_be_told_hinders_nothing(upkeep: Upkeep, caplog: pytest.LogCaptureFixture) -> None:
    upkeep.error, upkeep.telling_fails, upkeep.notes.fails = BackupFailed("x", "No."), True, True
    await upkeep.started()
    await upkeep.pass_time(2 * HOUR)
    assert upkeep.begun == 2
    assert "no backup was made: No." in caplog.text and "the owner was not told" in caplog.text


async def test_without_room_none_is_begun(upkeep: Upkeep, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(own: OwnBackups) -> None:
        raise BackupFailed("no-room", "It takes 300 MB, and 200 MB are free.")

    monkeypatch.setattr(OwnBackups, "require_room", refuse)
    daily = await upkeep.started()
    await upkeep.pass_time(AFTER_START + 1)
    assert upkeep.begun == 0 and daily.state.failed is not None
    assert daily.state.failed.reason == "no-room"


async def test_while_none_can_be_made_old_ones_go_and_the_last_stays(upkeep: Upkeep) -> None:
    await upkeep.started()
    await upkeep.pass_time(10 * DAY)
    last = upkeep.own.made()[-1]
    upkeep.error = BackupFailed("damaged", "It is damaged.")
    await upkeep.pass_time(60 * DAY)
    assert upkeep.own.made() == [last]


async def test_what_was_left_half_made_is_gone_before_the_next(upkeep: Upkeep) -> None:
    upkeep.own.folder.mkdir()
    half = upkeep.own.folder / f".{upkeep.own.target(START).name}.partial"
    half.write_bytes(b"half")
    await upkeep.started()
    assert not half.exists()


async def test_one_under_way_is_broken_off_where_the_bot_stops(upkeep: Upkeep) -> None:
    upkeep.gate = asyncio.Event()
    daily = await upkeep.started()
    await upkeep.pass_time(AFTER_START + 1)
    while not upkeep.begun:  # noqa: ASYNC110 (a thread clears the folder first)
        await asyncio.sleep(0)
    assert daily.state.working
    await upkeep.timers.close()
    assert not daily.state.working and daily.state.failed is None and upkeep.own.made() == []


@pytest.mark.parametrize(
    "text", [None, "", "no JSON", "[]", "{}", '{"at": "x"}', '{"at": 1e999, "size": 1e999}', "null"]
)
async def test_a_note_that_is_not_understood_is_none(upkeep: Upkeep, text: str | None) -> None:
    if text is not None:
        upkeep.notes.kept[MADE] = text
    daily = await upkeep.started()
    assert daily.state.made is None


def test_each_code_has_a_reason() -> None:
    assert [reason_of(code) for code in ("no-room", "disk-full", "read-only", "unplayable", "ended", "")] == [
        "no-room", "no-room", "cannot-write", "unsound", "other", "other",
    ]  # fmt: skip
