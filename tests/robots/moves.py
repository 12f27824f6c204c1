"""What robots play, as hashes of their moves that are the same on every Python.

``python -m tests.robots.moves`` writes them anew, into ``moves.json``, after a change that is meant to
change what is played.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from bot.engine.cards import Action
from bot.engine.game import AWAITS_DECK, OVER, View
from bot.engine.registry import make_rules, new_game, presets
from bot.engine.whist.presets import FAMILY as WHIST
from bot.robots.registry import robot_of
from tests.engine.helpers import shuffled
from tests.robots.compiled import ready

FILE: Final = Path(__file__).with_name("moves.json")


class Games(NamedTuple):
    """How many games a kind plays of each preset and number of players, and how many deals of each: of the
    King family, and of Colour Whist."""

    games: int
    king: int
    whist: int


KINDS: Final = {"easy": Games(6, 8, 10), "strong": Games(2, 1, 2), "steady": Games(4, 5, 5)}
TABLES: Final = tuple(
    (kind, preset.name, players) for kind in KINDS for preset in presets() for players in preset.players
)


def played(kind: str, preset: str, players: int, number: int) -> Iterator[tuple[View, Action]]:
    """Each moment of a game at which a seat had a choice, as the seat saw it, and what it did. Each game
    begins with another deal."""
    rules = make_rules(preset, players, {"shuffle": "full"})
    robot, game = robot_of(rules, kind), new_game(rules, number % players)
    deals = KINDS[kind].whist if rules.preset.family == WHIST else KINDS[kind].king
    game.next_deal = number * deals % len(game.plan), game.dealer
    while game.turn != OVER and (game.turn != AWAITS_DECK or len(game.results) < deals):
        if game.turn == AWAITS_DECK:
            game.deal(shuffled(game, 1000 * number + len(game.results)))
            continue
        view = game.view(game.turn)
        action = robot(view)
        if view.legal & (view.legal - 1):
            yield view, action
        game.apply(action)


def hashed(actions: Sequence[Action]) -> str:
    """A short name for a row of actions."""
    return sha256(" ".join(map(str, actions)).encode()).hexdigest()[:16]


def hashes(kind: str, preset: str, players: int) -> list[str]:
    """One for each game, with how many moves it has."""
    found: list[str] = []
    for number in range(KINDS[kind].games):
        actions = [action for _, action in played(kind, preset, players, number)]
        found.append(f"{len(actions)} {hashed(actions)}")
    return found


def main() -> None:
    """Write the file."""
    ready()
    told = {f"{kind} {preset} {players}": hashes(kind, preset, players) for kind, preset, players in TABLES}
    FILE.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
