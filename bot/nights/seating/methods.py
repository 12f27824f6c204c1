"""The ways in which a night is seated: forbidden pairs kept apart, as few repeated meetings as possible (N3,
``fewest``), and rounds in which nobody meets twice, by construction.

People at as many tables as there are, equally large ones, without two who are forbidden: always possible
where there are more tables than anyone has forbidden partners (Hajnal and Szemerédi, 1970).

The construction is that of Kierstead and Kostochka, A short proof of the Hajnal–Szemerédi theorem on
equitable colouring (2008), of which the comments have the names: people are vertices, forbidden pairs edges,
tables colour classes. A person *can move* to a table where none of their partners is.

For a number q of tables people are four groups of q. In round a of the first q, table b has of group i the
person b + i·a, calculated in a field of q elements (or modulo a q without factors 2 and 3). Persons of two
groups then meet exactly once, as i·a − j·a takes each value once, and persons of one group never: a
resolvable transversal design (Colbourn and Dinitz, Handbook of Combinatorial Designs, III.3). In the round
after these the groups play among themselves. Up to three people fewer are gaps in the last group.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from itertools import combinations
from math import gcd
from typing import Final, NamedTuple

from bot.nights.seating.model import FORBIDDEN_PAIRS, Lot, NoPlan, Pair, pair_of
from bot.nights.seating.search import (
    HOT,
    Ahead,
    Annealing,
    Cost,
    Seating,
    Square,
    cost,
    first_turns,
    least_growth,
    odd_seats,
    together,
    turns_after,
    unfairness,
)

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
    """Equal tables, to which pairs are added person by person."""

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


_STEPS: Final = 40_000
_TRIES: Final = 5


class Forbidden:
    """Who never sits with whom, of some people (in order)."""

    def __init__(self, people: Sequence[str], pairs: frozenset[Pair]) -> None:
        self._people = people
        self.square: Square = [[int(pair_of(one, other) in pairs) for other in people] for one in people]
        """1 for a forbidden pair."""
        self.any = any(map(any, self.square))

    def keep_apart(self, drawn: Seating, sizes: Sequence[int], lot: Lot) -> Seating:
        """This seating, changed until no forbidden pair sits together. Where there are more tables than any
        of these people has forbidden partners this always succeeds. Raises NoPlan ``forbidden-pairs``."""
        conflicts = self._conflicts(drawn, sizes)
        if not conflicts:
            return drawn
        partners = self._partners(drawn)
        always = len(sizes) > max(map(len, partners))
        # Having met once is the only cost, so what is searched for are the fewest forbidden pairs.
        annealing = Annealing([drawn], self.square, sizes, lot.chance)
        for _ in range(1 if always else _TRIES):
            annealing.run(_STEPS, enough=Cost(len(conflicts)))
            if annealing.gained.repeats == len(conflicts):
                return annealing.best[0]
        if always:
            return self._constructed(drawn, partners, len(sizes))
        raise NoPlan(FORBIDDEN_PAIRS, tuple(sorted(self._conflicts(annealing.best[0], sizes))))

    def _conflicts(self, seating: Seating, sizes: Sequence[int]) -> list[Pair]:
        return [
            pair_of(self._people[one], self._people[other])
            for one, other in together(seating, sizes)
            if self.square[one][other]
        ]

    def _partners(self, drawn: Seating) -> list[set[int]]:
        """The places in the drawn order of each one's partners."""
        return [
            {place for place, other in enumerate(drawn) if self.square[person][other]} for person in drawn
        ]

    @staticmethod
    def _constructed(drawn: Seating, partners: Sequence[set[int]], tables: int) -> Seating:
        seated = sorted(equitable_tables(partners, tables), key=len, reverse=True)
        return [drawn[place] for table in seated for place in table]


_GROUPS: Final = 4

_POLYNOMIALS: Final = {4: 0b111, 8: 0b1011, 16: 0b10011, 32: 0b100101}
"""Irreducible ones, by the size of the field they make: numbers are polynomials, bit k being that of x to the
power of k, and the groups' factors are 0, 1, x and x + 1."""


