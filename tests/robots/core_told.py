"""What the compiled part makes of a position, in the terms of ``positions.compare``.

``python -m tests.robots.core_told --positions 1000000`` compares it with the engine; the exit status is 1
where they differ.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from bot.engine.cards import Card, CardSet
from bot.engine.king.course import contract_of, sale
from bot.engine.king.presets import FAMILY as KING
from bot.engine.play import Game
from bot.robots.whist.playout import terms_of
from tests.robots.compiled import ready
from tests.robots.positions import compare, positions


class CoreTold:
    """See the module. The compiled part is ready."""

    def __init__(self) -> None:
        from bot.robots.core import deal, entry  # noqa: PLC0415 - once it is ready
        from bot.robots.strong import king, whist  # noqa: PLC0415 - once it is ready

        self._deal, self._entry = deal, entry
        self._tables = {True: king.table_of, False: whist.table_of}

    def legal(self, game: Game) -> CardSet:
        """What may be played."""
        at = self._at(game)
        return int(self._deal.legal(self._dealt(game), game.hands[game.turn], at.led, at.best))

    def points(self, game: Game, cards: Sequence[Card]) -> tuple[list[int], list[int]]:
        """The winners of the tricks that these cards complete, and what the deal comes to for each seat."""
        view, deal, at = game.view(game.turn), self._dealt(game), self._at(game)
        if not _is_king(game):
            taken = sum(tricks << 5 * seat for seat, tricks in enumerate(game.taken))
            at = at._replace(taken=taken)
        gained, winners = np.array(view.deal_points, np.float64), list[int]()
        for card in cards:
            after = self._entry.played(deal, at, card)
            if after.place == 0:
                winners.append(int(after.turn))
                gained[after.turn] += self._deal.worth(deal, at.number, at.heap | 1 << card)
            at = after
        self._deal.paid(deal, at.taken, gained)
        sold = sale(game.said) if _is_king(game) else None
        if sold is not None:
            contract = contract_of(view)
            assert contract is not None
            gained[sold.buyer] -= sold.tricks * contract.trick_points
            gained[sold.seller] += sold.tricks * contract.trick_points
        return winners, [round(points) for points in gained]

    def _at(self, game: Game) -> Any:
        return self._tables[_is_king(game)](game.view(game.turn))

    def _dealt(self, game: Game) -> Any:
        view = game.view(game.turn)
        if not _is_king(game):
            return self._deal.of_terms(terms_of(view))
        contract = contract_of(view)
        assert contract is not None
        return self._deal.of_contract(contract, view.players, view.rules.hand_size)


def _is_king(game: Game) -> bool:
    return game.rules.preset.family == KING


def main() -> int:
    """Compare as many positions as are asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.robots.core_told", description=__doc__)
    parser.add_argument("--positions", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    ready()
    told = CoreTold()
    found = compare(told.legal, told.points, positions(asked.positions, asked.seed), asked.seed)
    print(*found.disagreements, f"{found.positions} positions", sep="\n")
    return 1 if found.disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
