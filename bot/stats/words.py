"""What all texts about statistics need: numbers, months, tallies, and how strong people are (L20)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Final

from bot.engine.errors import RuleViolation
from bot.engine.registry import preset_named
from bot.leagues.season.model import Rating
from bot.stats.counting import PersonTallies, Tally, TallyKind
from bot.stats.ports import PlayedGame, Streak, StreakKind
from bot.stats.ratings import GameRating, LadderRung, Rated, RatingChange, RatingVerdict
from bot.telling.phrases import shorten
from bot.words.catalogue import Words, in_text, month_named, plain

ENOUGH: Final = 10
"""Deals of a contract from which on it is said whether somebody is good at it."""

COURSE: Final = 60
"""Games that are looked back on."""


@dataclass(frozen=True, slots=True)
class LadderStanding:
    """Where somebody is on the ladder of a family of games: their rung, of so many people, and their ratings
    after each of their last rated games. ``undone`` are games that are still to be rated."""

    rung: LadderRung | None
    total: int = 0
    rated: Sequence[Rated] = ()
    undone: int = 0


@dataclass(frozen=True, slots=True)
class PersonStats:
    """A person under some conditions, which ``about`` says: «Kingen · since March». ``games`` are their last
    ones, the latest first. ``names`` are those of people they met; of so many (``unnamed``) the reader is not
    told. ``standing`` is None where nobody is rated. ``is_hidden`` says that nobody else sees this,
    ``looks_back`` that ``streaks`` are those of ``games`` alone."""

    user_id: int
    name: str
    about: str
    person: PersonTallies
    games: Sequence[PlayedGame]
    streaks: Mapping[StreakKind, Streak]
    names: Mapping[str, str] = field(default_factory=dict[str, str])
    unnamed: int = 0
    avatar: bytes | None = field(default=None, repr=False)
    standing: LadderStanding | None = None
    is_hidden: bool = False
    looks_back: bool = False


def edge(tally: Tally) -> float | None:
    """By how many points a deal somebody is above the mean of the table; None where there is none."""
    return None if tally.table_mean is None or not tally.count else tally.mean - tally.table_mean


def telling_contracts(person: PersonTallies) -> list[tuple[str, Tally, float]]:
    """The contracts of which enough deals were played to tell something, with the edge in each, the best
    first; of equal ones the one played more."""
    found = [
        (contract, tally, gained)
        for contract, tally in person.each(TallyKind.CONTRACT).items()
        if tally.count >= ENOUGH and (gained := edge(tally)) is not None
    ]
    return sorted(found, key=lambda one: (-one[2], -one[1].count, one[0]))


def family_of(preset: str) -> str | None:
    """The family of games of a preset; None for one that there is no more."""
    try:
        return preset_named(preset).family
    except RuleViolation:
        return None


def preset_text(words: Words, preset: str) -> str:
    """What a preset is called; its own name where it is none of ours any more."""
    return words(f"preset.{preset}") if f"preset.{preset}" in words.keys else preset


def contract_text(words: Words, contract: str) -> str:
    """What a contract is called."""
    return words(f"contract.{contract}") if f"contract.{contract}" in words.keys else contract


TINY: Final = Decimal("0.001")
"""Below it a probability is shown as that."""


def rounded(value: float, digits: int = 1) -> Decimal:
    """A number to so many decimals, which is never a negative nought."""
    return Decimal(str(round(value, digits))) + 0


def mean_text(words: Words, value: float) -> str:
    """«+0.9», «−1.4»: points each time, to one decimal."""
    return words.points(_trimmed(rounded(value)))


def number_text(words: Words, value: float) -> str:
    """«2.4»: the same without a plus sign."""
    return words.number(_trimmed(rounded(value)))


def share_text(words: Words, part: float, whole: float) -> str:
    """«27%»: a part of a whole that is not nought."""
    return words("stats.percent", number=words.number(round(100 * part / whole)))


def chance_text(words: Words, p: float) -> str:
    """«0.58», «less than 0.001»: a probability."""
    if p < TINY:
        return words("stats.p.tiny", p=words.number(TINY))
    return words.number(_trimmed(rounded(p, 2 if p >= 0.01 else 3)))


def _trimmed(value: Decimal) -> Decimal:
    """Without a trailing nought."""
    return value.quantize(Decimal(1)) if value == value.to_integral_value() else value


EARLIEST, LATEST = 2000, 2100
"""No game was played before, nor is any asked for that comes after."""

_YEAR_FIRST: Final = re.compile(r"(\d{4})[-/. ]+(\d{1,2})")
_MONTH_FIRST: Final = re.compile(r"(\d{1,2})[-/. ]+(\d{4})")
_NAME_FIRST: Final = re.compile(r"([^\W\d]+)[. ,-]*(?:(\d{4})(?: ?[^\W\d]{1,4}\.?)?)?")
_NAME_LAST: Final = re.compile(r"(\d{4})[ -]+([^\W\d]+)\.?")


def read_month(text: str, language: str, today: date) -> str | None:
    """The month that is meant, ``YYYY-MM``: written in numbers, either way round, or by its name in any of
    our languages; a name alone is the last such month. None where it is no month."""
    typed = " ".join(text.split())
    if found := _YEAR_FIRST.fullmatch(typed):
        return _month(int(found[1]), int(found[2]))
    if found := _MONTH_FIRST.fullmatch(typed):
        return _month(int(found[2]), int(found[1]))
    if found := _NAME_LAST.fullmatch(typed):
        return _named(found[2], int(found[1]), language, today)
    if found := _NAME_FIRST.fullmatch(typed):
        return _named(found[1], int(found[2]) if found[2] else None, language, today)
    return None


def _named(name: str, year: int | None, language: str, today: date) -> str | None:
    month = month_named(name, language)
    if month is None:
        return None
    return _month(today.year - (month > today.month) if year is None else year, month)


def _month(year: int, month: int) -> str | None:
    return f"{year}-{month:02}" if EARLIEST <= year < LATEST and 1 <= month <= 12 else None


def first_day(month: str) -> date:
    """Of a month ``YYYY-MM``. Raises ValueError where it is none."""
    year, _, number = month.partition("-")
    return date(int(year), int(number), 1)


def month_name(words: Words, month: str) -> str:
    """«March 2026»."""
    return words.month(first_day(month))


def range_text(words: Words, first: str, last: str) -> str:
    """«March 2026», «March 2026 – May 2026», «since March 2026», «until May 2026»; an end that is empty is
    open. Nothing where both are."""
    if not first and not last:
        return ""
    if first == last:
        return month_name(words, first)
    if not last:
        return words("stats.months.since", month=month_name(words, first))
    if not first:
        return words("stats.months.until", month=month_name(words, last))
    return words("stats.months.range", first=month_name(words, first), last=month_name(words, last))


def suggest_months(words: Words, typed: str, played: Sequence[str], today: date) -> Iterator[tuple[str, str]]:
    """Months with their names, what was typed as it is read first, then those that were ``played`` and
    fit."""
    read = read_month(typed, words.language, today)
    found = [read] if read is not None else []
    found += [one for one in played if one != read and plain(typed.strip()) in plain(month_name(words, one))]
    for month in found:
        yield month_name(words, month), month


KNOWN_AFTER: Final = 10
"""Before so many games a rating is still new, and not shown, as little is known of its person yet. What is
shown is the ladder's measure itself, openskill's ``ordinal``, to its first decimal."""

NAME_LONGEST: Final = 12
"""Of a name among five on two lines of a phone's width, in letters."""


