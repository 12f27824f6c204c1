"""What follows from what referees have decided about the tables of an evening: which of them are held, and
for how long they were. Pure.

A table that is held waits until a referee lets it go on, and has that time more than the others of its round.
All of it is counted by the clock of the round, which stands while the whole night is paused.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.nights.acts import TableAction
from bot.nights.model import Evening, EveningDetails, NightPlace, Ruling, RulingKind

ENDS: Final = {RulingKind.OFF: TableAction.CALL_OFF, RulingKind.TIME_UP: TableAction.TIME_IS_UP}
"""What is done at a table whose game is to end."""

PAUSES: Final = (RulingKind.HOLD, RulingKind.GO_ON)
OF_A_SEAT: Final = (RulingKind.PENALTY, RulingKind.SEAT)


def round_clock(evening: Evening, now: float) -> float:
    """For how many seconds the round in play has been played, without pauses of the whole night."""
    until = now if evening.paused_at is None else evening.paused_at
    return 0.0 if evening.began_at is None else until - evening.began_at - evening.held_up


def rulings_at(details: EveningDetails, place: NightPlace) -> list[Ruling]:
    """Those about a table of a round, in order."""
    return [one for one in details.rulings if one.table == replace(place, game=0)]


def _holds(details: EveningDetails, place: NightPlace) -> tuple[float, float | None]:
    """For how long a table was held, and since when it is now, in seconds of its round."""
    held, since = 0.0, None
    for one in rulings_at(details, place):
        if one.kind is RulingKind.HOLD:
            since = one.clock if since is None else since
        elif since is not None and one.kind in (RulingKind.GO_ON, *ENDS):
            held, since = held + one.clock - since, None
    return held, since


def is_held(details: EveningDetails, place: NightPlace) -> bool:
    """Whether a table waits for a referee."""
    return _holds(details, place)[1] is not None


def given_back(details: EveningDetails, place: NightPlace) -> float:
    """The seconds that a table has more than its round, as it was held for so long."""
    return _holds(details, place)[0]
