"""Which moment of a game is looked for."""

from __future__ import annotations

from bot.engine.play import Game
from bot.telling.moments import Wanted, lying


def at(contract: str, cards: int, tricks: int = 0, *, obliged: bool = False) -> Wanted:
    """So many cards lie there after so many tricks, in a contract whose name begins so; ``obliged``: whoever
    is to move may play some of their cards only."""

    def wanted(game: Game) -> bool:
        view = game.view(None)
        if not view.contract.startswith(contract) or lying(view) != cards or len(view.tricks) != tricks:
            return False
        mine = game.view(game.turn)
        return not obliged or 1 < mine.legal.bit_count() < mine.hand.bit_count()

    return wanted
