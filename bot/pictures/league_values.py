"""What pictures of a league show, as values: of the same kind as those of ``values``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple


class Figure(NamedTuple):
    """A number in a column: as it is drawn there, and as it is said without the column's head."""

    drawn: str  # "8"
    said: str  # "8 nights"


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A member's line."""

    name: str  # as the member is called; cut with an ellipsis where it is too long
    figures: tuple[Figure, ...]  # one a head
    place: str = ""  # "3"; "" for who has none
    shared: bool = False  # others have the place too, "3="
    medal: int = 0  # 1 golden, 2 silver, 3 bronze: the disc around the place; 0 draws none
    moved: int | None = None  # by how many places up, below 0 down; None where nothing is to be said
    form: tuple[int | None, ...] = ()  # places in up to five games, the latest last; None for a seat given up
    own: bool = False  # the reader's: marked


@dataclass(frozen=True, slots=True)
class StandingsPicture:
    """A table of a league's members, the best first."""

    title: str  # "Tuesday club"
    subtitle: str  # "Season 3 · after 8 of 12 nights"
    heads: tuple[str, ...]  # of the columns of figures; the last one is what is ranked by
    rows: tuple[StandingsRow | None, ...]  # None where some are left out
    form_word: str = ""  # above the form, "Form"; "" leaves that column out
    unplaced_word: str = ""  # above the first row without a place, "At least 4 nights for a place"
    caption: str = ""  # the line below, "21–40 of 300"

    def lines(self) -> Iterator[StandingsRow | str | None]:
        """All that stands below the heads, in its order: rows, ``unplaced_word``, None for those left out."""
        said = not self.unplaced_word
        for row in self.rows:
            if row is not None and not row.place and not said:
                said = True
                yield self.unplaced_word
            yield row
