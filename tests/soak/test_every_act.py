"""Every press and command, by the tables that say who may do what: delivered twice; and with each of its
requests lost, held, or its answer.

After each: one deed and one answer; nobody still reads that an answer will come; what was said as done is
stored, and what was said as not done is not; pressed again it works, and has done no more than two presses
do. By default each trouble befalls one request of each sixth act, other ones for each trouble and place; with
``HARTENHEER_SOAK_STRIDE=1`` the first four of all.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from playground import reading
from playground.interactions.invocations import Invocation
from tests.clock import FakeClock
from tests.e2e.every_act import AtNight, AtTable, InLeague, Place, most_new, stored
from tests.e2e.house import House
from tests.e2e.nights import test_who_may as nights
from tests.e2e.nights.evening_out import BEGIN
from tests.e2e.test_cut_off import BREAKS, NOT_REACHED, thinking
from tests.e2e.test_delivered_twice import check_once
from tests.e2e.test_who_may import Stage
from tests.soak.conftest import Tell
from tests.soak.matrix.evenings import QuickEvening
from tests.soak.quicktime import bot_at, in_quick_time, quick_server

STRIDE = int(os.environ.get("HARTENHEER_SOAK_STRIDE", "0"))
EACH = 6
"""By default each trouble befalls one of so many acts."""
FEW = 6
"""Fewer acts than these are all befallen."""
REQUESTS = 4
"""How many of an act's requests are befallen, one at a time: it has seldom more."""
A_WHILE = 60.0
"""Seconds in which all is said that can be."""
A_RATE_LIMIT = 10.0
"""Seconds in which a message is posted that comes right after five others in its channel."""
PLACES = (*(f"table {one}" for one in Stage), "league", *(f"night {one}" for one in nights.Stage))
GROWING = ("tables", "leagues", "league_members", "evenings", "dailies", "reports", "presets")
"""What an act makes one new row of at most."""
NUMBER = re.compile(r"\d+")
Stored = Mapping[str, Sequence[str]]
"""The rows there are, by table."""


class QuickHouse(House):
    """A house in which time passes by itself: nothing has to be waited for but that."""

    async def settled(self) -> None:
        await asyncio.sleep(A_RATE_LIMIT)


@asynccontextmanager
async def at(name: str, database: Path) -> AsyncIterator[Place]:
    """That place."""
    kind, _, stage = name.partition(" ")
    async with quick_server() as server:
        assert isinstance(server.world.clock, FakeClock)
        server.world.clock.set(BEGIN)
        async with bot_at(server, database) as found:
            house = QuickHouse(found.server, found.bot, found.clock)
            if kind == "table":
                yield AtTable(house, Stage(stage))
            elif kind == "league":
                yield InLeague(house)
            else:
                yield AtNight(house, database, nights.Stage(stage), QuickEvening)


@pytest.fixture
def quiet_log() -> None:
    """Here the log may tell of errors: they are made."""


@pytest.mark.parametrize("name", PLACES)
def test_delivered_twice_it_is_done_and_answered_once(name: str, tmp_path: Path, tell: Tell) -> None:
    async def run() -> int:
        async with at(name, tmp_path / "a.sqlite3") as place:
            for act in place.acts:
                await check_once(place, act, tmp_path / "a.sqlite3")
            return len(place.acts)

    tell("interactions delivered twice", in_quick_time(run()), "deeds, answers", 0.0)


@pytest.mark.parametrize("name", PLACES)
def test_whatever_request_is_lost(name: str, tmp_path: Path, tell: Tell) -> None:
    usual, failures = dict[int, dict[str, Done]](), list[str]()
    for number, trouble in enumerate(BREAKS):
        turn = PLACES.index(name) + number
        for request in range(REQUESTS) if STRIDE == 1 else (turn % REQUESTS,):
            database = tmp_path / f"{number}-{request}.sqlite3"
            part = turn % EACH
            if part not in usual:
                usual[part] = in_quick_time(_as_usual(name, part, tmp_path / f"usual-{part}.sqlite3"))
            befallen = in_quick_time(
                _each_act(name, trouble, (request, part), database, usual[part], failures)
            )
            tell(f"a request {trouble}", befallen, "answers, deeds, pressed again", 0.0)
    assert not failures, f"{len(failures)} failures: " + "\n".join(failures)


