"""What a season is played for: its settings in groups, one of them with its values, and what a change would
do to the standings before it is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

import discord
from discord import ui

from bot.clubs.model import League, SeasonFacts
from bot.leagues.moves import PlaceChange
from bot.leagues.offered import offered, takes_typing, with_written, written
from bot.leagues.presets import PRESETS, preset, preset_of
from bot.leagues.settings import SeasonSettings
from bot.telling.league import settings_words as told
from bot.telling.league.standings_scene import season_name
from bot.ui.discord.forms import InputForm, text_field
from bot.ui.discord.panel import BLUE, GREEN, Drawing, Panel, button, even_rows, select, select_option
from bot.ui.discord.press_ids import PressId
from bot.ui.ports import on_league
from bot.words.catalogue import Words
from bot.words.names import in_text

PRESET: Final = "preset"
"""Stands in the place of a setting's name where all of them are chosen together."""
TOP: Final = 6
"""Of whom it is told how a change would move them."""
TYPED_LETTERS: Final = 30
FIELD_LETTERS: Final = 100
"""Of what was typed wrong, and is kept to be typed again."""
VALUE_LONGEST: Final = 48
"""Of a value that the id of a button can carry."""


@dataclass(frozen=True, slots=True)
class SeasonSight:
    """A season as somebody sees it who may change it (``is_organiser``) or not. ``said`` is what was just
    done or refused; ``typed`` what was typed wrong."""

    league: League
    season: SeasonFacts
    is_organiser: bool = False
    said: str = ""
    typed: str = ""

    @property
    def may_change(self) -> bool:
        """Whether its settings are theirs to change."""
        return self.is_organiser and self.season.is_open


@dataclass(frozen=True, slots=True)
class Proposal:
    """Settings that are not kept yet: the value ``text`` of the setting ``name``, or a preset of that name.
    ``moves`` are what it would do to the standings, ``names`` whose."""

    name: str
    text: str
    after: SeasonSettings
    moves: Sequence[PlaceChange]
    names: Mapping[str, str]


def digest(settings: SeasonSettings) -> str:
    """What tells settings from others, short enough for the id of a button."""
    return sha256(json.dumps(settings.stored(), sort_keys=True).encode()).hexdigest()[:8]


def proposed(settings: SeasonSettings, name: str, text: str) -> SeasonSettings | None:
    """The settings with a value of one of them, or as a preset has them; None for what is neither."""
    if name == PRESET:
        return preset(text) if text in PRESETS else None
    return with_written(settings, name, text)


def overview(words: Words, sight: SeasonSight) -> Drawing:
    """All settings by groups, in short; each can be opened."""
    settings = sight.season.settings
    lines = [
        f"-# {told.group_name(words, group)}\n{_short(words, settings, names)}"
        for group, names in told.GROUPS.items()
    ]
    container: ui.Container[Any] = ui.Container(
        ui.TextDisplay("\n".join([*_heading(words, sight), *lines])),
        _pick(words, sight, ""),
        *even_rows([_back_to_league(words, sight.league)]),
    )
    return Drawing(Panel(container))


def opened(words: Words, sight: SeasonSight, name: str) -> Drawing:
    """One setting: what it is about, what its value does, and for organisers what it can be."""
    container: ui.Container[Any] = ui.Container(
        ui.TextDisplay("\n".join(_heading(words, sight))), _pick(words, sight, name)
    )
    container.add_item(ui.TextDisplay(_about(words, sight, name)))
    if sight.may_change:
        for row in _controls(words, sight, name):
            container.add_item(row)
    all_of_them = PressId("league-season", on_league(sight.league.id))
    for row in even_rows([*_typing(words, sight, name), button(words("button.all-settings"), all_of_them)]):
        container.add_item(row)
    return Drawing(Panel(container))


def preview(words: Words, sight: SeasonSight, proposal: Proposal) -> Drawing:
    """What a change would do, before it is kept."""
    season, name = sight.season, proposal.name
    about, before = on_league(sight.league.id), digest(season.settings)
    text = "\n".join(
        [
            f"### {words('league.change.title')}",
            _changed(words, season, proposal),
            f"**{words('league.change.standings')}**",
            _moves(words, proposal),
        ]
    )
    keep = PressId("league-keep", about, season.id, (before, name, proposal.text))
    container: ui.Container[Any] = ui.Container(
        ui.TextDisplay(text),
        *even_rows(
            [
                button(words("button.keep"), keep, GREEN),
                button(words("button.not-keep"), PressId("league-setting", about, season.id, (name,))),
            ]
        ),
    )
    return Drawing(Panel(container))


def value_form(words: Words, sight: SeasonSight, name: str) -> InputForm:
    """Asks for a value that cannot be listed."""
    title, about = told.setting_name(words, name), words(f"league.typing.{_kind(name)}")
    press = PressId("league-typed", on_league(sight.league.id), sight.season.id, (name,))
    now = (sight.typed or written(name, sight.season.settings.stored()[name]))[:FIELD_LETTERS]
    return InputForm(title, press, text_field("value", title, about, default=now, longest=FIELD_LETTERS))


