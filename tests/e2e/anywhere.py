"""Places where the bot is not, and what people do there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.tables.model import State
from bot.tables.table import Table
from playground import reading
from playground.interactions.invocations import Invocation
from playground.people import Person
from playground.world.groups import Group
from playground.world.places import EPHEMERAL
from tests.e2e.house import House

HAND = "My hand"


def friends(house: House, *names: str) -> Group:
    """A group conversation of these people, of whom the first has the bot in their account."""
    people = [house.person(name) for name in names or ("Ann", "Bram", "Chloé", "Dmitri")]
    people[0].have_app()
    return house.changes.add_group("Friends", [one.account for one in people])


def foreign(house: House) -> int:
    """A channel of a server where the bot is not; Ann and Bram have it in their accounts."""
    for name in ("Ann", "Bram"):
        house.person(name).have_app()
    guild = house.changes.add_guild("Elsewhere", owner=house.person("Dmitri").account, invited=False)
    return house.changes.add_channel(guild, "talk").id


async def typed(
    house: House, person: Person, channel: int, path: str, options: dict[str, Any] | None = None
) -> Invocation:
    """A command, and all it leads to."""
    invocation = await (await person.command(channel, path, options)).done()
    await house.settled()
    assert invocation.state == "answered", invocation.error
    return invocation


async def pressed(house: House, person: Person, message: dict[str, Any], label: str) -> Invocation:
    """A button, and all it leads to."""
    invocation = await house.press(person, message, label)
    await house.settled()
    assert invocation.state == "answered", invocation.error
    return invocation


def posts(person: Person, channel: int) -> list[dict[str, Any]]:
    """What everybody sees there."""
    return [one for one in person.messages(channel) if not one["flags"] & EPHEMERAL]


def own(person: Person, channel: int) -> list[dict[str, Any]]:
    """What they alone see there."""
    return [one for one in person.messages(channel) if one["flags"] & EPHEMERAL]


async def opened(house: House, host: Person, channel: int, **options: Any) -> Table:
    """A table by its host, in its lobby."""
    await typed(house, host, channel, "table open", options or None)
    return house.bot.tables.running(user_id=host.id)[-1]


async def begun(house: House, channel: int, host: Person, *others: Person, **options: Any) -> Table:
    """A table of people, dealt, each of whom has asked for their hand."""
    table = await opened(house, host, channel, **options)
    for person in others:
        await pressed(house, person, posts(host, channel)[-1], "Join")
    start = "Start" if len(others) == table.facts.players - 1 else "Fill with robots and start"
    await pressed(house, host, posts(host, channel)[-1], start)
    for person in (host, *others):
        await pressed(house, person, posts(person, channel)[-1], HAND)
    return table


def offers(message: dict[str, Any], table: Table) -> Iterator[tuple[str, str | None]]:
    """What may be done by a hand now: an id, and the value to be chosen."""
    at = f"{table.facts.id}:{table.facts.seq}:"
    for one in reading.selects(message):
        if one.custom_id.startswith(f"hh:choose:{at}"):
            yield one.custom_id, one.options[0][1]
    for one in reading.buttons(message, enabled_only=True):
        if one.custom_id.startswith((f"hh:act:{at}", f"hh:ready:{at}")):
            yield one.custom_id, None


async def act(house: House, person: Person, channel: int, table: Table) -> None:
    """Do the first of all that a person may do on the hand they see in that channel."""
    message, (custom_id, value) = next(
        (one, what) for one in reversed(own(person, channel)) for what in offers(one, table)
    )
    if value is None:
        done = await (await person.press(message["id"], custom_id)).done()
    else:
        done = await (await person.select(message["id"], custom_id, [value])).done()
    assert done.state == "answered", done.error
    await house.settled()


async def play_on(house: House, channel: int, table: Table, *people: Person) -> None:
    """One move by whoever is to make it."""
    facts = table.facts
    turn = facts.turn
    assert turn is not None
    if turn >= 0:
        await act(house, house.server.people[facts.seats[turn].user_id or 0], channel, table)
        return
    for person in people:
        seat = table.facts.seat_of(person.id)
        if table.facts.turn == turn and seat is not None and not table.facts.seats[seat].ready:
            await act(house, person, channel, table)


async def play_out(house: House, channel: int, table: Table, *people: Person) -> None:
    """To the end."""
    while table.facts.state is State.PLAYING:
        await play_on(house, channel, table, *people)
