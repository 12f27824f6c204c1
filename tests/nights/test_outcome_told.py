"""What is told after a night: to everybody, and to who was absent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.discordkit.panel import Drawing
from bot.discordkit.people import People
from bot.discordkit.ports import MessageKind, Posting, on_table
from bot.leagues.season.model import Points
from bot.nights.model import EveningDetails, NightPlace, NightStep, SeriesState, StepKind, StepState
from bot.nights.ui.messages import NightDrawings
from bot.pictures.painter import Painter
from bot.words.catalogue import Words, words_for
from playground.checks.components import walk
from tests.kept import keep_series
from tests.nights.held import Held
from tests.tables.house import ANN, BEN, CEES, EVA, House

GUILD, ITS_THREAD, RESULT, DM = 1, 77, 88, 99


async def _of_guild(guild_id: int) -> Words:
    return words_for("en")


async def _of_person(user_id: int) -> Words:
    return words_for("nl")


PEOPLE = cast("People", SimpleNamespace(guild_words=_of_guild, words=_of_person))


@pytest.fixture
def painter() -> Iterator[Painter]:
    painter = Painter()
    yield painter
    painter.close()


def outcomes_of(held: Held, painter: Painter) -> NightDrawings:
    nobody = cast("Any", None)
    return NightDrawings(held.evenings, PEOPLE, nobody, nobody, painter)


def parts(drawing: Drawing) -> list[dict[str, Any]]:
    return list(walk(drawing.panel.to_components()))


def said(drawing: Drawing) -> str:
    return "\n".join(one["content"] for one in parts(drawing) if one.get("content"))


def told(held: Held) -> EveningDetails:
    thread = NightStep(
        held.evening.id, StepKind.THREAD, NightPlace(1, 1).number, StepState.DONE, discord_id=ITS_THREAD
    )
    result = NightStep(held.evening.id, StepKind.RESULT, 0, StepState.DONE, channel_id=2, discord_id=RESULT)
    return EveningDetails(held.evening, {}, {one.key: one for one in (thread, result)})


async def test_everybody_is_told_the_night_and_the_standings_after_it(house: House, painter: Painter) -> None:
    held = await Held.of(house, BEN, CEES)
    await held.seated([[ANN, BEN, EVA, None]])
    table = await held.played(NightPlace(1, 1))
    await held.over()
    outcomes = outcomes_of(held, painter)
    game, points = await held.game_of(table), (40, -20, -20, sum((await table.view(None)).points))
    await held.correct(Points(game, points))
    drawing = await outcomes.of(told(held), StepKind.RESULT, 0)
    text = said(drawing)
    assert "### Dinsdagclub, January 6, 2026\n**Ann** won the night with +40." in text
    assert f"[round 1, table 1](https://discord.com/channels/{GUILD}/{ITS_THREAD})" in text, (
        "where it was played"
    )
    assert "Next night: <t:1768330800:F>" in text, "on the 13th, at eight in Brussels"
    assert "Guests: Eva −20" in text and "1 game was corrected" in text
    assert "As it stood on" in text
    assert [name for name, _ in drawing.files] == ["night.png", "standings.png"]
    assert all(data.startswith(b"\x89PNG") for _, data in drawing.files)
    alts = [one["items"][0]["description"] for one in parts(drawing) if one["type"] == 12]
    assert "1. Ann: 40" in alts[0] and "Ben: −20" in alts[0] and "1. Ann: 40" in alts[1]
    presses = [one["custom_id"] for one in parts(drawing) if "custom_id" in one]
    season = held.club.season.id
    assert presses == [
        f"hh:league-standings:l{held.club.league.id}:0:{season}",
        f"hh:league-results-of:l{held.club.league.id}:0:{season}::0",
    ]


async def test_a_link_leads_to_where_the_end_was_told(house: House, painter: Painter) -> None:
    held = await Held.of(house)
    await held.seated([[ANN, None, None, None]])
    table = await held.played(NightPlace(1, 1))
    posting = Posting(5, on_table(table.facts.id), MessageKind.RESULT, 0, ITS_THREAD, 0.0, 444)
    await house.stored.postings.keep(posting)
    text = said(await outcomes_of(held, painter).of(told(held), StepKind.RESULT, 0))
    assert f"(https://discord.com/channels/{GUILD}/{ITS_THREAD}/444)" in text


async def test_without_a_game_there_is_no_picture(house: House, painter: Painter) -> None:
    held = await Held.of(house)
    await held.seated([[ANN, None, None, None]])
    table = await held.played(NightPlace(1, 1))
    await held.void(table)
    series = await house.stored.nights.series(held.evening.series_id)
    assert series is not None
    await keep_series(house.stored.nights, replace(series, state=SeriesState.ENDED))
    drawing = await outcomes_of(held, painter).of(told(held), StepKind.RESULT, 0)
    assert not drawing.files
    assert "Nobody finished a game." in said(drawing) and "1 game doesn't count" in said(drawing)
    assert "Next night" not in said(drawing)


async def test_who_was_absent_is_told_in_their_language_and_shown_the_way(
    house: House, painter: Painter
) -> None:
    held = await Held.of(house, BEN, CEES)
    await held.seated([[CEES, BEN, None, None]])
    table = await held.played(NightPlace(1, 1))
    await held.correct(
        Points(await held.game_of(table), (7, 3, 0, sum((await table.view(None)).points) - 10))
    )
    outcomes = outcomes_of(held, painter)
    drawing = await outcomes.of(told(held), StepKind.ABSENT, ANN)
    text = said(drawing)
    assert drawing.reader == ANN and not drawing.files
    assert "**Cees** wint de avond met +7." in text and "klassement" not in text, "Ann has no place"
    assert "Volgende speelavond: <t:" in text
    assert [one["url"] for one in parts(drawing) if "url" in one] == [
        f"https://discord.com/channels/1/2/{RESULT}"
    ]
    assert "Jouw plaats in het klassement: 2e" in said(await outcomes.of(told(held), StepKind.ABSENT, BEN))
