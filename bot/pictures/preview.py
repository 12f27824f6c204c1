"""Samples of every kind of picture, for people to look at and for the golden-picture tests."""

from __future__ import annotations

import html
import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from PIL import Image, ImageDraw

from bot.pictures.painter import render
from bot.pictures.values import (
    AuctionCell,
    AuctionTable,
    HandPicture,
    Ledger,
    LedgerRow,
    Mark,
    NamedCard,
    Picture,
    Plate,
    Played,
    ScoreSheet,
    Seated,
    SheetRow,
    TableLabels,
    TablePicture,
    TrickPicture,
)

_RANKS = "23456789TJQKA"
_SUITS = "CDHS"
_SIGNS = {
    "Tricks": "tricks", "Hearts": "hearts", "Kings & jacks": "kings-jacks", "Queens": "queens",
    "King of hearts": "king-of-hearts", "7th & last": "seventh-last", "Trumps": "trump",
    "No king of hearts": "king-of-hearts", "No queens": "queens", "No kings & jacks": "kings-jacks",
    "To be named": "open",
}  # fmt: skip
_LABELS = TableLabels(tricks="tricks", points="deal", total="total")
_FOUR = ("Lena", "Bram", "Ömer", "Хелена")
STRANGE_NAMES = (
    "\u202eevil\u202c & <b>bold</b>",
    "Z̸̡̢̛̹͍̐a̷̧͎͆̕l̴̨̛̗̈g̵̢̛̈́o̴̧",
    "北京 🐱 محمد",
    "Maximiliaan-Alexander van der Straeten",
    "👑🎉",
)


def card(name: str) -> int:
    """``"QH"`` as a card number."""
    return _SUITS.index(name[1]) * 13 + _RANKS.index(name[0])


def cards(names: str) -> tuple[int, ...]:
    """Several cards, separated by spaces."""
    return tuple(card(name) for name in names.split())


def mask(names: str) -> int:
    """Several cards as a bit mask."""
    return sum(1 << number for number in cards(names))


def _named(names: tuple[str, ...], played: str) -> tuple[NamedCard, ...]:
    return tuple(NamedCard(name, number) for name, number in zip(names, cards(played), strict=False))


def _played(lead: int, seats: int, played: str) -> tuple[Played, ...]:
    return tuple(Played((lead + n) % seats, number) for n, number in enumerate(cards(played)))


def _around(
    names: tuple[str, ...], to_move: int | None, dealer: int, bidders: tuple[int, ...] = ()
) -> tuple[Seated, ...]:
    return tuple(
        Seated(name, str(seat), seat == dealer, seat == to_move, seat in bidders)
        for seat, name in enumerate(names)
    )


