"""Tables that play the same cards: whoever does not sit at one reads nothing of its cards before the last has
played them, whatever they press and whichever command they give."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.tables.model import Invited, Origin, State
from bot.tables.table import Table
from playground import reading
from playground.people import Person
from playground.server import Playground
from playground.world.accounts import Events
from tests.e2e.house import EPHEMERAL, House, open_house, own_secret
from tests.e2e.secrecy import cards_in, said_by
from tests.e2e.test_given_seats import play_the_deal

VEILED = "All tables this round play the same cards: others can see them once the last table has finished."
LATER = "All tables this round play the same cards: none are shown here"
SELECT = 3  # https://discord.com/developers/docs/components/reference
RULES: dict[str, Any] = {"preset": "whist-walloon", "options": {"deals": "4", "shuffle": "full"}}


class Reader(Events):
    """Hears what one person sees, but for the hands of their own."""

    def __init__(self, house: House, person: Person, read: list[str]) -> None:
        super().__init__(person.account.subscribers)
        self._world, self._name, self._read, self.count = house.world, person.name, read, 0

    def put(self, event: dict[str, Any] | None) -> None:
        if event is None or event["type"] not in ("message_create", "message_update"):
            return
        message = event["message"]
        if self._world.channel(message["channel_id"]).guild is None or message["flags"] & EPHEMERAL:
            return
        self.count += 1
        self._read += [f"{self._name} reads {said}" for said in said_by(message) if cards_in(said)]
        self._read += [f"{self._name} is shown {one['filename']}" for one in message["attachments"]]


async def opened(house: House, number: int, one: Person, other: Person, origin: Any) -> Table:
    (guild_id,) = house.world.guilds
    table = await house.bot.tables.open_with_seats(
        f"Friday {number}",
        (Invited(one.id, one.name), None, Invited(other.id, other.name), None),
        guild_id=guild_id,
        channel_id=house.cards,
        place=f"12.1.{number}.1",
        origin=origin,
        **RULES,
    )
    await house.bot.opening.show(table)
    await table.begin()
    await house.settled()
    return table


async def a_round(house: House) -> tuple[Table, Table]:
    """Ann and Bram at the first table, Chloé at the second beside the fourth of the house."""
    ann, bram, chloe, dirk = house.people()
    origin = Origin(own_secret())
    first = await opened(house, 1, ann, bram, origin)
    return first, await opened(house, 2, chloe, dirk, origin)


async def play_to_the_end(house: House, table: Table) -> None:
    """The next deal begins by the button in the channel; robots play the rest."""
    if table.facts.turn == -1:
        people = [house.server.people[seat.user_id] for seat in table.facts.seats if seat.user_id is not None]
        assert (await house.press(people[0], house.table_message(table), "Next deal")).state == "answered"
        for person in people[1:]:
            await table.ready(person.id)
        await house.settled()
        assert table.facts.turn is not None and table.facts.turn >= 0
    await table.finish_by_robots()
    await house.settled()
    assert table.facts.state is State.FINISHED


def presses(table: Table) -> Iterator[str]:
    """Every button by which something of a table's cards is to be had."""
    number = table.facts.id
    yield from (f"hh:{verb}:{number}:0:" for verb in ("my-hand", "last-trick", "scores", "more"))
    yield f"hh:deal-look:{number}:0:0"


