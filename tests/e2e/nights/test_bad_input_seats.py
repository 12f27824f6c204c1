"""How many come, and who may not sit with whom: everybody plays who can, and what is otherwise is told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.nights.model import EveningStage, NightSettings, StepKind
from bot.nights.night_words import otherwise
from bot.tables.model import State
from bot.words.catalogue import words_for
from tests.e2e.nights.bad_input import MINUTE, PLAIN, arrive, asked, club, letters, manage, playing, say

INSTEAD = {
    "en-GB": "*moving on by seats* isn't possible with the 15 people here; instead: "
    "*as few repeats as possible*.",
    "nl": "*opschuiven per stoel* kan niet met de 15 mensen die er zijn; daarom: ",
    "fr": "*rotation par place* n’est pas possible avec 15 personnes",
    "ru": "*переход по местам* невозможно, если игроков 15; вместо этого: ",
}


@pytest.mark.parametrize(
    ("remainder", "robots", "told"),
    [
        ("robots", 1, ""),
        ("mixed", 0, ""),
        (
            "bye",
            1,
            "*some sit out* isn't possible with the 3 people here; instead: *robots fill the gaps*.",
        ),
    ],
)
async def test_three_people_play(database: Path, remainder: str, robots: int, told: str) -> None:
    async with club(database, 4) as out:
        await playing(out, out.people[:3], replace(PLAIN, remainder=remainder))
        (table,) = await out.tables(1)
        seats = [one.user_id for one in table.facts.seats]
        assert {one for one in seats if one} == {one.id for one in out.people[:3]}
        assert seats.count(None) == robots
        board = await out.text(StepKind.BOARD, 1)
        assert (told in board) if told else ("instead" not in board)


@pytest.mark.parametrize("count", [0, 1])
async def test_one_and_nobody_are_waited_with_for_half_an_hour(database: Path, count: int) -> None:
    async with club(database, 4) as out:
        begins = await asked(out)
        await say(out, out.people)
        await arrive(out, out.people[:count])
        await out.go_to(begins + 29 * MINUTE)
        assert "Too few yet: at least 2 people have to be here." in await out.text(StepKind.CHECK_IN)
        await out.go_to(begins + 30 * MINUTE)
        assert (await out.evening()).stage is EveningStage.CALLED_OFF
        off = await out.text(StepKind.OFF)
        assert "This night is not going ahead." in off and "Too few people were here." in off


async def test_four_of_whom_two_are_kept_apart(database: Path) -> None:
    """They sit two and two with robots; organisers alone read why, and may allow it for tonight."""
    async with club(database, 4) as out:
        first, second = out.people[0].id, out.people[1].id
        pair = {first, second}
        settings = replace(PLAIN, apart=((min(pair), max(pair)),))
        begins = await asked(out, settings)
        await arrive(out, out.people)
        panel = await manage(out)
        await panel.press("Draw the tables")
        sentence = "To keep some people apart"
        assert sentence in panel.text and len((await out.evening()).plan[0].tables) == 2
        await panel.press("Seat them together tonight")
        assert len((await out.evening()).plan[0].tables) == 1 and "may sit together" in panel.text
        await panel.press("Keep them apart after all")
        assert len((await out.evening()).plan[0].tables) == 2
        await out.go_to(begins)
        tables = await out.tables(1)
        assert [sum(one.user_id is not None for one in table.facts.seats) for table in tables] == [2, 2]
        assert not any(pair <= {one.user_id for one in table.facts.seats} for table in tables)
        for kind, about in ((StepKind.SIGN_UP, 0), (StepKind.CHECK_IN, 0), (StepKind.BOARD, 1)):
            text = (await out.text(kind, about)).casefold()
            assert "apart" not in text and "isn't possible" not in text


async def test_who_planned_the_night_is_told_once_that_the_draw_kept_people_apart(database: Path) -> None:
    """Nobody has looked at the plan: it was drawn and played at its hour."""
    async with club(database, 4) as out:
        planner, other = out.people[:2]
        pair = min(planner.id, other.id), max(planner.id, other.id)
        await playing(out, out.people, replace(PLAIN, apart=(pair,), rounds=2))
        sentence = "To keep some people apart"
        (letter,) = [one for one in letters(planner) if sentence in one]
        assert "Who sits where*, *Seat them together tonight*." in letter
        assert not any(one.account.name in letter for one in (planner, other))
        assert not [one for person in out.people[1:] for one in letters(person) if sentence in one]
        await out.house.bot.nights.conductor.take_up()
        await out.settled()
        assert [one for one in letters(planner) if sentence in one] == [letter]


async def test_a_movement_that_is_not_there_for_so_many(database: Path) -> None:
    async with club(database, 15) as out:
        await playing(out, out.people, replace(PLAIN, mode="writer", remainder="bye", rounds=2))
        assert INSTEAD["en-GB"] in await out.text(StepKind.BOARD, 1)
        evening = await out.evening()
        for language, sentence in INSTEAD.items():
            told = [*otherwise(words_for(language), evening, 1)]
            assert any(sentence in one for one in told), told
        assert len(await out.tables(1)) == 3


@pytest.mark.parametrize("count", [65])
async def test_65_people_for_64_seats(database: Path, count: int) -> None:
    """The 65th waits, moves up when somebody drops out, also at check-in, and else replaces who is absent."""
    async with club(database, count) as out:
        settings: NightSettings = replace(PLAIN, seats=64, grace=2)
        await out.announced(settings)
        await say(out, out.people)
        *others, last = out.people
        await out.wait(5)
        text = await out.text(StepKind.SIGN_UP)
        assert "64 of 64 seats taken." in text and "**Waiting list** (1): 1. u65" in text
        assert "number 1 on the waiting list" in await out.press(last, StepKind.SIGN_UP, "Late")
        await out.press(others[0], StepKind.SIGN_UP, "Out")
        assert "Waiting list" not in await out.text(StepKind.SIGN_UP)
        assert "number 1 on the waiting list" in await out.press(others[0], StepKind.SIGN_UP, "I'm in")
        begins = (await out.evening()).starts_at
        await out.go_to(begins - 30 * MINUTE)
        assert "**Waiting list** (1): 1. u01" in await out.text(StepKind.CHECK_IN)
        await out.press(others[1], StepKind.CHECK_IN, "I can't come")
        assert "Waiting list" not in await out.text(StepKind.CHECK_IN)
        assert "number 1 on the waiting list" in await out.press(others[1], StepKind.CHECK_IN, "I'm here")
        await arrive(out, out.people)
        await out.go_to(begins)
        tables = await out.tables(1)
        assert len(tables) == 16
        assert "Ready to step in: u02" in await out.text(StepKind.BOARD, 1)
        (absent,) = [one for one in tables[0].facts.seats if one.user_id][:1]
        for one in tables:
            for seat in one.facts.seats:
                waits = one.facts.state is State.LOBBY
                if waits and seat.user_id not in (None, absent.user_id):
                    await one.here(seat.user_id, seat.user_id)
        await out.wait(2 * MINUTE)
        seated = {seat.user_id for seat in tables[0].facts.seats}
        assert others[1].id in seated and absent.user_id not in seated
