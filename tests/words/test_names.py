"""Names as people give them, fit to print."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.words.catalogue import LONGEST_QUOTED, NAME_LONGEST, clean, in_text, quoted

NASTY = st.text(
    alphabet=st.characters()
    | st.sampled_from("\u202e\u202d\u2066\u2069\u200b\u200c\u200d\u0301\u0489\u3164\u2028\n\t *`")
)


@given(NASTY)
def test_a_name_is_one_short_line_without_anything_unseen(name: str) -> None:
    text = clean(name, "0042")
    assert 0 < len(text) <= NAME_LONGEST
    assert text == text.strip() and "  " not in text
    assert not re.search(r"\s", text.replace(" ", ""))
    categories = "".join(unicodedata.category(character)[0] for character in text if character != "\u200d")
    assert "C" not in categories
    assert not re.search("[\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f\u3164\u115f\u1160\uffa0\u2800]", text)


@given(NASTY)
def test_marks_do_not_pile_up(name: str) -> None:
    run = 0
    for character in unicodedata.normalize("NFC", clean(name, "0042")):
        run = run + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        assert run <= 2


@given(NASTY)
def test_a_clean_name_stays_as_it_is(name: str) -> None:
    text = clean(name, "0042")
    assert clean(text, "0042") == text


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \n  van\tDyk ", "Ann van Dyk"),
        ("Chloé", "Chloé"),
        ("Chloe\u0301", "Chloé"),
        ("Nguyễn Thế Tài", "Nguyễn Thế Tài"),
        ("Дмитрий", "Дмитрий"),
        ("שרה", "שרה"),
        ("محمد", "محمد"),
        ("北京", "北京"),
        ("\u202eevil\u202c", "evil"),
        ("a\u200bb\ufeffc\u00add", "abcd"),
        ("Z̸̡̢̛̹͍̐a̷̧͎͆̕", "Z̸̡a̷̧"),
        ("\u0301\u0301x", "x"),
        (" \u0301x \u0301y", "x y"),
        ("e\u200b\u0301", "é"),
        ("x \u200d y", "x y"),
        ("👨\u200d👩\u200d👧 family", "👨\u200d👩\u200d👧 family"),
        ("❤️", "❤️"),
        ("x\u200d", "x"),
        ("x\u200d\u200d\u200dy", "x\u200dy"),
        ("one\u2028two", "one two"),
        ("{count}", "{count}"),
        ("y" * 40, "y" * 31 + "…"),
        ("y" * 30 + " zz", "y" * 30 + "…"),
        ("y" * 30 + "\u200dzz", "y" * 30 + "…"),
    ],
)
def test_examples(name: str, shown: str) -> None:
    assert clean(name, "0042") == shown


@pytest.mark.parametrize(
    "name",
    ["", " ", "\u200b", "\u202e\u202d", "\u0301\u0301", "\u200d\u200d", "\ud800", "\u3164", "\u2800 \u2800"],
)
def test_nothing_to_see_gives_the_other_name(name: str) -> None:
    assert clean(name, "0042") == "0042"


SPECIAL = set("\\*_`~|>#[]()<@:/-")


@given(st.text(max_size=40))
def test_in_text_nothing_of_markdown_is_left_and_nothing_is_lost(name: str) -> None:
    shown = in_text(name)
    assert re.sub(r"\\(.)", r"\1", shown, flags=re.DOTALL) == name
    bare = re.sub(r"\\.", "", shown, flags=re.DOTALL)
    assert not SPECIAL & set(bare)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("**bold**", r"\*\*bold\*\*"),
        ("<@123>", r"\<\@123\>"),
        ("@everyone", r"\@everyone"),
        ("[a](https://b.c)", r"\[a\]\(https\:\/\/b.c\)"),
        ("||spoiler||", r"\|\|spoiler\|\|"),
        ("# big", r"\# big"),
        (":smile:", r"\:smile\:"),
        ("-# small", r"\-\# small"),
        ("back\\slash", r"back\\slash"),
        ("_", r"\_"),
    ],
)
def test_in_text_examples(name: str, shown: str) -> None:
    assert in_text(name) == shown


@given(NASTY)
def test_what_was_typed_is_told_again_in_one_line_and_one_direction(typed: str) -> None:
    shown = re.sub(r"\\(.)", r"\1", quoted(typed), flags=re.DOTALL)
    assert not re.search("[\u202a-\u202e\u2066-\u2069\u200b\n\r\x00-\x1f]", shown)
    assert not SPECIAL & set(re.sub(r"\\.", "", quoted(typed), flags=re.DOTALL))


def test_what_was_typed_is_not_told_at_its_length() -> None:
    assert len(quoted("y" * 4000)) == LONGEST_QUOTED and quoted("y" * 4000).endswith("…")
