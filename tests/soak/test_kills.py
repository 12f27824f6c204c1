"""The bot is killed with ``kill -9`` at random moments, while four people press as fast as they can: games
one after the other, and results of a league that they report and confirm.

By default thirty times; the long run is ``HARTENHEER_SOAK_KILLS=500 make soak ARGS="-k random_moments"``.
After each death the log in the file is looked at (no gap, nothing twice, nothing changed of what was there,
every entry legal); after the last all that holds after any mishap (``matrix/holds.py``), once people have
gone on to the end of a deal with a bot that lives.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from bot.leagues.model import League, SeasonFacts
from bot.leagues.season.settings import SeasonSettings
from data.store import Store
from playground import reading
from playground.interactions.acts import InvalidAct
from playground.people import Person
from playground.server import Playground
from tests.e2e.house import PACE
from tests.e2e.leagues.kitchen import FIRST, Club
from tests.kept import enter
from tests.soak.conftest import Tell
from tests.soak.eyes import Eyes, wanted_of_all
from tests.soak.eyes import stored_truth as told_of
from tests.soak.lives import START_SECONDS, Bot, Life
from tests.soak.matrix.holds import stored_problems
from tests.soak.matrix.ledger import LONGEST_ANSWER, Ledger
from tests.soak.observer import Observer
from tests.soak.truth import check_log

KILLS = int(os.environ.get("HARTENHEER_SOAK_KILLS", "30"))
SEED = int(os.environ.get("HARTENHEER_TEST_SEED", "0"))
GAME = "russian-king"
PRESS_AFTER = (0.01, 0.25)  # seconds
SEES_THAT_IT_IS_AWAY = 0.8
DIES_AFTER = (0.0, 1.5)
"""Seconds from a life's first press to its end."""
LONGEST_WAIT = 60.0
"""Real seconds without an entry in the log after which somebody is stuck, once the bot lives."""
REPORTS = 0.05
"""How often somebody thinks of reporting a result."""
TOTALS = "Ann +5\nBram -3\nChloé -2\nDmitri 0"
SENT, RIGHT, IS_SENT = "hh:report-send:", "hh:report-right:", "It's sent"


@dataclass
class Crowd:
    """The four, and what they have before them. ``deaths`` were survived by the slowest recovery so far, in
    seconds from a death to the next entry in the log."""

    server: Playground
    database: Path
    observer: Observer
    ledger: Ledger
    random: Random
    pressed: asyncio.Event = field(default_factory=asyncio.Event)
    died_at: float | None = None
    slowest: float = 0.0
    entries: int = 0

    @property
    def channel(self) -> int:
        return self.server.world.channel_named("cards").id

    def look(self) -> None:
        """Read what is stored by now."""
        self.observer.truth.poll()
        entries = sum(len(one.lines) for one in self.observer.truth.tables.values())
        if entries > self.entries and self.died_at is not None:
            self.slowest, self.died_at = max(self.slowest, monotonic() - self.died_at), None
        self.entries = entries

    async def play(self, person: Person) -> None:
        """Press whatever there is to be pressed, without waiting for answers; until cancelled."""
        while True:
            await asyncio.sleep(self.random.uniform(*PRESS_AFTER))
            if not self.server.gateway.connected and self.random.random() < SEES_THAT_IT_IS_AWAY:
                continue
            with suppress(InvalidAct, KeyError):
                await self._press(person)

    async def _press(self, person: Person) -> None:
        self.look()
        tables = self.observer.truth.tables
        newest = tables[max(tables)] if tables else None
        if newest is None or newest.state in ("finished", "closed"):
            if person.name == "Ann" and person.commands(self.channel):
                await person.command(self.channel, "table open", {"game": GAME})
                await asyncio.sleep(1.0)
            return None
        if self.random.random() < REPORTS:
            return await self._league(person)
        truth = told_of(self.database, newest.id)
        eyes = Eyes(list(self.server.people.values()), self.channel)
        wanted = [start for who, start in wanted_of_all(eyes, truth) if who is person] if truth else []
        offers = [one for start in wanted for one in eyes.offers(person, start)]
        if offers:
            offer = self.random.choice(offers)
            await self.ledger.begin(person, offer.message["id"], offer.custom_id)
            self.pressed.set()
        return None

    async def _league(self, person: Person) -> None:
        """Say of a result that it is right, send one, or write one."""
        for start in (RIGHT, SENT):
            for channel in person.channels():
                for message in person.messages(channel["id"]):
                    for button in reading.buttons(message, enabled_only=True):
                        if button.custom_id.startswith(start) and self.random.random() < 0.5:
                            await self.ledger.begin(person, message["id"], button.custom_id)
                            return
        if person.name == "Ann" and person.commands(self.channel):
            asked = await person.command(self.channel, "league report")
            for _ in range(10):
                await asyncio.sleep(0.1)
                if asked.modal is not None:
                    await person.submit(asked.modal, {"text": TOTALS})
                    return


