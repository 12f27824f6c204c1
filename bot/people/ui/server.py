"""The settings of a server, for those who manage it. What is chosen is kept at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar, Final

import discord
from discord import ui

from bot.discordkit.forms import PanelViewModel, Setting, SettingsPresses, settings_panel, value_buttons
from bot.discordkit.interactions import Interaction, PressId
from bot.discordkit.panel import Drawing, Part, button, pick, select
from bot.discordkit.people import People
from bot.discordkit.permissions import require_manager
from bot.discordkit.routes import Route, chosen
from bot.engine.registry import presets
from bot.people.chosen import AUTO, Value, text_of
from bot.people.settings import CHANNELS_MOST, Openers, ServerSettings
from bot.people.ui.preferences import language_name
from bot.rules.ui.presets import Presets, game_options
from bot.tables.model import NamedPreset, Pace
from bot.telling import phrases
from bot.words.catalogue import Words, in_text

NAMES: Final = ("language", "game", "pace", "openers", "channels", "trick_stays")
"""All settings, in the order in which they are shown."""

PLACES: Final = [discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.voice]


def server_settings(
    words: Words, settings: ServerSettings, named: Sequence[NamedPreset], opened: str = ""
) -> Drawing:
    """The panel. ``named`` are the server's own presets; ``opened`` is the setting being changed."""
    every = [_setting(words, settings, named, name) for name in NAMES]
    return settings_panel(
        words,
        (f"### {words('server.title')}", f"-# {words('server.hint')}"),
        every,
        listed=(one.line(words) for one in every),
        pick=PressId("server-pick"),
        opened=opened,
        controls=_controls(words, settings, named, opened),
        ways=[button(words("button.all-settings"), PressId("server-settings"))] if opened else (),
    )


def _setting(words: Words, settings: ServerSettings, named: Sequence[NamedPreset], name: str) -> Setting:
    key = name.replace("_", "-")
    value, plain = _chosen(words, settings, named, name)
    return Setting(name, words(f"server.{key}"), value, words(f"server.{key}.about"), plain)


def _chosen(
    words: Words, settings: ServerSettings, named: Sequence[NamedPreset], name: str
) -> tuple[str, str]:
    """What is chosen, in Markdown and without."""
    match name:
        case "game":
            return _game(words, settings.game, named, in_text), _game(words, settings.game, named, str)
        case "channels" if settings.channels:
            mentions = " ".join(f"<#{channel}>" for channel in settings.channels)
            return mentions, words.count("server.channels.some", len(settings.channels))
        case "channels":
            return words("server.channels.all"), ""
        case "openers" if settings.openers == Openers.ROLE and settings.role_id is not None:
            value = _value(words, name, settings.openers)
            return f"{value}: <@&{settings.role_id}>", value
        case _:
            return _value(words, name, getattr(settings, name)), ""


def _value(words: Words, name: str, value: Value) -> str:
    """A value of a list in words."""
    if name == "pace":
        return phrases.pace_name(words, Pace(value))
    if name == "language" and value != AUTO:
        return language_name(str(value))
    return words(f"server.value.{name}.{value}")


def _game(words: Words, game: str, named: Sequence[NamedPreset], shown: Callable[[str], str]) -> str:
    """A game's name; ``shown`` makes the server's own names fit to stand there."""
    if any(preset.name == game for preset in presets()):
        return phrases.preset_name(words, game)
    there = any(preset.name == game for preset in named)
    return shown(game) if there else words("server.game.gone", name=shown(game))


def _controls(
    words: Words, settings: ServerSettings, named: Sequence[NamedPreset], name: str
) -> Iterator[Part]:
    if name in (choices := settings.choices()):
        values = {text_of(value): _value(words, name, value) for value in choices[name]}
        yield from value_buttons("server-set", name, values, text_of(getattr(settings, name)))
    if name == "openers" and settings.openers == Openers.ROLE:
        now = () if settings.role_id is None else (settings.role_id,)
        yield pick(ui.RoleSelect, PressId("server-role"), words("server.role"), now)
    if name == "game":
        games = game_options(words, named, settings.game, described=False)
        yield select(PressId("server-game"), words("server.game"), games)
    if name == "channels":
        yield pick(
            ui.ChannelSelect,
            PressId("server-channels"),
            words("server.channels.pick"),
            settings.channels,
            channel_types=PLACES,
            max_values=CHANNELS_MOST,
        )
        anywhere = words("server.channels.all")
        yield button(anywhere, PressId("server-anywhere"), disabled=not settings.channels)


Change = Callable[[ServerSettings], ServerSettings]


class ServerPresses(SettingsPresses[PanelViewModel, ServerSettings]):
    """Handlers by verb."""

    names: ClassVar = NAMES

    def __init__(self, presets: Presets, people: People) -> None:
        super().__init__(people)
        self._presets = presets

    def routes(self) -> dict[str, Route[PanelViewModel]]:
        """Every verb of the panel."""
        route = partial(Route, who=_managed, private=True)
        return {
            "server-settings": route(self.show),
            "server-pick": route(self.pick),
            "server-set": route(self.set, values=(1, 2)),
            "server-game": route(self._game),
            "server-role": route(partial(self.picked, "openers")),
            "server-channels": route(partial(self.picked, "channels")),
            "server-anywhere": route(partial(self.emptied, "channels")),
        }

    async def drawing(self, interaction: Interaction) -> Drawing:
        """The panel of the server. Raises Refusal."""
        return await self._drawing(interaction, PanelViewModel())

    async def _drawing(self, interaction: Interaction, model: PanelViewModel) -> Drawing:
        guild_id = require_manager(interaction)
        words, settings = await self.people.words_of(interaction), await self.people.settings(guild_id)
        named = await self._presets.offered(guild_id)
        return server_settings(words, settings, named, model.opened)

    async def _choosing(
        self, interaction: Interaction, model: PanelViewModel, name: str, text: str
    ) -> Change:
        return lambda before: before.changed_to(name, text)

    def _picking(self, name: str, ids: tuple[int, ...]) -> Change:
        if name == "openers":
            return lambda before: replace(before, role_id=ids[0])
        return lambda before: replace(before, channels=ids[:CHANNELS_MOST])

    async def _changed(self, interaction: Interaction, model: PanelViewModel, change: Change) -> Drawing:
        await self.people.set_settings(require_manager(interaction), change)
        return await self._drawing(interaction, model)

    async def _game(self, interaction: Interaction, press: PressId, model: PanelViewModel) -> None:
        found = await self._presets.meant(require_manager(interaction), chosen(interaction))
        game = found if isinstance(found, str) else found.name
        await self.change(interaction, model, "game", lambda before: replace(before, game=game))


async def _managed(interaction: Interaction, press: PressId) -> PanelViewModel:
    """The panel, for those who manage the server."""
    require_manager(interaction)
    return PanelViewModel()
