"""Cards queued before one's turn and forced ones played for one: at the pace of robots, and nobody's
business."""

from __future__ import annotations

import logging
from random import Random
from statistics import mean
from typing import Any

import pytest

from bot.engine.cards import ACTION_TEXTS, CARD_NAMES, SUIT_MASK_OF, Card, members
from bot.engine.game import AWAITS_DECK
from bot.tables.drafts import Draft
from bot.tables.errors import StaleAction
from bot.tables.model import Pace
from bot.tables.play import QUEUE_LONGEST, stuck
from bot.tables.table import Table
from tests.tables.house import (
    ANN,
    BEN,
    CARDS,
    CEES,
    EVA,
    House,
    lowest,
    mover,
    people,
    play,
    press,
    refused,
    sealed_of,
)


async def waiting(house: House, **choices: Any) -> tuple[Table, int, int]:
    """A table of four people, one of whom is to move next but not now; their number and seat."""
    table = await house.started(**choices)
    seat = ((table.facts.turn or 0) + 1) % 4
    person = table.facts.seats[seat].user_id
    assert person is not None
    return table, person, seat


def follows(view_hand: int, led: Card) -> int:
    """What may be played to this lead where nothing else is owed."""
    return view_hand & SUIT_MASK_OF[led] or view_hand


async def queued_legal(table: Table, person: int, seat: int) -> Card:
    """Queue a card that follows what the person now to move will lead: their lowest."""
    led = lowest(await table.view(table.facts.turn))
    card = members(follows((await table.view(seat)).hand, led))[-1]
    await table.queue(person, table.facts.seq, card)
    return card


async def lines(house: House, table: Table) -> list[str]:
    return [entry.line for entry in await house.stored.tables.log(table.facts.id)]


async def test_a_queued_card_is_played_when_its_turn_comes(stored, time) -> None:
    house = House(stored, time, robot_pause=1.0)
    table, person, seat = await waiting(house)
    card = await queued_legal(table, person, seat)
    assert table.wishes(person).queued == (card,)
    await press(table)
    assert table.facts.turn == seat and table.wishes(person).queued == (card,)
    await house.wait(2.5)
    entry = (await stored.tables.log(table.facts.id))[-1]
    assert (entry.line, entry.user_id) == (f"{seat} {ACTION_TEXTS[card]}", person)
    assert table.wishes(person).queued == ()
    change = house.changes[-1]
    assert (change.seat, change.action, change.after.turn) == (seat, card, (seat + 1) % 4)
    await house.check(table)
    await house.tables.close()


async def queued_illegal(table: Table, person: int, seat: int, *, rest: int = 0) -> tuple[int, ...]:
    """Queue a card that does not follow what the person now to move will lead, and so many that do."""
    led = lowest(await table.view(table.facts.turn))
    hand = (await table.view(seat)).hand
    cards = members(hand & ~follows(hand, led))[:1] + members(follows(hand, led))[:rest]
    assert len(cards) == 1 + rest
    for card in cards:
        await table.queue(person, table.facts.seq, card)
    return cards


async def test_a_queued_card_that_is_not_legal_is_not_played_nor_any_in_its_place(house: House) -> None:
    table, person, seat = await waiting(house)
    illegal, legal, other = await queued_illegal(table, person, seat, rest=2)
    await press(table)
    await house.wait(10)
    assert (table.facts.turn, table.facts.seq) == (seat, 2)
    assert table.wishes(person).queued == (illegal, legal, other)
    assert stuck(table.wishes(person), await table.view(seat)) == illegal
    await table.act(person, 2, legal)
    assert table.wishes(person).queued == (other,), "the rest stays, in its order"
    assert stuck(table.wishes(person), await table.view(seat)) is None
    await house.check(table)


