"""The robot ``easy``: always legal, always the same, fast, and better than chance in every contract."""

from __future__ import annotations

from functools import cache
from math import sqrt
from random import Random
from time import thread_time

import pytest

from bot.engine.cards import ACTION_TEXTS, members, named
from bot.engine.game import AWAITS_DECK, OVER, DealEnded, View
from bot.engine.king.game import KingGame
from bot.engine.king.presets import PRESETS
from bot.robots.king.easy import choose
from tests.engine.helpers import (
    KINGEN_PRESETS,
    NEGATIVES,
    awaiting,
    do,
    holding,
    king,
    late,
    playing,
    plays,
    shuffled,
)


def says(game: KingGame) -> str:
    """What the robot does in the seat to act."""
    return ACTION_TEXTS[choose(game.view(game.turn))]


def random_action(view: View, random: Random) -> int:
    choices = members(view.legal)
    return choices[int(random.random() * len(choices))]


@cache
def margins(preset: str, players: int, choice: str, games: int) -> dict[str, list[float]]:
    """By contract: how many points one robot among random players gained above the mean of the table, each
    deal."""
    found: dict[str, list[float]] = {}
    for seed in range(games):
        random, mine = Random(seed), seed % players
        game = king(
            preset, players, seed // players % players, **({"trump_choice": choice} if choice else {})
        )
        while game.turn != OVER:
            if game.turn == AWAITS_DECK:
                game.deal(shuffled(game, random.randrange(10**9)))
                continue
            view = game.view(game.turn)
            for event in game.apply(choose(view) if game.turn == mine else random_action(view, random)):
                if isinstance(event, DealEnded) and event.result.points:
                    points = event.result.points
                    found.setdefault(event.result.contract, []).append(points[mine] - sum(points) / players)
    return found


def standard_errors(gains: list[float]) -> float:
    """How many standard errors the mean is above 0."""
    mean = sum(gains) / len(gains)
    return mean / sqrt(sum((gain - mean) ** 2 for gain in gains) / len(gains) ** 2)


@pytest.mark.parametrize("contract", [*NEGATIVES, "trump"])
@pytest.mark.parametrize("preset", KINGEN_PRESETS)
def test_better_than_chance_in_every_contract(preset: str, contract: str) -> None:
    gains = margins(preset, 4, "dealer", 200)[contract]
    assert len(gains) >= 200
    assert standard_errors(gains) > 3


@pytest.mark.parametrize("players", [3, 5])
def test_better_than_chance_at_other_tables(players: int) -> None:
    found = margins("kingen-iwwa", players, "dealer", 60)
    assert standard_errors([gain for gains in found.values() for gain in gains]) > 3


def test_better_than_chance_with_offers() -> None:
    assert standard_errors(margins("kingen", 4, "offers", 100)["trump"]) > 3


@pytest.mark.parametrize(
    ("preset", "players", "values"),
    [
        *(
            (preset, players, {"trump_choice": "offers", "early_stop": "decided"})
            for preset in KINGEN_PRESETS
            for players in (3, 4, 5)
        ),
        *((preset.name, players, {}) for preset in PRESETS for players in preset.players),
        ("russian-king-orders", 4, {"sale": "no", "orders_per_player": "4"}),
    ],
)
def test_a_game_of_robots_is_legal_and_always_the_same(
    preset: str, players: int, values: dict[str, str]
) -> None:
    def played() -> list[int]:
        game, actions = king(preset, players, 0, **values), list[int]()
        while game.turn != OVER:
            if game.turn == AWAITS_DECK:
                game.deal(shuffled(game, len(actions)))
                continue
            view = game.view(game.turn)
            actions.append(choose(view))
            assert view.legal >> actions[-1] & 1
            game.apply(actions[-1])
        return actions

    assert played() == played()


