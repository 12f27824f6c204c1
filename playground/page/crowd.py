"""All open pages together: who is there, what waits for them, and telling each page of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol
from urllib.parse import urlsplit

from playground.address import Address
from playground.objects import Json
from playground.page.shortcuts import Shortcut
from playground.page.trouble import Troubles
from playground.page.watch import Watch
from playground.people import People, Person
from playground.world.world import World


class Onlooker(Protocol):
    """An open page, and who it is."""

    @property
    def person(self) -> Person | None: ...

    async def send(self, data: Json) -> None: ...

    async def go(self) -> None:
        """The server stops."""
        ...


class Crowd:
    """What the pages have in common. `troubles` are made for all of them."""

    def __init__(
        self,
        world: World,
        people: People,
        address: Address,
        troubles: Troubles,
        shortcuts: Sequence[Shortcut],
    ) -> None:
        self.world = world
        self.people = people
        self.troubles = troubles
        self.shortcuts = shortcuts
        self._address = address
        self._onlookers: set[Onlooker] = set()
        self._watches: dict[int, Watch] = {}

    @property
    def cdn_path(self) -> str:
        """Where files are, seen from the page."""
        return urlsplit(self._address.cdn_url).path

    def join(self, onlooker: Onlooker) -> None:
        self._onlookers.add(onlooker)

    def leave(self, onlooker: Onlooker) -> None:
        self._onlookers.discard(onlooker)

    async def disperse(self) -> None:
        """Close all pages, and listen to nobody any more."""
        for onlooker in list(self._onlookers):
            await onlooker.go()
        for watch in self._watches.values():
            watch.close()

    def watch_everybody(self) -> None:
        """Begin to watch for whoever is new in the world."""
        for person in self.people.values():
            if person.id not in self._watches:
                self._watches[person.id] = Watch(person, self._tell)

    def watch(self, person: Person) -> Watch:
        return self._watches[person.id]

    def described(self) -> list[Json]:
        """Everybody, as the page's list of people shows them."""
        return [
            {
                "id": str(person.id),
                "user": person.user,
                "accepts_direct_messages": person.account.direct_messages_open,
                "has_app": person.account.has_app,
                "waiting": self.watch(person).waiting(),
            }
            for person in self.people.values()
        ]

    async def tell_people(self) -> None:
        """Tell every page who there is, and for whom something waits."""
        self.watch_everybody()
        users = list(self.world.users().values())
        for onlooker in list(self._onlookers):
            await onlooker.send({"type": "people", "people": self.described(), "users": users})

    async def _tell(self, person: Person, event: Json, *, counts: bool) -> None:
        for onlooker in list(self._onlookers):
            if onlooker.person is person:
                await onlooker.send(event)
                if counts:
                    await onlooker.send({"type": "channels"} | self.watch(person).places())
        if counts:
            await self.tell_people()
