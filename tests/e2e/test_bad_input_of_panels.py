"""Every command that asks for nothing more: where there is no league and no game yet, and where twelve
leagues have forty people whose names are wide, or read from right to left."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest
from discord import app_commands

from bot.telling.phrases import TEXT_LONGEST
from bot.words.catalogue import languages
from playground import reading
from playground.people import Person
from playground.server import PEOPLE
from tests.e2e.house import House, open_house
from tests.e2e.leagues.club import Club
from tests.panels.heights import DISCORD, PLAYGROUND, height_of
from tests.project.declared import declared_commands

ROOM: Final = 678.0
STANDINGS: Final = 710.0
"""Twenty lines and the reader's own."""
SPEAKERS: Final = {locale.partition("-")[0]: name for name, locale in PEOPLE}
NOT_FOR_EVERYBODY: Final = ("admin ", "server ")
SCROLLED: Final = {"league members", "league results"}
"""Lists of twenty people and ten games, which are read while nobody waits."""
NIGHT: Final = date(2026, 9, 8)
NAMES: Final = {
    "wide": [f"{'W' * 29} {number:02}" for number in range(40)],
    "right-to-left": [f"{'שלום' * 7} {number:02}" for number in range(40)],
}


def commands(of_league: bool) -> Iterator[str]:
    """Those whose options may all be left out, or that ask for a league alone."""
    for one in declared_commands():
        if isinstance(one, app_commands.Command):
            known = {parameter.name: parameter.required for parameter in one.parameters}
            if one.qualified_name.startswith(NOT_FOR_EVERYBODY):
                continue
            if not any(known.values()) and ("league" in known) >= of_league:
                yield one.qualified_name


async def tall(house: House, person: Person, path: str, options: dict[str, Any] | None = None) -> float:
    """How high the answer stands at a phone's width."""
    invocation = await house.command(person, path, options)
    assert invocation.state in ("answered", "modal"), (path, invocation.error)
    message = invocation.message
    if message is None:
        return 0.0
    text, pictures = reading.text(message), reading.pictures(house.server, message)
    assert text or pictures or reading.selects(message), path
    assert len(text) <= TEXT_LONGEST, path
    sizes = {one.filename: (one.width or 0, one.height or 0) for one in pictures}
    return max(height_of(message["components"], sizes, measures) for measures in (DISCORD, PLAYGROUND))


@pytest.mark.parametrize("language", languages())
async def test_where_there_is_nothing_yet_every_command_says_so_within_a_phone(
    language: str, database: Path
) -> None:
    async with open_house(database, polyglot=True, locale=language) as house:
        person = house.person(SPEAKERS[language])
        found = {path: await tall(house, person, path) for path in commands(of_league=False)}
    assert len(found) > 30
    assert {path: one for path, one in found.items() if one > ROOM} == {}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("names", NAMES)
async def test_twelve_leagues_of_forty_people_each_fit_a_phone(
    names: str, language: str, database: Path
) -> None:
    async with open_house(database, polyglot=True, locale=language) as house:
        person = house.person(SPEAKERS[language])
        clubs = [
            await Club.found(house, absent=NAMES[names], name=f"{NAMES[names][number][:29]} {number:02}")
            for number in range(12)
        ]
        first = clubs[0]
        for four in zip(*[iter([person.name, *NAMES[names]])] * 4, strict=False):
            await first.played(NIGHT, dict(zip(four, (10, 2, -4, -8), strict=True)))
        found = {
            path: await tall(house, person, path, {"league": first.league.name})
            for path in commands(of_league=True)
        }
    assert len(found) > 8
    assert {path: one for path, one in found.items() if one > STANDINGS and path not in SCROLLED} == {}
