"""Whom names on paper may mean, and the words of a league's game."""

from __future__ import annotations

from collections.abc import Sequence

from bot.clubs.model import ClubMember
from bot.clubs.paper.names import Known
from bot.clubs.paper.report import known_of
from bot.leagues.model import Season
from bot.robots.kinds import DEFAULT_ROBOT, ROBOT_KINDS
from bot.words.catalogue import Words


def known_here(words: Words, members: Sequence[ClubMember], season: Season) -> Known:
    """Members of a league, guests of its season, and robots, by what they are called in this language too."""
    robots = {kind: kind for kind in ROBOT_KINDS} | {words("league.robot"): DEFAULT_ROBOT}
    return known_of(members, season.guests, robots)
