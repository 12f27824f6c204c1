"""The lobby: sitting down, robots, options, starting; by pressing."""

from __future__ import annotations

from functools import partial

import pytest

from bot.robots.kinds import HERE, Problem
from bot.tables.errors import TableError
from bot.tables.model import Pace, State
from bot.tables.table import Table
from playground import reading
from playground.people import Person
from tests.e2e.house import House
from tests.e2e.options_panel import Panel
from tests.robots.made_ready import being_made_ready

FULL = "All seats are taken. Find other tables with `/table list`, or open one with `/table open`."


async def pressed(house: House, person: Person, table: Table, label: str) -> list[str]:
    """Press a button of the lobby; what the person is told for it, if anything."""
    known = len(house.whispers(person))
    invocation = await house.press(person, house.lobby(table), label)
    await house.settled()
    assert invocation.state == "answered", invocation.error
    return [reading.text(one) for one in house.whispers(person)[known:]]


async def test_seats_fill_and_empty(house: House) -> None:
    ann, bram, *_ = house.people()
    table = await house.open_table(ann)
    assert "Waiting for 3 more players." in reading.text(house.lobby(table))
    assert await pressed(house, bram, table, "Join") == []
    assert "2. **Bram** · cards by direct message" in reading.text(house.lobby(table))
    assert "You have a seat at table 1" in reading.text(house.hand(bram))
    assert await pressed(house, ann, table, "Add a robot") == []
    assert "3. " in reading.text(house.lobby(table))
    assert await pressed(house, ann, table, "Remove a robot") == []
    (question,) = await pressed(house, bram, table, "Leave")
    assert question == f"Table 1 in <#{house.cards}>: leave it? Your seat becomes free."
    assert "Bram" in reading.text(house.lobby(table))
    assert await house.say_yes(bram) == "You've left table 1."
    text = reading.text(house.lobby(table))
    assert "Bram" not in text and "robot" not in text
    assert bram.messages(bram.open_direct_messages()["id"]) == []


async def test_wrong_steps_are_refused_in_a_sentence(house: House) -> None:
    ann, bram, *_ = house.people()
    table = await house.open_table(ann)
    before = table.facts
    assert await pressed(house, ann, table, "Join") == ["You're already sitting at this table."]
    assert await pressed(house, bram, table, "Leave") == ["You don't have a seat at this table."]
    for label in ("Add a robot", "Options", "Fill with robots and start"):
        assert await pressed(house, bram, table, label) == ["Only the table's host can do that."]
    start = await house.forge(ann, house.lobby(table), f"hh:start:{before.id}:0:")
    assert start == ["Some seats are still empty: wait for more players or add robots. Seats left: 3."]
    robot = await house.forge(ann, house.lobby(table), f"hh:remove-robot:{before.id}:0:")
    assert robot == ["That seat isn't free: you can only take over a robot's seat."]
    assert table.facts == before


async def test_a_full_table_takes_nobody_else(house: House) -> None:
    *four, late = (*house.people(), house.server.people.add("Eve"))
    table = await house.open_table(four[0], *four[1:])
    assert reading.find_button(house.lobby(table), "Join").disabled
    said = await house.forge(late, house.lobby(table), f"hh:join:{table.facts.id}:0:")
    assert said == [house.mentioned(FULL)]
    assert len(table.facts.seats) == 4


async def test_the_table_passes_to_the_next_person_and_closes_with_the_last(house: House) -> None:
    ann, bram, *_ = house.people()
    table = await house.open_table(ann, bram)
    await pressed(house, ann, table, "Add a robot")
    await pressed(house, ann, table, "Leave")
    await house.say_yes(ann)
    assert "**Bram** · host" in reading.text(house.lobby(table))
    lobby = house.lobby(table)
    (question,) = await pressed(house, bram, table, "Leave")
    assert "There's nobody else, so it closes." in question
    await house.say_yes(bram)
    assert table.facts.state is State.CLOSED
    closed = bram.message(lobby["id"])
    assert "table 1 was closed before it started" in reading.text(closed)
    assert reading.buttons(closed) == []
    assert await house.forge(bram, closed, f"hh:join:{table.facts.id}:0:") == [
        house.mentioned("This table is closed. Open a new one with `/table open`.")
    ]


async def test_robots_alone_do_not_play(house: House) -> None:
    """Where the host gives away the only person's seat, there is nobody to play for."""
    (ann,) = house.people()[:1]
    table = await house.open_table(ann, robots=2)
    await house.reply(ann, "table replace", {"player": 0})
    assert table.facts.state is State.CLOSED
    with pytest.raises(TableError, match="table-closed"):
        await table.start(ann.id)


@pytest.fixture
async def panel(house: House) -> Panel:
    (ann,) = house.people()[:1]
    panel = Panel(house, ann, await house.open_table(ann))
    await panel.open()
    return panel