async def test_nobody_else_reads_a_card_before_the_round_is_over(house: House) -> None:
    read = list[str]()
    readers = [Reader(house, person, read) for person in house.people()]
    ann, bram, chloe, _ = house.people()
    table, other = await a_round(house)
    message = house.table_message(table)
    assert [one.label for one in reading.buttons(message)] == ["Take a seat", "My hand", "More"]
    assert LATER in reading.text(message) and "Deal 1 of 4 · table 1" in reading.text(message)
    await play_the_deal(house, table)
    assert (await table.progress()).over == 1
    await pressed_by_a_stranger(house, chloe, table)
    await play_to_the_end(house, table)
    assert table.facts.state is State.FINISHED
    assert "first place" not in " ".join(reading.text(one) for one in chloe.messages(house.cards))
    await pressed_by_a_stranger(house, chloe, table)

    # its own players look back at their own table, and have no secret
    hand = house.hand(ann)
    for verb in ("last-trick", "scores"):
        (_,) = await house.forge(ann, hand, f"hh:{verb}:1:0:")
    (fair,) = await house.forge(bram, house.hand(bram), "hh:fair:1:0:")
    assert "It's the same for all tables this round" in fair
    assert table.facts.commitment in fair and "python -m bot verify" not in fair

    await play_to_the_end(house, other)
    assert all(reader.count > 5 for reader in readers)
    assert not read, read[:5]

    for one in (table, other):
        await one.unveil()
    await house.settled()
    results = [one for one in chloe.messages(house.cards) if "the game is over" in reading.text(one)]
    assert len(results) >= 2 and LATER not in " ".join(map(reading.text, results))
    (fair,) = await house.forge(chloe, results[-1], "hh:fair:1:0:")
    assert "python -m bot verify" in fair
    assert not await refusals(house, chloe, table, results[-1])
    for one in chloe.messages(house.cards):
        assert LATER not in reading.text(one)


async def refusals(house: House, person: Person, table: Table, message: dict[str, Any]) -> list[str]:
    told = [await house.forge(person, message, press) for press in presses(table)]
    return [text for (text,) in told if text == VEILED]


async def pressed_by_a_stranger(house: House, person: Person, table: Table) -> None:
    """Somebody of another table of the round tries whatever there is."""
    message = house.lobby(table)
    assert len(await refusals(house, person, table, message)) == len([*presses(table)])
    (fair,) = await house.forge(person, message, f"hh:fair:{table.facts.id}:0:")
    assert "It's the same for all tables this round" in fair
    whisper = house.whispers(person)[-1]
    assert await house.forge(person, whisper, f"hh:watch:{table.facts.id}:0:") == [VEILED]
    if table.facts.state is State.PLAYING:
        told = await house.forge(person, message, f"hh:sit-down:{table.facts.id}:0:")
        assert len(told) == 1, "asked which seat"
        choice = house.whispers(person)[-1]
        select = next(one for one in reading.components(choice) if one.get("type") == SELECT)
        await (await person.select(choice["id"], select["custom_id"], ["1"])).done()
        await house.settled()
        assert table.facts.seat_of(person.id) is None
    number = {"table": table.facts.id}
    assert await house.reply(person, "hand", number) == VEILED
    assert "can move it here" in await house.reply(person, "table show", number)
    for own in (house.person("Ann"), house.person("Bram")):
        assert await house.reply(own, "table show", number) == VEILED, "nobody moves it"


async def test_a_later_process_keeps_the_veil_and_shows_what_was_kept_back(database: Path) -> None:
    server = await Playground.start()
    try:
        async with open_house(database, server=server) as house:
            one, other, reader, _ = house.people()
            table = await opened(house, 1, one, other, Origin(own_secret()))
            await play_to_the_end(house, table)
        async with open_house(database, server=server) as house:
            await house.settled()
            told = [reading.text(one) for one in reader.messages(house.cards)]
            assert any(LATER in text for text in told) and not any("first place" in text for text in told)
            same = await house.bot.tables.at_place("12.1.1.1")
            assert same is not None and same.facts.veiled
            await same.unveil()
            await house.settled()
            told = [reading.text(one) for one in reader.messages(house.cards)]
            assert any("the game is over" in text for text in told), told
            assert not any(LATER in text for text in told), told
    finally:
        await server.close()


@pytest.mark.parametrize("shut", ["close", "call off"])
async def test_one_that_is_closed_tells_nothing_either(house: House, shut: str) -> None:
    read = list[str]()
    ann, bram, _, dirk = house.people()
    reader = Reader(house, dirk, read)
    table = await opened(house, 1, ann, bram, Origin(own_secret()))
    await play_the_deal(house, table)
    if shut == "close":
        await house.confirmed(ann, "table close", {"table": 1})
    else:
        await table.call_off()
    await house.settled()
    assert table.facts.state is State.CLOSED
    assert not read and reader.count
    assert "+" not in reading.text(house.channel_message(dirk, "Table 1 was closed"))
