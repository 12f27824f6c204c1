"""Complete games of King and of Colour Whist in every language, at a server that speaks it too."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.tables.model import State
from bot.telling import phrases
from bot.words.catalogue import FALLBACK, languages, words_for
from playground import reading
from playground.people import Person
from playground.server import PEOPLE
from tests.e2e.house import House, open_house
from tests.e2e.test_whole_game import play_out

SPEAKERS = {locale: name for name, locale in PEOPLE}
OTHERS = sorted(set(languages()) - {FALLBACK})


async def play(house: House, language: str, game: str, options: dict[str, str]) -> None:
    """A game of one person with robots, to the end, and what is said then."""
    words, person = words_for(language), house.person(SPEAKERS[language])
    assert (await house.command(person, "table open", {"game": game})).state == "answered"
    (table,) = house.bot.tables.running()
    for name, value in options.items():
        await table.set_option(person.id, name, value)
    for _ in range(3):
        await house.press(person, house.lobby(table), words("button.add-robot"))
        await house.settled()
    await house.press(person, house.lobby(table), words("button.start"))
    await house.settled()
    pressed = await play_out(house, table)
    assert table.facts.state is State.FINISHED and pressed["play"] >= 48
    over = house.channel_message(person, words("game.over", preset=phrases.preset_name(words, game)))
    (sheet,) = reading.pictures(house.server, over)
    seat, view = table.facts.seat_of(person.id), await table.view(None)
    assert seat is not None
    own = words.points(view.points[seat])
    assert f"{person.name} {own}" in sheet.alt
    said = reading.text(house.hand(person)).replace("\\", "")
    assert any(line.endswith(f"{own}**") for line in said.splitlines())
    await house.press(person, over, words("button.deals"))
    await house.settled()
    await house.press(person, house.whispers(person)[-1], words("button.fair"))
    await house.settled()
    assert words.count("fair.checked", len(view.results)) in told(house, person)


def told(house: House, person: Person) -> str:
    return reading.text(house.whispers(person)[-1])


WHIST = {"nl": "whist-flemish"}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("family", ["king", "whist"])
async def test_a_complete_game(database: Path, language: str, family: str) -> None:
    async with open_house(database, polyglot=True, locale=language) as house:
        if family == "king":
            await play(house, language, "kingen", {})
        else:
            await play(house, language, WHIST.get(language, "whist-walloon"), {"deals": "4"})


def test_somebody_speaks_every_language() -> None:
    assert set(OTHERS) < set(SPEAKERS), "the playground has people for each language"
