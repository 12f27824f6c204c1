"""What is offered while a date or a time of day is typed."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from bot.leagues.reading_time import read_date, read_time
from bot.nights.plan_words import MOST, Suggestion, suggest_dates, suggest_times
from bot.words.catalogue import languages, words_for

TODAY = date(2026, 11, 18)  # a Wednesday
EN = words_for("en-GB")


@pytest.mark.parametrize("language", languages())
def test_where_nothing_was_typed_the_next_days_are_offered(language: str) -> None:
    found = suggest_dates(words_for(language), "", TODAY)
    assert [one.value for one in found] == [f"{TODAY + timedelta(days=number)}" for number in range(MOST)]
    assert all(len(one.label) <= 100 for one in found)
    assert [read_date(one.value, TODAY, language).isoformat() for one in found] == [
        one.value for one in found
    ]


@pytest.mark.parametrize(
    ("locale", "typed", "first"),
    [
        ("en-GB", "", "today, Wednesday 18 November"),
        ("en-GB", "tom", "tomorrow, Thursday 19 November"),
        ("en-GB", "tue", "Tuesday 24 November"),
        ("en-GB", "24 n", "Tuesday 24 November"),
        ("en-GB", "5 ja", "Tuesday, 5 January 2027"),
        ("nl", "din", "dinsdag 24 november"),
        ("nl", "20/12", "zondag 20 december"),
        ("fr", "24 déc", "jeudi 24 décembre"),
        ("fr", "24 dec", "jeudi 24 décembre"),
        ("ru", "втор", "вторник, 24 ноября"),
        ("ru", "завтра", "завтра, четверг, 19 ноября"),
    ],
)
def test_what_is_typed_is_offered_in_the_readers_words(locale: str, typed: str, first: str) -> None:
    assert suggest_dates(words_for(locale), typed, TODAY)[0].label == first


def test_what_fits_follows_and_nothing_comes_twice() -> None:
    found = suggest_dates(EN, "tue", TODAY)
    assert len(found) == len(set(found)) == MOST
    assert {date.fromisoformat(one.value).weekday() for one in found} == {1}
    assert suggest_dates(EN, "whenever", TODAY) == []


def test_times_of_day_the_evening_first() -> None:
    found = suggest_times(EN, "")
    assert len(found) == MOST
    assert found[:3] == [
        Suggestion("18:00", "18:00"),
        Suggestion("18:30", "18:30"),
        Suggestion("19:00", "19:00"),
    ]


@pytest.mark.parametrize(
    ("locale", "typed", "first"),
    [
        ("en-GB", "2", Suggestion("02:00", "02:00")),
        ("en-US", "8pm", Suggestion("8:00\u202fPM", "20:00")),
        ("nl", "20u15", Suggestion("20.15 uur", "20:15")),
        ("fr", "20h", Suggestion("20\u00a0h\u00a000", "20:00")),
        ("ru", "20:3", Suggestion("20:30", "20:30")),
    ],
)
def test_a_time_that_is_typed_comes_first(locale: str, typed: str, first: Suggestion) -> None:
    found = suggest_times(words_for(locale), typed)
    assert found[0] == first
    assert all(f"{read_time(one.value):%H:%M}" == one.value for one in found)


def test_what_is_no_time_offers_none() -> None:
    assert suggest_times(EN, "noon") == []
