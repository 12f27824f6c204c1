"""Time is up: robots play a game to its end, or it ends at once where every deal adds up to 0; and whatever
tells it again agrees."""

from __future__ import annotations

import asyncio
import io
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot import dealing
from bot.engine import record
from bot.engine.game import AWAITS_DECK, OVER, GameEnded
from bot.engine.registry import make_rules, presets
from bot.ops.backup import backup, retell
from bot.tables import recovery
from bot.tables.model import Invited, Notice, Pace, State
from bot.tables.recovery import can_be_cut_short
from bot.tables.table import Table
from data.rebuild import make_again
from tests.data.databases import rows_of
from tests.tables.house import ANN, BEN, CEES, House, play, press, refused
from tests.tables.test_leagues import founded

SEATS = (Invited(BEN, "Ben"), None, Invited(ANN, "Ann"), None)
SHORT: dict[str, Any] = {"preset": "whist-walloon", "options": {"deals": "4"}}


async def begun(house: House, **choices: Any) -> Table:
    table = await house.tables.open_with_seats(
        "Friday, table 1", SEATS, guild_id=1, channel_id=2, place="12.1.1.1", **choices
    )
    await table.begin()
    await house.tables.quiet()
    return table


async def to_mid_deal(house: House, table: Table, *, deals: int) -> None:
    """So many scored deals, and some moves of the next."""
    while sum(one.points is not None for one in (await table.view(None)).results) < deals:
        await play(house, table, deals=1)
    await play(house, table, moves=3)
    assert table.facts.turn is not None and table.facts.turn >= 0


# Robots play it to its end


async def test_robots_play_to_the_end_and_the_people_have_the_result(house: House, tmp_path: Path) -> None:
    table = await begun(house, preset="kingen", pace=Pace.MINUTE)
    await play(house, table, moves=3)
    await table.finish_by_robots()
    assert table.facts.time_up and house.changes[-1].seats_changed
    await house.calm()
    facts = table.facts
    assert (facts.state, facts.notice) == (State.FINISHED, "")
    assert [seat.user_id for seat in facts.seats] == [BEN, None, ANN, None]
    found = rows_of(tmp_path / "tables.sqlite3", "SELECT user_id FROM results ORDER BY seat")
    assert [user_id for (user_id,) in found] == [BEN, None, ANN, None]
    assert await rebuilt_equal(house)
    await house.check(table)


async def test_it_takes_a_robot_s_shortest_pause_a_card_and_none_between_deals(stored, time) -> None:
    house = House(stored, time, robot_pause=1.0, draw=lambda: 0.5)
    table = await begun(house, **SHORT)
    await table.finish_by_robots()
    until = 4 * 52 * 2 * 0.3 + 30  # even were each card the last of its trick; some bids besides
    await house.wait(until)
    assert table.facts.state is State.FINISHED
    await house.tables.close()


async def test_between_two_deals_the_next_is_dealt_at_once(house: House) -> None:
    table = await begun(house, **SHORT)
    await play(house, table, deals=1)
    assert table.facts.turn == AWAITS_DECK
    seq = table.facts.seq
    house.changes.clear()
    await table.finish_by_robots()
    assert house.changes[0].after.seq > seq and house.changes[0].after.turn != AWAITS_DECK


async def test_nobody_acts_comes_back_or_sits_down_any_more(stored, time) -> None:
    house = House(stored, time, robot_pause=1.0)
    table = await begun(house, preset="kingen")
    await table.finish_by_robots()
    changes = len(house.changes)
    await table.finish_by_robots()
    assert len(house.changes) == changes, "twice is once"
    for request in (
        table.act(ANN, table.facts.seq, 0),
        table.act(ANN, 0, 0),
        table.take_rest(ANN, table.facts.seq),
        table.ready(ANN),
        table.queue(ANN, table.facts.seq, 0),
        table.nudge(ANN),
        table.emote(ANN, "wow"),
        table.im_back(ANN),
        table.take_seat(CEES, "Cees", 1),
        table.replace(CEES, 0, CEES, "Cees", force=True),
    ):
        with refused("table-time-up"):
            await request
    with refused("not-adjourned"):
        await table.resume(ANN)
    assert table.facts.state is State.PLAYING
    await house.tables.close()


async def test_an_adjourned_game_goes_on_and_who_left_has_left(house: House) -> None:
    table = await begun(house, **SHORT)
    await table.leave(ANN)
    await table.leave(BEN)
    assert table.facts.state is State.ADJOURNED
    await table.finish_by_robots()
    await house.calm()
    assert table.facts.state is State.FINISHED
    assert {seat.user_id for seat in table.facts.seats} == {None}


async def test_after_a_restart_robots_play_on(stored, time) -> None:
    house = House(stored, time, robot_pause=1.0)
    table = await begun(house, **SHORT)
    await table.finish_by_robots()
    house = await house.restarted(robot_pause=0.0)
    assert await house.tables.recover() == 1
    (again,) = house.tables.running()
    assert again.facts == table.facts and again.facts.time_up
    await house.calm()
    assert again.facts.state is State.FINISHED
    rematch, _ = await house.tables.rematch(again.facts.id, ANN, "Ann")
    assert not rematch.facts.time_up and rematch.facts.robot_pace == table.facts.robot_pace
    await house.tables.close()