def rating_text(words: Words, rating: Rating, games: int) -> str:
    """«12.3», or «still new» where so few games are rated."""
    return words("rating.new") if games < KNOWN_AFTER else words.tenths(_shown_rating(rating))


def change_text(words: Words, before: Rating, after: Rating) -> str:
    """«+0.8»: between what was shown before and is shown now; that it is the same, where it is."""
    change = round(_shown_rating(after) - _shown_rating(before), 1)
    if not change:
        return words("rating.same")
    return f"+{words.tenths(change)}" if change > 0 else words.tenths(change)


def game_ratings(words: Words, rating: GameRating | None, names: Mapping[int, str]) -> str:
    """What a game did to everybody, the best rating first, or why it did nothing; ``rating`` is None where
    that is not known yet. Who has no name here is left out."""
    if rating is None or rating.verdict is not RatingVerdict.RATED:
        return _why_not_rated(words, rating)
    changes = [_rating_change(words, one, names) for one in rating.changes if one.user_id in names]
    return words("rating.game", changes=" · ".join(changes)) if changes else ""


def own_rating(words: Words, rating: GameRating | None, user_id: int) -> str:
    """What a game did to one who had a seat, for themselves, or why it did nothing; empty for who had none
    at its end."""
    if rating is None or rating.verdict is not RatingVerdict.RATED:
        return _why_not_rated(words, rating)
    for one in rating.changes:
        if one.user_id == user_id:
            change, known = change_text(words, one.before, one.after), one.games >= KNOWN_AFTER
            now = words("rating.own", rating=words.tenths(_shown_rating(one.after)), change=change)
            return now if known else words("rating.own-new", games=words.number(KNOWN_AFTER))
    return ""


def _shown_rating(rating: Rating) -> float:
    return round(rating.ordinal, 1) + 0.0  # nought has no sign


def _rating_change(words: Words, one: RatingChange, names: Mapping[int, str]) -> str:
    name, now = in_text(shorten(names[one.user_id], NAME_LONGEST)), rating_text(words, one.after, one.games)
    if one.games < KNOWN_AFTER:
        return words("said", name=name, said=now)
    return words("rating.change", name=name, rating=now, change=change_text(words, one.before, one.after))


def _why_not_rated(words: Words, rating: GameRating | None) -> str:
    return words("rating.pending" if rating is None else f"rating.not.{rating.verdict}")
