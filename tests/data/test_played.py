"""Games that are over, of a person and of a server, through a real file."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tables.model import State, TableFacts
from bot.tables.ports import TableStep, begun
from data.store import Store
from tests.data.samples import LOBBY, PLAYING, SEALED, SEATS

MINE = next(seat.user_id for seat in SEATS if seat.user_id is not None)


async def over(store: Store, state: State = State.FINISHED, **other: object) -> int:
    """A table whose game is over; its number."""
    lobby = await store.tables.create(replace(LOBBY, seats=SEATS, **other), SEALED)  # pyright: ignore[reportArgumentType]
    facts = replace(lobby, state=state, first_dealer=1, started_at=PLAYING.started_at, ended_at=9.0)
    await store.tables.write(TableStep(facts, SEALED, sittings=begun(lobby, facts)))
    return facts.id


def ids(found: object) -> list[int]:
    assert isinstance(found, list)
    return [one.id for one in found if isinstance(one, TableFacts)]


async def test_the_latest_come_first_with_their_people(store: Store):
    first, second = await over(store), await over(store, State.CLOSED)
    found = await store.tables.played_by(MINE, 1, 9)
    assert ids(found) == ids(await store.tables.played_in(1, 9)) == [second, first]
    assert found[0].seats == SEATS and found == await store.tables.played_by(MINE, None, 9)
    assert (
        ids(await store.tables.played_by(MINE, 1, 1)) == ids(await store.tables.played_in(1, 1)) == [second]
    )


async def test_only_where_one_sat_and_only_of_that_server(store: Store):
    here, there = await over(store), await over(store, guild_id=2)
    private = await over(store, guild_id=None)
    assert ids(await store.tables.played_by(MINE, 2, 9)) == [there]
    assert ids(await store.tables.played_by(MINE, None, 9)) == [private, there, here]
    assert ids(await store.tables.played_by(999, None, 9)) == []
    assert (
        ids(await store.tables.played_in(2, 9)) == [there] and ids(await store.tables.played_in(3, 9)) == []
    )


@pytest.mark.parametrize("state", [State.LOBBY, State.PLAYING, State.ADJOURNED, State.PARKED])
async def test_what_is_not_over_is_not_there(store: Store, state: State):
    await over(store, state)
    await store.tables.create(LOBBY, SEALED)
    assert ids(await store.tables.played_by(MINE, 1, 9)) == ids(await store.tables.played_in(1, 9)) == []


async def test_neither_what_is_veiled_nor_what_was_never_begun(store: Store):
    await over(store, veiled=True, duplicate=True)
    lobby = await store.tables.create(replace(LOBBY, seats=SEATS), SEALED)
    await store.tables.write(TableStep(replace(lobby, state=State.CLOSED), SEALED))
    assert ids(await store.tables.played_by(MINE, 1, 9)) == ids(await store.tables.played_in(1, 9)) == []


async def test_who_gave_up_their_seat_has_played_and_is_told_once(store: Store):
    lobby = await store.tables.create(replace(LOBBY, seats=SEATS), SEALED)
    playing = replace(lobby, state=State.PLAYING, first_dealer=1, started_at=1.0)
    await store.tables.write(TableStep(playing, SEALED, sittings=begun(lobby, playing)))
    seat = playing.seat_of(MINE)
    assert seat is not None
    for holder in (replace(SEATS[seat], user_id=77, name="Eva"), SEATS[seat]):
        seats = (*playing.seats[:seat], holder, *playing.seats[seat + 1 :])
        after = replace(playing, seats=seats)
        await store.tables.write(TableStep(after, SEALED, sittings=begun(playing, after)))
        playing = after
    finished = replace(playing, state=State.FINISHED, ended_at=2.0)
    await store.tables.write(TableStep(finished, SEALED))
    for person in (MINE, 77):
        assert ids(await store.tables.played_by(person, 1, 9)) == [finished.id]
