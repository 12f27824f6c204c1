"""Probes of Discord: REST alone, request by request, so that a bot that runs beside is not disturbed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from email.utils import parsedate_to_datetime
from typing import Any, Final, TypeVar

import aiohttp
import discord
from discord import app_commands
from discord.http import Route

from bot.discordkit.permissions import NEEDED, NEEDED_IN_THREAD
from bot.discordkit.sending import CUT_OFF
from bot.nights.ui import steps
from bot.ops.findings import DiscordFacts, ExaminedChannel, ExaminedPart, Lacking

T = TypeVar("T")

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


async def asked(
    token: str, api_url: str | None, places: Iterable[ExaminedChannel], declared: Iterable[str]
) -> DiscordFacts:
    """What Discord tells of the application and the channels that matter. ``declared`` are the names of the
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
    facts, untold = DiscordFacts(name=str(client.user)), dict[str, str]()

    async def ask(part: ExaminedPart, request: Callable[[], Awaitable[T]]) -> T | None:
        """What a request brings; None, with the reason noted, where it brings nothing."""
        try:
            return await asyncio.wait_for(_once(request), WITHIN)
        except (discord.DiscordException, *CUT_OFF) as error:
            untold[part] = _reason(error)
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
    return replace(await _places(client, facts, places, ask, untold), untold=untold)


Ask = Callable[[ExaminedPart, Callable[[], Awaitable[Any]]], Awaitable[Any]]


async def _places(
    client: discord.Client,
    facts: DiscordFacts,
    places: tuple[ExaminedChannel, ...],
    ask: Ask,
    untold: dict[str, str],
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
    cannot be told. Discord tells whole seconds, so half of one is added, and half of what asking took."""
    _reach(api_url)
    began = now()
    try:
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=WITHIN)) as session,
            session.get(f"{Route.BASE}/gateway") as answer,
        ):
            told = answer.headers.get("Date")
            ended = now()
    except CUT_OFF as error:
        return _reason(error)
    try:
        there = parsedate_to_datetime(told or "").timestamp()
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
