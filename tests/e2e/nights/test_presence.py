"""Who is there tonight: said once, by oneself or by an organiser, and obeyed by tables, draw and board."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import time
from pathlib import Path

import pytest

from bot.nights.attendance import Presence, presence_of
from bot.nights.model import Evening, EveningStage, NightPlace, NightSettings, Schedule, StepKind
from bot.tables.model import State
from bot.tables.table import Table
from playground import reading
from playground.people import Person
from tests.clock import FakeClock
from tests.e2e.house import open_house
from tests.e2e.nights.bad_input import finish
from tests.e2e.nights.evening_out import BEGIN, TUESDAY, EveningOut
from tests.e2e.nights.test_managing import Panel

MINUTE, HOUR = 60.0, 3600.0
PLAIN = NightSettings(event=False, rounds=2, minutes=60)


@asynccontextmanager
async def club(database: Path, count: int) -> AsyncIterator[EveningOut]:
    async with open_house(database, clock=FakeClock(BEGIN)) as house:
        yield await EveningOut.found(house, count)


async def arrived(out: EveningOut, settings: NightSettings = PLAIN) -> float:
    """Everybody has said *in*, and *I'm here* at the check-in; when the night begins."""
    await out.announced(settings)
    for person in out.people:
        await out.press(person, StepKind.SIGN_UP, "I'm in")
    begins = (await out.evening()).starts_at
    if settings.check_in:
        await out.go_to(begins - 60 * settings.check_in)
        for person in out.people:
            await out.press(person, StepKind.CHECK_IN, "I'm here")
    return begins


async def end_round(out: EveningOut) -> None:
    panel = await Panel.of(out)
    await panel.press("End this round now")
    await panel.press("Yes")
    await out.house.bot.tables.quiet()
    await out.settled()


def seated(*tables: Table) -> set[int]:
    return {seat.user_id for table in tables for seat in table.facts.seats if seat.user_id is not None}


async def stands(out: EveningOut, person: Person) -> Presence:
    told = await out.told()
    return presence_of(told, told.people.get(person.id))


async def choose(out: EveningOut, person: Person, verb: str, label: str) -> str:
    """Choose an option of one's own panel of hours; what it says then."""
    message = out.house.whispers(person)[-1]
    (found,) = [one for one in reading.selects(message) if f":{verb}:" in one.custom_id]
    value = next(value for name, value in found.options if name == label)
    done = await (await person.select(message["id"], found.custom_id, [value])).done()
    assert done.state == "answered", done.error
    await out.settled()
    return reading.text(person.message(message["id"]))


async def test_who_has_checked_in_is_not_asked_again_in_the_first_round(database: Path) -> None:
    """Their presses take part in the cards as presses at the table would; in the second they are asked."""
    async with club(database, 5) as out:
        begins = await arrived(out)
        presses = {one.press_id for one in (await out.told()).people.values()}
        await out.go_to(begins)
        tables = await out.tables(1)
        assert [table.facts.state for table in tables] == [State.PLAYING, State.PLAYING]
        for number, table in enumerate(tables, 1):
            (one, *_) = (person for person in out.people if table.facts.seat_of(person.id) is not None)
            called = reading.text(await out.message(StepKind.CALL, NightPlace(1, number).number, one))
            assert "you've checked in, so the game starts by itself." in called
        assert {one for table in tables for one in table.facts.press_ids} == presses
        for table in tables:
            assert len(table.facts.press_ids) == len(seated(table))
        await end_round(out)
        assert [table.facts.state for table in await out.tables(2)] == [State.LOBBY, State.LOBBY]


async def test_a_press_of_long_ago_does_not_count_as_being_there(database: Path) -> None:
    """The night was put off for two hours after they had checked in."""
    async with club(database, 4) as out:
        await arrived(out)
        panel = await Panel.of(out)
        await panel.fill("Put off", time="22:00")
        await out.go_to((await out.evening()).starts_at)
        (table,) = await out.tables(1)
        assert table.facts.state is State.LOBBY and not any(seat.ready for seat in table.facts.seats)


async def leave(out: EveningOut, person: Person, table: Table, label: str) -> str:
    await out.house.reply(person, "table leave", {"table": table.facts.id})
    message = out.house.whispers(person)[-1]
    labels = [one.label for one in reading.buttons(message)]
    assert labels == ["Leave this table only", "Go home for tonight", "No"], labels
    done = await out.house.press(person, message, label)
    assert done.state == "answered", done.error
    await out.settled()
    return reading.text(person.message(message["id"]))


