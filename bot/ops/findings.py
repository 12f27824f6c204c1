"""What probes bring, and what is found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from bot.cells.link import Hello
from bot.cells.model import Cell

UNLOOKED: Final = ("untold", "no-token")
"""Codes that are the same for every part."""

NOTHING: Final[Mapping[str, object]] = MappingProxyType({})


class Severity(StrEnum):
    """How bad it is."""

    OK = "ok"
    WARNING = "warning"
    """It works, and something should be seen to."""
    FAULT = "fault"
    """Something does not work until it is seen to."""
    UNKNOWN = "unknown"
    """It could not be looked at."""


class ExaminedPart(StrEnum):
    """What is looked at, in the order in which it is reported."""

    SETTINGS = "settings"
    PYTHON = "python"
    LIBRARIES = "libraries"
    ROBOTS = "robots"
    WORDS = "words"
    FONTS = "fonts"
    PICTURES = "pictures"
    ZONES = "zones"
    DATABASE = "database"
    LOCK = "lock"
    DISK = "disk"
    BACKUP = "backup"
    CLOCK = "clock"
    TOKEN = "token"  # noqa: S105 - a name
    APPLICATION = "application"
    INTENTS = "intents"
    GATEWAY = "gateway"
    PERMISSIONS = "permissions"
    COMMANDS = "commands"
    CELLS = "cells"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was found about a part. Its sentence is the catalogue's ``doctor.PART.CODE``, filled
    with ``values``, none of which is secret; of what was not looked at, ``doctor.CODE``."""

    part: ExaminedPart
    level: Severity
    code: str
    values: Mapping[str, object] = field(default_factory=lambda: NOTHING)

    @property
    def said(self) -> str:
        """Which sentence it has."""
        return self.code if self.code in UNLOOKED else f"{self.part}.{self.code}"


def worst_first(found: Iterable[Finding]) -> list[Finding]:
    """Only what should be seen to: faults, then warnings, each in their order."""
    every = list(found)
    return [one for level in (Severity.FAULT, Severity.WARNING) for one in every if one.level is level]


def exit_status(found: Iterable[Finding]) -> int:
    """1 where something does not work, else 0."""
    return int(any(one.level is Severity.FAULT for one in found))


_NONE: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class SettingsFacts:
    """``problem`` is why the settings cannot be used, if they cannot; ``unknown`` names variables that look
    like settings and are none; ``readable`` is a file with the token that others may read."""

    problem: str = ""
    unknown: tuple[str, ...] = ()
    readable: str = ""


@dataclass(frozen=True, slots=True)
class ProgramFacts:
    """Versions, as they are and as they have to be at the least. ``missing`` and ``other`` are libraries that
    are not installed, or in another version than ``requirements.txt`` names; None where there is no such
    file."""

    python: tuple[int, int, int]
    python_needed: tuple[int, int]
    sqlite: tuple[int, int, int]
    sqlite_needed: tuple[int, int, int]
    missing: tuple[str, ...] | None = ()
    other: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RobotFacts:
    """The robots that need compiled code: why they cannot be had (``bot.robots.kinds.Problem``), empty
    where they can, or are still being made ready."""

    problem: str = ""
    is_ready: bool = True


@dataclass(frozen=True, slots=True)
class AssetFacts:
    """What went wrong with fonts and pictures (an error's kind, empty where all is well), which languages
    cannot be read and which time zones are not there."""

    fonts: str = ""
    pictures: str = ""
    languages: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DatabaseFacts:
    """A database's file. ``problem`` is the store's sentence where it cannot be used; ``damage`` is what
    SQLite said of it; ``latest`` is the last moment that it knows of."""

    path: str
    exists: bool = False
    problem: str = ""
    damage: bool = False
    version: int = 0
    known: int = 0
    size: int = 0
    wal: int = 0
    free_share: float = 0.0
    writable: bool = True
    readable_by_others: bool = False
    running: bool = False
    tables: int = 0
    unfinished: int = 0
    parked: tuple[int, ...] = ()
    latest: float | None = None
    zones: tuple[str, ...] = ()
    places: tuple[ExaminedChannel, ...] = ()
    overdue: int = 0


@dataclass(frozen=True, slots=True)
class ExaminedChannel:
    """A channel that matters: a table or a night of a server is there. ``for_night`` asks for more rights."""

    guild_id: int
    channel_id: int
    for_night: bool = False


@dataclass(frozen=True, slots=True)
class DiskFacts:
    """Where the database is: what is ``free`` there and whether it is ``read_only``; what a backup takes for
    a while, and what is free where backups are made."""

    free: int
    read_only: bool
    backup_needs: int
    backup_free: int


@dataclass(frozen=True, slots=True)
class BackupFacts:
    """The bot's own copies: whether they are ``wanted`` and how many days the host's own are kept (0: not
    said); the moments of those that are there, the oldest first; what went wrong in looking at them; since
    when the database is there."""

    wanted: bool
    host_days: int = 0
    made: tuple[float, ...] = ()
    problem: str = ""
    database_since: float | None = None


@dataclass(frozen=True, slots=True)
class Lacking:
    """A channel that matters (``channel`` is its name) and what the bot lacks there, by the names of the
    permissions; None where the channel is gone, or hidden from the bot."""

    server: str
    channel: str
    permissions: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class CellFacts:
    """The cell that this process is, of which version; the processes of the bot that answer; and why they
    could not be asked, if so: ``link.UNREACHABLE``, ``link.PASSWORD``, or a reason in words."""

    cell: Cell
    version: str
    there: Sequence[Hello] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class DiscordFacts:
    """What Discord said. ``unreachable`` is why it said nothing, if so; ``refused`` that it does not know the
    token; ``application`` is the number of the bot's. ``missing`` are commands that are not registered. None
    is what was not said."""

    unreachable: str = ""
    refused: bool = False
    name: str = ""
    application: int | None = None
    endpoint: bool = False
    privileged: bool = False
    starts_left: int | None = None
    servers: int | None = None
    channels: int | None = None
    lacking: tuple[Lacking, ...] = ()
    registered: int | None = None
    missing: tuple[str, ...] = ()
    unanswered: Mapping[str, str] = field(default_factory=lambda: _NONE)
    """Why single questions had no answer, by ``Part``."""
