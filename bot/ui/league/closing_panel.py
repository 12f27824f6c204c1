"""The end of a season and the beginning of the next, for everybody and for who decides."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from discord import ui

from bot.clubs.model import League, SeasonFacts
from bot.pictures.league_values import StandingsPicture
from bot.telling.alt import alt_text
from bot.telling.league.settings_words import preset_name
from bot.telling.league.standings_scene import season_name
from bot.ui.discord.panel import GREEN, Drawing, Panel, button, even_rows, picture
from bot.ui.discord.press_ids import PressId
from bot.ui.league.league_panel import game_text, question, standings_button, ways_in
from bot.ui.ports import on_league
from bot.words.catalogue import Words
from bot.words.names import in_text

PICTURE = "standings.png"


def asked_to_close(words: Words, league: League, season: SeasonFacts) -> Drawing:
    """Whether to close a season: what that means is told."""
    yes = PressId("league-close-yes", on_league(league.id), season.id)
    names = {"league": in_text(league.name), "season": in_text(season_name(words, season))}
    return question(words, words("league.sure.close", league=names["league"], season=names["season"]), yes)


def still_played(words: Words, season: SeasonFacts, tables: Iterable[tuple[int, str | None]]) -> Drawing:
    """Tables are in the way of closing a season: numbers, and where each is."""
    links = [_table(words, number, url) for number, url in tables]
    text = words("league.close.running", season=in_text(season_name(words, season)), tables=words.both(links))
    return Drawing(Panel(ui.Container(ui.TextDisplay(text))))


def _table(words: Words, number: int, url: str | None) -> str:
    name = words("league.close.table", table=number)
    return f"[{name}]({url})" if url else name


def closed(
    words: Words,
    league: League,
    season: SeasonFacts,
    text: str,
    standings: tuple[StandingsPicture, bytes] | None,
) -> Drawing:
    """A season is over, for everybody: its ``standings`` where there are any, and what there is to say."""
    container: ui.Container[Any] = ui.Container(ui.TextDisplay(text))
    if standings is not None:
        container.add_item(picture(PICTURE, alt_text(words, standings[0])))
    container.add_item(ui.TextDisplay(words("league.closed.thanks")))
    container.add_item(ui.ActionRow(standings_button(words, league, season)))
    return Drawing(Panel(container), [(PICTURE, standings[1])] if standings is not None else ())


def next_asked(words: Words, league: League, season: SeasonFacts, members: int) -> Drawing:
    """Whether to begin the next season as the last one was."""
    number = words.number(season.number + 1)
    last = in_text(season_name(words, season))
    text = "\n".join(
        [
            words("league.closed.done", season=last, league=in_text(league.name)),
            words.count("league.begin.asked", members, number=number),
            f"-# {words('league.begin.later')}",
        ]
    )
    begin = PressId("league-begin", on_league(league.id), season.id)
    container: ui.Container[Any] = ui.Container(
        ui.TextDisplay(text),
        *even_rows(
            [
                button(words("button.begin-season", number=number), begin, GREEN),
                button(words("button.not-yet"), PressId("no", on_league(league.id))),
            ]
        ),
    )
    return Drawing(Panel(container))


def begun(words: Words, league: League, season: SeasonFacts, members: int) -> Drawing:
    """A season has begun, for everybody."""
    title = words("league.begun", league=in_text(league.name), season=in_text(season_name(words, season)))
    kind = preset_name(words, season.settings)
    text = f"### {title}\n{game_text(words, league)}\n{kind}\n-# {words.count('league.members', members)}"
    container: ui.Container[Any] = ui.Container(ui.TextDisplay(text))
    for row in even_rows(ways_in(words, league, season)):
        container.add_item(row)
    return Drawing(Panel(container))
