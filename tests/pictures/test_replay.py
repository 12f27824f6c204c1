"""The picture of a moment that is looked at again: everything in its value, in place, and nothing beside."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import reduce
from operator import or_
from typing import Any, Final

import pytest
from PIL import Image, ImageChops

from bot.pictures import replay
from bot.pictures.canvas import Box
from bot.pictures.painter import render
from bot.pictures.palette import FELT, GOLD
from bot.pictures.replay_parts import RAISE, layout_of
from bot.pictures.style import STANDARD, CardStyle, Colours, Index
from bot.pictures.surface import PaletteSurface
from bot.pictures.values import (
    AuctionTable,
    CardOnTable,
    ReplayPicture,
    ReplayResult,
    ReplaySeat,
    TableLabels,
)
from tests.pictures.by_name import Samples
from tests.pictures.cards import card, cards, mask
from tests.pictures.compare import rgb
from tools.samples.people import STRANGE_NAMES

SAMPLES: Final = Samples("replay", ReplayPicture)
HANDS: Final = ("AS KS 2C", "QS JS 3C", "TS 9S 4C", "8S 7S 5C", "6S 5S 6C")
LABELS: Final = TableLabels("tricks", "deal", "total")


def seat(number: int, **changed: Any) -> ReplaySeat:
    held = HANDS[number]
    return replace(ReplaySeat(f"P{number}", "1", "−1", "−12", cards(held), mask(held)), **changed)


def table(players: int = 4, **changed: Any) -> ReplayPicture:
    seats = tuple(seat(number) for number in range(players))
    return replace(ReplayPicture("Queens", "Deal 3 of 10", seats, LABELS), **changed)


def with_seat(number: int, **changed: Any) -> ReplayPicture:
    value = table()
    return replace(value, seats=(*value.seats[:number], seat(number, **changed), *value.seats[number + 1 :]))


def changed(one: ReplayPicture, other: ReplayPicture) -> Box | None:
    return ImageChops.difference(rgb(render(one)), rgb(render(other))).getbbox()


def within(inner: Box | None, outer: Box) -> bool:
    assert inner is not None
    return (
        ImageChops.difference(_filled(outer), ImageChops.lighter(_filled(outer), _filled(inner))).getbbox()
        is None
    )


def _filled(box: Box) -> Image.Image:
    image = Image.new("L", (800, 1200))
    image.paste(255, box)
    return image


@pytest.mark.parametrize("name", SAMPLES)
def test_equal_values_give_equal_bytes_and_everything_fits_a_phone(name):
    value = SAMPLES[name]
    png = render(value)
    assert png == render(replace(value, seats=tuple(replace(one) for one in value.seats)))
    image = rgb(png)
    assert image.size == (800, replay.replay_height(value))
    assert image.height <= 850


CHANGES: Final[dict[str, Any]] = {
    "title": "Else", "subtitle": "Else", "seats": (), "labels": TableLabels("x", "y", "z"), "bottom": 1,
    "trick": (CardOnTable(1, card("QH")),), "winning": 0, "last": CardOnTable(2, card("9C")),
    "legal": mask("AS"),
    "lead": 1, "better": card("AS"), "trump": 2, "trump_word": "Else", "caption": "Else",
    "auction": AuctionTable(("A", "B", "C", "D"), ()), "result": ReplayResult("Else", ("1", "2", "3", "4")),
    "contract_sign": "queens", "style": CardStyle(Index.RUSSIAN, Colours.FOUR, large=True),
}  # fmt: skip


def test_every_field_is_seen():
    assert {field.name for field in fields(ReplayPicture)} == set(CHANGES)
    lying = table(trick=(CardOnTable(2, card("9C")), CardOnTable(3, card("KD"))))
    before = render(lying)
    changes = {name: value for name, value in CHANGES.items() if name != "seats"}
    same = {name for name, value in changes.items() if render(replace(lying, **{name: value})) == before}
    assert same == {"lead"}  # that is marked as long as no card lies there
    assert changed(table(), table(lead=1)) is not None


SEAT_CHANGES: Final[dict[str, Any]] = {
    "name": "Else", "tricks": "9", "points": "−9", "total": "+9", "cards": cards("AS KS 3D"),
    "held": mask("AS KS"), "backs": 4, "dealer": True, "to_move": True, "bidder": True, "robot": "strong",
    "note": "passes",
}  # fmt: skip


@pytest.mark.parametrize("number", range(4))
def test_every_field_of_a_seat_is_seen_and_nothing_elsewhere(number):
    assert {field.name for field in fields(ReplaySeat)} == set(SEAT_CHANGES)
    place = layout_of(table()).of_seats(0)[number]
    around = (*place.hand[:2], *place.strip[2:])
    for name, value in SEAT_CHANGES.items():
        other = {name: value, "held": mask("AS KS 3D")} if name == "cards" else {name: value}
        assert within(changed(table(), with_seat(number, **other)), around), name


def test_each_line_of_the_result_is_seen():
    result = ReplayResult("Points of deal 3", ("0", "−1", "−2", "−3"), (0,))
    value = table(result=result)
    for other in (
        replace(result, title="Else"), replace(result, points=("0", "−1", "−2", "−4")),
        replace(result, best=(1,)), replace(result, points=()),
    ):  # fmt: skip
        assert within(changed(value, table(result=other)), layout_of(value).middle)


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize(("players", "bidding"), [(3, False), (4, False), (4, True), (5, False)])
def test_no_part_lies_over_another(players, large, bidding):
    style = replace(STANDARD, large=large)
    auction = AuctionTable(("A", "B", "C", "D"), ()) if bidding else None
    value = table(players, style=style, auction=auction)
    boxes = [part.box for part in replay.parts(value)]
    height = replay.replay_height(value)
    canvas = Image.new("L", (800, height))
    for box in boxes:
        assert canvas.crop(box).getextrema() == (0, 0)
        assert box[0] >= 0
        assert box[1] >= 0
        assert box[2] <= 800
        assert box[3] <= height
        canvas.paste(255, box)


@pytest.mark.parametrize("name", SAMPLES)
def test_each_part_paints_within_its_box_but_for_cards_behind_their_strip(name):
    """So that one part can be drawn anew without touching others."""
    value = SAMPLES[name]
    height = replay.replay_height(value)
    strips = {place.hand: place.strip for place in layout_of(value).places}
    for part in replay.parts(value):
        surface = PaletteSurface(800, height, FELT, value.style)
        blank = surface.image.copy()
        for piece in part.pieces():
            piece.draw(surface)
        painted = ImageChops.difference(blank, surface.image).getbbox()
        room = (*part.box[:2], *strips[part.box][2:]) if part.box in strips else part.box
        assert painted is None or within(painted, room)


@pytest.mark.parametrize("name", SAMPLES)
def test_each_piece_paints_within_its_box(name):
    value = SAMPLES[name]
    height = replay.replay_height(value)
    for part in replay.parts(value):
        for piece in part.pieces():
            surface = PaletteSurface(800, height, FELT, value.style)
            blank = surface.image.copy()
            piece.draw(surface)
            painted = ImageChops.difference(blank, surface.image).getbbox()
            assert painted is None or within(painted, piece.box)


def test_legal_cards_stand_out_and_the_others_of_that_hand_alone_are_dimmed():
    plain = SAMPLES["replay-four"]
    value = replace(plain, legal=mask("QD JD 3D"))
    place = layout_of(value).of_seats(value.bottom)[3]
    box = changed(plain, value)
    assert within(box, (*place.hand[:2], *place.strip[2:]))
    one = table(legal=mask("AS"))
    hand = layout_of(one).of_seats(0)[0].hand
    found = changed(table(), one)
    assert found is not None
    assert found[1] == hand[1]
    assert layout_of(one).of_seats(0)[0].strip[1] - hand[1] > RAISE


def test_cards_keep_their_places_while_others_are_played():
    before, after = table(), with_seat(0, held=mask("AS 2C"))
    box = changed(before, after)
    assert box is not None
    assert box[2] - box[0] <= 88  # one card


def test_the_place_that_the_last_card_has_left_is_marked():
    played = with_seat(0, held=mask("AS 2C"))
    marked = replace(played, last=CardOnTable(0, card("KS")))
    hand = layout_of(played).of_seats(0)[0].hand
    box = changed(played, marked)
    assert box is not None
    assert within(box, hand)
    colours = rgb(render(marked)).crop(box).getcolors(9999)
    assert colours is not None
    assert GOLD in {colour for _, colour in colours}


def test_a_card_that_lies_on_the_table_is_in_front_of_its_player():
    """Below, at the left, across, at the right, clockwise from who sits below."""
    for bottom in range(4):
        boxes = [
            changed(
                table(bottom=bottom),
                table(bottom=bottom, trick=(CardOnTable((bottom + turn) % 4, card("QH")),)),
            )
            for turn in range(4)
        ]
        below, left, across, right = [
            ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2) for box in boxes if box is not None
        ]
        assert left[0] < below[0] == across[0] < right[0]
        assert across[1] < left[1] == right[1] < below[1]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_any_names_and_numbers_fit(players):
    for held in range(0, 18, 3):
        hand = tuple(range(held))
        seats = tuple(
            ReplaySeat(
                name, "13", "−113", "−1024", hand, reduce(or_, (1 << one for one in hand), 0), 17 - held,
                dealer=True, to_move=True, bidder=True, robot="teacher", note="offers 13 tricks of 13",
            )
            for name in STRANGE_NAMES[:players]
        )  # fmt: skip
        value = ReplayPicture("A very long name of a contract " * 3, "Deal 100 of 100", seats, LABELS)
        image = rgb(render(value))
        assert image.size == (800, replay.replay_height(value))


def test_a_deal_has_one_height_whatever_is_shown():
    heights = {
        replay.replay_height(value)
        for value in (
            table(), table(auction=AuctionTable(("A", "B", "C", "D"), ())), table(bottom=2),
            table(result=ReplayResult("", ())), with_seat(0, held=0), with_seat(1, cards=(), held=0, backs=3),
        )
    }  # fmt: skip
    assert len(heights) == 1
