"""The panels about one's own data, as somebody of whom there is everything sees them, in their words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Final

from bot.discordkit.panel import Drawing
from bot.people.ports import DataKind, DeletionNotice, DeletionObstacle, Waits
from bot.privacy import panel
from bot.privacy.panel import RetentionTerms
from bot.words.catalogue import Words

Case = Callable[[Words], Iterable[Drawing]]

TERMS: Final = (
    RetentionTerms(30, date(2026, 12, 23)),
    RetentionTerms(30, date(2026, 12, 23), are_all=False),
    RetentionTerms(0),
)
COUNTS: Final = dict.fromkeys(DataKind, 123456)
LEAGUES: Final = tuple(f"A league with a name of {number}" for number in range(8))
WAITING: Final = tuple(
    DeletionObstacle(what, 12_345 + number, 10**18, "Tuesday club") for number in range(3) for what in Waits
)

PRIVACY_DRAWINGS: Final[Mapping[str, Case]] = {
    "bot.privacy.panel.shown": lambda words: [
        *(panel.shown(words, COUNTS, terms) for terms in TERMS),
        panel.shown(words, {}, TERMS[0]),
    ],
    "bot.privacy.panel.exported": lambda words: [panel.exported(words, panel.FILE, b"{}")],
    "bot.privacy.panel.first_question": lambda words: [
        panel.first_question(words, DeletionNotice(True, (), founded, ()), "former player")
        for founded in ((), LEAGUES)
    ],
    "bot.privacy.panel.second_question": lambda words: [
        panel.second_question(words, terms, "0" * 16) for terms in TERMS
    ],
    "bot.privacy.panel.waiting": lambda words: [
        panel.waiting(words, WAITING, is_ordered=True),
        panel.waiting(words, WAITING[:1], is_ordered=False),
        panel.waiting(words, [DeletionObstacle(Waits.TABLE, 12_345)], is_ordered=False),
        panel.waiting(words, [DeletionObstacle(Waits.LEFT, 12_345, 10**18)], is_ordered=False),
    ],
    "bot.privacy.panel.said": lambda words: [
        panel.said(words, key) for key in ("privacy.deleted", "privacy.nothing-deleted", "privacy.nothing")
    ],
}
"""By the path of what makes them."""
