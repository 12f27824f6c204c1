"""People at as many tables as there are, equally large ones, without two who are forbidden: always possible
where there are more tables than anyone has forbidden partners (Hajnal and Szemerédi, 1970).

The construction is that of Kierstead and Kostochka, A short proof of the Hajnal–Szemerédi theorem on
equitable colouring (2008), of which the comments have the names: people are vertices, forbidden pairs edges,
tables colour classes. A person *can move* to a table where none of their partners is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

Tables = dict[int, set[int]]


def equitable_tables(partners: Sequence[Set[int]], count: int) -> list[list[int]]:
    """The places of ``partners``, which says for each who is forbidden to them, at ``count`` tables whose
    sizes differ by one at most. Nobody may have ``count`` partners or more."""
    people = len(partners)
    # Those who are missing to equal tables are partners of one another, so no two come to one table.
    missing = range(people, people + -people % count)
    everybody: list[Set[int]] = [*partners, *(set(missing) - {one} for one in missing)]
    seating = _Seating(len(everybody), count)
    for person, theirs in enumerate(everybody):
        seating.add(person, {other for other in theirs if other < person})
    return [sorted(one for one in table if one < people) for table in seating.tables.values()]


class _Seating:
    """Equal tables, to which pairs are told person by person."""

    def __init__(self, people: int, count: int) -> None:
        self.tables: Tables = {number: set(range(number, people, count)) for number in range(count)}
        self._partners: list[set[int]] = [set() for _ in range(people)]

    def add(self, person: int, partners: Set[int]) -> None:
        """From now on this person's partners are these too."""
        self._partners[person] |= partners
        for other in partners:
            self._partners[other].add(person)
        home = self._table_of(person)
        if not self._can_move(person, home):
            large = next(table for table in self.tables if self._can_move(person, table))
            self._move(person, home, large)
            self._even_out(set(self.tables), home, large)

    def _even_out(self, within: set[int], small: int, large: int) -> None:
        """Make these tables equal, one of which is short of a person, and one (or the same) has one more.
        Among them everybody has fewer partners than there are tables."""
        while small != large:
            ways = self._ways(within, small)
            if large in ways:
                self._shift(ways, large, small)
                return
            outside = within - ways.keys()
            ends = self._terminal(set(ways), small)
            found = self._solo_mover(ends, set(ways), outside)
            if found is not None:
                # Somebody from outside takes the place of one who moves on; the tables outside, in which
                # everybody has a partner fewer, are then evened out for themselves.
                person, home, target, solo = found
                left = self._table_of(solo)
                self._move(person, home, target)
                self._move(solo, left, home)
                self._shift(self._ways(set(ways) - {home}, small), target, small)
                within, small = outside, left
            else:
                large = self._open(ends, outside, large)

    def _open(self, ends: Set[int], outside: set[int], large: int) -> int:
        """Let one of two solo partners who are not partners change places with theirs: the other can then
        move to a table from which the small one is in reach. Returns the large table."""
        person, home, solo = next(self._two_solos(ends, outside))
        left = self._table_of(solo)
        self.tables[left].remove(solo)
        self._even_out(outside, left, large)
        target = next(table for table in outside if self._can_move(person, table))
        self._move(person, home, target)
        self.tables[home].add(solo)
        return target

    def _ways(self, within: set[int], small: int) -> dict[int, tuple[int, int]]:
        """The accessible tables: for each from which the small one is in reach somebody who can move, and the
        next table on the way. The small one is its own."""
        ways = {small: (-1, small)}
        reached = [small]
        for target in reached:
            for table in sorted(within - ways.keys()):
                mover = next((one for one in sorted(self.tables[table]) if self._can_move(one, target)), None)
                if mover is not None:
                    ways[table] = (mover, target)
                    reached.append(table)
        return ways

    def _shift(self, ways: dict[int, tuple[int, int]], table: int, small: int) -> None:
        """One person moves on from each table on the way to the small one."""
        while table != small:
            mover, target = ways[table]
            self._move(mover, table, target)
            table = target

    def _terminal(self, accessible: set[int], small: int) -> set[int]:
        """The fewest tables that one table cuts off from the small one: each of them can be left out without
        cutting off others."""
        kept = {table: self._ways(accessible - {table}, small) for table in accessible - {small}}
        cut_off = [accessible - {small}]
        cut_off += [accessible - {table} - ways.keys() for table, ways in sorted(kept.items())]
        return min(filter(None, cut_off), key=len)

    def _solo_mover(
        self, ends: Set[int], accessible: Set[int], outside: Set[int]
    ) -> tuple[int, int, int, int] | None:
        """Somebody who can move to another accessible table, their own, that one, and a solo partner."""
        for person, home, solos in self._with_solos(ends, outside):
            for target in sorted(accessible - {home}):
                if self._can_move(person, target):
                    return person, home, target, solos[0]
        return None

    def _two_solos(self, ends: Set[int], outside: Set[int]) -> Iterator[tuple[int, int, int]]:
        """Those with two solo partners who are not each other's: with their table, and one of the two."""
        for person, home, solos in self._with_solos(ends, outside):
            for solo in solos:
                if any(other != solo and other not in self._partners[solo] for other in solos):
                    yield person, home, solo

    def _with_solos(self, ends: Set[int], outside: Set[int]) -> Iterator[tuple[int, int, list[int]]]:
        """The people at these tables with solo partners: those outside who have no other partner there."""
        strangers = {one for table in outside for one in self.tables[table]}
        for home in sorted(ends):
            for person in sorted(self.tables[home]):
                solos = [
                    one
                    for one in sorted(self._partners[person] & strangers)
                    if len(self._partners[one] & self.tables[home]) == 1
                ]
                if solos:
                    yield person, home, solos

    def _can_move(self, person: int, table: int) -> bool:
        return self._partners[person].isdisjoint(self.tables[table])

    def _move(self, person: int, home: int, target: int) -> None:
        self.tables[home].remove(person)
        self.tables[target].add(person)

    def _table_of(self, person: int) -> int:
        return next(number for number, table in self.tables.items() if person in table)
