"""Every metric there is: its name, what it says, its labels. The dashboard and the alerts are held to this
list.

Each label has a bounded number of values, all of them declared: what is none of them counts as ``other``. So
no label can hold an id of a person, a server or a table. Names and units are as Prometheus wants them
(https://prometheus.io/docs/practices/naming/).

What many small parts do alike, such as trying something again, is counted here for the whole process: they
need nobody to tell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import Final


class Retry(StrEnum):
    """What may be tried once more."""

    ANSWER = "answer"
    MESSAGE = "message"
    CHANGE = "change"
    REMOVAL = "removal"
    CALL = "call"
    START = "start"


retries: Final = Counter[Retry]()
"""How often each was, since the process began."""

log_lines: Final = Counter[str]()
"""How many lines were logged, by level."""


def tried_again(what: Retry) -> None:
    """Something is tried once more."""
    retries[what] += 1


OTHER: Final = "other"


class MetricKind(Enum):
    """How a metric comes about."""

    COUNTED = auto()
    """It is added to as things happen."""
    MEASURED = auto()
    """A histogram of what was measured as things happen."""
    READ = auto()
    """It is read when it is asked for, and goes up and down."""
    READ_TOTAL = auto()
    """It is read when it is asked for, and only goes up while the process lives."""


@dataclass(frozen=True, slots=True, eq=False)
class Metric:
    """One metric. ``labels`` are the values that each label may have, besides ``other``; ``buckets`` the
    upper bounds of a histogram's."""

    name: str
    kind: MetricKind
    help: str
    labels: tuple[tuple[str, tuple[str, ...]], ...] = ()
    buckets: tuple[float, ...] = ()


FAMILIES: Final = (
    "play", "table", "rules", "presets", "league", "night", "stats", "replay", "review", "lesson", "privacy",
    "settings", "welcome", "command", "suggestion",
)  # fmt: skip
"""What a press is about; of a table's, ``play`` stands for itself."""

OUTCOMES: Final = ("done", "refused", "failed", "too-fast", "stopping")
STATUSES: Final = (
    "101", "200", "201", "204", "304", "400", "401", "403", "404", "405", "429", "500", "502", "503", "504",
    "none",
)  # fmt: skip
REQUEST_KINDS: Final = ("counted", "answer", "token", "cdn", "gateway")
SCOPES: Final = ("user", "global", "shared")
RETRIES: Final = tuple(Retry)
TABLE_STATES: Final = ("lobby", "playing", "adjourned", "parked")
ROBOTS: Final = ("easy", "steady", "strong", "teacher")
OVERDUE_KINDS: Final = ("night", "timer")
LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
STORE_CODES: Final = (
    "disk-full", "read-only", "cannot-open", "locked", "disk-failed", "damaged", "not-a-database", "refused",
    "closed",
)  # fmt: skip
PASSED_OUTCOMES: Final = ("passed", "refused")
LOAD_REASONS: Final = ("none", "budget", "processor", "answers")
SHARDS: Final = tuple(str(number) for number in range(64))
CELLS: Final = tuple(str(number) for number in range(1, 65))

_ANSWERS: Final = (0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1.0, 2.0, 3.0)
_REQUESTS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_SHORT: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)
_SIZES: Final = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0)

INFO: Final = Metric(
    "hartenheer_info", MetricKind.READ, "1, with the version of the program.", (("version", ()),)
)

CELL: Final = Metric(
    "hartenheer_cell",
    MetricKind.READ,
    "1, with which cell of how many it is, where there are several.",
    (("number", CELLS), ("count", CELLS)),
)

