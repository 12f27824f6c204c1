"""Short answers, visible to one person: a sentence, the last trick, the scores, lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.pictures.values import ScoreSheet, TrickPicture
from bot.tables.model import State, TableFacts
from bot.ui import phrases, telling
from bot.ui.alt import alt_text
from bot.ui.custom_ids import PressId
from bot.ui.panel import Drawing, Panel, link, picture, select, select_option
from bot.words.catalogue import Words
from bot.words.names import in_text


def sentence(text: str, url: str | None = None, url_label: str = "") -> Drawing:
    """One sentence, with a way on where there is one."""
    container: ui.Container[Any] = ui.Container(ui.TextDisplay(text))
    if url:
        container.add_item(ui.ActionRow(link(url_label, url)))
    return Drawing(Panel(container))


def shown_picture(words: Words, value: TrickPicture | ScoreSheet, data: bytes) -> Drawing:
    """The last trick or the score sheet."""
    name = "trick.png" if isinstance(value, TrickPicture) else "scores.png"
    return Drawing(Panel(ui.Container(picture(name, alt_text(words, value)))), ((name, data),))


def told_picture(words: Words, value: TrickPicture | ScoreSheet) -> Drawing:
    """The same in words."""
    return sentence(telling.picture_text(words, value))


def table_line(words: Words, facts: TableFacts, url: str | None) -> str:
    """One table in a list."""
    names = words.both(in_text(seat.name) for seat in facts.seats) if facts.seats else ""
    heading = words("list.table", table=facts.id, preset=phrases.game_in_text(words, facts))
    if url:
        heading = f"[{heading}]({url})"
    state = words(f"list.{facts.state.value}")
    if facts.state is State.LOBBY:
        state = words.count("lobby.waiting", facts.players - len(facts.seats))
    return words("list.line", table=heading, state=state, names=names)


def tables(words: Words, lines: Sequence[str]) -> Drawing:
    """The tables of a server."""
    text = "\n".join(lines) if lines else words("list.none")
    return sentence(f"### {words('list.title')}\n{text}")


def seat_choice(words: Words, facts: TableFacts) -> Drawing:
    """Which robot's or absent player's seat to take."""
    choices = [
        select_option(
            label=words("seat.choice", number=number + 1, name=seat.name),
            value=str(number),
            description=words("seat.away" if seat.absent else "seat.robot"),
        )
        for number, seat in enumerate(facts.seats)
        if seat.played_by_robot
    ]
    container: ui.Container[Any] = ui.Container(
        ui.TextDisplay(words("seat.which")),
        select(PressId("take-seat", facts.id), words("seat.which"), choices),
    )
    return Drawing(Panel(container))
