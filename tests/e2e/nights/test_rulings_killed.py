"""The bot dies beside each thing that it keeps of what a referee decides: it is carried out once, told once,
and not forgotten."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from bot.nights.course import check_in_at, ends_at
from bot.nights.model import EveningDetails, EveningStage, NightPlace, NightSettings, Ruling, RulingKind
from bot.nights.refereeing import rule
from bot.nights.rulings import rulings_at
from bot.tables.model import State
from playground import reading
from playground.server import Playground
from tests.clock import FakeClock
from tests.e2e.house import open_house
from tests.e2e.nights.evening_out import BEGIN, EveningOut
from tests.e2e.nights.mortal import Mortal

pytestmark = pytest.mark.usefixtures("troubled_disk")

LIVES: Final = 60
PLACE: Final = NightPlace(1, 1, 1)
KINDS: Final = (
    RulingKind.PENALTY, RulingKind.HOLD, RulingKind.GO_ON, RulingKind.SEAT, RulingKind.TIME_UP,
)  # fmt: skip
SETTINGS: Final = NightSettings(rounds=1, minutes=5, reminder=0, event=False)


class MortalReferee(Mortal):
    """One that dies beside rulings alone."""

    def come(self, moment: str) -> None:
        if moment.split()[1] in ("ruling", "ruled"):
            super().come(moment)
        else:
            self.require_alive()


async def judged(out: EveningOut) -> None:
    """A night, from wherever it has got to, at whose only table a referee decides one thing after the other:
    the game is over by the last of them."""
    await out.settled()
    store = out.house.bot.store.nights
    if not await store.running() and await store.evening(1) is None:
        await out.announced(SETTINGS)
    while not (told := await out.told()).evening.settled:
        match told.evening.stage:
            case EveningStage.SIGN_UP:
                await out.go_to(check_in_at(told.evening))
            case EveningStage.CHECK_IN:
                evenings = out.house.bot.nights.evenings
                for number, one in enumerate(out.people):
                    await evenings.check_in(told, one.id, one.account.name, 900 + number, here=True)
                await out.settled()
                await out.go_to(told.evening.starts_at)
            case EveningStage.PLAYING:
                await _judge(out, told)
            case _:
                await out.wait(6.0)


async def _judge(out: EveningOut, told: EveningDetails) -> None:
    for table in await out.tables(1):
        if table.facts.state is State.LOBBY:
            await out.sit_down(table)
    decided = len(rulings_at(told, PLACE))
    facts = {NightPlace.read(one.facts.place or "")[1]: one.facts for one in await out.tables(1)}.get(PLACE)
    if facts is not None and facts.state in (State.PLAYING, State.ADJOURNED) and decided < len(KINDS):
        kind, whom = KINDS[decided], facts.seats[2].user_id
        of_seat = {"seat": 2, "whom": whom} if kind in (RulingKind.PENALTY, RulingKind.SEAT) else {}
        ruling = Ruling(
            1, PLACE.number, kind, out.people[0].id, reason=f"reason {decided}", points=5, **of_seat
        )
        await rule(out.house.bot.nights.evenings, told, ruling, decided, "")
    await out.settled()
    await out.wait(6.0)
    await out.house.bot.tables.quiet()
    until = ends_at(await out.told())
    if until is not None and decided == len(KINDS):
        await out.go_to(until)


async def test_died_beside_each_ruling_all_of_them_are_carried_out_once(database: Path) -> None:
    clock = FakeClock(BEGIN)
    server = await Playground.start(clock=clock)
    try:
        async with open_house(database, clock=clock, server=server) as house:
            out = await EveningOut.found(house, 4, preset="whist-walloon", options={"deals": "4"})
        with MortalReferee.at(server) as mortal:
            for _ in range(LIVES):
                mortal.is_born()
                async with open_house(database, clock=clock, server=server) as house:
                    out = replace(out, house=house)
                    if await mortal.lives(judged(out)):
                        break
            else:
                pytest.fail(f"not settled after {LIVES} lives: {mortal.died_at}")
            mortal.is_born()
        assert {one.split()[1] for one in mortal.died_at} == {"ruling", "ruled"} and len(mortal.died_at) > 20
        async with open_house(database, clock=clock, server=server) as house:
            out = replace(out, house=house)
            told = await out.told()
            assert [one.kind for one in told.rulings] == list(KINDS)
            (table,) = await out.tables(1)
            assert table.facts.state is State.FINISHED and table.facts.seats[2].user_id is None
            posted = [reading.text(one) for one in out.people[0].messages(table.facts.channel_id)]
            reasons = Counter(one.rpartition("Reason: ")[2] for one in posted if "Referee's decision" in one)
            assert reasons == {f"reason {number}": 1 for number in range(len(KINDS))}
            events = await house.bot.store.seasons.events(out.season.id)
            assert [one.correction.reason for one in events] == ["reason 0"]
    finally:
        await server.close()
