"""Seats that organisers give away in the same moment."""

from __future__ import annotations

import asyncio

from bot.nights.model import NightError, NightPlace
from tests.nights.held import Held
from tests.tables.house import ANN, BEN, CEES, DORA, EVA, House


async def test_two_organisers_at_once_give_somebody_one_seat(house: House) -> None:
    held = await Held.of(house, BEN, CEES, DORA, EVA)
    await held.seated([[ANN, BEN, None, None], [CEES, DORA, None, None]])
    tables = [await held.open(NightPlace(1, at)) for at in (1, 2)]
    told = await held.evenings.details(held.evening.id, 1)
    free = [next(n for n, seat in enumerate(one.facts.seats) if seat.user_id is None) for one in tables]
    given = await asyncio.gather(
        *(held.evenings.seat_now(told, NightPlace(1, at, 1), free[at - 1], EVA, "Eva") for at in (1, 2)),
        return_exceptions=True,
    )
    assert [one.code for one in given if isinstance(one, NightError)] == ["in-plan"]
    assert sum(one.facts.seat_of(EVA) is not None for one in tables) == 1
