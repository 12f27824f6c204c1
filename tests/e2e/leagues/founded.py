"""A league in the house, and its panels as people use them."""

from __future__ import annotations

from typing import Any

from bot.leagues.model import ClubMember, League, Report, SeasonFacts
from bot.leagues.season.model import Holder, LeagueSeat, SeasonGame, SeatKind
from playground import reading
from playground.interactions.invocations import Invocation
from playground.people import Person
from tests.e2e.house import EPHEMERAL, House
from tests.kept import enter

NAME = "Dinsdagclub"


async def create(
    house: House, person: Person, name: str = NAME, *, entry: str = "open", game: str = "kingen"
) -> League:
    """A league, made by somebody who may."""
    invocation = await house.command(person, "league create", {"name": name, "game": game, "entry": entry})
    assert invocation.state == "answered", invocation.error
    (league,) = [one for one in await leagues(house) if one.name == name]
    return league


async def leagues(house: House) -> list[League]:
    return list(await house.bot.clubs.leagues.leagues(house.bot.guilds[0].id))


async def names(house: House, league: League) -> list[str]:
    """What its members are called."""
    return [one.name for one in await house.bot.clubs.members(league.id)]


async def season_of(house: House, league: League) -> SeasonFacts:
    return await house.bot.clubs.season(league)


async def add_members(house: House, league: League, count: int) -> list[ClubMember]:
    """So many people who have no account here: the first is called P001."""
    clubs = house.bot.clubs
    made: list[ClubMember] = []
    for number in range(1, count + 1):
        name = f"P{number:03}"
        member = ClubMember(league.id, name, name, None, 1.0, clubs.today(league))
        await enter(clubs.leagues, member)
        made.append(member)
    return made


async def played(house: House, league: League, *results: dict[str, int]) -> None:
    """Games of the season, each what its members made, one after the other."""
    clubs = house.bot.clubs
    season = await clubs.season(league)
    for points in results:
        number = (await clubs.seasons.results(season.id, 0, 1))[1]
        at = int(clubs.time.now()) - 1000 + number
        seats = [LeagueSeat(Holder(SeatKind.MEMBER, who), made) for who, made in points.items()]
        game = SeasonGame.of("", None, at, at, 0, seats)
        report = await clubs.seasons.report(
            Report(0, season.id, league.creator, "", game, (), clubs.time.now())
        )
        await clubs.seasons.confirm(report.id, None)


async def standings(house: House, league: League) -> list[tuple[str, int | None]]:
    """Who stands where."""
    page = await house.bot.clubs.seasons.page((await season_of(house, league)).id, 0, 400)
    return [(line.name, line.place) for line in page.lines]


class Panel:
    """A panel that one person alone sees."""

    def __init__(self, house: House, person: Person) -> None:
        self.house, self.person = house, person
        self.id = house.whispers(person)[-1]["id"]

    @classmethod
    async def open(cls, house: House, person: Person, path: str) -> Panel:
        await house.reply(person, path)
        return cls(house, person)

    @property
    def message(self) -> dict[str, Any]:
        return self.person.message(self.id)

    @property
    def text(self) -> str:
        return reading.text(self.message)

    @property
    def labels(self) -> list[str]:
        return [one.label for one in reading.buttons(self.message, enabled_only=True)]

    def id_of(self, verb: str) -> str:
        """The whole custom id of the button or select of a verb."""
        every = [*reading.buttons(self.message), *reading.selects(self.message)]
        return next(one.custom_id for one in every if one.custom_id.startswith(f"hh:{verb}:"))

    async def press(self, label: str) -> Invocation:
        invocation = await self.house.press(self.person, self.message, label)
        await self.house.settled()
        assert invocation.state == "answered", invocation.error
        return invocation

    async def turn(self) -> None:
        """To the next page."""
        await self.press(next(label for label in self.labels if label.endswith("›")))

    async def choose(self, verb: str, *values: str) -> None:
        done = await (await self.person.select(self.id, self.id_of(verb), list(values))).done()
        assert done.state == "answered", done.error
        await self.house.settled()

    async def type(self, label: str, text: str) -> str:
        """Press a button that asks, and answer; what the form held."""
        asked = await self.press(label)
        assert asked.modal is not None
        (field,) = [
            one for one in reading.components({"components": asked.modal.components}) if one["type"] == 4
        ]
        done = await (await self.person.submit(asked.modal, {field["custom_id"]: text})).done()
        assert done.state == "answered", done.error
        await self.house.settled()
        return field.get("value", "")


def posted(house: House, person: Person) -> dict[str, Any]:
    """The newest message in the channel that everybody sees."""
    return [one for one in person.messages(house.cards) if not one["flags"] & EPHEMERAL][-1]


async def pressed(house: House, person: Person, message: dict[str, Any], label: str) -> list[str]:
    """Press on a message that everybody sees; what the person is told alone."""
    known = {one["id"] for one in house.whispers(person)}
    invocation = await house.press(person, person.message(message["id"]), label)
    assert invocation.state == "answered", invocation.error
    await house.settled()
    return [reading.text(one) for one in house.whispers(person) if one["id"] not in known]
