"""A person's statistics as somebody goes through them: a leaf of them, and what counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from bot.leagues.model import League, SeasonFacts
from bot.leagues.standings_words import season_name
from bot.telling.stats.months import month_name
from bot.telling.stats.told import preset_text
from bot.ui.discord.panel import Drawing, Panel, button, even_rows, select, select_option
from bot.ui.discord.press_ids import PressId
from bot.ui.stats.asked import LEAGUE, SEASON, Conditions, PersonView, StatsPage
from bot.ui.stats.desk import StatsVisit
from bot.ui.stats.looks import StatsPicture, private, show, turning
from bot.words.catalogue import Words
from bot.words.names import in_text

LEAVES: Final = tuple(leaf for leaf in StatsPage if leaf is not StatsPage.CONDITIONS)
OFFERED: Final = 24
"""Choices of a select beside the one for all."""
ALL: Final = "-"
"""In a select: no condition."""


@dataclass(frozen=True, slots=True)
class ShownPage:
    """A leaf as it is shown: how many pages it has, how far a page turns ``at``, and whether it may be shown
    to everybody."""

    view: PersonView
    look: StatsPicture
    pages: int = 1
    page: int = 0
    step: int = 1
    may_show: bool = False


@dataclass(frozen=True, slots=True)
class OfferedConditions:
    """What conditions are offered: the presets and months that somebody played, the leagues of a server."""

    presets: Sequence[str]
    months: Sequence[str]
    leagues: Sequence[tuple[League, Sequence[SeasonFacts]]]


def leaf(visit: StatsVisit, shown: ShownPage) -> Drawing:
    """A leaf, with the way to the others."""
    words, view = visit.words, shown.view
    buttons = turning(
        _press("stats-person", view.turned(view.leaf, max(shown.page - 1, 0) * shown.step)),
        _press("stats-person", view.turned(view.leaf, (shown.page + 1) * shown.step)),
        shown.page,
        shown.pages,
    )
    buttons.append(
        button(words("stats.conditions"), _press("stats-person", view.turned(StatsPage.CONDITIONS)))
    )
    if shown.may_show:
        buttons.append(show(words, _press("stats-person-show", view)))
    return private(visit, shown.look, _leaves(words, view), *even_rows(buttons))


def conditions(
    visit: StatsVisit, view: PersonView, heading: str, count: str, offered: OfferedConditions
) -> Drawing:
    """What counts, to be chosen; ``count`` is how much that is."""
    words, now = visit.words, view.conditions
    text = f"### {in_text(heading)}\n{words('stats.conditions.about')}\n**{count}**"
    container: ui.Container[Any] = ui.Container(ui.TextDisplay(text))
    container.add_item(
        select(_press("stats-game", view), words("stats.pick.game"), _games(words, now, offered))
    )
    if offered.leagues:
        container.add_item(
            select(_press("stats-league", view), words("stats.pick.league"), _leagues(words, now, offered))
        )
    if offered.months:
        container.add_item(
            select(
                _press("stats-from", view),
                words("stats.pick.from"),
                _months(words, now, offered, is_first=True),
            )
        )
        container.add_item(
            select(
                _press("stats-until", view),
                words("stats.pick.until"),
                _months(words, now, offered, is_first=False),
            )
        )
    back = button(words("stats.conditions.done"), _press("stats-person", view.turned(StatsPage.CARD)))
    for row in even_rows([back]):
        container.add_item(row)
    return Drawing(Panel(container), reader=visit.reader.user_id)


def _press(verb: str, view: PersonView) -> PressId:
    return PressId(verb, values=view.values)


def _leaves(words: Words, view: PersonView) -> ui.ActionRow[Any]:
    options = [
        select_option(
            words(f"stats.page.{leaf}"),
            leaf.value,
            words(f"stats.page.{leaf}.about"),
            default=leaf is view.leaf,
        )
        for leaf in LEAVES
    ]
    return select(_press("stats-leaf", view), words("stats.pick.page"), options)


def _games(words: Words, now: Conditions, offered: OfferedConditions) -> list[discord.SelectOption]:
    chosen = [now.preset] if now.preset else []
    every = (chosen + [one for one in offered.presets if one != now.preset])[:OFFERED]
    return [
        select_option(words("stats.pick.every-game"), ALL, default=not now.preset),
        *(select_option(preset_text(words, one), one, default=one == now.preset) for one in every),
    ]


def _leagues(words: Words, now: Conditions, offered: OfferedConditions) -> list[discord.SelectOption]:
    """Each league, and each of its seasons; where there are too many, those of the first leagues and the
    one that is chosen."""
    found = [(f"{LEAGUE}{league.id}", league.name) for league, _ in offered.leagues]
    found += [
        (
            f"{SEASON}{season.id}",
            words("stats.pick.season", league=league.name, season=season_name(words, season)),
        )
        for league, seasons in offered.leagues
        for season in seasons
    ]
    kept = found[:OFFERED]
    kept += [one for one in found[OFFERED:] if one[0] == now.games]
    return [
        select_option(words("stats.pick.every-league"), ALL, default=not now.games),
        *(select_option(name, value, default=value == now.games) for value, name in kept[-OFFERED:]),
    ]


def _months(
    words: Words, now: Conditions, offered: OfferedConditions, *, is_first: bool
) -> list[discord.SelectOption]:
    """The months that leave the range the right way round, the latest first."""
    chosen, other = (now.first, now.last) if is_first else (now.last, now.first)
    fitting = [one for one in offered.months if not other or (one <= other if is_first else one >= other)]
    every = [one for one in fitting if one != chosen][: OFFERED - 1] + ([chosen] if chosen else [])
    every.sort(reverse=True)
    word = words("stats.pick.beginning" if is_first else "stats.pick.today")
    return [
        select_option(word, ALL, default=not chosen),
        *(select_option(month_name(words, one), one, default=one == chosen) for one in every),
    ]
