"""Sentences, plurals, numbers and lists; and which language somebody gets."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, time
from pathlib import Path

import pytest

from bot.words import catalogue
from bot.words.catalogue import Words, words_for
from playground.checks.commands import LOCALES

RUSSIAN = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Language: ru\\n"
"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 :"
" n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"

msgid "count.points"
msgid_plural "count.points"
msgstr[0] "{count} очко"
msgstr[1] "{count} очка"
msgstr[2] "{count} очков"

msgid "seat.host"
msgstr "хозяин"
"""


@pytest.fixture
def english() -> Words:
    return words_for("en")


@pytest.fixture
def two_languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """English as it is, and a little Russian, which also passes for Portuguese."""
    english = (catalogue.LOCALE_DIRECTORY / "en" / "messages.po").read_text("utf-8")
    portuguese = RUSSIAN.replace("Language: ru", "Language: pt_BR")
    for language, text in (("en", english), ("ru", RUSSIAN), ("pt-BR", portuguese)):
        (tmp_path / language).mkdir()
        (tmp_path / language / "messages.po").write_text(text, "utf-8")
    monkeypatch.setattr(catalogue, "LOCALE_DIRECTORY", tmp_path)
    _forget()
    yield
    _forget()


def _forget() -> None:
    catalogue.words_for.cache_clear()
    catalogue._load.cache_clear()  # pyright: ignore[reportPrivateUsage]


def test_a_sentence_with_its_values_filled_in(english: Words) -> None:
    assert english("state.play", name="Ann") == "Ann to play"


def test_what_is_filled_in_is_not_read_as_a_sentence(english: Words) -> None:
    assert english("state.play", name="{name} {0} %s") == "{name} {0} %s to play"


def test_a_key_nobody_wrote_is_an_error_and_not_a_sentence(english: Words) -> None:
    with pytest.raises(KeyError):
        english("no.such.key")
    with pytest.raises(KeyError):
        english.count("no.such.key", 2)
    with pytest.raises(KeyError):
        english("")


def test_a_value_left_out_is_an_error(english: Words) -> None:
    with pytest.raises(KeyError):
        english("state.play")


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0 points"),
        (1, "1 point"),
        (2, "2 points"),
        (-1, "−1 point"),
        (-5, "−5 points"),
        (1200, "1,200 points"),
    ],
)
def test_english_counts(english: Words, count: int, text: str) -> None:
    assert english.count("count.points", count) == text


def test_a_counted_sentence_may_name_other_values(english: Words) -> None:
    assert english.count("game.won", 1, names="Ann", points="12 points") == "**Ann** wins with 12 points."
    assert english.count("game.won", 2, names="Ann and Bram", points="9 points") == (
        "**Ann and Bram** share first place with 9 points."
    )


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (7, "+7"), (-7, "−7"), (1234, "+1,234"), (-1234, "−1,234")]
)
def test_points_carry_their_sign(english: Words, value: int, text: str) -> None:
    assert english.points(value) == text


def test_lists(english: Words) -> None:
    assert english.both([]) == ""
    assert english.both(["Ann"]) == "Ann"
    assert english.both(["Ann", "Bram"]) == "Ann and Bram"
    assert english.both(name for name in ("Ann", "Bram", "Chloé")) == "Ann, Bram, and Chloé"
    assert english.either(["hearts", "spades"]) == "hearts or spades"


@pytest.mark.parametrize(
    "locale",
    ["", "en", "en-US", "en-GB", "en_GB", "en-XX", "en-nonsense", "zh-TW", "xx-nonsense", "../en", "-", "e"],
)
def test_whose_language_we_do_not_have_gets_english(locale: str) -> None:
    assert words_for(locale).language == "en"


def test_every_locale_of_discord_has_words() -> None:
    for locale in LOCALES:
        words = words_for(locale)
        assert words.language in (locale, locale.partition("-")[0], "en")
        assert words("seat.host") and words.number(1234) and words.date(date(2026, 11, 20))


@pytest.mark.usefixtures("two_languages")
@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("ru", "ru"),
        ("ru-RU", "ru"),
        ("ru_RU", "ru"),
        ("uk", "en"),
        ("en-GB", "en"),
        ("pt-BR", "pt-BR"),
        ("pt-PT", "pt-BR"),
        ("pt", "pt-BR"),
        ("sv-SE", "en"),
    ],
)
def test_the_nearest_language_is_chosen(locale: str, language: str) -> None:
    assert words_for(locale).language == language


@pytest.mark.usefixtures("two_languages")
def test_another_language_has_its_own_plurals_and_numbers() -> None:
    russian = words_for("ru")
    texts = [russian.count("count.points", count) for count in (1, 2, 5, 11, 21, 22, -3)]
    assert texts == ["1 очко", "2 очка", "5 очков", "11 очков", "21 очко", "22 очка", "−3 очка"]
    assert russian.number(12345) == "12\u00a0345"
    assert russian.both(["Аня", "Брам"]) == "Аня и Брам"


@pytest.mark.parametrize(
    ("locale", "day", "evening"),
    [
        ("en-GB", "20 November 2026", "22:30"),
        ("en-US", "November 20, 2026", "10:30\u202fPM"),
        ("en", "November 20, 2026", "10:30\u202fPM"),
        ("sv-SE", "November 20, 2026", "10:30\u202fPM"),  # the sentences around it are English
    ],
)
def test_dates_and_times_are_as_the_locale_writes_them(locale: str, day: str, evening: str) -> None:
    words = words_for(locale)
    assert words.date(date(2026, 11, 20)) == day
    assert words.time(time(22, 30)) == evening


def test_lists_are_as_the_locale_writes_them() -> None:
    assert words_for("en-GB").both(["Ann", "Bram", "Chloé"]) == "Ann, Bram and Chloé"


@pytest.mark.usefixtures("two_languages")
def test_russian_dates() -> None:
    assert words_for("ru").date(date(2026, 11, 20)) == "20 ноября 2026\u202fг."
    assert words_for("ru").time(time(22, 30)) == "22:30"


def test_it_tells_only_its_language_of_itself(english: Words) -> None:
    assert repr(english) == "Words('en')"