@asynccontextmanager
async def crowd(database: Path) -> AsyncIterator[tuple[Crowd, Bot]]:
    """A server with a league, and the bot that will live there."""
    server = await Playground.start()
    server.ratelimits.pace = PACE
    for person in server.people.values():
        person.account.locale = "en-GB"
    (guild,) = server.world.guilds.values()
    store = await Store.open(database)
    people = list(server.people.values())
    league = League(0, guild.id, "Tuesday", "kingen", 4, "Europe/Brussels", people[0].id, 1.0)
    season = SeasonFacts(0, 0, 1, "2026", SeasonSettings(), FIRST)
    made = await store.leagues.create(league, season, Club.member(0, people[0]))
    for one in people[1:]:
        await enter(store.leagues, Club.member(made.id, one))
    await store.close()
    observer = Observer(server, database)
    try:
        yield Crowd(server, database, observer, Ledger(server), Random(SEED)), Bot(server, database)
    finally:
        observer.close()
        await server.close()


async def is_at_work(there: Crowd, life: Life, bot: Bot) -> None:
    """Return once it hears of presses, and one is under way. Raises AssertionError with what it has said."""
    gateway = there.server.gateway
    try:
        await there.server.world.until(
            lambda: gateway.connected or life.dead.is_set(), timeout=2 * START_SECONDS
        )
    except TimeoutError:
        raise AssertionError(f"it does not start: {''.join(bot.said[-12:])}") from None
    there.pressed.clear()
    with suppress(TimeoutError):
        await asyncio.wait_for(there.pressed.wait(), 10.0)


async def to_the_end_of_a_deal(there: Crowd) -> None:
    """With a bot that lives. Raises AssertionError where somebody is stuck."""

    def deals() -> int:
        there.look()
        return sum(one.deals for one in there.observer.truth.tables.values())

    before, until = deals(), monotonic() + LONGEST_WAIT
    while deals() == before:
        entries = there.entries
        await asyncio.sleep(0.1)
        there.look()
        if there.entries > entries:
            until = monotonic() + LONGEST_WAIT
        assert monotonic() < until, there.observer.truth.tables[max(there.observer.truth.tables)].now


async def test_killed_at_random_moments_with_presses_under_way(
    tmp_path: Path, tell: Tell, capsys: pytest.CaptureFixture[str]
) -> None:
    database, begun = tmp_path / "kills.sqlite3", monotonic()
    async with crowd(database) as (there, bot):
        playing = [asyncio.create_task(there.play(one)) for one in there.server.people.values()]
        try:
            for _ in range(KILLS):
                async with bot.running(brisk=True, wait=False) as life:
                    await is_at_work(there, life, bot)
                    await asyncio.sleep(there.random.uniform(*DIES_AFTER))
                there.died_at = there.died_at or monotonic()
                check_log(database, there.observer.truth)
                for task in playing:
                    assert not task.done() or task.result() is None
            async with bot.running(brisk=True) as life:
                await to_the_end_of_a_deal(there)
                for task in playing:
                    task.cancel()
                await asyncio.gather(*playing, return_exceptions=True)
                await asyncio.gather(*(one.done(LONGEST_ANSWER) for _, _, one in there.ledger.sent))
                assert await life.leave()
                there.ledger.look()
        finally:
            for task in playing:
                task.cancel()
        with capsys.disabled():
            sent = there.ledger.sent
            answered = sum(one.state == "answered" for _, _, one in sent)
            print(f"\n{KILLS} kills in {monotonic() - begun:.0f} s, {len(sent)} presses, {answered} answered")
            print(f"{there.entries} entries in the log, {len(there.observer.truth.tables)} tables")
        tell("kill -9 with presses under way", KILLS, "all", there.slowest)
        there.observer.check()
        problems = [*there.ledger.problems(database), *sent_once(there)]
        problems += [one async for one in stored_problems(database, there.observer.truth, there.server.world)]
        problems += bot.complaints
        if problems:
            pytest.fail("\n".join(problems[:6]))


def sent_once(there: Crowd) -> Iterator[str]:
    """Each result that its writer was told is sent is there, once, and none that was not sent."""
    told, pressed = set[str](), set[str]()
    for _, custom_id, one in there.ledger.sent:
        if custom_id.startswith(SENT):
            panel = str(one.to_json()["source_message_id"])
            pressed.add(panel)
            if one.state == "answered" and one.message is not None and IS_SENT in reading.text(one.message):
                told.add(panel)
    with closing(sqlite3.connect(f"{there.database.resolve().as_uri()}?mode=rw", uri=True)) as connection:
        (waiting,) = connection.execute("SELECT count(*) FROM reports").fetchone()
        (counted,) = connection.execute("SELECT count(*) FROM league_games").fetchone()
    if not len(told) <= waiting + counted <= len(pressed):
        yield f"{waiting} results wait, {counted} count; of {len(pressed)}, {len(told)} were said to be sent"
