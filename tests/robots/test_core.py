"""What is compiled does what the pure code does, in every preset."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from bot.engine.cards import FULL_PACK, members, set_of
from bot.engine.game import OVER, View
from bot.engine.king.course import contract_of, sale
from bot.engine.king.presets import FAMILY as KING
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game, presets
from bot.engine.whist.contracts import WhistContract
from bot.engine.whist.game import whist_detail
from bot.engine.whist.presets import FAMILY as WHIST_FAMILY
from bot.robots.kinds import HERE, Problem
from bot.robots.king import steady as king_steady
from bot.robots.king.playout import Playout
from bot.robots.registry import STUDIES, robot_of
from bot.robots.strong import compiled as strong_compiled
from bot.robots.strong.compiled import LOADED, study_by
from bot.robots.study import Study, Unsupported, fixed
from bot.robots.whist.knowledge import WhistKnowledge
from bot.robots.whist.playout import position, terms_of, tricks
from tests.engine.helpers import shuffled
from tests.robots.compiled import ready
from tests.robots.core_told import CoreTold
from tests.robots.positions import compare
from tests.robots.positions import positions as some_positions

TABLES = [(preset.name, players) for preset in presets() for players in preset.players]
WHIST = [preset.name for preset in presets() if preset.family == WHIST_FAMILY]
PLIES = 80
CHOICES = 8
LARGEST = 3
"""With so many cards in a hand an ending is solved by the pure code too."""


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    ready()


def positions(preset: str, players: int, plies: int = PLIES) -> Iterator[tuple[Game, View]]:
    """Moments at which a card is to be played, of games that go on by the rules of thumb."""
    rules = make_rules(preset, players, {"shuffle": "full"})
    easy = robot_of(rules, "easy")
    for seed in range(plies):
        game = new_game(rules, seed % players)
        while game.turn != OVER:
            if game.turn < 0:
                game.deal(shuffled(game, seed + game.deal_number))
                continue
            view = game.view(game.turn)
            if view.phase == "play":
                yield game, view
                plies -= 1
            if not plies:
                return
            game.apply(easy(view))


def deal_of(view: View) -> tuple[Any, Any]:
    """A view as compiled code is given it."""
    from bot.robots.core.deal import of_contract, of_terms  # noqa: PLC0415 - once it is ready
    from bot.robots.strong import king, whist  # noqa: PLC0415 - once it is ready

    if view.rules.preset.family == KING:
        contract = contract_of(view)
        assert contract is not None
        return of_contract(contract, view.players, view.rules.hand_size), king.table_of(view)
    return of_terms(terms_of(view)), whist.table_of(view)


def by_pure_code(view: View, hands: list[int], card: int) -> list[float]:
    """What each seat gets from here on where a card is played and all else by the rules of thumb."""
    if view.rules.preset.family == KING:
        contract = contract_of(view)
        assert contract is not None
        playout = Playout(contract, view.players, view.rules.hand_size)
        return [float(one) for one in playout.points(hands, king_steady.position(view), card)]
    terms = terms_of(view)
    return [float(one) for one in terms.points(tricks(terms.aims, hands, position(view), card))]


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_deals_are_played_out_alike(preset: str, players: int) -> None:
    from bot.robots.core.playout import play_out  # noqa: PLC0415 - once it is ready

    for game, view in positions(preset, players):
        deal, at = deal_of(view)
        for card in members(view.legal):
            points = np.zeros(players)
            play_out(deal, np.array(game.hands, np.int64), at, card, points)
            assert points.tolist() == by_pure_code(view, list(game.hands), card), (view.contract, card)


def best_for_all(game: Game, before: list[int], deal: int) -> list[float]:
    """What each seat gets from here on where everybody plays what is best for themselves, by the engine."""
    if game.turn < 0 or game.deal_number != deal:
        return [float(now - then) for now, then in zip(game.points, before, strict=True)]
    seat, found = game.turn, list[list[float]]()
    for card in members(game.legal()):
        then = game.copy()
        then.apply(card)
        found.append(best_for_all(then, before, deal))
    most = max(one[seat] for one in found)
    best = [one for one in found if one[seat] > most - 1e-9]
    return [sum(points) / len(best) for points in zip(*best, strict=True)]


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_endings_are_solved_alike(preset: str, players: int) -> None:
    from bot.robots.core.endings import AGE, DEPTH, FRAME, memory, solve  # noqa: PLC0415 - once it is ready

    kept = memory(players)
    for game, view in positions(preset, players):
        if max(view.hand_sizes) > LARGEST:
            continue
        deal, at = deal_of(view)
        stack, frames = np.zeros((DEPTH, players)), np.zeros((DEPTH, FRAME), np.int64)
        hands = np.array(game.hands, np.int64)
        kept.now[AGE] += 1
        solve(deal, hands, at, kept, stack, frames)
        # Tricks sold and what was scored before are no part of what is to come.
        then = [float(one) for one in best_for_all(game, game.points, game.deal_number)]
        if view.rules.preset.family == KING:
            contract, sold = contract_of(view), sale(view.said)
            assert contract is not None
            then = [one - before for one, before in zip(then, view.deal_points, strict=True)]
            if sold is not None:
                then[sold.buyer] += sold.tricks * contract.trick_points
                then[sold.seller] -= sold.tricks * contract.trick_points
        assert stack[0].tolist() == pytest.approx(then), view.contract
        assert hands.tolist() == list(game.hands)


@pytest.mark.parametrize("preset", WHIST)
def test_endings_of_two_sides_are_solved_as_those_of_many(preset: str) -> None:
    from bot.robots.core.endings import memory  # noqa: PLC0415 - once it is ready
    from bot.robots.core.entry import outcomes  # noqa: PLC0415 - once it is ready
    from bot.robots.core.two_sides import bounds  # noqa: PLC0415 - once it is ready

    memories, met = (memory(4), bounds()), Counter[str]()
    for game, view in positions(preset, 4, plies=3000):
        deal, at = deal_of(view)
        if max(view.hand_sizes) > LARGEST + 1 or not deal.two_sided:
            continue
        met[view.contract.partition("-")[0]] += 1
        cards, hands = np.array(members(view.legal), np.int64), np.array([game.hands], np.int64)
        asked, tried = (
            outcomes(each, hands, cards, at, *memories, 1_000_000)
            for each in (deal, deal._replace(two_sided=False))
        )
        assert asked.tolist() == tried.tolist(), view.contract
    assert len(met) > 3, met


def at_auctions(preset: str, many: int) -> Iterator[tuple[WhistKnowledge, Random]]:
    """What is known at each moment of auctions in which anything that may be said is, and at their ends."""
    rules = make_rules(preset, 4, {"shuffle": "full"})
    for seed in range(many):
        game, random = new_game(rules, seed % 4), Random(seed)
        game.deal(shuffled(game, seed))
        while game.turn >= 0:
            view = game.view(game.turn)
            yield WhistKnowledge(view), random
            if view.phase == "play":
                break
            easy = robot_of(rules, "easy")
            game.apply(easy(view) if random.random() < 0.7 else random.choice(members(view.legal)))


@pytest.mark.parametrize("preset", WHIST)
def test_hands_say_what_they_say_by_the_pure_code(preset: str) -> None:
    from bot.robots.core.worlds import COUNTS, said_by  # noqa: PLC0415 - once it is ready
    from bot.robots.strong.whist import remarks_of  # noqa: PLC0415 - once it is ready

    counts, said = np.zeros(COUNTS, np.int64), Counter[int]()
    for knowledge, random in at_auctions(preset, 150):
        remarks = remarks_of(knowledge)
        for number, (moment, _) in enumerate(remark for each in knowledge.remarks for remark in each):
            for _ in range(10):
                hand = set_of(random.sample(members(FULL_PACK), 13))
                expected = moment.said(hand)
                assert said_by(remarks, number, hand, counts) == expected
                said[expected] += 1
    assert len(said) > 12, said


@pytest.mark.parametrize("preset", WHIST)
def test_the_ways_in_which_cards_lie_agree_with_what_is_known_and_said(preset: str) -> None:
    from bot.robots.strong.whist import ways  # noqa: PLC0415 - once it is ready

    def doubts(knowledge: WhistKnowledge, worlds: list[list[int]]) -> float:
        """How many remarks do not fit, a world."""
        found = [
            moment.said(hands[seat] | knowledge.played[seat]) != said
            for hands in worlds
            for seat, remarks in enumerate(knowledge.remarks)
            for moment, said in remarks
        ]
        return sum(found) / len(worlds)

    by_this = by_pure_code = 0.0
    for knowledge, _ in at_auctions(preset, 40):
        found = ways(WhistKnowledge(knowledge.view), 40).tolist()
        assert found == ways(WhistKnowledge(knowledge.view), 40).tolist() and len(found) == 40
        for hands in found:
            for seat, hand in enumerate(hands):
                assert hand.bit_count() == knowledge.view.hand_sizes[seat]
                assert not hand & knowledge.closed[seat]
                assert hand & knowledge.known[seat] == knowledge.known[seat]
            assert sum(hands) & ~(knowledge.unseen | knowledge.view.hand) == 0
        if not any(knowledge.detail.discarded):  # what is laid aside is not told with the hands
            by_this += doubts(knowledge, found)
            by_pure_code += doubts(knowledge, knowledge.worlds(40))
    assert 0 < by_this < 1.1 * by_pure_code


def test_who_bids_what_few_hands_are_good_for_is_taken_at_their_word() -> None:
    from bot.robots.strong.whist import ways  # noqa: PLC0415 - once it is ready

    rules = make_rules("whist-flemish", 4, {"shuffle": "full"})
    easy, others = robot_of(rules, "easy"), (WhistContract.PAIR, WhistContract.SOLO, WhistContract.TROEL)
    bid = by_this = by_pure_code = 0
    for seed in range(200):
        game = new_game(rules, seed % 4)
        game.deal(shuffled(game, seed))
        while not game.results and game.phase == "bidding":
            game.apply(easy(game.view(game.turn)))
        if game.results or not (detail := whist_detail(game.view(0))).bid or detail.bid.kind in others:
            continue
        bidder = detail.bidders[0]
        seat = (bidder + 1) % 4
        knowledge, bid = WhistKnowledge(game.view(seat)), bid + 1
        remarks = knowledge.remarks[bidder]
        by_this, by_pure_code = (
            before
            + sum(any(moment.said(hands[bidder]) != said for moment, said in remarks) for hands in found)
            for before, found in (
                (by_this, ways(knowledge, 40).tolist()),
                (by_pure_code, knowledge.worlds(40)),
            )
        )
    assert bid > 5 and by_this < by_pure_code / 2, (bid, by_this, by_pure_code)


def test_C25_what_is_lost_counts_as_doubled_more_often_than_what_is_made() -> None:
    from bot.robots.strong.whist import ALWAYS, DOUBLED, DeepWhistForecast  # noqa: PLC0415 - once it is ready

    def forecast(doubles: str, seed: int) -> DeepWhistForecast:
        game = new_game(make_rules("whist-flemish", 4, {"shuffle": "full", "doubles": doubles}), 0)
        game.deal(shuffled(game, seed))
        view = game.view(game.turn)
        found = DeepWhistForecast(view, WhistKnowledge(view).worlds(20), learned=False)
        found.said()
        return found

    seen = Counter[WhistContract]()
    for seed in range(40):
        plain, doubled = forecast("no", seed), forecast("yes", seed)
        for (end, world), gain in plain.known.items():
            lost = (gain > 0) != (plain.seat in end[1])
            often = DOUBLED.get(end[0].kind, ALWAYS)[not lost] / (
                2 if end[0].kind is WhistContract.TROEL else 1
            )
            assert doubled.known[end, world] == pytest.approx(gain * (1 + often))
            seen[end[0].kind] += 1
        assert doubled.known.keys() == plain.known.keys()
    assert len(seen) > 3, seen


def too_much(preset: str, kind: WhistContract, bidders: Sequence[int]) -> list[float]:
    """What playouts promise each seat too much."""
    from bot.robots.strong.whist import PROMISED  # noqa: PLC0415 - once it is ready

    of_bidders, of_others = PROMISED[preset].get(kind, (0.0, 0.0))
    return [of_bidders if seat in bidders else of_others for seat in range(4)]


@pytest.mark.parametrize("preset", WHIST)
def test_a_contract_counts_for_less_by_what_playouts_promise_too_much(preset: str) -> None:
    from bot.robots.strong.whist import DeepWhistForecast  # noqa: PLC0415 - once it is ready

    rules = make_rules(preset, 4, {"shuffle": "full", "doubles": "no"})
    kinds = Counter[WhistContract]()
    for seed in range(20):
        game = new_game(rules, seed % 4)
        game.deal(shuffled(game, seed))
        view = game.view(game.turn)
        worlds = WhistKnowledge(view).worlds(20)
        believing, wary = (DeepWhistForecast(view, worlds, learned=learned) for learned in (False, True))
        believing.said()
        wary.said()
        assert believing.known.keys() == wary.known.keys()
        for (end, world), points in wary.known.items():
            less = too_much(preset, end[0].kind, end[1])[game.turn]
            assert believing.known[end, world] - points == fixed(less), end
            kinds[end[0].kind] += less != 0
    assert sum(map(bool, kinds.values())) > 1, kinds


@pytest.mark.parametrize("preset", WHIST)
def test_an_estimate_is_less_by_it_too_and_the_card_the_same(
    preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bot.robots.strong import whist  # noqa: PLC0415 - once it is ready

    seen = Counter[bool]()
    for _, view in positions(preset, 4, 6000):
        detail = whist_detail(view)
        assert detail.bid is not None
        less, bids = too_much(preset, detail.bid.kind, detail.bidders)[view.turn], view.turn in detail.bidders
        if len(members(view.legal)) == 1 or len(view.tricks) > 1 or seen[bids] == CHOICES:
            continue
        wary = whist.advise(view)
        with monkeypatch.context() as patched:
            patched.setattr(whist, "PROMISED", {})
            believing = whist.advise(view)
        assert wary.action == believing.action
        assert dict(wary.means) == pytest.approx(
            {card: mean - less for card, mean in believing.means}, abs=1e-9
        )
        seen[bids] += 1
    assert seen == {False: CHOICES, True: CHOICES}


@pytest.mark.parametrize("preset", ["kingen", "russian-king"])
def test_what_a_card_brings_counts_for_less_by_a_part_of_what_is_left_to_score(
    preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bot.robots.strong import king  # noqa: PLC0415 - once it is ready

    seen = 0
    for _, view in positions(preset, 4, 6000):
        contract = contract_of(view)
        assert contract is not None
        if len(members(view.legal)) == 1 or len(view.tricks) > 2 or seen == CHOICES:
            continue
        wary = king.advise(view)
        with monkeypatch.context() as patched:
            patched.setattr(king, "promised", lambda *_: 0.0)
            believing = king.advise(view)
        scored = sum(contract.points(view.tricks, 4))
        most = 0.05 * abs(contract.total(view.rules) - scored)
        less = {mean - dict(wary.means)[card] for card, mean in believing.means}
        assert wary.action == believing.action
        assert min(less) > 0 and max(less) <= most and max(less) == pytest.approx(min(less))
        seen += 1
    assert seen == CHOICES


@pytest.mark.parametrize("preset", WHIST)
def test_the_first_ways_in_which_cards_lie_come_from_different_deals(preset: str) -> None:
    from bot.robots.strong.whist import EACH, ways  # noqa: PLC0415 - once it is ready

    def alike(knowledge: WhistKnowledge, worlds: list[list[int]]) -> int:
        """How many cards of the next seat two ways that follow on each other have in common."""
        seat = (knowledge.seat + 1) % 4
        return sum((one[seat] & next_one[seat]).bit_count() for one, next_one in pairwise(worlds))

    first = of_one_deal = 0
    for knowledge, _ in at_auctions(preset, 20):
        if any(knowledge.remarks):
            found = ways(knowledge, EACH * EACH).tolist()
            first += alike(knowledge, found[:EACH])
            of_one_deal += alike(knowledge, found[::EACH])
    assert 0 < first < of_one_deal * 0.9, (first, of_one_deal)


def test_every_way_in_which_cards_may_lie_is_as_likely() -> None:
    from bot.robots.core.beliefs import NOTHING_PLAYED, WEIGHTS, Reading  # noqa: PLC0415 - once it is ready
    from bot.robots.core.deal import NO_DEAL  # noqa: PLC0415 - once it is ready
    from bot.robots.core.entry import worlds  # noqa: PLC0415 - once it is ready
    from bot.robots.core.worlds import Hidden  # noqa: PLC0415 - once it is ready

    closed = [0b000011, 0, 0b000100, 0]
    hidden = Hidden(
        0b111111,
        np.array([0, 0, 0, 1 << 20], np.int64),
        np.array([2, 2, 2, 0], np.int64),
        np.array(closed, np.int64),
    )
    allowed = {
        (set_of(one), set_of(two), 0b111111 & ~set_of((*one, *two)), 1 << 20)
        for one in combinations(range(6), 2)
        for two in combinations(set(range(6)) - set(one), 2)
    }
    allowed = {hands for hands in allowed if not any(a & b for a, b in zip(hands, closed, strict=True))}
    each = 2000
    found = worlds(Reading(NO_DEAL, NOTHING_PLAYED, WEIGHTS), hidden, 3, 7, each * len(allowed))
    seen = Counter(tuple(row) for row in found.tolist())
    assert set(seen) == allowed
    squares = sum((times - each) ** 2 / each for times in seen.values())
    assert squares < 54.1  # 26 degrees of freedom, one in a thousand


def test_where_there_is_no_way_there_are_no_worlds() -> None:
    from bot.robots.core.beliefs import NOTHING_PLAYED, WEIGHTS, Reading  # noqa: PLC0415 - once it is ready
    from bot.robots.core.deal import NO_DEAL  # noqa: PLC0415 - once it is ready
    from bot.robots.core.entry import worlds  # noqa: PLC0415 - once it is ready
    from bot.robots.core.worlds import Hidden  # noqa: PLC0415 - once it is ready

    nothing = np.zeros(4, np.int64)
    hidden = Hidden(0b11, nothing, np.array([1, 1, 0, 0], np.int64), np.array([3, 3, 0, 0], np.int64))
    assert worlds(Reading(NO_DEAL, NOTHING_PLAYED, WEIGHTS), hidden, 3, 1, 5).shape == (0, 4)


@pytest.mark.parametrize("preset", ["kingen", "denexa-king", "russian-king-orders", "whist-walloon"])
def test_it_plays_the_same_for_the_same_view(preset: str) -> None:
    for _, view in positions(preset, 4):
        chosen = LOADED[view.rules.preset.family].choose(view)
        assert view.legal >> chosen & 1
        if view.deal % 5 == 0 and len(view.tricks) % 4 == 0:
            assert LOADED[view.rules.preset.family].choose(view) == chosen


@pytest.mark.parametrize("preset", ["kingen", "whist-flemish"])
def test_a_study_has_every_legal_card_in_every_world(preset: str) -> None:
    for game, view in positions(preset, 4):
        if len(view.tricks) % 3 or not view.legal & (view.legal - 1):
            continue
        study = STUDIES.of(view.rules.preset.family)(view)
        assert set(study.outcomes) == set(members(view.legal))
        assert {len(one) for one in study.outcomes.values()} == {len(study.worlds)}
        for world in study.worlds:
            assert [hand.bit_count() for hand in world] == [hand.bit_count() for hand in game.hands]
            assert world[game.turn] == view.hand


def test_everything_is_compiled_once() -> None:
    """A game that was the first of its kind to ask for something would wait for the compiler."""
    from bot.robots.core import entry  # noqa: PLC0415 - once it is ready

    for preset in ("kingen", "whist-walloon"):
        _, view = next(positions(preset, 4))
        LOADED[view.rules.preset.family].choose(view)
    for knowledge, _ in at_auctions("whist-walloon", 4):
        LOADED[WHIST_FAMILY].choose(knowledge.view)
    for name in ("worlds", "outcomes", "openings", "auction_worlds"):
        assert len(getattr(entry, name).signatures) == 1


class Without:
    """A library that is not installed."""

    @staticmethod
    def find_spec(name: str) -> None:
        return None


def test_cards_between_which_it_is_close_are_played_out_in_more_deals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from bot.robots.strong import king, search  # noqa: PLC0415 - once it is ready

    played_out = list[tuple[list[int], Any]]()
    outcomes = search._outcomes

    def counted(question: Any, rows: Any, hands: Any, work: int) -> Any:
        played_out.append(([*rows], outcomes(question, rows, hands, work)))
        return played_out[-1][1]

    monkeypatch.setattr(search, "_outcomes", counted)
    twice = 0
    for _, view in positions("kingen", 4):
        if view.hand.bit_count() < 6 or view.legal.bit_count() < 2:
            continue
        played_out.clear()
        king.choose(view)
        (every, first), *further = played_out
        behind = first[first.mean(axis=1).argmax()] - first
        close = behind.mean(axis=1) <= 3 * behind.std(axis=1) / first.shape[1] ** 0.5 + 1e-9
        assert [rows for rows, _ in further] == ([[*np.array(every)[close]]] if close.sum() > 1 else [])
        for rows, points in further:
            assert first.shape[1] + points.shape[1] == search.MORE_PLAYOUTS // max(len(rows), 2)
            twice += 1
    assert twice > 10


def test_without_the_compiler_strong_is_not_to_be_had(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(HERE, "is_ready", False)
    monkeypatch.setattr(strong_compiled, "util", Without)
    kept = dict(LOADED)
    try:
        strong_compiled.make_ready(tmp_path)
        assert HERE.problem is Problem.MISSING
        assert not LOADED
    finally:
        LOADED.update(kept)
        HERE.ready()


def test_what_is_compiled_goes_by_the_name_of_all_that_it_takes_numbers_from(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Rules of thumb are pure code, and their numbers become part of what is compiled."""
    for folder in ("robots/core", "robots/whist"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "numbers.py").write_text("FROM = 3.5\n")
    monkeypatch.setattr(strong_compiled, "SOURCES", (tmp_path,))
    names = {strong_compiled.made_from()}
    for folder in ("robots/core", "robots/whist"):
        (tmp_path / folder / "numbers.py").write_text("FROM = 3.0\n")
        names.add(strong_compiled.made_from())
    assert len(names) == 3


