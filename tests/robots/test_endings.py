"""The compiled judge of endings says what the engine's own games say when they are played out in every way;
worlds are all those that are possible, and no others."""

from __future__ import annotations

from itertools import combinations, islice
from random import Random

import numpy as np
import pytest

from bot.engine.cards import Card, CardSet, members, set_of
from bot.engine.game import View
from bot.engine.king.presets import FAMILY as KING
from bot.engine.play import Game
from tests.bench.max_n import values_of
from tests.bench.tables import payoffs, tables_of
from tests.bench.worlds import LIMIT, plays, unseen, worlds_of
from tests.robots.positions import positions

POSITIONS = 150
SOME = 0.1
ALMOST = pytest.approx


def small(count: int, seed: int, most: int = 3) -> list[Game]:
    """Positions with few cards in which there is a choice, some of each of many games."""
    found, random = list[Game](), Random(seed)
    for game, seat in positions(10**9, seed):
        if 2 <= game.hands[seat].bit_count() <= most and game.legal().bit_count() > 1:
            if random.random() < SOME and not is_without_tables(game):
                found.append(game.copy())
            if len(found) == count:
                return found
    raise AssertionError


def is_without_tables(game: Game) -> bool:
    """Undertrumping forbidden, overtrumping not owed: whether a card is legal is no matter of pairs."""
    values = game.rules.values
    return values.get("undertrump") == "forbidden" and values["must-overtrump"] == "no"


def plain(game: Game) -> tuple[float, ...]:
    """What the deal brings each seat when everybody plays for their own points."""
    if game.phase != "play":
        points = game.results[-1].points
        assert points is not None
        return tuple(map(float, points))
    seat = game.turn
    each = [plain(after(game, card)) for card in members(game.legal())]
    most = max(one[seat] for one in each)
    tied = [one for one in each if one[seat] > most - 1e-9]
    return tuple(sum(column) / len(tied) for column in zip(*tied, strict=True))


def after(game: Game, card: Card) -> Game:
    """The game once that card was played."""
    twin = game.copy()
    twin.apply(card)
    return twin


def judged(game: Game) -> dict[Card, float]:
    """The compiled judge of the one world in which the cards really lie."""
    view = game.view(game.turn)
    tables = tables_of(view)
    tables.learn(sum(game.hands) | set_of(game.cards))
    winner = game.winner if game.cards else game.turn
    best = game.best if game.cards else -1
    world = np.array([game.hands], dtype=np.int64)
    number = len(game.tricks) + 1
    return values_of(world, game.turn, tuple(game.cards), best, winner, number, tables, payoffs(view))


@pytest.mark.parametrize("seed", range(2))
def test_the_compiled_judge_says_what_games_of_the_engine_say(seed: int) -> None:
    contracts: set[str] = set()
    for game in small(POSITIONS, seed):
        contracts.add(game.contract_name)
        seat, found = game.turn, judged(game)
        by_engine = {card: plain(after(game, card))[seat] for card in members(game.legal())}
        assert set(found) == set(by_engine)
        before = {by_engine[card] - found[card] for card in found}
        assert max(before) - min(before) < 1e-6
        if game.rules.preset.family != KING:
            assert max(before) == ALMOST(0, abs=1e-6)
        elif not any(said.action > 51 for said in game.said):
            assert max(before) == ALMOST(game.view(seat).deal_points[seat])
    assert len(contracts) > 20


def as_played(game: Game, view: View, hands: list[CardSet]) -> bool:
    """Whether every card of the deal was legal for who held these hands in the end."""
    whole = list(hands)
    for one in plays(view, tables_of(view)):
        whole[one.seat] |= 1 << one.card
    for one in plays(view, tables_of(view)):
        hand = whole[one.seat]
        if one.led < 0:
            legal = hand
            for rule in game.lead_rules:
                legal = rule.narrow(legal)
        else:
            suit = 0x1FFF << 13 * (one.led // 13)
            legal = hand & suit or hand
            for rule in game.follow_rules:
                legal = rule.narrow(legal, hand, one.led, one.best)
        if not legal >> one.card & 1:
            return False
        whole[one.seat] ^= 1 << one.card
    return all(hands[holder] >> card & 1 for holder, card in view.shown if unseen(view) >> card & 1)


def dealt_out(cards: CardSet, sizes: list[int]) -> list[list[CardSet]]:
    """All ways to deal cards out."""
    if not sizes:
        return [[]] if not cards else []
    return [
        [set_of(hand), *rest]
        for hand in combinations(members(cards), sizes[0])
        for rest in dealt_out(cards & ~set_of(hand), sizes[1:])
    ]


def test_worlds_are_all_those_in_which_every_card_was_legal() -> None:
    narrowed = 0
    for game in small(120, 7, most=2):
        view = game.view(game.turn)
        if game.rules.preset.family != KING:
            continue
        sizes = [size * (seat != view.seat) for seat, size in enumerate(view.hand_sizes)]
        every = dealt_out(unseen(view), sizes)
        wanted: set[tuple[CardSet, ...]] = set()
        for hands in every:
            hands[view.turn] = view.hand
            if as_played(game, view, hands):
                wanted.add(tuple(hands))
        narrowed += len(wanted) < len(every)
        found = {tuple(map(int, world)) for world in worlds_of(view, tables_of(view), 10**9)}
        assert found == wanted
        assert tuple(game.hands) in found
    assert narrowed > 20


def test_of_many_worlds_a_sample_is_taken_of_those_that_there_are() -> None:
    game = next(game for game, seat in positions(10**6, 3) if game.hands[seat].bit_count() == 4)
    view = game.view(game.turn)
    every = {tuple(world) for world in worlds_of(view, tables_of(view), 10**9).tolist()}
    some = worlds_of(view, tables_of(view), 50).tolist()
    assert len(every) > LIMIT / 100 and len(some) == min(50, len(every))
    assert {tuple(world) for world in some} <= every


def test_troel_tells_where_aces_lie() -> None:
    compared = 0
    for game, seat in islice(positions(10**6, 11), 40000):
        few = game.hands[seat].bit_count() <= 2
        if game.contract_name != "troel" or not few or game.legal().bit_count() < 2:
            continue
        view = game.view(seat)
        found = {tuple(map(int, world)) for world in worlds_of(view, tables_of(view))}
        assert tuple(game.hands) in found
        compared += 1
    assert compared > 5
