"""The board of a round, of real tables: what it says of each in turn."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.discordkit.panel import Drawing
from bot.discordkit.people import People
from bot.leagues.standings_words import exact_text
from bot.nights.model import (
    EveningDetails,
    NightPerson,
    NightPlace,
    NightSettings,
    NightStep,
    SignUpAnswer,
    StepKind,
    StepState,
)
from bot.nights.ui.board import Boards
from bot.tables.model import Invited, State, TableFacts
from bot.words.catalogue import Words, words_for
from playground.checks.components import walk
from tests.nights.held import Held
from tests.tables.house import ANN, BEN, CEES, DORA, EVA, FRED, NAMES, House, mover, play

WORDS = words_for("en")
DUPLICATE = NightSettings().changed("duplicate", True)


async def _words(guild_id: int) -> Words:
    return WORDS


PEOPLE = cast("People", SimpleNamespace(guild_words=_words))


def said(drawing: Drawing) -> str:
    parts: list[dict[str, Any]] = list(walk(drawing.panel.to_components()))
    return "\n".join(one["content"] for one in parts if one.get("content")).replace("\u00a0", " ")


def verbs(drawing: Drawing) -> list[str]:
    parts: list[dict[str, Any]] = list(walk(drawing.panel.to_components()))
    return [one["custom_id"].split(":")[1] for one in parts if "custom_id" in one]


class Shown:
    """The board of an evening, as it is each time."""

    def __init__(self, held: Held, **people: NightPerson) -> None:
        self.held = held
        self.boards = Boards(held.evenings, PEOPLE)
        known = {
            one: NightPerson(one, name, SignUpAnswer.IN, 1.0, 2.0) for one, name in NAMES.items() if one < EVA
        }
        self.people = known | {one.user_id: one for one in people.values()}
        self.steps: dict[Any, NightStep] = {}

    @property
    def told(self) -> EveningDetails:
        return EveningDetails(self.held.evening, self.people, self.steps)

    async def drawn(self, number: int = 1) -> Drawing:
        return await self.boards.board(self.told, number)

    async def lines(self, number: int = 1) -> list[str]:
        return said(await self.drawn(number)).split("\n")


async def test_each_table_is_told_as_far_as_it_is(house: House) -> None:
    held = await Held.of(house, BEN, CEES, DORA)
    await held.seated([[ANN, BEN, None, None], [CEES, DORA, None, None]])
    shown = Shown(held)
    thread = NightStep(
        held.evening.id, StepKind.THREAD, NightPlace(1, 2).number, StepState.DONE, discord_id=77
    )
    opened = NightStep(
        held.evening.id, StepKind.TABLE, NightPlace(1, 1, 1).number, StepState.DONE, tried_at=house.time.now()
    )
    shown.steps = {one.key: one for one in (thread, opened)}
    assert await shown.lines() == [
        "### Dinsdagclub · round 1 of 3",
        "**Table 1** · Ann, Ben, Alma (steady robot), Bruno (steady robot)",
        "-# opens soon",
        "**[Table 2](https://discord.com/channels/1/77)** · Cees, Dora, "
        "Alma (steady robot), Bruno (steady robot)",
        "-# opens soon",
    ]
    first, second = await held.open(NightPlace(1, 1)), await held.open(NightPlace(1, 2))
    until = int(house.time.now() + 300)
    assert (await shown.lines())[2] == f"-# not here yet: Ann, Ben · waiting until <t:{until}:t>"
    await first.here(ANN, 1)
    assert (await shown.lines())[2] == f"-# not here yet: Ben · waiting until <t:{until}:t>"
    await first.seat_by_program(1, Invited(EVA, "Eva"))
    assert (await shown.lines())[1:3] == [
        "**Table 1** · Ann, Eva, Mimi (easy robot), Nino (easy robot)",
        "-# everybody is here",
    ], "who was given a seat instead is there"
    await first.begin()
    await house.tables.quiet()
    name, at = (NAMES[mover(first)], int(house.time.now()))
    assert (await shown.lines())[2] == f"-# deal 1 of 10 · waiting for {name} (<t:{at}:R>)"
    await play(house, first, deals=1)
    await first.ready(ANN)
    assert (await shown.lines())[2] == "-# deal 1 of 10 · waiting for Eva"
    await first.pause()
    assert (await shown.lines())[2] == "-# deal 1 of 10 · paused"
    await first.go_on()
    await held.finish(first)
    points = sorted(
        zip((await first.view(None)).points, (one.name for one in first.facts.seats), strict=True),
        reverse=True,
    )
    result = ", ".join(f"{name} {WORDS.points(made)}" for made, name in points)
    assert sorted((await shown.lines())[1].split(" · ")[1].split(", ")) == sorted(result.split(", "))
    assert (await shown.lines())[1].startswith(f"-# **Table 1** · {points[0][1]} ")
    await second.call_off()
    assert (await shown.lines())[2].endswith("Nino (easy robot) · not played")
    assert verbs(await shown.drawn()) == ["night-here", "night-away", "night-hours", "night-manage"]


async def test_of_a_table_that_begins_just_now_the_board_says_what_the_table_knows(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is stored that the game has begun, or has ended, and the table itself does not know so far."""
    held = await Held.of(house, BEN)
    await held.seated([[ANN, BEN, None, None]])
    await held.open(NightPlace(1, 1))
    shown = Shown(held)
    before, stored = await shown.lines(), house.tables.of_evening
    for state in (State.PLAYING, State.FINISHED):

        async def ahead(evening: int, state: State = state) -> list[TableFacts]:
            return [replace(one, state=state) for one in await stored(evening)]

        monkeypatch.setattr(house.tables, "of_evening", ahead)
        assert await shown.lines() == before


