"""``python -m tests.load.championship``: a round of a championship of 320 people at 80 tables in four
channels, under Discord's limits: opened, called, played by robots, ranked.

The tournament is announced in the database; the bot is a process of its own from then on. Everybody says *I'm
here* while people are asked, so that games begin as their tables open and each person gets a hand. Once all
tables are there the organiser ends the round, and robots play. The exit status is 1 where a bound is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final, TypeVar
from zoneinfo import ZoneInfo

from bot.leagues.model import Entry, League
from bot.leagues.service import Clubs, LeagueDoor
from bot.nights.evenings import Evenings
from bot.nights.model import Evening, NightStep, StepKind, StepState
from bot.ports import SystemTime
from bot.tables.tables import Tables
from bot.timers import Timers
from bot.tournaments.model import Cut, Stage
from bot.tournaments.plan import TournamentPlan
from bot.tournaments.service import Tournaments
from data.schema import EVENING_STEPS, EVENINGS
from data.store import Store
from playground import reading
from playground.people import Person
from playground.ratelimits import is_counted
from playground.rest.api import Exchange
from playground.server import Playground
from playground.world.places import Guild
from tests.load.process import BotProcess, running
from tests.panels.heights import DISCORD, height_of

ZONE: Final = "Europe/Brussels"
AHEAD: Final = 90.0
"""Seconds at least from the announcement to the hour."""
CHANNELS: Final = 4
OPEN_WITHIN: Final = 180.0
"""Seconds from the round's beginning until all its tables are there."""
A_SECOND: Final = 50
LOOKS: Final = 0.25
"""Seconds between two looks at the database."""
PATIENCE: Final = 600.0

T = TypeVar("T")


@dataclass
class Traffic:
    """The requests of the bot: all by route, those that count by the second, and what was refused with 429,
    by route or as more than there may be of all."""

    by_route: Counter[str]
    by_second: Counter[int]
    refusals: Counter[str]

    @classmethod
    def of(cls, server: Playground) -> Traffic:
        traffic = cls(Counter(), Counter(), Counter())
        server.observers.append(traffic._saw)
        return traffic

    def _saw(self, exchange: Exchange) -> None:
        self.by_route[f"{exchange.method} {exchange.route}"] += 1
        if exchange.status == 429:
            of_all = isinstance(exchange.response, dict) and exchange.response.get("global")
            self.refusals["of all" if of_all else f"{exchange.method} {exchange.route}"] += 1
        if is_counted(exchange.route):
            self.by_second[int(time.monotonic())] += 1

    def taken(self) -> tuple[Counter[str], int, int]:
        """What there was since the last time, the counted ones among it, and the most of them in a second."""
        counted, most = self.by_second.total(), max(self.by_second.values(), default=0)
        routes = Counter(self.by_route)
        self.by_route.clear()
        self.by_second.clear()
        return routes, counted, most


class Kept:
    """What the bot has kept of the night, looked at from outside."""

    def __init__(self, database: Path) -> None:
        self._database = database

    def _rows(self, sql: str) -> list[sqlite3.Row]:
        with closing(sqlite3.connect(f"file:{self._database}?mode=ro", uri=True)) as connection:
            connection.row_factory = sqlite3.Row
            return connection.execute(sql).fetchall()

    def evening(self) -> Evening | None:
        rows = self._rows(EVENINGS.select)
        return EVENINGS.value(rows[0]) if rows else None

    def step(self, kind: StepKind) -> NightStep | None:
        """The one of that kind that is done."""
        return next((one for one in self.steps(kind)), None)

    def steps(self, kind: StepKind) -> list[NightStep]:
        every = map(EVENING_STEPS.value, self._rows(EVENING_STEPS.select))
        return [one for one in every if one.kind is kind and one.state is StepState.DONE]

    def has_begun(self) -> bool:
        evening = self.evening()
        return evening is not None and evening.round == 1

    def is_settled(self) -> bool:
        evening = self.evening()
        return evening is not None and evening.settled

    def playing(self, tables: int) -> bool:
        """Whether all tables are there, and their games have begun."""
        states = [row["state"] for row in self._rows("SELECT state FROM tables WHERE place IS NOT NULL")]
        return len(self.steps(StepKind.TABLE)) == tables and states.count("lobby") == 0


