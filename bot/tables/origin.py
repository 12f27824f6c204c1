"""What the cards of several tables follow from, where they are to be the same; it is written down nowhere but
in the store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Never

from bot import dealing


class DoNotTell(TypeError):
    """Somebody tries to write down what is sealed."""


class Unspoken:
    """A value that cannot be printed, formatted or pickled."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<sealed>"

    def __str__(self) -> Never:
        raise DoNotTell("what is sealed is not written down")

    def __format__(self, spec: str) -> Never:
        raise DoNotTell("what is sealed is not written down")

    def __reduce__(self) -> Any:  # noqa: ANN401 - never returns
        raise DoNotTell("what is sealed is not written down")


@dataclass(frozen=True, slots=True, repr=False)
class Origin(Unspoken):
    """That of a duplicate round: with the same ``secret`` of 32 bytes and the same ``press_ids`` all its
    tables have the same first dealer and deal the same cards to the same seats."""

    secret: bytes
    press_ids: tuple[int, ...] = ()

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret, in hexadecimal: public."""
        return dealing.commitment(self.secret)
