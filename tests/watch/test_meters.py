"""The metrics: as declared, with labels that are bounded, and read when they are asked for."""

from __future__ import annotations

import re
from itertools import product

import pytest
from yarl import URL

from bot.discordkit.interactions import InteractionOutcome
from bot.discordkit.load import Reason
from bot.robots.kinds import ROBOT_KINDS
from bot.tables.model import UNFINISHED, State
from bot.watch import declared
from bot.watch.declared import ALL, OTHER, MetricKind
from bot.watch.health import Backups, CellsNow, LoadNow, Storing
from bot.watch.meters import Meters, MetricReading
from bot.watch.sources import Sources, readings, vitals_of
from bot.watch.watch import DELAYS, Gateway, LoopDelay, PressTimes, StoreTimes, kind_of

BASE = "https://discord.com/api/v10"
SAMPLE = re.compile(r"^([a-z_]+)(?:\{(.*)\})? (\S+)$", re.MULTILINE)


def samples(meters: Meters) -> dict[str, float]:
    """What Prometheus would read: by name and labels, as written."""
    found = SAMPLE.findall(meters.text().decode())
    return {f"{name}{{{labels}}}" if labels else name: float(value) for name, labels, value in found}


def test_names_are_unique_and_as_prometheus_wants_them() -> None:
    assert len({one.name for one in ALL}) == len(ALL)
    for one in ALL:
        assert re.fullmatch(r"hartenheer_[a-z_]+", one.name)
        assert one.name.endswith("_total") is (one.kind in (MetricKind.COUNTED, MetricKind.READ_TOTAL)), (
            one.name
        )
        assert bool(one.buckets) is (one.kind is MetricKind.MEASURED), one.name
        assert one.help.endswith(".")


def test_labels_are_what_the_program_knows() -> None:
    assert ("none", *Reason) == declared.LOAD_REASONS
    assert set(declared.OUTCOMES) == set(InteractionOutcome)
    assert declared.ROBOTS == ROBOT_KINDS
    assert set(declared.TABLE_STATES) == {*UNFINISHED, State.PARKED}


def test_a_label_that_is_not_declared_is_another() -> None:
    meters = Meters()
    meters.count(declared.PRESSES, "@everyone", "done")
    meters.measure(declared.ANSWER_SECONDS, 0.1, "123456789012345678")
    found = samples(meters)
    assert found['hartenheer_presses_total{family="other",outcome="done"}'] == 1
    assert found['hartenheer_answer_seconds_count{family="other"}'] == 1
    assert "everyone" not in str(found) and "123456789012345678" not in str(found)


def test_everything_that_is_counted_is_there_at_0_before_its_first_event() -> None:
    found = samples(Meters())
    for one in ALL:
        if one.kind not in (MetricKind.COUNTED, MetricKind.MEASURED):
            continue
        name = one.name if one.kind is MetricKind.COUNTED else f"{one.name}_count"
        for values in product(*((*allowed, OTHER) for _, allowed in one.labels)):
            # The library writes labels by their names.
            told = sorted(zip((label for label, _ in one.labels), values, strict=True))
            labels = ",".join(f'{label}="{value}"' for label, value in told)
            assert found[f"{name}{{{labels}}}" if labels else name] == 0


def test_a_histogram_has_the_buckets_that_are_declared() -> None:
    meters = Meters()
    meters.measure(declared.COMMIT_CHANGES, 3)
    found = samples(meters)
    assert found['hartenheer_commit_changes_bucket{le="2.0"}'] == 0
    assert found['hartenheer_commit_changes_bucket{le="4.0"}'] == 1
    assert found["hartenheer_commit_changes_sum"] == 3


