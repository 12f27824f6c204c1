"""What is brought along, a game that was played at a kitchen table or a season in a file: as what it would be
kept, and what the standings would be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from bot.leagues.model import ClubMember, League, ListedMember, SeasonFacts, StandingsPage
from bot.leagues.paper.season_import import LARGEST_FILE, season_from
from bot.leagues.paper.sheet import PaperGame, Sums, read_sheet
from bot.leagues.paper.spreadsheet import NOON, SpreadsheetDefaults, games_of, season_of
from bot.leagues.paper.table import LARGEST_CSV, MEGABYTE, ColumnReading, Head, read_table, recognised
from bot.leagues.paper.typed import Fault, Faulty, Known, PaperPerson, fault
from bot.leagues.season.corrections import corrected
from bot.leagues.season.entries import SeasonCourse
from bot.leagues.season.model import MEMBER, Correction, Guest, Holder, Night, Season, SeasonGame, SeatKind
from bot.leagues.season.standings import Standing, standings
from bot.tables.model import clean_name

# A game on paper

FREE: Final = "free"
"""What stands for no planned night."""

RECENT: Final = timedelta(weeks=8)
"""For so long a game of a night can still be reported; a later one is an organiser's to insert."""

MOST_NIGHTS: Final = 24
"""How many nights are offered."""


class Typed(NamedTuple):
    """What somebody typed: the sheet, the key of a night (``FREE`` for none), and the date of a free game."""

    text: str
    night: str = FREE
    day: str = ""


@dataclass(frozen=True, slots=True)
class DatedPaperGame:
    """A game on paper, and when it was played: a planned night or, with None, just that date."""

    paper: PaperGame
    night: Night | None
    day: date

    def result(self, now: float, zone: ZoneInfo) -> SeasonGame:
        """The game's result (L4), which has no id yet. It ended now if it is of today, else at noon."""
        local = datetime.fromtimestamp(now, zone)
        noon = datetime.combine(self.day, NOON, zone).timestamp()
        at = int(now if self.day == local.date() else noon)
        return self.paper.result("", self.night and self.night.id, at)


def known_of(members: Sequence[ClubMember], guests: Sequence[Guest], robots: Mapping[str, str]) -> Known:
    """Whom the names of a sheet may mean: members of now, and guests of the season who are no members."""
    people = [PaperPerson(Holder(MEMBER, one.id), one.name) for one in members if one.is_in]
    ids = {one.id for one in members}
    visitors = [PaperPerson(Holder(SeatKind.GUEST, one.id), one.name) for one in guests if one.id not in ids]
    return Known((*people, *visitors), robots)


def recent_nights(nights: Sequence[Night], today: date) -> dict[str, Night]:
    """The planned nights that a game can be reported of, the latest first, by a short key: the date, and
    its number among those of that date."""
    found: dict[str, Night] = {}
    of_day: Counter[date] = Counter()
    for one in nights:
        if today - RECENT <= one.date <= today:
            found[f"{one.date.isoformat()}.{of_day[one.date]}"] = one
            of_day[one.date] += 1
    return {key: found[key] for key in sorted(found, reverse=True)[:MOST_NIGHTS]}


def read_game(
    typed: Typed,
    nights: Mapping[str, Night],
    today: date,
    known: Known,
    games: Mapping[int, Sums],
    contracts: Mapping[str, Sequence[str]],
    read_day: Callable[[str], date],
) -> DatedPaperGame:
    """The game that somebody has typed; ``read_day`` reads the date of a free one and raises Faulty. Raises
    Faulty with all that is wrong, KeyError for a night that is not one of ``nights``."""
    faults: list[Fault] = []
    night = None if typed.night == FREE else nights[typed.night]
    day = today if night is None else night.date
    try:
        day = read_day(typed.day) if night is None and typed.day else day
    except Faulty as wrong:
        faults += wrong.faults
    try:
        paper = read_sheet(typed.text, known, games, contracts)
    except Faulty as wrong:
        raise Faulty([*wrong.faults, *faults]) from None
    if faults:
        raise Faulty(faults)
    return DatedPaperGame(paper, night, day)


# What becomes of the standings


class Stand(NamedTuple):
    """A place, None where there is none, and a value."""

    place: int | None
    value: Fraction


@dataclass(frozen=True, slots=True)
class StandingChange:
    """What becomes of a member's standing; None where they are not listed."""

    member: str
    before: Stand | None
    after: Stand | None


@dataclass(frozen=True, slots=True)
class Outlook:
    """A season as it would be shown: a page of its standings, how many nights were held, and how many of its
    corrections cannot be made."""

    page: StandingsPage
    held: int
    refused: int


def outlook(season: Season, count: int) -> Outlook:
    """The first lines of a season's standings."""
    found = corrected(season)
    course = SeasonCourse(season, found)
    names = {one.id: one.name for one in season.members}
    every = standings(course)
    lines = tuple(_listed(one, names) for one in every[:count])
    return Outlook(StandingsPage(lines, 0, len(every)), len(course.held), len(found.refused))