@pytest.mark.parametrize("label", ["Leave this table only", "Go home for tonight"])
async def test_leaving_a_table_for_good_asks_about_tonight(database: Path, label: str) -> None:
    """Who goes home is not seated in the next round, unless they come back."""
    async with club(database, 5) as out:
        await out.go_to(await arrived(out, replace(PLAIN, rounds=3)))
        goes = out.people[1]
        table = next(one for one in await out.tables(1) if goes.id in seated(one))
        said = await leave(out, goes, table, label)
        assert goes.id not in seated(*await out.tables(1))
        is_gone = label == "Go home for tonight"
        assert (await stands(out, goes) is Presence.GONE) is is_gone
        assert ("won't play in the next rounds" in said) is is_gone
        await end_round(out)
        assert (goes.id in seated(*await out.tables(2))) is not is_gone
        await out.press(goes, StepKind.BOARD, "I'm here", 2)
        await end_round(out)
        assert goes.id in seated(*await out.tables(3))


async def test_who_comes_back_in_the_round_that_they_left_reads_from_when_they_play(database: Path) -> None:
    """They were planned in it, and were told nothing; who has a seat still is told nothing of the next."""
    async with club(database, 5) as out:
        await out.go_to(await arrived(out))
        goes = out.people[1]
        table = next(one for one in await out.tables(1) if goes.id in seated(one))
        stays = next(one for one in out.people if one.id in seated(table) and one is not goes)
        await leave(out, goes, table, "Go home for tonight")
        said = await out.press(goes, StepKind.BOARD, "I'm here", 1)
        assert "You play from the next round on." in said
        assert await out.press(stays, StepKind.BOARD, "I'm here", 1) == ""
        await out.wait(5)
        assert "Playing from the next round: u02" in await out.text(StepKind.BOARD, 1)


@pytest.mark.parametrize("way", ["board", "table", "organiser"])
async def test_a_seat_that_has_not_begun_is_free_at_once(database: Path, way: str) -> None:
    """Nobody waits for who has gone, and a substitute has the seat."""
    async with club(database, 5) as out:
        begins = await arrived(out, replace(PLAIN, check_in=0, seats=4))
        await out.go_to(begins)
        (table,) = await out.tables(1)
        goes, stays = out.people[1], out.people[4]
        panel = await Panel.of(out)
        await panel.press("People")
        await panel.choose("manage-substitute", stays.id)
        assert table.facts.state is State.LOBBY
        if way == "board":
            said = await out.press(goes, StepKind.BOARD, "I have to go", 1)
            assert "your seat is now free" in said
        elif way == "table":
            await leave(out, goes, table, "Go home for tonight")
        else:
            await panel.pick("manage-away", "u02")
        assert seated(table) == {one.id for one in out.people} - {goes.id}
        await out.sit_down(table)
        assert table.facts.state is State.PLAYING


@pytest.mark.parametrize("label", ["Leave this table only", "Go home for tonight"])
async def test_a_table_that_all_have_left_holds_nobody_up(database: Path, label: str) -> None:
    """Neither the game that they left, nor the next one there, which nobody is left to play."""
    async with club(database, 5) as out:
        await out.go_to(await arrived(out, replace(PLAIN, games=2, minutes=None)))
        left, other = sorted(await out.tables(1), key=lambda one: len(seated(one)))
        for user_id in seated(left):
            await leave(out, out.house.server.people[user_id], left, label)
        await finish(out, other)
        second = next(one for one in await out.tables(1) if one.facts.state is State.LOBBY)
        await out.sit_down(second)
        await finish(out, second)
        assert left.facts.state is State.CLOSED
        assert (await out.evening()).round == 2
        everybody = len(seated(*await out.tables(2)))
        assert everybody == (5 if label == "Leave this table only" else 3)


@pytest.mark.parametrize(("verb", "label"), [("night-until", "Until 20:30"), ("night-from", "From 20:30")])
async def test_hours_said_while_a_table_waits_count_for_its_game(
    database: Path, verb: str, label: str
) -> None:
    """Their seat is free at once, and it is not forgotten when they come."""
    async with club(database, 4) as out:
        begins = await arrived(out)
        await out.long_since()
        await out.go_to(begins)
        (table,) = await out.tables(1)
        goes = out.people[1]
        await out.press(goes, StepKind.BOARD, "My times", 1)
        await choose(out, goes, verb, label)
        assert goes.id not in seated(table)
        await out.sit_down(table)
        comes = verb == "night-from"
        assert await stands(out, goes) is (Presence.LATE if comes else Presence.HERE)
        await out.go_to(begins + 31 * MINUTE)
        await end_round(out)
        assert (goes.id in seated(*await out.tables(2))) is comes


