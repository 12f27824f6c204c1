"""The settings of a season: looked at, changed after a look at what that would do (L2)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from bot.clubs.clubs import Clubs
from bot.clubs.errors import ClubError
from bot.clubs.model import League
from bot.leagues.moves import moves
from bot.leagues.offered import takes_typing, with_typed
from bot.leagues.presets import preset_of
from bot.leagues.settings import LEGAL, SeasonSettings
from bot.telling.league.people import names_of
from bot.ui.discord.boundary import Refusal, redraw, sentence_for
from bot.ui.discord.forms import InputForm, Interaction, SettingsPresses, one_of
from bot.ui.discord.panel import Drawing
from bot.ui.discord.people import People
from bot.ui.discord.permissions import is_organiser
from bot.ui.discord.press_ids import PressId
from bot.ui.discord.routes import Handler, chosen, require_private
from bot.ui.league import season_panel as panels
from bot.ui.league.organisers import require_organiser
from bot.ui.league.season_panel import PRESET, Proposal, SeasonSight
from bot.ui.ports import SubjectKind
from bot.words.catalogue import Words

Change = Callable[[SeasonSettings], SeasonSettings]


class SeasonPresses(SettingsPresses[SeasonSight, SeasonSettings]):
    """Handlers by verb."""

    names: ClassVar = (PRESET, *LEGAL)
    typed_names: ClassVar = [*filter(takes_typing, LEGAL)]
    letters: ClassVar = panels.TYPED_LETTERS

    def __init__(self, clubs: Clubs, people: People) -> None:
        super().__init__(people)
        self._clubs = clubs

    def handlers(self) -> dict[str, Handler]:
        """Every verb."""
        return {
            "league-season": self._overview,
            "league-setting": self._open,
            "league-set": self.set,
            "league-type": self.type,
            "league-typed": self.type_in,
            "league-keep": self._keep,
        }

    async def _overview(self, interaction: Interaction, press: PressId) -> None:
        await redraw(interaction, await self._drawing(interaction, await self._sight(interaction, press)))

    async def _open(self, interaction: Interaction, press: PressId) -> None:
        """From the list of them, or back from a change that is not to be kept; whoever may change nothing
        looks at them too."""
        sight = await self._sight(interaction, press)
        name = one_of(self.names, press.value if press.values else chosen(interaction))
        await redraw(interaction, await self._drawing(interaction, replace(sight, opened=name)))

    async def _keep(self, interaction: Interaction, press: PressId) -> None:
        """Keep what was looked at, where the settings are still those that it was made from; else the panel
        is made anew, and says so."""
        sight = await self._changing(interaction, press)
        words, before = await self.words(interaction), sight.season.settings
        seen, name, text = press.taking(3)
        after = (await self._choosing(interaction, sight, one_of(self.names, name), text))(before)
        try:
            if panels.digest(before) != seen:
                raise ClubError("settings-changed")
            await self._clubs.seasons.change_settings(sight.season.id, before, after)
        except ClubError as error:
            said = f"⚠️ {sentence_for(words, error)}"
        else:
            said = words("league.change.kept")
        now = replace(await self._sight(interaction, press), opened=name, said=said)
        await redraw(interaction, await self._drawing(interaction, now))

    # --- what all of it takes

    async def _sight(self, interaction: Interaction, press: PressId) -> SeasonSight:
        require_private(interaction)
        league: League = await self._clubs.get(press.about(SubjectKind.LEAGUE), interaction.guild_id)
        season = await self._clubs.season(league, press.seq or None)
        return SeasonSight(league, season, is_organiser(interaction, league))

    async def _changing(self, interaction: Interaction, press: PressId) -> SeasonSight:
        """The same for who may change it. Raises ClubError ``not-organiser``, ``season-closed``."""
        sight = await self._sight(interaction, press)
        require_organiser(interaction, sight.league)
        if not sight.season.is_open:
            raise ClubError("season-closed")
        return sight

    async def _drawing(self, interaction: Interaction, sight: SeasonSight) -> Drawing:
        return panels.settings(await self.words(interaction), sight)

    async def _choosing(self, interaction: Interaction, sight: SeasonSight, name: str, text: str) -> Change:
        after = panels.proposed(sight.season.settings, name, text)
        if after is None:
            raise Refusal("unknown-button")
        return lambda _: after

    def _typing(self, words: Words, sight: SeasonSight, typed: tuple[str, ...]) -> Change:
        def change(before: SeasonSettings) -> SeasonSettings:
            after = with_typed(before, sight.opened, typed[0])
            if after is None:
                raise ClubError("typed-no-value")
            return after

        return change

    def _form(self, words: Words, sight: SeasonSight) -> InputForm:
        return panels.value_form(words, sight)

    async def _changed(self, interaction: Interaction, sight: SeasonSight, change: Change) -> Drawing:
        """What a change would do is shown before it is kept; what changes nothing is only said. Raises
        ClubError ``typed-too-long``."""
        words, season, name = await self.words(interaction), sight.season, sight.opened
        before, after = season.settings, change(season.settings)
        text = preset_of(after) if name == PRESET else panels.shortest(name, before, after)
        if text is None:
            raise ClubError("typed-too-long")
        if after == before:
            return panels.settings(words, replace(sight, said=words("league.change.none")))
        whole = await self._clubs.seasons.whole(season.id)
        found = await asyncio.to_thread(moves, whole, after)
        return panels.preview(words, sight, Proposal(name, text, after, found, names_of(whole)))
