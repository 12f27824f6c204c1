"""What the pictures show: everything in their values, in place, and nothing beside."""

from __future__ import annotations

import io
import struct
from dataclasses import fields, replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from bot.pictures import hand, table
from bot.pictures import hand as compass
from bot.pictures.painter import render
from bot.pictures.palette import GOLD, PANEL, WHITE, dimmed
from bot.pictures.stat_values import Figure, StandingsPicture, StandingsRow
from bot.pictures.style import CardStyle, Colours, Index, Size
from bot.pictures.text import Weight, fit, wrapped
from bot.pictures.values import (
    AuctionCell,
    AuctionTable,
    CardOnTable,
    ContractLedger,
    HandPicture,
    LedgerRow,
    Mark,
    Picture,
    Plate,
    PodiumEntry,
    PodiumPicture,
    ScoreSheet,
    Seated,
    SheetRow,
    TableLabels,
    TablePicture,
)
from tests.pictures.by_name import SAMPLES
from tests.pictures.cards import card, cards, mask
from tests.pictures.compare import rgb
from tests.properties import tries
from tools.preview import write_preview
from tools.samples.people import STRANGE_NAMES, portrait

LABELS = TableLabels("tricks", "deal", "total")
AVATAR = portrait("#c84b9e", "#5b2a86")


def chunks(png: bytes) -> set[bytes]:
    found, at = set[bytes](), 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        found.add(png[at + 4 : at + 8])
        at += 12 + length
    return found


@pytest.mark.parametrize("name", SAMPLES)
def test_png_holds_pixels_and_nothing_else(name):
    png = render(SAMPLES[name])
    assert chunks(png) == {b"IHDR", b"PLTE", b"IDAT", b"IEND"}
    assert png == render(SAMPLES[name])
    assert rgb(png).width == 800


@pytest.mark.parametrize("cards_held", range(18))
@pytest.mark.parametrize("two_rows", [False, True])
def test_a_hand_of_any_size_fits(cards_held, two_rows):
    value = HandPicture("", tuple(range(cards_held)), two_rows=two_rows, empty="No cards")
    picture = rgb(render(value))
    assert picture.size == (800, hand.hand_height(value))
    assert picture.height <= 650


def test_legal_cards_are_bright_and_raised_the_others_dimmed():
    value = HandPicture("", cards("AS 2H"), legal=mask("2H"), choosing=True)
    picture = rgb(render(value))
    top = hand.hand_height(value) - 10 - Size.HAND.height  # of a card that is not raised
    left = (800 - 2 * Size.HAND.width - 10) // 2
    inside = 90  # clear of index and pips
    assert picture.getpixel((left + inside, top + 8)) == dimmed(WHITE)
    assert picture.getpixel((left + Size.HAND.width + 10 + inside, top + 80)) == WHITE
    assert picture.getpixel((left + Size.HAND.width + 10 + inside, top - 20)) == WHITE
    waiting = rgb(render(replace(value, choosing=False)))
    assert waiting.getpixel((left + inside, top + 8)) == WHITE


