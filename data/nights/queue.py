"""Who waits for a seat at an evening: kept as the step that tells them once they have one.

Kept in the transaction that changes who waits, so whoever was on the waiting list is told, however soon a
seat became free and whatever ended the process in between.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import aiosqlite

from bot.nights import attendance
from bot.nights.model import COMES, EveningDetails, NightStep, StepKind, StepState
from data.leagues.ground import value, values
from data.schema import EVENING_PEOPLE, EVENING_STEPS, EVENINGS

_STEPS: Final = "WHERE evening_id = ? AND kind = ?"
_UNTOLD: Final = (StepState.DUE, StepState.DOING)


async def keep(connection: aiosqlite.Connection, evening_id: int) -> None:
    """Have it be due to tell those who wait by now, and of those who do not come any more not any longer."""
    evening = await value(connection, EVENINGS, "WHERE id = ?", evening_id)
    if evening is None:
        return
    known = await values(connection, EVENING_STEPS, _STEPS, evening_id, StepKind.MOVED_UP.value)
    if evening.settings.seats is None and not known:
        return
    steps = {one.key: one for one in known}
    there = await values(connection, EVENING_PEOPLE, "WHERE evening_id = ?", evening_id)
    told = EveningDetails(evening, {one.user_id: one for one in there}, steps)
    waiting = [NightStep(evening_id, StepKind.MOVED_UP, one.user_id) for one in attendance.waiting(told)]
    kept = [one for one in waiting if told.step(*one.key).state is not StepState.DUE or one.key not in steps]
    comes = {one.user_id for one in there if one.answer in COMES and not one.gone}
    kept += [
        replace(one, state=StepState.DROPPED)
        for one in known
        if one.state in _UNTOLD and one.about not in comes
    ]
    for step in kept:
        await connection.execute(EVENING_STEPS.upsert, EVENING_STEPS.row(step))
