"""Rules section P: presets and the options they take."""

from __future__ import annotations

import pytest

from bot.engine.errors import RuleViolation
from bot.engine.king.game import KingGame
from bot.engine.registry import make_rules, new_game, presets
from tests.engine.helpers import PRESETS

PLAYERS = {
    "kingen": (3, 4, 5),
    "kingen-iwwa": (3, 4, 5),
    "dubbelkingen": (4,),
    "whisthub-king": (4,),
    "whisthub-double-king": (4,),
    "denexa-king": (4,),
    "russian-king": (3, 4),
    "russian-king-orders": (3, 4),
    "whist-walloon": (4,),
    "whist-flemish": (4,),
}
TABLES = [(preset, players) for preset, allowed in PLAYERS.items() for players in allowed]
DOUBLE = {
    *("king-of-hearts-points", "sole-card", "heart-lead", "forced-penalty", "hearts-led-free", "early-stop"),
    *("beat-trump-lead", "must-trump", "must-overtrump", "undertrump", "shuffle", "batches"),
}
SINGLE = DOUBLE | {"order", "trump-choice", "positive-batches"}
DENEXA = {"shuffle", "batches", "positive-batches", "first-dealer"}
RUSSIAN = {
    *("shuffle", "batches", "eralash", "heart-lead", "king-discard", "early-stop", "play-off"),
    *("orders-per-player", "sale"),
}
WHIST = {
    *("deals", "shuffle", "batches", "troel-four-aces", "repeat-proposals", "passe-parole", "solo-minimum"),
    *("small-misere", "piccolo", "doubles"),
}
TAKES = {
    "kingen": SINGLE,
    "kingen-iwwa": SINGLE,
    "dubbelkingen": DOUBLE,
    "whisthub-king": SINGLE,
    "whisthub-double-king": DOUBLE,
    "denexa-king": DENEXA,
    "russian-king": RUSSIAN,
    "russian-king-orders": RUSSIAN | {"positive-batches"},
    "whist-walloon": WHIST,
    "whist-flemish": WHIST,
}
FIXED = {
    "whist-walloon": {"solo-minimum": "6", "doubles": "no"},
    "whist-flemish": {"small-misere": "no", "piccolo": "no"},
}
"""Options of which a table may only repeat the preset's own value."""
CLUB = {
    "shuffle": "cut",
    "heart-lead": "only-hearts",
    "forced-penalty": "always",
    "must-trump": "yes",
    "must-overtrump": "yes",
    "undertrump": "any",
    "king-of-hearts-points": "5",
    "sole-card": "KH",
    "batches": "4-4-5",
}
IWWA = CLUB | {"hearts-led-free": "no", "early-stop": "never", "beat-trump-lead": "yes"}
WHISTHUB = CLUB | {"hearts-led-free": "yes", "early-stop": "king-of-hearts", "beat-trump-lead": "no"}
ONLY_SINGLE = {"order": "kings-first", "trump-choice": "dealer", "positive-batches": "4-4-5"}
R = {
    "shuffle": "full",
    "batches": "3-3-2",
    "eralash": "yes",
    "heart-lead": "only-hearts",
    "king-discard": "no",
    "early-stop": "decided",
    "orders-per-player": "2",
    "sale": "yes",
}
C = {
    "deals": "16",
    "shuffle": "cut",
    "troel-four-aces": "highest-heart",
    "repeat-proposals": "2",
    "passe-parole": "yes",
}
VALUES = {
    "kingen-iwwa": IWWA | ONLY_SINGLE,
    "dubbelkingen": IWWA,
    "whisthub-king": WHISTHUB | ONLY_SINGLE,
    "whisthub-double-king": WHISTHUB,
    "denexa-king": {
        "shuffle": "full",
        "batches": "4-4-5",
        "positive-batches": "4-4-5",
        "first-dealer": "king-of-hearts",
    },
    "russian-king": R | {"play-off": "mirrored"},
    "russian-king-orders": R | {"play-off": "orders", "positive-batches": "3-3-2"},
    "whist-walloon": C
    | {"batches": "4-4-5", "solo-minimum": "6", "small-misere": "yes", "piccolo": "yes", "doubles": "no"},
    "whist-flemish": C
    | {"batches": "4-5-4", "solo-minimum": "5", "small-misere": "no", "piccolo": "no", "doubles": "yes"},
}


def fault(preset: str, players: int, **values: str) -> tuple[str, str]:
    """Reason and detail of the refusal of these options."""
    with pytest.raises(RuleViolation) as refused:
        make_rules(preset, players, {name.replace("_", "-"): value for name, value in values.items()})
    assert refused.value.code == "bad-option"
    return refused.value.reason, refused.value.detail


def test_P_presets() -> None:
    assert {preset.name: preset.players for preset in presets()} == PLAYERS
    assert tuple(PLAYERS) == PRESETS


