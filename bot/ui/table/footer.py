"""The row below a hand and below a table's message: the same few buttons in the same places at every moment,
in the width of a phone. What is wanted seldom is behind *More* (``more_panel``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from discord import ui

from bot.tables.model import TableFacts
from bot.telling.reader import TablePerspective
from bot.ui.discord.panel import BLUE, GREEN, button
from bot.ui.discord.press_ids import PressId
from bot.ui.ports import on_table
from bot.words.catalogue import Words


class AtTable(Protocol):
    """What buttons that belong to a table need: any reader's sight of it."""

    @property
    def words(self) -> Words:
        """The reader's."""
        ...

    @property
    def facts(self) -> TableFacts:
        """The table's."""
        ...


def footer(
    sight: TablePerspective, first: Sequence[ui.Button[Any]] = (), aside: Sequence[ui.Button[Any]] = ()
) -> ui.ActionRow[Any]:
    """*Last trick*, *Scores* and *More*, after what comes ``first``; what is only there at some tables stands
    ``aside``, before *More*."""
    return ui.ActionRow(*first, last_trick(sight), scores(sight), *aside, more(sight))


def my_hand(sight: AtTable) -> ui.Button[Any]:
    """One's own cards, on a message that everybody sees."""
    return button(sight.words("button.my-hand"), PressId("my-hand", on_table(sight.facts.id)), BLUE)


def last_trick(sight: TablePerspective) -> ui.Button[Any]:
    """The last trick of the deal, once there is one."""
    press = PressId("last-trick", on_table(sight.facts.id))
    return button(sight.words("button.last-trick"), press, disabled=not sight.view.tricks)


def scores(sight: TablePerspective) -> ui.Button[Any]:
    """The score sheet."""
    return button(sight.words("button.scores"), PressId("scores", on_table(sight.facts.id)))


def more(sight: AtTable) -> ui.Button[Any]:
    """Everything else."""
    return button(sight.words("button.more"), PressId("more", on_table(sight.facts.id)))


def back(sight: AtTable) -> ui.Button[Any]:
    """For who was away: they play for themselves again."""
    return button(sight.words("button.back"), PressId("back", on_table(sight.facts.id)), GREEN)


def resume(sight: AtTable) -> ui.Button[Any]:
    """An adjourned game goes on."""
    return button(sight.words("button.resume"), PressId("resume", on_table(sight.facts.id)), GREEN)
