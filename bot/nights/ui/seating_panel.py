"""The plan of the rounds to come, as organisers see it before it is played: looked through, swapped in,
drawn again, posted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from discord import ui

from bot.discordkit.pages import BUTTONS, height_of, page_of, shelves, turning
from bot.discordkit.panel import (
    BLUE,
    GREEN,
    OPTIONS_MOST,
    Drawing,
    button,
    draw,
    even_rows,
    select,
    select_option,
)
from bot.nights import managing_words
from bot.nights.model import EveningStage
from bot.nights.planning import repeated
from bot.nights.seating.model import Mode
from bot.nights.terms import of_apart, otherwise
from bot.nights.ui.manage_panel import back
from bot.nights.ui.views import NightView
from bot.words.names import in_text

NOBODY: Final = "0"
"""Where nobody has been chosen yet."""


class SeatingPage(NamedTuple):
    """Tables of a round, counted from 1."""

    round: int
    lines: list[str]


def leaves_of(night: NightView) -> list[SeatingPage]:
    """The rounds to come, as many tables a leaf as fit a phone."""
    evening = night.evening
    buttons = (1 + len(even_rows([*_plan_buttons(night)]))) * BUTTONS  # those that turn leaves are a row too
    found: list[SeatingPage] = []
    for number, planned in enumerate(evening.plan[evening.round :], evening.round + 1):
        lines = managing_words.plan_lines(night.words, night.told, planned)
        besides = buttons + sum(map(height_of, (*_heading(night, number), *_notes(night, number))))
        found += [SeatingPage(number, lines[one.start : one.stop]) for one in shelves(lines, besides)]
    return found


def _heading(night: NightView, number: int) -> list[str]:
    words, evening = night.words, night.evening
    rounds = max(evening.settings.rounds, len(evening.plan))
    return night.heading(words("night.seating.round", round=words.number(number), of=words.number(rounds)))


def _notes(night: NightView, number: int) -> Iterator[str]:
    """What stands below the tables of a round."""
    words, evening = night.words, night.evening
    yield from otherwise(words, evening, number)
    yield from of_apart(words, evening)
    yield managing_words.repeated(words, repeated(evening.plan))
    if evening.settings.mode == Mode.SEEDED:
        yield words("night.seating.seeded")
    yield managing_words.plan_state(words, evening)


def seating(night: NightView, leaf: int) -> Drawing:
    """A leaf of the plan."""
    leaves = leaves_of(night)
    at = min(leaf, len(leaves) - 1)
    shown = leaves[at]
    notes = (f"-# {one}" for one in _notes(night, shown.round))
    turns = turning(lambda number: night.press("manage-seating", str(number)), at, len(leaves))
    return draw([*_heading(night, shown.round), *shown.lines, *notes], turns, _plan_buttons(night))


def _plan_buttons(night: NightView) -> Iterator[ui.Button[Any]]:
    words, evening = night.words, night.evening
    if evening.stage is not EveningStage.PLAYING and evening.settings.confirmed and not evening.posted:
        yield button(words("night.seating.post"), night.press("manage-post"), GREEN)
    yield button(words("night.seating.swap"), night.press("manage-swap", "0", NOBODY), BLUE)
    if evening.stage is EveningStage.CHECK_IN:
        yield button(words("night.seating.again"), night.press("manage-draw"))
    if evening.settings.apart:
        meet = "no" if evening.together else "yes"
        label = words("night.seating.apart" if evening.together else "night.seating.together")
        yield button(label, night.press("manage-together", meet))
    yield back(night)


def swap(night: NightView, page: int, first: int | None) -> Drawing:
    """Who is to change places in the next round: one person, then the other; by tables, page by page."""
    words, evening = night.words, night.evening
    planned = evening.plan[evening.round]
    everybody = [
        (one, words("hand.table", table=number))
        for number, table in enumerate(planned.tables, 1)
        for one in table
        if one is not None
    ]
    everybody += [(one, words("night.seating.sits-out")) for one in planned.byes]
    others = page_of([one for one in everybody if one[0] != first], page, OPTIONS_MOST)
    number = words.number(evening.round + 1)
    lines = night.heading(words("night.seating.swapping", round=number))
    if first is not None:
        lines.append(words("night.seating.first", name=in_text(managing_words.called(night.told, first))))
    kept = NOBODY if first is None else str(first)
    options = [
        select_option(managing_words.called(night.told, one), str(one), where) for one, where in others.shown
    ]
    asked = words("night.seating.who" if first is None else "night.seating.with-whom")
    turns = turning(lambda turned: night.press("manage-swap", str(turned), kept), others.number, others.of)
    plan = button(words("night.manage.seating"), night.press("manage-seating", "0"))
    return draw(lines, select(night.press("manage-swap-who", kept), asked, options), [*turns, plan])
