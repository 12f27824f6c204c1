"""Who looks at a plan, and what they see: what every command and press about one finds out first."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, time
from typing import Final

from bot.discordkit.boundary import redraw
from bot.discordkit.forms import PanelSight
from bot.discordkit.interactions import Interaction
from bot.discordkit.people import People
from bot.discordkit.press_ids import AboutSomethingElse, PressId
from bot.leagues.model import League
from bot.leagues.reading_time import read_date, read_time
from bot.leagues.service import Clubs
from bot.leagues.ui.organisers import require_organiser
from bot.nights.calendar import local_of, start_on
from bot.nights.errors import NightError
from bot.nights.evenings import Evenings
from bot.nights.model import Series
from bot.nights.offered import possible
from bot.nights.reading import zone_of
from bot.nights.settings_words import DescribedPlan
from bot.nights.ui import plan_panel as panels
from bot.nights.ui.plan_panel import OVERVIEW, PlanSight, pages
from bot.nights.ui.rights import may_make_events
from bot.words.catalogue import Words
from bot.words.names import tidy

FIRST_DATES: Final = 3
"""How many nights are told of before a plan is announced."""

DATES_OFFERED: Final = 5
"""How many of the next dates can be left out."""

CLOSED: Final = PanelSight()
"""Nothing is open, and nothing was said."""


@dataclass(frozen=True, slots=True)
class PressedPlan(PanelSight):
    """A plan on whose panel something is pressed."""

    series: Series
    league: League


class PlanSights:
    """See the module. Everything raises ClubError, NightError, StoreError."""

    def __init__(self, evenings: Evenings, people: People) -> None:
        self.evenings = evenings
        self.clubs: Clubs = evenings.clubs
        self.people = people

    async def league(self, interaction: Interaction, press: PressId) -> League:
        """The league of a press, for one of its organisers. Raises ClubError ``not-organiser``."""
        league = await self.clubs.get(press.subject.id, interaction.guild_id)
        require_organiser(interaction, league)
        return league

    async def organised(self, interaction: Interaction, press: PressId) -> PressedPlan:
        """The plan of a press, for one of its organisers. Raises AboutSomethingElse too."""
        league = await self.league(interaction, press)
        series = await self.evenings.series(press.seq, interaction.guild_id)
        if series.league_id != league.id:
            raise AboutSomethingElse(press.verb)
        return PressedPlan(series, league)

    async def show(
        self,
        interaction: Interaction,
        series: Series,
        league: League,
        *,
        page: str = OVERVIEW,
        said: str = "",
    ) -> None:
        """Have the panel that was pressed show this; its overview where there is no such page."""
        sight = await self.sight(interaction, series, league, page, PanelSight(said=said))
        await redraw(interaction, panels.plan(await self.people.words_of(interaction), sight))

    async def sight(
        self,
        interaction: Interaction,
        series: Series,
        league: League,
        page: str = OVERVIEW,
        state: PanelSight = CLOSED,
    ) -> PlanSight:
        """What there is to be seen of a plan: a page of it, or its overview where there is no such page; in
        the ``state`` of its panel."""
        evenings, zone = self.evenings, zone_of(league)
        dates = await evenings.next_dates(series, DATES_OFFERED)
        coming = [one for one in dates if one.date not in series.skipped][:FIRST_DATES]
        game = await evenings.game_length(league)
        live = [one for one in await evenings.store.evenings(series.id) if one.is_live]
        return PlanSight(
            planned=DescribedPlan(series, zone, game),
            league=league,
            everybody=await self.people.guild_words(interaction.guild_id),
            can=possible(league),
            coming=tuple(coming),
            dates=tuple(dates),
            events=may_make_events(interaction, series.channel_id),
            evening=live[0] if live else None,
            page=page if page in pages(series) else OVERVIEW,
            opened=state.opened,
            said=state.said,
            typed=state.typed,
        )

    def read(self, words: Words, league: League, day: str, at: str) -> tuple[date, time]:
        """When a night is to be, as it was typed. Raises ClubError ``unknown-date``, ``weekday-differs``,
        ``date-in-past``, ``unknown-time``; NightError ``date-in-past``, ``unknown-zone``."""
        first, hour = read_date(tidy(day), self.today(league), words.language), read_time(tidy(at))
        if start_on(first, hour, zone_of(league)).at_unix <= self.clubs.time.now():
            raise NightError("date-in-past")
        return first, hour

    def today(self, league: League) -> date:
        """The local date of a league. Raises NightError ``unknown-zone``."""
        return local_of(self.clubs.time.now(), zone_of(league)).date()
