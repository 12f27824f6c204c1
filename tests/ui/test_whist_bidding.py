"""The bidding panel of Colour Whist: just the legal bids, in groups; the auction so far and what stands."""

from __future__ import annotations

from random import Random

import pytest
from discord import ui

from bot.engine.actions import ACTION_TEXTS, texts_of
from bot.engine.cards import members
from bot.engine.game import Game
from bot.pictures.values import AuctionCell, AuctionTable
from bot.ui.alt import alt_text
from bot.ui.fitting import ALT_LONGEST
from bot.ui.panel import GREEN, GREY, RED
from tests.engine.helpers import do
from tests.engine.whist import BOTH, FLEMISH, TROEL_HANDS, WALLOON, pair_auction, table, whist
from tests.ui.whist import WORDS, hand_panel, hand_picture, items, offered, table_panel, table_picture, texts

MOST_COMPONENTS = 40  # https://discord.com/developers/docs/components/reference


def auction_of(text: str, preset: str = WALLOON) -> AuctionTable:
    found = table_picture(table(preset, text)).auction
    assert found is not None
    return found


# What may be said


def test_eldest_hand_begins_with_everything_grouped() -> None:
    groups = offered(hand_panel(table(), 0))
    assert list(groups) == ["", "Propose", "Alone", "Misère", "Slam"]
    assert groups[""] == ["wait", "pass"]
    assert groups["Propose"] == ["propose H", "propose D", "propose C", "propose S"]
    assert groups["Alone"] == [f"abondance {suit} 9" for suit in "HDCS"]
    assert groups["Misère"] == ["misere small", "piccolo", "misere grand", "misere open"]
    assert groups["Slam"] == [f"slam {size} {suit}" for size in ("small", "grand") for suit in
                                ("none", *"HDCS")]  # fmt: skip


def test_proposals_are_accepted_with_their_names_and_levels() -> None:
    game = table(WALLOON, "N propose H; E propose S")
    panel = hand_panel(game, 2)
    groups = offered(panel)
    assert groups["Propose"] == ["propose D", "propose C"]
    assert sorted(groups["Accept (whose suit, how many tricks)"]) == ["accept H", "accept S"]
    labels = {item.label for item in items(panel) if isinstance(item, ui.Button)}
    assert {"Nora, 8", "Emil, 8"} <= labels


def test_an_overcalled_pair_goes_on_in_its_own_suit() -> None:
    game = table(WALLOON, "N propose D; E propose S; S accept D; W accept S")
    panel = hand_panel(game, 2)
    assert offered(panel)[""] == ["raise 9", "pass"]
    button = next(item for item in items(panel) if isinstance(item, ui.Button))
    assert button.label == "9 together" and str(button.emoji) == "♦️"


def test_suits_have_their_colours_and_a_pass_is_grey() -> None:
    shown = items(hand_panel(table(), 0))
    styles = {
        str(item.custom_id).split(":")[4]: item.style
        for item in shown
        if isinstance(item, ui.Button) and str(item.custom_id).startswith("hh:act:")
    }
    assert styles["propose H"] == RED and styles["propose C"] == GREEN and styles["propose S"] == GREY
    assert styles["pass"] == GREY
    alone = next(item for item in shown if isinstance(item, ui.Select) and item.placeholder == "Alone")
    assert [(one.label, str(one.emoji)) for one in alone.options] == [
        ("Abondance 9", emoji) for emoji in ("♥️", "♦️", "♣️", "♠️")
    ]


def test_few_choices_of_a_group_are_buttons_and_many_a_select() -> None:
    many = hand_panel(table(), 0)
    assert [item.placeholder for item in items(many) if isinstance(item, ui.Select)] == [
        "Alone", "Misère", "Slam",
    ]  # fmt: skip
    few = hand_panel(table(WALLOON, "N misere grand"), 1)
    assert offered(few)["Misère"] == ["misere grand", "misere open"]
    selects = [item.placeholder for item in items(few) if isinstance(item, ui.Select)]
    assert "Misère" not in selects and "Slam" in selects


@pytest.mark.parametrize("preset", BOTH)
def test_at_every_turn_of_any_auction_just_the_legal_bids_are_offered(preset: str) -> None:
    random = Random(preset)
    for number in range(60):
        game = whist(preset)
        game.deal(random.sample(members(game.pack), 52))
        while game.phase in ("bidding", "double", "discard", "trump"):
            panel = hand_panel(game, game.turn)
            groups = offered(panel)
            every = [text for group in groups.values() for text in group]
            assert sorted(every) == texts_of(game.legal()), number
            assert panel.panel.total_children_count <= MOST_COMPONENTS
            for other in set(range(4)) - {game.turn}:
                assert offered(hand_panel(game, other)) == {}
            assert offered(table_panel(game)) == {}
            bid_on(game, random)


def bid_on(game: Game, random: Random) -> None:
    """Anything legal, more often what drives an auction up slowly."""
    legal = members(game.legal())
    slow = [one for one in legal if ACTION_TEXTS[one].startswith(("propose", "accept", "raise", "solo"))]
    game.apply(random.choice(slow if slow and random.random() < 0.7 else legal))


