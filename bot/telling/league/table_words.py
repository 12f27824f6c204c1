"""What the game at a table is to its league, in words: what it counts for, and what it did when it ended."""

from __future__ import annotations

from typing import Final

from bot.clubs.model import Gain, TableOfLeague
from bot.telling.fitting import shorten
from bot.telling.league.numbers import score_text
from bot.telling.league.standings_scene import season_name
from bot.words.catalogue import Words
from bot.words.names import in_text

NAME_LONGEST: Final = 20
"""Of a member in a line of a phone's width, in letters."""


def counts_for(words: Words, of: TableOfLeague) -> str:
    """For which league, season and night a game counts, or that it does not."""
    league, season = in_text(of.league.name), in_text(season_name(words, of.season))
    if of.night is not None:
        return words("league.table.night", league=league, season=season, date=words.day(of.night.date))
    key = "league.table.free" if of.counts else "league.table.ignored"
    return words(key, league=league, season=season)


def gain_line(words: Words, gain: Gain) -> str:
    """«Ann +12, now 3rd (▲2)»."""
    name = in_text(shorten(gain.name, NAME_LONGEST))
    score = score_text(words, gain.score, signed=True)
    if gain.place is None:
        nights = words.number(gain.nights)
        return words.count("league.gain.unplaced", gain.minimum, name=name, score=score, nights=nights)
    place = words.ordinal(gain.place)
    if not gain.climbed:
        key = "league.gain.placed" if gain.climbed is None else "league.gain.still"
        return words(key, name=name, score=score, place=place)
    key = "league.gain.up" if gain.climbed > 0 else "league.gain.down"
    return words(key, name=name, score=score, place=place, by=words.number(abs(gain.climbed)))
