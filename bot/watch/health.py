"""Whether the bot is well: what was measured of it at one moment, and what is judged of that. Pure.

Times are in seconds. What is None is not known, or is not there to be measured.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

LONGEST_FAILING: Final = 60.0
"""For how long changes may fail to be stored."""

LONGEST_WAIT: Final = 10.0
"""For how long a change may wait to be stored; SQLite waits five for another program's lock."""

LONGEST_DELAY: Final = 2.0
"""By how much the event loop may be late; an answer has three seconds."""

LONGEST_AWAY: Final = 120.0
"""For how long a shard may be away from the gateway: the library comes back within one where it can."""

BACKUP_MARGIN: Final = 2.0
"""How many times its interval a backup may be old."""

_NONE: Final[Mapping[str, int]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Storing:
    """What is known of storing: how long ago a change was stored last, for how long changes have failed (0
    where the last one went well), and how long the oldest that is not stored yet has waited (0 where none
    waits)."""

    stored_ago: float | None = None
    failing_for: float = 0.0
    oldest: float = 0.0


@dataclass(frozen=True, slots=True)
class Shard:
    """One connection to the gateway. ``away_for`` is since when it is not ``connected``; ``latency`` between
    a heartbeat and its answer."""

    number: int
    connected: bool
    away_for: float = 0.0
    latency: float | None = None


@dataclass(frozen=True, slots=True)
class Backups:
    """The scheduled ones: one ``every`` so many seconds; how old the last is that verified, and whether the
    last try has failed."""

    every: float
    age: float | None = None
    failed: bool = False


@dataclass(frozen=True, slots=True)
class LoadNow:
    """How much is followed: the level, 0 at ease, why it is that, and how often it has changed."""

    level: int
    reason: str
    changes: int


@dataclass(frozen=True, slots=True)
class CellsNow:
    """Whether the other cells can be reached; how many interactions were passed on, and how many refused as
    their cell was away."""

    is_connected: bool
    passed: int
    refused: int


@dataclass(frozen=True, slots=True)
class Answers:
    """How long the last presses have waited for their first answer: how many they are, and what half, 95 and
    99 in a hundred are within."""

    count: int
    p50: float
    p95: float
    p99: float


@dataclass(frozen=True, slots=True)
class Vitals:
    """The bot at one moment, ``at`` unix seconds. ``up_for`` is since it was started; ``tables`` how many
    there are by state; ``loop_delay`` the worst of the last minute; ``budget`` how many counted requests of
    the last second's are spent, and of how many."""

    at: float
    up_for: float = 0.0
    is_ready: bool = False
    is_stopping: bool = False
    storing: Storing = field(default_factory=Storing)
    shards: tuple[Shard, ...] = ()
    loop_delay: float = 0.0
    budget: tuple[int, int] = (0, 0)
    tables: Mapping[str, int] = field(default_factory=lambda: _NONE)
    load: LoadNow | None = None
    answers: Answers | None = None
    backups: Backups | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at, and its figures. Only what is ``grave`` makes the bot unwell: what
    another start, or a look at its machine, may mend."""

    name: str
    is_well: bool
    grave: bool
    figures: Mapping[str, float | int | str | bool | None]


@dataclass(frozen=True, slots=True)
class HealthReport:
    """What was judged."""

    checks: tuple[Check, ...]

    @property
    def is_well(self) -> bool:
        """Whether nothing grave is wrong."""
        return all(check.is_well or not check.grave for check in self.checks)

    def as_json(self) -> dict[str, Any]:
        """For ``/healthz``."""
        return {
            "well": self.is_well,
            "checks": {check.name: {"well": check.is_well, **check.figures} for check in self.checks},
        }


def judged(vitals: Vitals) -> HealthReport:
    """How the bot is."""
    return HealthReport(
        (_serving(vitals), *_store(vitals.storing), _gateway(vitals), _loop(vitals), _backup(vitals.backups))
    )


def _serving(vitals: Vitals) -> Check:
    figures = {"up_for": round(vitals.up_for, 1), "stopping": vitals.is_stopping}
    return Check("serving", vitals.is_ready and not vitals.is_stopping, True, figures)


def _store(storing: Storing) -> tuple[Check, Check]:
    writable = storing.failing_for < LONGEST_FAILING
    return (
        Check(
            "store",
            writable,
            True,
            {"stored_ago": _rounded(storing.stored_ago), "failing_for": _rounded(storing.failing_for)},
        ),
        Check("commits", storing.oldest < LONGEST_WAIT, True, {"oldest": _rounded(storing.oldest)}),
    )


def _gateway(vitals: Vitals) -> Check:
    away = max((shard.away_for for shard in vitals.shards), default=0.0)
    latencies = [shard.latency for shard in vitals.shards if shard.latency is not None]
    return Check(
        "gateway",
        bool(vitals.shards) and away < LONGEST_AWAY,
        True,
        {
            "shards": len(vitals.shards),
            "connected": sum(shard.connected for shard in vitals.shards),
            "away_for": _rounded(away),
            "latency": _rounded(max(latencies, default=None)),
        },
    )


def _loop(vitals: Vitals) -> Check:
    return Check("loop", vitals.loop_delay < LONGEST_DELAY, True, {"delay": _rounded(vitals.loop_delay)})


def _backup(backups: Backups | None) -> Check:
    """Never grave: another start makes none."""
    if backups is None:
        return Check("backup", True, False, {"scheduled": False})
    is_recent = backups.age is not None and backups.age < BACKUP_MARGIN * backups.every
    figures = {"scheduled": True, "age": _rounded(backups.age), "failed": backups.failed}
    return Check("backup", is_recent and not backups.failed, False, figures)


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 3)
