"""From a value to the bytes of a PNG: at once, or when its turn comes, and remembered.

Drawings wait for their turn on the event loop: those go first that are wanted most urgently, and of these
the oldest. How urgently belongs to whoever asks, not to the picture, and there are many hands between the
two; so it is a context variable, which each task has for itself.

A drawing takes a thousandth of a second or two, and holds the interpreter's lock for most of it: in a
thread it kept the loop waiting no less, and its ways there and back cost a fifth of a request. So it is
made on the loop, one between two looks at what has come in. What takes seconds (an animation) is made
beside, one at a time. What nobody waits for any more, and was not begun, is not drawn.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from enum import IntEnum
from functools import partial
from heapq import heappop, heappush
from itertools import count

from bot.pictures import bands, canvas, cards, text
from bot.pictures.canvas import Recent
from bot.pictures.hand import draw_hand, hand_height
from bot.pictures.honours import CERTIFICATE, draw_certificate, draw_honours, honours_height
from bot.pictures.palette import FELT, Rgb
from bot.pictures.ranking import ranking_sections
from bot.pictures.replay import animated, draw_replay, replay_height
from bot.pictures.scores import draw_podium, draw_sheet, podium_height, sheet_height
from bot.pictures.stat_values import (
    CardsPicture,
    Certificate,
    ComparePicture,
    ContractsPicture,
    CoursePicture,
    PersonCard,
    ServerPicture,
    StandingsPicture,
    StatPicture,
    TournamentPodium,
)
from bot.pictures.stats.contracts import compared_sections, contract_sections
from bot.pictures.stats.course import course_sections
from bot.pictures.stats.parts import GROUND as PAPER
from bot.pictures.stats.parts import Section, height_of, stack
from bot.pictures.stats.person import person_sections
from bot.pictures.stats.server import card_sections, server_sections
from bot.pictures.stats.standings import standings_sections
from bot.pictures.style import STANDARD, WIDTH, CardStyle
from bot.pictures.surface import SCALE, Enlarged, PaletteSurface, Surface
from bot.pictures.table import draw_table, draw_trick, table_height, trick_height
from bot.pictures.values import (
    HandPicture,
    Picture,
    PodiumPicture,
    RankingPicture,
    ReplayPicture,
    ScoreSheet,
    TablePicture,
    TrickPicture,
)


class Urgency(IntEnum):
    """What is less goes first."""

    PRESSED = 0
    """Somebody has pressed something and waits for it."""
    DUE = 1
    """Somebody is to move by it, or it is news to everybody."""
    FOLLOWS = 2
    """It shows what others do."""


_WANTED: ContextVar[Urgency] = ContextVar("urgency", default=Urgency.PRESSED)


def wanted() -> Urgency:
    """How urgently this task wants what it asks for; without a word of it a press is being answered."""
    return _WANTED.get()


@contextmanager
def wanting(urgency: Urgency) -> Generator[None]:
    """What is asked for herein is wanted so urgently."""
    before = _WANTED.set(urgency)
    try:
        yield
    finally:
        _WANTED.reset(before)


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
    """Drawings that wait for their turn (see the module). For the event loop it is used in."""

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


def sections_of(value: RankingPicture | StandingsPicture | StatPicture) -> list[Section]:
    """All that stands in a picture that is made of sections, from top to bottom."""
    match value:
        case RankingPicture():
            return ranking_sections(value)
        case StandingsPicture():
            return standings_sections(value)
        case PersonCard():
            return person_sections(value)
        case ContractsPicture():
            return contract_sections(value)
        case CoursePicture():
            return course_sections(value)
        case ComparePicture():
            return compared_sections(value)
        case ServerPicture():
            return server_sections(value)
        case CardsPicture():
            return card_sections(value)


CACHE_BYTES = 16 * 1024 * 1024

_Asked = Picture | tuple[ReplayPicture, ...]
"""What is drawn: a picture, or moments that follow each other."""


Timed = Callable[[Callable[[], bytes]], bytes]
"""Makes a drawing by calling what it is given."""


def _as_drawn(value: Picture) -> Picture:
    """The value without what is only spoken: a card that waits for a second press changes no pixel."""
    return replace(value, caption="") if isinstance(value, HandPicture) and value.caption else value


NewSurface = Callable[[int, int, Rgb, CardStyle], Surface]
"""Makes an empty surface of a width and height in pixels, filled with one colour, for cards of a style."""


def _laid_out(value: Picture) -> tuple[int, Rgb, Callable[[Surface], None]]:
    """The height of a picture, what it is drawn on, and how."""
    match value:
        case HandPicture():
            return hand_height(value), FELT, partial(draw_hand, value)
        case TablePicture():
            return table_height(value), FELT, partial(draw_table, value)
        case ScoreSheet():
            return sheet_height(value), PAPER, partial(draw_sheet, value)
        case PodiumPicture():
            return podium_height(value), FELT, partial(draw_podium, value)
        case TournamentPodium():
            return honours_height(value), FELT, partial(draw_honours, value)
        case Certificate():
            return CERTIFICATE, PAPER, partial(draw_certificate, value)
        case ReplayPicture():
            return replay_height(value), FELT, partial(draw_replay, value)
        case TrickPicture():
            return trick_height(value), FELT, partial(draw_trick, value)
        case _:
            sections = sections_of(value)
            return height_of(sections), PAPER, partial(stack, sections)


def picture_height(value: Picture) -> int:
    """How high a picture is drawn, in its own pixels."""
    return _laid_out(value)[0]


def draw(value: Picture, new_surface: NewSurface) -> Surface:
    """The picture of ``value`` on a new surface."""
    height, ground, paint = _laid_out(value)
    style: CardStyle = getattr(value, "style", STANDARD)  # not all show cards or suits
    surface = new_surface(WIDTH, height, ground, style)
    paint(surface)
    return surface


def render(value: Picture, *, double: bool = False) -> bytes:
    """The PNG of ``value``, at twice its size if asked for. Equal values give equal bytes."""
    surface = draw(value, _doubled if double else PaletteSurface)
    try:
        return surface.png()
    finally:
        surface.release()


def _doubled(width: int, height: int, ground: Rgb, style: CardStyle) -> Surface:
    return Enlarged(PaletteSurface(width * SCALE, height * SCALE, ground, style))


class Painter:
    """Draws what is wanted most urgently first (``wanting``), and draws a value once however many
    ask for it.

    The cache holds at most ``cache_bytes`` of PNGs and GIFs and forgets those not asked for the longest.
    """

    def __init__(
        self,
        cache_bytes: int = CACHE_BYTES,
        *,
        heard: Callable[[float], None] | None = None,
        timed: Timed | None = None,
    ) -> None:
        """``heard`` is told how many seconds each drawing has waited for its turn; ``timed`` makes each
        drawing, where it is made, and may look at how long that takes."""
        self._timed = timed
        self._queue = DrawingQueue()
        self._cache = Recent[_Asked, bytes](cache_bytes, len)
        self._drawing: dict[_Asked, PendingDrawing] = {}
        self._heard = heard

    async def paint(self, value: Picture) -> bytes:
        """The PNG of ``value``. Whoever stops waiting does not stop it for others."""
        seen = _as_drawn(value)
        return await self._made(seen, partial(render, seen))

    async def animate(self, moments: Sequence[ReplayPicture]) -> bytes:
        """The GIF of moments that follow each other, at least one of them: see ``animation.animated``."""
        frames = tuple(moments)
        return await self._made(frames, partial(animated, frames), long=True)

    async def _made(self, asked: _Asked, make: Callable[[], bytes], *, long: bool = False) -> bytes:
        if (known := self._cache.find(asked)) is not None:
            return known
        drawing = self._drawing.get(asked)
        if drawing is None or drawing.done.cancelled():
            watched = self._watched(make)
            drawing = self._queue.put_beside(watched) if long else self._queue.put(watched, wanted())
            self._drawing[asked] = drawing
            drawing.done.add_done_callback(partial(self._keep, asked, drawing))
        else:
            self._queue.hurry(drawing, wanted())
        return await self._queue.wait(drawing)

    def _watched(self, make: Callable[[], bytes]) -> Callable[[], bytes]:
        return make if self._timed is None else partial(self._timed, make)

    @property
    def waiting(self) -> int:
        """How many are being drawn, or wait to be."""
        return len(self._drawing)

    def forget(self) -> None:
        """Forget all pictures and what they were made of, as somebody's name is not to be known any longer;
        they are drawn again."""
        self._cache.forget()
        canvas.forget()
        text.forget()
        bands.forget()
        cards.forget()

    def close(self) -> None:
        """Finish what is being drawn; to paint afterwards is a ``RuntimeError``."""
        self._queue.close()

    def _keep(self, asked: _Asked, drawing: PendingDrawing, done: asyncio.Future[bytes]) -> None:
        if self._drawing.get(asked) is drawing:
            del self._drawing[asked]
        if self._heard is not None and drawing.waited is not None:
            self._heard(drawing.waited)
        if done.cancelled() or done.exception() is not None:
            return  # those who wait for it are told
        self._cache.keep(asked, done.result())
