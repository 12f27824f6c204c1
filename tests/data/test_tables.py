"""Tables, their logs, deals and results, through a real file."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings

from bot.engine.game import GameEnded
from bot.tables.model import State
from bot.tables.ports import LogEntry, Step, StoreError
from data.store import Store
from tests.data import samples
from tests.data.conftest import Look
from tests.data.samples import LOBBY, PLAYING, SEATS, deal, entry, moved

many = settings(
    derandomize=True,
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@many
@given(facts=samples.tables)
async def test_every_field_comes_back(store: Store, facts):
    created = await store.tables.create(facts)
    assert created == replace(facts, id=created.id)
    assert await store.tables.load(created.id) == created


@many
@given(before=samples.tables, after=samples.tables)
async def test_every_field_can_change(store: Store, before, after):
    created = await store.tables.create(before)
    changed = replace(after, id=created.id)
    await store.tables.write(Step(changed))
    assert await store.tables.load(created.id) == changed


@many
@given(one=samples.entries, other=samples.entries)
async def test_inputs_come_back_in_order(store: Store, one, other):
    facts = await store.tables.create(PLAYING)
    written = (one, replace(other, seq=1))
    await store.tables.write(Step(replace(facts, seq=2), written))
    # compared field by field: a LogEntry's repr hides its line, equality does not
    assert await store.tables.log(facts.id) == list(written)
    assert [found.line for found in await store.tables.log(facts.id)] == [one.line, other.line]


async def test_ids_are_new_even_after_a_table_is_gone(store: Store, path):
    first = await store.tables.create(LOBBY)
    await store.writer.run(lambda connection: connection.execute("DELETE FROM tables"))
    second = await store.tables.create(LOBBY)
    assert second.id > first.id


async def test_a_table_that_is_not_there(store: Store):
    assert await store.tables.load(7) is None
    assert await store.tables.log(7) == []
    with pytest.raises(StoreError):
        await store.tables.write(Step(replace(LOBBY, id=7)))


async def test_unfinished_tables_oldest_first(store: Store):
    created = {state: await store.tables.create(replace(PLAYING, state=state)) for state in State}
    expected = [created[State.LOBBY], created[State.PLAYING], created[State.ADJOURNED]]
    assert list(await store.tables.unfinished()) == expected


async def test_unfinished_tables_are_found_by_index(store: Store, look: Look):
    plan = look("EXPLAIN QUERY PLAN SELECT id FROM tables WHERE state IN ('lobby', 'playing', 'adjourned')")
    assert "tables_unfinished" in plan[0][-1]


async def test_a_seat_given_up_is_gone(store: Store):
    facts = await store.tables.create(replace(LOBBY, seats=SEATS))
    fewer = replace(facts, seats=SEATS[1:3])
    await store.tables.write(Step(fewer))
    assert await store.tables.load(facts.id) == fewer


async def test_an_input_is_stored_once(store: Store):
    facts = await store.tables.create(PLAYING)
    step = moved(facts)
    await store.tables.write(step)
    with pytest.raises(StoreError):
        await store.tables.write(step)
    assert await store.tables.log(facts.id) == [entry(0)]
    assert await store.tables.load(facts.id) == step.facts


async def test_the_database_itself_refuses_a_second_input_of_a_number(store: Store):
    facts = await store.tables.create(PLAYING)
    await store.tables.write(moved(facts))
    await store.writer.run(lambda connection: connection.execute("UPDATE tables SET seq = 0"))
    with pytest.raises(StoreError, match="UNIQUE"):
        await store.tables.write(moved(facts))
    assert await store.tables.load(facts.id) == facts


async def test_of_two_steps_from_the_same_state_one_is_stored(store: Store):
    facts = await store.tables.create(PLAYING)
    one = Step(replace(facts, seq=1, notice="one"), (entry(0),))
    other = Step(replace(facts, seq=1, notice="other"), (entry(0),))
    outcomes = await asyncio.gather(
        store.tables.write(one), store.tables.write(other), return_exceptions=True
    )
    assert outcomes[0] is None
    assert isinstance(outcomes[1], StoreError)
    assert await store.tables.load(facts.id) == one.facts


async def test_a_step_made_before_the_table_moved_is_refused(store: Store):
    facts = await store.tables.create(PLAYING)
    await store.tables.write(moved(facts))
    with pytest.raises(StoreError, match="has moved"):
        await store.tables.write(
            Step(replace(facts, notice="stale"))
        )  # without inputs, so no number collides
    assert await store.tables.load(facts.id) == moved(facts).facts


@pytest.mark.parametrize("numbers", [(1,), (0, 2), (1, 0), (0, 0)])
async def test_inputs_numbered_wrongly_are_refused(store: Store, numbers: tuple[int, ...]):
    facts = await store.tables.create(PLAYING)
    with pytest.raises(StoreError):
        await store.tables.write(
            Step(replace(facts, seq=len(numbers)), tuple(entry(number) for number in numbers))
        )
    assert await store.tables.log(facts.id) == []


async def test_deals_are_kept_with_their_points(store: Store, look: Look):
    facts = await store.tables.create(PLAYING)
    first = moved(facts, 3)
    await store.tables.write(replace(first, deals=(deal(0),)))
    second = moved(first.facts, 2)
    trumps = replace(deal(1, (4, 3, 2, 4)), contract="trump", trump=2, tricks=(4, 3, 2, 4))
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
    facts = await store.tables.create(PLAYING)
    await store.tables.write(replace(moved(facts), deals=(deal(0, None), deal(0))))
    assert look("SELECT attempt, deal, thrown_in FROM deals") == [(0, 0, 1), (1, 0, 0)]
    assert look("SELECT DISTINCT attempt FROM points") == [(1,)]


async def test_a_deal_ends_by_an_input(store: Store, look: Look):
    facts = await store.tables.create(PLAYING)
    with pytest.raises(StoreError):
        await store.tables.write(Step(facts, deals=(deal(0),)))
    assert look("SELECT * FROM deals") == []


async def test_a_result_is_kept_by_seat(store: Store, look: Look):
    facts = await store.tables.create(PLAYING)
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


async def test_a_step_is_stored_whole_or_not_at_all(store: Store, look: Look):
    facts = await store.tables.create(PLAYING)
    step = moved(facts)
    bad = replace(
        step,
        facts=replace(step.facts, notice="half", seats=SEATS[:2]),
        deals=(deal(0),),
        result=GameEnded((5, -5), (1, 2, 3)),  # three places for two points
    )
    with pytest.raises(StoreError):
        await store.tables.write(bad)
    assert await store.tables.load(facts.id) == facts
    assert await store.tables.log(facts.id) == []
    assert look("SELECT (SELECT count(*) FROM deals), (SELECT count(*) FROM results)") == [(0, 0)]
    await store.tables.write(step)


async def test_everything_of_a_table_goes_with_it(store: Store, look: Look):
    facts = await store.tables.create(PLAYING)
    step = moved(facts)
    ended = GameEnded((5, -5, 0, 0), (1, 4, 2, 2))
    await store.tables.write(replace(step, deals=(deal(0),), result=ended))
    await store.postings.keep(samples.Posting(3, facts.id, samples.Kind.TABLE, 0, 2, 1.0))
    await store.writer.run(lambda connection: connection.execute("DELETE FROM tables"))
    for table in ("seats", "log", "deals", "points", "results", "postings"):
        assert look(f"SELECT count(*) FROM {table}") == [(0,)], table


async def test_no_error_tells_a_card_or_a_secret(store: Store):
    facts = await store.tables.create(PLAYING)
    telling = LogEntry(0, "deck QH 2C", 1.0, 11)
    step = Step(replace(facts, seq=1), (telling,))
    await store.tables.write(step)
    refused: list[BaseException] = []
    await store.writer.run(lambda connection: connection.execute("UPDATE tables SET seq = 0"))
    for bad in (
        step,
        Step(replace(facts, seq=1), (replace(telling, line="deck QH \ud800"),)),
        Step(replace(facts, seq=1), (replace(telling, seq=0, user_id=2**70),)),
        Step(replace(facts, secret=b"QH" * 3)),
        Step(replace(facts, notice=["QH"])),  # type: ignore[arg-type]
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
    facts = await store.tables.create(PLAYING)

    async def changes() -> int:
        async def job(connection):
            return connection.total_changes

        return await store.writer.run(job)

    before = await changes()
    await store.tables.write(moved(facts))
    assert await changes() - before == 2  # the table's row and the input


async def test_one_unfinished_table_goes_on_from_another(store: Store):
    old = await store.tables.create(replace(PLAYING, state=State.FINISHED))
    assert await store.tables.rematch(old.id) is None
    first = await store.tables.create(replace(LOBBY, seats=SEATS, rematch_of=old.id))
    assert await store.tables.rematch(old.id) == first
    with pytest.raises(StoreError, match="UNIQUE"):
        await store.tables.create(replace(LOBBY, rematch_of=old.id))
    await store.tables.write(Step(replace(first, state=State.CLOSED)))
    assert await store.tables.rematch(old.id) is None
    second = await store.tables.create(replace(LOBBY, rematch_of=old.id))
    assert await store.tables.rematch(old.id) == second


async def test_a_rematch_is_found_by_index(store: Store, look: Look):
    query = "SELECT id FROM tables WHERE rematch_of = 7 AND state IN ('lobby', 'playing', 'adjourned')"
    assert "tables_rematch" in look("EXPLAIN QUERY PLAN " + query)[0][-1]
