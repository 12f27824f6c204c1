"""Scenes of a night of four people and one round: at each of its phases."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from bot.nights.course import TOO_LATE, check_in_at, ends_at
from bot.nights.model import EveningDetails, EveningStage, NightSettings, StepKind, StepState
from bot.tables.model import State
from playground import reading
from playground.people import Person
from playground.world.threads import Thread
from tests.e2e.nights.checked import check_looks, check_numbers, check_steps, check_tables, check_world
from tests.e2e.nights.evening_out import EveningOut
from tests.e2e.nights.test_night_killed import STEPS
from tests.e2e.nights.visitors import hold
from tests.soak.matrix.ground import Broken, Ground
from tests.soak.matrix.tables import PATIENCE

SETTINGS = NightSettings(rounds=1, minutes=5, reminder=0)
MEMBERS = 4
A_MOMENT, GLANCE = 2.0, 1.0
LONGEST = 6 * 86400.0
"""Seconds from a mishap's end in which a night is over."""
ASKED = ("hh:night-answer:", "hh:night-here:", "hh:here:", "hh:act:")
WANTED = ("I'm in", "I'm here", "")
LOG_ENTRIES = 6
BUSY_SECONDS = 40.0


class QuickEvening(EveningOut):
    """A club in a loop whose time passes by itself."""

    async def settled(self) -> None:
        await asyncio.sleep(A_MOMENT)

    async def go_to(self, moment: float) -> None:
        await asyncio.sleep(max(0.0, moment - self.clock.now()))
        await self.settled()


@dataclass
class AtNight:
    """A night that has got to a phase; it is held to its end."""

    name: str
    phase: str
    kind: str = "night"
    out: EveningOut | None = field(default=None, init=False)

    async def prepare(self, ground: Ground) -> None:
        """People press what brings it there."""
        ground.reads_hands = False  # the observer knows King
        self.out = out = await QuickEvening.found(
            ground.house, MEMBERS, preset="whist-walloon", options={"deals": "4"}
        )
        for one in out.people:
            one.account.locale = "en-GB"
        ground.observer.meet()
        await out.announced(SETTINGS)
        if self.phase == "sign-up":
            return
        for one in out.people:
            await out.press(one, StepKind.SIGN_UP, "I'm in")
        evening = await out.evening()
        await out.go_to(check_in_at(evening))
        if self.phase == "check-in":
            return
        for one in out.people:
            await out.press(one, StepKind.CHECK_IN, "I'm here")
        await out.go_to(evening.starts_at)
        if self.phase == "called":
            return
        (table,) = await out.tables(1)
        await out.sit_down(table)
        await asyncio.sleep(A_MOMENT)
        if self.phase == "last":  # its time is up during the mishap
            until = ends_at(await out.told())
            assert until is not None
            await out.go_to(until - 10)

    async def busy(self, ground: Ground) -> None:
        """People press what they are asked, as far as it is there."""
        until = ground.now + BUSY_SECONDS
        pressed = set[tuple[int, str]]()
        while ground.now < until:
            for person in self._club.people:
                for message, custom_id in self._offers(ground, person):
                    if (person.id, custom_id) in pressed or ground.random.random() < 0.5:
                        continue
                    done = await ground.ledger.press(person, message, custom_id)
                    if done is not None and done.state == "answered" and "hh:act" not in custom_id:
                        pressed.add((person.id, custom_id))
                    break
            await asyncio.sleep(GLANCE)

    async def play_on(self, ground: Ground) -> None:
        """Held to its end, and all told of it; what a mishap has kept back comes by itself."""
        out = self._club
        out.house = ground.house
        out.people = [one for one in out.people if one.id not in ground.absent]
        begun = ground.now
        if "messages" in ground.gone:
            await self._looked_for()
        await self._caught_up(ground)
        ground.recovered = max(ground.recovered, ground.now - begun)
        if ground.gone & {"server", "channel"}:
            await asyncio.sleep(9 * 3600)
            return
        async with asyncio.timeout(LONGEST):
            await hold(out, SETTINGS)
        await out.wait(PATIENCE)

    async def check(self, ground: Ground) -> None:
        """It has taken place once, with its numbers; or it is called off, where its channel is no more."""
        out = self._club
        told = await out.told()
        store, tables = out.house.bot.store, out.house.bot.tables
        if "server" in ground.gone:
            return
        if "channel" in ground.gone:
            _require_told(told)
            return
        evening = told.evening
        if self.phase == "check-in" and check_in_at(evening) + ground.ahead > evening.starts_at + TOO_LATE:
            _require_called_off(ground, told)
            return
        if not told.evening.settled or told.evening.stage is not EveningStage.OVER:
            raise Broken(f"the night is {told.evening.stage}, {told.evening.why}")
        allowed = (StepState.DONE, StepState.DROPPED) if ground.gone else (StepState.DONE,)
        if undone := [(one.kind, one.state) for one in told.steps.values() if one.state not in allowed]:
            raise Broken(f"steps are left: {undone}")
        check_steps(told, STEPS)
        if not ground.gone:
            check_world(ground.server.world, told)
        check_looks(ground.server.world)
        found = await check_tables(tables, told)
        over = State.CLOSED if ground.ahead and found[0].started_at is None else State.FINISHED
        if [one.state for one in found] != [over]:
            raise Broken(f"its table is {[one.state for one in found]}")
        await check_numbers(store, tables, told, out.season)

    @property
    def _club(self) -> EveningOut:
        assert self.out is not None
        return self.out

    async def _looked_for(self) -> None:
        """Somebody looks for what they could press: the night, and their table."""
        out = self._club
        await (await out.people[0].command(out.house.cards, "night list", None)).done()
        for table in await out.house.bot.tables.of_evening((await out.evening()).id):
            await (await out.people[0].command(table.channel_id, "table show", None)).done()
        await out.settled()

    async def _caught_up(self, ground: Ground) -> None:
        """No step that was begun is still waiting."""
        until = ground.now + 15 * 60
        while undone := _waiting(await self._club.told()):
            if ground.now > until or ground.gone & {"server", "channel"}:
                break
            await asyncio.sleep(GLANCE)
        if undone and not ground.gone:
            raise Broken(f"steps wait for a quarter of an hour: {undone}")

    def _offers(self, ground: Ground, person: Person) -> list[tuple[str, str]]:
        """What the person is asked at the moment and would press."""
        return [
            (message["id"], button.custom_id)
            for channel in person.channels()
            for message in person.messages(channel["id"])
            for button in reading.buttons(message, enabled_only=True)
            if button.custom_id.startswith(ASKED) and (button.label in WANTED or "hh:act" in button.custom_id)
        ]


