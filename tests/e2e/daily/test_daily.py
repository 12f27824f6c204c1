"""The deal of the day, through the client library: played, compared, shown, once a day, wherever one is."""

from __future__ import annotations

import asyncio
from datetime import date
from pathlib import Path

from bot.daily.deal import Chain, par
from bot.daily.model import DailyGame
from bot.tables.model import State
from playground import reading
from playground.server import Playground
from tests.clock import FakeClock
from tests.e2e.daily.playing import asked, at, begun, house_at, labels, played_out, pressed
from tests.e2e.house import EPHEMERAL, open_house
from tests.e2e.test_delivered_twice import twice

ONCE = "You've already played it: only the first go counts."


def with_sign(points: int) -> str:
    return f"+{points}" if points > 0 else f"−{-points}" if points else "0"


async def test_it_is_played_compared_and_shown(database: Path) -> None:
    async with house_at(database, at(24, 12)) as (house, clock):
        ann, bram, *_ = house.people()
        panel = await asked(house, ann)
        said = reading.text(panel)
        day = clock.now(), at(25, 0), at(25, 12)
        assert "Daily deal · Tuesday 24 November\n**No hearts**" in said
        assert f"until <t:{int(day[1])}:F>. Next one: <t:{int(day[1])}:R>." in said
        seal = Chain().seal(house.bot.dailies.today, DailyGame.KING)
        assert "`" not in said
        assert labels(panel) == ["Play", "How to play", "Colour Whist", "What is this?"]
        said = await pressed(house, ann, panel, "What is this?")
        assert f"Seal: `{seal}`" in said and f"published on <t:{int(day[2])}:F>" in said
        assert (await pressed(house, ann, panel, "How to play")).startswith("### Kingen · step 1")

        told = await pressed(house, ann, panel, "Play")
        assert told == "Your cards are in your direct messages: only you can see them."
        (table,) = house.bot.tables.running()
        assert table.facts.is_private and table.facts.commitment == seal
        assert [seat.robot for seat in table.facts.seats] == ["steady"] * 4
        assert table.facts.seat_of(ann.id) == 0
        assert labels(await asked(house, ann)) == ["My hand", "Colour Whist", "What is this?"]
        await house.press_more(ann, house.hand(ann), "Rules")
        await house.settled()
        assert "Deal 1: No hearts" in reading.text(house.whispers(ann)[-1])
        await played_out(house, ann, table)
        assert table.facts.state is State.FINISHED

        end = house.hand(ann)
        assert labels(end)[0] == "Compare" and "Rematch" not in labels(end)
        said = await pressed(house, ann, end, "Compare")
        points = (await table.view(0)).points[0]
        robot = par(house.bot.dailies.today, DailyGame.KING, Chain().secret(house.bot.dailies.today))
        assert f"No hearts\\: {with_sign(points)}. A robot in your seat makes {with_sign(robot)}." in said
        assert "Nobody else has played it here yet." in said

        await played_out(house, bram, await begun(house, bram))
        said = reading.text(await asked(house, ann))
        assert "On this server\\: 1st of 2" in said and "Everybody who plays here\\: 1st of 2" in said
        before = {one["id"] for one in bram.messages(house.cards)}
        panel = await asked(house, ann)
        await pressed(house, ann, panel, "Show to everybody")
        (shown,) = (one for one in bram.messages(house.cards) if one["id"] not in before)
        assert not shown["flags"] & EPHEMERAL
        assert "Ann · Hartenheer · 24 November 2026" in reading.text(shown)
        assert f"No hearts\\: {with_sign(points)} \\(robot {with_sign(robot)}\\)" in reading.text(shown)
        assert "1st of 2" in reading.text(shown)
        again = await pressed(house, ann, panel, "Show to everybody")
        assert again == "You've already shown it: it's in the channel."


async def test_delivered_twice_it_is_shown_to_everybody_once(database: Path) -> None:
    async with house_at(database, at(24, 12)) as (house, _):
        ann, bram, *_ = house.people()
        await played_out(house, ann, await begun(house, ann))
        before = {one["id"] for one in bram.messages(house.cards)}
        panel = await asked(house, ann)
        told = len(house.whispers(ann))
        with twice(house.server):
            await house.press(ann, panel, "Show to everybody")
            await house.settled()
        (shown,) = (one for one in bram.messages(house.cards) if one["id"] not in before)
        assert "Ann · Hartenheer · 24 November 2026" in reading.text(shown)
        assert len(house.whispers(ann)) == told, "and nobody says that it was shown already"


