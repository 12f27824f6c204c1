"""What somebody asks statistics of, as it stands in the ids of buttons and selects: all of it, so that they
work after a restart.

What every question about statistics takes: who asks, which games are meant, and whose statistics may be
shown.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import Final, Self

import discord

from bot.discordkit.avatars import Avatars
from bot.discordkit.boundary import Refusal
from bot.discordkit.interactions import AboutSomethingElse, Interaction
from bot.discordkit.people import People
from bot.leagues.model import ClubError, League, SeasonFacts
from bot.leagues.service import Clubs
from bot.leagues.standings_words import season_name
from bot.people.settings import Statistics
from bot.pictures.painter import Painter
from bot.ports import Time
from bot.stats.ports import LeaderboardMeasure, Months, Scope, StatisticsStore
from bot.stats.ratings import RatingStore
from bot.stats.server_words import Which
from bot.stats.words import preset_text, range_text
from bot.telling.phrases import Reader
from bot.words.catalogue import Words, clean, in_text, tidy

SEASON, LEAGUE = "s", "l"
"""What the number in ``Conditions.games`` is of."""

NUMBER_LONGEST: Final = 9
ID_LONGEST: Final = 20
_GAMES: Final = re.compile(rf"(?:[{SEASON}{LEAGUE}]\d{{1,{NUMBER_LONGEST}}})?")
_MONTHS: Final = re.compile(r"(?:(\d{4})(\d{2}))?-(?:(\d{4})(\d{2}))?")
_PRESET: Final = re.compile(r"[a-z0-9-]{0,24}")
_EVER: Final = ("0000-00", "9999-99")
"""Before and after all months."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """Which games count: of a preset, of a league (``l3``) or a season (``s7``), from a month to another,
    ``YYYY-MM``; all of them where they are empty."""

    preset: str = ""
    games: str = ""
    first: str = ""
    last: str = ""

    @property
    def months(self) -> Months | None:
        """As the store takes them."""
        if not self.first and not self.last:
            return None
        return Months(self.first or _EVER[0], self.last or _EVER[1])

    @property
    def values(self) -> tuple[str, str, str]:
        """In an id."""
        months = f"{self.first.replace('-', '')}-{self.last.replace('-', '')}"
        return self.preset, self.games, months

    @classmethod
    def read(cls, values: Sequence[str]) -> Self:
        """Those that are written so. Raises AboutSomethingElse."""
        preset, games, months = values
        found = _MONTHS.fullmatch(months)
        if found is None or not _GAMES.fullmatch(games) or not _PRESET.fullmatch(preset):
            raise AboutSomethingElse(months)
        first = f"{found[1]}-{found[2]}" if found[1] else ""
        last = f"{found[3]}-{found[4]}" if found[3] else ""
        for month in (first, last):
            if month and not 1 <= int(month[-2:]) <= 12:
                raise AboutSomethingElse(months)
        return cls(preset, games, first, last)


class StatsPage(StrEnum):
    """What of a person is shown."""

    CARD = "card"
    CONTRACTS = "contracts"
    COURSE = "course"
    ROLES = "roles"
    AGAINST = "against"
    ROWS = "rows"
    CONDITIONS = "what-counts"  # is chosen


@dataclass(frozen=True, slots=True)
class PersonView:
    """A leaf of a person's statistics, and how far it is turned (``at``)."""

    user_id: int
    leaf: StatsPage = StatsPage.CARD
    conditions: Conditions = Conditions()
    at: int = 0

    VALUES = 6

    @property
    def values(self) -> tuple[str, ...]:
        """In an id."""
        return self.leaf[:3], str(self.user_id), *self.conditions.values, str(self.at)

    @classmethod
    def read(cls, values: Sequence[str]) -> Self:
        """The one that is written so. Raises AboutSomethingElse."""
        leaf, user_id, *conditions, at = values
        return cls(id_in(user_id), leaf_of(leaf), Conditions.read(conditions), number_in(at))

    def turned(self, leaf: StatsPage, at: int = 0) -> PersonView:
        """The same of another leaf."""
        return replace(self, leaf=leaf, at=at)


RATING: Final = "rating"
"""The measure that is no sum."""

MEASURES: Final = (RATING, *(measure.value for measure in LeaderboardMeasure))


