"""The catalogue and the code fit: no sentence missing, none left over, every placeholder filled.

The code is read, not run: which keys it asks for, in which form and with which values. Keys put together from
parts are declared below, each with the values its part can have, taken from the engine and the tables
themselves; so a new preset, option, code or phase without words fails here.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final, get_args

import pytest

from bot.daily.model import DailyGame
from bot.discordkit.boundary import sentence_for
from bot.engine.cards import ACTION_TEXTS, CARD_NAMES, CONTRACT_NAMES, RANK_LETTERS, SUIT_LETTERS
from bot.engine.errors import REASONS
from bot.engine.king.contracts import DOWN_SUFFIX, MISERE, NO_TRUMP_CONTRACT, TAKE, Contract
from bot.engine.king.course import DealPlan, KingPreset, Phase, Step, course_of
from bot.engine.options import Option, settle
from bot.engine.registry import FAMILIES, every_preset, presets
from bot.engine.whist.contracts import Bid, WhistContract
from bot.engine.whist.game import OUTCOMES
from bot.engine.whist.presets import WhistPreset
from bot.errors import CodedError
from bot.leagues.exported import DEALS, RESULTS, STANDINGS
from bot.leagues.model import Entry, MembershipWait
from bot.leagues.paper.table import Form, Role
from bot.leagues.paper.typed import IMPORT, SHEET, DateOrder
from bot.leagues.season.corrections import CorrectionRefusal
from bot.leagues.season.report import NightPart
from bot.leagues.season.settings import LEGAL, PRESETS, Whole, Word
from bot.leagues.ui.correction_forms import FIELDS, REASON
from bot.leagues.ui.correction_forms import CorrectionKind as Correctable
from bot.leagues.ui.exporting import ExportFile as ExportKind
from bot.leagues.ui.importing import NOTHING, OPEN, PAST
from bot.leagues.ui.report_panel import ReportStage
from bot.leagues.ui.settings import MATTERS
from bot.lessons.games import LESSONS, rules_taught, taught
from bot.nights.model import (
    MONTHLY,
    NightRanking,
    NightSettings,
    OutOfTime,
    Repeat,
    RulingKind,
    SeriesState,
    SignUpAnswer,
    StepKind,
)
from bot.nights.model import EveningStage as NightStage
from bot.nights.offered import OVERVIEW, PAGES, TYPED
from bot.nights.outcome_words import ENDED_EARLY
from bot.nights.plan_words import HINDRANCES
from bot.nights.rulings import ENDS, PAUSES
from bot.nights.seating.model import FORBIDDEN_PAIRS, Fault
from bot.nights.ui import steps
from bot.nights.ui.night_panel import WHYS
from bot.nights.ui.plan_panel import DATES
from bot.ops.findings import Severity
from bot.ops.judge import SAID as FOUND
from bot.ops.ui.admin import BY_ITSELF
from bot.ops.upkeep import REASONS as BACKUP_REASONS
from bot.people import chosen
from bot.people.chosen import AUTO
from bot.people.ports import DataKind
from bot.people.settings import Preferences, ServerSettings
from bot.people.ui import preferences as own_panel
from bot.people.ui import server
from bot.replays.replay import FAULTS, By
from bot.replays.ui.panel import SIGNS
from bot.replays.words import OWN_WORDS as REASONS_OF_FILES
from bot.robots.kinds import ROBOT_KINDS
from bot.robots.reasons.model import REWORDED, ReasonKind
from bot.rules.book import GAME
from bot.rules.king.pages import OWN_WORDS
from bot.rules.whist.pages import OTHER_PAGES
from bot.stats.ports import StreakKind
from bot.stats.ratings import RatingVerdict
from bot.stats.server_words import Which as Record
from bot.stats.ui.desk import MEASURES
from bot.stats.ui.person import LEAVES
from bot.tables.errors import CODES, TableError
from bot.tables.model import UNFINISHED, Pace, RobotPace, State
from bot.tables.play import EMOTES
from bot.tables.recovery import PROBLEMS
from bot.tables.ui.questions import Stake, TableQuestion
from bot.telling.games.king import COUNTED
from bot.telling.games.whist import BEFORE_PLAY, NAMED
from bot.tournaments.exported import COLUMNS as TOURNAMENT_COLUMNS
from bot.tournaments.plan import Format
from bot.tournaments.played import TIES
from bot.tournaments.ui.files import TournamentFile
from bot.tournaments.ui.panel import CHOSEN as TOURNAMENT_SETTINGS
from bot.tournaments.ui.panel import STAGE_FIELDS
from bot.watch.health import Vitals, judged
from bot.words.catalogue import COMMAND, FALLBACK, languages, words_for
from tests.project.catalogues import catalog_of, is_counted, messages_of, placeholders, problems
from tests.project.declared import declared_names, declared_parameters

ROOT: Final = Path(__file__).resolve().parents[2]
SILENT: Final = {"engine", "robots", "pictures", "watch", "cells", "paper", "season"}
"""The folders that know no words."""
SPEAKERS: Final = (
    *(
        str(one)
        for one in (found.relative_to(ROOT) for found in (ROOT / "bot").rglob("*.py"))
        if not SILENT & set(one.parts)
    ),
    "cogs",
)
"""Where sentences are asked for."""

CALLS: Final = {"words", "SAY"}
KEY: Final = re.compile(r"[a-z-]+(\.[A-Za-z0-9-]+)+")
PATTERN: Final = re.compile(r"[a-z-]+(\.[a-z-]+)*\.\{\}(\.([a-z-]+|\{\}))*")
FILES: Final = (".png", ".gif", ".king", ".sqlite3", ".po")

OWN_NAMES: Final = frozenset(
    (
        *("play", "discard", "contract", "propose", "raise"),
        *("solo", "abondance", "misere", "piccolo", "slam"),
    )
)
"""The actions that are shown as a card, a suit or a contract."""

FIRST_OF_OPTIONS: Final = REASONS.index("unknown-option")
FIRST_OF_DECKS: Final = REASONS.index("wrong-number")

# What the parts of a key can be


def every_option() -> dict[str, Option]:
    """The options of all presets by name, with each value that one of these takes."""
    found: dict[str, Option] = {}
    for option in (option for preset in every_preset() for option in preset.options):
        known = found.setdefault(option.name, option)
        found[option.name] = replace(known, values=tuple(dict.fromkeys((*known.values, *option.values))))
    return found


@cache
def every_deal() -> tuple[DealPlan, ...]:
    """The deals of all presets, with each listed value of each option."""
    found: dict[int, DealPlan] = {}
    for preset in presets():
        for players in preset.players if isinstance(preset, KingPreset) else ():
            plain = settle(preset, players, {})
            every = [(option.name, value) for option in plain.options for value in plain.choices(option)]
            for values in ({}, *({name: value} for name, value in every)):
                found |= {id(deal): deal for deal in course_of(settle(preset, players, values)).deals}
    return tuple(found.values())


@cache
def contracts() -> Mapping[str, Contract]:
    """The contracts that can be played, by name."""
    return {contract.name: contract for deal in every_deal() for contract in deal.contracts}


def contract_names() -> set[str]:
    """What a deal can be called, before and after its contract is settled."""
    king = {*contracts(), *(deal.contract for deal in every_deal() if deal.contract)}
    rankings = {preset.ranking for preset in presets() if isinstance(preset, WhistPreset)}
    rungs = {rung for ranking in rankings for row in ranking.rows for rung in row}
    return king | {Bid(*rung).name for rung in rungs}


@cache
def phases() -> frozenset[str]:
    """The choices that can come before the play."""

    def names(step: Step) -> Iterator[str]:
        if isinstance(step, Phase):
            yield step.name
            for then in step.following():
                yield from names(then)

    king = frozenset(name for deal in every_deal() for name in names(deal.opening))
    return king | BEFORE_PLAY


def parts_of_actions() -> set[str]:
    """What stands after ``act.``: actions but cards, suits and contracts, which have words of their own."""
    parts: set[str] = set()
    for text in ACTION_TEXTS:
        verb, _, rest = text.partition(" ")
        if verb in OWN_NAMES or (verb in ("trump", "accept") and rest in [*SUIT_LETTERS]):
            continue
        parts.add(verb if verb in ("bid", "offer") else text.replace(" ", "-"))
    return parts


def refusals() -> set[str]:
    """The keys of every Refusal raised."""
    return {key for key, _ in raised("Refusal", SPEAKERS)}


FIELDS_OF_CORRECTIONS: Final = {REASON, *(field for fields in FIELDS.values() for field in fields)}
WEEKDAYS: Final = [*map(str, range(7))]
CLUBS: Final = ("bot", "cogs", "data")
"""Where it is found that something cannot be done with a league."""


def values_of(name: str) -> tuple[str, ...]:
    return every_option()[name].values


@cache
def lesson_steps() -> frozenset[str]:
    """What the steps of all lessons teach."""
    rules = [rules_taught(preset) for preset in taught()]
    return frozenset(step.key for one in rules for step in LESSONS.of(one.preset.family).steps(one))


@cache
def families() -> Mapping[str, frozenset[str]]:
    """For each way in which a key is put together: every key that it can be."""
    options = every_option()
    names = set(options)

    def keys(pattern: str, parts: Iterable[str]) -> frozenset[str]:
        return frozenset(pattern.replace("{}", part) for part in parts)

    made = {
        "card.{}": CARD_NAMES,
        "rank.{}": RANK_LETTERS,
        "rules.example.{}": OWN_WORDS,
        "lesson.step.{}": lesson_steps(),
        "lesson.wrong.{}": lesson_steps(),
        "lesson.end.{}": LESSONS.each,
        "rules.kind.{}": list(WhistContract),
        "rules.page.{}": [GAME, *OTHER_PAGES],
        "rules.whist.four-aces.{}": values_of("troel-four-aces"),
        "ranks.{}": RANK_LETTERS,
        "fair.wrong.{}": PROBLEMS,
        "headline.all.{}": COUNTED,
        "headline.each.{}": COUNTED,
        "headline.most.{}": COUNTED,
        "headline.none.{}": COUNTED,
        "suit.{}": SUIT_LETTERS,
        "contract.{}": contract_names(),
        "preset.{}": [preset.name for preset in every_preset()],
        "preset.{}.about": [preset.name for preset in presets()],
        "pace.{}": list(Pace),
        "robot-pace.{}": list(RobotPace),
        "robots.{}": ROBOT_KINDS,
        "robots.{}.about": ROBOT_KINDS,
        "robot.{}": ROBOT_KINDS,
        "robot.{}.described": ROBOT_KINDS,
        "emote.{}": EMOTES,
        "ordinal.{}": ["one", "two", "few", "other"],
        "option.{}": names,
        "option.{}.about": names,
        "option.{}.form": {name for name, option in options.items() if option.parse},
        "act.{}": parts_of_actions(),
        "bid.{}": ["wait", "pass", "parole"],
        "state.{}": {"play", *phases()},
        "state.you.{}": phases(),
        "list.{}": list(UNFINISHED),
        "standings.head.{}": hyphened(LEGAL["measure"].words),
        "sure.leave.{}": list(Stake),
        "sure.{}": [TableQuestion.ADJOURN, TableQuestion.CLOSE, TableQuestion.SHOW],
        "paper.fault.{}": SHEET,
        "import.fault.{}": IMPORT,
        "illegal.{}": {"", *REASONS[:FIRST_OF_OPTIONS]},
        "error.{}": (set(CODES) - {"illegal"}) | refusals(),
        "permission.{}": {*steps.FOR_NIGHTS, steps.FOR_DUPLICATE, steps.FOR_EVENTS},
        "why.fact.{}": list(ReasonKind),
        "why.guess.{}": list(REWORDED),
        "why.{}": ["only", "follows", "best", "among", "worse"],
        "why.guessed.{}": ["only", "best", "equal", "worse", "none"],
        "rating.not.{}": set(RatingVerdict) - {RatingVerdict.RATED},
    }
    made |= {
        "name.{}": declared_names(),
        "parameter.{}": declared_parameters(),
        "doctor.{}": FOUND,
        "doctor.level.{}": list(Severity),
        "admin.state.{}": list(State),
        "admin.unwell.{}": {one.name for one in judged(Vitals(0.0)).checks} - {BY_ITSELF},
        "admin.backup.failed.{}": BACKUP_REASONS,
        "privacy.kept.{}": list(DataKind),
        "daily.about.{}": list(DailyGame),
        "daily.game.{}": list(DailyGame),
        "daily.title.{}": list(DailyGame),
        "privacy.why.{}": list(DataKind),
        "setting.{}": hyphened(own_panel.NAMES),
        "setting.{}.about": hyphened(own_panel.NAMES),
        "server.{}": hyphened(server.NAMES),
        "server.{}.about": hyphened(server.NAMES),
    }
    made |= {
        "correction.refused.{}": list(CorrectionRefusal),
        "report.stage.{}": list(ReportStage),
        "report.sent.{}": [ReportStage.WAITING, ReportStage.COUNTS],
        "import.form.{}": list(Form),
        "import.role.{}": [*Role, NOTHING],
        "import.order.{}": list(DateOrder),
        "import.as.{}": [PAST, OPEN],
        "import.as.{}.about": [PAST, OPEN],
        "error.club.{}": {code for code, _ in raised("ClubError", CLUBS)} - set(CorrectionRefusal),
        "correct.do.{}": list(Correctable),
        "correct.form.{}": FIELDS_OF_CORRECTIONS,
        "correct.form.{}.about": FIELDS_OF_CORRECTIONS,
        "export.{}": list(ExportKind),
        "export.{}.about": list(ExportKind),
        "night.every.{}": WEEKDAYS,
        "night.every-second.{}": WEEKDAYS,
        "night.monthly.{}": list(MONTHLY),
        "night.on.{}": WEEKDAYS,
        "night.weekday.{}": WEEKDAYS,
        "error.night.{}": night_codes(),
        "night.hours.{}": ["from", "until"],
        "night.hours.{}.at": ["from", "until"],
        "night.hours.{}.whole": ["from", "until"],
        "error.night.hindrance.{}": HINDRANCES,
        "night.answer.{}": list(SignUpAnswer),
        "night.board.{}": ["byes", "spare", "next", State.FINISHED, State.CLOSED, State.PARKED],
        "night.duplicate.{}": list(NightRanking),
        "night.form.{}": ["date", "time"],
        "night.form.{}.about": ["date", "time", *(name for name in TYPED if name != "date")],
        "night.manage.stage.{}": [NightStage.SIGN_UP, NightStage.CHECK_IN],
        "night.off.{}": WHYS,
        "night.over.{}": ENDED_EARLY,
        "night.page.{}": [OVERVIEW, *PAGES, DATES],
        "night.plan.state.{}": list(SeriesState),
        "night.setting.{}": hyphened(name for names in PAGES.values() for name in names),
        "night.out-of-time.{}": list(OutOfTime),
        "night.result.{}": ["corrected", "void"],
        "night.ruling.{}": [*PAUSES, *ENDS],
        "night.running.sure-end.{}": list(OutOfTime),
        "night.stage.{}": set(NightStage) - {NightStage.SIGN_UP},
        "night.undone.{}": set(StepKind) - {StepKind.TROUBLE},
        "night.who.{}": ["in", "late", "waiting", "maybe", "out", "here", "awaited"],
        "night.you.{}": list(SignUpAnswer),
        "referee.do.{}": list(RulingKind),
        "replay.by.{}": list(By),
        "replay.file.{}": FAULTS,
        "replay.file.reason.{}": REASONS_OF_FILES,
        "replay.go.{}": SIGNS,
        "nights.form.{}": ["date", "name", "round"],
        "nights.form.{}.about": ["date", "name", "round"],
        "league.column.{}": {*STANDINGS, *RESULTS, *DEALS, *TOURNAMENT_COLUMNS},
        "league.example.score.{}": LEGAL["score"].words,
        "league.explain.{}": [NightPart.ABSENT, NightPart.EXCUSED],
        "league.explain.nothing.{}": [NightPart.SAT_OUT, NightPart.ABSENT, NightPart.EXCUSED],
        "league.entry.{}": list(Entry),
        "league.matter.{}": MATTERS,
        "league.matter.{}.about": MATTERS,
        "league.typing.{}": ["cents", "nights", "number", "places"],
        "league.waiting.{}": list(MembershipWait),
        "league.preset.{}": [*PRESETS, "own"],
        "league.preset.{}.about": PRESETS,
        "league.setting.{}": hyphened(LEGAL),
        "league.setting.{}.about": hyphened(LEGAL),
        "button.{}": ["yes", "no"],
        "error.tournament.{}": {code for code, _ in raised("TournamentError", CLUBS)},
        "tournament.by.{}": [*TIES, "lot"],
        "tournament.told.{}": ["total", *TIES, "lot"],
        "tournament.{}": ["winners", "carry"],
        "tournament.stage.{}": ["final", "semi-final", "between"],
        "tournament.state.{}": ["waits", "entering"],
        "tournament.format.{}": list(Format),
        "tournament.field.{}": STAGE_FIELDS,
        "tournament.file.{}": list(TournamentFile),
        "tournament.file.{}.about": list(TournamentFile),
        "tournament.setting.{}": TOURNAMENT_SETTINGS,
        "tournament.value.{}": ["team", "room", "minutes"],
        "tournament.value.{}.none": ["team", "room", "minutes"],
        "league.tie.{}": hyphened(LEGAL["ties"].words),
        "league.tied.{}": hyphened(LEGAL["ties"].words),
    }
    made |= {
        "stats.course.{}": ["latest", "highest", "lowest"],
        "stats.family.{}": FAMILIES.each,
        "stats.measure.{}": MEASURES,
        "stats.measure.{}.about": MEASURES,
        "stats.page.{}": LEAVES,
        "stats.page.{}.about": LEAVES,
        "stats.records.{}": list(Record),
        "stats.row.{}": list(StreakKind),
        "stats.streak.{}": list(StreakKind),
    }
    outcomes = frozenset(f"headline.{outcome}.{kind.value}" for outcome in OUTCOMES for kind in NAMED)
    listed = {"headline.{}.{}": outcomes}
    listed |= values_of_settings() | values_of_seasons() | values_of_nights()
    return {pattern: keys(pattern, parts) for pattern, parts in made.items()} | listed


def night_codes() -> set[str]:
    """Why something cannot be done with a night, seating included."""
    return {code for code, _ in raised("NightError", CLUBS)} | {*get_args(Fault)} - {FORBIDDEN_PAIRS}


def hyphened(names: Iterable[str]) -> set[str]:
    return {name.replace("_", "-") for name in names}


def values_of_settings() -> dict[str, frozenset[str]]:
    """The keys of values with words of their own; yes, no, languages and clocks have theirs elsewhere."""
    own = {
        f"setting.value.{name}.{value}"
        for name, values in Preferences.choices().items()
        for value in values
        if isinstance(value, str) and (name != "language" or value == AUTO)
    }
    servers = {
        f"server.value.{name}.{value}"
        for name, values in ServerSettings.choices().items()
        for value in values
        if name != "pace" and (name != "language" or value == AUTO)
    }
    return {"setting.value.{}.{}": frozenset(own), "server.value.{}.{}": frozenset(servers)}


def values_of_seasons() -> dict[str, frozenset[str]]:
    """The keys of the values of a season's settings that are words, and of examples of them; levels, scores
    and numbers have examples that say more."""
    words = {
        (name, word.replace("_", "-"))
        for name, legal in LEGAL.items()
        if isinstance(legal, Word | Whole)
        for word in legal.words
    }
    examples = {(name, word) for name, word in words if name != "score" and word != "yes"}
    numbers = {name for name, legal in LEGAL.items() if isinstance(legal, Word) and legal.or_number}
    return {
        "league.value.{}.{}": frozenset(f"league.value.{name}.{word}" for name, word in words),
        "league.example.{}.{}": frozenset(f"league.example.{name}.{word}" for name, word in examples),
        "league.example.{}.number": frozenset(f"league.example.{name}.number" for name in numbers),
    }


def values_of_nights() -> dict[str, frozenset[str]]:
    """The keys of the values of a night's settings that are words, and of examples of them; numbers, clocks
    and robots have theirs elsewhere."""
    words = {
        (name.replace("_", "-"), chosen.text_of(value).replace("_", "-"))
        for name, values in NightSettings.choices().items()
        for value in values
        if name != "pace" and (isinstance(value, str | bool))
    }
    none = {"apart", "check-in", "minutes", "reminder", "seats", "until"}
    counted = {"announced", "apart", "check-in", "games", "grace", "minutes", "reminder", "rounds", "seats"}
    own = {f"{name}.{value}" for name, value in words if name != "robots"}
    own |= {f"repeat.{one}" for one in Repeat if one not in MONTHLY} | {f"{name}.none" for name in none}
    return {
        "night.value.{}": frozenset(f"night.value.{name}" for name in counted),
        "night.value.{}.none": frozenset(f"night.value.{name}.none" for name in none),
        "night.value.{}.{}": frozenset(f"night.value.{one}" for one in own),
        "night.example.{}.none": frozenset(
            f"night.example.{name}.none" for name in {*none, "pace"} - {"apart"}
        ),
        "night.value.repeat.{}": frozenset(
            f"night.value.repeat.{one}" for one in Repeat if one not in MONTHLY
        ),
        "night.example.{}.{}": frozenset(
            f"night.example.{name}.{value}" for name, value in words if name != "robots"
        ),
    }


@cache
def where_there_is_one() -> Mapping[str, frozenset[str]]:
    """Keys that are asked for only where they exist; the test of option values sees to those."""
    listed = [(name, value) for name, option in every_option().items() for value in option.values]
    return {
        "option.{}.{}": frozenset(f"option.{name}.{value}" for name, value in listed),
        "value.{}": frozenset(f"value.{value}" for _, value in listed),
        "error.bad-option.{}": frozenset(
            f"error.bad-option.{reason}" for reason in REASONS[FIRST_OF_OPTIONS:FIRST_OF_DECKS]
        ),
    }


# What the code asks for


@dataclass(frozen=True)
class Ask:
    """A place where a sentence is asked for: its key or pattern, what it is given (None: not known by
    reading), whether as a counted one."""

    where: str
    key: str
    given: frozenset[str] | None
    counted: bool


@cache
def expressions(places: tuple[str, ...]) -> tuple[tuple[str, tuple[ast.expr, ...]], ...]:
    """The calls and texts of the modules at these places."""
    paths = [ROOT / place for place in places]
    files = [file for path in paths for file in (sorted(path.rglob("*.py")) if path.is_dir() else [path])]
    return tuple((str(file.relative_to(ROOT)), _expressions_of(file)) for file in files)


@cache
def _expressions_of(file: Path) -> tuple[ast.expr, ...]:
    """Read once: to walk through all modules takes seconds."""
    nodes = ast.walk(ast.parse(file.read_text("utf-8")))
    return tuple(node for node in nodes if isinstance(node, ast.Call | ast.Constant | ast.JoinedStr))


def text_of(node: ast.expr) -> Iterator[str]:
    """The texts an expression can be, ``{}`` standing for its parts; nothing for a variable."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(str(one.value) if isinstance(one, ast.Constant) else "{}" for one in node.values)
    elif isinstance(node, ast.IfExp):
        yield from text_of(node.body)
        yield from text_of(node.orelse)


