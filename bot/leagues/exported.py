"""A season to take along. As tables for a spreadsheet: CSV (RFC 4180), UTF-8 with the byte order mark that
spreadsheets know it by. On a page to print: one HTML file that needs nothing else, and runs nothing; on paper
it is black on white, on a screen as wide and as dark as it is there.

Cells of a table are parted by ``;`` where the language writes decimals with a comma, else by ``,``: that is
what a spreadsheet in that language takes a file apart by, and its numbers are numbers there. What people have
written is never a formula: a cell that would be one begins with an apostrophe. The results can be read again
by their headings of date, game, player and points.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from html import escape
from io import StringIO
from itertools import groupby
from typing import Final, NamedTuple

from bot.engine.game import places
from bot.leagues.correction_words import Log
from bot.leagues.model import Event, SeasonResult
from bot.leagues.season.entries import SeasonCourse, days_of
from bot.leagues.season.model import Season, SeasonGame
from bot.leagues.season.standings import AllTime, Standing, standings
from bot.leagues.season_words import sentences
from bot.leagues.standings_words import LeagueNames, rounded, score_text
from bot.words.catalogue import Words, tidy

Cell = str | int | Fraction | date | None

FORMULA: Final = ("=", "+", "-", "@")
"""What a cell begins with that a spreadsheet would calculate
(https://owasp.org/www-community/attacks/CSV_Injection); tabs and returns do not get as far as a cell."""

STANDINGS: Final = ("place", "name", "value", "moved", "nights", "games", "wins", "counted", "dropped")
RESULTS: Final = ("date", "night", "game", "table", "player", "points", "place", "state")
DEALS: Final = ("game", "deal", "dealer", "contract", "player", "points")
"""The columns of each table."""

CSS: Final = {"name": "name", "team": "text", "told-apart": "text", "value": "value", "points": "value"}
"""Classes of columns on a page."""


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
    return csv_table(people.words, _columns(people.words, STANDINGS), rows)


def results_table(people: LeagueNames, season: Season, results: Iterable[SeasonResult]) -> bytes:
    """A row a seat of every game, also of one that is void. Nights are numbered by date."""
    day = days_of(season)
    nights = sorted(season.nights, key=lambda night: night.date)
    numbers = {night.id: number for number, night in enumerate(nights, 1)}
    rows = (row for result in results for row in _seats(people, day, numbers, result))
    return csv_table(people.words, _columns(people.words, RESULTS), rows)


def deals_table(words: Words, deals: Iterable[ExportedDeal]) -> bytes:
    """A row a player of every deal."""
    return csv_table(words, _columns(words, DEALS), deals)


def state_text(words: Words, result: SeasonResult) -> str:
    """«void», «corrected», or nothing."""
    if result.void:
        return words("league.state.void")
    return words("league.state.corrected") if result.events else ""


def _columns(words: Words, names: Iterable[str]) -> list[TableColumn]:
    return [column(words, name) for name in names]


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
            people.holders([holder])[0],
            points,
            place,
            state_text(people.words, result),
        )


class TableColumn(NamedTuple):
    """What is above a column, and the class of its cells on a page."""

    heading: str
    css: str = ""


def column(words: Words, name: str, **values: str) -> TableColumn:
    """The column of that name, which is one of a table above or of who makes another."""
    return TableColumn(words(f"league.column.{name}", **values), CSS.get(name, ""))


def csv_table(words: Words, columns: Iterable[TableColumn], rows: Iterable[Sequence[Cell]]) -> bytes:
    """A table for a spreadsheet."""
    written = StringIO(newline="")
    writer = csv.writer(written, delimiter=";" if words.decimal_sign == "," else ",")
    writer.writerow([one.heading for one in columns])
    writer.writerows([_csv_cell(words, cell) for cell in row] for row in rows)
    return written.getvalue().encode("utf-8-sig")


def _csv_cell(words: Words, cell: Cell) -> str:
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


# The page

STYLE: Final = """
:root { color-scheme: light dark; --ink: #1a1a1a; --paper: #fff; --line: #bbb; --soft: #555; }
@media screen and (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e8; --paper: #17181a; --line: #4a4d52; --soft: #a9adb3; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.4 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.6rem; line-height: 1.2; }
h2 { margin: 1.8rem 0 .5rem; font-size: 1.2rem; }
h3 { margin: 1rem 0 .25rem; font-size: 1rem; }
p { margin: .25rem 0; }
ul { margin: 0; padding-left: 1.2rem; }
.soft, small { color: var(--soft); }
.void { text-decoration: line-through; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .4rem; border-bottom: 1px solid var(--line); text-align: right;
  vertical-align: baseline; }
th { font-size: .8rem; color: var(--soft); font-weight: 600; vertical-align: bottom; }
th, td { white-space: nowrap; }
.name { text-align: left; white-space: normal; width: 40%; min-width: 6rem; }
.text { text-align: left; white-space: normal; }
.value { font-weight: 700; }
@media screen and (max-width: 40rem) {
  body { padding: .75rem; }
  table { font-size: .85rem; }
  th, td { padding: .25rem .2rem; }
  th:not(.name) { writing-mode: sideways-lr; text-align: left; }
  @supports not (writing-mode: sideways-lr) {
    th:not(.name) { writing-mode: vertical-rl; }
  }
}
@page { size: A4; margin: 15mm; }
@media print {
  :root { color-scheme: light; --ink: #000; --paper: #fff; --line: #999; --soft: #333; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  thead { display: table-header-group; }
  tr, li { break-inside: avoid; }
  h1, h2, h3 { break-after: avoid; }
}
"""


