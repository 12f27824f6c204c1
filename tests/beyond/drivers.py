"""The client libraries of the experiment, which no other part needs and nothing installs by itself."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

NEEDED: Final = ("asyncpg", "nats", "redis")


def driver(name: str) -> Any:
    """A library. Raises ImportError where it is not installed."""
    return import_module(name)
