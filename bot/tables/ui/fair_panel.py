"""*Check the deals*: what shows that nobody chose the cards, for whoever asks (docs/dealing.md)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from discord import ui

from bot.discordkit.panel import Drawing, attached, button, draw
from bot.discordkit.ports import on_table
from bot.discordkit.press_ids import PressId
from bot.tables.model import TableFacts
from bot.tables.recovery import Checked
from bot.words.catalogue import Words

COMMAND: Final = "python -m bot verify"


@dataclass(frozen=True, slots=True)
class Opened:
    """What may be told once a game is over: its secret in hexadecimal, its record, and what a check of it has
    found."""

    secret: str = field(repr=False)
    record: bytes = field(repr=False)
    checked: Checked


def way_in(words: Words, table_id: int) -> ui.Button[Any]:
    """The button that opens it."""
    return button(words("button.fair"), PressId("fair", on_table(table_id)))


def fair(words: Words, facts: TableFacts, opened: Opened | None) -> Drawing:
    """What is proved and how it stands; ``opened`` is None as long as the game goes on."""
    details = [words("fair.seal", seal=facts.commitment)]
    if presses := _presses(facts):
        details.append(words("fair.presses", presses=", ".join(map(str, presses))))
    if opened is None:
        later = "fair.daily" if facts.is_daily else "fair.veiled" if facts.veiled else "fair.later"
        return draw(_text(words, words(later), details))
    name = f"hartenheer-{facts.id}.king"
    details.append(words("fair.secret", secret=opened.secret))
    details.append(words("fair.command", command=f"{COMMAND} {name}"))
    return draw(_text(words, _found(words, opened.checked), details), attached(name, opened.record))


def _presses(facts: TableFacts) -> list[int]:
    """By which presses people joined, so far or as play began with them."""
    return [*facts.press_ids] or [seat.press_id for seat in facts.seats if seat.press_id is not None]


def _text(words: Words, standing: str, details: list[str]) -> str:
    small = [f"-# {line}" for line in details]
    return "\n".join([f"### {words('fair.title')}", words("fair.about"), f"**{standing}**", *small])


def _found(words: Words, checked: Checked) -> str:
    if checked.problem:
        return words(f"fair.wrong.{checked.problem}", line=checked.line)
    return words.count("fair.checked", checked.decks)
