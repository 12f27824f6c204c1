"""Dates in three formats, told apart over a whole column."""

from __future__ import annotations

from datetime import date

import pytest

from bot.leagues.paper.typed import DateOrder, dates_of
from tests.leagues.paper.made import found


def read(*cells: str, order: DateOrder | None = None) -> list[date]:
    return list(dates_of(dict(enumerate(cells, start=1)), order).values())


EIGHTH = date(2026, 9, 8)


@pytest.mark.parametrize(
    "cell", ["2026-09-08", "2026/9/8", "2026-09-08 20:15", "2026-09-08T20:15:00Z", "8.9.2026", "08.09.26"]
)
def test_a_date_that_is_clear_by_itself(cell: str) -> None:
    assert read(cell) == [EIGHTH]


def test_one_day_after_the_12th_tells_for_the_column() -> None:
    assert read("8/9/2026", "15/9/2026") == [EIGHTH, date(2026, 9, 15)]
    assert read("9/8/26", "9/15/26") == [EIGHTH, date(2026, 9, 15)]
    assert read("08-09-2026", "15-09-26", "2026-09-08") == [EIGHTH, date(2026, 9, 15), EIGHTH]


def test_a_point_tells_too() -> None:
    assert read("08/09/2026", "08.09.2026") == [EIGHTH, EIGHTH]


def test_where_both_orders_give_the_same_there_is_nothing_to_choose() -> None:
    assert read("9/9/2026") == [date(2026, 9, 9)]


def test_where_both_orders_are_possible_it_has_to_be_chosen() -> None:
    assert found(read, "9/9/2026", "8/9/2026") == [("ambiguous-dates", 2)]
    assert read("8/9/2026", order=DateOrder.DAY) == [EIGHTH]
    assert read("8/9/2026", order=DateOrder.MONTH) == [date(2026, 8, 9)]


def test_a_column_has_one_order() -> None:
    assert found(read, "15/9/2026", "8/9/2026", "9/15/2026") == [("mixed-dates", 3)]


@pytest.mark.parametrize(
    "cell", ["2026-02-30", "30.2.2026", "0/1/2026", "8 September", "8/9", "2026-9/8", "1/1/999", "3000-01-01"]
)
def test_what_is_no_date(cell: str) -> None:
    assert found(read, "2026-09-08", cell) == [("not-a-date", 2)]
