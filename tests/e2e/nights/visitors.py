"""People who hold a night with whatever bot there is: they look where it has got to and do the next thing."""

from __future__ import annotations

from collections.abc import Iterable

from bot.nights.course import check_in_at, ends_at
from bot.nights.model import Evening, EveningDetails, EveningStage, NightSettings, StepKind, StepState
from bot.tables.model import Seat, State
from tests.e2e.nights.evening_out import EveningOut

PATIENCE = 6.0
"""Seconds until somebody looks again."""


async def hold(out: EveningOut, settings: NightSettings) -> None:
    """From its announcement until all is told of it, from wherever it has got to."""
    await out.settled()
    store = out.house.bot.store.nights
    if not await store.running() and await store.evening(1) is None:
        await out.announced(settings)
    while (told := await store.details(1)) is None or not told.evening.settled:
        if told is None:
            await out.wait(PATIENCE)
        else:
            await _go_on(out, told)


async def _go_on(out: EveningOut, details: EveningDetails) -> None:
    evening = details.evening
    match evening.stage:
        case EveningStage.SIGN_UP if details.step(StepKind.SIGN_UP).state is StepState.DONE:
            for one in out.people:
                if one.id not in details.people:
                    await out.press(one, StepKind.SIGN_UP, "I'm in")
            await out.wait(PATIENCE)
            await out.go_to(check_in_at(evening))
        case EveningStage.CHECK_IN if details.step(StepKind.CHECK_IN).state is StepState.DONE:
            for one in out.people:
                if not details.people[one.id].is_here:
                    await out.press(one, StepKind.CHECK_IN, "I'm here")
            await out.wait(PATIENCE)
            await out.go_to(evening.starts_at)
        case EveningStage.PLAYING:
            await _play(out, evening)
        case _:
            await out.wait(PATIENCE)


async def _play(out: EveningOut, evening: Evening) -> None:
    """Who is called sits down; when all have, they let time run out."""
    tables = await out.tables(evening.round)
    for table in tables:
        slot = out.house.bot.display.channel.live_slot(table)
        if table.facts.state is State.LOBBY and slot.place is not None:
            await out.sit_down(table, [one for one in out.people if _is_ready(table.facts.seats, one.id)])
    await out.wait(PATIENCE)
    until = ends_at(await out.told(evening.id))
    if until is not None and tables and all(one.facts.state is State.PLAYING for one in tables):
        await out.go_to(until)
        await out.house.bot.tables.quiet()
    await out.settled()


def _is_ready(seats: Iterable[Seat], user_id: int) -> bool:
    return any(one.user_id == user_id and one.ready for one in seats)
