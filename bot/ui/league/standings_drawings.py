"""Standings ready to be sent: asked for, calculated and painted off the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.clubs.clubs import Clubs
from bot.clubs.errors import ClubError
from bot.clubs.model import ListedMember, NightFacts, StandingsPage
from bot.leagues.corrections import corrected
from bot.leagues.course import SeasonCourse
from bot.leagues.model import Season
from bot.leagues.one_night import one_night
from bot.pictures.league_values import StandingsPicture
from bot.pictures.painter import Painter
from bot.telling.league.explaining import case_of, explanation_text
from bot.telling.league.people import LeagueNames as Told
from bot.telling.league.people import names_of
from bot.telling.league.standings_scene import (
    SeasonProgress,
    all_time_picture,
    listed,
    night_picture,
    standings_picture,
)
from bot.ui.discord.panel import Drawing
from bot.ui.league import standings_panel as panels
from bot.ui.league.leafing import leaves
from bot.ui.league.refs import found_by, ref_of
from bot.ui.league.standings_panel import ALL_TIME, NIGHT, PAGE, SEASON, ShownStandings, StandingsView
from bot.ui.league.visits import Visit

EVERYTHING = 10**9
"""For lines, and for characters: all there are."""


class StandingsDrawings:
    """Makes them. Everything raises ClubError, StoreError."""

    def __init__(self, clubs: Clubs, painter: Painter) -> None:
        self._clubs = clubs
        self._painter = painter

    async def of(self, visit: Visit, view: StandingsView) -> Drawing:
        """The standings, for whoever acts."""
        shown = await self.shown(visit, view)
        return panels.standings(visit, shown) if shown is not None else panels.no_standings(visit)

    async def shown(self, visit: Visit, view: StandingsView) -> ShownStandings | None:
        """The page of a view; None where no game has been played."""
        nights = await self._clubs.seasons.nights(visit.season.id)
        page, value = await self._page(visit, view, nights)
        if not page.total and view.which == SEASON and not any(one.held for one in nights):
            return None
        data = b"" if visit.reader.preferences.text_mode else await self._painter.paint(value)
        held = [one for one in reversed(nights) if one.held]
        return ShownStandings(replace(view, first=page.first), page, value, data, held)

    async def own_first(self, visit: Visit, view: StandingsView) -> int:
        """Where the page begins on which the reader's own line is."""
        page, _ = await self._page(visit, replace(view, first=0), (), EVERYTHING)
        index = next((i for i, line in enumerate(page.lines) if line.member == visit.own), 0)
        return index - index % PAGE

    async def explained(self, visit: Visit, ref: str, leaf: int) -> Drawing:
        """How a member's value came about. Raises ClubError ``no-such-member``."""
        season = await self._clubs.seasons.whole(visit.season.id)
        lines = await asyncio.to_thread(_explanation, visit, season, ref)
        every = leaves(lines)
        leaf = min(leaf, len(every) - 1)
        return panels.explained(visit, ref, every[leaf], leaf, len(every))

    async def _page(
        self, visit: Visit, view: StandingsView, nights: Sequence[NightFacts], count: int = PAGE
    ) -> tuple[StandingsPage, StandingsPicture]:
        words, name, season = visit.words, visit.league.name, visit.season
        if view.which == ALL_TIME:
            lines = await self._all_time(visit)
            page = _cut(lines, view.first, count, visit.own)
            seasons = await self._clubs.seasons.seasons(visit.league.id)
            return page, all_time_picture(words, name, len(seasons), page)
        if view.which.startswith(NIGHT):
            return await self._night(visit, view, count)
        page = await self._clubs.seasons.page(season.id, view.first, count, visit.own)
        if view.first and not page.lines:
            last = max(page.total - 1, 0) // PAGE * PAGE
            page = await self._clubs.seasons.page(season.id, last, count, visit.own)
        so_far = SeasonProgress(sum(one.held for one in nights), len(nights))
        return page, standings_picture(words, name, season, so_far, page)

    async def _all_time(self, visit: Visit) -> list[ListedMember]:
        names = {one.id: one.name for one in await self._clubs.leagues.members(visit.league.id)}
        table = await self._clubs.seasons.all_time(visit.league.id)
        return [listed(one, names.get(one.player, one.player)) for one in table]

    async def _night(
        self, visit: Visit, view: StandingsView, count: int
    ) -> tuple[StandingsPage, StandingsPicture]:
        nights = await self._clubs.seasons.nights(visit.season.id)
        held = {one.id: one for one in nights if one.held}
        meant = found_by(view.which.removeprefix(NIGHT), held)
        if meant is None:
            raise ClubError("unknown-night")
        season = await self._clubs.seasons.whole(visit.season.id)
        page = _cut(await asyncio.to_thread(_of_night, season, meant), view.first, count, visit.own)
        night = held[meant]
        value = night_picture(visit.words, visit.league.name, night.date, page, free=not night.planned)
        return page, value


def _cut(lines: Sequence[ListedMember], first: int, count: int, own: str | None) -> StandingsPage:
    """A page of them; the last where there are not as many."""
    if first >= len(lines):
        first = max(len(lines) - 1, 0) // PAGE * PAGE
    mine = next((line for line in lines if line.member == own), None)
    return StandingsPage(tuple(lines[first : first + count]), first, len(lines), mine)


def _of_night(season: Season, night: str) -> list[ListedMember]:
    names = names_of(season)
    lines: Iterable[ListedMember] = (
        ListedMember(
            one.member, names.get(one.member, one.member), one.place, one.score, 1, one.games, one.score * 0
        )
        for one in one_night(SeasonCourse(season, corrected(season)), night)
    )
    return list(lines)


def _explanation(visit: Visit, season: Season, ref: str) -> list[str]:
    member = next((one for one in season.members if ref_of(one.id) == ref), None)
    if member is None:
        raise ClubError("not-in-season")
    told = Told(visit.words, names_of(season), reasons=visit.sees_reasons)
    case = case_of(SeasonCourse(season, corrected(season)), member)
    return explanation_text(told, case, EVERYTHING).split("\n")
