"""What the program asks of a table, in the place of a host."""

from __future__ import annotations

from bot.tables import play, program, seats
from bot.tables.actor import Actor
from bot.tables.errors import TableError
from bot.tables.house import TableServices
from bot.tables.model import Invited, Newcomer


class ByProgram:
    """The part of ``Table`` that is nobody's but the program's; the errors named there may come here too."""

    __slots__ = ()

    _house: TableServices
    _actor: Actor

    async def begin(self) -> None:
        """Start as ``start`` does. Seats that were given are not drawn. Raises ``already-started``,
        ``seats-empty``, ``only-robots``, and ``knows-cards`` where somebody has had a seat at another table
        that plays the same ones."""
        facts = self._actor.live.facts
        for number, seat in enumerate(facts.seats if facts.duplicate else ()):
            if seat.user_id is not None and (await self._newcomer(seat.user_id, seat.name)).knows_cards:
                raise TableError("knows-cards", seat=str(number))
        await self._actor.change(lambda draft: play.begin(draft, self._actor.now()))

    async def call_off(self) -> None:
        """End the table without a result. Raises ``table-over``, ``table-closed``."""
        await self._actor.change(lambda draft: seats.call_off(draft, self._actor.now()))

    async def pause(self) -> None:
        """Let the game wait until ``go_on``: nobody acts, and nobody resumes it (``table-paused``). A lobby
        stays as it is. Asking again changes nothing. Raises those of a table that is over."""
        await self._actor.change(program.pause)

    async def go_on(self) -> None:
        """Go on with a paused game; whose turn it is has the full time again. One that is not paused stays as
        it is. Raises those of a table that is over."""
        await self._actor.change(program.go_on)

    async def seat_by_program(self, seat: int, who: Invited | None) -> None:
        """Give a seat to another person, or with None to a robot, in the lobby, in play or in a pause. Their
        press counts in the lobby alone. Raises ``no-such-seat``, ``already-seated``, ``already-robot``,
        ``saw-another-hand``, ``knows-cards``, ``members-only``, ``table-time-up`` and those of a table that
        is over."""
        press_id = None if who is None else who.press_id
        newcomer = None if who is None else await self._newcomer(who.user_id, who.name)
        await self._actor.change(lambda draft: program.seat(draft, seat, newcomer, press_id))

    async def _newcomer(self, user_id: int, name: str) -> Newcomer:
        """A person who is to have a seat."""
        return await self._house.newcomer(self._actor.live.facts, user_id, name)

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

    async def unveil(self) -> None:
        """Let everybody see what is to be seen of other tables, the last of its round having played the same
        cards: also when it is over, whatever has become of it. Asking again changes nothing."""
        await self._actor.change(program.unveil)
