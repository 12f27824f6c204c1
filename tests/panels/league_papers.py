"""The panels of games on paper and of seasons that are brought along, with full examples, in any words."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Final

from bot.discordkit.panel import Drawing
from bot.leagues import bringing
from bot.leagues.bringing import (
    FREE,
    Brought,
    DatedPaperGame,
    KnownMembers,
    Stand,
    StandingChange,
    Typed,
    facts_of,
    read_game,
)
from bot.leagues.model import League, Report
from bot.leagues.paper.sheet import sums_by_players
from bot.leagues.paper.spreadsheet import SpreadsheetDefaults
from bot.leagues.paper.typed import Known, PaperPerson, fault
from bot.leagues.season.model import MEMBER, Guest, Holder, Night, Season
from bot.leagues.season.settings import SeasonSettings
from bot.leagues.standings_words import contract_words
from bot.leagues.ui import importing, report_panel
from bot.leagues.ui.importing import Bringing
from bot.leagues.ui.report_panel import Posted, ReportStage
from bot.words.catalogue import Words, words_for

DAY: Final = date(2026, 9, 8)
LEAGUE: Final = League(1, 1, "Kaartersclub De Vrolijke Klaver", "kingen", 4, "Europe/Brussels", 1, 1.0)
NAMES: Final = ("Anneleen Van den Bossche", "Bartholomeus", "Christophe-Alexandre", "Дмитрий Константинович")
SHEET: Final = "\n".join(
    [
        ", ".join((*NAMES[:3], "+Dmitri Konstantin")),
        *("No tricks 0 -13 0 0", "No hearts 0 0 -13 0", "-8 0 0 0", "0 0 0 -8", "-5 0 0 0", "0 -5 0 0"),
        *("Trumps clubs 3 3 3 4", "8 4 4 4 1", "9 1 4 4 4", "10 4 1 4 4", "= -1 -6 2 5"),
    ]
)
TYPED: Final = Typed(SHEET, FREE, "2026-09-08")
KNOWN: Final = Known(tuple(PaperPerson(Holder(MEMBER, f"u{at}"), name) for at, name in enumerate(NAMES)))
FAULTS: Final = [
    fault("unknown-name", 1, name="Bert"),
    fault("ambiguous-name", 1, name="An", names=NAMES[:3]),
    fault("wrong-sum", 5, deal=4, points=-12, sum=-13, contract="hearts"),
    fault("too-few-deals", None, found=8, deals=10),
]
ROWS: Final = "\n".join(
    [
        "Date;Table;Player;Points",
        *(f"2025-09-{1 + at // 4:02};1;Player {at % 12};{(at % 4 and -1) or 3}" for at in range(80)),
    ]
)


def told() -> DatedPaperGame:
    """A game deal by deal, with a guest."""
    games = sums_by_players("kingen", {})
    return read_game(TYPED, {}, DAY, KNOWN, games, contract_words(words_for("en"), games), date.fromisoformat)


def _moves() -> list[StandingChange]:
    stands = [
        Stand(3, SeasonSettings().place_points[4][0]),
        Stand(12, SeasonSettings().place_points[4][2]),
        None,
    ]
    return [
        StandingChange(f"u{at}", stands[at], Stand(at + 1, SeasonSettings().place_points[4][at]))
        for at in range(3)
    ]


def _posted(stage: ReportStage = ReportStage.WAITING) -> Posted:
    game = told().paper.result("r1", None, 1_790_000_000)
    users = (574155001234718721, 574155001234718722, 574155001234718723)
    report = Report(1, 1, users[0], SHEET, game, users[1:], 1.0, (Guest("+dmitri", "Dmitri"),))
    names = {f"u{at}": name for at, name in enumerate(NAMES)}
    shown = Posted(LEAGUE, report, Night("n1", DAY), DAY, names, users[:1], users[2:])
    return replace(
        shown, stage=stage, moved=_moves() if stage is ReportStage.COUNTS else None, decided_by=users[0]
    )


def _bringing(content: str = ROWS, *, columns: bool = False) -> Bringing:
    origin = SpreadsheetDefaults("Europe/Brussels", DAY, "u1", SeasonSettings())
    brought = bringing.opened("Season 2025.csv", content.encode(), KNOWN, origin)
    return Bringing(LEAGUE, brought, opens=True, looks_at_columns=columns)


def _season(brought: Brought) -> Season:
    assert brought.season is not None
    return brought.season


def report_wrong(words: Words) -> list[Drawing]:
    return [
        report_panel.wrong(words, LEAGUE, TYPED, FAULTS[:2]),
        report_panel.wrong(words, LEAGUE, TYPED, FAULTS),
    ]


def report_preview(words: Words) -> list[Drawing]:
    return [report_panel.preview(words, LEAGUE, TYPED, told(), _moves())]


def report_posted(words: Words) -> list[Drawing]:
    return [report_panel.posted(words, _posted(stage)) for stage in ReportStage]


def report_withdrawn(words: Words) -> list[Drawing]:
    return [report_panel.withdrawn(words, _posted())]


def report_objection(words: Words) -> list[Drawing]:
    reason = "I had three more, " * 15
    return [report_panel.objection(words, _posted(), 574155001234718722, reason, ["<@1>", "<@&2>"])]


def report_waiting(words: Words) -> list[Drawing]:
    return [report_panel.waiting(words, LEAGUE, [_posted()] * 30, 574155001234718722)]


def import_faults(words: Words) -> list[Drawing]:
    return [importing.cannot_be_read(words, [fault("newer-version", version=2, known=1)])]


def import_columns(words: Words) -> list[Drawing]:
    wrong = ROWS.replace(";3", ";x").replace("2025-09-", "30/02/25 ")
    wide = ";".join(f"Player {number}" for number in range(60)) + "\n" + "1;" * 59 + "1"
    each = (ROWS, wrong, wide, "a;b\nc;d")
    return [importing.columns(words, _bringing(one, columns=True)) for one in each]


def import_preview(words: Words) -> list[Drawing]:
    one = _bringing()
    season = _season(one.brought)
    facts = facts_of(LEAGUE, one.brought, season, DAY, open_now=False)
    assert one.brought.outlook is not None
    return [importing.preview(words, one, facts, KnownMembers(4, 8), one.brought.outlook, len(season.games))]


def import_done(words: Words) -> list[Drawing]:
    brought = _bringing().brought
    facts = facts_of(LEAGUE, brought, _season(brought), DAY, open_now=True)
    return [importing.done(words, LEAGUE, facts, 120, KnownMembers(4, 8))]


def import_question(words: Words) -> list[Drawing]:
    brought = _bringing().brought
    facts = facts_of(LEAGUE, brought, _season(brought), DAY, open_now=True)
    return [importing.question(words, LEAGUE, facts)]


PAPERS: Final = {
    "bot.leagues.ui.importing.cannot_be_read": import_faults,
    "bot.leagues.ui.importing.columns": import_columns,
    "bot.leagues.ui.importing.done": import_done,
    "bot.leagues.ui.importing.preview": import_preview,
    "bot.leagues.ui.importing.question": import_question,
    "bot.leagues.ui.report_panel.objection": report_objection,
    "bot.leagues.ui.report_panel.posted": report_posted,
    "bot.leagues.ui.report_panel.preview": report_preview,
    "bot.leagues.ui.report_panel.waiting": report_waiting,
    "bot.leagues.ui.report_panel.withdrawn": report_withdrawn,
    "bot.leagues.ui.report_panel.wrong": report_wrong,
}