async def test_game_players_and_clock_are_chosen(house: House, panel: Panel) -> None:
    await panel.choose("set-preset", "kingen-iwwa")
    await panel.choose("set-players", "5")
    await panel.choose("set-pace", "60s")
    facts = panel.table.facts
    assert (facts.preset, facts.players, facts.pace) == ("kingen-iwwa", 5, Pace.MINUTE)
    text = reading.text(house.lobby(panel.table))
    assert "Kingen (IWWA rules)" in text and "60 seconds a turn" in text and "5. *free*" in text
    await panel.choose("set-players", "3")
    assert "Waiting for 2 more players." in reading.text(house.lobby(panel.table))


async def test_every_value_of_every_option_can_be_chosen(panel: Panel) -> None:
    """Each is listed, or refused with a sentence where it does not go with the others."""
    await panel.choose("set-preset", "kingen-iwwa")
    picked = next(one for one in reading.selects(panel.message) if ":pick-option:" in one.custom_id)
    assert len(picked.options) == len(panel.table.rules.preset.options)
    for label, option in picked.options:
        await panel.choose("pick-option", option)
        values = next(one for one in reading.selects(panel.message) if ":set-option:" in one.custom_id)
        assert values.placeholder.startswith(f"{label} · ")
        for _, value in values.options:
            await panel.choose("set-option", value)
            assert panel.table.rules[option] == value or "⚠️" in panel.text
    await panel.house.press(panel.host, panel.message, "Back to standard rules")
    await panel.house.settled()
    assert panel.table.rules.changed == {}


async def test_a_value_out_of_range_is_refused_and_the_old_one_kept(house: House, panel: Panel) -> None:
    await panel.type("batches", "4-5-4")
    assert panel.table.rules["batches"] == "4-5-4"
    assert "Cards at a time: 4-5-4" in reading.text(house.lobby(panel.table))
    for value in ("9-9-9", "0-13", "-", "thirteen", "1" * 40, "４-5-4"):
        await panel.type("batches", value)
        assert "⚠️ Cards at a time can't be" in panel.text
        assert panel.table.rules["batches"] == "4-5-4"
    await panel.type("sole-card", "TD")
    for value in ("XX", "KH KH", "1H"):
        await panel.type("sole-card", value)
        assert f"⚠️ Sole penalty card can't be {value} here." in panel.text
        assert panel.table.rules["sole-card"] == "TD"


async def test_an_option_that_is_not_for_so_many_players(house: House, panel: Panel) -> None:
    """It is not offered; a panel that was open before says so."""
    await panel.choose("pick-option", "king-of-hearts-points")
    other = Panel(house, panel.host, panel.table)
    await other.open()
    await other.choose("set-players", "3")
    picked = next(one for one in reading.selects(other.message) if ":pick-option:" in one.custom_id)
    assert "king-of-hearts-points" not in [value for _, value in picked.options]
    await panel.choose("set-option", "4")
    assert "⚠️ Points for the king of hearts isn't available with this number of players." in panel.text
    assert panel.table.rules.changed == {}


async def test_options_that_do_not_fit_any_longer_go(panel: Panel) -> None:
    await panel.set("king-of-hearts-points", "4")
    assert panel.table.rules["king-of-hearts-points"] == "4"
    await panel.choose("set-players", "3")
    assert "king-of-hearts-points" not in panel.table.rules.changed


async def test_fewer_players_than_sit_there(house: House, panel: Panel) -> None:
    for _ in range(3):
        await pressed(house, panel.host, panel.table, "Add a robot")
    await panel.choose("set-players", "3")
    assert "⚠️ There are 4 players here, and that game is for 3: somebody has to leave first." in panel.text


async def test_a_panel_left_open_after_the_start(house: House, panel: Panel) -> None:
    for _ in range(3):
        await pressed(house, panel.host, panel.table, "Add a robot")
    await pressed(house, panel.host, panel.table, "Start")
    custom_id = next(one.custom_id for one in reading.selects(panel.message) if ":set-pace:" in one.custom_id)
    invocation = await (await panel.host.select(panel.id, custom_id, ["30s"])).done()
    await house.settled()
    assert invocation.state == "answered"
    assert reading.text(house.whispers(panel.host)[-1]) == "The game has already started."
    assert panel.table.facts.pace is Pace.NONE


async def test_robots_that_fill_the_table_start_it_at_once(house: House) -> None:
    (ann,) = house.people()[:1]
    table = await house.open_table(ann, robots=3)
    assert table.facts.state is State.PLAYING
    message, _ = await house.offered(ann, "hh:act:")
    assert [one.filename for one in reading.pictures(house.server, message)] == ["hand.png"]
    assert "Deal 1 of" in reading.text(house.lobby(table))


async def test_too_many_robots_for_the_seats(house: House) -> None:
    (ann,) = house.people()[:1]
    said = await house.reply(ann, "table open", {"robots": 4})
    assert said == house.mentioned(FULL)
    assert house.bot.tables.running() == []


