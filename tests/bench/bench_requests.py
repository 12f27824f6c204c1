"""Requests to Discord for each card played: those the global limit counts, and those it does not.

The whole bot plays through the client library against the playground, which counts. Time is moved by hand
from one thing that is due to the next, and only when nothing is being done, so that what is counted does not
depend on the machine: people take their time to think, robots their moment, messages their pause between two
edits. Each game is played from its lobby to its end: the press of *Start* makes the table's message free for
a quarter of an hour only, so what its first deals cost says nothing of the others.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from bot.tables.model import State
from bot.tables.table import Table
from playground import reading
from playground.people import Person
from tests.bench.rows import Row
from tests.clock import FakeClock
from tests.e2e.house import House, open_house

SEED = 52
PAUSE_TO_LOOK = (3.0, 12.0)  # seconds between a deal's end and the press of *Next deal*
GRAIN = 0.001  # seconds; a due time is passed by so much


@dataclass(frozen=True)
class Scenario:
    """Who plays, and how. ``think`` is the range of seconds a person takes for a card, all equally likely.
    People ``in_channel`` look at their hand and ask for the next deal in the channel, the others never touch
    anything but their direct messages. ``bound`` is for the counted requests a card."""

    name: str
    think: tuple[float, float]
    people: int = 4
    in_channel: bool = False
    bound: float | None = 1.0


SCENARIOS = (
    Scenario("four people in their direct messages", (1.5, 6.0), bound=0.25),
    Scenario("four people in the channel", (1.5, 6.0), in_channel=True),
    Scenario("one person and three robots", (1.5, 6.0), people=1, bound=0.1),
    Scenario("four slow people in their direct messages", (5.0, 15.0), bound=0.35),
    Scenario("four people, 15 to 20 minutes a card", (900.0, 1200.0), bound=None),
)


class Play:
    """One scenario being played."""

    def __init__(self, scenario: Scenario, house: House, clock: FakeClock) -> None:
        self.scenario = scenario
        self.house = house
        self.clock = clock
        self.random = Random(SEED)
        self.players = house.people()[: scenario.people]

    async def still(self) -> None:
        """Everything that can be done without time going on has been done."""
        calm = 0
        while calm < 2:
            for _ in range(20):
                await asyncio.sleep(0)
            await self.house.bot.boundary.quiet()
            await self.house.bot.tables.quiet()
            names = Counter(task.get_name() for task in asyncio.all_tasks())
            if names["showing"] or names["slot"]:
                calm = 0
                await asyncio.sleep(0.001)
            else:
                calm += 1

    async def pass_time(self, seconds: float) -> None:
        end = self.clock.now() + seconds
        while (due := self.clock.next_due()) is not None and due <= end:
            self.clock.advance(due - self.clock.now() + GRAIN)
            await self.still()
        self.clock.advance(max(0.0, end - self.clock.now()))
        await self.still()

    async def open(self) -> Table:
        """A table up to where only *Start* is missing; with robots the host starts it too."""
        host, *others = self.players
        table = await self.house.open_table(host, *others)
        for _ in range(4 - len(self.players)):
            await self.press(host, self.house.lobby(table), "Add a robot")
        return table

    async def press(self, person: Person, message: dict[str, Any], label: str) -> None:
        answered = await self.house.press(person, message, label)
        assert answered.state == "answered", answered.error
        await self.still()

    async def play_deal(self, table: Table) -> int:
        """From the press that deals to the last card; the number of cards played."""
        if table.facts.started_at is None:
            await self.press(self.players[0], self.house.lobby(table), "Start")
        else:
            await self.ask_for_next_deal(table)
        if self.scenario.in_channel:
            for person in self.players:
                await self.press(person, self.house.table_message(table), "My hand")
        cards = 0
        while table.facts.turn is not None and table.facts.turn >= 0:
            seq = table.facts.seq
            person = self.house.to_move(table)
            if person is None:
                while table.facts.seq == seq:
                    await self.pass_time(0.1)
            else:
                await self.pass_time(self.random.uniform(*self.scenario.think))
                message, custom_id = self.choices(person, f"hh:act:{table.facts.id}:{seq}:")
                answered = await (await person.press(message["id"], custom_id)).done()
                assert answered.state == "answered", answered.error
                await self.still()
            cards += table.facts.seq - seq
        return cards

    async def ask_for_next_deal(self, table: Table) -> None:
        for person in self.players:
            await self.pass_time(self.random.uniform(*PAUSE_TO_LOOK))
            if self.scenario.in_channel:
                await self.press(person, self.house.table_message(table), "Next deal")
            else:
                message, _ = self.choices(person, f"hh:ready:{table.facts.id}:")
                await self.press(person, message, "Next deal")

    def choices(self, person: Person, start: str) -> tuple[dict[str, Any], str]:
        """The newest message that lets a person do it, and one of its buttons for it."""
        places = [person.open_direct_messages()["id"]]
        if self.scenario.in_channel:
            places.insert(0, self.house.cards)
        for place in places:
            for message in reversed(person.messages(place)):
                found = [
                    one.custom_id
                    for one in reading.buttons(message, enabled_only=True)
                    if one.custom_id.startswith(start)
                ]
                if found:
                    return message, self.random.choice(found)
        raise AssertionError(f"{person.name} has no button {start}")


@dataclass(frozen=True)
class Tally:
    """Requests that the global limit counts, and the others, and the cards that were played meanwhile."""

    counted: int
    uncounted: int
    cards: int = 0


async def measure(scenario: Scenario) -> list[Tally]:
    """The requests of the lobby, and those of each deal, from the press that deals to the last card."""
    clock = FakeClock()
    with tempfile.TemporaryDirectory() as folder:
        async with open_house(Path(folder) / "bench.sqlite3", clock=clock, robot_pause=1.0) as house:
            play = Play(scenario, house, clock)
            requests = house.server.requests
            house.server.ratelimits.enabled = False  # they go by real seconds, of which there are few here

            def taken(cards: int = 0) -> Tally:
                tally = Tally(requests.total_counted, requests.total_uncounted, cards)
                requests.reset()
                return tally

            taken()  # logging in
            table = await play.open()
            tallies = [taken()]
            while table.facts.state is not State.FINISHED:
                tallies.append(taken(await play.play_deal(table)))
            return tallies


def rows() -> list[Row]:
    """Two rows a scenario."""
    return [row for scenario in SCENARIOS for row in _rows(scenario)]


def _rows(scenario: Scenario) -> tuple[Row, Row]:
    tallies = asyncio.run(measure(scenario))
    cards = sum(one.cards for one in tallies)
    shortest, longest = scenario.think
    how = f"{shortest:g} to {longest:g} s a card, equally likely (seed {SEED}); lobby and deals:"
    counted, uncounted = [one.counted for one in tallies], [one.uncounted for one in tallies]
    return (
        Row(
            f"{scenario.name}: counted a card",
            sum(counted) / cards,
            f"{how} {' + '.join(map(str, counted))} requests, {cards} cards.",
            scenario.bound,
            at_most=True,
        ),
        Row(
            f"{scenario.name}: uncounted a card",
            sum(uncounted) / cards,
            f"The same game: {' + '.join(map(str, uncounted))} requests.",
        ),
    )