async def test_who_takes_a_seat_after_going_home_is_there_again(database: Path) -> None:
    """At a table whose round has two games, they play the second too."""
    async with club(database, 5) as out:
        await out.go_to(await arrived(out, replace(PLAIN, games=2, minutes=None)))
        goes = out.people[1]
        table = next(one for one in await out.tables(1) if goes.id in seated(one))
        await leave(out, goes, table, "Go home for tonight")
        await out.house.press(goes, out.house.table_message(table), "Take a seat")
        (asked,) = reading.selects(out.house.whispers(goes)[-1])
        seat = str(table.facts.gone[goes.id])
        done = await (await goes.select(out.house.whispers(goes)[-1]["id"], asked.custom_id, [seat])).done()
        await out.settled()
        assert done.state == "answered", done.error
        assert await stands(out, goes) is Presence.HERE
        for one in await out.tables(1):
            await finish(out, one)
        second = [one for one in await out.tables(1) if one.facts.state is State.LOBBY]
        assert len(second) == 2 and goes.id in seated(*second)


async def test_who_goes_at_ten_is_left_out_of_a_round_that_would_end_later(database: Path) -> None:
    """And plays it after all once they have said that they stay; everybody reads until when they do."""
    async with club(database, 4) as out:
        await out.announced(replace(PLAIN, rounds=3))
        for person in out.people:
            await out.press(person, StepKind.SIGN_UP, "I'm in")
        goes = out.people[1]
        await out.press(goes, StepKind.SIGN_UP, "My times")
        told = await choose(out, goes, "night-until", "Until 21:30")
        begins = (await out.evening()).starts_at
        assert f"You're staying until <t:{int(begins + 1.5 * HOUR)}:t>" in told
        assert f"u02 (until <t:{int(begins + 1.5 * HOUR)}:t>)" in await out.text(StepKind.SIGN_UP)
        await out.go_to(begins - 30 * MINUTE)
        for person in out.people:
            await out.press(person, StepKind.CHECK_IN, "I'm here")
        await out.go_to(begins)
        assert goes.id in seated(*await out.tables(1))
        await out.wait(55 * MINUTE)
        await end_round(out)
        assert goes.id not in seated(*await out.tables(2))
        await out.press(goes, StepKind.BOARD, "My times", 2)
        await choose(out, goes, "night-until", "To the end")
        await end_round(out)
        assert goes.id in seated(*await out.tables(3))


def in_plan(evening: Evening) -> list[set[int]]:
    return [{*one.people} for one in evening.plan]


async def hours(out: EveningOut, person: Person, *, begins: bool, after: float) -> None:
    """Somebody says when they come or go: so many seconds after the start."""
    told, evenings = await out.told(), out.house.bot.nights.evenings
    at = told.evening.starts_at + after
    await evenings.set_hours(told, person.id, person.account.name, begins=begins, moment=at)
    await out.settled()


@pytest.mark.parametrize(
    ("count", "settings"),
    [
        (8, PLAIN),
        (8, replace(PLAIN, mode="random")),
        (9, replace(PLAIN, remainder="bye")),
        (16, replace(PLAIN, mode="writer")),
        (8, replace(PLAIN, duplicate=True)),
        (8, replace(PLAIN, confirmed=True)),
    ],
)
async def test_the_plan_before_the_start_leaves_out_who_goes_or_comes_later(
    database: Path, count: int, settings: NightSettings
) -> None:
    """In the rounds in which they are not there."""
    async with club(database, count) as out:
        await arrived(out, replace(settings, rounds=3))
        goes, comes = out.people[1], out.people[2]
        everybody = {one.id for one in out.people}
        await hours(out, goes, begins=False, after=1.5 * HOUR)
        await hours(out, comes, begins=True, after=1.5 * HOUR)
        panel = await Panel.of(out)
        await panel.press("Draw the tables")
        first, second, third = in_plan(await out.evening())
        assert first == everybody - {comes.id} and second == everybody - {goes.id, comes.id}
        assert third == everybody - {goes.id}


async def test_such_a_plan_is_played_and_nothing_is_drawn_anew(database: Path) -> None:
    async with club(database, 8) as out:
        begins = await arrived(out, replace(PLAIN, rounds=3))
        await hours(out, out.people[1], begins=False, after=1.5 * HOUR)
        await hours(out, out.people[2], begins=True, after=1.5 * HOUR)
        panel = await Panel.of(out)
        await panel.press("Draw the tables")
        plan = (await out.evening()).plan
        first, second, third = in_plan(await out.evening())
        await out.go_to(begins)
        assert seated(*await out.tables(1)) == first
        await out.go_to(begins + 55 * MINUTE)
        await end_round(out)
        assert seated(*await out.tables(2)) == second
        for table in await out.tables(2):
            await out.sit_down(table)
        await out.go_to(begins + 110 * MINUTE)
        await end_round(out)
        assert seated(*await out.tables(3)) == third
        assert (await out.evening()).plan == plan


