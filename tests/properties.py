"""How many examples a property is tried with: as many as it says, or more where the tests explore."""

from __future__ import annotations

from typing import Any

from hypothesis import settings

AS_A_RULE = 100
"""What the default profile has; a profile with ten times that makes ten times as many of every number."""


def tries(count: int, **others: Any) -> settings:
    """Settings for a property that is to be tried `count` times; `others` are hypothesis's own.

    Randomness, deadline and database are the profile's (`tests/conftest.py`).
    """
    return settings(max_examples=count * settings().max_examples // AS_A_RULE, **others)
