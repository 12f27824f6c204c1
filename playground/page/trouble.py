"""The page's panel for making trouble: what one may ask of it, and what it shows."""

from __future__ import annotations

import itertools
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from playground.gateway.gateway import Gateway
from playground.objects import Json
from playground.page.refusals import Refused
from playground.people import Person
from playground.rest import ENDPOINTS
from playground.trouble.faults import Faults
from playground.trouble.kinds import Held, Weather
from playground.world.changes import Changes
from playground.world.groups import Group
from playground.world.permissions import EVERYONE, Permission
from playground.world.places import Channel, Guild
from playground.world.rights import Place

SHOWN = 12
"""How many of the last troubles are listed."""
MOST_TIMES = 1000
LONGEST = 600.0
ROUTES = sorted(f"{endpoint.method} {endpoint.route}" for endpoint in ENDPOINTS)


def words(permission: Permission) -> str:
    """What Discord's client calls a permission."""
    return (permission.name or "").replace("_", " ").title()


CHOICES: Json = {
    "routes": ROUTES,
    "permissions": [{"value": one.name, "words": words(one)} for one in Permission],
}
"""What the panel offers, whatever happens."""


@dataclass
class Troubles:
    """What the pages together have asked for. Each question names in `do` what to do and is answered with
    what the panel shows."""

    faults: Faults
    gateway: Gateway
    changes: Changes
    _held: dict[int, tuple[str, Held]] = field(default_factory=dict[int, tuple[str, Held]])
    _numbers: itertools.count[int] = field(default_factory=itertools.count)
    _weather: Weather | None = None
    _undo: list[Callable[[], None]] = field(default_factory=list[Callable[[], None]])
    """What gives the bot back the rights it had, the last one first."""

    async def answer(self, person: Person, question: Json) -> Json:
        """Raises Refused, and KeyError for what is not there."""
        await DOINGS[question["do"]](self, person, question)
        return self._shown() | (CHOICES if question["do"] == "begin" else {})

    async def look(self, person: Person, question: Json) -> None:
        """Change nothing."""

    async def befall(self, person: Person, question: Json) -> None:
        """Something befalls the next so many requests to the routes of a pattern."""
        route, times = str(question["route"]).strip(), _between(question["times"], 1, MOST_TIMES, "count")
        if not route:
            raise Refused("Say which requests: * stands for anything.")
        kind, faults, many = question["kind"], self.faults, int(times)
        if kind in ("hold before", "hold after"):
            held = faults.hold(route, before=kind == "hold before", times=many)
            self._held[next(self._numbers)] = (route, held)
        elif kind in ("cut before", "cut after"):
            faults.cut(route, before=kind == "cut before", times=many)
        elif kind == "fail":
            faults.fail(route, 500, times=many)
        elif kind == "late":
            faults.late(route, _between(question["seconds"], 0, LONGEST, "delay"), times=many)
        else:
            raise Refused("There is no such trouble.")

    async def release(self, person: Person, question: Json) -> None:
        """What was held goes on; requests that would have been held later pass."""
        self._held.pop(int(question["held"]))[1].release()

    async def begin_weather(self, person: Person, question: Json) -> None:
        """Trouble at random, in percent of all requests, in place of the weather before."""
        names = ("cut", "fail", "late")
        cut, fail, late = (_between(question[name], 0, 100, "percentage") / 100 for name in names)
        if cut + fail + late > 1:
            raise Refused("Together that is more than 100 percent.")
        seconds = _between(question["seconds"], 0, LONGEST, "delay")
        self._end_weather()
        self._weather = self.faults.weather(cut=cut, fail=fail, late=late, seconds=seconds)

    async def calm(self, person: Person, question: Json) -> None:
        """No more trouble at random."""
        self._end_weather()

    def _end_weather(self) -> None:
        if self._weather is not None:
            self._weather.stop()
            self._weather = None

    async def drop(self, person: Person, question: Json) -> None:
        """Close every gateway connection; the bot may come back."""
        await self.gateway.drop()

    async def refuse(self, person: Person, question: Json) -> None:
        """Let no gateway connection in."""
        self.gateway.refuse()

    async def accept(self, person: Person, question: Json) -> None:
        """Let gateway connections in again."""
        self.gateway.accept()

    async def forget(self, person: Person, question: Json) -> None:
        """The current person's client loses its private messages."""
        self.changes.forget_private(person.account)

    async def take(self, person: Person, question: Json) -> None:
        """The bot may no longer do something somewhere."""
        self._allow(question, False)

    async def give(self, person: Person, question: Json) -> None:
        """The bot may do something somewhere."""
        self._allow(question, True)

    def _allow(self, question: Json, allowed: bool) -> None:
        permission, place, rights = (
            Permission[question["permission"]],
            self._place(question),
            self.changes.rights,
        )
        undo = self._undoing(permission, place)
        try:
            (rights.give if allowed else rights.take)(permission, place)
        except ValueError as error:
            raise Refused(f"{error}.") from None
        self._undo.append(undo)

    def _undoing(self, permission: Permission, place: Place) -> Callable[[], None]:
        """What puts a permission back to as it is now, if the place is still there then."""
        rights, world = self.changes.rights, self.changes.world
        if isinstance(place, Channel):
            allow, deny = place.bot_allow, place.bot_deny
            return lambda: rights.overwrite(place, allow, deny) if place.id in world.channels else None
        back = rights.give if place.bot_permissions & permission else rights.take
        return lambda: back(permission, place)

    def _place(self, question: Json) -> Place:
        world, id = self.changes.world, int(question["place"])
        return world.guilds[id] if id in world.guilds else world.channels[id]

    async def delete(self, person: Person, question: Json) -> None:
        """A channel or thread goes."""
        place = self._place(question)
        if not isinstance(place, Channel):
            raise Refused("Choose a channel.")
        self.changes.delete_channel(place)

    async def leave(self, person: Person, question: Json) -> None:
        """The current person goes from the server of a place, or from a group."""
        place = self._place(question)
        if isinstance(place, Group):
            self.changes.leave_group(place, person.account)
            return
        try:
            self.changes.leave(self._guild(question), person.account)
        except ValueError as error:
            raise Refused(f"{error}.") from None

    async def join(self, person: Person, question: Json) -> None:
        """The current person comes back into the server of a place."""
        self.changes.join(self._guild(question), person.account)

    def _guild(self, question: Json) -> Guild:
        place = self._place(question)
        guild = place.guild if isinstance(place, Channel) else place
        if guild is None:
            raise Refused("Choose a server.")
        return guild

    async def call_off(self, person: Person, question: Json) -> None:
        """All goes on as if nothing had been."""
        self.faults.clear()
        self._end_weather()
        for _, held in self._held.values():
            held.release()
        self._held.clear()
        self.gateway.accept()
        while self._undo:
            self._undo.pop()()

    def _shown(self) -> Json:
        weather = self._weather
        lately = self.faults.befallen[: -SHOWN - 1 : -1]
        held = [{"id": id, "route": route, "waiting": one.waiting} for id, (route, one) in self._held.items()]
        return {
            "held": held,
            "weather": weather is not None and not weather.stopped,
            "refusing": self.gateway.refusing,
            "places": self._places(),
            "lacking": self._lacking(),
            "befallen": [
                {"at": one.at, "method": one.method, "route": one.route, "what": one.what} for one in lately
            ],
        }

    def _places(self) -> list[Json]:
        """Servers, each with its channels and threads after it, and groups."""
        guilds, channels = self.changes.world.guilds.values(), self.changes.world.channels.values()
        places: list[Place] = [place for guild in guilds for place in (guild, *guild.channels.values())]
        places += [one for one in channels if isinstance(one, Group)]
        return [{"id": str(place.id), "words": _named(place)} for place in places]

    def _lacking(self) -> list[str]:
        """What the bot may not do though everybody may in a new server, and where."""
        found: list[str] = []
        for guild in self.changes.world.guilds.values():
            channels = [one for one in guild.channels.values() if not one.is_thread]
            found += _lacked(guild, EVERYONE)
            for channel in channels:
                found += _lacked(channel, EVERYONE & guild.bot_permissions)
        return found