async def until(look: Callable[[], T | None]) -> T:
    """What there is once there is something. Raises TimeoutError."""
    async with asyncio.timeout(PATIENCE):
        while not (found := look()):  # noqa: ASYNC110 - another process makes it
            await asyncio.sleep(LOOKS)
    return found


async def announced(server: Playground, database: Path, organiser: Person, tables: int) -> None:
    """The tournament, in the database."""
    (guild,) = server.world.guilds.values()
    channels = [server.world.channel_named("cards")]
    channels += [server.changes.add_channel(guild, f"hall-{number}") for number in range(2, CHANNELS + 1)]
    clock = SystemTime()
    store = await Store.open(database)
    try:
        clubs = Clubs(store.leagues, store.seasons, clock)
        games = Tables(store.tables, Timers(clock), LeagueDoor(clubs), listener=lambda table, change: None)
        tournaments = Tournaments(store.tournaments, Evenings(store.nights, clubs, games, clock))
        tournament = await tournaments.create(
            _league(guild, organiser, clock.now()), organiser.name, _plan(channels[0].id, tables)
        )
        plan = replace(tournament.plan, channels=tuple(one.id for one in channels))
        tournament = await tournaments.set_plan(tournament, plan)
        await tournaments.announce(tournament, organiser.id)
    finally:
        await store.close()


def _league(guild: Guild, organiser: Person, now: float) -> League:
    return League(
        0, guild.id, "Cup", "whist-walloon", 4, ZONE, organiser.id, now, {"deals": "4"},
        entry=Entry.OPEN, guests=False,
    )  # fmt: skip


def _plan(channel_id: int, tables: int) -> TournamentPlan:
    begins = datetime.fromtimestamp(time.time() + AHEAD, ZoneInfo(ZONE)).replace(tzinfo=None)
    at = begins.replace(second=0, microsecond=0) + timedelta(minutes=1)
    stages = (Stage(1, Cut(2 * tables)), Stage(1))
    return TournamentPlan(
        at.isoformat(), stages, minutes=120, robots="easy", room=4 * tables, channels=(channel_id,)
    )


async def pressed(person: Person, message_id: int, label: str) -> None:
    """Press a button, once it is there: on a slow machine what a press has changed comes after its answer."""
    button = await until(
        lambda: next((one for one in reading.buttons(person.message(message_id)) if one.label == label), None)
    )
    done = await (await person.press(message_id, button.custom_id)).done()
    assert done.state == "answered", done.error


async def said_here(people: Sequence[Person], message_id: int) -> None:
    """Everybody says so, one after the other."""
    for one in people:
        await pressed(one, message_id, "I'm here")


async def asked(person: Person, channel_id: int, path: str) -> tuple[float, dict[str, Any]]:
    """Seconds until a command is answered, and the answer."""
    begun = time.perf_counter()
    done = await (await person.command(channel_id, path)).done()
    assert done.message is not None, done.error
    return time.perf_counter() - begun, done.message


class FigureTable:
    """The table of figures, a line at a time."""

    def __init__(self, bot: BotProcess, traffic: Traffic) -> None:
        self._bot, self._traffic = bot, traffic
        self._cpu, self._since = bot.cpu, time.perf_counter()
        self.missed: list[str] = []
        self.most = 0
        print("| part | s | CPU s | requests | counted | most a second | 429 |")
        print("|---|--:|--:|--:|--:|--:|--:|")

    def part(self, name: str) -> float:
        """What it took since the part before; the seconds."""
        seconds, cpu = time.perf_counter() - self._since, self._bot.cpu - self._cpu
        routes, counted, most = self._traffic.taken()
        print(
            f"| {name} | {seconds:.0f} | {cpu:.1f} | {routes.total()} | {counted} | {most}"
            f" | {self._traffic.refusals.total()} |"
        )
        for route, count in self._traffic.refusals.items():
            print(f"|   refused: `{route}` | | | {count} | | | |")
        for route, count in routes.most_common(8):
            is_in_limit = "yes" if is_counted(route.partition(" ")[2]) else "no"
            print(f"|   `{route}` | | | {count} | {is_in_limit} | | |")
        sys.stdout.flush()
        self._cpu, self._since = self._bot.cpu, time.perf_counter()
        self._traffic.refusals.clear()
        self.most = most
        return seconds


