"""What the program asks of a table, in the place of a host."""

from __future__ import annotations

from bot.tables import play, program, seats
from bot.tables.actor import Actor


class ByProgram:
    """The part of ``Table`` that is nobody's but the program's; the errors named there may come here too."""

    _actor: Actor

    async def begin(self) -> None:
        """Start as ``start`` does. Seats that were given are not drawn. Raises ``already-started``,
        ``seats-empty``, ``only-robots``."""
        await self._actor.change(lambda draft: play.begin(draft, self._actor.now()))

    async def call_off(self) -> None:
        """End the table without a result. Raises ``table-over``, ``table-closed``."""
        await self._actor.change(lambda draft: seats.call_off(draft, self._actor.now()))

    async def finish_by_robots(self) -> None:
        """Time is up: robots play every seat to the end of the game, as fast as they can be followed, and
        deal on without waiting. The people keep their seats, and with them the result; nobody acts, comes
        back or sits down any more (``table-time-up``). A game that is adjourned goes on. Asking again changes
        nothing. Raises ``table-not-started`` and those of a table that is over."""
        await self._actor.change(program.finish_by_robots)

    async def cut_short(self) -> None:
        """Time is up: the game ends at once, as the deals that were scored have left it, and the deal in play
        counts for nothing. With none scored yet the table is called off. Raises ``cannot-cut-short`` where
        the deals of the game do not each add up to 0, and those of a table that is over."""
        await self._actor.change(lambda draft: program.cut_short(draft, self._actor.now()))
