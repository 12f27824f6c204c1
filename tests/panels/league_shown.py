"""Panels about what is to be seen of a league and what organisers correct, for one reader: everything at its
longest that is still usual."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, cast

from bot.discordkit.panel import Drawing
from bot.leagues.bringing import Stand, StandingChange
from bot.leagues.correction_words import move_lines, refusal_text
from bot.leagues.model import (
    Event,
    League,
    ListedMember,
    NightFacts,
    SeasonFacts,
    SeasonResult,
    StandingsPage,
)
from bot.leagues.season.corrections import CorrectionRefusal
from bot.leagues.season.model import (
    Adjust,
    Bye,
    Correction,
    Holder,
    LeagueSeat,
    Member,
    Night,
    Season,
    SeasonGame,
    SeatKind,
)
from bot.leagues.season.settings import SeasonSettings
from bot.leagues.standings_words import LeagueNames as Told
from bot.leagues.standings_words import SeasonProgress, standings_picture
from bot.leagues.ui import correction_forms, exporting, results, standings
from bot.leagues.ui import nights as nights_panel
from bot.leagues.ui.correction_forms import CorrectionDraft, CorrectionKind, CorrectionTarget
from bot.leagues.ui.results import ResultsPresses
from bot.leagues.ui.standings import ShownStandings, StandingsDrawings, StandingsView
from bot.leagues.ui.visits import Visit
from bot.pictures.painter import Painter
from bot.telling.phrases import Reader
from bot.words.catalogue import Words

NAMES = ("Ann", "Bram", "Chloé", "Dmitri", "Bartholomeus van den Broeck")
DAY = date(2026, 9, 8)
LEAGUE = League(1, 1, "Dinsdagclub Sint-Andries", "kingen", 4, "Europe/Brussels", 1, 0.0)
FACTS = SeasonFacts(1, 1, 1, "2026", SeasonSettings(), DAY)
PLAYERS = 45


def _refused(words: Words) -> str:
    return refusal_text(words, CorrectionRefusal.WRONG_SUM, (-1234, 1234))


def visit(reader: Reader) -> Visit:
    return Visit(LEAGUE, FACTS, reader, "m30", is_member=True, is_organiser=True)


def name(number: int) -> str:
    return f"{NAMES[number % len(NAMES)]} {number}"


def line(number: int) -> ListedMember:
    form = (1, 2, None, 4, 3)
    return ListedMember(
        f"m{number}", name(number), number + 1, Fraction(300 - number), 8, 24, Fraction(3), 2, form
    )


def page(first: int = 0) -> StandingsPage:
    return StandingsPage(tuple(line(one) for one in range(first, first + 20)), first, PLAYERS, line(30))


def nights(count: int = 24) -> list[NightFacts]:
    return [
        NightFacts(f"n{one}", DAY + timedelta(weeks=one), planned=True, held=True, games=9, people=12)
        for one in range(count)
    ]


def game(number: int = 1) -> SeasonGame:
    seats = [
        LeagueSeat(Holder(SeatKind.MEMBER, f"m{one}"), points, ("m9",) if one == 3 else ())
        for one, points in enumerate((12, -3, -3, -3, -3))
    ]
    return SeasonGame.of(f"t{number}", "n1", 10**9 + number, 10**9 + number, 0, seats)


def result(number: int = 1, *, void: bool = False) -> SeasonResult:
    names = {f"m{one}": name(one) for one in range(10)}
    return SeasonResult(game(number), void, 2, names, table_id=number, channel_id=5, message_id=6)


def season() -> Season:
    members = tuple(Member(f"m{one}", name(one), DAY) for one in range(PLAYERS))
    planned = tuple(Night(one.id, one.date) for one in nights())
    reason = "arrived an hour late, as was agreed beforehand with both of the organisers"
    corrections = tuple(
        Correction(f"c{one}", 10**9 + one, "m1", reason, Adjust(f"m{one}", Fraction(-5, 2)))
        for one in range(1, 30)
    )
    return Season(
        SeasonSettings(),
        LEAGUE.zone,
        members,
        planned,
        tuple(game(one) for one in range(12)),
        (),
        corrections,
    )


def draft() -> CorrectionDraft:
    return CorrectionDraft(1, 1, 1, CorrectionTarget(CorrectionKind.POINTS, "t1", seen=2))


class _Seasons:
    """A store of this one season."""

    async def nights(self, season_id: int) -> Sequence[NightFacts]:
        return nights()

    async def page(self, season_id: int, first: int, count: int, member: str | None = None) -> StandingsPage:
        return page(first)

    async def whole(self, season_id: int) -> Season:
        return season()

    async def result(self, season_id: int, game: str) -> SeasonResult:
        return result()


CLUBS: Any = SimpleNamespace(seasons=_Seasons())


def shown(reader: Reader, data: bytes = b"") -> ShownStandings:
    value = standings_picture(reader.words, LEAGUE.name, FACTS, SeasonProgress(8, 12), page(20))
    return ShownStandings(StandingsView(first=20), page(20), value, data, [*reversed(nights())])


async def _of_standings(reader: Reader) -> Sequence[Drawing]:
    painter = Painter()
    try:
        drawings = StandingsDrawings(CLUBS, painter)
        wordy = replace(reader, preferences=replace(reader.preferences, text_mode=True))
        return [await drawings.of(visit(one), StandingsView()) for one in (reader, wordy)]
    finally:
        painter.close()


async def _of_explanation(reader: Reader) -> Sequence[Drawing]:
    return [await StandingsDrawings(CLUBS, cast("Painter", None)).explained(visit(reader), "m1", 0)]


class _SeesAll:
    """Somebody who sees every channel."""

    async def visible_channels(self, _: object, channels: Iterable[int]) -> set[int]:
        return {*channels}


def _presses() -> ResultsPresses:
    return ResultsPresses(CLUBS, cast("Any", None), cast("Any", _SeesAll()))


async def _of_game(reader: Reader) -> Sequence[Drawing]:
    return [await _presses().game_drawn(cast("Any", None), visit(reader), "t1")]


async def _of_log(reader: Reader) -> Sequence[Drawing]:
    return [await _presses().log_drawn(visit(reader), 0)]


def _events() -> list[Event]:
    return [Event(one, stands=bool(index % 3)) for index, one in enumerate(season().corrections)]


def _moves(reader: Reader) -> list[str]:
    told = Told(reader.words, {f"m{one}": name(one) for one in range(PLAYERS)})
    return move_lines(
        told,
        [
            StandingChange(f"m{one}", Stand(one + 1, Fraction(25, 2)), Stand(one + 2, Fraction(-37, 2)))
            for one in range(4)
        ],
    )


def _results(reader: Reader) -> results.ShownResults:
    games = [result(one, void=one == 3) for one in range(10)]
    return results.ShownResults(games, 0, 40, {"n1": DAY}, "m1", name(1), {5})


def _open_night() -> nights_panel.OpenNight:
    names = {f"m{one}": name(one) for one in range(PLAYERS)}
    byes = [Bye("n1", one, f"m{one}") for one in (1, 2, 3)]
    return nights_panel.OpenNight(nights()[1], ["m1", "m2", "m3"], byes, names)


Made = Iterable[Drawing] | Awaitable[Iterable[Drawing]]

SHOWN: dict[str, Callable[[Reader], Made]] = {
    "bot.leagues.ui.standings.standings": lambda reader: [standings.standings(visit(reader), shown(reader))],
    "bot.leagues.ui.standings.posted": lambda reader: [
        standings.posted(reader.words, shown(reader), datetime(2026, 9, 8, 20, tzinfo=UTC))
    ],
    "bot.leagues.ui.standings.no_standings": lambda reader: [standings.no_standings(visit(reader))],
    "bot.leagues.ui.standings.explained": lambda reader: [
        standings.explained(visit(reader), "m1", ["So."], 1, 3)
    ],
    "bot.leagues.ui.standings.StandingsDrawings.of": _of_standings,
    "bot.leagues.ui.standings.StandingsDrawings.explained": _of_explanation,
    "bot.leagues.ui.results.results": lambda reader: [results.results(visit(reader), _results(reader))],
    "bot.leagues.ui.results.result": lambda reader: [
        results.result(visit(reader), result(), DAY, ["Ann: so · because"], "Done.", seen={5})
    ],
    "bot.leagues.ui.results.ResultsPresses.game_drawn": _of_game,
    "bot.leagues.ui.results.ResultsPresses.log_drawn": _of_log,
    "bot.leagues.ui.results.log": lambda reader: [
        results.log(
            visit(reader),
            season(),
            _events(),
            results.leaves_of(visit(reader), season(), _events()),
            leaf,
            "Done.",
        )
        for leaf in (0, 1)
    ],
    "bot.leagues.ui.correction_forms.menu": lambda reader: [correction_forms.menu(visit(reader))],
    "bot.leagues.ui.correction_forms.game": lambda reader: [
        correction_forms.game(visit(reader), result(void=void)) for void in (False, True)
    ],
    "bot.leagues.ui.correction_forms.preview": lambda reader: [
        correction_forms.preview(visit(reader), draft(), "So.", result(), _moves(reader), "Then.")
    ],
    "bot.leagues.ui.correction_forms.problem": lambda reader: [
        correction_forms.problem(visit(reader), draft(), [_refused(reader.words)] * 5)
    ],
    "bot.leagues.ui.exporting.menu": lambda reader: [exporting.menu(visit(reader))],
    "bot.leagues.ui.exporting.file": lambda reader: [
        exporting.file(visit(reader), "a.csv", exporting.ExportFile.DEALS, b"1")
    ],
    "bot.leagues.ui.exporting.settled": lambda reader: [
        exporting.settled(visit(reader), reader.words("settle.off"))
    ],
    "bot.leagues.ui.nights.nights": lambda reader: [nights_panel.nights(visit(reader), nights(12), "Done.")],
    "bot.leagues.ui.nights.night": lambda reader: [nights_panel.night(visit(reader), _open_night(), "Done.")],
}
"""Everything that makes a drawing, by its full name."""
