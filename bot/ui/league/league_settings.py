"""What organisers settle of a league itself (L1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import discord

from bot.clubs.clubs import Clubs
from bot.clubs.errors import ClubError
from bot.clubs.model import Entry, League
from bot.clubs.roll import Roll, checked
from bot.engine.errors import RuleViolation
from bot.engine.registry import make_rules
from bot.people.zones import zone_named
from bot.tables.errors import TableError
from bot.tables.model import Pace
from bot.ui.discord.boundary import Refusal, answer, open_form, redraw, sentence_for
from bot.ui.discord.panel import Drawing
from bot.ui.discord.people import People
from bot.ui.discord.permissions import ServerPresence, is_organiser
from bot.ui.discord.press_ids import PressId, fit_for_id
from bot.ui.discord.routes import Handler, chosen, chosen_ids, filled, require_private
from bot.ui.league import settings_panel as panels
from bot.ui.league.founding import played
from bot.ui.league.organisers import require_organiser
from bot.ui.league.season_panel import TYPED_LETTERS
from bot.ui.league.settings_panel import NAMES, ROLES_MOST, TYPED, SettingsSight
from bot.ui.ports import SubjectKind
from bot.ui.presets.presets import Presets
from bot.words.catalogue import Words
from bot.words.names import quoted, tidy

Interaction = discord.Interaction[Any]
Change = Callable[[League], League]

_GUESTS: Final = {"yes": True, "no": False}


class LeagueSettings:
    """Handlers by verb; what commands ask for has a method each."""

    def __init__(
        self, clubs: Clubs, roll: Roll, people: People, presets: Presets, presence: ServerPresence
    ) -> None:
        self._clubs = clubs
        self._roll = roll
        self._people = people
        self._presets = presets
        self._presence = presence

    def handlers(self) -> dict[str, Handler]:
        """Every verb."""
        return {
            "league-settings": self._open,
            "league-matter": self._pick,
            "league-matter-set": self._set,
            "league-matter-type": self._type,
            "league-matter-typed": self._typed,
            "league-roles": self._set_roles,
            "league-no-roles": self._no_roles,
        }

    async def settings(self, interaction: Interaction, name: str | None) -> None:
        """The panel, for whoever asks alone; organisers change things there. Raises ClubError."""
        words = await self._words(interaction)
        league = await self._clubs.meant(interaction.guild_id, interaction.user.id, name)
        await answer(interaction, await self._drawing(interaction, words, league))

    async def _drawing(
        self,
        interaction: Interaction,
        words: Words,
        league: League,
        opened: str = "",
        said: str = "",
        typed: str = "",
    ) -> Drawing:
        sight = SettingsSight(
            league=league,
            season=await self._clubs.season(league),
            named=await self._presets.offered(league.guild_id) if opened == "game" else (),
            is_organiser=is_organiser(interaction, league),
            creator_gone=not opened
            and await self._presence.is_gone(interaction.guild, league.creator) is True,
            opened=opened,
            said=said,
            typed=typed,
        )
        return panels.settings(words, sight)

    async def _open(self, interaction: Interaction, press: PressId) -> None:
        require_private(interaction)
        words = await self._words(interaction)
        await redraw(
            interaction, await self._drawing(interaction, words, await self._league(interaction, press))
        )

    async def _pick(self, interaction: Interaction, press: PressId) -> None:
        league, words = await self._organised(interaction, press)
        name = _one_of(NAMES, chosen(interaction))
        await redraw(interaction, await self._drawing(interaction, words, league, name))

    async def _set(self, interaction: Interaction, press: PressId) -> None:
        name, text = _one_of(NAMES, press.value), chosen(interaction)
        await self._change(interaction, press, name, await self._choosing(interaction, name, text))

    async def _choosing(self, interaction: Interaction, name: str, text: str) -> Change:
        """What a choice makes of a league. Raises Refusal for what is none."""
        match name:
            case "game":
                found = played(await self._presets.meant(interaction.guild_id, text))
                return lambda league: replace(
                    league, preset=found.preset, players=found.players, options=found.options
                )
            case "players" if text.isascii() and text.isdecimal():
                return lambda league: _with_players(league, int(text))
            case "pace" if text in set(Pace):
                return lambda league: replace(league, pace=Pace(text))
            case "entry" if text in set(Entry):
                return lambda league: replace(league, entry=Entry(text))
            case "guests" if text in _GUESTS:
                return lambda league: replace(league, guests=_GUESTS[text])
            case _:
                raise Refusal("unknown-button")

    async def _type(self, interaction: Interaction, press: PressId) -> None:
        name, typed = press.taking(2)
        league, words = await self._organised(interaction, press)
        form = panels.matter_form(words, league, _one_of(TYPED, name), typed)
        await open_form(interaction, form)

    async def _typed(self, interaction: Interaction, press: PressId) -> None:
        name, text = _one_of(TYPED, press.value), tidy(filled(interaction).get("value", ""))

        def change(league: League) -> League:
            if name == "name":
                return replace(league, name=checked(text))
            return replace(league, zone=zone_named(text))

        await self._change(interaction, press, name, change, text)

    async def _set_roles(self, interaction: Interaction, press: PressId) -> None:
        roles = tuple(chosen_ids(interaction)[:ROLES_MOST])
        await self._change(interaction, press, "roles", lambda league: replace(league, roles=roles))

    async def _no_roles(self, interaction: Interaction, press: PressId) -> None:
        await self._change(interaction, press, "roles", lambda league: replace(league, roles=()))

    async def _change(
        self, interaction: Interaction, press: PressId, name: str, change: Change, typed: str = ""
    ) -> None:
        """Keep a change and show the panel with it; what cannot be stands there with the reason."""
        league, words = await self._organised(interaction, press)
        said = ""
        try:
            league = await self._roll.change(league.id, interaction.guild_id, change)
        except (ClubError, TableError) as error:
            said = sentence_for(words, error)
            if typed:
                said = words("league.typed-wrong", typed=quoted(typed), reason=said)
            said = f"⚠️ {said}"
        kept = fit_for_id(typed, TYPED_LETTERS) if said else ""
        await redraw(interaction, await self._drawing(interaction, words, league, name, said, kept))

    async def _words(self, interaction: Interaction) -> Words:
        return await self._people.words((await self._people.met(interaction)).user_id)

    async def _league(self, interaction: Interaction, press: PressId) -> League:
        return await self._clubs.get(press.about(SubjectKind.LEAGUE), interaction.guild_id)

    async def _organised(self, interaction: Interaction, press: PressId) -> tuple[League, Words]:
        require_private(interaction)
        league = await self._league(interaction, press)
        require_organiser(interaction, league)
        return league, await self._words(interaction)


def _with_players(league: League, players: int) -> League:
    """With so many players usually. Raises ClubError ``players-unfit``."""
    try:
        make_rules(league.preset, players, league.options)
    except RuleViolation:
        raise ClubError("players-unfit", players=str(players)) from None
    return replace(league, players=players)


def _one_of(names: tuple[str, ...], name: str) -> str:
    if name not in names:
        raise Refusal("unknown-button")
    return name