def sources(**others: object) -> Sources:
    gateway = Gateway(lambda: 5.0)
    gateway.connected(0)
    gateway.disconnected(0)
    gateway.connected(0)
    gateway.connected(99)
    values = {
        "now": lambda: 1_000.0,
        "is_ready": lambda: True,
        "is_stopping": lambda: False,
        "storing": lambda: Storing(1.0, 0.0, 2.0),
        "shards": lambda: gateway.shards({0: 0.05, 99: float("inf")}),
        "reconnects": lambda: gateway.reconnects,
        "servers": lambda: 3,
        "loop_delay": lambda: 0.01,
        "tables": lambda: {"playing": 4, "parked": 1},
        "timers": lambda: 7,
        "overdue": lambda: {"night": 2},
        "drawings": lambda: 2,
        "budget": lambda: (12, 45),
        "deferred": lambda: 6,
        "answers": lambda: None,
    }
    return Sources(**{**values, **others})  # pyright: ignore[reportArgumentType] - by name, as they come


def read(told: Sources) -> dict[str, float]:
    meters = Meters()
    meters.reads(lambda: readings(told, "1.2.3"))
    return samples(meters)


def test_what_is_kept_elsewhere_is_read() -> None:
    found = read(sources())
    assert found['hartenheer_info{version="1.2.3"}'] == 1
    assert found['hartenheer_tables{state="playing"}'] == 4
    assert found['hartenheer_tables{state="lobby"}'] == 0
    assert found['hartenheer_tables{state="parked"}'] == 1
    assert found["hartenheer_answers_deferred_total"] == 6
    assert (found["hartenheer_budget_used"], found["hartenheer_budget_limit"]) == (12, 45)
    assert found["hartenheer_commit_oldest_seconds"] == 2
    assert found['hartenheer_shard_connected{shard="0"}'] == 1
    assert found['hartenheer_shard_reconnects_total{shard="0"}'] == 1
    assert 'hartenheer_shard_connected{shard="99"}' not in found
    assert not [name for name in found if name.startswith(("hartenheer_load", "hartenheer_backup"))]


def test_which_cell_it_is_is_told_where_there_are_several() -> None:
    assert read(sources(cell=(2, 4)))['hartenheer_cell{count="4",number="2"}'] == 1
    assert not [name for name in read(sources()) if name.startswith("hartenheer_cell")]


def test_the_load_and_the_backups_are_read_where_there_are_any() -> None:
    found = read(sources(load=lambda: LoadNow(2, "budget", 3), backups=lambda: Backups(86_400.0, age=100.0)))
    assert found["hartenheer_load_level"] == 2
    assert found['hartenheer_load_reason{reason="budget"}'] == 1
    assert found['hartenheer_load_reason{reason="processor"}'] == 0
    assert found["hartenheer_load_changes_total"] == 3
    assert found["hartenheer_backup_age_seconds"] == 100
    assert found["hartenheer_backup_timestamp_seconds"] == 900
    assert found["hartenheer_backup_failed"] == 0
    assert (
        read(sources(load=lambda: LoadNow(1, "moon", 1)))[f'hartenheer_load_reason{{reason="{OTHER}"}}'] == 1
    )


def test_the_other_cells_are_told_of_where_there_are_any() -> None:
    found = read(sources(cells=lambda: CellsNow(is_connected=True, passed=7, refused=2)))
    assert found["hartenheer_broker_connected"] == 1
    assert found['hartenheer_passed_total{outcome="passed"}'] == 7
    assert found['hartenheer_passed_total{outcome="refused"}'] == 2
    assert not [
        name for name in read(sources()) if name.startswith(("hartenheer_broker", "hartenheer_passed"))
    ]


def test_the_vital_signs_are_read_from_the_same() -> None:
    vitals = vitals_of(sources(), since=900.0)
    assert (vitals.at, vitals.up_for, vitals.budget) == (1_000.0, 100.0, (12, 45))
    assert [(shard.number, shard.connected) for shard in vitals.shards] == [(0, True), (99, True)]
    assert vitals.shards[1].latency is None


