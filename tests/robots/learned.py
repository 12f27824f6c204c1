"""How cards are chosen, learned from games between robots of all levels, so that nobody believes in
themselves alone.

``python -m tests.robots.learned --jobs 2`` plays them, always the same ones, and says how likely what was
chosen in each fifth game is by what is written in ``bot/robots/core/learned.npy``; with ``--write`` that is
learned anew before, from the other games. How well it is known by it where the cards lie says
``tests.bench.bench_beliefs``.

It is a logit with a weight for each value of each trait of a card (``bot.robots.core.beliefs``), fitted by
Adam (D. Kingma and J. Ba, 2015) over all choices at once; a small square of the weights is added, so that
what hardly ever happens tells little.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from multiprocessing import get_context
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from bot.engine.cards import is_play
from bot.engine.game import AWAITS_DECK, OVER, View
from bot.engine.king.course import contract_of
from bot.engine.registry import make_rules, new_game
from bot.engine.whist.presets import FAMILY as WHIST
from bot.robots.whist.playout import terms_of
from tests.engine.helpers import shuffled
from tests.robots.compiled import UNLEARNED, ready, robot

if TYPE_CHECKING:
    from bot.robots.core.beliefs import CardsPlayed
    from bot.robots.core.deal import CompiledDeal

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
"""Nothing is learned from each fifth game."""
STEPS, PACE, SHRUNK = 150, 0.1, 3.0
"""How many steps a fit takes, how long they are at first, and what the square of a weight costs."""
MEMORY: Final = (0.9, 0.99)
"""What Adam keeps of the slopes, and of their squares, from step to step."""

Places = NDArray[np.int32]
Whole = NDArray[np.int64]
Floats = NDArray[np.float64]


class Choices(NamedTuple):
    """Cards that were chosen: the places of the weights of each that might have been (``places``: card,
    trait), how many there are in each choice (``sizes``), and which of all was chosen (``chosen``)."""

    places: Places
    sizes: Whole
    chosen: Whole


def played(preset: str, number: int) -> Iterator[View]:
    """Each moment of a game at which a card is played, as its player sees it. ``strong`` does not read: what
    is learned does not hang on what was learned before."""
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
            yield view
        game.apply(action)


def choices(preset: str, number: int) -> Choices:
    """Those of a game."""
    ready()
    deals: dict[int, list[View]] = {}
    for view in played(preset, number):
        deals.setdefault(view.deal, []).append(view)
    return together([_of_deal(views) for views in deals.values()]) if deals else nothing()


def nothing() -> Choices:
    """Those of a deal that is thrown in."""
    from bot.robots.core.beliefs import SIZES  # noqa: PLC0415 - once it is ready

    return Choices(np.zeros((0, len(SIZES)), np.int32), *np.zeros((2, 0), np.int64))


def _of_deal(views: Sequence[View]) -> Choices:
    """Those of a deal, by what each player saw. What was played last nobody has seen; there is no choice."""
    from bot.robots.core.deal import of_contract, of_terms  # noqa: PLC0415 - once it is ready
    from bot.robots.strong.search import cards_played  # noqa: PLC0415 - once it is ready

    last = views[-1]
    contract = None if last.rules.preset.family == WHIST else contract_of(last)
    deal = (
        of_terms(terms_of(last)) if contract is None else of_contract(contract, PLAYERS, last.rules.hand_size)
    )
    read = cards_played(last, deal)
    hands = np.array([view.hand for view in views[:-1]], np.int64)
    legal = np.array([view.legal for view in views[:-1]], np.int64)
    assert len(read.cards) == len(hands)
    return Choices(*_traits_of_all()(deal, read, hands, legal))


@cache
def _traits_of_all() -> Callable[..., tuple[Places, Whole, Whole]]:
    """The choices of a deal, by the cards played, the hands before each and what was legal."""
    from bot.robots.core.beliefs import SIZES, traits  # noqa: PLC0415 - once it is ready

    many = len(SIZES)

    @njit
    def found(
        deal: CompiledDeal, read: CardsPlayed, hands: Whole, legal: Whole
    ) -> tuple[Places, Whole, Whole]:
        places = np.zeros((52 * len(hands), many), np.int32)
        sizes, chosen, rows, made = np.zeros(len(hands), np.int64), np.zeros(len(hands), np.int64), 0, 0
        for row in range(len(hands)):
            if legal[row] & (legal[row] - 1) == 0:
                continue
            for card in range(52):
                if legal[row] >> card & 1:
                    if card == read.cards[row]:
                        chosen[made] = rows
                    for trait, place in enumerate(traits(deal, read, row, hands[row], legal[row], card)):
                        places[rows, trait] = place
                    rows += 1
                    sizes[made] += 1
            made += 1
        return places[:rows], sizes[:made], chosen[:made]

    return found


def together(each: Sequence[Choices]) -> Choices:
    """All of them."""
    places, sizes, chosen = zip(*each, strict=True)
    before = np.cumsum([0, *map(len, places[:-1])])
    moved = [rows + first for rows, first in zip(chosen, before, strict=True)]
    return Choices(np.concatenate(places), np.concatenate(sizes), np.concatenate(moved))


@njit
def slopes_of(of: Choices, weights: Floats, slopes: Floats) -> float:
    """How unlikely what was chosen is on average: as the exponent of 1/e. Adds to ``slopes`` how much the sum
    of that grows with each weight."""
    total, first = 0.0, 0
    for choice in range(of.sizes.shape[0]):
        end = first + of.sizes[choice]
        likely = np.zeros(end - first)
        for row in range(first, end):
            for trait in range(of.places.shape[1]):
                likely[row - first] += weights[of.places[row, trait]]
        likely = np.exp(likely - likely.max())
        likely /= likely.sum()
        total -= np.log(likely[of.chosen[choice] - first])
        for row in range(first, end):
            slope = likely[row - first] - (row == of.chosen[choice])
            for trait in range(of.places.shape[1]):
                slopes[of.places[row, trait]] += slope
        first = end
    return total / max(1, of.sizes.shape[0])


def fitted(of: Choices, size: int) -> Floats:
    """The weights under which what was chosen is likeliest."""
    weights, slopes, squares = np.zeros((3, size))
    for step in range(1, STEPS + 1):
        slope = SHRUNK * weights
        slopes_of(of, weights, slope)
        slopes = MEMORY[0] * slopes + (1 - MEMORY[0]) * slope
        squares = MEMORY[1] * squares + (1 - MEMORY[1]) * slope * slope
        ahead = slopes / (1 - MEMORY[0] ** step) / (np.sqrt(squares / (1 - MEMORY[1] ** step)) + 1e-6)
        weights = weights - PACE * ahead
    return weights


def main() -> int:
    """Play, learn, and say how likely it makes what is chosen."""
    parser = argparse.ArgumentParser(prog="python -m tests.robots.learned", description=__doc__)
    parser.add_argument("--write", action="store_true", help="learn anew, and write what was learned")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    ready()
    from bot.robots.core.beliefs import FILE, HUNDREDTHS, weights_of  # noqa: PLC0415 - once it is ready

    of_preset: dict[str, tuple[Choices, Choices]] = {}
    with ProcessPoolExecutor(asked.jobs, get_context("spawn")) as pool:
        for preset, games in GAMES.items():
            each = list(pool.map(partial(choices, preset), range(games)))
            left_out = [kept for number, kept in enumerate(each) if number % LEFT_OUT == 0]
            learned = [kept for number, kept in enumerate(each) if number % LEFT_OUT]
            of_preset[preset] = together(learned), together(left_out)
            print(f"{preset} was played", flush=True)
    if asked.write:
        found = fitted(together([learned for learned, _ in of_preset.values()]), len(weights_of(FILE)))
        np.save(FILE, np.rint(HUNDREDTHS * found).astype(np.int16))
    weights = weights_of(FILE)
    print("| preset | choices | log loss | even |", "| --- " * 4 + "|", sep="\n")
    for preset, (_, left_out) in of_preset.items():
        known, even = (slopes_of(left_out, of, np.zeros(len(of))) for of in (weights, np.zeros(len(weights))))
        print(f"| `{preset}` | {len(left_out.sizes)} | {known:.3f} | {even:.3f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
