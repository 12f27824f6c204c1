"""Names that break out of their line, turn it round, call everybody, or are nothing at all."""

from __future__ import annotations

import pytest

from bot.tables.table import Table
from playground import reading
from playground.people import Person
from tests.e2e.house import House


@pytest.mark.parametrize(
    ("name", "shown", "spoken"),
    [
        ("\u202eevil", "evil", "evil"),
        ("a\u0301\u0301\u0301\u0301\u0301\u0301\u0301", None, None),
        ("🂡 Ann 👩‍👩‍👧", "🂡 Ann 👩‍👩‍👧", "🂡 Ann 👩‍👩‍👧"),
        ("**bold** `code`", "\\*\\*bold\\*\\* \\`code\\`", "**bold** `code`"),
        ("[x](https://example.org)", "\\[x\\]\\(https\\:\\/\\/example.org\\)", "[x](https://example.org)"),
        ("@everyone", "\\@everyone", "@everyone"),
        ("# big\n> quote", None, None),
        ("\u200b\u2060\u202e", None, None),
        ("נועה", "נועה", "נועה"),
        ("W" * 32, "W" * 32, "W" * 32),
    ],
)
async def test_a_name_stays_a_name(house: House, name: str, shown: str | None, spoken: str | None) -> None:
    person = house.server.people.add("Eve")
    person.user["global_name"] = name
    ann, *_ = house.people()
    table = await house.open_table(ann, person)
    seat = table.facts.seats[1].name
    assert seat and "\n" not in seat and len(seat) <= 32
    if spoken is not None:
        assert seat == spoken
    lobby = reading.text(house.lobby(table))
    line = next(line for line in lobby.splitlines() if line.startswith("2. "))
    assert line.startswith("2. **") and line.endswith("** · cards by direct message")
    if shown is not None:
        assert line == f"2. **{shown}** · cards by direct message"
    for _ in range(2):
        await house.press(ann, house.lobby(table), "Add a robot")
        await house.settled()
    await house.press(ann, house.lobby(table), "Start")
    await house.settled()
    (picture,) = reading.pictures(house.server, house.table_message(table))
    assert seat in picture.alt
    await play_until_to_move(house, table, person)
    await house.press(ann, house.table_message(table), "My hand")  # drawn now, with whose turn it is
    await house.settled()
    headline = reading.text(house.whispers(ann)[-1]).splitlines()[0]
    assert headline.startswith(f"**{shown or ''}") and headline.count("**") == 2
    for other in house.people():
        assert other.unread(house.cards) == 0


async def play_until_to_move(house: House, table: Table, person: Person) -> None:
    """Press the first card of whoever is before them in the first trick."""
    while (mover := await house.world.until(lambda: house.to_move(table))) is not person:
        assert mover is not None
        seq = table.facts.seq
        message, custom_id = await house.offered(mover, f"hh:act:{table.facts.id}:{seq}:")
        await (await mover.press(message["id"], custom_id)).done()
        await house.world.until(lambda: table.facts.seq > seq)  # noqa: B023 (awaited here)


async def test_a_name_of_nothing_is_a_number(house: House) -> None:
    person = house.server.people.add("Eve")
    person.user["global_name"] = "\u200b\u202e"
    table = await house.open_table(house.people()[0], person)
    assert table.facts.seats[1].name == f"{person.id % 10000:04}"
