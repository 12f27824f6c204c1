"""The options of a table that has not begun, which its host alone sees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.engine.options import Option
from bot.robots.availability import offered
from bot.tables.model import NamedPreset, Pace, RobotPace, TableFacts
from bot.telling import phrases, robots
from bot.ui.discord.forms import InputForm, text_field
from bot.ui.discord.panel import RED, Drawing, Panel, button, select, select_option
from bot.ui.discord.press_ids import PressId
from bot.ui.ports import on_table
from bot.ui.presets.panel import game_options
from bot.ui.presets.presets import CHOICES
from bot.ui.table.lobby_panel import LobbySight, start_button
from bot.words.catalogue import Words


@dataclass(frozen=True, slots=True)
class Select:
    """What can be chosen in one place: the verb of its press and what that takes besides, what stands on it
    while it is closed, its values; ``disabled`` where it is not this table's to choose."""

    verb: str
    label: str
    offers: Iterable[discord.SelectOption]
    values: tuple[str, ...] = ()
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Warned:
    """A sentence about what was just refused or done, and the verb of the control it is about."""

    at: str
    said: str


def options(
    sight: LobbySight, named: Sequence[NamedPreset], chosen: str = "", warned: Warned | None = None
) -> Drawing:
    """The host's panel: game, players, clock, and any one option with its values; and *Start*. ``named`` are
    the presets of the server; ``chosen`` is the option being set; ``warned`` stands below what it is
    about."""
    words, table, is_leagues = sight.words, on_table(sight.facts.id), sight.facts.season_id is not None
    container: ui.Container[Any] = ui.Container(
        ui.TextDisplay(f"### {words('options.title', table=sight.facts.id)}\n{_hint(sight)}")
    )

    there = () if is_leagues else sight.rules.options
    option = next((option for option in there if option.name == chosen), None)
    at = warned.at if warned is not None else ""
    if at == "set-option" and option is None:
        at = "pick-option"  # the option is none of this game any more

    def add(verb: str, *items: ui.Item[Any]) -> None:
        for item in items:
            container.add_item(item)
        if warned is not None and at == verb:
            container.add_item(ui.TextDisplay(f"⚠️ {warned.said}"))

    for one in _selects(sight, named, chosen):
        add(one.verb, _drawn(sight, one))
    if option is not None:
        other = button(words("options.other"), PressId("type-option", table, values=(option.name,)))
        typed = [ui.ActionRow(other)] if option.parse is not None else []
        values = _drawn(sight, _values(sight, option))
        add("set-option", ui.TextDisplay(_about(sight, option)), values, *typed)
    if (sight.rules.changed and not is_leagues) or at == "reset-options":
        reset = button(words("options.reset"), PressId("reset-options", table), RED, disabled=is_leagues)
        add("reset-options", ui.ActionRow(reset))
    add("start-here", ui.ActionRow(start_button(sight, "start-here")))
    return Drawing(Panel(container))


def _hint(sight: LobbySight) -> str:
    """Who sees what is chosen here, and what is not to be chosen."""
    words, facts = sight.words, sight.facts
    if facts.season_id is not None:
        return words("options.hint-league", league=phrases.game_in_text(words, facts))
    return words("options.hint-private" if facts.is_private else "options.hint")


def _drawn(sight: LobbySight, one: Select) -> ui.ActionRow[Any]:
    press = PressId(one.verb, on_table(sight.facts.id), values=one.values)
    return select(press, one.label, [*one.offers][:CHOICES], disabled=one.disabled)


