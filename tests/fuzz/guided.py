"""One reader, given bytes that reach more and more of its code: ``python -m tests.fuzz.guided season 60``.

With Atheris (https://github.com/google/atheris), which is no dependency of ours. What a reader breaks on is
kept in ``var/fuzz``, and what reaches something new beside it, so that the next run begins there."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

FOLDER = Path("var") / "fuzz"


def main() -> None:
    """Search; ends the process, with a status other than 0 where something broke."""
    name, seconds = sys.argv[1], sys.argv[2]
    atheris: Any = importlib.import_module("atheris")
    with atheris.instrument_imports(include=["bot"]):
        targets = importlib.import_module("tests.fuzz.targets")
    target = next(one for one in targets.TARGETS if one.name == name)
    corpus = FOLDER / name
    corpus.mkdir(parents=True, exist_ok=True)
    for number, example in enumerate(target.examples):
        (corpus / f"example-{number}").write_bytes(example)
    found = f"-artifact_prefix={FOLDER / name}-broken-"
    limits = [f"-max_total_time={seconds}", "-max_len=4096", "-timeout=10", "-rss_limit_mb=1024"]
    atheris.Setup([sys.argv[0], str(corpus), found, *limits], target.survives)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
