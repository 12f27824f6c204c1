"""The members of a league, page by page; one of them; and who waits to come in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from bot.clubs.model import Candidate, ClubMember, League, MembershipWait
from bot.clubs.roll import LONGEST as NAME_LETTERS
from bot.clubs.roll import token
from bot.ui.discord.forms import InputForm, text_field
from bot.ui.discord.panel import RED, Drawing, Panel, button, even_rows, select, select_option
from bot.ui.discord.press_ids import PressId
from bot.ui.league.leafing import turning
from bot.ui.league.league_panel import decisions
from bot.ui.ports import on_league
from bot.words.catalogue import Words
from bot.words.names import in_text

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
    def pages(self) -> int:
        """How many there are of them; one where nobody is found."""
        return max(1, -(-len(self.found) // A_PAGE))

    @property
    def shown(self) -> list[ClubMember]:
        """Those on the page, or on the last one, where there is no such page any more."""
        first = A_PAGE * min(self.page, self.pages - 1)
        return self.found[first : first + A_PAGE]


def members(words: Words, roster: MemberList) -> Drawing:
    """A page of them, to be chosen from."""
    heading = in_text(roster.league.name)
    text = "\n".join([f"### {heading}", *_small(words, roster), *map(_line, roster.shown)])
    container: ui.Container[Any] = ui.Container(ui.TextDisplay(text))
    if roster.shown:
        pick = PressId("league-member", on_league(roster.league.id))
        container.add_item(
            select(pick, words("league.members.pick"), [_option(words, one) for one in roster.shown])
        )
    for row in even_rows(_ways(words, roster)):
        container.add_item(row)
    return Drawing(Panel(container))


def _small(words: Words, roster: MemberList) -> Iterator[str]:
    """How many there are, or were found; and on the first page who organises."""
    marked = any(one.user_id is None for one in roster.shown)
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
    about, page = on_league(roster.league.id), min(roster.page, roster.pages - 1)
    yield from turning(
        lambda to: PressId("league-members", about, seq=to, values=("-", roster.sought)), page, roster.pages
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
class MemberSight:
    """A member as somebody sees them: the member themselves (``is_own``), an organiser, or another. ``said``
    is what was just refused or done."""

    league: League
    member: ClubMember
    is_own: bool = False
    is_organiser: bool = False
    said: str = ""


def member(words: Words, sight: MemberSight) -> Drawing:
    """What is known of a member, and what may be done."""
    league, one = sight.league, sight.member
    account = f"<@{one.user_id}>" if one.user_id is not None else words("league.no-account.about")
    since = words("league.member.since", date=words.date(one.joined))
    text = f"### {in_text(one.name)}\n{account}\n-# {in_text(league.name)} · {since}"
    container: ui.Container[Any] = ui.Container(ui.TextDisplay(text))
    if sight.said:
        container.add_item(ui.TextDisplay(sight.said))
    for row in even_rows(_deeds(words, sight)):
        container.add_item(row)
    return Drawing(Panel(container))


def _deeds(words: Words, sight: MemberSight) -> Iterator[ui.Button[Any]]:
    about, who = on_league(sight.league.id), (token(sight.member),)
    if sight.is_own or sight.is_organiser:
        yield button(words("button.rename"), PressId("league-rename", about, values=who))
    if sight.is_own:
        yield button(words("button.leave-league"), PressId("league-leave", about), RED)
    elif sight.is_organiser:
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
    text = "\n".join([f"### {words('league.waiting.title', league=in_text(league.name))}", *lines])
    container: ui.Container[Any] = ui.Container(ui.TextDisplay(text))
    if listed:
        pick = PressId("league-candidate", on_league(league.id))
        options = [
            select_option(one.name, str(one.user_id), _why(words, one), default=one.user_id == chosen)
            for one in listed
        ]
        container.add_item(select(pick, words("league.waiting.pick"), options))
    found = next((one for one in listed if one.user_id == chosen), None)
    back = button(words("button.members"), PressId("league-members", on_league(league.id), values=("-", "")))
    for row in even_rows([*(_decide(words, league, found) if found else ()), back]):
        container.add_item(row)
    return Drawing(Panel(container))


def _decide(words: Words, league: League, one: Candidate) -> Iterator[ui.Button[Any]]:
    let_in, refuse = decisions(words, league, one.user_id)
    if one.waiting is MembershipWait.ASKED:
        yield let_in
    yield refuse


def _why(words: Words, one: Candidate) -> str:
    return words(f"league.waiting.{one.waiting.value}")