async def test_cards_are_played_in_the_order_in_which_they_were_queued(stored, time) -> None:
    """One a turn: what their player, who plays high, would have played by hand."""
    house = House(stored, time, robot_pause=1.0)
    table, person, seat = await waiting(house)
    game = table._live.game
    assert game is not None
    ahead, wanted = game.copy(), list[Card]()
    while len(wanted) < 4:
        legal = members(ahead.legal())
        if ahead.turn == seat:
            wanted.append(legal[-1])
        ahead.apply(legal[-1 if ahead.turn == seat else 0])
    for card in wanted:
        await table.queue(person, table.facts.seq, card)
    while table.wishes(person).queued:
        if table.facts.turn != seat:
            await press(table)
        else:
            await house.wait(2.5)
    told = [line for line in await lines(house, table) if line.startswith(f"{seat} ")]
    assert told == [f"{seat} {ACTION_TEXTS[card]}" for card in wanted]
    await house.check(table)
    await house.tables.close()


async def test_a_queued_card_keeps_its_place_and_each_may_be_taken_back(house: House) -> None:
    table, person, seat = await waiting(house)
    first, second, third, *_ = members((await table.view(seat)).hand)
    for card in (first, second, third, first):  # the last: a press delivered twice
        await table.queue(person, table.facts.seq, card)
    assert table.wishes(person).queued == (first, second, third)
    await table.unqueue(person, second)
    assert table.wishes(person).queued == (first, third)
    await table.unqueue(person, second)  # it is not there any longer: no error
    assert table.wishes(person).queued == (first, third)
    for card in (third, first):
        await table.unqueue(person, card)
    assert table.wishes(person).queued == ()
    await press(table)
    await house.wait(10)
    assert table.facts.turn == seat


async def test_no_more_are_queued_than_a_short_list(house: House) -> None:
    table, person, seat = await waiting(house)
    cards = members((await table.view(seat)).hand)
    for card in cards[:QUEUE_LONGEST]:
        await table.queue(person, table.facts.seq, card)
    with pytest.raises(StaleAction):
        await table.queue(person, table.facts.seq, cards[QUEUE_LONGEST])
    assert table.wishes(person).queued == cards[:QUEUE_LONGEST]


async def test_it_may_be_taken_back_while_the_pause_lasts_with_the_clock_as_it_was(stored, time) -> None:
    house = House(stored, time, robot_pause=5.0)
    table, person, seat = await waiting(house, pace=Pace.HALF_MINUTE)
    card = await queued_legal(table, person, seat)
    other = next(one for one in members((await table.view(seat)).hand) if one != card)
    await table.queue(person, table.facts.seq, other)
    await press(table)
    deadline = table.facts.deadline
    assert deadline == time.now() + 30
    await house.wait(2)
    await table.unqueue(person, card)
    assert table.wishes(person).queued == (), "the next one is not played in its place"
    await house.wait(20)
    assert (table.facts.turn, table.facts.deadline) == (seat, deadline)
    await press(table)
    await house.tables.close()


async def test_the_person_may_play_another_card_all_the_same(stored, time) -> None:
    house = House(stored, time, robot_pause=5.0)
    table, person, seat = await waiting(house)
    card = await queued_legal(table, person, seat)
    other = next(one for one in members((await table.view(seat)).hand) if one != card)
    await table.queue(person, table.facts.seq, other)
    await press(table)
    other = lowest(await table.view(seat))
    await table.act(person, table.facts.seq, other)
    assert (await lines(house, table))[-1] == f"{seat} {ACTION_TEXTS[other]}"
    assert table.wishes(person).queued == (), "they have thought of something else"
    assert other != card, "else nothing was tried"
    await house.wait(30)
    assert table.facts.turn == (seat + 1) % 4
    await house.tables.close()


async def test_a_queued_card_costs_no_time_of_the_clock(stored, time) -> None:
    """Not even where the operator's pause is longer than the pace."""
    house = House(stored, time, robot_pause=60.0)
    table, person, seat = await waiting(house, pace=Pace.HALF_MINUTE)
    card = await queued_legal(table, person, seat)
    await press(table)
    await house.wait(30)
    entry = (await stored.tables.log(table.facts.id))[2]
    assert (entry.line, entry.user_id) == (f"{seat} {ACTION_TEXTS[card]}", person)
    assert table.facts.seats[seat].missed == 0
    await house.tables.close()


