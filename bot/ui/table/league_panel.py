"""What a table of a league shows besides: at the end what the game did, and the way to the standings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.leagues.closing_words import counts_for, gain_line
from bot.leagues.model import Gain, TableOfLeague
from bot.ui.discord.panel import button
from bot.ui.discord.press_ids import PressId
from bot.ui.ports import Subject, SubjectKind
from bot.words.catalogue import Words


@dataclass(frozen=True, slots=True)
class LeagueEnd:
    """What the end of a game is to its league: what it did to its members, ``own`` being what the season
    knows the reader by, None for who is no member, and for everybody."""

    of: TableOfLeague
    gains: Sequence[Gain]
    own: str | None = None


def end_lines(words: Words, end: LeagueEnd, *, is_brief: bool = False) -> list[str]:
    """A line a member, the reader's own first, and what the game counted for: in small print but for one's
    own, so that five of them leave room for the picture. With ``is_brief``, where that names the league
    already, what it counted for is told only where it did nothing to anybody."""
    own = [f"**{gain_line(words, one)}**" for one in end.gains if one.member == end.own]
    others = [f"-# {gain_line(words, one)}" for one in end.gains if one.member != end.own]
    told = [*own, *others]
    return told if told and is_brief else [*told, f"-# {counts_for(words, end.of)}"]


def standings_button(words: Words, of: TableOfLeague) -> ui.Button[Any]:
    """The standings of the season that the game counts in."""
    league = Subject(SubjectKind.LEAGUE, of.league.id)
    press = PressId("league-standings", league, values=(str(of.season.id),))
    return button(words("button.standings"), press)
