"""One of two worlds played through the real client library: four people at a table, somebody of the server
who only looks on, and somebody who is on another server.

Seats, dealer and decks are given, all else is the program's. Observers press whatever they see and whatever
there is, and type every command; both worlds are the same to the letter but for the cards that were
exchanged."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot import dealing
from bot.engine.cards import ACTION_TEXTS, members
from bot.tables.robot_threads import Thinking
from bot.tables.table import Table
from bot.tables.tables import Tables
from playground import reading
from playground.interactions.acts import InvalidAct
from playground.interactions.invocations import Invocation
from playground.people import Person
from tests.clock import FakeClock
from tests.e2e.house import EPHEMERAL, House, open_house
from tests.e2e.malice.eavesdropping import Log, counting_work
from tests.e2e.test_who_may import PLAYERS, PRESSES, Stage, Way
from tests.engine.two_worlds import Deck, Worlds

SECRET = bytes(32)
SOMETIME = 0.5
"""The random number by which every pause varies."""

MODAL, COMPONENT = 5, 3

WOULD_GO_ON = {
    *("leave", "yes", "take-rest", "rematch", "resume", "ready", "take-seat"),  # the course would be another
    *(
        "open-table",
        "practise",
        "play-now",
        "lesson-play",
        "start-here",
        "daily-play",
    ),  # other tables, with other cards
    *(
        "privacy-yes",
        "privacy-sure",
        "quiet-hours",
        "setting-set",
    ),  # somebody reads another language, or is gone
    "nudge",  # only once a deal
    "admin-status",  # Ann owns the application, and reads how long this machine has taken
}
COMMANDS: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("hand", {"table": 1}),
    ("hand", {}),
    ("table show", {"table": 1}),
    ("table list", {}),
    ("replay", {"table": 1}),
    ("replay", {}),
    ("rules", {}),
    ("daily", {}),
    ("privacy show", {}),
    ("privacy export", {}),
    ("stats me", {}),
    ("stats leaderboard", {}),
    ("stats records", {}),
    ("stats cards", {}),
    ("stats server", {}),
)


@contextmanager
def dealt(worlds: Worlds, decks: list[Deck]) -> Iterator[pytest.MonkeyPatch]:
    """For a while people sit as they came, and these decks are dealt."""

    def given(self: dealing.Dealing, number: int, *_: object) -> Deck:
        return decks[number]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dealing.Dealing, "seating", lambda self, count: tuple(range(count)))
        patch.setattr(dealing.Dealing, "first_dealer", lambda self, rules: worlds.dealer)
        patch.setattr(dealing.Dealing, "deck", given)
        patch.setitem(Tables.__init__.__kwdefaults__ or {}, "draw", lambda: SOMETIME)
        random, number = Random(1), count(10**9)  # as long as each other, as files tell of their size
        patch.setattr(secrets, "randbelow", lambda _: next(number))
        patch.setattr(secrets, "token_hex", lambda size: random.randbytes(size).hex())
        yield patch


@dataclass
class Played:
    """One world, while it is played."""

    house: House
    worlds: Worlds
    log: Log
    table: Table
    seated: list[Person]
    looking_on: Person
    elsewhere: Person
    den: int
    """A channel of another server."""
    patch: pytest.MonkeyPatch

    @property
    def observers(self) -> list[Person]:
        """Those who may not tell the worlds apart."""
        players = [self.seated[seat] for seat in self.worlds.observers if seat is not None]
        return [*players, self.looking_on, self.elsewhere]

    def channel_of(self, person: Person) -> int:
        return self.den if person is self.elsewhere else self.house.cards

    async def settled(self) -> None:
        await self.house.settled()

    async def pass_time(self, seconds: float) -> None:
        """Time goes on, and what falls due is done."""
        assert self.house.clock is not None
        await self.settled()
        end = self.house.clock.now() + seconds
        while self.house.clock.to_next(end):
            self.house.clock.advance(0)  # all that falls due at one moment, before anybody waits for it
            await self.settled()
        await self.settled()

    # The course

    async def play(self, number: int, seat: int, action: int) -> None:
        """The seat makes the move of that number, by its button."""
        self.log.begin(f"{number}: {ACTION_TEXTS[action]}")
        person, seq = self.seated[seat], self.table.facts.seq
        assert self.table.facts.turn == seat
        custom_id = f"hh:act:{self.table.facts.id}:{seq}:{ACTION_TEXTS[action]}"
        done = await (await person.forge_press(self.house.hand(person)["id"], custom_id)).done()
        assert done.state == "answered", done.error
        await self.settled()
        assert self.table.facts.seq == seq + 1, "it was played"
        await self.pass_time(1.0)

    def will_choose(self, action: int) -> None:
        """Robots make this move, whatever else they may."""
        self.patch.setattr(Thinking, "_legal_move", lambda *_: action)

    async def next_deal(self) -> None:
        """Everybody is ready."""
        self.log.begin("next deal")
        for person in self.seated:
            await self.table.ready(person.id)
            await self.settled()
        await self.pass_time(1.0)

    # What observers try

    async def try_everything(self, moment: str, *people: Person) -> None:
        """Each of these observers types each command, presses by made-up ids, and presses what they then
        see."""
        for person in people:
            for number, (path, options) in enumerate(COMMANDS):
                self.log.begin(f"{moment}: {person.name} types {path} {number}")
                await self._type(person, path, options)
            await self.dismiss(person)
            sheet = await self._sheet(person, f"{moment}: {person.name}'s sheet")
            for custom_id, way in self._made_up():
                if self.house.world.find_message(sheet) is None:  # the last press took it away
                    sheet = await self._sheet(person, f"{moment}: {person.name}'s sheet for {custom_id}")
                self.log.begin(f"{moment}: {person.name} makes up {custom_id}")
                await self._forge(person, sheet, custom_id, way)
            await self.crawl(person, moment)
            await self.dismiss(person)

    async def ask(self, person: Person, press: str) -> None:
        """A person presses something on their hand that says nothing to others."""
        self.log.begin(f"{person.name} asks {press}")
        await (await person.forge_press(self.house.hand(person)["id"], f"hh:{press}")).done()
        await self.settled()

    async def press_refused(self) -> None:
        """The first of the observers presses a card that is not theirs."""
        person = self.observers[0]
        sheet = await self._sheet(person, f"sheet: {person.name}")
        self.log.begin(f"refused: {person.name}")
        for custom_id, way in self._made_up():
            if custom_id.startswith("hh:act:"):
                await self._forge(person, sheet, custom_id, way)

    def _made_up(self) -> Iterator[tuple[str, Way]]:
        facts = self.table.facts
        for verb, way in PRESSES.items():
            if verb not in WOULD_GO_ON and not verb.startswith("server-"):
                yield f"hh:{verb}:{facts.id}:{facts.seq}:{way.value}", way
        playing = Way(PLAYERS, Stage.PLAYING)
        for card in members(self.worlds.hidden):
            for verb in ("act", "mark", "queue", "unqueue"):
                yield f"hh:{verb}:{facts.id}:{facts.seq}:play {ACTION_TEXTS[card].split()[-1]}", playing

    async def _type(self, person: Person, path: str, options: Mapping[str, Any]) -> None:
        try:
            invocation = await person.command(self.channel_of(person), path, dict(options))
        except InvalidAct:
            return
        await invocation.done()
        await self.settled()

    async def _sheet(self, person: Person, step: str) -> str:
        self.log.begin(step)
        invocation = await (await person.command(self.channel_of(person), "help")).done()
        await self.settled()
        assert invocation.message is not None
        return invocation.message["id"]

    async def _forge(self, person: Person, sheet: str, custom_id: str, way: Way) -> Invocation:
        data: dict[str, Any] = {"custom_id": custom_id}
        if way.form:
            inputs = [
                {"type": 4, "id": 2, "custom_id": name, "value": text} for name, text in way.form.items()
            ]
            data["components"] = [{"type": 18, "id": 1, "component": one} for one in inputs]
        else:
            data |= {"component_type": 3 if way.values else 2, "id": 1, "values": list(way.values)}
        message = self.house.world.find_message(sheet)
        assert message is not None
        desk = self.house.server.desk
        kind = MODAL if way.form else COMPONENT
        invocation = desk.open(person.account, message.channel, kind, data, source=message)
        await invocation.done()
        await self.settled()
        return invocation

    async def crawl(self, person: Person, moment: str, limit: int = 60) -> None:
        """Press every button that this person sees, and those of what comes of it, each kind once."""
        pressed: set[str] = set()
        for number in range(limit):
            found = next(iter(self._offers(person, pressed)), None)
            if found is None:
                return
            message, custom_id = found
            pressed.add(_kind(custom_id))
            self.log.begin(f"{moment}: {person.name} presses {number} {custom_id}")
            await (await person.press(message, custom_id)).done()
            await self.settled()

    def _offers(self, person: Person, pressed: set[str]) -> Iterator[tuple[str, str]]:
        for channel in person.channels():
            for message in reversed(person.messages(channel["id"])):
                for button in reading.buttons(message, enabled_only=True):
                    verb = button.custom_id.split(":")[1] if button.custom_id else ""
                    own = verb in ("act", "mark", "queue", "unqueue", "server-set", "server-anywhere")
                    if (
                        verb
                        and verb not in WOULD_GO_ON
                        and not own
                        and _kind(button.custom_id) not in pressed
                    ):
                        yield message["id"], button.custom_id

    async def dismiss(self, person: Person) -> None:
        """They dismiss what they alone see."""
        for channel in person.channels():
            for message in [*person.messages(channel["id"])]:
                if message["flags"] & EPHEMERAL:
                    person.dismiss(message["id"])


def _kind(custom_id: str) -> str:
    """A button of the same kind is pressed once: of what is about a game or about statistics each, of rules,
    lessons and settings one of a verb."""
    _, verb, _, _, values = custom_id.split(":", 4)
    told_apart = verb.startswith(("replay", "stats", "deal"))
    return f"{verb}:{values}" if told_apart else verb


@asynccontextmanager
async def played(database: Path, worlds: Worlds, world: int) -> AsyncIterator[Played]:
    """The table of one of the two worlds, its first deal dealt."""
    with dealt(worlds, worlds.decks[world]) as patch:
        async with open_house(database, clock=FakeClock(), robot_pause=1.0, secret=SECRET) as house:
            seated = house.people()[:4]
            looking_on, elsewhere = house.server.people.add("Eve"), house.server.people.add("Fay")
            here = next(iter(house.world.guilds.values()))
            there = house.changes.add_guild("Elsewhere")
            den = house.changes.add_channel(there, "den").id
            house.changes.leave(here, elsewhere.account)
            await house.settled()
            log = Log(house)
            counting_work(log, patch)
            table = await house.open_table(seated[0])
            await table.set_preset(seated[0].id, worlds.rules.preset.name)
            for name, value in worlds.rules.values.items():
                if table.facts.options.get(name) != value:
                    await table.set_option(seated[0].id, name, value)
            for person in seated[1:]:
                await house.press(person, house.lobby(table), "Join")
                await house.settled()
            one = Played(house, worlds, log, table, seated, looking_on, elsewhere, den, patch)
            for person in one.observers:
                log.listen(person)
            log.begin("the first deal")
            await house.press(seated[0], house.lobby(table), "Start")
            await one.pass_time(1.0)
            yield one