@pytest.mark.parametrize("preset", PRESETS)
def test_P_options_a_preset_takes(preset: str) -> None:
    rules = make_rules(preset, 4, {})
    assert {option.name for option in rules.options} == set(rules.values) == TAKES[preset]
    for name in SINGLE | DENEXA | RUSSIAN | WHIST:
        if name not in TAKES[preset]:
            assert fault(preset, 4, **{name: "yes"}) == ("unknown-option", f"{name}=yes")


@pytest.mark.parametrize("preset", VALUES)
def test_P_values(preset: str) -> None:
    rules = make_rules(preset, 4, {})
    assert dict(rules.values) == VALUES[preset]
    assert make_rules(preset, 4, VALUES[preset]) == rules, "repeating a preset's own value is fine"
    assert rules.changed == {}


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_P_every_listed_value_makes_a_game(preset: str, players: int) -> None:
    plain = make_rules(preset, players, {})
    for option in plain.options:
        choices = plain.choices(option)
        assert (len(choices) == 1) == (option.name in FIXED.get(preset, {}))
        for value in choices:
            rules = make_rules(preset, players, {option.name: value})
            assert rules[option.name] == value
            assert make_rules(preset, players, rules.changed) == rules
            assert new_game(rules, 0).legal() == 0


@pytest.mark.parametrize("preset", FIXED)
def test_P_what_a_preset_of_colour_whist_fixes(preset: str) -> None:
    plain = make_rules(preset, 4, {})
    for name, value in FIXED[preset].items():
        assert plain[name] == value and make_rules(preset, 4, {name: value}) == plain
        for other in {"yes", "no", "5", "6"} - {value}:
            assert fault(preset, 4, **{name: other}) == ("value", f"{name}={other}")


@pytest.mark.parametrize(
    ("preset", "players"),
    [
        ("dubbelkingen", 5),
        ("denexa-king", 3),
        ("russian-king", 5),
        ("whisthub-king", 3),
        ("whist-walloon", 3),
    ],
)
def test_P_DK03_other_numbers_of_players_are_refused(preset: str, players: int) -> None:
    assert fault(preset, players) == ("players", f"players={players}")


def test_R05_orders_per_player_follows_eralash_unless_given() -> None:
    preset = "russian-king-orders"
    assert make_rules(preset, 4, {})["orders-per-player"] == "2"
    without = make_rules(preset, 4, {"eralash": "no"})
    assert without["orders-per-player"] == "1" and without.changed == {"eralash": "no"}
    given = make_rules(preset, 4, {"eralash": "no", "orders-per-player": "2"})
    assert given.changed == {"eralash": "no", "orders-per-player": "2"}
    for value in ("0", "5", "", "one"):
        assert fault(preset, 4, orders_per_player=value)[0] == "value"


def test_G03_where_trumps_are_ordered_three_cards_go_out_first() -> None:
    orders = "russian-king-orders"
    assert fault(orders, 4, batches="4-4") == ("first-batch", "batches=4-4")
    assert fault(orders, 4, positive_batches="2-3-3") == ("first-batch", "positive-batches=2-3-3")
    assert fault(orders, 3, batches="3-7", positive_batches="5-5")[0] == "first-batch"
    assert fault("russian-king", 4, batches="4-4", play_off="orders") == ("first-batch", "batches=4-4")
    for values in (
        {"batches": "4-4", "positive-batches": "3-5"},
        {"batches": "3-5"},
        {"batches": "4-4", "play-off": "mirrored"},
        {"batches": "4-4", "play-off": "mirrored", "positive-batches": "2-3-3"},
    ):
        make_rules(orders, 4, values)


def test_G03_choices_are_those_that_go_with_the_others() -> None:
    rules = make_rules("russian-king-orders", 4, {})
    by_name = {option.name: option for option in rules.options}
    assert rules.choices(by_name["batches"]) == ("3-3-2", "3-2-3", "3-5")
    apart = make_rules("russian-king-orders", 4, {"positive-batches": "3-5"})
    assert "4-4" in apart.choices(by_name["batches"])
    mirrored = make_rules("russian-king", 4, {"batches": "4-4"})
    assert mirrored.choices(by_name["play-off"]) == ("mirrored",)


def test_G03_positive_batches_hold_for_orders_but_not_for_mirrored_deals() -> None:
    orders = make_rules("russian-king-orders", 4, {"batches": "4-4", "positive-batches": "3-5"})
    game = KingGame(orders, 0)
    batches = [plan.batches for plan in game.course.deals]
    assert batches == [(4, 4)] * 7 + [(3, 5)] * 8
    both = {"batches": "4-4", "positive-batches": "3-5", "play-off": "mirrored"}
    game = KingGame(make_rules("russian-king-orders", 4, both), 0)
    assert {plan.batches for plan in game.course.deals} == {(4, 4)}
    game = KingGame(make_rules("denexa-king", 4, {"positive-batches": "13"}), 0)
    assert [plan.batches for plan in game.course.deals] == [(4, 4, 5)] * 6 + [(13,)] * 4