def last_name(node: ast.expr) -> str | None:
    """``words`` of ``words`` and of ``reader.words``."""
    match node:
        case ast.Name():
            return node.id
        case ast.Attribute():
            return node.attr
    return None


@cache
def asks() -> tuple[Ask, ...]:
    """Every ``words("…")``, ``words.count("…")`` and ``SAY("…")``, whoever's words they are."""
    found: list[Ask] = []
    for name, nodes in expressions(SPEAKERS):
        for node in nodes:
            if not isinstance(node, ast.Call) or not node.args:
                continue
            counted = isinstance(node.func, ast.Attribute) and node.func.attr == "count"
            called = node.func.value if isinstance(node.func, ast.Attribute) and counted else node.func
            if last_name(called) not in CALLS:
                continue
            names = [keyword.arg for keyword in node.keywords]
            given = None if None in names else frozenset(name for name in names if name)
            found += [Ask(f"{name}:{node.lineno}", key, given, counted) for key in text_of(node.args[0])]
    return tuple(found)


def raised(error: str, places: tuple[str, ...]) -> Iterator[tuple[str, frozenset[str]]]:
    """The first argument and the names of the others, of each call of this exception."""
    for _, nodes in expressions(places):
        for node in nodes:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == error:
                names = frozenset(keyword.arg or "" for keyword in node.keywords)
                for key in text_of(node.args[0]):
                    yield key, names