def test_a_figure_is_of_a_metric_that_is_read() -> None:
    told = sources(
        load=lambda: LoadNow(0, "none", 0),
        backups=lambda: Backups(1.0, age=0.0),
        cell=(2, 4),
        cells=lambda: CellsNow(is_connected=False, passed=0, refused=0),
    )
    reads = {one.metric for one in readings(told, "1")}
    assert reads == {one for one in ALL if one.kind in (MetricKind.READ, MetricKind.READ_TOTAL)}
    assert all(isinstance(one, MetricReading) for one in readings(told, "1"))


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        (f"{BASE}/channels/1/messages", "counted"),
        (f"{BASE}/interactions/12/token-of-it/callback", "answer"),
        (f"{BASE}/webhooks/1/token-of-it/messages/@original", "token"),
        ("wss://gateway.discord.gg/?encoding=json&v=10", "gateway"),
        ("https://cdn.discordapp.com/avatars/1/a.png", "cdn"),
    ],
)
def test_what_a_request_is_follows_from_its_address(address: str, kind: str) -> None:
    assert kind_of(URL(address), BASE) == kind
    assert kind in declared.REQUEST_KINDS


class Clock:
    """Seconds that a test sets."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def test_a_press_is_timed_from_its_coming_to_its_first_answer() -> None:
    clock, meters = Clock(), Meters()
    times = PressTimes(meters, clock)
    assert times.latest() is None
    for number in range(100):
        times.came(number, "play")
        clock.seconds += 0.01 * (number + 1)
        times.answered(number, 204)
        times.answered(number, 204)  # a second one changes nothing
    latest = times.latest()
    assert latest is not None
    assert (latest.count, round(latest.p50, 2), round(latest.p95, 2)) == (100, 0.51, 0.96)
    assert samples(meters)['hartenheer_answer_seconds_count{family="play"}'] == 100


def test_an_answer_that_discord_no_longer_takes_is_late_and_has_no_time() -> None:
    clock, meters = Clock(), Meters()
    times = PressTimes(meters, clock)
    times.came(1, "play")
    times.answered(1, 404)
    times.answered(1, 200)
    times.came(2, "play")
    times.answered(2, 400)  # another answer was first, and told
    assert samples(meters)["hartenheer_answers_late_total"] == 1
    assert times.latest() is None


def test_what_is_never_answered_is_forgotten_at_last() -> None:
    times = PressTimes(Meters(), Clock())
    for number in range(10_000):
        times.came(number, "play")
    times.answered(0, 204)
    times.answered(9_999, 204)
    latest = times.latest()
    assert latest is not None and latest.count == 1


def test_a_store_that_fails_says_since_when() -> None:
    clock, meters = Clock(), Meters()
    times = StoreTimes(meters, clock)
    assert times.now(0.0) == Storing()
    times.stored(3, 0.01, None)
    clock.seconds = 10.0
    times.stored(1, 0.0, "disk-full")
    clock.seconds = 15.0
    times.stored(1, 0.0, "disk-full")
    assert times.now(0.5) == Storing(15.0, 5.0, 0.5)
    times.stored(1, 0.01, None)
    assert times.now(0.0) == Storing(0.0, 0.0, 0.0)
    assert samples(meters)['hartenheer_commits_failed_total{code="disk-full"}'] == 2


def test_the_worst_delay_of_a_minute_is_remembered() -> None:
    meters = Meters()
    loop = LoopDelay(meters)
    assert loop.worst == 0.0
    for late in (0.1, 3.0, 0.2):
        loop.seen(late)
    assert loop.worst == 3.0
    assert samples(meters)["hartenheer_loop_delay_seconds_count"] == 3
    for _ in range(DELAYS):
        loop.seen(0.01)
    assert loop.worst == 0.01


def test_a_shard_is_away_since_it_went() -> None:
    clock = Clock()
    gateway = Gateway(clock)
    gateway.connected(0)
    clock.seconds = 10.0
    gateway.disconnected(0)
    clock.seconds = 15.0
    gateway.disconnected(0)  # a vain try to come back
    clock.seconds = 40.0
    (shard,) = gateway.shards({})
    assert (shard.connected, shard.away_for, shard.latency) == (False, 30.0, None)
    gateway.connected(0)
    (shard,) = gateway.shards({0: 0.1})
    assert (shard.connected, shard.away_for, shard.latency) == (True, 0.0, 0.1)
    assert gateway.reconnects == {0: 1}