def shortest(name: str, before: SeasonSettings, after: SeasonSettings) -> str | None:
    """The value that makes the one settings of the others, written as short as can be; None where that is too
    long for the id of a button."""
    kept, now = after.stored()[name], before.stored()[name]
    if name == "place_points":
        kept = {size: row for size, row in kept.items() if row != now[size]} or kept
    text = written(name, kept)
    return text if len(text) <= VALUE_LONGEST else None


# What they are made of


def _heading(words: Words, sight: SeasonSight) -> Iterator[str]:
    league, season = in_text(sight.league.name), in_text(season_name(words, sight.season))
    yield f"### {words('league.season.title', league=league, season=season)}"
    if sight.said:
        yield sight.said
    elif not sight.season.is_open:
        yield f"-# {words('league.season.closed')}"
    elif not sight.is_organiser:
        yield f"-# {words('league.settings.read-only')}"


def _short(words: Words, settings: SeasonSettings, names: Sequence[str]) -> str:
    return "\n".join(
        words("settings.line", setting=told.setting_name(words, name), value=_value(words, settings, name))
        for name in names
    )


def _value(words: Words, settings: SeasonSettings, name: str) -> str:
    return told.setting_value(words, name, getattr(settings, name))


def _pick(words: Words, sight: SeasonSight, name: str) -> ui.ActionRow[Any]:
    """Which setting is to be opened."""
    settings = sight.season.settings
    kind = select_option(
        words("league.settings.preset"), PRESET, told.preset_name(words, settings), default=name == PRESET
    )
    each = [
        select_option(told.setting_name(words, one), one, _value(words, settings, one), default=one == name)
        for group in told.GROUPS.values()
        for one in group
    ]
    press = PressId("league-setting", on_league(sight.league.id), sight.season.id)
    return select(press, words("settings.pick"), [kind, *each])


def _about(words: Words, sight: SeasonSight, name: str) -> str:
    season = sight.season
    if name == PRESET:
        now = preset_of(season.settings)
        about = told.preset_about(words, now) if now else words("league.settings.preset.own")
        return (
            f"**{words('league.settings.preset')}**\n{told.preset_name(words, season.settings)}\n-# {about}"
        )
    value = _value(words, season.settings, name)
    sentence = told.setting_sentence(words, season.settings, name, season.levels)
    return (
        f"**{told.setting_name(words, name)}**\n{told.setting_about(words, name)}\n"
        f"{words('league.setting.now', value=value)}\n-# {sentence}"
    )


def _controls(words: Words, sight: SeasonSight, name: str) -> Iterator[ui.ActionRow[Any]]:
    """What can be chosen without typing; levels only where the game has them (L6)."""
    offers = list(_offers(words, sight.season, name))
    if offers:
        press = PressId("league-set", on_league(sight.league.id), sight.season.id, (name,))
        yield select(press, words("league.settings.choose"), offers)


def _offers(words: Words, season: SeasonFacts, name: str) -> Iterator[discord.SelectOption]:
    settings = season.settings
    if name == PRESET:
        for one in PRESETS:
            label, about = words(f"league.preset.{one}"), told.preset_about(words, one)
            yield select_option(label, one, about, default=one == preset_of(settings))
        return
    for kept in offered(name):
        if name == "level" and kept == "yes" and not season.levels:
            continue
        after = settings.changed(name, kept)
        about = told.setting_sentence(words, after, name, season.levels)
        chosen = after == settings
        yield select_option(_value(words, after, name), written(name, kept), about, default=chosen)


def _typing(words: Words, sight: SeasonSight, name: str) -> Iterator[ui.Button[Any]]:
    if sight.may_change and name != PRESET and takes_typing(name):
        press = PressId("league-type", on_league(sight.league.id), sight.season.id, (name, sight.typed))
        yield button(words("options.other"), press, BLUE)


def _changed(words: Words, season: SeasonFacts, proposal: Proposal) -> str:
    name, after = proposal.name, proposal.after
    if name == PRESET:
        label, about = words("league.settings.preset"), told.preset_about(words, proposal.text)
        now, then = told.preset_name(words, season.settings), told.preset_name(words, after)
    else:
        label = told.setting_name(words, name)
        about = told.setting_sentence(words, after, name, season.levels)
        now, then = _value(words, season.settings, name), _value(words, after, name)
    change = words("league.change.line", setting=label, before=now, after=then)
    return f"{change}\n-# {about}"


def _moves(words: Words, proposal: Proposal) -> str:
    if not proposal.moves:
        return words("league.change.nothing")
    first = [
        words(
            "league.change.move",
            name=in_text(proposal.names.get(one.member, one.member)),
            before=_place(words, one.before),
            after=_place(words, one.after),
        )
        for one in proposal.moves[:TOP]
    ]
    left = len(proposal.moves) - TOP
    more = [words.count("league.change.more", left)] if left > 0 else []
    return "\n".join(f"- {line}" for line in [*first, *more])


def _place(words: Words, place: int | None) -> str:
    return words("league.change.no-place") if place is None else words.number(place)


def _kind(name: str) -> str:
    """What is to be typed for a setting."""
    return {"place_points": "places", "best": "nights", "minimum": "nights", "stake": "cents"}.get(
        name, "number"
    )


def _back_to_league(words: Words, league: League) -> ui.Button[Any]:
    return button(words("button.league"), PressId("league-settings", on_league(league.id)))