async def test_when_a_round_ends_and_who_does_not_play_in_it(house: House) -> None:
    held = await Held.of(house, BEN, settings=NightSettings(minutes=40))
    await held.seated([[ANN, BEN, None, None]], byes=[CEES])
    names = (
        NightPerson(DORA, "Dora", None, 0.0, 3.0, substitute=True),
        NightPerson(EVA, "Eva", SignUpAnswer.LATE, 4.0, 5.0),
    )
    shown = Shown(held, dora=names[0], eva=names[1], fred=NightPerson(FRED, "Fred", SignUpAnswer.IN, 1.0))
    now = int(house.time.now())
    assert not [one for one in await shown.lines() if "Ends" in one], "no table is open yet"
    opened = NightStep(
        held.evening.id, StepKind.TABLE, NightPlace(1, 1, 1).number, StepState.DONE, tried_at=house.time.now()
    )
    shown.steps[opened.key] = opened
    lines = await shown.lines()
    assert lines[1] == f"-# Ends <t:{now + 2400}:R>"
    assert lines[-3:] == [
        "-# Sitting out: Cees",
        "-# Ready to step in: Dora",
        "-# Playing from the next round: Eva",
    ]
    held.evening = replace(held.evening, held_up=60.0)
    assert (await shown.lines())[1] == f"-# Ends <t:{now + 2460}:R>"
    held.evening = replace(held.evening, paused_at=house.time.now())
    assert (await shown.lines())[1] == "-# Paused: all tables are waiting"
    held.evening = replace(held.evening, paused_at=None, time_up=True)
    assert (await shown.lines())[1] == "-# Time is up"
    held.evening = replace(held.evening, is_last=True)
    assert (await shown.lines())[0] == "### Dinsdagclub · round 1 of 1"


async def test_once_a_round_is_over_its_board_shows_results_and_leads_to_those_before(house: House) -> None:
    held = await Held.of(house, BEN)
    await held.seated([[ANN, BEN, None, None]])
    await held.played(NightPlace(1, 1))
    await held.seated([[ANN, BEN, None, None]], [[BEN, ANN, None, None]])
    shown = Shown(held)
    drawing = await shown.drawn(1)
    assert verbs(drawing) == [] and "This round is over" in said(drawing) and "Ann " in said(drawing)
    assert verbs(await shown.drawn(2)) != []
    await held.over()
    assert verbs(await shown.drawn(2)) == ["night-round"]


