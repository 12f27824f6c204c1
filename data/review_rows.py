"""How the costly cards of a review are kept."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from bot.engine.cards import CARD_NAMES, CARD_OF_NAME
from bot.replays.replay import ReplayMoment
from bot.reviews.model import Costly
from data.relation import ColumnType


def _written(every: Sequence[Costly]) -> str:
    return json.dumps([[*one.moment, one.seat, CARD_NAMES[one.better], one.cents] for one in every])


def _read(text: str) -> tuple[Costly, ...]:
    return tuple(
        Costly(ReplayMoment(deal, ply), seat, CARD_OF_NAME[better], cents)
        for deal, ply, seat, better, cents in json.loads(text)
    )


COSTLY: Final = ColumnType("TEXT", _written, _read)
