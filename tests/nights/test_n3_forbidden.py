"""N3: forbidden pairs never sit together, and where there are tables enough a plan is found."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.nights.seating import methods
from bot.nights.seating.methods import _Seating, equitable_tables
from bot.nights.seating.model import NoPlan, Pair, Remainder, Request, pair_of
from bot.nights.seating.seat import seat, table_sizes
from tests.nights.seatings import asked, is_everybody_once, meetings, people

Graph = list[set[int]]


def graph(count: int, most: int, pairs: list[tuple[int, int]]) -> Graph:
    """Of these pairs those that leave everybody with ``most`` partners at most."""
    partners: Graph = [set() for _ in range(count)]
    for one, other in pairs:
        if one != other and max(len(partners[one] - {other}), len(partners[other] - {one})) < most:
            partners[one].add(other)
            partners[other].add(one)
    return partners


@st.composite
def graphs(draw: st.DrawFn) -> tuple[Graph, int]:
    """Some people, and one table more than any of them has partners, or more; often as dense as can be."""
    tables = draw(st.integers(1, 9))
    count = draw(st.integers(tables, 5 * tables))
    person = st.integers(0, count - 1)
    pairs = draw(st.lists(st.tuples(person, person), max_size=200))
    chance = draw(st.randoms(use_true_random=False))
    if draw(st.booleans()):
        order = chance.sample(range(count), count)
        group = draw(st.integers(1, 2 * tables))
        # Everybody in a group with everybody, or each half of it with the other.
        pairs = [
            two
            for start in range(0, count, group)
            for two in combinations(order[start : start + group], 2)
            if group <= tables or (order.index(two[0]) - order.index(two[1])) % 2
        ] + pairs
    pairs += [(chance.randrange(count), chance.randrange(count)) for _ in range(draw(st.integers(0, 300)))]
    return graph(count, tables - 1, pairs), tables


def assert_equitable(found: list[list[int]], partners: Graph, tables: int) -> None:
    sizes = [len(table) for table in found]
    assert len(found) == tables and max(sizes) - min(sizes) <= 1
    assert sorted(person for table in found for person in table) == list(range(len(partners)))
    assert not [one for table in found for one in table if partners[one] & set(table)]


@settings(max_examples=400, deadline=None)
@given(graphs())
def test_N3_equal_tables_without_a_forbidden_pair_can_always_be_constructed(made: tuple[Graph, int]) -> None:
    partners, tables = made
    assert_equitable(equitable_tables(partners, tables), partners, tables)


def test_N3_the_construction_opens_a_table_from_outside() -> None:
    """Nobody at tables 2 and 3 can move to 0, which is short of one, or to 1. Person 3 is the only partner at
    table 1 of both 7 and 11: one of the two takes the place of 3, and then the other can move there."""
    tables = [[0, 1, 2], [3, 4, 5, 6], [7, 8, 9, 10], [11, 12, 13, 14, 15]]
    outside = [*tables[2], *tables[3]]
    pairs = [(number // 3, person) for number, person in enumerate(outside)]
    others = [person for person in outside if person not in (7, 11)]
    pairs += [(3, 7), (3, 11), *((4 + number // 3, person) for number, person in enumerate(others))]
    seating = _Seating(16, 4)
    seating.tables = dict(enumerate(map(set, tables)))
    seating._partners = partners = graph(16, 3, pairs)
    large = seating._open({1}, {2, 3}, 3)
    assert {number: len(table) for number, table in seating.tables.items()} == {
        0: 3, 1: 4, 2: 4, 3: 4, large: 5
    }  # fmt: skip
    assert large in (2, 3) and 3 not in seating.tables[1]
    assert not [one for table in seating.tables.values() for one in table if partners[one] & table]
    assert seating._can_move(11 if 7 in seating.tables[1] else 7, 1)


def forbidding(partners: Graph) -> frozenset[Pair]:
    names = people(len(partners))
    return frozenset(
        pair_of(names[one], names[other]) for one, theirs in enumerate(partners) for other in theirs
    )


def keeps_apart(request: Request) -> bool:
    plan = seat(request)
    assert all(is_everybody_once(planned, request.players) for planned in plan.rounds)
    return not request.forbidden & meetings(plan.rounds).keys()


@settings(max_examples=40, deadline=None)
@given(graphs(), st.sampled_from(["robots", "mixed", "bye"]), st.booleans())
def test_N3_a_plan_is_found_where_there_are_more_tables_than_forbidden_partners(
    made: tuple[Graph, int], remainder: str, searched: bool
) -> None:
    partners, _ = made
    if len(partners) < 4:
        return
    tables = len(table_sizes(len(partners), Remainder(remainder)))
    pairs = [(one, other) for one, theirs in enumerate(partners) for other in theirs]
    forbidden = forbidding(graph(len(partners), tables - 1, pairs))
    with pytest.MonkeyPatch.context() as patch:
        if not searched:
            patch.setattr(methods, "_STEPS", 0)
        assert keeps_apart(asked(len(partners), 2, "random", remainder, forbidden=forbidden))


@pytest.mark.parametrize("group", [3, 4])
def test_N3_fewest_keeps_apart_groups_as_large_as_there_are_tables(group: int) -> None:
    pairs = frozenset(
        two
        for two in combinations(people(4 * group), 2)
        if int(two[0][1:]) // group == int(two[1][1:]) // group
    )
    assert keeps_apart(asked(4 * group, 4, forbidden=pairs))


def test_N3_a_search_may_find_a_plan_where_tables_are_few() -> None:
    """At two tables, each half of the people with forbidden partners in the other."""
    pairs = frozenset(pair_of(one, other) for one in people(8)[:4] for other in people(8)[4:])
    assert keeps_apart(asked(8, 3, forbidden=pairs)) and keeps_apart(asked(8, 3, "random", forbidden=pairs))


@pytest.mark.parametrize("mode", ["fewest", "random"])
def test_N3_who_cannot_be_kept_apart_is_named(mode: str) -> None:
    clique = frozenset(combinations(people(5), 2))
    with pytest.raises(NoPlan, match="forbidden-pairs") as refused:
        seat(asked(16, 2, mode, forbidden=clique | {("u000", "u999")}))
    assert len(refused.value.pairs) == 1 and set(refused.value.pairs) <= clique
    with pytest.raises(NoPlan) as refused:
        seat(asked(5, 1, mode, "mixed", forbidden=frozenset({("u001", "u003"), ("u000", "u004")})))
    assert refused.value.pairs == (("u000", "u004"), ("u001", "u003"))


@pytest.mark.parametrize("mode", ["seeded", "writer"])
def test_N3_other_modes_do_not_mind_forbidden_pairs(mode: str) -> None:
    everybody = frozenset(combinations(people(16), 2))
    assert seat(asked(16, 1, mode, forbidden=everybody)) == seat(asked(16, 1, mode))