@cache
def literals() -> frozenset[str]:
    """Every text in the code that looks like a key, wherever it stands."""
    return frozenset(
        node.value
        for _, nodes in expressions(SPEAKERS)
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and KEY.fullmatch(node.value)
        if not node.value.endswith(FILES)
    )


ENGLISH: Final = messages_of(catalog_of(FALLBACK))


def test_every_key_asked_for_is_there() -> None:
    wanted = {ask.key for ask in asks() if "{}" not in ask.key}
    wanted |= set().union(*families().values())
    # a literal such as "done.left" may travel some way before it is asked for
    sections = {key.partition(".")[0] for key in ENGLISH}
    wanted |= {text for text in literals() if text.partition(".")[0] in sections}
    assert wanted - set(ENGLISH) == set()


def test_every_key_there_is_asked_for() -> None:
    used = {ask.key for ask in asks()} | literals()
    used |= set().union(*families().values(), *where_there_is_one().values())
    assert set(ENGLISH) - used == set()


def test_every_way_to_put_a_key_together_is_declared() -> None:
    found = {
        text
        for _, nodes in expressions(SPEAKERS)
        for node in nodes
        if isinstance(node, ast.JoinedStr)
        for text in text_of(node)
        if PATTERN.fullmatch(text)
    }
    found |= {f"{error.sentences}{{}}" for error in CodedError.__subclasses__()}
    assert found == set(families()) | set(where_there_is_one())


