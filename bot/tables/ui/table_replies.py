"""Short answers about tables, visible to one person: the last trick, the scores, lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.discordkit.panel import (
    BLUE,
    GREEN,
    Drawing,
    button,
    draw,
    link,
    picture,
    select,
    select_option,
)
from bot.discordkit.ports import on_table
from bot.discordkit.press_ids import PressId
from bot.pictures.values import ScoreSheet, TablePicture, TrickPicture
from bot.tables.model import State, TableFacts
from bot.telling import phrases
from bot.telling import text_mode as telling
from bot.telling.alt import alt_text
from bot.telling.reader import TablePerspective
from bot.words.catalogue import Words
from bot.words.names import in_text


def shown_picture(
    words: Words, value: TrickPicture | ScoreSheet, data: bytes, below: Sequence[ui.Button[Any]] = ()
) -> Drawing:
    """The last trick or the score sheet; ``below`` is what may be pressed there."""
    name = "trick.png" if isinstance(value, TrickPicture) else "scores.png"
    return draw(picture(name, alt_text(words, value), data), below)


def told_picture(
    words: Words, value: TrickPicture | ScoreSheet, below: Sequence[ui.Button[Any]] = ()
) -> Drawing:
    """The same in words."""
    return draw(telling.picture_text(words, value), below)


def table_line(words: Words, facts: TableFacts, url: str | None) -> str:
    """One table in a list."""
    names = words.both(in_text(seat.name) for seat in facts.seats) if facts.seats else ""
    heading = words("list.table", table=facts.id, preset=phrases.game_in_text(words, facts))
    if url:
        heading = f"[{heading}]({url})"
    state = words(f"list.{facts.state.value}")
    if facts.state is State.LOBBY and facts.seats_given:
        state = words("list.given")
    elif facts.state is State.LOBBY:
        state = words.count("lobby.waiting", facts.players - len(facts.seats))
    return words("list.line", table=heading, state=state, names=names)


def tables(words: Words, lines: Sequence[str]) -> Drawing:
    """The tables of a server."""
    return draw([f"### {words('list.title')}", *(lines or [words("list.none")])])


def no_hand(words: Words, facts: TableFacts, url: str | None) -> Drawing:
    """To who asks for a hand and has none: to watch, or to take a seat where one is free; of a lobby, the way
    there."""
    buttons: list[ui.Button[Any]] = []
    if facts.state is State.LOBBY:
        buttons += [link(words("button.table"), url)] if url else []
    else:
        buttons.append(button(words("button.watch"), PressId("watch", on_table(facts.id)), BLUE))
        buttons += sit_down(words, facts)
    return draw(words("hand.none", table=facts.id), buttons)


def sit_down(words: Words, facts: TableFacts) -> list[ui.Button[Any]]:
    """*Take a seat*, where a robot plays one."""
    if facts.is_private or facts.time_up or not any(seat.played_by_robot for seat in facts.seats):
        return []
    return [button(words("button.sit-down"), PressId("sit-down", on_table(facts.id)), GREEN)]


def watched(sight: TablePerspective, value: TablePicture | ScoreSheet, data: bytes) -> Drawing:
    """The table as somebody sees it who has no seat there, in their own words; in text mode without the
    picture."""
    words, facts = sight.words, sight.facts
    head = f"**{words('hand.watching', table=facts.id)}** · {in_text(phrases.state_line(sight))}"
    alt = alt_text(words, value)
    text_mode = sight.reader.preferences.text_mode
    buttons = [
        button(words("button.look-again"), PressId("watch", on_table(facts.id))),
        button(words("button.scores"), PressId("scores", on_table(facts.id))),
        *sit_down(words, facts),
    ]
    return draw(head, in_text(alt) if text_mode else picture("table.png", alt, data), buttons)


def seat_choice(words: Words, facts: TableFacts) -> Drawing:
    """Which robot's or absent player's seat to take."""
    choices = [
        select_option(
            label=words("seat.choice", number=number + 1, name=seat.name),
            value=str(number),
            description=words("seat.away") if seat.absent else phrases.robot_level(words, seat.robot),
        )
        for number, seat in enumerate(facts.seats)
        if seat.played_by_robot
    ]
    heading = words("more.table", table=facts.id, preset=phrases.game_in_text(words, facts))
    seats = select(PressId("take-seat", on_table(facts.id)), words("seat.which"), choices)
    return draw(f"**{heading}**", seats)
