"""All that is asked for and pressed of statistics, put together; and conditions as they are typed with a
command."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import discord
from discord import app_commands

from bot.discordkit.avatars import Avatars
from bot.discordkit.boundary import Refusal
from bot.discordkit.interactions import Interaction
from bot.discordkit.people import People
from bot.discordkit.routes import Route, routes_of
from bot.engine.registry import presets
from bot.leagues.service import Clubs
from bot.pictures.painter import Painter
from bot.ports import StoreError, Time
from bot.stats.ports import StatisticsStore
from bot.stats.ratings import RatingStore
from bot.stats.ui.board import BoardPresses
from bot.stats.ui.desk import LEAGUE, SEASON, Conditions, Desk, StatsVisit
from bot.stats.ui.person import ComparePresses, PersonPresses, Portraits
from bot.stats.ui.server import CardsPresses, RecordsPresses, ServerStatsPresses
from bot.stats.words import preset_text, read_month, suggest_months
from bot.tables.tables import Tables
from bot.tables.ui.access import TableAccess
from bot.telling.phrases import OPTION_LONGEST, shorten
from bot.words.catalogue import Words, in_text, tidy


class StatsReading:
    """Reads them."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def conditions(
        self,
        visit: StatsVisit,
        preset: str | None = None,
        league: str | None = None,
        season: int | None = None,
        first: str | None = None,
        last: str | None = None,
    ) -> Conditions:
        """What was typed. Raises ClubError for a league or season that is not there, Refusal for a game that
        is none, a month that is not understood, and months that are upside down."""
        since, until = self._month(visit.words, first), self._month(visit.words, last)
        if since and until and since > until:
            raise Refusal("stats-months-upside-down")
        return Conditions(
            preset_named_so(visit.words, preset) if preset else "",
            await self._games(visit, league, season),
            since,
            until,
        )

    def _month(self, words: Words, typed: str | None) -> str:
        if not typed:
            return ""
        found = read_month(typed, words.language, self._desk.today)
        if found is None:
            raise Refusal("stats-no-month", typed=in_text(tidy(typed)[:40]))
        return found

    async def _games(self, visit: StatsVisit, league: str | None, season: int | None) -> str:
        if league is None and season is None:
            return ""
        if visit.guild_id is None:
            raise Refusal("stats-on-server")
        found = await self._desk.clubs.meant(visit.guild_id, visit.by, league)
        if season is None:
            return f"{LEAGUE}{found.id}"
        for one in await self._desk.clubs.seasons.seasons(found.id):
            if one.number == season:
                return f"{SEASON}{one.id}"
        raise Refusal("stats-no-season", league=in_text(found.name), number=visit.words.number(season))


def preset_named_so(words: Words, typed: str) -> str:
    """The preset of that name, or that is called so. Raises Refusal ``stats-no-game``."""
    for preset in presets():
        if typed in (preset.name, preset_text(words, preset.name)):
            return preset.name
    raise Refusal("stats-no-game", typed=in_text(tidy(typed)[:40]))


MOST = 25
"""https://discord.com/developers/docs/interactions/application-commands#autocomplete"""

User = discord.User | discord.Member


@dataclass(frozen=True, slots=True)
class Asking:
    """The conditions of a command, as they were typed."""

    preset: str | None = None
    league: str | None = None
    season: int | None = None
    first: str | None = None
    last: str | None = None


class Stats:
    """What each command asks for has a method here, which raises Refusal, ClubError and StoreError."""

    def __init__(self, desk: Desk, tables: Tables, access: TableAccess) -> None:
        self._desk = desk
        self._reading = StatsReading(desk)
        portraits = Portraits(desk)
        self._person = PersonPresses(desk, portraits)
        self._compare = ComparePresses(desk, portraits)
        self._board = BoardPresses(desk)
        self._records = RecordsPresses(desk, tables, access)
        self._server = ServerStatsPresses(desk)
        self._cards = CardsPresses(desk)

    @classmethod
    def of(
        cls,
        statistics: StatisticsStore,
        ratings: RatingStore,
        clubs: Clubs,
        people: People,
        avatars: Avatars,
        painter: Painter,
        time: Time,
        tables: Tables,
        access: TableAccess,
    ) -> Self:
        """All of it."""
        desk = Desk(statistics, ratings, clubs, people, avatars, painter, time)
        return cls(desk, tables, access)

    def routes(self) -> dict[str, Route[Any]]:
        """Every verb."""
        return routes_of(self._person, self._compare, self._board, self._records, self._server, self._cards)

    # --- commands

    async def player(self, interaction: Interaction, user: User, asking: Asking) -> None:
        """A person, oneself or another."""
        visit = await self._desk.visit(interaction)
        conditions = await self._reading.conditions(
            visit, asking.preset, asking.league, asking.season, asking.first, asking.last
        )
        await self._person.open(interaction, visit, user, conditions)

    async def compare(self, interaction: Interaction, left: User, right: User, asking: Asking) -> None:
        """Two people side by side."""
        visit = await self._desk.on_server(interaction)
        conditions = await self._reading.conditions(visit, asking.preset, asking.league, asking.season)
        await self._compare.open(interaction, visit, left, right, conditions)

    async def leaderboard(
        self, interaction: Interaction, measure: str, minimum: int | None, asking: Asking
    ) -> None:
        """Who is ahead."""
        visit = await self._desk.on_server(interaction)
        conditions = await self._reading.conditions(visit, asking.preset, asking.league, asking.season)
        await self._board.open(interaction, visit, measure, minimum, conditions)

    async def records(self, interaction: Interaction, preset: str | None) -> None:
        """The best and the worst."""
        visit = await self._desk.on_server(interaction)
        conditions = await self._reading.conditions(visit, preset)
        await self._records.open(interaction, visit, conditions.preset)

    async def server(self, interaction: Interaction) -> None:
        """What is played here, and when."""
        await self._server.open(interaction, await self._desk.on_server(interaction))

    async def cards(self, interaction: Interaction, user: User | None) -> None:
        """Whether cards came as chance has it."""
        await self._cards.open(interaction, await self._desk.on_server(interaction), user)

    # --- what is offered while somebody types

    async def suggest_presets(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Those played here first, then the others."""
        words = await self._desk.people.words_here(interaction)
        try:
            played = await self._desk.statistics.presets(interaction.guild_id)
        except StoreError:
            played = ()
        every = dict.fromkeys([*played, *(one.name for one in presets())])
        choices = [
            app_commands.Choice(name=shorten(preset_text(words, one), OPTION_LONGEST), value=one)
            for one in every
        ]
        return [one for one in choices if typed.casefold() in one.name.casefold()][:MOST]

    async def suggest_months(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Months in which whoever types has played, or the one they ask about, and what is typed."""
        words = await self._desk.people.words_here(interaction)
        user = getattr(interaction.namespace, "player", None)
        user_id = user.id if isinstance(user, discord.User | discord.Member) else interaction.user.id
        try:
            is_shown = user_id == interaction.user.id or not await self._desk.is_hidden(user_id)
            months = await self._desk.statistics.months(interaction.guild_id, user_id) if is_shown else ()
        except StoreError:
            months = ()
        found = suggest_months(words, typed, months, self._desk.today)
        return [app_commands.Choice(name=name, value=month) for name, month in found][:MOST]
