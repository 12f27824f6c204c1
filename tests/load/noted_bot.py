"""``python -m tests.load.noted_bot FILE``: the bot as ``python -m bot run`` is it, which also notes what its
event loop and its writer did when, and for which interaction. SIGUSR1 has it write that into FILE.

Times are of ``time.perf_counter``, on Linux the same clock in every process. To note it takes some hundredths
of the bot's CPU, so figures are taken without.
"""

from __future__ import annotations

import asyncio
import gc
import json
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time, thread_time
from typing import Any, Final, cast

from aiohttp import ClientSession

from bot.__main__ import main
from bot.discordkit.load import Budget
from bot.pictures.painter import DrawingQueue, PendingDrawing
from bot.watch.log import here
from data import connections
from tests.load.trace import ASKING, DRAWING, GARBAGE, GROUP, QUEUEING, STEP, STORING, Note

notes: Final = list[Note]()


def _of(context: Any) -> int:
    """The interaction that is worked at in a context."""
    return context.run(here).interaction or 0


def _note_steps() -> None:
    """Each callback of the loop: its name, and which shares of it were other threads' and other programs'."""
    run: Callable[[asyncio.Handle], None] = vars(asyncio.Handle)["_run"]

    def timed(handle: asyncio.Handle) -> None:
        slots = cast(Any, handle)
        whose, name = _of(slots._context), _name(slots._callback)
        begun, own, whole = perf_counter(), thread_time(), process_time()
        run(handle)
        ended = perf_counter()
        own, whole = thread_time() - own, process_time() - whole
        lasted = max(ended - begun, 1e-9)
        threads = min(max(whole - own, 0.0), max(lasted - own, 0.0))
        shares = threads / lasted, max(lasted - own - threads, 0.0) / lasted
        notes.append(Note(STEP, begun, ended, whose or _of(slots._context), name, *shares))

    setattr(asyncio.Handle, "_run", timed)  # noqa: B010 - it is no attribute of the type's


def _name(callback: Any) -> str:
    """A task's coroutine, or the function."""
    bound = getattr(callback, "__self__", None)
    called = bound.get_coro() if isinstance(bound, asyncio.Task) else getattr(callback, "func", callback)
    return getattr(called, "__qualname__", type(called).__name__)


def _note_calls(owner: Any, name: str, kind: str) -> None:
    """Each call of a coroutine function."""
    call: Callable[..., Any] = getattr(owner, name)

    async def timed(*args: Any, **options: Any) -> Any:
        begun = perf_counter()
        try:
            return await call(*args, **options)
        finally:
            notes.append(Note(kind, begun, perf_counter(), here().interaction or 0))

    setattr(owner, name, timed)


def _note_groups() -> None:
    """What the writer stores in one go, in its thread."""
    store: Callable[..., Any] = vars(connections)["_store_all"]

    def timed(*args: Any) -> Any:
        begun = perf_counter()
        try:
            return store(*args)
        finally:
            notes.append(Note(GROUP, begun, perf_counter()))

    setattr(connections, "_store_all", timed)  # noqa: B010 - it is the module's own


def _note_drawings() -> None:
    """Each drawing, for whom it was asked first."""
    put, made = DrawingQueue.put, PendingDrawing.made

    def asked(*args: Any) -> PendingDrawing:
        pending = put(*args)
        vars(pending)["whose"] = here().interaction or 0
        return pending

    def timed(pending: PendingDrawing) -> bytes:
        begun = perf_counter()
        try:
            return made(pending)
        finally:
            notes.append(Note(DRAWING, begun, perf_counter(), vars(pending).get("whose", 0)))

    setattr(DrawingQueue, "put", asked)  # noqa: B010 - as its type says otherwise
    setattr(PendingDrawing, "made", timed)  # noqa: B010 - the same


def _note_garbage() -> None:
    """Each look for circles."""
    begun = 0.0

    def heard(phase: str, info: dict[str, int]) -> None:
        nonlocal begun
        if phase == "start":
            begun = perf_counter()
        else:
            notes.append(Note(GARBAGE, begun, perf_counter(), 0, f"generation {info['generation']}"))

    gc.callbacks.append(heard)


def _tell(file: Path) -> None:
    """Write it all, and then have it be there at once."""
    half = file.with_suffix(".half")
    half.write_text(json.dumps(notes))
    half.rename(file)


if __name__ == "__main__":
    target = Path(sys.argv[1])
    _note_steps()
    _note_groups()
    _note_drawings()
    _note_garbage()
    for owner, name, kind in (
        (connections.Writer, "_run", STORING),
        (ClientSession, "_request", ASKING),
        (Budget, "take", QUEUEING),
    ):
        _note_calls(owner, name, kind)
    signal.signal(signal.SIGUSR1, lambda *_: _tell(target))
    sys.exit(main(["run"]))
