"""What the doctor can find out while the bot runs, without a request to Discord and without reading the whole
database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import discord

from bot.doctor import machine
from bot.doctor.discord_told import lacks
from bot.doctor.examination import stored_apart
from bot.findings import judge
from bot.findings.facts import DatabaseFacts, DiscordFacts, ExaminedChannel, Lacking
from bot.findings.model import Finding
from bot.settings import Settings
from data import examine

Guild = Callable[[int], discord.Guild | None]
"""A server that the bot is in, by its id."""


@dataclass(frozen=True, slots=True)
class RunTimeExamination:
    """What was found; the database's size, and what its disk has left, in bytes, where that is told."""

    found: tuple[Finding, ...]
    size: int
    free: int | None


async def looked(settings: Settings, path: Path, guild: Guild, now: float) -> RunTimeExamination:
    """Look at the database, its disk and its copies, and at what the bot may do where it matters."""
    facts, found, free = await asyncio.to_thread(_stored, settings, path, now)
    lacking = tuple(one for place in facts.places if (one := _lacking(place, guild)) is not None)
    told = DiscordFacts(servers=0, channels=len(facts.places), lacking=lacking)
    robots = judge.of_robots(machine.robots_here())
    return RunTimeExamination((*robots, *found, *judge.of_permissions(told)), facts.size, free)


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
    missing = lacks(
        channel.permissions_for(server.me),
        is_thread=isinstance(channel, discord.Thread),
        for_night=place.for_night,
    )
    return Lacking(server.name, channel.name, missing) if missing else None
