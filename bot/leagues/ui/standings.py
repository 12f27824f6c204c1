"""Standings and their explanation: how they look, and what is pressed there."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

import discord
from discord import ui

from bot.discordkit.boundary import answer, redraw
from bot.discordkit.interactions import AboutSomethingElse, Interaction, PressId
from bot.discordkit.pages import leaves, pages_of, turning
from bot.discordkit.panel import BLUE, Drawing, Part, button, draw, picture, select, select_option
from bot.discordkit.people import People
from bot.discordkit.permissions import require_permissions
from bot.discordkit.ports import SubjectKind
from bot.discordkit.postings import NONCES
from bot.discordkit.presses import First, press_of
from bot.discordkit.routes import Route, anyone, chosen
from bot.discordkit.sending import UNKNOWN_CHANNEL
from bot.leagues.explaining import case_of, explanation_text
from bot.leagues.model import ClubError, ListedMember, NightFacts, StandingsPage
from bot.leagues.season.corrections import corrected
from bot.leagues.season.entries import SeasonCourse, one_night
from bot.leagues.season.model import Season
from bot.leagues.service import Clubs
from bot.leagues.standings_words import (
    LeagueNames,
    SeasonProgress,
    all_time_picture,
    listed,
    names_of,
    night_picture,
    season_name,
    standings_picture,
    standings_text,
)
from bot.leagues.ui.visits import Visit, Visits, found_by, member_called, number_in, ref_of
from bot.pictures.painter import Painter
from bot.pictures.stat_values import StandingsPicture
from bot.telling.alt import alt_text
from bot.telling.phrases import Reader
from bot.timers import zone_or_utc
from bot.words.catalogue import Words, in_text

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
    return draw(
        _look(words, shown),
        select(visit.press("league-table-of", *view.values), words("standings.pick"), _choices(visit, shown)),
        [*_turning(visit, shown), *_more(visit, view)],
        reader=visit.reader.user_id,
    )


def posted(words: Words, shown: ShownStandings, at: datetime) -> Drawing:
    """A page for everybody, which stays as it is; ``at`` is the local time."""
    note = words("standings.as-of", date=words.date(at.date()), time=words.time(at.time()))
    return draw(_look(words, shown), f"-# {note}", final=True)


def no_standings(visit: Visit) -> Drawing:
    """What will be here."""
    words = visit.words
    return draw(
        [
            f"### {in_text(visit.league.name)}",
            f"-# {in_text(season_name(words, visit.season))}",
            words("standings.nothing"),
        ],
        reader=visit.reader.user_id,
    )


def explained(visit: Visit, ref: str, lines: Iterable[str], leaf: int, count: int) -> Drawing:
    """A leaf of how a member's value came about."""
    turns = turning(lambda number: visit.press("league-explain", ref, str(number)), leaf, count)
    return draw("\n".join(lines), turns, reader=visit.reader.user_id)


def _look(words: Words, shown: ShownStandings) -> Part:
    if shown.data:
        return picture("standings.png", alt_text(words, shown.value), shown.data)
    return standings_text(words, shown.value)


