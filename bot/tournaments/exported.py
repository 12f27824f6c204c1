"""A tournament to take along, made as a season is (``bot.leagues.exported``): a ranking as a table for a
spreadsheet, and a page to print with all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from typing import Final, NamedTuple

from bot.leagues.exported import Cell, TableColumn, column, csv_table, document, element, table
from bot.leagues.standings_words import LeagueNames, score_text
from bot.tournaments.held import TEAMS, Held, RankedPerson
from bot.tournaments.words import plan_text, ranking_names, seal_text
from bot.words.catalogue import Words

COLUMNS: Final = ("place", "name", "team", "round", "carried", "value", "told-apart", "goes-on", "counted")
"""Of the tables of a tournament."""

COMMAND: Final = "python -m bot tournament"


class Sheet(NamedTuple):
    """A ranking as a table."""

    columns: Sequence[TableColumn]
    rows: Sequence[Sequence[Cell]]


def ranking_table(words: Words, held: Held, shown: str) -> bytes:
    """A ranking (``Held.ranked``, or that of the teams) as CSV."""
    return csv_table(words, *_sheet(words, held, shown))


def tournament_page(words: Words, name: str, held: Held, on: date) -> bytes:
    """All rankings on a page, written on that date. What lots follow from is on it once it is over (T1)."""
    facts, people = held.facts, _names(words, held)
    title = people.said(name)
    body = [element("h1", title), *(element("p", _bare(one)) for one in plan_text(words, facts.plan))]
    for shown, called in ranking_names(words, facts):
        columns, rows = _sheet(words, held, shown)
        if rows:
            body += [
                element("h2", called),
                table(columns, [[_shown(words, one) for one in row] for row in rows]),
            ]
    body += [
        element("p", _bare(seal_text(words, facts)), "soft"),
        element("p", words("league.page.written", date=words.date(on)), "soft"),
    ]
    if facts.ended_at is not None:
        body.append(element("p", words("tournament.page.how", command=COMMAND), "soft"))
    return document(words.language, title, body).encode()


def _bare(text: str) -> str:
    """Without the signs that Discord makes bold letters and others of."""
    return text.replace("**", "").replace("`", "")


def _names(words: Words, held: Held) -> LeagueNames:
    return LeagueNames(words, {one.id: one.name or "" for one in held.tournament.people}, shown=str)


def _sheet(words: Words, held: Held, shown: str) -> Sheet:
    people = _names(words, held)
    if shown == TEAMS:
        columns = [column(words, name) for name in ("place", "team", "value", "counted")]
        columns[-1] = columns[-1]._replace(css="text")  # their names
        rows = [
            (one.place, people.said(one.team), one.sum, words.both(people(each) for each in one.counted))
            for one in held.teams
        ]
        return Sheet(columns, rows)
    return _of_people(words, held, held.ranked(shown))


def _of_people(words: Words, held: Held, ranked: Sequence[RankedPerson]) -> Sheet:
    """With a column a round; what was carried (T3) has one where there is any."""
    people = _names(words, held)
    rounds = max((len(one.rounds) for one in ranked), default=0)
    has_teams = held.facts.plan.team is not None
    has_carried = rounds > 0 and any(one.total != sum(one.rounds) for one in ranked)

    def cells(one: RankedPerson) -> Iterator[Cell]:
        yield from (one.place, people(one.person))
        if has_teams:
            yield people.said(held.team_of(one.person))
        if has_carried:
            yield one.total - sum(one.rounds)
        yield from (*one.rounds, one.total)
        if rounds:
            yield words(f"tournament.told.{one.by}") if one.by else ""
            yield words("tournament.goes-on.yes") if one.goes_on else ""

    names = ["place", "name", *["team"] * has_teams, *["carried"] * has_carried]
    columns = [
        *(column(words, name) for name in names),
        *(column(words, "round", number=words.number(number + 1)) for number in range(rounds)),
        *(column(words, name) for name in ("value", *["told-apart", "goes-on"] * (rounds > 0))),
    ]
    return Sheet(columns, [[*cells(one)] for one in ranked])


def _shown(words: Words, cell: Cell) -> str:
    """A cell on the page."""
    if isinstance(cell, Fraction):
        return score_text(words, cell)
    return words.number(cell) if isinstance(cell, int) else str(cell)
