"""What a correction would do to standings, in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.clubs.trial import Stand, StandingChange
from bot.telling.league.numbers import exact_text
from bot.telling.league.people import LeagueNames


def move_lines(people: LeagueNames, every: Sequence[StandingChange]) -> list[str]:
    """«Ann: place 3 → 1, value 12 → 18.5»; that nothing moves, where nothing does."""
    words = people.words
    lines = [
        words(
            "moves.line",
            name=people(one.member),
            place=_place(people, one.before),
            value=_value(people, one.before),
            new_place=_place(people, one.after),
            new_value=_value(people, one.after),
        )
        for one in every
    ]
    return lines or [words("moves.nothing")]


def _place(people: LeagueNames, one: Stand | None) -> str:
    return "–" if one is None or one.place is None else people.words.number(one.place)


def _value(people: LeagueNames, one: Stand | None) -> str:
    return "–" if one is None else exact_text(people.words, one.value)
