"""What costs points now: told of every contract, in every language, in hands, in words and on sheets."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import pytest

from bot.engine.king.contracts import Contract, PerCard, PerNthTrick, PerTrick
from bot.engine.king.course import KingPreset, course_of, step_of
from bot.engine.options import Rules
from bot.engine.registry import make_rules, presets
from bot.engine.whist.game import whist_detail
from bot.telling import alt
from bot.telling.games.king import price, prices
from bot.telling.games.registry import teller_of
from bot.telling.scenes import hand_picture, score_sheet, table_picture
from bot.telling.text_mode import hand as told_hand
from bot.words.catalogue import languages, words_for
from tests.telling.test_scenes import SEATS, TABLES, facts, played
from tests.telling.view_models import at_table, model

WORDS = words_for("en")
KINGS = [(preset.name, n) for preset in presets() if isinstance(preset, KingPreset) for n in preset.players]


def contracts() -> Iterator[tuple[Rules, int, Contract]]:
    for name, players in KINGS:
        rules = make_rules(name, players, {})
        for number, deal in enumerate(course_of(rules).deals):
            for contract in deal.contracts:
                yield rules, number, contract


@pytest.mark.parametrize("language", languages())
def test_each_thing_that_scores_is_told_with_its_points(language: str) -> None:
    words = words_for(language)
    for rules, _, contract in contracts():
        start = contract.points((), rules.players)[0]
        worth = [start] if start else []
        for score in contract.scores:
            match score:
                case PerTrick(points) | PerCard(_, points):
                    worth.append(points)
                case PerNthTrick(by_number):
                    worth += [points for _, points in sorted(by_number.items())]
                case _:
                    raise NotImplementedError
        told = prices(words, rules, contract)
        assert len(told) == len(worth) > 0
        for phrase, points in zip(told, worth, strict=True):
            assert words.points(points) in phrase


@pytest.mark.parametrize(
    ("preset", "players", "contract", "told"),
    [
        ("kingen", 4, "tricks", "each trick −1"),
        ("kingen", 4, "king-of-hearts", "king of hearts −5"),
        ("kingen", 3, "king-of-hearts", "king of hearts −4"),
        ("kingen", 4, "kings-jacks", "kings and jacks −1 each"),
        ("kingen", 5, "seventh-last", "trick 7: −3, last trick −3"),
        ("kingen", 4, "trump", "each trick +1"),
        ("denexa-king", 4, "trump", "each trick +25"),
        ("denexa-king", 4, "trump-down", "start with +325, each trick −75"),
        ("denexa-king", 4, "last-two", "trick 12: −90, last trick −90"),
        ("russian-king", 3, "tricks", "each trick −4"),
        ("russian-king", 4, "take-hearts", "hearts +5 each"),
        ("russian-king-orders", 4, "misere", "each trick +8"),
        ("russian-king", 4, "eralash", "all of these at once"),
        ("whisthub-double-king", 4, "queens", "queens −2 each"),
    ],
)
def test_a_sheet_says_what_a_deal_costs(preset: str, players: int, contract: str, told: str) -> None:
    rules = make_rules(preset, players, {})
    deals = course_of(rules).deals
    found = {price(WORDS, rules, number, contract) for number in range(len(deals))} - {""}
    assert found == {told}


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_hand_says_what_costs_points_as_soon_as_it_is_settled_and_so_do_its_words(
    name: str, players: int
) -> None:
    settled = 0
    for game in played(name, players):
        if game.turn < 0:
            continue
        mine = model(WORDS, game.view(game.turn), SEATS[:players])
        value = hand_picture(mine)
        assert bool(value.costs) == (game.view(None).phase == "play")
        assert value.costs == teller_of(game.rules).costs(mine)
        if value.costs and not mine.view.tricks and not mine.view.trick.cards:
            settled += 1
            text = alt.alt_text(WORDS, value)
            for cost in value.costs:
                either = cost, cost[0].upper() + cost[1:]  # where it begins a sentence
                assert any(one in text for one in either)
                assert any(one in line for line in told_hand(mine, value) for one in either)
            step = None if whist(name) else step_of(mine.view)
            if isinstance(step, Contract):
                assert value.costs == prices(WORDS, game.rules, step)
    assert settled


def whist(name: str) -> bool:
    return name.startswith("whist-")


def test_in_whist_it_is_told_how_far_each_side_has_come() -> None:
    targets = set[int]()
    for game in chain(played("whist-walloon", 4), played("whist-flemish", 4)):
        view = game.view(None)
        if view.phase != "play" or game.turn < 0:
            continue
        detail = whist_detail(view)
        costs = hand_picture(model(WORDS, game.view(game.turn), SEATS[:4])).costs
        assert detail.target is not None
        targets.add(detail.target)
        assert len(costs) in (1, len(detail.bidders))
        for seat in detail.bidders:
            assert any(SEATS[seat].name in cost for cost in costs)
        if len(costs) == 1 and detail.target:
            taken = sum(view.tricks_taken[seat] for seat in detail.bidders)
            assert (
                f": {WORDS.count('count.tricks', taken)}, " in costs[0]
                and f"{detail.target} needed" in costs[0]
            )
    assert len(targets) > 1


def test_the_table_says_so_where_there_are_no_trumps() -> None:
    said = set[str]()
    for game in played("kingen", 4):
        if game.turn >= 0 and game.view(None).phase == "play":
            value = table_picture(at_table(WORDS, facts("kingen", 4), game.view(None)))
            said.add(value.trump_word)
            assert (value.trump_word == "Trumps") == (value.trump is not None)
    assert {"each trick −1", "hearts −1 each", "king of hearts −5", "Trumps"} <= said


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_sheet_marks_the_deal_in_play_alone_and_names_what_is_open_in_the_games_own_word(
    name: str, players: int
) -> None:
    for game in played(name, players):
        view = game.view(None)
        if view.tricks or view.trick.cards:
            continue
        rows = score_sheet(at_table(WORDS, facts(name, players), view)).rows
        marked = [number for number, row in enumerate(rows) if row.in_play]
        assert marked == ([sum(one.points is not None for one in view.results)] if game.turn >= 0 else [])
        if whist(name):
            assert all(row.label != "Choosing the contract" for row in rows)
