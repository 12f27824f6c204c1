"""Dates and times of day as people type them, in four languages."""

from __future__ import annotations

from datetime import date, time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.leagues.model import ClubError
from bot.leagues.reading_time import DateDirection, read_date, read_time, zone_named
from bot.people.quiet_hours import near_zones
from bot.words.catalogue import languages, words_for
from tests.properties import tries

TODAY = date(2026, 11, 18)  # a Wednesday
TUESDAY = date(2026, 11, 24)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    "text",
    [
        *(
            "2026-11-24",
            "2026/11/24",
            "24/11/2026",
            "24.11.2026",
            "24-11-26",
            "11/24/2026",
            " 24/11 ",
            "24.11.",
        ),
        *("11/24", "24", "24 nov", "24 Nov.", "nov 24", "November 24, 2026", "24th of November", "24 nov 26"),
        *("Tuesday 24 November", "tue 24 nov 2026", "November 24, Tuesday", "tuesday", "Tues"),
        *("24 november 2026", "24e november", "dinsdag 24 november", "dinsdag", "op dinsdag"),
        *("le 24 novembre", "mardi 24 novembre 2026", "mardi", "mar. 24 nov."),
        *("24 ноября", "24-го ноября 2026 г.", "вторник, 24 ноября 2026 г.", "во вторник", "вт", "24 нояб."),
    ],
)
def test_a_date_in_any_language(text: str, language: str) -> None:
    assert read_date(text, TODAY, words_for(language)) == TUESDAY


@pytest.mark.parametrize(
    ("text", "language", "day"),
    [
        ("today", "en", TODAY),
        ("Vandaag", "nl", TODAY),
        ("aujourd'hui", "fr", TODAY),
        ("aujourd’hui", "fr", TODAY),
        ("сегодня", "ru", TODAY),
        ("tomorrow", "en", date(2026, 11, 19)),
        ("morgen", "en", date(2026, 11, 19)),
        ("demain", "fr", date(2026, 11, 19)),
        ("Завтра", "ru", date(2026, 11, 19)),
        ("Wednesday", "en", TODAY),
        ("в среду", "ru", TODAY),
        ("пятницу", "ru", date(2026, 11, 20)),
        ("воскресенье", "ru", date(2026, 11, 22)),
        # the languages' own short names differ: the reader's language counts
        ("di", "nl", TUESDAY),
        ("di", "fr", date(2026, 11, 22)),
        ("ma", "nl", date(2026, 11, 23)),
        ("ma", "fr", TUESDAY),
        ("1er février", "fr", date(2027, 2, 1)),
        ("1 fevr", "fr", date(2027, 2, 1)),
        ("3 mrt", "nl", date(2027, 3, 3)),
        ("3 марта", "ru", date(2027, 3, 3)),
        ("3 мая", "ru", date(2027, 5, 3)),
        ("15 août", "en", date(2027, 8, 15)),
        ("18 november", "nl", TODAY),  # from today on
        ("17 november", "nl", date(2027, 11, 17)),
        ("17/11", "en", date(2027, 11, 17)),
        ("17", "en", date(2026, 12, 17)),
        ("31", "en", date(2026, 12, 31)),
        ("29 feb", "en", date(2028, 2, 29)),
        ("04/05/2027", "en", date(2027, 5, 4)),  # the day first
    ],
)
def test_a_date_in_its_own_language_the_next_one(text: str, language: str, day: date) -> None:
    assert read_date(text, TODAY, words_for(language)) == day


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    ("texts", "coming", "past"),
    [
        (("Tuesday", "dinsdag", "mardi", "во вторник"), date(2026, 11, 24), date(2026, 11, 17)),
        (("Wednesday", "deze woensdag", "ce mercredi", "в эту среду"), TODAY, TODAY),
        (("next Tuesday", "volgende dinsdag", "mardi prochain", "в следующий вторник"), TUESDAY, None),
        (("next Wednesday", "komende woensdag", "mercredi prochain", "в следующую среду"),
         date(2026, 11, 25), None),
        (("last Tuesday", "vorige dinsdag", "mardi dernier", "в прошлый вторник"), None, date(2026, 11, 17)),
        (("last Wednesday", "afgelopen woensdag", "mercredi passé", "в прошлую среду"),
         None, date(2026, 11, 11)),
        (("yesterday", "gisteren", "hier", "вчера"), None, date(2026, 11, 17)),
        (("today", "vandaag", "aujourd’hui", "сегодня"), TODAY, TODAY),
        (("tomorrow", "morgen", "demain", "завтра"), date(2026, 11, 19), None),
        (("the day after tomorrow", "day after tomorrow", "overmorgen", "après-demain", "apres demain",
          "Послезавтра"), date(2026, 11, 20), None),
        (("the day before yesterday", "eergisteren", "avant-hier", "позавчера"), None, date(2026, 11, 16)),
        (("24 November", "24 november", "24 novembre", "24 ноября"), TUESDAY, date(2025, 11, 24)),
        (("17 November", "17 nov", "le 17 novembre", "17-го ноября"), date(2027, 11, 17), date(2026, 11, 17)),
        (("31", "31", "31", "31"), date(2026, 12, 31), date(2026, 10, 31)),
        (("29 Feb", "29 feb", "29 février", "29 февраля"), date(2028, 2, 29), date(2024, 2, 29)),
        (("24/11", "24-11", "24.11.", "24/11"), TUESDAY, date(2025, 11, 24)),
        (("2026-11-24", "24/11/2026", "24.11.2026", "24-11-26"), TUESDAY, None),
        (("2026-11-17", "17/11/2026", "17.11.2026", "17-11-26"), None, date(2026, 11, 17)),
    ],
)  # fmt: skip
def test_one_reader_for_dates_to_come_and_past(
    texts: tuple[str, ...], language: str, coming: date | None, past: date | None
) -> None:
    """What is asked for says which way a date lies; None where it lies the other way."""
    for text in texts:
        for meant, found, code in (
            (DateDirection.COMING, coming, "date-in-past"),
            (DateDirection.PAST, past, "date-to-come"),
        ):
            if found is not None:
                assert read_date(text, TODAY, words_for(language), meant) == found
                continue
            with pytest.raises(ClubError, match=code):
                read_date(text, TODAY, words_for(language), meant)
        assert read_date(text, TODAY, words_for(language), DateDirection.EITHER) == (coming or past)


