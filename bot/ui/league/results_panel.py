"""Results of a season, ten at a time; one of them with all that is known of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from discord import ui

from bot.clubs.model import NightFacts, SeasonResult
from bot.engine.game import places
from bot.telling.fitting import TEXT_LONGEST, fitting
from bot.telling.league.export.tables import state_text
from bot.telling.league.people import LeagueNames as Told
from bot.telling.league.standings_scene import season_name
from bot.ui.discord.panel import (
    RED,
    Drawing,
    Panel,
    button,
    even_rows,
    link,
    message_url,
    select,
    select_option,
)
from bot.ui.league.leafing import turning
from bot.ui.league.refs import ref_of
from bot.ui.league.visits import Visit
from bot.ui.table import fair_panel
from bot.ui.table.footer import replay, review
from bot.words.names import in_text

PAGE: Final = 10
"""Results of a page."""


@dataclass(frozen=True, slots=True)
class ShownResults:
    """A page of results, from the ``first`` on of so many, of all or of a member (``of``, a reference, and
    ``name``); ``nights`` are the dates of planned nights, ``seen`` the channels that the reader sees."""

    results: Sequence[SeasonResult]
    first: int
    total: int
    nights: Mapping[str, date]
    of: str = ""
    name: str = ""
    seen: Set[int] = frozenset()


def dates_of(nights: Sequence[NightFacts]) -> dict[str, date]:
    """The dates of planned nights."""
    return {one.id: one.date for one in nights if one.planned}


def results(visit: Visit, shown: ShownResults) -> Drawing:
    """A page of results, the latest first."""
    words = visit.words
    about = season_name(words, visit.season)
    if shown.name:
        about = words("results.of", season=about, name=in_text(shown.name))
    heading = words("results.title", league=in_text(visit.league.name))
    lines = [_line(visit, shown, one) for one in shown.results] or [words("results.none")]
    head = f"### {heading}\n-# {about}\n"
    container: ui.Container[Any] = ui.Container(
        ui.TextDisplay(head + fitting(lines, TEXT_LONGEST - len(head), "…", between="\n"))
    )
    if shown.results:
        options = [
            select_option(_day(visit, shown.nights, one), ref_of(one.game.id), _told(visit, one, str))
            for one in shown.results
        ]
        container.add_item(select(visit.press("league-result"), words("results.pick"), options))
    pages = -(-shown.total // PAGE)
    buttons = turning(
        lambda page: visit.press("league-results", shown.of, str(page * PAGE)), shown.first // PAGE, pages
    )
    for row in even_rows(buttons):
        container.add_item(row)
    return Drawing(Panel(container), reader=visit.reader.user_id)


def result(
    visit: Visit,
    found: SeasonResult,
    day: date,
    events: Sequence[str],
    said: str = "",
    *,
    seen: Set[int] = frozenset(),
) -> Drawing:
    """A game: who sat where, places and points, what was corrected (``events``, a sentence each), and what
    can be done about it. ``said`` is told above it; ``seen`` are the channels that the reader sees."""
    words = visit.words
    state = state_text(words, found)
    heading = words("result.title", date=words.date(day), game=in_text(found.game.id))
    lines = [*([said] if said else []), f"### {heading}"]
    if state:
        lines.append(f"-# {in_text(state)}")
    lines += [seat_line(visit, found, seat) for seat in range(len(found.game.points))]
    if events:
        told = [f"- {event}" for event in events]
        lines.append(fitting([words("result.corrections"), *told], 2400, f"- {words('result.more')}", "\n"))
    container: ui.Container[Any] = ui.Container(ui.TextDisplay("\n".join(lines)))
    for row in even_rows(_deeds(visit, found, seen)):
        container.add_item(row)
    return Drawing(Panel(container), reader=visit.reader.user_id)


def day_of(visit: Visit, nights: Mapping[str, date], found: SeasonResult) -> date:
    """The local date of a game: that of its night, else that on which it began (L3)."""
    if found.game.night is not None and found.game.night in nights:
        return nights[found.game.night]
    return datetime.fromtimestamp(found.game.started, ZoneInfo(visit.league.zone)).date()


def _deeds(visit: Visit, found: SeasonResult, seen: Set[int]) -> Iterator[ui.Button[Any]]:
    words, ref = visit.words, ref_of(found.game.id)
    if url := _url(visit, found, seen):
        yield link(words("result.message"), url)
    if found.table_id is not None:
        yield replay(words, found.table_id)
        yield from review(words, found.table_id, visit.league.preset)
        yield fair_panel.way_in(words, found.table_id)
    if visit.is_organiser:
        yield button(words("result.correct"), visit.press("league-correct-game", ref, seq=found.events))
    yield button(words("result.dispute"), visit.press("league-dispute", ref), RED)


def _url(visit: Visit, found: SeasonResult, seen: Set[int]) -> str | None:
    """Where the end of a game was told, for a reader who sees that channel."""
    if found.channel_id is None or found.message_id is None or found.channel_id not in seen:
        return None
    return message_url(visit.league.guild_id, found.channel_id, found.message_id)


def _day(visit: Visit, nights: Mapping[str, date], found: SeasonResult) -> str:
    return visit.words.day(day_of(visit, nights, found))


def _told(visit: Visit, found: SeasonResult, shown: Any = in_text) -> str:  # noqa: ANN401 - str or in_text
    """«Ann +3, Bob −3 · void»."""
    told = Told(visit.words, found.names, shown).result(found.game)
    state = state_text(visit.words, found)
    return f"{told} · {state}" if state else told


def _line(visit: Visit, shown: ShownResults, found: SeasonResult) -> str:
    day = _day(visit, shown.nights, found)
    if url := _url(visit, found, shown.seen):
        day = f"[{day}]({url})"
    told = _told(visit, found)
    return f"**{day}** · {f'~~{told}~~' if found.void else told}"


def seat_line(visit: Visit, found: SeasonResult, seat: int) -> str:
    """«2. Ann: +3», with who gave the seat up."""
    words, game = visit.words, found.game
    told = Told(words, found.names)
    place = words.number(places(game.points)[seat])
    line = words(
        "result.seat",
        place=place,
        name=told.holder(game.holders[seat]),
        points=words.points(game.points[seat]),
    )
    if not game.left[seat]:
        return line
    names = words.both(told(one) for one in game.left[seat])
    return words("result.seat-left", seat=line, names=names)
