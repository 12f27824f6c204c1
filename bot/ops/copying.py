"""A copy made in a process of its own, so that nobody who presses waits for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from bot.apart import ProcessResult, run_apart
from bot.ops.upkeep import MadeBackup
from bot.ports import StoreError

MODULE: Final = "bot.ops.making"
TIDIES_WITHIN: Final = 2.0
"""Seconds that it has to clear away what it has begun, where the bot stops."""


class NotMade(StoreError):
    """No copy was made; ``code`` is the store's, and the text one sentence for whoever hosts the bot."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class MadeApart:
    """Makes copies of one database, which are named by whole paths."""

    def __init__(self, database: Path) -> None:
        self._database = database.absolute()

    async def __call__(self, target: Path, at: float) -> MadeBackup:
        """Make and verify one. Raises NotMade; OSError where no process can be started."""
        ended = await run_apart(MODULE, str(self._database), str(target), tidies_within=TIDIES_WITHIN)
        return _read(ended, at)


def _read(ended: ProcessResult, at: float) -> MadeBackup:
    """What it said. Raises NotMade."""
    try:
        found: Any = json.loads(ended.told)
        if ended.status == 0:
            return MadeBackup(at, found["size"], found["tables"], found["games"], found["parked"])
        raise NotMade(found["code"], found["sentence"])
    except (ValueError, KeyError, TypeError):
        raise NotMade(
            "ended", f"The backup's process ended with status {ended.status} before it was done."
        ) from None
