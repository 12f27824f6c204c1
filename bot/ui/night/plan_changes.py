"""What organisers change of a plan: its settings, and which of its dates are left out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import date, time
from typing import Any

import discord

from bot.clubs.errors import ClubError
from bot.clubs.model import League
from bot.nights import offered
from bot.nights.calendar import Repeat
from bot.nights.errors import NightError
from bot.nights.model import Series
from bot.nights.offered import TYPED, page_of, possible, settings_shown
from bot.nights.reading_time import read_date
from bot.ui.discord.boundary import Refusal, open_form, redraw, sentence_for
from bot.ui.discord.press_ids import PressId
from bot.ui.discord.routes import Handler, chosen, chosen_ids, filled
from bot.ui.night import plan_panel as panels
from bot.ui.night.plan_panel import DATES
from bot.ui.night.plan_sights import PlanSights, one_of, setting_meant
from bot.words.names import in_text, quoted, tidy

Interaction = discord.Interaction[Any]
Change = Callable[[League, Series], Series]


class PlanChanges:
    """Handlers by verb. Every one of them is for organisers of the league alone."""

    def __init__(self, sights: PlanSights) -> None:
        self._sights = sights
        self._programme = sights.programme

    def handlers(self) -> dict[str, Handler]:
        """Every verb."""
        return {
            "night-set": self._set,
            "night-weekdays": self._set_weekdays,
            "night-apart": self._set_apart,
            "night-type": self._type,
            "night-typed": self._typed,
            "night-skip": self._skip,
            "night-skip-yes": self._skip_yes,
        }

    # --- settings

    async def _set(self, interaction: Interaction, press: PressId) -> None:
        await self._sights.organised(interaction, press)
        name, text = setting_meant(press.value), chosen(interaction)

        def change(league: League, series: Series) -> Series:
            if text not in offered.offered(series, name, possible(league)):
                raise ValueError(text)
            return offered.with_chosen(series, name, text)

        opened = "weekdays" if (name, text) == ("repeat", Repeat.WEEKDAYS) else name
        await self._change(interaction, press, opened, change)

    async def _set_weekdays(self, interaction: Interaction, press: PressId) -> None:
        await self._sights.organised(interaction, press)
        days = chosen_ids(interaction)
        await self._change(
            interaction, press, "weekdays", lambda _, series: offered.with_weekdays(series, days)
        )

    async def _set_apart(self, interaction: Interaction, press: PressId) -> None:
        await self._sights.organised(interaction, press)
        pair = chosen_ids(interaction)
        if len(pair) != 2:
            raise Refusal("unknown-button")
        await self._change(interaction, press, "apart", lambda _, series: offered.with_pair(series, *pair))

    async def _type(self, interaction: Interaction, press: PressId) -> None:
        series, _ = await self._sights.organised(interaction, press)
        words = await self._sights.words(interaction)
        name, *typed = press.values or ("",)
        form = replace(press, verb="night-typed", values=(one_of(TYPED, name),))
        if name == "date":
            now = (series.schedule.first.isoformat(), f"{series.schedule.at:%H:%M}")
            day, at = typed if len(typed) == 2 else now
            await open_form(interaction, panels.when_form(words, form, day, at))
            return
        value = typed[0] if typed else ""
        await open_form(interaction, panels.value_form(words, form, name, value))

    async def _typed(self, interaction: Interaction, press: PressId) -> None:
        """What is typed wrong is said, and is there to be typed on."""
        await self._sights.organised(interaction, press)
        name, fields = one_of(TYPED, press.value), filled(interaction)
        names = ("date", "time") if name == "date" else ("value",)
        typed = tuple(tidy(fields.get(one, "")) for one in names)
        words = await self._sights.words(interaction)

        def change(league: League, series: Series) -> Series:
            match name:
                case "date":
                    return self._with_date(series, *self._sights.read(words, league, *typed))
                case "until":
                    return offered.with_until(
                        series, read_date(typed[0], self._sights.today(league), words.language)
                    )
                case _:
                    return offered.with_seats(series, typed[0])

        await self._change(interaction, press, name, change, typed)

    @staticmethod
    def _with_date(series: Series, first: date, at: time) -> Series:
        schedule = series.schedule
        until = schedule.until if schedule.until is None or schedule.until >= first else None
        return replace(series, schedule=replace(schedule, first=first, at=at, until=until))

    async def _change(
        self,
        interaction: Interaction,
        press: PressId,
        name: str,
        change: Change,
        typed: tuple[str, ...] = (),
    ) -> None:
        """Keep a change and show the panel with it; what cannot be stands there with the reason."""
        series, league = await self._sights.organised(interaction, press)
        words, said = await self._sights.words(interaction), ""
        try:
            series = await self._programme.change(
                series.id, interaction.guild_id, lambda before: change(league, before)
            )
        except ValueError:
            raise Refusal("unknown-button") from None
        except (ClubError, NightError) as error:
            reason = sentence_for(words, error)
            told = ", ".join(map(quoted, typed))
            said = f"⚠️ {words('league.typed-wrong', typed=told, reason=reason) if typed else reason}"
        kept = panels.kept_typed(*typed) if said else ()
        opened = name if name in settings_shown(series, page_of(name), possible(league)) else ""
        await self._sights.show(
            interaction, series, league, page=page_of(name), opened=opened, said=said, typed=kept
        )

    # --- dates

    async def _skip(self, interaction: Interaction, press: PressId) -> None:
        """Leave a date out, or hold it after all; a night that people are asked about is called off only
        once that is confirmed."""
        series, league = await self._sights.organised(interaction, press)
        day = _date(chosen(interaction))
        if day in series.skipped:
            await self._done(interaction, press, self._programme.unskip(series.id, interaction.guild_id, day))
            return
        evening = await self._programme.evening_on(series, day)
        if evening is None or not evening.is_live:
            await self._done(interaction, press, self._programme.skip(series.id, interaction.guild_id, day))
            return
        words = await self._sights.words(interaction)
        asked = words("night.sure.skip", date=words.day(day), league=in_text(league.name))
        yes = replace(press, verb="night-skip-yes", values=(day.isoformat(),))
        back = replace(press, verb="night-plan", values=(DATES,))
        await redraw(interaction, panels.question(words, asked, yes, back))

    async def _skip_yes(self, interaction: Interaction, press: PressId) -> None:
        series, _ = await self._sights.organised(interaction, press)
        day = _date(press.value)
        await self._done(interaction, press, self._programme.skip(series.id, interaction.guild_id, day))

    async def _done(self, interaction: Interaction, press: PressId, doing: Awaitable[Series]) -> None:
        """Await what is done with a date, and show the dates then."""
        said = ""
        try:
            await doing
        except NightError as error:
            said = f"⚠️ {sentence_for(await self._sights.words(interaction), error)}"
        series, league = await self._sights.organised(interaction, press)
        await self._sights.show(interaction, series, league, page=DATES, said=said)


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Refusal("unknown-button") from None
