"""A game that was played at a kitchen table, as somebody tells of it: the sheet, and when it was played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from bot.leagues.model import ClubMember
from bot.leagues.paper.sheet import PaperGame, Sums, read_sheet
from bot.leagues.paper.spreadsheet import NOON
from bot.leagues.paper.typed import Fault, Faulty, Known, PaperPerson
from bot.leagues.season.model import MEMBER, Guest, Holder, Night, SeasonGame, SeatKind

FREE: Final = "free"
"""What stands for no planned night."""

RECENT: Final = timedelta(weeks=8)
"""For so long a game of a night can still be reported; a later one is an organiser's to insert."""

MOST_NIGHTS: Final = 24
"""How many nights are offered."""


class Typed(NamedTuple):
    """What somebody typed: the sheet, the key of a night (``FREE`` for none), and the date of a free game."""

    text: str
    night: str = FREE
    day: str = ""


@dataclass(frozen=True, slots=True)
class DatedPaperGame:
    """A game on paper, and when it was played: a planned night or, with None, just that date."""

    paper: PaperGame
    night: Night | None
    day: date

    def result(self, now: float, zone: ZoneInfo) -> SeasonGame:
        """The game's result (L4), which has no id yet. It ended now if it is of today, else at noon."""
        local = datetime.fromtimestamp(now, zone)
        noon = datetime.combine(self.day, NOON, zone).timestamp()
        at = int(now if self.day == local.date() else noon)
        return self.paper.result("", self.night and self.night.id, at)


def known_of(members: Sequence[ClubMember], guests: Sequence[Guest], robots: Mapping[str, str]) -> Known:
    """Whom the names of a sheet may mean: members of now, and guests of the season who are no members."""
    people = [PaperPerson(Holder(MEMBER, one.id), one.name) for one in members if one.is_in]
    ids = {one.id for one in members}
    visitors = [PaperPerson(Holder(SeatKind.GUEST, one.id), one.name) for one in guests if one.id not in ids]
    return Known((*people, *visitors), robots)


def recent_nights(nights: Sequence[Night], today: date) -> dict[str, Night]:
    """The planned nights that a game can be reported of, the latest first, by a short key: the date, and
    its number among those of that date."""
    found: dict[str, Night] = {}
    of_day: Counter[date] = Counter()
    for one in nights:
        if today - RECENT <= one.date <= today:
            found[f"{one.date.isoformat()}.{of_day[one.date]}"] = one
            of_day[one.date] += 1
    return {key: found[key] for key in sorted(found, reverse=True)[:MOST_NIGHTS]}


def game_told(
    typed: Typed,
    nights: Mapping[str, Night],
    today: date,
    known: Known,
    games: Mapping[int, Sums],
    contracts: Mapping[str, Sequence[str]],
    read_day: Callable[[str], date],
) -> DatedPaperGame:
    """The game that somebody tells of; ``read_day`` reads the date of a free one and raises Faulty. Raises
    Faulty with all that is wrong, KeyError for a night that is not one of ``nights``."""
    faults: list[Fault] = []
    night = None if typed.night == FREE else nights[typed.night]
    day = today if night is None else night.date
    try:
        day = read_day(typed.day) if night is None and typed.day else day
    except Faulty as wrong:
        faults += wrong.faults
    try:
        paper = read_sheet(typed.text, known, games, contracts)
    except Faulty as wrong:
        raise Faulty([*wrong.faults, *faults]) from None
    if faults:
        raise Faulty(faults)
    return DatedPaperGame(paper, night, day)
