"""``python -m bot.ops.making DATABASE TARGET``: the process in which a copy is made and verified.

It gives way to everything else on the machine. What came of it is one line of JSON; the exit status is 0
where the copy is there. Asked to stop (SIGINT), it leaves nothing behind.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from bot.ops.backup import made
from data.errors import StoreFailure

LEAST_URGENT: Final = 19


def main(arguments: Sequence[str]) -> int:
    """Make the copy; returns the exit status."""
    database, target = map(Path, arguments)
    os.nice(LEAST_URGENT)
    try:
        told = _made(database, target)
    except StoreFailure as error:
        told = {"code": error.code, "sentence": str(error)}
    except KeyboardInterrupt:
        told = {"code": "stopped", "sentence": "The backup was stopped: none was made."}
    print(json.dumps(told), flush=True)
    return 1 if "code" in told else 0


def _made(database: Path, target: Path) -> dict[str, Any]:
    found = made(database, target, lambda done, tables: None)
    return {
        "tables": found.tables,
        "games": found.games,
        "parked": len(found.parked),
        "size": target.stat().st_size,
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
