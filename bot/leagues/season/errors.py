"""What is no season file."""

from __future__ import annotations

from typing import Final, Literal

FileFault = Literal["syntax", "shape", "unknown-id", "same-id", "twice-at-table", "wrong-sum"]
"""No JSON, a repeated key, or NaN; a wrong, missing or unknown field or value; a night or member that is not
there; an id twice; a person twice at a table; points that do not add up."""

SHAPE: Final[FileFault] = "shape"


class NotASeason(Exception):
    """What was read is no season, or no part of one. ``code`` says why, ``where`` is the path of what is
    wrong (``games[3].seats``), empty for all of it. ``sums`` are what points add up to and what they have to,
    where that is it."""

    def __init__(self, code: FileFault, *path: str | int, sums: tuple[int, int] | None = None) -> None:
        super().__init__(code, *path)
        self.code: FileFault = code
        self.sums = sums
        self._path = path

    @property
    def where(self) -> str:
        """The path from the outermost value read."""
        steps = [f"[{step}]" if isinstance(step, int) else f".{step}" for step in self._path]
        return "".join(steps).removeprefix(".")

    def under(self, *path: str | int) -> NotASeason:
        """The same, in what lies at that path of something larger. What is no JSON is so as a whole."""
        if self.code == "syntax":
            return self
        return type(self)(self.code, *path, *self._path, sums=self.sums)


class Beyond(NotASeason):
    """What was read is larger, or more, than this program takes, though the format has no such bound."""
