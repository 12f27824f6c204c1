"""Hands: choosing, waiting, few cards and many."""

from __future__ import annotations

from collections.abc import Iterator

from bot.pictures.samples.pieces import FOUR, STRANGE_NAMES, around, cards, mask, played
from bot.pictures.values import HandPicture, Picture


def hands() -> Iterator[tuple[str, Picture]]:
    """Names and values."""
    thirteen = cards("AS TS 6S 3S KH QH 7H 2H JC 9C 4C QD 8D")
    yield "hand-follow-suit", HandPicture(
        title="Kings & jacks · deal 3 of 10", cards=thirteen, legal=mask("KH QH 7H 2H"), choosing=True,
        to_move=True, seats=around(FOUR, 0, 3), trick=played(1, 4, "9H JH 4H"),
        trick_word="On the table", winning=1, caption="Your turn: follow suit, hearts",
        contract_sign="kings-jacks", still_out=cards("KS JS KH KC JC JD"), still_out_word="Still out",
    )  # fmt: skip
    yield "hand-two-rows", HandPicture(
        title="Trumps · deal 8 of 10", cards=thirteen, legal=mask("JC 9C 4C"), choosing=True, to_move=True,
        two_rows=True, seats=around(FOUR, 2, 1), bottom=2, trick=played(1, 4, "TC"),
        trick_word="On the table", winning=0, trump=3, trump_word="Trumps",
        caption="Your turn: follow suit, clubs", contract_sign="trump",
    )  # fmt: skip
    yield "hand-waiting", HandPicture(
        title="Queens · deal 4 of 10", cards=thirteen[2:11], seats=around(FOUR, 3, 2), lead=3,
        trick_word="Хелена leads", caption="Waiting for Maximiliaan to get ready, who is away for a while",
        contract_sign="queens", still_out=cards("QS QH QC QD"), still_out_word="Still out",
    )  # fmt: skip
    seventeen = cards("AS JS TS 9S 5S AH KH TH 8H 3H AC QC TC 2C KD TD 3D")
    yield "hand-seventeen", HandPicture(
        title="Hearts · deal 2 of 9", cards=seventeen, legal=mask("AC QC TC 2C"), choosing=True, to_move=True,
        seats=around(FOUR[:3], 0, 2), trick=played(1, 3, "5C JC"), trick_word="On the table", winning=1,
        caption="Your turn", contract_sign="hearts",
        still_out=cards("AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"), still_out_word="Still out",
    )  # fmt: skip
    yield "hand-seventeen-two-rows", HandPicture(
        title="Hearts · deal 2 of 9", cards=seventeen, two_rows=True, seats=around(FOUR[:3], 2, 2),
        trick=played(1, 3, "5C"), trick_word="On the table", winning=0, caption="Ömer is to play",
        contract_sign="hearts",
    )  # fmt: skip
    yield "hand-one-card", HandPicture(
        title="7th & last · deal 6 of 10", cards=cards("KD"), legal=mask("KD"), choosing=True, to_move=True,
        seats=around(FOUR, 0, 1), lead=0, trick_word="Last trick",
        caption="Your turn: lead your last card", contract_sign="seventh-last",
    )  # fmt: skip
    yield "hand-five-players", HandPicture(
        title="Trumps · deal 9 of 11", cards=cards("AS QS 4H 9D"),
        seats=around(("Ann", *STRANGE_NAMES[:3], "Jo"), 2, 1, (1, 2)), trick=played(1, 5, "2D KD TD JD AD"),
        trick_word="Trick complete", winning=4, trump=1, trump_word="Trumps",
        caption="Ann takes it with the ace of diamonds", contract_sign="trump",
    )  # fmt: skip
    yield "hand-empty", HandPicture(
        title="Tricks · deal 1 of 10", cards=(), seats=around(FOUR, None, 0),
        trick=played(0, 4, "2S AS 9S 3D"), winning=1, trick_word="Last trick", caption="The deal is over",
        empty="No cards left", contract_sign="tricks",
    )  # fmt: skip
