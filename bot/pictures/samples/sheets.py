"""Score sheets: midway, final, with a ledger, of Colour Whist."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.pictures.samples.pieces import FOUR, STRANGE_NAMES
from bot.pictures.values import Ledger, LedgerRow, Mark, Picture, ScoreSheet, SheetRow

_SIGNS = {
    "Tricks": "tricks", "Hearts": "hearts", "Kings & jacks": "kings-jacks", "Queens": "queens",
    "King of hearts": "king-of-hearts", "7th & last": "seventh-last", "Trumps": "trump",
    "No king of hearts": "king-of-hearts", "No queens": "queens", "No kings & jacks": "kings-jacks",
    "Choosing the contract": "open",
}  # fmt: skip


def sheets() -> Iterator[tuple[str, Picture]]:
    """Names and values."""
    deals = (
        ("Tricks", None, (-3, -2, -6, -2)), ("Hearts", None, (-1, -8, 0, -4)),
        ("Kings & jacks", None, (-2, -3, -1, -2)), ("Queens", None, (-4, 0, -2, -2)),
        ("King of hearts", None, (0, -5, 0, 0)), ("7th & last", None, (-2, 0, -3, 0)),
        ("Trumps", 2, (5, 4, 1, 3)), ("Trumps", 3, (2, 6, 4, 1)), ("Trumps", 1, (4, 3, 3, 3)),
        ("Trumps", 0, (1, 5, 5, 2)),
    )  # fmt: skip
    yield "sheet-final", _sheet(FOUR, deals, len(deals), "Ömer wins, with Lena and Bram close behind")
    yield "sheet-midway", _sheet(("Lena", "Bram", "Ö"), tuple((a, b, c[:3]) for a, b, c in deals[:9]), 4, "")
    five = tuple((a, b, (*c, -10)) for a, b, c in deals)
    yield "sheet-five", _sheet(STRANGE_NAMES, five, len(five), "")
    yield "sheet-double-king", _sheet(FOUR, deals * 2, 20, "Twenty deals")
    yield "sheet-ledger", _chosen(FOUR)
    yield "sheet-whist", _whist_sheet()


def _chosen(names: tuple[str, ...]) -> ScoreSheet:
    """The sheet of a game of double king while its seventh deal is chosen."""
    deals = (
        ("No king of hearts", None, (-5, 0, 0, 0)), ("Trumps", 3, (5, 4, 1, 3)),
        ("No queens", None, (-4, 0, -2, -2)), ("No queens", None, (0, -4, -4, 0)),
        ("Trumps", 2, (2, 6, 4, 1)), ("No kings & jacks", None, (-2, -3, -1, -2)),
        ("Choosing the contract", None, (0, 0, 0, 0)),
    )  # fmt: skip
    return replace(_sheet(names, deals, 6, "Ömer names the contract"), ledger=_ledger())


def _whist_sheet() -> ScoreSheet:
    """Colour Whist, midway: who played each contract, and nothing else but pluses and minuses."""
    deals = (
        ("8 together", "pair-8", 2, (0, 3), (11, -11, -11, 11)),
        ("6 alone", "solo-6", 0, (2,), (-4, -4, 12, -4)),
        ("Grand misère", "grand-misere", None, (1,), (-12, 36, -12, -12)),
        ("Piccolo", "piccolo", None, (0, 2), (16, -16, 16, -16)),
        ("Troel", "troel", 3, (1, 3), (-16, 16, -16, 16)),
        ("Abondance 9", "abondance-9", 1, (3,), (10, 10, 10, -30)),
        ("Open misère", "open-misere", None, (2,), (-24, -24, 72, -24)),
        ("13 together", "pair-13", 2, (1, 2), (-26, 26, 26, -26)),
        ("Small slam", "small-slam", 0, (0,), (90, -30, -30, -30)),
    )  # fmt: skip
    sheet = _sheet(FOUR, tuple(("Trumps", suit, points) for _, _, suit, _, points in deals), 9, "")
    rows = tuple(
        replace(row, label=label, contract_sign=sign, bidders=bidders)
        for row, (label, sign, _, bidders, _) in zip(sheet.rows, deals, strict=True)
    )
    return replace(
        sheet, subtitle="Colour Whist · 9 of 16", rows=rows, places=(), winners=(), caption="Bram deals next"
    )


def _ledger() -> Ledger:
    """What was named in those six deals."""
    named = {
        "No tricks": (0, 0, 0, 0), "No hearts": (0, 0, 0, 0), "No kings & jacks": (0, 1, 0, 0),
        "No queens": (0, 0, 1, 1), "No king of hearts": (1, 0, 0, 0), "No 7th & last": (0, 0, 0, 0),
    }  # fmt: skip
    rows = [LedgerRow(name, Mark.TRIANGLE, by, left=f"{2 - sum(by)} left") for name, by in named.items()]
    rows.append(LedgerRow("Negatives", Mark.TRIANGLE, (1, 1, 1, 1), owed=(2, 2, 2, 2)))
    rows.append(LedgerRow("Trumps", Mark.CIRCLE, (1, 1, 0, 0), owed=(1, 1, 2, 2)))
    return Ledger("Named so far", tuple(rows))


def _signed(points: int) -> str:
    return f"−{-points}" if points < 0 else f"+{points}" if points else "0"


def _sheet(
    names: tuple[str, ...],
    deals: tuple[tuple[str, int | None, tuple[int, ...]], ...],
    played: int,
    caption: str,
) -> ScoreSheet:
    totals, rows = [0] * len(names), list[SheetRow]()
    nothing = ("",) * len(names)
    for number, (label, trump, points) in enumerate(deals):
        done = number < played
        totals = [a + b for a, b in zip(totals, points, strict=True)] if done else totals
        rows.append(
            SheetRow(
                label, tuple(map(_signed, points)) if done else nothing,
                tuple(map(_signed, totals)) if done else nothing, str(number + 1), trump if done else None,
                number % len(names), _SIGNS[label],
            )
        )  # fmt: skip
    final = played == len(deals)
    ranks = [1 + sum(other > mine for other in totals) for mine in totals]
    return ScoreSheet(
        title="Score sheet", subtitle="Kingen · final" if final else "Kingen", names=names, rows=tuple(rows),
        totals_word="Total", totals=tuple(map(_signed, totals)), places_word="Place",
        places=tuple(("1st", "2nd", "3rd", "4th", "5th")[rank - 1] for rank in ranks) if final else (),
        winners=tuple(seat for seat, rank in enumerate(ranks) if rank == 1) if final else (), caption=caption,
    )  # fmt: skip