PRESSES: Final = Metric(
    "hartenheer_presses_total",
    MetricKind.COUNTED,
    "Presses, modals, commands and suggestions, by what they are about and what became of them.",
    (("family", FAMILIES), ("outcome", OUTCOMES)),
)
ANSWER_SECONDS: Final = Metric(
    "hartenheer_answer_seconds",
    MetricKind.MEASURED,
    "From an interaction's coming to Discord's taking its first answer.",
    (("family", FAMILIES),),
    _ANSWERS,
)
ANSWERS_DEFERRED: Final = Metric(
    "hartenheer_answers_deferred_total",
    MetricKind.READ_TOTAL,
    "First answers that were an acknowledgement, as what was to be the answer took long.",
)
ANSWERS_LATE: Final = Metric(
    "hartenheer_answers_late_total",
    MetricKind.COUNTED,
    "First answers that Discord no longer took.",
)

REQUESTS: Final = Metric(
    "hartenheer_requests_total",
    MetricKind.COUNTED,
    "Requests to Discord by kind (answers and those by tokens are not counted by it) and status.",
    (("kind", REQUEST_KINDS), ("status", STATUSES)),
)
REQUEST_SECONDS: Final = Metric(
    "hartenheer_request_seconds",
    MetricKind.MEASURED,
    "From a request's beginning to the first of its answer.",
    (("kind", REQUEST_KINDS),),
    _REQUESTS,
)
RATE_LIMITED: Final = Metric(
    "hartenheer_rate_limited_total",
    MetricKind.COUNTED,
    "Answers of status 429, by Discord's scope.",
    (("scope", SCOPES),),
)
TRIED_AGAIN: Final = Metric(
    "hartenheer_retries_total", MetricKind.READ_TOTAL, "What was tried once more.", (("what", RETRIES),)
)
BUDGET_USED: Final = Metric(
    "hartenheer_budget_used", MetricKind.READ, "Counted requests that were begun within the last second."
)
BUDGET_LIMIT: Final = Metric(
    "hartenheer_budget_limit", MetricKind.READ, "Counted requests that may begin within a second."
)

LOAD_LEVEL: Final = Metric(
    "hartenheer_load_level", MetricKind.READ, "How much less is followed than at ease, which is 0."
)
LOAD_REASON: Final = Metric(
    "hartenheer_load_reason",
    MetricKind.READ,
    "1 for why the level is what it is.",
    (("reason", LOAD_REASONS),),
)
LOAD_CHANGES: Final = Metric(
    "hartenheer_load_changes_total", MetricKind.READ_TOTAL, "How often the level of the load has changed."
)

DRAWING_SECONDS: Final = Metric(
    "hartenheer_drawing_seconds",
    MetricKind.MEASURED,
    "Drawing one picture.",
    buckets=_SHORT,
)
DRAWINGS_WAITING: Final = Metric(
    "hartenheer_drawings_waiting", MetricKind.READ, "Pictures that are being drawn or wait to be."
)

COMMIT_SECONDS: Final = Metric(
    "hartenheer_commit_seconds",
    MetricKind.MEASURED,
    "Storing one group of changes.",
    buckets=_SHORT,
)
COMMIT_CHANGES: Final = Metric(
    "hartenheer_commit_changes", MetricKind.MEASURED, "Changes stored in one transaction.", buckets=_SIZES
)
COMMITS_FAILED: Final = Metric(
    "hartenheer_commits_failed_total",
    MetricKind.COUNTED,
    "Groups of changes of which nothing was stored.",
    (("code", STORE_CODES),),
)
COMMIT_OLDEST: Final = Metric(
    "hartenheer_commit_oldest_seconds",
    MetricKind.READ,
    "For how long the oldest change has waited to be stored.",
)

TABLES: Final = Metric(
    "hartenheer_tables", MetricKind.READ, "Tables that are not over.", (("state", TABLE_STATES),)
)
TIMERS: Final = Metric("hartenheer_timers", MetricKind.READ, "Timers that are set.")
OVERDUE: Final = Metric(
    "hartenheer_overdue",
    MetricKind.READ,
    "What was due and nobody was at work on: nights when they were last looked for, timers a minute late.",
    (("what", OVERDUE_KINDS),),
)
THINKING_SECONDS: Final = Metric(
    "hartenheer_thinking_seconds",
    MetricKind.MEASURED,
    "A robot's choosing one action, in its thread.",
    (("robot", ROBOTS),),
    _SHORT,
)

