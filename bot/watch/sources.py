"""Where figures are read that are kept elsewhere, and what is made of them: the vital signs, and readings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.watch import declared
from bot.watch.health import Answers, Backups, LoadNow, Shard, Storing, Vitals
from bot.watch.meters import Reading
from bot.watch.tallies import Retry, log_lines, retries


@dataclass(frozen=True, slots=True)
class Sources:
    """Each is asked whenever somebody looks, and answers at once. ``tables`` are numbers by state,
    ``overdue`` by what it is, ``budget`` the counted requests of the last second and how many may be,
    ``reconnects`` by shard. ``load`` and ``backups`` are None where there is no such thing."""

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


def readings(sources: Sources, version: str) -> Iterator[Reading]:
    """All metrics that are read."""
    yield Reading(declared.INFO, 1, (version,))
    yield Reading(declared.ANSWERS_DEFERRED, sources.deferred())
    used, limit = sources.budget()
    yield Reading(declared.BUDGET_USED, used)
    yield Reading(declared.BUDGET_LIMIT, limit)
    yield Reading(declared.DRAWINGS_WAITING, sources.drawings())
    yield Reading(declared.COMMIT_OLDEST, sources.storing().oldest)
    tables = sources.tables()
    for state in declared.TABLE_STATES:
        yield Reading(declared.TABLES, tables.get(state, 0), (state,))
    yield Reading(declared.TIMERS, sources.timers())
    overdue = sources.overdue()
    for what in declared.OVERDUE_KINDS:
        yield Reading(declared.OVERDUE, overdue.get(what, 0), (what,))
    yield Reading(declared.SERVERS, sources.servers())
    for what in Retry:
        yield Reading(declared.TRIED_AGAIN, retries.get(what, 0), (what,))
    for level in declared.LEVELS:
        yield Reading(declared.LOG_LINES, log_lines.get(level, 0), (level,))
    yield from _gateway(sources)
    yield from _load(sources.load())
    yield from _backups(sources.now(), sources.backups())


def _gateway(sources: Sources) -> Iterator[Reading]:
    """Shards beyond those that are declared are not told one by one."""
    reconnects = sources.reconnects()
    for shard in sources.shards():
        label = (str(shard.number),)
        if label[0] not in declared.SHARDS:
            continue
        yield Reading(declared.SHARD_CONNECTED, shard.connected, label)
        yield Reading(declared.SHARD_RECONNECTS, reconnects.get(shard.number, 0), label)
        if shard.latency is not None:
            yield Reading(declared.SHARD_LATENCY, shard.latency, label)


def _load(load: LoadNow | None) -> Iterator[Reading]:
    if load is None:
        return
    yield Reading(declared.LOAD_LEVEL, load.level)
    yield Reading(declared.LOAD_CHANGES, load.changes)
    for reason in (*declared.LOAD_REASONS, declared.OTHER):
        known = load.reason if load.reason in declared.LOAD_REASONS else declared.OTHER
        yield Reading(declared.LOAD_REASON, reason == known, (reason,))


def _backups(now: float, backups: Backups | None) -> Iterator[Reading]:
    if backups is None:
        return
    yield Reading(declared.BACKUP_INTERVAL, backups.every)
    yield Reading(declared.BACKUP_FAILED, backups.failed)
    if backups.age is not None:
        yield Reading(declared.BACKUP_TIME, now - backups.age)
        yield Reading(declared.BACKUP_AGE, backups.age)
