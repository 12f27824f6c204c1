"""How values of nights are kept that their types alone do not tell, and the rows that are no such values."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, time
from typing import Any, Final

from bot.nights.calendar import Repeat, Schedule
from bot.nights.model import Round
from bot.tables.model import Unspoken
from data.relation import ColumnType


def _as_kept(schedule: Schedule) -> dict[str, Any]:
    return {
        "first": schedule.first.isoformat(),
        "at": schedule.at.isoformat("minutes"),
        "repeat": schedule.repeat.value,
        "weekdays": sorted(schedule.weekdays),
        "until": schedule.until and schedule.until.isoformat(),
    }


def _kept(stored: Mapping[str, Any]) -> Schedule:
    return Schedule(
        date.fromisoformat(stored["first"]),
        time.fromisoformat(stored["at"]),
        Repeat(stored["repeat"]),
        frozenset(stored["weekdays"]),
        stored["until"] and date.fromisoformat(stored["until"]),
    )


SCHEDULE: Final = ColumnType(
    "TEXT", lambda schedule: json.dumps(_as_kept(schedule)), lambda text: _kept(json.loads(text))
)
DATES: Final = ColumnType(
    "TEXT",
    lambda dates: json.dumps([one.isoformat() for one in dates]),
    lambda text: tuple(date.fromisoformat(one) for one in json.loads(text)),
)
ROUNDS: Final = ColumnType(
    "TEXT",
    lambda rounds: json.dumps([one.stored() for one in rounds]),
    lambda text: tuple(Round.read(one) for one in json.loads(text)),
)


@dataclass(frozen=True, slots=True, repr=False)
class EveningSecret(Unspoken):
    """What the cards of an evening's duplicate rounds follow from: a ``secret`` of 32 bytes, and the ids of
    the presses of those who were there when its first round began."""

    evening_id: int
    secret: bytes
    press_ids: tuple[int, ...] = ()
