"""What is judged of the bot's vital signs."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bot.watch.health import (
    BACKUP_MARGIN,
    LONGEST_AWAY,
    LONGEST_DELAY,
    LONGEST_FAILING,
    LONGEST_WAIT,
    Backups,
    Shard,
    Storing,
    Vitals,
    judged,
)

DAY = 86400.0
WELL = Vitals(at=1_000.0, is_ready=True, shards=(Shard(0, True, latency=0.04), Shard(1, True)))


def wrong(vitals: Vitals) -> list[str]:
    return [check.name for check in judged(vitals).checks if not check.is_well]


def test_a_bot_that_serves_is_well() -> None:
    assert judged(WELL).is_well
    assert wrong(WELL) == []


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ({"is_ready": False}, "serving"),
        ({"is_stopping": True}, "serving"),
        ({"shards": ()}, "gateway"),
        ({"shards": (Shard(0, True), Shard(1, False, away_for=LONGEST_AWAY))}, "gateway"),
        ({"storing": Storing(failing_for=LONGEST_FAILING)}, "store"),
        ({"storing": Storing(oldest=LONGEST_WAIT)}, "commits"),
        ({"loop_delay": LONGEST_DELAY}, "loop"),
    ],
)
def test_what_is_grave_makes_it_unwell(change: dict[str, object], name: str) -> None:
    vitals = replace(WELL, **change)
    assert wrong(vitals) == [name]
    assert not judged(vitals).is_well


@pytest.mark.parametrize(
    "change",
    [
        {"shards": (Shard(0, True), Shard(1, False, away_for=LONGEST_AWAY - 1))},
        {"storing": Storing(stored_ago=DAY, failing_for=LONGEST_FAILING - 1, oldest=LONGEST_WAIT - 1)},
        {"loop_delay": LONGEST_DELAY / 2},
    ],
)
def test_what_may_pass_by_itself_does_not(change: dict[str, object]) -> None:
    assert judged(replace(WELL, **change)).is_well


@pytest.mark.parametrize(
    ("backups", "is_well"),
    [
        (None, True),
        (Backups(DAY, age=DAY), True),
        (Backups(DAY, age=BACKUP_MARGIN * DAY), False),
        (Backups(DAY), False),
        (Backups(DAY, age=DAY, failed=True), False),
    ],
)
def test_a_backup_is_told_and_makes_nobody_start_the_bot_again(
    backups: Backups | None, is_well: bool
) -> None:
    vitals = replace(WELL, backups=backups)
    assert wrong(vitals) == ([] if is_well else ["backup"])
    assert judged(vitals).is_well


def test_it_is_told_as_json() -> None:
    told = json.loads(json.dumps(judged(replace(WELL, storing=Storing(12.34567, 0.0, 0.5))).as_json()))
    assert told["well"] is True
    assert set(told["checks"]) == {"serving", "store", "commits", "gateway", "loop", "backup"}
    assert told["checks"]["gateway"] == {
        "well": True, "shards": 2, "connected": 2, "away_for": 0.0, "latency": 0.04,
    }  # fmt: skip
    assert told["checks"]["store"] == {"well": True, "stored_ago": 12.346, "failing_for": 0.0}
