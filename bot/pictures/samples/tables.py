"""Tables of three, four and five, and the last trick."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.pictures.samples.pieces import FOUR, LABELS, STRANGE_NAMES, card, cards, named, plates, played
from bot.pictures.values import Picture, Played, TablePicture, TrickPicture


def tables() -> Iterator[tuple[str, Picture]]:
    """Names and values."""
    yield "table-four", TablePicture(
        title="Kings & jacks", subtitle="Deal 3 of 10", plates=plates(FOUR, 3, 2, 8), labels=LABELS,
        trick=played(0, 4, "9H JH 4H"), winning=1, caption="Хелена is to play",
        contract_sign="kings-jacks", still_out=cards("KS JS KH KC JC KD JD"), still_out_word="Still out",
    )  # fmt: skip
    yield "table-three", TablePicture(
        title="Trumps", subtitle="Deal 8 of 9", plates=plates(FOUR[:3], 1, 0, 17), labels=LABELS, bottom=1,
        trump=2, trump_word="Trumps", shown=(Played(0, card("7H")),), caption="Bram leads",
        contract_sign="trump", lead=1,
    )  # fmt: skip
    yield "table-five", TablePicture(
        title="No trick but the tenth", subtitle="Deal 6 of 11",
        plates=plates((*FOUR, "Jo"), None, 1, 4), labels=LABELS, trick=played(3, 5, "TC QC 2C KC 5D"),
        winning=3, contract_sign="seventh-last", still_out_word="One to come",
        caption="Ömer takes the trick with the king of clubs",
    )  # fmt: skip
    offers = plates(STRANGE_NAMES[:4], 3, 3, 13)
    notes = ("passes", "offers 3", "offers 5", "to answer")
    said = tuple(replace(plate, points="", note=note) for plate, note in zip(offers, notes, strict=True))
    yield "table-offers", TablePicture(
        title="Trumps", subtitle="Deal 10 of 10", plates=said, labels=LABELS, bottom=2,
        trump_word="No trumps yet",
        shown=tuple(Played(seat, number) for seat, number in enumerate(cards("AS KS QS JS"))),
        caption="Accept five tricks or refuse?",
    )  # fmt: skip
    full = tuple(
        replace(plate, tricks="3", points="−2", total="−38", note="away")
        for plate in plates(STRANGE_NAMES, 4, 3, 10)
    )
    yield "table-five-crowded", TablePicture(
        title="Hearts", subtitle="Deal 2 of 11", plates=full, contract_sign="hearts",
        still_out=cards("AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"), still_out_word="Still out",
        labels=LABELS, bottom=4, trump=0,
        trump_word="Trumps", trick=played(0, 5, "TC QC 2C KC TS"), winning=3,
        shown=(Played(3, card("7C")), Played(1, card("8C"))),
        caption="Maximiliaan-Alexander van der Straeten has a very long name indeed, to be cut",
    )  # fmt: skip


def tricks() -> Iterator[tuple[str, Picture]]:
    """Names and values."""
    yield "trick-last", TrickPicture(
        title="Last trick", subtitle="Trick 7 · Trumps", cards=named(FOUR, "TD AD 2S QD"), winner=2,
        trump=3, trump_word="Trumps", contract_sign="trump", caption="Ömer took it with the two of spades",
    )  # fmt: skip
    yield (
        "trick-five",
        TrickPicture(
            title="Last trick",
            subtitle="Trick 10 · Hearts",
            cards=named(STRANGE_NAMES, "TH 3H KH QC 9H"),
            winner=2,
        ),
    )
