"""The games of a season file, read (docs/rules/leagues.md, «The season file»)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final

from bot.leagues.errors import SHAPE, NotASeason
from bot.leagues.fields import (
    LARGEST,
    Object,
    ObjectFields,
    identity,
    list_of,
    objects_of,
    optional,
    time,
    whole,
)
from bot.leagues.model import Holder, LeagueSeat, SeasonGame, SeatKind
from bot.leagues.settings import TABLES

HOLDERS: Final = "player guest robot"
"""The fields of which one names who has a seat."""

_GAME: Final = ObjectFields("id night started ended seats", "sum")
_SEAT: Final = ObjectFields("points", "left", either=HOLDERS)
_LIST: Final = (list,)
_OBJECT: Final = (tuple,)  # of pairs (``fields_of``)
_NOBODY_LEFT: Final[tuple[Any, ...]] = ((), (("left", []),))

_Columns = tuple[tuple[Holder, ...], tuple[int, ...], tuple[tuple[str, ...], ...]]
"""What a game keeps by seat: holders, points, who left."""


class GameReader:
    """Reads the games of a season with these nights and members; without them (None) a game of the past,
    which is judged when it is inserted (L17)."""

    def __init__(self, nights: Collection[str] | None, members: Iterable[str] | None) -> None:
        self._nights = nights
        self._strangers_sit = members is None
        self._members = {member: Holder(SeatKind.MEMBER, member) for member in members or ()}

    def read(self, kept: object) -> SeasonGame:
        """One game. Raises NotASeason."""
        found = _GAME.read(kept)
        night = optional(found, "night", identity)
        if night is not None and self._nights is not None and night not in self._nights:
            raise NotASeason("unknown-id", "night")
        plain = self._plain(found["seats"])
        seats = () if plain else objects_of(found, "seats", self._seat)
        if (len(plain[0]) if plain else len(seats)) not in TABLES:
            raise NotASeason(SHAPE, "seats")
        started, ended = time(found, "started"), time(found, "ended")
        head = (identity(found, "id"), night, started, ended, optional(found, "sum", whole))
        return SeasonGame(*head, *plain) if plain else SeasonGame.of(*head, seats)

    def read_sound(self, kept: object) -> SeasonGame:
        """One game, at whose table nobody sits twice, and whose points add up. Raises NotASeason."""
        game = self.read(kept)
        people = game.people
        if len(set(people)) < len(people):
            raise NotASeason("twice-at-table", "seats")
        if game.sum is not None and sum(game.points) != game.sum:
            raise NotASeason("wrong-sum", "sum", sums=(sum(game.points), game.sum))
        return game

    def _plain(self, kept: Any) -> _Columns | None:  # noqa: ANN401 - JSON as it comes
        """Seats that members had from the beginning to the end, as nearly all are, read in half the time;
        None where one is not such, or not written as we write them."""
        holders: list[Holder] = []
        points: list[int] = []
        for seat in kept if type(kept) in _LIST else ():
            if type(seat) not in _OBJECT or len(seat) < 2 or seat[2:] not in _NOBODY_LEFT:
                return None
            (first, player), (second, gained) = seat[:2]
            if first != "player" or second != "points" or type(player) is not str or type(gained) is not int:
                return None
            if player not in self._members or not -LARGEST <= gained <= LARGEST:
                return None
            holders.append(self._members[player])
            points.append(gained)
        return (tuple(holders), tuple(points), ((),) * len(points)) if points else None

    def _seat(self, kept: object) -> LeagueSeat:
        found = _SEAT.read(kept)
        left = list_of(found, "left", identity) if "left" in found else ()
        return LeagueSeat(self.holder(found), whole(found, "points"), left)

    def holder(self, found: Object) -> Holder:
        """Who has a seat. Raises NotASeason."""
        player = found.get("player")
        if type(player) is str and player in self._members:
            return self._members[player]
        kind = next(kind for kind in SeatKind if kind in found)
        holder = Holder(kind, identity(found, kind))
        if kind is SeatKind.MEMBER and not self._strangers_sit:
            raise NotASeason("unknown-id", kind)
        return holder
