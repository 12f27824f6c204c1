"""Who is in a league: the list, one of them, and what is pressed there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import discord
from discord import ui

from bot.discordkit import panel
from bot.discordkit.boundary import Refusal, answer, open_form, redraw, sentence_for
from bot.discordkit.forms import InputForm, text_field
from bot.discordkit.interactions import Interaction, PressId, fit_for_id
from bot.discordkit.pages import Page, page_of, turning
from bot.discordkit.panel import RED, Drawing, button, draw, select, select_option
from bot.discordkit.people import People
from bot.discordkit.permissions import ServerPresence
from bot.discordkit.ports import SubjectKind, on_league
from bot.discordkit.routes import Route, chosen, filled
from bot.leagues.model import Candidate, ClubError, ClubMember, League, MembershipWait
from bot.leagues.service import LONGEST as NAME_LETTERS
from bot.leagues.service import Clubs, Roll, member_of, token
from bot.leagues.ui import membership as questions
from bot.leagues.ui.membership import decisions
from bot.leagues.ui.visits import is_organiser, league_of, organised_league, require_organiser
from bot.words.catalogue import Words, in_text, quoted, tidy

A_PAGE: Final = 20
"""Members on a page: so many lines fit a phone beside what is pressed."""
MOST_WAITING: Final = 15
NO_ACCOUNT: Final = "°"
"""Behind the name of who has no account here."""


@dataclass(frozen=True, slots=True)
class MemberList:
    """Some members of a league: those that ``sought`` finds, by name, the ``page`` of them; and what is to
    be said of it. ``creator_gone`` tells that whoever made the league has left the server; ``waiting`` who
    may become a member, which organisers alone are shown."""

    league: League
    members: Sequence[ClubMember]
    sought: str = ""
    page: int = 0
    creator_gone: bool = False
    waiting: Sequence[Candidate] = ()
    is_organiser: bool = False

    @property
    def found(self) -> list[ClubMember]:
        """Those that are sought."""
        return [one for one in self.members if self.sought.casefold() in one.name.casefold()]

    @property
    def shown(self) -> Page[ClubMember]:
        """Those on the page."""
        return page_of(self.found, self.page, A_PAGE)


def members(words: Words, roster: MemberList) -> Drawing:
    """A page of them, to be chosen from."""
    shown = roster.shown.shown
    pick = PressId("league-member", on_league(roster.league.id))
    return draw(
        [f"### {in_text(roster.league.name)}", *_small(words, roster), *map(_line, shown)],
        select(pick, words("league.members.pick"), [_option(words, one) for one in shown]),
        _ways(words, roster),
    )


def _small(words: Words, roster: MemberList) -> Iterator[str]:
    """How many there are, or were found; and on the first page who organises."""
    marked = any(one.user_id is None for one in roster.shown.shown)
    mark = [f"{NO_ACCOUNT} {words('league.no-account')}"] if marked else []
    if roster.sought:
        found = words.count("league.members.found", len(roster.found), text=in_text(roster.sought))
        yield f"-# {' · '.join([found, *mark])}"
        return
    yield f"-# {' · '.join([words.count('league.members', len(roster.members)), *mark])}"
    if roster.page == 0:
        yield f"-# {_organisers(words, roster)}"


def _organisers(words: Words, roster: MemberList) -> str:
    if roster.creator_gone:
        return words("league.creator-gone")
    league = roster.league
    named = [f"<@{league.creator}>", *(f"<@&{role}>" for role in league.roles)]
    return words("league.organisers", names=words.both([*named, words("league.managers")]))


def _line(member: ClubMember) -> str:
    name = f"- {in_text(member.name)}"
    return name if member.user_id is not None else f"{name} {NO_ACCOUNT}"


def _option(words: Words, member: ClubMember) -> discord.SelectOption:
    about = "" if member.user_id is not None else words("league.no-account")
    return select_option(member.name, token(member), about)


def _ways(words: Words, roster: MemberList) -> Iterator[ui.Button[Any]]:
    about, page = on_league(roster.league.id), roster.shown
    yield from turning(
        lambda to: PressId("league-members", about, seq=to, values=("-", roster.sought)), page.number, page.of
    )
    if len(roster.members) > A_PAGE:
        yield button(words("button.search"), PressId("league-search", about, values=(roster.sought,)))
    if roster.sought:
        yield button(words("button.everybody"), PressId("league-members", about, values=("-", "")))
    if roster.is_organiser and roster.waiting:
        label = words.count("league.waiting", len(roster.waiting))
        yield button(label, PressId("league-waiting", about))


def search_form(words: Words, league: League, sought: str) -> InputForm:
    """Asks for a part of a name."""
    title, press = words("league.members.search"), PressId("league-sought", on_league(league.id))
    return InputForm(
        title, press, text_field("name", title, default=sought, longest=NAME_LETTERS, required=False)
    )


# One of them


@dataclass(frozen=True, slots=True)
class MemberViewModel:
    """A member as somebody sees them: the member themselves (``is_own``), an organiser, or another. ``said``
    is what was just refused or done."""

    league: League
    member: ClubMember
    is_own: bool = False
    is_organiser: bool = False
    said: str = ""


def one_member(words: Words, model: MemberViewModel) -> Drawing:
    """What is known of a member, and what may be done."""
    league, one = model.league, model.member
    account = f"<@{one.user_id}>" if one.user_id is not None else words("league.no-account.about")
    since = words("league.member.since", date=words.date(one.joined))
    about = [f"### {in_text(one.name)}", account, f"-# {in_text(league.name)} · {since}"]
    return draw(about, model.said, _deeds(words, model))


def _deeds(words: Words, model: MemberViewModel) -> Iterator[ui.Button[Any]]:
    about, who = on_league(model.league.id), (token(model.member),)
    if model.is_own or model.is_organiser:
        yield button(words("button.rename"), PressId("league-rename", about, values=who))
    if model.is_own:
        yield button(words("button.leave-league"), PressId("league-leave", about), RED)
    elif model.is_organiser:
        yield button(words("button.remove"), PressId("league-remove", about, values=who), RED)
    yield button(words("button.members"), PressId("league-members", about, values=("-", "")))


def name_form(words: Words, league: League, member: ClubMember) -> InputForm:
    """Asks what a member is to be called."""
    press = PressId("league-renamed", on_league(league.id), values=(token(member),))
    label = words("league.name.field", name=member.name)
    field = text_field("name", label, default=member.name, longest=100)
    return InputForm(words("league.name.title", league=league.name), press, field)


# Who waits


def waiting(
    words: Words, league: League, candidates: Sequence[Candidate], chosen: int | None = None
) -> Drawing:
    """Who may become a member, to be chosen and decided upon."""
    listed = candidates[:MOST_WAITING]
    lines = [f"- <@{one.user_id}>" for one in listed] or [words("league.waiting.nobody")]
    pick = PressId("league-candidate", on_league(league.id))
    options = [
        select_option(
            one.name,
            str(one.user_id),
            words(f"league.waiting.{one.waiting.value}"),
            default=one.user_id == chosen,
        )
        for one in listed
    ]
    found = next((one for one in listed if one.user_id == chosen), None)
    back = button(words("button.members"), PressId("league-members", on_league(league.id), values=("-", "")))
    return draw(
        [f"### {words('league.waiting.title', league=in_text(league.name))}", *lines],
        select(pick, words("league.waiting.pick"), options),
        [*(_decide(words, league, found) if found else ()), back],
    )


def _decide(words: Words, league: League, one: Candidate) -> Iterator[ui.Button[Any]]:
    let_in, refuse = decisions(words, league, one.user_id)
    if one.waiting is MembershipWait.ASKED:
        yield let_in
    yield refuse


class Members:
    """Handlers by verb; what commands ask for has a method each."""

    def __init__(self, clubs: Clubs, roll: Roll, people: People, presence: ServerPresence) -> None:
        self._clubs = clubs
        self._roll = roll
        self._people = people
        self._presence = presence

    def routes(self) -> dict[str, Route[Any]]:
        """Every verb."""
        seen = partial(Route, who=partial(league_of, self._clubs), about=SubjectKind.LEAGUE, private=True)
        renaming = partial(Route, who=self._renaming, about=SubjectKind.LEAGUE, private=True, values=1)
        organised = partial(
            Route, who=partial(organised_league, self._clubs), about=SubjectKind.LEAGUE, private=True
        )
        return {
            "league-members": seen(self._page, values=2),
            "league-search": seen(self._search),
            "league-sought": seen(self._sought),
            "league-member": seen(self._pick),
            "league-rename": renaming(self._rename),
            "league-renamed": renaming(self._renamed),
            "league-remove": organised(self._remove, values=1),
            "league-remove-yes": organised(self._removed, values=1),
            "league-waiting": organised(self._waiting),
            "league-candidate": organised(self._candidate),
        }

    async def members(self, interaction: Interaction, name: str | None) -> None:
        """The panel, for whoever asks alone. Raises ClubError."""
        words = await self._people.words_of(interaction)
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
        return members(words, roster)

    async def _page(self, interaction: Interaction, press: PressId, league: League) -> None:
        _, sought = press.values
        words = await self._people.words_of(interaction)
        await redraw(interaction, await self._members(interaction, words, league, sought, press.seq))

    async def _search(self, interaction: Interaction, press: PressId, league: League) -> None:
        words = await self._people.words_of(interaction)
        await open_form(interaction, search_form(words, league, "".join(press.values)))

    async def _sought(self, interaction: Interaction, press: PressId, league: League) -> None:
        words = await self._people.words_of(interaction)
        sought = fit_for_id(filled(interaction).get("name", ""), NAME_LETTERS)
        await redraw(interaction, await self._members(interaction, words, league, sought))

    # --- one of them

    async def _pick(self, interaction: Interaction, press: PressId, league: League) -> None:
        words = await self._people.words_of(interaction)
        member = await self._meant(league, chosen(interaction))
        await self._show(interaction, words, league, member)

    async def _show(
        self, interaction: Interaction, words: Words, league: League, member: ClubMember, said: str = ""
    ) -> None:
        own, organises = member.user_id == interaction.user.id, is_organiser(interaction, league)
        model = MemberViewModel(league, member, is_own=own, is_organiser=organises, said=said)
        await redraw(interaction, one_member(words, model))

    async def _rename(
        self, interaction: Interaction, press: PressId, renamed: tuple[League, ClubMember]
    ) -> None:
        (league, member), words = renamed, await self._people.words_of(interaction)
        await open_form(interaction, name_form(words, league, member))

    async def _renamed(
        self, interaction: Interaction, press: PressId, renamed: tuple[League, ClubMember]
    ) -> None:
        """What was typed and cannot be stands beside the reason, to be typed again."""
        (league, member), words = renamed, await self._people.words_of(interaction)
        name = tidy(filled(interaction).get("name", ""))
        try:
            member = await self._roll.rename(league, member.id, name)
        except ClubError as error:
            said = words("league.typed-wrong", typed=quoted(name), reason=sentence_for(words, error))
            await self._show(interaction, words, league, member, f"⚠️ {said}")
            return
        await self._show(interaction, words, league, member)

    async def _remove(self, interaction: Interaction, press: PressId, league: League) -> None:
        words = await self._people.words_of(interaction)
        member = await self._meant(league, press.value)
        yes = PressId("league-remove-yes", on_league(league.id), values=(token(member),))
        await redraw(interaction, questions.asked_to_leave(words, league, yes, member))

    async def _removed(self, interaction: Interaction, press: PressId, league: League) -> None:
        words = await self._people.words_of(interaction)
        member = await self._roll.leave(league, (await self._meant(league, press.value)).id)
        said = words("league.removed", name=in_text(member.name), league=in_text(league.name))
        await redraw(interaction, panel.sentence(said))

    # --- who waits

    async def _waiting(self, interaction: Interaction, press: PressId, league: League) -> None:
        await self._show_waiting(interaction, league, None)

    async def _candidate(self, interaction: Interaction, press: PressId, league: League) -> None:
        user_id = chosen(interaction)
        if not (user_id.isascii() and user_id.isdecimal()):
            raise Refusal("unknown-button")
        await self._show_waiting(interaction, league, int(user_id))

    async def _show_waiting(self, interaction: Interaction, league: League, user_id: int | None) -> None:
        words = await self._people.words_of(interaction)
        candidates = await self._clubs.leagues.candidates(league.id)
        await redraw(interaction, waiting(words, league, candidates, user_id))

    # --- what all of it takes

    async def _meant(self, league: League, token_: str) -> ClubMember:
        return member_of(token_, await self._clubs.members(league.id))

    async def _renaming(self, interaction: Interaction, press: PressId) -> tuple[League, ClubMember]:
        """A member of the league of a press who may be renamed by whoever acts. Raises ClubError."""
        league = await league_of(self._clubs, interaction, press)
        member = await self._meant(league, press.value)
        if member.user_id != interaction.user.id:
            require_organiser(interaction, league)
        return league, member
