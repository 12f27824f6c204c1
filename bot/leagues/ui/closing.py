"""The end of a season, and what begins after it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Final

from bot.discordkit import panel
from bot.discordkit.boundary import answer, redraw
from bot.discordkit.interactions import Interaction, PressId
from bot.discordkit.panel import GREEN, Drawing, button, draw, picture, yes_or_no
from bot.discordkit.people import People
from bot.discordkit.ports import SubjectKind, on_league
from bot.discordkit.routes import Route
from bot.leagues.model import ClubError, League, SeasonFacts, StandingsPage
from bot.leagues.season.corrections import corrected
from bot.leagues.season.entries import SeasonCourse
from bot.leagues.season.model import Season
from bot.leagues.season_words import closing_text, preset_name
from bot.leagues.service import Clubs
from bot.leagues.standings_words import SeasonProgress, season_name, standings_picture
from bot.leagues.ui.membership import game_text, standings_button, ways_in
from bot.leagues.ui.visits import Notices, organised_league, require_organiser
from bot.pictures.painter import Painter
from bot.pictures.stat_values import StandingsPicture
from bot.tables.tables import Tables
from bot.tables.ui.display import Display
from bot.telling.alt import alt_text
from bot.words.catalogue import Words, in_text

log = logging.getLogger(__name__)


PICTURE = "standings.png"


def asked_to_close(words: Words, league: League, season: SeasonFacts) -> Drawing:
    """Whether to close a season: what that means is said."""
    yes = PressId("league-close-yes", on_league(league.id), season.id)
    names = {"league": in_text(league.name), "season": in_text(season_name(words, season))}
    return draw(words("league.sure.close", **names), yes_or_no(words, yes))


def still_played(words: Words, season: SeasonFacts, tables: Iterable[tuple[int, str | None]]) -> Drawing:
    """Tables are in the way of closing a season: numbers, and where each is."""
    links = [_table(words, number, url) for number, url in tables]
    text = words("league.close.running", season=in_text(season_name(words, season)), tables=words.both(links))
    return draw(text)


def _table(words: Words, number: int, url: str | None) -> str:
    name = words("league.close.table", table=number)
    return f"[{name}]({url})" if url else name


def closed(
    words: Words,
    league: League,
    season: SeasonFacts,
    text: str,
    standings: tuple[StandingsPicture, bytes] | None,
) -> Drawing:
    """A season is over, for everybody: its ``standings`` where there are any, and what there is to say."""
    return draw(
        text,
        picture(PICTURE, alt_text(words, standings[0]), standings[1]) if standings is not None else None,
        words("league.closed.thanks"),
        standings_button(words, league, season),
    )


def next_asked(words: Words, league: League, season: SeasonFacts, members: int) -> Drawing:
    """Whether to begin the next season as the last one was."""
    number = words.number(season.number + 1)
    last = in_text(season_name(words, season))
    lines = [
        words("league.closed.done", season=last, league=in_text(league.name)),
        words.count("league.begin.asked", members, number=number),
        f"-# {words('league.begin.later')}",
    ]
    begin = PressId("league-begin", on_league(league.id), season.id)
    ways = [
        button(words("button.begin-season", number=number), begin, GREEN),
        button(words("button.not-yet"), PressId("no", on_league(league.id))),
    ]
    return draw(lines, ways)


def begun(words: Words, league: League, season: SeasonFacts, members: int) -> Drawing:
    """A season has begun, for everybody."""
    title = words("league.begun", league=in_text(league.name), season=in_text(season_name(words, season)))
    small = f"-# {words.count('league.members', members)}"
    return draw(
        [f"### {title}", game_text(words, league), preset_name(words, season.settings), small],
        ways_in(words, league, season),
    )


FIRST: Final = 10
"""How many lines of the standings the end of a season shows."""


class Closing:
    """Handlers by verb; what commands ask for has a method each."""

    def __init__(
        self,
        clubs: Clubs,
        people: People,
        notices: Notices,
        tables: Tables,
        display: Display,
        painter: Painter,
    ) -> None:
        self._clubs = clubs
        self._people = people
        self._notices = notices
        self._tables = tables
        self._display = display
        self._painter = painter

    def routes(self) -> dict[str, Route[tuple[League, SeasonFacts]]]:
        """Every verb."""
        route = partial(Route, who=self._organised, about=SubjectKind.LEAGUE, private=True)
        return {"league-close-yes": route(self._close), "league-begin": route(self._begin)}

    async def close(self, interaction: Interaction, name: str | None) -> None:
        """Close the season that is played, once that is confirmed. Raises ClubError."""
        words = await self._people.words_of(interaction)
        league = await self._clubs.meant(interaction.guild_id, interaction.user.id, name)
        require_organiser(interaction, league)
        season = await self._clubs.open_season(league)
        running = self._running(league, season)
        drawing = asked_to_close(words, league, season)
        await answer(interaction, still_played(words, season, running) if running else drawing)

    async def _close(
        self, interaction: Interaction, press: PressId, closed: tuple[League, SeasonFacts]
    ) -> None:
        (league, season), words = closed, await self._people.words_of(interaction)
        try:
            await self._clubs.seasons.close(season.id, self._clubs.today(league))
        except ClubError as error:
            if error.code != "tables-running":
                raise
            await redraw(interaction, still_played(words, season, self._running(league, season)))
            return
        log.info("season %d was closed", season.id)
        season = await self._clubs.season(league, season.id)
        members = len(await self._clubs.members(league.id))
        await redraw(interaction, next_asked(words, league, season, members))
        drawing = await self._announcement(league, season)
        await self._notices.post_after(interaction, drawing, drawing)

    async def _announcement(self, league: League, season: SeasonFacts) -> Drawing:
        """The end of a season, for everybody."""
        words = await self._people.guild_words(league.guild_id)
        whole = await self._clubs.seasons.whole(season.id)
        nights, games = await asyncio.to_thread(_figures, whole)
        page = await self._clubs.seasons.page(season.id, 0, FIRST)
        text = closing_text(words, league, season, list(page.lines), (nights, games, page.total))
        return closed(words, league, season, text, await self._picture(words, league, season, nights, page))

    async def _picture(
        self, words: Words, league: League, season: SeasonFacts, nights: SeasonProgress, page: StandingsPage
    ) -> tuple[StandingsPicture, bytes] | None:
        if not page.lines:
            return None
        value = standings_picture(words, league.name, season, nights, page)
        return value, await self._painter.paint(value)

    async def _begin(
        self, interaction: Interaction, press: PressId, closed: tuple[League, SeasonFacts]
    ) -> None:
        """The next season, with the settings and the members of the one that was closed. What is pressed
        twice begins one season."""
        (league, last), words = closed, await self._people.words_of(interaction)
        latest = await self._clubs.season(league)
        if latest.id != last.id:
            raise ClubError("season-open")
        season = replace(
            last, id=0, name="", begun=self._clubs.today(league), closed=None,
            levels=league.levels, imported=False,
        )  # fmt: skip
        season = await self._clubs.seasons.begin(season)
        log.info("season %d has begun", season.id)
        name = in_text(season_name(words, season))
        said = panel.sentence(words("league.begun", league=in_text(league.name), season=name))
        await redraw(interaction, said)
        everybody = await self._people.guild_words(league.guild_id)
        members = len(await self._clubs.members(league.id))
        await self._notices.post_after(interaction, begun(everybody, league, season, members), said)

    def _running(self, league: League, season: SeasonFacts) -> list[tuple[int, str | None]]:
        """The numbers of the tables of a season that have not ended, with where they are."""
        return [
            (table.facts.number, self._display.messages.table_url(table.facts))
            for table in self._tables.running(guild_id=league.guild_id)
            if table.facts.season_id == season.id
        ]

    async def _organised(self, interaction: Interaction, press: PressId) -> tuple[League, SeasonFacts]:
        league = await organised_league(self._clubs, interaction, press)
        return league, await self._clubs.season(league, press.seq)


def _figures(season: Season) -> tuple[SeasonProgress, int]:
    """The nights of a season, and its games that count."""
    course = SeasonCourse(season, corrected(season))
    held = len(course.held)
    return SeasonProgress(held, held), len(course.games)
