"""One thing of a kind for each family of games: its presets, its robots, how it is shown, its rule book, its
signs. All that differs between families is found through one of these.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Generic, TypeVar

T = TypeVar("T")


def _anything(family: str, one: object) -> None:
    """Whatever is registered is fine."""


class ByFamily(Generic[T]):
    """What each family has of one kind, by the family's name and in the order in which families came.

    ``kind`` is what there is one of, for messages. ``check`` looks at what is to be registered, and raises
    ValueError where it will not do.
    """

    def __init__(self, kind: str, check: Callable[[str, T], object] = _anything) -> None:
        self._kind = kind
        self._check = check
        self._each: dict[str, T] = {}

    @property
    def each(self) -> Mapping[str, T]:
        """All there are: a view that changes as families come and go."""
        return MappingProxyType(self._each)

    def of(self, family: str) -> T:
        """That family's. Raises LookupError for a family that has none."""
        if family not in self._each:
            there = ", ".join(self._each) or "no family"
            raise LookupError(f"no {self._kind} of the family {family!r}: there is one of {there}")
        return self._each[family]

    def register(self, family: str, one: T) -> None:
        """From now on this is the family's. Raises ValueError where the family has one already, or where it
        will not do; nothing has changed then."""
        if family in self._each:
            raise ValueError(f"the family {family!r} has its {self._kind} already")
        self._check(family, one)
        self._each[family] = one

    def take_back(self, family: str) -> None:
        """From now on the family has none. Raises LookupError where it had none."""
        self.of(family)
        del self._each[family]

    @contextmanager
    def with_family(self, family: str, one: T) -> Generator[None]:
        """For a while this is the family's. Raises ValueError as ``register``."""
        self.register(family, one)
        try:
            yield
        finally:
            self.take_back(family)
