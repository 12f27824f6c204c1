"""Every sample looks as it did when it was last looked at; ``python -m tests.pictures.renew`` renews them.

The tolerance allows for another version of the font rasteriser, not for another card: a changed figure stands
out in its own small square, however large the picture.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.pictures.painter import render
from bot.pictures.values import HandPicture, NamedCard, Picture, ScoreSheet, TablePicture, TrickPicture
from tests.pictures.by_name import SAMPLES
from tests.pictures.cards import card
from tests.pictures.compare import difference, rgb
from tests.pictures.renew import GOLDEN
from tools.samples import samples

MEAN, SHARE, WORST = 0.25, 0.004, 32


def looks_like(value: Picture, name: str) -> bool:
    golden = rgb((GOLDEN / f"{name}.png").read_bytes())
    picture = rgb(render(value))
    if golden.size != picture.size:
        return False
    apart = difference(picture, golden)
    return apart.mean <= MEAN and apart.share <= SHARE and apart.worst <= WORST


@pytest.mark.parametrize("name", SAMPLES)
def test_looks_as_before(name):
    assert looks_like(SAMPLES[name], name)


def test_there_is_a_golden_picture_for_each_sample_and_no_other():
    assert {path.stem for path in GOLDEN.glob("*.png")} == {name for name, _ in samples()}


def another(hand: HandPicture, place: int) -> tuple[int, ...]:
    """The cards of a hand but for one, in place of which is the next of its suit that is not there."""
    card = hand.cards[place]
    suit = range(card - card % 13, card - card % 13 + 13)
    other = min((one for one in suit if one not in hand.cards), key=lambda one: abs(one - card))
    return (*hand.cards[:place], other, *hand.cards[place + 1 :])


def test_another_card_in_a_hand_is_noticed():
    hand = SAMPLES["hand-seventeen"]
    assert isinstance(hand, HandPicture)
    assert not looks_like(replace(hand, cards=another(hand, len(hand.cards) - 1)), "hand-seventeen")


def test_a_covered_card_that_shows_only_its_index_is_noticed():
    hand = SAMPLES["hand-follow-suit"]
    assert isinstance(hand, HandPicture)
    assert not looks_like(replace(hand, cards=another(hand, 1)), "hand-follow-suit")


def test_another_card_in_a_trick_is_noticed():
    table = SAMPLES["table-four"]
    assert isinstance(table, TablePicture)
    other = (replace(table.trick[0], card=card("8H")), *table.trick[1:])
    assert not looks_like(replace(table, trick=other), "table-four")
    trick = SAMPLES["trick-last"]
    assert isinstance(trick, TrickPicture)
    assert not looks_like(
        replace(trick, cards=(NamedCard("Lena", card("9D")), *trick.cards[1:])), "trick-last"
    )


def test_another_number_on_a_score_sheet_is_noticed():
    sheet = SAMPLES["sheet-final"]
    assert isinstance(sheet, ScoreSheet)
    assert not looks_like(replace(sheet, totals=("0", "0", "+2", *sheet.totals[3:])), "sheet-final")
