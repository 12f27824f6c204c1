"""Names hold anything; what is drawn is one clean line without boxes."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.pictures.text import ELLIPSIS, Weight, drawable, fit, text_mask, text_width
from tests.properties import tries


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Łukasz Ängström", "Łukasz Ängström"),
        ("Хелена Ёж", "Хелена Ёж"),
        ("Íris de São João", "Íris de São João"),
        ("Νίκος", "Νίκος"),
        ("北京", "BeiJing"),
        ("محمد", "mhmd"),
        ("ℌ𝔢𝔩𝔩𝔬", "Hello"),
        ("Ann ❤️🎉", "Ann"),
        ("🐱", "cat"),
        ("A\u202eevil\u202c\u200b\u2066x", "Aevilx"),
        ("two\nlines\tand\u00a0more", "two lines and more"),
        ("<@123> **bold** `x`", "<@123> **bold** `x`"),
        ("a\u0301e\u0308", "áë"),
        ("Z̸̡̢̛̹͍̐a̷̧͎͆̕l̴̨̛̗̈g̵̢̛̈́o̴̧̕͝", "Zalgo"),
        ("", "–"),
        ("\u200b\u2060 \u3164", "–"),
    ],
)
def test_names(name, drawn):
    assert drawable(name) == unicodedata.normalize("NFC", drawn)


def test_the_caller_says_what_stands_for_nothing():
    assert drawable("\u200e", neutral="Player 2") == "Player 2"


@given(st.text(max_size=60))
@tries(150)
def test_whatever_comes_a_clean_line_is_left(text):
    line = drawable(text)
    assert line == line.strip() != ""
    assert not any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for c in line)
    assert drawable(line) == line
    assert text_width(fit(text, Weight.MEDIUM, 26, 120), Weight.MEDIUM, 26) <= 120


def test_no_glyph_is_the_missing_one():
    missing = text_mask("\uffff", Weight.MEDIUM, 24)[0].image.tobytes()
    for script in ("Latin ÀŁß", "Кириллица ЁЪ", drawable("日本語"), drawable("עברית"), drawable("ไทย")):
        for character in script.replace(" ", ""):
            assert text_mask(character, Weight.MEDIUM, 24)[0].image.tobytes() != missing, character


def test_long_names_are_cut_by_pixels_and_say_so():
    narrow, wide = (fit(name, Weight.MEDIUM, 26, 100) for name in ("illicit little title", "WWWWMMMM"))
    assert narrow.endswith(ELLIPSIS) and wide.endswith(ELLIPSIS)
    assert len(narrow) > len(wide)
    assert fit("Ann", Weight.MEDIUM, 26, 100) == "Ann"
    assert fit("", Weight.MEDIUM, 26, 100) == ""


def test_text_is_smooth():
    assert len(set(text_mask("Ova", Weight.BOLD, 30)[0].image.tobytes())) > 20
