"""Rules paragraphs K1 to K13 and the presets of section P."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from bot.engine.cards import ACTION_OF_TEXT, CARD_NAMES, CARD_OF_NAME, named
from bot.engine.errors import RuleViolation
from bot.engine.king.contracts import PerCard, PerNthTrick, PerTrick, ScoreRule
from bot.engine.king.game import KingGame
from bot.engine.registry import make_rules, new_game, preset_named
from tests.engine.helpers import (
    KINGEN_PRESETS,
    NEGATIVES,
    awaiting,
    do,
    ends_of,
    finish,
    king,
    late,
    legal,
    options,
    play_game,
    plays,
    random_deals,
    shuffled,
)


def refusal(game: KingGame, text: str) -> tuple[str, str]:
    """Kind and reason with which an action is refused."""
    with pytest.raises(RuleViolation) as refused:
        do(game, text)
    return refused.value.code, refused.value.reason


def refused_card(game: KingGame, card: str) -> str:
    """The reason why a card is refused."""
    code, reason = refusal(game, f"play {card}")
    assert code == "illegal-action"
    return reason


def contracts(game: KingGame) -> list[str]:
    return [plan.contract for plan in game.course.deals]


@pytest.mark.parametrize(("players", "dealer"), [(3, 0), (4, 1), (4, 3), (5, 2)])
def test_K01_six_negative_deals_then_a_trump_deal_for_each_dealer(players: int, dealer: int) -> None:
    game = king(players=players, dealer=dealer)
    assert contracts(game) == [*NEGATIVES, *["trump"] * players]
    deals, _ = ends_of(play_game(game, 4))
    assert sorted(deal.dealer for deal in deals[6:]) == list(range(players))
    assert all(deal.trump is None for deal in deals[:6]) and all(deal.trump is not None for deal in deals[6:])


NTH = {3: {10: 3, 17: 2}, 4: {7: 2, 13: 3}, 5: {7: 3, 10: 3}}


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("contract", [*NEGATIVES, "trump"])
def test_K01_K05_K06_points_by_hand(players: int, contract: str) -> None:
    """Each deal counted again from its tricks, as on paper."""
    for tricks, result in random_deals(awaiting(contract, players=players), 25):
        points = [0] * players
        for number, (trick,) in enumerate(tricks, start=1):
            names = [CARD_NAMES[card] for card in trick.cards]
            points[trick.winner or 0] += {
                "tricks": -1,
                "hearts": -sum(name[1] == "H" for name in names),
                "kings-jacks": -sum(name[0] in "KJ" for name in names),
                "queens": -sum(name[0] == "Q" for name in names) * (1 if players == 3 else 2),
                "king-of-hearts": -names.count("KH") * (4 if players == 3 else 5),
                "seventh-last": -NTH[players].get(number, 0),
                "trump": 1,
            }[contract]
        assert result.points == tuple(points)


def test_K02_four_points_for_the_king_move_one_to_the_seventh_trick() -> None:
    game = awaiting("seventh-last", king_of_hearts_points="4")
    assert {sum(result.points or ()) for _, result in random_deals(game, 5)} == {-6}


@pytest.mark.parametrize("players", [3, 5])
@pytest.mark.parametrize("value", ["5", "4", "6"])
def test_K02_refused_at_other_tables(players: int, value: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        make_rules("kingen", players, {"king-of-hearts-points": value})
    assert (refused.value.code, refused.value.reason) == ("bad-option", "players-option")
    assert "king-of-hearts-points" not in make_rules("kingen", players, {}).values


def test_K03_another_sole_card() -> None:
    game = awaiting("king-of-hearts", sole_card="QS")
    for tricks, result in random_deals(game, 10):
        taker = next(taken.trick.winner for taken in tricks if CARD_OF_NAME["QS"] in taken.trick.cards)
        assert result.contract == "king-of-hearts"
        assert result.points == tuple(-5 if seat == taker else 0 for seat in range(4))


def test_K03_no_lead_ban_with_another_sole_card() -> None:
    hands = ("2C", "5H 2S", "3C", "4C")
    assert legal(late("king-of-hearts", hands, heart_lead="only-hearts", sole_card="QH")) == {"5H", "2S"}
    assert legal(late("hearts", hands, heart_lead="only-hearts", sole_card="QH")) == {"2S"}


def test_K03_forced_penalty_applies_to_that_card() -> None:
    values: dict[str, Any] = {"sole_card": "QS", "forced_penalty": "always"}
    game = late("king-of-hearts", ("2C", "4C", "QS KH 2H", "3C"), **values)
    plays(game, "4C")
    assert legal(game) == {"QS"}
    game = late("king-of-hearts", ("2S", "AS", "QS 4S", "3S"), **values)
    plays(game, "AS")
    assert legal(game) == {"QS"}
    assert refused_card(game, "4S") == "penalty-card"


@pytest.mark.parametrize(
    ("players", "card", "fine"),
    [
        (4, "2S", True),
        (3, "2S", False),
        (5, "7C", False),
        (5, "2S", True),
        (4, "1S", False),
        (4, "kh", False),
    ],
)
def test_K03_the_sole_card_is_in_the_pack(players: int, card: str, fine: bool) -> None:
    if fine:
        assert make_rules("kingen", players, {"sole-card": card})["sole-card"] == card
    else:
        with pytest.raises(RuleViolation):
            make_rules("kingen", players, {"sole-card": card})


def test_K04_queens_first() -> None:
    assert contracts(king(order="queens-first"))[:6] == [
        "tricks",
        "hearts",
        "queens",
        "kings-jacks",
        "king-of-hearts",
        "seventh-last",
    ]


@pytest.mark.parametrize(
    ("players", "totals"),
    [(5, [-10, -13, -8, -8, -5, -6, *[10] * 5]), (3, [-17, -13, -8, -4, -4, -5, *[17] * 3])],
)
def test_K05_K06_totals_with_five_and_three(players: int, totals: list[int]) -> None:
    deals, _ = ends_of(play_game(king(players=players), 9))
    assert [sum(deal.points or ()) for deal in deals] == totals
    assert sum(totals) == 0


@pytest.mark.parametrize("contract", NEGATIVES)
def test_K07_the_lead_ban_holds_in_two_deals(contract: str) -> None:
    game = late(contract, ("2C", "5H 2S", "3C", "4C"), heart_lead="only-hearts")
    if contract in ("hearts", "king-of-hearts"):
        assert legal(game) == {"2S"}
        assert refused_card(game, "5H") == "no-heart-lead"
    else:
        assert legal(game) == {"5H", "2S"}


def test_K07_free_leads() -> None:
    assert legal(late("hearts", ("2C", "5H 2S", "3C", "4C"))) == {"5H", "2S"}


def test_K07_trump_deals_have_no_ban() -> None:
    game = late("trump", ("2C", "5H 2S", "3C", "4C"), preset="kingen-iwwa", trump="D")
    assert legal(game) == {"5H", "2S"}


@pytest.mark.parametrize(
    ("contract", "hand", "expected"),
    [
        ("tricks", "KH QS 2D", "KH QS 2D"),
        ("hearts", "KH 3H QS", "KH 3H"),
        ("kings-jacks", "KH JS QS", "KH JS"),
        ("queens", "KH QH QS 2D", "QH QS"),
        ("king-of-hearts", "KH QH QS", "KH"),
        ("seventh-last", "KH AS 2D", "KH AS 2D"),
    ],
)
@pytest.mark.parametrize("forced", ["discard", "always"])
def test_K08_a_void_player_discards_a_penalty_card(
    contract: str, hand: str, expected: str, forced: str
) -> None:
    game = late(contract, ("2C", "4C", hand, "3C"), forced_penalty=forced)
    plays(game, "4C")
    assert legal(game) == set(expected.split())
    if hand != expected:
        other = (set(hand.split()) - set(expected.split())).pop()
        assert refused_card(game, other) == "penalty-card"


@pytest.mark.parametrize(
    ("contract", "table", "hand", "expected"),
    [
        ("queens", "KS", "QS 4S", "QS"),
        ("queens", "JS", "QS 4S", "QS 4S"),  # nothing higher lies there
        ("queens", "KS", "AS 4S", "AS 4S"),
        ("kings-jacks", "AC", "KC JC 2C", "KC JC"),
        ("kings-jacks", "QC", "KC JC 2C", "JC"),
        ("hearts", "9H", "TH 8H 2H", "8H 2H"),
        ("hearts", "9H", "TH JH", "TH JH"),
        ("king-of-hearts", "AH", "KH 2H", "KH"),
        ("king-of-hearts", "QH", "KH 2H", "KH 2H"),
        ("tricks", "AC", "KC 2C", "KC 2C"),
    ],
)
def test_K08_who_follows_plays_a_safe_penalty_card(
    contract: str, table: str, hand: str, expected: str
) -> None:
    hands = ("2C", table, hand, "3C")
    game = late(contract, hands, forced_penalty="always")
    plays(game, table)
    assert legal(game) == set(expected.split())
    free = late(contract, hands, forced_penalty="discard")
    plays(free, table)
    assert legal(free) == set(hand.split())


def test_K08_judged_on_the_cards_of_the_suit_on_the_table() -> None:
    game = late("queens", ("KH 2D", "TS 2C", "AH 3D", "QS 4S"), forced_penalty="always")
    plays(game, "TS AH")
    assert legal(game) == {"QS", "4S"}, "the ace of hearts is no spade"


@pytest.mark.parametrize(("free", "expected"), [("yes", "TH 8H"), ("no", "8H")])
def test_K09_hearts_led(free: str, expected: str) -> None:
    values: dict[str, Any] = {"forced_penalty": "always", "hearts_led_free": free}
    game = late("hearts", ("2C", "9H", "TH 8H", "3C"), **values)
    plays(game, "9H")
    assert legal(game) == set(expected.split())
    game = late("hearts", ("2C", "4C", "TH 8D", "3C"), **values)
    plays(game, "4C")
    assert legal(game) == {"TH"}, "the duty to discard stays"
    game = late("king-of-hearts", ("2C", "AH", "KH 8H", "3C"), **values)
    plays(game, "AH")
    assert legal(game) == {"KH"}, "only in `hearts`"


def test_K10_stops_once_the_sole_card_is_captured() -> None:
    game = late(
        "king-of-hearts",
        ("2C 3S", "4C 4S", "KH 5S", "3C 6S"),
        early_stop="king-of-hearts",
    )
    events = plays(game, "4C KH 3C 2C")
    deals, _ = ends_of(list(events))
    assert deals[0].points == (0, -5, 0, 0) and game.turn == -1


@pytest.mark.parametrize("contract", [*NEGATIVES, "trump"])
def test_K10_king_of_hearts_stops_no_other_deal(contract: str) -> None:
    game = awaiting(contract, early_stop="king-of-hearts")
    lengths = {len(tricks) for tricks, _ in random_deals(game, 30)}
    assert (min(lengths) < 13) == (contract == "king-of-hearts")


@pytest.mark.parametrize("contract", [*NEGATIVES, "trump"])
def test_K10_decided_stops_when_nothing_is_left_to_score(contract: str) -> None:
    game = awaiting(contract, early_stop="decided")
    lengths = [len(tricks) for tricks, _ in random_deals(game, 40)]
    can_stop = contract in ("hearts", "kings-jacks", "queens", "king-of-hearts")
    assert (min(lengths) < 13) == can_stop
    for tricks, _ in random_deals(game, 10):
        # Nothing earlier: the last trick played still scored.
        if len(tricks) < 13:
            worth = {"hearts": "H", "kings-jacks": "KJ", "queens": "Q", "king-of-hearts": "K"}[contract]
            last = [CARD_NAMES[card] for card in tricks[-1].trick.cards]
            assert any(letter in name for name in last for letter in worth)


@pytest.mark.parametrize("preset", KINGEN_PRESETS)
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("contract", NEGATIVES)
def test_K10_scores_are_what_full_play_would_give(preset: str, players: int, contract: str) -> None:
    full = awaiting(contract, preset, players)
    stopping = awaiting(contract, preset, players, early_stop="decided")
    for seed in range(5):
        results = []
        for game in (full.copy(), stopping.copy()):
            game.deal(shuffled(game, seed))
            results.append(ends_of(finish(game, Random(seed)))[0][0].points)
        assert results[0] == results[1]


@pytest.mark.parametrize(
    ("score", "number", "in_hands", "left"),
    [
        (PerTrick(-1), 12, "2C", True),
        (PerTrick(-1), 13, "", False),
        (PerCard(named("KH QS"), -5), 1, "QS 2C", True),
        (PerCard(named("KH QS"), -5), 1, "2C", False),
        (PerNthTrick({7: -2, 12: -3}), 11, "2C", True),
        (PerNthTrick({7: -2, 12: -3}), 12, "2C", False),
    ],
)
def test_K10_each_score_knows_when_nothing_is_left(
    score: ScoreRule, number: int, in_hands: str, left: bool
) -> None:
    assert score.left(number, named(in_hands)) == left


TRUMPS = {"must_trump": "yes", "must_overtrump": "yes"}


@pytest.mark.parametrize(
    ("values", "table", "hand", "expected", "reason"),
    [
        ({}, "9D JD", "QD 4D AC", "QD 4D", ""),
        ({"beat_trump_lead": "yes"}, "9D JD", "QD 4D AC", "QD", "must-beat-trump"),
        ({"beat_trump_lead": "yes"}, "9D JD", "TD 4D", "TD 4D", ""),
        ({"beat_trump_lead": "yes"}, "9S", "QD 4D AC", "QD 4D AC", ""),
        ({"beat_trump_lead": "yes"}, "9D", "AC 2S", "AC 2S", ""),
        ({"must_trump": "yes"}, "9S", "4D AH", "4D", "must-trump"),
        ({"must_trump": "yes"}, "9S", "2S 4D AH", "2S", ""),
        ({"must_trump": "yes"}, "9S", "AH 2C", "AH 2C", ""),
        ({"must_trump": "yes"}, "9S TD", "JD 3D AH", "JD 3D", "must-trump"),
        (TRUMPS, "9S TD", "JD 3D AH", "JD", "must-trump must-overtrump"),
        (TRUMPS, "9S", "JD 3D AH", "JD 3D", "must-trump"),
        (TRUMPS, "9S TD", "8D AH", "8D AH", ""),
        (TRUMPS | {"undertrump": "must"}, "9S TD", "8D AH", "8D", "must-trump"),
        (TRUMPS | {"undertrump": "forbidden"}, "9S TD", "8D AH", "AH", "may-not-undertrump"),
        (TRUMPS | {"undertrump": "forbidden"}, "9S TD", "8D 3D", "8D 3D", ""),
        ({"must_trump": "yes", "undertrump": "forbidden"}, "9S TD", "8D AH", "AH", "may-not-undertrump"),
        ({"must_trump": "yes", "undertrump": "forbidden"}, "9S TD", "JD 3D AH", "JD 3D", "must-trump"),
        ({"must_overtrump": "yes", "undertrump": "forbidden"}, "9S TD", "JD 8D AH", "JD 8D AH", ""),
        ({"undertrump": "must"}, "9S TD", "8D AH", "8D AH", ""),
    ],
)
def test_K11_trump_duties(values: dict[str, Any], table: str, hand: str, expected: str, reason: str) -> None:
    hands = ["2C"] * 4
    for step, card in enumerate([*table.split(), hand]):
        hands[(1 + step) % 4] = card
    game = late("trump", tuple(hands), trump="D", **values)
    plays(game, table)
    assert legal(game) == set(expected.split())
    refused = set(hand.split()) - set(expected.split())
    reasons = {refused_card(game, card) for card in refused} - {"follow-suit"}
    assert reasons == set(reason.split())


def test_K11_no_duties_in_negative_deals() -> None:
    game = late("tricks", ("2C", "9S", "4D AH", "3C"), preset="kingen-iwwa")
    plays(game, "9S")
    assert legal(game) == {"4D", "AH"}


def test_K12_last_card_is_the_dealers_and_stays_shown() -> None:
    game = awaiting("trump")
    deck = shuffled(game, 2)
    game.deal(deck)
    last = deck[-1]
    assert game.hands[game.dealer] >> last & 1
    while game.turn >= 0:
        assert game.view(None).shown == ((game.dealer, last),) and game.view(None).trump == last // 13
        game.apply(game.legal().bit_length() - 1)


def test_K12_the_dealer_names_one_of_four_suits() -> None:
    game = awaiting("trump", trump_choice="dealer")
    game.deal(shuffled(game, 2))
    assert (game.turn, game.view(None).phase, game.view(None).trump) == (game.dealer, "trump", None)
    assert legal(game) == {f"trump {suit}" for suit in "CDHS"}
    assert refusal(game, "trump none") == ("illegal-action", "not-a-choice")
    assert refusal(game, "play 2C") == ("illegal-action", "choose-first")
    do(game, "trump H")
    assert (game.turn, game.view(None).phase, game.view(None).trump) == ((game.dealer + 1) % 4, "play", 2)
    assert refusal(game, "trump H") == ("illegal-action", "nothing-to-choose")


def offers(players: int = 4) -> KingGame:
    game = awaiting("trump", players=players, trump_choice="offers")
    game.deal(shuffled(game, 2))
    return game


@pytest.mark.parametrize(("players", "most"), [(3, 17), (4, 13), (5, 10)])
def test_K12_offers_go_up_to_the_number_of_tricks(players: int, most: int) -> None:
    game = offers(players)
    assert legal(game) == {"pass", *(f"offer {count}" for count in range(1, most + 1))}
    if most < 17:
        assert refusal(game, f"offer {most + 1}") == ("illegal-action", "offer-too-high")


def test_K12_an_offer_too_low() -> None:
    game = offers()
    do(game, "offer 4")
    assert refusal(game, "offer 4") == refusal(game, "offer 1") == ("illegal-action", "offer-too-low")
    assert refusal(game, "accept") == ("illegal-action", "not-a-choice")


def test_K12_each_opponent_once_from_eldest_hand() -> None:
    game = offers()
    for step in (1, 2, 3):
        assert game.turn == (game.dealer + step) % 4 and game.view(None).phase == "offers"
        do(game, "pass")
    assert (game.turn, game.view(None).phase) == (game.dealer, "trump"), (
        "without an offer the dealer names it"
    )


def finished(game: KingGame) -> tuple[tuple[int, ...], tuple[int, ...]]:
    deals, _ = ends_of(finish(game, Random(8)))
    assert deals[0].points is not None
    return deals[0].tricks, deals[0].points


def test_K12_an_accepted_offer_moves_tricks_to_the_dealer() -> None:
    game = offers()
    buyer = (game.dealer + 3) % 4
    for text in ("offer 2", "pass", "offer 12", "accept"):
        do(game, text)
    assert (game.turn, game.view(None).phase) == (buyer, "trump")
    do(game, "trump S")
    assert game.turn == (game.dealer + 1) % 4 and game.trump == 3
    dealer = game.dealer
    tricks, points = finished(game)
    moved = {buyer: -12, dealer: 12}
    assert points == tuple(taken + moved.get(seat, 0) for seat, taken in enumerate(tricks))
    assert sum(points) == 13 and points[buyer] < 0, "a count may fall below 0"


def test_K12_a_refused_offer_moves_nothing() -> None:
    game = offers()
    for text in ("offer 2", "pass", "pass", "refuse"):
        do(game, text)
    assert (game.turn, game.view(None).phase) == (game.dealer, "trump")
    do(game, "trump S")
    tricks, points = finished(game)
    assert points == tricks


def test_K12_offers_are_public() -> None:
    game = offers()
    seats = [(game.dealer + step) % 4 for step in (1, 2, 3)]
    for text in ("offer 2", "pass", "offer 3"):
        do(game, text)
    for seat in (None, 0, 1, 2, 3):
        said = game.view(seat).said
        assert [(one.seat, one.action) for one in said] == [
            (place, ACTION_OF_TEXT[text])
            for place, text in zip(seats, ("offer 2", "pass", "offer 3"), strict=True)
        ]


@pytest.mark.parametrize("preset", KINGEN_PRESETS)
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("choice", ["last-card", "dealer", "offers"])
def test_K13_a_game_adds_up_to_zero(preset: str, players: int, choice: str) -> None:
    game = king(preset, players, trump_choice=choice)
    deals, _ = ends_of(play_game(game, 6))
    assert sum(game.points) == 0
    assert [sum(column) for column in zip(*(deal.points or () for deal in deals), strict=True)] == game.points
    assert all(later.deal == earlier.deal + 1 for earlier, later in pairwise(deals))


# P: presets and options


KINGEN = options(
    shuffle="cut",
    heart_lead="free",
    forced_penalty="none",
    hearts_led_free="no",
    early_stop="never",
    trump_choice="last-card",
    beat_trump_lead="no",
    must_trump="no",
    must_overtrump="no",
    undertrump="any",
    order="kings-first",
    sole_card="KH",
    king_of_hearts_points="5",
    batches="4-4-5",
    positive_batches="4-4-5",
)
IWWA = KINGEN | options(
    heart_lead="only-hearts",
    forced_penalty="always",
    trump_choice="dealer",
    beat_trump_lead="yes",
    must_trump="yes",
    must_overtrump="yes",
)


@pytest.mark.parametrize(("preset", "values"), [("kingen", KINGEN), ("kingen-iwwa", IWWA)])
def test_P_values(preset: str, values: dict[str, str]) -> None:
    rules = make_rules(preset, 4, {})
    assert dict(rules.values) == values
    assert make_rules(preset, 4, values) == rules, "repeating a preset's own value is fine"
    assert rules.changed == {}


@pytest.mark.parametrize("preset", KINGEN_PRESETS)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_P_every_listed_value_makes_a_game(preset: str, players: int) -> None:
    for option in make_rules(preset, players, {}).options:
        choices = option.choices(make_rules(preset, players, {}).size)
        assert len(choices) > 1
        for value in choices:
            rules = make_rules(preset, players, {option.name: value})
            assert rules[option.name] == value
            assert make_rules(preset, players, rules.changed) == rules
            assert new_game(rules, 0).legal() == 0


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("heart-lead", "never", "value"),
        ("heart-lead", "", "value"),
        ("eralash", "yes", "unknown-option"),
        ("", "", "unknown-option"),
        ("direction", "up", "unknown-option"),
        ("must-trump", "YES", "value"),
    ],
)
def test_P_bad_options(name: str, value: str, reason: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        make_rules("kingen", 4, {name: value})
    assert (refused.value.code, refused.value.reason) == ("bad-option", reason)
    assert refused.value.detail == f"{name}={value}"


def test_P_an_option_without_effect_is_accepted() -> None:
    make_rules("kingen", 4, options(must_overtrump="yes", undertrump="forbidden", hearts_led_free="yes"))
    make_rules("kingen", 4, options(sole_card="2S", heart_lead="only-hearts", king_of_hearts_points="4"))


@pytest.mark.parametrize("players", [0, 1, 2, 6, -4])
def test_P_bad_number_of_players(players: int) -> None:
    with pytest.raises(RuleViolation) as refused:
        make_rules("kingen", players, {})
    assert (refused.value.code, refused.value.reason) == ("bad-option", "players")


def test_P_unknown_rules() -> None:
    with pytest.raises(RuleViolation) as refused:
        make_rules("bridge", 4, {})
    assert (refused.value.code, refused.value.detail) == ("unknown-rules", "bridge")


@pytest.mark.parametrize("dealer", [-1, 4])
def test_P_a_dealer_outside_the_table(dealer: int) -> None:
    with pytest.raises(RuleViolation) as refused:
        new_game(make_rules("kingen", 4, {}), dealer)
    assert (refused.value.code, refused.value.reason) == ("bad-option", "dealer")


def test_P_rules_are_values() -> None:
    plain, same = make_rules("kingen", 4, {}), make_rules("kingen", 4, {"heart-lead": "free"})
    other = make_rules("kingen", 4, {"heart-lead": "only-hearts"})
    assert plain == same and hash(plain) == hash(same) and plain != other
    assert plain != make_rules("kingen", 3, {}) and plain != make_rules("kingen-iwwa", 4, {})
    assert other.changed == {"heart-lead": "only-hearts"}
    assert preset_named("kingen").option("heart-lead") in other.options


def test_P_changed_batches_are_told_once() -> None:
    rules = make_rules("kingen", 4, {"batches": "5-4-4"})
    assert rules["positive-batches"] == "5-4-4" and rules.changed == {"batches": "5-4-4"}
    both = make_rules("kingen", 4, {"batches": "5-4-4", "positive-batches": "4-4-5"})
    assert both.changed == {"batches": "5-4-4", "positive-batches": "4-4-5"}
    assert make_rules("kingen", 4, both.changed) == both
