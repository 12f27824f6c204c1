"""All that is asked for and pressed of statistics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import discord
from discord import app_commands

from bot.discordkit.avatars import Avatars
from bot.discordkit.interactions import Interaction
from bot.discordkit.people import People
from bot.discordkit.routes import Route, routes_of
from bot.engine.registry import presets
from bot.leagues.service import Clubs
from bot.pictures.painter import Painter
from bot.ports import StoreError, Time
from bot.stats.ports import StatisticsStore
from bot.stats.rating_ports import RatingStore
from bot.stats.ui.board import BoardPresses
from bot.stats.ui.cards_presses import CardsPresses
from bot.stats.ui.compare_presses import ComparePresses
from bot.stats.ui.desk import Desk
from bot.stats.ui.person import PersonPresses
from bot.stats.ui.portraits import Portraits
from bot.stats.ui.reading import StatsReading
from bot.stats.ui.server import RecordsPresses, ServerStatsPresses
from bot.stats.words import preset_text, suggest_months
from bot.tables.tables import Tables
from bot.tables.ui.access import TableAccess
from bot.telling.fitting import OPTION_LONGEST, shorten

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
            is_told = user_id == interaction.user.id or not await self._desk.is_hidden(user_id)
            months = await self._desk.statistics.months(interaction.guild_id, user_id) if is_told else ()
        except StoreError:
            months = ()
        found = suggest_months(words, typed, months, self._desk.today)
        return [app_commands.Choice(name=name, value=month) for name, month in found][:MOST]
