"""The nights of a season, behind *All nights* in ``/league correct``."""

from __future__ import annotations

from datetime import UTC, date, datetime
from fractions import Fraction
from pathlib import Path

import pytest

from bot.leagues.season.settings import SeasonSettings
from tests.clock import FakeClock
from tests.e2e.house import House, open_house
from tests.e2e.leagues.club import Club, Shown


async def nights(house: House) -> Shown:
    """What Ann sees of them."""
    shown = await Shown.by(house, house.person("Ann"), "correct")
    await shown.press("All nights")
    return shown


async def added(house: House, date: str) -> Shown:
    shown = await nights(house)
    await shown.fill(await shown.press("Add a night"), date=date)
    return shown


@pytest.mark.parametrize(
    ("typed", "locale", "told"),
    [
        ("Tuesday", "en-GB", "24 November 2026"),
        ("yesterday", "en-GB", "17 November 2026"),
        ("Tuesday 17 November", "en-GB", "17 November 2026"),
        ("volgende woensdag", "nl", "25 november 2026"),
        ("mardi dernier", "fr", "17 novembre 2026"),
        ("в пятницу", "ru", "20 ноября 2026"),
    ],
)
async def test_a_night_is_planned_by_a_date_as_people_say_it(
    database: Path, typed: str, locale: str, told: str
) -> None:
    at = datetime(2026, 11, 18, 11, tzinfo=UTC).timestamp()  # a Wednesday
    async with open_house(database, clock=FakeClock(at)) as house:
        await Club.found(house)
        ann = house.person("Ann")
        ann.account.locale = locale
        shown = await Shown.by(house, ann, "correct")
        await shown.press(shown.labels[-2])
        asked = await shown.press(shown.labels[0])
        await shown.fill(asked, date=typed)
        assert told in shown.text


@pytest.mark.parametrize("typed", ["2026-09-08", "8/9/2026", "08.09.2026"])
async def test_a_night_is_planned_by_its_date_in_three_forms(house: House, typed: str) -> None:
    club = await Club.found(house)
    shown = await added(house, typed)
    assert "Planned: 8 September 2026." in shown.text and "no games yet" in shown.text
    (night,) = await house.bot.store.seasons.nights(club.season.id)
    assert (night.id, night.date) == ("n1", date(2026, 9, 8))
    again = await added(house, typed)
    assert "There's already a night on 8 September 2026." in again.text
    assert "soon" in (await added(house, "soon")).text


async def test_nights_are_listed_with_games_and_members(house: House) -> None:
    club = await Club.found(house)
    await club.night("n1", date(2026, 9, 8))
    await club.played(date(2026, 9, 8), {"Ann": 10, "Bram": -10, "+Jan": 0}, "n1")
    await club.played(date(2026, 9, 9), {"Ann": 10, "Bram": -10, "Chloé": 0})
    shown = await nights(house)
    assert "9 September 2026 (free games): 1 game, 3 members" in shown.text
    assert "**8 September 2026**: 1 game, 2 members" in shown.text
    asked = await shown.press("Add a night")
    await shown.fill(asked, date="20.9.2026")
    assert "Planned: 20 September 2026." in shown.text
    assert [one.id for one in await house.bot.store.seasons.nights(club.season.id) if one.planned] == [
        "n1",
        "n2",
    ]


async def test_L08_L10_who_sat_out_and_who_is_excused(house: House) -> None:
    settings = SeasonSettings(bye=Fraction(5), excused=Fraction(3), absence=Fraction(-10))
    club = await Club.found(house, settings)
    await club.night("n1", date(2026, 9, 8))
    await club.played(date(2026, 9, 8), {"Ann": 10, "Bram": -10, "+Jan": 0}, "n1")
    shown = await nights(house)
    await shown.choose("league-night", "8 September")
    await shown.fill(await shown.press("Somebody sat out"), name="Chloé", round="2")
    assert "Saved." in shown.text and "Sat out round 2: Chloé" in shown.text
    await shown.fill(await shown.press("Somebody sat out"), name="Chloé", round="2")
    assert shown.text.count("Sat out") == 1 and "Saved." not in shown.text
    await shown.fill(await shown.press("Somebody sat out"), name="Chloé", round="x")
    assert "x" in shown.text.splitlines()[0]
    await shown.fill(await shown.press("Excuse somebody"), name="Dmitri", reason="ill")
    assert "Not confirmed yet" in shown.text
    await shown.press("Confirm")
    again = await nights(house)
    await again.choose("league-night", "8 September")
    assert "Excused: Dmitri" in again.text
    await again.press("All nights")
    assert "Nights of Tuesday club" in again.text


async def test_only_organisers_add_nights(house: House) -> None:
    club = await Club.found(house)
    bram = house.person("Bram")
    assert "organiser" in await house.reply(bram, "league correct")
    await club.played(date(2026, 9, 9), {"Ann": 10, "Bram": -10, "Chloé": 0})
    shown = await Shown.by(house, bram, "standings")
    for verb in ("league-nights", "league-night-form"):
        (said,) = await house.forge(bram, shown.message, f"hh:{verb}:l{club.league.id}:0:{club.season.id}")
        assert "organiser" in said
    assert not [one for one in await house.bot.store.seasons.nights(club.season.id) if one.planned]