LOOP_DELAY: Final = Metric(
    "hartenheer_loop_delay_seconds",
    MetricKind.MEASURED,
    "How late the event loop is for something that is due.",
    buckets=_SHORT,
)
SHARD_CONNECTED: Final = Metric(
    "hartenheer_shard_connected",
    MetricKind.READ,
    "1 while a shard is connected to the gateway.",
    (("shard", SHARDS),),
)
SHARD_LATENCY: Final = Metric(
    "hartenheer_shard_latency_seconds",
    MetricKind.READ,
    "Between the last heartbeat and its answer.",
    (("shard", SHARDS),),
)
SHARD_RECONNECTS: Final = Metric(
    "hartenheer_shard_reconnects_total",
    MetricKind.READ_TOTAL,
    "How often a shard has come back to the gateway.",
    (("shard", SHARDS),),
)
SERVERS: Final = Metric("hartenheer_servers", MetricKind.READ, "Servers that the bot is on.")

BACKUP_TIME: Final = Metric(
    "hartenheer_backup_timestamp_seconds",
    MetricKind.READ,
    "When the last scheduled backup was made and verified.",
)
BACKUP_AGE: Final = Metric("hartenheer_backup_age_seconds", MetricKind.READ, "How old that backup is.")
BACKUP_INTERVAL: Final = Metric(
    "hartenheer_backup_interval_seconds", MetricKind.READ, "How far apart scheduled backups are to be."
)
BACKUP_FAILED: Final = Metric(
    "hartenheer_backup_failed", MetricKind.READ, "1 where the last try to make a scheduled backup has failed."
)

LOG_LINES: Final = Metric(
    "hartenheer_log_lines_total", MetricKind.READ_TOTAL, "Lines of the log.", (("level", LEVELS),)
)

BROKER_CONNECTED: Final = Metric(
    "hartenheer_broker_connected",
    MetricKind.READ,
    "Whether the other cells can be reached, where there are any.",
)
PASSED: Final = Metric(
    "hartenheer_passed_total",
    MetricKind.READ_TOTAL,
    "Interactions that are another cell's, by whether it took them.",
    (("outcome", PASSED_OUTCOMES),),
)

ALL: Final = (
    INFO, CELL, PRESSES, ANSWER_SECONDS, ANSWERS_DEFERRED, ANSWERS_LATE, REQUESTS, REQUEST_SECONDS,
    RATE_LIMITED, TRIED_AGAIN, BUDGET_USED, BUDGET_LIMIT, LOAD_LEVEL, LOAD_REASON, LOAD_CHANGES,
    DRAWING_SECONDS, DRAWINGS_WAITING, COMMIT_SECONDS, COMMIT_CHANGES, COMMITS_FAILED, COMMIT_OLDEST, TABLES,
    TIMERS, OVERDUE, THINKING_SECONDS, LOOP_DELAY, SHARD_CONNECTED, SHARD_LATENCY, SHARD_RECONNECTS, SERVERS,
    BACKUP_TIME, BACKUP_AGE, BACKUP_INTERVAL, BACKUP_FAILED, LOG_LINES, BROKER_CONNECTED, PASSED,
)  # fmt: skip

OF_THE_PROCESS: Final[Mapping[str, str]] = {
    "process_cpu_seconds_total": "CPU that the process has taken.",
    "process_resident_memory_bytes": "Its memory.",
    "process_virtual_memory_bytes": "Its address space.",
    "process_open_fds": "Files and connections that it has open.",
    "process_max_fds": "How many it may have.",
    "process_start_time_seconds": "When it was started.",
}
"""What the client library of Prometheus tells of a process, on Linux."""
