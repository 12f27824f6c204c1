"""Who belongs to a league: looked through, renamed, taken out, let in (L1)."""

from __future__ import annotations

from typing import Any

import discord

from bot.clubs.clubs import Clubs
from bot.clubs.errors import ClubError
from bot.clubs.model import ClubMember, League
from bot.clubs.roll import LONGEST as NAME_LETTERS
from bot.clubs.roll import Roll, member_of, token
from bot.ui.discord import replies
from bot.ui.discord.boundary import Refusal, answer, open_form, redraw, sentence_for
from bot.ui.discord.panel import Drawing
from bot.ui.discord.people import People
from bot.ui.discord.permissions import ServerPresence, is_organiser
from bot.ui.discord.press_ids import PressId, fit_for_id
from bot.ui.discord.routes import Handler, chosen, filled, require_private
from bot.ui.league import league_panel as questions
from bot.ui.league import members_panel as panels
from bot.ui.league.members_panel import MemberList, MemberSight
from bot.ui.league.organisers import require_organiser
from bot.ui.ports import SubjectKind, on_league
from bot.words.catalogue import Words
from bot.words.names import in_text, quoted, tidy

Interaction = discord.Interaction[Any]


class Members:
    """Handlers by verb; what commands ask for has a method each."""

    def __init__(self, clubs: Clubs, roll: Roll, people: People, presence: ServerPresence) -> None:
        self._clubs = clubs
        self._roll = roll
        self._people = people
        self._presence = presence

    def handlers(self) -> dict[str, Handler]:
        """Every verb."""
        return {
            "league-members": self._page,
            "league-search": self._search,
            "league-sought": self._sought,
            "league-member": self._pick,
            "league-rename": self._rename,
            "league-renamed": self._renamed,
            "league-remove": self._remove,
            "league-remove-yes": self._removed,
            "league-waiting": self._waiting,
            "league-candidate": self._candidate,
        }

    async def members(self, interaction: Interaction, name: str | None) -> None:
        """The panel, for whoever asks alone. Raises ClubError."""
        words = await self._words(interaction)
        league = await self._clubs.meant(interaction.guild_id, interaction.user.id, name)
        await answer(interaction, await self._members(interaction, words, league))

    async def _members(
        self, interaction: Interaction, words: Words, league: League, sought: str = "", page: int = 0
    ) -> Drawing:
        organises = is_organiser(interaction, league)
        roster = MemberList(
            league=league,
            members=await self._clubs.members(league.id),
            sought=sought,
            page=page,
            creator_gone=await self._presence.is_gone(interaction.guild, league.creator) is True,
            waiting=await self._clubs.leagues.candidates(league.id) if organises else (),
            is_organiser=organises,
        )
        return panels.members(words, roster)

    async def _page(self, interaction: Interaction, press: PressId) -> None:
        _, sought = press.taking(2)
        league, words = await self._pressed(interaction, press)
        await redraw(interaction, await self._members(interaction, words, league, sought, press.seq))

    async def _search(self, interaction: Interaction, press: PressId) -> None:
        league, words = await self._pressed(interaction, press)
        await open_form(interaction, panels.search_form(words, league, "".join(press.values)))

    async def _sought(self, interaction: Interaction, press: PressId) -> None:
        league, words = await self._pressed(interaction, press)
        sought = fit_for_id(filled(interaction).get("name", ""), NAME_LETTERS)
        await redraw(interaction, await self._members(interaction, words, league, sought))

    # --- one of them

    async def _pick(self, interaction: Interaction, press: PressId) -> None:
        league, words = await self._pressed(interaction, press)
        member = await self._meant(league, chosen(interaction))
        await self._show(interaction, words, league, member)

    async def _show(
        self, interaction: Interaction, words: Words, league: League, member: ClubMember, said: str = ""
    ) -> None:
        own, organises = member.user_id == interaction.user.id, is_organiser(interaction, league)
        sight = MemberSight(league, member, is_own=own, is_organiser=organises, said=said)
        await redraw(interaction, panels.member(words, sight))

    async def _rename(self, interaction: Interaction, press: PressId) -> None:
        league, words = await self._pressed(interaction, press)
        member = await self._own_or_organised(interaction, league, press)
        await open_form(interaction, panels.name_form(words, league, member))

    async def _renamed(self, interaction: Interaction, press: PressId) -> None:
        """What was typed and cannot be stands beside the reason, to be typed again."""
        league, words = await self._pressed(interaction, press)
        member = await self._own_or_organised(interaction, league, press)
        name = tidy(filled(interaction).get("name", ""))
        try:
            member = await self._roll.rename(league, member.id, name)
        except ClubError as error:
            said = words("league.typed-wrong", typed=quoted(name), reason=sentence_for(words, error))
            await self._show(interaction, words, league, member, f"⚠️ {said}")
            return
        await self._show(interaction, words, league, member)

    async def _remove(self, interaction: Interaction, press: PressId) -> None:
        league, words = await self._pressed(interaction, press)
        require_organiser(interaction, league)
        member = await self._meant(league, press.value)
        yes = PressId("league-remove-yes", on_league(league.id), values=(token(member),))
        await redraw(interaction, questions.asked_to_leave(words, league, yes, member))

    async def _removed(self, interaction: Interaction, press: PressId) -> None:
        league, words = await self._pressed(interaction, press)
        require_organiser(interaction, league)
        member = await self._roll.leave(league, (await self._meant(league, press.value)).id)
        said = words("league.removed", name=in_text(member.name), league=in_text(league.name))
        await redraw(interaction, replies.sentence(said))

    # --- who waits

    async def _waiting(self, interaction: Interaction, press: PressId) -> None:
        await self._show_waiting(interaction, press, None)

    async def _candidate(self, interaction: Interaction, press: PressId) -> None:
        user_id = chosen(interaction)
        if not (user_id.isascii() and user_id.isdecimal()):
            raise Refusal("unknown-button")
        await self._show_waiting(interaction, press, int(user_id))

    async def _show_waiting(self, interaction: Interaction, press: PressId, user_id: int | None) -> None:
        league, words = await self._pressed(interaction, press)
        require_organiser(interaction, league)
        candidates = await self._clubs.leagues.candidates(league.id)
        await redraw(interaction, panels.waiting(words, league, candidates, user_id))

    # --- what all of it takes

    async def _words(self, interaction: Interaction) -> Words:
        return await self._people.words((await self._people.met(interaction)).user_id)

    async def _pressed(self, interaction: Interaction, press: PressId) -> tuple[League, Words]:
        require_private(interaction)
        league = await self._clubs.get(press.about(SubjectKind.LEAGUE), interaction.guild_id)
        return league, await self._words(interaction)

    async def _meant(self, league: League, token_: str) -> ClubMember:
        return member_of(token_, await self._clubs.members(league.id))

    async def _own_or_organised(self, interaction: Interaction, league: League, press: PressId) -> ClubMember:
        """A member who may be renamed by whoever acts. Raises ClubError ``not-organiser``."""
        member = await self._meant(league, press.value)
        if member.user_id != interaction.user.id:
            require_organiser(interaction, league)
        return member
