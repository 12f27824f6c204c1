"""What a request of ours costs in CPU, beside one of a bare bot of discord.py, in one run.

The bare bot (``bare_bot``) answers each press with a message of the kind that ours sends: a picture of 30 kB
uploaded anew, its alternative text, and twelve buttons, in Components V2 and made anew. (It used to resend a
``View`` of the old kind, which no bot can whose messages change, and took a seventh less.) It is told of
servers alone and keeps no messages, as ours. Ours plays twice: one person and three robots at each table, and
four people. Each is a process of its own; the playgrounds and the people are in this one, and what they take
is not counted. They take turns, a few seconds each, so that all meet the same machine; the first turn of each
warms up.

What is compared is a request sent to Discord, first answers and edits, of either bot each with a picture. A
press of ours comes to three to five of them with what the others are shown; what robots play, the rules and
the database are in their cost. Where the machine does other work ours takes itself to be under load and shows
less: the same press is spread over fewer requests, each of which then costs more.

``python -m tests.bench.bench_press SECONDS`` plays each for so long.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import Any

from playground import reading
from playground.people import Person
from playground.server import Playground
from tests.bench.cpu_report import WHOLE, Taken, cpu_of
from tests.bench.rows import Row

ROOT = Path(__file__).parents[2]
OURS = (
    "import sys; from tests.bench.cpu_report import tell_cpu; from tests.soak.launch import be_quick, main; "
    "tell_cpu(); be_quick(); sys.exit(main(['run']))"
)
THINKS = 1.0  # seconds until a card is pressed; robots take their usual time
PRESSES_A_SECOND = 40  # at the bare bot: about as many as requests of ours
TABLES = 16  # of one person and three robots each
TABLES_OF_FOUR = 8
BARE_PEOPLE = 8
SLICE = 5.0  # seconds
SECONDS = 15.0  # that each plays in all
CALM = 0.4  # seconds without a request, after which all is done
GUILDS_WAIT = 2.5  # seconds: the library waits two for more servers
MOST = 2.2
"""How many times as much as a bare bot's a request of ours may cost."""


PressOn = Callable[["Side", Person], Coroutine[Any, Any, None]]
"""What a person does for as long as they may."""


@dataclass
class Side:
    """A bot being measured: its playground, its process, who presses and how often somebody has."""

    server: Playground
    process: asyncio.subprocess.Process
    people: list[Person]
    press_on: PressOn
    may_press: asyncio.Event = field(default_factory=asyncio.Event)
    presses: int = 0
    lost: int = 0
    cpu: Taken = field(default_factory=dict[str, float])
    requests: int = 0
    counted_presses: int = 0

    async def slice(self, seconds: float) -> None:
        """Let people press for so long, and add what it took."""
        before, presses = await cpu_of(self.process), self.presses
        self.server.requests.reset()
        self.may_press.set()
        await asyncio.sleep(seconds)
        self.may_press.clear()
        await self._calm()
        for kind, taken in (await cpu_of(self.process)).items():
            self.cpu[kind] = self.cpu.get(kind, 0.0) + taken - before.get(kind, 0.0)
        self.requests += self._asked
        self.counted_presses += self.presses - presses

    async def _calm(self) -> None:
        asked = -1
        while asked != self._asked:
            asked = self._asked
            await asyncio.sleep(CALM)

    @property
    def _asked(self) -> int:
        return self.server.requests.total_counted + self.server.requests.total_uncounted

    def forget(self) -> None:
        """What was measured so far was for warming up."""
        self.cpu, self.requests, self.counted_presses = {}, 0, 0

    async def press(self, person: Person, message: str, custom_id: str) -> None:
        """Press, and wait for the answer."""
        answered = await (await person.press(message, custom_id)).done()
        self.presses += 1
        self.lost += answered.state != "answered"

    @property
    def milliseconds(self) -> float:
        """Of CPU, a request."""
        return self.cpu[WHOLE] * 1000 / self.requests

    def split(self) -> str:
        """Milliseconds of CPU a request by what takes them."""
        kinds = {"MainThread": "loop and drawing", "robots": "robots", "Thread": "database"}
        parts = [
            f"{name} {self.cpu.get(kind, 0.0) * 1000 / self.requests:.2f}" for kind, name in kinds.items()
        ]
        return ", ".join(parts)


async def _play(side: Side, person: Person) -> None:
    """Press whatever the person's newest direct message offers for the first time."""
    channel, last = person.open_direct_messages()["id"], -1

    def look() -> tuple[int, str, str] | None:
        for message in person.messages(channel)[:-3:-1]:
            for button in reading.buttons(message, enabled_only=True):
                verb, _, rest = button.custom_id.removeprefix("hh:").partition(":")
                if verb in ("act", "ready") and (seq := int(rest.split(":")[1])) > last:
                    return seq, message["id"], button.custom_id
        return None

    while True:
        found = await side.server.world.until(look, timeout=None)
        assert found is not None
        await asyncio.sleep(THINKS)
        await side.may_press.wait()
        last, message, custom_id = look() or found
        await side.press(person, message, custom_id)


