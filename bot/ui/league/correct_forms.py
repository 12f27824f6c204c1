"""The forms in which corrections are typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import discord
from discord import ui

from bot.clubs.paper.sheet import LONGEST
from bot.telling.fitting import ABOUT_LONGEST, FORM_LONGEST, shorten
from bot.telling.league.events import REASON_LONGEST
from bot.ui.discord.press_ids import PressId
from bot.ui.league.drafts import CorrectionKind
from bot.words.catalogue import Words

FIELDS: Final[Mapping[CorrectionKind, tuple[str, ...]]] = {
    CorrectionKind.VOID: (),
    CorrectionKind.POINTS: ("points",),
    CorrectionKind.PLAYER: ("name",),
    CorrectionKind.INSERT: ("date", "sheet"),
    CorrectionKind.ADJUST: ("name", "value"),
    CorrectionKind.EXCUSE: ("name", "date"),
    CorrectionKind.UNDO: (),
}
"""What is asked for each, beside the reason."""

REASON: Final = "reason"

_LONGEST: Final = {
    "sheet": LONGEST,
    "name": 100,
    "points": 60,
    "date": 60,
    "value": 20,
    REASON: REASON_LONGEST,
}


class CorrectionForm(ui.Modal):
    """Asks for what a correction takes; with what was typed before. Its submit comes back through ``routes``,
    so the library has nothing to keep."""

    def __init__(self, words: Words, press: PressId, doing: CorrectionKind, typed: Mapping[str, str]) -> None:
        super().__init__(
            title=shorten(words(f"correct.do.{doing.value}"), FORM_LONGEST), custom_id=str(press)
        )
        for name in (*FIELDS[doing], REASON):
            self.add_item(_field(words, name, typed.get(name, "")))

    def is_finished(self) -> bool:
        """Always: see the class."""
        return True


def _field(words: Words, name: str, typed: str) -> ui.Label[Any]:
    style = discord.TextStyle.paragraph if name in ("sheet", REASON) else discord.TextStyle.short
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id=name, style=style, default=typed or None, max_length=_LONGEST[name], required=name != REASON
    )
    return ui.Label(
        text=shorten(words(f"correct.form.{name}"), FORM_LONGEST),
        description=shorten(words(f"correct.form.{name}.about"), ABOUT_LONGEST),
        component=field,
    )
