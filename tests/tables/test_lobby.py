"""What can be asked in a lobby, and what is refused."""

from __future__ import annotations

import asyncio
import gc
import hashlib
from dataclasses import replace

import pytest

from bot.dealing import Dealing, verify
from bot.engine.errors import RuleViolation
from bot.tables import play
from bot.tables.drafts import Draft
from bot.tables.errors import TableError
from bot.tables.model import Pace, Seat, State, TableFacts
from bot.tables.recovery import record_of
from bot.tables.sealed import Sealed
from tests.tables.house import ANN, BEN, CEES, DORA, EVA, FRED, NAMES, House, refused, sealed_of


async def test_open_seats_the_host_and_shows_a_commitment(house: House) -> None:
    table = await house.open()
    facts = table.facts
    assert facts.state is State.LOBBY
    assert [(seat.name, seat.user_id, seat.press_id) for seat in facts.seats] == [("Ann", ANN, None)]
    assert facts.commitment == hashlib.sha256(sealed_of(table).secret).hexdigest()
    assert table.revealed_secret is None
    assert sealed_of(table).secret.hex() not in repr(table) + repr(facts)
    assert (table.rules.preset.name, table.rules.players) == ("kingen", 4)
    assert house.tables.running() == [table]
    await house.check(table)


async def test_open_with_choices(house: House) -> None:
    table = await house.open(
        preset="kingen-iwwa",
        players=5,
        options={"order": "queens-first", "heart-lead": "only-hearts"},
        pace=Pace.DAY,
    )
    assert table.facts.options == {"order": "queens-first"}, "the preset's own value is not kept"
    assert (table.rules["order"], table.rules["heart-lead"]) == ("queens-first", "only-hearts")
    assert table.facts.pace is Pace.DAY


async def test_open_refuses(house: House) -> None:
    with refused("unknown-preset", preset="canasta"):
        await house.open(preset="canasta")
    with refused("wrong-player-count", players="6", allowed="3–5"):
        await house.open(players=6)
    with refused("bad-option", option="order", value="backwards", reason="value"):
        await house.open(options={"order": "backwards"})
    assert house.tables.running() == []
    assert await house.stored.tables.unfinished() == []


async def test_a_host_opens_no_more_than_a_few_tables(stored, time) -> None:
    house = House(stored, time, tables_per_host=2)
    opened = await asyncio.gather(*(house.open() for _ in range(5)), return_exceptions=True)
    refusals = [answer for answer in opened if isinstance(answer, TableError)]
    assert [(refusal.code, refusal.details["limit"]) for refusal in refusals] == [
        ("too-many-tables", "2")
    ] * 3
    first, second = house.tables.running()
    await house.open(host=BEN)
    await first.close(ANN)
    third = await house.open()
    assert house.tables.running(user_id=ANN) == [second, third]
    await house.tables.close()


async def test_people_join_and_leave(house: House) -> None:
    table = await house.open()
    await table.join(BEN, "Ben", 9001)
    await table.join(CEES, "Cees", 9002)
    assert house.changes[-1].seats_changed
    with refused("already-seated"):
        await table.join(BEN, "Ben again", 9003)
    await table.leave(BEN)
    with refused("not-seated"):
        await table.leave(BEN)
    assert [seat.user_id for seat in table.facts.seats] == [ANN, CEES]
    await table.join(DORA, "Dora", 9004)
    await table.join(EVA, "Eva", 9005)
    with refused("table-full"):
        await table.join(FRED, "Fred", 9006)
    await house.check(table)


async def test_the_host_who_leaves_a_lobby_hands_it_to_the_next(house: House) -> None:
    table = await house.open()
    await table.add_robot(ANN)
    await table.join(BEN, "Ben", 9001)
    await table.join(CEES, "Cees", 9002)
    await table.leave(ANN)
    assert table.facts.host_id == BEN
    await table.leave(CEES)
    assert table.facts.host_id == BEN
    await house.check(table)
    await table.leave(BEN)
    assert table.facts.state is State.CLOSED
    assert table.facts.notice == "everybody-left"
    assert house.tables.running() == []
    await house.check(table)
    with refused("table-closed"):
        await table.join(DORA, "Dora")


async def test_robots_come_and_go(house: House) -> None:
    table = await house.lobby(people=2, robots=1)
    with refused("table-full"):
        await table.add_robot(ANN)
    with refused("not-host"):
        await table.remove_robot(BEN, 2)
    with refused("robot-seat-expected"):
        await table.remove_robot(ANN, 1)
    for seat in (3, -1):
        with refused("no-such-seat"):
            await table.remove_robot(ANN, seat)
    await table.remove_robot(ANN, 2)
    assert [seat.user_id for seat in table.facts.seats] == [ANN, BEN]
    with refused("not-host"):
        await table.add_robot(BEN)
    await house.check(table)


