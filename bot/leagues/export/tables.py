"""A season as tables for a spreadsheet: CSV (RFC 4180), UTF-8 with the byte order mark that spreadsheets know
it by.

Cells are parted by ``;`` where the language writes decimals with a comma, else by ``,``: that is what a
spreadsheet in that language takes a file apart by, and its numbers are numbers there. What people have
written is never a formula: a cell that would be one begins with an apostrophe. The results can be read again
by their headings of date, game, player and points.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from io import StringIO
from typing import Final, NamedTuple

from bot.engine.game import places
from bot.leagues.model import SeasonResult
from bot.leagues.season.entries import days_of
from bot.leagues.season.model import Season, SeasonGame
from bot.leagues.season.standings import Standing
from bot.leagues.standings_words import LeagueNames, rounded
from bot.words.catalogue import Words, tidy

Cell = str | int | Fraction | date | None

FORMULA: Final = ("=", "+", "-", "@")
"""What a cell begins with that a spreadsheet would calculate
(https://owasp.org/www-community/attacks/CSV_Injection); tabs and returns do not get as far as a cell."""

STANDINGS: Final = ("place", "name", "value", "moved", "nights", "games", "wins", "counted", "dropped")
RESULTS: Final = ("date", "night", "game", "table", "player", "points", "place", "state")
DEALS: Final = ("game", "deal", "dealer", "contract", "player", "points")
"""The columns of each table."""


class ExportedDeal(NamedTuple):
    """What a deal, counted from 1, brought a player; the contract is in words already."""

    game: str
    deal: int
    dealer: str
    contract: str
    player: str
    points: int


def standings_table(people: LeagueNames, standings: Iterable[Standing]) -> bytes:
    """A row a member, in the order of the standings; nights counted and dropped are numbers of them."""
    rows = (
        (
            one.place,
            people(one.player),
            one.value,
            one.moved,
            one.nights,
            one.games,
            one.wins,
            len(one.counted),
            len(one.dropped),
        )
        for one in standings
    )
    return _table(people.words, STANDINGS, rows)


def results_table(people: LeagueNames, season: Season, results: Iterable[SeasonResult]) -> bytes:
    """A row a seat of every game, also of one that is void. Nights are numbered by date."""
    day = days_of(season)
    nights = sorted(season.nights, key=lambda night: night.date)
    numbers = {night.id: number for number, night in enumerate(nights, 1)}
    rows = (row for result in results for row in _seats(people, day, numbers, result))
    return _table(people.words, RESULTS, rows)


def deals_table(words: Words, deals: Iterable[ExportedDeal]) -> bytes:
    """A row a player of every deal."""
    return _table(words, DEALS, deals)


def state_text(words: Words, result: SeasonResult) -> str:
    """«void», «corrected», or nothing."""
    if result.void:
        return words("league.state.void")
    return words("league.state.corrected") if result.events else ""


def _seats(
    people: LeagueNames, day: Callable[[SeasonGame], date], nights: Mapping[str, int], result: SeasonResult
) -> Iterator[Sequence[Cell]]:
    """``nights`` are the numbers of nights in the season, from 1."""
    game = result.game
    held = zip(game.holders, game.points, places(game.points), strict=True)
    for holder, points, place in held:
        yield (
            day(game),
            people.words("league.free") if game.night is None else nights[game.night],
            game.id,
            result.table_id,
            people.holder(holder),
            points,
            place,
            state_text(people.words, result),
        )


def _table(words: Words, columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    written = StringIO(newline="")
    writer = csv.writer(written, delimiter=";" if words.decimal_sign == "," else ",")
    writer.writerow([words(f"league.column.{column}") for column in columns])
    writer.writerows([_cell(words, cell) for cell in row] for row in rows)
    return written.getvalue().encode("utf-8-sig")


def _cell(words: Words, cell: Cell) -> str:
    """A cell as it is written: numbers bare, so that they stay numbers, dates as ISO 8601 has them, and texts
    so that they stay texts."""
    match cell:
        case None:
            return ""
        case str():
            text = tidy(cell)
            return f"'{text}" if text.startswith(FORMULA) else text
        case Fraction():
            return str(rounded(cell)).replace(".", words.decimal_sign)
        case _:
            return str(cell)
