"""From a value to the bytes of a PNG: at once, or when its turn comes, and remembered."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

from bot.pictures import bands, fonts, hand, podium, ranking, replay, sheet, sprites, standings, table, trick
from bot.pictures.animation import animated
from bot.pictures.drawing_queue import DrawingQueue, PendingDrawing
from bot.pictures.enlarged import SCALE, Enlarged
from bot.pictures.feet import FEET
from bot.pictures.grounds import GROUNDS
from bot.pictures.league_values import StandingsPicture
from bot.pictures.palette import FELT, Rgb
from bot.pictures.replay_values import ReplayPicture
from bot.pictures.sizes import WIDTH
from bot.pictures.stat_values import CardsPicture, StatPicture
from bot.pictures.stats.drawing import sections_of
from bot.pictures.stats.parts import GROUND as PAPER
from bot.pictures.stats.parts import height_of, stack
from bot.pictures.style import STANDARD, CardStyle
from bot.pictures.surface import PaletteSurface, Surface
from bot.pictures.urgency import wanted
from bot.pictures.values import (
    HandPicture,
    Picture,
    PodiumPicture,
    RankingPicture,
    ScoreSheet,
    TablePicture,
    TrickPicture,
)

CACHE_BYTES = 16 * 1024 * 1024

_Asked = Picture | tuple[ReplayPicture, ...]
"""What is drawn: a picture, or moments that follow each other."""


Timed = Callable[[Callable[[], bytes]], bytes]
"""Makes a drawing by calling what it is given."""


def _as_drawn(value: Picture) -> Picture:
    """The value without what is only spoken: a card that waits for a second press changes no pixel."""
    return replace(value, caption="") if isinstance(value, HandPicture) and value.caption else value


class NewSurface(Protocol):
    """Makes an empty surface of a size in pixels, filled with one colour, for cards of a style."""

    def __call__(self, width: int, height: int, ground: Rgb, style: CardStyle) -> Surface: ...


def draw(value: Picture, new_surface: NewSurface) -> Surface:
    """The picture of ``value`` on a new surface."""
    match value:
        case HandPicture():
            surface = new_surface(WIDTH, hand.height_of(value), FELT, value.style)
            hand.draw(value, surface)
        case TablePicture():
            surface = new_surface(WIDTH, table.height_of(value), FELT, value.style)
            table.draw(value, surface)
        case ScoreSheet():
            surface = new_surface(WIDTH, sheet.height_of(value), sheet.GROUND, value.style)
            sheet.draw(value, surface)
        case PodiumPicture():
            surface = new_surface(WIDTH, podium.height_of(value), FELT, STANDARD)
            podium.draw(value, surface)
        case RankingPicture():
            surface = new_surface(WIDTH, ranking.height_of(value), ranking.GROUND, value.style)
            ranking.draw(value, surface)
        case StandingsPicture():
            surface = new_surface(WIDTH, standings.height_of(value), standings.GROUND, STANDARD)
            standings.draw(value, surface)
        case ReplayPicture():
            surface = new_surface(WIDTH, replay.height_of(value), FELT, value.style)
            replay.draw(value, surface)
        case TrickPicture():
            surface = new_surface(WIDTH, trick.height_of(value), FELT, value.style)
            trick.draw(value, surface)
        case _:
            surface = _statistics(value, new_surface)
    return surface


def _statistics(value: StatPicture, new_surface: NewSurface) -> Surface:
    sections = sections_of(value)
    style = value.style if isinstance(value, CardsPicture) else STANDARD
    surface = new_surface(WIDTH, height_of(sections), PAPER, style)
    stack(sections, surface)
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
    """Draws what is wanted most urgently first (``urgency.wanting``), and draws a value once however many
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
        self._limit = cache_bytes
        self._held = 0
        self._cache: OrderedDict[_Asked, bytes] = OrderedDict()
        self._drawing: dict[_Asked, PendingDrawing] = {}
        self._heard = heard

    async def paint(self, value: Picture) -> bytes:
        """The PNG of ``value``. Whoever stops waiting does not stop it for others."""
        seen = _as_drawn(value)
        return await self._made(seen, partial(render, seen))

    async def animate(self, moments: Sequence[ReplayPicture]) -> bytes:
        """The GIF of moments that follow each other, at least one of them: see ``animation.animated``."""
        reel = tuple(moments)
        return await self._made(reel, partial(animated, reel), long=True)

    async def _made(self, asked: _Asked, make: Callable[[], bytes], *, long: bool = False) -> bytes:
        if (known := self._cache.get(asked)) is not None:
            self._cache.move_to_end(asked)
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
        self._cache.clear()
        self._held = 0
        GROUNDS.forget()
        FEET.forget()
        fonts.forget()
        bands.forget()
        sprites.forget()

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
        made = done.result()
        self._cache[asked] = made
        self._held += len(made)
        while self._held > self._limit:
            _, oldest = self._cache.popitem(last=False)
            self._held -= len(oldest)