@pytest.mark.parametrize("posted", [False, True])
async def test_a_draw_made_before_they_said_it_is_not_played(database: Path, *, posted: bool) -> None:
    async with club(database, 8) as out:
        begins = await arrived(out, replace(PLAIN, rounds=3, confirmed=posted))
        at_once, soon = out.people[1], out.people[2]
        everybody = {one.id for one in out.people}
        panel = await Panel.of(out)
        await panel.press("Draw the tables")
        if posted:
            await panel.press("Post it")
        await hours(out, at_once, begins=False, after=0.5 * HOUR)
        await hours(out, soon, begins=False, after=1.5 * HOUR)
        await out.go_to(begins)
        assert seated(*await out.tables(1)) == everybody - {at_once.id}
        assert in_plan(await out.evening())[1] == everybody - {at_once.id, soon.id}


async def test_an_hour_past_midnight_is_after_the_night_has_begun(database: Path) -> None:
    async with club(database, 8) as out:
        await out.announced(replace(PLAIN, rounds=3, check_in=0), Schedule(TUESDAY, time(23)))
        for person in out.people:
            await out.press(person, StepKind.SIGN_UP, "I'm in")
        goes, begins = out.people[1], (await out.evening()).starts_at
        await out.press(goes, StepKind.SIGN_UP, "My times")
        told = await choose(out, goes, "night-until", "Until 00:30")
        assert f"You're staying until <t:{int(begins + 1.5 * HOUR)}:t>" in told
        await out.go_to(begins)
        assert goes.id in seated(*await out.tables(1))
        first, second, third = in_plan(await out.evening())
        assert goes.id in first and goes.id not in second | third


async def test_where_all_but_one_go_the_plan_ends_with_them(database: Path) -> None:
    async with club(database, 4) as out:
        await arrived(out, replace(PLAIN, rounds=3))
        for person in out.people[1:]:
            await hours(out, person, begins=False, after=1.5 * HOUR)
        panel = await Panel.of(out)
        await panel.press("Draw the tables")
        assert in_plan(await out.evening()) == [{one.id for one in out.people}]


async def test_who_comes_at_nine_is_seated_from_then_on(database: Path) -> None:
    """An organiser has said so for them; they are asked at the table whether they are there."""
    async with club(database, 4) as out:
        await out.announced(replace(PLAIN, rounds=3))
        for person in out.people:
            await out.press(person, StepKind.SIGN_UP, "I'm in")
        comes, begins = out.people[1], (await out.evening()).starts_at
        panel = await Panel.of(out)
        await panel.press("People")
        await panel.pick("manage-person", "u02")
        await panel.pick("manage-from", "From 21:00")
        assert f"<t:{int(begins + HOUR)}:t>" in panel.text
        await out.go_to(begins - 30 * MINUTE)
        for person in out.people:
            if person is not comes:
                await out.press(person, StepKind.CHECK_IN, "I'm here")
        await out.go_to(begins)
        assert comes.id not in seated(*await out.tables(1))
        await out.go_to(begins + 30 * MINUTE)
        await end_round(out)
        assert comes.id not in seated(*await out.tables(2))
        await out.sit_down((await out.tables(2))[0])
        await out.go_to(begins + HOUR)
        await end_round(out)
        (table,) = await out.tables(3)
        assert comes.id in seated(table) and table.facts.state is State.LOBBY
        assert (await out.evening()).stage is EveningStage.PLAYING


@pytest.mark.parametrize("hours", [-20, -1, 1, 20])
async def test_a_table_waits_for_its_people_as_long_however_the_clock_is_set(
    database: Path, hours: int
) -> None:
    """Nobody loses a seat by that, and nobody waits for hours."""
    async with club(database, 4) as out:
        settings = replace(PLAIN, check_in=0, minutes=None, grace=5)
        await out.go_to(await arrived(out, settings))
        (table,) = await out.tables(1)
        await out.press(out.people[0], StepKind.BOARD, "I'm here", 1)
        await out.wait(MINUTE)
        out.clock.set(out.clock.now() + hours * HOUR)
        await out.wait(3.5 * MINUTE)
        assert (table.facts.state, len(seated(table))) == (State.LOBBY, 4)
        await out.wait(MINUTE)
        assert table.facts.state is State.PLAYING
        assert seated(table) == {out.people[0].id}
