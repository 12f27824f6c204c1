"""Tables, their logs, deals and results, through a real file."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given

from bot.discordkit.ports import MessageKind, Posting, on_table
from bot.engine.game import GameEnded, Measured
from bot.ports import StoreError
from bot.tables.model import Seat, State, TableFacts
from bot.tables.ports import LogEntry, Sitting, StoredTable, TableStep, begun
from bot.tables.sealed import Sealed
from data.store import Store
from tests.data import samples
from tests.data.conftest import Look
from tests.data.samples import LOBBY, PLAYING, SEALED, SEATS, deal, entry, loaded, moved, step_to
from tests.properties import tries

many = tries(40, suppress_health_check=[HealthCheck.function_scoped_fixture])


@many
@given(table=samples.stored_tables())
async def test_every_field_comes_back(store: Store, table):
    created = await store.tables.create(table.facts, table.sealed)
    assert created == replace(table.facts, id=created.id)
    assert await store.tables.load(created.id) == StoredTable(created, table.sealed)


@many
@given(before=samples.stored_tables(), after=samples.stored_tables())
async def test_every_field_can_change(store: Store, before, after):
    created = await store.tables.create(before.facts, before.sealed)
    changed = replace(after.facts, id=created.id)
    await store.tables.write(TableStep(changed, after.sealed))
    assert await store.tables.load(created.id) == StoredTable(changed, after.sealed)


@many
@given(before=samples.stored_tables(), after=samples.stored_tables())
async def test_what_has_changed_is_enough_where_the_rest_is_stored(store: Store, before, after):
    created = await store.tables.create(before.facts, before.sealed)
    changed = replace(after.facts, id=created.id, commitment=created.commitment)
    sealed = replace(before.sealed, wishes=after.sealed.wishes)
    await store.tables.write(TableStep(changed, sealed, before=StoredTable(created, before.sealed)))
    assert await store.tables.load(created.id) == StoredTable(changed, sealed)


async def test_a_deadline_is_stored_though_it_was_not_changed(store: Store):
    facts = await store.tables.create(replace(PLAYING, deadline=1.0), SEALED)
    prolonged = replace(facts, deadline=2.0)  # as after a restart, which stores nothing
    after = replace(prolonged, nudged=True)
    await store.tables.write(TableStep(after, SEALED, before=StoredTable(prolonged, SEALED)))
    assert await store.tables.load(facts.id) == StoredTable(after, SEALED)


@many
@given(one=samples.entries, other=samples.entries)
async def test_inputs_come_back_in_order(store: Store, one, other):
    facts = await store.tables.create(PLAYING, SEALED)
    written = (one, replace(other, seq=1))
    await store.tables.write(step_to(replace(facts, seq=2), written))
    # compared field by field: a LogEntry's repr hides its line, equality does not
    assert await store.tables.log(facts.id) == list(written)
    assert [found.line for found in await store.tables.log(facts.id)] == [one.line, other.line]


async def test_ids_are_new_even_after_a_table_is_gone(store: Store, path):
    first = await store.tables.create(LOBBY, SEALED)
    await store.writer.run(lambda connection: connection.execute("DELETE FROM tables"))
    second = await store.tables.create(LOBBY, SEALED)
    assert second.id > first.id


async def test_a_table_that_is_not_there(store: Store):
    assert await store.tables.load(7) is None
    assert await store.tables.log(7) == []
    with pytest.raises(StoreError):
        await store.tables.write(step_to(replace(LOBBY, id=7)))


async def test_unfinished_tables_oldest_first(store: Store):
    created = {state: await store.tables.create(replace(PLAYING, state=state), SEALED) for state in State}
    expected = [created[State.LOBBY], created[State.PLAYING], created[State.ADJOURNED]]
    assert [table.facts for table in await store.tables.unfinished()] == expected


async def test_unfinished_tables_are_found_by_index(store: Store, look: Look):
    plan = look("EXPLAIN QUERY PLAN SELECT id FROM tables WHERE state IN ('lobby', 'playing', 'adjourned')")
    assert "tables_unfinished" in plan[0][-1]


async def test_a_seat_given_up_is_gone(store: Store):
    facts = await store.tables.create(replace(LOBBY, seats=SEATS), SEALED)
    fewer = replace(facts, seats=SEATS[1:3])
    await store.tables.write(step_to(fewer))
    assert await loaded(store.tables, facts.id) == fewer


async def test_an_input_is_stored_once(store: Store):
    facts = await store.tables.create(PLAYING, SEALED)
    step = moved(facts)
    await store.tables.write(step)
    with pytest.raises(StoreError):
        await store.tables.write(step)
    assert await store.tables.log(facts.id) == [entry(0)]
    assert await loaded(store.tables, facts.id) == step.facts


async def test_the_database_itself_refuses_a_second_input_of_a_number(store: Store):
    facts = await store.tables.create(PLAYING, SEALED)
    await store.tables.write(moved(facts))
    await store.writer.run(lambda connection: connection.execute("UPDATE tables SET seq = 0"))
    with pytest.raises(StoreError, match="UNIQUE"):
        await store.tables.write(moved(facts))
    assert await loaded(store.tables, facts.id) == facts


async def test_of_two_steps_from_the_same_state_one_is_stored(store: Store):
    facts = await store.tables.create(PLAYING, SEALED)
    one = step_to(replace(facts, seq=1, notice="one"), (entry(0),))
    other = step_to(replace(facts, seq=1, notice="other"), (entry(0),))
    outcomes = await asyncio.gather(
        store.tables.write(one), store.tables.write(other), return_exceptions=True
    )
    assert outcomes[0] is None
    assert isinstance(outcomes[1], StoreError)
    assert await loaded(store.tables, facts.id) == one.facts


async def test_a_step_made_before_the_table_moved_is_refused(store: Store):
    facts = await store.tables.create(PLAYING, SEALED)
    await store.tables.write(moved(facts))
    with pytest.raises(StoreError, match="has moved"):
        await store.tables.write(
            step_to(replace(facts, notice="stale"))
        )  # without inputs, so no number collides
    assert await loaded(store.tables, facts.id) == moved(facts).facts


@pytest.mark.parametrize("numbers", [(1,), (0, 2), (1, 0), (0, 0)])
async def test_inputs_numbered_wrongly_are_refused(store: Store, numbers: tuple[int, ...]):
    facts = await store.tables.create(PLAYING, SEALED)
    with pytest.raises(StoreError):
        await store.tables.write(
            step_to(replace(facts, seq=len(numbers)), tuple(entry(number) for number in numbers))
        )
    assert await store.tables.log(facts.id) == []


async def test_deals_are_kept_with_their_points(store: Store, look: Look):
    facts = await store.tables.create(PLAYING, SEALED)
    first = moved(facts, 3)
    await store.tables.write(replace(first, deals=(deal(0, seq=2),)))
    second = moved(first.facts, 2)
    trumps = deal(1, (4, 3, 2, 4), seq=4)
    result = replace(trumps.result, contract="trump", trump=2, tricks=(4, 3, 2, 4))
    trumps = replace(trumps, result=result)
    await store.tables.write(replace(second, deals=(trumps,)))
    assert look("SELECT attempt, deal, dealer, contract, trump, thrown_in, seq, ended_at FROM deals") == [
        (0, 0, 0, "hearts", None, 0, 2, 2002.0),
        (1, 1, 1, "trump", "H", 0, 4, 2004.0),
    ]
    assert look("SELECT seat, points, tricks FROM points WHERE attempt = 0") == [
        (0, -1, 1),
        (1, -2, 2),
        (2, -3, 3),
        (3, -7, 7),
    ]
    assert look("SELECT points FROM points WHERE attempt = 1") == [(4,), (3,), (2,), (4,)]


async def test_a_deal_thrown_in_is_kept_beside_the_one_that_replaces_it(store: Store, look: Look):
    facts = await store.tables.create(PLAYING, SEALED)
    await store.tables.write(replace(moved(facts), deals=(deal(0, None), deal(0, attempt=1))))
    assert look("SELECT attempt, deal, thrown_in FROM deals") == [(0, 0, 1), (1, 0, 0)]
    assert look("SELECT DISTINCT attempt FROM points") == [(1,)]


async def test_a_deal_ends_by_an_input(store: Store, look: Look):
    facts = await store.tables.create(PLAYING, SEALED)
    for step in (step_to(facts, deals=(deal(0),)), replace(moved(facts, 2), deals=(deal(0, seq=2),))):
        with pytest.raises(StoreError):
            await store.tables.write(step)
    assert look("SELECT * FROM deals") == []


async def test_what_a_deal_measured_is_kept(store: Store, look: Look):
    facts = await store.tables.create(PLAYING, SEALED)
    measured = (
        Measured(2, "bid", "solo 7", 9),
        Measured(2, "made", "solo 7", 9),
        Measured(0, "bid", "a", -9),
    )
    step = replace(moved(facts), deals=(replace(deal(0), measured=measured), deal(1, None)))
    await store.tables.write(step)
    rows = "SELECT attempt, seat, measure, key, value FROM measured"
    assert look(rows) == [(0, 0, "bid", "a", -9), (0, 2, "bid", "solo 7", 9), (0, 2, "made", "solo 7", 9)]


async def started(store: Store) -> TableFacts:
    """A table at which play has begun."""
    lobby = await store.tables.create(replace(LOBBY, seats=SEATS), SEALED)
    facts = replace(PLAYING, id=lobby.id)
    await store.tables.write(step_to(facts, sittings=begun(lobby, facts)))
    return facts


async def test_a_result_is_kept_by_seat(store: Store, look: Look):
    facts = await started(store)
    step = moved(facts)
    ended = replace(step.facts, state=State.FINISHED, turn=-2, ended_at=3000.0)
    await store.tables.write(replace(step, facts=ended, result=GameEnded((5, -5, 0, 0), (1, 4, 2, 2))))
    assert look("SELECT seat, user_id, name, points, place FROM results") == [
        (0, 11, "Ann", 5, 1),
        (1, 12, "Bob", -5, 4),
        (2, None, "Robot", 0, 2),
        (3, 13, "Cees", 0, 2),
    ]
    assert await store.tables.unfinished() == []


async def test_a_result_needs_somebody_on_each_seat(store: Store, look: Look):
    facts = await store.tables.create(PLAYING, SEALED)
    with pytest.raises(StoreError):
        await store.tables.write(replace(moved(facts), result=GameEnded((5, -5, 0, 0), (1, 4, 2, 2))))
    assert look("SELECT count(*) FROM results") == [(0,)]
    assert await loaded(store.tables, facts.id) == facts


async def test_a_step_is_stored_whole_or_not_at_all(store: Store, look: Look):
    facts = await started(store)
    step = moved(facts)
    bad = replace(
        step,
        facts=replace(step.facts, notice="half", seats=SEATS[:2]),
        deals=(deal(0),),
        result=GameEnded((5, -5), (1, 2, 3)),  # three places for two points
    )
    with pytest.raises(StoreError):
        await store.tables.write(bad)
    assert await loaded(store.tables, facts.id) == facts
    assert await store.tables.log(facts.id) == []
    assert look("SELECT (SELECT count(*) FROM deals), (SELECT count(*) FROM results)") == [(0, 0)]
    await store.tables.write(step)


async def test_everything_of_a_table_goes_with_it(store: Store, look: Look):
    facts = await started(store)
    await store.tables.write(handed_over(facts, 0, Seat("Eva", 14)))
    step = moved(replace(facts, ended_at=3000.0))
    ended = GameEnded((5, -5, 0, 0), (1, 4, 2, 2))
    await store.tables.write(replace(step, deals=(deal(0),), result=ended))
    await store.postings.keep(Posting(3, on_table(facts.id), MessageKind.TABLE, 0, 2, 1.0))
    await store.writer.run(lambda connection: connection.execute("DELETE FROM tables"))
    for table in (
        "seats",
        "sittings",
        "log",
        "deals",
        "points",
        "measured",
        "counted",
        "results",
        "given_up",
        "postings",
    ):
        assert look(f"SELECT count(*) FROM {table}") == [(0,)], table


def handed_over(facts: TableFacts, number: int, seat: Seat, inputs: int = 0) -> TableStep:
    """The step that gives a seat to somebody else, and goes on."""
    after = replace(
        moved(facts, inputs).facts, seats=(*facts.seats[:number], seat, *facts.seats[number + 1 :])
    )
    return step_to(after, moved(facts, inputs).entries, sittings=begun(facts, after))


async def test_who_sat_where_is_kept_in_order(store: Store):
    facts = await started(store)
    first = [Sitting(number, seat.user_id, seat.name, seat.robot, 0) for number, seat in enumerate(SEATS)]
    assert await store.tables.sittings(facts.id) == first
    eva, fred = Seat("Eva", 14), Seat("Fred", 15)
    await store.tables.write(moved(facts, 3))
    facts = moved(facts, 3).facts
    for holder, inputs in ((eva, 0), (fred, 0), (SEATS[1], 2), (eva, 1)):
        step = handed_over(facts, 1, holder, inputs)
        await store.tables.write(step)
        facts = step.facts
    assert await store.tables.sittings(facts.id) == [
        first[0],
        replace(first[1], to_seq=3),
        Sitting(1, 14, "Eva", "easy", 3, 3),
        Sitting(1, 15, "Fred", "easy", 3, 3),
        Sitting(1, 12, "Bob", "easy", 3, 5),
        Sitting(1, 14, "Eva", "easy", 5),
        *first[2:],
    ]
    assert await store.tables.sittings(404) == []


async def test_whose_the_points_of_a_deal_are(store: Store, look: Look):
    facts = await started(store)
    first = replace(moved(facts, 3), deals=(deal(0, seq=2),))
    await store.tables.write(first)
    handed = handed_over(first.facts, 0, Seat("Eva", 14), 2)
    await store.tables.write(replace(handed, deals=(deal(1, seq=3),)))
    assert look("SELECT attempt, user_id, name, points FROM points_of_people WHERE seat = 0") == [
        (0, 11, "Ann", -1),
        (1, 14, "Eva", -1),
    ]
    assert look("SELECT count(*) FROM points_of_people") == look("SELECT count(*) FROM points")


async def test_a_result_knows_who_gave_the_seat_up(store: Store, look: Look):
    facts = await started(store)
    for holder in (Seat("Eva", 14), Seat("Robot 2"), SEATS[0], Seat("Eva", 14)):
        step = handed_over(facts, 0, holder, 1)
        await store.tables.write(step)
        facts = step.facts
    await store.tables.write(
        replace(moved(replace(facts, ended_at=3000.0)), result=GameEnded((5, -5, 0, 0), (1, 4, 2, 2)))
    )
    assert look("SELECT user_id, name FROM results WHERE seat = 0") == [(14, "Eva")]
    assert look("SELECT seat, user_id FROM given_up") == [(0, 11), (0, 14)]  # Eva did too, and came back


async def test_no_error_tells_a_card_or_a_secret(store: Store):
    facts = await store.tables.create(PLAYING, SEALED)
    telling = LogEntry(0, "deck QH 2C", 1.0, 11)
    step = step_to(replace(facts, seq=1), (telling,))
    await store.tables.write(step)
    refused: list[BaseException] = []
    await store.writer.run(lambda connection: connection.execute("UPDATE tables SET seq = 0"))
    for bad in (
        step,
        step_to(replace(facts, seq=1), (replace(telling, line="deck QH \ud800"),)),
        step_to(replace(facts, seq=1), (replace(telling, seq=0, user_id=2**70),)),
        TableStep(facts, Sealed(b"QH" * 3)),
        step_to(replace(facts, notice=["QH"])),  # type: ignore[arg-type]
    ):
        with pytest.raises(StoreError) as caught:
            await store.tables.write(bad)
        refused.append(caught.value)
    for error in refused:
        assert "QH" not in str(error) + repr(error) + repr(error.__cause__)
    assert "QH" not in repr(telling) + repr(step)
    assert SECRET_TEXT not in repr(facts) + repr(step)


SECRET_TEXT = repr(samples.SECRET)


async def test_a_seat_that_stays_costs_no_write(store: Store):
    facts = await store.tables.create(PLAYING, SEALED)

    async def changes() -> int:
        async def job(connection):
            return connection.total_changes

        return await store.writer.run(job)

    before = await changes()
    await store.tables.write(moved(facts))
    assert await changes() - before == 2  # the table's row and the input


async def test_one_unfinished_table_goes_on_from_another(store: Store):
    old = await store.tables.create(replace(PLAYING, state=State.FINISHED), SEALED)
    assert await store.tables.rematch(old.id) is None
    first = await store.tables.create(replace(LOBBY, seats=SEATS, rematch_of=old.id), SEALED)
    assert await store.tables.rematch(old.id) == first.id
    with pytest.raises(StoreError, match="UNIQUE"):
        await store.tables.create(replace(LOBBY, rematch_of=old.id), SEALED)
    await store.tables.write(step_to(replace(first, state=State.CLOSED)))
    assert await store.tables.rematch(old.id) is None
    second = await store.tables.create(replace(LOBBY, rematch_of=old.id), SEALED)
    assert await store.tables.rematch(old.id) == second.id


async def test_a_rematch_is_found_by_index(store: Store, look: Look):
    query = "SELECT id FROM tables WHERE rematch_of = 7 AND state IN ('lobby', 'playing', 'adjourned')"
    assert "tables_rematch" in look("EXPLAIN QUERY PLAN " + query)[0][-1]


PLACES = ("12.1.1.1", "12.2.10.1", "12.2.9.2", "1.1.1.1", "120.1.1.1", "12.2.9.10")


async def test_a_place_is_taken_once_and_for_all(store: Store):
    first = await store.tables.create(replace(LOBBY, place="12.1.1.1", seats=SEATS), SEALED)
    assert await loaded(store.tables, first.id) == first
    assert await store.tables.at_place("12.1.1.1") == first.id
    for state in (State.LOBBY, State.PLAYING, State.FINISHED, State.CLOSED, State.PARKED):
        await store.tables.write(step_to(replace(first, state=state)))
        with pytest.raises(StoreError):
            await store.tables.create(replace(LOBBY, place="12.1.1.1"), SEALED)
        assert await store.tables.at_place("12.1.1.1") == first.id
    assert await store.tables.at_place("12.1.1") is None
    for _ in range(2):  # tables without one are as many as there may be
        await store.tables.create(LOBBY, SEALED)


async def test_the_tables_of_an_evening_come_in_their_order_whatever_their_state(store: Store):
    for place, state in zip(PLACES, State, strict=True):
        await store.tables.create(replace(PLAYING, place=place, state=state), SEALED)
    found = await store.tables.of_evening(12)
    assert [one.place for one in found] == ["12.1.1.1", "12.2.9.2", "12.2.9.10", "12.2.10.1"]
    assert all(one.seats == SEATS for one in found)
    assert [one.place for one in await store.tables.of_evening(1)] == ["1.1.1.1"]
    assert await store.tables.of_evening(2) == []


async def test_places_are_found_by_index(store: Store, look: Look):
    for condition in ("place = '12.1'", "place >= '12.' AND place < '12/'"):
        assert "tables_place" in look(f"EXPLAIN QUERY PLAN SELECT id FROM tables WHERE {condition}")[0][-1]
