"""The log of a season's corrections."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.clubs.model import Event
from bot.leagues.model import Season
from bot.telling.fitting import shorten
from bot.telling.league.events import Log
from bot.telling.league.people import LeagueNames as Told
from bot.telling.league.people import names_of
from bot.telling.league.standings_scene import season_name
from bot.ui.discord.panel import Drawing, Panel, even_rows, select, select_option
from bot.ui.league.leafing import leaves, turning
from bot.ui.league.refs import ref_of
from bot.ui.league.visits import Visit
from bot.words.names import in_text

BESIDES = 2 * 22 + 52
"""Points of height of the heading and the select."""

OFFERED = 25
"""Options of a select (https://discord.com/developers/docs/components/reference#string-select)."""


def line(log: Log, event: Event) -> str:
    """A correction in a sentence, struck where it is undone."""
    told = log.line(event)
    return told if event.stands else f"~~{told}~~"


def leaves_of(visit: Visit, season: Season, events: Sequence[Event]) -> list[list[str]]:
    """All of it, a sentence a correction, the latest first. Of thousands not for the event loop."""
    log = Log(Told(visit.words, names_of(season), reasons=visit.sees_reasons), season, events)
    each = [f"- {line(log, event)}" for event in reversed(log.events)]
    return leaves(each or [visit.words("log.none")], BESIDES)


def log(
    visit: Visit,
    season: Season,
    events: Sequence[Event],
    every: Sequence[Sequence[str]],
    leaf: int,
    said: str = "",
) -> Drawing:
    """A leaf of ``every``, which are its ``leaves_of``; an organiser may choose a correction of it to be
    undone. ``said`` is told above it."""
    words = visit.words
    plain = Log(Told(words, names_of(season), str), season, events)
    newest = [*reversed(plain.events)]
    leaf = min(leaf, len(every) - 1)
    before = sum(map(len, every[:leaf]))
    heading = words("log.title", league=in_text(visit.league.name))
    about = f"{said}\n" if said else ""
    about += f"### {heading}\n-# {in_text(season_name(words, visit.season))}"
    container: ui.Container[Any] = ui.Container(ui.TextDisplay("\n".join([about, *every[leaf]])))
    shown = newest[before : before + len(every[leaf])]
    if visit.is_organiser and shown:
        options = [
            select_option(
                shorten(plain.moment(one.correction.at), 60),
                ref_of(one.correction.id),
                plain.what(one.correction.change),
            )
            for one in shown[:OFFERED]
            if one.stands
        ]
        if options:
            container.add_item(select(visit.press("league-undo"), words("log.pick"), options))
    for row in even_rows(turning(lambda to: visit.press("league-log", str(to)), leaf, len(every))):
        container.add_item(row)
    return Drawing(Panel(container), reader=visit.reader.user_id)
