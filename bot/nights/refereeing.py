"""What referees decide about the tables of an evening: kept first, then carried out and announced, each as
a step. Everything raises NightError, StoreError."""

from __future__ import annotations

from dataclasses import replace

from bot.leagues.season.model import Correction, Points
from bot.nights.evenings import Evenings
from bot.nights.model import EveningDetails, NightError, NightPlace, Ruling, RulingKind
from bot.nights.openings import act_at
from bot.nights.ports import Impossible
from bot.nights.rulings import ENDS, PAUSES, is_held, round_clock
from bot.tables.model import UNFINISHED, TableFacts


async def rule(evenings: Evenings, details: EveningDetails, ruling: Ruling, seen: int, heir: str) -> Ruling:
    """Keep a ruling; all else follows from it. ``seen`` is how many about the same table the referee knew of,
    ``heir`` what is called who is to have a seat. Raises ``not-playing``, ``changed-meanwhile``,
    ``no-such-table`` for a game that is over, of which points alone can be taken; as ``Evenings.seat_now``
    where it would be refused."""
    evening, place = details.evening, NightPlace.of(ruling.place)
    evenings.require_playing(evening)
    if ruling.kind is not RulingKind.PENALTY:
        await evenings.open_table(evening, place)
    if ruling.kind in PAUSES and is_held(details, place) is (ruling.kind is RulingKind.HOLD):
        raise NightError("changed-meanwhile")
    if ruling.kind is RulingKind.SEAT and ruling.seat is not None:
        await evenings.require_may_seat(details, place, ruling.seat, ruling.heir, heir)
    now = evenings.time.now()
    kept = await evenings.store.rule(replace(ruling, ruled_at=now, clock=round_clock(evening, now)), seen)
    evenings.changed(evening.id)
    return kept


async def carry_out(evenings: Evenings, details: EveningDetails, ruling: Ruling) -> None:
    """Have it be so, unless it is, or the game is over by now; points are taken once it is. Raises
    Impossible where the game does not count, ClubError, TableError."""
    evening, place = details.evening, NightPlace.of(ruling.place)
    table = await evenings.tables.at_place(place.key(evening.id))
    assert table is not None  # a ruling is about a game that is there
    if ruling.kind is RulingKind.PENALTY:
        await _penalise(evenings, details, ruling, table.facts)
    elif table.facts.state not in UNFINISHED:
        return
    elif ruling.kind in ENDS:
        await act_at(table, ENDS[ruling.kind], evening)
    elif ruling.seat is not None and table.facts.seats[ruling.seat].user_id == ruling.whom:
        known = details.people.get(ruling.heir or 0)
        name = str(ruling.heir) if known is None else known.name
        await evenings.seat_now(details, place, ruling.seat, ruling.heir, name)


async def _penalise(evenings: Evenings, details: EveningDetails, ruling: Ruling, facts: TableFacts) -> None:
    """Correct the points of a game, once: whoever has the seat pays to each of the others, so that the sum
    stays as it is (L17)."""
    evening, seasons = details.evening, evenings.clubs.seasons
    results = await seasons.of_night(evening.season_id, evening.night)
    found = next((one for one in results if one.table_id == facts.id and not one.void), None)
    if found is None or ruling.seat is None:
        raise Impossible
    known = await evenings.clubs.known_as(evening.league_id, ruling.referee)
    by, at = known or str(ruling.referee), int(ruling.ruled_at)
    made = (one.correction for one in await seasons.events(evening.season_id))
    if any((one.by, one.at, one.reason) == (by, at, ruling.reason) for one in made):
        return
    points = [one + ruling.points for one in found.game.points]
    points[ruling.seat] -= ruling.points * len(points)
    change = Points(found.game.id, tuple(points))
    await seasons.correct(evening.season_id, Correction("", at, by, ruling.reason, change), found.events)
