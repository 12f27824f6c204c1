"""``/league export`` and ``/league settle``."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from datetime import date
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

from bot.leagues.season.model import Adjust, Correction
from bot.leagues.season.settings import SeasonSettings
from bot.leagues.ui.exporting import ExportFile, file_name
from playground import reading
from tests.e2e.house import House
from tests.e2e.leagues.club import Club, Shown

NIGHT = date(2026, 9, 8)


async def season(house: House, settings: SeasonSettings = SeasonSettings()) -> Club:  # noqa: B008 - never changes
    club = await Club.found(house, settings)
    await club.night("n1", NIGHT)
    await club.played(NIGHT, {"Ann": 10, "Bram": 2, "Chloé": -4, "Dmitri": -8}, "n1")
    await club.played(date(2026, 9, 10), {"Ann": -6, "Bram": 6, "+Jan": 0, "robot": 0})
    change = Adjust(club.ids["Bram"], Fraction(-5, 2))
    await house.bot.store.seasons.correct(club.season.id, Correction("", 5, "1", "late", change))
    return club


async def file(house: House, name: str, label: str) -> tuple[str, bytes]:
    shown = await Shown.by(house, house.person(name), "export")
    answered = await shown.opened(label)
    (found,) = reading.pictures(house.server, answered.message)
    return found.filename, found.data


async def test_the_season_file_gives_what_the_panel_shows(house: House, tmp_path: Path) -> None:
    club = await season(house)
    name, data = await file(house, "Bram", "Season file")
    assert name.startswith("tuesday-club-season-") and name.endswith(".json") and name.isascii()
    kept = tmp_path / name
    kept.write_bytes(data)
    command = [sys.executable, "-m", "bot", "standings", str(kept)]
    run = partial(subprocess.run, command, capture_output=True, check=True, text=True)
    printed = (await asyncio.to_thread(run)).stdout
    lines = [json.loads(line) for line in printed.splitlines()]
    found = [(one["place"], one["player"], Fraction(one["value"])) for one in lines if "place" in one]
    page = await house.bot.store.seasons.page(club.season.id, 0, 100)
    assert found == [(one.place, one.member, one.value) for one in page.lines] and len(found) == 4


async def test_tables_and_the_page(house: House) -> None:
    await season(house)
    _, data = await file(house, "Ann", "Standings")
    rows = data.decode("utf-8-sig").splitlines()
    assert len(rows) == 5 and rows[1].split(",")[1:3] == ["Bram", "5.5"]
    _, data = await file(house, "Ann", "Results")
    rows = data.decode("utf-8-sig").splitlines()
    assert len(rows) == 9 and rows[1].startswith("2026-09-08,1,")
    _, data = await file(house, "Ann", "Deals")
    assert len(data.decode("utf-8-sig").splitlines()) == 1
    name, data = await file(house, "Ann", "Printable page")
    assert name.endswith(".html") and "Tuesday club" in data.decode() and "late" in data.decode()


async def test_who_is_no_member_gets_no_files(house: House) -> None:
    club = await season(house)
    dmitri = house.person("Dmitri")
    await house.bot.store.leagues.leave(club.league.id, str(dmitri.id), NIGHT)
    assert "not a member" in await house.reply(dmitri, "league export")
    shown = await Shown.by(house, dmitri, "standings")
    press = f"hh:league-file:l{club.league.id}:0:{club.season.id}:season"
    (said,) = await house.forge(dmitri, shown.message, press)
    assert "not a member" in said
    assert "not a member" in await house.reply(dmitri, "league settle")


async def test_settlement_is_off_unless_there_is_a_stake(house: House) -> None:
    await season(house)
    assert "no stake this season" in (await Shown.by(house, house.person("Ann"), "settle")).text


async def test_L19_settlement_tells_who_pays_whom(house: House) -> None:
    await season(house, SeasonSettings(stake=5))
    text = (await Shown.by(house, house.person("Bram"), "settle")).text
    assert "Ann: +0.50" in text and "Dmitri pays Ann 0.30" in text and "Only written down" in text


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Dinsdagclub 2026", "dinsdagclub-2026"),
        ("Été à Liège!", "ete-a-liege"),
        ("Лига вечер", "liga-vecher"),
        ("🂡🂱", "league"),
        ("../../etc", "etc"),
        ("x" * 90, "x" * 40),
    ],
)
async def test_names_of_files_are_ascii(house: House, name: str, expected: str) -> None:
    club = await Club.found(house, name=name)
    assert file_name(club.league, ExportFile.PAGE, NIGHT) == f"{expected}-page-2026-09-08.html"
