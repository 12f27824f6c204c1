"""The plan of the rounds to come, as organisers see it before it is played: looked through, swapped in,
drawn again, posted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from discord import ui

from bot.nights.model import Stage
from bot.nights.planning import repeated
from bot.nights.seating.model import Mode
from bot.telling.night import managing_words
from bot.telling.night.seated_words import of_apart, otherwise
from bot.ui.discord.panel import BLUE, GREEN, Drawing, Panel, button, select, select_option
from bot.ui.league.leafing import shelves, turning
from bot.ui.night.manage_panel import OFFERED, NightSight, add_rows, back, container_of
from bot.ui.rules.leaves import BUTTONS, LINE
from bot.words.names import in_text

BESIDES: Final = 8 * LINE + 3 * BUTTONS
"""The height of all but the tables: heading, notes and buttons."""

NOBODY: Final = "0"
"""Where nobody has been chosen yet."""


class Leaf(NamedTuple):
    """Tables of a round, counted from 1."""

    round: int
    lines: list[str]


def leaves_of(sight: NightSight) -> list[Leaf]:
    """The rounds to come, as many tables a leaf as fit a phone."""
    evening = sight.evening
    found: list[Leaf] = []
    for number, planned in enumerate(evening.plan[evening.round :], evening.round + 1):
        lines = managing_words.plan_lines(sight.words, sight.told, planned)
        found += [Leaf(number, lines[one.start : one.stop]) for one in shelves(lines, BESIDES)]
    return found


def seating(sight: NightSight, leaf: int) -> Drawing:
    """A leaf of the plan."""
    words, evening = sight.words, sight.evening
    leaves = leaves_of(sight)
    at = min(leaf, len(leaves) - 1)
    shown = leaves[at]
    rounds = max(evening.settings.rounds, len(evening.plan))
    title = words("night.seating.round", round=words.number(shown.round), of=words.number(rounds))
    lines = [*sight.heading(title), *shown.lines]
    lines += [f"-# {one}" for one in (*otherwise(words, evening, shown.round), *of_apart(words, evening))]
    lines.append(f"-# {managing_words.repeated(words, repeated(evening.plan))}")
    if evening.settings.mode == Mode.SEEDED:
        lines.append(f"-# {words('night.seating.seeded')}")
    lines.append(f"-# {managing_words.plan_state(words, evening)}")
    container = container_of(lines)
    turns = turning(lambda number: sight.press("manage-seating", str(number)), at, len(leaves))
    add_rows(container, turns)
    add_rows(container, _buttons(sight))
    return Drawing(Panel(container))


def _buttons(sight: NightSight) -> Iterator[ui.Button[Any]]:
    words, evening = sight.words, sight.evening
    if evening.stage is not Stage.PLAYING and evening.settings.confirmed and not evening.posted:
        yield button(words("night.seating.post"), sight.press("manage-post"), GREEN)
    yield button(words("night.seating.swap"), sight.press("manage-swap", "0", NOBODY), BLUE)
    if evening.stage is Stage.CHECK_IN:
        yield button(words("night.seating.again"), sight.press("manage-draw"))
    if evening.settings.apart:
        meet = "no" if evening.together else "yes"
        label = words("night.seating.apart" if evening.together else "night.seating.together")
        yield button(label, sight.press("manage-together", meet))
    yield back(sight)


def swap(sight: NightSight, page: int, first: int | None) -> Drawing:
    """Who is to change places in the next round: one person, then the other; by tables, page by page."""
    words, evening = sight.words, sight.evening
    planned = evening.plan[evening.round]
    everybody = [
        (one, words("hand.table", table=number))
        for number, table in enumerate(planned.tables, 1)
        for one in table
        if one is not None
    ]
    everybody += [(one, words("night.seating.sits-out")) for one in planned.byes]
    others = [one for one in everybody if one[0] != first]
    pages = max(-(-len(others) // OFFERED), 1)
    at = min(page, pages - 1)
    number = words.number(evening.round + 1)
    lines = sight.heading(words("night.seating.swapping", round=number))
    if first is not None:
        lines.append(words("night.seating.first", name=in_text(managing_words.called(sight.told, first))))
    container = container_of(lines)
    kept = NOBODY if first is None else str(first)
    options = [
        select_option(managing_words.called(sight.told, one), str(one), where)
        for one, where in others[at * OFFERED : (at + 1) * OFFERED]
    ]
    asked = words("night.seating.who" if first is None else "night.seating.with-whom")
    container.add_item(select(sight.press("manage-swap-who", kept), asked, options))
    turns = turning(lambda turned: sight.press("manage-swap", str(turned), kept), at, pages)
    plan = button(words("night.manage.seating"), sight.press("manage-seating", "0"))
    add_rows(container, [*turns, plan])
    return Drawing(Panel(container))
