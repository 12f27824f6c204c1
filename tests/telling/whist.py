"""Tables of Colour Whist as people see them, for the tests of what they see."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.discordkit.panel import Drawing
from bot.engine.game import View
from bot.engine.play import Game
from bot.pictures.values import HandPicture, TablePicture
from bot.tables.model import Seat, State, TableFacts
from bot.tables.ui import table_panel as hand
from bot.tables.ui import table_panel as table
from bot.tables.ui.footer import CardButtons
from bot.telling import scenes
from bot.words.catalogue import words_for
from tests.telling.view_models import at_table, model

WORDS = words_for("en")
SEATS = tuple(Seat(name, number) for number, name in enumerate(("Nora", "Emil", "Sara", "Wim"), start=1))


def facts(game: Game) -> TableFacts:
    """The table of a game; N, E, S and W of the engine's tests are Nora, Emil, Sara and Wim."""
    name = game.rules.preset.name
    return TableFacts(1, 1, 2, 1, name, 4, "", 0.0, seats=SEATS, state=State.PLAYING)


def hand_picture(view: View) -> HandPicture:
    return scenes.hand_picture(model(WORDS, view, SEATS))


def table_picture(game: Game) -> TablePicture:
    return scenes.table_picture(at_table(WORDS, facts(game), game.view(None)))


def hand_panel(game: Game, seat: int) -> Drawing:
    """The hand of a seat."""
    view = game.view(seat)
    return hand.hand(CardButtons(at_table(WORDS, facts(game), view)), (hand_picture(view), b""))


def table_panel(game: Game) -> Drawing:
    """The table, to everybody."""
    return table.table(at_table(WORDS, facts(game), game.view(None)), (table_picture(game), b""))


def record_panel(game: Game) -> Drawing:
    """The deal that has ended, to everybody."""
    view = game.view(None)
    sheet = scenes.score_sheet(at_table(WORDS, facts(game), view))
    return table.deal_over(at_table(WORDS, facts(game), view), (sheet, b""))


def items(drawing: Drawing) -> list[ui.Item[Any]]:
    """Everything on a panel."""
    return list(drawing.panel.walk_children())


def texts(drawing: Drawing) -> list[str]:
    """Its lines of text."""
    shown = [item.content for item in items(drawing) if isinstance(item, ui.TextDisplay)]
    return [line for text in shown for line in text.split("\n")]


def offered(drawing: Drawing) -> dict[str, list[str]]:
    """The actions offered, each group under its heading: buttons that stand below a small heading, or a
    select."""
    found: dict[str, list[str]] = {}
    heading = ""
    for item in items(drawing):
        if isinstance(item, ui.TextDisplay):
            heading = item.content.removeprefix("-# ") if item.content.startswith("-# ") else ""
        elif isinstance(item, ui.Select) and str(item.custom_id).startswith("hh:choose:"):
            found[str(item.placeholder)] = [option.value for option in item.options]
        elif isinstance(item, ui.Button) and str(item.custom_id).startswith("hh:act:"):
            found.setdefault(heading, []).append(str(item.custom_id).split(":")[4])
    return found
