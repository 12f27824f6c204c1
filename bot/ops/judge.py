"""From facts to findings, in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, cast

from bot.cells.link import APART, PASSWORD, UNREACHABLE, Hello
from bot.ops.findings import (
    UNLOOKED,
    AssetFacts,
    BackupFacts,
    CellFacts,
    DatabaseFacts,
    DiscordFacts,
    DiskFacts,
    ExaminedPart,
    Finding,
    Lacking,
    ProgramFacts,
    RobotFacts,
    SettingsFacts,
    Severity,
    exit_status,
)
from bot.robots.kinds import COMPILER, Problem
from bot.words.catalogue import Words

MB: Final = 1024 * 1024
DAY: Final = 86400.0

LARGE_WAL: Final = 64 * MB
"""SQLite brings it into the database at four megabytes, unless somebody reads all the time."""
MUCH_FREE: Final = 0.5
LARGE: Final = 64 * MB
FULL: Final = 16 * MB
"""What a disk has to have free for the bot to go on."""
OLD_AFTER: Final = 2 * DAY
OFF: Final = 2.0
FAR_OFF: Final = 60.0
"""Seconds a clock may be off: Discord's own is given in whole seconds; by more than a minute moments that
people see are wrong."""
FEW_STARTS: Final = 20
"""Discord allows 1000 a day, and resets the token of who needs more."""
NAMED: Final = 3
"""How many channels are named one by one."""

OF_DISCORD: Final = (
    ExaminedPart.TOKEN, ExaminedPart.APPLICATION, ExaminedPart.INTENTS, ExaminedPart.GATEWAY,
    ExaminedPart.PERMISSIONS, ExaminedPart.COMMANDS,
)  # fmt: skip


def of_settings(facts: SettingsFacts) -> Iterator[Finding]:
    """The settings."""
    if facts.problem:
        yield Finding(ExaminedPart.SETTINGS, Severity.FAULT, "wrong", {"problem": facts.problem})
    if facts.unknown:
        yield Finding(ExaminedPart.SETTINGS, Severity.WARNING, "unknown", {"names": ", ".join(facts.unknown)})
    if facts.readable:
        yield Finding(ExaminedPart.SETTINGS, Severity.WARNING, "readable", {"file": facts.readable})
    if facts == SettingsFacts():
        yield Finding(ExaminedPart.SETTINGS, Severity.OK, "fine")


def of_program(facts: ProgramFacts) -> Iterator[Finding]:
    """Python, SQLite and the libraries."""
    python, sqlite = _version(facts.python), _version(facts.sqlite)
    if facts.python < facts.python_needed:
        values = {"version": python, "needed": _version(facts.python_needed)}
        yield Finding(ExaminedPart.PYTHON, Severity.FAULT, "old", values)
    elif facts.sqlite < facts.sqlite_needed:
        values = {"version": sqlite, "needed": _version(facts.sqlite_needed)}
        yield Finding(ExaminedPart.PYTHON, Severity.FAULT, "sqlite", values)
    else:
        yield Finding(ExaminedPart.PYTHON, Severity.OK, "fine", {"version": python, "sqlite": sqlite})
    if facts.missing is None:
        yield Finding(ExaminedPart.LIBRARIES, Severity.UNKNOWN, "no-list")
        return
    if facts.missing:
        yield Finding(ExaminedPart.LIBRARIES, Severity.FAULT, "missing", {"names": ", ".join(facts.missing)})
    if facts.other:
        yield Finding(ExaminedPart.LIBRARIES, Severity.WARNING, "other", {"names": ", ".join(facts.other)})
    if not facts.missing and not facts.other:
        yield Finding(ExaminedPart.LIBRARIES, Severity.OK, "fine")


def of_robots(facts: RobotFacts) -> Iterator[Finding]:
    """The robots that need compiled code. Who has left them out has chosen so."""
    if facts.problem:
        level = Severity.OK if facts.problem in (Problem.OFF, Problem.MISSING) else Severity.WARNING
        yield Finding(ExaminedPart.ROBOTS, level, facts.problem, {"library": COMPILER})
    else:
        yield Finding(ExaminedPart.ROBOTS, Severity.OK, "fine" if facts.is_ready else "preparing")


def of_assets(facts: AssetFacts) -> Iterator[Finding]:
    """Languages, fonts, pictures and time zones."""
    for part, wrong in (
        (ExaminedPart.WORDS, ", ".join(facts.languages)),
        (ExaminedPart.FONTS, facts.fonts),
        (ExaminedPart.PICTURES, facts.pictures),
        (ExaminedPart.ZONES, ", ".join(facts.zones)),
    ):
        if wrong:
            yield Finding(part, Severity.FAULT, "broken", {"what": wrong})
        else:
            yield Finding(part, Severity.OK, "fine")


def of_database(facts: DatabaseFacts) -> Iterator[Finding]:
    """The database, and whether a bot runs on it."""
    if not facts.exists:
        yield Finding(ExaminedPart.DATABASE, Severity.WARNING, "none", {"path": facts.path})
        yield Finding(ExaminedPart.LOCK, Severity.OK, "free")
        return
    found = [*_wrong_with(facts)]
    yield from found
    if not any(one.level is Severity.FAULT for one in found):
        values = {"size": _mb(facts.size), "tables": facts.tables, "unfinished": facts.unfinished}
        yield Finding(ExaminedPart.DATABASE, Severity.OK, "fine", values)
    yield Finding(ExaminedPart.LOCK, Severity.OK, "running" if facts.running else "free")


def _wrong_with(facts: DatabaseFacts) -> Iterator[Finding]:
    path = {"path": facts.path}
    if facts.problem:
        yield Finding(ExaminedPart.DATABASE, Severity.FAULT, "unusable", {"problem": facts.problem})
        return
    if facts.damage:
        yield Finding(ExaminedPart.DATABASE, Severity.FAULT, "damaged", path)
        return
    if not facts.writable:
        yield Finding(ExaminedPart.DATABASE, Severity.FAULT, "read-only", path)
    if facts.version < facts.known:
        values = {"version": facts.version, "known": facts.known}
        yield Finding(ExaminedPart.DATABASE, Severity.WARNING, "older", values)
    if facts.readable_by_others:
        yield Finding(ExaminedPart.DATABASE, Severity.WARNING, "readable", path)
    if facts.wal > LARGE_WAL:
        yield Finding(ExaminedPart.DATABASE, Severity.WARNING, "wal", {"size": _mb(facts.wal)})
    if facts.size > LARGE and facts.free_share > MUCH_FREE:
        yield Finding(
            ExaminedPart.DATABASE, Severity.WARNING, "pages", {"share": round(100 * facts.free_share)}
        )
    if facts.running and facts.overdue:
        yield Finding(ExaminedPart.DATABASE, Severity.WARNING, "overdue", {"count": facts.overdue})
    if facts.parked:
        yield Finding(
            ExaminedPart.DATABASE, Severity.WARNING, "parked", {"ids": ", ".join(map(str, facts.parked))}
        )


def of_disk(facts: DiskFacts) -> Iterator[Finding]:
    """The room on the disk."""
    values = {"free": _mb(facts.free)}
    if facts.read_only:
        yield Finding(ExaminedPart.DISK, Severity.FAULT, "read-only")
    elif facts.free < FULL:
        yield Finding(ExaminedPart.DISK, Severity.FAULT, "full", values)
    elif facts.backup_free < facts.backup_needs:
        needs = {"free": _mb(facts.backup_free), "needed": _mb(facts.backup_needs, up=True)}
        yield Finding(ExaminedPart.DISK, Severity.WARNING, "small", needs)
    else:
        yield Finding(ExaminedPart.DISK, Severity.OK, "fine", values)


def of_backups(facts: BackupFacts, now: float) -> Iterator[Finding]:
    """The bot's own copies."""
    if facts.problem:
        yield Finding(ExaminedPart.BACKUP, Severity.WARNING, "unreadable", {"problem": facts.problem})
        return
    if not facts.wanted:
        level = Severity.OK if facts.host_days else Severity.WARNING
        yield Finding(ExaminedPart.BACKUP, level, "off")
        return
    past = [one for one in facts.made if one <= now]
    if len(past) < len(facts.made):
        yield Finding(
            ExaminedPart.BACKUP, Severity.WARNING, "to-come", {"count": len(facts.made) - len(past)}
        )
    if past:
        old = now - past[-1] > OLD_AFTER
        values = {"hours": int((now - past[-1]) // 3600), "count": len(past)}
        yield Finding(
            ExaminedPart.BACKUP, Severity.WARNING if old else Severity.OK, "old" if old else "fine", values
        )
    else:
        since = facts.database_since
        is_late = since is not None and now - since > OLD_AFTER
        yield Finding(ExaminedPart.BACKUP, Severity.WARNING if is_late else Severity.OK, "none")


def of_clock(off: float | str, latest: float | None, now: float) -> Iterator[Finding]:
    """The clock: by how many seconds it is ahead of Discord's, or why that is not known; and the last moment
    that the database knows of."""
    if latest is not None and latest > now + FAR_OFF:
        yield Finding(
            ExaminedPart.CLOCK, Severity.WARNING, "behind", {"hours": round((latest - now) / 3600, 1)}
        )
    if isinstance(off, str):
        yield Finding(ExaminedPart.CLOCK, Severity.UNKNOWN, "untold", {"reason": off})
    elif abs(off) > OFF:
        level = Severity.FAULT if abs(off) > FAR_OFF else Severity.WARNING
        yield Finding(ExaminedPart.CLOCK, level, "off", {"seconds": round(off, 1)})
    else:
        yield Finding(ExaminedPart.CLOCK, Severity.OK, "fine")


def unasked() -> Iterator[Finding]:
    """Of Discord, where nobody knows with which token to ask."""
    yield from (Finding(part, Severity.UNKNOWN, "no-token") for part in OF_DISCORD)


def of_discord(facts: DiscordFacts | None) -> Iterator[Finding]:
    """What Discord said; None where there is no token to ask with."""
    if facts is None:
        yield Finding(ExaminedPart.TOKEN, Severity.FAULT, "none")
        yield from (Finding(part, Severity.UNKNOWN, "no-token") for part in OF_DISCORD[1:])
    elif facts.refused:
        yield Finding(ExaminedPart.TOKEN, Severity.FAULT, "refused")
        yield from (Finding(part, Severity.UNKNOWN, "no-token") for part in OF_DISCORD[1:])
    elif facts.unreachable:
        yield from (
            Finding(part, Severity.UNKNOWN, "untold", {"reason": facts.unreachable}) for part in OF_DISCORD
        )
    else:
        yield Finding(ExaminedPart.TOKEN, Severity.OK, "fine", {"name": facts.name})
        yield from _of_application(facts)
        yield from of_permissions(facts)
        yield from _of_commands(facts)


def _of_application(facts: DiscordFacts) -> Iterator[Finding]:
    if ExaminedPart.APPLICATION in facts.unanswered:
        yield from (
            _unanswered(facts, part, ExaminedPart.APPLICATION)
            for part in (ExaminedPart.APPLICATION, ExaminedPart.INTENTS)
        )
    else:
        endpoint, more = facts.endpoint, facts.privileged
        level = Severity.FAULT if endpoint else Severity.OK
        yield Finding(ExaminedPart.APPLICATION, level, "endpoint" if endpoint else "fine")
        yield Finding(
            ExaminedPart.INTENTS, Severity.WARNING if more else Severity.OK, "more" if more else "fine"
        )
    if facts.starts_left is None:
        yield _unanswered(facts, ExaminedPart.GATEWAY)
    else:
        few = facts.starts_left < FEW_STARTS
        values = {"count": facts.starts_left}
        yield Finding(
            ExaminedPart.GATEWAY, Severity.WARNING if few else Severity.OK, "few" if few else "fine", values
        )


def of_permissions(facts: DiscordFacts) -> Iterator[Finding]:
    """What the bot may do where it matters."""
    if ExaminedPart.PERMISSIONS in facts.unanswered or facts.servers is None or facts.channels is None:
        yield _unanswered(facts, ExaminedPart.PERMISSIONS)
        return
    for one in facts.lacking[:NAMED]:
        yield _of_channel(one)
    if len(facts.lacking) > NAMED:
        values = {"count": len(facts.lacking) - NAMED}
        yield Finding(ExaminedPart.PERMISSIONS, Severity.WARNING, "others", values)
    if not facts.lacking:
        values = {"servers": facts.servers, "channels": facts.channels}
        yield Finding(ExaminedPart.PERMISSIONS, Severity.OK, "fine", values)


def _of_channel(one: Lacking) -> Finding:
    values: dict[str, object] = {"server": one.server, "channel": one.channel}
    if one.permissions is None:
        return Finding(ExaminedPart.PERMISSIONS, Severity.WARNING, "gone", values)
    return Finding(
        ExaminedPart.PERMISSIONS, Severity.WARNING, "lacking", {**values, "permissions": one.permissions}
    )


def _of_commands(facts: DiscordFacts) -> Iterator[Finding]:
    if facts.registered is None:
        yield _unanswered(facts, ExaminedPart.COMMANDS)
    elif facts.missing:
        yield Finding(ExaminedPart.COMMANDS, Severity.WARNING, "missing", {"names": ", ".join(facts.missing)})
    else:
        yield Finding(ExaminedPart.COMMANDS, Severity.OK, "fine", {"count": facts.registered})


def of_cells(facts: CellFacts, now: float) -> Iterator[Finding]:
    """The processes of a bot that is several."""
    if facts.problem:
        known = facts.problem in (UNREACHABLE, PASSWORD)
        level, code = (Severity.FAULT, facts.problem) if known else (Severity.UNKNOWN, "untold")
        yield Finding(ExaminedPart.CELLS, level, code, {} if known else {"reason": facts.problem})
        return
    ours = [one for one in facts.there if one.count == facts.cell.count]
    away = {*range(1, facts.cell.count + 1)} - {one.number for one in ours}
    wrong = {
        "away": ", ".join(map(str, sorted(away))),
        "count": ", ".join(_called(one) for one in facts.there if one not in ours),
        "version": ", ".join(_called(one) for one in ours if one.version != facts.version),
        "clock": ", ".join(_called(one) for one in ours if abs(one.now - now) > APART),
    }
    for code, names in wrong.items():
        if names:
            here = facts.version if code == "version" else str(facts.cell)
            values = {"names": names, "here": here, "seconds": round(APART)}
            level = Severity.FAULT if code == "count" else Severity.WARNING
            yield Finding(ExaminedPart.CELLS, level, code, values)
    if not any(wrong.values()):
        yield Finding(ExaminedPart.CELLS, Severity.OK, "fine", {"count": facts.cell.count})


def _called(one: Hello) -> str:
    return f"{one.number}/{one.count} ({one.version})"


def _unanswered(facts: DiscordFacts, part: ExaminedPart, asked: ExaminedPart | None = None) -> Finding:
    return Finding(part, Severity.UNKNOWN, "untold", {"reason": facts.unanswered.get(asked or part, "?")})


_CODES: Final = {
    ExaminedPart.SETTINGS: "fine wrong unknown readable",
    ExaminedPart.PYTHON: "fine old sqlite",
    ExaminedPart.LIBRARIES: "fine no-list missing other",
    ExaminedPart.ROBOTS: "fine preparing missing broken off failed",
    ExaminedPart.WORDS: "fine broken",
    ExaminedPart.FONTS: "fine broken",
    ExaminedPart.PICTURES: "fine broken",
    ExaminedPart.ZONES: "fine broken",
    ExaminedPart.DATABASE: "fine none unusable damaged read-only older readable wal pages overdue parked",
    ExaminedPart.LOCK: "running free",
    ExaminedPart.DISK: "fine read-only full small",
    ExaminedPart.BACKUP: "fine unreadable off to-come old none",
    ExaminedPart.CLOCK: "fine behind off",
    ExaminedPart.TOKEN: "fine none refused",
    ExaminedPart.APPLICATION: "fine endpoint",
    ExaminedPart.INTENTS: "fine more",
    ExaminedPart.GATEWAY: "fine few",
    ExaminedPart.PERMISSIONS: "fine lacking gone others",
    ExaminedPart.COMMANDS: "fine missing",
    ExaminedPart.CELLS: "fine away version count clock unreachable password",
}
SAID: Final = (*UNLOOKED, *(f"{part}.{code}" for part, codes in _CODES.items() for code in codes.split()))
"""Which sentences there are (``Finding.said``)."""


def _version(numbers: Iterable[int]) -> str:
    return ".".join(map(str, numbers))


def _mb(size: int, *, up: bool = False) -> int:
    return -(-size // MB) if up else size // MB


WIDE: Final = 13
LEVEL_WIDE: Final = 9


def sentence(words: Words, found: Finding) -> str:
    """What is so, and what to do about it."""
    return words(
        f"doctor.{found.said}", **{name: _shown(words, value) for name, value in found.values.items()}
    )


def lines(words: Words, found: Iterable[Finding]) -> Iterator[str]:
    """A line a finding: how bad, of what, and the sentence. At the end what it comes to."""
    every = list(found)
    for one in every:
        level = words(f"doctor.level.{one.level}")
        yield f"{level:{LEVEL_WIDE}} {one.part:{WIDE}} {sentence(words, one)}"
    of = {level: sum(one.level is level for one in every) for level in Severity}
    yield words(
        "doctor.sum", faults=of[Severity.FAULT], warnings=of[Severity.WARNING], unknown=of[Severity.UNKNOWN]
    )


def as_json(words: Words, found: Iterable[Finding]) -> dict[str, Any]:
    """The same for programs."""
    every = list(found)
    return {
        "well": not exit_status(every),
        "checks": [
            {
                "check": one.part.value,
                "level": one.level.value,
                "code": one.code,
                "values": dict(one.values),
                "sentence": sentence(words, one),
            }
            for one in every
        ],
    }


def _shown(words: Words, value: object) -> object:
    """A value as people read it: a tuple is permissions by name."""
    if isinstance(value, tuple):
        names = cast(tuple[str, ...], value)  # of facts.Lacking
        return words.both(words(f"permission.{name}") for name in names)
    return words.number(value) if isinstance(value, int) else value
