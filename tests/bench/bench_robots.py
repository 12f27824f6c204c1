"""How much better ``steady`` plays than ``easy``: one of it against ``easy`` in all other seats.

Games come in rounds, one game for each seat that ``steady`` can have, all with the same shuffles: luck with
the cards is the same for all seats of a round, and what is left is the play. A round is one observation. In
Colour Whist a deal is a game: each is scored by itself, and a deal thrown in gains nothing.
``python -m tests.bench.bench_robots --rounds 250`` plays so many rounds of each preset;
``--among easy`` tells what is bid, and made, where four of a kind play Colour Whist.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from time import process_time

from bot.engine.cards import CONTRACT, Card, is_play, members
from bot.engine.game import AWAITS_DECK, OVER, DealResult
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game, preset_named, presets
from bot.engine.whist.game import whist_result
from bot.engine.whist.presets import FAMILY as WHIST
from bot.robots.kinds import ROBOT_KINDS
from bot.robots.registry import robot_of
from tests.bench.rows import Row
from tests.robots.compiled import robot

BOUND = 3.0
ROUNDS = {"denexa-king": 18, "russian-king": 16, "whist-walloon": 80, "whist-flemish": 200}
"""How many rounds the bench plays of presets in which a round is short, or single cards or tricks are worth
so much that luck weighs more; 4 of the others."""


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays whom at what: one robot of a kind, and a kind in all other seats. ``deal`` is the contract of
    the only deal that is played of each game, empty where all of it is."""

    preset: str
    players: int
    of: str = "steady"
    against: str = "easy"
    deal: str = ""

    @property
    def unit(self) -> str:
        """What a game is."""
        return "deal" if self.deal or is_whist(self.preset) else "game"


@dataclass(frozen=True, slots=True)
class Round:
    """What came of the games of one shuffle: by how many points a game ``of`` beat the mean of the others;
    and how much CPU each of its moves took, in seconds: cards, and choices and bids."""

    gain: float
    cards: list[float]
    choices: list[float]


@dataclass(frozen=True, slots=True)
class Duel:
    """What came of the rounds of a match."""

    match: Match
    rounds: list[Round]

    @property
    def mean(self) -> float:
        """Points a game more than the mean of the others."""
        return sum(one.gain for one in self.rounds) / len(self.rounds)

    @property
    def error(self) -> float:
        """The standard error of that; 0 where it is of a single round."""
        off = sum((one.gain - self.mean) ** 2 for one in self.rounds)
        return sqrt(off / max(1, len(self.rounds) - 1) / len(self.rounds))

    @property
    def standard_errors(self) -> float:
        """How many standard errors the mean is above 0."""
        return self.mean / self.error

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.rounds) * self.match.players

    @property
    def moves(self) -> list[float]:
        """Seconds of CPU of each move."""
        return [taken for one in self.rounds for taken in (*one.cards, *one.choices)]

    @property
    def summary(self) -> str:
        """The figures in a line."""
        unit = self.match.unit
        return (
            f"{self.games} {unit}s of {self.match.players}, seats rotated: {self.mean:+.2f} points a {unit}; "
            f"{1000 * sum(self.moves) / len(self.moves):.1f} ms of CPU a move"
        )


def is_whist(preset: str) -> bool:
    """Whether a preset is of Colour Whist."""
    return preset_named(preset).family == WHIST


def duel(preset: str, players: int, rounds: int, first: int = 0) -> Duel:
    """Play so many rounds of ``steady`` against ``easy``; seeds are counted from ``first``."""
    match = Match(preset, players)
    return Duel(match, [play_round(match, seed) for seed in range(first, first + rounds)])


def play_round(match: Match, seed: int) -> Round:
    """Play a game for each seat that ``of`` can have, all with the same shuffles."""
    cards, choices = list[float](), list[float]()
    gains = [_gain(match, seed, seat, cards, choices) for seat in range(match.players)]
    return Round(sum(gains) / match.players, cards, choices)


