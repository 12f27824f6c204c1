"""The panels about one's own data, as somebody of whom there is everything sees them, in their words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Final

from bot.discordkit.panel import Drawing
from bot.people.ports import DataKind, DeletionNotice, DeletionObstacle, UnfinishedDeletion, Waits
from bot.privacy import privacy
from bot.privacy.privacy import RetentionTerms
from bot.words.catalogue import Words

Case = Callable[[Words], Iterable[Drawing]]

TERMS: Final = (
    RetentionTerms(30, date(2026, 12, 23)),
    RetentionTerms(30, date(2026, 12, 23), are_all=False),
    RetentionTerms(0),
)
AWAY: Final = tuple(range(1, 65))
"""Cells that do not answer."""
COUNTS: Final = dict.fromkeys(DataKind, 123456)
LEAGUES: Final = tuple(f"A league with a name of {number}" for number in range(8))
WAITING: Final = tuple(
    DeletionObstacle(
        what,
        12_345 + number,
        10**18,
        str(12_345 + number) if what in (Waits.TABLE, Waits.LEFT) else "Tuesday club",
    )
    for number in range(3)
    for what in Waits
)

PRIVACY_DRAWINGS: Final[Mapping[str, Case]] = {
    "bot.privacy.privacy.shown": lambda words: [
        *(privacy.shown(words, COUNTS, terms) for terms in TERMS),
        privacy.shown(words, {}, TERMS[0]),
        privacy.shown(words, COUNTS, TERMS[0], AWAY),
        privacy.shown(words, {}, TERMS[0], AWAY),
    ],
    "bot.privacy.privacy.exported": lambda words: [
        privacy.exported(words, privacy.FILE, b"{}", absent) for absent in ((), AWAY)
    ],
    "bot.privacy.privacy.first_question": lambda words: [
        privacy.first_question(words, DeletionNotice(True, (), founded, ()), "former player")
        for founded in ((), LEAGUES)
    ],
    "bot.privacy.privacy.second_question": lambda words: [
        privacy.second_question(words, terms, "0" * 16) for terms in TERMS
    ],
    "bot.privacy.privacy.waiting": lambda words: [
        privacy.waiting(words, WAITING, is_ordered=True),
        privacy.waiting(words, WAITING[:1], is_ordered=False),
        privacy.waiting(words, [DeletionObstacle(Waits.TABLE, 12_345, None, "12345")], is_ordered=False),
        privacy.waiting(words, [DeletionObstacle(Waits.LEFT, 12_345, 10**18, "12345")], is_ordered=False),
    ],
    "bot.privacy.privacy.unfinished": lambda words: [
        privacy.unfinished(words, UnfinishedDeletion(pseudonym, AWAY)) for pseudonym in (0, -(10**14))
    ],
    "bot.privacy.privacy.said": lambda words: [
        privacy.said(words, key) for key in ("privacy.deleted", "privacy.nothing-deleted", "privacy.nothing")
    ],
}
"""By the path of what makes them."""