@dataclass(frozen=True, slots=True)
class BoardView:
    """A page of a leaderboard, from the line ``first`` on: by a measure, of people with so many games."""

    measure: str = RATING
    minimum: int = 1
    conditions: Conditions = Conditions()
    first: int = 0

    VALUES = 6

    @property
    def values(self) -> tuple[str, ...]:
        """In an id."""
        return self.measure, str(self.minimum), *self.conditions.values, str(self.first)

    @classmethod
    def read(cls, values: Sequence[str]) -> Self:
        """The one that is written so. Raises AboutSomethingElse."""
        measure, minimum, *conditions, first = values
        if measure not in MEASURES:
            raise AboutSomethingElse(measure)
        return cls(measure, number_in(minimum), Conditions.read(conditions), number_in(first))


@dataclass(frozen=True, slots=True)
class PairView:
    """Two people side by side."""

    left: int
    right: int
    conditions: Conditions = Conditions()

    VALUES = 5

    @property
    def values(self) -> tuple[str, ...]:
        """In an id."""
        return str(self.left), str(self.right), *self.conditions.values

    @classmethod
    def read(cls, values: Sequence[str]) -> Self:
        """The one that is written so. Raises AboutSomethingElse."""
        left, right, *conditions = values
        return cls(id_in(left), id_in(right), Conditions.read(conditions))


@dataclass(frozen=True, slots=True)
class RecordsView:
    """Some records of a preset."""

    preset: str
    which: Which = Which.BEST_DEALS

    VALUES = 2

    @property
    def values(self) -> tuple[str, ...]:
        """In an id."""
        return self.preset, self.which.value

    @classmethod
    def read(cls, values: Sequence[str]) -> Self:
        """The one that is written so. Raises AboutSomethingElse."""
        preset, which = values
        if not _PRESET.fullmatch(preset):
            raise AboutSomethingElse(preset)
        return cls(preset, which_in(which))


@dataclass(frozen=True, slots=True)
class CardsView:
    """The cards of a pack, by its number where the one dealt most often is the first: those of everybody by
    seat, or those of a person (0 for nobody)."""

    user_id: int = 0
    pack: int = 0
    explains: bool = False

    VALUES = 3

    @property
    def values(self) -> tuple[str, ...]:
        """In an id."""
        return str(self.user_id), str(self.pack), str(int(self.explains))

    @classmethod
    def read(cls, values: Sequence[str]) -> Self:
        """The one that is written so. Raises AboutSomethingElse."""
        user_id, pack, explains = values
        return cls(id_in(user_id), number_in(pack), explains == "1")


def leaf_of(text: str) -> StatsPage:
    """The leaf whose name begins so. Raises AboutSomethingElse."""
    for leaf in StatsPage:
        if leaf[:3] == text[:3]:
            return leaf
    raise AboutSomethingElse(text)


def which_in(text: str) -> Which:
    """The records of that name. Raises AboutSomethingElse."""
    if text not in list(Which):
        raise AboutSomethingElse(text)
    return Which(text)


def number_in(text: str) -> int:
    """A number in an id. Raises AboutSomethingElse."""
    return _digits(text, NUMBER_LONGEST)


def id_in(text: str) -> int:
    """Somebody's id. Raises AboutSomethingElse."""
    return _digits(text, ID_LONGEST)


def _digits(text: str, longest: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= longest):
        raise AboutSomethingElse(text)
    return int(text)


@dataclass(frozen=True, slots=True)
class StatsVisit:
    """Somebody who asks, on a server, which has a name, or (None) in direct messages. What everybody is shown
    has a reader who is nobody, and whose doing it is (``by``)."""

    reader: Reader
    guild_id: int | None
    by: int
    server: str = ""

    @property
    def guild(self) -> int:
        """The server, for what is asked for on one alone. Raises Refusal ``stats-on-server``."""
        if self.guild_id is None:
            raise Refusal("stats-on-server")
        return self.guild_id

    @property
    def words(self) -> Words:
        """The reader's."""
        return self.reader.words

    @property
    def is_public(self) -> bool:
        """Whether everybody will see the answer."""
        return self.reader.user_id is None


@dataclass(frozen=True, slots=True)
class SelectedGames:
    """The games that conditions mean, and these in words: «Kingen · Tuesday club · since March 2026», empty
    where there are none."""

    scope: Scope
    about: str


