"""Asking why cards were played: whose leave it takes, which cards there are, and through whose eyes."""

from __future__ import annotations

import pytest

from bot.engine.cards import ACTION_TEXTS
from bot.tables.asking import cards_played, deal_is_over, eyes, is_allowed, is_alone, undecided
from bot.tables.errors import TableError
from bot.tables.table import Table
from tests.tables.house import ANN, BEN, EVA, House, people, play, refused


async def everybody_allows(table: Table) -> None:
    for person in people(table):
        await table.allow_why(person, True)


async def test_it_takes_the_leave_of_all_people_until_one_takes_theirs_back(house: House) -> None:
    table = await house.started(people=3, robots=1)
    assert not is_alone(table.facts) and not is_allowed(table.facts)
    await table.allow_why(ANN, True)
    await table.allow_why(ANN, True)
    assert not is_allowed(table.facts) and len(undecided(table.facts)) == 2
    await everybody_allows(table)
    assert is_allowed(table.facts)
    await house.check(table)
    await table.allow_why(BEN, False)
    assert not is_allowed(table.facts)
    assert [seat.user_id for seat in undecided(table.facts)] == [BEN]
    await house.check(table)


async def test_leave_outlives_a_restart_and_goes_with_who_gave_it(house: House) -> None:
    table = await house.started()
    await everybody_allows(table)
    again = await house.restarted()
    await again.tables.recover()
    (table,) = again.tables.running()
    assert is_allowed(table.facts)
    seat = table.facts.seat_of(BEN)
    assert seat is not None
    await table.leave(BEN)
    assert is_allowed(table.facts) and len(people(table)) == 3
    await table.take_seat(EVA, "Eva", seat)
    assert [one.user_id for one in undecided(table.facts)] == [EVA]


async def test_who_plays_with_robots_alone_needs_nobodys_leave(house: House) -> None:
    table = await house.started(people=1, robots=3)
    assert is_alone(table.facts) and is_allowed(table.facts)


async def test_only_who_sits_there_is_asked(house: House) -> None:
    table = await house.started()
    with refused("not-seated"):
        await table.allow_why(EVA, True)
    lobby = await house.lobby()
    with refused("table-not-started"):
        await lobby.allow_why(ANN, True)


async def test_cards_are_the_inputs_that_played_them(house: House) -> None:
    table = await house.started()
    await play(house, table, moves=6)
    cards = cards_played(table.facts, await table.view(0))
    log = await house.stored.tables.log(table.facts.id)
    assert len(cards) == 6 and [one.ply for one in cards] == list(range(6))
    for one in cards:
        assert log[one.number].line == f"{one.seat} {ACTION_TEXTS[one.card]}"
        before = await table.view_before(one.number, one.seat)
        assert before is not None and before.turn == one.seat and before.legal >> one.card & 1
        assert before.hand_sizes[one.seat] == 13 - one.ply // 4
    assert await table.view_before(table.facts.seq, 0) is None
    assert await table.view_before(0, 0) is None
    with refused("no-such-seat"):
        await table.view_before(1, 4)


async def test_during_a_deal_through_ones_own_eyes_and_after_it_through_the_players(house: House) -> None:
    table = await house.started()
    await play(house, table, moves=3)
    view = await table.view(0)
    assert {eyes(table.facts, view, 2, one) for one in cards_played(table.facts, view)} == {2}
    await play(house, table, deals=1)
    view = await table.view(0)
    cards = cards_played(table.facts, view)
    assert deal_is_over(view) and len(cards) == 52
    assert all(eyes(table.facts, view, 2, one) == one.seat for one in cards)


async def test_cards_that_nobody_has_seen_stay_hidden_until_the_game_is_over(house: House) -> None:
    table = await house.started(options={"early-stop": "decided"}, preset="dubbelkingen")
    for _ in range(20):
        view = await table.view(0)
        if deal_is_over(view) and sum(view.hand_sizes):
            break
        await play(house, table, deals=1)
    else:
        pytest.fail("no deal has ended early")
    for one in cards_played(table.facts, view):
        assert eyes(table.facts, view, 2, one) == 2
    await play(house, table)
    view = await table.view(0)
    assert all(eyes(table.facts, view, 2, one) == one.seat for one in cards_played(table.facts, view))


async def test_a_table_that_has_not_begun_has_no_cards(house: House) -> None:
    lobby = await house.lobby()
    with pytest.raises(TableError, match="table-not-started"):
        await lobby.view_before(1, 0)
