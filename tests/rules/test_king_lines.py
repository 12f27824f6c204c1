"""The sentences about a deal mean what the engine does."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from bot.engine.cards import CARD_OF_NAME, HEARTS, RANK_OF, SUIT_OF, Card, members
from bot.engine.game import AWAITS_DECK, OVER, View
from bot.engine.king.contracts import PerCard, PerNthTrick, PerTrick
from bot.engine.king.course import contract_of
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game
from bot.rules.book import example_seats
from bot.rules.king.pages import rule_lines
from bot.words.catalogue import words_for
from tests.telling.view_models import model

WORDS = words_for("en")
SEATS = example_seats(WORDS, 5)
NEGATIVE = [
    {"heart-lead": lead, "forced-penalty": forced, "hearts-led-free": free, "sole-card": sole}
    for lead, forced, free, sole in product(
        ("free", "only-hearts"), ("none", "discard", "always"), ("no", "yes"), ("KH", "QS")
    )
]
TRUMP = [
    {"beat-trump-lead": beat, "must-trump": trump, "must-overtrump": over, "undertrump": under}
    for beat, trump, over, under in product(
        ("no", "yes"), ("no", "yes"), ("no", "yes"), ("any", "must", "forbidden")
    )
]
CHOICES = ("last-card", "dealer", "offers")
STOPS = ("never", "king-of-hearts", "decided")
OPTIONS = [
    {**negative, **trump, "trump-choice": CHOICES[number % 3], "early-stop": STOPS[number // 3 % 3]}
    for number, (negative, trump) in enumerate(zip(NEGATIVE, TRUMP, strict=True))
]


def played(players: int, options: dict[str, str], seed: int) -> Iterator[Game]:
    """A whole game at random, stopping before every act of a seat."""
    random = Random(seed)
    game = new_game(make_rules("kingen", players, options), 0)
    while game.turn != OVER:
        if game.turn == AWAITS_DECK:
            game.deal(random.sample(members(game.pack), game.pack.bit_count()))
            continue
        yield game
        game.apply(random.choice(members(game.legal())))


def penalties(view: View) -> list[Card]:
    """The penalty cards of a deal, as its first sentence names them."""
    match view.contract:
        case "hearts":
            return [card for card in range(52) if SUIT_OF[card] == HEARTS]
        case "kings-jacks":
            return [card for card in range(52) if RANK_OF[card] in (9, 11)]
        case "queens":
            return [card for card in range(52) if RANK_OF[card] == 10]
        case "king-of-hearts":
            return [CARD_OF_NAME[view.rules["sole-card"]]]
    return []


def meant(lines: list[str], view: View) -> list[Card]:
    """What may be played if the sentences are all the rules there are."""
    hand = list(members(view.hand))
    says = {
        key: WORDS(key) in lines for key in WORDS.keys if key.startswith("rules.") and "{" not in _text(key)
    }
    if not view.trick.cards:
        return [card for card in hand if says["rules.heart-lead"] and SUIT_OF[card] != HEARTS] or hand
    suit, trump = SUIT_OF[view.trick.cards[0]], view.trump
    best_of_suit = max(card for card in view.trick.cards if SUIT_OF[card] == suit)
    trumps_lying = [card for card in view.trick.cards if SUIT_OF[card] == trump]
    following = [card for card in hand if SUIT_OF[card] == suit]
    owed = set(penalties(view))
    assert says["rules.follow"]
    if following:
        if suit == trump and says["rules.beat-trump-lead"]:
            return [card for card in following if card > best_of_suit] or following
        if says["rules.forced-penalty.always"] and not (says["rules.hearts-led-free"] and suit == HEARTS):
            return [card for card in following if card in owed and card < best_of_suit] or following
        return following
    if says["rules.free"]:
        return hand
    if says["rules.forced-penalty.discard"] or says["rules.forced-penalty.always"]:
        return [card for card in hand if card in owed] or hand
    assert says["rules.must-trump"]
    trumps = [card for card in hand if SUIT_OF[card] == trump]
    if not trumps:
        return hand
    if trumps_lying and max(trumps) < max(trumps_lying):
        if says["rules.undertrump.must"]:
            return trumps
        return [card for card in hand if says["rules.undertrump.forbidden"] and card not in trumps] or hand
    if trumps_lying and says["rules.must-overtrump"]:
        return [card for card in trumps if card > max(trumps_lying)]
    return trumps


def _text(key: str) -> str:
    try:
        return WORDS(key)
    except KeyError:
        return "{"


@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_the_sentences_allow_just_what_the_engine_allows(number: int) -> None:
    players = (4, 3, 5)[number % 3]
    for game in played(players, OPTIONS[number], number):
        view = game.view(game.turn)
        if view.phase == "play":
            lines = rule_lines(model(WORDS, view, SEATS))
            assert list(members(view.legal)) == meant(lines, view), (lines, view.trick)


@pytest.mark.parametrize("stop", STOPS)
def test_a_deal_ends_early_only_where_a_sentence_says_so(stop: str) -> None:
    said: dict[str, bool] = {}
    ended_early: set[str] = set()
    results = None
    for seed in range(3):
        for game in played(4, {"early-stop": stop}, seed):
            view = game.view(game.turn)
            results = game.results
            said[view.contract] = WORDS("rules.early-stop") in rule_lines(model(WORDS, view, SEATS))
        assert results is not None
        ended_early |= {result.contract for result in results if sum(result.tricks) < 13}
    assert said["king-of-hearts"] == (stop != "never")
    assert said["hearts"] == (stop == "decided")
    assert {contract for contract in ended_early if not said[contract]} == set()
    assert ended_early or stop == "never"


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("king", ["5", "4"])
def test_the_points_in_the_sentences_are_those_that_are_scored(players: int, king: str) -> None:
    options = {"king-of-hearts-points": king} if players == 4 else {}
    seen: set[str] = set()
    for game in played(players, options, 1):
        view = game.view(game.turn)
        contract = contract_of(view)
        if view.contract in seen or contract is None:
            continue
        seen.add(view.contract)
        (score,) = contract.scores
        first = rule_lines(model(WORDS, view, SEATS))[0]
        match score:
            case PerTrick():
                assert f"{abs(score.points)} point." in first and first.startswith(
                    "Take" if score.points > 0 else "Avoid"
                )
            case PerCard():
                unit = "point" if score.points == -1 else "points"
                assert f"{-score.points} {unit}." in first and first.startswith("Avoid")
            case PerNthTrick():
                (number, middle), (last, end) = sorted(score.points.items())
                assert last == len(members(view.rules.pack)) // players
                assert f"the {number}th costs {-middle} points, the last one {-end} points." in first
            case _:
                raise AssertionError(score)
    assert len(seen) == 7


def test_another_sole_card_is_named() -> None:
    for game in played(4, {"sole-card": "QS"}, 2):
        view = game.view(game.turn)
        if view.contract == "king-of-hearts":
            assert "queen of spades" in rule_lines(model(WORDS, view, SEATS))[0]
            return


OPENINGS = {
    "last-card": "The last card of the pack, the dealer's, is turned up: its suit is trumps.",
    "dealer": "The dealer sees 13 cards and chooses: clubs, diamonds, hearts, or spades.",
    "offers": "The dealer accepts or refuses the highest offer.",
}


@pytest.mark.parametrize(
    ("choice", "word"), [("last-card", "turned up"), ("dealer", "The dealer"), ("offers", "once offer")]
)
def test_how_trumps_are_chosen_is_said_while_it_matters(choice: str, word: str) -> None:
    found = {True: 0, False: 0}
    for game in played(4, {"trump-choice": choice}, 3):
        view = game.view(game.turn)
        said = any(word in line for line in rule_lines(model(WORDS, view, SEATS)))
        if view.contract == "trump":
            assert said == (view.phase != "play" or choice == "last-card")
        else:
            assert not said
        found[said] += 1
    assert found[True] and found[False]


def test_between_deals_and_after_the_game_there_is_something_to_say() -> None:
    random = Random(4)
    game = new_game(make_rules("kingen", 4, {}), 0)
    while game.turn != OVER:
        assert rule_lines(model(WORDS, game.view(None), SEATS))
        if game.turn == AWAITS_DECK:
            game.deal(random.sample(members(game.pack), game.pack.bit_count()))
        game.apply(random.choice(members(game.legal())))
    assert rule_lines(model(WORDS, game.view(None), SEATS))
