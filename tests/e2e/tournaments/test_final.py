"""A final of few tables is played in the tournament's channel itself, where everybody sees it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.nights.model import EveningStage, NightPlace
from bot.tables.model import State
from bot.tables.table import Table
from playground import reading
from playground.rest.api import Exchange
from playground.server import Playground
from playground.world.threads import Thread
from tests.clock import FakeClock
from tests.e2e.house import EPHEMERAL, House, open_house
from tests.e2e.nights.evening_out import BEGIN, PatientHouse
from tests.e2e.nights.mortal import Mortal
from tests.e2e.tournaments.cup import Cup

TABLE, GAME = NightPlace(1, 1).number, NightPlace(1, 1, 1).number


async def before_the_final(opened: House, people: int, through: int, small: int = 0) -> Cup:
    """All but its last stage is over, and who plays on is invited to that."""
    cup = await Cup.planned(opened, people, "evening")
    await cup.set(minutes="30", pause="15")
    panel = await cup.set_stage(0, rounds="1", cut=str(through), small=str(small), winners="no", carry="no")
    await panel.press("Announce")
    await cup.enter(*cup.people)
    await cup.check_in()
    await cup.begin()
    shown = await cup.panel(cup.people[0], "tournament show")
    assert "✓" not in shown.text and "You are" not in shown.text  # lots alone would tell who goes on
    await cup.play_round()
    panel = await cup.panel()
    await panel.press("Withdraw")
    assert panel.labels == ["Back"]
    await panel.press("Back")
    await panel.press("Who goes on")
    assert f"-# 1 round · the best {through} go on" in panel.text and panel.labels[-1] == "Back"
    await panel.press("Play on")
    return cup


def threads(cup: Cup) -> int:
    return sum(isinstance(one, Thread) for one in cup.house.world.channels.values())


async def final_tables(cup: Cup) -> list[Table]:
    (evening,) = await cup.evenings()
    return await cup.tables(evening)


async def test_whoever_looks_into_the_channel_follows_the_final(database: Path) -> None:
    async with open_house(database, clock=FakeClock(BEGIN)) as opened:
        cup = await before_the_final(opened, 9, 8)
        house, onlooker, before = cup.house, cup.organiser, threads(cup)
        await cup.check_in()
        await cup.begin()
        tables = await final_tables(cup)
        assert [one.facts.channel_id for one in tables] == [house.cards] * 2 and threads(cup) == before
        board = house.channel_message(onlooker, "Everybody may look on")
        assert "played here in the channel" in reading.text(board)
        assert reading.text(board).startswith("### Cup · Final · round 1 of 1\n")
        assert not [one.label for one in reading.buttons(board) if one.url]

        table, edits, acts = tables[0], list[str](), 0
        message_id = house.table_message(table)["id"]

        def saw(exchange: Exchange) -> None:
            if exchange.method == "PATCH" and exchange.params.get("message_id") == message_id:
                edits.append(exchange.route)

        house.server.observers.append(saw)
        there, seen = len(onlooker.messages(house.cards)), onlooker.message(message_id)
        while acts < 12:
            person = house.to_move(table)
            assert person is not None
            await house.act(person, table)
            acts += 1
            await cup.settled()
            cup.clock.advance(1.0)
            await cup.settled()
        assert onlooker.message(message_id) != seen and 0 < len(edits) <= acts
        assert len(onlooker.messages(house.cards)) == there

        await cup.play_round()
        for table in await final_tables(cup):
            assert table.facts.state is State.FINISHED
            told = house.channel_message(onlooker, f"Table {table.facts.number}")
            assert not told["flags"] & EPHEMERAL
        assert threads(cup) == before
        assert "\nFinal: over. The organisers announce the result.\n" in (await cup.panel()).text


async def test_a_final_is_told_from_the_small_one_and_has_no_other_ranking_than_its_own(
    database: Path,
) -> None:
    async with open_house(database, clock=FakeClock(BEGIN)) as opened:
        cup = await before_the_final(opened, 8, 4, 4)
        house, onlooker = cup.house, cup.organiser
        known = {one["id"] for one in onlooker.messages(house.cards)}
        await cup.check_in()
        await cup.begin()
        await cup.play_round()
        shown = [one for one in onlooker.messages(house.cards) if one["id"] not in known]
        told = [reading.text(one) for one in shown]
        headings = [one.splitlines()[0] for one in told if one.startswith("### ")]
        for stage in ("Final", "Small final"):
            assert f"### Cup · {stage} · round 1 of 1" in headings
            assert f"### Cup · {stage}, 24 November 2026" in headings
        names = [one.name for one in house.world.channels.values() if isinstance(one, Thread)]
        assert names[-1] == "Small final · Round 1 · table 1 · 24 November 2026"
        assert names[0].startswith("Qualifying rounds · Round 1 · table ")
        (over,) = [one for one in told if "the game is over" in one]
        assert ", now " not in over and ", still " not in over  # in the season, which counts all rounds
        results = [one for one in shown if ", 24 November 2026\n" in reading.text(one)]
        assert [len(reading.pictures(house.server, one)) for one in results] == [1, 1]
        assert not any("climb" in reading.text(one) for one in results)
        assert [one.label for one in reading.buttons(results[0])] == ["Standings"]
        await house.press(onlooker, results[0], "Standings")
        assert "Final: over." in reading.text(house.whispers(onlooker)[-1])


async def test_a_larger_final_has_threads(database: Path) -> None:
    async with open_house(database, clock=FakeClock(BEGIN)) as opened:
        cup = await before_the_final(opened, 13, 12)
        before = threads(cup)
        await cup.check_in()
        await cup.begin()
        tables = await final_tables(cup)
        assert len(tables) == 3 and threads(cup) == before + 3
        assert cup.house.cards not in [one.facts.channel_id for one in tables]
        board = cup.house.channel_message(cup.organiser, "Everybody may look on")
        links = [one.label for one in reading.buttons(board) if one.url]
        assert links == [f"Table {number}" for number in (1, 2, 3)]


@pytest.mark.usefixtures("troubled_disk")
@pytest.mark.parametrize(
    "moment",
    [
        f"before thread {TABLE} done",
        f"before call {TABLE} done",
        f"before table {GAME} done",
    ],
)
async def test_a_bot_that_dies_as_it_opens_the_final_opens_it_once(database: Path, moment: str) -> None:
    clock = FakeClock(BEGIN)
    server = await Playground.start(clock=clock)
    try:
        async with open_house(database, clock=clock, server=server) as house:
            cup = await before_the_final(house, 5, 4)
            before = threads(cup)
            await cup.check_in()
        with Mortal.at(server, moment) as mortal:
            for is_last in (False, True):
                mortal.is_born()
                async with open_house(database, clock=clock, server=server) as house:
                    cup = replace(cup, house=PatientHouse.of(house)[0])
                    assert await mortal.lives(opened(cup)) == is_last
            assert mortal.died_at == [moment]
        async with open_house(database, clock=clock, server=server) as house:
            cup = replace(cup, house=PatientHouse.of(house)[0])
            await cup.settled()
            (table,) = await final_tables(cup)
            assert table.facts.channel_id == house.cards and table.facts.state is State.PLAYING
            texts = [reading.text(one) for one in cup.organiser.messages(house.cards)]
            assert (
                len([one for one in texts if one.startswith("Round 1, table 1:")]) == 1
                and threads(cup) == before
            )
            await cup.play_round()
    finally:
        await server.close()


async def opened(cup: Cup) -> None:
    """Its hour has come, and its table is there."""
    (evening,) = await cup.evenings()
    await cup.go_to(evening.starts_at + 60.0)
    assert (await cup.fresh(evening)).stage is EveningStage.PLAYING
    (table,) = await final_tables(cup)
    assert table.facts.state is State.PLAYING
