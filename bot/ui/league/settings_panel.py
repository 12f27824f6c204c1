"""What is settled of a league itself: its name, its game, its clock, who comes in, who organises (L1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from bot.clubs.model import Entry, League, SeasonFacts
from bot.clubs.roll import LONGEST
from bot.engine.registry import preset_named, presets
from bot.tables.model import NamedPreset, Pace
from bot.telling import phrases
from bot.telling.league.standings_scene import season_name
from bot.ui.discord.forms import InputForm, text_field
from bot.ui.discord.panel import BLUE, GREY, Drawing, Panel, button, even_rows, select, select_option
from bot.ui.discord.press_ids import PressId
from bot.ui.ports import on_league
from bot.ui.presets.panel import preset_summary
from bot.words.catalogue import Words
from bot.words.names import in_text

NAMES: Final = ("name", "game", "players", "pace", "zone", "entry", "guests", "roles")
"""All that is settled, in the order in which it is shown."""
TYPED: Final = ("name", "zone")
"""What is typed."""
ROLES_MOST: Final = 10


@dataclass(frozen=True, slots=True)
class SettingsSight:
    """A league as somebody sees it who organises it or does not. ``season`` is the one played, or the last.
    ``named`` are the server's own presets; ``typed`` is what was typed wrong, ``said`` why, or what was just
    done."""

    league: League
    season: SeasonFacts
    named: Sequence[NamedPreset] = ()
    is_organiser: bool = False
    creator_gone: bool = False
    opened: str = ""
    said: str = ""
    typed: str = ""


def settings(words: Words, sight: SettingsSight) -> Drawing:
    """The panel; ``opened`` is what is being changed."""
    lines = [
        words(
            "settings.line", setting=words(f"league.matter.{name}"), value=_value(words, sight.league, name)
        )
        for name in NAMES
    ]
    container: ui.Container[Any] = ui.Container(ui.TextDisplay("\n".join([*_heading(words, sight), *lines])))
    if sight.is_organiser:
        container.add_item(_pick(words, sight))
        for item in _controls(words, sight):
            container.add_item(item)
    for row in even_rows(_ways(words, sight)):
        container.add_item(row)
    return Drawing(Panel(container))


def _heading(words: Words, sight: SettingsSight) -> Iterator[str]:
    yield f"### {words('league.settings.title', league=in_text(sight.league.name))}"
    if sight.creator_gone:
        yield f"-# {words('league.creator-gone')}"
    if sight.said:
        yield sight.said
    elif not sight.is_organiser:
        yield f"-# {words('league.settings.read-only')}"


def _value(words: Words, league: League, name: str) -> str:
    match name:
        case "name":
            return in_text(league.name)
        case "game":
            return _game(words, league)
        case "players":
            return words.count("count.players", league.players)
        case "pace":
            return phrases.pace_name(words, league.pace)
        case "zone":
            return in_text(league.zone.replace("_", " "))
        case "entry":
            return words(f"league.entry.{league.entry.value}")
        case "guests":
            return words("league.guests.yes" if league.guests else "league.guests.no")
        case _:
            roles = " ".join(f"<@&{role}>" for role in league.roles)
            return roles or words("league.roles.none")


def _game(words: Words, league: League) -> str:
    """The game, and where its rules are others than usual."""
    own = [phrases.option_with_value(words, name, value) for name, value in league.options.items()]
    return " · ".join([phrases.preset_name(words, league.preset), *own])


def _plain(words: Words, league: League, name: str) -> str:
    """A value where no mention is understood."""
    if name == "roles":
        return words.count("league.roles", len(league.roles)) if league.roles else words("league.roles.none")
    return league.name if name == "name" else league.zone if name == "zone" else _value(words, league, name)


def _pick(words: Words, sight: SettingsSight) -> ui.ActionRow[Any]:
    options = [
        select_option(
            words(f"league.matter.{name}"),
            name,
            _plain(words, sight.league, name),
            default=name == sight.opened,
        )
        for name in NAMES
    ]
    return select(PressId("league-matter", on_league(sight.league.id)), words("settings.pick"), options)


def _controls(words: Words, sight: SettingsSight) -> Iterator[ui.Item[Any]]:
    name, about = sight.opened, on_league(sight.league.id)
    if name in NAMES:
        yield ui.TextDisplay(f"**{words(f'league.matter.{name}')}**\n{words(f'league.matter.{name}.about')}")
    if name in TYPED:
        press = PressId("league-matter-type", about, values=(name, sight.typed))
        yield ui.ActionRow(button(words("button.type"), press, BLUE))
    elif name == "roles":
        yield ui.ActionRow(_roles(words, sight.league))
        press = PressId("league-no-roles", about)
        yield ui.ActionRow(button(words("league.roles.none"), press, GREY, disabled=not sight.league.roles))
    elif name:
        press = PressId("league-matter-set", about, values=(name,))
        yield select(press, words("league.settings.choose"), list(_offers(words, sight, name)))


def _offers(words: Words, sight: SettingsSight, name: str) -> Iterator[discord.SelectOption]:
    league = sight.league
    match name:
        case "game":
            yield from _games(words, sight)
        case "players":
            sizes = preset_named(league.preset).players
            counts = {str(size): words.count("count.players", size) for size in sizes}
            yield from _each(counts, str(league.players))
        case "pace":
            yield from _each({pace.value: phrases.pace_name(words, pace) for pace in Pace}, league.pace.value)
        case "entry":
            entries = {entry.value: words(f"league.entry.{entry.value}") for entry in Entry}
            yield from _each(entries, league.entry.value)
        case _:
            guests = {"yes": words("league.guests.yes"), "no": words("league.guests.no")}
            yield from _each(guests, "yes" if league.guests else "no")


def _each(labels: Mapping[str, str], now: str) -> Iterator[discord.SelectOption]:
    for value, label in labels.items():
        yield select_option(label, value, default=value == now)


def _games(words: Words, sight: SettingsSight) -> Iterator[discord.SelectOption]:
    """The built-in presets, and those that the server has named."""
    for one in presets():
        label, about = phrases.preset_name(words, one.name), words(f"preset.{one.name}.about")
        yield select_option(label, one.name, about, default=one.name == sight.league.preset)
    for own in sight.named:
        about = f"{phrases.preset_name(words, own.preset)} · {preset_summary(words, own)}"
        yield select_option(own.name, own.name, about)


def _roles(words: Words, league: League) -> ui.RoleSelect[Any]:
    kind = discord.SelectDefaultValueType.role
    return ui.RoleSelect(
        custom_id=str(PressId("league-roles", on_league(league.id))),
        placeholder=words("league.roles.pick"),
        max_values=ROLES_MOST,
        default_values=[discord.SelectDefaultValue(id=role, type=kind) for role in league.roles],
    )


def _ways(words: Words, sight: SettingsSight) -> Iterator[ui.Button[Any]]:
    about = on_league(sight.league.id)
    label = words("button.season-settings", season=season_name(words, sight.season))
    yield button(label, PressId("league-season", about), BLUE)
    if sight.is_organiser and not sight.season.is_open:
        label = words("button.begin-season", number=words.number(sight.season.number + 1))
        yield button(label, PressId("league-begin", about, sight.season.id))
    yield button(words("button.members"), PressId("league-members", about, values=("-", "")))


def matter_form(words: Words, league: League, name: str, typed: str) -> InputForm:
    """Asks for a name or a time zone."""
    title, about = words(f"league.matter.{name}"), words(f"league.matter.{name}.about")
    press = PressId("league-matter-typed", on_league(league.id), values=(name,))
    now = league.name if name == "name" else league.zone
    longest = 2 * LONGEST if name == "name" else 60
    return InputForm(title, press, text_field("value", title, about, default=typed or now, longest=longest))
