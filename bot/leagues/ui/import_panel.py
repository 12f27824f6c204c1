"""A season that is brought along in a file: what was recognised in it, what is wrong with it, what its
standings come to, and as what it is to be kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from discord import ui

from bot.discordkit.panel import BLUE, GREEN, Drawing, Part, button, draw, select, select_option, yes_or_no
from bot.discordkit.ports import on_league
from bot.discordkit.press_ids import PressId
from bot.leagues.bringing import Brought, KnownMembers, Outlook
from bot.leagues.correction_words import import_fault
from bot.leagues.model import League, SeasonFacts
from bot.leagues.paper.dates import DateOrder
from bot.leagues.paper.errors import Fault
from bot.leagues.paper.reading import ColumnReading, Role
from bot.leagues.paper.table import Head
from bot.leagues.standings_words import SeasonProgress, season_name, standings_picture, standings_text
from bot.telling.fitting import fitting, shorten
from bot.words.catalogue import Words
from bot.words.names import clean, in_text

NOTHING: Final = "nothing"
PAST, OPEN = "past", "open"
COLUMNS: Final = 25
"""So many can be chosen from at a time."""

_FAULTS_LONGEST: Final = 450
_COLUMNS_LONGEST: Final = 400


@dataclass(frozen=True, slots=True)
class Bringing:
    """What an organiser is bringing along. ``data`` is what is in a spreadsheet's file, which may be read
    again; ``column`` is the column that is being given another role; ``opens`` tells whether the open season
    is empty, so that this can be it, and ``open_now`` that it is to be."""

    league: League
    brought: Brought
    file: str = ""
    data: bytes = field(default=b"", repr=False)
    opens: bool = False
    open_now: bool = False
    column: int = 0
    looks_at_columns: bool = False


def cannot_be_read(words: Words, faults: Sequence[Fault]) -> Drawing:
    """A file that cannot be taken."""
    return draw(_faults(words, faults))


def _faults(words: Words, faults: Sequence[Fault]) -> str:
    told = [f"- {import_fault(words, one)}" for one in faults]
    if len(told) == 1:
        return told[0].removeprefix("- ")
    return fitting(told, _FAULTS_LONGEST, words("report.more-faults"), between="\n")


# A spreadsheet's columns


def columns(words: Words, one: Bringing) -> Drawing:
    """What each column was taken for, what is wrong then, and how to choose otherwise."""
    brought = one.brought
    heads, reading = brought.heads, brought.reading
    assert reading is not None
    lines = [
        f"### {words('import.heading', league=in_text(one.league.name))}",
        words(f"import.form.{reading.form.value}") if reading.form is not None else "",
        _recognised(words, heads, reading),
        _faults(words, brought.faults),
    ]
    subject = on_league(one.league.id)
    buttons = [button(words("button.not"), PressId("import-not", subject))]
    if brought.season is not None:
        buttons.insert(0, button(words("button.standings"), PressId("import-look", subject), BLUE))
    return draw(
        lines,
        _pick(words, one, heads, reading),
        _roles(words, one, heads, reading),
        _orders(words, one, reading) if reading.columns(Role.DATE) else None,
        buttons,
    )


def _recognised(words: Words, heads: Sequence[Head], reading: ColumnReading) -> str:
    """«Datum: date · Ann: points of the player»."""
    told = [
        words("import.column", name=in_text(_column(words, heads, at)), role=_role(words, role))
        for at, role in enumerate(reading.roles)
        if role is not None
    ]
    return fitting(told, _COLUMNS_LONGEST, "…", between=" · ") or words("import.no-columns")


def _column(words: Words, heads: Sequence[Head], at: int) -> str:
    """What stands above a column, else its number and what is in it first."""
    heading, first = heads[at]
    if heading:
        return clean(heading, "?")
    number = words("import.column-number", number=words.number(at + 1))
    return f"{number} ({clean(first, '?')})" if first else number


def _role(words: Words, role: Role | None) -> str:
    return words(f"import.role.{NOTHING if role is None else role.value}")


def _pick(words: Words, one: Bringing, heads: Sequence[Head], reading: ColumnReading) -> Part:
    """Which column is to be another; of many columns those about the chosen one, and the way to others."""
    more = len(heads) > COLUMNS
    size = COLUMNS - more
    first = one.column // size * size
    after = first + size if first + size < len(heads) else 0
    options = [
        select_option(
            _column(words, heads, at), str(at), _role(words, reading.roles[at]), default=at == one.column
        )
        for at in range(first, min(first + size, len(heads)))
    ]
    if more:
        options.append(select_option(words("import.more-columns"), str(after)))
    return select(PressId("import-column", on_league(one.league.id)), words("import.which-column"), options)


def _roles(words: Words, one: Bringing, heads: Sequence[Head], reading: ColumnReading) -> Part:
    """What the chosen column is."""
    now = reading.roles[one.column]
    options = [
        select_option(
            words("import.is", name=shorten(_column(words, heads, one.column), 30), role=_role(words, role)),
            NOTHING if role is None else role.value,
            default=role is now,
        )
        for role in (*Role, None)
    ]
    press = PressId("import-role", on_league(one.league.id), values=(str(one.column),))
    return select(press, words("import.which-role"), options)


def _orders(words: Words, one: Bringing, reading: ColumnReading) -> Part:
    """Whether day or month comes first."""
    options = [
        select_option(words(f"import.order.{order.value}"), order.value, default=order is reading.order)
        for order in DateOrder
    ]
    return select(PressId("import-order", on_league(one.league.id)), words("import.which-order"), options)


# What comes of it


def preview(
    words: Words, one: Bringing, facts: SeasonFacts, own: KnownMembers, seen: Outlook, games: int
) -> Drawing:
    """The season as it would be kept, with the first lines of its standings."""
    picture = standings_picture(
        words, one.league.name, facts, SeasonProgress(seen.held, seen.held), seen.page
    )
    said = [
        words.count("import.games", games),
        words("import.people", known=words.number(own.known), new=words.number(own.new)),
    ]
    if seen.refused:
        said.append(words.count("import.refused", seen.refused))
    subject = on_league(one.league.id)
    buttons = [button(words("button.import"), PressId("import-do", subject), GREEN)]
    if one.brought.heads:
        buttons.append(button(words("button.columns"), PressId("import-columns", subject)))
    buttons.append(button(words("button.not"), PressId("import-not", subject)))
    small = [f"-# {line}" for line in said]
    return draw(standings_text(words, picture), small, _kept_as(words, one), buttons)


def _kept_as(words: Words, one: Bringing) -> Part:
    """As what it is kept: a season of the past, or the one that is played."""
    offered = (PAST, OPEN) if one.opens else (PAST,)
    chosen = OPEN if one.open_now else PAST
    options = [
        select_option(
            words(f"import.as.{kept}"), kept, words(f"import.as.{kept}.about"), default=kept == chosen
        )
        for kept in offered
    ]
    return select(PressId("import-as", on_league(one.league.id)), words("import.as.past"), options)


def done(words: Words, league: League, facts: SeasonFacts, games: int, own: KnownMembers) -> Drawing:
    """What came, and the way back."""
    said = words(
        "import.done",
        league=in_text(league.name),
        season=in_text(season_name(words, facts)),
        games=words.count("import.games", games),
        people=words("import.people", known=words.number(own.known), new=words.number(own.new)),
    )
    return draw(said, undo(words, league, facts))


def undo(words: Words, league: League, facts: SeasonFacts) -> ui.Button[Any]:
    """The way back, wherever a season that was brought along is shown to an organiser."""
    return button(
        words("button.undo-import"), PressId("import-undo", on_league(league.id), values=(str(facts.id),))
    )


def question(words: Words, league: League, facts: SeasonFacts) -> Drawing:
    """Whether a season that was brought along is really to go."""
    yes = PressId("import-undone", on_league(league.id), values=(str(facts.id),))
    asked = words("import.sure", season=in_text(season_name(words, facts)))
    return draw(asked, yes_or_no(words, yes, PressId("import-keep", on_league(league.id))))
