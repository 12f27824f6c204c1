"""``python -m bot verify``: whether the cards of records follow from their secrets (docs/dealing.md)."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from bot import dealing
from bot.cli.json_lines import Contents
from bot.engine.record import RecordError


def main(files: Sequence[str]) -> int:
    """Print what was found in these files (``-``: standard input), each line with the file's name where there
    are several; the exit status is 1 where one cannot be read or something in it does not follow."""
    contents = Contents(files)
    status = 0
    for name, data in contents:
        about = f"{name}: " if len(files) > 1 else ""
        try:
            found = dealing.verify(data)
        except (dealing.Unverifiable, RecordError) as error:
            print(f"{about}{error}", file=sys.stderr)
            status = 1
            continue
        print(f"{about}The seal of its secret, to compare with the lobby's: {found.commitment}")
        for discrepancy in found.discrepancies:
            print(f"{about}{discrepancy.sentence}")
            status = 1
        if not found.discrepancies:
            drawn, presses = f"All {found.decks} decks and the first dealer", len(found.press_ids)
            print(f"{about}{drawn} follow from the secret and {presses} presses.")
    return status or contents.missing