# The auction so far


def test_an_auction_is_a_table_a_column_a_player_from_eldest_hand() -> None:
    auction = auction_of("N wait; E propose C; S propose H; W pass; N accept C")
    assert auction.names == ("Nora", "Emil", "Sara", "Wim")
    assert auction.rows == (
        (
            AuctionCell("wait"),
            AuctionCell("propose", 0),
            AuctionCell("propose", 2),
            AuctionCell("pass", out=True),
        ),
        (AuctionCell("8 together", 0, standing=True), AuctionCell(), AuctionCell(), AuctionCell()),
    )


def test_only_the_bid_that_stands_is_marked() -> None:
    auction = auction_of("N propose D; E propose S; S accept D; W accept S; S raise 9")
    marked = [(cell.text, cell.suit) for row in auction.rows for cell in row if cell.standing]
    assert marked == [("9 together", 1)]


def test_all_who_joined_the_misere_that_stands_are_marked() -> None:
    auction = auction_of("N misere small; E misere small; S pass")
    assert [cell.standing for cell in auction.rows[0]] == [True, True, False, False]
    assert auction.standing == "Nora and Emil stand with Small misère"
    cancelled = auction_of("N misere small; E misere small; S pass; W piccolo")
    assert [cell.standing for cell in cancelled.rows[0]] == [False, False, False, True]


def test_troel_is_announced_first() -> None:
    game = table(WALLOON, "E pass", hands=TROEL_HANDS)
    auction = table_picture(game).auction
    assert auction is not None
    assert auction.rows[0][0] == AuctionCell("troel", standing=True)
    assert auction.rows[0][1] == AuctionCell("pass", out=True)
    assert auction.standing == "Nora stands with Troel"


def test_after_the_auction_it_stays_until_a_card_lies() -> None:
    game = table(FLEMISH, "N propose D; E accept D; S pass; W pass")
    assert game.phase == "double" and table_picture(game).auction is not None
    do(game, "double")
    assert game.phase == "play"
    assert table_picture(game).auction is None and hand_picture(game.view(0)).auction is None


# What each side would need


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("", "Nothing is bid yet"),
        ("N propose D", "Nothing is bid yet; diamonds with Nora would be 8 together"),
        (
            "N propose D; E propose S; S accept D; W accept S",
            "Emil and Wim stand with 9 together: spades; Nora and Sara would need 9 together: diamonds",
        ),
        (
            "N abondance S 9; E abondance H 9",
            "Emil stands with Abondance 9: hearts; Nora would need Abondance 10: spades",
        ),
        (
            "N propose S; E accept S; S misere open",
            "Sara stands with Open misère; Nora and Emil can go no higher",
        ),
    ],
)
def test_one_line_says_what_stands_and_what_each_side_would_need(said: str, line: str) -> None:
    game = table(WALLOON, said)
    auction = table_picture(game).auction
    assert auction is not None
    assert auction.standing == line
    assert line.replace(":", "\\:") in texts(hand_panel(game, game.turn))
    assert line.replace(":", "\\:") in texts(table_panel(game))


@pytest.mark.parametrize("preset", BOTH)
def test_a_bid_that_is_said_to_be_needed_can_be_bid(preset: str) -> None:
    """What the line says of whoever is to move is among their buttons."""
    random = Random(7)
    seen = 0
    for _ in range(80):
        game = whist(preset)
        game.deal(random.sample(members(game.pack), 52))
        while game.phase == "bidding":
            auction = table_picture(game).auction
            assert auction is not None
            name = ("Nora", "Emil", "Sara", "Wim")[game.turn]
            raises = [text for text in texts_of(game.legal()) if text.startswith("raise")]
            if raises:
                (level,) = [text.split()[1] for text in raises]
                need = next(part for part in auction.standing.split("; ") if f"{name}" in part)
                assert f" {level}" in need and "would need" in need
                seen += 1
            bid_on(game, random)
    assert seen > 10


def test_the_alt_text_of_a_long_auction_keeps_what_is_needed() -> None:
    game = table(WALLOON, f"{pair_auction(13)[: -len('; W pass; S pass')]}")
    hand, seen = alt_text(WORDS, hand_picture(game.view(3))), alt_text(WORDS, table_picture(game))
    for cut in (hand, seen):
        assert len(cut) <= ALT_LONGEST
        assert "Nora and Emil stand with 13 together: spades; Sara and Wim would need" in cut
        assert "Round 6: Emil 13 together spades (stands)." in cut
    assert "Your cards: " in hand


def test_who_is_to_bid_is_told() -> None:
    game = table()
    assert hand_picture(game.view(0)).caption == "Your turn to bid"
    assert hand_picture(game.view(1)).caption == "Nora is to bid"
    assert table_picture(game).title == "The auction"
    assert table_picture(game).trump_word == ""


def test_when_it_is_settled_the_table_says_what_is_played_and_by_whom() -> None:
    game = table(WALLOON, "N propose S; E accept S; S pass; W pass")
    assert table_picture(game).title == "8 together: spades"
    assert [plate.bidder for plate in table_picture(game).plates] == [True, True, False, False]
