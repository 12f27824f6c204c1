"""How the outcome of a night looks, for everybody and for who was absent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import discord
from discord import ui

from bot.clubs.model import ListedMember
from bot.nights.outcome import NightFeat
from bot.pictures.league_values import StandingsPicture
from bot.telling.alt import alt_text
from bot.telling.night import outcome_text as telling
from bot.telling.night.outcome_text import NightSummary
from bot.ui.discord.panel import Drawing, Panel, button, even_rows, link, picture
from bot.ui.discord.press_ids import PressId
from bot.ui.ports import on_league
from bot.words.catalogue import Words

Image = tuple[StandingsPicture, bytes]

GOLD = discord.Colour(0xC9A227)
NIGHT = "night.png"
STANDINGS = "standings.png"


def result(
    words: Words, one: NightSummary, images: tuple[Image, Image], ways: Iterable[tuple[NightFeat, str]]
) -> Drawing:
    """The night's table and the standings after it; ``ways`` lead to where its best deal and its most costly
    trick were told."""
    (night, night_data), (after, after_data) = images
    container: ui.Container[Any] = ui.Container(
        _text([f"### {telling.title(words, one)}", telling.won_text(words, one.night)]),
        picture(NIGHT, alt_text(words, night)),
        accent_colour=GOLD,
    )
    rest = telling.rest_text(words, one.night)
    told = [f"-# {rest}" if rest else "", *telling.feat_lines(words, ways)]
    if any(told):
        container.add_item(_text(told))
    container.add_item(picture(STANDINGS, alt_text(words, after)))
    climbed = telling.climbed_text(words, one.standings)
    _finish(container, words, one, climbed)
    return Drawing(Panel(container), ((NIGHT, night_data), (STANDINGS, after_data)), final=True)


def nobody_played(words: Words, one: NightSummary) -> Drawing:
    """A night of which no game was played to its end, or none that counts."""
    container: ui.Container[Any] = ui.Container(
        _text([f"### {telling.title(words, one)}", words("night.result.nobody")])
    )
    _finish(container, words, one)
    return Drawing(Panel(container), final=True)


def for_absent(words: Words, one: NightSummary, own: ListedMember | None, url: str, reader: int) -> Drawing:
    """The same in short, for one person."""
    lines = [
        f"### {telling.title(words, one)}",
        telling.won_text(words, one.night),
        telling.place_text(words, own),
        telling.next_text(words, one.next_at),
    ]
    container: ui.Container[Any] = ui.Container(_text(lines))
    if url:
        container.add_item(ui.ActionRow(link(words("night.absent.way"), url)))
    return Drawing(Panel(container), reader=reader, final=True)


def _finish(container: ui.Container[Any], words: Words, one: NightSummary, climbed: str = "") -> None:
    """What follows for the league, and the ways on."""
    small = (f"-# {note}" for note in telling.notes(words, one))
    container.add_item(_text([climbed, telling.next_text(words, one.next_at), *small]))
    league, season = on_league(one.league.id), str(one.season.id)
    buttons = [
        button(words("button.standings"), PressId("league-standings", league, values=(season,))),
        button(words("standings.results"), PressId("league-results-of", league, values=(season, "", "0"))),
    ]
    for row in even_rows(buttons):
        container.add_item(row)


def _text(lines: Sequence[str]) -> ui.TextDisplay[Any]:
    return ui.TextDisplay("\n".join(line for line in lines if line))