FRIDAY = date(2026, 11, 27)


@pytest.mark.parametrize(
    ("text", "coming", "either", "nearest"),
    [
        ("Tuesday 24 November", None, TUESDAY, TUESDAY),
        ("Tuesday 24", None, TUESDAY, TUESDAY),
        ("Wednesday 24 November", date(2027, 11, 24), date(2027, 11, 24), date(2027, 11, 24)),
        ("24 November", date(2027, 11, 24), date(2027, 11, 24), TUESDAY),
        ("24/11", date(2027, 11, 24), date(2027, 11, 24), TUESDAY),
        ("Tuesday", date(2026, 12, 1), date(2026, 12, 1), TUESDAY),
        ("Monday", date(2026, 11, 30), date(2026, 11, 30), date(2026, 11, 30)),
        ("1 December", date(2026, 12, 1), date(2026, 12, 1), date(2026, 12, 1)),
        ("next Tuesday", date(2026, 12, 1), date(2026, 12, 1), date(2026, 12, 1)),
        ("Monday 24 November", None, None, None),
    ],
)
def test_what_decides_where_no_year_is_named(
    text: str, coming: date | None, either: date | None, nearest: date | None
) -> None:
    """The direction; a day of the week that only one year has; how near it is. None where the day of the week
    is another."""
    for meant, found in (
        (DateDirection.COMING, coming),
        (DateDirection.EITHER, either),
        (DateDirection.NEAREST, nearest),
    ):
        if found is None:
            with pytest.raises(ClubError, match="weekday-differs"):
                read_date(text, FRIDAY, words_for("en"), meant)
        else:
            assert read_date(text, FRIDAY, words_for("en"), meant) == found


@pytest.mark.parametrize(
    ("text", "day"),
    [
        *((one, date(2026, 11, 17)) for one in ("Tuesday", "Tuesday 17 November", "17 November", "17")),
        *((one, date(2025, 11, 25)) for one in ("25 November", "25/11", "Tuesday 25 November")),
        *((one, date(2026, 12, 8)) for one in ("8", "8 Dec", "2026-12-08")),
        ("today", FRIDAY),
        ("24 November", TUESDAY),
        ("Friday", FRIDAY),
    ],
)
def test_of_likely_dates_the_nearest_that_fits(text: str, day: date) -> None:
    """Where none of them fits it is the nearest date of all."""
    likely = [date(2025, 11, 25), date(2026, 9, 8), date(2026, 11, 17), date(2026, 12, 8)]
    assert read_date(text, FRIDAY, words_for("en"), DateDirection.NEAREST, likely) == day


@pytest.mark.parametrize(
    "text", ["next", "last yesterday", "next last Tuesday", "next 24", "next next Tuesday"]
)
def test_what_says_which_and_not_what_is_no_date(text: str) -> None:
    assert code_of(text) == "unknown-date"


@pytest.mark.parametrize("language", languages())
def test_every_date_that_the_bot_says_is_read_again(language: str) -> None:
    words = words_for(language)
    for month in range(1, 12):
        day = date(2027, month, 10)
        for said in (words.day(day), words.date(day), words.weekday(day), words.full_date(day)):
            assert read_date(said, TODAY, words_for(language)) == day


def code_of(text: str, language: str = "en") -> str:
    with pytest.raises(ClubError) as wrong:
        read_date(text, TODAY, words_for(language))
    return wrong.value.code


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "?", "soon", "31/02/2027", "31/11", "32", "0", "30 feb", "13/13", "20.30", "24.13.2026"),
        *("24 foo", "foo 24 nov", "24 nov 2026 5", "nov", "tuesday nov", "24 24", "24 juil juin", "24 ju"),
        *("di", "x" * 500, "9" * 60, "24 nov 9999", "24 nov 300"),
    ],
)
def test_what_is_no_date(text: str) -> None:
    assert code_of(text) == "unknown-date"


