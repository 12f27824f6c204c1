"""Probes: what this machine has, and what Discord says. Discord is asked by REST alone, request by request,
so that a bot that runs beside is not disturbed."""

from __future__ import annotations

import asyncio
import platform
import re
import stat
import sys
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from email.utils import parsedate_to_datetime
from importlib import import_module, metadata
from pathlib import Path
from typing import Any, Final, TypeVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import aiohttp
import discord
from discord import app_commands
from discord.http import Route

from bot import __version__
from bot.cells.link import greeted
from bot.discordkit.permissions import NEEDED, NEEDED_IN_THREAD
from bot.discordkit.sending import CUT_OFF
from bot.nights.ui import steps
from bot.ops.findings import (
    AssetFacts,
    CellFacts,
    DiscordFacts,
    ExaminedChannel,
    ExaminedPart,
    Lacking,
    ProgramFacts,
    RobotFacts,
    SettingsFacts,
)
from bot.robots import kinds
from bot.settings import SETTINGS, Settings

T = TypeVar("T")

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


WITHIN: Final = 10.0
"""Seconds for each answer."""
SERVERS_MOST: Final = 200
"""How many servers are asked about, each for two or three requests."""

PRIVILEGED: Final = (
    "gateway_presence", "gateway_presence_limited", "gateway_guild_members", "gateway_guild_members_limited",
    "gateway_message_content", "gateway_message_content_limited",
)  # fmt: skip
"""Intents that the bot has no use for, as the application's flags name them."""

Now = Callable[[], float]


async def of_discord(
    token: str, api_url: str | None, places: Iterable[ExaminedChannel], declared: Iterable[str]
) -> DiscordFacts:
    """What Discord says of the application and the channels that matter. ``declared`` are the names of the
    commands that there are to be. Raises nothing that a network can bring about."""
    _reach(api_url)
    client = discord.Client(intents=discord.Intents.none(), max_ratelimit_timeout=30.0)
    try:
        async with client:
            try:
                await asyncio.wait_for(client.login(token), WITHIN)
            except discord.LoginFailure:
                return DiscordFacts(refused=True)
            except (discord.DiscordException, *CUT_OFF) as error:
                return DiscordFacts(unreachable=_reason(error))
            return await _asked(client, tuple(places), frozenset(declared))
    except (discord.DiscordException, *CUT_OFF) as error:
        return DiscordFacts(unreachable=_reason(error))


async def _asked(
    client: discord.Client, places: tuple[ExaminedChannel, ...], declared: frozenset[str]
) -> DiscordFacts:
    assert client.user is not None
    facts = DiscordFacts(name=str(client.user), application=client.application_id)
    unanswered = dict[str, str]()

    async def ask(part: ExaminedPart, request: Callable[[], Awaitable[T]]) -> T | None:
        """What a request brings; None, with the reason noted, where it brings nothing."""
        try:
            return await asyncio.wait_for(_once(request), WITHIN)
        except (discord.DiscordException, *CUT_OFF) as error:
            unanswered[part] = _reason(error)
            return None

    info = await ask(ExaminedPart.APPLICATION, client.application_info)
    if info is not None:
        facts = replace(
            facts,
            endpoint=bool(info.interactions_endpoint_url),
            privileged=any(getattr(info.flags, name) for name in PRIVILEGED),
        )
    gateway: Any = await ask(ExaminedPart.GATEWAY, lambda: client.http.request(Route("GET", "/gateway/bot")))
    if gateway is not None:
        facts = replace(facts, starts_left=gateway["session_start_limit"]["remaining"])
    found = await ask(ExaminedPart.COMMANDS, app_commands.CommandTree(client).fetch_commands)
    if found is not None:
        there = {one.name for one in found}
        facts = replace(facts, registered=len(there), missing=tuple(sorted(declared - there)))
    return replace(await _places(client, facts, places, ask, unanswered), unanswered=unanswered)


async def of_cells(settings: Settings, facts: DiscordFacts | None) -> CellFacts | None:
    """The processes of a bot that is several, as they answer for an application that Discord has named;
    None of a bot in one process."""
    if settings.nats_url is None:
        return None
    if facts is None or facts.application is None:
        return CellFacts(settings.cell, __version__, problem="Discord has not told which bot this is")
    found = await greeted(settings.nats_url, facts.application)
    problem, there = (found, ()) if isinstance(found, str) else ("", found)
    return CellFacts(settings.cell, __version__, there, problem)