def _named(place: Place) -> str:
    return f"# {place.name}" if isinstance(place, Channel) else place.name


def _lacked(place: Place, usual: int) -> list[str]:
    """Of the permissions that are usual in a place, those the bot lacks there."""
    lacking = Permission(usual & ~place.bot_permissions)
    return [f"{words(permission)} in {_named(place)}" for permission in lacking]


def _between(given: Any, least: float, most: float, name: str) -> float:
    """A number that was filled in. Raises Refused."""
    try:
        number = float(given)
    except (TypeError, ValueError):
        number = float("nan")
    if not least <= number <= most:
        raise Refused(f"The {name} is a number from {least:g} to {most:g}.")
    return number


DOINGS: dict[str, Callable[[Troubles, Person, Json], Awaitable[None]]] = {
    "begin": Troubles.look,
    "look": Troubles.look,
    "befall": Troubles.befall,
    "release": Troubles.release,
    "weather": Troubles.begin_weather,
    "calm": Troubles.calm,
    "drop": Troubles.drop,
    "refuse": Troubles.refuse,
    "accept": Troubles.accept,
    "forget": Troubles.forget,
    "take": Troubles.take,
    "give": Troubles.give,
    "delete": Troubles.delete,
    "leave": Troubles.leave,
    "join": Troubles.join,
    "call off": Troubles.call_off,
}
