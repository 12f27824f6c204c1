"""A plan as its organisers see it: what is announced of it, its settings a page each, its next dates."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, time
from typing import Any, Final

import discord
from discord import ui

from bot.discordkit.boundary import redraw
from bot.discordkit.forms import InputForm, PanelViewModel, Setting, field, settings_panel, text_field
from bot.discordkit.interactions import AboutSomethingElse, Interaction, PressId, fit_for_id
from bot.discordkit.panel import (
    BLUE,
    GREEN,
    GREY,
    Drawing,
    Part,
    button,
    draw,
    pick,
    select,
    select_option,
    yes_or_no,
)
from bot.discordkit.people import People
from bot.discordkit.ports import on_league, on_night
from bot.leagues.model import League
from bot.leagues.reading_time import read_date, read_time
from bot.leagues.service import Clubs
from bot.leagues.ui.visits import require_organiser
from bot.nights import night_words, plan_words
from bot.nights.evenings import Evenings
from bot.nights.model import (
    ROUNDS_MOST,
    Evening,
    NightError,
    NightSettings,
    Repeat,
    Schedule,
    Series,
    SeriesState,
    Start,
    local_of,
    start_on,
)
from bot.nights.night_words import DescribedPlan
from bot.nights.offered import (
    OVERVIEW,
    PAGES,
    TYPED,
    Possible,
    offered,
    possible,
    settings_shown,
    value_of,
    with_chosen,
)
from bot.nights.reading import zone_of
from bot.nights.seating.model import Remainder
from bot.nights.ui.steps import may_make_events
from bot.telling.phrases import PLACEHOLDER_LONGEST, shorten
from bot.words.catalogue import Words, in_text, tidy

DATES: Final = "dates"

FIELD_LETTERS: Final = 60
"""Of what is typed into a form."""

TYPED_LETTERS: Final = 26
"""Of what was typed wrong, as it is written in the id of a button to be typed on."""

WEEK: Final = 7


@dataclass(frozen=True, slots=True)
class PlanViewModel(PanelViewModel):
    """A plan as one of its organisers sees it.

    ``coming`` are its next dates without those that are skipped, ``dates`` with them. ``everybody`` are the
    server's words. ``page`` is what is looked at. ``evening`` is the night of it that people are asked
    about."""

    planned: DescribedPlan
    league: League
    everybody: Words
    can: Possible
    coming: tuple[Start, ...] = ()
    dates: tuple[Start, ...] = ()
    events: bool = True
    evening: Evening | None = None
    page: str = OVERVIEW

    @property
    def series(self) -> Series:
        """The plan."""
        return self.planned.series

    def press(self, verb: str, *values: str) -> PressId:
        """A press about this plan."""
        return PressId(verb, on_league(self.league.id), self.series.id, values)

    @property
    def names(self) -> list[str]:
        """The settings of the page."""
        is_page = self.page in PAGES and self.page != OVERVIEW  # which has a button of its own
        return settings_shown(self.series, self.page, self.can) if is_page else []


def pages(series: Series) -> tuple[str, ...]:
    """All pages of a plan."""
    repeats = series.schedule.repeat is not Repeat.ONCE
    return (*PAGES, DATES) if repeats else (*PAGES,)


def plan(words: Words, model: PlanViewModel) -> Drawing:
    """The page of a plan that is looked at."""
    settings = [_setting(words, model, name) for name in model.names]
    return settings_panel(
        words,
        _text(words, model, settings),
        settings,
        above=[_pages(words, model), *([_dates(words, model)] if model.page == DATES else [])],
        pick=model.press("night-setting") if settings else None,
        opened=model.opened,
        controls=_controls(words, model) if model.opened in model.names else (),
        ways=_ways(words, model),
    )


def question(words: Words, asked: str, yes: PressId, back: PressId) -> Drawing:
    """Something is asked before it is done; *No* leads back."""
    return draw(asked, yes_or_no(words, yes, back))


def thrown_away(words: Words) -> Drawing:
    """A draft is no more."""
    return draw(words("night.plan.thrown-away"), all_nights(words))


def mistyped(words: Words, league: League, reason: str, typed: Iterable[str]) -> Drawing:
    """Why no plan was made, with a way to type on."""
    kept = tuple(fit_for_id(one, TYPED_LETTERS) for one in typed)
    again = PressId("night-again", on_league(league.id), values=kept)
    return draw(f"⚠️ {reason}", button(words("button.type-again"), again, BLUE))


def all_nights(words: Words) -> ui.Button[Any]:
    """The nights to come."""
    return button(words("button.nights"), PressId("night-list"))


def when(words: Words, schedule: Schedule, settings: NightSettings) -> list[str]:
    """Day, hour and rounds of a plan, as they stand in its form."""
    return [words.full_date(schedule.first), words.hour(schedule.at), str(settings.rounds)]


def when_form(words: Words, press: PressId, repeat: Repeat, day: str, at: str, rounds: str) -> InputForm:
    """Asks for the day, the hour and the number of rounds of a night, or of the first of several."""
    offers = [
        select_option(words.count("night.value.rounds", one), str(one), default=str(one) == rounds)
        for one in range(1, ROUNDS_MOST + 1)
    ]
    chosen: ui.Select[Any] = ui.Select(custom_id="rounds", options=offers)
    return InputForm(
        words("button.plan-weekly" if repeat is Repeat.WEEKLY else "button.plan-night"),
        press,
        _field(words, "date", day),
        _field(words, "time", at),
        field(night_words.setting_name(words, "rounds"), "", chosen),
    )


def value_form(words: Words, press: PressId, name: str, value: str) -> InputForm:
    """Asks for an end of a series, or for a number of seats."""
    title, about = night_words.setting_name(words, name), words(f"night.form.{name}.about")
    return InputForm(title, press, _typed(title, about, "value", value))


def _field(words: Words, name: str, value: str) -> ui.Label[Any]:
    return _typed(words(f"night.form.{name}"), words(f"night.form.{name}.about"), name, value)


def _typed(label: str, about: str, name: str, value: str) -> ui.Label[Any]:
    return text_field(name, label, about, default=value[:FIELD_LETTERS], longest=FIELD_LETTERS)


# What they are made of


def _text(words: Words, model: PlanViewModel, settings: Iterable[Setting]) -> Iterator[str]:
    yield f"### {words('night.plan.title', league=in_text(model.league.name))}"
    if model.said:
        yield model.said
    if model.page == OVERVIEW:
        yield from _overview(words, model)
    elif model.page == DATES:
        yield words("night.dates.about")
        yield from (
            words("settings.line", setting=words.full_date(one.date), value=_held(words, model, one))
            for one in model.dates
        )
    else:
        # A setting that is open stands below, and a phone has no room for both.
        yield from (one.line(words) for one in settings if model.opened not in model.names)
        yield from (f"-# ⚠️ {one}" for one in _warnings(words, model, (model.page,)))
        if model.series.state is SeriesState.RUNNING:
            yield f"-# {words('night.plan.for-later')}"


def _overview(words: Words, model: PlanViewModel) -> Iterator[str]:
    planned, series = model.planned, model.series
    if not model.said:
        yield f"-# {words(f'night.plan.state.{series.state.value}')}"
    yield from (f"> {one}" for one in plan_words.announcement(model.everybody, planned, model.league))
    if series.state is SeriesState.ENDED:
        return
    warning = " ".join(_warnings(words, model, PAGES))
    shown = model.coming[:1] if warning else model.coming  # a telephone has no room for all
    yield from plan_words.dates_text(words, planned, shown)
    if asked := plan_words.asked_text(words, series, model.coming):
        yield asked
    yield plan_words.length_text(words, planned, model.coming)
    if warning:
        yield f"-# ⚠️ {warning}"
    else:
        yield plan_words.tables_text(words, Remainder(series.settings.remainder))


def _warnings(words: Words, model: PlanViewModel, pages: Collection[str]) -> Iterator[str]:
    """What an organiser had better look at, of the settings on these pages."""
    settings = model.series.settings
    if "rounds" in pages and (short := night_words.short_limit(words, settings, model.planned.game)):
        yield short
    if "event" in pages and settings.event and not model.events:
        yield words("night.plan.no-events", permission=words("permission.create_events"))


def _pages(words: Words, model: PlanViewModel) -> Part:
    choices = [
        select_option(night_words.page_name(words, one), one, _in_short(words, model, one),
                      default=one == model.page)
        for one in pages(model.series)
    ]  # fmt: skip
    return select(model.press("night-page"), words("night.plan.pages"), choices)


def _in_short(words: Words, model: PlanViewModel, page: str) -> str:
    """What is chosen on a page, as far as an option holds it."""
    names = settings_shown(model.series, page, model.can) if page in PAGES else ()
    return " · ".join(night_words.setting_value(words, model.series, name) for name in names)


def _setting(words: Words, model: PlanViewModel, name: str) -> Setting:
    sentence = night_words.setting_sentence(words, model.planned, name)
    pairs = night_words.pairs_text(words, model.series) if name == "apart" else ""
    return Setting(
        name,
        night_words.setting_name(words, name),
        night_words.setting_value(words, model.series, name),
        "\n".join(filter(None, (sentence, pairs))),
    )


def _controls(words: Words, model: PlanViewModel) -> Iterator[Part]:
    name = model.opened
    choices = _choices(words, model, name)
    yield select(model.press("night-set", name), night_words.setting_name(words, name), choices)
    if name == "weekdays":
        yield _weekdays(words, model)
    if name == "apart":
        press = model.press("night-apart")
        yield pick(ui.UserSelect, press, words("night.apart.pick"), min_values=2, max_values=2)


def _choices(words: Words, model: PlanViewModel, name: str) -> Iterator[discord.SelectOption]:
    """The values of a setting, each with what it comes to."""
    planned = model.planned
    now = value_of(planned.series, name)
    values = offered(planned.series, name, model.can)
    if now and now not in values:
        values = [now, *values]  # it was typed, or is not offered any more
    for text in values:
        after = DescribedPlan(with_chosen(planned.series, name, text), planned.zone, planned.game)
        value = night_words.setting_value(words, after.series, name)
        about = night_words.setting_sentence(words, after, name)
        yield select_option(value, text, "" if about == value else about, default=text == now)


def _weekdays(words: Words, model: PlanViewModel) -> ui.ActionRow[Any]:
    chosen = model.series.schedule.weekdays
    days: ui.Select[Any] = ui.Select(
        custom_id=str(model.press("night-weekdays")),
        placeholder=shorten(words("night.setting.weekdays"), PLACEHOLDER_LONGEST),
        max_values=WEEK,
        options=[
            select_option(words(f"night.weekday.{one}"), str(one), default=one in chosen)
            for one in range(WEEK)
        ],
    )
    return ui.ActionRow(days)


def _dates(words: Words, model: PlanViewModel) -> Part:
    """The next dates, each to be left out or held."""
    choices = [
        select_option(
            words.full_date(one.date),
            one.date.isoformat(),
            _held(words, model, one),
        )
        for one in model.dates
    ]
    if not choices:
        nothing = select_option(words("night.next.none"), "-")
        return select(model.press("night-skip"), words("night.next.none"), [nothing], disabled=True)
    return select(model.press("night-skip"), words("night.dates.pick"), choices)


def _held(words: Words, model: PlanViewModel, one: Start) -> str:
    return words("night.dates.skipped" if one.date in model.series.skipped else "night.dates.held")


def _ways(words: Words, model: PlanViewModel) -> Iterator[ui.Button[Any]]:
    if model.opened in TYPED and model.opened in model.names:
        label = words("options.other")
        yield button(label, model.press("night-type", model.opened, *model.typed), BLUE)
    if model.page != OVERVIEW:
        yield button(words("button.overview"), model.press("night-plan", OVERVIEW))
        return
    match model.series.state:
        case SeriesState.DRAFT:
            yield button(words("button.announce"), model.press("night-announce"), GREEN)
            yield _change(words, model)
            yield button(words("button.throw-away"), model.press("night-drop"), GREY)
        case SeriesState.RUNNING:
            yield _change(words, model)
            yield button(words("button.end-series"), model.press("night-end"), GREY)
        case SeriesState.ENDED:
            pass
    if model.evening is not None:
        yield button(words("button.organise"), PressId("night-manage", on_night(model.evening.id)), BLUE)
    yield all_nights(words)


def _change(words: Words, model: PlanViewModel) -> ui.Button[Any]:
    return button(words("correct.change"), model.press("night-type", "date", *model.typed))


FIRST_DATES: Final = 3
"""How many nights are listed before a plan is announced."""

DATES_OFFERED: Final = 5
"""How many of the next dates can be left out."""

CLOSED: Final = PanelViewModel()
"""Nothing is open, and nothing was said."""


@dataclass(frozen=True, slots=True)
class PressedPlan(PanelViewModel):
    """A plan on whose panel something is pressed."""

    series: Series
    league: League


class PlanViewModels:
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
        model = await self.model(interaction, series, league, page, PanelViewModel(said=said))
        await redraw(interaction, plan(await self.people.words_of(interaction), model))

    async def model(
        self,
        interaction: Interaction,
        series: Series,
        league: League,
        page: str = OVERVIEW,
        state: PanelViewModel = CLOSED,
    ) -> PlanViewModel:
        """What there is to be seen of a plan: a page of it, or its overview where there is no such page; in
        the ``state`` of its panel."""
        evenings, zone = self.evenings, zone_of(league)
        dates = await evenings.next_dates(series, DATES_OFFERED)
        coming = [one for one in dates if one.date not in series.skipped][:FIRST_DATES]
        game = await evenings.game_length(league)
        live = [one for one in await evenings.store.evenings(series.id) if one.is_live]
        return PlanViewModel(
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
        first, hour = read_date(tidy(day), self.today(league), words), read_time(tidy(at))
        if start_on(first, hour, zone_of(league)).at_unix <= self.clubs.time.now():
            raise NightError("date-in-past")
        return first, hour

    def today(self, league: League) -> date:
        """The local date of a league. Raises NightError ``unknown-zone``."""
        return local_of(self.clubs.time.now(), zone_of(league)).date()
