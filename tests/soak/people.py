"""People who know what they want and press what they are offered until they have it, whatever becomes of
the bot."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from playground import reading
from playground.interactions.invocations import Invocation
from playground.people import Person
from playground.server import Playground
from tests.soak.lives import Life
from tests.soak.observer import Observer
from tests.soak.truth import TableTruth

PATIENCE = 10.0
"""Seconds after which somebody who has nothing to press is left alone."""
GLANCE = 2.5
"""Seconds after which people press once more, or something older: a first hand takes a busy machine a
while."""

Act = Callable[[], Awaitable[Invocation]]
POSITION = re.compile(r"hh:[a-z-]+:\d+:(\d+):")


class LeftAlone(AssertionError):
    """Nobody is offered anything that would bring the game further."""


@dataclass(frozen=True)
class Goal:
    """What people want. ``act`` is what somebody can do about it now, if they can; ``otherwise`` what they
    do when that has not helped for a while."""

    name: str
    reached: Callable[[], bool]
    act: Callable[[], Act | None]
    otherwise: Callable[[], Act | None] = lambda: None


class Company:
    """The people of a playground, and the table they have come for: the newest one."""

    def __init__(self, server: Playground, observer: Observer, seed: int) -> None:
        self.server, self.observer = server, observer
        self.cards = server.world.channel_named("cards").id
        self.glance = GLANCE
        self._random = Random(seed)
        self._pressed = Counter[tuple[str, int, str, str]]()
        self.pressed = 0

    def person(self, name: str) -> Person:
        """Somebody by their name."""
        return self.server.people.named(name)

    @property
    def table(self) -> TableTruth | None:
        """The newest table there is in the database."""
        self.observer.truth.poll()
        tables = self.observer.truth.tables
        return tables[max(tables)] if tables else None

    # What they want

    def opened(self, host: Person, options: dict[str, Any] | None = None) -> Goal:
        """There is a table."""
        command = self._once(host, "table open", lambda: host.command(self.cards, "table open", options))
        return Goal("open", lambda: self.table is not None, command)

    def plays_alone(self, person: Person) -> Goal:
        """A game against robots is dealt."""
        play = self._once(person, "play", lambda: person.command(self.cards, "play"))
        return Goal("play", lambda: self.table is not None and self.table.now.deal > 0, play)

    def joined(self, person: Person) -> Goal:
        """A person is at the table."""
        return Goal(
            f"{person.name} joins",
            lambda: self.table is not None and person.id in self.table.seated,
            lambda: self.offer(person, "hh:join:"),
        )

    def started(self, host: Person) -> Goal:
        """The first cards are dealt."""
        return Goal(
            "start",
            lambda: self.table is not None and self.table.now.deal > 0,
            lambda: self.offer(host, "hh:start:"),
            lambda: self.offer(host, "hh:fill-start:"),  # a message that has not followed
        )

    def played(self, name: str, reached: Callable[[TableTruth], bool]) -> Goal:
        """So much of the game is played."""
        return Goal(
            name,
            lambda: self.table is not None and reached(self.table),
            self._move,
            self._older_move,
        )

    def commanded(
        self,
        person: Person,
        path: str,
        reached: Callable[[TableTruth], bool],
        options: dict[str, Any] | None = None,
    ) -> Goal:
        """A command, and the *Yes* that it asks for, have had their effect."""
        command = self._once(person, path, lambda: person.command(self.cards, path, options))

        def confirm() -> Act | None:
            """Say yes to what was asked, else ask for it."""
            table = self.table
            asked = self.offer(person, f"hh:yes:{table.id}:") if table is not None else None
            return asked or command()

        return Goal(path, lambda: self.table is not None and reached(self.table), confirm)

    def done(self, person: Person, start: str, reached: Callable[[TableTruth], bool]) -> Goal:
        """A button whose id starts so has had its effect."""
        return Goal(
            f"{person.name} presses {start}",
            lambda: self.table is not None and reached(self.table),
            lambda: self.offer(person, start),
        )

    def newcomer(self, name: str) -> Person:
        """Somebody else, who is here from now on."""
        person = self.server.people.add(name, locale="en-GB")
        self.observer.meet()
        return person

    def replaced(self, host: Person, leaving: Person, coming: Person) -> Goal:
        """The host gives somebody's seat to somebody else."""
        told = self._once(host, "table replace", lambda: host.command(self.cards, "table replace", options()))

        def options() -> dict[str, Any]:
            assert self.table is not None
            return {"player": self.table.seated.index(leaving.id), "by": str(coming.id)}

        return Goal(
            f"{coming.name} for {leaving.name}",
            lambda: self.table is not None and coming.id in self.table.seated,
            lambda: told() if self.table is not None and leaving.id in self.table.seated else None,
        )

    def goes_to(self, channel: int) -> None:
        """They meet there, where the bot is not: each has it in their account, and none in direct
        messages."""
        self.cards = channel
        for person in self.server.people.values():
            person.have_app()
            person.account.direct_messages_open = False

    def takes(self, person: Person, *, open: bool) -> Goal:
        """Somebody opens or closes their direct messages to the bot, which it is not told of."""

        def reached() -> bool:
            person.account.direct_messages_open = open
            return True

        return Goal(f"{person.name}'s direct messages", reached, lambda: None)

    # What they are offered

    def offers(self, person: Person, start: str) -> list[tuple[str, str]]:
        """Message and custom id of every button a person may press whose id starts so, newest message
        first."""
        return [
            (message["id"], button.custom_id)
            for channel in reversed(person.channels())
            for message in reversed(person.messages(channel["id"]))
            for button in reading.buttons(message, enabled_only=True)
            if button.custom_id.startswith(start)
        ]

    def offer(self, person: Person, start: str) -> Act | None:
        """Press one of these that was not pressed before in this life."""
        table = self.table
        entries = len(table.lines) if table is not None else 0
        fresh = [one for one in self.offers(person, start) if not self._pressed[person.name, entries, *one]]
        if not fresh:
            return None
        message, custom_id = fresh[0] if "act" not in start else self._random.choice(fresh)
        self._pressed[person.name, entries, message, custom_id] += 1
        return lambda: person.press(message, custom_id)

    def _once(self, person: Person, path: str, act: Act) -> Callable[[], Act | None]:
        def offered() -> Act | None:
            if self._pressed[person.name, 0, "", path] or not person.commands(self.cards):
                return None
            self._pressed[person.name, 0, "", path] += 1
            return act

        return offered

    def _here(self, table: TableTruth) -> list[Person]:
        people = self.server.people
        return [people[user_id] for user_id in table.seated if user_id is not None and user_id in people]

    def _mover(self, table: TableTruth) -> Person | None:
        mover = table.now.mover
        user_id = table.seated[mover] if mover >= 0 else None
        return self.server.people.get(user_id) if user_id is not None else None

    def _move(self) -> Act | None:
        """Play a card on the button of the newest state, or go on to the next deal."""
        table = self.table
        if table is None:
            return None
        mover = self._mover(table)
        if mover is not None:
            found = self.offer(mover, f"hh:act:{table.id}:{table.now.seq}:")
            if found is None and not mover.account.direct_messages_open:
                found = self.offer(mover, f"hh:my-hand:{table.id}:")
            return found
        if table.now.mover == -1:
            return next(
                filter(None, (self.offer(one, f"hh:ready:{table.id}:") for one in self._here(table))), None
            )
        return None

    def _older_move(self) -> Act | None:
        """Press a button that is outdated, as who has no other would, or ask for the hand."""
        table = self.table
        if table is None:
            return None
        mover = self._mover(table)
        people = sorted(self._here(table), key=lambda person: person is not mover)
        offers = (
            self.offer(person, f"hh:{verb}:{table.id}:")
            for person in people
            for verb in ("act", "my-hand", "more")
        )
        return next(filter(None, offers), None)

    # Going after it

    async def pursue(self, goal: Goal, life: Life) -> bool:
        """Press until it is reached; False when the bot has died before. Raises LeftAlone."""
        idle = 0.0
        while True:
            if life.dead.is_set():
                return False
            if goal.reached():
                return True
            act = goal.act()
            if act is None and idle:
                act = goal.otherwise()
            if act is None:
                waited = await self._wait(goal, life)
                idle = idle + self.glance if waited else 0.0
                if idle >= PATIENCE:
                    raise LeftAlone(
                        f"{goal.name}: {PATIENCE:g} s and nothing to press; {self._before_them()}"
                    )
                if waited:
                    self._pressed.clear()  # they press again what has not helped
                continue
            if await self._press(act, life):
                idle = 0.0

    async def _press(self, act: Act, life: Life) -> bool:
        """Do it, and wait for an answer or the end of this life; whether the log has grown meanwhile."""
        before = sum(len(table.lines) for table in self.observer.truth.tables.values())
        invocation = await act()
        self.pressed += 1
        await self.server.world.until(
            lambda: invocation.state != "sent" or life.dead.is_set(), timeout=PATIENCE
        )
        self.observer.truth.poll()
        return before < sum(len(table.lines) for table in self.observer.truth.tables.values())

    async def _wait(self, goal: Goal, life: Life) -> bool:
        """Wait for something to press; whether that was in vain."""
        pressed = self._pressed.copy()
        try:
            await self.server.world.until(
                lambda: life.dead.is_set() or goal.reached() or goal.act() is not None, timeout=self.glance
            )
        except TimeoutError:
            return True
        finally:
            self._pressed = pressed  # to look is not to press
        return False

    def new_life(self) -> None:
        """The bot was started again: what was pressed before may be pressed once more."""
        self._pressed.clear()

    def _before_them(self) -> str:
        table = self.table
        where = f"{table.state}, {table.now}" if table is not None else "no table"
        people = {
            person.name: [
                (
                    reading.text(message)[:80],
                    [one.custom_id for one in reading.buttons(message, enabled_only=True)][:4],
                )
                for channel in person.channels()
                for message in person.messages(channel["id"])[-2:]
            ]
            for person in self.server.people.values()
        }
        return f"{where}; they see {people}"