async def test_robots_have_names_that_nobody_else_has(house: House) -> None:
    table = await house.open(players=5)
    await table.join(BEN, "mimi")
    for _ in range(2):
        await table.add_robot(ANN)
    assert [seat.name for seat in table.facts.seats] == ["Ann", "mimi", "Nino", "Lola"]
    await table.join(CEES, "NINO")  # whoever comes later keeps their name as well
    assert [seat.name for seat in table.facts.seats] == ["Ann", "mimi", "Momo", "Lola", "NINO"]
    await house.check(table)


async def test_the_host_chooses_the_rules(house: House) -> None:
    table = await house.open()
    await table.set_preset(ANN, "kingen-iwwa")
    await table.set_option(ANN, "sole-card", "AS")
    await table.set_pace(ANN, Pace.MINUTE)
    assert (table.facts.preset, table.facts.options, table.facts.pace) == (
        "kingen-iwwa",
        {"sole-card": "AS"},
        Pace.MINUTE,
    )
    assert table.rules["sole-card"] == "AS"
    await table.set_option(ANN, "sole-card", "KH")
    assert table.facts.options == {}
    await house.check(table)


async def test_a_preset_keeps_the_number_of_players_where_it_can(house: House) -> None:
    table = await house.lobby(people=3, robots=2)
    await table.set_preset(ANN, "kingen-iwwa")
    assert table.facts.players == 5
    for seats in (4, 3):
        await table.remove_robot(ANN, seats)
        await table.set_players(ANN, seats)
        await table.set_preset(ANN, "kingen")
        assert table.facts.players == seats
    await house.check(table)


async def test_options_that_do_not_fit_any_longer_go(house: House) -> None:
    table = await house.open()
    await table.set_option(ANN, "king-of-hearts-points", "4")
    await table.set_option(ANN, "order", "queens-first")
    await table.set_players(ANN, 5)
    assert (table.facts.players, table.facts.options) == (5, {"order": "queens-first"})
    with refused("bad-option", option="king-of-hearts-points", value="4", reason="players-option"):
        await table.set_option(ANN, "king-of-hearts-points", "4")


async def test_the_rules_have_limits(house: House) -> None:
    table = await house.lobby(people=4)
    with refused("wrong-player-count", players="2", allowed="3–5"):
        await table.set_players(ANN, 2)
    with refused("too-many-seated", seated="4", players="3"):
        await table.set_players(ANN, 3)
    with refused("unknown-preset", preset="canasta"):
        await table.set_preset(ANN, "canasta")
    with refused("bad-option", option="heart-lead", value="sometimes", reason="value"):
        await table.set_option(ANN, "heart-lead", "sometimes")
    with pytest.raises(TableError, match="bad-option"):
        await table.set_option(ANN, "no-such-option", "yes")
    for request in (
        table.set_players(BEN, 5),
        table.set_preset(BEN, "kingen-iwwa"),
        table.set_option(BEN, "order", "queens-first"),
        table.set_pace(BEN, Pace.DAY),
        table.start(BEN),
        table.close(BEN),
    ):
        with refused("not-host"):
            await request
    assert house.changes[-1].after.seats[-1].user_id == DORA, "nothing has changed since Dora joined"


async def test_start_needs_full_seats(house: House) -> None:
    table = await house.open()
    await table.add_robot(ANN)
    with refused("seats-empty", missing="2"):
        await table.start(ANN)


def test_a_table_of_robots_only_cannot_be_started() -> None:
    robots = tuple(Seat(name) for name in ("Alma", "Bruno", "Clara"))
    sealed = Sealed(b"s" * 32)
    facts = TableFacts(1, None, 2, ANN, "kingen", 3, sealed.commitment, 0.0, seats=robots)
    with refused("only-robots"):
        play.start(Draft(facts, sealed), ANN, 0.0)


async def test_start_draws_seats_and_deals(house: House) -> None:
    table = await house.started(people=3, robots=1)
    facts = table.facts
    assert facts.state is State.PLAYING
    assert facts.press_ids == (9001, 9002)
    assert sorted(seat.user_id or 0 for seat in facts.seats) == [0, ANN, BEN, CEES]
    assert facts.first_dealer in range(4)
    assert facts.started_at == house.time.now()
    entries = await house.stored.tables.log(facts.id)
    assert entries[0].line.startswith("deck ")
    await house.check(table)


async def test_D06_whoever_is_dealt_the_king_of_hearts_deals_first(house: House) -> None:
    """The record's first dealer and first deck both follow from the secret, as ``verify`` checks."""
    dealers: set[int | None] = set()
    for _ in range(8):
        table = await house.started(preset="denexa-king")
        facts, sealed = table.facts, sealed_of(table)
        assert facts.first_dealer == Dealing(sealed.secret, facts.press_ids).first_dealer(table.rules)
        dealers.add(facts.first_dealer)
        entries = await house.stored.tables.log(facts.id)
        assert verify(record_of(facts, sealed, entries, ()).encode()).discrepancies == ()
    assert len(dealers) > 1


async def test_lobby_requests_are_refused_in_play(house: House) -> None:
    table = await house.started()
    for adjourned in (False, True):
        if adjourned:
            await table.adjourn(ANN)
        for request in (
            table.join(EVA, "Eva"),
            table.add_robot(ANN),
            table.remove_robot(ANN, 0),
            table.set_players(ANN, 5),
            table.set_preset(ANN, "kingen-iwwa"),
            table.set_option(ANN, "order", "queens-first"),
            table.set_pace(ANN, Pace.DAY),
            table.start(ANN),
        ):
            with refused("already-started"):
                await request


