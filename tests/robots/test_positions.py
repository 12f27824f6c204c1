"""Positions by which a compiled core is judged are of all tables and options, and what is wrong is told."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import islice

from bot.engine.cards import Card, CardSet
from bot.engine.play import Game
from bot.engine.registry import presets
from tests.robots.positions import NO_MATTER, TABLES, compare, games, positions

COUNT = 6000


def legal(game: Game) -> CardSet:
    return game.legal()


def points(game: Game, cards: Sequence[Card]) -> tuple[list[int], list[int]]:
    """What a core would say that is the engine itself."""
    twin, tricks = game.copy(), len(game.tricks)
    for card in cards:
        twin.apply(card)
    result = twin.results[-1]
    assert result.points is not None
    return [Game.winner_of(trick) for trick in result.played[tricks:]], list(result.points)


def test_a_core_that_is_right_agrees_everywhere() -> None:
    found = compare(legal, points, positions(COUNT, 1), 1)
    assert (found.positions, found.disagreements) == (COUNT, [])


def test_what_a_core_gets_wrong_is_told() -> None:
    def whole_hand(game: Game) -> CardSet:
        return game.hands[game.turn]

    def other_winner(game: Game, cards: Sequence[Card]) -> tuple[list[int], list[int]]:
        winners, gained = points(game, cards)
        return [*winners[:-1], (winners[-1] + 1) % game.rules.players], gained

    def one_more(game: Game, cards: Sequence[Card]) -> tuple[list[int], list[int]]:
        winners, gained = points(game, cards)
        return winners, [gained[0] + 1, *gained[1:]]

    for core, what in (
        ((whole_hand, points), ": legal ["),
        ((legal, other_winner), ": winners ["),
        ((legal, one_more), ": points ["),
    ):
        told = compare(*core, positions(200, 1), 1).disagreements
        assert told and all(what in one for one in told)


def test_tables_and_options_are_all_there() -> None:
    tables = {(game.rules.preset, game.rules.players) for game, _ in positions(COUNT, 2)}
    assert tables == set(TABLES)
    seen = defaultdict[str, set[str]](set)
    for game in islice(games(2), 40 * len(TABLES)):
        for name, value in game.rules.values.items():
            seen[name].add(value)
    for preset in presets():
        for option in preset.options:
            if option.name not in NO_MATTER:
                assert seen[option.name] >= set(option.values)


def test_the_same_seed_gives_the_same_positions() -> None:
    first, second = ([(game.hands[seat], game.cards) for game, seat in positions(300, 5)] for _ in range(2))
    assert first == second
    assert first != [(game.hands[seat], game.cards) for game, seat in positions(300, 6)]
