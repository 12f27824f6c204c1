"""A table of four people that meets trouble at chosen moments of its first two deals.

Ann, Bram and Chloé play by direct message, Dmitri's are closed. After each step (see cases) is looked whether
all is well again. The cards are always the same, and time passes by itself (see quicktime).
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from bot.people.settings import TrickStays
from bot.tables.table import Table
from bot.tables.ui.messages import TRICK_SECONDS
from playground.interactions.invocations import Invocation
from playground.people import Person
from playground.rest.api import Exchange
from playground.trouble import faults
from playground.trouble.kinds import Held
from tests.e2e.house import House
from tests.e2e.secrecy import Secrecy
from tests.soak.cases import LASTS, OUTAGE_TIMES, Case, Moment, Trouble, inflict
from tests.soak.eyes import Answers, Eyes, Offer, Truth, truth_of
from tests.soak.quicktime import quick_house

SECRET = sha256(b"moments").digest()
THINK = 1.5  # seconds between two presses
LOOKED_AT = TRICK_SECONDS[TrickStays.THREE]
LAST_SEQ = 53 + 9  # a run ends in the second deal, when so many entries are in the log
WAITS = {7: 26.0, 12: 26.0, 17: 26.0}
"""Where in the log the one to move lets so many seconds pass first, so that they are reminded."""
PATIENCE = 10.0
"""Seconds after the trouble's end by which all is well again."""
UNANSWERED_PATIENCE = 30.0
"""The same after a request that gets no answer, where somebody has to give it up first."""
LAST_DEAL, DEAL_LENGTH, LAST_CARDS = 9, 53, 49
"""The deals before the last, and where in its entries of the log the messages are looked at again."""
TO_SETTLE = 40.0  # seconds, in which the messages follow, and the one to move is reminded
AFTER_LAST = 6
"""Steps of a run after its last trouble."""
CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
CALLBACK_NAMES = {4: "reply", 5: "reply deferred", 6: "update deferred", 7: "update", 9: "modal"}


@dataclass
class Outcome:
    """What became of the cases of a run. ``slowest`` is the longest it took until all was well again, in
    seconds after a trouble's end; ``pressed`` the number of presses."""

    befallen: list[Case] = field(default_factory=list[Case])
    unmet: list[Case] = field(default_factory=list[Case])
    slowest: tuple[float, str] = (0.0, "")
    pressed: int = 0
    moments: list[Moment] = field(default_factory=list[Moment])


class Broken(AssertionError):
    """Something that ought to hold does not; says what befell before."""


