"""What organisers change of a plan: its settings, and which of its dates are left out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import date, time
from functools import partial
from typing import ClassVar

from bot.discordkit.boundary import Refusal, redraw, sentence_for
from bot.discordkit.forms import InputForm, SettingsPresses
from bot.discordkit.interactions import Interaction
from bot.discordkit.panel import Drawing
from bot.discordkit.ports import SubjectKind, on_league
from bot.discordkit.press_ids import PressId
from bot.discordkit.routes import Route, chosen
from bot.leagues.reading_time import read_date
from bot.nights import offered
from bot.nights.calendar import Repeat
from bot.nights.errors import NightError
from bot.nights.model import Series
from bot.nights.offered import PAGES, TYPED, page_of, possible
from bot.nights.ui import plan_panel as panels
from bot.nights.ui.plan_panel import DATES
from bot.nights.ui.plan_sights import PlanSights, PressedPlan
from bot.words.catalogue import Words
from bot.words.names import in_text

Change = Callable[[Series], Series]


class PlanChanges(SettingsPresses[PressedPlan, Series]):
    """Handlers by verb. Every one of them is for organisers of the league alone."""

    names: ClassVar = [name for names in PAGES.values() for name in names]
    typed_names: ClassVar = TYPED
    letters: ClassVar = panels.TYPED_LETTERS

    def __init__(self, sights: PlanSights) -> None:
        super().__init__(sights.people)
        self._sights = sights
        self._evenings = sights.evenings

    def routes(self) -> dict[str, Route[PressedPlan]]:
        """Every verb."""
        route = partial(Route, who=self._sights.organised, about=SubjectKind.LEAGUE, private=True)
        return {
            "night-setting": route(self.pick),
            "night-set": route(self.set, values=(1, 2)),
            "night-weekdays": route(partial(self.picked, "weekdays")),
            "night-apart": route(partial(self.picked, "apart")),
            "night-type": route(self.type),
            "night-typed": route(self.type_in, values=1),
            "night-skip": route(self._skip),
            "night-skip-yes": route(self._skip_yes, values=1),
        }

    # --- settings

    async def _drawing(self, interaction: Interaction, sight: PressedPlan) -> Drawing:
        page, words = page_of(sight.opened), await self.people.words_of(interaction)
        shown = await self._sights.sight(interaction, sight.series, sight.league, page, sight)
        return panels.plan(words, shown)

    async def _choosing(self, interaction: Interaction, sight: PressedPlan, name: str, text: str) -> Change:
        def change(series: Series) -> Series:
            if text not in offered.offered(series, name, possible(sight.league)):
                raise ValueError(text)
            return offered.with_chosen(series, name, text)

        return change

    def _picking(self, name: str, ids: tuple[int, ...]) -> Change:
        if name == "weekdays":
            return lambda series: offered.with_weekdays(series, ids)
        if len(ids) != 2:
            raise Refusal("unknown-button")
        return lambda series: offered.with_pair(series, *ids)

    def _form(self, words: Words, sight: PressedPlan) -> InputForm:
        name, schedule, typed = sight.opened, sight.series.schedule, sight.typed
        press = PressId("night-typed", on_league(sight.league.id), sight.series.id, (name,))
        if name != "date":
            return panels.value_form(words, press, name, "".join(typed[:1]))
        day, at = typed if len(typed) == 2 else (schedule.first.isoformat(), f"{schedule.at:%H:%M}")
        return panels.when_form(words, press, day, at)

    def _fields(self, name: str) -> tuple[str, ...]:
        return ("date", "time") if name == "date" else ("value",)

    def _typing(self, words: Words, sight: PressedPlan, typed: tuple[str, ...]) -> Change:
        league, name = sight.league, sight.opened

        def change(series: Series) -> Series:
            match name:
                case "date":
                    return _with_date(series, *self._sights.read(words, league, *typed))
                case "until":
                    until = read_date(typed[0], self._sights.today(league), words.language)
                    return offered.with_until(series, until)
                case _:
                    return offered.with_seats(series, typed[0])

        return change

    async def _changed(self, interaction: Interaction, sight: PressedPlan, change: Change) -> Drawing:
        series = await self._evenings.change_series(sight.series.id, interaction.guild_id, change)
        by_days = sight.opened == "repeat" and series.schedule.repeat is Repeat.WEEKDAYS
        opened = "weekdays" if by_days else sight.opened
        return await self._drawing(interaction, replace(sight, series=series, opened=opened))

    # --- dates

    async def _skip(self, interaction: Interaction, press: PressId, plan: PressedPlan) -> None:
        """Leave a date out, or hold it after all; a night that people are asked about is called off only
        once that is confirmed."""
        series, day = plan.series, _date(chosen(interaction))
        if day in series.skipped:
            await self._done(interaction, press, self._evenings.unskip(series.id, interaction.guild_id, day))
            return
        evening = await self._evenings.evening_on(series, day)
        if evening is None or not evening.is_live:
            await self._done(interaction, press, self._evenings.skip(series.id, interaction.guild_id, day))
            return
        words = await self.people.words_of(interaction)
        asked = words("night.sure.skip", date=words.day(day), league=in_text(plan.league.name))
        yes = replace(press, verb="night-skip-yes", values=(day.isoformat(),))
        back = replace(press, verb="night-plan", values=(DATES,))
        await redraw(interaction, panels.question(words, asked, yes, back))

    async def _skip_yes(self, interaction: Interaction, press: PressId, plan: PressedPlan) -> None:
        day = _date(press.value)
        await self._done(interaction, press, self._evenings.skip(plan.series.id, interaction.guild_id, day))

    async def _done(self, interaction: Interaction, press: PressId, doing: Awaitable[Series]) -> None:
        """Await what is done with a date, and show the dates then."""
        said = ""
        try:
            await doing
        except NightError as error:
            said = f"⚠️ {sentence_for(await self.people.words_of(interaction), error)}"
        now = await self._sights.organised(interaction, press)
        await self._sights.show(interaction, now.series, now.league, page=DATES, said=said)


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Refusal("unknown-button") from None


def _with_date(series: Series, first: date, at: time) -> Series:
    schedule = series.schedule
    until = schedule.until if schedule.until is None or schedule.until >= first else None
    return replace(series, schedule=replace(schedule, first=first, at=at, until=until))
