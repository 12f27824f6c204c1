"""Drawings that wait for their turn on the event loop: those go first that are wanted most urgently, and of
these the oldest.

A drawing takes a thousandth of a second or two, and holds the interpreter's lock for most of it: in a thread
it kept the loop waiting no less, and its ways there and back cost a fifth of a request. So it is made on the
loop, one between two looks at what has come in. What takes seconds (an animation) is made beside, one at a
time. What nobody waits for any more, and was not begun, is not drawn.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from heapq import heappop, heappush
from itertools import count

from bot.pictures.urgency import Urgency

Make = Callable[[], bytes]


class PendingDrawing:
    """A drawing from when it is asked for until it is there: ``done``. ``waited`` is for how many seconds it
    has stood in the line, None before it was begun."""

    def __init__(self, make: Make, urgency: Urgency) -> None:
        self.urgency = urgency
        self.waited: float | None = None
        self.done: asyncio.Future[bytes]  # the queue says whose
        self.waiters = 0
        self._make = make
        self._asked_at = time.monotonic()

    def made(self) -> bytes:
        """Make it. Raises what that raises."""
        self.waited = time.monotonic() - self._asked_at
        return self._make()

    @property
    def is_wanted(self) -> bool:
        """Whether it is still to be begun."""
        return self.waited is None and not self.done.done()


class DrawingQueue:
    """See the module. For the event loop it is used in."""

    def __init__(self) -> None:
        self._beside = ThreadPoolExecutor(1, thread_name_prefix="painter")
        self._numbers = count()
        self._line: list[tuple[Urgency, int, PendingDrawing]] = []  # the same drawing may stand there twice
        self._turn: asyncio.Handle | None = None
        self._is_closed = False

    def put(self, make: Make, urgency: Urgency) -> PendingDrawing:
        """Have it drawn when its turn comes. Raises RuntimeError after ``close``."""
        if self._is_closed:
            raise RuntimeError("nothing is drawn any more")
        waiting = PendingDrawing(make, urgency)
        waiting.done = asyncio.get_running_loop().create_future()
        self._stand(waiting)
        return waiting

    def put_beside(self, make: Make) -> PendingDrawing:
        """Have made what takes seconds, while others are drawn. Raises RuntimeError after ``close``."""
        waiting = PendingDrawing(make, Urgency.PRESSED)  # nothing hurries it
        waiting.done = asyncio.wrap_future(self._beside.submit(waiting.made))
        return waiting

    def hurry(self, waiting: PendingDrawing, urgency: Urgency) -> None:
        """Somebody else wants it too, perhaps more urgently."""
        if urgency < waiting.urgency and waiting.is_wanted:
            waiting.urgency = urgency
            self._stand(waiting)

    async def wait(self, waiting: PendingDrawing) -> bytes:
        """What was drawn. Whoever stops waiting does not stop it for others. Raises what drawing raised."""
        waiting.waiters += 1
        try:
            return await asyncio.shield(waiting.done)
        finally:
            waiting.waiters -= 1
            if not waiting.waiters and waiting.is_wanted:
                waiting.done.cancel()

    def close(self) -> None:
        """Finish what is being made beside, and draw no more."""
        self._is_closed = True
        for _, _, waiting in self._line:
            waiting.done.cancel()
        self._beside.shutdown(wait=True, cancel_futures=True)

    def _stand(self, waiting: PendingDrawing) -> None:
        heappush(self._line, (waiting.urgency, next(self._numbers), waiting))
        self._take_turn()

    def _take_turn(self) -> None:
        if self._turn is None:
            self._turn = asyncio.get_running_loop().call_soon(self._draw_next)

    def _draw_next(self) -> None:
        self._turn = None
        while self._line:
            _, _, waiting = heappop(self._line)
            if waiting.is_wanted:
                self._draw(waiting)
                break
        if self._line:
            self._take_turn()

    def _draw(self, waiting: PendingDrawing) -> None:
        try:
            made = waiting.made()
        except Exception as error:  # noqa: BLE001 - those who wait for it are told
            waiting.done.set_exception(error)
        else:
            waiting.done.set_result(made)