def keys_of(ask: Ask) -> set[str]:
    """The keys that a place asks for. Among the actions the numbered ones are asked for as counted ones."""
    known = families().get(ask.key) or where_there_is_one().get(ask.key) or {ask.key}
    return {key for key in known if ask.key != "act.{}" or (key in ("act.bid", "act.offer")) == ask.counted}


def test_sentences_are_given_what_they_say() -> None:
    wrong: list[str] = []
    for ask in asks():
        for key in keys_of(ask) & set(ENGLISH) if ask.given is not None else ():
            said = {name for name in placeholders(ENGLISH[key]) if not name.startswith(COMMAND)}
            said -= {"count"} if ask.counted else set()
            given = ask.given or frozenset()
            if missing := said - given:
                wrong.append(f"{ask.where}: {key} lacks {sorted(missing)}")
            if "{}" not in ask.key and (left_over := given - said):
                wrong.append(f"{ask.where}: {key} does not say {sorted(left_over)}")
    assert wrong == []


def test_counted_sentences_are_counted_and_others_are_not() -> None:
    wrong = [
        f"{ask.where}: {key}"
        for ask in asks()
        for key in keys_of(ask) & set(ENGLISH)
        if is_counted(ENGLISH[key]) != ask.counted
    ]
    assert wrong == []


