"""What ``steady`` makes of its view in Colour Whist: hands that may lie like this, and deals played out."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.engine.cards import CLUBS, DOUBLE, HEARTS, PASS, SUIT_MASKS, Action, members, named
from bot.engine.game import AWAITS_DECK, DealEnded
from bot.engine.play import Game
from bot.engine.whist.game import ACES, whist_detail
from bot.robots.whist import easy
from bot.robots.whist.easy import TOGETHER, counted
from bot.robots.whist.knowledge import WhistKnowledge
from bot.robots.whist.playout import opening, position, terms_of, tricks
from bot.robots.whist.steady import ready
from tests.engine.helpers import do, holding, shuffled
from tests.engine.whist import BOTH, FLEMISH, WALLOON, table, whist


def any_action(game: Game, random: Random) -> Action:
    """What ``easy`` says or, now and then in the auction and always in the play, anything."""
    if game.phase == "play" or random.random() < 0.1:
        return random.choice(members(game.legal()))
    return easy.choose(game.view(game.turn))


def played_in_part(preset: str, seed: int) -> Game:
    """A deal begun, cards being played at random."""
    random = Random(seed)
    game = whist(preset)
    game.deal(shuffled(game, seed))
    for _ in range(random.randrange(60)):
        before = game.copy()
        game.apply(any_action(game, random))
        if game.turn == AWAITS_DECK:
            return before
    return game


@pytest.mark.parametrize("preset", BOTH)
def test_worlds_agree_with_all_that_is_known(preset: str) -> None:
    phases: set[str] = set()
    for seed in range(150):
        game = played_in_part(preset, seed)
        view = game.view(game.turn)
        knowledge = WhistKnowledge(view)
        phases.add(view.phase)
        for seat, hand in enumerate(game.hands):
            assert seat == view.seat or not hand & knowledge.closed[seat]
        for world in knowledge.worlds(3):
            assert [hand.bit_count() for hand in world] == list(view.hand_sizes)
            assert not sum(world) & ~(knowledge.unseen | view.hand)
            assert world[game.turn] == view.hand
            for seat, hand in enumerate(world):
                assert seat == view.seat or not hand & knowledge.closed[seat]
            for seat, card in view.shown:
                assert world[seat] >> card & 1
    assert {"bidding", "play"} <= phases


def test_the_worlds_of_a_view_are_always_the_same() -> None:
    view = table(WALLOON, "N propose H; E propose S").view(2)
    assert WhistKnowledge(view).worlds(7) == WhistKnowledge(view).worlds(7)


def test_what_was_said_makes_hands_likelier() -> None:
    def hearts(text: str) -> float:
        game = table(WALLOON, text)
        worlds = WhistKnowledge(game.view(game.turn)).worlds(20)
        return sum(counted(hands[0])[TOGETHER[HEARTS]] for hands in worlds) / len(worlds)

    assert hearts("N propose H") > hearts("N pass") + 1.5


TROEL = {0: "AC AD AH 2C 3C 2D 3D 2H 3H 2S 3S 4S 5S", 2: "AS KC QC JC TC 9C 8C 6D 5D 6H 5H 7S 6S"}
FOUR_ACES = {0: "AC AD AH AS 3C 2D 3D 2H 3H 2S 3S 4S 5S", 2: "KH KC QC JC TC 9C 8C 6D 5D 6H 5H 7S 6S"}


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_C2_a_troel_bidder_has_three_aces_and_nobody_knows_who_has_the_fourth(seat: int) -> None:
    game = table(WALLOON, hands=TROEL)
    worlds = WhistKnowledge(game.view(seat)).worlds(30)
    holders = {next(at for at in (1, 2, 3) if hands[at] & ACES) for hands in worlds}
    assert all((hands[0] & ACES).bit_count() == 3 for hands in worlds)
    assert holders == ({2} if seat == 2 else {1, 2, 3} - {seat})


@pytest.mark.parametrize("seat", [0, 1, 3])
def test_C2_the_card_called_is_not_the_bidders(seat: int) -> None:
    game = table(WALLOON, hands=FOUR_ACES)
    for hands in WhistKnowledge(game.view(seat)).worlds(20):
        assert hands[0] & ACES == ACES
        assert not hands[0] & named("KH")
        assert (hands[1] | hands[2] | hands[3]) & named("KH")


def test_C20_cards_laid_aside_by_others_are_in_no_hand() -> None:
    game = table(WALLOON, "N misere small; E pass; S pass; W pass")
    for _ in range(4):
        game.apply(members(game.legal())[0])
    for seat in range(4):
        view = game.view(seat)
        own = whist_detail(view).own_discard
        assert own is not None
        for hands in WhistKnowledge(view).worlds(4):
            assert not sum(hands) >> own & 1
            assert sum(hands).bit_count() == 48


@pytest.mark.parametrize("preset", BOTH)
def test_a_playout_pays_as_the_game_does(preset: str) -> None:
    """With one card left in each hand nothing is chosen: the playout must find what the game finds."""
    contracts: set[str] = set()
    for seed in range(150):
        random = Random(seed)
        game = whist(preset)
        game.deal(shuffled(game, seed))
        found: tuple[int, ...] = ()
        while game.turn >= 0:
            view = game.view(game.turn)
            if view.phase == "play" and sum(view.hand_sizes) == 4:
                found = terms_of(view).points(tricks(terms_of(view).aims, game.hands, position(view)))
                contracts.add(view.contract)
            for event in game.apply(any_action(game, random)):
                if isinstance(event, DealEnded) and event.result.points is not None:
                    assert event.result.points == found
    assert len(contracts) > 5


def test_C25_a_double_counts_in_what_is_expected() -> None:
    game = table(FLEMISH, "N propose H; E pass; S accept H; W pass")
    detail = whist_detail(game.view(1))
    assert detail.bid is not None
    played = ready(game.view(1), detail.bid, detail.bidders, list(game.hands))
    taken = tricks(played.terms.aims, played.hands, opening(played.leader))
    doubled = replace(played.terms, doubled=True).points(taken)
    assert [2 * points for points in played.points()] == list(doubled)
    assert game.legal() == 1 << PASS | 1 << DOUBLE


@pytest.mark.parametrize("four_aces", ["king", "no"])
def test_C02_who_announced_no_troel_was_not_dealt_a_third_ace(four_aces: str) -> None:
    game = table(WALLOON, "N propose H; E pass; S accept H; W pass", troel_four_aces=four_aces)
    holding(game, ("2C 2D 2H", "AC AD 3S", "4C 4D AH", "5C 5D AS"), leader=0)
    for card in ("2C", "AC", "4C", "5C", "AD", "4D", "5D", "2D"):
        do(game, f"play {card}")
    knowledge = WhistKnowledge(game.view(0))
    aces = [closed & ACES for closed in knowledge.closed]
    assert aces == [0, ACES if four_aces == "king" else 0, 0, 0]


def test_a_suit_not_followed_is_not_held() -> None:
    game = table(WALLOON, "N propose H; E pass; S accept H; W pass")
    holding(game, ("2C", "2D 3D", "4C", "5C"), leader=0)
    assert WhistKnowledge(game.view(0)).closed == [0, 0, 0, 0]
    for card in ("play 2C", "play 2D"):
        do(game, card)
    assert WhistKnowledge(game.view(2)).closed == [0, SUIT_MASKS[CLUBS], 0, 0]
