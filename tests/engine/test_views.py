"""What a view says at each stage of a game."""

from __future__ import annotations

from random import Random

from bot.engine.cards import CARD_OF_NAME
from bot.engine.game import Trick
from tests.engine.helpers import awaiting, do, finish, king, late, plays, shuffled


def test_before_the_first_deck() -> None:
    view = king(dealer=2).view(0)
    assert (view.phase, view.turn, view.deal, view.deals, view.dealer) == ("deck", -1, 0, 10, 2)
    assert (view.contract, view.trump, view.hand, view.legal, view.results) == ("tricks", None, 0, 0, ())
    assert view.hand_sizes == (0, 0, 0, 0) and view.trick == Trick(3, (), None) and view.players == 4


def test_while_playing() -> None:
    game = late("kings-jacks", ("KD 2C", "JD 3C", "4D 4C", "KS 5C"), leader=0)
    plays(game, "KD JD")
    view = game.view(2)
    assert (view.phase, view.turn, view.contract) == ("play", 2, "kings-jacks")
    assert view.trick == Trick(0, (CARD_OF_NAME["KD"], CARD_OF_NAME["JD"]), 0)
    assert view.hand_sizes == (1, 1, 2, 2) and view.tricks == ()
    plays(game, "4D KS")
    view = game.view(2)
    assert view.trick == Trick(0, (), None)
    assert view.tricks_taken == (1, 0, 0, 0) and view.deal_points == (-3, 0, 0, 0)
    assert len(view.tricks) == 1 and view.tricks[0].winner == 0


def test_after_a_deal_the_view_still_shows_it() -> None:
    game = awaiting("king-of-hearts", early_stop="king-of-hearts")
    game.deal(shuffled(game, 11))
    dealer = game.dealer
    finish(game, Random(1))
    view = game.view(1)
    assert (view.phase, view.deal, view.dealer, view.contract) == ("deck", 4, dealer, "king-of-hearts")
    assert view.hand and view.hand == game.hands[1], "cards left after an early stop"
    assert view.results[-1].points == view.deal_points and sum(view.deal_points) == -5
    assert sum(view.tricks_taken) == len(view.tricks) < 13
    game.deal(shuffled(game, 1))
    view = game.view(1)
    assert (view.deal, view.dealer, view.contract, view.tricks) == (5, (dealer + 1) % 4, "seventh-last", ())


def test_a_trump_deal_is_known_as_one_before_its_trump_is() -> None:
    game = awaiting("trump", trump_choice="offers")
    game.deal(shuffled(game, 1))
    assert (game.view(0).contract, game.view(0).trump, game.view(0).phase) == ("trump", None, "offers")
    for text in ("offer 1", "pass", "pass"):
        do(game, text)
    assert game.view(0).phase == "answer"


def test_a_sold_deal_shows_tricks_as_taken_and_points_as_sold() -> None:
    game = awaiting("trump", trump_choice="offers")
    game.deal(shuffled(game, 1))
    buyer, dealer = game.turn, game.dealer
    for text in ("offer 3", "pass", "pass", "accept", "trump C"):
        do(game, text)
    finish(game)
    result = game.view(None).results[-1]
    assert result.points is not None and result.tricks == game.view(None).tricks_taken
    assert result.points[buyer] == result.tricks[buyer] - 3
    assert result.points[dealer] == result.tricks[dealer] + 3
    assert game.view(None).deal_points == result.tricks, "what the tricks scored, before the sale"
    assert game.view(None).points[buyer] == sum(r.points[buyer] for r in game.results if r.points)
