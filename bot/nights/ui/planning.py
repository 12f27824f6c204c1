"""/night plan: a plan in the making, looked at, announced and ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.discordkit.boundary import Refusal, answer, open_form, redraw, sentence_for
from bot.discordkit.forms import one_of
from bot.discordkit.interactions import Interaction
from bot.discordkit.panel import Drawing
from bot.discordkit.press_ids import PressId
from bot.discordkit.routes import Handler, chosen, filled
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
from bot.nights.ui.plan_sights import PlanSights
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

    def handlers(self) -> dict[str, Handler]:
        """Every verb."""
        return {
            "night-again": self._again,
            "night-new": self._new,
            "night-plan": self._look,
            "night-page": self._page,
            "night-announce": self._announce,
            "night-drop": self._drop,
            "night-drop-yes": self._drop_yes,
            "night-end": self._end,
            "night-end-yes": self._end_yes,
        }

    # --- a new one

    async def plan(self, interaction: Interaction, day: str, at: str, league: str | None) -> None:
        """Answer with the panel of a new plan, which is a draft until it is announced. What cannot be read is
        said, and can be typed on. Raises ClubError, NightError, Refusal."""
        words = await self._sights.words(interaction)
        meant = await self._sights.clubs.meant(interaction.guild_id, interaction.user.id, league)
        await answer(interaction, await self._planned(interaction, words, meant, day, at))

    async def _again(self, interaction: Interaction, press: PressId) -> None:
        words, _ = await self._sights.words(interaction), await self._sights.league(interaction, press)
        form = panels.when_form(words, replace(press, verb="night-new", values=()), *press.taking(2))
        await open_form(interaction, form)

    async def _new(self, interaction: Interaction, press: PressId) -> None:
        words, league = await self._sights.words(interaction), await self._sights.league(interaction, press)
        typed = filled(interaction)
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

    async def _look(self, interaction: Interaction, press: PressId) -> None:
        await self._show(interaction, press, lambda: press.value)

    async def _page(self, interaction: Interaction, press: PressId) -> None:
        await self._show(interaction, press, lambda: chosen(interaction))

    async def _show(self, interaction: Interaction, press: PressId, page: Callable[[], str]) -> None:
        series, league = await self._sights.organised(interaction, press)
        named = one_of((OVERVIEW, *PAGES, DATES), page())
        await self._sights.show(interaction, series, league, page=named)

    # --- announcing and ending

    async def _announce(self, interaction: Interaction, press: PressId) -> None:
        series, league = await self._sights.organised(interaction, press)
        words = await self._sights.words(interaction)
        try:
            require_place(words, interaction.guild, series.channel_id, series.settings)
            series = await self._evenings.announce(series.id, interaction.guild_id)
        except (NightError, Refusal) as error:
            said = f"⚠️ {sentence_for(words, error)}"
        else:
            said = f"✓ {words('night.plan.announced')}"
        await self._sights.show(interaction, series, league, said=said)

    async def _drop(self, interaction: Interaction, press: PressId) -> None:
        await self._ask(interaction, press, "night.sure.throw-away", "night-drop-yes")

    async def _drop_yes(self, interaction: Interaction, press: PressId) -> None:
        series, _ = await self._sights.organised(interaction, press)
        await self._evenings.throw_away(series.id, interaction.guild_id)
        await redraw(interaction, panels.thrown_away(await self._sights.words(interaction)))

    async def _end(self, interaction: Interaction, press: PressId) -> None:
        await self._ask(interaction, press, "night.sure.end", "night-end-yes")

    async def _end_yes(self, interaction: Interaction, press: PressId) -> None:
        series, league = await self._sights.organised(interaction, press)
        series = await self._evenings.end_series(series.id, interaction.guild_id)
        await self._sights.show(interaction, series, league)

    async def _ask(self, interaction: Interaction, press: PressId, asked: str, yes: str) -> None:
        _, league = await self._sights.organised(interaction, press)
        words = await self._sights.words(interaction)
        back = replace(press, verb="night-plan", values=(OVERVIEW,))
        sentence = words(asked, league=in_text(league.name))
        await redraw(interaction, panels.question(words, sentence, replace(press, verb=yes, values=()), back))
