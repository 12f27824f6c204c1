"""The forms in which corrections are typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.clubs.paper.sheet import LONGEST
from bot.telling.league.events import REASON_LONGEST
from bot.ui.discord.forms import InputForm, text_field
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


def correction_form(
    words: Words, press: PressId, doing: CorrectionKind, typed: Mapping[str, str]
) -> InputForm:
    """Asks for what a correction takes; with what was typed before."""
    fields = [
        text_field(
            name,
            words(f"correct.form.{name}"),
            words(f"correct.form.{name}.about"),
            default=typed.get(name, ""),
            longest=_LONGEST[name],
            required=name != REASON,
            paragraph=name in ("sheet", REASON),
        )
        for name in (*FIELDS[doing], REASON)
    ]
    return InputForm(words(f"correct.do.{doing.value}"), press, *fields)
