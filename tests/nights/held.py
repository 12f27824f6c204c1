"""An evening that has been held, at real tables, as far as a test wishes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, time

from bot.leagues.season.model import Change, Correction, Void
from bot.nights.evenings import Evenings
from bot.nights.model import (
    Evening,
    EveningStage,
    NightPlace,
    NightSettings,
    Repeat,
    Round,
    Schedule,
    Series,
    SeriesState,
)
from bot.tables.model import Invited, Origin, State
from bot.tables.table import Table
from tests.tables.house import NAMES, House, play
from tests.tables.test_leagues import Club, founded

DAY = date(2026, 1, 6)


@dataclass
class Held:
    """An evening of a club, whose tables are opened and played by hand."""

    club: Club
    evenings: Evenings
    evening: Evening
    origins: dict[int, Origin] = field(default_factory=dict[int, Origin])

    @property
    def house(self) -> House:
        return self.club.house

    @classmethod
    async def of(
        cls, house: House, *members: int, settings: NightSettings | None = None, **league: object
    ) -> Held:
        club = await founded(house, *members, **league)  # pyright: ignore[reportArgumentType]
        evenings = Evenings(house.stored.nights, house.clubs, house.tables, house.time)
        chosen = settings or NightSettings()
        series = await house.stored.nights.make_series(
            Series(0, club.league.id, 1, 2, members[0] if members else 101,
                   Schedule(DAY, time(20, 0), Repeat.WEEKLY), chosen, 0.0, SeriesState.RUNNING)
        )  # fmt: skip
        evening = await house.stored.nights.make_evening(
            Evening(
                0, series.id, club.league.id, 1, 2, club.season.id, "", DAY, 1_767_725_000.0, chosen, "seed"
            )
        )
        return cls(club, evenings, evening)

    async def seated(self, *rounds: Sequence[Sequence[int | None]], byes: Sequence[int] = ()) -> None:
        """The rounds are planned so, and the last of them is in play."""
        plan = tuple(Round(tuple(map(tuple, one)), tuple(byes)) for one in rounds)
        changed = replace(
            self.evening,
            plan=plan,
            round=len(plan),
            stage=EveningStage.PLAYING,
            began_at=self.house.time.now(),
        )
        self.evening = await self.house.stored.nights.change(changed)

    async def over(self) -> None:
        changed = replace(self.evening, stage=EveningStage.OVER, ended_at=self.house.time.now())
        self.evening = await self.house.stored.nights.change(changed)

    async def open(self, place: NightPlace, names: Mapping[int, str] = NAMES) -> Table:
        """The table that is planned there."""
        seats = self.evening.plan[place.round - 1].tables[place.table - 1]
        counting = await self.club.counting()
        return await self.house.tables.open_with_seats(
            f"Round {place.round}, table {place.table}",
            [None if one is None else Invited(one, names[one]) for one in seats],
            guild_id=1,
            channel_id=2,
            preset=self.club.rules,
            counting=replace(counting, night=self.evening.night),
            place=replace(place, game=place.game or 1).key(self.evening.id),
            origin=self._origin(place) if self.evening.settings.is_duplicate else None,
        )

    def _origin(self, place: NightPlace) -> Origin:
        """The same cards for all tables of a round."""
        if place.round not in self.origins:
            self.origins[place.round] = Origin(bytes([place.round] * 32))
        return self.origins[place.round]

    async def begun(self, place: NightPlace) -> Table:
        table = await self.open(place)
        await table.begin()
        await self.house.tables.quiet()
        return table

    async def played(self, place: NightPlace) -> Table:
        """The game there, played to its end, by robots from some deal on."""
        table = await self.begun(place)
        await play(self.house, table, deals=1)
        await self.finish(table)
        return table

    async def finish(self, table: Table) -> None:
        await table.finish_by_robots()
        await self.house.calm()
        while table.facts.state is State.PLAYING:
            await self.house.wait(1.0)
        assert table.facts.state is State.FINISHED

    async def correct(self, change: Change) -> None:
        made = Correction("", int(self.house.time.now()), "m101", "as agreed", change)
        await self.house.stored.seasons.correct(self.club.season.id, made)

    async def game_of(self, table: Table) -> str:
        found = await self.house.stored.seasons.of_night(self.club.season.id, self.evening.night)
        return next(one.game.id for one in found if one.table_id == table.facts.id)

    async def void(self, table: Table) -> None:
        await self.correct(Void(await self.game_of(table)))
