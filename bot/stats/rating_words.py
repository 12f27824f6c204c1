"""How strong people are, in words (L20): what is shown of a rating, and what a game did to it.

Shown is the ladder's measure itself, openskill's ``ordinal``, to its first decimal; in somebody's first
games, when little is known of them yet, that they are new.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.leagues.season.model import Rating
from bot.stats.ratings import GameRating, RatingChange, RatingVerdict
from bot.telling.phrases import shorten
from bot.words.catalogue import Words, in_text

KNOWN_AFTER: Final = 10
"""Before so many games a rating is still new, and not shown."""

NAME_LONGEST: Final = 12
"""Of a name among five on two lines of a phone's width, in letters."""


def rating_text(words: Words, rating: Rating, games: int) -> str:
    """«12.3», or «still new» where so few games are rated."""
    return words("rating.new") if games < KNOWN_AFTER else words.tenths(_shown(rating))


def change_text(words: Words, before: Rating, after: Rating) -> str:
    """«+0.8»: between what was shown before and is shown now; that it is the same, where it is."""
    change = round(_shown(after) - _shown(before), 1)
    if not change:
        return words("rating.same")
    return f"+{words.tenths(change)}" if change > 0 else words.tenths(change)


def everybody(words: Words, rating: GameRating | None, names: Mapping[int, str]) -> str:
    """What a game did to everybody, the best rating first, or why it did nothing; ``told`` is None where that
    is not known yet. Who has no name here is left out."""
    if rating is None or rating.verdict is not RatingVerdict.RATED:
        return _why_not(words, rating)
    changes = [_change(words, one, names) for one in rating.changes if one.user_id in names]
    return words("rating.game", changes=" · ".join(changes)) if changes else ""


def own(words: Words, rating: GameRating | None, user_id: int) -> str:
    """What a game did to one who had a seat, for themselves, or why it did nothing; empty for who had none
    at its end."""
    if rating is None or rating.verdict is not RatingVerdict.RATED:
        return _why_not(words, rating)
    for one in rating.changes:
        if one.user_id == user_id:
            change, known = change_text(words, one.before, one.after), one.games >= KNOWN_AFTER
            now = words("rating.own", rating=words.tenths(_shown(one.after)), change=change)
            return now if known else words("rating.own-new", games=words.number(KNOWN_AFTER))
    return ""


def _shown(rating: Rating) -> float:
    return round(rating.ordinal, 1) + 0.0  # nought has no sign


def _change(words: Words, one: RatingChange, names: Mapping[int, str]) -> str:
    name, now = in_text(shorten(names[one.user_id], NAME_LONGEST)), rating_text(words, one.after, one.games)
    if one.games < KNOWN_AFTER:
        return words("said", name=name, said=now)
    return words("rating.change", name=name, rating=now, change=change_text(words, one.before, one.after))


def _why_not(words: Words, rating: GameRating | None) -> str:
    return words("rating.pending" if rating is None else f"rating.not.{rating.verdict}")