async def test_a_queued_card_shows_that_one_is_here_and_a_forced_one_does_not(stored, time) -> None:
    house = House(stored, time, robot_pause=0.0)
    table = await house.started(pace=Pace.HALF_MINUTE)
    person, seat = mover(table), table.facts.turn
    assert seat is not None
    await house.wait(30)
    assert table.facts.seats[seat].missed == 1
    while (mover(table), table.facts.turn) != (person, seat):
        if table.facts.turn == (seat - 1) % 4:
            view = await table.view(table.facts.turn)
            led = view.trick.cards[0] if view.trick.cards else lowest(view)
            hand = (await table.view(seat)).hand
            await table.queue(person, table.facts.seq, members(follows(hand, led))[0])
        await press(table)
        await house.calm()
        if table.facts.seats[seat].missed == 0:
            break
    assert table.facts.seats[seat].missed == 0
    await house.tables.close()


async def test_queueing_at_one_s_turn_plays_what_is_legal(house: House) -> None:
    """The turn came while the button was being pressed."""
    table = await house.started()
    person, seat, seq = mover(table), table.facts.turn, table.facts.seq
    card = lowest(await table.view(seat))
    await table.queue(person, seq, card)
    await house.calm()
    assert (await lines(house, table))[-1] == f"{seat} {ACTION_TEXTS[card]}"
    follower, seq = mover(table), table.facts.seq
    view = await table.view(table.facts.turn)
    illegal = members(view.hand & ~view.legal)[0]
    await table.queue(follower, seq, illegal)
    await house.calm()
    assert table.facts.seq == seq and stuck(table.wishes(follower), view) == illegal
    await table.queue(follower, seq, lowest(view))
    await house.calm()
    assert table.facts.seq == seq, "it was to come after the other"


async def test_a_move_that_took_too_long_leaves_nothing_queued(house: House) -> None:
    """Their player may not be there any more."""
    table, person, seat = await waiting(house, pace=Pace.HALF_MINUTE)
    await queued_illegal(table, person, seat, rest=1)
    await press(table)
    await house.wait(30)
    assert table.facts.seq >= 3 and table.facts.seats[seat].missed == 1
    assert table.wishes(person).queued == ()


async def test_what_cannot_be_queued(house: House) -> None:
    table, person, seat = await waiting(house)
    hand = (await table.view(seat)).hand
    with pytest.raises(StaleAction):
        await table.queue(person, table.facts.seq, members(((1 << 52) - 1) & ~hand)[0])
    with pytest.raises(StaleAction):
        await table.queue(person, table.facts.seq + 1, members(hand)[0])
    with pytest.raises(StaleAction):
        await table.queue(person, table.facts.seq - 1, members(hand)[0])  # before the cards were out
    with refused("not-seated"):
        await table.queue(999, table.facts.seq, members(hand)[0])
    await table.adjourn(ANN)
    with refused("table-adjourned"):
        await table.queue(person, table.facts.seq, members(hand)[0])
    lobby = await house.lobby()
    with refused("table-not-started"):
        await lobby.queue(ANN, 0, 0)


async def test_an_old_deal_s_button_queues_nothing(house: House) -> None:
    table = await house.started()
    seq = table.facts.seq
    await play(house, table, deals=1)
    with pytest.raises(StaleAction):
        await table.queue(ANN, table.facts.seq, 0)
    for person in people(table):
        await table.ready(person)
    for person in people(table):
        view = await table.view(table.facts.seat_of(person))
        with pytest.raises(StaleAction):
            await table.queue(person, seq, members(view.hand)[0])


async def test_nothing_is_queued_while_something_else_is_chosen(house: House) -> None:
    table = await house.started(preset="whist-walloon")
    for person in people(table):
        view = await table.view(table.facts.seat_of(person))
        with pytest.raises(StaleAction):
            await table.queue(person, table.facts.seq, members(view.hand)[0])


async def test_it_does_not_outlast_the_deal(house: House) -> None:
    table = await house.started()
    while len((await table.view(None)).tricks) < 12:
        await press(table)
    *_, last = [(table.facts.turn or 0) + step for step in range(4)]
    person = table.facts.seats[last % 4].user_id
    assert person is not None
    (card,) = members((await table.view(last % 4)).hand)
    await table.queue(person, table.facts.seq, card)
    while table.facts.turn != AWAITS_DECK:
        if mover(table) != person:
            await press(table)
        await house.calm()
    assert sealed_of(table).wishes == {}
    await house.check(table)