async def test_nobody_hosts_too_many_tables(house: House) -> None:
    (ann,) = house.people()[:1]
    for _ in range(10):
        await house.open_table(ann)
    assert "You're already hosting 10 unfinished tables" in await house.reply(ann, "table open")
    assert len(house.bot.tables.running()) == 10


async def test_robots_fill_the_table_and_start_it_in_one_press(house: House) -> None:
    ann, bram, *_ = house.people()
    table = await house.open_table(ann, bram)
    assert await pressed(house, ann, table, "Fill with robots and start") == []
    assert table.facts.state is State.PLAYING
    assert sum(seat.user_id is None for seat in table.facts.seats) == 2
    assert "Deal 1 of" in reading.text(house.lobby(table))


async def test_start_pressed_twice_is_one_sentence(house: House) -> None:
    (ann,) = house.people()[:1]
    table = await house.open_table(ann)
    start = reading.find_button(house.lobby(table), "Fill with robots and start").custom_id
    await pressed(house, ann, table, "Fill with robots and start")
    seats = table.facts.seats
    assert await house.forge(ann, house.lobby(table), start) == ["The game has already started."]
    assert table.facts.seats == seats


async def test_a_full_table_offers_start_alone(house: House) -> None:
    ann, *others = house.people()
    table = await house.open_table(ann, *others)
    labels = [one.label for one in reading.buttons(house.lobby(table))]
    assert "Start" in labels and "Fill with robots and start" not in labels


async def test_it_starts_in_the_panel_of_options_too(house: House, panel: Panel) -> None:
    await panel.choose("set-players", "3")
    await house.press(panel.host, panel.message, "Fill with robots and start")
    await house.settled()
    assert (panel.table.facts.state, panel.table.facts.players) == (State.PLAYING, 3)
    assert panel.text == "The game at table 1 has started."
    assert reading.pictures(house.server, house.hand(panel.host))


async def test_a_seat_left_meanwhile_is_not_filled_unasked(house: House) -> None:
    """The panel said *Start*, with everybody there: it tells beside the button who is missing."""
    ann, *others = house.people()
    table = await house.open_table(ann, *others)
    panel = Panel(house, ann, table)
    await panel.open()
    await pressed(house, others[0], table, "Leave")
    await house.say_yes(others[0])
    await house.press(ann, panel.message, "Start")
    await house.settled()
    assert table.facts.state is State.LOBBY
    *_, last = panel.text.split("⚠️")
    assert "Some seats are still empty" in last


async def test_a_warning_stands_below_what_it_is_about(house: House, panel: Panel) -> None:
    for _ in range(3):
        await pressed(house, panel.host, panel.table, "Add a robot")
    await panel.choose("set-players", "3")
    (container,) = panel.message["components"]
    rows = container["components"]
    warned = next(number for number, row in enumerate(rows) if "⚠️" in str(row.get("content")))
    assert ":set-players:" in str(rows[warned - 1])


async def test_the_host_chooses_how_well_each_robot_plays(house: House, panel: Panel) -> None:
    lines = partial(robots_in, house, panel.table)
    for _ in range(2):
        await pressed(house, panel.host, panel.table, "Add a robot")
    assert lines() == [
        "2. Mimi · easy robot, plays like a beginner", "3. Nino · easy robot, plays like a beginner",
    ]  # fmt: skip
    await panel.open()
    await panel.choose("set-robot", "2-strong")
    assert lines() == [
        "2. Mimi · easy robot, plays like a beginner", "3. Magnus · strong robot, the best I can do",
    ]  # fmt: skip
    await panel.choose("set-robot", "3-teacher")  # on a seat that was free
    assert lines()[2] == "4. Minerva · teaching robot, comments"
    (single,) = (one for one in reading.selects(panel.message) if ":set-robot:" in one.custom_id)
    assert ("Magnus → steady robot", "2-steady") in single.options
    assert not [value for _, value in single.options if value.startswith(("0-", "4-")) or value == "2-strong"]
    await panel.choose("set-robots", "steady")
    assert [seat.robot for seat in panel.table.facts.seats] == ["steady"] * 4
    await house.press(panel.host, panel.message, "Start")
    await house.settled()
    assert panel.table.facts.state is State.PLAYING


async def test_robots_that_cannot_be_had_are_not_offered(house: House, panel: Panel) -> None:
    await pressed(house, panel.host, panel.table, "Add a robot")
    before = panel.table.facts
    with being_made_ready():
        HERE.failed(Problem.MISSING)
        await panel.choose("set-robots", "strong")  # in a panel of before
        assert "⚠️ I can't run these robots here at the moment. Choose others." in panel.text
        assert panel.table.facts == before
        offered = [one.options for one in reading.selects(panel.message) if ":set-robot" in one.custom_id]
        assert len(offered) == 3  # all robots, one, and their pace
        assert not {"strong", "teacher"} & {value.rpartition("-")[2] for one in offered for _, value in one}


def robots_in(house: House, table: Table) -> list[str]:
    """The lines of a lobby that tell of robots."""
    return [line for line in reading.text(house.lobby(table)).split("\n") if "robot" in line]
