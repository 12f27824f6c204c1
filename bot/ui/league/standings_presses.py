"""``/league standings`` and ``/league explain``, and what is pressed there."""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo

import discord

from bot.clubs.clubs import Clubs
from bot.clubs.errors import ClubError
from bot.pictures.painter import Painter
from bot.telling.reader import Reader
from bot.ui.discord.boundary import answer, redraw
from bot.ui.discord.people import People
from bot.ui.discord.permissions import require_permissions
from bot.ui.discord.postings import NONCES
from bot.ui.discord.press_ids import AboutSomethingElse, PressId
from bot.ui.discord.presses import First, press_of
from bot.ui.discord.routes import Handler, chosen, require_private
from bot.ui.discord.sending import UNKNOWN_CHANNEL
from bot.ui.league import standings_panel as panels
from bot.ui.league.refs import ref_of
from bot.ui.league.standings_drawings import StandingsDrawings
from bot.ui.league.standings_panel import ALL_TIME, NIGHT, OWN, SEASON, TURN, StandingsView
from bot.ui.league.visits import Interaction, Visits, member_called, number_in

MISSING_ACCESS: Final = 50001
"""https://discord.com/developers/docs/topics/opcodes-and-status-codes#json"""


class StandingsPresses:
    """See the module."""

    def __init__(self, clubs: Clubs, people: People, painter: Painter) -> None:
        self._clubs = clubs
        self._people = people
        self._visits = Visits(clubs, people)
        self._drawings = StandingsDrawings(clubs, painter)

    def handlers(self) -> dict[str, Handler]:
        """Every verb."""
        return {
            "league-standings": self._open,
            "league-table": self._turn,
            "league-table-of": self._pick,
            "league-show": self._show,
            "league-explain-own": self._explain_own,
            "league-explain": self._leaf,
        }

    # --- commands

    async def standings(self, interaction: Interaction, league: str | None, season: int | None) -> None:
        """The standings of a season, for whoever asks. Raises ClubError."""
        visit = await self._visits.named(interaction, league, season)
        await answer(interaction, await self._drawings.of(visit, StandingsView()))

    async def explain(self, interaction: Interaction, player: str | None, league: str | None) -> None:
        """How a member's value came about, by default one's own. Raises ClubError."""
        visit = await self._visits.named(interaction, league)
        if player is None and visit.own is None:
            raise ClubError("not-member", league=visit.league.name)
        member = visit.own
        if player is not None:
            member = member_called(await self._clubs.leagues.members(visit.league.id), player).id
        assert member is not None
        await answer(interaction, await self._drawings.explained(visit, ref_of(member), 0))

    # --- presses

    async def _open(self, interaction: Interaction, press: PressId) -> None:
        """*Standings* on a message that everybody sees: for whoever presses alone."""
        press.taking(1)
        visit = await self._visits.pressed(interaction, press)
        await answer(interaction, await self._drawings.of(visit, StandingsView()))

    async def _turn(self, interaction: Interaction, press: PressId) -> None:
        require_private(interaction)
        _, which, first, nights = press.taking(4)
        visit = await self._visits.pressed(interaction, press)
        view = StandingsView(which, 0 if first == OWN else number_in(first), number_in(nights))
        if first == OWN:
            view = replace(view, first=await self._drawings.own_first(visit, view))
        await redraw(interaction, await self._drawings.of(visit, view))

    async def _pick(self, interaction: Interaction, press: PressId) -> None:
        require_private(interaction)
        view = _view_in(press)
        visit = await self._visits.pressed(interaction, press)
        which = chosen(interaction)
        if which.startswith(TURN):
            view = replace(view, nights_from=number_in(which.removeprefix(TURN)))
        else:
            view = replace(view, which=_which(which), first=0)
        await redraw(interaction, await self._drawings.of(visit, view))

    async def _show(self, interaction: Interaction, press: PressId) -> None:
        """Post the page for everybody, as a message of its own that stays as it is."""
        view = _view_in(press)
        press_of(interaction).expected = First.POST
        visit = await self._visits.pressed(interaction, press)
        require_permissions(visit.words, interaction)
        words = await self._people.guild_words(interaction.guild_id)
        everybody = replace(visit, own=None, reader=Reader(words))
        shown = await self._drawings.shown(everybody, view)
        if shown is None:
            raise ClubError("no-game-yet", league=visit.league.name)
        at = datetime.fromtimestamp(self._clubs.time.now(), UTC).astimezone(ZoneInfo(visit.league.zone))
        try:
            posted = panels.posted(words, shown, at)
            await press_of(interaction).publish(posted, secrets.randbelow(NONCES) + 1)
        except discord.HTTPException as error:
            if error.code in (UNKNOWN_CHANNEL, MISSING_ACCESS):
                raise ClubError("channel-gone") from None
            raise

    async def _explain_own(self, interaction: Interaction, press: PressId) -> None:
        press.taking(1)
        visit = await self._visits.pressed(interaction, press)
        if visit.own is None:
            raise ClubError("not-member", league=visit.league.name)
        await answer(interaction, await self._drawings.explained(visit, ref_of(visit.own), 0))

    async def _leaf(self, interaction: Interaction, press: PressId) -> None:
        require_private(interaction)
        _, ref, leaf = press.taking(3)
        visit = await self._visits.pressed(interaction, press)
        await redraw(interaction, await self._drawings.explained(visit, ref, number_in(leaf)))


def _view_in(press: PressId) -> StandingsView:
    """The view that a press carries. Raises AboutSomethingElse."""
    _, which, first, nights = press.taking(4)
    return StandingsView(_which(which), number_in(first), number_in(nights))


def _which(text: str) -> str:
    """Which standings are meant. Raises AboutSomethingElse where none are."""
    if text not in (SEASON, ALL_TIME) and not text.startswith(NIGHT):
        raise AboutSomethingElse(text)
    return text