OTHER_CARDS = CardStyle(index=Index.RUSSIAN, colours=Colours.FOUR)
AUCTION = AuctionTable(
    ("Ann", "Bo", "Cy", "Di"),
    ((AuctionCell("propose", 2), AuctionCell("pass"), AuctionCell(), AuctionCell()),),
)
CHANGES: dict[type, dict[str, Any]] = {
    HandPicture: {
        "title": "Else", "cards": cards("AS"), "legal": mask("AS"), "choosing": False,
        "two_rows": True, "trick": (), "trick_word": "Else", "led": 0, "winning": 1, "trump": 2,
        "trump_word": "Else", "costs": ("Else",),
        "caption": "Else", "auction": AUCTION, "open_hand": cards("AS"), "open_word": "Else",
        "seats": (Seated("Else"),) * 4, "bottom": 2, "contract_sign": "queens", "lead": 2,
        "still_out": cards("AS"), "still_out_word": "Else", "style": OTHER_CARDS,
    },
    Seated: {"name": "Else", "tricks": "9", "dealer": True, "to_move": True, "bidder": True},
    TablePicture: {
        "title": "Else", "subtitle": "Else", "plates": (Plate("A", "", "", ""),) * 4, "bottom": 1,
        "trick": (), "labels": TableLabels("a", "b", "c"), "winning": 1, "trump": 2, "trump_word": "Else",
        "caption": "Else", "shown": (CardOnTable(3, card("7C")),),
        "auction": AUCTION, "open_hand": (CardOnTable(1, card("AS")),),
        "contract_sign": "queens", "lead": 2, "still_out": cards("AS"), "still_out_word": "Else",
        "style": OTHER_CARDS,
    },
    Plate: {
        "name": "Else", "tricks": "9", "points": "−9", "total": "9", "dealer": True, "to_move": True,
        "cards_left": 3, "robot": "strong", "note": "offers 4", "bidder": True, "avatar": AVATAR,
    },
    AuctionCell: {"text": "accept", "suit": 1, "standing": True, "out": True},
    AuctionTable: {"names": ("Ann", "Bo", "Cy", "Else"), "rows": (), "standing": "Else", "to_move": 1},
    ContractLedger: {"title": "Else", "rows": ()},
    LedgerRow: {
        "label": "Else", "mark": Mark.CIRCLE, "named": (2,) * 4, "owed": (1,) * 4, "left": "0 left",
    },
    ScoreSheet: {
        "title": "Else", "subtitle": "Else", "names": ("A", "B", "C", "D"), "rows": (), "totals_word": "Else",
        "totals": ("1", "2", "3", "4"), "places_word": "Else", "places": ("4th",) * 4, "winners": (0,),
        "caption": "Else", "ledger": ContractLedger("", ()), "style": OTHER_CARDS,
    },
    PodiumPicture: {"title": "Else", "subtitle": "Else", "entries": (), "caption": "Else"},
    PodiumEntry: {
        "place": 2, "name": "Else", "points": "9", "remark": "Else", "robot": "strong", "avatar": AVATAR,
    },
    StandingsPicture: {
        "title": "Else", "subtitle": "Else", "heads": ("a", "b", "else"), "rows": (), "form_word": "Else",
        "unplaced_word": "Else", "caption": "Else",
    },
    StandingsRow: {
        "name": "Else", "figures": (Figure("9", "9 nights"), Figure("9", "9 games"), Figure("9.5", "9.5")),
        "place": "9", "shared": True, "medal": 1, "moved": -2, "form": (1, None, 3), "own": True,
    },
    SheetRow: {
        "label": "Else", "points": ("9",) * 4, "totals": ("9",) * 4, "number": "9", "trump": 1, "dealer": 3,
        "contract_sign": "queens", "bidders": (0,), "cost": "Else", "in_play": True,
    },
}  # fmt: skip


def altered(value: Any) -> list[tuple[str, Any]]:
    changes = CHANGES[type(value)]
    return [(name, replace(value, **{name: changes[name]})) for name in changes]


@pytest.mark.parametrize("name", ["hand-follow-suit", "table-four", "sheet-final"])
def test_every_field_is_seen(name):
    value = SAMPLES[name]
    unseen = {"empty", "open_word", "lead"}  # these have tests of their own
    if isinstance(value, HandPicture):
        unseen |= {"caption", "trump_word"}  # the message says it; costs stand there
    assert {field.name for field in fields(value)} == set(CHANGES[type(value)]) | (
        {"empty"} if isinstance(value, HandPicture) else set[str]()
    )
    before = render(value)
    assert {field for field, other in altered(value) if render(other) == before} <= unseen


def test_every_field_of_a_plate_is_seen():
    def picture(plate: Plate) -> Picture:
        return TablePicture("", "", (plate, *(Plate("B", "", "", ""),) * 3), LABELS)

    plate = Plate("Ann", "1", "−1", "−1")
    assert [
        field for field, other in altered(plate) if render(picture(other)) == render(picture(plate))
    ] == []


def test_every_field_of_a_podium_is_seen():
    entry = PodiumEntry(1, "Ann", "+3")

    def podium(one: PodiumEntry) -> PodiumPicture:
        return PodiumPicture("Ann wins", "Kingen", (one, PodiumEntry(2, "Bo", "−3")))

    value = podium(entry)
    others = [*altered(value), *((name, podium(other)) for name, other in altered(entry))]
    assert [name for name, other in others if render(other) == render(value)] == []


