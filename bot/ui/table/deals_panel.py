"""Deals that are over: a line each in the game's running record, a message of one line where each has one of
its own, and one that is looked at again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import discord
from discord import ui

from bot.pictures.values import ScoreSheet, TrickPicture
from bot.tables.model import UNFINISHED
from bot.telling import phrases
from bot.telling import text_mode as telling
from bot.telling.alt import alt_text
from bot.telling.fitting import TEXT_LONGEST, fitting_last
from bot.telling.headlines import headline
from bot.telling.reader import TablePerspective
from bot.ui.discord.panel import Drawing, Panel, button, picture, select, select_option
from bot.ui.discord.press_ids import PressId
from bot.ui.ports import on_table
from bot.words.names import in_text

FELT: Final = discord.Colour(0x2F6B4F)
A_SELECT: Final = 25  # values: https://discord.com/developers/docs/components/reference#string-select
SELECTS: Final = 4  # of a record: the newest hundred deals can be looked at


def running_record(sight: TablePerspective) -> Drawing:
    """What the lobby's message has become: which game it is, a line for each deal that is over, and a way to
    each of them."""
    words, facts = sight.words, sight.facts
    head = words("lobby.started", preset=phrases.game_in_text(words, facts), table=facts.id)
    lines = [deal_line(sight, number) for number in range(len(sight.view.results))]
    told = fitting_last(lines, TEXT_LONGEST - len(head) - 1, words("record.earlier"), between="\n")
    container: ui.Container[Any] = ui.Container(ui.TextDisplay(f"{head}\n{told}" if told else head))
    for row in _selects(sight):
        container.add_item(row)
    return Drawing(Panel(container), final=facts.state not in UNFINISHED)


def folded(sight: TablePerspective, number: int, *, final: bool) -> Drawing:
    """A deal that is over, by its number in ``view.results``, in one line."""
    look = PressId("deal-look", on_table(sight.facts.id), values=(str(number),))
    container: ui.Container[Any] = ui.Container(
        ui.TextDisplay(deal_line(sight, number)),
        ui.ActionRow(button(sight.words("button.deal-look"), look)),
        accent_colour=FELT,
    )
    return Drawing(Panel(container), final=final)


def deal_line(sight: TablePerspective, number: int) -> str:
    """What became of a deal, by its number in ``view.results``."""
    words, result = sight.words, sight.view.results[number]
    told = headline(sight, number)
    if result.points is not None:
        told = words("record.scored", headline=told, points=phrases.result_points(sight, result))
    return words("record.deal", number=words.number(result.deal + 1), result=in_text(told))


def _selects(sight: TablePerspective) -> Iterator[ui.ActionRow[Any]]:
    """Each deal that is over, to be looked at; the newest where there are too many."""
    words, results = sight.words, sight.view.results
    first = max(0, len(results) - A_SELECT * SELECTS)
    for start in range(first, len(results), A_SELECT):
        numbers = range(start, min(start + A_SELECT, len(results)))
        options = [_option(sight, number) for number in numbers]
        press = PressId("deal-pick", on_table(sight.facts.id), values=(str(start),))
        yield select(press, words("record.pick"), options)


def _option(sight: TablePerspective, number: int) -> discord.SelectOption:
    words, result = sight.words, sight.view.results[number]
    label = words("record.option", number=words.number(result.deal + 1))
    return select_option(label, str(number), headline(sight, number))


def deal_look(
    sight: TablePerspective, sheet: tuple[ScoreSheet, bytes], trick: tuple[TrickPicture, bytes] | None
) -> Drawing:
    """A deal looked at again by one reader: ``sight`` as it was when it had just ended, the sheet then, and
    its last trick where it had one; in text mode without the pictures."""
    words = sight.words
    shown = [(sheet[0], sheet[1], "scores.png"), *([(*trick, "trick.png")] if trick is not None else [])]
    line = deal_line(sight, len(sight.view.results) - 1)
    if sight.reader.preferences.text_mode:
        told = [telling.picture_text(words, value) for value, _, _ in shown]
        text = telling.sheet_text(words, [line, *told])
        return Drawing(Panel(ui.Container(ui.TextDisplay(text))))
    container: ui.Container[Any] = ui.Container(ui.TextDisplay(line))
    for value, _, name in reversed(shown):
        container.add_item(picture(name, alt_text(words, value)))
    files = tuple((name, data) for _, data, name in shown)
    return Drawing(Panel(container), files)