COMMAND = "python -m bot standings"
NOTHING: Final = "–"
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """What is on the page: a league's season by their names, its course, its games in the order of their
    times, its corrections in theirs, the table of all time, what people are called by their ids, and the date
    on which it was written. ``levels`` are the season's factors (L6)."""

    league: str
    season: str
    course: SeasonCourse
    results: Sequence[SeasonResult]
    events: Sequence[Event]
    all_time: Sequence[AllTime]
    names: Mapping[str, str]
    on: date
    levels: Mapping[int, Fraction] = field(default_factory=dict[int, Fraction])


def season_page(words: Words, page: SeasonPage) -> bytes:
    """The file, UTF-8."""
    people = LeagueNames(words, page.names, shown=str, reasons=True)  # it is drawn up for those who see them
    title = f"{people.said(page.league)} · {people.said(page.season)}"
    body = [
        element("h1", people.said(page.league)),
        element("p", people.said(page.season)),
        *_standings(people, page),
        *_results(people, page),
        *_corrections(people, page),
        *_all_time(people, page),
        *_settings(words, page),
        element("p", words("league.page.written", date=words.date(page.on)), "soft"),
        element("p", words("league.page.how", command=COMMAND), "soft"),
    ]
    return document(words.language, title, body).encode()


def document(language: str, title: str, body: Iterable[str]) -> str:
    """A page of these elements, with all it needs."""
    lines = (
        "<!DOCTYPE html>",
        f'<html lang="{escape(language)}">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        # Were there anything to run or to load after all, a browser would do neither.
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE}</style>",
        "</head>",
        "<body>",
        *body,
        "</body>",
        "</html>",
        "",
    )
    return "\n".join(lines)


def element(tag: str, text: str, css: str = "") -> str:
    """An element with a text in it, whatever that says."""
    named = f' class="{css}"' if css else ""
    return f"<{tag}{named}>{escape(text)}</{tag}>"


def _list(items: Iterable[str]) -> str:
    return "<ul>\n" + "\n".join(items) + "\n</ul>"


# Tables


def table(columns: Sequence[TableColumn], rows: Iterable[Sequence[str]]) -> str:
    """A table on a page."""
    heads = "".join(_head(one) for one in columns)
    lines = [
        "<tr>"
        + "".join(element("td", cell, one.css) for cell, one in zip(row, columns, strict=True))
        + "</tr>"
        for row in rows
    ]
    body = "\n".join(lines)
    return f"<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"


def _head(column: TableColumn) -> str:
    css = f' class="{column.css}"' if column.css else ""
    return f'<th scope="col"{css}>{escape(column.heading)}</th>'


_PRINTED_STANDINGS: Final = ("place", "moved", "name", "nights", "games", "value", "counted", "dropped")
_PRINTED_ALL_TIME: Final = ("place", "name", "games", "wins", "points")


def _standings(people: LeagueNames, page: SeasonPage) -> Iterator[str]:
    words = people.words
    yield element("h2", words("league.page.standings"))
    every = standings(page.course)
    if not every:
        yield element("p", words("league.page.no-game"))
        return
    yield table(_columns(words, _PRINTED_STANDINGS), [_standing(people, one) for one in every])


def _standing(people: LeagueNames, one: Standing) -> Sequence[str]:
    words = people.words
    return (
        NOTHING if one.place is None else words.number(one.place),
        _moved(words, one.moved),
        people(one.player),
        words.number(one.nights),
        words.number(one.games),
        score_text(words, one.value),
        words.number(len(one.counted)),
        words.number(len(one.dropped)),
    )


def _moved(words: Words, moved: int | None) -> str:
    """«▲ 2»; nothing where there is nothing to compare."""
    if moved is None:
        return ""
    return f"{'▲' if moved > 0 else '▼'} {words.number(abs(moved))}" if moved else "="


def _all_time(people: LeagueNames, page: SeasonPage) -> Iterator[str]:
    if not page.all_time:
        return
    words = people.words
    rows = [
        (
            words.number(one.place),
            people(one.player),
            words.number(one.games),
            score_text(words, one.wins),
            score_text(words, one.sum),
        )
        for one in page.all_time
    ]
    yield element("h2", words("league.page.all-time"))
    yield table(_columns(words, _PRINTED_ALL_TIME), rows)


# Lists


def _results(people: LeagueNames, page: SeasonPage) -> Iterator[str]:
    """The games of each night, and the free ones of each date after them (L3)."""
    if not page.results:
        return
    season = page.course.season
    day = days_of(season)
    order = {night.id: number for number, night in enumerate(season.nights)}

    def night(result: SeasonResult) -> tuple[date, bool, int]:
        game = result.game
        is_free = game.night is None
        return day(game), is_free, 0 if game.night is None else order[game.night]

    yield element("h2", people.words("league.page.results"))
    for (on, is_free, _), results in groupby(sorted(page.results, key=night), key=night):
        key = "league.page.free" if is_free else "league.page.night"
        yield element("h3", people.words(key, date=people.words.date(on)))
        yield _list(_result(people, one) for one in results)


def _result(people: LeagueNames, result: SeasonResult) -> str:
    span = element("span", people.result(result.game), "void" if result.void else "")
    state = state_text(people.words, result)
    return f"<li>{span}{' ' + element('small', state) if state else ''}</li>"


def _corrections(people: LeagueNames, page: SeasonPage) -> Iterator[str]:
    if not page.events:
        return
    log = Log(people, page.course.season, page.events)
    yield element("h2", people.words("league.page.corrections"))
    yield _list(element("li", log.line(event)) for event in log.events)


def _settings(words: Words, page: SeasonPage) -> Iterator[str]:
    yield element("h2", words("league.page.settings"))
    lines = sentences(words, page.course.season.settings, page.levels)
    yield _list(element("li", one) for one in lines)
