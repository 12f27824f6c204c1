"""The settings of a season: looked at, changed after a look at what that would do (L2)."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import discord

from bot.clubs.clubs import Clubs
from bot.clubs.errors import ClubError
from bot.clubs.model import League
from bot.leagues.moves import moves
from bot.leagues.offered import takes_typing, with_typed
from bot.leagues.settings import LEGAL, SeasonSettings
from bot.telling.league.people import names_of
from bot.ui.discord.boundary import Refusal, open_form, redraw, sentence_for
from bot.ui.discord.people import People
from bot.ui.discord.permissions import is_organiser
from bot.ui.discord.press_ids import PressId, fit_for_id
from bot.ui.discord.routes import Handler, chosen, filled, require_private
from bot.ui.league import season_panel as panels
from bot.ui.league.organisers import require_organiser
from bot.ui.league.season_panel import PRESET, Proposal, SeasonSight
from bot.ui.ports import SubjectKind
from bot.words.catalogue import Words
from bot.words.names import quoted, tidy

Interaction = discord.Interaction[Any]


class SeasonPresses:
    """Handlers by verb."""

    def __init__(self, clubs: Clubs, people: People) -> None:
        self._clubs = clubs
        self._people = people

    def handlers(self) -> dict[str, Handler]:
        """Every verb."""
        return {
            "league-season": self._overview,
            "league-setting": self._open,
            "league-set": self._set,
            "league-type": self._type,
            "league-typed": self._typed,
            "league-keep": self._keep,
        }

    async def _overview(self, interaction: Interaction, press: PressId) -> None:
        words, sight = await self._sight(interaction, press)
        await redraw(interaction, panels.overview(words, sight))

    async def _open(self, interaction: Interaction, press: PressId) -> None:
        """From the list of them, or back from a change that is not to be kept."""
        words, sight = await self._sight(interaction, press)
        name = press.value if press.values else chosen(interaction)
        if name != PRESET:
            _require_setting(name)
        await redraw(interaction, panels.opened(words, sight, name))

    async def _set(self, interaction: Interaction, press: PressId) -> None:
        words, sight = await self._changing(interaction, press)
        await self._preview(interaction, words, sight, press.value, chosen(interaction))

    async def _type(self, interaction: Interaction, press: PressId) -> None:
        words, sight = await self._changing(interaction, press)
        name, typed = press.taking(2)
        _require_typed(name)
        await open_form(interaction, panels.value_form(words, replace(sight, typed=typed), name))

    async def _typed(self, interaction: Interaction, press: PressId) -> None:
        """What is typed wrong is said, and is there to be typed on."""
        words, sight = await self._changing(interaction, press)
        name, typed = press.value, tidy(filled(interaction).get("value", ""))
        _require_typed(name)
        try:
            text = _written(sight.season.settings, name, typed)
        except ClubError as error:
            said = words("league.typed-wrong", typed=quoted(typed), reason=sentence_for(words, error))
            kept = replace(sight, said=f"⚠️ {said}", typed=fit_for_id(typed, panels.TYPED_LETTERS))
            await redraw(interaction, panels.opened(words, kept, name))
            return
        await self._preview(interaction, words, sight, name, text)

    async def _preview(
        self, interaction: Interaction, words: Words, sight: SeasonSight, name: str, text: str
    ) -> None:
        """What a change would do is shown before it is kept; what changes nothing is only said."""
        season = sight.season
        after = panels.proposed(season.settings, name, text)
        if after is None:
            raise Refusal("unknown-button")
        if after == season.settings:
            said = words("league.change.none")
            await redraw(interaction, panels.opened(words, replace(sight, said=said), name))
            return
        whole = await self._clubs.seasons.whole(season.id)
        found = await asyncio.to_thread(moves, whole, after)
        proposal = Proposal(name, text, after, found, names_of(whole))
        await redraw(interaction, panels.preview(words, sight, proposal))

    async def _keep(self, interaction: Interaction, press: PressId) -> None:
        """Keep what was looked at, where the settings are still those that it was made from; else the panel
        is made anew, and says so."""
        words, sight = await self._changing(interaction, press)
        seen, name, text = press.taking(3)
        before = sight.season.settings
        after = panels.proposed(before, name, text)
        if after is None:
            raise Refusal("unknown-button")
        try:
            if panels.digest(before) != seen:
                raise ClubError("settings-changed")
            await self._clubs.seasons.change_settings(sight.season.id, before, after)
        except ClubError as error:
            said = f"⚠️ {sentence_for(words, error)}"
        else:
            said = words("league.change.kept")
        words, sight = await self._sight(interaction, press)
        await redraw(interaction, panels.opened(words, replace(sight, said=said), name))

    # --- what all of it takes

    async def _sight(self, interaction: Interaction, press: PressId) -> tuple[Words, SeasonSight]:
        require_private(interaction)
        words = await self._people.words((await self._people.met(interaction)).user_id)
        league: League = await self._clubs.get(press.about(SubjectKind.LEAGUE), interaction.guild_id)
        season = await self._clubs.season(league, press.seq or None)
        return words, SeasonSight(league, season, is_organiser(interaction, league))

    async def _changing(self, interaction: Interaction, press: PressId) -> tuple[Words, SeasonSight]:
        """The same for who may change it. Raises ClubError ``not-organiser``, ``season-closed``."""
        words, sight = await self._sight(interaction, press)
        require_organiser(interaction, sight.league)
        if not sight.season.is_open:
            raise ClubError("season-closed")
        return words, sight


def _require_setting(name: str) -> None:
    if name not in LEGAL:
        raise Refusal("unknown-button")


def _require_typed(name: str) -> None:
    _require_setting(name)
    if not takes_typing(name):
        raise Refusal("unknown-button")


def _written(settings: SeasonSettings, name: str, typed: str) -> str:
    """What was typed for a setting, as the id of a button can carry it. Raises ClubError ``typed-no-value``,
    ``typed-too-long``."""
    after = with_typed(settings, name, typed)
    if after is None:
        raise ClubError("typed-no-value")
    text = panels.shortest(name, settings, after)
    if text is None:
        raise ClubError("typed-too-long")
    return text
