"""A round in play, as organisers see it: all tables with what can be done, and one table with its seats."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from discord import ui

from bot.discordkit.pages import BUTTONS, LINE, SELECT, height_of, shelves, turning
from bot.discordkit.panel import (
    BLUE,
    GREEN,
    Drawing,
    Part,
    button,
    draw,
    even_rows,
    link,
    message_url,
    pick,
    select,
    select_option,
)
from bot.nights import managing_words
from bot.nights.board_words import Board, tables_text, title
from bot.nights.model import NightPlace, StepKind
from bot.nights.ui.manage_panel import back, common_buttons
from bot.nights.ui.views import NightView
from bot.tables.model import UNFINISHED, TableFacts
from bot.telling import phrases
from bot.words.names import in_text

BESIDES: Final = 3 * LINE + SELECT + BUTTONS
"""The height of what stands beside the tables always: heading, select and the buttons that turn leaves."""


def running(night: NightView, board: Board, leaf: int) -> Drawing:
    """The tables of the round, a leaf of them."""
    words = night.words
    told = [tables_text(words, replace(board, tables=[one])) for one in board.tables]
    said = [night.said] if night.said else []
    hindrances = [*managing_words.hindrances(words, night.told, most=1)]
    rows = [*even_rows(_round_buttons(night))]
    besides = BESIDES + len(rows) * BUTTONS + sum(map(height_of, (*said, *hindrances)))
    leaves = shelves(told, besides)
    at = min(leaf, len(leaves) - 1)
    shown = leaves[at]
    options = [
        select_option(
            words("hand.table", table=one.number), str(one.number), ", ".join(seat.name for seat in one.seats)
        )
        for one in board.tables[shown.start : shown.stop]
        if NightPlace(board.round, one.number) in open_games(night)
    ]
    return draw(
        [*said, title(words, board), *hindrances, *told[shown.start : shown.stop]],
        select(night.press("manage-table"), words("night.running.table"), options),
        turning(lambda number: night.press("manage-leaf", str(number)), at, len(leaves)),
        rows,
    )


def open_games(night: NightView) -> dict[NightPlace, NightPlace]:
    """The game that is not over at each table of the round."""
    number = night.evening.round
    return {
        replace(place, game=0): place
        for place, facts in night.games.items()
        if place.round == number and facts.state in UNFINISHED
    }


def _round_buttons(night: NightView) -> Iterator[ui.Button[Any]]:
    words, evening = night.words, night.evening
    if evening.paused_at is None:
        yield button(words("night.running.pause"), night.press("manage-pause"))
    else:
        yield button(words("night.running.go-on"), night.press("manage-go-on"), GREEN)
    if not evening.time_up:
        yield button(words("night.running.end-round"), night.press("manage-end"))
    if evening.is_last:
        yield button(words("night.running.not-last"), night.press("manage-last", "no"))
    elif evening.round < evening.settings.rounds:
        yield button(words("night.running.last"), night.press("manage-last", "yes"))
    if evening.round < len(evening.plan):
        yield button(words("night.running.next"), night.press("manage-seating", "0"), BLUE)
    yield from common_buttons(night)


def table(night: NightView, place: NightPlace, seat: int | None) -> Drawing:
    """The seats of a game, and for one of them who else takes it."""
    words, facts = night.words, night.games[place]
    number = words.number(place.round)
    title = words("night.running.title", round=number, table=words("hand.table", table=place.table))
    lines = [*night.heading(title), *(_seat(night, facts, one) for one in range(len(facts.seats)))]
    lines.append(f"-# {words('night.running.about')}")
    value = str(place.number)
    options = [
        select_option(
            words("night.running.seat", seat=words.number(at + 1), name=one.name), str(at), default=at == seat
        )
        for at, one in enumerate(facts.seats)
    ]
    to: Part = None
    others: list[ui.Button[Any]] = []
    if seat is not None:
        holder = facts.seats[seat].user_id
        values = (value, str(seat), str(holder or 0))
        who = words("night.running.who", name=facts.seats[seat].name)
        to = pick(ui.UserSelect, night.press("manage-seat-to", *values), who)
        if holder is not None:
            others.append(button(words("night.running.robot"), night.press("manage-robot", *values)))
    thread = night.told.step(StepKind.THREAD, replace(place, game=0).number).discord_id
    if thread is not None:
        others.append(link(words("night.running.thread"), message_url(night.evening.guild_id, thread)))
    whose = select(night.press("manage-seat", value), words("night.running.whose"), options)
    return draw(lines, whose, to, [*others, back(night)])


def _seat(night: NightView, facts: TableFacts, number: int) -> str:
    words, seat = night.words, facts.seats[number]
    name = in_text(seat.name)
    if seat.user_id is None:
        name = phrases.robot_named(words, name, seat.robot)
    elif seat.absent:
        name = words("night.running.absent", name=name)
    return words("night.running.seat", seat=words.number(number + 1), name=name)
