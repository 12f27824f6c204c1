"""Ratings in words: what is shown of them, and what a game did."""

from __future__ import annotations

import pytest

from bot.leagues.season.model import Rating
from bot.leagues.season.scoring import UNKNOWN
from bot.stats.ratings import GameRating, RatingChange, RatingVerdict
from bot.stats.words import change_text, game_ratings, own_rating, rating_text
from bot.words.catalogue import languages, words_for

EN = words_for("en")
SURE = Rating(25.0, 4.0)
BETTER = Rating(25.76, 4.0)
NAMES = {1: "Ann", 2: "Bram", 3: "Chloé"}


@pytest.mark.parametrize(
    ("known", "games", "shown"),
    [
        (UNKNOWN, 0, "still new"),
        (SURE, 9, "still new"),
        (SURE, 10, "13.0"),
        (Rating(25.0, UNKNOWN.sigma), 10, "0.0"),  # however uncertain
        (Rating(3.0, 3.3), 30, "−6.9"),
        (Rating(9.0, 3.01), 30, "0.0"),  # and not −0.0
    ],
)
def test_a_rating_is_what_is_almost_certain_to_a_decimal(known: Rating, games: int, shown: str) -> None:
    assert rating_text(EN, known, games) == shown


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        (SURE, BETTER, "+0.8"),
        (BETTER, SURE, "−0.8"),
        (SURE, SURE, "no change"),
        (Rating(12.02, 4.0), Rating(12.01, 4.0), "no change"),  # 0.0 is shown of both
        (Rating(12.06, 4.0), Rating(12.04, 4.0), "−0.1"),  # 0.1 and 0.0 are shown
        (SURE, Rating(26.0, 4.0), "+1.0"),
    ],
)
def test_a_change_is_that_of_what_is_shown(before: Rating, after: Rating, shown: str) -> None:
    assert change_text(EN, before, after) == shown


def test_everybody_is_named_who_may_be() -> None:
    changes = [
        RatingChange(2, SURE, BETTER, 40),
        RatingChange(1, UNKNOWN, Rating(22.4, 8.0), 1),
        RatingChange(9, SURE, SURE, 2),
    ]
    told = GameRating(RatingVerdict.RATED, changes)
    assert game_ratings(EN, told, NAMES) == "Ratings: Bram 13.8 (+0.8) · Ann: still new"
    assert game_ratings(EN, told, {}) == ""
    assert own_rating(EN, told, 2) == "Your rating: 13.8 (+0.8)"
    assert own_rating(EN, told, 1) == "Your rating is still new: it is shown after 10 games."
    assert own_rating(EN, told, 3) == ""


def test_names_are_no_markup_and_not_long() -> None:
    told = GameRating(RatingVerdict.RATED, [RatingChange(1, SURE, BETTER, 40)])
    line = game_ratings(EN, told, {1: "*Maximiliaan-Alexander*"})
    assert "\\*Maximil" in line and "…" in line


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("verdict", [None, *(one for one in RatingVerdict if one is not RatingVerdict.RATED)])
def test_where_nothing_was_rated_it_is_said_why(language: str, verdict: RatingVerdict | None) -> None:
    words = words_for(language)
    told = None if verdict is None else GameRating(verdict)
    said = game_ratings(words, told, NAMES)
    assert said and said == own_rating(words, told, 1)
    others = [None, *(GameRating(one) for one in RatingVerdict if one not in (verdict, RatingVerdict.RATED))]
    assert [game_ratings(words, one, NAMES) for one in others].count(said) == (verdict is None)


@pytest.mark.parametrize("language", languages())
def test_ratings_are_explained_in_five_sentences(language: str) -> None:
    text = words_for(language)("rating.help.text")
    ends = sum(text.count(end) for end in (". ", "? ", "! ")) + 1
    assert ends == 5 and text.endswith(".")
