"""What is wrong with the bot: the command that examines all, and what can be had while it runs."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

import discord
from dotenv import dotenv_values

from bot.ops import judge, probes
from bot.ops.backup import own_backups
from bot.ops.findings import (
    DatabaseFacts,
    DiscordFacts,
    ExaminedChannel,
    ExaminedPart,
    Finding,
    Lacking,
    Severity,
    exit_status,
)
from bot.ops.judge import as_json, lines
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
        *judge.of_settings(probes.of_settings(problem, environment, from_file, env_file)),
        *judge.of_program(probes.of_program(examine.SQLITE, OLDEST_SQLITE)),
    ]
    found += judge.of_robots(await asyncio.to_thread(probes.of_robots, wanted=settings.strong))
    database = await asyncio.to_thread(examine.database, path, now=now)
    found += judge.of_assets(await asyncio.to_thread(probes.of_assets, database.zones))
    found += judge.of_database(database)
    found += stored_apart(settings, path, now)
    off = await probes.clock_off(settings.api_url)
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


async def _of_discord(settings: Settings, database: DatabaseFacts, declared: frozenset[str]) -> list[Finding]:
    """What Discord says, and what other cells of its bot do."""
    facts = None
    if settings.token is not None:
        facts = await probes.of_discord(settings.token, settings.api_url, database.places, declared)
    cells = await probes.of_cells(settings, facts)
    of_cells = () if cells is None else judge.of_cells(cells, time.time())
    return [*judge.of_discord(facts), *of_cells]


Guild = Callable[[int], discord.Guild | None]
"""A server that the bot is in, by its id."""


@dataclass(frozen=True, slots=True)
class RunTimeExamination:
    """What was found; the database's size, and what its disk has left, in bytes, where that is known."""

    found: tuple[Finding, ...]
    size: int
    free: int | None


async def looked(settings: Settings, path: Path, guild: Guild, now: float) -> RunTimeExamination:
    """Look at the database, its disk and its copies, and at what the bot may do where it matters."""
    facts, found, free = await asyncio.to_thread(_stored, settings, path, now)
    lacking = tuple(one for place in facts.places if (one := _lacking(place, guild)) is not None)
    permissions = DiscordFacts(servers=0, channels=len(facts.places), lacking=lacking)
    robots = judge.of_robots(probes.robots_here())
    return RunTimeExamination((*robots, *found, *judge.of_permissions(permissions)), facts.size, free)


def _stored(settings: Settings, path: Path, now: float) -> tuple[DatabaseFacts, list[Finding], int | None]:
    facts = examine.database(path, thoroughly=False, now=now)
    found = [*judge.of_database(facts), *stored_apart(settings, path, now)]
    found += judge.of_clock("", facts.latest, now)
    return facts, found, examine.free(path)


def _lacking(place: ExaminedChannel, guild: Guild) -> Lacking | None:
    """What is missing in a place; None also where the bot cannot tell, as of a thread that is archived."""
    server = guild(place.guild_id)
    channel = server.get_channel_or_thread(place.channel_id) if server is not None else None
    if server is None or channel is None:
        return None
    missing = probes.lacks(
        channel.permissions_for(server.me),
        is_thread=isinstance(channel, discord.Thread),
        for_night=place.for_night,
    )
    return Lacking(server.name, channel.name, missing) if missing else None
