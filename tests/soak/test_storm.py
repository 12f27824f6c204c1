"""A whole game of four people in a storm: of twenty requests one is cut, one fails and one is late, and the
bot is killed every ten seconds.

It takes real time, as the bot is a process. What is played is the Russian King without its eralash, twelve
deals of 32 cards: of the games in which nothing but cards is played the one with the fewest, some 360.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from bot import dealing
from bot.cli.records import print_traces
from bot.tables.model import NamedPreset
from data.store import Store
from playground import reading
from playground.interactions.acts import InvalidAct
from playground.people import Person
from playground.server import Playground
from playground.trouble.kinds import Weather
from tests.soak.eyes import Eyes, Offer, Truth, stored_truth, wanted_of_all
from tests.soak.lives import Bot, Life
from tests.soak.observer import Observer

TABLE = 1
RECORD = ".king"
KILLED_EVERY = 10.0  # seconds
LONGEST_WAIT = 10.0
"""Seconds after the last trouble in which nobody may be without something to press."""
LONGEST_GAME = float(os.environ.get("HARTENHEER_SOAK_SECONDS", "900"))
"""Real seconds after which the game is given up."""
PRESS_AFTER = (0.1, 0.4)  # seconds from seeing a button to pressing it
LOOK_EVERY = 0.1
SEED = int(os.environ.get("HARTENHEER_TEST_SEED", "0"))


class MortalBot:
    """The bot, killed and started again for as long as it ``is_stormy``."""

    def __init__(self, server: Playground, database: Path) -> None:
        self.bot = Bot(server, database)
        self.kills = 0
        self.last_kill = 0.0
        self.there: asyncio.Future[Life] = asyncio.get_running_loop().create_future()
        self.calm = asyncio.Event()
        self.stormy = asyncio.Event()

    async def live(self) -> None:
        """Until cancelled; before the storm and after it one life is not ended."""
        while True:
            async with self.bot.running(wait=False) as life:
                if not self.there.done():
                    self.there.set_result(life)
                await self.stormy.wait()
                with suppress(TimeoutError):
                    async with asyncio.timeout(KILLED_EVERY):
                        await self.calm.wait()
                if self.calm.is_set():
                    await asyncio.Event().wait()
            self.kills, self.last_kill = self.kills + 1, time.time()


@dataclass
class Waits:
    """How long people had nothing to press: at a stretch, and counted from the last trouble of any kind."""

    eyes: Eyes
    bot: MortalBot
    weather: Weather
    since: dict[str, float] = field(default_factory=dict[str, float])
    longest: tuple[float, str] = (0.0, "")
    longest_after_trouble: tuple[float, str] = (0.0, "")

    def look(self, truth: Truth) -> None:
        now, missing = time.time(), self.eyes.waiting(truth)
        self.since = {problem: self.since.get(problem, now) for problem in missing}
        trouble = max(self.bot.last_kill, self.weather.last or 0.0)
        for problem, begun in self.since.items():
            self.longest = max(self.longest, (now - begun, problem))
            after = now - max(begun, trouble)
            self.longest_after_trouble = max(self.longest_after_trouble, (after, problem))


class Storm:
    """The game in it."""

    def __init__(self, server: Playground, database: Path) -> None:
        self.server, self.database = server, database
        self.people = list(server.people.values())
        self.eyes = Eyes(self.people, server.world.channel_named("cards").id)
        self.presses = 0
        self.failed = 0

    def truth(self) -> Truth | None:
        return stored_truth(self.database, TABLE)

    async def open_table(self, bot: MortalBot) -> None:
        """Before the storm, as a command has no second try but a person's own."""
        ann, channel = self.people[0], self.eyes.channel
        await bot.bot.ready(await bot.there)
        await self.server.world.until(lambda: ann.commands(channel), timeout=20)
        invocation = await (await ann.command(channel, "table open", {"game": "Storm"})).done()
        assert invocation.state == "answered", invocation.error

    async def play(self, person: Person, random: Random) -> None:
        """Press what there is to be pressed, and again when that has had no effect."""
        while (truth := self.truth()) is None or truth.state != "finished":
            await asyncio.sleep(random.uniform(*PRESS_AFTER))
            wanted = wanted_of_all(self.eyes, truth) if truth is not None else []
            offers = [one for who, start in wanted if who is person for one in self.eyes.offers(who, start)]
            if offers:
                await self._press(person, random.choice(offers))

    async def _press(self, person: Person, offer: Offer) -> None:
        with suppress(InvalidAct, KeyError):  # it has gone in the meantime
            invocation = await (await person.press(offer.message["id"], offer.custom_id)).done()
            self.presses += 1
            self.failed += invocation.state == "failed"

    async def watch(self, waits: Waits) -> None:
        while True:
            if (truth := self.truth()) is not None:
                waits.look(truth)
            await asyncio.sleep(LOOK_EVERY)

    async def settle(self) -> None:
        """Ten seconds after the storm everything is there once, and nothing is left over."""
        truth = self.truth()
        assert truth is not None
        end = time.time() + LONGEST_WAIT
        while problems := [*self.eyes.doubled(truth), *self.eyes.left_over(truth)]:
            assert time.time() < end, problems
            await asyncio.sleep(LOOK_EVERY)

    async def record(self) -> bytes:
        """What *Check the deals* gives of the game that is over."""
        ann = self.people[0]
        deals = self.eyes.offers(ann, "hh:deals:")[0]
        await (await ann.press(deals.message["id"], deals.custom_id)).done()

        def ways() -> list[Offer]:
            return self.eyes.offers(ann, "hh:fair:")

        await self.server.world.until(lambda: bool(ways()), timeout=LONGEST_WAIT)
        fair = ways()[0]
        invocation = await (await ann.press(fair.message["id"], fair.custom_id)).done()
        assert invocation.state == "answered", invocation.error

        def given() -> list[bytes]:
            files = [
                one for message in self.eyes.messages(ann) for one in reading.pictures(self.server, message)
            ]
            return [one.data for one in files if one.filename.endswith(RECORD)]

        await self.server.world.until(lambda: bool(given()), timeout=LONGEST_WAIT)
        (data,) = given()
        return data

    async def check_record(self, folder: Path) -> None:
        """The record is the game that was played, legal from the first deck to the last card."""
        data = await self.record()
        file = folder / "storm.king"
        file.write_bytes(data)
        assert print_traces([str(file)]) == 0
        assert not dealing.verify(data).discrepancies
        with closing(sqlite3.connect(self.database)) as connection:
            log = connection.execute("SELECT seq, line FROM log ORDER BY seq").fetchall()
        assert [seq for seq, _ in log] == list(range(len(log)))
        said = data.decode().splitlines()
        assert all(line in said for _, line in log)