def _hands() -> Iterator[tuple[str, Picture]]:
    thirteen = cards("AS TS 6S 3S KH QH 7H 2H JC 9C 4C QD 8D")
    yield "hand-follow-suit", HandPicture(
        title="Kings & jacks · deal 3 of 10", cards=thirteen, legal=mask("KH QH 7H 2H"), choosing=True,
        to_move=True, seats=_around(_FOUR, 0, 3), trick=_played(1, 4, "9H JH 4H"),
        trick_word="On the table", winning=1, caption="Your turn: follow suit, hearts",
        contract_sign="kings-jacks", still_out=cards("KS JS KH KC JC JD"), still_out_word="Still out",
    )  # fmt: skip
    yield "hand-two-rows", HandPicture(
        title="Trumps · deal 8 of 10", cards=thirteen, legal=mask("JC 9C 4C"), choosing=True, to_move=True,
        two_rows=True, seats=_around(_FOUR, 2, 1), bottom=2, trick=_played(1, 4, "TC"),
        trick_word="On the table", winning=0, trump=3, trump_word="Trumps",
        caption="Your turn: follow suit, clubs", contract_sign="trump",
    )  # fmt: skip
    yield "hand-waiting", HandPicture(
        title="Queens · deal 4 of 10", cards=thirteen[2:11], seats=_around(_FOUR, 3, 2), lead=3,
        trick_word="Хелена leads", caption="Waiting for Maximiliaan to get ready, who is away for a while",
        contract_sign="queens", still_out=cards("QS QH QC QD"), still_out_word="Still out",
    )  # fmt: skip
    seventeen = cards("AS JS TS 9S 5S AH KH TH 8H 3H AC QC TC 2C KD TD 3D")
    yield "hand-seventeen", HandPicture(
        title="Hearts · deal 2 of 9", cards=seventeen, legal=mask("AC QC TC 2C"), choosing=True, to_move=True,
        seats=_around(_FOUR[:3], 0, 2), trick=_played(1, 3, "5C JC"), trick_word="On the table", winning=1,
        caption="Your turn", contract_sign="hearts",
        still_out=cards("AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"), still_out_word="Still out",
    )  # fmt: skip
    yield "hand-seventeen-two-rows", HandPicture(
        title="Hearts · deal 2 of 9", cards=seventeen, two_rows=True, seats=_around(_FOUR[:3], 2, 2),
        trick=_played(1, 3, "5C"), trick_word="On the table", winning=0, caption="Ömer is to play",
        contract_sign="hearts",
    )  # fmt: skip
    yield "hand-one-card", HandPicture(
        title="7th & last · deal 6 of 10", cards=cards("KD"), legal=mask("KD"), choosing=True, to_move=True,
        seats=_around(_FOUR, 0, 1), lead=0, trick_word="Last trick",
        caption="Your turn: lead your last card", contract_sign="seventh-last",
    )  # fmt: skip
    yield "hand-five-players", HandPicture(
        title="Trumps · deal 9 of 11", cards=cards("AS QS 4H 9D"),
        seats=_around(("Ann", *STRANGE_NAMES[:3], "Jo"), 2, 1, (1, 2)), trick=_played(1, 5, "2D KD TD JD AD"),
        trick_word="Trick complete", winning=4, trump=1, trump_word="Trumps",
        caption="Ann takes it with the ace of diamonds", contract_sign="trump",
    )  # fmt: skip
    yield "hand-empty", HandPicture(
        title="Tricks · deal 1 of 10", cards=(), seats=_around(_FOUR, None, 0),
        trick=_played(0, 4, "2S AS 9S 3D"), winning=1, trick_word="Last trick", caption="The deal is over",
        empty="No cards left", contract_sign="tricks",
    )  # fmt: skip


def portrait(ground: str, hair: str) -> bytes:
    """A drawn face as a PNG, in colours that no palette was made for."""
    image = Image.new("RGB", (64, 64), ground)
    pen = ImageDraw.Draw(image)
    pen.ellipse((6, 46, 58, 100), fill="#3d5a80")
    pen.ellipse((16, 8, 48, 46), fill=hair)
    pen.ellipse((19, 16, 45, 50), fill="#e0ac7e")
    pen.ellipse((25, 28, 29, 33), fill="#222222")
    pen.ellipse((35, 28, 39, 33), fill="#222222")
    pen.arc((25, 32, 39, 44), 20, 160, fill="#8c2f39", width=2)
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def _plates(names: tuple[str, ...], to_move: int | None, dealer: int, cards_left: int) -> tuple[Plate, ...]:
    return tuple(
        Plate(
            name=name, tricks=str(seat), points=f"−{seat * 3}" if seat else "0", total=f"−{31 - 7 * seat}",
            dealer=seat == dealer, to_move=seat == to_move, cards_left=cards_left, robot=seat == 2,
        )
        for seat, name in enumerate(names)
    )  # fmt: skip


