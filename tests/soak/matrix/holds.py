"""What has to hold after a mishap, whatever it was and wherever it came: one set of checks.

Answered is stored, and stored once; the log replays to the live state; sums are right, and made again they
are the same; nothing that can be pressed is unknown to the store; nobody saw another's cards; nobody was left
without an answer that the operator could not know of.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from contextlib import closing
from pathlib import Path

from bot.engine.game import View
from bot.ops.backup import retell
from bot.tables.model import UNFINISHED
from data.backup import backup
from data.rebuild import rebuild
from playground import reading
from playground.world.world import World
from tests.soak.matrix.ground import Broken, Ground
from tests.soak.truth import TableTruth, Truth, check_log

OF_TABLE = re.compile(r"hh[\d.]*:(?:act|ready|join|start|leave|my-hand|scores|sit-down|resume|ready):(\d+):")
"""What can be pressed on the messages by which a table is played."""
CHECKS = ("answered is stored", "replay is live", "sums", "no orphans", "rebuild", "secrecy", "log is quiet")


async def check_all(ground: Ground) -> None:
    """With the bot there; at the end it is gone. Raises Broken with all that does not hold."""
    truth, world = ground.observer.truth, ground.server.world
    problems = [
        *ground.ledger.problems(ground.database, parked=ground.parked),
        *[one async for one in _replay_is_live(ground)],
    ]
    check_log(ground.database, truth, ground.parked)
    await ground.bot_goes()
    problems += [one async for one in stored_problems(ground.database, truth, world, ground.parked)]
    if ground.reads_hands:
        ground.observer.check()
    said = ground.complaints.said
    problems += [f"logged: {one}" for one in said if not ground.is_troubled or "Traceback" in one]
    if problems:
        raise Broken("; ".join(problems[:6]))


async def stored_problems(
    database: Path, truth: Truth, world: World, parked: Collection[int] = ()
) -> AsyncIterator[str]:
    """What is wrong with what a bot that is gone has left in its database, and on Discord. ``parked`` are the
    tables whose log does not replay."""
    for problem in told_problems(database, truth, world, parked):
        yield problem
    async for problem in _rebuilt_is_the_same(database, parked):
        yield problem


def told_problems(database: Path, truth: Truth, world: World, but: Collection[int] = ()) -> Iterator[str]:
    """What is wrong with points and messages of the tables of a database, those left out."""
    truth.poll()
    tables = [one for one in truth.tables.values() if one.id not in but]
    yield from _sums(database, tables)
    yield from _orphans(database, tables, world)


async def _replay_is_live(ground: Ground) -> AsyncIterator[str]:
    """The engine's game from the log in the file, and that of the table in memory, look alike to every seat;
    and the table's facts are the stored ones."""
    store, tables = ground.house.bot.store.tables, ground.house.bot.tables
    for truth in ground.observer.truth.tables.values():
        if truth.game is None or truth.id in ground.parked:
            continue
        table = await tables.get(truth.id)
        stored = await store.load(truth.id)
        assert stored is not None
        if stored.facts != table.facts:
            yield f"table {truth.id} is not what is stored of it"
        if truth.state not in ("playing", "adjourned"):
            continue
        for seat in (None, *range(truth.game.rules.players)):
            live: View = await table.view(seat)
            if live != truth.game.view(seat):
                yield f"table {truth.id}: the log gives seat {seat} another view than the live game"


def _sums(database: Path, tables: Sequence[TableTruth]) -> Iterator[str]:
    """Deals are stored with the points that the engine gives them, and all of them add up to the score."""
    with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=rw", uri=True)) as connection:
        for truth in tables:
            if truth.game is None:
                continue
            view = truth.game.view(None)
            due = [one.points for one in view.results]
            rows = "SELECT attempt, points FROM points WHERE table_id = ? ORDER BY attempt, seat"
            stored: dict[int, list[int]] = {}
            for deal, points in connection.execute(rows, (truth.id,)):
                stored.setdefault(deal, []).append(points)
            if [tuple(stored.get(number, ())) for number in range(len(due))] != [one or () for one in due]:
                yield f"table {truth.id}: deals are stored as {stored}, and are {due}"
            scored = [one for one in due if one is not None]
            if scored and tuple(map(sum, zip(*scored, strict=True))) != tuple(view.points):
                yield f"table {truth.id}: {scored} do not add up to {view.points}"


def _orphans(database: Path, tables: Sequence[TableTruth], world: World) -> Iterator[str]:
    """Every message by which a game that is not over can be played is one that the store knows; what is left
    of those that are over is the record of a deal or a game."""
    with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=rw", uri=True)) as connection:
        known = {one for (one,) in connection.execute("SELECT message_id FROM postings")}
        known |= {one for (one,) in connection.execute("SELECT discord_id FROM evening_steps")}
    unfinished = {one.id for one in tables if one.state in UNFINISHED}
    for channel in world.channels.values():
        for message in channel.messages.values():
            if message.author_id != world.application_id or message.visible_to is not None:
                continue
            pressable = [one.custom_id for one in reading.buttons(message.data, enabled_only=True)]
            about = {int(found[1]) for one in pressable if (found := OF_TABLE.match(one))}
            if message.id not in known and about & unfinished:
                yield f"nobody knows of {reading.text(message.data)[:60]!r} with {pressable[:3]}"


async def _rebuilt_is_the_same(database: Path, parked: Collection[int]) -> AsyncIterator[str]:
    """Statistics, standings, measures and deals, made again in a copy, are what they were."""
    copy = database.with_name("copy.sqlite3")
    backup(database, copy)

    made = (await rebuild(copy, retell, lambda done, of: None)).found
    if set(made.broken) != set(parked):
        yield f"tables that do not replay: {dict(made.broken)}"
    for one in made.compared:
        if one.differed:
            yield f"{one.name}: {one.differed} of {one.rows} rows differ when they are made again"
    _remove(copy)


def _remove(path: Path) -> None:
    for one in path.parent.glob(f"{path.name}*"):
        one.unlink()