async def test_of_a_duplicate_round_nothing_is_told_before_all_tables_have_played_it(house: House) -> None:
    held = await Held.of(house, BEN, CEES, DORA, settings=DUPLICATE, options={"shuffle": "full"})
    await held.seated([[ANN, BEN, None, None], [CEES, DORA, None, None]])
    shown = Shown(held)
    first = await held.played(NightPlace(1, 1))
    text = said(await shown.drawn())
    people = "Ann, Ben, Mimi (easy robot), Nino (easy robot)"
    assert f"-# **Table 1** · {people} · finished" in text.split("\n")
    assert "All tables play the same cards" in text, "the second has still to be opened"
    second = await held.begun(NightPlace(1, 2))
    assert "· finished" in said(await shown.drawn())
    assert "-# deal 1 of 10 · waiting for " in said(await shown.drawn()), "that tells nothing of the cards"
    await held.finish(second)
    assert "All tables play the same cards" in said(await shown.drawn()), "and then they are unveiled"
    for table in (first, second):
        await table.unveil()
    text = said(await shown.drawn())
    mine, theirs = [(await one.view(None)).points[0] for one in (first, second)]
    difference = exact_text(WORDS, Fraction(mine - theirs, 2), signed=True)
    assert f"Ann {WORDS.points(mine)} ({difference})" in text
    assert "All tables play the same cards" not in text


async def test_several_games_at_a_table_are_told_together(house: House) -> None:
    held = await Held.of(house, BEN, settings=NightSettings().changed("games", 2))
    await held.seated([[ANN, BEN, None, None]])
    shown = Shown(held)
    first = await held.played(NightPlace(1, 1, 1))
    assert (await shown.lines())[2] == "-# game 1 of 2 · finished"
    second = await held.begun(NightPlace(1, 1, 2))
    assert (await shown.lines())[2].startswith("-# game 2 of 2 · deal 1 of 10 · waiting for ")
    await held.finish(second)
    sums = [
        one + other
        for one, other in zip((await first.view(None)).points, (await second.view(None)).points, strict=True)
    ]
    assert f"Ann {WORDS.points(sums[0])}" in (await shown.lines())[1]
    assert f"Ben {WORDS.points(sums[1])}" in (await shown.lines())[1]


async def test_a_call_mentions_those_who_sit_there_and_nobody_else(house: House) -> None:
    held = await Held.of(house, BEN)
    await held.seated([[ANN, None, BEN, None]])
    drawing = await Shown(held).boards.call(EveningDetails(held.evening), NightPlace(1, 1).number)
    assert said(drawing) == f"Round 1, table 1: <@{ANN}>, <@{BEN}> – press *I'm here* below."
    assert drawing.calls.users == (ANN, BEN)


async def test_the_call_to_a_table_asks_nothing_of_who_has_checked_in(house: House) -> None:
    """In the rounds that follow, and where the check-in is long past, it asks everybody."""
    held = await Held.of(house, BEN)
    await held.seated([[ANN, BEN, CEES, None]])
    now = house.time.now()
    shown, press = Shown(held), "press *I'm here* below."
    everybody = f"<@{ANN}>, <@{BEN}>, <@{CEES}>"

    async def called(number: int, *here: int, at: float = now) -> str:
        shown.people |= {
            one: NightPerson(one, NAMES[one], SignUpAnswer.IN, 1.0, at if one in here else None, 9)
            for one in (ANN, BEN, CEES)
        }
        return said(await shown.boards.call(shown.told, NightPlace(number, 1).number))

    assert await called(1) == f"Round 1, table 1: {everybody} – {press}"
    assert await called(1, ANN, CEES) == (
        f"Round 1, table 1: <@{ANN}>, <@{CEES}> – you've checked in. <@{BEN}> – {press}"
    )
    assert await called(1, ANN, BEN, CEES) == (
        f"Round 1, table 1: {everybody} – you've checked in, so the game starts by itself."
    )
    assert await called(1, ANN, BEN, CEES, at=now - 7200) == f"Round 1, table 1: {everybody} – {press}"
    held.evening = replace(held.evening, plan=(*held.evening.plan, *held.evening.plan), round=2)
    assert await called(2, ANN, BEN, CEES) == f"Round 2, table 1: {everybody} – {press}"
