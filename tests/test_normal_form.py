"""Normal forms of what strangers wrote: the same as Unicode's, in a time that follows from the length."""

from __future__ import annotations

import re
import sys
import unicodedata
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.normal_form import LONGEST_RUN, normalized
from tests.project.requirements import ROOT
from tests.properties import tries

FORMS: tuple[Literal["NFC", "NFD", "NFKC", "NFKD"], ...] = ("NFC", "NFD", "NFKC", "NFKD")


@pytest.mark.parametrize("form", FORMS)
def test_a_text_as_people_write_them_is_as_unicode_has_it(form: Literal["NFC", "NFKC"]) -> None:
    @tries(60)
    @given(st.text(max_size=60) | st.text("aé\u0301\u0316ǖﷺㅤ1", max_size=LONGEST_RUN))
    def holds(text: str) -> None:
        runs = re.findall(r"\0+", "".join("\0" if is_mark(one) else one for one in text.replace("\0", "")))
        if max(map(len, runs), default=0) <= LONGEST_RUN:
            assert normalized(form, text, 100) == unicodedata.normalize(form, text)

    holds()


def is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] == "M" or character in "\uff9e\uff9f"


def test_a_text_is_cut_before_anything_is_made_of_it() -> None:
    assert normalized("NFKC", "ﷺ" * 10, 1) == unicodedata.normalize("NFKC", "ﷺ")
    assert normalized("NFC", "e\u0301x", 2) == "é"


@pytest.mark.parametrize("form", FORMS)
def test_of_a_long_run_of_marks_the_first_are_left(form: Literal["NFC", "NFKC"]) -> None:
    text = "a" + "\u0316\u0300" * 50_000 + "b"
    found = normalized(form, text, len(text))
    assert found == unicodedata.normalize(form, "a" + "\u0316\u0300" * (LONGEST_RUN // 2) + "b")


def test_whatever_can_be_put_in_another_order_counts_as_a_mark() -> None:
    """Else a long run of it would take long."""
    for number in range(sys.maxunicode + 1):
        if unicodedata.combining(unicodedata.normalize("NFKD", character := chr(number))[0]):
            assert is_mark(character), f"{number:04X}"


def test_nothing_else_makes_normal_forms() -> None:
    """The playground, which knows nothing of the bot, makes one of a name that it has cut."""
    sources = [path for folder in ("bot", "cogs", "data") for path in (ROOT / folder).rglob("*.py")]
    found = {
        path.relative_to(ROOT).as_posix()
        for path in sources
        if re.search(r"unicodedata\.(is_)?normal|from unicodedata import .*normal", path.read_text("utf-8"))
    }
    assert found == {"bot/normal_form.py"}