def _tables() -> Iterator[tuple[str, Picture]]:
    yield "table-four", TablePicture(
        title="Kings & jacks", subtitle="Deal 3 of 10", plates=_plates(_FOUR, 3, 2, 8), labels=_LABELS,
        trick=_played(0, 4, "9H JH 4H"), winning=1, caption="Хелена is to play",
        contract_sign="kings-jacks", still_out=cards("KS JS KH KC JC KD JD"), still_out_word="Still out",
    )  # fmt: skip
    yield "table-three", TablePicture(
        title="Trumps", subtitle="Deal 8 of 9", plates=_plates(_FOUR[:3], 1, 0, 17), labels=_LABELS, bottom=1,
        trump=2, trump_word="Trumps", shown=(Played(0, card("7H")),), caption="Bram leads",
        contract_sign="trump", lead=1,
    )  # fmt: skip
    yield "table-five", TablePicture(
        title="No trick but the tenth", subtitle="Deal 6 of 11",
        plates=_plates((*_FOUR, "Jo"), None, 1, 4), labels=_LABELS, trick=_played(3, 5, "TC QC 2C KC 5D"),
        winning=3, contract_sign="seventh-last", still_out_word="One to come",
        caption="Ömer takes the trick with the king of clubs",
    )  # fmt: skip
    offers = _plates(STRANGE_NAMES[:4], 3, 3, 13)
    notes = ("passes", "offers 3", "offers 5", "to answer")
    said = tuple(
        Plate(p.name, p.tricks, "", p.total, p.dealer, p.to_move, p.cards_left, p.robot, note)
        for p, note in zip(offers, notes, strict=True)
    )
    yield "table-offers", TablePicture(
        title="Trumps", subtitle="Deal 10 of 10", plates=said, labels=_LABELS, bottom=2,
        trump_word="No trumps yet",
        shown=tuple(Played(seat, number) for seat, number in enumerate(cards("AS KS QS JS"))),
        caption="Accept five tricks or refuse?",
    )  # fmt: skip
    full = tuple(
        Plate(p.name, "3", "−2", "−38", p.dealer, p.to_move, p.cards_left, p.robot, "away")
        for p in _plates(STRANGE_NAMES, 4, 3, 10)
    )
    yield "table-five-crowded", TablePicture(
        title="Hearts", subtitle="Deal 2 of 11", plates=full, contract_sign="hearts",
        still_out=cards("AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"), still_out_word="Still out",
        labels=_LABELS, bottom=4, trump=0,
        trump_word="Trumps", trick=_played(0, 5, "TC QC 2C KC TS"), winning=3,
        shown=(Played(3, card("7C")), Played(1, card("8C"))),
        caption="Maximiliaan-Alexander van der Straeten has a very long name indeed, to be cut",
    )  # fmt: skip


def _cell(said: str) -> AuctionCell:
    """``"8 tricks"``, ``"propose H"`` with the suit drawn, ``"!8 H"`` standing, ``"~pass"`` greyed."""
    words, _, suit = said.lstrip("!~").rpartition(" ")
    if suit not in _SUITS or not suit:
        words, suit = said.lstrip("!~"), ""
    return AuctionCell(words, _SUITS.index(suit) if suit else None, said[:1] == "!", said[:1] == "~")


def _auction(names: tuple[str, ...], standing: str, *rounds: str) -> AuctionTable:
    rows = tuple(tuple(_cell(said.strip()) for said in line.split("|")) for line in rounds)
    return AuctionTable(names, rows, standing)


_BIDS = (
    "propose H|propose C|~pass|accept H", "|solo 6 C||9 H", "|solo 7 C||11 H", "|solo 8 C||13 H",
    "|grand misère||~pass", "~pass|!open misère||",
)  # fmt: skip
_STANDING = "Bram stands with an open misère. The others would need a slam"


