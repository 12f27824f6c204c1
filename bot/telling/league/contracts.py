"""What people call the contracts of a league's game when they write them down."""

from __future__ import annotations

from collections.abc import Mapping

from bot.clubs.paper.sums import Sums
from bot.words.catalogue import Words


def contract_words(words: Words, games: Mapping[int, Sums]) -> dict[str, tuple[str, ...]]:
    """The contracts of a game by the words for them: their names in this language, these without their first
    word («No hearts», «hearts»), and their names in the notation. A word may be that of several contracts, as
    of one and its mirror."""
    found: dict[str, tuple[str, ...]] = {}
    for name in sorted({name for sums in games.values() for deal in sums.deals for name in deal}):
        called = words(f"contract.{name}")
        for word in dict.fromkeys((name, called, called.partition(" ")[2] or called)):
            found[word] = (*found.get(word, ()), name)
    return found
