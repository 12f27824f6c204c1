"""A league in the playground's server, made in the store; and its panels as somebody uses them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from fractions import Fraction
from typing import Any

from bot.leagues.model import ClubMember, League, Report, SeasonFacts
from bot.leagues.season.model import Holder, LeagueSeat, Night, SeasonGame, SeatKind
from bot.leagues.season.settings import SeasonSettings
from playground import reading
from playground.interactions.invocations import Invocation
from playground.people import Person
from tests.e2e.house import House
from tests.kept import enter

FIRST = date(2026, 9, 1)
NAME = "Tuesday club"


@dataclass
class Club:
    """See the module. ``ids`` are those of its members by name."""

    house: House
    league: League
    season: SeasonFacts
    ids: dict[str, str]

    @classmethod
    async def found(
        cls,
        house: House,
        settings: SeasonSettings = SeasonSettings(),  # noqa: B008 - never changes
        *,
        absent: Sequence[str] = (),
        name: str = NAME,
    ) -> Club:
        """Everybody of the playground is a member, who has an account; so are the ``absent``, who have
        none. Ann has made it."""
        ann = house.person("Ann")
        (guild_id,) = house.world.guilds
        league = League(0, guild_id, name, "kingen", 4, "Europe/Brussels", ann.id, 1000.0)
        members = [_member(str(one.id), one.account.name, one.id) for one in house.people()]
        members += [_member(f"p{number}", one, None) for number, one in enumerate(absent)]
        first = SeasonFacts(0, 0, 1, "2026", settings, FIRST, levels={3: Fraction(13, 17)})
        league = await house.bot.store.leagues.create(league, first, members[0])
        for one in members[1:]:
            await enter(house.bot.store.leagues, replace(one, league_id=league.id))
        (season,) = await house.bot.store.seasons.seasons(league.id)
        return cls(house, league, season, {one.name: one.id for one in members})

    def seat(self, name: str, points: int) -> LeagueSeat:
        """Of a member, or with ``+`` before the name of a guest; what begins with ``robot`` is one."""
        if name.startswith("robot"):
            return LeagueSeat(Holder(SeatKind.ROBOT, "easy"), points)
        if name.startswith("+"):
            return LeagueSeat(Holder(SeatKind.GUEST, name), points)
        return LeagueSeat(Holder(SeatKind.MEMBER, self.ids[name]), points)

    def game(
        self, day: date, points: dict[str, int], night: str | None = None, hour: int = 20, sum: int | None = 0
    ) -> SeasonGame:
        at = int(datetime(day.year, day.month, day.day, hour, tzinfo=UTC).timestamp())
        seats = [self.seat(name, one) for name, one in points.items()]
        return SeasonGame.of("", night, at, at, sum, seats)

    async def played(
        self, day: date, points: dict[str, int], night: str | None = None, hour: int = 20, sum: int | None = 0
    ) -> str:
        """A game of the season; returns its id."""
        game = self.game(day, points, night, hour, sum)
        kept = await self.house.bot.store.seasons.report(Report(0, self.season.id, 1, "", game, (), 1000.0))
        assert await self.house.bot.store.seasons.confirm(kept.id, None) is None
        return kept.game.id

    async def night(self, name: str, day: date) -> None:
        await self.house.bot.store.seasons.add_night(self.season.id, Night(name, day))

    async def values(self) -> dict[str, Fraction]:
        """What everybody has in the standings now, by name."""
        page = await self.house.bot.store.seasons.page(self.season.id, 0, 1000)
        return {line.name: line.value for line in page.lines}


def _member(id: str, name: str, user_id: int | None) -> ClubMember:
    return ClubMember(0, id, name, user_id, 1000.0, FIRST)


@dataclass
class Shown:
    """A private message of the bot, as its reader uses it."""

    house: House
    person: Person
    id: str

    @classmethod
    async def by(cls, house: House, person: Person, path: str, **options: Any) -> Shown:
        """What a command answers."""
        await house.reply(person, f"league {path}", options or None)
        return cls(house, person, house.whispers(person)[-1]["id"])

    @property
    def message(self) -> dict[str, Any]:
        return self.person.message(self.id)

    @property
    def text(self) -> str:
        return reading.text(self.message)

    @property
    def alt(self) -> str:
        (picture,) = reading.pictures(self.house.server, self.message)
        return picture.alt

    @property
    def labels(self) -> list[str]:
        return [one.label for one in reading.buttons(self.message)]

    async def press(self, label: str) -> Invocation:
        done = await self.house.press(self.person, self.message, label)
        await self.house.settled()
        assert done.state == "answered", done.error
        return done

    async def opened(self, label: str) -> Shown:
        """The new private message that a button leads to."""
        known = {one["id"] for one in self.house.whispers(self.person)}
        await self.press(label)
        return self._new(known)

    def _new(self, known: set[str]) -> Shown:
        (new,) = [one["id"] for one in self.house.whispers(self.person) if one["id"] not in known]
        return Shown(self.house, self.person, new)

    def options(self, verb: str) -> list[tuple[str, str]]:
        (found,) = [one for one in reading.selects(self.message) if f":{verb}:" in one.custom_id]
        return list(found.options)

    async def choose(self, verb: str, label: str | int) -> Invocation:
        """Choose what is called so in a select, or stands at that place."""
        (select,) = [one for one in reading.selects(self.message) if f":{verb}:" in one.custom_id]
        at = label if isinstance(label, int) else [label in one for one, _ in select.options].index(True)
        value = select.options[at][1]
        done = await (await self.person.select(self.id, select.custom_id, [value])).done()
        await self.house.settled()
        assert done.state == "answered", done.error
        return done

    async def chosen(self, verb: str, label: str) -> Shown:
        """The new private message that a choice leads to."""
        known = {one["id"] for one in self.house.whispers(self.person)}
        await self.choose(verb, label)
        return self._new(known)

    async def fill(self, asked: Invocation, **values: str) -> None:
        """Submit the form that a press has led to."""
        assert asked.modal is not None
        done = await (await self.person.submit(asked.modal, {**values})).done()
        await self.house.settled()
        assert done.state == "answered", done.error


def told(house: House, person: Person) -> str:
    """What was said last to somebody alone."""
    return reading.text(house.whispers(person)[-1])
