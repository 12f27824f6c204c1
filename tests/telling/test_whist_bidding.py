"""The bidding panel of Colour Whist: just the legal bids, in groups; the auction so far and what stands."""

from __future__ import annotations

from random import Random

import pytest
from discord import ui

from bot.discordkit.panel import GREY
from bot.engine.cards import ACTION_TEXTS, members, texts_of
from bot.engine.play import Game
from bot.engine.whist.contracts import TOGETHER, WhistContract
from bot.engine.whist.game import whist_detail
from bot.engine.whist.presets import whist_preset
from bot.pictures.values import AuctionCell, AuctionTable
from bot.telling.alt import alt_text
from bot.telling.games.whist_bidding import points
from bot.telling.phrases import ALT_LONGEST
from bot.words.catalogue import in_text
from tests.engine.helpers import do
from tests.engine.whist import BOTH, FLEMISH, TROEL_HANDS, WALLOON, pair_auction, table, whist
from tests.telling.view_models import model
from tests.telling.whist import (
    SEATS,
    WORDS,
    hand_panel,
    hand_picture,
    items,
    offered,
    table_panel,
    table_picture,
    texts,
)

MOST_COMPONENTS = 40  # https://discord.com/developers/docs/components/reference


def auction_of(text: str, preset: str = WALLOON) -> AuctionTable:
    found = table_picture(table(preset, text)).auction
    assert found is not None
    return found


# What may be said


PICK = "Choose …"


def test_eldest_hand_is_offered_every_bid_from_the_lowest_and_to_wait_and_to_pass() -> None:
    """C17, of each contract hearts first (C1); the order is the same whatever is held."""
    order = [
        *(f"propose {suit}" for suit in "HDCS"), "misere small", "piccolo",
        *(f"abondance {suit} 9" for suit in "HDCS"), "misere grand", "misere open",
        *(f"slam {size} {suit}" for size in ("small", "grand") for suit in ("none", *"HDCS")),
    ]  # fmt: skip
    for hands in (None, TROEL_HANDS):
        game = table() if hands is None else table(WALLOON, "", hands=hands)
        if hands is None:
            assert offered(hand_panel(game, 0)) == {PICK: order, "": ["wait", "pass"]}
    random = Random(1)
    for _ in range(20):
        game = whist(WALLOON)
        game.deal(random.sample(members(game.pack), 52))
        if game.turn == 0 and whist_detail(game.view(0)).auction.troel is None:
            assert offered(hand_panel(game, 0)) == {PICK: order, "": ["wait", "pass"]}


def test_proposals_are_accepted_at_their_levels_beside_whatever_else_may_be_bid() -> None:
    game = table(WALLOON, "N propose H; E propose S")
    panel = hand_panel(game, 2)
    assert offered(panel)[""] == ["accept H", "accept S", "pass"]
    assert offered(panel)[PICK][:2] == ["propose D", "propose C"]
    buttons = [item for item in items(panel) if isinstance(item, ui.Button)]
    assert [one.label for one in buttons[:2]] == ["♥\ufe0e Accept: 8", "♠\ufe0e Accept: 8"]


def test_an_overcalled_pair_goes_on_in_its_own_suit() -> None:
    game = table(WALLOON, "N propose D; E propose S; S accept D; W accept S")
    panel = hand_panel(game, 2)
    assert offered(panel)[""] == ["raise 9", "pass"]
    button = next(item for item in items(panel) if isinstance(item, ui.Button))
    assert button.label == "♦\ufe0e 9 together"


def test_suits_are_legible_and_every_button_is_grey() -> None:
    shown = items(hand_panel(table(WALLOON, "N propose H; E propose S; S propose C"), 3))
    styles = {
        str(item.custom_id).split(":")[4]: item.style
        for item in shown
        if isinstance(item, ui.Button) and str(item.custom_id).startswith("hh:act:")
    }
    assert styles == dict.fromkeys(("accept H", "accept C", "accept S", "pass"), GREY)
    select = next(item for item in shown if isinstance(item, ui.Select))
    labels = [one.label for one in select.options]
    assert [one for one in labels if "Abondance" in one] == [f"{sign}\ufe0e Abondance 9" for sign in "♥♦♣♠"]


def abouts(preset: str, text: str, seat: int) -> dict[str, str]:
    """What is said of each bid in the select, by its action."""
    selects = [one for one in items(hand_panel(table(preset, text), seat)) if isinstance(one, ui.Select)]
    return {option.value: option.description or "" for one in selects for option in one.options}


