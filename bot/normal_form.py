"""Unicode's normal forms of texts that strangers wrote, in a time that follows from their length."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Final, Literal

LONGEST_RUN: Final = 30
"""Combining marks in a row, as in Unicode's Stream-Safe Text Format
(https://unicode.org/reports/tr15/#Stream_Safe_Text_Format). To bring a run into canonical order takes a time
that grows with its square, and the interpreter's lock is held all the while."""

_HALFWIDTH_MARKS: Final = "\uff9e\uff9f"  # letters, that NFKC and NFKD make combining marks of


def normalized(form: Literal["NFC", "NFD", "NFKC", "NFKD"], text: str, longest: int) -> str:
    """The first ``longest`` characters of a text in a normal form, which may have more characters than that.
    Marks beyond the first ``LONGEST_RUN`` of a run are left out."""
    text = text[:longest]
    if len(text) > LONGEST_RUN and not text.isascii():
        text = "".join(_with_short_runs(text))
    return unicodedata.normalize(form, text)


def _with_short_runs(text: str) -> Iterator[str]:
    run = 0
    for character in text:
        is_mark = unicodedata.category(character)[0] == "M" or character in _HALFWIDTH_MARKS
        run = run + 1 if is_mark else 0
        if run <= LONGEST_RUN:
            yield character