def _gain(match: Match, seed: int, seat: int, cards: list[float], choices: list[float]) -> float:
    """By how many points ``of`` in this seat beats the mean of the others in one game."""
    random = Random(seed)
    rules = make_rules(match.preset, match.players, {"shuffle": "full"})
    mine, theirs = robot(rules, match.of), robot(rules, match.against)
    game = new_game(rules, seed % match.players)
    if match.deal in game.plan:
        game.next_deal = game.plan.index(match.deal), game.dealer
    while not (game.results if match.unit == "deal" else game.turn == OVER):
        if game.turn == AWAITS_DECK:
            game.deal(shuffled(game, random))
        elif game.phase == "contract" and match.deal:
            game.apply(CONTRACT[match.deal])
        elif game.turn == seat:
            view, start = game.view(seat), process_time()
            action = mine(view)
            (cards if is_play(action) else choices).append(process_time() - start)
            game.apply(action)
        else:
            game.apply(theirs(game.view(game.turn)))
    return _above_the_others(game, seat)


def shuffled(game: Game, random: Random) -> list[Card]:
    """The game's pack, shuffled."""
    deck = list(members(game.pack))
    random.shuffle(deck)
    return deck


def _above_the_others(game: Game, seat: int) -> float:
    others = [points for place, points in enumerate(game.points) if place != seat]
    return game.points[seat] - sum(others) / len(others)


def tables() -> list[tuple[str, int]]:
    """Every preset with four players; with as many as it takes where that is none."""
    return [(preset.name, 4 if 4 in preset.players else preset.players[0]) for preset in presets()]


def rows() -> list[Row]:
    """A few rounds of every preset."""
    found = [duel(preset, players, ROUNDS.get(preset, 4)) for preset, players in tables()]
    return [
        Row(
            f"steady against easy, {one.match.preset}: standard errors",
            one.standard_errors,
            one.summary,
            bound=BOUND,
        )
        for one in found
    ]


def contracts(preset: str, robot: str, deals: int) -> list[str]:
    """What four robots of a kind bid in so many deals of Colour Whist: for each contract a line with its
    share of the deals, how often it was made, the points of each who played it, and how often it was doubled
    where it was made and where not."""
    rules, seen = make_rules(preset, 4, {"shuffle": "full"}), list[DealResult]()
    play = robot_of(rules, robot)
    for seed in range(deals):
        game = new_game(rules, seed % 4)
        game.deal(shuffled(game, Random(seed)))
        while not game.results:
            game.apply(play(game.view(game.turn)))
        seen += game.results
    by_contract: dict[str, list[DealResult]] = {}
    for result in seen:
        by_contract.setdefault(result.contract or "thrown in", []).append(result)
    return [
        _contract_line(name, results, deals)
        for name, results in sorted(by_contract.items(), key=lambda one: -len(one[1]))
    ]


def _contract_line(name: str, results: list[DealResult], deals: int) -> str:
    facts = [whist_result(result) for result in results]
    made = [each for one in facts for each in one.made]
    gained = [
        result.points[seat]
        for result, one in zip(results, facts, strict=True)
        if result.points is not None
        for seat in one.bidders
    ]
    line = f"{name}: {len(results) / deals:.1%} of the deals"
    if made:
        line += f", made {_mean(made):.0%}, {_mean(gained):+.1f} points"
    if any(one.doubled_by is not None for one in facts):
        for word, whether in (("made", True), ("lost", False)):
            doubled = [one.doubled_by is not None for one in facts if all(one.made) == whether]
            line += f", {_mean(doubled):.0%} of {len(doubled)} {word} doubled" if doubled else ""
    return line


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def main() -> None:
    """Play and print as much as is asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bench_robots", description=__doc__)
    parser.add_argument("--rounds", type=int, default=250, help="rounds of each preset")
    parser.add_argument("--preset", action="append", help="only this one; may be given several times")
    parser.add_argument("--players", type=int, help="at tables of this size instead of four")
    parser.add_argument("--among", choices=ROBOT_KINDS, help="tell what four of these bid in Colour Whist")
    asked = parser.parse_args()
    for preset in presets():
        players = asked.players or (4 if 4 in preset.players else preset.players[0])
        if players not in preset.players or (asked.preset and preset.name not in asked.preset):
            continue
        if asked.among is None:
            one = duel(preset.name, players, max(2, asked.rounds))
            print(f"{preset.name}: {one.standard_errors:.1f} standard errors; {one.summary}", flush=True)
        elif is_whist(preset.name):
            print(preset.name, *contracts(preset.name, asked.among, asked.rounds), sep="\n  ", flush=True)


if __name__ == "__main__":
    main()