async def test_in_a_lobby_there_is_nothing_to_finish(house: House) -> None:
    table = await house.tables.open_with_seats("1", SEATS, guild_id=1, channel_id=2)
    with refused("table-not-started"):
        await table.finish_by_robots()


# Cut short


def test_what_can_be_cut_short_is_colour_whist_alone() -> None:
    found = {
        preset.family
        for preset in presets()
        for players in preset.players
        if can_be_cut_short(make_rules(preset.name, players, {}))
    }
    assert found == {"whist"}
    whist = [preset for preset in presets() if preset.family == "whist"]
    assert whist and all(can_be_cut_short(make_rules(one.name, 4, {})) for one in whist)


@pytest.mark.parametrize("midst", [True, False])
async def test_the_deals_that_were_scored_are_the_result(house: House, tmp_path: Path, midst: bool) -> None:
    club = await founded(house, BEN, preset="whist-walloon", options={"deals": "4"})
    table = await begun(house, counting=await club.counting(), preset=club.rules)
    if midst:
        await to_mid_deal(house, table, deals=2)
    else:
        while sum(one.points is not None for one in (await table.view(None)).results) < 2:
            await play(house, table, deals=1)
    before = await table.view(None)
    assert any(before.points) and sum(before.points) == 0
    await table.cut_short()
    facts = table.facts
    assert (facts.state, facts.notice, facts.turn) == (State.FINISHED, Notice.CUT_SHORT, OVER)
    assert facts.is_cut_short and facts.deadline is None
    (ended,) = house.changes[-1].events
    assert isinstance(ended, GameEnded) and ended.points == before.points
    view = await table.view(None)
    assert (view.points, view.turn, view.phase) == (before.points, OVER, "over")
    assert view.results == before.results
    assert view.tricks == before.results[-1].played, "the deal in play is none any more"
    with refused("table-over"):
        await table.cut_short()
    await house.check(table)

    # the result, the season's game and the rebuild agree
    path = tmp_path / "tables.sqlite3"
    found = rows_of(path, "SELECT user_id, points FROM results ORDER BY seat")
    assert found == list(zip([BEN, None, ANN, None], before.points, strict=True))
    assert rows_of(path, "SELECT sum FROM league_games") == [(0,)]
    assert len(await house.stored.seasons.gains(facts.id)) == 2
    assert await rebuilt_equal(house)


async def test_another_process_tells_it_the_same_and_anybody_can_verify_it(
    house: House, tmp_path: Path
) -> None:
    table = await begun(house, **SHORT)
    await to_mid_deal(house, table, deals=2)
    await table.cut_short()
    view, text = await table.view(2), await table.record()
    await house.check(table)
    house = await house.restarted()
    assert await house.tables.recover() == 0
    again = await house.tables.get(table.facts.id)
    assert (again.facts, await again.view(2), await again.record()) == (table.facts, view, text)
    deal = await again.view_of_deal(len(view.results) - 1)
    assert deal is not None and deal.results == view.results
    assert await again.view_of_deal(len(view.results)) is None

    assert "\n# cut short\n" in text
    assert dealing.verify(text.encode()).discrepancies == ()
    replayed = record.replay(record.read(text.encode()))
    assert tuple(replayed.points) == view.points and replayed.turn >= 0
    await house.stored.close()
    copy = tmp_path / "copy.sqlite3"
    await asyncio.to_thread(backup, tmp_path / "tables.sqlite3", copy, io.StringIO(), io.StringIO())
    assert copy.is_file(), "verified, and kept"


async def test_before_any_deal_was_scored_it_is_called_off(house: House, tmp_path: Path) -> None:
    for moves in (0, 3):
        table = await begun(house, **SHORT) if not moves else await house.started(2, 2, **SHORT)
        for _ in range(moves):
            await press(table)
            await house.tables.quiet()
        await table.cut_short()
        assert (table.facts.state, table.facts.notice) == (State.CLOSED, Notice.CALLED_OFF)
        await house.check(table)
    assert rows_of(tmp_path / "tables.sqlite3", "SELECT * FROM results") == []


async def test_a_game_that_must_be_played_whole_is_not_cut_short(house: House) -> None:
    table = await begun(house, preset="kingen")
    await play(house, table, deals=1)
    with refused("cannot-cut-short"):
        await table.cut_short()
    assert table.facts.state is State.PLAYING


async def test_a_paused_game_is_cut_short_too_and_a_failing_store_changes_nothing(house: House) -> None:
    table = await begun(house, **SHORT)
    await to_mid_deal(house, table, deals=1)
    before = table.facts
    house.store.failing = {house.store.writes + 1}
    with refused("store-failed"):
        await table.cut_short()
    assert table.facts == before
    await table.cut_short()
    assert table.facts.is_cut_short
    await house.check(table)


async def test_facts_that_do_not_fit_the_log_are_no_game(house: House) -> None:
    table = await begun(house, **SHORT)
    entries = await house.stored.tables.log(table.facts.id)
    claimed = replace(table.facts, state=State.FINISHED, notice=Notice.CUT_SHORT, turn=OVER)
    with pytest.raises(recovery.BrokenLog):
        recovery.replay(claimed, entries)


async def rebuilt_equal(house: House) -> bool:
    """Whether all that follows from the logs is found as it is stored."""
    found = await make_again(house.stored, retell, lambda done, tables: None)
    return not found.broken and not any(one.differed for one in found.compared)
