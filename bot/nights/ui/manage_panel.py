"""The organisers' panel of a night: before play, who comes, its settings, and once it is over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import time
from typing import Any, Final

import discord
from discord import ui

from bot.discordkit.forms import InputForm, text_field
from bot.discordkit.panel import (
    BLUE,
    GREEN,
    RED,
    Drawing,
    Panel,
    button,
    even_rows,
    link,
    message_url,
    select,
    select_option,
)
from bot.discordkit.ports import on_night
from bot.discordkit.press_ids import PressId
from bot.leagues.model import League
from bot.leagues.ui.league_panel import turning
from bot.nights import attendance, managing_words, terms
from bot.nights.attendance import Presence
from bot.nights.calendar import Schedule, zone_or_utc
from bot.nights.model import Evening, EveningDetails, EveningStage, NightPerson, Series, StepKind
from bot.nights.offered import offered, possible, value_of, with_chosen
from bot.nights.outcome_words import ENDED_EARLY
from bot.nights.settings_words import setting_name, setting_value, short_limit
from bot.nights.ui.sign_up_panel import WHYS, hours_lines, hours_selects
from bot.nights.ui.views import NightView
from bot.telling.fitting import (
    PLACEHOLDER_LONGEST,
    TEXT_LONGEST,
    fitting,
    shorten,
)
from bot.words.catalogue import Words
from bot.words.names import in_text

SETTINGS: Final = ("rounds", "minutes", "remainder", "mode", "seats")
"""What can be changed for one night."""

OFFERED: Final = 25
"""Options of a select."""

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
    container = container_of(lines)
    container.add_item(ui.ActionRow(_channels(night)))
    add_rows(container, _before_buttons(night))
    return Drawing(Panel(container))


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


def _channels(night: NightView) -> ui.ChannelSelect[Any]:
    return ui.ChannelSelect(
        custom_id=str(night.press("manage-move")),
        placeholder=night.words("night.manage.channel"),
        channel_types=[discord.ChannelType.text],
    )


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
    container = container_of(lines)
    plan = as_plan(night.evening)
    for name in SETTINGS:
        options = [
            select_option(_option(words, plan, name, value), value, default=value == value_of(plan, name))
            for value in values_of(night, name)
        ]
        container.add_item(select(night.press("manage-set", name), setting_name(words, name), options))
    add_rows(container, [back(night)])
    return Drawing(Panel(container))


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
    container = container_of(lines)
    container.add_item(users(night.press("manage-add"), words("night.manage.add")))
    container.add_item(users(night.press("manage-substitute"), words("night.manage.substitute")))
    leaving = may_be_sent_away(told)
    pages = max(-(-len(leaving) // OFFERED), 1)
    page = min(page, pages - 1)
    shown = leaving[page * OFFERED : (page + 1) * OFFERED]
    if shown:
        options = [select_option(one.name, str(one.user_id)) for one in shown]
        container.add_item(select(night.press("manage-away"), words("night.manage.away"), options))
        container.add_item(select(night.press("manage-person"), words("night.manage.hours"), options))
    turns = turning(lambda number: night.press("manage-people", str(number)), page, pages)
    add_rows(container, [*turns, back(night)])
    return Drawing(Panel(container))


def person(night: NightView, user_id: int, now: float) -> Drawing | None:
    """When somebody comes and until when they stay; None where they are not known."""
    words, one = night.words, night.told.people.get(user_id)
    if one is None:
        return None
    container = container_of([*night.heading(in_text(one.name)), *hours_lines(words, one)])
    zone, value = zone_or_utc(night.league.zone), str(user_id)
    presses = (night.press("manage-from", value), night.press("manage-until", value))
    for row in hours_selects(words, night.evening, one, zone, now, presses):
        container.add_item(row)
    people = button(words("night.manage.people"), night.press("manage-people", "0"))
    add_rows(container, [people, back(night)])
    return Drawing(Panel(container))


def may_be_sent_away(told: EveningDetails) -> list[NightPerson]:
    """Those who come or are there, by name."""
    found = [
        one
        for one in told.people.values()
        if attendance.presence_of(told, one)
        in (Presence.IN, Presence.LATE, Presence.HERE, Presence.SUBSTITUTE)
    ]
    return sorted(found, key=lambda one: (one.name.casefold(), one.user_id))


def users(press: PressId, placeholder: str) -> ui.ActionRow[Any]:
    """A row in which somebody of the server is chosen."""
    return ui.ActionRow(
        ui.UserSelect(custom_id=str(press), placeholder=shorten(placeholder, PLACEHOLDER_LONGEST))
    )


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
    container = container_of(lines)
    step = night.told.step(StepKind.RESULT if evening.stage is EveningStage.OVER else StepKind.OFF)
    if step.discord_id is not None:
        url = message_url(evening.guild_id, step.channel_id or evening.channel_id, step.discord_id)
        add_rows(container, [link(words("night.manage.result"), url)])
    return Drawing(Panel(container))


def question(night: NightView, text: str, yes: PressId) -> Drawing:
    """What is asked before it is done, as it cannot be taken back."""
    words = night.words
    container = container_of([*night.heading(), text])
    add_rows(
        container,
        [button(words("button.yes"), yes, RED), button(words("button.no"), night.press("manage-panel"))],
    )
    return Drawing(Panel(container))


def which(words: Words, found: Sequence[tuple[Evening, League]]) -> Drawing:
    """Which of several nights is meant."""
    options = [
        select_option(f"{league.name} · {words.weekday(evening.date)}", str(evening.id))
        for evening, league in found[:OFFERED]
    ]
    container = container_of([words("night.manage.which")])
    container.add_item(
        select(PressId("manage-which", on_night(0)), words("night.manage.which.pick"), options)
    )
    return Drawing(Panel(container))


# What they are made of


def container_of(lines: Iterable[str]) -> ui.Container[Any]:
    """Lines, as many as Discord takes."""
    return ui.Container(ui.TextDisplay(fitting([*lines], TEXT_LONGEST, "…", "\n")))


def add_rows(container: ui.Container[Any], buttons: Iterable[ui.Button[Any]]) -> None:
    """Buttons below what is there."""
    for row in even_rows(buttons):
        container.add_item(row)


def back(night: NightView) -> ui.Button[Any]:
    """To the panel's first page."""
    return button(night.words("night.manage.back"), night.press("manage-panel"))
