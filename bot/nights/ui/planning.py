"""/night plan: a plan in the making, looked at, announced and ended."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, Final

from bot.discordkit.boundary import Refusal, answer, open_form, redraw, sentence_for
from bot.discordkit.forms import one_of
from bot.discordkit.interactions import Interaction
from bot.discordkit.panel import Drawing
from bot.discordkit.ports import SubjectKind
from bot.discordkit.press_ids import PressId
from bot.discordkit.routes import Route, chosen, filled
from bot.leagues.errors import ClubError
from bot.leagues.model import League
from bot.leagues.ui.organisers import require_organiser
from bot.nights.calendar import Schedule
from bot.nights.errors import NightError
from bot.nights.model import Series
from bot.nights.offered import PAGES
from bot.nights.settings import NightSettings
from bot.nights.ui import plan_panel as panels
from bot.nights.ui.plan_panel import DATES, OVERVIEW
from bot.nights.ui.plan_sights import PlanSights, PressedPlan
from bot.nights.ui.rights import require_place
from bot.words.catalogue import Words
from bot.words.names import in_text, quoted

ABOUT_TYPED: Final = (
    *("unknown-date", "unknown-time", "weekday-differs", "date-in-past"),
    *("channel-taken", "no-dates"),
)
"""Why no plan is made where another date or time would do."""


class Planning:
    """Handlers by verb. Every one of them is for organisers of the league alone."""

    def __init__(self, sights: PlanSights) -> None:
        self._sights = sights
        self._evenings = sights.evenings

    def routes(self) -> dict[str, Route[Any]]:
        """Every verb."""
        a_new_one = partial(Route, who=self._sights.league, about=SubjectKind.LEAGUE, private=True)
        planned = partial(Route, who=self._sights.organised, about=SubjectKind.LEAGUE, private=True)
        return {
            "night-again": a_new_one(self._again, values=2),
            "night-new": a_new_one(self._new),
            "night-plan": planned(self._look, values=1),
            "night-page": planned(self._page),
            "night-announce": planned(self._announce),
            "night-drop": planned(partial(self._ask, "night.sure.throw-away", "night-drop-yes")),
            "night-drop-yes": planned(self._drop_yes),
            "night-end": planned(partial(self._ask, "night.sure.end", "night-end-yes")),
            "night-end-yes": planned(self._end_yes),
        }

    # --- a new one

    async def plan(self, interaction: Interaction, day: str, at: str, league: str | None) -> None:
        """Answer with the panel of a new plan, which is a draft until it is announced. What cannot be read is
        said, and can be typed on. Raises ClubError, NightError, Refusal."""
        words = await self._sights.people.words_of(interaction)
        meant = await self._sights.clubs.meant(interaction.guild_id, interaction.user.id, league)
        await answer(interaction, await self._planned(interaction, words, meant, day, at))

    async def _again(self, interaction: Interaction, press: PressId, league: League) -> None:
        words = await self._sights.people.words_of(interaction)
        form = panels.when_form(words, replace(press, verb="night-new", values=()), *press.values)
        await open_form(interaction, form)

    async def _new(self, interaction: Interaction, press: PressId, league: League) -> None:
        words, typed = await self._sights.people.words_of(interaction), filled(interaction)
        day, at = typed.get("date", ""), typed.get("time", "")
        await redraw(interaction, await self._planned(interaction, words, league, day, at))

    async def _planned(
        self, interaction: Interaction, words: Words, league: League, day: str, at: str
    ) -> Drawing:
        """A new draft and its panel; or what was typed wrong."""
        require_organiser(interaction, league)
        channel_id = interaction.channel_id
        assert interaction.guild_id is not None and channel_id is not None
        settings = NightSettings()
        require_place(words, interaction.guild, channel_id, settings)
        now = self._sights.clubs.time.now()
        try:
            first, hour = self._sights.read(words, league, day, at)
            series = Series(0, league.id, interaction.guild_id, channel_id, interaction.user.id,
                            Schedule(first, hour), settings, now)  # fmt: skip
            series = await self._evenings.plan(series)
        except (ClubError, NightError) as error:
            if error.code not in ABOUT_TYPED:
                raise
            reason = sentence_for(words, error)
            if isinstance(error, NightError):  # it does not say what was typed
                reason = words("league.typed-wrong", typed=quoted(f"{day} {at}"), reason=reason)
            return panels.mistyped(words, league, reason, (day, at))
        return panels.plan(words, await self._sights.sight(interaction, series, league))

    # --- looking

    async def open(self, interaction: Interaction, series: Series) -> None:
        """Show one of its organisers the panel of a plan. Raises ClubError ``not-organiser``."""
        league = await self._sights.clubs.get(series.league_id, interaction.guild_id)
        require_organiser(interaction, league)
        await self._sights.show(interaction, series, league)

    async def _look(self, interaction: Interaction, press: PressId, plan: PressedPlan) -> None:
        await self._show(interaction, plan, press.value)

    async def _page(self, interaction: Interaction, press: PressId, plan: PressedPlan) -> None:
        await self._show(interaction, plan, chosen(interaction))

    async def _show(self, interaction: Interaction, plan: PressedPlan, page: str) -> None:
        named = one_of((OVERVIEW, *PAGES, DATES), page)
        await self._sights.show(interaction, plan.series, plan.league, page=named)

    # --- announcing and ending

    async def _announce(self, interaction: Interaction, press: PressId, plan: PressedPlan) -> None:
        series, words = plan.series, await self._sights.people.words_of(interaction)
        try:
            require_place(words, interaction.guild, series.channel_id, series.settings)
            series = await self._evenings.announce(series.id, interaction.guild_id)
        except (NightError, Refusal) as error:
            said = f"⚠️ {sentence_for(words, error)}"
        else:
            said = f"✓ {words('night.plan.announced')}"
        await self._sights.show(interaction, series, plan.league, said=said)

    async def _drop_yes(self, interaction: Interaction, press: PressId, plan: PressedPlan) -> None:
        await self._evenings.throw_away(plan.series.id, interaction.guild_id)
        await redraw(interaction, panels.thrown_away(await self._sights.people.words_of(interaction)))

    async def _end_yes(self, interaction: Interaction, press: PressId, plan: PressedPlan) -> None:
        series = await self._evenings.end_series(plan.series.id, interaction.guild_id)
        await self._sights.show(interaction, series, plan.league)

    async def _ask(
        self, asked: str, yes: str, interaction: Interaction, press: PressId, plan: PressedPlan
    ) -> None:
        words = await self._sights.people.words_of(interaction)
        back = replace(press, verb="night-plan", values=(OVERVIEW,))
        sentence = words(asked, league=in_text(plan.league.name))
        await redraw(interaction, panels.question(words, sentence, replace(press, verb=yes, values=()), back))
