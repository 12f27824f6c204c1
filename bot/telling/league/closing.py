"""A season that is over: who won it, and what it came to."""

from __future__ import annotations

from bot.clubs.model import League, ListedMember, SeasonFacts
from bot.telling.league.numbers import score_text
from bot.telling.league.standings_scene import SeasonProgress, season_name
from bot.words.catalogue import Words
from bot.words.names import in_text


def closing_text(
    words: Words,
    league: League,
    season: SeasonFacts,
    first: list[ListedMember],
    figures: tuple[SeasonProgress, int, int],
) -> str:
    """Who is champion, and what was played. ``first`` are the first lines of the standings; ``figures`` the
    nights, the games that count and the members with a line."""
    nights, games, members = figures
    title = words(
        "league.closed.title", league=in_text(league.name), season=in_text(season_name(words, season))
    )
    played = " · ".join(
        [
            words.count("standings.games", games),
            words.count("standings.nights", nights.held),
            words.count("standings.members", members),
        ]
    )
    return f"### {title}\n{_champions(words, first)}\n-# {played}"


def _champions(words: Words, first: list[ListedMember]) -> str:
    """Who is first, also where several are."""
    won = [one for one in first if one.place == 1]
    if not won:
        return words("league.closed.nobody")
    names = words.both(f"**{in_text(one.name)}**" for one in won)
    value = score_text(words, won[0].value)
    return words.count("league.closed.won", len(won), names=names, value=value)
