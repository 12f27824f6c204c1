"""The cards of a game that can be reviewed, and who played them: pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.engine.actions import is_play
from bot.engine.record import action_of
from bot.replays.reel import Dealt, GameReplay, ReplayMoment
from bot.tables.ports import LogEntry, Sitting


class Play(NamedTuple):
    """A card that was played: when it had been, by which seat, and in the how manieth sitting of that seat
    (from 0)."""

    moment: ReplayMoment
    seat: int
    number: int


class Sat(NamedTuple):
    """A sitting, and the how manieth of its seat it is (from 0)."""

    number: int
    sitting: Sitting


def sittings_of(reel: GameReplay) -> tuple[Sat, ...]:
    """Everybody who sat there, by seat, each seat's in order."""
    found: list[Sat] = []
    for one in reel.seating:
        found.append(Sat(sum(other.sitting.seat == one.seat for other in found), one))
    return tuple(found)


def plays_of(reel: GameReplay, entries: Sequence[LogEntry] | None = None) -> tuple[Play, ...]:
    """The cards of all deals that were scored, in order. Where the log of the table is given, what a robot
    played in somebody's place is left out: nobody has to answer for that."""
    every = sittings_of(reel)
    return tuple(
        play
        for deal, dealt in enumerate(reel.deals)
        if dealt.result is not None and dealt.result.points is not None
        for play in _of_deal(reel, deal, dealt, every, entries)
    )


def _of_deal(
    reel: GameReplay, deal: int, dealt: Dealt, every: Sequence[Sat], entries: Sequence[LogEntry] | None
) -> Iterator[Play]:
    for ply in range(1, dealt.plies + 1):
        item = dealt.first + ply
        if not is_play(action_of(reel.items[item])):
            continue
        seat = int(reel.items[item].split()[0])
        sat = next((one for one in every if one.sitting.seat == seat and one.sitting.was_at(item)), None)
        if sat is not None and (entries is None or entries[item].user_id == sat.sitting.user_id):
            yield Play(ReplayMoment(deal, ply), seat, sat.number)
