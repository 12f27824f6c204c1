"""What organisers settle of a league itself (L1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import ClassVar

from bot.discordkit.boundary import answer
from bot.discordkit.forms import InputForm, SettingsPresses
from bot.discordkit.interactions import Interaction
from bot.discordkit.panel import Drawing
from bot.discordkit.people import People
from bot.discordkit.permissions import ServerPresence
from bot.discordkit.ports import SubjectKind
from bot.discordkit.press_ids import PressId
from bot.discordkit.routes import Route
from bot.leagues.model import League
from bot.leagues.service import Clubs, Roll
from bot.leagues.ui import settings_panel as panels
from bot.leagues.ui.founding import played
from bot.leagues.ui.organisers import is_organiser, require_organiser
from bot.leagues.ui.season_settings import TYPED_LETTERS
from bot.leagues.ui.settings_panel import MATTERS, ROLES_MOST, SettingsSight
from bot.leagues.ui.visits import league_of
from bot.rules.ui.presets import Presets
from bot.words.catalogue import Words

Change = Callable[[League], League]


class LeagueSettings(SettingsPresses[SettingsSight, League]):
    """Handlers by verb; what commands ask for has a method each."""

    names: ClassVar = MATTERS
    typed_names: ClassVar = [one.name for one in MATTERS.values() if one.longest]
    letters: ClassVar = TYPED_LETTERS

    def __init__(
        self, clubs: Clubs, roll: Roll, people: People, presets: Presets, presence: ServerPresence
    ) -> None:
        super().__init__(people)
        self._clubs = clubs
        self._roll = roll
        self._presets = presets
        self._presence = presence

    def routes(self) -> dict[str, Route[SettingsSight]]:
        """Every verb."""
        route = partial(Route, who=self._changing, about=SubjectKind.LEAGUE, private=True)
        return {
            "league-settings": Route(self.show, self._pressed, SubjectKind.LEAGUE, private=True),
            "league-matter": route(self.pick),
            "league-matter-set": route(self.set, values=(1, 2)),
            "league-matter-type": route(self.type),
            "league-matter-typed": route(self.type_in, values=1),
            "league-roles": route(partial(self.picked, "roles")),
            "league-no-roles": route(partial(self.emptied, "roles")),
        }

    async def settings(self, interaction: Interaction, name: str | None) -> None:
        """The panel, for whoever asks alone; organisers change things there. Raises ClubError."""
        league = await self._clubs.meant(interaction.guild_id, interaction.user.id, name)
        await answer(interaction, await self._drawing(interaction, await self._sight(interaction, league)))

    async def _sight(self, interaction: Interaction, league: League) -> SettingsSight:
        season = await self._clubs.season(league)
        return SettingsSight(league, season, is_organiser=is_organiser(interaction, league))

    async def _pressed(self, interaction: Interaction, press: PressId) -> SettingsSight:
        return await self._sight(interaction, await league_of(self._clubs, interaction, press))

    async def _changing(self, interaction: Interaction, press: PressId) -> SettingsSight:
        sight = await self._pressed(interaction, press)
        require_organiser(interaction, sight.league)
        return sight

    async def _drawing(self, interaction: Interaction, sight: SettingsSight) -> Drawing:
        league = sight.league
        if sight.opened == "game":
            sight = replace(sight, named=await self._presets.offered(league.guild_id))
        elif not sight.opened and await self._presence.is_gone(interaction.guild, league.creator) is True:
            sight = replace(sight, creator_gone=True)
        return panels.settings(await self.people.words_of(interaction), sight)

    async def _choosing(self, interaction: Interaction, sight: SettingsSight, name: str, text: str) -> Change:
        if name == "game":
            found = played(await self._presets.meant(interaction.guild_id, text))
            return lambda league: replace(
                league, preset=found.preset, players=found.players, options=found.options
            )
        return _with(name, text)

    def _picking(self, name: str, ids: tuple[int, ...]) -> Change:
        return lambda league: replace(league, roles=ids[:ROLES_MOST])

    def _typing(self, words: Words, sight: SettingsSight, typed: tuple[str, ...]) -> Change:
        return _with(sight.opened, typed[0])

    def _form(self, words: Words, sight: SettingsSight) -> InputForm:
        return panels.matter_form(words, sight)

    async def _changed(self, interaction: Interaction, sight: SettingsSight, change: Change) -> Drawing:
        league = await self._roll.change(sight.league.id, interaction.guild_id, change)
        return await self._drawing(interaction, replace(sight, league=league))


def _with(name: str, text: str) -> Change:
    """A league with that value of a setting."""
    made = MATTERS[name].changed
    return lambda league: made(league, text)
