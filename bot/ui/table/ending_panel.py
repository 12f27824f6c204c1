"""The end of a deal, and of a game: what the channel and each player are told of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import discord
from discord import ui

from bot.pictures.values import PodiumPicture
from bot.tables.model import State, TableFacts
from bot.telling import ending, phrases
from bot.telling import text_mode as telling
from bot.telling.alt import alt_text, sentences
from bot.telling.games.registry import teller_of
from bot.telling.headlines import headline
from bot.telling.reader import TablePerspective
from bot.ui.discord.panel import Drawing, Panel, button, even_rows, link, picture
from bot.ui.discord.press_ids import PressId
from bot.ui.ports import on_table
from bot.ui.table import comfort_panel as comfort
from bot.ui.table import fair_panel
from bot.ui.table.footer import replay, review
from bot.ui.table.league_panel import LeagueEnd, end_lines, standings_button
from bot.words.catalogue import Words
from bot.words.names import in_text

FILE: Final = "podium.png"
GOLD: Final = discord.Colour(0xC9A227)

Image = tuple[PodiumPicture, bytes]


def deal_lines(sight: TablePerspective) -> list[str]:
    """What happened in the last deal, what it brought, and, in small print, what that is made of."""
    words, result = sight.words, sight.view.results[-1]
    number = words.number(result.deal + 1)
    lines = [f"**{in_text(headline(sight, -1))}**"]
    if result.points is None:
        again = words("deal.thrown-in", number=number, name=in_text(sight.seats[result.dealer].name))
        return [*lines, f"-# {again}"]
    contract = phrases.contract_name(words, result.contract, result.trump)
    after = [*map(in_text, teller_of(sight.view.rules).after_deal(sight, result))]
    if any(result.points) or not after:  # else what it is made of says that there is nothing
        lines.append(in_text(phrases.result_points(sight, result)))
    made_of = [words("deal.over", number=number, contract=contract), *after]
    return [*lines, f"-# {' · '.join(made_of)}"]


def game_over(
    sight: TablePerspective, image: Image, notes: Sequence[str] = (), league: LeagueEnd | None = None
) -> Drawing:
    """The end of the game, to everybody. ``notes`` are what else is to be told of it, ``league`` what it was
    to a league."""
    game = phrases.game_in_text(sight.words, sight.facts)
    lines = [f"### {sight.words('game.over', preset=game)}", _won(sight), *_cut_short(sight)]
    lines += [*_memorable(sight), *notes]
    lines += _in_league(sight, league)
    container: ui.Container[Any] = ui.Container(
        ui.TextDisplay("\n".join(lines)), picture(FILE, alt_text(sight.words, image[0])), accent_colour=GOLD
    )
    for row in even_rows(_buttons(sight, league)):
        container.add_item(row)
    return Drawing(Panel(container), ((FILE, image[1]),))


def hand_over(
    sight: TablePerspective,
    image: Image,
    table_url: str | None,
    notes: Sequence[str] = (),
    league: LeagueEnd | None = None,
) -> Drawing:
    """The end of the game in the hand of ``view.seat``, with what it is to them; in text mode without the
    picture, after what has happened since. ``notes`` are what else is to be told, ``league`` what it was to a
    league."""
    words, view = sight.words, sight.view
    assert view.seat is not None
    value, data = image
    place, *deals = map(in_text, ending.own_lines(sight, view.seat))
    lines = [_won(sight), f"**{place}**", *(f"-# {line}" for line in deals), *_cut_short(sight)]
    lines += [*_memorable(sight), *notes]
    lines += _in_league(sight, league)
    table = f"-# {words('hand.table', table=sight.facts.id)} · {words('state.over')}"
    container: ui.Container[Any] = ui.Container(accent_colour=GOLD)
    if sight.reader.preferences.text_mode:
        since = [line for line in (telling.since_text(sight),) if line]
        told = map(in_text, sentences(words, replace(value, title="", subtitle="")))
        container.add_item(ui.TextDisplay(telling.sheet_text(words, [*since, *lines, *told, table])))
    else:
        container.add_item(ui.TextDisplay("\n".join([*lines, table])))
        container.add_item(picture(FILE, alt_text(words, value)))
    way = [link(words("button.table"), table_url)] if table_url else []
    for row in even_rows([*_buttons(sight, league), *way]):
        container.add_item(row)
    return Drawing(
        Panel(container), () if sight.reader.preferences.text_mode else ((FILE, data),), final=True
    )


def broken_off(sight: TablePerspective) -> Drawing:
    """A table that was closed before its game had ended: nobody has won."""
    words, view = sight.words, sight.view
    lines = [words("table.closed", table=sight.facts.id), _so_far(sight, "ending.broken-off")]
    if any(result.points is not None for result in view.results):
        lines.append(in_text(phrases.points_line(sight, view.points)))
    container: ui.Container[Any] = ui.Container(ui.TextDisplay("\n".join(lines)))
    table = sight.facts.id
    reviewing = review(words, table, sight.facts.preset) if any(one.points for one in view.results) else []
    container.add_item(ui.ActionRow(replay(words, table), *reviewing, fair_panel.way_in(words, table)))
    return Drawing(Panel(container), final=True)


def gone(words: Words, facts: TableFacts) -> Drawing:
    """A table that was closed before play began, or parked because its log no longer replays."""
    key = "table.parked" if facts.state is State.PARKED else "table.closed"
    return Drawing(Panel(ui.Container(ui.TextDisplay(words(key, table=facts.id)))), final=True)


def _so_far(sight: TablePerspective, key: str) -> str:
    """How many deals were scored, of how many."""
    words, view = sight.words, sight.view
    played = sum(result.points is not None for result in view.results)
    return words(key, played=words.number(played), of=words.number(view.deals))


def _cut_short(sight: TablePerspective) -> list[str]:
    return [f"-# {_so_far(sight, 'ending.cut-short')}"] if sight.facts.is_cut_short else []


def _won(sight: TablePerspective) -> str:
    first = ending.winners(sight)
    names = sight.words.both(in_text(sight.seats[seat].name) for seat in first)
    points = sight.words.points(max(sight.view.points))
    return sight.words.count("game.won", len(first), names=names, points=points)


def _memorable(sight: TablePerspective) -> list[str]:
    trick = ending.trick_line(sight)
    return [f"-# {in_text(trick)}"] if trick else []


def _in_league(sight: TablePerspective, league: LeagueEnd | None) -> list[str]:
    if league is None:
        return []
    is_hand_with_picture = sight.view.seat is not None and not sight.reader.preferences.text_mode
    return end_lines(sight.words, league, is_brief=is_hand_with_picture)


def _buttons(sight: TablePerspective, league: LeagueEnd | None) -> list[ui.Button[Any]]:
    words, table = sight.words, on_table(sight.facts.id)
    return [
        comfort.daily_result(sight) if sight.facts.is_daily else comfort.rematch(sight),
        button(words("button.last-trick"), PressId("last-trick", table)),
        button(words("button.scores"), PressId("scores", table)),
        *([] if league is None else [standings_button(words, league.of)]),
        replay(words, sight.facts.id),
        *review(words, sight.facts.id, sight.facts.preset),
        fair_panel.way_in(words, sight.facts.id),
    ]