def _height_of_step(value: PodiumPicture, entry: PodiumEntry) -> int:
    """How high the step of a player reaches, by what changes with its number."""
    other = replace(entry, points="+777")
    entries = tuple(other if one is entry else one for one in value.entries)
    return changed(replace(value, entries=entries), value)[1]


@pytest.mark.parametrize("places", [(1, 2, 3), (2, 3, 1, 4), (1, 1, 3, 4), (1, 2, 2, 4), (5, 4, 3, 2, 1)])
def test_on_the_podium_the_winner_stands_highest_and_equal_places_side_by_side(places):
    entries = tuple(PodiumEntry(place, f"P{number}", "+3") for number, place in enumerate(places))
    value = PodiumPicture("", "", entries)
    tops = [_height_of_step(value, entry) for entry in entries]
    assert sorted(zip(tops, places, strict=True)) == sorted(
        zip(tops, places, strict=True), key=lambda pair: pair[1]
    )
    assert len(set(tops)) == len(set(places))
    columns = {place: list[int]() for place in places}
    for entry in entries:
        other = tuple(replace(one, points="+777") if one is entry else one for one in entries)
        left, _, right, _ = changed(replace(value, entries=other), value)
        columns[entry.place].append((left + right) // 2)
    pitch = min(abs(a - b) for a, b in combinations([x for xs in columns.values() for x in xs], 2))
    assert all(max(xs) - min(xs) < (len(xs) - 1) * pitch + 4 for xs in columns.values())


STANDING = StandingsRow(
    "Ann",
    (Figure("8", "8 nights"), Figure("24", "24 games"), Figure("56.5", "56.5")),
    "3",
    moved=2,
    form=(1, 2),
)
STANDINGS = StandingsPicture(
    "Club", "Season 3", ("nights", "games", "total"), (STANDING, None, replace(STANDING, place="")), "form",
    "At least 4 nights", "1–20 of 300",
)  # fmt: skip


def test_every_field_of_standings_is_seen():
    assert {field.name for field in fields(STANDINGS)} == set(CHANGES[StandingsPicture])
    assert {field.name for field in fields(STANDING)} == set(CHANGES[StandingsRow])
    rows = [(name, replace(STANDINGS, rows=(row, STANDING))) for name, row in altered(STANDING)]
    before = {render(STANDINGS), render(replace(STANDINGS, rows=(STANDING, STANDING)))}
    assert [name for name, other in (*altered(STANDINGS), *rows) if render(other) in before] == []


@pytest.mark.parametrize("moved", [1, -1])
def test_movement_and_ones_own_row_are_told_by_shapes_too(moved):
    """Without any colour an arrow up is another than one down, and a triangle points at the row."""

    def grey(row: StandingsRow) -> Image.Image:
        return rgb(render(replace(STANDINGS, rows=(row, STANDING)))).convert("L").point(_inked, "1")

    plain = grey(replace(STANDING, moved=moved))
    assert ImageChops.logical_xor(plain, grey(replace(STANDING, moved=-moved))).getbbox() is not None
    own = ImageChops.logical_xor(plain, grey(replace(STANDING, moved=moved, own=True))).getbbox()
    assert own is not None and own[0] < 24


def _inked(level: int) -> int:
    return 255 if level < 128 else 0


def test_every_field_of_a_neighbour_is_seen():
    def hand_among(player: Seated) -> bytes:
        return render(HandPicture("", (), seats=(Seated("A"), player, Seated("B")), empty="No cards"))

    player = Seated("Ann", "1")
    assert [name for name, other in altered(player) if hand_among(other) == hand_among(player)] == []


@pytest.mark.parametrize("name", ["hand-waiting", "table-three"])
def test_who_leads_is_marked_until_a_card_lies_there(name):
    value = SAMPLES[name]
    assert isinstance(value, HandPicture | TablePicture)
    assert len({render(replace(value, lead=lead)) for lead in (None, 0, 1, 2)}) == 4
    begun = replace(value, trick=(CardOnTable(1, card("AS")),))
    assert render(replace(begun, lead=0)) == render(begun)


def changed(one: Picture, other: Picture) -> tuple[int, int, int, int]:
    """The rectangle in which two pictures of one size differ."""
    box = ImageChops.difference(rgb(render(one)), rgb(render(other))).getbbox()
    assert box is not None
    return box


HEARTS = cards("AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H")


@pytest.mark.parametrize("out", [HEARTS, cards("KS JS KH JH KC JC KD JD"), cards("2D")])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_what_is_still_out_lies_in_the_corner_below_the_plates(seats, out):
    plates = tuple(Plate("Ann", "1", "1", "1", cards_left=10) for _ in range(seats))
    value = TablePicture("", "", plates, LABELS)
    left, top, right, bottom = changed(replace(value, still_out=out, still_out_word="Nog te halen"), value)
    place = table.PLACES[seats][0].plate
    below = max(table.PLACES[seats][1].plate[1] + table.PLATE_HEIGHT + 8 + 24, 0)
    assert left >= 0 and top >= below and right <= place[0] and bottom <= table.HEIGHT - 56


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("name", ["Ann", *STRANGE_NAMES])
def test_names_around_a_trick_keep_clear_of_the_cards_and_of_what_is_still_out(seats, name):
    crowd = tuple(Seated(name, "13", dealer=True, to_move=seat == 1, bidder=True) for seat in range(seats))
    nobody = tuple(Seated("", "", to_move=seat == 1) for seat in range(seats))
    trick = tuple(
        CardOnTable(seat, card(f"{rank}S")) for seat, rank in zip(range(seats), "A8642", strict=False)
    )
    value = HandPicture("", (), seats=nobody, trick=trick, empty="No cards")
    top = 60 + 8
    _, upper, right, lower = changed(replace(value, seats=crowd), value)
    assert upper >= 60 and right <= 800 and lower <= top + compass._zone_height(value) + 4
    lying, bare = rgb(render(replace(value, seats=crowd))), rgb(render(value))
    for spot in compass.ZONES[seats].spots:
        x, y = spot.card[0], top + spot.card[1]
        box = (x, y, x + 44, y + Size.MEDIUM.height)  # index, suit and number, which no other card covers
        assert lying.crop(box).tobytes() == bare.crop(box).tobytes(), spot
    out = replace(value, still_out=HEARTS, still_out_word="Nog te halen")
    left, upper, right, lower = changed(out, value)
    for one in changed_by_names(value, crowd):
        assert one[2] <= left or one[0] >= right or one[3] <= upper or one[1] >= lower, one


def changed_by_names(value: HandPicture, crowd: tuple[Seated, ...]) -> list[tuple[int, int, int, int]]:
    """Where each name and its marks are drawn."""
    return [
        changed(replace(value, seats=(*value.seats[:seat], player, *value.seats[seat + 1 :])), value)
        for seat, player in enumerate(crowd)
    ]


def test_whose_turn_it_is_has_a_golden_place():
    value = HandPicture("", (), seats=tuple(Seated(name) for name in "ABCD"), empty="No cards")
    for seat in range(4):
        waiting = replace(
            value, seats=tuple(replace(one, to_move=number == seat) for number, one in enumerate(value.seats))
        )
        x, y = compass.ZONES[4].spots[seat].card
        assert rgb(render(waiting)).getpixel((x + 1, 60 + 8 + y + 60)) == GOLD
        assert rgb(render(value)).getpixel((x + 1, 60 + 8 + y + 60)) != GOLD


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_hand_is_turned_so_that_its_reader_sits_at_the_bottom(seats):
    players = tuple(Seated(f"P{n}", str(n)) for n in range(seats))
    value = HandPicture("", cards("AS"), seats=players, bottom=2, trick=(CardOnTable(1, card("KS")),))
    turned = replace(
        value, seats=players[2:] + players[:2], bottom=0, trick=(CardOnTable(seats - 1, card("KS")),)
    )
    assert render(value) == render(turned)


def test_an_avatar_that_cannot_be_read_leaves_the_initial():
    plate = Plate("Ann", "1", "", "")

    def picture(avatar: bytes | None) -> bytes:
        return render(
            TablePicture("", "", (replace(plate, avatar=avatar), *(Plate("B", "", "", ""),) * 3), LABELS)
        )

    file = io.BytesIO()
    Image.new("RGB", (2000, 8)).save(file, "PNG")
    for broken in (b"", b"no picture", AVATAR[:60], file.getvalue()):
        assert picture(broken) == picture(None)
    assert picture(AVATAR) != picture(None)
    assert changed_in_plate(picture(AVATAR), picture(None))


def changed_in_plate(one: bytes, other: bytes) -> bool:
    left, top, right, bottom = ImageChops.difference(rgb(one), rgb(other)).getbbox() or (0, 0, 800, 800)
    x, y = table.PLACES[4][0].plate
    return x <= left and y <= top and right <= x + 66 and bottom <= y + 66


def test_every_field_of_an_auction_is_seen():
    def hand(value: AuctionTable) -> bytes:
        return render(HandPicture("", (), auction=value))

    cell = AUCTION.rows[0][0]
    cells = [(name, replace(AUCTION, rows=((other, *AUCTION.rows[0][1:]),))) for name, other in altered(cell)]
    others = [*altered(AUCTION), *cells]
    assert [field for field, other in others if hand(other) == hand(AUCTION)] == []


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("rounds", [0, 1, 12])
def test_an_auction_of_any_length_shows_its_last_rounds_and_lies_clear_of_the_plates(seats, rounds):
    names = STRANGE_NAMES[:seats]
    rows = tuple(tuple(AuctionCell(f"{n}", 2) for _ in names) for n in range(rounds))
    value = AuctionTable(names, rows, "a long line " * 30)
    plates = tuple(Plate(name, "", "", "") for name in names)
    picture = TablePicture("", "", plates, LABELS, auction=value)
    assert rgb(render(picture)).size == (800, table.HEIGHT)
    lowest = min(y for _, y in table.BIDDING_PLACES[seats] if y > 200)
    assert 60 + 13 + table.PLATE_HEIGHT + table.auction_height(value, table.TABLE_AUCTION) <= lowest
    if rounds == 12:
        last = render(replace(picture, auction=replace(value, rows=rows[:-1])))
        first = render(
            replace(picture, auction=replace(value, rows=((AuctionCell("x"),) * seats, *rows[1:])))
        )
        assert render(picture) != last
        assert render(picture) == first


def test_whose_hand_lies_open_is_told():
    value = SAMPLES["hand-open-misere"]
    assert isinstance(value, HandPicture)
    assert render(value) != render(replace(value, open_word="Lena"))
    table_value = SAMPLES["table-open-misere"]
    assert isinstance(table_value, TablePicture)
    assert len(table_value.open_hand) == 12
    moved = tuple(replace(laid, seat=3) for laid in table_value.open_hand)
    assert render(table_value) != render(replace(table_value, open_hand=moved))


def test_every_field_of_a_row_is_seen():
    def sheet(row: SheetRow) -> Picture:
        return ScoreSheet("", "", ("A", "B", "C", "D"), (row,), "Total", ("0",) * 4)

    row = SheetRow("Queens", ("0",) * 4, ("0",) * 4)
    assert [field for field, other in altered(row) if render(sheet(other)) == render(sheet(row))] == []


def test_every_field_of_a_ledger_is_seen():
    def sheet(value: ContractLedger) -> Picture:
        return ScoreSheet("", "", ("A", "B", "C", "D"), (), "Total", ("0",) * 4, ledger=value)

    row = LedgerRow("Queens", Mark.TRIANGLE, (1, 0, 0, 0), (0,) * 4, "1 left")
    ledger = ContractLedger("Named", (row,))
    before = render(sheet(ledger))
    others = [*altered(ledger), *((name, ContractLedger("Named", (other,))) for name, other in altered(row))]
    assert [field for field, other in others if render(sheet(other)) == before] == []


def test_the_empty_hand_says_so():
    value = SAMPLES["hand-empty"]
    assert isinstance(value, HandPicture)
    assert render(value) != render(replace(value, empty="Nothing"))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_places_lie_in_the_picture_and_apart(seats):
    boxes: list[tuple[int, int, int, int]] = []
    for place in table.PLACES[seats]:
        (x, y), (cx, cy) = place.plate, place.card
        boxes.append((x, y, x + table.PLATE_WIDTH, y + table.PLATE_HEIGHT))
        boxes.append((cx, cy, cx + Size.MEDIUM.width, cy + Size.MEDIUM.height))
        sx, sy = place.shown
        assert sx >= 0 and sx + Size.SMALL.width <= 800
        assert sy + Size.SMALL.height <= table.HEIGHT
    for one in boxes:
        assert one[0] >= 0 and one[2] <= 800 and one[1] >= 60 and one[3] <= table.HEIGHT - 50
    for n, (left, top, right, bottom) in enumerate(boxes):
        for other in boxes[n + 1 :]:
            assert right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top


@pytest.mark.parametrize(
    "numbers", [("12", "+250", "−170"), ("9", "−1250", "+1000"), ("13", "+90", "−12345")]
)
def test_the_numbers_of_a_plate_never_touch(numbers):
    """Between two of them is nothing but the plate, six pixels wide at least."""
    plates = (Plate("Ann", *numbers), *(Plate("B", "", "", ""),) * 3)
    picture = rgb(render(TablePicture("", "", plates, LABELS, bottom=0)))
    left, top = table.PLACES[4][0].plate
    for column in (1, 2):
        middle = left + 6 + column * (table.PLATE_WIDTH - 12) // 3
        between = picture.crop((middle - 3, top + 60, middle + 3, top + 90))
        assert between.getcolors() == [(6 * 30, PANEL)], column


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_reader_sits_at_the_bottom(seats):
    plates = tuple(Plate(f"P{n}", str(n), "", "") for n in range(seats))
    turned = plates[2:] + plates[:2]
    assert render(TablePicture("", "", plates, LABELS, bottom=2)) == render(
        TablePicture("", "", turned, LABELS, bottom=0)
    )


@given(st.text(max_size=40), st.sampled_from(STRANGE_NAMES))
@tries(40)
def test_any_text_can_be_drawn(text, name):
    plates = tuple(Plate(who, text, text, text, note=text) for who in (name, text, "\u202e"))
    assert render(TablePicture(text, text, plates, TableLabels(text, text, text), caption=text))
    assert render(HandPicture(text, (card("AS"),), trick_word=text, caption=text, trump_word=text))
    bids = AuctionTable((text, name, "x"), ((AuctionCell(text, 1),) * 3,), text)
    assert render(TablePicture(text, text, plates, TableLabels(text, text, text), auction=bids))
    assert render(HandPicture(text, (), auction=bids, open_hand=(card("AS"),), open_word=text))
    rows = (SheetRow(text, (text,) * 3, (text,) * 3, text),)
    ledger = ContractLedger(text, (LedgerRow(text, Mark.TRIANGLE, (2, 0, 3), (1, 3, 0), text),))
    sheet = ScoreSheet(text, text, (name, text, "x"), rows, text, (text,) * 3, text, (text,) * 3)
    assert render(replace(sheet, ledger=ledger))


def test_preview_writes_every_sample_and_a_page_that_shows_them(tmp_path):
    written = write_preview(tmp_path / "new")
    assert {path.stem for path in written} == {*SAMPLES, "index"}
    page = (tmp_path / "new" / "index.html").read_text("utf-8")
    for name in SAMPLES:
        assert f'src="{name}.png"' in page
        with Image.open(tmp_path / "new" / f"{name}.png") as picture:
            picture.verify()


def test_a_no_break_space_holds_a_line_together():
    (first, second) = wrapped("Chloé a quatre as\u202f!", Weight.MEDIUM, 24, 190, 2)
    assert second.startswith("as") and second.endswith("!")
    assert first == "Chloé a quatre"


@pytest.mark.parametrize("text", ["Abondance 10", "Emballage 13", "Grand chelem"])
def test_a_long_bid_is_set_smaller_rather_than_cut(text, monkeypatch):
    drawn: list[str] = []
    monkeypatch.setattr(table, "fit", lambda line, *rest: drawn.append(fit(line, *rest)) or drawn[-1])
    cells = (AuctionCell(text, 2, standing=True), *(AuctionCell(),) * 3)
    render(replace(SAMPLES["table-auction"], auction=replace(AUCTION, rows=(cells,))))
    assert text in drawn
