"""*Review* under a result, through the client library: for who played, their own cards, made once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.playground import reading
from bot.playground.people import Person
from bot.playground.server import Playground
from bot.reviews.model import Review
from bot.tables.table import Table
from bot.telling.review.told import Told
from bot.words.catalogue import words_for
from tests.e2e.house import House, open_house
from tests.e2e.replay.watching import OVER, Watching, played, reel
from tests.e2e.test_without_eyes import wish

WORDS = words_for("en-GB")


async def asked(house: House, person: Person, message: dict[str, Any] | None = None) -> dict[str, Any]:
    """Press *Review* under the result; the one new message that answers it, once all is done."""
    known = {one["id"] for one in house.whispers(person)}
    done = await house.press(person, message or house.channel_message(person, OVER), "Review")
    assert done.state == "answered", done.error
    await house.settled()
    (new,) = [one["id"] for one in house.whispers(person) if one["id"] not in known]
    return person.message(new)


async def reviews_of(house: House, table: Table) -> list[Review]:
    return [*await house.bot.reviewing.of_table(table.facts.id)]


async def test_a_review_is_made_and_shown_to_who_played(house: House) -> None:
    ann, bram, chloe, *_ = house.people()
    table = await played(house, ann, bram)
    message = await asked(house, ann)
    print(reading.text(message))
    print([b.label for b in reading.buttons(message)])
    assert await reviews_of(house, table)
