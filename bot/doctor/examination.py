"""All probes, one after the other, and what is found: the command."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TextIO

from dotenv import dotenv_values

from bot.backup import own_backups
from bot.doctor import machine
from bot.doctor.discord_told import asked, clock_off
from bot.findings import judge
from bot.findings.facts import DatabaseFacts
from bot.findings.lines import as_json, lines
from bot.findings.model import ExaminedPart, Finding, Severity, exit_status
from bot.settings import DEFAULT_DATABASE, Settings
from bot.words.catalogue import FALLBACK, words_for
from data import examine
from data.errors import StoreFailure
from data.store import OLDEST_SQLITE


def doctor(
    settings: Settings,
    problem: str,
    declared: frozenset[str],
    environment: Mapping[str, str],
    env_file: Path,
    out: TextIO,
    *,
    for_programs: bool,
) -> int:
    """Look at everything and print what was found; returns the exit status. ``problem`` is why the settings
    could not be read, where they could not: the rest is looked at with those that there are by default.
    ``declared`` are the names of the commands that there are to be."""
    found = asyncio.run(examined(settings, problem, declared, environment, env_file))
    words = words_for(FALLBACK)
    if for_programs:
        print(json.dumps(as_json(words, found), ensure_ascii=False, indent=1), file=out)
    else:
        for line in lines(words, found):
            print(line, file=out)
    return exit_status(found)


async def examined(
    settings: Settings,
    problem: str,
    declared: frozenset[str],
    environment: Mapping[str, str],
    env_file: Path,
) -> list[Finding]:
    """Everything that is found."""
    from_file = {name: value or "" for name, value in dotenv_values(env_file).items()}
    named = {**from_file, **environment}.get("HARTENHEER_DATABASE", "").strip()
    path, now = Path(named or DEFAULT_DATABASE), time.time()
    found = [
        *judge.of_settings(machine.of_settings(problem, environment, from_file, env_file)),
        *judge.of_program(machine.of_program(examine.SQLITE, OLDEST_SQLITE)),
    ]
    found += judge.of_robots(await asyncio.to_thread(machine.of_robots, wanted=settings.strong))
    database = await asyncio.to_thread(examine.database, path, now=now)
    found += judge.of_assets(await asyncio.to_thread(machine.of_assets, database.zones))
    found += judge.of_database(database)
    found += stored_apart(settings, path, now)
    off = await clock_off(settings.api_url)
    found += judge.of_clock(off, database.latest, now)
    found += judge.unasked() if problem else await _of_discord(settings, database, declared)
    return found


def stored_apart(settings: Settings, path: Path, now: float) -> Iterator[Finding]:
    """The disk, and the copies on it. Blocks."""
    backups = own_backups(settings, path)
    try:
        yield from judge.of_disk(examine.disk(path, backups))
    except (OSError, StoreFailure) as error:
        reason = getattr(error, "strerror", None) or str(error)
        yield Finding(ExaminedPart.DISK, Severity.UNKNOWN, "untold", {"reason": reason})
    copies = examine.copies(backups, wanted=settings.backup_at is not None, host_days=settings.backup_days)
    yield from judge.of_backups(copies, now)


async def _of_discord(
    settings: Settings, database: DatabaseFacts, declared: frozenset[str]
) -> Iterator[Finding]:
    facts = None
    if settings.token is not None:
        facts = await asked(settings.token, settings.api_url, database.places, declared)
    return judge.of_discord(facts, emojis_wanted=settings.emojis)