async def test_it_goes_with_the_person(house: House) -> None:
    table, person, seat = await waiting(house)
    await queued_legal(table, person, seat)
    await table.leave(person)
    assert sealed_of(table).wishes == {}
    await table.take_seat(EVA, "Eva", seat)
    assert table.wishes(EVA).queued == ()
    await table.set_forced(EVA, True)
    await table.leave(EVA)
    assert sealed_of(table).wishes == {}


async def test_it_goes_when_the_robot_takes_over(house: House) -> None:
    """Two moves missed: what was queued for the third is no longer the person's to play."""
    table = await house.started(pace=Pace.HALF_MINUTE)
    person, seat = mover(table), table.facts.turn
    assert seat is not None
    for _ in range(2):
        await house.wait(30)
        while table.facts.turn != seat and not table.facts.seats[seat].absent:
            await press(table)
            await house.calm()
    assert table.facts.seats[seat].absent
    with refused("absent"):
        await table.queue(person, table.facts.seq, members((await table.view(seat)).hand)[0])


async def test_a_crash_loses_nothing(stored, time) -> None:
    """Queued before the crash, played after it, with a full pause; and forced cards stay forced."""
    house = House(stored, time, robot_pause=1.0)
    table, person, seat = await waiting(house)
    await table.set_forced(BEN, True)
    card = await queued_legal(table, person, seat)
    await press(table)
    again = await house.restarted()
    again.time_passes(3600)
    assert await again.tables.recover() == 1
    assert again.store.logs_read == 0
    (table,) = again.tables.running()
    assert table.wishes(person).queued == (card,) and table.wishes(BEN).plays_forced
    await again.wait(0.7)
    assert table.facts.seq == 2
    await again.wait(0.6)
    assert (await lines(again, table))[-1] == f"{seat} {ACTION_TEXTS[card]}"
    await again.check(table)
    await again.tables.close()


async def test_after_a_crash_an_unforced_turn_still_has_its_clock(stored, time) -> None:
    house = House(stored, time, robot_pause=1.0)
    table = await house.started(pace=Pace.HALF_MINUTE)
    await table.set_forced(mover(table), True)
    again = await house.restarted()
    assert await again.tables.recover() == 1
    (table,) = again.tables.running()
    await again.wait(29)
    assert table.facts.seq == 1
    await again.wait(1)
    assert table.facts.seq == 2
    await again.tables.close()


async def test_a_forced_card_is_played_for_who_wishes_so(stored, time) -> None:
    house = House(stored, time, robot_pause=1.0)
    table = await house.started()
    for person in (ANN, BEN):
        await table.set_forced(person, True)
    while table.facts.turn != AWAITS_DECK:
        view = await table.view(table.facts.turn)
        person, seq = mover(table), table.facts.seq
        await house.wait(2.5)
        forced = person in (ANN, BEN) and view.legal.bit_count() == 1
        if forced:
            entry = (await stored.tables.log(table.facts.id))[seq]
            assert (entry.user_id, entry.line) == (person, f"{view.turn} {ACTION_TEXTS[lowest(view)]}")
        elif table.facts.seq == seq:
            await press(table)
        else:
            pytest.fail("a card was played for somebody who did not wish it")
    await house.check(table)
    await house.tables.close()


async def test_turned_on_at_one_s_turn_it_takes_effect_at_once_and_off_again_it_stops(stored, time) -> None:
    house = House(stored, time, robot_pause=5.0)
    table = await house.started()
    while len((await table.view(None)).tricks) < 12:
        await press(table)
    person, seq = mover(table), table.facts.seq
    await table.set_forced(person, True)
    await house.wait(1)
    await table.set_forced(person, False)
    await house.wait(60)
    assert table.facts.seq == seq
    await table.set_forced(person, True)
    await house.calm()
    assert table.facts.seq == seq + 1
    await house.tables.close()


async def test_a_forced_pass_is_taken_too(stored, time) -> None:
    """G7: any only legal action, in an auction too."""
    house = House(stored, time)
    table = await house.started(preset="whist-walloon")
    for person in people(table):
        await table.set_forced(person, True)
    while table.facts.turn is not None and table.facts.turn >= 0:
        assert (await table.view(table.facts.turn)).legal.bit_count() > 1
        await press(table)
        await house.calm()
    await house.tables.close()