@dataclass(frozen=True)
class Done:
    """What an act says, its numbers left out, and the tables of the database in which something is another
    thing since."""

    said: str
    changed: frozenset[str]


def _taken(place: Place, part: int) -> Sequence[str]:
    """The acts that are befallen together; what one does may follow from those before it."""
    return place.acts if STRIDE == 1 or len(place.acts) < FEW else place.acts[part::EACH]


async def _as_usual(name: str, part: int, database: Path) -> dict[str, Done]:
    """What each act does where nothing befalls it; it is done twice here as well."""
    found = dict[str, Done]()
    async with at(name, database) as place:
        for act in _taken(place, part):
            await place.ready()
            before = stored(database)
            found[act] = _has_done(place, await _done(place, act), before, stored(database))
            await _done(place, act)
    return found


def _has_done(place: Place, invocation: Invocation, before: Stored, after: Stored) -> Done:
    said = "" if invocation.message is None else NUMBER.sub("", reading.text(invocation.message))
    changed = {one for one in after if after[one] != before[one]}
    return Done(said, frozenset(changed & {*GROWING} if place.goes_on else changed))


async def _each_act(
    name: str,
    trouble: str,
    which: tuple[int, int],
    database: Path,
    usual: Mapping[str, Done],
    failures: list[str],
) -> int:
    """How many acts of a part had a request that could be befallen; ``which`` are the numbers of the request
    and of the part."""
    request, part = which
    befallen = 0
    async with at(name, database) as place:
        for act in _taken(place, part):
            await place.ready()
            before = stored(database)
            faults = place.house.server.faults
            for _ in range(request):
                faults.late("*", 0.0)  # lets so many pass
            BREAKS[trouble](place.house.server, "*")
            invocation = await _done(place, act)
            befallen += len(faults.befallen) > request
            faults.clear()
            wrong = _wrong(place, act, invocation, before, database, times=1)
            done = _has_done(place, invocation, before, stored(database))
            if done.said == usual[act].said and (missing := usual[act].changed - done.changed):
                wrong.append(f"said as done, and not stored: {sorted(missing)}, {done.said!r}")
            again = await _done(place, act)
            wrong += [f"pressed again: {one}" for one in _wrong(place, act, again, before, database, times=2)]
            if again.state != "answered":
                wrong.append(f"pressed again it is {again.state}")
            failures += [f"{name}, {act}, request {request} {trouble}: {one}" for one in wrong]
            faults.befallen.clear()
    return befallen


async def _done(place: Place, act: str) -> Invocation:
    invocation = await (await place.send(act)).done(A_WHILE)
    await asyncio.sleep(A_WHILE)
    return invocation


def _wrong(
    place: Place,
    act: str,
    invocation: Invocation,
    before: Stored,
    database: Path,
    *,
    times: int,
) -> list[str]:
    """What does not hold once it was done so many times since ``before``."""
    after = stored(database)
    grown = {one: len(after[one]) - len(before[one]) for one in GROWING}
    wrong = [f"still thinking: {one}" for one in thinking(place.house)]
    if invocation.state not in ("answered", "failed"):
        wrong.append(f"it is {invocation.state}")
    told = "" if invocation.message is None else reading.text(invocation.message)
    if told == NOT_REACHED and times == 1 and any(grown.values()):
        wrong.append(f"said as not done, and done: {grown}")
    return wrong + [
        f"{number} more {one}" for one, number in grown.items() if number > most_new(act, one, times)
    ]