def designed_rounds(people: int, sizes: Sequence[int]) -> list[Seating]:
    """Rounds at tables of these sizes for people 0 to ``people - 1``: nobody meets twice in all but the last,
    few do with the last. Empty where this construction has none."""
    tables = len(sizes)
    fits = max(sizes) <= _GROUPS and tables >= _GROUPS and _GROUPS * tables - people < _GROUPS
    if not fits or (tables not in _POLYNOMIALS and gcd(tables, 6) > 1):
        return []
    rounds = [_round(factor, tables) for factor in range(tables)]
    return [_seating(found, people) for found in (*rounds, list(_within_groups(tables)))]


def _round(factor: int, tables: int) -> list[Seating]:
    shifts = _multiples(factor, tables)
    return [
        [group * tables + _sum(table, shift, tables) for group, shift in enumerate(shifts)]
        for table in range(tables)
    ]


def _multiples(factor: int, order: int) -> tuple[int, ...]:
    """A number times the factor of each group."""
    if order not in _POLYNOMIALS:
        return tuple(group * factor % order for group in range(_GROUPS))
    doubled = factor << 1
    if doubled >= order:
        doubled ^= _POLYNOMIALS[order]
    return 0, factor, doubled, doubled ^ factor


def _sum(one: int, other: int, order: int) -> int:
    return one ^ other if order in _POLYNOMIALS else (one + other) % order


def _within_groups(tables: int) -> Iterator[Seating]:
    """Fours of each group; those whom they leave are put together."""
    groups = [range(group * tables, (group + 1) * tables) for group in range(_GROUPS)]
    whole = tables - tables % 4
    for group in groups:
        yield from (list(group[start : start + 4]) for start in range(0, whole, 4))
    yield [person for group in groups for person in group[whole:]]


def _seating(tables: list[Seating], people: int) -> Seating:
    """Larger tables first, as the sizes are; without those who are not there."""
    here = [[person for person in table if person < people] for table in tables]
    return [person for table in sorted(here, key=len, reverse=True) for person in table]


# Schedules that no search finds in the time of one: a line a round, a letter a person. ``tools/schedules.py``
# finds them again.

_TWENTY: Final = """
ohjk inep frcq dtas blmg
hnfa ebrd tlpk oqim cgsj
kbfh lceo qnsa irgt pjdm
redh gjnc ioam bqks ftpl
jarl qpgh ontb efms dkci
ihsl nkmr odfg jqte cbap
cmth ijbf kega pors nldq
"""
"""Everybody meets everybody: 20 meetings are repeated, as there are 210 and 190 pairs."""

_TWENTY_FOUR: Final = """
abdh copr jkms enuv fitw glqx
bcei dpqs klnt fhov gjuw amrx
cdfj eqrt lmhu gipv akow bnsx
degk frsu mnio ajqv blpw chtx
efal gsto nhjp bkrv cmqw diux
fgbm atup hikq clsv dnrw ejox
gacn buoq ijlr dmtv ehsw fkpx
aisv bjtw ckux dlog emph fnqr
"""
"""Nobody meets twice in 7 rounds. Those who have not met then are three and three: in the 8th six of these
sit together, and another beside them. At no table there are two of v, w and x, who may be missing."""


def known_rounds(people: int, sizes: Sequence[int], rounds: int) -> list[Seating]:
    """So many rounds or more at tables of these sizes, larger ones first, for people 0 to ``people - 1``: few
    meet twice, and these in the last. Empty where none are known that are better than what is found."""
    schedule = ""
    if len(sizes) == 6 and people > 20:
        schedule = _TWENTY_FOUR
    elif people == 20 and rounds == 7:
        schedule = _TWENTY
    lines = schedule.strip().splitlines()
    if max(sizes) > _GROUPS or rounds > len(lines):
        return []
    tables = [[[ord(one) - ord("a") for one in table] for table in line.split()] for line in lines]
    return [_seating(found, people) for found in tables]


class _Search(NamedTuple):
    """``fair_first``: the fairest rounds are best, of equal ones those with the fewest repeats. ``is_fresh``:
    it begins from rounds newly drawn (the first from those that are constructed), otherwise from the best so
    far, and so cool that these stay much as they are."""

    fair_first: bool = False
    is_fresh: bool = True


_SEARCHES: Final = (
    *[_Search()] * 3,
    _Search(is_fresh=False),
    *[_Search(fair_first=True, is_fresh=False)] * 2,
    *[_Search(fair_first=True)] * 2,
)
"""One after the other, for as long as something may be found."""

_NAMINGS: Final = 20
"""So many ways to name the people of a construction are tried."""

_WARM: Final = 0.05
"""Where a search begins that is not to lose what was found."""