def test_what_was_compiled_for_other_versions_goes_once_this_one_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("0123456789abcdef", "notes"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "kept").touch()
    monkeypatch.setattr(HERE, "is_ready", False)
    monkeypatch.setattr(strong_compiled, "_load", lambda folder: None)
    monkeypatch.setattr(strong_compiled.sys, "executable", "/bin/true")
    try:
        strong_compiled.make_ready(tmp_path)
        made, notes = sorted(path.name for path in tmp_path.iterdir())
        assert notes == "notes" and made != "0123456789abcdef"
        assert (tmp_path / made / "complete").exists()
    finally:
        HERE.ready()


def test_a_study_of_what_is_not_known_to_it_is_made_by_steady(monkeypatch: pytest.MonkeyPatch) -> None:
    _, view = next(positions("kingen", 4))

    class Knowing:
        def study(self, view: View) -> Study:
            raise Unsupported

    monkeypatch.setitem(LOADED, view.rules.preset.family, Knowing())
    by_steady = Study((), {})
    assert study_by(lambda view: by_steady)(view) is by_steady


def test_what_does_not_compile_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(HERE, "is_ready", False)
    monkeypatch.setattr(strong_compiled.sys, "executable", "/bin/false")
    kept = dict(LOADED)
    try:
        strong_compiled.make_ready(tmp_path)
        assert HERE.problem is Problem.FAILED
    finally:
        LOADED.update(kept)
        HERE.ready()