class Game:
    """One run."""

    def __init__(self, house: House, table: Table, cases: Iterable[Case], steps: int | None = None) -> None:
        self.house, self.table = house, table
        self.eyes = Eyes(house.people(), house.cards)
        self.cases = {case.moment.step: case for case in cases}
        self._steps_left = steps
        self.outcome = Outcome()
        self.secrecy = Secrecy(house)
        self.stale: list[str] = []
        self._answers = [Answers(house, person, self.stale) for person in house.people()]
        self._seen = Counter[str]()
        self._step = ""
        self._armed: Case | None = None
        self._victims: list[str] = []
        self._trouble_ended = -1e7
        self._patience = PATIENCE
        self._steps_since = 0
        self._history: list[str] = []
        self._held: list[Held] = []
        house.server.faults.watch(self._watch)
        house.server.observers.append(self._note)

    @property
    def now(self) -> float:
        return asyncio.get_running_loop().time()

    @property
    def truth(self) -> Truth:
        return truth_of(self.table)

    # Trouble

    def _watch(self, moment: faults.Moment) -> None:
        case = self._armed
        if case is None or moment.stage != "arrived":
            return
        if f"{moment.method} {moment.route}" != case.moment.route:
            return
        self._seen["armed"] += 1
        number = self._seen["armed"] - 1 - case.moment.nth
        if 0 <= number < (OUTAGE_TIMES if case.trouble is Trouble.OUTAGE else 1):
            self._victims.append(moment.path)
            self._trouble_ended = self.now + LASTS.get(case.trouble, 0.0)

    def _note(self, exchange: Exchange) -> None:
        """Keep the moments of a run without trouble."""
        route = f"{exchange.method} {exchange.route}"
        key = f"{self._step} {route}"
        self.outcome.moments.append(Moment(self._step, route, self._seen[key], self._where(exchange)))
        self._seen[key] += 1

    def _where(self, exchange: Exchange) -> str:
        world, params = self.house.world, exchange.params
        if exchange.route == CALLBACK:
            kind = exchange.body.get("type") if isinstance(exchange.body, dict) else None
            return CALLBACK_NAMES.get(kind or 0, str(kind))
        if "channel_id" in params:
            channel = world.channels.get(int(params["channel_id"]))
            return "channel" if channel is not None and channel.guild is not None else "direct message"
        interaction = self.house.server.desk.by_token.get(params.get("webhook_token", ""))
        if interaction is None:
            return "people"
        return "direct message" if interaction.guild is None else "channel"

    async def _arm(self, case: Case) -> None:
        self._armed, self._victims = case, []
        self._seen["armed"] = 0
        self._patience = PATIENCE
        if case.trouble is Trouble.DROP:
            await self.house.server.gateway.drop()
            self._victims, self._trouble_ended = ["gateway"], self.now
        elif (held := inflict(self.house.server.faults, case)) is not None:
            self._held.append(held)
            self._patience = UNANSWERED_PATIENCE

    def _record(self, case: Case) -> None:
        if self._victims:
            self._steps_since = 0
            self.outcome.befallen.append(case)
            self._history.append(str(case))
        else:
            self.outcome.unmet.append(case)

    def let_go(self) -> None:
        """Answer what was held, so that all can be closed."""
        for held in self._held:
            held.release()

    # A step

    async def step(self, name: str, act: Callable[[], Awaitable[None]]) -> None:
        """Do it, with the trouble that belongs to it, and look whether all is well afterwards."""
        self._step = name
        case = self.cases.pop(name, None)
        if case is not None:
            await self._arm(case)
        self._steps_since += 1
        if self._steps_left is not None:
            self._steps_left -= 1
        await act()
        await asyncio.sleep(THINK)
        if case is not None:
            if not self._victims:  # some of what a deal's end brings comes when its last trick was looked at
                await asyncio.sleep(LOOKED_AT)
            self._record(case)
        await self._all_well()
        self._armed = None
        self.house.server.faults.clear()

    def _problems(self) -> list[str]:
        truth = self.truth
        return [*self.eyes.waiting(truth), *self.eyes.outdated(truth), *self.eyes.doubled(truth)]

    async def _all_well(self) -> None:
        begun = self.now
        while problems := self._problems():
            # An outage goes on meanwhile, also over several steps.
            since = self._trouble_ended if self._steps_since == 0 else max(begun, self._trouble_ended)
            self._require(self.now <= since + self._patience, problems)
            await asyncio.sleep(0.25)
        took = self.now - self._trouble_ended
        if self._steps_since == 0 and self.now > begun and took > self.outcome.slowest[0]:
            self.outcome.slowest = took, self._history[-1]
        while (left := self.eyes.left_over(self.truth)) and self._steps_since > 2:
            self._require(self.now <= begun + self._patience, left)
            await asyncio.sleep(0.25)
        self._require(not self.stale, self.stale)
        self._require(not self.secrecy.leaks, self.secrecy.leaks[:1])

    def _require(self, holds: bool, problems: Sequence[str]) -> None:
        if not holds:
            seconds = self.now - self._trouble_ended
            after = self._history[-1] if self._history else "no trouble"
            raise Broken(
                f"in step {self._step!r} (log {self.truth.seq}), {seconds:.1f} s after {after}: "
                f"{'; '.join(problems)}"
            )

    async def press(self, person: Person, offer: Offer) -> Invocation:
        """Press, and wait for an answer. It has to come, unless the trouble befalls this very answer."""
        invocation = await (await person.press(offer.message["id"], offer.custom_id)).done(60)
        self.outcome.pressed += 1
        own = any(f"/{invocation.id}/" in path for path in self._victims)
        late = self._armed is not None and self._armed.trouble is Trouble.DROP
        if invocation.state not in ("answered", "thinking") and not own and not late:
            self._history.append(str(self._armed) if self._armed else "no trouble")
            self._require(False, [f"{person.name}'s press of {offer.custom_id}: {invocation.error}"])
        return invocation

    async def insist(self, name: str, person: Person, start: str, done: Callable[[], bool]) -> None:
        """Press a button until it has had its effect: who gets no answer presses again."""
        for attempt in range(4):
            offers = self.eyes.offers(person, start)
            self._require(bool(offers) or attempt > 0, [f"{person.name} has no {start}"])
            if not offers:
                return

            async def act(offer: Offer = offers[0]) -> None:
                await self.press(person, offer)

            await self.step(name + " again" * attempt, act)
            if done():
                return
        self._require(False, [f"{person.name}'s presses of {start} do nothing"])

    # The course

    async def play(self) -> None:
        """From the first join to the first cards of the second deal."""
        await self._start()
        while self.truth.seq < LAST_SEQ and not self._has_shown_enough():
            await (self._next_deal() if self.truth.between_deals else self._card())

    async def _start(self) -> None:
        ann, *others = self.house.people()
        id = self.table.facts.id
        for person in others:
            await self.insist(
                f"join {person.name}",
                person,
                f"hh:join:{id}:",
                lambda one=person: self.table.facts.seat_of(one.id) is not None,
            )
        await self.insist("start", ann, f"hh:start:{id}:", lambda: self.table.facts.seq > 0)

    def _has_shown_enough(self) -> bool:
        """A run with cases ends some steps after the last of them."""
        if self._steps_left is not None:
            return self._steps_left <= 0
        done = self.outcome.befallen or self.outcome.unmet
        return bool(done) and not self.cases and self._steps_since > AFTER_LAST

    async def end(self) -> None:
        """The last trick of the last deal, and the result; what comes before is played past the messages."""
        await self._start()
        while self.truth.deals < LAST_DEAL or self.truth.seq % DEAL_LENGTH < LAST_CARDS:
            await self._act()
        await self.step("settle", lambda: asyncio.sleep(TO_SETTLE))
        while self.truth.state == "playing":
            await self._card()
        await self.step("result", lambda: asyncio.sleep(THINK))

    async def _act(self) -> None:
        truth = self.truth
        if truth.mover is None:
            await asyncio.sleep(2 * THINK)
            for person in self.house.people():
                await self.table.ready(person.id)
            await asyncio.sleep(2 * THINK)
            return
        assert truth.turn is not None
        legal = (await self.table.view(truth.turn)).legal
        await self.table.act(truth.mover, truth.seq, (legal & -legal).bit_length() - 1)

    async def _card(self) -> None:
        truth = self.truth
        assert truth.mover is not None
        person = self.eyes.person(truth.mover)
        if (seconds := WAITS.get(truth.seq)) is not None:
            await self.step(f"wait {truth.seq}", lambda: asyncio.sleep(seconds))
        start = f"hh:act:{truth.table}:{truth.seq}:"
        if not self.eyes.offers(person, start):
            await self.insist(
                f"hand {truth.seq}",
                person,
                f"hh:my-hand:{truth.table}:",
                lambda: bool(self.eyes.offers(person, start)),
            )
        await self.insist(f"card {truth.seq}", person, start, lambda: self.truth.seq > truth.seq)

    async def _next_deal(self) -> None:
        truth = self.truth
        for id in truth.people:
            assert id is not None
            person = self.eyes.person(id)

            def is_ready(id: int = id) -> bool:
                now = self.truth
                return now.seq > truth.seq or now.ready[now.people.index(id)]

            await self.insist(
                f"ready {person.name}", person, f"hh:ready:{truth.table}:{truth.seq}:", is_ready
            )


async def play(
    database: Path, cases: Iterable[Case] = (), *, steps: int | None = None, ending: bool = False
) -> Outcome:
    """One run in a new house: the beginning of a game, for so many ``steps`` where that is said, or its
    ``ending``. Raises Broken."""
    async with quick_house(database) as house:
        house.person("Dmitri").account.direct_messages_open = False
        house.bot.tables._new_secret = lambda: SECRET  # pyright: ignore[reportPrivateUsage]
        await (await house.person("Ann").command(house.cards, "table open")).done()
        await asyncio.sleep(THINK)
        (table,) = house.bot.tables.running()
        game = Game(house, table, cases, steps)
        try:
            await (game.end() if ending else game.play())
        finally:
            game.let_go()
        return game.outcome
