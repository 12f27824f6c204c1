"""The page of who may do what is what the tests go by."""

from __future__ import annotations

import re

from tests.project.requirements import ROOT
from tests.project.who_may import PAGE, STATS_COMMANDS, page


def test_the_page_says_what_is_tested() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m tests.project.who_may"


def test_every_command_of_statistics_is_on_it() -> None:
    said = re.findall(r'@group\.command\(name="([a-z-]+)"', (ROOT / "cogs" / "stats.py").read_text("utf-8"))
    assert set(said) == set(STATS_COMMANDS)