def test_what_cannot_be_loaded_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(HERE, "is_ready", False)
    monkeypatch.setattr(strong_compiled, "MODULES", {KING: "bot.robots.strong.gone"})
    monkeypatch.setattr(strong_compiled, "_compiled", lambda folder, *, gently: True)
    kept = dict(LOADED)
    try:
        strong_compiled.make_ready(tmp_path)
        assert HERE.problem is Problem.BROKEN
    finally:
        LOADED.update(kept)
        HERE.ready()


def test_the_engine_says_the_same_of_what_is_legal_and_what_is_scored() -> None:
    """With all options that there are; ``python -m tests.robots.core_told`` does it a million times."""
    told = CoreTold()
    found = compare(told.legal, told.points, some_positions(3000, 5), 5)
    assert found.positions == 3000
    assert not found.disagreements


@pytest.mark.parametrize(
    ("before", "kept"),
    [
        ("import numba; from tests.robots.compiled import FOLDER, ready; ready()", True),
        ("from tests.robots.compiled import FOLDER", False),
    ],
    ids=["numba imported before", "nobody said where"],
)
def test_what_is_compiled_is_never_kept_beside_the_sources(before: str, kept: bool) -> None:
    asked = "from bot.robots.core.entry import auction_worlds; print(FOLDER, auction_worlds.stats.cache_path)"
    environment = {name: value for name, value in os.environ.items() if name != strong_compiled.CACHE}
    done = subprocess.run(
        [sys.executable, "-c", f"{before}; {asked}"],
        cwd=strong_compiled.PROGRAM,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    folder, _, path = done.stdout.strip().rpartition(" ")
    assert path.startswith(folder) if kept else path == "None"
