"""Whole nights by commands and presses, from ``/night plan`` to the standings: in each round who sits where
is as N2 to N4 have it, and after each the standings are what the paragraphs say of what happened."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bot.nights.model import StepKind
from bot.tables.model import State
from playground import reading
from playground.people import Person
from tests.clock import FakeClock
from tests.e2e.conftest import no_pause, quiet_log
from tests.e2e.house import open_house
from tests.e2e.leagues.founded import Panel
from tests.e2e.nights.evening_out import BEGIN, EveningOut
from tests.e2e.nights.night_book import NightBook
from tests.e2e.nights.whole_night import WholeNight
from tests.leagues.schedule import Json

__all__ = ["no_pause", "quiet_log"]

DAY = 24 * 3600
LEVELS = {"3": "13/17", "5": "13/10"}
"""Of King (L6)."""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "night.sqlite3"


async def settled_so(out: EveningOut, settings: Json) -> None:
    """The season is played for that, by the panel of ``/league settings``."""
    panel = await Panel.open(out.house, out.people[0], "league settings")
    await panel.press("Settings of Season 1")
    for name, value in settings.items():
        await panel.choose("league-setting", name)
        if isinstance(value, int):
            await panel.type("Another value …", str(value))
        else:
            await panel.choose("league-set", value)
        await panel.press("Save")
        assert "✓ Saved." in panel.text, panel.text


async def test_sixteen_people_in_three_rounds(database: Path, tmp_path: Path) -> None:
    settings = {"left": "lowest"}
    async with open_house(database, clock=FakeClock(BEGIN)) as house:
        out = await EveningOut.joined(house, *(f"u{number:02}" for number in range(5, 20)))
        await settled_so(out, settings)
        book = await NightBook.begun(out, database, settings)
        night = WholeNight(out, book)
        await _gathers(night)
        await _first_round(night)
        one = await _second_round(night)
        assert one.id in (await out.evening()).plan[2].tables[1]
        await _third_round(night)
        await night.is_over()
        assert await night.is_told(out.people[18])
        assert len(book.file["games"]) == 4 + 5 + 5
        await book.check_file(tmp_path)
        await night.correct(1)
        await book.check_file(tmp_path)


async def _gathers(night: WholeNight) -> None:
    """The night is planned, people say that they come and that they are there; the tables are drawn, two
    people change places, and the plan is posted."""
    out, book = night.out, night.book
    house = out.house
    sixteen, (late, substitute, away) = out.people[:16], out.people[16:]
    await night.plan(
        "24 November", "20:00", rounds="3", minutes="30", pace="none", remainder="robots", confirmed="yes"
    )
    await night.say("I'm in", *sixteen[:13])
    await night.say("Maybe", sixteen[13])
    await night.say("Late", late)
    await night.say("Out", substitute)
    await out.go_to((await out.evening()).starts_at - DAY)
    reminded = [one for one in out.people if await night.is_reminded(one)]
    assert reminded == [*sixteen[14:], away]
    await night.answer_letter(sixteen[14], "I'm in")
    await night.answer_letter(sixteen[15], "Late")
    await night.answer_letter(away, "Out", "Tell me how it went")
    await night.until_check_in()
    await night.check_in(*sixteen)

    panel = await night.manage("Draw the tables")
    assert await book.check_seating(night.here, 1) == 0
    drawn = (await out.evening()).plan
    await panel.press("Draw again")
    assert await book.check_seating(night.here, 1) == 0
    first, second, *_ = (await out.evening()).plan[0].tables
    assert (await out.evening()).plan != drawn
    one, other = (house.server.people[table[0] or 0] for table in (first, second))
    await night.swap(panel, one, other)
    await panel.press("Post it")
    await night.until_the_hour(anew=True)
    assert one.id in (await out.evening()).plan[0].tables[1]
    await book.check_seating(night.here, 1)


async def _first_round(night: WholeNight) -> None:
    """Somebody does not appear, and a substitute has the seat; a latecomer is added; somebody goes home in
    the middle, and a guest has the seat; all tables wait for ten minutes; at three the time is up."""
    out = night.out
    guest = out.house.server.people.add("v20")
    late, substitute = out.people[16:18]
    tables = await out.tables(1)
    absent = night.seated(tables[0])[0]
    await night.sit_down(absent)
    panel = await night.manage("People")
    await panel.choose("manage-substitute", str(substitute.id))
    await panel.choose("manage-add", str(late.id))
    night.here.append(late)
    await night.takes_a_seat_of(absent, substitute)
    await out.play_out(tables[1], 30)
    seat = await night.leave_table(tables[1], night.seated(tables[1])[0])
    await night.seat_now(tables[1], seat, guest)
    panel = await night.manage("Pause")
    assert {table.facts.state for table in tables} == {State.ADJOURNED}
    await out.wait(600)
    await panel.press("Carry on")
    assert {table.facts.state for table in tables} == {State.PLAYING}
    await out.play_out(tables[1])
    assert tables[1].facts.state is State.FINISHED
    assert 600 <= (await out.evening()).held_up < 660
    await night.time_is_up()
    await night.round_is_over(1)


async def _second_round(night: WholeNight) -> Person:
    """Nobody plays but the robots in the end; two people change places in the next one. Returns one of
    them, who then sits at the second table."""
    out = night.out
    tables = await night.sit_down()
    assert len(tables) == 5
    panel = await night.manage("Next round")
    third = (await out.evening()).plan[2].tables
    one, other = (out.house.server.people[next(who for who in table if who)] for table in third[:2])
    await night.swap(panel, one, other)
    await night.time_is_up()
    await night.round_is_over(2)

    return one


async def _third_round(night: WholeNight) -> None:
    """Somebody goes home, and the organiser ends the round."""
    out = night.out
    tables = await night.sit_down()
    await out.play_out(tables[2], 30)
    await night.leave_table(tables[2], night.seated(tables[2])[0])
    panel = await night.manage("End this round now")
    assert "Robots finish its games" in panel.text
    await panel.press("Yes")
    await out.settled()
    await night.round_is_over(3)


async def test_eleven_people_at_tables_of_three_four_and_five(database: Path, tmp_path: Path) -> None:
    """Seeded, so that who sits where follows from the points."""
    settings = {"level": "yes", "night": "average", "left": "lowest"}
    async with open_house(database, clock=FakeClock(BEGIN)) as house:
        out = await EveningOut.joined(house, *(f"u{number:02}" for number in range(5, 14)))
        await settled_so(out, settings)
        book = await NightBook.begun(out, database, settings, LEVELS)
        night = WholeNight(out, book)
        eleven, (late, substitute) = out.people[:11], out.people[11:]
        await night.plan(
            "24 November", "20:00", rounds="3", minutes="60", remainder="mixed", mode="seeded", reminder="12"
        )
        await night.say("I'm in", *eleven[:10])
        await night.say("Late", late)
        await out.go_to((await out.evening()).starts_at - DAY / 2)
        await night.answer_letter(eleven[10], "I'm in")
        await night.until_check_in()
        await night.check_in(*eleven)
        await night.until_the_hour(anew=True)
        await book.check_seating(night.here, 1)

        tables = await out.tables(1)
        assert sorted(len(one.facts.seats) for one in tables) == [3, 4, 4]
        absent = night.seated(tables[0])[0]
        await night.sit_down(absent)
        await night.takes_a_seat_of(absent, None)
        await night.come(late)
        await night.go(night.seated(tables[1])[0])
        await night.time_is_up()
        await night.round_is_over(1)

        tables = await night.sit_down()
        assert sorted(len(one.facts.seats) for one in tables) == [3, 3, 4]
        await out.play_out(tables[0], 30)
        leaving = night.seated(tables[0])[0]
        seat = tables[0].facts.seat_of(leaving.id)
        assert seat is not None
        await night.seat_now(tables[0], seat, substitute)
        book.gives_up(tables[0], seat, leaving)
        night.here.remove(leaving)
        await night.go(*night.seated(tables[1])[:2])
        await night.come(absent)
        await night.time_is_up()
        await night.round_is_over(2)

        tables = await night.sit_down()
        assert [len(one.facts.seats) for one in tables] == [5, 4]
        await out.play_out(tables[0])
        assert tables[0].facts.state is State.FINISHED
        await night.time_is_up()
        await night.round_is_over(3)
        await night.is_over()
        await book.check_file(tmp_path)
        await night.correct(-1)
        await book.check_file(tmp_path)
        assert "Next night" not in reading.text(await out.message(StepKind.RESULT))


async def test_colour_whist_cut_short_in_the_middle_of_a_deal(database: Path, tmp_path: Path) -> None:
    """Five people, one of whom sits out each round; deals that are not finished in time do not count."""
    settings = {"bye": 5}
    async with open_house(database, clock=FakeClock(BEGIN)) as house:
        out = await EveningOut.joined(house, "u05", game="whist-walloon")
        await settled_so(out, settings)
        book = await NightBook.begun(out, database, settings)
        night = WholeNight(out, book)
        await night.plan(
            "24 November", "20:00", rounds="3", minutes="30", out_of_time="cut", pace="none", remainder="bye"
        )
        await night.say("I'm in", *out.people)
        await night.until_check_in()
        await night.check_in(*out.people)
        await night.until_the_hour()
        await book.check_seating(night.here, 1)
        lots = Random(11)
        for number in (1, 2, 3):
            (table,) = await night.sit_down()
            scored = 0
            while scored < number:
                await out.play_out(table, 20, lots)
                scored = sum(one.points is not None for one in (await table.view(None)).results)
            await out.play_out(table, 7, lots)
            points = (await table.view(None)).points
            assert table.facts.state is State.PLAYING
            await night.time_is_up()
            assert table.facts.is_cut_short
            await night.round_is_over(number)
            assert [one["points"] for one in book.file["games"][-1]["seats"]] == [*points]
            assert any(points) and sum(points) == 0
        assert len({one["player"] for one in book.file["byes"]}) == 3
        await night.is_over()
        await book.check_file(tmp_path)
        await night.correct(0)
        await book.check_file(tmp_path)
