"""A season's settings in words, in every language."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from bot.leagues.season.settings import LEGAL, PRESETS, SeasonSettings, Word, offered, preset, takes_typing
from bot.leagues.season_words import (
    preset_about,
    preset_name,
    sentences,
    setting_about,
    setting_name,
    setting_sentence,
    setting_value,
)
from bot.leagues.standings_words import exact_text, score_text
from bot.telling.phrases import LABEL_LONGEST, OPTION_LONGEST
from bot.words.catalogue import languages, words_for

LEVELS = {3: Fraction(13, 17), 5: Fraction(13, 10)}


def values_of(name: str) -> list[Any]:
    """Every kind of value that a setting can have."""
    kept = [*offered(name), SeasonSettings().stored()[name]]
    if isinstance(LEGAL[name], Word):
        kept += [-10, "1/3", "-5/2"] if takes_typing(name) else []
    elif takes_typing(name):
        kept += [1, 2, 5, 21, 366] if name != "place_points" else [{"4": ["1/3", 0, -1, "-5/2"]}]
    return [getattr(SeasonSettings().changed(name, one), name) for one in kept]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", LEGAL)
def test_every_value_of_every_setting_is_told(language: str, name: str) -> None:
    words = words_for(language)
    assert setting_name(words, name) and len(setting_name(words, name)) <= LABEL_LONGEST
    assert len(setting_about(words, name)) <= 120
    values, told = values_of(name), set[str]()
    for value in values:
        settings = replace(SeasonSettings(), **{name: value})
        short = setting_value(words, name, value)
        assert len(short) <= (OPTION_LONGEST if name == "place_points" else LABEL_LONGEST)
        for levels in (LEVELS, {}):
            sentence = setting_sentence(words, settings, name, levels)
            assert sentence[-1] in ".…" and not set(sentence) & set("{}_")
        told.add(setting_sentence(words, settings, name, LEVELS))
    assert len(told) == len({repr(value) for value in values})


@pytest.mark.parametrize("language", languages())
def test_every_preset_has_words(language: str) -> None:
    words = words_for(language)
    assert len({preset_about(words, one) for one in PRESETS}) == len(PRESETS)
    names = [preset_name(words, preset(one)) for one in PRESETS]
    own = preset_name(words, replace(SeasonSettings(), best=3))
    assert len({*names, own}) == len(PRESETS) + 1


def test_an_example_is_calculated_from_the_value() -> None:
    words = words_for("en")
    told = SeasonSettings(best=8, level="yes", stake=5, score="both").changed(
        "place_points", {"4": [9, 4, 1, 0]}
    )
    assert setting_sentence(words, told, "best", {}) == (
        "The best 8 nights count: out of 10 nights, the two worst don't."
    )
    assert "+10 becomes +7.6" in setting_sentence(words, told, "level", LEVELS)
    assert "13/17" in setting_sentence(words, told, "level", LEVELS)
    assert "6.5 each" in setting_sentence(words, told, "place_points", {})
    assert "is 1.00" in setting_sentence(words, told, "stake", {})
    assert "gets you 9 more, 21 in total" in setting_sentence(words, told, "score", {})
    assert setting_value(words, "best", 1) == "best 1 night"


def test_what_does_not_bear_on_a_season_is_left_out() -> None:
    words = words_for("en")
    points, places = (sentences(words, SeasonSettings(score=one), {}) for one in ("points", "places"))
    assert len(points) == len(places) == len(LEGAL) - 1
    assert not any("From first place" in one for one in points)
    assert any("From first place" in one for one in places)


@pytest.mark.parametrize(
    ("value", "plain", "signed", "exact"),
    [
        (Fraction(113, 2), "56.5", "+56.5", "56.5"),
        (Fraction(1, 20), "0", "0", "1/20"),
        (Fraction(3, 20), "0.2", "+0.2", "3/20"),
        (Fraction(-1, 4), "−0.2", "−0.2", "−1/4"),
        (Fraction(-1, 20), "0", "0", "−1/20"),
        (Fraction(7), "7", "+7", "7"),
        (Fraction(199, 100), "2", "+2", "199/100"),
        (Fraction(-24691, 20), "−1,234.6", "−1,234.6", "−24691/20"),
    ],
)  # fmt: skip
def test_scores_are_rounded_half_to_even(value: Fraction, plain: str, signed: str, exact: str) -> None:
    words = words_for("en")
    assert score_text(words, value) == plain and score_text(words, value, signed=True) == signed
    assert exact_text(words, value) == exact


def test_numbers_are_those_of_the_language() -> None:
    assert score_text(words_for("nl"), Fraction(-5, 2)) == "−2,5"
    assert words_for("fr").cents(-1250) == "−12,50" and words_for("en").cents(123456) == "1,234.56"