async def test_the_first_time_counts(database: Path) -> None:
    """Played twice, by a panel that is still open, in direct messages and on another server."""
    async with house_at(database, at(24, 12)) as (house, _):
        ann = house.person("Ann")
        there = house.changes.add_guild("Elsewhere")
        den = house.changes.add_channel(there, "den").id
        house.changes.join(there, ann.account)
        first = await asked(house, ann)
        table = await begun(house, ann)
        await played_out(house, ann, table)
        said = await pressed(house, ann, first, "Play")
        assert ONCE in said and "A robot in your seat makes" in said
        for channel in (den, int(ann.open_direct_messages()["id"])):
            panel = await asked(house, ann, channel)
            assert "A robot in your seat makes" in reading.text(panel)
            assert "Play" not in labels(panel)
            assert house.bot.tables.running() == []
        assert ("Show to everybody" in labels(panel)) is False
        told = await house.forge(ann, first, f"hh:rematch:{table.facts.id}:0:")
        assert told[0].startswith("You can play the daily deal once.")


async def test_begun_before_midnight_and_ended_after(database: Path) -> None:
    async with house_at(database, at(24, 23, 50)) as (house, clock):
        ann = house.person("Ann")
        old = await asked(house, ann)
        table = await begun(house, ann)
        await played_out(house, ann, table, 3)
        clock.advance(at(25, 0, 10) - clock.now())
        panel = await asked(house, ann)
        said = reading.text(panel)
        assert "Wednesday 25 November\n**No kings & jacks**" in said
        assert f"You haven't finished yesterday's: you have until <t:{int(at(25, 12))}:t>." in said
        assert labels(panel) == ["Play", "How to play", "Yesterday's", "Colour Whist", "What is this?"]
        assert await pressed(house, ann, old, "Play") == house.mentioned(
            "That day is over: `/daily` has today's deal."
        )
        await played_out(house, ann, table)
        said = await pressed(house, ann, house.hand(ann), "Compare")
        assert "Tuesday 24 November" in said and "No hearts\\:" in said
        panel = await asked(house, ann)
        assert "1 day in a row" in reading.text(panel)
        assert "Yesterday's" not in labels(panel)
        await played_out(house, ann, await begun(house, ann))
        assert "2 days in a row" in reading.text(await asked(house, ann))


async def test_what_is_not_finished_by_noon_is_given_up(database: Path) -> None:
    async with house_at(database, at(24, 23, 50)) as (house, clock):
        ann, bram, *_ = house.people()
        table = await begun(house, ann)
        other = await begun(house, bram)
        await played_out(house, bram, other)
        clock.advance(at(25, 11, 59) - clock.now())
        await house.settled()
        assert table.facts.state is State.PLAYING and other.facts.veiled
        clock.advance(120)
        await house.settled()
        assert table.facts.state is State.CLOSED and not table.facts.veiled
        assert other.facts.state is State.FINISHED and not other.facts.veiled
        panel = await asked(house, ann)
        assert "in a row" not in reading.text(panel)
        said = await pressed(house, ann, panel, "What is this?")
        secret = Chain().secret(date(2026, 11, 24)).hex()
        assert f"Secret of 24 November: `{secret}`" in said


async def test_it_ends_while_the_bot_is_off(database: Path) -> None:
    clock = FakeClock(at(24, 12))
    server = await Playground.start(clock=clock)
    try:
        async with open_house(database, clock=clock, server=server) as house:
            ann = house.person("Ann")
            table = await begun(house, ann)
            await played_out(house, ann, table, 2)
        async with open_house(database, clock=clock, server=server) as house:
            (going_on,) = house.bot.tables.running()
            assert going_on.facts.id == table.facts.id
            await played_out(house, ann, going_on, 2)
            again = await asked(house, ann)
            assert "You're playing it." in reading.text(again)
        clock.set(at(25, 13))
        async with open_house(database, clock=clock, server=server) as house:
            await house.settled()
            over = await house.bot.tables.get(table.facts.id)
            assert over.facts.state is State.CLOSED and not over.facts.veiled
    finally:
        await server.close()


async def test_left_it_is_given_up(database: Path) -> None:
    async with house_at(database, at(24, 12)) as (house, _):
        ann = house.person("Ann")
        panel = await asked(house, ann)
        table = await begun(house, ann)
        await house.confirmed(ann, "table leave", {"table": table.facts.id})
        assert table.facts.state is State.CLOSED
        assert "You gave up on this deal" in reading.text(await asked(house, ann))
        assert "You gave up on this deal" in await pressed(house, ann, panel, "Play")
        assert house.bot.tables.running() == []


