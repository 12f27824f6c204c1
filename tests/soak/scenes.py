"""What people do at a table while the bot dies and comes back, each scene a list of goals, and one run of
it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playground.server import Playground
from tests.soak.lives import START_SECONDS, Bot, Kill, Life
from tests.soak.observer import Observer
from tests.soak.people import Company, Goal, LeftAlone
from tests.soak.truth import TableTruth, check_log

LATE_SECONDS, LATE_REQUESTS = 0.5, 40
MESSAGES = "* /channels/{channel_id}/messages*"
PACE = 100.0
"""People press faster here than anywhere."""

Scene = Callable[[Company], Sequence[Goal]]


@dataclass
class Stage:
    """A playground with people in it, the bot beside it, and the observer over all."""

    server: Playground
    database: Path
    observer: Observer
    bot: Bot
    company: Company
    lives: list[Life] = field(default_factory=list[Life])

    async def play(
        self,
        goals: Sequence[Goal],
        kills: Sequence[Kill | None] = (),
        slow: int | None = None,
        since: Callable[[], bool] = lambda: True,
    ) -> None:
        """Pursue the goals in order through one life for each of ``kills`` and, after those, one that is
        not killed; people take up again what they were at. The life of number ``slow`` is pressed from the
        moment it is there, and its first requests take half a second each. Requests are counted from when
        ``since`` is true on. Raises AssertionError."""
        left = list(goals)
        for number, kill in enumerate((*kills, None)):
            late = number == slow
            if late:
                self.server.faults.late("*", LATE_SECONDS, times=LATE_REQUESTS)
            async with self.bot.running(kill, brisk=not late, wait=not late, since=since) as life:
                self.lives.append(life)
                await self.pursue(left, life)
            self.server.faults.clear()
            check_log(self.database, self.observer.truth)
        assert not left
        self.check()

    async def pursue(self, left: list[Goal], life: Life) -> None:
        """Reach as many goals as a life lets one, and forget those. Raises AssertionError when people are
        left alone, with what the bot has said; what was seen by whom comes first."""
        self.company.new_life()
        try:
            await self.server.world.until(self.connected(life), timeout=START_SECONDS)
            while left and await self.company.pursue(left[0], life):
                del left[0]
        except (LeftAlone, TimeoutError) as trouble:
            self.observer.check()
            said = "".join(self.bot.said[-12:])
            raise AssertionError(f"{trouble!r}; the bot said {said}") from trouble

    def connected(self, life: Life) -> Callable[[], bool]:
        """Whether a life hears of what people do, or will never do so."""
        return lambda: self.server.gateway.connected or life.dead.is_set()

    def check(self) -> None:
        """What has to hold at the end of every run."""
        self.observer.check()
        assert not self.bot.complaints, self.bot.complaints[:3]


@asynccontextmanager
async def staged(database: Path, seed: int = 0) -> AsyncIterator[Stage]:
    """Set one up; all of it is closed in the end."""
    server = await Playground.start()
    server.ratelimits.pace = PACE
    for person in server.people.values():
        person.account.locale = "en-GB"
    observer = Observer(server, database)
    try:
        yield Stage(server, database, observer, Bot(server, database), Company(server, observer, seed))
    finally:
        observer.close()
        await server.close()


# What people do

FIRST_CARDS = 6
"""How many entries a log has with a deck, a trick of four and the lead to the next."""


def entries(number: int) -> Callable[[TableTruth], bool]:
    """The log is so long."""
    return lambda table: len(table.lines) >= number


def deal(number: int) -> Callable[[TableTruth], bool]:
    """The so-many-th deal (from 1) is dealt, and a trick of it played."""
    return lambda table: table.now.deal >= number and sum(map(int.bit_count, table.now.hands)) <= 48


def four_sit_down(company: Company) -> list[Goal]:
    """Ann opens a table, the others join."""
    ann, *others = company.server.people.values()
    return [company.opened(ann), *(company.joined(person) for person in others[:3])]


def first_cards(company: Company) -> list[Goal]:
    """Four people sit down, and play a trick."""
    return [
        *four_sit_down(company),
        company.started(company.person("Ann")),
        company.played("a trick", entries(FIRST_CARDS)),
    ]


def first_deal(company: Company) -> list[Goal]:
    """Four people sit down, play the first deal to its end and begin the second."""
    return [
        *first_cards(company),
        company.played("the first deal", lambda table: table.deals >= 1),
        company.played("the second deal's first trick", deal(2)),
    ]


def seats_change(company: Company) -> list[Goal]:
    """Bram goes and Eve comes in the middle of a deal; the host gives her seat to Finn; between two deals
    Chloé goes, and Bram, who has seen another hand of the deal before, comes back for her."""
    ann, bram, chloe = map(company.person, ("Ann", "Bram", "Chloé"))
    eve, finn = map(company.newcomer, ("Eve", "Finn"))
    return [
        *first_cards(company),
        company.commanded(bram, "table leave", lambda table: bram.id not in table.seated),
        company.done(eve, "hh:sit-down:", lambda table: eve.id in table.seated),
        company.played("another trick", entries(FIRST_CARDS + 4)),
        company.replaced(ann, eve, finn),
        company.played("the first deal", lambda table: table.deals >= 1),
        company.commanded(chloe, "table leave", lambda table: chloe.id not in table.seated),
        company.done(bram, "hh:sit-down:", lambda table: bram.id in table.seated),
        company.played("the second deal's first trick", deal(2)),
    ]


def adjourned(company: Company) -> list[Goal]:
    """The game is adjourned in the middle of a deal, and resumed; and again between two deals."""
    ann = company.person("Ann")
    stop = [
        company.commanded(ann, "table adjourn", lambda table: table.state == "adjourned"),
        company.done(ann, "hh:resume:", lambda table: table.state == "playing"),
    ]
    return [
        *first_cards(company),
        *stop,
        company.played("the first deal", lambda table: table.deals >= 1),
        *stop,
        company.played("the second deal's first trick", deal(2)),
    ]


def closed_messages(company: Company) -> list[Goal]:
    """Bram's direct messages are closed from before the start into the first deal, Chloé's for some
    tricks."""
    bram, chloe = company.person("Bram"), company.person("Chloé")
    return [
        company.takes(bram, open=False),
        *first_cards(company),
        company.takes(chloe, open=False),
        company.played("another trick", entries(FIRST_CARDS + 4)),
        company.takes(bram, open=True),
        company.played("two more", entries(FIRST_CARDS + 12)),
        company.takes(chloe, open=True),
        company.played("the first deal", lambda table: table.deals >= 1),
        company.played("the second deal's first trick", deal(2)),
    ]


def rematch(company: Company) -> list[Goal]:
    """The last trick of a game is played, and four people begin another: needs ``nearly_finished``."""
    ann, *others = list(company.server.people.values())[:4]
    return [
        company.played("the game", lambda table: table.state == "finished" or table.rematch_of is not None),
        company.done(ann, "hh:rematch:", lambda table: table.rematch_of is not None),
        *(company.joined(person) for person in others),
        company.started(ann),
        company.played("a trick", entries(FIRST_CARDS)),
    ]


def among_friends(company: Company) -> list[Goal]:
    """Four people play the first deal and begin the second in a group, where the bot only answers."""
    people = [person.account for person in company.server.people.values()]
    company.goes_to(company.server.changes.add_group("Friends", people).id)
    return first_deal(company)


def alone(company: Company) -> list[Goal]:
    """Ann plays the first deal against robots, and begins the second, in messages that she alone sees."""
    ann = company.person("Ann")
    company.goes_to(company.server.changes.add_group("Friends", [ann.account]).id)
    return [
        company.plays_alone(ann),
        company.played("the first deal", lambda table: table.deals >= 1),
        company.played("the second deal's first trick", deal(2)),
    ]


# What went wrong once


def second_half(company: Company) -> list[Goal]:
    """The game is started, and a trick played."""
    return first_cards(company)[len(four_sit_down(company)) :]


async def sit_down(stage: Stage, life: Life) -> None:
    """Four people open a table and join it, and each is told so by direct message."""
    for goal in four_sit_down(stage.company):
        assert await stage.company.pursue(goal, life)
    people = list(stage.server.people.values())

    def told() -> bool:
        return all(person.messages(person.open_direct_messages()["id"]) for person in people)

    await stage.server.world.until(told, timeout=10)


async def killed_before_the_hands(stage: Stage, *, carried_out: bool) -> None:
    """The bot dies when the cards are dealt and no hand has been shown. What was on its way is lost, or it
    arrives without the bot's knowing."""
    company, faults = stage.company, stage.server.faults
    async with stage.bot.running(brisk=True) as life:
        await sit_down(stage, life)
        held = faults.hold(MESSAGES, before=True, times=1000)
        start = company.started(company.person("Ann"))
        press = start.act()
        assert press is not None
        await press()
        await asyncio.wait_for(held.reached(), 10)
        await stage.server.world.until(start.reached, timeout=10)
    faults.clear()
    if carried_out:
        held.release()
    try:
        await stage.play(second_half(company))
    finally:
        held.release()  # nothing may wait when the server closes


async def started_while_starting(stage: Stage, seconds: float) -> None:
    """Every request takes half a second, and Start is pressed so long after the gateway has connected."""
    server, clock = stage.server, stage.server.world.clock
    async with stage.bot.running(brisk=True) as life:
        await sit_down(stage, life)
    server.faults.late("*", LATE_SECONDS, times=100_000)
    async with stage.bot.running(wait=False) as life:
        await server.world.until(stage.connected(life), timeout=START_SECONDS)
        due = asyncio.Event()
        clock.call_at(clock.now() + seconds, due.set)
        await due.wait()
        left = second_half(stage.company)
        await stage.pursue(left[:1], life)
        await stage.bot.ready(life)
        server.faults.clear()
        await stage.pursue(left[1:], life)
    stage.check()