def _whist() -> Iterator[tuple[str, Picture]]:
    """Colour Whist: the auction, partners, an open hand."""
    bidding = tuple(
        replace(plate, tricks="0", points="0", cards_left=13, bidder=seat in (0, 3))
        for seat, plate in enumerate(_plates(_FOUR, 1, 3, 13))
    )
    yield "table-auction", TablePicture(
        title="Auction", subtitle="Deal 5 of 16 · Colour Whist", plates=bidding, labels=_LABELS,
        caption="Bram is to bid", auction=_auction(_FOUR, _STANDING, *_BIDS[:2], "|!solo 7 C||"),
    )  # fmt: skip
    crowded = tuple(
        replace(plate, name=name, note="away" if seat else "", robot=False)
        for seat, (plate, name) in enumerate(zip(bidding, STRANGE_NAMES, strict=False))
    )
    yield "table-auction-crowded", TablePicture(
        title="Auction", subtitle="Deal 5 of 16 · Colour Whist", plates=crowded, labels=_LABELS, bottom=2,
        caption="Maximiliaan-Alexander van der Straeten is to bid",
        auction=_auction(STRANGE_NAMES[:4], f"{_STANDING}: {'a very long line ' * 8}", *_BIDS),
    )  # fmt: skip
    portraits = portrait("#c84b9e", "#5b2a86"), portrait("#3fa7d6", "#c9a227"), None, b"no picture"
    played = tuple(
        replace(
            plate, points="", bidder=seat in (0, 3), note="away" if seat == 3 else "", avatar=portraits[seat]
        )
        for seat, plate in enumerate(_plates(_FOUR, 0, 3, 7))
    )
    yield "table-partners", TablePicture(
        title="Lena and Хелена: 9 in hearts", subtitle="Deal 5 of 16", plates=played, labels=_LABELS,
        trick=_played(1, 4, "9C KC 4C"), winning=1, trump=2, trump_word="Trumps",
        caption="Lena is to play", contract_sign="pair-9", still_out_word="3 of 9 tricks",
    )  # fmt: skip
    alone = tuple(
        replace(plate, points="", bidder=seat == 2) for seat, plate in enumerate(_plates(_FOUR, 1, 3, 12))
    )
    laid = cards("AS 7S 5S 2S KH 6H 3H 9C 7C 4C 8D 2D")
    yield "table-open-misere", TablePicture(
        title="Open misère", subtitle="Deal 6 of 16", plates=alone, labels=_LABELS, bottom=1,
        trick=_played(0, 4, "3S"), winning=0, trump_word="No trumps",
        contract_sign="open-misere",
        open_hand=tuple(Played(2, number) for number in laid), caption="Bram is to play",
    )  # fmt: skip
    thirteen = cards("AH QH TH 9H 4H AS JS 5S KC 8C AD 7D 2D")
    yield "hand-auction", HandPicture(
        title="Auction · deal 5 of 16", cards=thirteen, to_move=True, caption="Your turn: bid or pass",
        auction=_auction(_FOUR, _STANDING, *_BIDS),
    )  # fmt: skip
    yield "hand-auction-begins", HandPicture(
        title="Auction · deal 5 of 16", cards=thirteen, caption="Lena is to bid",
        auction=_auction(_FOUR, "Nothing stands yet"),
    )  # fmt: skip
    yield "hand-open-misere", HandPicture(
        title="Open misère · deal 6 of 16", cards=cards("QS TS 9S AH JH 5H KC QC 5C QD 9D 4D"),
        legal=mask("QS TS 9S"), choosing=True, to_move=True,
        seats=_around(_FOUR, 1, 3, (2,)), bottom=1, trick=_played(0, 4, "3S"), contract_sign="open-misere",
        trick_word="On the table", winning=0, trump_word="No trumps", caption="Your turn: follow suit",
        open_hand=laid, open_word="Ömer's cards",
    )  # fmt: skip