def moves(season: Season, game: SeasonGame) -> list[StandingChange]:
    """What a further game would do to the members in it."""
    before = _stands(season)
    after = _stands(replace(season, games=(*season.games, game)))
    members = {one.id for one in season.members}
    return [StandingChange(one, before.get(one), after.get(one)) for one in game.people if one in members]


def correction_moves(season: Season, correction: Correction) -> list[StandingChange]:
    """Whose standing a further correction would change, in the order of the standings after it; those who
    would not be listed any more come last."""
    before = _stands(season)
    after = _stands(replace(season, corrections=(*season.corrections, correction)))
    found = [StandingChange(one, before.get(one), after.get(one)) for one in {**after, **before}]
    return [one for one in found if one.before != one.after]


def _stands(season: Season) -> Mapping[str, Stand]:
    found = standings(SeasonCourse(season, corrected(season)))
    return {one.player: Stand(one.place, one.value) for one in found}


def _listed(one: Standing, names: Mapping[str, str]) -> ListedMember:
    return ListedMember(
        one.player, names.get(one.player, one.player), one.place, one.value, one.nights, one.games, one.wins
    )


# A season in a file

LINES: Final = 10
"""So many lines of a season's standings are looked at before it is kept."""


@dataclass(frozen=True, slots=True)
class Brought:
    """A file as it was read. A spreadsheet has the ``heads`` of its columns and the ``reading`` of them, a
    season file neither. ``season`` is None where ``faults`` tell why; of a season ``outlook`` is how it would
    be shown, and ``dates`` are its first day and its last, None where nothing in it has a date."""

    name: str
    heads: tuple[Head, ...] = ()
    reading: ColumnReading | None = None
    season: Season | None = None
    faults: tuple[Fault, ...] = ()
    outlook: Outlook | None = None
    dates: tuple[date, date] | None = None


class KnownMembers(NamedTuple):
    """Who of a season is known to the league already, and who would be new to it, without an account."""

    known: int
    new: int


def too_large(name: str, size: int) -> int | None:
    """The megabytes that a file of this name may have, where it has more."""
    limit = LARGEST_FILE if name.casefold().endswith(".json") else LARGEST_CSV
    return limit if size > limit * MEGABYTE else None


def opened(
    name: str, data: bytes, known: Known, origin: SpreadsheetDefaults, reading: ColumnReading | None = None
) -> Brought:
    """What a file holds: a season file, or else a spreadsheet, its columns as they are recognised or with the
    ``reading`` that somebody has chosen. Takes a second for the largest. Raises Faulty where neither can be
    read."""
    # Discord writes spaces in the names of files so.
    stem = clean_name((name.rpartition(".")[0] or name).replace("_", " "))
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{" or name.casefold().endswith(".json"):
        season = season_from(data, known)
        return _tried(Brought(clean_name(season.name) if season.name else stem), season)
    table = read_table(data)
    if not table.rows:
        raise Faulty([fault("empty-file")])
    reading = reading or recognised(table)
    read = Brought(stem, table.heads, reading)
    try:
        return _tried(read, season_of(table, reading, known, origin))
    except Faulty as faulty:
        return replace(read, faults=faulty.faults)


def _tried(brought: Brought, season: Season) -> Brought:
    return replace(brought, season=season, outlook=outlook(season, LINES), dates=_dates_of(season))


def _dates_of(season: Season) -> tuple[date, date] | None:
    """The first and the last day of a season, local."""
    zone = ZoneInfo(season.zone)
    days = [datetime.fromtimestamp(game.started, zone).date() for game in games_of(season)]
    days += [night.date for night in season.nights]
    return (min(days), max(days)) if days else None


def facts_of(league: League, brought: Brought, season: Season, day: date, *, open_now: bool) -> SeasonFacts:
    """The season as the league would keep it: closed on its last day, or still open. ``day`` is whose it is
    where nothing in it has a date."""
    first, last = brought.dates or (day, day)
    return SeasonFacts(
        id=0,
        league_id=league.id,
        number=0,
        name=brought.name,
        settings=season.settings,
        begun=first,
        closed=None if open_now else last,
        levels=season.levels,
        imported=True,
    )


def members_of(
    facts: SeasonFacts, season: Season, members: Sequence[ClubMember], now: float
) -> Mapping[str, ClubMember]:
    """The members of a season as the league is to know them: as it knows them, and others without an account;
    of a season that is over they have left with it."""
    ours = {one.id: one for one in members}
    return {
        one.id: ours.get(one.id)
        or ClubMember(facts.league_id, one.id, one.name, None, now, one.joined, one.left or facts.closed)
        for one in season.members
    }


def own_of(season: Season, members: Sequence[ClubMember]) -> KnownMembers:
    """How many of a season's members the league knows."""
    ours = {one.id for one in members}
    known = sum(one.id in ours for one in season.members)
    return KnownMembers(known, len(season.members) - known)