@pytest.mark.parametrize("code", sorted(set(CODES) - {"stale"}))
def test_a_refusal_of_a_table_gives_a_sentence(code: str) -> None:
    everywhere = raised("TableError", ("bot", "cogs"))
    given = [names for raised_code, names in everywhere if raised_code == code]
    for names in given or [frozenset[str]()]:
        sentence = sentence_for(words_for(FALLBACK), TableError(code, **dict.fromkeys(names, "?")))
        assert sentence and not set(sentence) & set("{}")


def test_a_refusal_of_the_interface_has_what_its_sentence_says() -> None:
    for key, names in raised("Refusal", SPEAKERS):
        said = {name for name in placeholders(ENGLISH[f"error.{key}"]) if not name.startswith(COMMAND)}
        assert said <= names, key


def test_a_bad_option_says_option_and_value_at_most() -> None:
    keys = [key for key in ENGLISH if key.startswith("error.bad-option")]
    assert all(placeholders(ENGLISH[key]) <= {"option", "value"} for key in keys)


def test_every_listed_value_of_an_option_has_words() -> None:
    bare = {
        f"{name}={value}"
        for name, option in every_option().items()
        for value in option.values
        # batches and cards are written as they are
        if option.parse is None
        and not {f"option.{name}.{value}", f"value.{value}", f"contract.{value}"} & set(ENGLISH)
    }
    assert bare == set()


def test_contracts_are_named_as_the_notation_names_them() -> None:
    negative = {name for name in contracts() if contracts()[name].trump is None} - {NO_TRUMP_CONTRACT, MISERE}
    assert {name for name in negative if not name.startswith(TAKE) and not name.endswith(DOWN_SUFFIX)} == set(
        CONTRACT_NAMES
    )


@pytest.mark.parametrize("language", languages())
def test_every_language_says_the_same(language: str) -> None:
    written = languages()[language].read_text("utf-8")
    assert problems(catalog_of(FALLBACK), catalog_of(language), written) == []
