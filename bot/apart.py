"""Work in processes of their own: nobody who presses waits for it, and it can be ended at any moment."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple, TypeVar, TypeVarTuple, cast

from bot.apart_reader import OUT_OF_MEMORY, Reply

log = logging.getLogger(__name__)

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")

PROGRAM: Final = Path(__file__).parents[1]
READER: Final = "bot.apart_reader"
NOT_FOR_IT: Final = ("DISCORD_TOKEN", "HARTENHEER_DAILY_SECRET")

AT_ONCE: Final = 2
WITHIN: Final = 20.0
"""Seconds by the clock that a reading may take, on a machine on which much else is done."""

_ASKED_TO_END: Final = (signal.SIGINT, signal.SIGTERM)


class TooCostly(Exception):
    """A file took more to read than it may, and nothing came of it."""


class Broken(Exception):
    """A reader has failed by a fault of the program; where is logged."""


class ProcessResult(NamedTuple):
    """A process that is over: its exit status (of one that was killed, as ``subprocess`` has it), and what it
    wrote to its standard output."""

    status: int
    output: bytes


async def run_apart(
    module: str, *arguments: str, given: bytes | None = None, tidies_within: float = 0.0
) -> ProcessResult:
    """Run a module of this program until it ends. Where nobody waits any longer it is asked to end, and made
    to after so many seconds; with none, at once. Raises OSError where no process can be started."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        *arguments,
        cwd=PROGRAM,
        env={name: value for name, value in os.environ.items() if name not in NOT_FOR_IT},
        stdin=asyncio.subprocess.DEVNULL if given is None else asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,  # a traceback could hold what is stored or was brought
    )
    try:
        output, _ = await process.communicate(given)
    finally:
        await _end(process, tidies_within)
    assert process.returncode is not None
    return ProcessResult(process.returncode, output)


async def _end(process: asyncio.subprocess.Process, tidies_within: float) -> None:
    """See that it is over."""
    if process.returncode is not None:
        return
    if tidies_within:
        with suppress(ProcessLookupError):
            process.send_signal(signal.SIGINT)
        with suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), tidies_within)
            return
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()


class Apart:
    """Calls functions that read what strangers brought, each in a process of its own that is held to
    ``apart_reader``'s limits, a few at a time."""

    def __init__(self, within: float = WITHIN) -> None:
        self._within = within
        self._free = asyncio.Semaphore(AT_ONCE)

    async def __call__(self, read: Callable[[*Arguments], T], *arguments: *Arguments) -> T:
        """What a function of a module returns; function, arguments and result can be pickled. Raises what it
        raises of our own errors, TooCostly, Broken; OSError where no process can be started."""
        given = await asyncio.to_thread(pickle.dumps, (read, arguments), pickle.HIGHEST_PROTOCOL)
        async with self._free:
            ended = await self._ended(given)
        if ended.status:
            raise _reason(ended.status)
        # Our own program wrote it.
        kind, found = cast(Reply, await asyncio.to_thread(pickle.loads, ended.output))
        if kind == "raised":
            raise found
        if kind == "broke":
            log.error("a reader broke: %s", found)
            raise Broken
        return found

    async def _ended(self, given: bytes) -> ProcessResult:
        try:
            return await asyncio.wait_for(run_apart(READER, given=given), self._within)
        except TimeoutError:
            raise TooCostly from None


def _reason(status: int) -> Exception:
    """Why there is no reply: the limits end a process by a signal, or leave it without memory."""
    if status == OUT_OF_MEMORY or (status < 0 and -status not in _ASKED_TO_END):
        return TooCostly()
    log.error("a reader ended with status %d", status)
    return Broken()
