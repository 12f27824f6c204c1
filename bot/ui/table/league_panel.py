"""What a table of a league shows besides: at the end what the game did, and the way to the standings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.clubs.model import Gain, TableOfLeague
from bot.telling.league.table_words import counts_for, gain_line
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


def end_lines(words: Words, end: LeagueEnd) -> list[str]:
    """What the game counted for, and a line a member, the reader's own first."""
    gains = sorted(end.gains, key=lambda gain: gain.member != end.own)
    lines = [gain_line(words, one) for one in gains]
    if gains and gains[0].member == end.own:
        lines[0] = f"**{lines[0]}**"
    return [f"-# {counts_for(words, end.of)}", *lines]


def standings_button(words: Words, of: TableOfLeague) -> ui.Button[Any]:
    """The standings of the season that the game counts in."""
    league = Subject(SubjectKind.LEAGUE, of.league.id)
    press = PressId("league-standings", league, values=(str(of.season.id),))
    return button(words("button.standings"), press)