@pytest.mark.parametrize("preset", [preset.name for preset in PRESETS])
def test_thinking_is_fast(preset: str) -> None:
    game = king(preset)
    spent: dict[str, list[float]] = {}
    while game.turn != OVER:
        if game.turn == AWAITS_DECK:
            game.deal(shuffled(game, len(game.results)))
            continue
        view = game.view(game.turn)
        start = thread_time()
        action = choose(view)
        spent.setdefault(view.phase, []).append(thread_time() - start)
        game.apply(action)
    for phase, times in spent.items():
        assert sorted(times)[len(times) // 2] < 0.001, phase


# Rules of thumb


@pytest.mark.parametrize(
    ("contract", "trump", "table", "hand", "expected"),
    [
        ("tricks", "", "9C", "8C 2C AC", "8C"),  # duck as high as possible
        ("tricks", "", "2C 4C 5C", "6C KC", "KC"),  # it must be taken: with the highest
        ("hearts", "", "4C 2C 3C", "AC 5C 9C", "AC"),  # worthless and ours: unload
        ("hearts", "", "4C", "2H AH 3D", "AH"),  # void: throw the highest heart
        ("queens", "", "KS", "QS 4S", "QS"),  # a queen goes under the king
        ("queens", "", "4C", "QD 2H", "QD"),
        ("kings-jacks", "", "AD", "KD JD 2D", "KD"),
        ("king-of-hearts", "", "AH", "KH 2H", "KH"),
        ("king-of-hearts", "", "4C", "KH AS", "KH"),
        ("trump", "S", "9C JC QC", "2C KC AC", "KC"),  # last: win as cheaply as possible
        ("trump", "S", "9C JC AC", "2C KC", "2C"),  # it is lost: keep the king
        ("trump", "S", "9C JC AC", "3S 9S 2H", "3S"),  # trump low
    ],
)
def test_rules_of_thumb(contract: str, trump: str, table: str, hand: str, expected: str) -> None:
    hands = ["2D 3D 4D"] * 4
    on_table = table.split()
    for step, card in enumerate(on_table):
        hands[(1 + step) % 4] = f"{card} 2D 3D"
    hands[(1 + len(on_table)) % 4] = hand
    game = late(contract, tuple(hands), trump=trump)
    plays(game, table)
    assert says(game) == f"play {expected}"


def test_an_ace_is_led_in_a_trump_deal_and_a_low_card_in_tricks() -> None:
    hands = ("2D 3D", "AC 2C", "4D 5D", "6D 7D")
    assert says(late("trump", hands, trump="S")) == "play AC"
    assert says(late("tricks", hands)) == "play 2C"


NEGATIVE_OF = {
    "dubbelkingen": NEGATIVES,
    "denexa-king": ("tricks", "hearts", "queens", "kings-jacks", "king-of-hearts", "last-two"),
}


@pytest.mark.parametrize("preset", ["dubbelkingen", "denexa-king"])
def test_better_than_chance_in_other_games(preset: str) -> None:
    found = margins(preset, 4, "", 60)
    for contract in NEGATIVE_OF[preset]:
        assert standard_errors(found[contract]) > 1.5, contract
    for contract in ("trump", "trump-down") if preset == "denexa-king" else ("trump",):
        assert standard_errors(found[contract]) > 3, contract
    assert standard_errors([gain for gains in found.values() for gain in gains]) > 8


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("preset", ["russian-king", "russian-king-orders"])
def test_better_than_chance_in_russian_games(preset: str, players: int) -> None:
    found = margins(preset, players, "", 100)
    assert standard_errors([gain for gains in found.values() for gain in gains]) > 5
    if preset == "russian-king-orders":
        for contract in ("trump", "no-trump", "misere"):
            assert standard_errors(found[contract]) > 2, contract


@pytest.mark.parametrize(
    ("preset", "games"), [("dubbelkingen", 40), ("denexa-king", 120), ("russian-king-orders", 40)]
)
def test_choices_are_better_than_chance(preset: str, games: int) -> None:
    """The robots' play of the cards is the same; only one of them chooses by its hand."""
    gains: list[float] = []
    for seed in range(games):
        random, mine = Random(seed), seed % 4
        game = king(preset, 4, seed // 4 % 4)
        if preset != "dubbelkingen":
            game.next_deal = (7 if preset == "russian-king-orders" else 6, game.next_deal[1])
        while game.turn != OVER:
            if game.turn == AWAITS_DECK:
                game.deal(shuffled(game, random.randrange(10**9)))
                continue
            view = game.view(game.turn)
            by_hand = view.phase == "play" or game.turn == mine
            game.apply(choose(view) if by_hand else random_action(view, random))
        gains.append(game.points[mine] - sum(game.points) / 4)
    assert standard_errors(gains) > 2


def test_what_the_dealer_names_in_double_king() -> None:
    game = king("dubbelkingen")
    game.deal(shuffled(game, 1))
    game.hands[0] = named(LONG)
    assert says(game) == "trump S"
    game.hands[0] = named("2C 3C 4C 5C 2D 3D 4D 2H 3H 4H 2S 3S 4S")
    assert says(game).startswith("contract ")


def denexa(hand: str, *said: str) -> KingGame:
    """A positive deal of Denexa that seat 0 deals, in which this has been said, whoever is to act holding
    this hand."""
    game = king("denexa-king", dealer=0)
    game.next_deal = (6, 0)
    game.deal(shuffled(game, 1))
    for text in said:
        do(game, text)
    game.hands[game.turn] = named(hand)
    return game


LOWEST = "2C 3C 4C 5C 2D 3D 4D 2H 3H 4H 2S 3S 4S"


def test_trumps_and_direction_in_denexa() -> None:
    assert says(denexa(LONG)) == "trump S"
    assert says(denexa(LONG, "trump S")) == "direction up"
    assert says(denexa(LOWEST, "trump S")) == "direction down"
    assert says(denexa(LOWEST, "auction", "bid 13", "pass", "pass", "trump C")) == "direction up"


def test_bids_in_denexa() -> None:
    assert says(denexa(LONG, "auction")) == "bid 1"
    assert says(denexa(LONG, "auction", "bid 12")) == "pass"
    assert says(denexa(FLAT, "auction")) == "pass"


def orders(cards: str, *said: str) -> KingGame:
    """A trump order that seat 0 deals, in which this has been said, whoever is to act holding these three
    cards."""
    game = king("russian-king-orders", dealer=0)
    game.next_deal = (7, 0)
    game.deal(shuffled(game, 1))
    for text in said:
        do(game, text)
    game.hands[game.turn] = named(cards)
    return game


def test_orders_on_three_cards() -> None:
    assert says(orders("AS KS QS")) == "trump S"
    assert says(orders("7S 7H 7D")) == "trump misere"
    assert says(orders("9S JH TD")) == "sell"
    assert says(orders("AS KS QS", "sell")) == "offer 1"
    assert says(orders("9S JH TD", "sell")) == "pass"
    assert says(orders("9S JH TD", "sell", "offer 1", "pass", "pass")) == "accept"
    assert says(orders("AS KS QS", "sell", "offer 1", "pass", "pass")) == "refuse"


def test_a_misere_is_won_with_low_cards() -> None:
    game = holding(orders_played("trump misere"), ("8D 9D", "TS 7C", "7S KS", "9C TC"))
    assert says(game) == "play 7C", "nothing beats it"
    plays(game, "TS")
    assert says(game) == "play 7S"


def orders_played(text: str) -> KingGame:
    game = orders("7S 7H 7D")
    do(game, text)
    return game


def choosing(hands: tuple[str, ...], phase: str) -> KingGame:
    game = awaiting("trump", trump_choice="offers")
    game.deal(shuffled(game, 1))
    while game.view(None).phase != phase:
        do(game, "offer 1" if phase == "answer" and not game.said else "pass")
    game.hands = [named(hand) for hand in hands]
    return game


LONG = "AS KS QS JS TS 9S 8S 7S AD 2D 3H 4H 5C"
FLAT = "2C 3C 4C 5D 6D 7D 2H 3H 4H 5S 6S 7S 8C"


def test_trumps_are_the_longest_and_strongest_suit() -> None:
    assert says(choosing((LONG,) * 4, "trump")) == "trump S"


def test_a_hand_with_strong_trumps_is_offered_for_and_a_flat_one_is_not() -> None:
    assert says(choosing((LONG,) * 4, "offers")) == "offer 1"
    assert says(choosing((FLAT,) * 4, "offers")) == "pass"


def test_the_dealer_sells_what_is_worth_less_than_the_offer() -> None:
    assert says(choosing((FLAT,) * 4, "answer")) == "accept"
    assert says(choosing((LONG,) * 4, "answer")) == "refuse"


def test_it_sees_its_view_only() -> None:
    game = playing("hearts")
    seat = game.turn
    before = choose(game.view(seat))
    others = [place for place in range(4) if place != seat]
    game.hands[others[0]], game.hands[others[1]] = game.hands[others[1]], game.hands[others[0]]
    assert choose(game.view(seat)) == before
