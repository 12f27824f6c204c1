"""One line of the bench's table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One measured ratio, and ``how`` it was measured in a line. ``bound`` is a floor, or a ceiling where
    ``at_most``; None where the figure is only reported. ``aim`` is what we would like it to be."""

    name: str
    measured: float
    how: str
    bound: float | None = None
    at_most: bool = False
    aim: float | None = None

    @property
    def holds(self) -> bool:
        """Whether the bound is kept."""
        if self.bound is None:
            return True
        return self.measured <= self.bound if self.at_most else self.measured >= self.bound