async def english_playground(database: Path) -> Playground:
    """One whose people and server speak English, and where the rules of the storm have a name."""
    server = await Playground.start()
    for person in server.people.values():
        person.account.locale = "en-GB"
    (guild,) = server.world.guilds.values()
    guild.locale = "en-GB"
    store = await Store.open(database)
    rules = {"eralash": "no"}
    await store.presets.keep_preset(NamedPreset(guild.id, "Storm", "russian-king", 4, rules))
    await store.close()
    return server


async def play_in_the_storm(storm: Storm, bot: MortalBot, waits: Waits) -> None:
    """To the end of the game, and of the storm."""
    bot.stormy.set()
    watching = asyncio.create_task(storm.watch(waits))
    try:
        async with asyncio.timeout(LONGEST_GAME):
            playing = enumerate(storm.people)
            await asyncio.gather(*(storm.play(one, Random(SEED + number)) for number, one in playing))
    except TimeoutError:
        truth = storm.truth()
        assert truth is not None
        pytest.fail(f"still at entry {truth.seq}: {storm.eyes.waiting(truth)}; {waits.longest}")
    finally:
        bot.calm.set()
        waits.weather.stop()
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)


async def test_a_game_in_a_storm(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = tmp_path / "storm.sqlite3"
    server = await english_playground(database)
    bot, storm = MortalBot(server, database), Storm(server, database)
    living = asyncio.create_task(bot.live())
    observer = Observer(server, database)
    try:
        await storm.open_table(bot)
        weather = server.faults.weather(cut=0.05, fail=0.05, late=0.05, seconds=2.0, seed=SEED)
        waits = Waits(storm.eyes, bot, weather)
        begun = time.time()
        await play_in_the_storm(storm, bot, waits)
        with capsys.disabled():
            print(
                f"\n{storm.presses} presses in {time.time() - begun:.0f} s, {storm.failed} without an answer"
            )
            print(f"{bot.kills} kills, {len(server.faults.befallen)} requests befallen")
            print(f"{observer.read} messages read, {observer.hands_read} pictures of hands")
            print(f"longest without something to press: {waits.longest}")
            print(f"after the last trouble: {waits.longest_after_trouble}")
        await storm.settle()
        await storm.check_record(tmp_path)
        observer.check()
        assert observer.hands_read > 100
        assert waits.longest_after_trouble[0] <= LONGEST_WAIT, waits.longest_after_trouble
        assert not [line for line in bot.bot.said if "Traceback" in line]
    finally:
        observer.close()
        living.cancel()
        await asyncio.gather(living, return_exceptions=True)
        await server.close()
