"""Whom a typed name means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import count
from typing import Final, NamedTuple

from bot.leagues.paper.errors import Fault, fault
from bot.leagues.season.model import Guest, Holder, SeatKind
from bot.tables.model import clean_name, name_key

GUEST_MARK: Final = "+"
"""What stands before the name of a guest."""

MOST_CANDIDATES: Final = 5
"""How many people are named whom a name may mean."""

LONGEST_SLUG: Final = 60
"""How many characters of a new guest's name become their id."""


class PaperPerson(NamedTuple):
    """Who may have a seat, and what they are called in full."""

    holder: Holder
    name: str


@dataclass(frozen=True)  # without slots, as ``keys`` is kept in it
class Known:
    """Those whom a name may mean. ``robots`` are kinds of robots by what they are called."""

    people: tuple[PaperPerson, ...]
    robots: Mapping[str, str] = field(default_factory=dict[str, str])

    def of_kind(self, kind: SeatKind) -> list[PaperPerson]:
        """The members, or the guests."""
        return [person for person in self.people if person.holder.kind is kind]

    @cached_property
    def keys(self) -> Mapping[PaperPerson, str]:
        """What everybody's name has in common with others that mean them. A sheet names many."""
        return {person: key_of(person.name) for person in self.people}


def key_of(name: str) -> str:
    """What two names have in common that mean the same person, however they are written."""
    return name_key(clean_name(name))


def holder_of(typed: str, known: Known) -> PaperPerson | Fault:
    """Who is meant: a robot by its kind, anybody by their id, a member, a guest, the one whose name begins
    so, the one whose name has it in it. With ``+`` before it, a guest: one who is known by just this name,
    else a new one. A fault is ``unknown-name`` or ``ambiguous-name``."""
    if typed.startswith(GUEST_MARK):
        return _guest(typed.removeprefix(GUEST_MARK).strip(), known)
    key = key_of(typed)
    robots = {key_of(word): kind for word, kind in known.robots.items()}
    if key in robots:
        return PaperPerson(Holder(SeatKind.ROBOT, robots[key]), clean_name(typed))
    for found in _rounds(typed, key, known):
        if len(found) == 1:
            return found[0]
        if found:
            return _ambiguous(typed, found)
    return fault("unknown-name", name=clean_name(typed))


def new_guests(named: Iterable[PaperPerson], known: Known) -> tuple[Guest, ...]:
    """Those of the guests who were not known before."""
    old = {person.holder for person in known.people}
    return tuple(
        Guest(one.holder.id, one.name)
        for one in dict.fromkeys(named)
        if one.holder.kind is SeatKind.GUEST and one.holder not in old
    )


def _rounds(typed: str, key: str, known: Known) -> Iterable[list[PaperPerson]]:
    """Who may be meant, the likeliest first."""

    def some(people: Iterable[PaperPerson], fits: Callable[[str], bool]) -> list[PaperPerson]:
        return [person for person in people if fits(known.keys[person])]

    yield [person for person in known.people if person.holder.id == typed][:1]
    yield some(known.of_kind(SeatKind.MEMBER), lambda name: name == key)
    yield some(known.of_kind(SeatKind.GUEST), lambda name: name == key)
    yield some(known.people, lambda name: name.startswith(key))
    yield some(known.people, lambda name: key in name)


def _guest(name: str, known: Known) -> PaperPerson | Fault:
    if not name:
        return fault("unknown-name", name=GUEST_MARK)
    key = key_of(name)
    found = [person for person in known.of_kind(SeatKind.GUEST) if known.keys[person] == key]
    # Of several of a name the one is meant who is known from paper: another is told by their id.
    on_paper = [person for person in found if person.holder.id.startswith(GUEST_MARK)]
    found = on_paper if len(on_paper) == 1 else found
    if len(found) > 1:
        return _ambiguous(name, found)
    return found[0] if found else PaperPerson(Holder(SeatKind.GUEST, _new_id(name, known)), clean_name(name))


def _new_id(name: str, known: Known) -> str:
    """An id for a guest of that name, which nobody has."""
    first = GUEST_MARK + "-".join(key_of(name).split())[:LONGEST_SLUG]
    taken, one, number = {person.holder.id for person in known.people}, first, 1
    while one in taken:
        number += 1
        one = f"{first}-{number}"
    return one


def _ambiguous(typed: str, found: list[PaperPerson]) -> Fault:
    names = tuple(person.name for person in found[:MOST_CANDIDATES])
    return fault("ambiguous-name", name=clean_name(typed), names=names)


class Roster:
    """Who is meant by the names of a spreadsheet: the members whom we know, and new ones. ``names`` are what
    they are called, by id; ``key_of`` is the function of that name, which does nothing twice."""

    def __init__(self, known: Known) -> None:
        self.names: dict[str, str] = {}
        self.key_of = cache(key_of)
        self._ids: dict[str, str] = {}
        self._known: dict[str, list[tuple[str, str]]] = {}
        for person in known.of_kind(SeatKind.MEMBER):
            self._known.setdefault(key_of(person.name), []).append((person.holder.id, person.name))
        taken = {person.holder.id for person in known.people}
        self._new = (one for one in map("p{}".format, count(1)) if one not in taken)

    def id_of(self, name: str) -> str | Fault:
        """Whose name this is, however it is written; a fault where it is the name of two."""
        key = self.key_of(name)
        if key not in self._ids:
            found = self._known.get(key) or [(next(self._new), clean_name(name))]
            if len(found) > 1:
                names = tuple(one for _, one in found[:MOST_CANDIDATES])
                return fault("ambiguous-name", name=clean_name(name), names=names)
            one, called = found[0]
            self._ids[key], self.names[one] = one, called
        return self._ids[key]
