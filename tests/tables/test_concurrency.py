"""Everybody at once: clicks, the clock, leavers and robots in any order leave one log that gives the game."""

from __future__ import annotations

import asyncio
import random

import pytest

from bot.engine.cards import members
from bot.engine.game import AWAITS_DECK
from bot.tables.errors import CODES, TableError
from bot.tables.model import UNFINISHED, Pace, State, TableFacts
from bot.tables.table import Table
from tests.tables.house import ANN, NAMES, PEOPLE, House, host_of, people, press


async def click(table: Table, chance: random.Random, person: int) -> None:
    """One person presses something: mostly what they should, sometimes anything at all."""
    facts = table.facts
    seat = chance.randrange(facts.players)
    other = chance.choice(PEOPLE)
    rare = [
        lambda: table.leave(person),
        lambda: table.take_seat(person, NAMES[person], seat),
        lambda: table.replace(person, seat, chance.choice([None, other]), NAMES[other]),
        lambda: table.adjourn(person),
        lambda: table.act(person, facts.seq - 1, chance.randrange(52)),
        lambda: table.join(person, NAMES[person], 1),
    ]
    if chance.random() < 0.05:
        await chance.choice(rare)()
    elif facts.state is State.ADJOURNED:
        await chance.choice([table.resume, table.im_back])(person)
    elif facts.seat_of(person) is None:
        await table.take_seat(person, NAMES[person], seat)
    elif facts.seats[facts.seat_of(person) or 0].absent:
        await table.im_back(person)
    elif facts.turn == AWAITS_DECK:
        await table.ready(person, facts.seq)
    else:
        view = await table.view(facts.seat_of(person))
        choices = members(view.legal) or members(view.hand) or [0]
        await table.act(person, facts.seq, chance.choice(choices))


def assert_sound(facts: TableFacts, now: float) -> None:
    """What holds of a table at all times."""
    seated = [seat.user_id for seat in facts.seats if seat.user_id is not None]
    assert len(seated) == len(set(seated))
    assert not seated or facts.host_id in seated
    here = any(not seat.played_by_robot for seat in facts.seats)
    if facts.state is State.PLAYING:
        assert here
        assert facts.turn is not None
        waits_for_person = facts.turn == AWAITS_DECK or not facts.seats[facts.turn].played_by_robot
        assert (facts.deadline is not None) == (waits_for_person and facts.pace is not Pace.NONE)
        assert facts.deadline is None or facts.deadline > now, "the clock stands still"
    else:
        assert facts.deadline is None
    assert (facts.state is State.ADJOURNED) == (facts.notice in ("nobody-here", "adjourned-by-host"))


@pytest.mark.parametrize("seed", range(6))
async def test_everybody_at_once(stored, time, seed: int) -> None:
    chance = random.Random(seed)
    house = House(stored, time, robot_pause=chance.choice([0.0, 1.0]))
    table = await opened(house, chance)
    house.store.chance = chance
    refusals: set[str] = set()

    async def pressed(person: int) -> None:
        try:
            await click(table, chance, person)
        except TableError as refusal:
            refusals.add(refusal.code)

    for round_ in range(60):
        clicks = [pressed(person) for person in PEOPLE for _ in range(chance.randrange(1, 4))]
        chance.shuffle(clicks)
        crowd = asyncio.gather(*clicks)
        if chance.random() < 0.5:
            time.to_next(time.now() + chance.choice([1, 35, 400]))
        await crowd
        await house.wait(chance.choice([0, 0, 0, 3, 70]))
        assert_sound(table.facts, time.now())
        if round_ % 6 == 0:
            await house.check(table)
        if table.facts.state not in UNFINISHED:
            break
    await house.check(table)
    await finish_the_deal(house, table)
    assert refusals <= set(CODES) - {"internal", "store-failed", "table-parked", "closing"}
    assert refusals & {"not-your-turn", "stale"}
    changes = [change.after.seq for change in house.changes]
    assert changes == sorted(changes)
    await house.tables.close()


async def finish_the_deal(house: House, table: Table) -> None:
    """After all that the table can still be played on."""
    seq = table.facts.seq
    for _ in range(100):
        await house.wait(3)
        facts = table.facts
        if facts.state is State.ADJOURNED:
            seated = next((seat.user_id for seat in facts.seats if seat.user_id is not None), None)
            if seated is None:
                await table.take_seat(ANN, "Ann", 0)
            else:
                await table.resume(host_of(table) if facts.notice == "adjourned-by-host" else seated)
        elif facts.turn == AWAITS_DECK and facts.seq > seq:
            break
        elif facts.turn == AWAITS_DECK:
            for person in people(table):
                await table.ready(person)
        elif facts.turn is not None and not facts.seats[facts.turn].played_by_robot:
            await press(table)
    else:
        pytest.fail("the table is stuck")
    await house.check(table)


async def opened(house: House, chance: random.Random) -> Table:
    people = chance.choice([1, 2, 4])
    pace = chance.choice([Pace.HALF_MINUTE, Pace.FIVE_MINUTES, Pace.NONE])
    return await house.started(people, 4 - people, pace=pace)


async def test_everybody_joins_at_once(house: House) -> None:
    table = await house.open()
    answers = await asyncio.gather(
        *(table.join(person, NAMES[person], person) for person in PEOPLE[1:] * 2), return_exceptions=True
    )
    codes = [answer.code if isinstance(answer, TableError) else answer for answer in answers]
    assert codes.count(None) == 3
    assert set(codes) == {None, "table-full", "already-seated"}
    await house.check(table)


async def test_starting_twice_at_once(house: House) -> None:
    table = await house.lobby()
    answers = await asyncio.gather(table.start(ANN), table.start(ANN), return_exceptions=True)
    assert [answer.code if isinstance(answer, TableError) else answer for answer in answers] == [
        None,
        "already-started",
    ]
    await house.check(table)


async def test_many_tables_at_once(house: House) -> None:
    tables = [await house.started(people=1, robots=3) for _ in range(5)]
    chance = random.Random(5)

    async def deal(table: Table) -> None:
        while table.facts.turn != AWAITS_DECK:
            turn = table.facts.turn
            if turn is not None and table.facts.seats[turn].user_id == ANN:
                view = await table.view(turn)
                await table.act(ANN, table.facts.seq, chance.choice(members(view.legal)))
            await table.quiet()

    await asyncio.gather(*(deal(table) for table in tables))
    for table in tables:
        await house.check(table)
