"""Corrections while they are made: what is asked, read, kept in ids and shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from enum import StrEnum
from fractions import Fraction
from itertools import count
from typing import Any, Final
from zoneinfo import ZoneInfo

from discord import ui

from bot.discordkit.forms import InputForm, text_field
from bot.discordkit.interactions import PressId
from bot.discordkit.load import Latest
from bot.discordkit.panel import (
    BLUE,
    GREEN,
    GREY,
    RED,
    Drawing,
    button,
    draw,
    select,
    select_option,
)
from bot.leagues.correction_words import REASON_LONGEST
from bot.leagues.model import ClubError, League, SeasonResult
from bot.leagues.paper.sheet import LONGEST, read_sheet, sums_by_players
from bot.leagues.paper.typed import (
    Fault,
    Faulty,
    Known,
    PaperPerson,
    fault,
    holder_of,
    new_guests,
    plain,
    points_of,
)
from bot.leagues.reading_time import DateDirection, read_date
from bot.leagues.season.model import (
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
from bot.leagues.season.settings import read_number
from bot.leagues.standings_words import LeagueNames, contract_words
from bot.leagues.ui.results import seat_line
from bot.leagues.ui.visits import Visit, ref_of
from bot.telling.phrases import fitting
from bot.words.catalogue import Words, in_text, tidy

KEPT: Final = 1000
"""Of so many people, those who prepared something last."""


class CorrectionKind(StrEnum):
    """What can be corrected (L17)."""

    VOID = "void"
    POINTS = "points"
    PLAYER = "player"
    INSERT = "insert"
    ADJUST = "adjust"
    EXCUSE = "excuse"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class CorrectionTarget:
    """What is to be corrected: ``about`` is the game or event by its reference, else empty; ``seat`` the one
    that somebody else had; ``seen`` how many corrections of the game there were when it was looked at, None
    where that is nothing to go by."""

    doing: CorrectionKind
    about: str = ""
    seat: int = 0
    seen: int | None = None


@dataclass(frozen=True, slots=True)
class CorrectionDraft:
    """A correction that is being prepared: what was ``typed``, by field, and what that means; no ``change``
    where it means nothing. ``guests`` are those named in it whom nobody knew before."""

    number: int
    league_id: int
    season_id: int
    asked: CorrectionTarget
    typed: Mapping[str, str] = field(default_factory=dict[str, str])
    change: Change | None = None
    guests: tuple[Guest, ...] = ()


class Drafts:
    """Keeps them."""

    def __init__(self) -> None:
        self._kept: Latest[int, CorrectionDraft] = Latest(KEPT)
        self._numbers = count(1)

    def next(self) -> int:
        """The number of another one."""
        return next(self._numbers)

    def keep(self, user_id: int, draft: CorrectionDraft) -> CorrectionDraft:
        """Keep it in place of what this person had prepared."""
        return self._kept.keep(user_id, draft)

    def get(self, user_id: int, number: int, season_id: int) -> CorrectionDraft:
        """What this person has prepared under that number for a season. Raises ClubError
        ``nothing-prepared``."""
        found = self._kept.get(user_id)
        if found is None or (found.number, found.season_id) != (number, season_id):
            raise ClubError("nothing-prepared")
        return found

    def typed(self, user_id: int, season_id: int, asked: CorrectionTarget) -> dict[str, str]:
        """What this person typed before for the same correction: a form may ask for a part of it."""
        found = self._kept.get(user_id)
        is_it = found is not None and (found.season_id, found.asked) == (season_id, asked)
        return dict(found.typed) if found is not None and is_it else {}

    def drop(self, user_id: int) -> None:
        """It is made, or given up."""
        self._kept.drop(user_id)


FIELDS: Final[Mapping[CorrectionKind, tuple[str, ...]]] = {
    CorrectionKind.VOID: (),
    CorrectionKind.POINTS: (),
    CorrectionKind.PLAYER: ("name",),
    CorrectionKind.INSERT: ("date", "sheet"),
    CorrectionKind.ADJUST: ("name", "value"),
    CorrectionKind.EXCUSE: ("name", "date"),
    CorrectionKind.UNDO: (),
}
"""What is asked for each, beside the reason; of points also a number of each player."""

REASON: Final = "reason"

_LONGEST: Final = {
    "sheet": LONGEST,
    "name": 100,
    "date": 60,
    "value": 20,
    REASON: REASON_LONGEST,
}


FIELDS_MOST: Final = 5
"""Of a form (https://discord.com/developers/docs/components/reference#label)."""


def points_field(seat: int) -> str:
    """What the field for the points of a seat is called; nobody reads it."""
    return f"points-{seat}"


def correction_form(
    visit: Visit, asked: CorrectionTarget, typed: Mapping[str, str], found: SeasonResult | None = None
) -> InputForm:
    """Asks for what a correction takes, with what was typed before. For the points of the game that was
    ``found`` each player has a field, with what they have now; where five leave no room for the reason, it is
    asked for afterwards."""
    words, doing = visit.words, asked.doing
    of_member = doing in (CorrectionKind.ADJUST, CorrectionKind.EXCUSE)
    people = LeagueNames(words, {} if found is None else found.names, str)
    players = () if found is None else zip(people.holders(found.game.holders), found.game.points, strict=True)
    fields = [
        text_field(
            points_field(seat),
            holder,
            words("correct.form.points", points=words.points(points)),
            default=typed.get(points_field(seat), str(points)),
            longest=_LONGEST["value"],
        )
        for seat, (holder, points) in enumerate(players)
    ]
    fields += [
        text_field(
            name,
            words(f"correct.form.{name}"),
            words("nights.form.name.about" if name == "name" and of_member else f"correct.form.{name}.about"),
            default=typed.get(name, ""),
            longest=_LONGEST[name],
            required=name != REASON,
            paragraph=name in ("sheet", REASON),
        )
        for name in (*FIELDS[doing], REASON)
    ][: FIELDS_MOST - len(fields)]
    return InputForm(words(f"correct.do.{doing.value}"), fix(visit, "league-fixed", asked), *fields)


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
            return Points(about, _points(typed)), ()
        case CorrectionKind.PLAYER:
            person = _person(typed.get("name", ""), known)
            return SeatChange(about, asked.seat, person.holder), new_guests([person], known)
        case CorrectionKind.ADJUST:
            return Adjust(_member(typed.get("name", ""), known), _value(typed.get("value", ""))), ()
        case CorrectionKind.EXCUSE:
            day = read_date(
                tidy(typed.get("date", "")),
                today,
                words,
                DateDirection.NEAREST,
                [one.date for one in season.nights],
            )
            night = _night(season, day)
            if night is None:
                raise ClubError("no-night-then", date=words.date(day))
            return Excuse(night, _member(typed.get("name", ""), known)), ()
        case CorrectionKind.INSERT:
            return _insert(words, league, season, known, typed, today)


def _insert(
    words: Words, league: League, season: Season, known: Known, typed: Mapping[str, str], today: date
) -> tuple[Change, tuple[Guest, ...]]:
    day = read_date(tidy(typed.get("date", "")), today, words, DateDirection.PAST)
    games = sums_by_players(league.preset, league.options)
    paper = read_sheet(typed.get("sheet", ""), known, games, contract_words(words, games))
    at = int(datetime.combine(day, EVENING, ZoneInfo(season.zone)).timestamp())
    return Insert(paper.result("", _night(season, day), at)), paper.guests


def _night(season: Season, day: date) -> str | None:
    """The planned night of a date."""
    return next((one.id for one in season.nights if one.date == day), None)


def _points(typed: Mapping[str, str]) -> tuple[int, ...]:
    """Those of each seat; what is not a number, as a fault."""
    there = (points_field(seat) for seat in range(FIELDS_MOST))
    found = [points_of(plain(typed[one]).strip()) for one in there if one in typed]
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


MOVES: Final = 1200
"""Characters for what moves."""


def fix(visit: Visit, verb: str, asked: CorrectionTarget) -> PressId:
    """A press that asks for a correction, or brings what was typed for it."""
    seen = 0 if asked.seen is None else asked.seen + 1
    return visit.press(verb, asked.doing.value, asked.about, str(asked.seat), seq=seen)


def menu(visit: Visit) -> Drawing:
    """What an organiser can correct."""
    words = visit.words
    lines = [f"### {words('correct.title', league=in_text(visit.league.name))}", words("correct.about")]
    buttons = [
        button(words("correct.games"), visit.press("league-results-of", "", "0"), BLUE),
        *(
            button(words(f"correct.do.{doing.value}"), fix(visit, "league-fix", CorrectionTarget(doing)))
            for doing in (CorrectionKind.INSERT, CorrectionKind.ADJUST, CorrectionKind.EXCUSE)
        ),
        button(words("nights.all"), visit.press("league-nights")),
        button(words("correct.log"), visit.press("league-log-of")),
    ]
    return draw(lines, buttons, reader=visit.reader.user_id)


def game(visit: Visit, found: SeasonResult) -> Drawing:
    """What can be corrected of a game."""
    words, ref = visit.words, ref_of(found.game.id)
    lines = [f"### {words('correct.game')}", *_seats(visit, found)]
    if found.void:
        lines.append(words("correct.is-void"))
        return draw(lines, reader=visit.reader.user_id)
    plain = LeagueNames(words, found.names, str)
    seats = [
        select_option(holder, str(seat), words.points(found.game.points[seat]))
        for seat, holder in enumerate(plain.holders(found.game.holders))
    ]
    press = visit.press("league-fix-seat", ref, seq=found.events + 1)
    buttons = [
        button(
            words(f"correct.do.{doing.value}"),
            fix(visit, "league-fix", CorrectionTarget(doing, ref, seen=found.events)),
            RED if doing is CorrectionKind.VOID else GREY,
        )
        for doing in (CorrectionKind.POINTS, CorrectionKind.VOID)
    ]
    choose = select(press, words("correct.do.player"), seats)
    return draw(lines, choose, buttons, reader=visit.reader.user_id)


def preview(
    visit: Visit,
    draft: CorrectionDraft,
    what: str,
    found: SeasonResult | None,
    moved: Sequence[str],
    said: str = "",
) -> Drawing:
    """A correction as it would be made: what it does, the game as it is now, and what moves."""
    words = visit.words
    lines = [said, f"### {words('correct.preview')}", what]
    if found is not None:
        lines += [words("correct.now"), *_seats(visit, found)]
    moving = fitting([f"- {one}" for one in moved], MOVES, f"- {words('correct.more-moves')}", "\n")
    make = button(words("correct.make"), visit.press("league-make", str(draft.number)), GREEN)
    return draw(
        [*lines, words("correct.moves"), moving],
        [make, *_otherwise(visit, draft)],
        reader=visit.reader.user_id,
    )


def problem(visit: Visit, draft: CorrectionDraft, sentences: Iterable[str]) -> Drawing:
    """Why a correction cannot be made; what was typed is there again."""
    words = visit.words
    lines = [f"### {words('correct.cannot')}", *sentences, f"-# {words('correct.nothing-lost')}"]
    return draw(lines, _otherwise(visit, draft), reader=visit.reader.user_id)


def _otherwise(visit: Visit, draft: CorrectionDraft) -> Iterator[ui.Button[Any]]:
    words, number = visit.words, str(draft.number)
    yield button(words("correct.change"), visit.press("league-retype", number))
    if points_field(FIELDS_MOST - 1) in draft.typed:  # there was no room for it
        yield button(words("correct.form.reason"), visit.press("league-retype", number, seq=1))
    yield button(words("correct.not"), visit.press("league-drop", number))


def _seats(visit: Visit, found: SeasonResult) -> list[str]:
    return [seat_line(visit, found, seat) for seat in range(len(found.game.points))]