async def test_the_wish_is_kept_from_the_lobby_on(house: House) -> None:
    table = await house.lobby()
    await table.set_forced(CEES, True)
    await table.start(ANN)
    assert {one: table.wishes(one).plays_forced for one in (ANN, CEES)} == {ANN: False, CEES: True}
    with refused("not-seated"):
        await table.set_forced(EVA, True)
    await table.close(ANN)
    with refused("table-closed"):
        await table.set_forced(CEES, False)


# One pause for all


async def one_deal(house: House, how: str) -> list[tuple[str, float]]:
    """A deal against two robots in which Eva has a seat: the cards, and when each was played."""
    start = house.time.now()
    table = await house.started(people=1, robots=3)
    seat = next(number for number, seat in enumerate(table.facts.seats) if seat.user_id is None)
    if how != "robot":
        await table.take_seat(EVA, "Eva", seat)
    while table.facts.turn != AWAITS_DECK:
        if how == "queued" and table.facts.turn != seat:
            await queue_lowest(table, seat)
        if table.facts.turn == table.facts.seat_of(ANN):
            await press(table)
        else:
            await house.wait(0.05)
    entries = await house.stored.tables.log(table.facts.id)
    return [(entry.line, round(entry.at - start, 6)) for entry in entries]


async def queue_lowest(table: Table, seat: int) -> None:
    """Queue what a robot in this seat would play next, as one who knows all cards can tell."""
    game = table._live.game
    assert game is not None
    ahead = game.copy()
    while ahead.turn >= 0 and ahead.turn != seat:
        ahead.apply(members(ahead.legal())[0])
    if ahead.turn == seat and table.wishes(EVA).queued != members(ahead.legal())[:1]:
        for card in table.wishes(EVA).queued:
            await table.unqueue(EVA, card)
        await table.queue(EVA, table.facts.seq, members(ahead.legal())[0])


async def test_no_timing_tells_a_queued_card_from_a_robot_s_thinking(tmp_path, stored, time) -> None:
    """The same game twice: in one a robot has the seat, in the other a person who queues. The moments of all
    cards are the same, to the microsecond."""
    told: list[list[tuple[str, float]]] = []
    for how in ("robot", "queued"):
        house = House(
            stored, time, robot_pause=1.0, draw=Random(7).random, choose=lambda kind, view: lowest(view)
        )
        told.append(await one_deal(house, how))
        await house.tables.close()
    assert told[0] == told[1]
    assert len(told[0]) == 53


async def pauses(stored, time, how: str) -> tuple[list[float], list[float]]:
    """How long the table waited for a seat's cards: within a trick, and after one."""
    house = House(
        stored, time, robot_pause=1.0, draw=Random(3).random, choose=lambda kind, view: lowest(view)
    )
    within: list[float] = []
    after: list[float] = []
    for _ in range(6):
        table = await house.started(people=1, robots=3)
        seat = next(number for number, seat in enumerate(table.facts.seats) if seat.user_id is None)
        if how != "robot":
            await table.take_seat(EVA, "Eva", seat)
        if how == "forced":
            await table.set_forced(EVA, True)
        while table.facts.turn != AWAITS_DECK:
            turn, seq, began = table.facts.turn, table.facts.seq, house.time.now()
            view = await table.view(turn)
            if how == "queued":
                await queue_lowest(table, seat)
            forced = view.legal.bit_count() == 1
            by_hand = turn == table.facts.seat_of(ANN) or (turn == seat and how == "forced" and not forced)
            if by_hand:
                await press(table)
                continue
            while table.facts.seq == seq:
                assert time.to_next(began + 10)
                await house.calm()
            if turn == seat and not (how == "forced" and not forced):
                at = (await stored.tables.log(table.facts.id))[seq].at
                (after if view.tricks and not view.trick.cards else within).append(at - began)
        await table.close(ANN)
    await house.tables.close()
    return within, after