async def measure(tables: int) -> list[str]:
    """Do it; what is missed."""
    server = await Playground.start()
    try:
        with tempfile.TemporaryDirectory() as folder:
            database = Path(folder) / "cup.sqlite3"
            organiser = server.people.named("Ann")
            people = [server.people.add(f"Person {number:03}") for number in range(1, 4 * tables + 1)]
            for one in server.people.values():
                one.account.locale = "en-GB"
            await announced(server, database, organiser, tables)
            traffic = Traffic.of(server)
            async with running(server, database) as bot:
                try:
                    return await _round(server, Kept(database), FigureTable(bot, traffic), people, tables)
                except TimeoutError:
                    return ["something was not there in time; the bot said", *bot.said[-20:]]
    finally:
        await server.close()


async def _round(
    server: Playground, kept: Kept, table: FigureTable, people: Sequence[Person], tables: int
) -> list[str]:
    ann, cards = server.people.named("Ann"), server.world.channel_named("cards").id
    asking = await until(lambda: kept.step(StepKind.CHECK_IN))
    await said_here(people, asking.discord_id or 0)
    table.part(f"{len(people)} people say that they are here")
    _, panel = await asked(ann, cards, "night manage")
    await pressed(ann, int(panel["id"]), "Begin now")
    await until(kept.has_begun)
    table.part("the tables are drawn")
    await until(lambda: kept.playing(tables))
    seconds = table.part(f"{tables} tables are opened and called, games begin")
    if seconds > OPEN_WITHIN:
        table.missed.append(f"tables are there after {seconds:.0f} s, not within {OPEN_WITHIN:.0f}")
    if table.most > A_SECOND:
        table.missed.append(f"{table.most} counted requests in a second while they are opened")
    await asyncio.sleep(20.0)
    table.part("20 s later")
    _of_message(
        "board in play", ann.message((await until(lambda: kept.step(StepKind.BOARD))).discord_id or 0)
    )
    waited, panel = await asked(ann, cards, "night manage")
    print(f"`/night manage` in play: {1000 * waited:.0f} ms")
    await pressed(ann, int(panel["id"]), "End this round now")
    await pressed(ann, int(panel["id"]), "Yes")
    await until(kept.is_settled)
    table.part("robots play all of it, and it is told")
    _of_message("board, over", ann.message((await until(lambda: kept.step(StepKind.BOARD))).discord_id or 0))
    times: list[float] = []
    for one in people[:20]:
        waited, panel = await asked(one, cards, "tournament show")
        times.append(waited)
    _of_message("`/tournament show`", panel)
    print(f"`/tournament show`: {1000 * sorted(times)[10]:.0f} ms, the first {1000 * times[0]:.0f}")
    table.part("20 times `/tournament show`")
    return table.missed


def _of_message(name: str, message: dict[str, Any]) -> None:
    parts = reading.components(message)
    letters = sum(len(one.get("content", "")) for one in parts)
    high = height_of(message["components"], {}, DISCORD)
    print(f"{name}: {letters} characters, {len(parts)} components, {high:.0f} points high")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.load.championship", description=__doc__)
    parser.add_argument("--tables", type=int, default=80, metavar="N")
    chosen = parser.parse_args(arguments)
    print(
        f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores,"
        f" load {os.getloadavg()[0]:.1f}"
    )
    missed = asyncio.run(measure(chosen.tables))
    print(*(f"MISSED: {one}" for one in missed) if missed else ["Every bound is kept."], sep="\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