async def test_closed_direct_messages_lose_nothing(database: Path) -> None:
    async with house_at(database, at(24, 12)) as (house, clock):
        ann = house.person("Ann")
        ann.account.direct_messages_open = False
        panel = await asked(house, ann)
        for _ in range(2):
            said = await pressed(house, ann, panel, "Play")
            assert said.startswith("I can't send you direct messages, and that's where the daily deal")
        (table,) = house.bot.tables.running()
        assert table.facts.state is State.LOBBY
        assert labels(await asked(house, ann))[0] == "Play"
        ann.account.direct_messages_open = True
        clock.advance(700)
        assert (await begun(house, ann)).facts.id == table.facts.id
        assert table.facts.state is State.PLAYING
        await played_out(house, ann, table, 1)


async def test_pressed_twice_at_once_it_is_begun_once(database: Path) -> None:
    async with house_at(database, at(24, 12)) as (house, _):
        ann = house.person("Ann")
        panels = [await asked(house, ann) for _ in range(2)]
        await asyncio.gather(*(house.press(ann, panel, "Play") for panel in panels))
        await house.settled()
        (table,) = house.bot.tables.running()
        assert table.facts.state is State.PLAYING
        await played_out(house, ann, table, 1)


async def test_who_leaves_before_a_card_is_dealt_has_given_it_up_too(database: Path) -> None:
    async with house_at(database, at(24, 12)) as (house, _):
        ann = house.person("Ann")
        ann.account.direct_messages_open = False
        panel = await asked(house, ann)
        await pressed(house, ann, panel, "Play")
        (table,) = house.bot.tables.running()
        await house.confirmed(ann, "table leave", {"table": table.facts.id})
        ann.account.direct_messages_open = True
        assert "You gave up on this deal" in await pressed(house, ann, panel, "Play")


async def test_a_clock_that_is_set_back(database: Path) -> None:
    """What was played tomorrow stays played, and today has a deal of its own."""
    clock = FakeClock(at(25, 12))
    server = await Playground.start(clock=clock)
    try:
        async with open_house(database, clock=clock, server=server) as house:
            ann = house.person("Ann")
            await played_out(house, ann, await begun(house, ann))
        clock.set(at(24, 12))
        async with open_house(database, clock=clock, server=server) as house:
            panel = await asked(house, ann)
            assert "Tuesday 24 November" in reading.text(panel) and labels(panel)[0] == "Play"
            assert "in a row" not in reading.text(panel)
            await played_out(house, ann, await begun(house, ann))
        clock.set(at(25, 12))
        async with open_house(database, clock=clock, server=server) as house:
            said = reading.text(await asked(house, ann))
            assert "Wednesday 25 November" in said and "2 days in a row" in said
    finally:
        await server.close()


async def test_colour_whist_is_played_beside_king(database: Path) -> None:
    async with house_at(database, at(24, 12)) as (house, _):
        ann, bram, *_ = house.people()
        await played_out(house, ann, await begun(house, ann))
        panel = await asked(house, ann)
        await house.press(ann, panel, "Colour Whist")
        await house.settled()
        panel = ann.message(panel["id"])
        assert "**Colour Whist (Flemish)**" in reading.text(panel)
        assert labels(panel) == ["Play", "How to play", "King", "What is this?"]
        said = await pressed(house, ann, panel, "What is this?")
        assert Chain().seal(house.bot.dailies.today, DailyGame.WHIST) in said
        await house.press(ann, panel, "Play")
        await house.settled()
        (table,) = house.bot.tables.running()
        assert table.facts.preset == "whist-flemish-deal" and table.facts.is_daily
        await played_out(house, ann, table)
        assert table.facts.state is State.FINISHED

        panel = await asked(house, ann, game="whist")
        said = reading.text(panel)
        robot = par(house.bot.dailies.today, DailyGame.WHIST, Chain().secret(house.bot.dailies.today))
        assert f"A robot in your seat makes {with_sign(robot)}." in said
        assert "Nobody else has played it here yet." in said
        assert "No hearts" in reading.text(await asked(house, ann)), "and King's is what it was"
        await house.press(bram, await asked(house, bram, game="whist"), "Play")
        await house.settled()
        assert {one.facts.preset for one in house.bot.tables.running()} == {"whist-flemish-deal"}


async def test_a_button_of_before_there_were_two_a_day_is_kings(database: Path) -> None:
    async with house_at(database, at(24, 12)) as (house, _):
        ann = house.person("Ann")
        await house.forge(ann, await asked(house, ann), "hh:daily-play:0:0:2026-11-24")
        await house.settled()
        (table,) = house.bot.tables.running()
        assert table.facts.preset == "kingen-deal"
