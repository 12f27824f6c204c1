"""Cells of one bot, of which one is killed with ``kill -9``, or the broker is, or the network between them is
cut: at random moments, while people in servers of all of them play by direct messages.

By default each of the five once; the long run is ``HARTENHEER_SOAK_CELLS=100 make soak ARGS="-k of_cells"``.
A network is cut for up to ``HARTENHEER_SOAK_CUT`` seconds, 12 by default: a cell sees within eight that the
broker does not answer, and then tries once a second, so longer cuts are more of the same (600 are ten
minutes).

After each of them every table has to go on. At the end is looked at, press by press, who was answered what:
whoever is not concerned has noticed nothing, and whose cell was away was told so within three seconds. Then
all that holds after any mishap is looked at, in the files of all cells.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
from collections import Counter
from collections.abc import AsyncGenerator, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from enum import StrEnum
from math import inf
from pathlib import Path
from random import Random
from time import monotonic
from typing import NamedTuple

import pytest

from playground import reading
from playground.interactions.acts import InvalidAct
from playground.interactions.invocations import Invocation
from playground.people import Person
from playground.reading import Button
from playground.server import Playground
from tests.beyond.servers import Server, free_port
from tests.cells.proxy import Proxy, proxy
from tests.cells.running import broker, cell_settings, database_of, needs_broker, places_of
from tests.e2e.house import EPHEMERAL, PACE
from tests.load.town import Place
from tests.soak.conftest import Tell
from tests.soak.lives import LAUNCH, START_SECONDS, Bot, Life
from tests.soak.matrix.holds import told_problems
from tests.soak.matrix.ledger import LONGEST_ANSWER, Ledger
from tests.soak.observer import Observer
from tests.soak.truth import check_log

pytestmark = needs_broker

MISHAPS = int(os.environ.get("HARTENHEER_SOAK_CELLS", "5"))
CUT = float(os.environ.get("HARTENHEER_SOAK_CUT", "12"))
SEED = int(os.environ.get("HARTENHEER_TEST_SEED", "0"))
COUNT, TABLES, PEOPLE = 3, 1, 2
GAME = "russian-king"
PRESS_AFTER = (0.1, 0.6)
"""Seconds."""
QUIET = (0.5, 3.0)
"""Seconds from when all is well until something happens."""
AWAY = (0.2, 4.0)
"""Seconds for which a process is."""
LOOKS = 0.3
"""How often somebody looks at scores in the channel, rather than play."""
UNDER_WAY = 3.0
"""Seconds before a mishap, from which on a press may have been taken by whoever dies in it: Discord waits no
longer for the answer."""
ANSWERED_WITHIN = 3.0
SLOW = 0.3
"""Seconds for which a process waits for the machine around a press, beyond which that is not judged: half a
second is all that a cell has."""
LONGEST_WAIT = 60.0
"""Seconds without an entry in the log after which a table is stuck, once all is well."""
RESTARTING = "I'm restarting"
PLAYS = re.compile(r"hh[\d.]*:(?:act|ready):(\d+):")
SEATS = re.compile(r"hh[\d.]*:(join|start|fill-start):(\d+):")
SCORES = re.compile(r"hh[\d.]*:scores:(\d+):")


class What(StrEnum):
    """What may happen."""

    CELL = "kill -9 of a cell"
    FIRST = "kill -9 of the first cell"
    BROKER = "kill -9 of the broker"
    CUT = "a network cut between a cell and the broker"
    FIRST_CUT = "a network cut between the first cell and the broker"


@dataclass
class Mishap:
    """Something that has happened, to which cell (0: to none): from when until when, by ``monotonic``.
    ``heard`` is when the cell could be told of presses again."""

    what: What
    cell: int
    begun: float
    heard: float = inf
    over: float = inf

    def concerns(self, press: Pressed) -> bool:
        """Whether a press may notice anything: it is its cell's, or goes by way of the first cell or over the
        network to its own."""
        match self.what:
            case What.CELL:
                return press.cell == self.cell
            case What.FIRST:
                return press.is_direct or press.cell == 1
            case What.BROKER | What.FIRST_CUT:
                return press.is_direct and press.cell != 1
            case What.CUT:
                return press.is_direct and press.cell == self.cell

    def may_fail(self, press: Pressed) -> bool:
        """Whether a press that it concerns may be left without an answer: a process that died may have taken
        it, or Discord had nobody to tell of it."""
        if not self.concerns(press) or press.at < self.begun - UNDER_WAY:
            return False
        is_told_of = press.is_direct and self.what is not What.FIRST
        return press.at < (self.begun if is_told_of else self.heard)


@dataclass
class Pressed:
    """One press, of a table of a cell, on a direct message or not; when, and after how many seconds it was
    answered."""

    cell: int
    is_direct: bool
    at: float
    invocation: Invocation
    answered: float = inf

    async def watch(self) -> None:
        """Note when it is answered."""
        await self.invocation.done(LONGEST_ANSWER)
        if self.invocation.state != "failed":
            self.answered = monotonic() - self.at


class HeldUp(NamedTuple):
    """For how long, in the time up to a moment, a process was ready to run and the machine ran others."""

    at: float
    seconds: float


@dataclass
class Town:
    """Cells, the broker, the network between them, and those who play in servers of all cells."""

    server: Playground
    folder: Path
    places: list[Place]
    bots: list[Bot]
    port: int
    random: Random = field(default_factory=lambda: Random(SEED))
    proxies: list[Proxy] = field(default_factory=list[Proxy])
    lives: dict[int, tuple[AsyncExitStack, Life]] = field(
        default_factory=dict[int, tuple[AsyncExitStack, Life]]
    )
    pressed: list[Pressed] = field(default_factory=list[Pressed])
    answers: set[asyncio.Task[None]] = field(default_factory=set[asyncio.Task[None]])
    held_up: list[HeldUp] = field(default_factory=list[HeldUp])
    unjudged: int = 0
    mishaps: list[Mishap] = field(default_factory=list[Mishap])
    slowest: dict[What, float] = field(default_factory=lambda: dict.fromkeys(What, 0.0))

    def __post_init__(self) -> None:
        self.databases = [database_of(self.folder, number) for number in range(1, COUNT + 1)]
        self.observer = Observer(self.server, *self.databases)
        self.ledger = Ledger(self.server)
        self._broker: tuple[ExitStack, Server] | None = None

    # What runs

    def start_broker(self) -> None:
        """Where it was before, with what it has kept."""
        stack = ExitStack()
        self._broker = stack, stack.enter_context(broker(self.folder, port=self.port))

    def kill_broker(self) -> None:
        """As ``kill -9`` does."""
        assert self._broker is not None
        stack, server = self._broker
        os.kill(server.pid, signal.SIGKILL)
        stack.close()

    async def start(self, number: int) -> None:
        """A cell, and wait for nothing."""
        stack = AsyncExitStack()
        life = await stack.enter_async_context(self.bots[number - 1].running(brisk=True, wait=False))
        self.lives[number] = stack, life

    async def kill(self, number: int) -> None:
        """As ``kill -9`` does."""
        stack, life = self.lives.pop(number)
        life.kill()
        await stack.aclose()

    async def is_told(self, number: int) -> None:
        """Return once a cell is told of presses. Raises AssertionError with what it has said."""
        _, life = self.lives[number]
        try:
            await self.server.world.until(
                lambda: number - 1 in self.server.gateway.connected_shards or life.dead.is_set(),
                timeout=2 * START_SECONDS,
            )
        except TimeoutError:
            life.dead.set()
        assert not life.dead.is_set(), "".join(self.bots[number - 1].said[-12:])

    # What people do

    async def play(self, place: Place, person: Person) -> None:
        """Press whatever there is to be pressed, one thing after the other; until cancelled."""
        while True:
            await asyncio.sleep(self.random.uniform(*PRESS_AFTER))
            with suppress(InvalidAct, KeyError):
                await self._act(place, person)

    async def _act(self, place: Place, person: Person) -> None:
        mailbox, channel = int(person.open_direct_messages()["id"]), place.channel.id
        if self.random.random() < LOOKS:
            return await self._press(person, channel, self._found(person, channel, SCORES)[-1:])
        cards = self._found(person, mailbox, PLAYS)
        if cards:
            return await self._press(person, mailbox, cards)
        table = self._table_at(place)
        if table is None:
            if person is place.people[0] and person.commands(channel):
                asked = await person.command(channel, "table open", {"game": GAME})
                await asked.done(LONGEST_ANSWER)
                await asyncio.sleep(1.0)
            return None
        seats = self.observer.truth.tables[table]
        if seats.state != "lobby":
            return None
        verb = "join" if person.id not in seats.seated else "start" if len(seats.seated) == PEOPLE else ""
        offers = [one for one in self._found(person, channel, SEATS) if verb and verb in one[1].custom_id]
        return await self._press(person, channel, offers)

    def _found(self, person: Person, channel: int, wanted: re.Pattern[str]) -> list[tuple[str, Button]]:
        shared = [one for one in person.messages(channel) if not one["flags"] & EPHEMERAL]
        return [
            (message["id"], button)
            for message in shared[-8:]
            for button in reading.buttons(message, enabled_only=True)
            if wanted.match(button.custom_id)
        ]

    def _table_at(self, place: Place) -> int | None:
        """The table that somebody of a place has a seat at."""
        self.observer.truth.poll()
        return next(
            (
                one.id
                for one in reversed(self.observer.truth.tables.values())
                if one.state in ("lobby", "playing") and place.people[0].id in one.seated
            ),
            None,
        )

    async def _press(self, person: Person, channel: int, offers: list[tuple[str, Button]]) -> None:
        if not offers:
            return
        message, button = self.random.choice(offers)
        at = monotonic()
        invocation = await self.ledger.begin(person, message, button.custom_id)
        if invocation is None:
            return
        about = re.search(r":(\d+):", button.custom_id)
        assert about is not None
        is_direct = self.server.world.channel(channel).guild is None
        pressed = Pressed((int(about[1]) - 1) % COUNT + 1, is_direct, at, invocation)
        self.pressed.append(pressed)
        task = asyncio.create_task(pressed.watch())
        self.answers.add(task)
        await asyncio.wait({task})

    async def watch_machine(self) -> None:
        """Note how long these processes wait for the machine; until cancelled. On Linux alone."""
        before: dict[int, float] = {}
        while True:
            now = {
                pid: waited(pid)
                for pid in (os.getpid(), *(life.process.pid for _, life in self.lives.values()))
            }
            self.held_up.append(HeldUp(monotonic(), max(now[pid] - before.get(pid, now[pid]) for pid in now)))
            before = now
            await asyncio.sleep(0.1)

    def waited_with(self, press: Pressed) -> float:
        """For how long some process waited for the machine in the second from a press on."""
        return sum(one.seconds for one in self.held_up if press.at <= one.at <= press.at + 1.5)

    # What happens

    async def suffer(self, what: What) -> None:
        """Have it happen, and return once all tables go on."""
        await asyncio.sleep(self.random.uniform(*QUIET))
        others = self.random.randrange(2, COUNT + 1)
        cell = {What.CELL: others, What.FIRST: 1, What.BROKER: 0, What.CUT: others, What.FIRST_CUT: 1}[what]
        mishap = Mishap(what, cell, monotonic())
        self.mishaps.append(mishap)
        match what:
            case What.CELL | What.FIRST:
                await self.kill(cell)
                check_log(self.databases[cell - 1], self.observer.truth, self.elsewhere(cell))
                await asyncio.sleep(self.random.uniform(*AWAY))
                await self.start(cell)
                await self.is_told(cell)
            case What.BROKER:
                self.kill_broker()
                await asyncio.sleep(self.random.uniform(*AWAY))
                self.start_broker()
            case What.CUT | What.FIRST_CUT:
                self.proxies[cell - 1].cut()
                await asyncio.sleep(self.random.uniform(1.0, CUT))
                self.proxies[cell - 1].mend()
        mishap.heard = monotonic()
        await self.goes_on()
        mishap.over = monotonic()
        self.slowest[what] = max(self.slowest[what], mishap.over - mishap.heard)

    def elsewhere(self, number: int) -> set[int]:
        """The tables that are not of a cell."""
        return {one for one in self.observer.truth.tables if (one - 1) % COUNT != number - 1}

    async def goes_on(self) -> None:
        """Return once there is something new in the log of each place. Raises AssertionError where not."""

        def entries() -> list[int]:
            self.observer.truth.poll()
            tables = self.observer.truth.tables.values()
            return [
                sum(len(one.lines) for one in tables if place.people[0].id in one.seated)
                for place in self.places
            ]

        before, until = entries(), monotonic() + LONGEST_WAIT
        while any(now <= then for now, then in zip(entries(), before, strict=True)):
            await asyncio.sleep(0.1)
            assert monotonic() < until, (before, entries(), *(one.said[-3:] for one in self.bots))

    # What was seen

    def problems(self) -> Iterator[str]:
        """Presses that were answered otherwise than they should have been."""
        for press in self.pressed:
            near = [one for one in self.mishaps if one.begun - UNDER_WAY <= press.at <= one.over]
            if any(one.may_fail(press) for one in near):
                continue
            where = f"{press.invocation.custom_id} at {press.at:.2f}, cell {press.cell}, {near}"
            what = ""
            if press.answered > ANSWERED_WITHIN:
                what = f"answered after {press.answered:.2f} s ({press.invocation.error})"
            elif self.was_refused(press) and not any(one.concerns(press) for one in near):
                what = "was told that its cell is away"
            if what and self.waited_with(press) > SLOW:
                self.unjudged += 1
            elif what:
                yield f"{what}: {where}"

    def was_refused(self, press: Pressed) -> bool:
        """Whether it was told that its cell is away."""
        message = press.invocation.message
        return message is not None and RESTARTING in reading.text(message)

    def summary(self) -> str:
        """How much was seen."""
        while_away = [
            press
            for press in self.pressed
            if any(one.begun <= press.at <= one.over and not one.concerns(press) for one in self.mishaps)
        ]
        refused = [one for one in self.pressed if self.was_refused(one)]
        entries = sum(len(one.lines) for one in self.observer.truth.tables.values())
        lost = sum(one.answered == inf for one in self.pressed)
        slowest = max((one.answered for one in refused), default=0.0)
        return (
            f"{len(self.mishaps)} mishaps, {len(self.pressed)} presses, {entries} entries in the log of"
            f" {len(self.observer.truth.tables)} tables, {self.observer.hands_read} hands read;"
            f" {len(while_away)} presses that a mishap did not concern;"
            f" {len(refused)} told that their cell is away, within {slowest:.2f} s;"
            f" {lost} taken by who died, or told to nobody;"
            f" {self.unjudged} not judged, the machine being slow"
        )


def waited(pid: int) -> float:
    """For how many seconds a process was ready to run and did not, since it began; 0 where nobody says.
    https://docs.kernel.org/scheduler/sched-stats.html"""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text("ascii").split()[1]) / 1e9
    except OSError:
        return 0.0