@dataclass(frozen=True, slots=True)
class Desk:
    """See the module. Everything raises StoreError when the database fails."""

    statistics: StatisticsStore
    ratings: RatingStore
    clubs: Clubs
    people: People
    avatars: Avatars
    painter: Painter
    time: Time

    @property
    def today(self) -> date:
        """In UTC, in which months are counted."""
        return datetime.fromtimestamp(self.time.now(), UTC).date()

    @property
    def moment(self) -> datetime:
        """Now, in UTC."""
        return datetime.fromtimestamp(self.time.now(), UTC)

    # --- who asks

    async def visit(self, interaction: Interaction) -> StatsVisit:
        """Whoever acts."""
        user_id = (await self.people.met(interaction)).user_id
        server = tidy(interaction.guild.name) if interaction.guild is not None else ""
        return StatsVisit(await self.people.reader(user_id), interaction.guild_id, user_id, server)

    async def on_server(self, interaction: Interaction) -> StatsVisit:
        """Whoever acts on a server. Raises Refusal ``stats-on-server`` elsewhere."""
        visit = await self.visit(interaction)
        return replace(visit, guild_id=visit.guild)

    async def in_public(self, interaction: Interaction) -> StatsVisit:
        """Everybody in the channel, by the doing of whoever acts. Raises Refusal ``stats-on-server``."""
        visit = await self.on_server(interaction)
        return replace(visit, reader=await self.people.everybody(visit.guild_id))

    # --- whose statistics

    async def subject(self, visit: StatsVisit, user: discord.User | discord.Member) -> int:
        """The person somebody asks about. Raises Refusal for a bot, for another person in direct messages,
        and for who hides their statistics."""
        name = clean(user.display_name, str(user.id))
        if user.bot:
            raise Refusal("stats-of-bot", name=in_text(name))
        await self.require_shown(visit, user.id, name)
        return user.id

    async def require_shown(self, visit: StatsVisit, user_id: int, name: str = "") -> None:
        """Raise Refusal unless the reader may be shown this person: everybody of themselves, others on a
        server, unless they hide their statistics."""
        if user_id == visit.by and not visit.is_public:
            return
        if visit.guild_id is None:
            raise Refusal("stats-own-alone")
        if await self.is_hidden(user_id):
            if user_id == visit.by:
                raise Refusal("stats-own-hidden")
            raise Refusal("stats-hidden", name=in_text(name or await self.name(visit.words, user_id)))

    async def is_hidden(self, user_id: int) -> bool:
        """Whether somebody hides their statistics from others."""
        return (await self.people.preferences(user_id)).statistics == Statistics.HIDDEN

    async def hidden(self, visit: StatsVisit) -> Collection[int]:
        """Whom the reader finds on no list."""
        every = await self.statistics.hidden()
        return every if visit.is_public else every - {visit.by}

    async def name(
        self, words: Words, user_id: int, user: discord.User | discord.Member | None = None
    ) -> str:
        """What somebody is called, as the bot knows them, else as Discord does."""
        if user_id < 0:
            return words("stats.former")
        known = await self.people.player(user_id)
        if known is not None:
            return known.name
        return clean(user.display_name, str(user_id)) if user is not None else words("stats.somebody")

    # --- which games

    async def meant(self, visit: StatsVisit, conditions: Conditions) -> SelectedGames:
        """The games of this server that conditions mean, in direct messages those of anywhere. Raises
        ClubError where the league or season is not of this server."""
        words = visit.words
        seasons, called = await self._seasons(visit, conditions.games)
        about = [
            preset_text(words, conditions.preset) if conditions.preset else "",
            called,
            range_text(words, conditions.first, conditions.last),
        ]
        scope = Scope(visit.guild_id, conditions.preset or None, seasons, conditions.months)
        return SelectedGames(scope, " · ".join(one for one in about if one))

    async def _seasons(self, visit: StatsVisit, games: str) -> tuple[tuple[int, ...] | None, str]:
        if not games:
            return None, ""
        number = number_in(games[1:])
        if games.startswith(LEAGUE):
            league = await self.clubs.get(number, visit.guild_id)
            every = await self.clubs.seasons.seasons(league.id)
            return tuple(one.id for one in every), league.name
        season = await self.clubs.seasons.facts(number)
        if season is None:
            raise ClubError("no-season")
        league = await self.clubs.get(season.league_id, visit.guild_id)
        return (season.id,), f"{league.name}, {season_name(visit.words, season)}"

    async def zone(self, guild_id: int) -> str | None:
        """The time zone of a server, if its leagues all have one and the same."""
        zones = {league.zone for league in await self.clubs.leagues.leagues(guild_id)}
        return zones.pop() if len(zones) == 1 else None

    async def leagues(self, guild_id: int | None) -> list[tuple[League, Sequence[SeasonFacts]]]:
        """The leagues of a server with their seasons, the latest first."""
        there = await self.clubs.leagues.leagues(guild_id) if guild_id is not None else ()
        return [(one, [*reversed(await self.clubs.seasons.seasons(one.id))]) for one in there]
