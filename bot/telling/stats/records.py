"""The best and worst deals and games of a server, in lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

from bot.statistics.ports import Extreme, Extremes
from bot.telling.stats.told import contract_text
from bot.words.catalogue import Words
from bot.words.names import in_text


class Which(StrEnum):
    """Which records."""

    BEST_DEALS = "best-deals"
    WORST_DEALS = "worst-deals"
    BEST_GAMES = "best-games"
    WORST_GAMES = "worst-games"


def of(found: Extremes, which: Which) -> Sequence[Extreme]:
    """Those records, the most extreme first."""
    match which:
        case Which.BEST_DEALS:
            return found.best_deals
        case Which.WORST_DEALS:
            return found.worst_deals
        case Which.BEST_GAMES:
            return found.best_games
        case Which.WORST_GAMES:
            return found.worst_games


def record_lines(words: Words, every: Sequence[Extreme]) -> Iterator[str]:
    """«**1** · Ann: +25, No hearts (table 12)»."""
    for number, one in enumerate(every, 1):
        told = {
            "number": words.number(number),
            "name": in_text(one.name),
            "points": words.points(one.feat.points),
            "table": str(one.feat.table),
        }
        if one.contract:
            yield words("stats.record.deal", **told, contract=contract_text(words, one.contract))
        else:
            yield words("stats.record.game", **told)
    if not every:
        yield words("stats.records.none")
