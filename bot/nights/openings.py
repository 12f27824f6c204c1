"""The tables of an evening: which game is opened for whom."""

from __future__ import annotations

from bot.clubs.model import League
from bot.nights.evenings import Evenings
from bot.nights.model import Place, StepKind, Told
from bot.nights.ports import Hindered
from bot.tables.errors import TableError
from bot.tables.model import Counting, Invited, NamedPreset, Pace
from bot.tables.table import Table


class Openings:
    """Opens them, each once: whoever asks again gets the same."""

    def __init__(self, evenings: Evenings) -> None:
        self._evenings = evenings

    async def open(self, told: Told, place: Place) -> Table:
        """The table of a game, in the thread of its place. Raises Hindered where its rules are not there any
        more or the season is closed, TableError, StoreError."""
        evening = told.evening
        league = await self._evenings.league(evening)
        thread = told.step(StepKind.THREAD, Place(place.round, place.table).number)
        assert thread.discord_id is not None
        seats = await self._seats(told, place)
        if not league.guests:
            seats = [one if one and await self._is_member(league, one) else None for one in seats]
        settings = evening.settings
        preset = NamedPreset(
            league.guild_id, league.name, league.preset, len(seats), league.options, Pace(settings.pace)
        )
        origin = await self._evenings.store.origin(evening.id, place.round) if settings.is_duplicate else None
        counting = Counting(evening.season_id, league.name, evening.night, not league.guests)
        try:
            return await self._evenings.tables.open_with_seats(
                league.name,
                seats,
                guild_id=evening.guild_id,
                channel_id=thread.discord_id,
                preset=preset,
                robots=settings.robots,
                counting=counting,
                place=place.key(evening.id),
                origin=origin,
            )
        except TableError as error:
            if error.code in ("season-closed", "outdated-preset"):
                raise Hindered(error.code) from None
            raise

    async def _is_member(self, league: League, one: Invited) -> bool:
        """Whether somebody still is: a robot takes the seat of who has left meanwhile."""
        return await self._evenings.clubs.member(league.id, one.user_id) is not None

    async def _seats(self, told: Told, place: Place) -> list[Invited | None]:
        """Those who are planned there, or who had the seats in the end of the game before."""
        evening = told.evening
        names = {one.user_id: one.name for one in told.people.values()}
        if place.game > 1:
            before = await self._evenings.tables.at_place(_before(place).key(evening.id))
            assert before is not None
            seats = before.facts.seats
            return [None if one.user_id is None else Invited(one.user_id, one.name) for one in seats]
        planned = evening.plan[place.round - 1].tables[place.table - 1]
        return [None if one is None else Invited(one, names.get(one, str(one))) for one in planned]


def _before(place: Place) -> Place:
    return Place(place.round, place.table, place.game - 1)
