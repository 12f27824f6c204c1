"""When evenings are, in the words of four languages (N1)."""

from __future__ import annotations

from datetime import date, time
from zoneinfo import ZoneInfo

import pytest

from bot.nights.model import MONTHLY, Repeat, Schedule, start_on
from bot.nights.night_words import clock_change_text, next_text, schedule_text, skips_text, zone_text
from bot.telling.phrases import clock_time, in_full, relative
from bot.words.catalogue import languages, words_for

BRUSSELS = ZoneInfo("Europe/Brussels")
TUESDAY = date(2026, 11, 24)
WEDNESDAY = date(2026, 11, 25)
SUNDAY = date(2026, 11, 29)
EIGHT = time(20)
H = "\u00a0h\u00a0"
"""Between hours and minutes in French."""


def said(
    locale: str, first: date, repeat: Repeat = Repeat.ONCE, weekdays: tuple[int, ...] = (), **more
) -> str:
    return schedule_text(words_for(locale), Schedule(first, EIGHT, repeat, frozenset(weekdays), **more))


@pytest.mark.parametrize(
    ("locale", "text"),
    [
        ("en-GB", "on Tuesday 24 November 2026 at 20:00"),
        ("en-US", "on Tuesday November 24, 2026 at 8:00\u202fPM"),
        ("nl", "op dinsdag 24 november 2026 om 20.00 uur"),
        ("fr", f"le mardi 24 novembre 2026 à 20{H}00"),
        ("ru", "во вторник, 24 ноября 2026\u202fг. в 20:00"),
    ],
)
def test_N1_once(locale: str, text: str) -> None:
    assert said(locale, TUESDAY) == text


@pytest.mark.parametrize(
    ("locale", "day", "text"),
    [
        ("en-GB", TUESDAY, "every Tuesday at 20:00"),
        ("nl", TUESDAY, "elke dinsdag om 20.00 uur"),
        ("fr", TUESDAY, f"tous les mardis à 20{H}00"),
        ("ru", TUESDAY, "каждый вторник в 20:00"),
        ("ru", WEDNESDAY, "каждую среду в 20:00"),
        ("ru", SUNDAY, "каждое воскресенье в 20:00"),
    ],
)
def test_N1_weekly(locale: str, day: date, text: str) -> None:
    assert said(locale, day, Repeat.WEEKLY) == text


@pytest.mark.parametrize(
    ("locale", "text"),
    [
        ("en-GB", "every second Tuesday at 20:00"),
        ("nl", "om de twee weken op dinsdag om 20.00 uur"),
        ("fr", f"un mardi sur deux à 20{H}00"),
        ("ru", "раз в две недели, по вторникам, в 20:00"),
    ],
)
def test_N1_every_second_week(locale: str, text: str) -> None:
    assert said(locale, TUESDAY, Repeat.FORTNIGHT) == text


@pytest.mark.parametrize(
    ("locale", "two", "three", "one", "all_of_them"),
    [
        (
            "en-GB",
            "every Monday and Thursday at 20:00",
            "every Monday, Wednesday and Saturday at 20:00",
            "every Friday at 20:00",
            "every day at 20:00",
        ),
        (
            "nl",
            "elke maandag en donderdag om 20.00 uur",
            "elke maandag, woensdag en zaterdag om 20.00 uur",
            "elke vrijdag om 20.00 uur",
            "elke dag om 20.00 uur",
        ),
        (
            "fr",
            f"tous les lundis et jeudis à 20{H}00",
            f"tous les lundis, mercredis et samedis à 20{H}00",
            f"tous les vendredis à 20{H}00",
            f"tous les jours à 20{H}00",
        ),
        (
            "ru",
            "по понедельникам и четвергам в 20:00",
            "по понедельникам, средам и субботам в 20:00",
            "каждую пятницу в 20:00",
            "каждый день в 20:00",
        ),
    ],
)
def test_N1_on_given_weekdays(locale: str, two: str, three: str, one: str, all_of_them: str) -> None:
    assert said(locale, TUESDAY, Repeat.WEEKDAYS, (3, 0)) == two
    assert said(locale, TUESDAY, Repeat.WEEKDAYS, (0, 5, 2)) == three
    assert said(locale, TUESDAY, Repeat.WEEKDAYS, (4,)) == one
    assert said(locale, TUESDAY, Repeat.WEEKDAYS, tuple(range(7))) == all_of_them


@pytest.mark.parametrize(
    ("locale", "first", "last"),
    [
        (
            "en-GB",
            "every first Tuesday of the month at 20:00",
            "every last Sunday of the month at 20:00, until 15 June 2027",
        ),
        (
            "nl",
            "elke eerste dinsdag van de maand om 20.00 uur",
            "elke laatste zondag van de maand om 20.00 uur, tot en met 15 juni 2027",
        ),
        (
            "fr",
            f"tous les premiers mardis du mois à 20{H}00",
            f"tous les derniers dimanches du mois à 20{H}00, jusqu’au 15 juin 2027",
        ),
        (
            "ru",
            "по первым вторникам месяца в 20:00",
            "по последним воскресеньям месяца в 20:00, по 15 июня 2027\u202fг. включительно",
        ),
    ],
)
def test_N1_every_month(locale: str, first: str, last: str) -> None:
    assert said(locale, TUESDAY, Repeat.FIRST) == first
    assert said(locale, SUNDAY, Repeat.LAST, until=date(2027, 6, 15)) == last


