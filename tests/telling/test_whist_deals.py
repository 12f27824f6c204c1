"""What is seen of a deal of Colour Whist after its auction: partners, doubles, discards, an open hand, who
pays whom."""

from __future__ import annotations

import pytest
from discord import ui

from bot.engine.cards import CARD_OF_NAME, SUIT_OF, members
from bot.engine.play import Game
from bot.tables.ui import table_panel as hand
from bot.telling import scenes
from bot.telling.alt import alt_text
from tests.engine.helpers import do
from tests.engine.whist import (
    BOTH,
    FLEMISH,
    TROEL_PASSES,
    WALLOON,
    aces_with,
    arranged,
    auctions,
    lay_out,
    play_arranged,
    redeal,
    table,
    winners_for,
)
from tests.telling.view_models import at_table
from tests.telling.whist import (
    WORDS,
    facts,
    hand_panel,
    hand_picture,
    items,
    offered,
    record_panel,
    table_panel,
    table_picture,
    texts,
)


def played(preset: str, contract: str, tricks: int, before: str = "") -> Game:
    """A game whose first deal has ended: the bidders of this contract took so many tricks."""
    text, bidders, trump = auctions(preset)[contract]
    winners, holder = winners_for(bidders, tricks, bool(trump))
    game = table(preset, text, hands=arranged(winners, aces_with(holder, trump)))
    lay_out(game, before)
    play_arranged(game, winners)
    return game


# While it is played


def test_partners_are_marked_with_their_tricks_and_the_target() -> None:
    winners, holder = winners_for((0, 1), 8, trumps=True)
    text, _, trump = auctions(WALLOON)["pair-8"]
    game = table(WALLOON, text, hands=arranged(winners, aces_with(holder, trump)))
    assert texts(table_panel(game))[:2] == [
        "**8 together: spades** · Nora to play",
        "Nora and Emil\\: 0 tricks, 8 needed",
    ]
    for _ in range(12):
        game.apply(members(game.legal())[0])
    taken = WORDS.number(sum(game.view(None).tricks_taken[:2]))
    plates = table_picture(game).plates
    assert [plate.bidder for plate in plates] == [True, True, False, False]
    assert [plate.note for plate in plates] == [f"{taken}, needs 8"] * 2 + ["", ""]
    assert {plate.points for plate in plates} == {""}
    assert f"Nora and Emil: {taken} tricks, 8 needed" in alt_text(WORDS, hand_picture(game.view(3)))
    assert not any("8 needed" in line for line in texts(hand_panel(game, 3)))  # the picture says it
    assert "plays the contract" in alt_text(WORDS, table_picture(game))


def test_a_negative_contract_tells_what_each_bidder_has_taken() -> None:
    game = table(WALLOON, "N misere small; E misere small; S pass; W pass")
    lay_out(game)
    assert "Nora wants no tricks, has taken 0 · Emil wants no tricks, has taken 0" in texts(table_panel(game))
    piccolo = table(WALLOON, "N piccolo; E pass; S pass; W pass")
    assert "Nora\\: 0 tricks, exactly 1 needed" in texts(table_panel(piccolo))
    assert table_picture(piccolo).trump_word == "No trumps"


# Doubling


def test_opponents_may_double_and_it_is_told() -> None:
    game = table(FLEMISH, auctions(FLEMISH)["pair-8"][0])
    assert game.turn == 2
    assert offered(hand_panel(game, 2)) == {"": ["double", "pass"]}
    assert hand_picture(game.view(2)).caption == "Double the contract, or pass"
    assert "Nora and Emil play 8 together\\: spades" in texts(table_panel(game))
    do(game, "double")
    assert table_picture(game).plates[2].note == "doubles"
    assert "-# payments × 2\\: doubled by Sara" in texts(table_panel(game))


def test_a_deal_after_one_thrown_in_says_that_it_counts_double() -> None:
    game = table(FLEMISH, "N pass; E pass; S pass; W pass")
    redeal(game)
    assert "-# payments × 2\\: the last deal was thrown in" in texts(hand_panel(game, 0))
    walloon = table(WALLOON, "N pass; E pass; S pass; W pass")
    redeal(walloon)
    assert not any("payments" in line for line in texts(hand_panel(walloon, 0)))


# Discards


def discarding() -> Game:
    return table(WALLOON, "N misere small; E pass; S pass; W pass")


def test_a_card_is_laid_aside_like_one_is_played() -> None:
    game = discarding()
    panel, picture = hand_panel(game, 0), hand_picture(game.view(0))
    assert picture.choosing and picture.legal == game.view(0).hand
    assert picture.caption == "Lay one card aside, face down"
    assert sorted(offered(panel)[""]) == sorted(f"discard {name}" for name in _names(game.view(0).hand))
    assert hand_picture(game.view(1)).choosing is False


