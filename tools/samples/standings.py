"""Standings: of four, of twenty and of three hundred members, of one night, of all time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from random import Random
from typing import Final

from bot.leagues.model import FORM, ListedMember, SeasonFacts, StandingsPage
from bot.leagues.season.settings import SeasonSettings
from bot.leagues.season.standings import AllTime
from bot.leagues.standings_words import (
    SeasonProgress,
    all_time_picture,
    listed,
    night_picture,
    standings_picture,
)
from bot.pictures.values import Picture
from bot.words.catalogue import words_for
from tools.samples.everywhere import NAMES
from tools.samples.people import STRANGE_NAMES

PAGE: Final = 20
_SURNAMES: Final = ("Peeters", "Van den Broeck", "Лебедева", "Dubois", "de Wit", "O’Hara", "Çelik")
_ORDINARY: Final = tuple(
    f"{name} {surname[:1]}." for surname in _SURNAMES for names in NAMES.values() for name in names
)


def season(least: int = 0, *, name: str = "", closed: date | None = None, best: bool = False) -> SeasonFacts:
    """The third season of a league, with ``least`` nights for a place; ``best``: by the mean of a game."""
    settings = SeasonSettings(minimum=least, measure="average_game" if best else "total")
    return SeasonFacts(1, 1, 3, name, settings, date(2026, 9, 1), closed)


def members(
    count: int, nights: int, least: int = 0, names: Sequence[str] = _ORDINARY, *, best: bool = False
) -> list[ListedMember]:
    """The standings of so many after so many nights, some of them equal; the names come round again."""
    random = Random(count)
    found = [
        _member(random, f"u{number:03}", names[number % len(names)], number, nights)
        for number in range(count)
    ]
    if best:
        found = [replace(line, value=line.value / line.games) for line in found]
    found.sort(key=lambda line: (line.nights < least, -line.value, line.member))
    values = [line.value for line in found if line.nights >= least]
    return [
        _placed(line, values.index(line.value) + 1) if line.nights >= least else replace(line, moved=None)
        for line in found
    ]


def _placed(line: ListedMember, place: int) -> ListedMember:
    """Nobody has come from before the first place."""
    return replace(line, place=place, moved=None if line.moved is None else max(line.moved, 1 - place))


def _member(random: Random, member: str, name: str, number: int, nights: int) -> ListedMember:
    played = max(1, nights - int(random.expovariate(0.4)))
    games = 3 * played - random.randrange(2)
    value = Fraction(random.randrange(-30 * games, 60 * games), random.choice((1, 2, 4)))
    form = tuple(random.choice((1, 1, 2, 2, 3, 3, 4, 4, None)) for _ in range(min(FORM, games)))
    moved = random.choice((None, 0, 0, 1, 1, 2, -1, -1, -2, -3, 12 if number > 100 else 4))
    return ListedMember(member, name, None, value, played, games, Fraction(games, 3), moved, form)


def page(lines: Sequence[ListedMember], first: int = 0, own: int | None = None) -> StandingsPage:
    """Twenty of them, and the line of one."""
    shown = tuple(lines[first : first + PAGE])
    return StandingsPage(shown, first, len(lines), None if own is None else lines[own])


def standings() -> Iterator[tuple[str, Picture]]:
    """Names and values."""
    club = "Kaartclub De Vrolijke Heer"
    en, nl, fr, ru = (words_for(language) for language in NAMES)
    four = members(4, 8, names=("Lena", "Bram", "Ömer", "Хелена"))
    yield (
        "standings-four",
        standings_picture(en, "Tuesday club", season(), SeasonProgress(8, 12), page(four, own=2)),
    )
    twenty = members(20, 9, 7, names=(*STRANGE_NAMES, *NAMES["nl"], *NAMES["fr"], *NAMES["ru"]))
    yield (
        "standings-twenty",
        standings_picture(nl, club, season(7), SeasonProgress(9, 12), page(twenty, own=9)),
    )
    many = members(300, 14, 8)
    begun = season(8, name="Automne 2026")
    yield (
        "standings-first",
        standings_picture(en, "Wednesday whist", season(8), SeasonProgress(14, 0), page(many, own=122)),
    )
    yield "standings-middle", standings_picture(fr, club, begun, SeasonProgress(14, 30), page(many, 100, 40))
    closed = season(8, closed=date(2026, 12, 29), best=True)
    ended = members(300, 14, 8, best=True)
    unplaced = next(index for index, line in enumerate(ended) if line.place is None)
    first = unplaced // PAGE * PAGE
    yield (
        "standings-unplaced",
        standings_picture(ru, "Клуб «Дама пик»", closed, SeasonProgress(14, 14), page(ended, first, 299)),
    )
    yield "standings-night", night_picture(nl, club, date(2026, 11, 17), _night(four))
    yield "standings-all-time", all_time_picture(fr, club, 3, _of_all_time(members(40, 30)))
    yield (
        "standings-empty",
        standings_picture(ru, "Новая лига", season(), SeasonProgress(0, 10), StandingsPage((), 0, 0)),
    )


def _night(lines: Sequence[ListedMember]) -> StandingsPage:
    """A night at which two came to the same."""
    scores = (Fraction(27), Fraction(27), Fraction(-5, 2), Fraction(-19))
    shown = tuple(
        replace(line, place=place, value=score, nights=1, games=3, moved=None, form=())
        for line, place, score in zip(lines, (1, 1, 3, 4), scores, strict=True)
    )
    return StandingsPage(shown, 0, len(shown), shown[1])


def _of_all_time(lines: Sequence[ListedMember]) -> StandingsPage:
    every = [
        listed(AllTime(place, line.member, line.value * 10, line.games, line.wins), line.name)
        for place, line in enumerate(lines, 1)
    ]
    return page(every, own=20)
