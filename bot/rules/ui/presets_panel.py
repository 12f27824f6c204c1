"""What is said of the presets that a server has named."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import discord

from bot.discordkit import panel
from bot.discordkit.panel import Drawing, select_option
from bot.engine.registry import presets as built_in
from bot.tables.errors import TableError
from bot.tables.lobby import rules_of
from bot.tables.model import NamedPreset
from bot.telling import phrases
from bot.telling.fitting import shorten
from bot.words.catalogue import Words
from bot.words.names import in_text

ROOM: Final = 3500
"""Characters for all lines together
(https://discord.com/developers/docs/components/reference#text-display allows 4000 in a message)."""


def listed(words: Words, presets: Sequence[NamedPreset]) -> Drawing:
    """Each with its rules."""
    lines = [
        words(
            "presets.line",
            name=in_text(preset.name),
            rules=shorten(_rules(words, preset), max(60, ROOM // len(presets) - 60)),
        )
        for preset in presets
    ]
    text = "\n".join(lines) or words("presets.none")
    return panel.sentence(f"### {words('presets.title')}\n{text}")


def saved(words: Words, preset: NamedPreset) -> Drawing:
    """One has been saved, with these rules."""
    text = words("presets.saved", name=in_text(preset.name))
    return panel.sentence(f"{text}\n-# {_rules(words, preset)}")


def _rules(words: Words, preset: NamedPreset) -> str:
    try:
        changed = rules_of(preset).changed
    except TableError:
        return words("presets.outdated")
    parts = [phrases.preset_name(words, preset.preset), preset_summary(words, preset)]
    parts += [phrases.option_with_value(words, name, value) for name, value in changed.items()]
    return " · ".join(parts)


def game_options(
    words: Words, named: Iterable[NamedPreset], now: str, *, described: bool = True
) -> list[discord.SelectOption]:
    """The games that can be chosen: the built-in presets, and those that the server has ``named``; ``now`` is
    the name of the one that is. Where they are not ``described`` they stand by their names alone."""
    offers = [
        (phrases.preset_name(words, one.name), one.name, words(f"preset.{one.name}.about"))
        for one in built_in()
    ]
    for own in named:
        about = f"{phrases.preset_name(words, own.preset)} · {preset_summary(words, own)}"
        offers.append((own.name, own.name, about))
    return [
        select_option(label, name, about if described else "", default=name == now)
        for label, name, about in offers
    ]


def preset_summary(words: Words, preset: NamedPreset) -> str:
    """«4 players · 60 seconds a move»."""
    players = words.count("count.players", preset.players)
    return f"{players} · {phrases.pace_name(words, preset.pace)}"
