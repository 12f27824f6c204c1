"""``/league report``: a game at a kitchen table, typed, corrected, sent, and confirmed by who played it."""

from __future__ import annotations

from pathlib import Path

from bot.playground import reading
from tests.e2e.house import House, open_house
from tests.e2e.league.clubs import Club, labels

TOTALS = "Ann +5\nBram -3\nChloé -2\nDmitri 0"


async def test_a_game_is_sent_and_counts_once_its_players_say_that_it_is_right(house: House) -> None:
    club = await Club.made(house, "Ann", "Bram", "Chloé", "Dmitri")
    ann, bram = house.person("Ann"), house.person("Bram")
    panel = await club.report(ann, TOTALS)
    text = reading.text(panel)
    print(text)
    assert labels(panel) == ["Send", "Edit", "Not"]
    panel = await club.press(ann, panel, "Send")
    print(reading.text(panel))
    message = club.posted(bram, "is it right")
    print(reading.text(message), labels(message))
    assert await club.values() == {}
    message = await club.press(bram, message, "It is right")
    print(reading.text(message))
    for name in ("Chloé", "Dmitri"):
        message = await club.press(house.person(name), message, "It is right")
    print(reading.text(message))
    assert await club.values() == {"Ann": "5", "Dmitri": "0", "Chloé": "-2", "Bram": "-3"}
