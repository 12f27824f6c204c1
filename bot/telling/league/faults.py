"""What is wrong with a result on paper or with an import, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from bot.clubs.paper.errors import Fault
from bot.words.catalogue import Words
from bot.words.names import clean, in_text, tidy

LONGEST_PATH: Final = 80
"""Characters of where something is in a season file."""


def paper_fault(words: Words, fault: Fault) -> str:
    """«Line 5: deal 4 adds up to −12, …»: what is wrong with a result on paper, as Discord's Markdown."""
    said = words(f"paper.fault.{fault.code}", **_details(words, fault))
    return said if fault.line is None else words("paper.line", line=words.number(fault.line), said=said)


def import_fault(words: Words, fault: Fault) -> str:
    """«Row 5: …»: what is wrong with a spreadsheet or a season file, as Discord's Markdown."""
    said = words(f"import.fault.{fault.code}", **_details(words, fault))
    return said if fault.line is None else words("import.row", line=words.number(fault.line), said=said)


def _details(words: Words, fault: Fault) -> dict[str, str]:
    return {name: _told(words, name, value) for name, value in fault.details.items()}


def _told(words: Words, name: str, value: object) -> str:
    """A detail as it is read: points have their sign, what people wrote is as they wrote it."""
    match name, value:
        case "contract", str(contract):
            return words(f"contract.{contract}")
        case "sums", tuple():
            return words.either(words.points(one) for one in cast(Sequence[int], value))
        case "names", tuple():
            return words.both(_as_written(one) for one in cast(Sequence[str], value))
        case (("points" | "sum"), int(points)):
            return words.points(points)
        case "where", str(path):
            return in_text(tidy(path)[:LONGEST_PATH])
        case _, int(number):
            return words.number(number)
        case _:
            return _as_written(str(value))


def _as_written(text: str) -> str:
    return in_text(clean(text, "…"))
