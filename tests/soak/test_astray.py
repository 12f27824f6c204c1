"""No hand goes astray, whenever the bot dies: at requests and commits from the first Join to the end of a
deal, and in what may become of a table in between; and however slowly it comes back.

A run of each scene without a death counts its moments: before and after each request, before and after
each commit. Then the bot dies at one of them, and at two more, drawn by lot, in the lives that follow:
often while it takes up again what it was at. In every second run the second life is a slow one: each of
its requests takes half a second, and people press from the moment it is there. After that people play to
the end of the scene. Of each scene's moments so many are taken as ``TAKEN`` says, evenly and always the
same; ``HARTENHEER_SOAK_STRIDE=1`` takes all of them, 2 every second one. Each scene prints how many
moments it has.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from tests.soak.lives import Kill, Life, When
from tests.soak.prepared import nearly_finished
from tests.soak.scenes import (
    Scene,
    Stage,
    adjourned,
    alone,
    among_friends,
    closed_messages,
    first_cards,
    first_deal,
    rematch,
    seats_change,
    staged,
    started_while_starting,
)

STRIDE = int(os.environ.get("HARTENHEER_SOAK_STRIDE", "0"))
TAKEN: dict[Scene, int] = {
    first_cards: 6,
    first_deal: 2,
    seats_change: 3,
    adjourned: 2,
    closed_messages: 2,
    rematch: 3,
    among_friends: 4,
    alone: 3,
}
"""How many moments of each scene are taken: about eight minutes altogether, as they have some 5000."""
SEED = 20261122
IMPATIENT = 0.2
"""Seconds after which people press again, or ask for their hand, in every third run."""


def moments(life: Life) -> list[Kill]:
    """Every moment of a life, in no order that matters."""
    stages: tuple[When, When] = ("before", "after")
    return [
        *(Kill("request", number + 1, stage) for number in range(life.requests) for stage in stages),
        *(Kill("commit", number + 1, stage) for number in range(life.commits) for stage in stages),
    ]


def some(all_of_them: list[Kill], taken: int) -> list[Kill]:
    """So many of them, evenly; or as many as the environment says."""
    stride = STRIDE or max(1, -(-len(all_of_them) // taken))
    return all_of_them[SEED % stride :: stride]


def following(random: Random) -> list[Kill]:
    """Two more deaths, soon after a start."""
    return [
        random.choice(
            [
                Kill("request", random.randint(1, 30), random.choice(("before", "after"))),
                Kill("commit", random.randint(1, 8), random.choice(("before", "after"))),
            ]
        )
        for _ in range(2)
    ]


async def perform(stage: Stage, scene: Scene, kills: list[Kill], *, slow: bool) -> None:
    """One run of a scene."""
    if scene is rematch:
        world = stage.server.world
        people = list(stage.server.people.values())
        await nearly_finished(stage.database, world.channel_named("cards"), people, world.clock.now(), SEED)
    await stage.play(scene(stage.company), kills, slow=1 if slow else None)


@pytest.mark.parametrize("scene", TAKEN, ids=lambda scene: scene.__name__)
async def test_no_hand_goes_astray(tmp_path: Path, scene: Scene) -> None:
    async with staged(tmp_path / "counted.sqlite3") as stage:
        await perform(stage, scene, [], slow=False)
        found = moments(stage.lives[0])
    taken = some(found, TAKEN[scene])
    print(f"{scene.__name__}: {len(taken)} of {len(found)} moments")
    failures = list[str]()
    for number, kill in enumerate(taken):
        kills = [kill, *following(Random(f"{SEED} {kill}"))]
        async with staged(tmp_path / f"{number}.sqlite3", seed=number) as stage:
            if number % 3 == 2:
                stage.company.glance = IMPATIENT
            try:
                await perform(stage, scene, kills, slow=number % 2 == 1)
            except Exception as trouble:  # noqa: BLE001 - the other moments are worth knowing too
                lives = ", ".join(f"{life.requests} requests" for life in stage.lives)
                failures.append(f"killed {'; '.join(map(str, kills))} ({lives}): {trouble!r}"[:2500])
    assert not failures, f"{len(failures)} of {len(taken)}: " + "\n".join(failures[:5])


@pytest.mark.parametrize("tenths", range(2, 26, 4))
async def test_started_while_a_slow_start_is_still_at_work(tmp_path: Path, tenths: int) -> None:
    async with staged(tmp_path / "test.sqlite3", seed=tenths) as stage:
        await started_while_starting(stage, tenths / 10)


@pytest.mark.parametrize("scene", [among_friends, alone], ids=lambda scene: scene.__name__)
async def test_where_it_only_answers_cut_requests_lose_nothing(tmp_path: Path, scene: Scene) -> None:
    """Every tenth request is cut or answered with an error, and half of these are carried out."""
    async with staged(tmp_path / "test.sqlite3") as stage:
        goals = scene(stage.company)
        weather = stage.server.faults.weather(cut=0.05, fail=0.05, late=0.0, seed=SEED)
        await stage.play(goals)
        assert weather.stopped