def test_each_bid_of_many_says_what_it_asks_and_what_its_bidder_gets_or_pays() -> None:
    """The payments of C23 and C24, all of them together."""
    walloon = abouts(WALLOON, "", 0)
    assert walloon["propose H"] == "8 tricks together · +8; one short −11"
    assert walloon["abondance H 9"] == "9 tricks · ±30"
    assert walloon["misere small"] == "no tricks · ±18"
    assert walloon["piccolo"] == "exactly 1 trick · ±24"
    assert walloon["misere open"] == "no tricks, your cards face up · ±72"
    assert walloon["slam grand none"] == "13 tricks · ±180"
    flemish = abouts(FLEMISH, "", 0)
    assert flemish["abondance H 9"] == "9 tricks · ±9" and flemish["slam grand H"] == "13 tricks · ±60"


@pytest.mark.parametrize("preset", BOTH)
def test_what_a_bid_is_said_to_pay_is_what_the_deal_then_pays(preset: str) -> None:
    """Each bid that can be made is settled by the engine, just made and missed by one trick."""
    random, tried = Random(3), set[str]()
    for _ in range(60):
        game = whist(preset)
        game.deal(random.sample(members(game.pack), 52))
        while game.phase == "bidding":
            seen = model(WORDS, game.view(game.turn), SEATS)
            bids = whist_detail(seen.view).auction.bids(game.turn)
            tariff, again = whist_preset(game.rules).tariff, whist_detail(seen.view).after_thrown_in
            for bid in bids.values():
                price = tariff.prices[bid.name]
                payers = 1 if bid.kind in TOGETHER else 3
                times = (1 + again) if tariff.multiplies else 1
                everything = (
                    tariff.multiplies
                    and bid.kind in (WhistContract.PAIR, WhistContract.SOLO)
                    and bid.level == 13
                )
                assert points(seen, bid, made=True) == price.won[0] * payers * (times + everything)
                assert points(seen, bid, made=False) == -(price.lost + price.undertrick) * payers * times
                tried.add(bid.name)
            bid_on(game, random)
    assert {"pair-8", "grand-misere", "abondance-9", "grand-slam"} <= tried


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
            assert len(groups.get("", ())) <= 5 and groups.keys() <= {"", PICK}, number
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
    assert auction.standing == "Highest bid: Small misère (Nora and Emil)"
    cancelled = auction_of("N misere small; E misere small; S pass; W piccolo")
    assert [cell.standing for cell in cancelled.rows[0]] == [False, False, False, True]


def test_troel_is_announced_first() -> None:
    game = table(WALLOON, "E pass", hands=TROEL_HANDS)
    auction = table_picture(game).auction
    assert auction is not None
    assert auction.rows[0][0] == AuctionCell("troel", standing=True)
    assert auction.rows[0][1] == AuctionCell("pass", out=True)
    assert auction.standing == "Highest bid: Troel (Nora)"


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
        ("", "No bids yet"),
        ("N propose D", "Nora proposes diamonds (8 together)"),
        (
            "N propose D; E propose S; S accept D; W accept S",
            "Highest bid: 9 together: spades (Emil and Wim); Nora and Sara would need 9 together: diamonds",
        ),
        (
            "N abondance S 9; E abondance H 9",
            "Highest bid: Abondance 9: hearts (Emil); Nora would need Abondance 10: spades",
        ),
        (
            "N propose S; E accept S; S misere open",
            "Highest bid: Open misère (Sara); Nora and Emil can't go higher",
        ),
    ],
)
def test_one_line_says_what_stands_and_what_each_side_would_need(said: str, line: str) -> None:
    game = table(WALLOON, said)
    auction = table_picture(game).auction
    assert auction is not None
    assert auction.standing == line
    for panel in (hand_panel(game, game.turn), table_panel(game)):  # the picture says it, and it alone
        assert not any(part in text for part in in_text(line).split("; ") for text in texts(panel))


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
        assert "Highest bid: 13 together: spades (Nora and Emil); Sara and Wim would need" in cut
        assert "Round 6: Emil: 13 together spades (highest)." in cut
    assert "Your cards: " in hand


def test_who_is_to_bid_is_told() -> None:
    game = table()
    assert hand_picture(game.view(0)).caption == "Your turn to bid"
    assert hand_picture(game.view(1)).caption == "Nora to bid"
    assert table_picture(game).title == "The auction"
    assert table_picture(game).trump_word == ""


def test_when_it_is_settled_the_table_says_what_is_played_and_by_whom() -> None:
    game = table(WALLOON, "N propose S; E accept S; S pass; W pass")
    assert table_picture(game).title == "8 together: spades"
    assert [plate.bidder for plate in table_picture(game).plates] == [True, True, False, False]