_STEPS_OF_FEWEST: Final = 1_000_000
"""Of a try, at most."""
_STEPS_A_SEAT: Final = 8_000
"""Of a try: small nights are searched through soon."""

_NEVER: Final = 1 << 40
"""So many meetings no two people have had: with them no swap puts a forbidden pair together."""


def fewest_repeats(
    seated: Sequence[Seating],
    met: Square,
    forbidden: Forbidden,
    sizes: Sequence[int],
    lot: Lot,
    ahead: Sequence[Ahead],
    *,
    fair_first: bool,
) -> list[Seating]:
    """The people who are seated in each round, so that the sum of C(m, 2) is as small as a search of so many
    steps finds it, and of these as fair. With ``fair_first``, where nothing found is quite fair that way, the
    fairest. Raises NoPlan ``forbidden-pairs``."""
    turns, fairest = first_turns(ahead, len(seated) * sum(odd_seats(sizes)), len(seated))
    least = Cost(_least(met, forbidden.square, sizes, len(seated)), fairest)
    weights = [
        [count + _NEVER * never for count, never in zip(*rows, strict=True)]
        for rows in zip(met, forbidden.square, strict=True)
    ]

    def cost_of(seatings: Sequence[Seating]) -> Cost:
        return Cost(cost(seatings, met, sizes), unfairness(turns, turns_after(seatings, turns, sizes)))

    best = start = min(_starts(seated, forbidden, sizes, lot, is_new=not any(map(any, met))), key=cost_of)
    lowest = cost_of(best)
    fewest = lowest.repeats
    for one in _SEARCHES if len(sizes) > 1 else ():
        if lowest <= least or (one.fair_first and not fair_first):
            break
        if lowest <= Cost(fewest, fairest) and (one.fair_first or not one.is_fresh):
            continue
        if not one.is_fresh:
            start = best
        begun = cost_of(start)
        annealing = Annealing(start, weights, sizes, lot.chance, turns, fair_first=one.fair_first)
        steps = min(_STEPS_OF_FEWEST, _STEPS_A_SEAT * sum(map(len, seated)))
        annealing.run(steps, begun - least, HOT if one.is_fresh else _WARM)
        found = begun - annealing.gained
        if found.ordered(one.fair_first) < lowest.ordered(one.fair_first):
            best, lowest = annealing.best, found
        fewest = min(fewest, lowest.repeats)
        start = _drawn(seated, forbidden, sizes, lot)
    return best


def _starts(
    seated: Sequence[Seating], forbidden: Forbidden, sizes: Sequence[int], lot: Lot, *, is_new: bool
) -> Iterator[list[Seating]]:
    """Rounds with few meetings repeated where they can be constructed, others as they are drawn. Where some
    have met before, more than once: it matters then who is who."""
    everybody = len(forbidden.square)
    drawn = _drawn(seated, forbidden, sizes, lot)
    if forbidden.any or any(len(seating) < everybody for seating in seated):
        yield drawn
        return
    designed = known_rounds(everybody, sizes, len(seated)) or designed_rounds(everybody, sizes)
    for _ in range(1 if is_new or not designed else _NAMINGS):
        names = lot.shuffled(range(everybody))
        ordered = (*lot.shuffled(designed[:-1]), *designed[-1:])
        renamed = [[names[person] for person in seating] for seating in ordered]
        yield [*renamed, *drawn[len(renamed) :]][: len(drawn)]


def _drawn(seated: Sequence[Seating], forbidden: Forbidden, sizes: Sequence[int], lot: Lot) -> list[Seating]:
    return [forbidden.keep_apart(lot.shuffled(seating), sizes, lot) for seating in seated]


def _least(met: Square, forbidden: Square, sizes: Sequence[int], rounds: int) -> int:
    """A bound: less than this the sum of C(m, 2) cannot grow."""
    allowed = [met[one][two] for one, two in combinations(range(len(met)), 2) if not forbidden[one][two]]
    by_pairs = least_growth(allowed, rounds * sum(size * (size - 1) // 2 for size in sizes))
    # Those at one table come at best evenly from all tables of another round, or have sat it out.
    from_ = [0] * (len(sizes) + len(met) - sum(sizes))
    by_rounds = rounds * (rounds - 1) // 2 * sum(least_growth(from_, size) for size in sizes)
    return max(by_pairs, by_rounds)
