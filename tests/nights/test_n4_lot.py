"""N4: seats are drawn, all drawing follows from the seed; and how a night goes on that has begun."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.nights.seating import methods
from bot.nights.seating.model import Lot, Mode, PlannedRound, Remainder, Request
from bot.nights.seating.search import met
from bot.nights.seating.seat import seat
from tests.nights.seatings import asked, here, people, repeats
from tests.project.requirements import ROOT
from tests.properties import tries

MODES = list(Mode)
TOLD = """
from bot.nights.seating.seat import seat
from tests.nights.seatings import asked
print(seat(asked(18, 2, {!r})))
"""


in_any_order = given(
    st.permutations(people(17)),
    st.sampled_from(MODES),
    st.sampled_from(list(Remainder)),
    st.text(st.characters()),
)


def turned_round(order: list[str], mode: Mode, remainder: Remainder, seed: str) -> tuple[Request, Request]:
    """The same told twice: people and their meetings in one order, and in another."""
    if mode is Mode.WRITER:
        remainder = Remainder.ROBOTS
    history = {two: 1 for two in combinations(people(17), 2) if two[0] < "u004"}
    turned = dict(reversed(history.items()))
    forbidden = frozenset({("u001", "u002")})
    request = asked(17, 2, mode, remainder, seed, history=history, forbidden=forbidden)
    return request, replace(request, players=tuple(order), history=turned)


@tries(40)
@in_any_order
def test_N4_the_same_people_in_any_order_get_the_same_plan(
    order: list[str], mode: Mode, remainder: Remainder, seed: str
) -> None:
    """All searches are begun and none goes on for long."""
    request, turned = turned_round(order, mode, remainder, seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(methods, "_STEPS", 2000)
        patch.setattr(methods, "_STEPS_OF_FEWEST", 2000)
        assert seat(turned) == seat(request)


@tries(40)
@in_any_order
def test_N4_they_also_get_it_where_all_is_searched_through(
    order: list[str], mode: Mode, remainder: Remainder, seed: str
) -> None:
    request, turned = turned_round(order, mode, remainder, seed)
    assert seat(turned) == seat(request)


@pytest.mark.parametrize("mode", MODES)
def test_N4_another_process_makes_the_same_plan(mode: Mode) -> None:
    """Where strings have other hashes."""
    told = subprocess.run(
        [sys.executable, "-c", TOLD.format(mode.value)],
        cwd=ROOT, env={"PYTHONHASHSEED": "7"}, check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert told.stdout.strip() == str(seat(asked(18, 2, mode)))


def test_N4_what_is_drawn_stays_as_it_is() -> None:
    """A seed that was told once gives the same plan in later versions and on other machines."""
    assert Lot("s", "purpose").shuffled(range(10)) == SHUFFLED
    assert seat(asked(5, 1, "random")).rounds == PLANNED


SHUFFLED = [0, 9, 8, 6, 1, 4, 5, 2, 3, 7]
PLANNED = (PlannedRound(tables=(("u002", "u000", None, "u004"), (None, "u003", None, "u001")), byes=()),)


@pytest.mark.parametrize("mode", MODES)
def test_N4_another_seed_gives_another_plan(mode: Mode) -> None:
    assert len({seat(asked(16, 1, mode, seed=str(seed))) for seed in range(10)}) == 10


@pytest.mark.parametrize("mode", [Mode.FEWEST, Mode.RANDOM, Mode.SEEDED])
def test_N4_seats_at_a_table_are_drawn(mode: Mode) -> None:
    """Person and robot alike: each has each seat about as often."""
    seats = Counter[tuple[str | None, int]]()
    for seed in range(400):
        (planned,) = seat(asked(3, 1, mode, seed=str(seed))).rounds
        seats.update((person, seat) for seat, person in enumerate(planned.tables[0]))
    assert len(seats) == 16 and all(65 < count < 135 for count in seats.values())


# A night that has begun


def test_N3_what_is_left_of_a_night_minds_what_was_played() -> None:
    whole = seat(asked(16, 5))
    played = whole.rounds[:3]
    rest = seat(asked(16, 2, played=played))
    assert rest.repeats == 0 and len(rest.rounds) == 2
    assert rest.repeats == repeats(replace(whole, rounds=(*played, *rest.rounds)), people(16))


def test_N3_who_comes_late_or_leaves_is_in_the_rest() -> None:
    played = seat(asked(16, 2)).rounds
    tonight = (*people(16)[2:], "late", "later", "latest")
    rest = seat(replace(asked(16, 2, played=played), players=tonight))
    seen = {person for planned in rest.rounds for table in planned.tables for person in here(table)}
    assert seen == set(tonight)
    assert rest.repeats <= 2


def test_N2_sit_outs_of_rounds_played_count() -> None:
    whole = seat(asked(6, 3, "random", "bye"))
    rest = seat(asked(6, 2, "random", "bye", played=whole.rounds[:1]))
    assert rest.rounds == whole.rounds[1:] and rest.repeats == whole.repeats
    byes = [person for planned in (*whole.rounds[:1], *rest.rounds) for person in planned.byes]
    assert sorted(byes) == list(people(6))


def test_N3_meetings_of_rounds_played_count_in_every_mode() -> None:
    played = seat(asked(16, 1, "random")).rounds
    for mode in MODES:
        rest = seat(asked(16, 1, mode, played=played))
        assert rest.repeats == repeats(replace(rest, rounds=rest.rounds), people(16), met({}, played))


def test_N3_writer_goes_on_from_the_first_seats() -> None:
    whole = seat(asked(18, 5, "writer")).rounds
    assert seat(asked(18, 3, "writer", played=whole[:2])).rounds == whole[2:]


def test_N3_writer_gives_the_seat_of_who_has_gone_to_who_has_come() -> None:
    whole = seat(asked(16, 3, "writer")).rounds
    tonight = (*people(16)[:-2], "late")
    rest = seat(replace(asked(16, 2, "writer", played=whole[:1]), players=tonight)).rounds
    for before, after in zip(whole[1:], rest, strict=True):
        changed = {
            was: now
            for tables in zip(before.tables, after.tables, strict=True)
            for was, now in zip(*tables, strict=True)
            if was != now
        }
        assert changed.keys() == {"u014", "u015"} and set(changed.values()) == {"late", None}
