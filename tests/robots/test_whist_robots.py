"""Both robots in Colour Whist: legal and always alike under all options, from their view alone, and with the
common sense that the rule of thumb of docs/robots/easy.md asks of them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import thread_time

import pytest

from bot.engine.cards import ACTION_TEXTS, CARD_NAMES, PROPOSE, SUITS, members, named
from bot.engine.game import AWAITS_DECK, OVER
from bot.engine.play import Game
from bot.robots.registry import Robot, robot_of
from bot.robots.whist import easy, steady
from bot.robots.whist.easy import hopeless
from tests.bench.bench_robots import duel
from tests.engine.helpers import do, holding, shuffled
from tests.engine.whist import BOTH, FLEMISH, WALLOON, say, table, whist

STRONG = "AH KH QH 6H 3H AS KS 4S 7C 6C 5C 3D 2D"
FLAT = "JH 6H 3H TS 8S 4S 9C 6C 5C 2C 9D 7D 3D"
HELPS_HEARTS = "JH TH 9H AC KC 4C AD 3D 2D 7S 6S 5S 2S"
LOW = "2C 3C 5C 7C 2D 4D 5D 2H 3H 6H 2S 4S 5S"
ROBOT = pytest.mark.parametrize("robot", [easy.choose, steady.choose], ids=["easy", "steady"])
OPTIONS = [
    {},
    {"troel_four_aces": "king", "repeat_proposals": "1"},
    {"troel_four_aces": "no", "repeat_proposals": "3", "passe_parole": "no"},
]
OPTIONS_OF = {
    WALLOON: [*OPTIONS, {"small_misere": "no", "piccolo": "no"}],
    FLEMISH: [*OPTIONS, {"solo_minimum": "6", "doubles": "no"}],
}


def asked(robot: Robot, game: Game, hand: str = "") -> str:
    """What a robot does in the seat to act, holding this hand."""
    if hand:
        game.hands[game.turn] = named(hand)
    return ACTION_TEXTS[robot(game.view(game.turn))]


def positions(preset: str, seed: int, **values: str) -> Iterator[Game]:
    """Every position of four deals played in part at random."""
    random = Random(seed)
    game = whist(preset, deals="4", **values)
    while game.turn != OVER:
        if game.turn == AWAITS_DECK:
            game.deal(shuffled(game, random.randrange(10**9)))
            continue
        yield game
        legal = members(game.legal())
        at_random = random.random() < (0.5 if game.phase == "play" else 0.1)
        game.apply(random.choice(legal) if at_random else easy.choose(game.view(game.turn)))


@pytest.mark.parametrize(
    ("preset", "values"), [(preset, values) for preset in BOTH for values in OPTIONS_OF[preset]]
)
def test_it_is_legal_and_always_alike_in_every_phase(preset: str, values: dict[str, str]) -> None:
    phases: set[str] = set()
    for seed in range(12):
        for at, game in enumerate(positions(preset, seed, **values)):
            view = game.view(game.turn)
            action = easy.choose(view)
            phases.add(view.phase)
            assert view.legal >> action & 1
            assert easy.choose(view) == action
            if at % 40 == seed or (view.phase not in ("bidding", "play") and at % 3 == 0):
                action = steady.choose(view)
                assert view.legal >> action & 1
                assert steady.choose(view) == action
    assert {"bidding", "trump", "play"} <= phases
    assert ("double" in phases) is (preset == FLEMISH and values.get("doubles") != "no")
    assert ("discard" in phases) is (preset == WALLOON and "small_misere" not in values)


@pytest.mark.parametrize("preset", BOTH)
def test_it_sees_its_view_only(preset: str) -> None:
    for at, game in enumerate(positions(preset, 7)):
        seat = game.turn
        one, other = (place for place in range(4) if place not in (seat, (seat + at % 3 + 1) % 4))
        if game.hands[one].bit_count() != game.hands[other].bit_count():
            continue
        robot = steady.choose if at % 25 == 0 else easy.choose
        before = robot(game.view(seat))
        game.hands[one], game.hands[other] = game.hands[other], game.hands[one]
        assert robot(game.view(seat)) == before
        game.hands[one], game.hands[other] = game.hands[other], game.hands[one]


@pytest.mark.parametrize("preset", BOTH)
def test_four_of_a_kind_play_a_game(preset: str) -> None:
    for robot, deals in (("easy", "16"), ("steady", "4")):
        game = whist(preset, deals=deals)
        while game.turn != OVER:
            if game.turn == AWAITS_DECK:
                game.deal(shuffled(game, len(game.results)))
            else:
                game.apply(robot_of(game.rules, robot)(game.view(game.turn)))
        thrown_in = sum(result.points is None for result in game.results)
        assert thrown_in < len(game.results) / 3


@pytest.mark.parametrize("preset", BOTH)
def test_thinking_takes_a_few_tens_of_milliseconds(preset: str) -> None:
    spent: list[float] = []
    for at, game in enumerate(positions(preset, 3)):
        view = game.view(game.turn)
        if at % 10 == 0 and view.legal & (view.legal - 1):
            start = thread_time()
            steady.choose(view)
            spent.append(thread_time() - start)
    assert len(spent) > 10
    assert sum(spent) / len(spent) < 0.05


def test_steady_beats_easy() -> None:
    """The bench plays enough deals of both presets to tell by three standard errors."""
    assert duel(WALLOON, 4, 40).standard_errors > 2


# Bidding


@ROBOT
@pytest.mark.parametrize("preset", BOTH)
def test_it_never_proposes_with_a_hopeless_hand(robot: Robot, preset: str) -> None:
    proposed = 0
    for seed in range(100 if robot is easy.choose else 12):
        game = whist(preset)
        game.deal(shuffled(game, seed))
        while game.phase == "bidding" and len(game.said) < 5:
            action = robot(game.view(game.turn))
            if action in PROPOSE:
                proposed += 1
                assert not hopeless(game.hands[game.turn], SUITS[PROPOSE.index(action)])
            game.apply(action)
    assert proposed > 5


@ROBOT
@pytest.mark.parametrize("preset", BOTH)
def test_it_proposes_with_a_strong_hand_and_passes_with_a_hopeless_one(robot: Robot, preset: str) -> None:
    assert asked(robot, table(preset), STRONG) == "propose H"
    assert asked(robot, table(preset, "N wait"), FLAT) == "pass"


@ROBOT
@pytest.mark.parametrize("preset", BOTH)
def test_it_accepts_with_support_and_not_without(robot: Robot, preset: str) -> None:
    assert asked(robot, table(preset, "N propose H"), HELPS_HEARTS) == "accept H"
    useless = "9C 8C 7C 6C 5C 9D 8D 7D 6D 9S 8S 7S 6S"
    assert asked(robot, table(preset, "N propose H; E pass; S pass"), useless) == "pass"


@ROBOT
def test_C5_eldest_hand_that_waited_accepts_what_it_waited_for(robot: Robot) -> None:
    game = table(WALLOON, "N wait; E propose H; S pass; W pass")
    assert asked(robot, game, HELPS_HEARTS) == "accept H"


@ROBOT
@pytest.mark.parametrize("preset", BOTH)
def test_a_harmless_hand_is_played_for_no_trick(robot: Robot, preset: str) -> None:
    assert asked(robot, table(preset), LOW).startswith("misere ")


@ROBOT
def test_a_hand_of_ten_tricks_is_played_alone(robot: Robot) -> None:
    hand = "AS KS QS JS TS 9S 8S 7S AH KH 2D 3C 4C"
    assert asked(robot, table(WALLOON), hand) == "abondance S 9"


OVERCALLED = "N propose D; E propose S; S accept D; W accept S"


@ROBOT
def test_C10_an_acceptor_overcalled_with_a_weak_hand_passes(robot: Robot) -> None:
    assert asked(robot, table(WALLOON, OVERCALLED), "4D 3D 2D QS 9S 8S 7H 6H 5H JC 9C 7C 5C") == "pass"


@ROBOT
def test_C10_an_acceptor_overcalled_with_a_strong_hand_goes_on(robot: Robot) -> None:
    game = table(WALLOON, OVERCALLED)
    assert asked(robot, game, "AD KD QD JD 9D 8D 7D AH KH QH JH 3C 2C") == "raise 9"


def test_C10_easy_leaves_a_high_level_to_its_partner_where_little_is_missing() -> None:
    game = table(WALLOON, f"{OVERCALLED}; S raise 9; W raise 10; S raise 10; W raise 11")
    # It would take eleven tricks; six are the proposer's.
    assert asked(easy.choose, game, "AD KD QD 7D 6D AS KS 2S AH 4H 3H 4C 3C") == "raise 11"
    assert asked(easy.choose, game, "KD 7D 6D 5D AS 4S 3S AH 5H 4H 4C 3C 2C") == "parole"
    assert asked(easy.choose, game, "QD 7D 6D 5D AS 4S 3S JH 5H 4H 4C 3C 2C") == "pass"


@ROBOT
def test_C12_where_nobody_could_accept_a_strong_hand_plays_alone(robot: Robot) -> None:
    game = table(FLEMISH, "N propose D; E pass; S accept D")
    assert asked(robot, game, "AH KH QH JH 9H 8H 2H AS KS 3C 2C 4D 3D").startswith(
        ("solo H ", "abondance H ")
    )


@ROBOT
@pytest.mark.parametrize("preset", BOTH)
def test_C19_a_troel_partner_makes_a_long_and_strong_suit_trumps(robot: Robot, preset: str) -> None:
    hands = {0: "AC AD AH 2C 3C 2D 3D 2H 3H 2S 3S 4S 5S", 2: "AS KC QC JC TC 9C 8C 6D 5D 6H 5H 7S 6S"}
    game = table(preset, "E pass; S pass; W pass", hands=hands)
    while game.phase == "double":
        say(game, f"{'NESW'[game.turn]} pass")
    assert asked(robot, game) == "trump C"


@ROBOT
def test_C25_it_doubles_a_contract_that_it_beats_alone_and_no_other(robot: Robot) -> None:
    game = table(FLEMISH, "N propose H; E pass; S accept H; W pass")
    assert game.phase == "double"
    assert asked(robot, game, "KH QH JH TH 9H AS KS QS AD KD QD 3C 2C") == "double"
    assert asked(robot, game, "4H 3H 2H 9S 8S 7S 9D 8D 7D 6D 5C 4C 3C") == "pass"


@ROBOT
def test_C20_what_is_laid_aside_in_small_misere_is_what_would_take_a_trick(robot: Robot) -> None:
    game = table(WALLOON, "N misere small; E pass; S pass; W pass")
    assert asked(robot, game, "2C 3C 5C 7C 2D 4D 5D 2H 3H 6H 2S 4S KS") == "discard KS"


# Play


def begun(auction: str, played: str, hand: str, preset: str = WALLOON) -> Game:
    """A deal of which the first trick has been begun with these cards; the next player holds this hand, and
    the others what is left over."""
    game = table(preset, auction)
    while game.phase == "double":
        say(game, f"{'NESW'[game.turn]} pass")
    cards = played.split()
    left = [name for name in CARD_NAMES if name not in (*cards, *hand.split())]
    Random(1).shuffle(left)
    hands: list[str] = []
    for place in range(4):
        if place == len(cards):
            hands.append(hand)
        else:
            first = cards[place : place + 1]
            hands.append(" ".join([*first, *(left.pop() for _ in range(13 - len(first)))]))
    holding(game, tuple(hands[(seat - game.turn) % 4] for seat in range(4)), game.turn)
    for card in cards:
        do(game, f"play {card}")
    return game


MISERE_OF_N = "N misere grand; E pass; S pass; W pass"
MISERE_OF_W = "N pass; E pass; S pass; W misere grand"


@ROBOT
@pytest.mark.parametrize("preset", BOTH)
def test_a_defender_stays_under_the_bidder_of_a_misere(robot: Robot, preset: str) -> None:
    hand = "3H KH AS KS QS JS AD KD QD AC KC QC JC"
    game = begun(MISERE_OF_N, "6H 4H 5H", hand, preset)
    assert asked(robot, game) == "play 3H", "the bidder takes the trick"


@ROBOT
def test_a_defender_gets_rid_of_a_high_card_where_the_bidder_is_safe(robot: Robot) -> None:
    hand = "3H KH 2S 3S 4S 5S 2D 3D 4D 2C 3C 4C 5C"
    assert asked(robot, begun(MISERE_OF_N, "6H 9H 8H", hand)) == "play KH"


def test_a_defender_of_a_misere_leads_low() -> None:
    assert asked(easy.choose, begun(MISERE_OF_W, "", "2S AS KS QH JH TH 9D 8D 7D AC KC QC JC")) == "play 2S"


@ROBOT
def test_the_bidder_of_a_misere_plays_as_high_as_is_safe(robot: Robot) -> None:
    hand = "2S 4S 9S QS 2H 3H 4H 2D 3D 4D 2C 3C 4C"
    assert asked(robot, begun(MISERE_OF_W, "3S TS JS", hand)) == "play 9S"


@ROBOT
def test_the_bidder_of_a_misere_throws_what_could_take_a_trick(robot: Robot) -> None:
    hand = "2S 3S 4S 5S 2H 3H 4H 5H 2D 3D 4D 5D JC"
    for led in ("6S", "6H", "6D"):
        cards = f"{led} 7{led[1]} 8{led[1]}"
        void = hand.replace(" ".join(f"{rank}{led[1]}" for rank in "2345"), "2C 3C 4C 5C")
        thrown = asked(robot, begun(MISERE_OF_W, cards, void))
        assert thrown == "play JC"


PAIR_OF_N_AND_S = "N propose H; E pass; S accept H; W pass"


@ROBOT
@pytest.mark.parametrize("preset", BOTH)
def test_no_high_card_is_spent_on_a_trick_that_the_partner_wins(robot: Robot, preset: str) -> None:
    game = begun(PAIR_OF_N_AND_S, "AS 3S", "KS 5S 2S AH KH QH 5H 4H AD 3D 2D 4C 3C", preset)
    assert asked(robot, game) in ("play 2S", "play 5S")


@ROBOT
@pytest.mark.parametrize("preset", BOTH)
def test_the_last_player_wins_from_the_other_side_as_cheaply_as_can_be(robot: Robot, preset: str) -> None:
    game = begun(PAIR_OF_N_AND_S, "TS 3S 4S", "AS QS 2S 4H 3H 2H KD 7D 6D 5D QC 9C 8C", preset)
    assert asked(robot, game) == "play QS"


def test_the_bidders_draw_trumps() -> None:
    hand = "AH KH QH JH 3H AS 4S 3S 6D 5D 4D 3C 2C"
    assert asked(easy.choose, begun(PAIR_OF_N_AND_S, "", hand)) == "play AH"
