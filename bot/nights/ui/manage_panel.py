"""The organisers' panel of a night: before play, who comes, its settings, and once it is over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import time
from typing import Any, Final

import discord
from discord import ui

from bot.discordkit.forms import InputForm, text_field
from bot.discordkit.pages import page_of, turning
from bot.discordkit.panel import (
    BLUE,
    GREEN,
    OPTIONS_MOST,
    RED,
    Drawing,
    Part,
    button,
    draw,
    link,
    message_url,
    pick,
    select,
    select_option,
    yes_or_no,
)
from bot.discordkit.ports import on_night
from bot.discordkit.press_ids import PressId
from bot.leagues.model import League
from bot.nights import attendance, managing_words, terms
from bot.nights.attendance import Presence
from bot.nights.calendar import Schedule, zone_or_utc
from bot.nights.model import Evening, EveningDetails, EveningStage, NightPerson, Series, StepKind
from bot.nights.offered import offered, possible, value_of, with_chosen
from bot.nights.outcome_words import ENDED_EARLY
from bot.nights.settings_words import setting_name, setting_value, short_limit
from bot.nights.ui.sign_up_panel import WHYS, hours_lines, hours_selects
from bot.nights.ui.views import NightView
from bot.words.catalogue import Words
from bot.words.names import in_text

SETTINGS: Final = ("rounds", "minutes", "remainder", "mode", "seats")
"""What can be changed for one night."""

TYPED_LETTERS: Final = 30
"""Of an hour, as it is typed and as the id of a button carries it."""


# Before play


def before(night: NightView) -> Drawing:
    """When it is, who comes, what hinders it, and what can be done."""
    words, told, evening = night.words, night.told, night.evening
    lines = [
        *night.heading(),
        terms.stamps(words, evening),
        words(f"night.manage.stage.{evening.stage.value}", channel=f"<#{evening.channel_id}>"),
        managing_words.counts(words, told),
        *managing_words.hindrances(words, told),
    ]
    channel = pick(
        ui.ChannelSelect,
        night.press("manage-move"),
        words("night.manage.channel"),
        channel_types=[discord.ChannelType.text],
    )
    return draw(lines, channel, _before_buttons(night))


def _before_buttons(night: NightView) -> Iterator[ui.Button[Any]]:
    words, evening = night.words, night.evening
    if evening.plan:
        yield button(words("night.manage.seating"), night.press("manage-seating", "0"), BLUE)
    elif evening.stage is EveningStage.CHECK_IN:
        yield button(words("night.manage.draw"), night.press("manage-draw"), BLUE)
    yield button(words("night.manage.begin"), night.press("manage-begin"), GREEN)
    yield button(words("night.manage.put-off"), night.press("manage-put-off", night.typed))
    yield from common_buttons(night)


def common_buttons(night: NightView) -> Iterator[ui.Button[Any]]:
    """What can be done before play and in it."""
    words = night.words
    yield button(words("night.manage.people"), night.press("manage-people", "0"))
    yield button(words("night.manage.settings"), night.press("manage-settings"))
    if managing_words.hindered(night.told):
        yield button(words("night.manage.try-again"), night.press("manage-again"), BLUE)
    yield button(words("night.manage.call-off"), night.press("manage-off"), RED)
    yield button(words("button.look-again"), night.press("manage-panel"))


def put_off_form(words: Words, press: PressId, typed: str) -> InputForm:
    """Asks when the night is to begin."""
    label, about = words("night.manage.put-off.time"), words("night.manage.put-off.about")
    at = text_field("time", label, about, default=typed, longest=TYPED_LETTERS)
    return InputForm(words("night.manage.put-off"), press, at)


# Its settings


def as_plan(evening: Evening) -> Series:
    """The evening as a plan of itself alone."""
    schedule = Schedule(evening.date, time())
    return Series(evening.series_id, evening.league_id, evening.guild_id, evening.channel_id, 0, schedule,
                  evening.settings, 0.0)  # fmt: skip


def values_of(night: NightView, name: str) -> list[str]:
    """What a setting can be, with what it is."""
    plan = as_plan(night.evening)
    values = offered(plan, name, possible(night.league))
    now = value_of(plan, name)
    return values if now in values else [now, *values]


def settings(night: NightView) -> Drawing:
    """How this night goes, each setting a select."""
    words = night.words
    lines = [*night.heading(), words("night.manage.settings.about")]
    if short := short_limit(words, night.evening.settings, night.game):
        lines.append(f"-# ⚠️ {short}")
    plan = as_plan(night.evening)
    selects: list[Part] = []
    for name in SETTINGS:
        options = [
            select_option(_option(words, plan, name, value), value, default=value == value_of(plan, name))
            for value in values_of(night, name)
        ]
        selects.append(select(night.press("manage-set", name), setting_name(words, name), options))
    return draw(lines, selects, back(night))


def _option(words: Words, plan: Series, name: str, value: str) -> str:
    setting, told = setting_name(words, name), setting_value(words, with_chosen(plan, name, value), name)
    return words("night.manage.setting", setting=setting, value=told)


# Who comes


def people(night: NightView, page: int) -> Drawing:
    """Who comes and who is there; somebody more, a substitute, somebody less."""
    words, told = night.words, night.told
    asked = attendance.is_asked(told)
    listings = [one for one in (terms.of_sign_up(told) if asked else terms.of_check_in(told)) if one.people]
    substitutes = attendance.of_presence(told, Presence.SUBSTITUTE)
    lines = [
        *night.heading(words("night.manage.people")),
        *(terms.told_shortly(words, replace(one, mentioned=False)) for one in listings),
    ]
    if substitutes:
        names = ", ".join(in_text(one.name) for one in substitutes)
        lines.append(words("night.manage.substitutes", names=names))
    lines.append(f"-# {words('night.manage.people.about')}")
    leaving = page_of(may_be_sent_away(told), page, OPTIONS_MOST)
    options = [select_option(one.name, str(one.user_id)) for one in leaving.shown]
    turns = turning(lambda number: night.press("manage-people", str(number)), leaving.number, leaving.of)
    return draw(
        lines,
        pick(ui.UserSelect, night.press("manage-add"), words("night.manage.add")),
        pick(ui.UserSelect, night.press("manage-substitute"), words("night.manage.substitute")),
        select(night.press("manage-away"), words("night.manage.away"), options),
        select(night.press("manage-person"), words("night.manage.hours"), options),
        [*turns, back(night)],
    )


def person(night: NightView, user_id: int, now: float) -> Drawing | None:
    """When somebody comes and until when they stay; None where they are not known."""
    words, one = night.words, night.told.people.get(user_id)
    if one is None:
        return None
    zone, value = zone_or_utc(night.league.zone), str(user_id)
    presses = (night.press("manage-from", value), night.press("manage-until", value))
    people = button(words("night.manage.people"), night.press("manage-people", "0"))
    return draw(
        [*night.heading(in_text(one.name)), *hours_lines(words, one)],
        hours_selects(words, night.evening, one, zone, now, presses),
        [people, back(night)],
    )


def may_be_sent_away(told: EveningDetails) -> list[NightPerson]:
    """Those who come or are there, by name."""
    found = [
        one
        for one in told.people.values()
        if attendance.presence_of(told, one)
        in (Presence.IN, Presence.LATE, Presence.HERE, Presence.SUBSTITUTE)
    ]
    return sorted(found, key=lambda one: (one.name.casefold(), one.user_id))


# Once it is over, and what is asked


def over(night: NightView) -> Drawing:
    """What came of it."""
    words, evening = night.words, night.evening
    lines = [*night.heading(), words(f"night.stage.{evening.stage.value}")]
    if evening.stage is EveningStage.OVER and evening.why in ENDED_EARLY:
        lines.append(words(f"night.over.{evening.why}"))
    elif evening.why in WHYS:
        lines.append(words(f"night.off.{evening.why}"))
    lines.append(f"-# {words('night.manage.corrections')}")
    way = None
    step = night.told.step(StepKind.RESULT if evening.stage is EveningStage.OVER else StepKind.OFF)
    if step.discord_id is not None:
        url = message_url(evening.guild_id, step.channel_id or evening.channel_id, step.discord_id)
        way = link(words("night.manage.result"), url)
    return draw(lines, way)


def question(night: NightView, text: str, yes: PressId) -> Drawing:
    """What is asked before it is done, as it cannot be taken back."""
    return draw([*night.heading(), text], yes_or_no(night.words, yes, night.press("manage-panel")))


def which(words: Words, found: Sequence[tuple[Evening, League]]) -> Drawing:
    """Which of several nights is meant."""
    options = [
        select_option(f"{league.name} · {words.weekday(evening.date)}", str(evening.id))
        for evening, league in found
    ]
    which = select(PressId("manage-which", on_night(0)), words("night.manage.which.pick"), options)
    return draw(words("night.manage.which"), which)


def back(night: NightView) -> ui.Button[Any]:
    """To the panel's first page."""
    return button(night.words("night.manage.back"), night.press("manage-panel"))
