"""Custom ids, choices and forms that nobody was shown: each verb there is, about everything there is and is
not, with values of every kind. Somebody is told that it is no use; nothing breaks and nothing of others is
changed."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.discordkit.interactions import PressId
from bot.discordkit.ports import Subject, SubjectKind, on_league, on_night, on_table
from bot.discordkit.routes import Route
from bot.tables.table import Table
from playground import reading
from tests.e2e.house import House
from tests.e2e.leagues.test_who_may import kept
from tests.e2e.test_who_may import NOT_ONE_OF_OURS

TRIES = int(os.environ.get("HARTENHEER_FUZZ_TRIES", "3"))
"""Of each verb, and each way of sending it."""

MODAL, COMPONENT = 5, 3
BUTTON, SELECT = 2, 3

SUBJECTS = ("0", "1", "2", "7", "999999999999999999", "l0", "l1", "n1", "s1", "s0", "x1", "-1", "1e3", "")
SEQUENCES = ("0", "1", "3", "999999999999999999", "-1", "")
VALUES = (
    *(
        "",
        "0",
        "1",
        "-1",
        "999999999999999999",
        "18446744073709551616",
        "1e400",
        "NaN",
        "٣",
        "²",
        "null",
        "true",
    ),
    *(
        "play QH",
        "play ZZ",
        "deck 2C",
        "trump H",
        "../../etc/passwd",
        "%00",
        "%ff",
        "%25",
        "%3A",
        "\u202e",
        "\x00",
    ),
    *(
        "@everyone",
        "<@&1>",
        "'; DROP TABLE tables; --",
        "{user}",
        "%(a)s",
        "a" * 60,
        "on",
        "t-0",
        "language",
        "kingen",
    ),
    *(
        "0:0",
        "0:0:t-0",
        "a:b:c:d:e:f:g:h:i",
        ":::::",
        "deals:0:kingen:0-0",
        "yes",
        "adjourn",
        "2026-13-45",
        "0-0",
    ),
)
FIELDS = (
    "name",
    "value",
    "points",
    "date",
    "start",
    "end",
    "zone",
    "text",
    "reason",
    "sheet",
    "note",
    "hours",
)


def made_up(verb: str, random: Random) -> str:
    """An id of that verb, as long as Discord takes."""
    return f"hh:{verb}:{random.choice(SUBJECTS)}:{random.choice(SEQUENCES)}:{random.choice(VALUES)}"[:100]


def sent(verb: str, how: str, random: Random) -> dict[str, Any]:
    """What a client sends that makes things up."""
    data: dict[str, Any] = {"custom_id": made_up(verb, random)}
    if how == "form":
        inputs = [
            {"type": 4, "id": 2, "custom_id": random.choice(FIELDS), "value": random.choice(VALUES) * 40}
            for _ in range(random.randrange(4))
        ]
        return data | {"components": [{"type": 18, "id": 1, "component": one} for one in inputs]}
    values = [random.choice(VALUES) for _ in range(random.randrange(4))]
    is_select = how == "select"
    return (
        data
        | {"id": 1, "component_type": SELECT if is_select else BUTTON}
        | ({"values": values} if is_select else {})
    )


async def begun(house: House) -> Table:
    """A table of others, in the middle of a deal."""
    ann, bram, *_ = house.people()
    table = await house.start_table(ann, bram)
    await house.offered(ann, "hh:") if house.to_move(table) is ann else None
    return table


@pytest.mark.parametrize("how", ["button", "select", "form"])
async def test_nothing_comes_of_what_is_made_up(house: House, how: str) -> None:
    """No log line above a warning either: ``quiet_log`` looks."""
    stranger, random = house.server.people.add("Eve"), Random(f"{how} {TRIES}")
    table = await begun(house)
    await house.world.until(lambda: house.to_move(table))
    await house.settled()
    before = table.facts
    await house.reply(stranger, "help")
    internal = "reference"
    for verb in house.bot.routes.each:
        for _ in range(TRIES):
            sheet = house.whispers(stranger)
            if not sheet:
                await house.reply(stranger, "help")
                sheet = house.whispers(stranger)
            message = house.world.find_message(sheet[-1]["id"])
            assert message is not None
            data = sent(verb, how, random)
            kind = MODAL if how == "form" else COMPONENT
            invocation = house.server.desk.open(stranger.account, message.channel, kind, data, source=message)
            await invocation.done()
            assert invocation.state == "answered", (data, invocation.error)
        await house.settled()
        told = [reading.text(one) for one in house.whispers(stranger)]
        assert not any(internal in text for text in told), (verb, told[-3:])
        for one in house.whispers(stranger)[:-1]:
            stranger.dismiss(one["id"])
    assert table.facts == before
    assert await house.reply(stranger, "table list"), "the bot is there"


def counts_of(route: Route[Any]) -> tuple[int, ...]:
    """How many values its ids have; () where that makes no difference."""
    return (route.values,) if isinstance(route.values, int) else route.values or ()


def of_another_kind(about: SubjectKind) -> Subject:
    """Something that is there, and is not what an id is about."""
    return on_night(1) if about is SubjectKind.LEAGUE else on_league(1)


async def test_whatever_a_route_asks_for_is_asked_of_everybody(house: House, database: Path) -> None:
    """Each verb there is, pressed by who owns the server and sits at the table: what is one person's where
    others see it, what is about something else, and what has a value too many."""
    ann = house.people()[0]
    table = await house.open_table(ann)
    await house.reply(ann, "help")
    own, public = house.whispers(ann)[-1], house.lobby(table)
    here = {
        None: on_table(table.facts.id),
        SubjectKind.TABLE: on_table(table.facts.id),
        SubjectKind.LEAGUE: on_league(1),
        SubjectKind.NIGHT: on_night(1),
    }
    before, facts, refused = kept(database), table.facts, house.mentioned(NOT_ONE_OF_OURS)
    for verb, route in house.bot.routes.each.items():
        counts = counts_of(route)
        right = PressId(verb, here[route.about], facts.seq, ("0",) * next(iter(counts), 0))
        wrong = [(public, right)] if route.private else []
        if route.about is not None:
            wrong.append((own, PressId(verb, of_another_kind(route.about), facts.seq, right.values)))
        if counts:
            wrong.append((own, PressId(verb, right.subject, facts.seq, ("0",) * (max(counts) + 1))))
        for message, press in wrong:
            assert await house.forge(ann, message, str(press)) == [refused], press
    assert table.facts == facts
    assert kept(database) == before
