"""What the paragraphs say of games that were played in the house, calculated a second time from their records
(``tests/stats/reference``), and how it is written."""

from __future__ import annotations

from typing import Any

from bot.cli.records import printed
from bot.tables.table import Table
from bot.words.catalogue import words_for
from tests.project.test_catalogue import contract_names
from tests.stats.reference.stats import stats_of

WORDS = words_for("en")
CALLED = {printed(name): WORDS(f"contract.{name}") for name in contract_names()}
"""What contracts are called, by the names that records have for them."""


async def expected(*tables: Table) -> dict[str, dict[str, Any]]:
    """The lines of people, by name."""
    records = {f"{table.facts.id}.king": (await table.record()).encode() for table in tables}
    people = {seat.name for table in tables for seat in table.facts.seats if seat.user_id is not None}
    found = {line["player"]: line for line in stats_of(records) if line["player"] in people}
    for line in found.values():
        line["against"] = {name: one for name, one in line["against"].items() if name in people}
    return found


def signed(number: float) -> str:
    """«+5», «−3.2», «0»: to one decimal."""
    text = f"{abs(round(number, 1)):g}"
    return text if text == "0" else f"{'+' if number > 0 else '−'}{text}"


def many(count: int, one: str) -> str:
    """«1 deal», «3 deals»."""
    return f"{count} {one}{'' if count == 1 else 's'}"
