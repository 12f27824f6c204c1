"""Plans: made, changed, announced, ended; and which of their dates are left out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, time, timedelta
from functools import partial
from typing import Any, ClassVar, Final

from bot.discordkit.boundary import Refusal, answer, open_form, redraw, sentence_for
from bot.discordkit.forms import InputForm, SettingsPresses, one_of
from bot.discordkit.interactions import Interaction, PressId, is_own
from bot.discordkit.panel import Drawing
from bot.discordkit.ports import SubjectKind, on_league
from bot.discordkit.routes import Route, chosen, filled
from bot.leagues.model import ClubError, League
from bot.leagues.reading_time import read_date
from bot.leagues.ui.visits import require_organiser
from bot.nights import offered
from bot.nights.model import NightError, NightSettings, Repeat, Schedule, Series
from bot.nights.offered import OVERVIEW, PAGES, TYPED, page_of, possible
from bot.nights.ui import plan_panel as panels
from bot.nights.ui.plan_panel import DATES, WEEK, PlanViewModels, PressedPlan
from bot.nights.ui.steps import require_place
from bot.words.catalogue import Words, in_text, quoted

Change = Callable[[Series], Series]


class PlanChanges(SettingsPresses[PressedPlan, Series]):
    """Handlers by verb. Every one of them is for organisers of the league alone."""

    names: ClassVar = [name for names in PAGES.values() for name in names]
    typed_names: ClassVar = TYPED
    letters: ClassVar = panels.TYPED_LETTERS

    def __init__(self, models: PlanViewModels) -> None:
        super().__init__(models.people)
        self._models = models
        self._evenings = models.evenings

    def routes(self) -> dict[str, Route[PressedPlan]]:
        """Every verb."""
        route = partial(Route, who=self._models.organised, about=SubjectKind.LEAGUE, private=True)
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

    async def _drawing(self, interaction: Interaction, model: PressedPlan) -> Drawing:
        page, words = page_of(model.opened), await self.people.words_of(interaction)
        shown = await self._models.model(interaction, model.series, model.league, page, model)
        return panels.plan(words, shown)

    async def _choosing(self, interaction: Interaction, model: PressedPlan, name: str, text: str) -> Change:
        def change(series: Series) -> Series:
            if text not in offered.offered(series, name, possible(model.league)):
                raise ValueError(text)
            return offered.with_chosen(series, name, text)

        return change

    def _picking(self, name: str, ids: tuple[int, ...]) -> Change:
        if name == "weekdays":
            return lambda series: offered.with_weekdays(series, ids)
        if len(ids) != 2:
            raise Refusal("unknown-button")
        return lambda series: offered.with_pair(series, *ids)

    def _form(self, words: Words, model: PressedPlan) -> InputForm:
        name, schedule, typed = model.opened, model.series.schedule, model.typed
        press = PressId("night-typed", on_league(model.league.id), model.series.id, (name,))
        if name != "date":
            return panels.value_form(words, press, name, "".join(typed[:1]))
        day, at, rounds = typed if len(typed) == 3 else panels.when(words, schedule, model.series.settings)
        return panels.when_form(words, press, schedule.repeat, day, at, rounds)

    def _fields(self, name: str) -> tuple[str, ...]:
        return ("date", "time", "rounds") if name == "date" else ("value",)

    def _typing(self, words: Words, model: PressedPlan, typed: tuple[str, ...]) -> Change:
        league, name = model.league, model.opened

        def change(series: Series) -> Series:
            match name:
                case "date":
                    day, at, rounds = typed
                    series = offered.with_chosen(series, "rounds", rounds)
                    return _with_date(series, *self._models.read(words, league, day, at))
                case "until":
                    until = read_date(typed[0], self._models.today(league), words)
                    return offered.with_until(series, until)
                case _:
                    return offered.with_seats(series, typed[0])

        return change

    async def _changed(self, interaction: Interaction, model: PressedPlan, change: Change) -> Drawing:
        series = await self._evenings.change_series(model.series.id, interaction.guild_id, change)
        by_days = model.opened == "repeat" and series.schedule.repeat is Repeat.WEEKDAYS
        opened = "weekdays" if by_days else model.opened
        return await self._drawing(interaction, replace(model, series=series, opened=opened))

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
        now = await self._models.organised(interaction, press)
        await self._models.show(interaction, now.series, now.league, page=DATES, said=said)


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Refusal("unknown-button") from None


def _with_date(series: Series, first: date, at: time) -> Series:
    schedule = series.schedule
    until = schedule.until if schedule.until is None or schedule.until >= first else None
    return replace(series, schedule=replace(schedule, first=first, at=at, until=until))


EVENING: Final = time(20)
"""When a night begins where nobody has planned one yet."""

ABOUT_TYPED: Final = (
    *("unknown-date", "unknown-time", "weekday-differs", "date-in-past"),
    *("channel-taken", "no-dates"),
)
"""Why no plan is made where another date or time would do."""


class Planning:
    """Handlers by verb. Every one of them is for organisers of the league alone."""

    def __init__(self, models: PlanViewModels) -> None:
        self._models = models
        self._evenings = models.evenings

    def routes(self) -> dict[str, Route[Any]]:
        """Every verb."""
        a_new_one = partial(Route, who=self._models.league, about=SubjectKind.LEAGUE, private=True)
        planned = partial(Route, who=self._models.organised, about=SubjectKind.LEAGUE, private=True)
        return {
            "night-again": a_new_one(self._again, values=(1, 2, 4)),
            "night-new": Route(self._new, self._models.league, SubjectKind.LEAGUE, values=(0, 1)),
            "night-plan": planned(self._look, values=1),
            "night-page": planned(self._page),
            "night-announce": planned(self._announce),
            "night-drop": planned(partial(self._ask, "night.sure.throw-away", "night-drop-yes")),
            "night-drop-yes": planned(self._drop_yes),
            "night-end": planned(partial(self._ask, "night.sure.end", "night-end-yes")),
            "night-end-yes": planned(self._end_yes),
        }

    # --- a new one

    async def plan(self, interaction: Interaction, league: str | None) -> None:
        """Ask when a night is to be, and of how many rounds. Raises ClubError, NightError, Refusal."""
        meant = await self._models.clubs.meant(interaction.guild_id, interaction.user.id, league)
        require_organiser(interaction, meant)
        await self._ask_when(interaction, meant, Repeat.ONCE)

    async def _again(self, interaction: Interaction, press: PressId, league: League) -> None:
        """How often it is to be held; before that what was typed, of late with the rounds."""
        match press.values:
            case (day, at):
                await self._ask_when(interaction, league, Repeat.ONCE, (day, at, str(NightSettings().rounds)))
            case _:
                repeat = Repeat(one_of([*Repeat], press.values[-1]))
                await self._ask_when(interaction, league, repeat, press.values[:-1])

    async def _ask_when(
        self, interaction: Interaction, league: League, repeat: Repeat, typed: Sequence[str] = ()
    ) -> None:
        """The form, with what was ``typed``, else with the next usual evening: the first day after today that
        is the same day of the week as in the newest plan of the league, or as today where there is none."""
        words, channel_id = await self._models.people.words_of(interaction), interaction.channel_id
        assert channel_id is not None
        settings, today = NightSettings(), self._models.today(league)
        require_place(words, interaction.guild, channel_id, settings)
        if not typed:
            usual = Schedule(today, EVENING)
            for one in reversed(await self._evenings.store.series_of(league.guild_id)):
                if one.league_id == league.id:
                    usual, settings = one.schedule, one.settings
            ahead = (usual.first.weekday() - today.weekday()) % WEEK or WEEK
            typed = panels.when(words, replace(usual, first=today + timedelta(days=ahead)), settings)
        press = PressId("night-new", on_league(league.id), values=(repeat,))
        await open_form(interaction, panels.when_form(words, press, repeat, *typed))

    async def _new(self, interaction: Interaction, press: PressId, league: League) -> None:
        drawing = await self._planned(interaction, press, league, filled(interaction))
        await (redraw if is_own(interaction) else answer)(interaction, drawing)

    async def _planned(
        self, interaction: Interaction, press: PressId, league: League, typed: Mapping[str, str]
    ) -> Drawing:
        """A new draft and its panel; or what was typed wrong."""
        words = await self._models.people.words_of(interaction)
        channel_id, now = interaction.channel_id, self._models.clubs.time.now()
        assert interaction.guild_id is not None and channel_id is not None
        repeat = one_of([*Repeat], *(press.values or (Repeat.ONCE,)))
        day, at, rounds = (typed.get(name, "") for name in ("date", "time", "rounds"))
        try:
            settings = NightSettings().changed_to("rounds", rounds or str(NightSettings().rounds))
            first, hour = self._models.read(words, league, day, at)
            series = Series(0, league.id, interaction.guild_id, channel_id, interaction.user.id,
                            Schedule(first, hour, Repeat(repeat)), settings, now)  # fmt: skip
            series = await self._evenings.plan(series)
        except ValueError:
            raise Refusal("unknown-button") from None
        except (ClubError, NightError) as error:
            if error.code not in ABOUT_TYPED:
                raise
            reason = sentence_for(words, error)
            if isinstance(error, NightError):  # it does not say what was typed
                reason = words("league.typed-wrong", typed=quoted(f"{day} {at}"), reason=reason)
            return panels.mistyped(words, league, reason, (day, at, rounds, repeat))
        return panels.plan(words, await self._models.model(interaction, series, league))

    # --- looking

    async def open(self, interaction: Interaction, series: Series) -> None:
        """Show one of its organisers the panel of a plan. Raises ClubError ``not-organiser``."""
        league = await self._models.clubs.get(series.league_id, interaction.guild_id)
        require_organiser(interaction, league)
        await self._models.show(interaction, series, league)

    async def _look(self, interaction: Interaction, press: PressId, plan: PressedPlan) -> None:
        await self._show(interaction, plan, press.value)

    async def _page(self, interaction: Interaction, press: PressId, plan: PressedPlan) -> None:
        await self._show(interaction, plan, chosen(interaction))

    async def _show(self, interaction: Interaction, plan: PressedPlan, page: str) -> None:
        named = one_of((*PAGES, DATES), page)
        await self._models.show(interaction, plan.series, plan.league, page=named)

    # --- announcing and ending

    async def _announce(self, interaction: Interaction, press: PressId, plan: PressedPlan) -> None:
        series, words = plan.series, await self._models.people.words_of(interaction)
        try:
            require_place(words, interaction.guild, series.channel_id, series.settings)
            series = await self._evenings.announce(series.id, interaction.guild_id)
        except (NightError, Refusal) as error:
            said = f"⚠️ {sentence_for(words, error)}"
        else:
            said = f"✓ {words('night.plan.announced')}"
        await self._models.show(interaction, series, plan.league, said=said)

    async def _drop_yes(self, interaction: Interaction, press: PressId, plan: PressedPlan) -> None:
        await self._evenings.throw_away(plan.series.id, interaction.guild_id)
        await redraw(interaction, panels.thrown_away(await self._models.people.words_of(interaction)))

    async def _end_yes(self, interaction: Interaction, press: PressId, plan: PressedPlan) -> None:
        series = await self._evenings.end_series(plan.series.id, interaction.guild_id)
        await self._models.show(interaction, series, plan.league)

    async def _ask(
        self, asked: str, yes: str, interaction: Interaction, press: PressId, plan: PressedPlan
    ) -> None:
        words = await self._models.people.words_of(interaction)
        back = replace(press, verb="night-plan", values=(OVERVIEW,))
        sentence = words(asked, league=in_text(plan.league.name))
        await redraw(interaction, panels.question(words, sentence, replace(press, verb=yes, values=()), back))
