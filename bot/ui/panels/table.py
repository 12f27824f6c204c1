"""The table message in the channel: one a deal, which stays as the deal's record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.engine.game import View
from bot.pictures.values import ScoreSheet, TablePicture
from bot.tables.model import State, TableFacts
from bot.ui import phrases
from bot.ui.alt import alt_text
from bot.ui.custom_ids import PressId
from bot.ui.games.registry import face_of
from bot.ui.panel import BLUE, GREEN, Drawing, Panel, button, even_rows, picture
from bot.ui.panels import comfort
from bot.ui.panels.hand import deal_lines, next_deal, told_lines
from bot.words.catalogue import Words
from bot.words.names import in_text

TABLE_FILE: Final = "table.png"
SHEET_FILE: Final = "scores.png"
FELT: Final = discord.Colour(0x2F6B4F)
GOLD: Final = discord.Colour(0xC9A227)


def table(
    words: Words,
    facts: TableFacts,
    view: View,
    image: tuple[TablePicture, bytes],
    notes: Sequence[str] = (),
) -> Drawing:
    """The table while a deal is played. ``notes`` are what else is to be told to all."""
    value, data = image
    lines = [f"**{face_of(view.rules).heading(words, view)}** · {_turn(words, facts, view)}"]
    lines += [*told_lines(words, facts, view), *notes]
    lines.append("-# " + words("table.footer", deal=phrases.deal_title(words, view), table=facts.id))
    if view.deal == 0 and not view.tricks:
        lines.append("-# " + _first_dealer(words, facts, view))
    container: ui.Container[Any] = ui.Container(
        ui.TextDisplay("\n".join(lines)), picture(TABLE_FILE, alt_text(words, value)), accent_colour=FELT
    )
    for row in even_rows(_buttons(words, facts, view)):
        container.add_item(row)
    return Drawing(Panel(container), ((TABLE_FILE, data),))


def _first_dealer(words: Words, facts: TableFacts, view: View) -> str:
    """Who deals first, and by which draw (D6)."""
    key = "table.first-dealer"
    if view.rules.values.get("first-dealer") == "king-of-hearts":
        key = "table.first-dealer-king"
    return words(key, name=in_text(facts.seats[view.dealer].name))


def deal_over(
    words: Words,
    facts: TableFacts,
    view: View,
    image: tuple[ScoreSheet, bytes],
    notes: Sequence[str] = (),
    *,
    current: bool,
) -> Drawing:
    """The record of a finished deal: who scored what, the sheet so far. ``notes`` are what else is to be
    told of it, ``current`` while the next deal waits."""
    value, data = image
    result = view.results[-1]
    number = words.number(result.deal + 1)
    if result.points is None:
        lines = [words("deal.thrown-in", number=number, name=in_text(facts.seats[result.dealer].name))]
    else:
        contract = phrases.contract_name(words, result.contract, result.trump)
        lines = [words("deal.over", number=number, contract=contract), *deal_lines(words, facts, view)]
    lines += notes
    if current:
        lines.append(_waiting(words, facts))
    container: ui.Container[Any] = ui.Container(
        ui.TextDisplay("\n".join(lines)), picture(SHEET_FILE, alt_text(words, value)), accent_colour=FELT
    )
    if current:
        last_trick, emotes = _last_trick(words, facts), comfort.emotes(words, facts)
        buttons = [next_deal(words, facts), *_seat_buttons(words, facts), last_trick, *emotes]
        for row in even_rows(buttons):
            container.add_item(row)
    return Drawing(Panel(container), ((SHEET_FILE, data),), final=not current)


def game_over(
    words: Words, facts: TableFacts, view: View, image: tuple[ScoreSheet, bytes], record: bytes
) -> Drawing:
    """The end of the game: the full sheet, who won, and the record attached."""
    value, data = image
    winners = [in_text(facts.seats[seat].name) for seat in value.winners]
    best = words.points(max(view.points))
    name = f"hartenheer-{facts.id}.king"
    container: ui.Container[Any] = ui.Container(
        ui.TextDisplay(
            f"### {words('game.over', preset=phrases.game_in_text(words, facts))}\n"
            + words.count("game.won", len(winners), names=words.both(winners), points=best)
        ),
        picture(SHEET_FILE, alt_text(words, value)),
        ui.File(f"attachment://{name}"),
        ui.TextDisplay("-# " + words("game.secret", secret=facts.secret.hex())),
        ui.ActionRow(comfort.rematch(words, facts)),
        accent_colour=GOLD,
    )
    return Drawing(Panel(container), ((SHEET_FILE, data), (name, record)))


def ended(words: Words, facts: TableFacts) -> Drawing:
    """A table that was closed, or parked because its log no longer replays."""
    key = "table.parked" if facts.state is State.PARKED else "table.closed"
    return Drawing(Panel(ui.Container(ui.TextDisplay(words(key, table=facts.id)))), final=True)


def _turn(words: Words, facts: TableFacts, view: View) -> str:
    if facts.state is State.ADJOURNED:
        return words("table.nobody-here" if facts.notice == "nobody-here" else "table.adjourned")
    return in_text(phrases.state_line(words, view, facts.seats))


def _waiting(words: Words, facts: TableFacts) -> str:
    if facts.state is State.ADJOURNED:
        return words("table.adjourned")
    waiting = [in_text(seat.name) for seat in facts.seats if not seat.played_by_robot and not seat.ready]
    text = words("deal.waiting", names=words.both(waiting)) if waiting else words("deal.dealing")
    if facts.deadline is not None:
        text += " " + words("deal.starts", when=f"<t:{int(facts.deadline)}:R>")
    return text


def _buttons(words: Words, facts: TableFacts, view: View) -> list[ui.Button[Any]]:
    return [
        button(words("button.my-hand"), PressId("my-hand", facts.id), BLUE),
        _last_trick(words, facts, disabled=not view.tricks),
        button(words("button.scores"), PressId("scores", facts.id)),
        button(words("button.rules"), PressId("rules", facts.id)),
        *comfort.emotes(words, facts),
        *comfort.nudge(words, facts),
        *_seat_buttons(words, facts),
    ]


def _last_trick(words: Words, facts: TableFacts, *, disabled: bool = False) -> ui.Button[Any]:
    return button(words("button.last-trick"), PressId("last-trick", facts.id), disabled=disabled)


def _seat_buttons(words: Words, facts: TableFacts) -> list[ui.Button[Any]]:
    buttons: list[ui.Button[Any]] = []
    if facts.state is State.ADJOURNED:
        buttons.append(button(words("button.resume"), PressId("resume", facts.id), GREEN))
    if any(seat.absent for seat in facts.seats):
        buttons.append(button(words("button.back"), PressId("back", facts.id), GREEN))
    if any(seat.played_by_robot for seat in facts.seats):
        buttons.append(button(words("button.sit-down"), PressId("sit-down", facts.id)))
    return buttons
