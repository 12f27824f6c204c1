"""Closing a season, and beginning the next (L2)."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import Any, Final

import discord

from bot.clubs.clubs import Clubs
from bot.clubs.errors import ClubError
from bot.clubs.levels import season_levels
from bot.clubs.model import League, SeasonFacts, StandingsPage
from bot.leagues.corrections import corrected
from bot.leagues.course import SeasonCourse
from bot.leagues.model import Season
from bot.pictures.league_values import StandingsPicture
from bot.pictures.painter import Painter
from bot.tables.tables import Tables
from bot.telling.league.closing import closing_text
from bot.telling.league.standings_scene import SeasonProgress, season_name, standings_picture
from bot.ui.discord import replies
from bot.ui.discord.boundary import answer, redraw
from bot.ui.discord.panel import Drawing
from bot.ui.discord.people import People
from bot.ui.discord.press_ids import PressId
from bot.ui.discord.routes import Handler, require_private
from bot.ui.league import closing_panel as panels
from bot.ui.league.notices import Notices
from bot.ui.league.organisers import require_organiser
from bot.ui.ports import SubjectKind
from bot.ui.table.display import Display
from bot.words.catalogue import Words
from bot.words.names import in_text

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]

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

    def handlers(self) -> dict[str, Handler]:
        """Every verb."""
        return {"league-close-yes": self._close, "league-begin": self._begin}

    async def close(self, interaction: Interaction, name: str | None) -> None:
        """Close the season that is played, once that is confirmed. Raises ClubError."""
        words = await self._words(interaction)
        league = await self._clubs.meant(interaction.guild_id, interaction.user.id, name)
        require_organiser(interaction, league)
        season = await self._clubs.open_season(league)
        running = self._running(league, season)
        drawing = panels.asked_to_close(words, league, season)
        await answer(interaction, panels.still_played(words, season, running) if running else drawing)

    async def _close(self, interaction: Interaction, press: PressId) -> None:
        league, season, words = await self._pressed(interaction, press)
        try:
            await self._clubs.seasons.close(season.id, self._clubs.today(league))
        except ClubError as error:
            if error.code != "tables-running":
                raise
            numbers = [int(number) for number in error.details["tables"].split(", ")]
            tables = [(number, self._where(number)) for number in numbers]
            await redraw(interaction, panels.still_played(words, season, tables))
            return
        log.info("season %d was closed", season.id)
        season = await self._clubs.season(league, season.id)
        members = len(await self._clubs.members(league.id))
        await redraw(interaction, panels.next_asked(words, league, season, members))
        told = await self._told(league, season)
        await self._notices.post_after(interaction, told, told)

    async def _told(self, league: League, season: SeasonFacts) -> Drawing:
        """The end of a season, for everybody."""
        words = await self._people.guild_words(league.guild_id)
        whole = await self._clubs.seasons.whole(season.id)
        nights, games = await asyncio.to_thread(_figures, whole)
        page = await self._clubs.seasons.page(season.id, 0, FIRST)
        text = closing_text(words, league, season, list(page.lines), (nights, games, page.total))
        return panels.closed(
            words, league, season, text, await self._picture(words, league, season, nights, page)
        )

    async def _picture(
        self, words: Words, league: League, season: SeasonFacts, nights: SeasonProgress, page: StandingsPage
    ) -> tuple[StandingsPicture, bytes] | None:
        if not page.lines:
            return None
        value = standings_picture(words, league.name, season, nights, page)
        return value, await self._painter.paint(value)

    async def _begin(self, interaction: Interaction, press: PressId) -> None:
        """The next season, with the settings and the members of the one that was closed. What is pressed
        twice begins one season."""
        league, last, words = await self._pressed(interaction, press)
        latest = await self._clubs.season(league)
        if latest.id != last.id:
            raise ClubError("season-open")
        begun = replace(
            last, id=0, name="", begun=self._clubs.today(league), closed=None,
            levels=season_levels(league), imported=False,
        )  # fmt: skip
        begun = await self._clubs.seasons.begin(begun)
        log.info("season %d has begun", begun.id)
        name = in_text(season_name(words, begun))
        said = replies.sentence(words("league.begun", league=in_text(league.name), season=name))
        await redraw(interaction, said)
        everybody = await self._people.guild_words(league.guild_id)
        members = len(await self._clubs.members(league.id))
        await self._notices.post_after(interaction, panels.begun(everybody, league, begun, members), said)

    def _running(self, league: League, season: SeasonFacts) -> list[tuple[int, str | None]]:
        """The tables of a season that have not ended, with where they are."""
        return [
            (table.facts.id, self._display.messages.table_url(table.facts))
            for table in self._tables.running(guild_id=league.guild_id)
            if table.facts.season_id == season.id
        ]

    def _where(self, number: int) -> str | None:
        for table in self._tables.running():
            if table.facts.id == number:
                return self._display.messages.table_url(table.facts)
        return None

    async def _words(self, interaction: Interaction) -> Words:
        return await self._people.words((await self._people.met(interaction)).user_id)

    async def _pressed(self, interaction: Interaction, press: PressId) -> tuple[League, SeasonFacts, Words]:
        require_private(interaction)
        league = await self._clubs.get(press.about(SubjectKind.LEAGUE), interaction.guild_id)
        require_organiser(interaction, league)
        season = await self._clubs.season(league, press.seq)
        return league, season, await self._words(interaction)


def _figures(season: Season) -> tuple[SeasonProgress, int]:
    """The nights of a season, and its games that count."""
    course = SeasonCourse(season, corrected(season))
    held = len(course.held)
    return SeasonProgress(held, held), len(course.games)
