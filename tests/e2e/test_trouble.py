"""Requests in the first steps of a game, befallen by each trouble: the game goes on by itself.

The whole matrix is tests/soak/test_trouble.py; what is looked at after each step is in tests/soak/moments.py.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.soak.cases import Case, Moment, Trouble, all_cases, packed
from tests.soak.eyes import Eyes, truth_of
from tests.soak.moments import play
from tests.soak.quicktime import in_quick_time, quick_house

FIRST_STEPS = 12
KINDS = 5
"""How many of the dozen kinds of request each trouble befalls here."""
AT_ONCE = 1.5  # seconds from one's turn to the call


@pytest.fixture(scope="module")
def moments(tmp_path_factory: pytest.TempPathFactory) -> list[Moment]:
    """The requests of the first steps of a run without trouble."""
    folder = tmp_path_factory.mktemp("calm")
    found = in_quick_time(play(folder / "calm.sqlite3", steps=FIRST_STEPS)).moments
    assert len({one.kind for one in found}) >= KINDS
    return found


@pytest.fixture
def quiet_log() -> None:
    """Here the log may tell of errors: they are made."""


@pytest.mark.parametrize("trouble", Trouble)
def test_the_game_goes_on_by_itself(trouble: Trouble, moments: list[Moment], tmp_path: Path) -> None:
    random = Random(trouble.value)
    by_kind: dict[str, list[Case]] = {}
    for case in all_cases(moments):
        if case.trouble is trouble:
            by_kind.setdefault(case.moment.kind, []).append(case)
    kinds = random.sample(sorted(by_kind), min(KINDS, len(by_kind)))
    cases = [random.choice(by_kind[kind]) for kind in kinds]
    befallen = 0
    for number, run in enumerate(packed(cases, list(dict.fromkeys(one.step for one in moments)))):
        befallen += len(in_quick_time(play(tmp_path / f"{number}.sqlite3", run)).befallen)
    assert befallen >= len(cases) / 2


def test_a_hand_that_a_client_has_lost_is_called_for_at_once(tmp_path: Path) -> None:
    in_quick_time(lose_hands(tmp_path / "lost.sqlite3"))


async def lose_hands(database: Path) -> None:
    """Dmitri's hand is only shown to him, and his client restarts after each of his cards."""
    async with quick_house(database) as house:
        dmitri = house.person("Dmitri")
        dmitri.account.direct_messages_open = False
        ann, *others = house.people()
        table = await house.start_table(ann, *others)
        eyes, turns = Eyes(house.people(), house.cards), 0
        while turns < 4:
            await asyncio.sleep(AT_ONCE)
            truth = truth_of(table)
            assert truth.mover is not None
            person, start = eyes.person(truth.mover), f"hh:act:{table.facts.id}:{truth.seq}:"
            if person is dmitri:
                turns += 1
                (call,) = eyes.calls(dmitri)
                await house.press(dmitri, call, "My hand")
                await asyncio.sleep(1.0)
            offer = eyes.offers(person, start)[0]
            invocation = await (await person.press(offer.message["id"], offer.custom_id)).done()
            assert invocation.state == "answered", invocation.error
            if person is dmitri:
                house.changes.forget_private(dmitri.account)
