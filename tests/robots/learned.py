"""What the cards that others have played tell of the rest of their hands, counted from games between robots
of all levels, so that nobody believes in themselves alone.

``python -m tests.robots.learned --jobs 2`` plays them, always the same ones, and writes
``bot/robots/core/learned.py``; without ``--write`` it only says how well what is written there knows where
the cards lie in games that it was not learned from: the log loss of the seat of each, against that of who
takes every seat that may have it, by the room in its hand, for as likely.

It is a logit with a weight for each relation of a card to one that was played, fitted by Adam (D. Kingma and
J. Ba, 2015) over all samples at once; a small square of the weights is added, so that what hardly ever
happens tells little.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from bot.engine.cards import is_play, members
from bot.engine.game import AWAITS_DECK, OVER, View
from bot.engine.king.course import contract_of
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game
from bot.engine.whist.presets import FAMILY as WHIST
from bot.robots.king.knowledge import KingKnowledge
from bot.robots.whist.knowledge import WhistKnowledge
from bot.robots.whist.playout import terms_of
from tests.engine.helpers import shuffled
from tests.robots.compiled import UNLEARNED, ready, robot

if TYPE_CHECKING:
    from bot.robots.core.beliefs import CardsPlayed
    from bot.robots.core.deal import CompiledDeal

FILE: Final = Path(__file__).parents[2] / "bot" / "robots" / "core" / "learned.py"
PLAYERS: Final = 4
GAMES: Final = {
    "kingen": 240,
    "dubbelkingen": 40,
    "denexa-king": 40,
    "russian-king": 24,
    "russian-king-orders": 24,
    "whist-walloon": 400,
    "whist-flemish": 240,
}
"""How many games are played of each preset; of Colour Whist deals."""
TABLES: Final = (
    (UNLEARNED,) * 4,
    (UNLEARNED, "steady", UNLEARNED, "easy"),
    ("steady",) * 4,
    ("easy", "steady", "easy", "easy"),
)
LEFT_OUT: Final = 5
"""Nothing is learned from each fifth game: these tell how much is known."""
SAMPLED: Final = 0.12
"""Of how many choices of a card what the player does not see is a sample."""
FEWEST_CARDS: Final = 5
"""With fewer cards in hand it is of no interest any more: the rest is solved."""
STEPS, PACE, SHRUNK = 300, 0.05, 3.0
"""How many steps a fit takes, how long they are at first, and what the square of a weight costs."""
MEMORY: Final = (0.9, 0.99)
"""What Adam keeps of the slopes, and of their squares, from step to step."""

HEADER: Final = '''\
"""What a card played tells of the others of its hand (``bot.robots.core.beliefs``): by what is at stake, how
it was played, and how the other card lies to it, in hundredths of an exponent of e.

