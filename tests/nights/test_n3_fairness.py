"""Who sits beside robots, or at a table of another size: shared fairly, in a night and over a season."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.leagues.season.model import MEMBER, ROBOT, Holder, LeagueSeat, Season, SeasonGame
from bot.leagues.season.settings import SeasonSettings
from bot.nights import plan_words
from bot.nights.model import Evening, NightSettings, Round
from bot.nights.planning import Past, beside, planned, with_games
from bot.nights.seating.methods import known_rounds
from bot.nights.seating.model import PlannedRound, Remainder, Table
from bot.nights.seating.search import above_share, cost, first_turns, met, unfairness
from bot.nights.seating.seat import seat, table_sizes
from bot.words.catalogue import words_for
from tests.nights.seatings import asked, here, people, repeats
from tools.schedules import cyclic

CASES = [
    *product((5, 7, 10, 11, 13, 14, 17, 18, 19, 21, 22, 23, 25, 26, 29, 41), (3, 4, 5, 7), ("robots",)),
    *product((9, 10, 11, 13, 14, 17, 18, 19, 21, 23), (3, 4, 5, 7), ("mixed",)),
    *product((10, 11, 13, 17, 19), (2,), ("robots", "mixed")),
]


def counts(everybody: Iterable[str], tables: Iterable[Table]) -> Counter[str]:
    """How many robots each has sat beside, or how far from four people."""
    found = Counter(dict.fromkeys(everybody, 0))
    for table in tables:
        for one in here(table):
            found[one] += abs(4 - len(here(table)))
    return found


def spread(found: Mapping[str, int]) -> int:
    return max(found.values()) - min(found.values())


def tables_of(rounds: Iterable[PlannedRound]) -> list[Table]:
    return [table for one in rounds for table in one.tables]


@pytest.mark.parametrize(("count", "rounds", "remainder"), CASES)
def test_N3_in_a_night_nobody_is_more_than_one_ahead(count: int, rounds: int, remainder: str) -> None:
    plan = seat(asked(count, rounds, remainder=remainder))
    assert spread(counts(people(count), tables_of(plan.rounds))) <= 1


@pytest.mark.parametrize(("count", "rounds"), [(9, 3), (10, 3), (10, 4), (13, 3), (17, 2), (23, 2)])
@pytest.mark.parametrize("remainder", ["robots", "mixed"])
def test_N3_over_a_season_nobody_is_more_than_one_ahead(count: int, rounds: int, remainder: str) -> None:
    nights: list[list[Table]] = []
    history: dict[tuple[str, str], int] = {}
    for number in range(5):
        request = asked(
            count, rounds, "fewest", remainder, f"night {number}", history=history, beside=above_share(nights)
        )
        plan = seat(request)
        nights.append(tables_of(plan.rounds))
        history = met(history, plan.rounds)
        assert spread(counts(people(count), nights[-1])) <= 1
        assert spread(counts(people(count), (table for one in nights for table in one))) <= 1


def test_N3_who_comes_late_in_a_season_does_not_make_up_for_it() -> None:
    """Nine have sat beside robots all the time; the tenth is new, and sits there as often as they do."""
    beside = dict.fromkeys(people(9), Fraction(0))
    found = counts(people(10), tables_of(seat(asked(10, 4, beside=beside)).rounds))
    assert spread(found) <= 1


def test_N3_who_has_more_than_their_share_has_less_tonight() -> None:
    beside = {one: Fraction(number % 2) for number, one in enumerate(people(10))}
    found = counts(people(10), tables_of(seat(asked(10, 4, beside=beside)).rounds))
    assert sum(found.values()) == 24
    assert {found[one] for one in people(10) if beside[one] == 0} <= {2, 3}
    assert {found[one] for one in people(10) if beside[one] == 1} == {2}


def test_N3_rounds_that_were_played_count_too() -> None:
    request = asked(10, 4)
    first = seat(request).rounds[:2]
    rest = seat(asked(10, 3, seed="other", played=first))
    assert spread(counts(people(10), tables_of((*first, *rest.rounds)))) <= 1


@pytest.mark.parametrize(("count", "rounds"), [(17, 5), (21, 5), (25, 6), (23, 7)])
def test_N3_fairness_costs_no_repeated_meeting_where_it_need_not(count: int, rounds: int) -> None:
    assert seat(asked(count, rounds)).repeats == 0


def test_N3_two_tables_in_two_rounds_are_those_with_the_fewest_repeats() -> None:
    """To be fair the same three or four would meet again at once."""
    assert seat(asked(7, 2)).repeats == 3


@given(
    st.lists(st.tuples(st.integers(0, 2), st.integers(0, 3)), min_size=2, max_size=4),
    st.integers(1, 3),
    st.data(),
)
def test_N3_the_fairest_costs_least(ahead: list[tuple[int, int]], rounds: int, data: st.DataObject) -> None:
    """Of all ways to share so many seats: no two are further apart than they need be, and whoever is ahead of
    an equal one in the season has no more than they."""
    seats = data.draw(st.integers(1, len(ahead) * rounds))
    turns, least = first_turns([(Fraction(one), Fraction(two)) for one, two in ahead], seats, rounds)
    ways = [one for one in product(range(rounds + 1), repeat=len(ahead)) if sum(one) == seats]

    def unfair(way: tuple[int, ...]) -> tuple[int, int]:
        tonight = [mine + count for (mine, _), count in zip(ahead, way, strict=True)]
        season = sum(count * before for (_, before), count in zip(ahead, way, strict=True))
        return sum(one * one for one in tonight), season

    best = min(map(unfair, ways))
    for way in ways:
        after = [first + 2 * count for first, count in zip(turns, way, strict=True)]
        assert (unfairness(turns, after) == least) == (unfair(way) == best)


# Schedules that are known


@pytest.mark.parametrize("count", [21, 23, 24])
def test_N3_so_many_meet_in_seven_rounds_without_a_repeat(count: int) -> None:
    plan = seat(asked(count, 7))
    assert repeats(plan, people(count)) == plan.repeats == 0


def test_N3_known_schedules_are_what_is_said_of_them() -> None:
    for count, rounds, wanted in ((24, 7, 0), (24, 8, 18), (21, 7, 0), (20, 7, 20)):
        sizes = table_sizes(count, Remainder.ROBOTS)
        found = known_rounds(count, sizes, rounds)[:rounds]
        assert all(sorted(one) == list(range(count)) for one in found)
        assert cost(found, [[0] * count for _ in range(count)], sizes) == wanted
    assert seat(asked(20, 7)).repeats == 20


def test_N3_the_schedule_of_24_is_found_again() -> None:
    assert cyclic() == known_rounds(24, (4,) * 6, 7)[:7]


# Evenings


def _game(number: int, night: str | None, *seats: int) -> SeasonGame:
    holders = [Holder(MEMBER, f"m{one}") if one else Holder(ROBOT, "steady") for one in seats]
    return SeasonGame.of(f"g{number}", night, 0, 1, None, [LeagueSeat(one, 0) for one in holders])


def test_the_season_s_games_tell_who_has_had_more_than_their_share() -> None:
    """Free games count for nothing here, nor do those of tonight."""
    games = (
        _game(1, "n1", 1, 2, 3, 0),
        _game(2, "n1", 4, 5, 6, 7),
        _game(3, None, 7, 0, 0, 0),
        _game(4, "n2", 7, 0, 0, 0),
    )
    season = Season(SeasonSettings(), "UTC", (), (), games)
    past = with_games(Past(), season, "n2", {f"m{one}": 100 + one for one in range(1, 8)})
    share = Fraction(3, 7)
    assert past.beside == {101 + one: (1 if one < 3 else 0) - share for one in range(7)}


def test_an_evening_s_plan_says_how_often_each_sits_beside_a_robot() -> None:
    evening = Evening(1, 1, 1, 1, 1, 1, "n1", date(2026, 11, 24), 0.0, NightSettings(rounds=4), "seed")
    drawn, _ = planned(evening, range(1, 11), Past(), ())

    def told(evening: Evening) -> list[str]:
        return [*plan_words.beside(words_for("en"), evening, *beside(evening.plan))]

    assert told(drawn) == ["Rounds beside a robot: 2–3 of 4 for each."]
    assert told(replace(drawn, plan=(Round(((1, 2, 3, 4),)),))) == []
    mixed = Round(((1, 2, 3, 4, 5), (6, 7, 8, 9)))
    assert told(replace(drawn, plan=(mixed,))) == ["Rounds at a table of another size: 0–1 of 1 for each."]
