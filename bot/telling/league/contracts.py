"""What people call the contracts of a league's game when they write them down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from bot.clubs.paper.sums import Sums
from bot.words.catalogue import Words


def contract_words(words: Words, games: Mapping[int, Sums]) -> dict[str, str]:
    """The contracts of a game by the words for them: their names in this language, these without their first
    word where that leaves one contract only («No hearts», «hearts»), and their names in the notation."""
    names = sorted({name for sums in games.values() for deal in sums.deals for name in deal})
    called = {words(f"contract.{name}"): name for name in names}
    short = {word: word.partition(" ")[2] for word in called}
    often = Counter(short.values())
    shorter = {short[word]: name for word, name in called.items() if short[word] and often[short[word]] == 1}
    return {**shorter, **called, **{name: name for name in names}}
