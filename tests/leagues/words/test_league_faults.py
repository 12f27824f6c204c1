"""What is wrong with results on paper and imports, in a sentence of every language."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from bot.leagues.correction_words import import_fault, paper_fault
from bot.leagues.paper.typed import IMPORT, SHEET, Fault, fault
from bot.leagues.standings_words import contract_words
from bot.leagues.ui.reporting import DATE_FAULTS
from bot.words.catalogue import languages, words_for
from tests.leagues.paper.made import faults, games_of, sheet
from tests.project.catalogues import catalog_of, messages_of, placeholders
from tests.project.requirements import ROOT

PACKAGE = ROOT / "bot" / "leagues" / "paper"
EN = words_for("en")


@cache
def raised() -> dict[str, list[set[str]]]:
    """The details with which each code is raised, as the code of the package says."""
    found: dict[str, list[set[str]]] = {}
    for file in sorted(PACKAGE.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                called = (
                    node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                )
                if called in ("fault", "_tell") and isinstance(node.args[0], ast.Constant):
                    details = {one.arg for one in node.keywords if one.arg}
                    found.setdefault(str(node.args[0].value), []).append(details)
    return found


def of_files() -> Iterator[str]:
    """The codes that are those of the season file."""
    return (code for code in IMPORT if code.startswith("file-") and code not in raised())


def test_every_code_is_raised() -> None:
    assert set(SHEET) | set(IMPORT) == set(raised()) | set(of_files()) | set(DATE_FAULTS.values())


@pytest.mark.parametrize(("section", "codes"), [("paper", SHEET), ("import", IMPORT)])
def test_sentences_say_no_more_than_their_faults_do(section: str, codes: tuple[str, ...]) -> None:
    english = messages_of(catalog_of("en"))
    for code in codes:
        said = placeholders(english[f"{section}.fault.{code}"])
        otherwise = {"text", "date"} if code in DATE_FAULTS.values() else {"where"}
        for details in raised().get(code, [otherwise]):
            assert said <= details, code


def test_a_deal_that_does_not_add_up() -> None:
    lines = ["Ann, Bob, Cath, Dirk S", "1 -3 -4 -6 0", "hearts -12 0 0 0"]
    told = [paper_fault(EN, one) for one in faults(sheet, "\n".join(lines))]
    assert told == [
        "Line 3: Deal 2 adds up to −12; *No hearts* should make −13.",
        "Deals written down: 2 of 10. Add the missing ones, or give totals only.",
    ]


@pytest.mark.parametrize("language", languages())
def test_every_language_names_line_and_row(language: str) -> None:
    words = words_for(language)
    one = fault("wrong-deal", 4, deal=3, points=-12, sums=(-13, 0, 13))
    assert re.findall("[−+]?[0-9]+", paper_fault(words, one)) == ["4", "3", "−12", "−13", "0", "+13"]
    assert import_fault(words, fault("no-name", 7)) != words("import.fault.no-name")
    assert "7" in import_fault(words, fault("no-name", 7))


def test_what_people_wrote_is_neither_markdown_nor_endless() -> None:
    said = paper_fault(EN, fault("unknown-name", 1, name="**<@1>**\n" + "x" * 200))
    assert "<@1>" not in said.replace("\\", "x") and "**" not in said and len(said) < 150
    where = import_fault(EN, fault("file-shape", where="@everyone" * 50))
    assert len(where) < 250


def test_names_are_listed() -> None:
    one = fault("ambiguous-name", 1, name="dirk", names=("Dirk A", "Dirk B"))
    assert paper_fault(EN, one) == (
        "Line 1: dirk could be any of these: Dirk A and Dirk B. Write more of the name."
    )


def test_contracts_are_known_by_name_by_notation_and_for_short() -> None:
    words = contract_words(words_for("nl"), games_of("kingen"))
    assert words["Geen harten"] == words["harten"] == words["hearts"] == ("hearts",)
    assert words["7 & laatste"] == ("seventh-last",)


def test_a_word_may_be_that_of_a_contract_and_of_its_mirror() -> None:
    words = contract_words(EN, games_of("russian-king"))
    assert words["No hearts"] == ("hearts",) and words["Take hearts"] == ("take-hearts",)
    assert words["hearts"] == ("hearts", "take-hearts")


@pytest.mark.parametrize(
    "written",
    [
        "взятки, черви, валеты, дамы, кинг, последние, ералаш",
        "Взяток, Червей, Валетов, Девочек, Кинга, 2 последних, Ералаша",
        "взятки, черва, валетов, дам, короля червей, две последние, ералаш",
    ],
)
def test_a_russian_sheet_has_contracts_in_the_nominative_or_in_the_genitive(written: str) -> None:
    words = written.split(", ")
    lines = [f"{word} {sum}" for word, sum in zip(words * 2, (*[-40] * 6, -240, *[40] * 6, 240), strict=True)]
    game = sheet("\n".join(("Ann, Bob, Cath", *(f"{line} 0 0" for line in lines))), "russian-king", "ru")
    contracts = [deal for (deal,) in games_of("russian-king")[3].deals]
    assert [one.contract for one in game.deals] == contracts


def test_details_are_fit_for_json() -> None:
    """They may be kept with what was typed."""
    found: list[Fault] = [*faults(sheet, "Dirk, Zoë\n1 2 3")]
    kept: Any = json.loads(json.dumps([[one.code, one.line, dict(one.details)] for one in found]))
    assert [code for code, *_ in kept] == [one.code for one in found]