def _turning(visit: Visit, shown: ShownStandings) -> list[ui.Button[Any]]:
    """To the page before, to the one with one's own line, and to the one after."""
    page, view = shown.page, shown.view

    def at(first: int | str) -> PressId:
        return visit.press("league-table", view.which, str(first), str(view.nights_from))

    turns = turning(lambda to: at(to * PAGE), page.first // PAGE, pages_of(page.total, PAGE))
    if turns and page.own is not None:
        is_here = any(line.member == page.own.member for line in page.lines)
        turns.insert(1, button(visit.words("standings.my-place"), at(OWN), disabled=is_here))
    return turns


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
        return standings(visit, shown) if shown is not None else no_standings(visit)

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
        every = leaves(await asyncio.to_thread(_explanation, visit, season, ref))
        leaf = min(leaf, len(every) - 1)
        return explained(visit, ref, every[leaf], leaf, len(every))

    async def _page(
        self, visit: Visit, view: StandingsView, nights: Sequence[NightFacts], count: int = PAGE
    ) -> tuple[StandingsPage, StandingsPicture]:
        words, name, season = visit.words, visit.league.name, visit.season
        if view.which == ALL_TIME:
            page = _cut(await self._all_time(visit), view.first, count, visit.own)
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
    people = LeagueNames(visit.words, names_of(season), reasons=visit.sees_reasons)
    case = case_of(SeasonCourse(season, corrected(season)), member)
    return explanation_text(people, case, EVERYTHING).split("\n")


MISSING_ACCESS: Final = 50001
"""https://discord.com/developers/docs/topics/opcodes-and-status-codes#json"""


class StandingsPresses:
    """See the module."""

    def __init__(self, clubs: Clubs, people: People, painter: Painter) -> None:
        self._clubs = clubs
        self._people = people
        self._visits = Visits(clubs, people)
        self._drawings = StandingsDrawings(clubs, painter)

    def routes(self) -> dict[str, Route[Any]]:
        """Every verb."""
        route = partial(Route, who=self._visits.pressed, about=SubjectKind.LEAGUE)
        return {
            "league-standings": route(self._open, values=1),
            "league-table": route(self._turn, private=True, values=4),
            "league-table-of": route(self._pick, private=True, values=4),
            "league-show": anyone(self._show, SubjectKind.LEAGUE, values=4),
            "league-explain-own": route(self._explain_own, values=1),
            "league-explain": route(self._leaf, private=True, values=3),
        }

    # --- commands

    async def standings(self, interaction: Interaction, league: str | None, season: int | None) -> None:
        """The standings of a season, for whoever asks. Raises ClubError."""
        visit = await self._visits.named(interaction, league, season)
        await answer(interaction, await self._drawings.of(visit, StandingsView()))

    async def explain(self, interaction: Interaction, player: str | None, league: str | None) -> None:
        """How a member's value came about, by default one's own. Raises ClubError."""
        visit = await self._visits.named(interaction, league)
        if player is None and visit.own is None:
            raise ClubError("not-member", league=visit.league.name)
        member = visit.own
        if player is not None:
            member = member_called(await self._clubs.leagues.members(visit.league.id), player).id
        assert member is not None
        await answer(interaction, await self._drawings.explained(visit, ref_of(member), 0))

    # --- presses

    async def _open(self, interaction: Interaction, press: PressId, visit: Visit) -> None:
        """*Standings* on a message that everybody sees: for whoever presses alone."""
        await answer(interaction, await self._drawings.of(visit, StandingsView()))

    async def _turn(self, interaction: Interaction, press: PressId, visit: Visit) -> None:
        _, which, first, nights = press.values
        view = StandingsView(which, 0 if first == OWN else number_in(first), number_in(nights))
        if first == OWN:
            view = replace(view, first=await self._drawings.own_first(visit, view))
        await redraw(interaction, await self._drawings.of(visit, view))

    async def _pick(self, interaction: Interaction, press: PressId, visit: Visit) -> None:
        view = _view_in(press)
        which = chosen(interaction)
        if which.startswith(TURN):
            view = replace(view, nights_from=number_in(which.removeprefix(TURN)))
        else:
            view = replace(view, which=_which(which), first=0)
        await redraw(interaction, await self._drawings.of(visit, view))

    async def _show(self, interaction: Interaction, press: PressId) -> None:
        """Post the page for everybody, as a message of its own that stays as it is."""
        view = _view_in(press)
        press_of(interaction).expected = First.POST
        visit = await self._visits.pressed(interaction, press)
        require_permissions(visit.words, interaction)
        words = await self._people.guild_words(interaction.guild_id)
        everybody = replace(visit, own=None, reader=Reader(words))
        shown = await self._drawings.shown(everybody, view)
        if shown is None:
            raise ClubError("no-game-yet", league=visit.league.name)
        at = datetime.fromtimestamp(self._clubs.time.now(), UTC).astimezone(zone_or_utc(visit.league.zone))
        try:
            drawing = posted(words, shown, at)
            await press_of(interaction).publish(drawing, secrets.randbelow(NONCES) + 1)
        except discord.HTTPException as error:
            if error.code in (UNKNOWN_CHANNEL, MISSING_ACCESS):
                raise ClubError("channel-gone") from None
            raise

    async def _explain_own(self, interaction: Interaction, press: PressId, visit: Visit) -> None:
        if visit.own is None:
            raise ClubError("not-member", league=visit.league.name)
        await answer(interaction, await self._drawings.explained(visit, ref_of(visit.own), 0))

    async def _leaf(self, interaction: Interaction, press: PressId, visit: Visit) -> None:
        _, ref, leaf = press.values
        await redraw(interaction, await self._drawings.explained(visit, ref, number_in(leaf)))


def _view_in(press: PressId) -> StandingsView:
    """The view that a press carries. Raises AboutSomethingElse."""
    _, which, first, nights = press.values
    return StandingsView(_which(which), number_in(first), number_in(nights))


def _which(text: str) -> str:
    """Which standings are meant. Raises AboutSomethingElse where none are."""
    if text not in (SEASON, ALL_TIME) and not text.startswith(NIGHT):
        raise AboutSomethingElse(text)
    return text