def _names(cards: int) -> list[str]:
    return [name for name, card in CARD_OF_NAME.items() if cards >> card & 1]


def test_what_was_laid_aside_is_told_to_its_owner_alone() -> None:
    game = discarding()
    do(game, "discard AC")
    assert "-# You laid aside the ace of clubs" in texts(hand_panel(game, 0))
    assert table_picture(game).plates[0].note == "laid one aside"
    everything = [*texts(table_panel(game)), alt_text(WORDS, table_picture(game))]
    for seat in (1, 2, 3):
        everything += [*texts(hand_panel(game, seat)), alt_text(WORDS, hand_picture(game.view(seat)))]
    assert not any("laid aside the" in text or "ace of clubs" in text for text in everything)
    for _ in range(3):
        game.apply(members(game.legal())[0])
    assert game.phase == "play"
    assert "-# You laid aside the ace of clubs" in texts(hand_panel(game, 0))


# Troel


def troel(text: str = "", preset: str = WALLOON, aces: str = "AS AH AD") -> Game:
    other = {"AS AH AD": {3: "AC"}, "AS AH AD AC": {3: "KH"}}[aces]
    return table(preset, text, hands={0: aces, **other})


def told(game: Game, seat: int | None) -> str:
    """Everything that a seat, or everybody, reads."""
    if seat is None:
        return "\n".join([*texts(table_panel(game)), alt_text(WORDS, table_picture(game))])
    return "\n".join([*texts(hand_panel(game, seat)), alt_text(WORDS, hand_picture(game.view(seat)))])


def test_troel_is_announced_and_its_partner_knows_it_alone() -> None:
    game = troel()
    for seat in (0, 1, 2, None):
        assert "Nora has three aces: troel" in told(game, seat).replace("\\", "")
        assert "You're the partner" not in told(game, seat)
    assert "You're the partner: if Nora's troel stands, you choose the trumps and lead" in told(
        game, 3
    ).replace("\\", "")


def test_with_four_aces_the_called_card_is_named() -> None:
    game = troel(aces="AS AH AD AC")
    assert "Nora has all four aces, troel, and calls the king of hearts" in told(game, None)


@pytest.mark.parametrize("said", ["", "E pass", "E pass; S pass"])
def test_the_partner_is_marked_nowhere_before_the_trumps_are_named(said: str) -> None:
    game = troel(said)
    for seat in (0, 1, 2, None):
        view = game.view(seat)
        picture = scenes.table_picture(at_table(WORDS, facts(game), view))
        assert not any(plate.bidder for plate in picture.plates)
        assert "Wim and" not in told(game, seat) and "and Wim" not in told(game, seat).replace(
            "Sara, and Wim", ""
        )


def test_the_partner_names_the_trumps_and_then_everybody_knows_the_pair() -> None:
    game = troel(TROEL_PASSES)
    assert game.phase == "trump" and game.turn == 3
    panel = hand_panel(game, 3)
    assert sorted(offered(panel)[""]) == ["trump C", "trump D", "trump H", "trump S"]
    labels = [str(item.label) for item in items(panel) if isinstance(item, ui.Button)]
    assert {label[0] for label in labels if label[1:2] == "\ufe0e"} == {*"♣♦♥♠"}
    assert table_picture(game).trump_word == ""
    do(game, "trump C")
    assert [plate.bidder for plate in table_picture(game).plates] == [True, False, False, True]
    assert "Nora and Wim\\: 0 tricks, 9 needed" in texts(table_panel(game))
    assert table_picture(game).title == "Troel: clubs"


# Open misère


def test_an_open_hand_is_seen_by_all_from_the_end_of_the_first_trick() -> None:
    game = table(WALLOON, auctions(WALLOON)["open-misere"][0])
    for played in range(4):
        assert table_picture(game).open_hand == (), played
        assert hand_picture(game.view(2)).open_hand == ()
        game.apply(members(game.legal())[0])
    laid = table_picture(game).open_hand
    assert {card.seat for card in laid} == {0}
    assert sum(1 << card.card for card in laid) == game.view(0).hand
    assert not table_picture(game).shown
    for seat in (1, 2, 3):
        picture = hand_picture(game.view(seat))
        assert set(picture.open_hand) == {card.card for card in laid}
        assert picture.open_word == "Nora's cards, face up"
    assert hand_picture(game.view(0)).open_hand == ()
    suits = [SUIT_OF[card.card] for card in laid]
    assert suits == sorted(suits, key=suits.index)


# The end of a deal


