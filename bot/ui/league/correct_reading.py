"""What somebody typed into a form of a correction, as the change it means."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, time
from fractions import Fraction
from typing import Final
from zoneinfo import ZoneInfo

from bot.clubs.errors import ClubError
from bot.clubs.model import League
from bot.clubs.paper.errors import Fault, Faulty, fault
from bot.clubs.paper.names import Known, PaperPerson, holder_of, new_guests
from bot.clubs.paper.numbers import plain, points_of
from bot.clubs.paper.sheet import read_sheet
from bot.clubs.paper.sums import sums_by_players
from bot.leagues.model import (
    Adjust,
    Change,
    Excuse,
    Guest,
    Insert,
    Points,
    Season,
    SeatChange,
    SeatKind,
    Undo,
    Void,
)
from bot.leagues.offered import read_number
from bot.telling.league.contracts import contract_words
from bot.telling.league.reading_time import DateDirection, read_date
from bot.ui.league.drafts import CorrectionKind, CorrectionTarget
from bot.words.catalogue import Words
from bot.words.names import tidy

PARTING: Final = str.maketrans(",;/|", "    ")
"""What people put between points."""

EVENING: Final = time(20)
"""When a game of the past is taken to have been played, as nobody asks."""


def read_change(
    words: Words,
    league: League,
    season: Season,
    known: Known,
    asked: CorrectionTarget,
    about: str,
    typed: Mapping[str, str],
    today: date,
) -> tuple[Change, tuple[Guest, ...]]:
    """The change, and guests named in it who are new. ``about`` is the game or event that is meant, ``today``
    the league's date. Raises Faulty, ClubError."""
    match asked.doing:
        case CorrectionKind.VOID:
            return Void(about), ()
        case CorrectionKind.UNDO:
            return Undo(about), ()
        case CorrectionKind.POINTS:
            return Points(about, _points(typed.get("points", ""))), ()
        case CorrectionKind.PLAYER:
            person = _person(typed.get("name", ""), known)
            return SeatChange(about, asked.seat, person.holder), new_guests([person], known)
        case CorrectionKind.ADJUST:
            return Adjust(_member(typed.get("name", ""), known), _value(typed.get("value", ""))), ()
        case CorrectionKind.EXCUSE:
            day = read_date(tidy(typed.get("date", "")), today, words.language, DateDirection.EITHER)
            night = _night(season, day)
            if night is None:
                raise ClubError("no-night-then", date=words.date(day))
            return Excuse(night, _member(typed.get("name", ""), known)), ()
        case CorrectionKind.INSERT:
            return _insert(words, league, season, known, typed, today)


def _insert(
    words: Words, league: League, season: Season, known: Known, typed: Mapping[str, str], today: date
) -> tuple[Change, tuple[Guest, ...]]:
    day = read_date(tidy(typed.get("date", "")), today, words.language, DateDirection.PAST)
    games = sums_by_players(league.preset, league.options)
    paper = read_sheet(typed.get("sheet", ""), known, games, contract_words(words, games))
    at = int(datetime.combine(day, EVENING, ZoneInfo(season.zone)).timestamp())
    return Insert(paper.result("", _night(season, day), at)), paper.guests


def _night(season: Season, day: date) -> str | None:
    """The planned night of a date."""
    return next((one.id for one in season.nights if one.date == day), None)


def _points(text: str) -> tuple[int, ...]:
    found = [points_of(word) for word in plain(text).translate(PARTING).split() or [""]]
    wrong = [one for one in found if isinstance(one, Fault)]
    if wrong:
        raise Faulty(wrong)
    return tuple(one for one in found if not isinstance(one, Fault))


def _value(text: str) -> Fraction:
    found = read_number(plain(text).strip())
    if found is None:
        raise Faulty([fault("not-a-number", text=text)])
    return found


def _person(text: str, known: Known) -> PaperPerson:
    found = holder_of(plain(text).strip(), known)
    if isinstance(found, Fault):
        raise Faulty([found])
    return found


def _member(text: str, known: Known) -> str:
    """A member's id. Raises Faulty, ClubError ``unknown-member`` where somebody else is meant."""
    person = _person(text, known)
    if person.holder.kind is not SeatKind.MEMBER:
        raise ClubError("unknown-member")
    return person.holder.id
