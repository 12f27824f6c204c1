"""What so many cells carry follows from what was measured, and stands in the document as it was printed."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.beyond.cells import BEGIN, END, FULL, MEASURED, PAGE, Cards, Measured, carried, first_alone, told
from tests.beyond.crossing import Crossed, measure_crossing
from tests.cells.running import needs_broker

CROSSED = Crossed(first=0.0005, taker=0.0004, broker=0.0003, answered=0.001, slow=0.01, plain=0.0008)
CARDS = Cards(people=1, cpu=0.005, presses=0.25, counted=0.1)


def test_one_cell_carries_what_its_core_does_and_passes_nothing_on() -> None:
    one = carried(CARDS, CROSSED, 1)
    assert one.first == one.others == one.cores == FULL / CARDS.cpu
    assert one.broker == float("inf")


def test_by_hand() -> None:
    four = carried(CARDS, CROSSED, 4)
    assert four.others == pytest.approx(4 * FULL / (0.005 + 0.25 * 0.0004))
    assert four.first == pytest.approx(FULL / (0.005 / 4 + 0.25 * 3 / 4 * 0.0005))
    assert four.broker == pytest.approx(FULL / (0.25 * 3 / 4 * 0.0003))
    assert four.budget == 450.0
    assert four.ends == "budget"


def test_each_cell_more_carries_more_and_never_more_than_the_first_can_pass_on() -> None:
    cores = [carried(CARDS, CROSSED, count).cores for count in range(1, 65)]
    assert cores == sorted(cores) and cores[-1] < first_alone(CARDS, CROSSED)
    assert all(carried(CARDS, CROSSED, count).ends == "first" for count in (1, 2))
    free = replace(CARDS, counted=1e-6)
    assert carried(free, replace(CROSSED, broker=0.01), 64).ends == "broker"


def test_the_document_says_what_was_calculated_last() -> None:
    text = PAGE.read_text("utf-8").partition(BEGIN)[2].partition(END)[0].strip("\n")
    assert text.splitlines() == told(Measured.read(json.loads(MEASURED.read_text())))


@needs_broker
async def test_what_crossing_costs_is_measured() -> None:
    crossed = await measure_crossing(1.0)
    assert 0.0 < crossed.answered <= crossed.slow and crossed.taker > 0.0 and crossed.broker >= 0.0
    assert crossed.plain > 0.0
