"""The table's message in the channel: a deal in play, one that has just ended, a game that is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.pictures.values import ScoreSheet, TablePicture
from bot.tables.model import State
from bot.telling import phrases
from bot.telling.alt import alt_text
from bot.telling.games.registry import teller_of
from bot.telling.reader import TablePerspective
from bot.telling.timestamps import relative
from bot.ui.discord.panel import Drawing, Panel, button, even_rows, picture
from bot.ui.discord.press_ids import PressId
from bot.ui.ports import on_table
from bot.ui.table.ending_panel import deal_lines
from bot.ui.table.footer import AtTable, back, footer, last_trick, more, my_hand, resume
from bot.ui.table.hand_panel import next_deal, told_lines
from bot.words.names import in_text

TABLE_FILE: Final = "table.png"
SHEET_FILE: Final = "scores.png"
FELT: Final = discord.Colour(0x2F6B4F)


def table(
    sight: TablePerspective,
    image: tuple[TablePicture, bytes],
    notes: Sequence[str] = (),
) -> Drawing:
    """The table while a deal is played. ``notes`` are what else is to be told to all."""
    words, view = sight.words, sight.view
    value, data = image
    lines = [f"**{teller_of(view.rules).heading(sight)}** · {_turn(sight)}"]
    lines += [*told_lines(sight), *notes, *time_up(sight)]
    lines.append("-# " + words("table.footer", deal=phrases.deal_title(sight), table=sight.facts.id))
    if view.deal == 0 and not view.tricks:
        lines.append("-# " + _first_dealer(sight))
    container: ui.Container[Any] = ui.Container(
        ui.TextDisplay("\n".join(lines)), picture(TABLE_FILE, alt_text(words, value)), accent_colour=FELT
    )
    for row in (*even_rows(seat_buttons(sight)), footer(sight, [my_hand(sight)])):
        container.add_item(row)
    return Drawing(Panel(container), ((TABLE_FILE, data),))


def _first_dealer(sight: TablePerspective) -> str:
    """Who deals first, and by which draw (D6)."""
    key = "table.first-dealer"
    if sight.view.rules.values.get("first-dealer") == "king-of-hearts":
        key = "table.first-dealer-king"
    return sight.words(key, name=in_text(sight.seats[sight.view.dealer].name))


def deal_over(
    sight: TablePerspective,
    image: tuple[ScoreSheet | TablePicture, bytes],
    notes: Sequence[str] = (),
    *,
    current: bool,
) -> Drawing:
    """A deal that has just ended: who scored what, with the sheet so far, or with the table as long as its
    last trick is looked at. ``notes`` are what else is to be told of it, ``current`` while the next deal
    waits."""
    words = sight.words
    value, data = image
    lines = [*deal_lines(sight), *notes, *time_up(sight)]
    if current:
        lines.append(waiting(sight))
    file = SHEET_FILE if isinstance(value, ScoreSheet) else TABLE_FILE
    container: ui.Container[Any] = ui.Container(
        ui.TextDisplay("\n".join(lines)), picture(file, alt_text(words, value)), accent_colour=FELT
    )
    if current:
        for row in even_rows([next_deal(sight), *seat_buttons(sight), last_trick(sight), more(sight)]):
            container.add_item(row)
    return Drawing(Panel(container), ((file, data),))


def time_up(sight: AtTable) -> list[str]:
    """That robots play to the end, where they do."""
    return [f"-# {sight.words('table.time-up')}"] if sight.facts.time_up else []


def _turn(sight: TablePerspective) -> str:
    if sight.facts.state is State.ADJOURNED:
        return phrases.adjourned_line(sight.words, sight.facts)
    return in_text(phrases.state_line(sight))


def waiting(sight: AtTable) -> str:
    """For whom the next deal waits."""
    words = sight.words
    if sight.facts.state is State.ADJOURNED:
        return phrases.adjourned_line(words, sight.facts)
    names = [in_text(seat.name) for seat in sight.facts.seats if not seat.played_by_robot and not seat.ready]
    text = words("deal.waiting", names=words.both(names)) if names else words("deal.dealing")
    if sight.facts.deadline is not None:
        text += " " + words("deal.starts", when=relative(sight.facts.deadline))
    return text


def seat_buttons(sight: AtTable) -> list[ui.Button[Any]]:
    """What somebody has to decide for the game to go on as it should."""
    facts = sight.facts
    buttons: list[ui.Button[Any]] = []
    if facts.time_up:
        return buttons
    if facts.state is State.ADJOURNED and not facts.is_paused:
        buttons.append(resume(sight))
    if any(seat.absent for seat in facts.seats):
        buttons.append(back(sight))
    if any(seat.played_by_robot for seat in facts.seats):
        buttons.append(button(sight.words("button.sit-down"), PressId("sit-down", on_table(facts.id))))
    return buttons