@pytest.mark.parametrize(
    ("locale", "text"),
    [
        ("en-GB", "every Tuesday at 20:00, until 15 June 2027 (Brussels time)"),
        ("nl", "elke dinsdag om 20.00 uur, tot en met 15 juni 2027 (tijd in Brussel)"),
        ("fr", f"tous les mardis à 20{H}00, jusqu’au 15 juin 2027 (heure locale\u202f: Bruxelles)"),
        ("ru", "каждый вторник в 20:00, по 15 июня 2027\u202fг. включительно (местное время: Брюссель)"),
    ],
)
def test_N1_until_a_date_and_in_which_zone(locale: str, text: str) -> None:
    schedule = Schedule(TUESDAY, EIGHT, Repeat.WEEKLY, until=date(2027, 6, 15))
    assert schedule_text(words_for(locale), schedule, BRUSSELS) == text


@pytest.mark.parametrize(
    ("zone", "text"),
    [
        ("UTC", "UTC"),
        ("Etc/GMT+1", "Etc/GMT+1"),
        ("America/New_York", "New York time"),
        ("America/Argentina/Ushuaia", "Ushuaia time"),
    ],
)
def test_a_zone_by_its_city_if_it_has_one(zone: str, text: str) -> None:
    assert zone_text(words_for("en"), ZoneInfo(zone)) == text


@pytest.mark.parametrize(
    ("locale", "following", "none", "skips"),
    [
        (
            "en-GB",
            "Next: on Tuesday 24 November 2026",
            "There are no more dates.",
            "Skips 24 December and 31 December.",
        ),
        (
            "nl",
            "De volgende: op dinsdag 24 november 2026",
            "Er komt geen datum meer.",
            "Niet op 24 december en 31 december.",
        ),
        (
            "fr",
            "La prochaine fois\u202f: le mardi 24 novembre 2026",
            "Il n’y a plus d’autre date.",
            "Pas de soirée\u202f: 24 décembre et 31 décembre.",
        ),
        (
            "ru",
            "Следующий раз: во вторник, 24 ноября 2026\u202fг.",
            "Больше дат нет.",
            "Пропускаются: 24 декабря и 31 декабря.",
        ),
    ],
)
def test_what_comes_next_and_what_is_skipped(locale: str, following: str, none: str, skips: str) -> None:
    words = words_for(locale)
    assert next_text(words, start_on(TUESDAY, EIGHT, BRUSSELS)) == following
    assert next_text(words, None) == none
    assert skips_text(words, {date(2026, 12, 31), date(2026, 12, 24)}) == skips
    assert skips_text(words, ()) == ""


@pytest.mark.parametrize(
    ("locale", "missing", "twice"),
    [
        (
            "en-GB",
            "02:30 doesn't exist that night: it starts at 03:30.",
            "02:30 comes twice that night; it means the first.",
        ),
        (
            "nl",
            "02.30 uur bestaat die nacht niet: het begint om 03.30 uur.",
            "02.30 uur komt die nacht twee keer voor; ik neem de eerste.",
        ),
        (
            "fr",
            f"2{H}30 n’existe pas cette nuit-là\u202f: on commence à 3{H}30.",
            f"2{H}30 revient deux fois cette nuit-là\u202f; c’est la première qui compte.",
        ),
        (
            "ru",
            "02:30 в ту ночь не существует: начало в 03:30.",
            "02:30 в ту ночь наступает дважды; имеется в виду первый раз.",
        ),
    ],
)
def test_N1_a_change_of_the_clock_is_told(locale: str, missing: str, twice: str) -> None:
    words, at = words_for(locale), time(2, 30)
    moved, doubled = (start_on(day, at, BRUSSELS) for day in (date(2026, 3, 29), date(2026, 10, 25)))
    assert clock_change_text(words, at, moved, BRUSSELS) == missing
    assert clock_change_text(words, at, doubled, BRUSSELS) == twice
    assert clock_change_text(words, at, start_on(TUESDAY, at, BRUSSELS), BRUSSELS) is None


@pytest.mark.parametrize("language", languages())
def test_every_weekday_has_words_of_its_own(language: str) -> None:
    days = [date(2026, 11, 23 + number) for number in range(7)]
    for repeat in (Repeat.ONCE, Repeat.WEEKLY, Repeat.FORTNIGHT, *MONTHLY):
        assert len({said(language, day, repeat) for day in days}) == 7
    words = words_for(language)
    if language != "ru":  # there the cases differ
        for day in days:
            assert words.full_date(day).partition(" ")[0].strip(",") in said(language, day)


def test_moments_as_discord_shows_them() -> None:
    assert [tell(1795546800.9) for tell in (in_full, relative, clock_time)] == [
        "<t:1795546800:F>",
        "<t:1795546800:R>",
        "<t:1795546800:t>",
    ]
