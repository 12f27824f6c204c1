"""A copy made in a process of its own, so that nobody who presses waits for it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from bot.ports import StoreError
from bot.upkeep.model import Made

PROGRAM: Final = Path(__file__).parents[2]
MODULE: Final = "bot.upkeep.making"
TIDIES_WITHIN: Final = 2.0
"""Seconds that it has to clear away what it has begun, where the bot stops."""
NOT_FOR_IT: Final = ("DISCORD_TOKEN",)


class NotMade(StoreError):
    """No copy was made; ``code`` is the store's, and the text one sentence for whoever hosts the bot."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class MadeApart:
    """Makes copies of one database, which are named by whole paths."""

    def __init__(self, database: Path) -> None:
        self._database = database.absolute()

    async def __call__(self, target: Path, at: float) -> Made:
        """Make and verify one. Raises NotMade; OSError where no process can be started."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            MODULE,
            str(self._database),
            str(target),
            cwd=PROGRAM,
            env={name: value for name, value in os.environ.items() if name not in NOT_FOR_IT},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,  # a traceback could hold what is stored
        )
        try:
            told, _ = await process.communicate()
        finally:
            await _ended(process)
        return _read(told, process.returncode, at)


async def _ended(process: asyncio.subprocess.Process) -> None:
    """See that it is over: asked first, then made to."""
    if process.returncode is not None:
        return
    with suppress(ProcessLookupError):
        process.send_signal(signal.SIGINT)
    try:
        await asyncio.wait_for(process.wait(), TIDIES_WITHIN)
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def _read(told: bytes, status: int | None, at: float) -> Made:
    """What it said. Raises NotMade."""
    try:
        found: Any = json.loads(told)
        if status == 0:
            return Made(at, found["size"], found["tables"], found["games"], found["parked"])
        raise NotMade(found["code"], found["sentence"])
    except (ValueError, KeyError, TypeError):
        raise NotMade(
            "ended", f"The backup's process ended with status {status} before it was done."
        ) from None
