"""Presses of four people where every request takes a second and more."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from playground.interactions.invocations import Invocation
from playground.people import Person
from tests.soak.eyes import Answers, Eyes, Offer, Truth, truth_of, wanted_of_all
from tests.soak.quicktime import in_quick_time, quick_house

SLOWNESS = (1.0, 1.4)
"""Seconds a request; the second leaves next to nothing of the three seconds for two of them in a row."""
PRESSES = 150
SLOW_PEOPLE = (0.05, 0.6)  # seconds between two presses at the table
LOOKS = ("scores", "last-trick", "rules", "my-hand")


@pytest.mark.parametrize("slowness", SLOWNESS)
def test_no_press_is_too_late_on_a_slow_network(
    slowness: float, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    work = press_slowly(tmp_path / "slow.sqlite3", slowness)
    failed, slowest, stale = in_quick_time(work, costs_time=True)
    with capsys.disabled():
        print(f"\n{PRESSES} presses at {slowness:g} s a request, answered within {slowest:.2f} s")
    assert not failed, f"{len(failed)} of {PRESSES} failed: {failed[:3]}"
    assert not stale, stale[:3]


async def press_slowly(database: Path, slowness: float) -> tuple[list[str], float, list[str]]:
    """What failed, the longest time to an answer, and the answers that were drawn before their press."""
    async with quick_house(database) as house:
        house.server.faults.weather(cut=0, fail=0, late=1.0, seconds=slowness)
        ann, *_ = people = house.people()
        house.person("Dmitri").account.direct_messages_open = False
        opened = await (await ann.command(house.cards, "table open")).done()
        assert opened.state in ("answered", "thinking"), opened.error
        (table,) = house.bot.tables.running()
        eyes, random = Eyes(people, house.cards), Random(1)
        failed, stale, times = list[str](), list[str](), list[float]()
        listening = [Answers(house, person, stale) for person in people]
        answers: list[asyncio.Task[None]] = []

        async def answered(person: Person, offer: Offer, invocation: Invocation) -> None:
            begun = asyncio.get_running_loop().time()
            await invocation.done(60)
            times.append(asyncio.get_running_loop().time() - begun)
            if invocation.state == "failed":
                failed.append(f"{person.name}: {offer.custom_id} after {len(times)} presses")

        while len(answers) < PRESSES:
            await asyncio.sleep(random.uniform(*SLOW_PEOPLE))
            offers = offers_of_all(eyes, truth_of(table), random)
            if offers:
                person, offer = random.choice(offers)
                pressed = await person.press(offer.message["id"], offer.custom_id)
                answers.append(asyncio.create_task(answered(person, offer, pressed)))
        await asyncio.gather(*answers)
        for one in listening:
            one.close()
        return failed, max(times), stale


def offers_of_all(eyes: Eyes, truth: Truth, random: Random) -> list[tuple[Person, Offer]]:
    """What anybody may press: mostly what makes the game go on, now and then something to look at."""
    wanted = wanted_of_all(eyes, truth)
    found = [(person, offer) for person, start in wanted for offer in eyes.offers(person, start)]
    if found and random.random() < 0.7:
        return found
    looks = [f"hh:{verb}:{truth.table}:" for verb in LOOKS]
    return [
        (person, offer) for person in eyes.people for look in looks for offer in eyes.offers(person, look)
    ]
