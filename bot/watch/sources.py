"""Where figures are read that are kept elsewhere, and what is made of them: the vital signs, and readings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.watch import declared
from bot.watch.declared import Retry, log_lines, retries
from bot.watch.health import Answers, Backups, CellsNow, LoadNow, Shard, Storing, Vitals
from bot.watch.meters import MetricReading


@dataclass(frozen=True, slots=True)
class Sources:
    """Each is asked whenever somebody looks, and answers at once. ``tables`` are numbers by state,
    ``overdue`` by what it is, ``budget`` the counted requests of the last second and how many may be,
    ``reconnects`` by shard. ``load``, ``backups`` and ``cells`` are None where there is no such thing.
    ``cell`` is the number of this process and how many there are, where there are several."""

    now: Callable[[], float]
    is_ready: Callable[[], bool]
    is_stopping: Callable[[], bool]
    storing: Callable[[], Storing]
    shards: Callable[[], Sequence[Shard]]
    reconnects: Callable[[], Mapping[int, int]]
    servers: Callable[[], int]
    loop_delay: Callable[[], float]
    tables: Callable[[], Mapping[str, int]]
    timers: Callable[[], int]
    overdue: Callable[[], Mapping[str, int]]
    drawings: Callable[[], int]
    budget: Callable[[], tuple[int, int]]
    deferred: Callable[[], int]
    answers: Callable[[], Answers | None]
    load: Callable[[], LoadNow | None] = lambda: None
    backups: Callable[[], Backups | None] = lambda: None
    cell: tuple[int, int] | None = None
    cells: Callable[[], CellsNow | None] = lambda: None


def vitals_of(sources: Sources, since: float) -> Vitals:
    """The bot as it is now, which was started at ``since`` (unix seconds)."""
    now = sources.now()
    return Vitals(
        at=now,
        up_for=max(0.0, now - since),
        is_ready=sources.is_ready(),
        is_stopping=sources.is_stopping(),
        storing=sources.storing(),
        shards=tuple(sources.shards()),
        loop_delay=sources.loop_delay(),
        budget=sources.budget(),
        tables=sources.tables(),
        load=sources.load(),
        answers=sources.answers(),
        backups=sources.backups(),
    )


def readings(sources: Sources, version: str) -> Iterator[MetricReading]:
    """All metrics that are read."""
    yield MetricReading(declared.INFO, 1, (version,))
    if sources.cell is not None:
        yield MetricReading(declared.CELL, 1, tuple(map(str, sources.cell)))
    yield MetricReading(declared.ANSWERS_DEFERRED, sources.deferred())
    used, limit = sources.budget()
    yield MetricReading(declared.BUDGET_USED, used)
    yield MetricReading(declared.BUDGET_LIMIT, limit)
    yield MetricReading(declared.DRAWINGS_WAITING, sources.drawings())
    yield MetricReading(declared.COMMIT_OLDEST, sources.storing().oldest)
    tables = sources.tables()
    for state in declared.TABLE_STATES:
        yield MetricReading(declared.TABLES, tables.get(state, 0), (state,))
    yield MetricReading(declared.TIMERS, sources.timers())
    overdue = sources.overdue()
    for what in declared.OVERDUE_KINDS:
        yield MetricReading(declared.OVERDUE, overdue.get(what, 0), (what,))
    yield MetricReading(declared.SERVERS, sources.servers())
    for what in Retry:
        yield MetricReading(declared.TRIED_AGAIN, retries.get(what, 0), (what,))
    for level in declared.LEVELS:
        yield MetricReading(declared.LOG_LINES, log_lines.get(level, 0), (level,))
    yield from _gateway(sources)
    yield from _load(sources.load())
    yield from _backups(sources.now(), sources.backups())
    if (cells := sources.cells()) is not None:
        yield MetricReading(declared.BROKER_CONNECTED, cells.is_connected)
        for outcome, count in zip(declared.PASSED_OUTCOMES, (cells.passed, cells.refused), strict=True):
            yield MetricReading(declared.PASSED, count, (outcome,))


def _gateway(sources: Sources) -> Iterator[MetricReading]:
    """Shards beyond those that are declared are not reported one by one."""
    reconnects = sources.reconnects()
    for shard in sources.shards():
        label = (str(shard.number),)
        if label[0] not in declared.SHARDS:
            continue
        yield MetricReading(declared.SHARD_CONNECTED, shard.connected, label)
        yield MetricReading(declared.SHARD_RECONNECTS, reconnects.get(shard.number, 0), label)
        if shard.latency is not None:
            yield MetricReading(declared.SHARD_LATENCY, shard.latency, label)


def _load(load: LoadNow | None) -> Iterator[MetricReading]:
    if load is None:
        return
    yield MetricReading(declared.LOAD_LEVEL, load.level)
    yield MetricReading(declared.LOAD_CHANGES, load.changes)
    for reason in (*declared.LOAD_REASONS, declared.OTHER):
        known = load.reason if load.reason in declared.LOAD_REASONS else declared.OTHER
        yield MetricReading(declared.LOAD_REASON, reason == known, (reason,))


def _backups(now: float, backups: Backups | None) -> Iterator[MetricReading]:
    if backups is None:
        return
    yield MetricReading(declared.BACKUP_INTERVAL, backups.every)
    yield MetricReading(declared.BACKUP_FAILED, backups.failed)
    if backups.age is not None:
        yield MetricReading(declared.BACKUP_TIME, now - backups.age)
        yield MetricReading(declared.BACKUP_AGE, backups.age)
