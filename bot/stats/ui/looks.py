"""What panels of statistics have in common: a picture or its words, and buttons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from discord import ui

from bot.discordkit.panel import BLUE, Drawing, Panel, button, even_rows, picture
from bot.discordkit.press_ids import PressId
from bot.leagues.standings_words import standings_text
from bot.leagues.ui.league_panel import AFTER, BEFORE
from bot.pictures.painter import Painter
from bot.pictures.stat_values import PersonCard, StandingsPicture, StatPicture
from bot.stats.ui.desk import StatsVisit
from bot.telling.alt import alt_text, sentences
from bot.telling.fitting import TEXT_LONGEST, fitting
from bot.words.catalogue import Words
from bot.words.names import in_text

FILE: Final = "statistics.png"
SPARE: Final = 400
"""Characters for what stands beside the words of a picture."""

Value = StatPicture | StandingsPicture


@dataclass(frozen=True, slots=True)
class StatsPicture:
    """A picture of statistics with its bytes, which are empty for who reads none, or lines; and notes below
    it in small print."""

    value: Value | None = None
    data: bytes = field(default=b"", repr=False)
    lines: Sequence[str] = ()
    notes: Sequence[str] = ()

    def items(self, words: Words) -> list[ui.Item[Any]]:
        """As they stand on a panel."""
        small = [f"-# {note}" for note in self.notes if note]
        if self.value is None:
            return [ui.TextDisplay("\n".join([*self.lines, *small]))]
        if self.data:
            below: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(small))] if small else []
            return [picture(FILE, alt_text(words, self.value)), *below]
        return [ui.TextDisplay("\n".join([_in_words(words, self.value), *small]))]

    @property
    def files(self) -> Sequence[tuple[str, bytes]]:
        """What is attached."""
        return ((FILE, self.data),) if self.data else ()


async def painted(
    visit: StatsVisit, painter: Painter, value: Value, notes: Sequence[str] = ()
) -> StatsPicture:
    """A picture, which is not painted for who reads none."""
    data = b"" if visit.reader.preferences.text_mode else await painter.paint(value)
    return StatsPicture(value, data, notes=notes)


def private(visit: StatsVisit, look: StatsPicture, *below: ui.Item[Any]) -> Drawing:
    """For the one person who asked."""
    container: ui.Container[Any] = ui.Container(*look.items(visit.words), *below)
    return Drawing(Panel(container), look.files, reader=visit.reader.user_id)


def posted(
    visit: StatsVisit, look: StatsPicture, at: datetime, buttons: Iterable[ui.Button[Any]] = ()
) -> Drawing:
    """For everybody: it stays as it is, as of a moment (UTC)."""
    words = visit.words
    container: ui.Container[Any] = ui.Container(*look.items(words), *even_rows(buttons))
    note = words(
        "standings.as-of", date=words.date(at.date()), time=words("stats.utc", time=words.time(at.time()))
    )
    container.add_item(ui.TextDisplay(f"-# {note}"))
    return Drawing(Panel(container), look.files, final=True)


def show(words: Words, press: PressId) -> ui.Button[Any]:
    """*Show to everybody*."""
    return button(words("standings.show"), press, BLUE)


def turning(before: PressId, after: PressId, number: int, pages: int) -> list[ui.Button[Any]]:
    """To the page before and the one after; none where there is one alone. ``number`` counts from 0."""
    if pages < 2:
        return []
    return [
        button(f"{BEFORE} {max(number, 1)}", before, disabled=number == 0),
        button(f"{min(number + 2, pages)} {AFTER}", after, disabled=number + 1 >= pages),
    ]


def _in_words(words: Words, value: Value) -> str:
    if isinstance(value, StandingsPicture):
        return standings_text(words, value)
    title = value.name if isinstance(value, PersonCard) else value.title
    told = [in_text(one) for one in sentences(words, value)[1:] if one]
    return fitting([f"### {in_text(title)}", *told], TEXT_LONGEST - SPARE, words("told.more.sheet"), "\n")
