"""What all that is said of leagues needs: people, numbers, contracts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from bot.leagues.paper.sums import Sums
from bot.leagues.season.model import Holder, Season, SeasonGame, SeatKind
from bot.telling import phrases
from bot.words.catalogue import Words
from bot.words.names import clean, in_text, tidy


@dataclass(frozen=True, slots=True)
class LeagueNames:
    """What people are called, by id, and how their own words are ``shown`` where they are read: as Discord's
    Markdown, or as they are. Why somebody corrected something is told with ``reasons`` alone: it is for
    members and organisers (docs/privacy.md)."""

    words: Words
    names: Mapping[str, str]
    shown: Callable[[str], str] = in_text
    reasons: bool = False

    def __call__(self, id: str) -> str:
        """What somebody is called; by their id where nobody knows a name."""
        return self.id(self.names.get(id) or id)

    def id(self, id: str) -> str:
        """An id, or a name, of whatever length."""
        return self.shown(clean(id, otherwise="?"))

    def said(self, text: str) -> str:
        """What somebody has written, fit for a sentence."""
        return self.shown(tidy(text))

    def holder(self, holder: Holder) -> str:
        """Who has a seat."""
        return (
            phrases.robot_alone(self.words, holder.id) if holder.kind is SeatKind.ROBOT else self(holder.id)
        )

    def result(self, game: SeasonGame) -> str:
        """«Ann +3, Bob −3»."""
        held = zip(game.holders, game.points, strict=True)
        return ", ".join(f"{self.holder(holder)} {self.words.points(points)}" for holder, points in held)


def names_of(season: Season) -> dict[str, str]:
    """What a season calls its members and guests; a member's name before a guest's of the same id."""
    guests = {one.id: one.name for one in season.guests}
    return guests | {one.id: one.name for one in season.members}


def rounded(value: Fraction) -> Decimal:
    """To one decimal, halves to the even digit, without a trailing zero (docs/rules/leagues.md)."""
    tenths = round(value * 10)
    return Decimal(tenths // 10) if tenths % 10 == 0 else Decimal(tenths) / 10


def score_text(words: Words, value: Fraction, *, signed: bool = False) -> str:
    """«56.5»: a score, rounded; ``signed`` also with its plus sign."""
    return words.points(rounded(value)) if signed else words.number(rounded(value))


def exact_text(words: Words, value: Fraction, *, signed: bool = False) -> str:
    """«−2.5», «13/17»: a number as it is, as a fraction where a decimal does not do."""
    if rounded(value) == value:
        return score_text(words, value, signed=signed)
    sign = "−" if value < 0 else "+" if signed else ""
    return f"{sign}{abs(value)}"


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
