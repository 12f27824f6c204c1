"""``python -m tests.statistics.reference FILE…`` prints what ``python -m bot stats FILE…`` has to."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tests.stats.reference.stats import stats_of_each


def main() -> int:
    """Print the lines; the exit status is 1 if one is an error."""
    parser = argparse.ArgumentParser(prog="python -m tests.statistics.reference")
    parser.add_argument("--preset")
    parser.add_argument("files", nargs="+", metavar="FILE", type=Path)
    chosen = parser.parse_args()
    lines = stats_of_each([(file.name, file.read_bytes()) for file in chosen.files], chosen.preset)
    for line in lines:
        print(json.dumps(line))
    return int(any("error" in line for line in lines))


if __name__ == "__main__":
    sys.exit(main())
