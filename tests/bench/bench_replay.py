"""How long it takes to replay the log of a whole game: ``python -m tests.bench.bench_replay``.

This is what a table costs that is taken up after a restart (docs/adr/0004-no-checkpoints.md), the reading of
its log from the database apart.
"""

from __future__ import annotations

from random import Random
from statistics import median
from time import perf_counter

from bot.engine.cards import members
from bot.engine.game import AWAITS_DECK, OVER
from bot.engine.play import Game
from bot.engine.record import action_item, carry_out, deck_item
from bot.engine.registry import make_rules, new_game

GAMES = 20
PRESET = "kingen-iwwa"


def whole_game(random: Random) -> list[str]:
    """The log of a game of four played at random to its end."""
    game = _fresh()
    items: list[str] = []
    while game.turn != OVER:
        if game.turn == AWAITS_DECK:
            deck = list(members(game.pack))
            random.shuffle(deck)
            items.append(deck_item(deck))
            game.deal(deck)
        else:
            action = random.choice(members(game.legal()))
            items.append(action_item(game.turn, action))
            game.apply(action)
    return items


def replay_seconds(items: list[str]) -> float:
    """How long the log takes to replay, in seconds."""
    start = perf_counter()
    game = _fresh()
    for item in items:
        carry_out(game, item)
    seconds = perf_counter() - start
    assert game.turn == OVER
    return seconds


def _fresh() -> Game:
    return new_game(make_rules(PRESET, 4, {}), 0)


def main() -> None:
    """Print the median of some games."""
    random = Random(13)
    games = [whole_game(random) for _ in range(GAMES)]
    times = [replay_seconds(items) for items in games]
    entries = len(games[0])
    print(f"a game of {entries} entries replays in {1e3 * median(times):.1f} ms (median of {GAMES} games)")


if __name__ == "__main__":
    main()