@pytest.mark.parametrize(
    ("preset", "contract", "tricks", "lines"),
    [
        (WALLOON, "pair-8", 10, [
            "**Nora and Emil made 10 tricks, needing 8**",
            "Nora +14, Emil +14, Sara −14, and Wim −14",
            "-# Deal 1 is over · 8 together: spades · Sara pays Nora 14 · Wim pays Emil 14",
        ]),
        (WALLOON, "solo-6", 4, [
            "**Nora was 2 tricks short**",
            "Nora −18, Emil +6, Sara +6, and Wim +6",
            "-# Deal 1 is over · Solo 6: spades · Nora pays Emil, Sara, and Wim 6 each",
        ]),
        (WALLOON, "piccolo", 1, [
            "**Nora made a piccolo**",
            "Nora +24, Emil −8, Sara −8, and Wim −8",
            "-# Deal 1 is over · Piccolo · Emil, Sara, and Wim pay Nora 8 each",
        ]),
        (FLEMISH, "pair-8", 13, [
            "**Nora and Emil took all 13 tricks**",
            "Nora +14, Emil +14, Sara −14, and Wim −14",
            "-# Deal 1 is over · 8 together: spades · Sara pays Nora 14 · Wim pays Emil 14 · payments × 2",
        ]),
    ],
)  # fmt: skip
def test_a_deals_end_says_what_happened_then_the_points_then_who_pays_whom(
    preset: str, contract: str, tricks: int, lines: list[str]
) -> None:
    assert texts(record_panel(played(preset, contract, tricks)))[:3] == lines


def test_several_bidders_are_settled_each_for_themselves() -> None:
    winners = [*[1] * 3, *[2] * 9]
    game = table(WALLOON, "N misere small; E misere small; S pass; W pass", hands=arranged(winners))
    lay_out(game)
    play_arranged(game, winners)
    assert texts(record_panel(game))[:3] == [
        "**Nora made a small misère · Emil lost a small misère**",
        "Nora +24 and Emil −24",
        "-# Deal 1 is over · Small misère · Emil pays Nora 12 · Sara pays Nora 6 · Wim pays Nora 6"
        " · Emil pays Sara 6 · Emil pays Wim 6",
    ]


def test_where_nobody_pays_that_is_said() -> None:
    low = {0: "AS AH AD 2S 3S 4S 2H 3H 4H 2D 3D 4D 2C", 3: "AC 3C 4C 5C 6C 5S 6S 5H 6H 7H 5D 6D 7D"}
    game = table(WALLOON, f"{TROEL_PASSES}; W trump H", hands=low)
    while game.turn >= 0:
        legal = members(game.legal())
        game.apply(legal[0] if game.turn in (0, 3) else legal[-1])
    assert game.results[-1].points == (0, 0, 0, 0)
    assert texts(record_panel(game))[:2] == [
        "**Nora and Wim were 7 tricks short**",
        "-# Deal 1 is over · Troel: hearts · nobody pays",
    ]


@pytest.mark.parametrize("preset", BOTH)
def test_a_deal_thrown_in_is_told_and_leaves_no_row(preset: str) -> None:
    game = table(preset, "N pass; E pass; S pass; W pass")
    assert texts(record_panel(game))[:2] == [
        "**Nobody bid\\: the cards are thrown in**",
        "-# Deal 1 was thrown in · Wim deals again",
    ]
    sheet = scenes.score_sheet(at_table(WORDS, facts(game), game.view(None)))
    assert not any(any(row.points) for row in sheet.rows)
    assert sheet.subtitle.endswith("0 of 16 deals · 1 thrown in")
    assert sheet.caption == "Nobody bid: Wim deals again"


def test_a_row_of_the_sheet_is_the_contract_with_its_suit() -> None:
    game = played(WALLOON, "pair-9", 9)
    sheet = scenes.score_sheet(at_table(WORDS, facts(game), game.view(None)))
    row = sheet.rows[0]
    assert (row.label, row.trump, row.points) == ("9 together", 3, ("+11", "+11", "−11", "−11"))
    assert sheet.totals == ("+11", "+11", "−11", "−11")


def test_the_hand_between_deals_says_it_too() -> None:
    game = played(WALLOON, "pair-8", 10)
    view = game.view(1)
    sheet = scenes.score_sheet(at_table(WORDS, facts(game), view))
    lines = texts(hand.between_deals(at_table(WORDS, facts(game), view), (sheet, b"")))
    assert lines[:4] == [
        "**Nora and Emil made 10 tricks, needing 8**",
        "Nora +14, Emil +14, Sara −14, and Wim −14",
        "-# Deal 1 is over · 8 together: spades · Sara pays Nora 14 · Wim pays Emil 14",
        "-# Table 1",
    ]


def test_between_deals_the_next_row_is_an_auction_and_no_choice_of_a_contract() -> None:
    game = played(WALLOON, "pair-8", 10)
    rows = scenes.score_sheet(at_table(WORDS, facts(game), game.view(None))).rows
    assert [row.label for row in rows] == ["8 together", "The auction"]