@asynccontextmanager
async def town(folder: Path) -> AsyncGenerator[Town]:
    """All cells at work, and a table in a server of each."""
    server = await Playground.start(furnished=False)
    server.ratelimits.pace = PACE
    async with AsyncExitStack() as stack:
        stack.push_async_callback(server.close)
        places = await places_of(server, COUNT, TABLES, PEOPLE)
        for person in server.people.values():
            person.account.locale = "en-GB"
        port = free_port()
        proxies = [await stack.enter_async_context(proxy(f"nats://127.0.0.1:{port}")) for _ in range(COUNT)]
        bots = [
            Bot(
                server,
                database_of(folder, number),
                LAUNCH,
                (number - 1,),
                HARTENHEER_BACKUP_AT="no",
                **cell_settings(number, COUNT, proxies[number - 1].url),
            )
            for number in range(1, COUNT + 1)
        ]
        made = Town(server, folder, places, bots, port, proxies=proxies)
        stack.callback(made.observer.close)
        made.start_broker()
        stack.callback(made.kill_broker)
        try:
            for number in range(1, COUNT + 1):
                await made.start(number)
            for number in range(1, COUNT + 1):
                await made.is_told(number)
            yield made
        finally:
            for number in list(made.lives):
                await made.kill(number)


async def test_mishaps_of_cells_with_presses_under_way(
    tmp_path: Path, tell: Tell, capsys: pytest.CaptureFixture[str]
) -> None:
    begun = monotonic()
    async with town(tmp_path) as there:
        playing = [
            asyncio.create_task(there.play(place, person))
            for place in there.places
            for person in place.people
        ]
        watching = asyncio.create_task(there.watch_machine())
        try:
            await there.goes_on()
            there.pressed.clear()  # what begins is slow
            rest = there.random.choices(list(What), k=max(0, MISHAPS - len(What)))
            for what in [*What, *rest][:MISHAPS]:
                await there.suffer(what)
                for task in playing:
                    assert not task.done() or task.result() is None
        finally:
            for task in (*playing, watching):
                task.cancel()
            await asyncio.gather(*playing, watching, return_exceptions=True)
        await asyncio.gather(*there.answers)
        for _, life in there.lives.values():
            assert await life.leave()
        there.ledger.look()
        there.observer.check()
        problems = [*there.problems(), *there.ledger.problems(*there.databases)]
        for number, database in enumerate(there.databases, start=1):
            truth, elsewhere = there.observer.truth, there.elsewhere(number)
            check_log(database, truth, elsewhere)
            problems += told_problems(database, truth, there.server.world, elsewhere)
        problems += [
            f"cell {number}: {line}" for number, bot in enumerate(there.bots, 1) for line in bot.complaints
        ]
        with capsys.disabled():
            print(f"\n{there.summary()}, {monotonic() - begun:.0f} s")
        for what, count in Counter(one.what for one in there.mishaps).items():
            tell(what.value, count, "all", there.slowest[what])
        if problems:
            pytest.fail("\n".join(problems[:6]))
