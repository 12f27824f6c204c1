"""What was found out, as values: no words, no I/O."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final

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
    """What is looked at, in the order in which it is told."""

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
    EMOJIS = "emojis"


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
