"""Acting in the game: whose turn it is, old buttons, the same button twice, the ends of deal and game."""

from __future__ import annotations

import asyncio

import pytest

from bot.engine.cards import ACTION_TEXTS, PASS, members
from bot.engine.game import AWAITS_DECK, OVER, DealEnded, GameEnded, TrickTaken
from bot.tables.errors import StaleAction, TableError
from bot.tables.model import State
from tests.tables.house import ANN, BEN, EVA, FRED, House, lowest, mover, people, play, press, refused


async def test_an_act_is_stored_and_shown(house: House) -> None:
    table = await house.started()
    turn, seq = table.facts.turn, table.facts.seq
    assert turn is not None
    person, _, action = await press(table)
    entry = (await house.stored.tables.log(table.facts.id))[-1]
    assert (entry.seq, entry.line, entry.user_id) == (seq, f"{turn} {ACTION_TEXTS[action]}", person)
    assert entry.at == house.time.now()
    change = house.changes[-1]
    assert (change.seat, change.action, change.seats_changed) == (turn, action, False)
    assert (change.before.seq, change.after.seq) == (seq, seq + 1)
    assert (await table.view(None)).trick.cards == (action,)
    await house.check(table)


async def test_only_whose_turn_it_is_may_act(house: House) -> None:
    table = await house.started()
    other = next(person for person in people(table) if person != mover(table))
    with refused("not-your-turn"):
        await table.act(other, table.facts.seq, lowest(await table.view(table.facts.turn)))
    with refused("not-seated"):
        await table.act(FRED, table.facts.seq, 0)
    with refused("not-deal-end"):
        await table.ready(mover(table))
    await house.check(table)


async def test_what_the_rules_refuse_is_illegal(house: House) -> None:
    table = await house.started()
    view = await table.view(table.facts.turn)
    not_held = next(card for card in range(52) if not view.hand >> card & 1)
    for action in (not_held, PASS, len(ACTION_TEXTS), -1, 10**9):
        with pytest.raises(TableError) as caught:
            await table.act(mover(table), table.facts.seq, action)
        assert caught.value.code == "illegal"
        assert set(caught.value.details) == {"reason"}
    assert table.facts.seq == 1
    await house.check(table)


async def test_a_card_that_does_not_follow_suit_says_so(house: House) -> None:
    table = await house.started()
    while True:
        view = await table.view(table.facts.turn)
        if held := [card for card in members(view.hand) if not view.legal >> card & 1]:
            break
        await press(table)
    with refused("illegal", reason="follow-suit"):
        await table.act(mover(table), table.facts.seq, held[0])


async def test_the_same_act_delivered_twice_changes_nothing(house: House) -> None:
    table = await house.started()
    pressed = await press(table)
    facts, shown = table.facts, len(house.changes)
    await table.act(*pressed)
    await press(table)
    await press(table)
    await table.act(*pressed)
    assert (table.facts.seq, len(house.changes)) == (facts.seq + 2, shown + 2)
    await house.check(table)


async def test_the_same_act_twice_at_once(house: House) -> None:
    table = await house.started()
    pressed = (mover(table), table.facts.seq, lowest(await table.view(table.facts.turn)))
    await asyncio.gather(*(table.act(*pressed) for _ in range(5)))
    assert table.facts.seq == 2
    await house.check(table)


async def test_an_old_button_is_stale(house: House) -> None:
    table = await house.started()
    person, seq, action = await press(table)
    facts = table.facts
    with pytest.raises(StaleAction):
        await table.act(person, seq, action + 1)
    other = mover(table)
    with pytest.raises(StaleAction):
        await table.act(other, seq, action)
    with pytest.raises(StaleAction):
        await table.act(other, facts.seq + 1, lowest(await table.view(facts.turn)))
    assert table.facts == facts


async def test_the_next_deal_waits_for_everyone(house: House) -> None:
    table = await house.started()
    await play(house, table, deals=1)
    assert table.facts.turn == AWAITS_DECK
    (ended,) = [event for event in house.changes[-1].events if isinstance(event, DealEnded)]
    assert ended.result.deal == 0
    assert any(isinstance(event, TrickTaken) for event in house.changes[-1].events)
    seq = table.facts.seq
    *others, last = people(table)
    for person in others:
        await table.ready(person, seq)
        await table.ready(person)
    assert [seat.ready for seat in table.facts.seats].count(True) == 3
    assert (table.facts.turn, table.facts.seq) == (AWAITS_DECK, seq)
    await house.check(table)
    shown = len(house.changes)
    await table.ready(last, seq)
    assert len(house.changes) == shown + 1, "ready and deck are one step"
    assert (table.facts.seq, table.facts.turn) == (seq + 1, (await table.view(None)).turn)
    assert not any(seat.ready for seat in table.facts.seats)
    assert (await house.stored.tables.log(table.facts.id))[-1].line.startswith("deck ")
    with pytest.raises(StaleAction):
        await table.ready(last, seq)
    with refused("not-seated"):
        await table.ready(FRED)
    await house.check(table)


