"""People, games and words for results on paper; and what is told of those that cannot be taken."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import cache
from typing import Any

import pytest

from bot.leagues.paper.sheet import PaperGame, Sums, read_sheet, sums_by_players
from bot.leagues.paper.spreadsheet import SpreadsheetDefaults, season_of
from bot.leagues.paper.table import read_table, recognised
from bot.leagues.paper.typed import Fault, Faulty, Known, PaperPerson
from bot.leagues.season.model import Holder, Season, SeatKind
from bot.leagues.season.settings import SeasonSettings
from bot.leagues.standings_words import contract_words
from bot.words.catalogue import words_for

Found = tuple[str, int | None]
"""A fault's code and line."""

KNOWN = Known(
    (
        *(
            PaperPerson(Holder(SeatKind.MEMBER, f"u{name[0].lower()}"), name)
            for name in ("Ann", "Bob", "Cath")
        ),
        PaperPerson(Holder(SeatKind.MEMBER, "u7"), "Dirk De Wit"),
        PaperPerson(Holder(SeatKind.MEMBER, "u8"), "Dirk Smet"),
        PaperPerson(Holder(SeatKind.GUEST, "x9"), "Jan Janssens"),
    ),
    {"easy": "easy", "Rustige robot": "steady"},
)
ORIGIN = SpreadsheetDefaults("Europe/Brussels", date(2026, 1, 1), "boss", SeasonSettings())


@cache
def games_of(preset: str) -> dict[int, Sums]:
    return sums_by_players(preset, {})


def sheet(text: str, preset: str = "kingen", language: str = "en") -> PaperGame:
    games = games_of(preset)
    return read_sheet(text, KNOWN, games, contract_words(words_for(language), games))


def spreadsheet(text: str | bytes, known: Known = KNOWN) -> Season:
    table = read_table(text if isinstance(text, bytes) else text.encode())
    return season_of(table, recognised(table), known, ORIGIN)


def faults(read: Callable[..., object], *given: Any) -> tuple[Fault, ...]:
    """What is wrong with something."""
    with pytest.raises(Faulty) as faulty:
        read(*given)
    return faulty.value.faults


def found(read: Callable[..., object], *given: Any) -> list[Found]:
    """The codes and lines of what is wrong."""
    return [(one.code, one.line) for one in faults(read, *given)]
