"""Tables that the program opens: without a host, their people on seats that are given."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot import dealing
from bot.tables import play as playing
from bot.tables import seats
from bot.tables.drafts import Draft
from bot.tables.model import Invited, NamedPreset, Pace, State
from bot.tables.table import Table
from tests.tables.house import ANN, BEN, CEES, NAMES, House, play, refused, sealed_of

SEATS = (Invited(BEN, "Ben"), None, Invited(ANN, "Ann"), None)
SHORT: dict[str, Any] = {"preset": "whist-walloon", "options": {"deals": "4"}}


async def given(house: House, *invited: Invited | None, **choices: Any) -> Table:
    """A table with Ben and Ann opposite each other, and two robots, or with others."""
    return await house.tables.open_with_seats(
        "Friday, table 2", invited or SEATS, guild_id=1, channel_id=2, **choices
    )


def sitting(table: Table) -> list[int | None]:
    return [seat.user_id for seat in table.facts.seats]


async def test_it_has_a_name_and_no_host(house: House) -> None:
    table = await given(house, preset="kingen-iwwa", options={"order": "queens-first"}, pace=Pace.DAY)
    facts = table.facts
    assert (facts.state, facts.host_id, facts.seats_given) == (State.LOBBY, None, True)
    assert (facts.title, facts.pace, facts.options) == (
        "Friday, table 2",
        Pace.DAY,
        {"order": "queens-first"},
    )
    assert sitting(table) == [BEN, None, ANN, None]
    assert len({seat.name for seat in facts.seats}) == 4
    assert house.changes == []
    await house.check(table)


async def test_a_named_preset_brings_its_rules_and_not_its_name(house: House) -> None:
    named = NamedPreset(1, "Club night", "whist-flemish", 4, {"deals": "4"}, Pace.MINUTE)
    facts = (await given(house, preset=named, robots="steady")).facts
    assert (facts.title, facts.preset, facts.options, facts.pace) == (
        "Friday, table 2",
        "whist-flemish",
        {"deals": "4"},
        Pace.MINUTE,
    )
    assert {seat.robot for seat in facts.seats} == {"steady"}


async def test_what_cannot_be_opened_is_refused(house: House) -> None:
    with refused("only-robots"):
        await given(house, None, None, None, None)
    with refused("already-seated"):
        await given(house, Invited(ANN, "Ann"), Invited(ANN, "Ann"), None, None)
    with refused("no-such-robot"):
        await given(house, robots="perfect")
    with refused("wrong-player-count", players="2", allowed="3–5"):
        await given(house, Invited(ANN, "Ann"), None)
    five = NamedPreset(1, "Five", "kingen", 5)
    with refused("seats-empty", missing="1"):
        await given(house, preset=five)
    with refused("too-many-seated", seated="4", players="3"):
        await given(house, preset=replace(five, players=3))
    assert await house.stored.tables.unfinished() == []


async def test_there_is_no_limit_and_it_counts_for_nobody_s(stored, time) -> None:
    house = House(stored, time, tables_per_host=1)
    await asyncio.gather(*(given(house) for _ in range(12)))
    assert len(house.tables.running()) == 12
    await house.open()
    with refused("too-many-tables", limit="1"):
        await house.open()
    await house.tables.close()


async def test_seats_are_not_drawn_dealer_and_decks_are(house: House) -> None:
    dealers: set[int | None] = set()
    for _ in range(8):
        table = await given(house, Invited(ANN, "Ann"), Invited(BEN, "Ben"), Invited(CEES, "Cees"), None)
        await table.begin()
        assert sitting(table) == [ANN, BEN, CEES, None]
        draw = dealing.Dealing(sealed_of(table).secret, ())
        assert table.facts.first_dealer == draw.first_dealer(table.rules)
        assert table.facts.press_ids == ()
        dealers.add(table.facts.first_dealer)
        await house.check(table)
    assert len(dealers) > 1


async def test_its_record_says_that_seats_were_given_and_is_verified(house: House) -> None:
    table = await given(house, **SHORT)
    await table.begin()
    await house.tables.quiet()
    await play(house, table)
    assert table.facts.state is State.FINISHED
    text = await table.record()
    assert "# joins\n# seats given\n" in text
    found = dealing.verify(text.encode())
    assert (found.discrepancies, found.seating, found.press_ids) == ((), None, ())
    assert found.decks == len((await table.view(None)).results)


async def test_who_asks_for_a_rematch_is_its_host_and_seats_are_drawn(house: House) -> None:
    old = await given(house, **SHORT)
    await old.begin()
    await house.tables.quiet()
    await play(house, old)
    table, opened = await house.tables.rematch(old.facts.id, ANN, "Ann")
    assert opened
    facts = table.facts
    assert (facts.host_id, facts.seats_given, facts.title) == (ANN, False, "")
    assert (facts.preset, facts.options) == (old.facts.preset, old.facts.options)


async def test_what_only_a_host_may_nobody_may(house: House) -> None:
    table = await given(house)
    for request in (
        table.start(ANN),
        table.add_robot(ANN),
        table.remove_robot(ANN, 1),
        table.set_pace(ANN, Pace.DAY),
        table.set_preset(ANN, "denexa-king"),
        table.close(ANN),
        table.replace(ANN, 1, CEES, "Cees"),
    ):
        with refused("not-host"):
            await request
    with refused("table-full"):
        await table.join(CEES, NAMES[CEES])
    await table.begin()
    with refused("already-started"):
        await table.begin()
    with refused("not-host"):
        await table.adjourn(ANN)
    await house.check(table)


async def test_a_moderator_may_what_one_may_elsewhere(house: House) -> None:
    table = await given(house)
    await table.replace(CEES, 1, CEES, "Cees", force=True)
    assert sitting(table) == [BEN, CEES, ANN, None]
    await table.begin()
    assert sitting(table) == [BEN, CEES, ANN, None]
    await table.close(999, force=True)
    assert (table.facts.state, table.facts.notice) == (State.CLOSED, "closed-by-moderator")


@pytest.mark.parametrize("begun", [False, True])
async def test_who_leaves_is_replaced_by_a_robot_and_nobody_becomes_host(house: House, begun: bool) -> None:
    table = await given(house)
    if begun:
        await table.begin()
    await table.leave(BEN)
    assert (sitting(table), table.facts.host_id) == ([None, None, ANN, None], None)
    await house.check(table)


async def test_a_lobby_that_everybody_has_left_is_closed(house: House) -> None:
    table = await given(house)
    await table.leave(BEN)
    await table.leave(ANN)
    assert (table.facts.state, table.facts.notice) == (State.CLOSED, "everybody-left")


async def test_where_nobody_is_left_the_game_waits_for_whoever_comes(house: House) -> None:
    table = await given(house)
    await table.begin()
    await table.leave(BEN)
    await table.leave(ANN)
    assert table.facts.state is State.ADJOURNED
    with refused("table-waits"):
        await table.ready(CEES)
    with refused("not-seated"):
        await table.resume(CEES)
    await table.take_seat(CEES, "Cees", 3)
    assert (table.facts.state, table.facts.host_id) == (State.PLAYING, None)
    await house.check(table)


async def test_anybody_seated_resumes(house: House) -> None:
    """However it came to be adjourned: there is no host to wait for."""
    table = await given(house)
    facts = replace(table.facts, state=State.ADJOURNED, notice="adjourned-by-host")
    for person in (ANN, BEN):
        assert seats.resume(Draft(facts, sealed_of(table)), person).facts.state is State.PLAYING
    assert playing.settle(facts, Draft(facts, sealed_of(table)), 0.0).facts.host_id is None


async def test_the_program_calls_it_off(house: House) -> None:
    for begun in (False, True):
        table = await given(house)
        if begun:
            await table.begin()
        await table.call_off()
        assert (table.facts.state, table.facts.notice) == (State.CLOSED, "called-off")
        with refused("table-closed"):
            await table.call_off()
        await house.check(table)


async def test_another_process_goes_on_with_it(house: House) -> None:
    lobby, begun = await given(house), await given(house, **SHORT)
    await begun.begin()
    await house.tables.quiet()
    facts = [lobby.facts, begun.facts]
    house = await house.restarted()
    assert await house.tables.recover() == 2
    assert [table.facts for table in house.tables.running()] == facts
    lobby, begun = house.tables.running()
    await lobby.begin()
    assert sitting(lobby) == [BEN, None, ANN, None]
    await house.calm()
    await play(house, begun)
    assert begun.facts.state is State.FINISHED
    assert dealing.verify((await begun.record()).encode()).discrepancies == ()
