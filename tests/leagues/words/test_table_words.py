"""What a game at a table did to somebody's standing, and what it counts for, in each language."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from bot.leagues.model import Gain, League, SeasonFacts, TableOfLeague
from bot.leagues.season.model import Night
from bot.leagues.season.settings import SeasonSettings
from bot.leagues.season_words import counts_for, gain_line
from bot.words.catalogue import languages, words_for

ANN = Gain("m1", "Ann", Fraction(12), 3, 2, nights=4, minimum=1)
UNPLACED = replace(ANN, place=None, climbed=None)
LEAGUE = League(1, 1, "Dinsdag*club*", "kingen", 4, "Europe/Brussels", 11, 0.0)
SEASON = SeasonFacts(7, 1, 1, "2026", SeasonSettings(free="ignore"), date(2026, 9, 1))
NIGHT = Night("n1", date(2026, 9, 8))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Ann +12, now 3rd (▲2)"),
        ("nl", "Ann +12, nu 3e (▲2)"),
        ("fr", "Ann +12, maintenant 3e (▲2)"),
        ("ru", "Ann +12, теперь 3-е место (▲2)"),
    ],
)
def test_who_has_gone_up(language: str, said: str) -> None:
    assert gain_line(words_for(language), ANN) == said


@pytest.mark.parametrize(
    ("gain", "said"),
    [
        (replace(ANN, climbed=-11, place=21, score=Fraction(-5, 2)), "Ann −2.5, now 21st (▼11)"),
        (replace(ANN, climbed=0, place=2), "Ann +12, still 2nd"),
        (replace(ANN, climbed=None, place=11), "Ann +12, now 11th"),  # nothing to compare with
        (
            replace(ANN, place=None, climbed=None, nights=2, minimum=4),
            "Ann +12, no place yet: 2 of 4 nights",
        ),
        (replace(ANN, name="*A* " * 9), "\\*A\\* \\*A\\* \\*A\\* \\*A\\* \\*A\\*… +12, now 3rd (▲2)"),
    ],
)
def test_each_way_it_can_have_gone(gain: Gain, said: str) -> None:
    assert gain_line(words_for("en"), gain) == said


def test_places_are_said_as_the_language_does() -> None:
    english = [words_for("en").ordinal(place) for place in (1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 111)]
    assert english == ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "23rd", "111th"]
    assert [words_for("fr").ordinal(place) for place in (1, 2, 21)] == ["1er", "2e", "21e"]


def test_L3_what_a_game_counts_for() -> None:
    words = words_for("en-GB")
    night = TableOfLeague(LEAGUE, SEASON, NIGHT)
    free = TableOfLeague(LEAGUE, SEASON, None)
    counted = replace(free, season=replace(SEASON, settings=SeasonSettings()))
    assert counts_for(words, night) == "Counts for **Dinsdag\\*club\\*** (2026): night of 8 September"
    assert counts_for(words, free).startswith("Doesn't count: a free game of ")
    assert counts_for(words, counted) == "Counts for **Dinsdag\\*club\\*** (2026), as a free game"


@pytest.mark.parametrize("language", languages())
def test_every_language_tells_them_apart(language: str) -> None:
    words = words_for(language)
    each = [ANN, *(replace(ANN, climbed=one) for one in (-2, 0, None)), UNPLACED]
    assert len({gain_line(words, one) for one in each}) == len(each)
