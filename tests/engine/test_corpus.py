"""Complete random games under all sorts of rules, written down, replayed and traced.

Option values are covered pairwise: for each preset and number of players, any two listed values of two
options occur together in some game (unless they cannot). Then come random combinations. The totals are
counted anew from the trace alone, as the rules say them (R5: with trump orders they need not balance; C26).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from random import Random
from typing import Any

import pytest

from bot.cli.records import trace
from bot.engine.cards import ACTION_TEXTS, members
from bot.engine.errors import RuleViolation
from bot.engine.game import AWAITS_DECK, OVER
from bot.engine.options import Rules, settle
from bot.engine.play import Game
from bot.engine.record import Header, deck_item, read, write
from bot.engine.registry import preset_named
from tests.engine.helpers import PRESETS
from tests.engine.whist import BOTH as WHIST
from tests.engine.whist import some_action

RANDOM_COMBINATIONS = 500
TABLES = [(preset, players) for preset in PRESETS for players in preset_named(preset).players]
FEWER = {"deals": ("16", "4", "8")}
"""Of an option that only makes games longer, values enough."""
Pair = frozenset[tuple[str, str]]


# Which rules


def rules_of(preset: str, players: int, values: Mapping[str, str]) -> Rules | None:
    """The rules of a table, None where the values do not go together."""
    try:
        return settle(preset_named(preset), players, values)
    except RuleViolation:
        return None


def listed(rules: Rules) -> dict[str, tuple[str, ...]]:
    """The values of each option that can be had at this table, together with other values or alone."""
    values = {option.name: option.choices(rules.size) for option in rules.options}
    return values | {name: fewer for name, fewer in FEWER.items() if {*fewer} <= {*values.get(name, ())}}


def pairwise(preset: str, players: int) -> list[Rules]:
    """Rules in which any two values that go together do so at least once."""
    plain = rules_of(preset, players, {})
    assert plain is not None
    options = listed(plain)
    missing: dict[Pair, None] = {
        frozenset(((one, first), (other, second))): None
        for one, other in combinations(options, 2)
        for first in options[one]
        for second in options[other]
    }
    random, rows = Random(f"{preset} {players}"), []
    while missing:
        pair = next(iter(missing))
        rules = filled(preset, players, options, dict(pair), missing, random)
        if rules is None:
            # They cannot be had together, whatever else is chosen.
            assert {name for name, _ in pair} <= {"batches", "positive-batches", "play-off"}, pair
            del missing[pair]
            continue
        rows.append(rules)
        for covered in combinations(rules.values.items(), 2):
            missing.pop(frozenset(covered), None)
    return rows


def filled(
    preset: str,
    players: int,
    options: Mapping[str, tuple[str, ...]],
    chosen: dict[str, str],
    missing: Mapping[Pair, None],
    random: Random,
) -> Rules | None:
    """These values with one of every other option, such that many missing pairs are covered."""
    others = [name for name in options if name not in chosen]
    random.shuffle(others)
    for name in others:

        def covers(value: str, name: str = name) -> int:
            return sum(frozenset(((name, value), item)) in missing for item in chosen.items())

        best = sorted(options[name], key=lambda value: (-covers(value), random.random()))
        chosen[name] = next(
            (value for value in best if rules_of(preset, players, {**chosen, name: value})), best[0]
        )
    return rules_of(preset, players, chosen)


def combinations_at_random() -> Iterator[Rules]:
    """Rules of any preset with every option set at random."""
    random, found = Random(20261120), 0
    while found < RANDOM_COMBINATIONS:
        preset, players = random.choice(TABLES)
        plain = rules_of(preset, players, {})
        assert plain is not None
        rules = rules_of(
            preset, players, {name: random.choice(values) for name, values in listed(plain).items()}
        )
        if rules is not None:
            found += 1
            yield rules


# A game


def played(rules: Rules, seed: int) -> tuple[Game, bytes]:
    """A random game and its record."""
    random = Random(seed)
    header = Header(rules, seed % rules.players, {})
    game, items = header.new_game(), list[str]()
    deck = list(members(rules.pack))
    while game.turn != OVER:
        if game.turn == AWAITS_DECK:
            random.shuffle(deck)
            items.append(deck_item(deck))
            game.deal(deck)
            continue
        action = some_action(game, random)
        items.append(f"{game.turn} {ACTION_TEXTS[action]}")
        game.apply(action)
    return game, write(header, items).encode()


def check(rules: Rules, seed: int) -> None:
    """Play a game; what its record gives is the game, and its totals are those of the rules."""
    game, data = played(rules, seed)
    assert read(data).header == Header(rules, seed % rules.players, {})
    entries = list(trace("game.king", data))
    assert entries[-1] == {"final": game.points, "places": list(game.places())}
    assert not any("error" in entry for entry in entries)
    assert_numbers(rules, entries)
    deals = [entry["points"] for entry in entries if "deal" in entry and entry["points"] is not None]
    assert [sum(column) for column in zip(*deals, strict=True)] == game.points
    assert_totals(rules, [sum(points) for points in deals])
    assert_legal(entries)


def assert_numbers(rules: Rules, entries: list[dict[str, Any]]) -> None:
    """Deals scored are counted from 0; one thrown in has the number of the one that replaces it."""
    number, thrown_in = 0, 0
    for entry in entries:
        if "deal" in entry:
            assert entry["deal"] == number
            number += entry["points"] is not None
            thrown_in += entry["points"] is None
    decks = sum(entry.get("turn") == "deck" for entry in entries)
    assert decks == number + thrown_in and (not thrown_in or rules.preset.name in WHIST)


def assert_totals(rules: Rules, totals: list[int]) -> None:
    penalties, gains = [-total for total in totals if total < 0], [total for total in totals if total > 0]
    players = rules.players
    assert len(penalties) + len(gains) == len(totals) or rules.preset.name in WHIST
    match rules.preset.name:
        case "kingen" | "kingen-iwwa" | "whisthub-king":
            half = {3: 51, 4: 52, 5: 50}[players]
            assert (len(penalties), sum(penalties), len(gains), sum(gains)) == (6, half, players, half)
        case "dubbelkingen" | "whisthub-double-king":
            assert (len(penalties), sum(penalties), gains) == (12, 104, [13] * 8)
        case "denexa-king":
            assert (penalties, gains) == ([260, 260, 200, 240, 160, 180], [325] * 4)
        case "whist-walloon" | "whist-flemish":
            assert totals == [0] * int(rules["deals"])
        case _:
            assert penalties == [40] * 6 + [240] * (rules["eralash"] == "yes")
            orders = [64 if players == 4 else 80] * (players * int(rules["orders-per-player"]))
            assert gains == (orders if rules["play-off"] == "orders" else penalties)


def assert_legal(entries: list[dict[str, Any]]) -> None:
    for entry in entries:
        if "legal" in entry:
            assert entry["legal"] and sorted(set(entry["legal"])) == entry["legal"]


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_any_two_values_together(preset: str, players: int) -> None:
    rows = pairwise(preset, players)
    together = {frozenset(pair) for rules in rows for pair in combinations(rules.values.items(), 2)}
    plain = rules_of(preset, players, {})
    assert plain is not None
    for name, values in listed(plain).items():
        for value in values:
            assert any((name, value) in pair for pair in together)
    for seed, rules in enumerate(rows):
        check(rules, seed)


def test_random_combinations() -> None:
    for seed, rules in enumerate(combinations_at_random()):
        check(rules, seed)