async def test_play_requests_are_refused_in_a_lobby(house: House) -> None:
    table = await house.lobby()
    for request in (
        table.act(ANN, 0, 0),
        table.ready(ANN),
        table.take_seat(EVA, "Eva", 1),
        table.im_back(ANN),
        table.adjourn(ANN),
        table.resume(ANN),
        table.view(0),
        table.record(),
    ):
        with refused("table-not-started"):
            await request


async def test_the_host_replaces_somebody_in_the_lobby(house: House) -> None:
    table = await house.lobby()
    await table.replace(ANN, 1, None)
    assert table.facts.seats[1].user_id is None
    await table.replace(ANN, 1, EVA, "Eva")
    assert table.facts.seats[1].user_id == EVA
    await table.replace(ANN, 0, None)
    assert table.facts.host_id == EVA
    await house.check(table)


async def test_closing_a_lobby(house: House) -> None:
    table = await house.lobby()
    await table.close(ANN)
    assert (table.facts.state, table.facts.notice) == (State.CLOSED, "closed-by-host")
    for request in (table.close(ANN), table.leave(BEN), table.start(ANN), table.act(ANN, 0, 0)):
        with refused("table-closed"):
            await request
    with refused("table-not-started"):
        await table.view(None)
    assert table.revealed_secret is None
    await house.check(table)


async def test_a_moderator_closes_a_table(house: House) -> None:
    table = await house.lobby()
    await table.close(FRED, force=True)
    assert (table.facts.state, table.facts.notice) == (State.CLOSED, "closed-by-moderator")


async def test_a_person_sits_at_several_tables(house: House) -> None:
    one = await house.lobby()
    other = await house.open(host=BEN)
    await other.join(ANN, "Ann")
    assert house.tables.running(user_id=ANN) == [one, other]
    assert house.tables.running(user_id=FRED) == []


async def test_running_tables_of_a_place(house: House) -> None:
    here = await house.open()
    there = await house.tables.open(guild_id=7, channel_id=8, host_id=ANN, host_name="Ann")
    alone = await house.tables.open(guild_id=None, channel_id=9, host_id=ANN, host_name="Ann")
    assert house.tables.running() == [here, there, alone]
    assert house.tables.running(guild_id=7) == [there]
    assert house.tables.running(channel_id=9) == [alone]
    assert house.tables.running(guild_id=7, channel_id=9) == []


async def test_get_finds_tables_in_any_state(house: House) -> None:
    table = await house.started()
    number = table.facts.id
    assert await house.tables.get(number) is table
    await table.close(ANN)
    assert await house.tables.get(number) is table
    facts = table.facts
    del table
    house.changes.clear()
    gc.collect()
    again = await house.tables.get(number)
    assert again.facts == facts
    assert (await again.view(None)).turn == facts.turn
    with refused("no-such-table"):
        await house.tables.get(number + 1)


async def test_two_who_ask_for_an_ended_table_get_the_same(house: House) -> None:
    table = await house.lobby()
    number = table.facts.id
    await table.close(ANN)
    house = await house.restarted()
    one, other = await asyncio.gather(house.tables.get(number), house.tables.get(number))
    assert one is other


async def test_rules_of_a_table_that_are_unknown(house: House) -> None:
    table = await house.lobby()
    table._live.facts = replace(table.facts, preset="canasta")
    with pytest.raises(RuleViolation):
        _ = table.rules


async def test_names_are_kept_clean(house: House) -> None:
    table = await house.open()
    await table.join(BEN, "Ben\n# dealer 3\u202e" + "x" * 200)
    name = table.facts.seats[1].name
    assert len(name) == 100
    assert name.startswith("Ben # dealer 3xxx")
    await table.join(CEES, "\x00\u202e \n")
    assert table.facts.seats[2].name == "?"
    await house.check(table)


async def test_nothing_is_taken_by_a_house_that_closes(house: House) -> None:
    table = await house.lobby()
    await house.tables.close()
    with refused("closing"):
        await table.leave(BEN)
    with refused("closing"):
        await house.open()
    assert NAMES[BEN] in [seat.name for seat in table.facts.seats]


async def test_the_host_chooses_how_well_the_robots_play(house: House) -> None:
    table = await house.open()
    await table.add_robot(ANN)
    await table.set_robots(ANN, "steady")
    await table.join(BEN, "Ben", 1)
    await table.add_robot(ANN)
    assert {seat.robot for seat in table.facts.seats} == {"steady"}
    with refused("not-host"):
        await table.set_robots(BEN, "easy")
    with refused("no-such-robot"):
        await table.set_robots(ANN, "perfect")
    await table.start(ANN)
    await table.leave(BEN)
    assert {seat.robot for seat in table.facts.seats} == {"steady"}
    with refused("already-started"):
        await table.set_robots(ANN, "easy")