@pytest.mark.parametrize("how", ["robot", "queued", "forced"])
async def test_the_pause_is_drawn_anew_each_time_from_one_distribution(stored, time, how: str) -> None:
    within, after = await pauses(stored, time, how)
    for waited, slow in ((within, 1), (after, 2)):
        assert all(0.8 * slow <= one <= 1.2 * slow + 1e-6 for one in waited)
        assert len({round(one, 4) for one in waited}) > 0.9 * len(waited)
    assert len(within) >= 5
    assert abs(mean(within) - 1.0) < 0.12
    if how == "robot":
        assert min(within) < 0.85 and max(within) > 1.15


async def test_a_robot_thinks_while_it_pauses(stored, time) -> None:
    """So the time it takes to think is no part of what others see."""
    asked: list[float] = []

    def choose(kind, view):
        asked.append(time.now())
        return lowest(view)

    house = House(stored, time, robot_pause=10.0, choose=choose)
    table = await house.started(people=1, robots=3)
    while table.facts.seats[table.facts.turn or 0].user_id is not None:
        await press(table)
    await house.calm()
    seq = table.facts.seq
    assert asked == [time.now()]
    await house.wait(7.9)
    assert table.facts.seq == seq and len(asked) == 1
    await house.wait(4.2)
    assert table.facts.seq == seq + 1
    await house.tables.close()


# Nobody's business


async def test_a_queued_card_changes_nothing_that_others_are_shown(stored, time, caplog) -> None:
    caplog.set_level(logging.DEBUG)
    house = House(stored, time, robot_pause=1.0)
    table, person, seat = await waiting(house, pace=Pace.MINUTE)
    shown, views = len(house.changes), [await table.view(other) for other in (None, 0, 1, 2, 3)]
    before = repr(table.facts)
    card = await queued_legal(table, person, seat)
    assert len(house.changes) == shown, "not even that something has changed"
    assert [await table.view(other) for other in (None, 0, 1, 2, 3)] == views
    told = [
        repr(table),
        repr(table.facts),
        repr(table.facts.seats[seat]),
        repr(Draft(table.facts, sealed_of(table)).step(table.facts)),
    ]
    assert repr(table.facts) == before
    assert not any(CARDS.search(text) for text in told)
    await press(table)
    deadline = table.facts.deadline
    assert deadline == time.now() + 60, "the clock that others see runs as for anybody"
    assert not any(CARDS.search(repr(change)) for change in house.changes)
    await table.unqueue(person, card)
    assert table.facts.deadline == deadline
    house.store.failing = {house.store.writes + 1}
    with refused("store-failed"):
        await table.queue(person, table.facts.seq, lowest(await table.view(seat)))
    assert not [record for record in caplog.records if CARDS.search(record.getMessage())]
    assert CARD_NAMES[card] not in caplog.text
    await house.check(table)
    await house.tables.close()


async def test_a_card_that_cannot_be_played_is_not_told_either(house: House) -> None:
    table, person, seat = await waiting(house)
    await queued_illegal(table, person, seat)
    shown = len(house.changes)
    await press(table)
    await house.calm()
    assert len(house.changes) == shown + 1
    assert house.changes[-1].after == table.facts


async def test_it_is_no_part_of_the_record(house: House) -> None:
    table, person, seat = await waiting(house)
    await queued_legal(table, person, seat)
    assert len(await house.stored.tables.log(table.facts.id)) == table.facts.seq == 1


async def test_what_was_played_for_somebody_is_told_to_them_until_they_act_or_the_deal_is_over(
    house: House,
) -> None:
    table, person, seat = await waiting(house)
    card = await queued_legal(table, person, seat)
    others = [one for one in people(table) if one != person]
    assert table.played_for(person) == ()
    while table.wishes(person).queued:
        await press(table)
        await house.calm()
    assert table.played_for(person) == (card,)
    assert [table.played_for(other) for other in others] == [()] * 3
    while mover(table) != person:
        await press(table)
        await house.calm()
        assert table.played_for(person) == (card,)
    await press(table)
    await house.calm()
    assert table.played_for(person) == ()
    last = person
    while table.facts.turn != AWAITS_DECK:
        last = mover(table)
        await table.set_forced(last, len((await table.view(None)).tricks) == 12)
        if table.facts.waited_for == last:
            await press(table)
        await house.calm()
    assert [table.played_for(one) for one in people(table)] == [()] * 4