def _sheets() -> Iterator[tuple[str, Picture]]:
    deals = (
        ("Tricks", None, (-3, -2, -6, -2)), ("Hearts", None, (-1, -8, 0, -4)),
        ("Kings & jacks", None, (-2, -3, -1, -2)), ("Queens", None, (-4, 0, -2, -2)),
        ("King of hearts", None, (0, -5, 0, 0)), ("7th & last", None, (-2, 0, -3, 0)),
        ("Trumps", 2, (5, 4, 1, 3)), ("Trumps", 3, (2, 6, 4, 1)), ("Trumps", 1, (4, 3, 3, 3)),
        ("Trumps", 0, (1, 5, 5, 2)),
    )  # fmt: skip
    yield "sheet-final", _sheet(_FOUR, deals, len(deals), "Ömer wins, with Lena and Bram close behind")
    yield "sheet-midway", _sheet(("Lena", "Bram", "Ö"), tuple((a, b, c[:3]) for a, b, c in deals[:9]), 4, "")
    five = tuple((a, b, (*c, -10)) for a, b, c in deals)
    yield "sheet-five", _sheet(STRANGE_NAMES, five, len(five), "")
    yield "sheet-double-king", _sheet(_FOUR, deals * 2, 20, "Twenty deals")
    yield "sheet-ledger", _chosen(_FOUR)
    yield "sheet-whist", _whist_sheet()


def _chosen(names: tuple[str, ...]) -> ScoreSheet:
    """The sheet of a game of double king while its seventh deal is chosen."""
    deals = (
        ("No king of hearts", None, (-5, 0, 0, 0)), ("Trumps", 3, (5, 4, 1, 3)),
        ("No queens", None, (-4, 0, -2, -2)), ("No queens", None, (0, -4, -4, 0)),
        ("Trumps", 2, (2, 6, 4, 1)), ("No kings & jacks", None, (-2, -3, -1, -2)),
        ("To be named", None, (0, 0, 0, 0)),
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
    sheet = _sheet(_FOUR, tuple(("Trumps", suit, points) for _, _, suit, _, points in deals), 9, "")
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


def _tricks() -> Iterator[tuple[str, Picture]]:
    yield "trick-last", TrickPicture(
        title="Last trick", subtitle="Trick 7 · Trumps", cards=_named(_FOUR, "TD AD 2S QD"), winner=2,
        trump=3, trump_word="Trumps", contract_sign="trump", caption="Ömer took it with the two of spades",
    )  # fmt: skip
    yield (
        "trick-five",
        TrickPicture(
            title="Last trick",
            subtitle="Trick 10 · Hearts",
            cards=_named(STRANGE_NAMES, "TH 3H KH QC 9H"),
            winner=2,
        ),
    )


def samples() -> Iterator[tuple[str, Picture]]:
    """A name (fit for a file) and a value for each picture worth looking at."""
    yield from _hands()
    yield from _tables()
    yield from _whist()
    yield from _sheets()
    yield from _tricks()


def write_preview(directory: Path) -> list[Path]:
    """Write every sample as PNG, and ``index.html`` which shows them on light and dark. Returns the files."""
    directory.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    for name, value in samples():
        path = directory / f"{name}.png"
        path.write_bytes(render(value))
        written.append(path)
    index = directory / "index.html"
    index.write_text(_page([path.name for path in written]), encoding="utf-8")
    return [*written, index]


def _page(files: list[str]) -> str:
    """Both of Discord's grounds side by side at phone width, the full size below."""
    grounds = "".join(f'<td style="background:{ground}">{{}}</td>' for ground in ("#fbfbfb", "#1a1a1e"))
    rows: list[str] = []
    for file in files:
        source = html.escape(file, quote=True)
        phone = f'<img src="{source}" width="400" alt="">'
        rows.append(
            f"<h2>{source}</h2><table><tr>{grounds.format(phone, phone)}</tr></table>"
            f'<p><img src="{source}" alt=""></p>'
        )
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Pictures</title>'
        "<style>body{font:16px sans-serif;margin:2em}td{padding:16px}img{border-radius:8px}</style>"
        + "\n".join(rows) + "</html>\n"
    )  # fmt: skip
