"""The tables in the rules of Colour Whist are the engine's."""

from __future__ import annotations

import re

import pytest

from bot.engine.registry import preset_named
from bot.engine.whist.contracts import BIDDING_ORDER, Bid, Price
from bot.engine.whist.presets import WhistPreset
from tests.project.requirements import ROOT

PAGE = (ROOT / "docs" / "rules" / "colour-whist.md").read_text("utf-8")


def whist(name: str) -> WhistPreset:
    preset = preset_named(name)
    assert isinstance(preset, WhistPreset)
    return preset


def paragraph(number: str) -> str:
    """The text of a paragraph."""
    return re.split(r"\n##+ ", PAGE.partition(f"### {number}\n")[2])[0]


def table(text: str) -> list[list[str]]:
    """The rows of the first table of a text, its heading left out."""
    lines = re.search(r"(?:^\|.*\n)+", text + "\n", re.MULTILINE)
    assert lines is not None
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[0].splitlines()[2:]]


def names(cell: str) -> list[str]:
    """The contracts that a cell names; «`pair-8` to `pair-13`» are all between."""
    said = re.findall(r"`([a-z]+(?:-[a-z]+)*)(?:-(\d+))?`", cell)
    if " to " not in cell:
        return [f"{name}-{level}" if level else name for name, level in said]
    (name, first), (_, last) = said
    return [f"{name}-{level}" for level in range(int(first), int(last) + 1)]


@pytest.mark.parametrize(("name", "heading"), [("whist-walloon", "Walloon:"), ("whist-flemish", "Flemish,")])
def test_C17_the_ranking_is_the_engines(name: str, heading: str) -> None:
    rows = table(paragraph("C17").partition(f"\n{heading}")[2])
    assert [int(number) for number, _, _ in rows] == list(range(1, len(rows) + 1))
    ranking = [[Bid(rung.kind, rung.level).name for rung in row] for row in whist(name).ranking.rows]
    assert [names(bids) for _, bids, _ in rows] == ranking
    for _, bids, said in rows:
        for bid in names(bids):
            level = bid.rpartition("-")[2]
            assert not level.isdecimal() or re.search(rf"\b{level}\b", said)


@pytest.mark.parametrize(("name", "number"), [("whist-walloon", "C23"), ("whist-flemish", "C24")])
def test_C23_C24_the_amounts_are_the_engines(name: str, number: str) -> None:
    described = {
        contract: Price(tuple(int(amount) for amount in won.split(", ")), int(lost), int(short))
        for contracts, won, lost, short in table(paragraph(number))
        for contract in names(contracts)
    }
    assert described == whist(name).tariff.prices


def test_C01_the_suits_are_ranked_as_described() -> None:
    suits = ["clubs", "diamonds", "hearts", "spades"]
    ranking = " above ".join(suits[suit] for suit in reversed(BIDDING_ORDER))
    assert ranking in " ".join(paragraph("C1").split())


@pytest.mark.parametrize("name", ["whist-walloon", "whist-flemish"])
def test_C22_C25_where_troel_asks_less_and_amounts_are_multiplied(name: str) -> None:
    tariff = whist(name).tariff
    assert tariff.multiplies == (name == "whist-flemish")
    assert "In `whist-walloon` nothing is multiplied." in paragraph("C25")
    assert tariff.low_troel == (8 if name == "whist-flemish" else 9)
    assert "in Flanders 8 where the called card's suit was made trumps" in " ".join(paragraph("C22").split())