Written by ``python -m tests.robots.learned --write``."""

'''

Floats = NDArray[np.float32]
Whole = NDArray[np.int64]


class Samples(NamedTuple):
    """Cards that a player did not see: for each and each seat how often each relation to a card that was
    played holds (``relations``: card, seat, relation), where it lay (``seats``), and the chance of each seat
    by the room in its hand (``even``)."""

    relations: Floats
    seats: Whole
    even: Floats


def samples(preset: str, number: int) -> list[Samples]:
    """Those of a game, a row for each choice that is one."""
    ready()
    random, kept = Random(number), list[Samples]()
    for game, view in played(preset, number):
        asked = len(members(view.legal)) > 1 and max(view.hand_sizes) >= FEWEST_CARDS and view.tricks
        if asked and random.random() < SAMPLED:
            kept.append(sample(game, view))
    return kept


def played(preset: str, number: int) -> Iterator[tuple[Game, View]]:
    """Each moment of a game at which a card is to be played. ``strong`` does not read: what is learned does
    not hang on what was learned before."""
    rules = make_rules(preset, PLAYERS, {"shuffle": "full"})
    table = TABLES[number // PLAYERS % len(TABLES)]
    robots = [robot(rules, table[(seat + number) % PLAYERS]) for seat in range(PLAYERS)]
    game = new_game(rules, number % PLAYERS)
    whist = rules.preset.family == WHIST
    while game.turn != OVER and not (whist and game.results):
        if game.turn == AWAITS_DECK:
            game.deal(shuffled(game, 1000 * number + len(game.results)))
            continue
        view = game.view(game.turn)
        action = robots[game.turn](view)
        if is_play(action):
            yield game, view
        game.apply(action)


@cache
def _counting() -> Callable[..., Whole]:
    """How often each relation holds between a card and those that a hand has played: by hand, card and
    relation."""
    from bot.robots.core.beliefs import WEIGHTS, relation  # noqa: PLC0415 - once it is ready

    many = len(WEIGHTS)

    @njit
    def counted(deal: CompiledDeal, played: CardsPlayed, unseen: int) -> Whole:
        found = np.zeros((PLAYERS, 52, many), np.int64)
        for row in range(played.cards.shape[0]):
            for card in range(52):
                at = relation(deal, played, row, card)
                if unseen >> card & 1 and at >= 0:
                    found[played.seats[row], card, at] += 1
        return found

    return counted


def sample(game: Game, view: View) -> Samples:
    """All cards of which the player does not know where they are."""
    from bot.robots.core.deal import of_contract, of_terms  # noqa: PLC0415 - once it is ready
    from bot.robots.strong.search import played_by_others  # noqa: PLC0415 - once it is ready

    if view.rules.preset.family == WHIST:
        knowledge, deal = WhistKnowledge(view), of_terms(terms_of(view))
        closed = knowledge.closed
    else:
        contract = contract_of(view)
        assert contract is not None
        knowledge, deal = KingKnowledge(view, contract), of_contract(contract, PLAYERS, view.rules.hand_size)
        closed = knowledge.excluded
    unseen = knowledge.unseen & ~sum(knowledge.known)
    counts = _counting()(deal, played_by_others(view, deal), unseen)
    hands = [game.view(seat).hand for seat in range(PLAYERS)]
    found: list[tuple[Any, int, list[float]]] = []
    for card in members(unseen):
        room = [
            0 if seat == view.seat or closed[seat] >> card & 1 else size - known.bit_count()
            for seat, (size, known) in enumerate(zip(view.hand_sizes, knowledge.known, strict=True))
        ]
        there = next((seat for seat in range(PLAYERS) if hands[seat] >> card & 1), -1)  # laid aside
        if there >= 0 and room[there] and sum(map(bool, room)) > 1:
            found.append((counts[:, card], there, [one / sum(room) for one in room]))
    if not found:
        return Samples(
            np.zeros((0, *counts[:, 0].shape), np.float32),
            np.zeros(0, np.int64),
            np.zeros((0, 4), np.float32),
        )
    of, seats, even = zip(*found, strict=True)
    return Samples(np.array(of, np.float32), np.array(seats), np.array(even, np.float32))


def together(kept: Sequence[Samples]) -> Samples:
    """All of them."""
    return Samples(*(np.concatenate(column) for column in zip(*kept, strict=True)))


def chances(of: Samples, weights: Floats) -> Floats:
    """How likely each card is in each seat."""
    likely = of.even * np.exp(np.clip(of.relations @ weights, -30, 30))
    return likely / likely.sum(axis=1, keepdims=True)


def loss(of: Samples, weights: Floats) -> float:
    """The log loss of a card on average."""
    there = chances(of, weights)[np.arange(len(of.seats)), of.seats]
    return float(-np.log(there + 1e-9).mean())


def fitted(of: Samples) -> Floats:
    """The weights under which what was is likeliest."""
    size = of.relations.shape[2]
    weights, slopes, squares = np.zeros((3, size), np.float32)
    there = np.eye(PLAYERS, dtype=np.float32)[of.seats]
    flat = of.relations.reshape(-1, size).T
    for step in range(1, STEPS + 1):
        slope = flat @ (chances(of, weights) - there).reshape(-1) + SHRUNK * weights
        slopes = MEMORY[0] * slopes + (1 - MEMORY[0]) * slope
        squares = MEMORY[1] * squares + (1 - MEMORY[1]) * slope * slope
        ahead = slopes / (1 - MEMORY[0] ** step) / (np.sqrt(squares / (1 - MEMORY[1] ** step)) + 1e-6)
        weights = (weights - PACE * ahead).astype(np.float32)
    return weights


def written(weights: Floats) -> str:
    """The module that holds them, in hundredths."""
    from bot.robots.core.beliefs import MANNERS, RELATIONS  # noqa: PLC0415 - once it is ready

    rows = np.rint(100 * weights).astype(int).reshape(-1, MANNERS, RELATIONS).tolist()
    return f"{HEADER}from typing import Final\n\nLEARNED: Final = {rows!r}\n"


def main() -> int:
    """Play, learn, and say how much is known."""
    parser = argparse.ArgumentParser(prog="python -m tests.robots.learned", description=__doc__)
    parser.add_argument("--write", action="store_true", help="learn anew, and write what was learned")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    ready()
    from bot.robots.core.beliefs import HUNDREDTHS, WEIGHTS  # noqa: PLC0415 - once it is ready

    of_preset: dict[str, tuple[Samples, Samples]] = {}
    with ProcessPoolExecutor(asked.jobs, get_context("spawn")) as pool:
        for preset, games in GAMES.items():
            each = list(pool.map(partial(samples, preset), range(games)))
            parts: tuple[list[Samples], list[Samples]] = [], []
            for number, kept in enumerate(each):
                parts[number % LEFT_OUT == 0].extend(kept)
            of_preset[preset] = together(parts[0]), together(parts[1])
    weights: Floats = (WEIGHTS / HUNDREDTHS).astype(np.float32)
    if asked.write:
        weights = fitted(together([learned for learned, _ in of_preset.values()]))
        FILE.write_text(written(weights))
        subprocess.run([sys.executable, "-m", "ruff", "format", "--quiet", FILE], check=True)
    print("| preset | cards | log loss | even | of it |", "| --- " * 5 + "|", sep="\n")
    for preset, (_, left_out) in of_preset.items():
        known, even = loss(left_out, weights), loss(left_out, np.zeros_like(weights))
        print(f"| `{preset}` | {len(left_out.seats)} | {known:.3f} | {even:.3f} | {known / even:.3f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