@pytest.mark.parametrize("text", ["2026-11-17", "24 nov 2025", "17.11.2026"])
def test_a_date_that_is_past(text: str) -> None:
    assert code_of(text) == "date-in-past"


@pytest.mark.parametrize("text", ["Monday 24 November", "24 nov 2026, wed", "monday 24"])
def test_a_day_of_the_week_that_is_not_that_of_the_date(text: str) -> None:
    assert code_of(text) == "weekday-differs"


@pytest.mark.parametrize(
    ("locale", "told"),
    [("en-GB", "24 November 2026"), ("en-US", "November 24, 2026"), ("fr", "24 novembre 2026")],
)
def test_the_date_of_another_day_of_the_week_is_told_in_words(locale: str, told: str) -> None:
    with pytest.raises(ClubError) as wrong:
        read_date("Monday 24 November", TODAY, words_for(locale))
    assert wrong.value.details["date"] == told


@pytest.mark.parametrize(
    ("text", "at"),
    [
        *(
            (one, time(20))
            for one in ("20:00", "20.00", "20h", "20 h", "20u", "20 uur", "20", "2000", "20h00")
        ),
        *((one, time(20)) for one in ("8pm", "8 PM", "8 p.m.", "8:00 pm", "at 8pm", "8 p. m.", "20.00 uur")),
        *((one, time(20)) for one in ("om 20u", "à 20h", "à 20 heures", "20 ч", "в 20:00", "20 часов")),
        *((one, time(20)) for one in ("8 uur 's avonds", "8 heures du soir", "8 h du soir", "8 вечера")),
        *((one, time(20, 30)) for one in ("20:30", "20.30", "20h30", "20 h 30", "20u30", "20 ч 30", "2030")),
        *((one, time(20, 30)) for one in ("8:30pm", "8.30 p.m.", "20 ч 30 мин", "20.30 uur", "20 : 30")),
        *((one, time(15)) for one in ("3pm", "3 часа дня", "3 h de l’après-midi", "3 uur 's middags")),
        *((one, time(0)) for one in ("00:00", "0h", "12am", "12 AM", "0")),
        *((one, time(12)) for one in ("12:00", "12pm", "12 h", "noon", "at noon", "12 noon", "Middag")),
        *((one, time(12)) for one in ("middag 12 uur", "12 uur middag", "midi", "à midi", "в полдень")),
        *((one, time(9, 5)) for one in ("9:05", "09.05", "9h05", "9:05 am", "9:05 утра", "0905")),
    ],
)
def test_a_time_of_day(text: str, at: time) -> None:
    assert read_time(text) == at


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("at", [time(0), time(8, 30), time(12), time(20), time(23, 59)])
def test_every_time_that_the_bot_says_is_read_again(at: time, language: str) -> None:
    words = words_for(language)
    assert read_time(words.time(at)) == read_time(words.hour(at)) == at


@pytest.mark.parametrize(
    "text",
    [
        "",
        "24:00",
        "20:60",
        "25",
        "2460",
        "13pm",
        "0am",
        "evening",
        "20:0",
        "20:00:00",
        "-8",
        "8 pmm",
        "8 noon",
        "noon 8",
        "afternoon",
        "x" * 99,
    ],
)
def test_what_is_no_time(text: str) -> None:
    with pytest.raises(ClubError) as wrong:
        read_time(text)
    assert wrong.value.code == "unknown-time"


@tries(200)
@given(text=st.text(max_size=70) | st.text("0123456789:.h/- upmnov", max_size=12))
def test_whatever_is_typed_is_read_or_refused(text: str) -> None:
    for language in languages():
        try:
            assert read_date(text, TODAY, words_for(language)) >= TODAY
        except ClubError as wrong:
            assert wrong.code in ("unknown-date", "date-in-past", "weekday-differs")
    try:
        read_time(text)
    except ClubError as wrong:
        assert wrong.code == "unknown-time"


@pytest.mark.parametrize(
    ("text", "zone"), [("brussels", "Europe/Brussels"), ("Europe/Paris", "Europe/Paris")]
)
def test_a_zone_by_its_name_or_city(text: str, zone: str) -> None:
    assert zone_named(text) == zone


@pytest.mark.parametrize(
    ("text", "near"),
    [("Bruxelles", "Europe/Brussels"), ("europe/brusels", "Europe/Brussels"), ("Moskow", "Europe/Moscow")],
)
def test_an_unknown_zone_is_told_with_those_that_are_like_it(text: str, near: str) -> None:
    with pytest.raises(ClubError) as wrong:
        zone_named(text)
    assert wrong.value.code == "no-such-zone-near"
    assert wrong.value.details["zone"] == text
    assert near in wrong.value.details["near"].split(", ")


@pytest.mark.parametrize("text", ["", "UTC+2", "Брюссель", "qqqq", "x" * 500, "+25"])
def test_a_zone_that_is_like_none(text: str) -> None:
    assert near_zones(text) == []
    with pytest.raises(ClubError) as wrong:
        zone_named(text)
    assert (wrong.value.code, wrong.value.details) == ("no-such-zone", {"zone": text})
