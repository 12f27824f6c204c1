"""From a value to the bytes of a PNG: at once, or off the event loop and remembered."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Protocol

from bot.pictures import hand, podium, ranking, sheet, standings, table, trick
from bot.pictures.enlarged import SCALE, Enlarged
from bot.pictures.league_values import StandingsPicture
from bot.pictures.palette import FELT, Rgb
from bot.pictures.sizes import WIDTH
from bot.pictures.style import STANDARD, CardStyle
from bot.pictures.surface import PaletteSurface, Surface
from bot.pictures.values import (
    HandPicture,
    Picture,
    PodiumPicture,
    RankingPicture,
    ScoreSheet,
    TablePicture,
    TrickPicture,
)

CACHE_BYTES = 32 * 1024 * 1024
WORKERS = 2


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
        case TrickPicture():
            surface = new_surface(WIDTH, trick.height_of(value), FELT, value.style)
            trick.draw(value, surface)
    return surface


def render(value: Picture, *, double: bool = False) -> bytes:
    """The PNG of ``value``, at twice its size if asked for. Equal values give equal bytes."""
    return draw(value, _doubled if double else PaletteSurface).png()


def _doubled(width: int, height: int, ground: Rgb, style: CardStyle) -> Surface:
    return Enlarged(PaletteSurface(width * SCALE, height * SCALE, ground, style))


class Painter:
    """Draws off the event loop in a few threads, and draws a value once however many ask for it.

    The cache holds at most ``cache_bytes`` of PNGs and forgets those not asked for the longest.
    """

    def __init__(self, cache_bytes: int = CACHE_BYTES, workers: int = WORKERS) -> None:
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="painter")
        self._limit = cache_bytes
        self._held = 0
        self._cache: OrderedDict[Picture, bytes] = OrderedDict()
        self._drawing: dict[Picture, asyncio.Future[bytes]] = {}

    async def paint(self, value: Picture) -> bytes:
        """The PNG of ``value``. Whoever stops waiting does not stop it for others."""
        if (known := self._cache.get(value)) is not None:
            self._cache.move_to_end(value)
            return known
        drawing = self._drawing.get(value)
        if drawing is None:
            drawing = asyncio.get_running_loop().run_in_executor(self._pool, render, value)
            self._drawing[value] = drawing
            drawing.add_done_callback(partial(self._keep, value))
        return await asyncio.shield(drawing)

    def close(self) -> None:
        """Finish what is being drawn and give the threads back; to paint afterwards is a ``RuntimeError``."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _keep(self, value: Picture, drawing: asyncio.Future[bytes]) -> None:
        del self._drawing[value]
        if drawing.cancelled() or drawing.exception() is not None:
            return  # those who wait for it are told
        png = drawing.result()
        self._cache[value] = png
        self._held += len(png)
        while self._held > self._limit:
            _, oldest = self._cache.popitem(last=False)
            self._held -= len(oldest)
