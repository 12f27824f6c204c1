"""The lobby: who sits, what will be played, how long it takes; and the options of a table that has not
begun."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.engine.options import Option, Rules
from bot.engine.registry import new_game, presets
from bot.tables.lobby import ROBOT_KINDS
from bot.tables.model import NamedPreset, Pace, TableFacts
from bot.ui import phrases
from bot.ui.custom_ids import PressId
from bot.ui.panel import BLUE, GREEN, GREY, RED, Drawing, Panel, button, rows, select, select_option
from bot.ui.panels.presets import preset_summary
from bot.words.catalogue import Words
from bot.words.names import in_text

SECONDS_A_CARD: Final = 2.5
SECONDS_A_DEAL: Final = 30.0


def lobby(words: Words, facts: TableFacts, rules: Rules, commitment: str, by_dm: Collection[int]) -> Drawing:
    """The message in the channel while seats fill. ``by_dm`` are the people whose direct messages are
    open."""
    full = len(facts.seats) == facts.players
    heading = words("lobby.title", preset=phrases.game_in_text(words, facts), table=facts.id)
    container: ui.Container[Any] = ui.Container(
        ui.TextDisplay(f"### {heading}\n{_length(words, rules)} · {phrases.pace_name(words, facts.pace)}"),
        ui.TextDisplay(_seats(words, facts, by_dm)),
        accent_colour=discord.Colour(0x2F6B4F),
    )
    changed = _changed(words, rules)
    if changed:
        container.add_item(ui.TextDisplay(changed))
    container.add_item(ui.Separator())
    buttons = [
        button(words("button.join"), PressId("join", facts.id), GREEN, disabled=full),
        button(words("button.leave"), PressId("leave", facts.id)),
        button(words("button.add-robot"), PressId("add-robot", facts.id), disabled=full),
        button(words("button.options"), PressId("options", facts.id)),
        button(words("button.start"), PressId("start", facts.id), BLUE if full else GREY, disabled=not full),
    ]
    if any(seat.user_id is None for seat in facts.seats):
        buttons.insert(3, button(words("button.remove-robot"), PressId("remove-robot", facts.id)))
    for row in rows(buttons, 3):
        container.add_item(row)
    container.add_item(ui.TextDisplay(_sealed(words, facts, commitment)))
    return Drawing(Panel(container))


def over(words: Words, facts: TableFacts) -> Drawing:
    """What stays of a lobby that has started or was closed."""
    key = "lobby.started" if facts.started_at is not None else "lobby.closed"
    text = words(key, preset=phrases.game_in_text(words, facts), table=facts.id)
    return Drawing(Panel(ui.Container(ui.TextDisplay(text))), final=True)


def _sealed(words: Words, facts: TableFacts, commitment: str) -> str:
    """What the cards will follow from, in public before they are dealt (docs/dealing.md)."""
    lines = [words("lobby.commitment", commitment=commitment)]
    presses = [str(seat.press_id) for seat in facts.seats if seat.press_id is not None]
    if presses:
        lines.append(words("lobby.presses", presses=", ".join(presses)))
    return "\n".join(f"-# {line}" for line in lines)


def _length(words: Words, rules: Rules) -> str:
    game = new_game(rules, 0)
    deals, cards = game.view(None).deals, game.pack.bit_count()
    seconds = deals * (cards * SECONDS_A_CARD + SECONDS_A_DEAL)
    minutes = max(5, 5 * round(seconds / 300))
    return words("lobby.length", deals=words.count("count.deals", deals), minutes=words.number(minutes))


def _seats(words: Words, facts: TableFacts, by_dm: Collection[int]) -> str:
    lines: list[str] = []
    for number in range(facts.players):
        if number >= len(facts.seats):
            lines.append(words("lobby.seat-free", number=number + 1))
            continue
        seat = facts.seats[number]
        name = in_text(seat.name)
        if seat.user_id is None:
            lines.append(words("lobby.seat-robot", number=number + 1, name=name))
            continue
        notes = [words("seat.host")] if seat.user_id == facts.host_id else []
        notes.append(words("lobby.by-dm" if seat.user_id in by_dm else "lobby.in-channel"))
        lines.append(words("lobby.seat", number=number + 1, name=name, notes=" · ".join(notes)))
    free = facts.players - len(facts.seats)
    closing = words.count("lobby.waiting", free) if free else words("lobby.ready")
    return "\n".join([*lines, closing])


def _changed(words: Words, rules: Rules) -> str:
    return "\n".join(
        f"- {phrases.option_with_value(words, name, value)}" for name, value in rules.changed.items()
    )


def dropped(words: Words, before: TableFacts, rules: Rules) -> str:
    """Which choices did not fit any longer when game or number of players changed; empty where all did."""
    gone = [
        phrases.option_with_value(words, name, value)
        for name, value in before.options.items()
        if rules.values.get(name) != value
    ]
    return "⚠️ " + words("options.dropped", options=words.both(gone)) if gone else ""


def options(
    words: Words,
    facts: TableFacts,
    rules: Rules,
    named: Sequence[NamedPreset],
    chosen: str = "",
    said: str = "",
) -> Drawing:
    """The host's panel: game, players, clock, and any one option with its values. ``named`` are the presets
    of the server; ``chosen`` is the option being set; ``said`` is a sentence about what was just refused or
    done."""
    container: ui.Container[Any] = ui.Container(
        ui.TextDisplay(f"### {words('options.title', table=facts.id)}\n{said or words('options.hint')}")
    )
    container.add_item(
        select(
            PressId("set-preset", facts.id),
            facts.title or words("options.preset"),
            _games(words, facts, named),
        )
    )
    container.add_item(
        select(
            PressId("set-players", facts.id),
            words("options.players"),
            [
                select_option(
                    label=words.count("count.players", players),
                    value=str(players),
                    default=players == facts.players,
                )
                for players in rules.preset.players
            ],
        )
    )
    container.add_item(
        select(
            PressId("set-pace", facts.id),
            words("options.pace"),
            [
                select_option(
                    label=phrases.pace_name(words, pace), value=pace.value, default=pace == facts.pace
                )
                for pace in Pace
            ],
        )
    )
    container.add_item(
        select(
            PressId("set-robots", facts.id),
            words("options.robots"),
            [
                select_option(label=words(f"robots.{kind}"), value=kind, default=kind == facts.robots)
                for kind in ROBOT_KINDS
            ],
        )
    )
    container.add_item(
        select(
            PressId("pick-option", facts.id),
            words("options.pick"),
            [_option_choice(words, rules, option, chosen) for option in rules.options][:25],
        )
    )
    option = next((option for option in rules.options if option.name == chosen), None)
    if option is not None:
        container.add_item(ui.TextDisplay(_about(words, rules, option)))
        container.add_item(_values(words, facts, rules, option))
        if option.parse is not None:
            other = button(words("options.other"), PressId("type-option", facts.id, value=option.name))
            container.add_item(ui.ActionRow(other))
    if rules.changed:
        reset = button(words("options.reset"), PressId("reset-options", facts.id), RED)
        container.add_item(ui.ActionRow(reset))
    return Drawing(Panel(container))


def _games(words: Words, facts: TableFacts, named: Sequence[NamedPreset]) -> list[discord.SelectOption]:
    built_in = [
        select_option(
            label=phrases.preset_name(words, preset.name),
            value=preset.name,
            description=words(f"preset.{preset.name}.about"),
            default=not facts.title and preset.name == facts.preset,
        )
        for preset in presets()
    ]
    return built_in + [
        select_option(
            label=preset.name,
            value=preset.name,
            description=f"{phrases.preset_name(words, preset.preset)} · {preset_summary(words, preset)}",
            default=preset.name == facts.title,
        )
        for preset in named
    ]


def _about(words: Words, rules: Rules, option: Option) -> str:
    """What an option is about, and why it changes nothing where it does not."""
    about = words(f"option.{option.name}.about")
    unmet = [
        words.either(phrases.option_with_value(words, name, value) for value in values)
        for name, values in option.unmet(rules.values).items()
    ]
    return f"{about}\n-# {words('options.idle', needed=words.both(unmet))}" if unmet else about


def _option_choice(words: Words, rules: Rules, option: Option, chosen: str) -> discord.SelectOption:
    value = phrases.option_value(words, option.name, rules[option.name])
    return select_option(
        label=phrases.option_name(words, option.name),
        value=option.name,
        description=words("options.idle-value", value=value) if option.unmet(rules.values) else value,
        default=option.name == chosen,
    )


def _values(words: Words, facts: TableFacts, rules: Rules, option: Option) -> ui.ActionRow[Any]:
    current = rules[option.name]
    listed = [*rules.choices(option)]
    if current not in listed:
        listed.append(current)
    return select(
        PressId("set-option", facts.id, value=option.name),
        phrases.option_name(words, option.name),
        [
            select_option(
                label=phrases.option_value(words, option.name, value),
                value=value,
                default=value == current,
            )
            for value in listed
        ][:25],
    )
