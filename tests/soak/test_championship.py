"""A championship of 64 people in eight teams, by commands and presses from its plan to the posted result,
whose bot dies three times: between *Play on* and the nights of the next stage, while tables are opened, and
over *End it*. What it came to is what follows from the paragraphs."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from fractions import Fraction
from itertools import chain
from pathlib import Path

import pytest

from bot.discordkit.ports import MessageKind
from bot.nights.model import NightStep, StepKind, StepState
from bot.tournaments.model import Group
from playground import reading
from playground.server import Playground
from playground.world.threads import Thread
from tests.clock import FakeClock
from tests.e2e.conftest import no_pause, quiet_log, troubled_disk
from tests.e2e.house import EPHEMERAL, open_house
from tests.e2e.nights.checked import IN_CHANNEL
from tests.e2e.nights.evening_out import BEGIN, PatientHouse
from tests.e2e.nights.mortal import Mortal
from tests.e2e.tournaments.cup import CUP, Cup, Json, filled

__all__ = ["no_pause", "quiet_log", "troubled_disk"]

pytestmark = pytest.mark.usefixtures("troubled_disk")

PEOPLE, TEAMS = 64, 8
UNMADE = "before sign-up 0 0 0 0"
"""The first night of the stage is not made yet."""
TABLE_OPEN = "after {evening}.1.2.1 opened"
OVER = "after tournament over"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "championship.sqlite3"


@asynccontextmanager
async def another_bot(cup: Cup, database: Path) -> AsyncIterator[None]:
    """The next bot on the same database and the same server."""
    server = cup.house.server
    async with open_house(database, clock=cup.clock, server=server) as opened:
        cup.house, _ = PatientHouse.of(opened)
        await cup.settled()
        yield


async def test_T1_to_T8_a_championship_of_sixty_four_whose_bot_dies_three_times(database: Path) -> None:
    clock = FakeClock(BEGIN)
    server = await Playground.start(clock=clock)
    try:
        async with open_house(database, clock=clock, server=server) as opened:
            cup = await Cup.planned(opened, PEOPLE, "championship")
            await _qualifying(cup)
            first = await _cut_is_seen(cup)
        with Mortal.at(server, UNMADE) as mortal:
            async with another_bot(cup, database):
                panel = await cup.panel()
                await panel.press("Who goes on")
                assert not await mortal.lives(panel.press("Play on"))
        assert mortal.died_at == [UNMADE]
        async with another_bot(cup, database):
            await _semi_final_is_made(cup, first)
            (evening,) = await cup.evenings()
            await cup.check_in()
        opening = TABLE_OPEN.format(evening=evening.id)
        with Mortal.at(server, opening) as mortal:
            async with another_bot(cup, database):
                assert not await mortal.lives(cup.begin())
        assert mortal.died_at == [opening]
        async with another_bot(cup, database):
            await cup.begin()
            assert len(await cup.tables(evening)) == 4
            await cup.play_round()
            await _final(cup)
        with Mortal.at(server, OVER) as mortal:
            async with another_bot(cup, database):
                panel = await cup.panel()
                assert not await mortal.lives(panel.press("End it"))
        assert mortal.died_at == [OVER]
        async with another_bot(cup, database):
            await _is_told_once(cup)
    finally:
        await server.close()


async def _qualifying(cup: Cup) -> None:
    """Three rounds. One person does not check in, one does and appears at no table."""
    await cup.set(team="4", minutes="30", pause="15")
    panel = await cup.set_stage(0, rounds="3", cut="16", small="0", winners="no", carry="no")
    panel = await cup.set_stage(1, rounds="1", cut="4", small="4", winners="no", carry="no")
    await panel.press("Announce")
    assert "✓ Announced." in panel.text, panel.text
    await cup.enter(*cup.people)
    for number, person in enumerate(cup.people):
        shown = await cup.panel(person, "tournament show")
        await filled(cup.house, person, await shown.press("My team"), team=f"Club {number % TEAMS}")
        assert f"You play for Club {number % TEAMS}." in shown.text
    away, absent = cup.people[-2:]
    await cup.check_in(away)
    await cup.begin()
    for _ in range(3):
        await cup.play_round(absent)


async def _cut_is_seen(cup: Cup) -> list[Json]:
    """A result is corrected, and the panel shows who goes on; no two of a team have met."""
    await cup.swap_points()
    file = await cup.file()
    people = {one["id"]: one.get("team") for one in file["people"]}
    assert len(people) == PEOPLE - 1
    assert all(
        Counter(people[seat["player"]] for seat in game["seats"] if "player" in seat).most_common(1)[0][1]
        == 1
        for game in file["games"]
    )
    due = [one for one in await cup.due() if one.get("stage") == 0]
    panel = await cup.panel()
    await panel.press("Who goes on")
    going = [line.split(" · ")[0] for line in panel.text.splitlines() if line.endswith("✓")]
    through = [one for one in due if one["through"]]
    assert len(through) == 16
    shown = [
        rf"{one['place']}\. {name}"
        for one, name in zip(through, cup.called([one["player"] for one in through]), strict=True)
    ]
    assert going == shown[: len(going)] and going
    return due


async def _semi_final_is_made(cup: Cup, due: list[Json]) -> None:
    """Those are invited who were seen to go on; one withdraws, and the next takes the place."""
    order = [int(one["player"]) for one in due]
    assert await cup.invited() == [order[:16]]
    gone = cup.house.server.people[order[2]]
    panel = await cup.panel()
    await panel.press("Withdraw")
    await panel.choose("tournament-withdraw-who", str(gone.id))
    await panel.press("Yes")
    assert f"✓ {gone.name} goes no further." in panel.text
    order.remove(gone.id)
    assert await cup.invited() == [order[:16]]


async def _final(cup: Cup) -> None:
    """The cut of the semi-final, and both groups of the last stage at the same hour."""
    due = [one for one in await cup.due() if one.get("stage") == 1]
    through = [[int(one["player"]) for one in due if one["through"] == group] for group in Group]
    assert [len(one) for one in through] == [4, 4]
    panel = await cup.panel()
    await panel.press("Who goes on")
    await panel.press("Play on")
    assert await cup.invited() == through
    await cup.check_in()
    await cup.begin()
    await cup.play_round()


async def _is_told_once(cup: Cup) -> None:
    """The result is posted once, everybody has the place that is due, and nobody has sat where they were not
    sent."""
    house = cup.house
    panel = await cup.panel()
    await panel.press("Post the result")
    *lines, final, teams = await cup.due()
    reader = cup.people[0]
    shown = [one for one in reader.messages(house.cards) if not one["flags"] & EPHEMERAL]
    (posted,) = [one for one in shown if f"{CUP}: final result" in reading.text(one)]
    told = reading.text(posted).splitlines()
    for (player, place), line in zip(final["final"], told[1:17], strict=False):
        assert line.startswith(rf"{place}\. {house.server.people[int(player)].name} · "), (line, player)
    assert [line.split(" · ")[0] for line in told if "Club" in line] == [
        f"{place}. {name}" for name, place, *_ in teams["teams"][:5]
    ]
    assert (await cup.tournament()).seed in told[-1]
    held = await house.bot.tournaments.held(await cup.tournament())
    for stage, group in {(one["stage"], one["group"]) for one in lines if "stage" in one}:
        mine = [one for one in lines if (one.get("stage"), one.get("group")) == (stage, group)]
        ranking = held.ranking(stage, Group(group))
        assert [(one.person, one.place, one.total, one.by) for one in ranking] == [
            (one["player"], one["place"], Fraction(one["value"]), one["by"]) for one in mine
        ]
    await _nobody_else_was_seated(cup, lines)


async def _nobody_else_was_seated(cup: Cup, lines: list[Json]) -> None:
    """Whoever was seated in a stage after the first was through to it; each table has been played once, and
    no message of a night is there twice."""
    store = cup.house.bot.store.nights
    tournament = await cup.tournament()
    for stage, groups in enumerate(tournament.groups):
        for group, series in zip(Group, groups, strict=True):
            for evening in await store.evenings(series) if series else ():
                seated = {one for each in evening.plan for one in each.people}
                due = {
                    int(one["player"]) for one in lines
                    if (one.get("stage"), one.get("group")) == (stage, group)
                }  # fmt: skip
                assert seated <= due
                tables = await cup.house.bot.nights.evenings.tables_of(evening)
                places = [one.facts.place for one in tables]
                assert len(places) == len({*places}) == sum(len(one.tables) for one in evening.plan)
    await _nothing_is_there_twice(cup)


async def _nothing_is_there_twice(cup: Cup) -> None:
    """Of each thing that was to be done on Discord there is one."""
    store, world = cup.house.bot.store.nights, cup.house.world
    tournament = await cup.tournament()
    steps: list[NightStep] = []
    for series in chain.from_iterable(tournament.groups):
        for evening in await store.evenings(series) if series else ():
            details = await store.details(evening.id)
            assert details is not None and details.evening.settled
            steps += details.steps.values()
    assert not [one.key for one in steps if one.state is not StepState.DONE]
    ours = [
        one.id for one in world.channel(cup.house.cards).messages.values()
        if one.author_id == world.application_id and one.data["type"] == 0 and one.visible_to is None
    ]  # fmt: skip
    here = cup.house.cards  # where the final is played: it is called there, and its result stays
    called = [one for one in steps if (one.kind, one.channel_id) == (StepKind.CALL, here)]
    steps_here = [*called, *(one for one in steps if one.kind in IN_CHANNEL)]
    results = [
        one for one in await cup.house.bot.store.postings.postings()
        if (one.kind, one.channel_id) == (MessageKind.RESULT, here)
    ]  # fmt: skip
    assert len(results) == 1
    assert sorted(ours) == sorted(
        [one.discord_id or 0 for one in steps_here] + [one.message_id or 0 for one in results]
    )
    threads = [one.id for one in world.channels.values() if isinstance(one, Thread)]
    made = [one.discord_id or 0 for one in steps if one.kind is StepKind.THREAD and one.discord_id != here]
    assert sorted(threads) == sorted(made)
