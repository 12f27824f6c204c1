"""Colour Whist: the auction, partners, an open hand, a score sheet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.pictures.samples.pieces import (
    FOUR,
    LABELS,
    STRANGE_NAMES,
    SUITS,
    around,
    cards,
    mask,
    plates,
    played,
    portrait,
)
from bot.pictures.values import AuctionCell, AuctionTable, HandPicture, Picture, Played, TablePicture


def _cell(said: str) -> AuctionCell:
    """``"8 tricks"``, ``"propose H"`` with the suit drawn, ``"!8 H"`` standing, ``"~pass"`` greyed."""
    words, _, suit = said.lstrip("!~").rpartition(" ")
    if suit not in SUITS or not suit:
        words, suit = said.lstrip("!~"), ""
    return AuctionCell(words, SUITS.index(suit) if suit else None, said[:1] == "!", said[:1] == "~")


def _auction(names: tuple[str, ...], standing: str, *rounds: str) -> AuctionTable:
    rows = tuple(tuple(_cell(said.strip()) for said in line.split("|")) for line in rounds)
    return AuctionTable(names, rows, standing)


_BIDS = (
    "propose H|propose C|~pass|accept H", "|solo 6 C||9 H", "|solo 7 C||11 H", "|solo 8 C||13 H",
    "|grand misère||~pass", "~pass|!open misère||",
)  # fmt: skip
_STANDING = "Bram stands with an open misère. The others would need a slam"


def whist() -> Iterator[tuple[str, Picture]]:
    """Colour Whist: the auction, partners, an open hand."""
    bidding = tuple(
        replace(plate, tricks="0", points="0", cards_left=13, bidder=seat in (0, 3))
        for seat, plate in enumerate(plates(FOUR, 1, 3, 13))
    )
    yield "table-auction", TablePicture(
        title="Auction", subtitle="Deal 5 of 16 · Colour Whist", plates=bidding, labels=LABELS,
        caption="Bram is to bid", auction=_auction(
            FOUR, "Bram stands with 7 alone. Lena and Хелена would need 11", *_BIDS[:2], "|!solo 7 C||"
        ),
    )  # fmt: skip
    crowded = tuple(
        replace(plate, name=name, note="away" if seat else "", robot=False)
        for seat, (plate, name) in enumerate(zip(bidding, STRANGE_NAMES, strict=False))
    )
    yield "table-auction-crowded", TablePicture(
        title="Auction", subtitle="Deal 5 of 16 · Colour Whist", plates=crowded, labels=LABELS, bottom=2,
        caption="Maximiliaan-Alexander van der Straeten is to bid",
        auction=_auction(STRANGE_NAMES[:4], f"{_STANDING}: {'a very long line ' * 8}", *_BIDS),
    )  # fmt: skip
    portraits = portrait("#c84b9e", "#5b2a86"), portrait("#3fa7d6", "#c9a227"), None, b"no picture"
    partners = tuple(
        replace(
            plate, points="", bidder=seat in (0, 3), note="away" if seat == 3 else "", avatar=portraits[seat]
        )
        for seat, plate in enumerate(plates(FOUR, 0, 3, 7))
    )
    yield "table-partners", TablePicture(
        title="Lena and Хелена: 9 in hearts", subtitle="Deal 5 of 16", plates=partners, labels=LABELS,
        trick=played(1, 4, "9C KC 4C"), winning=1, trump=2, trump_word="Trumps",
        caption="Lena is to play", contract_sign="pair-9", still_out_word="3 of 9 tricks",
    )  # fmt: skip
    alone = tuple(
        replace(plate, points="", bidder=seat == 2) for seat, plate in enumerate(plates(FOUR, 1, 3, 12))
    )
    laid = cards("AS 7S 5S 2S KH 6H 3H 9C 7C 4C 8D 2D")
    yield "table-open-misere", TablePicture(
        title="Open misère", subtitle="Deal 6 of 16", plates=alone, labels=LABELS, bottom=1,
        trick=played(0, 4, "3S"), winning=0, trump_word="No trumps",
        contract_sign="open-misere",
        open_hand=tuple(Played(2, number) for number in laid), caption="Bram is to play",
    )  # fmt: skip
    thirteen = cards("AH QH TH 9H 4H AS JS 5S KC 8C AD 7D 2D")
    yield "hand-auction", HandPicture(
        title="Auction · deal 5 of 16", cards=thirteen, to_move=True, caption="Your turn: bid or pass",
        auction=_auction(FOUR, _STANDING, *_BIDS),
    )  # fmt: skip
    yield "hand-auction-begins", HandPicture(
        title="Auction · deal 5 of 16", cards=thirteen, caption="Lena is to bid",
        auction=_auction(FOUR, "Nothing stands yet"),
    )  # fmt: skip
    yield "hand-open-misere", HandPicture(
        title="Open misère · deal 6 of 16", cards=cards("QS TS 9S AH JH 5H KC QC 5C QD 9D 4D"),
        legal=mask("QS TS 9S"), choosing=True, to_move=True,
        seats=around(FOUR, 1, 3, (2,)), bottom=1, trick=played(0, 4, "3S"), contract_sign="open-misere",
        trick_word="On the table", winning=0, trump_word="No trumps", caption="Your turn: follow suit",
        open_hand=laid, open_word="Ömer's cards",
    )  # fmt: skip