Ask = Callable[[ExaminedPart, Callable[[], Awaitable[Any]]], Awaitable[Any]]


async def _places(
    client: discord.Client,
    facts: DiscordFacts,
    places: tuple[ExaminedChannel, ...],
    ask: Ask,
    unanswered: dict[str, str],
) -> DiscordFacts:
    """With what the bot may do in each of the places."""

    async def guilds() -> list[discord.Guild]:
        return [guild async for guild in client.fetch_guilds(limit=None)]

    servers: list[discord.Guild] | None = await ask(ExaminedPart.PERMISSIONS, guilds)
    if servers is None:
        return facts
    lacking: list[Lacking] = []
    wanted = {place.guild_id for place in places}
    for short in [one for one in servers if one.id in wanted][:SERVERS_MOST]:
        here = [place for place in places if place.guild_id == short.id]
        found: list[Lacking] | None = await ask(
            ExaminedPart.PERMISSIONS, lambda s=short, h=here: _lacking(client, s, h)
        )
        if found is None:
            return facts
        lacking += found
    here_too = {one.id for one in servers}
    channels = sum(place.guild_id in here_too for place in places)
    return replace(facts, servers=len(servers), channels=channels, lacking=tuple(lacking))


async def _lacking(
    client: discord.Client, short: discord.Guild, places: list[ExaminedChannel]
) -> list[Lacking]:
    """What the bot lacks in places of one server. Raises what the library raises."""
    assert client.user is not None
    guild = await client.fetch_guild(short.id, with_counts=False)
    me = await guild.fetch_member(client.user.id)
    channels = {one.id: one for one in await guild.fetch_channels()}
    found: list[Lacking] = []
    for place in places:
        channel: discord.abc.GuildChannel | discord.Thread | None = channels.get(place.channel_id)
        if channel is None:
            with suppress(discord.NotFound, discord.Forbidden):
                channel = await guild.fetch_channel(place.channel_id)
        parent = channels.get(getattr(channel, "parent_id", 0) or 0)
        held = parent if isinstance(channel, discord.Thread) else channel
        if held is None:
            found.append(Lacking(guild.name, str(place.channel_id), None))
            continue
        assert channel is not None
        given = held.permissions_for(me)
        if missing := lacks(given, is_thread=isinstance(channel, discord.Thread), for_night=place.for_night):
            found.append(Lacking(guild.name, channel.name, missing))
    return found


def _reach(api_url: str | None) -> None:
    if api_url is not None:
        Route.BASE = api_url


def lacks(given: discord.Permissions, *, is_thread: bool, for_night: bool) -> tuple[str, ...]:
    """The names of what the bot needs in such a channel and has not got."""
    needed = NEEDED_IN_THREAD if is_thread else steps.FOR_NIGHTS if for_night else NEEDED
    return tuple(name for name in needed if not getattr(given, name))


async def clock_off(api_url: str | None, now: Now = time.time) -> float | str:
    """By how many seconds this machine's clock (``now``, unix seconds) is ahead of Discord's, or why that
    cannot be told. Discord gives whole seconds, so half of one is added, and half of what asking took."""
    _reach(api_url)
    began = now()
    try:
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=WITHIN)) as session,
            session.get(f"{Route.BASE}/gateway") as answer,
        ):
            date = answer.headers.get("Date")
            ended = now()
    except CUT_OFF as error:
        return _reason(error)
    try:
        there = parsedate_to_datetime(date or "").timestamp()
    except (ValueError, TypeError):
        return "no date"
    off = (began + ended) / 2 - (there + 0.5)
    return 0.0 if abs(off) <= 1.0 else off


async def _once(request: Callable[[], Awaitable[T]]) -> T:
    return await request()


def _reason(error: Exception) -> str:
    """Why there was no answer, without an error's own text."""
    if isinstance(error, discord.HTTPException):
        return f"status {error.status}"
    if isinstance(error, TimeoutError):
        return f"no answer within {WITHIN:g} s"
    return getattr(error, "strerror", None) or type(error).__name__