async def test_nobody_acts_between_deals(house: House) -> None:
    table = await house.started()
    await play(house, table, deals=1)
    with refused("not-your-turn"):
        await table.act(ANN, table.facts.seq, 0)


async def test_a_finished_game(house: House) -> None:
    table = await house.started(people=1, robots=3)
    await play(house, table)
    assert (table.facts.state, table.facts.turn) == (State.FINISHED, OVER)
    end = house.changes[-1].events[-1]
    assert isinstance(end, GameEnded)
    for request in (
        table.act(ANN, table.facts.seq, 0),
        table.ready(ANN),
        table.leave(ANN),
        table.take_seat(BEN, "Ben", 1),
        table.replace(ANN, 1, BEN, "Ben"),
        table.im_back(ANN),
        table.adjourn(ANN),
        table.resume(ANN),
        table.close(ANN),
        table.join(BEN, "Ben"),
        table.start(ANN),
    ):
        with refused("table-over"):
            await request
    assert (await table.view(0)).points == end.points


async def test_the_last_card_twice(house: House) -> None:
    table = await house.started(people=4)
    await play(house, table, deals=9)
    for person in people(table):
        await table.ready(person)
    await play(house, table, moves=51)
    pressed = await press(table)
    assert table.facts.state is State.FINISHED
    await table.act(*pressed)
    with refused("table-over"):
        await table.act(pressed[0], pressed[1], pressed[2] ^ 1)


async def test_a_view_is_its_seat_s_own(house: House) -> None:
    table = await house.started()
    hands = [(await table.view(seat)).hand for seat in range(4)]
    assert sum(hands) == (1 << 52) - 1
    assert (await table.view(None)).hand == 0
    for seat in (4, -1):
        with refused("no-such-seat"):
            await table.view(seat)


async def test_a_full_mailbox_refuses_people(house: House) -> None:
    table = await house.started()
    house.store.gate = asyncio.Event()
    pressed = (mover(table), table.facts.seq, lowest(await table.view(table.facts.turn)))
    deliveries = [asyncio.create_task(table.act(*pressed)) for _ in range(100)]
    await house.store.waiting.wait()
    house.store.gate.set()
    answers = await asyncio.gather(*deliveries, return_exceptions=True)
    codes = [answer.code if isinstance(answer, TableError) else answer for answer in answers]
    assert set(codes) == {None, "busy"}
    assert codes.count("busy") == 36
    await house.check(table)


async def test_a_cancelled_caller_does_not_cancel_the_commit(house: House) -> None:
    table = await house.started()
    house.store.gate = asyncio.Event()
    action = lowest(await table.view(table.facts.turn))
    caller = asyncio.create_task(table.act(mover(table), table.facts.seq, action))
    await house.store.waiting.wait()
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    house.store.gate.set()
    await house.tables.quiet()
    assert table.facts.seq == 2
    assert house.changes[-1].action == action
    await house.check(table)


async def test_a_cancelled_opener_does_not_lose_the_table(house: House) -> None:
    house.store.gate = asyncio.Event()
    caller = asyncio.create_task(house.open())
    await house.store.waiting.wait()
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    house.store.gate.set()
    await house.store.created.wait()
    (table,) = house.tables.running()
    assert [one.facts for one in await house.stored.tables.unfinished()] == [table.facts]


async def test_a_listener_that_fails_does_not_break_the_table(house: House, caplog) -> None:
    table = await house.started()
    house.listener_error = ValueError("QH KH AH")
    await press(table)
    assert table.facts.seq == 2
    (line,) = [record.getMessage() for record in caplog.records]
    assert line.startswith(f"table {table.facts.id}: showing a change failed: ValueError < ")
    assert "house.py" in line and " _listen < " in line
    assert "QH" not in caplog.text
    await house.check(table)


async def test_the_person_who_took_a_seat_is_asked_for_it(house: House) -> None:
    table = await house.started(people=1, robots=3)
    seat = next(number for number, seat in enumerate(table.facts.seats) if seat.user_id is None)
    await table.take_seat(EVA, "Eva", seat)
    while mover(table) != EVA:
        await press(table)
        await house.tables.quiet()
    await press(table)
    await house.tables.quiet()
    await house.check(table)