def _require_told(details: EveningDetails) -> None:
    """A night without a channel is ended, or it waits for its organisers, who were told why."""
    undone = [one for one in details.steps.values() if one.state in (StepState.DUE, StepState.DOING)]
    is_told = any(
        one.kind is StepKind.TROUBLE and one.state is StepState.DONE for one in details.steps.values()
    )
    if not details.evening.settled and not (undone and is_told):
        raise Broken(f"a night without a channel is {details.evening.stage}, and nobody was told: {undone}")


def _require_called_off(ground: Ground, details: EveningDetails) -> None:
    """By the clock it was too late for the night before anybody could sit down: all see that it is off."""
    off = details.step(StepKind.OFF)
    if (details.evening.stage, details.evening.why, off.state) != (
        EveningStage.CALLED_OFF,
        "hindered",
        StepState.DONE,
    ):
        raise Broken(
            f"the night is {details.evening.stage}, {details.evening.why}, and to tell it {off.state}"
        )
    check_world(ground.server.world, details)
    check_looks(ground.server.world)


def _waiting(details: EveningDetails) -> list[tuple[str, str]]:
    return [
        (str(one.kind), one.hindrance)
        for one in details.steps.values()
        if one.state is StepState.DUE and one.begun_at
    ]


NIGHT_SCENES = (
    AtNight("night, people sign up", "sign-up"),
    AtNight("night, people check in", "check-in"),
    AtNight("night, people sit down", "called"),
    AtNight("night, in play", "playing"),
    AtNight("night, the time runs out", "last"),
)


def thread_of(ground: Ground) -> Thread | None:
    """The thread of a night's table, where there is one."""
    return next((one for one in ground.server.world.channels.values() if isinstance(one, Thread)), None)
