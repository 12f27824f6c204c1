"""Making a league (L1)."""

from __future__ import annotations

import logging
from typing import Final

from bot.discordkit import panel
from bot.discordkit.boundary import answer
from bot.discordkit.interactions import Interaction
from bot.discordkit.people import People
from bot.discordkit.presses import First, press_of
from bot.engine.registry import preset_named
from bot.leagues.levels import season_levels
from bot.leagues.model import ClubMember, Entry, League, SeasonFacts
from bot.leagues.season.settings import SeasonSettings
from bot.leagues.service import Clubs, checked
from bot.leagues.ui import league_panel as panels
from bot.leagues.ui.organisers import Notices, require_may_create
from bot.people.chosen import AUTO
from bot.people.quiet_hours import usual_zone
from bot.rules.ui.presets import Presets
from bot.tables.lobby import rules_of
from bot.tables.model import NamedPreset, Pace
from bot.words.names import in_text, tidy

log = logging.getLogger(__name__)


USUAL_PLAYERS: Final = 4


class Founding:
    """See the module."""

    def __init__(self, clubs: Clubs, people: People, presets: Presets, notices: Notices) -> None:
        self._clubs = clubs
        self._people = people
        self._presets = presets
        self._notices = notices

    async def create(self, interaction: Interaction, name: str, game: str, entry: Entry) -> None:
        """Make a league with its first season; whoever does organises it, and is its first member. Everybody
        here reads of it. Raises ClubError ``may-not-create``, ``name-taken``, ``name-empty``, ``name-long``,
        TableError ``unknown-preset``, ``outdated-preset``."""
        press_of(interaction).expected = First.POST
        player = await self._people.met(interaction)
        settings = await self._people.settings(interaction.guild_id)
        guild_id = require_may_create(interaction, settings)
        chosen = played(await self._presets.meant(guild_id, game))
        league = League(
            id=0,
            guild_id=guild_id,
            name=checked(tidy(name)),
            preset=chosen.preset,
            players=chosen.players,
            zone=usual_zone(_locale(interaction) if settings.language == AUTO else settings.language),
            creator=player.user_id,
            created_at=self._clubs.time.now(),
            options=chosen.options,
            pace=chosen.pace,
            entry=entry,
        )
        made = await self._kept(league, player.name)
        log.info("league %d was made", made.id)
        words = await self._people.words(player.user_id)
        everybody = await self._people.guild_words(guild_id)
        told = panel.sentence(words("league.made", league=in_text(made.name)))
        posted = panels.announced(everybody, made, await self._clubs.season(made), 1)
        if await self._notices.post(interaction, posted, told):
            await answer(interaction, told)

    async def _kept(self, league: League, creator: str) -> League:
        today = self._clubs.today(league)
        season = SeasonFacts(0, 0, 1, "", SeasonSettings(), today, levels=season_levels(league))
        member = ClubMember(0, str(league.creator), creator, league.creator, league.created_at, today)
        return await self._clubs.leagues.create(league, season, member)


def _locale(interaction: Interaction) -> str:
    """The server's, as Discord has it."""
    return str(interaction.guild_locale or interaction.locale)


def played(found: str | NamedPreset) -> NamedPreset:
    """What is played, with players and pace. Raises TableError ``outdated-preset``."""
    if isinstance(found, str):
        offered = preset_named(found).players
        players = USUAL_PLAYERS if USUAL_PLAYERS in offered else min(offered)
        return NamedPreset(0, found, found, players, {}, Pace.NONE)
    rules_of(found)
    return found
