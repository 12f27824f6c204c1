"""The bot's own copies: which are kept, which go, what is not touched, and when there is no room for one."""

from __future__ import annotations

import os
import shutil
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data.backup import DAY, LEFT_FREE, WEEK, Keep, OwnBackups, expired
from data.errors import BackupFailed
from tests.properties import tries

NOW = datetime(2026, 11, 23, 4, 0, tzinfo=UTC).timestamp()  # a Monday
MOMENTS = st.lists(st.floats(NOW - 100 * DAY, NOW + 3 * DAY), max_size=40)
KEEPS = st.builds(Keep, st.integers(1, 10), st.integers(0, 6))


def days_left(keep: Keep, days: int) -> list[int]:
    """How old those are that are left, where there was one a day and old ones went each day."""
    made: set[float] = set()
    for day in range(days):
        now = NOW + day * DAY
        made.add(now)
        made -= expired(made, keep, now)
    return sorted(round((NOW + (days - 1) * DAY - one) / DAY) for one in made)


def test_a_week_of_days_and_then_one_a_week() -> None:
    left = days_left(Keep(7, 4), 100)
    assert left[:7] == [0, 1, 2, 3, 4, 5, 6]
    older = left[7:]
    assert len(older) in (3, 4)
    assert {later - earlier for earlier, later in pairwise(older)} == {WEEK}
    assert max(left) < 28


def test_days_alone_and_the_least() -> None:
    assert days_left(Keep(3, 0), 20) == [0, 1, 2]
    assert days_left(Keep(1, 0), 20) == [0]


def test_of_several_in_a_day_the_last_one_stays() -> None:
    made = [NOW - 3 * DAY, NOW - 3 * DAY + 60, NOW - 60, NOW]
    assert expired(made, Keep(7, 4), NOW) == {NOW - 3 * DAY, NOW - 60}


@tries(200)
@given(made=MOMENTS, keep=KEEPS)
def test_the_last_one_never_goes_and_nothing_is_kept_for_longer_than_is_said(
    made: list[float], keep: Keep
) -> None:
    gone = expired(made, keep, NOW)
    past = [one for one in made if one <= NOW]
    assert gone <= set(made)
    if past:
        assert max(past) not in gone
    left = {one for one in past if one not in gone} - {max(past, default=0.0)}
    assert all(NOW - one < (keep.longest - 1) * DAY for one in left)
    assert sum(one > NOW for one in set(made) - gone) <= keep.days
    assert expired(set(made) - gone, keep, NOW) == set()


def test_after_a_long_rest_only_the_last_is_left() -> None:
    made = [NOW - (60 + day) * DAY for day in range(9)]
    assert set(made) - expired(made, Keep(7, 4), NOW) == {NOW - 60 * DAY}


# The folder


@pytest.fixture
def own(tmp_path: Path) -> OwnBackups:
    database = tmp_path / "hartenheer.sqlite3"
    database.write_bytes(b"x" * 5000)
    return OwnBackups(database, tmp_path / "copies", Keep(2, 0))


def put(own: OwnBackups, *names: str) -> None:
    own.folder.mkdir(exist_ok=True)
    for name in names:
        (own.folder / name).write_text("whatever")


def names(own: OwnBackups) -> list[str]:
    return sorted(one.name for one in own.folder.iterdir())


STRANGERS = (
    "hartenheer.sqlite3",
    "hartenheer-daily-20200101T000000Z.sqlite3.old",
    "hartenheer-daily-20201301T000000Z.sqlite3",  # a thirteenth month
    "hartenheer-daily-2020.sqlite3",
    "hartenheer-v15-20200101T000000Z.sqlite3",
    "other-daily-20200101T000000Z.sqlite3",
    "my hartenheer-daily-20200101T000000Z.sqlite3",
)


def test_what_the_bot_did_not_make_is_not_touched(own: OwnBackups) -> None:
    put(own, *STRANGERS, own.target(NOW).name, own.target(NOW - 9 * DAY).name)
    (own.folder / own.target(NOW - 8 * DAY).name).symlink_to(own.database)
    (own.folder / own.target(NOW - 7 * DAY).name).mkdir()
    assert [one.at for one in own.made()] == [NOW - 9 * DAY, NOW]
    assert own.prune(NOW) == (own.target(NOW - 9 * DAY),)
    assert set(names(own)) >= {*STRANGERS, own.target(NOW).name}
    assert len(names(own)) == len(STRANGERS) + 3
    assert own.clear() == 0


def test_what_was_left_half_made_counts_as_nothing_and_is_cleared_away(own: OwnBackups) -> None:
    half = own.target(NOW).name
    put(own, f".{half}.partial", f".{half}.partial-journal", ".diary.partial")
    (own.folder / f".{half}.partial.verifying").mkdir()
    (own.folder / f".{half}.partial.verifying" / "copy").touch()
    assert own.made() == [] and own.latest(NOW) is None
    assert own.clear() == 3
    assert names(own) == [".diary.partial"]


def test_a_copy_of_a_time_to_come_is_not_the_latest(own: OwnBackups) -> None:
    put(own, own.target(NOW + DAY).name, own.target(NOW - DAY).name)
    latest = own.latest(NOW)
    assert latest is not None and (latest.at, latest.size) == (NOW - DAY, len("whatever"))


def test_there_need_be_no_folder(own: OwnBackups) -> None:
    assert (own.made(), own.clear(), own.prune(NOW)) == ([], 0, ())
    assert own.room().needed == 2 * 5000 + LEFT_FREE
    own.require_room()


def disk_with(free: int) -> Any:
    return lambda path: shutil._ntuple_diskusage(100 * free, 99 * free, free)


def test_a_disk_that_is_nearly_full_is_said_in_a_sentence(
    own: OwnBackups, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", disk_with(LEFT_FREE + 9_999))
    with pytest.raises(BackupFailed) as caught:
        own.require_room()
    assert caught.value.code == "no-room"
    assert str(caught.value) == (
        f"No backup was made in {own.folder}: it takes 65 MB for a while, and 65 MB are free."
    )
    monkeypatch.setattr(shutil, "disk_usage", disk_with(LEFT_FREE + 10_000))
    own.require_room()


def test_a_folder_that_is_a_file_is_said_in_a_sentence(own: OwnBackups) -> None:
    own.folder.write_text("no folder")
    assert own.made() == []
    own.folder.unlink()
    own.folder.mkdir()
    (own.folder / own.target(NOW - 9 * DAY).name).touch()
    (own.folder / own.target(NOW).name).touch()
    if os.geteuid() != 0:  # root may remove anything
        own.folder.chmod(0o500)
        with pytest.raises(BackupFailed) as caught:
            own.prune(NOW)
        assert caught.value.code == "cannot-write"
        own.folder.chmod(0o700)
    own.database.unlink()
    own.room()
