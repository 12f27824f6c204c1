"""What is said of the presets that a server has named.

The games that a server can choose from: the built-in presets, and those it has named itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

import discord

from bot.discordkit import panel
from bot.discordkit.boundary import Refusal
from bot.discordkit.interactions import PressId
from bot.discordkit.panel import Drawing, select_option
from bot.discordkit.routes import PICK
from bot.engine.registry import presets
from bot.engine.registry import presets as built_in
from bot.rules.ui.panel import first_page
from bot.tables.errors import TableError
from bot.tables.lobby import rules_of
from bot.tables.model import NamedPreset, TableFacts, name_key
from bot.tables.ports import PresetStore
from bot.telling import phrases
from bot.telling.phrases import shorten
from bot.words.catalogue import NAME_LONGEST, Words, clean, in_text, languages, tidy, words_for

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


def pick_game(words: Words, named: Iterable[NamedPreset]) -> panel.Part:
    """A select of all games, whose rules then are shown in its place."""
    options = game_options(words, named, "")
    for one in options:
        one.value = str(first_page(one.value))
    return panel.select(PressId(PICK, values=("game",)), words("rules.pick"), options)


def preset_summary(words: Words, preset: NamedPreset) -> str:
    """«4 players · 60 seconds a move»."""
    players = words.count("count.players", preset.players)
    return f"{players} · {phrases.pace_name(words, preset.pace)}"


CHOICES: Final = 25
"""How many a select or an autocompletion can offer
(https://discord.com/developers/docs/components/reference#string-select)."""


class Presets:
    """Finds and keeps them. Everything raises StoreError when the database fails."""

    def __init__(self, store: PresetStore) -> None:
        self._store = store
        self._saving = asyncio.Lock()

    @property
    def room(self) -> int:
        """How many presets a server can name, so that all can be offered."""
        return CHOICES - len(presets())

    async def named(self, guild_id: int | None) -> Sequence[NamedPreset]:
        """All that a server has named, by name."""
        return await self._store.presets(guild_id) if guild_id is not None else ()

    async def offered(self, guild_id: int | None) -> Sequence[NamedPreset]:
        """Those of them that can be chosen now. A later version may know their rules no longer, or have a
        built-in preset of that name."""
        found = [
            preset
            for preset in await self.named(guild_id)
            if preset.key not in _built_in() and is_playable(preset)
        ]
        return found[: self.room]

    async def meant(self, guild_id: int | None, text: str) -> str | NamedPreset:
        """The preset of that name: a built-in one's own name, or one that the server has named. Raises
        TableError ``unknown-preset``."""
        key = name_key(tidy(text))
        if key in _built_in():
            return _built_in()[key]
        for preset in await self.named(guild_id):
            if preset.key == key:
                return preset
        raise TableError("unknown-preset", preset=clean(text, "?"))

    async def save(self, guild_id: int, text: str, facts: TableFacts, *, replace: bool) -> NamedPreset:
        """Keep the rules of a table under a name; with ``replace`` also in place of others. Raises Refusal,
        TableError ``outdated-preset``."""
        name = tidy(text)
        if not name:
            raise Refusal("preset-name-empty")
        if len(name) > NAME_LONGEST:
            raise Refusal("preset-name-long", limit=NAME_LONGEST)
        preset = NamedPreset(guild_id, name, facts.preset, facts.players, facts.options, facts.pace)
        if preset.key in _built_in():
            raise Refusal("preset-built-in", name=in_text(name))
        rules_of(preset)
        async with self._saving:
            kept = {other.key for other in await self.named(guild_id)}
            if preset.key in kept and not replace:
                raise Refusal("preset-taken", name=in_text(name))
            if preset.key not in kept and len(kept) >= self.room:
                raise Refusal("too-many-presets", limit=self.room)
            await self._store.keep_preset(preset)
        return preset

    async def remove(self, guild_id: int, text: str) -> NamedPreset:
        """Forget a name; returns what it stood for. Raises Refusal."""
        key = name_key(tidy(text))
        for preset in await self.named(guild_id):
            if preset.key == key:
                await self._store.remove_preset(preset)
                return preset
        if key in _built_in():
            raise Refusal("preset-stays", name=in_text(clean(text, "?")))
        raise Refusal("no-such-preset", name=in_text(clean(text, "?")))


def is_playable(preset: NamedPreset) -> bool:
    """Whether this version knows its rules."""
    try:
        rules_of(preset)
    except TableError:
        return False
    return True


def _built_in() -> Mapping[str, str]:
    """The built-in presets by what they are called, in records and in every language."""
    return _called(tuple(preset.name for preset in presets()))


@lru_cache(maxsize=4)
def _called(names: tuple[str, ...]) -> Mapping[str, str]:
    """Made once: there are other presets only where a family was registered meanwhile."""
    called = {name_key(name): name for name in names}
    for language in languages():
        words = words_for(language)
        called |= {name_key(phrases.preset_name(words, name)): name for name in names}
    return called
