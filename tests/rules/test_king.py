"""The rules of the King family as they are told agree with the engine, for every preset and any options."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import perf_counter
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.cards import ACTION_TEXTS, HEARTS, SUIT_MASKS, members, named
from bot.engine.errors import RuleViolation
from bot.engine.game import AWAITS_DECK, OVER, DealEnded, FollowRule, LeadRule, View
from bot.engine.king.contracts import Contract
from bot.engine.king.course import contract_of
from bot.engine.king.presets import FAMILY
from bot.engine.options import Rules
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game, preset_named, presets
from bot.pictures.values import HandPicture, TrickPicture
from bot.rules.book import GAME, example_seats
from bot.rules.king import pages
from bot.rules.king.course import awaiting, chapter_of, chapters, deal_total, shuffled
from bot.rules.king.examples import TRICK, Example, examples, lessons
from bot.rules.king.lines import contract_lines, duty, opening_lines
from bot.rules.ui.panel import About
from bot.telling.phrases import Reader
from bot.words.catalogue import words_for
from tests.properties import tries
from tests.telling.some_rules import some_rules
from tests.telling.view_models import model

WORDS = words_for("en")
SEATS = example_seats(WORDS, 5)
PRESETS = [preset.name for preset in presets() if preset.family == FAMILY]
often = tries(20)
TABLES = [(name, players) for name in PRESETS for players in preset_named(name).players]


def every_contract(rules: Rules) -> Iterator[tuple[int, Contract]]:
    for chapter in chapters(rules):
        for contract in chapter.contracts:
            yield chapter.deals[0], contract


def every_example(rules: Rules) -> Iterator[tuple[Contract, Example]]:
    for deal, contract in every_contract(rules):
        for example in examples(rules, deal, contract.name, contract.trump):
            yield contract, example


# Examples


@often
@given(some_rules(TABLES))
def test_an_example_is_a_moment_of_the_very_rules(rules: Rules) -> None:
    for contract, example in every_example(rules):
        view = example.view
        assert view.rules == rules
        found = contract_of(view)
        assert found is not None
        assert (found.name, found.trump, found.scores) == (contract.name, contract.trump, contract.scores)
        if example.lesson == TRICK:
            gained = [
                after - before
                for before, after in zip(
                    contract.points(view.tricks[:-1], rules.players),
                    contract.points(view.tricks, rules.players),
                    strict=True,
                )
            ]
            assert sum(gained) == example.points == gained[view.tricks[-1].winner or 0] != 0
        else:
            assert view.turn == view.seat
            assert view.legal and not view.legal & ~view.hand


@pytest.mark.parametrize("name", PRESETS)
def test_a_found_example_can_be_played_again_and_the_engine_says_the_same(name: str) -> None:
    """Of every example the deal is dealt anew, the same cards played: what is bright is what is legal."""
    rules = make_rules(name, 4, {})
    again = 0
    for contract, example in every_example(rules):
        view = example.view
        deal = chapter_of(rules, view.deal)
        for seed in range(200):
            game = awaiting(rules, deal.deals[0])
            game.deal(shuffled(game, Random(seed)))
            for action in deal.way(contract.name, contract.trump).said:
                game.apply(action)
            try:
                for trick in view.tricks:
                    for card in trick.cards:
                        game.apply(card)
                if example.lesson != TRICK:
                    for card in view.trick.cards:
                        game.apply(card)
            except RuleViolation:
                continue
            if example.lesson == TRICK:
                assert game.view(None).deal_points == view.deal_points
            else:
                if game.view(view.seat).hand != view.hand:
                    continue
                assert game.turn == view.seat
                assert game.legal() == view.legal
                for card in members(view.hand & ~view.legal):
                    with pytest.raises(RuleViolation):
                        game.copy().apply(card)
            again += 1
            break
        else:
            raise AssertionError(f"{contract.name} {example.lesson}")
    assert again > 20


@often
@given(some_rules(TABLES))
def test_a_picture_brightens_what_is_legal_and_says_what_is_scored(rules: Rules) -> None:
    for contract, example in every_example(rules):
        picture = pages.example_picture(WORDS, example)
        sentence = pages.example_sentence(WORDS, example, contract)
        assert sentence and not set(sentence) & set("{}")
        if isinstance(picture, HandPicture):
            assert picture.choosing and picture.legal == example.view.legal
            assert set(picture.cards) == set(members(example.view.hand))
        else:
            assert isinstance(picture, TrickPicture)
            assert WORDS.points(example.points) in picture.caption
            assert WORDS.points(example.points) in sentence
            assert picture.cards[picture.winner].name in sentence


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_rule_of_a_preset_has_an_example(name: str, players: int) -> None:
    rules = make_rules(name, players, {})
    for deal, contract in every_contract(rules):
        shown = {one.lesson for one in examples(rules, deal, contract.name)}
        assert shown == {lesson.name for lesson in lessons(contract)} | {TRICK}


def test_a_rule_that_no_deal_can_show_goes_without() -> None:
    """The ace is never lower than a card of its suit."""
    rules = make_rules("kingen-iwwa", 4, {"sole-card": "AH"})
    started = perf_counter()
    shown = {one.lesson for one in examples(rules, 4, "king-of-hearts")}
    assert perf_counter() - started < 3  # with others at work; a tenth of it alone
    assert "penalty-card" in shown and "penalty-follow" not in shown


def example_of(lesson: str, name: str, contract: str, **options: str) -> Example:
    rules = make_rules(name, 4, {key.replace("_", "-"): value for key, value in options.items()})
    (deal,) = {deal for deal, one in every_contract(rules) if one.name == contract}
    (found,) = (one for one in examples(rules, deal, contract) if one.lesson == lesson)
    return found


def test_a_penalty_card_that_cannot_win_has_to_be_played() -> None:
    view = example_of("penalty-follow", "kingen-iwwa", "queens").view
    assert view.trick.winner is not None
    best = view.trick.cards[(view.trick.winner - view.trick.leader) % 4]
    queens = named("QC QD QH QS")
    assert view.legal and not view.legal & ~queens
    assert all(card < best and card // 13 == best // 13 for card in members(view.legal))
    assert view.hand & SUIT_MASKS[best // 13] & ~view.legal


def test_no_heart_is_led_as_long_as_there_is_another_suit() -> None:
    view = example_of("no-heart-lead", "kingen-iwwa", "hearts").view
    assert not view.trick.cards
    assert view.hand & SUIT_MASKS[HEARTS]
    assert view.legal == view.hand & ~SUIT_MASKS[HEARTS]


def test_kings_and_jacks_show_a_trick_with_two_of_them() -> None:
    example = example_of(TRICK, "kingen", "kings-jacks")
    scoring = [card for card in example.view.tricks[-1].cards if named("KC KD KH KS JC JD JH JS") >> card & 1]
    assert len(scoring) == 2 and example.points == -2


@pytest.mark.parametrize("undertrump", ["any", "must", "forbidden"])
def test_undertrumping_is_shown_as_it_is_played(undertrump: str) -> None:
    lesson = {"any": "undertrump-any", "must": "undertrump-must", "forbidden": "may-not-undertrump"}[
        undertrump
    ]
    view = example_of(lesson, "kingen-iwwa", "trump", undertrump=undertrump).view
    assert view.trump is not None
    trumps = view.hand & SUIT_MASKS[view.trump]
    assert trumps
    assert view.legal == {"any": view.hand, "must": trumps, "forbidden": view.hand & ~trumps}[undertrump]


def test_hearts_that_are_free_when_led_are_shown_free() -> None:
    view = example_of("hearts-led-free", "kingen-iwwa", "hearts", hearts_led_free="yes").view
    assert view.legal == view.hand & SUIT_MASKS[HEARTS]
    assert view.legal.bit_count() > 1


def test_the_same_rules_are_shown_by_the_same_example() -> None:
    rules = make_rules("kingen", 5, {"order": "queens-first"})
    first = examples(rules, 2, "queens")
    examples.cache_clear()
    assert examples(rules, 2, "queens") == first


# Sentences


def all_rules(kind: type[Any]) -> list[type[Any]]:
    return [one for child in kind.__subclasses__() for one in (child, *all_rules(child))]


@often
@given(some_rules(TABLES))
def test_a_duty_is_said_just_where_the_engine_has_the_rule(rules: Rules) -> None:
    for _, contract in every_contract(rules):
        lines = contract_lines(WORDS, rules, contract)
        reasons = {rule.reason for rule in (*contract.leads, *contract.follows)}
        for reason, key in (
            ("no-heart-lead", "rules.heart-lead"),
            ("must-beat-trump", "rules.beat-trump-lead"),
            ("must-trump", "rules.must-trump"),
            ("must-overtrump", "rules.must-overtrump"),
            ("may-not-undertrump", "rules.undertrump.forbidden"),
        ):
            assert (WORDS(key) in lines) == (reason in reasons), (contract.name, key)
        penalty = {WORDS("rules.forced-penalty.discard"), WORDS("rules.forced-penalty.always")} & set(lines)
        assert len(penalty) == ("penalty-card" in reasons)
        assert (WORDS("rules.early-stop") in lines) == contract.stops


def test_every_kind_of_rule_says_something() -> None:
    kinds = [*all_rules(LeadRule), *all_rules(FollowRule)]
    reasons = {kind.reason for kind in kinds if hasattr(kind, "reason")}
    assert len(reasons) >= 6
    said = {duty(WORDS, cast(LeadRule, SimpleNamespace(reason=reason))) for reason in reasons}
    assert len(said) == len(reasons)


def played_out(game: Game, random: Random) -> list[DealEnded]:
    """The deal to its end, all at random."""
    events: list[Any] = []
    while game.turn >= 0:
        events += game.apply(random.choice(members(game.legal())))
    return [event for event in events if isinstance(event, DealEnded)]


@often
@given(some_rules(TABLES), st.integers(0, 10**6))
def test_a_deal_adds_up_to_what_is_said(rules: Rules, seed: int) -> None:
    """Also where tricks were sold, and where the deal stopped early."""
    random = Random(seed)
    for chapter in chapters(rules):
        game = awaiting(rules, chapter.deals[0])
        game.deal(shuffled(game, random))
        (ended,) = played_out(game, random)
        totals = {deal_total(rules, one) for one in chapter.contracts if one.name == ended.result.contract}
        assert ended.result.points is not None
        assert {sum(ended.result.points)} == totals


@often
@given(some_rules(TABLES), st.integers(0, 10**6))
def test_a_game_holds_the_deals_that_are_told_and_no_others(rules: Rules, seed: int) -> None:
    random = Random(seed)
    game = new_game(rules, 0)
    while game.turn != OVER:
        chapter = chapter_of(rules, len(game.results))
        game.deal(shuffled(game, random))
        (ended,) = played_out(game, random)
        assert ended.result.contract in {contract.name for contract in chapter.contracts}
    told = pages.game_lines(WORDS, rules)
    if WORDS("rules.game.aim-balanced") in told:
        assert sum(game.points) == 0
    assert WORDS.count("count.deals", len(game.results)) in told[1]
    assert sum(len(chapter.deals) for chapter in chapters(rules)) == len(game.results)


@often
@given(some_rules(TABLES), st.integers(0, 10**6))
def test_who_chooses_among_what_is_told_as_it_is_played(rules: Rules, seed: int) -> None:
    """Whatever may be said before the first lead is among the stages of its chapter."""
    random = Random(seed)
    for chapter in chapters(rules):
        game = awaiting(rules, chapter.deals[0])
        game.deal(shuffled(game, random))
        said = {action for stage in chapter.stages for action in stage.actions}
        while (view := game.view(game.turn)).phase != "play":
            numbered = [action for action in members(view.legal) if action not in said]
            assert all(_is_number(action) for action in numbered)
            seats = {seat for stage in chapter.stages for seat in stage.seats}
            bought = any(stage.bought for stage in chapter.stages)
            assert (view.turn - view.dealer) % rules.players in seats or bought
            game.apply(random.choice(members(view.legal)))
        assert bool(opening_lines(WORDS, chapter)) == bool(chapter.stages or chapter.turned_up)


def _is_number(action: int) -> bool:
    return ACTION_TEXTS[action].split()[0] in ("offer", "bid")


# The deal being played


def views_of(rules: Rules) -> Iterator[View]:
    """What anybody sees of a game, move by move."""
    random, game = Random(1), new_game(rules, 0)
    while game.turn != OVER:
        if game.turn == AWAITS_DECK:
            game.deal(shuffled(game, random))
        yield game.view(None)
        game.apply(random.choice(members(game.legal())))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_table_opens_on_the_deal_that_is_played(name: str, players: int) -> None:
    rules = make_rules(name, players, {})
    for view in views_of(rules):
        seen = model(WORDS, view, SEATS)
        page = About(Reader(WORDS), rules, "", table=1, model=seen).own_page
        assert page.deal is not None and page.deal in chapter_of(rules, view.deal).deals
        contract = contract_of(view)
        if contract is not None:
            assert page.contract == contract.name
        assert pages.rule_lines(seen)
    assert About(Reader(WORDS), rules, "", table=1).own_page.key == GAME