def _selects(sight: LobbySight, named: Sequence[NamedPreset], chosen: str) -> tuple[Select, ...]:
    """What can always be chosen, and which option is to be set."""
    words, facts, rules = sight.words, sight.facts, sight.rules
    players = (
        select_option(words.count("count.players", count), str(count), default=count == facts.players)
        for count in rules.preset.players
    )
    paces = (
        select_option(phrases.pace_name(words, pace), pace.value, default=pace == facts.pace) for pace in Pace
    )
    robot_paces = (
        select_option(words(f"robot-pace.{pace.value}"), pace.value, default=pace == facts.robot_pace)
        for pace in RobotPace
    )
    every = (_offered(sight, option, chosen) for option in rules.options)
    fixed = facts.season_id is not None
    game = facts.title or words("options.preset")
    games = game_options(words, named, facts.preset if fixed else facts.title or facts.preset)
    return (
        Select("set-preset", game, games, disabled=fixed),
        Select("set-players", words("options.players"), players),
        Select("set-pace", words("options.pace"), paces),
        *_robots(words, facts, single=not chosen),
        Select("set-robot-pace", words("options.robot-pace"), robot_paces),
        Select("pick-option", words("options.pick"), every, disabled=fixed),
    )


def _robots(words: Words, facts: TableFacts, *, single: bool) -> Iterator[Select]:
    """How well all robots play, and a ``single`` one, for which there is room while no option is being set;
    one to come is brought by choosing how well."""
    kinds, own = offered(), {number: one for number, one in enumerate(facts.seats) if one.user_id is None}
    mixed = any(seat.robot != facts.robots for seat in own.values())
    every = (
        select_option(
            words(f"robots.{kind}"),
            kind,
            words(f"robots.{kind}.about"),
            default=kind == facts.robots and not mixed,
        )
        for kind in kinds
    )
    yield Select("set-robots", words("options.robots-mixed" if mixed else "options.robots"), every)
    ones = [
        select_option(
            words("options.robot-as", name=seat.name, robot=robots.level(words, kind)), f"{number}-{kind}"
        )
        for number, seat in own.items()
        for kind in kinds
        if kind != seat.robot
    ]
    if len(facts.seats) < facts.players:
        ones += [
            select_option(
                words("options.robot-more", robot=robots.level(words, kind)), f"{len(facts.seats)}-{kind}"
            )
            for kind in kinds
        ]
    if ones and single:
        yield Select("set-robot", words("options.robot"), ones)


def _offered(sight: LobbySight, option: Option, chosen: str) -> discord.SelectOption:
    """An option to be set, with its value now."""
    words, rules = sight.words, sight.rules
    value = phrases.option_value(words, option.name, rules[option.name])
    about = words("options.idle-value", value=value) if option.unmet(rules.values) else value
    label = phrases.option_name(words, option.name)
    return select_option(label, option.name, about, default=option.name == chosen)


def _values(sight: LobbySight, option: Option) -> Select:
    """The values of an option, its value now among them also where it is none of those listed."""
    words, current = sight.words, sight.rules[option.name]
    listed = dict.fromkeys([*sight.rules.choices(option), current])
    offers = (
        select_option(phrases.option_value(words, option.name, value), value, default=value == current)
        for value in listed
    )
    return Select("set-option", phrases.option_name(words, option.name), offers, values=(option.name,))


def _about(sight: LobbySight, option: Option) -> str:
    """What an option is about, and why it changes nothing where it does not."""
    words = sight.words
    about = words(f"option.{option.name}.about")
    unmet = [
        words.either(phrases.option_with_value(words, name, value) for value in values)
        for name, values in option.unmet(sight.rules.values).items()
    ]
    return f"{about}\n-# {words('options.idle', needed=words.both(unmet))}" if unmet else about


def option_form(words: Words, table_id: int, option: str, current: str) -> InputForm:
    """Asks for a value that cannot be listed."""
    name, press = (
        phrases.option_name(words, option),
        PressId("typed-option", on_table(table_id), values=(option,)),
    )
    about = words(f"option.{option}.form")
    return InputForm(name, press, text_field("value", name, about, default=current, longest=40))


def dropped(now: LobbySight, before: TableFacts) -> str:
    """Which choices did not fit any longer when game or number of players changed; empty where all did."""
    gone = [
        phrases.option_with_value(now.words, name, value)
        for name, value in before.options.items()
        if now.rules.values.get(name) != value
    ]
    return now.words("options.dropped", options=now.words.both(gone)) if gone else ""
