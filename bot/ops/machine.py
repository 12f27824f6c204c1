"""Probes of the program and its machine: blocking, and without a network."""

from __future__ import annotations

import platform
import re
import stat
import sys
from collections.abc import Iterable, Mapping
from importlib import import_module, metadata
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.ops.findings import AssetFacts, ProgramFacts, RobotFacts, SettingsFacts
from bot.robots import kinds
from bot.settings import SETTINGS

ROOT: Final = Path(__file__).parents[2]
OLDEST_PYTHON: Final = (3, 11)
PREFIXES: Final = ("HARTENHEER_", "DISCORD_")
FOREIGN: Final = ("DISCORD_OPENAPI",)
"""What tests are told by such a variable."""
SOME_ZONES: Final = ("Europe/Brussels", "America/New_York", "Asia/Tokyo", "UTC")


def of_settings(
    problem: str, environment: Mapping[str, str], from_file: Mapping[str, str], env_file: Path
) -> SettingsFacts:
    """The settings, as far as it can be told without using them. ``from_file`` is what ``env_file`` says."""
    names = {*environment, *from_file}
    unknown = sorted(
        name
        for name in names
        if name.startswith(PREFIXES) and name not in SETTINGS and name not in FOREIGN
        and not name.startswith("HARTENHEER_TEST_")
    )  # fmt: skip
    holds_token = bool(from_file.get("DISCORD_TOKEN"))
    readable = str(env_file) if holds_token and is_readable_by_others(env_file) else ""
    return SettingsFacts(problem, tuple(unknown), readable)


def is_readable_by_others(path: Path) -> bool:
    """Whether people other than its owner may read a file."""
    try:
        return bool(path.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH))
    except OSError:
        return False


def of_program(sqlite: tuple[int, int, int], sqlite_needed: tuple[int, int, int]) -> ProgramFacts:
    """Versions of Python, SQLite and the libraries. What only strong robots need may be missing."""
    required, needed = (_required(ROOT / f"requirements{which}.txt") for which in ("", "-light"))
    python = sys.version_info[:3]
    if required is None or needed is None:
        return ProgramFacts(python, OLDEST_PYTHON, sqlite, sqlite_needed, missing=None)
    missing: list[str] = []
    other: list[str] = []
    for name, version in required.items():
        found = _installed(name)
        if found is None and name in needed:
            missing.append(f"{name} {version}")
        elif found is not None and found != version:
            other.append(f"{name} {found} ({version})")
    return ProgramFacts(python, OLDEST_PYTHON, sqlite, sqlite_needed, tuple(missing), tuple(other))


def _required(path: Path) -> dict[str, str] | None:
    """The versions by name that a file of requirements pins for this machine; None where there is none."""
    try:
        text = path.read_text("utf-8")
    except OSError:
        return None
    pinned = re.findall(r"^([\w.-]+)==([^\s;\\]+)[ \t]*(?:;([^\\\n]*))?", text, re.MULTILINE)
    return {name: version for name, version, condition in pinned if _applies(condition)}


def _applies(condition: str) -> bool:
    """Whether a requirement is one of this machine's; one whose condition is not understood is left out."""
    here = {"sys_platform": sys.platform, "platform_system": platform.system()}
    match = re.fullmatch(r"\s*(\w+)\s*(==|!=)\s*['\"](\w+)['\"]\s*", condition)
    if match is None:
        return not condition.strip()
    equal = here.get(match[1]) == match[3]
    return match[1] in here and equal == (match[2] == "==")


def _installed(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def of_robots(*, wanted: bool) -> RobotFacts:
    """Whether what compiles robots can be loaded, where that is ``wanted``."""
    if not wanted:
        return RobotFacts(kinds.Problem.OFF)
    problem = kinds.tried(lambda: import_module(kinds.COMPILER))
    return RobotFacts(problem or "")


def robots_here() -> RobotFacts:
    """How it stands with them in the bot that runs."""
    return RobotFacts(kinds.HERE.problem or "", kinds.HERE.is_ready)


def of_assets(zones: Iterable[str] = ()) -> AssetFacts:
    """Whether what the bot reads of itself is there; ``zones`` are those that something stored is in."""
    missing = tuple(sorted({zone for zone in (*SOME_ZONES, *zones) if not _is_zone(zone)}))
    return AssetFacts(_fonts(), _pictures(), _languages(), missing)


def _is_zone(name: str) -> bool:
    if re.fullmatch(r"UTC[+-]\d\d:\d\d", name):
        return True  # an offset, which is in no list
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


def _fonts() -> str:
    try:
        from bot.pictures.text import Weight, font

        for weight in Weight:
            if font(weight, 20).getlength("Aж") <= 0:
                return weight.value
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what is looked for
        return _kind(error)
    return ""


def _pictures() -> str:
    """Draw one hand in each size of cards."""
    try:
        from bot.pictures.painter import render
        from bot.telling.moments import moment, own_model
        from bot.telling.scenes import hand_picture

        value = hand_picture(own_model(moment("kingen", 4, lambda game: game.turn >= 0), 0))
        for double in (False, True):
            render(value, double=double)
    except Exception as error:  # noqa: BLE001 - as above
        return _kind(error)
    return ""


def _languages() -> tuple[str, ...]:
    from bot.words.catalogue import languages, words_for

    broken: list[str] = []
    for language in languages():
        try:
            words_for(language)("button.no")
        except Exception:  # noqa: BLE001 - as above
            broken.append(language)
    return tuple(broken)


def _kind(error: Exception) -> str:
    file = getattr(error, "filename", None)
    return f"{type(error).__name__}: {Path(file).name}" if file else type(error).__name__