async def _press_bare(side: Side, person: Person) -> None:
    channel = side.server.world.channel_named("cards").id
    opened = await (await person.command(channel, "bare")).done()
    assert opened.message is not None
    message = opened.message["id"]
    while True:
        await side.may_press.wait()
        await side.press(person, message, f"bare:{side.presses % 12}")
        await asyncio.sleep(BARE_PEOPLE / PRESSES_A_SECOND)


@asynccontextmanager
async def _side(
    arguments: Sequence[str], people: int, press_on: PressOn, **settings: str
) -> AsyncIterator[Side]:
    """A bot started and ready, with people who are about to press; ``settings`` are the environment's."""
    async with AsyncExitStack() as left:
        server = await Playground.start()
        left.push_async_callback(server.close)
        server.ratelimits.enabled = False
        everybody = [*server.people.values()]
        everybody += [server.people.add(f"P{number}") for number in range(len(everybody), people)]
        for person in everybody:
            person.account.locale = "en-GB"
        folder = left.enter_context(tempfile.TemporaryDirectory())
        environment = {
            **os.environ,
            "DISCORD_TOKEN": server.token,
            "DISCORD_API_URL": server.api_url,
            "DISCORD_CDN_URL": server.cdn_url,
            "HARTENHEER_DATABASE": str(Path(folder) / "bench.sqlite3"),
            "HARTENHEER_EMOJIS": "no",
            "HARTENHEER_STRONG": "no",
            "HARTENHEER_LOG_LEVEL": "WARNING",
            **settings,
        }
        process = await asyncio.create_subprocess_exec(
            sys.executable, *arguments, cwd=ROOT, env=environment, stdin=PIPE, stdout=PIPE
        )
        left.push_async_callback(process.wait)
        left.callback(process.kill)
        await server.world.until(lambda: server.gateway.connected, timeout=60)
        yield Side(server, process, everybody[:people], press_on)


async def _open_with_robots(side: Side) -> None:
    channel = side.server.world.channel_named("cards").id
    for person in side.people:
        await (await person.command(channel, "table open", {"robots": 3})).done()


async def _open_with_people(side: Side) -> None:
    channel = side.server.world.channel_named("cards").id
    for number, first in enumerate(range(0, len(side.people), 4), start=1):
        host, *others = side.people[first : first + 4]
        opened = await (await host.command(channel, "table open")).done()
        assert opened.message is not None
        for person in others:
            await side.press(person, opened.message["id"], f"hh:join:{number}:0:")

        def start(lobby: str = opened.message["id"], host: Person = host) -> str | None:
            buttons = reading.buttons(host.message(lobby), enabled_only=True)
            return next((one.custom_id for one in buttons if one.custom_id.startswith("hh:start:")), None)

        custom_id = await side.server.world.until(start)
        assert custom_id is not None
        await side.press(host, opened.message["id"], custom_id)


async def measure(seconds: float) -> list[Side]:
    """Tables of one person and three robots, tables of four people, and the bare bot, each for so long, after
    a slice that is not counted."""
    ours = ["-c", OURS]
    async with (
        _side(ours, TABLES, _play) as robots,
        _side(ours, 4 * TABLES_OF_FOUR, _play) as people,
        _side(["-m", "tests.bench.bare_bot"], BARE_PEOPLE, _press_bare) as bare,
    ):
        sides = [robots, people, bare]
        await asyncio.sleep(GUILDS_WAIT)
        await asyncio.gather(_open_with_robots(robots), _open_with_people(people))
        async with asyncio.TaskGroup() as pressing:
            tasks = [pressing.create_task(side.press_on(side, one)) for side in sides for one in side.people]
            for number in range(1 + round(seconds / SLICE)):
                for side in sides:
                    await side.slice(SLICE)
                    if not number:
                        side.forget()
            for task in tasks:
                task.cancel()
        return sides


def rows(seconds: float = SECONDS) -> list[Row]:
    """Two."""
    robots, people, bare = asyncio.run(measure(seconds))
    return [_row("one person and three robots", robots, bare), _row("four people", people, bare)]


def _row(name: str, ours: Side, bare: Side) -> Row:
    lost = ours.lost + bare.lost
    presses = f"{ours.counted_presses} presses, {lost} lost"
    return Row(
        f"CPU a request, {name} / a bare bot's",
        inf if lost else ours.milliseconds / bare.milliseconds,
        f"{ours.milliseconds:.2f} ms ({ours.split()}) over {ours.requests} requests of "
        f"{presses}; {bare.milliseconds:.2f} ms over {bare.requests} of the bare bot's.",
        bound=MOST,
        at_most=True,
    )


if __name__ == "__main__":
    from tests.bench.__main__ import print_table

    print_table(rows(*map(float, sys.argv[1:])))
