"""Standings as somebody sees them, and as they are posted for everybody; how a value came about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import discord
from discord import ui

from bot.clubs.model import NightFacts, StandingsPage
from bot.pictures.league_values import StandingsPicture
from bot.telling.alt import alt_text
from bot.telling.league.standings_scene import season_name
from bot.telling.league.standings_text import standings_text
from bot.ui.discord.panel import BLUE, Drawing, Panel, button, even_rows, picture, select, select_option
from bot.ui.league.leafing import AFTER, BEFORE, turning
from bot.ui.league.refs import ref_of
from bot.ui.league.visits import Visit
from bot.words.catalogue import Words
from bot.words.names import in_text

PAGE: Final = 20
"""Lines of a page."""

NIGHTS: Final = 20
"""Nights that a select offers, beside the season, all time, and the way to others."""

SEASON: Final = "s"
ALL_TIME: Final = "a"
NIGHT: Final = "n"
"""Which standings: of a night, its reference comes after the letter."""

OWN: Final = "own"
"""The page on which one's own line is."""

TURN: Final = "turn"
"""In the select: other nights are to be offered; from which one comes after it."""


@dataclass(frozen=True, slots=True)
class StandingsView:
    """Which standings are open, from which line on, and from which night on (the latest is 0) nights are
    offered."""

    which: str = SEASON
    first: int = 0
    nights_from: int = 0

    @property
    def values(self) -> tuple[str, str, str]:
        """In a press."""
        return self.which, str(self.first), str(self.nights_from)


@dataclass(frozen=True, slots=True)
class ShownStandings:
    """A page of standings with its picture: ``data`` is empty for who reads none. ``nights`` are those that
    were held, the latest first."""

    view: StandingsView
    page: StandingsPage
    value: StandingsPicture
    data: bytes
    nights: Sequence[NightFacts]


def standings(visit: Visit, shown: ShownStandings) -> Drawing:
    """The standings, for the one person who asked."""
    words, view = visit.words, shown.view
    container: ui.Container[Any] = ui.Container()
    for one in _look(words, shown):
        container.add_item(one)
    container.add_item(
        select(visit.press("league-table-of", *view.values), words("standings.pick"), _choices(visit, shown))
    )
    for row in even_rows([*_turning(visit, shown), *_more(visit, view)]):
        container.add_item(row)
    return Drawing(Panel(container), _files(shown), reader=visit.reader.user_id)


def posted(words: Words, shown: ShownStandings, at: datetime) -> Drawing:
    """A page for everybody, which stays as it is; ``at`` is the local time."""
    note = words("standings.as-of", date=words.date(at.date()), time=words.time(at.time()))
    container: ui.Container[Any] = ui.Container(*_look(words, shown), ui.TextDisplay(f"-# {note}"))
    return Drawing(Panel(container), _files(shown), final=True)


def no_standings(visit: Visit) -> Drawing:
    """What will be here."""
    words = visit.words
    heading = f"### {in_text(visit.league.name)}\n-# {in_text(season_name(words, visit.season))}"
    text = f"{heading}\n{words('standings.nothing')}"
    container: ui.Container[Any] = ui.Container(ui.TextDisplay(text))
    return Drawing(Panel(container), reader=visit.reader.user_id)


def explained(visit: Visit, ref: str, lines: Iterable[str], leaf: int, count: int) -> Drawing:
    """A leaf of how a member's value came about."""
    container: ui.Container[Any] = ui.Container(ui.TextDisplay("\n".join(lines)))
    buttons = turning(lambda number: visit.press("league-explain", ref, str(number)), leaf, count)
    for row in even_rows(buttons):
        container.add_item(row)
    return Drawing(Panel(container), reader=visit.reader.user_id)


def _look(words: Words, shown: ShownStandings) -> list[ui.Item[Any]]:
    if shown.data:
        return [picture("standings.png", alt_text(words, shown.value))]
    return [ui.TextDisplay(standings_text(words, shown.value))]


def _files(shown: ShownStandings) -> Sequence[tuple[str, bytes]]:
    return (("standings.png", shown.data),) if shown.data else ()


def _turning(visit: Visit, shown: ShownStandings) -> Iterator[ui.Button[Any]]:
    """To the page before, to the one with one's own line, and to the one after."""
    page, view, words = shown.page, shown.view, visit.words
    if page.total <= PAGE:
        return
    before, after = max(page.first - PAGE, 0), page.first + PAGE

    def at(first: int | str) -> Any:  # noqa: ANN401 - a press, whose values are texts
        return visit.press("league-table", view.which, str(first), str(view.nights_from))

    number, pages = page.first // PAGE + 1, -(-page.total // PAGE)
    yield button(f"{BEFORE} {max(number - 1, 1)}", at(before), disabled=page.first == 0)
    if page.own is not None:
        is_here = any(line.member == page.own.member for line in page.lines)
        yield button(words("standings.my-place"), at(OWN), disabled=is_here)
    yield button(f"{min(number + 1, pages)} {AFTER}", at(after), disabled=after >= page.total)


def _more(visit: Visit, view: StandingsView) -> Iterator[ui.Button[Any]]:
    words = visit.words
    if visit.own is not None:
        yield button(words("standings.explain"), visit.press("league-explain-own"))
    yield button(words("standings.results"), visit.press("league-results-of", "", "0"))
    yield button(words("standings.show"), visit.press("league-show", *view.values), BLUE)


def _choices(visit: Visit, shown: ShownStandings) -> list[discord.SelectOption]:
    words, view = visit.words, shown.view
    found = [
        select_option(season_name(words, visit.season), SEASON, default=view.which == SEASON),
        select_option(words("standings.pick.all-time"), ALL_TIME, default=view.which == ALL_TIME),
    ]
    start = view.nights_from
    if start:
        found.append(select_option(words("standings.pick.later"), f"{TURN}{max(start - NIGHTS, 0)}"))
    for night in shown.nights[start : start + NIGHTS]:
        which = f"{NIGHT}{ref_of(night.id)}"
        found.append(
            select_option(
                words.date(night.date),
                which,
                "" if night.planned else words("standings.pick.free"),
                default=which == view.which,
            )
        )
    if start + NIGHTS < len(shown.nights):
        found.append(select_option(words("standings.pick.earlier"), f"{TURN}{start + NIGHTS}"))
    return found
