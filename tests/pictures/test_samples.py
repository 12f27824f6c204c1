"""The golden pictures cover language, indices, colours, seats and game, two by two."""

from __future__ import annotations

from itertools import combinations, product

from bot.pictures.style import Colours, Index
from tools.samples import samples
from tools.samples.everywhere import NAMES, Case, cases, everywhere

VALUES = {
    "language": list(NAMES),
    "index": list(Index),
    "colours": list(Colours),
    "large": [False, True],
    "seats": [3, 4, 5],
    "whist": [False, True],
}


def value(case: Case, what: str) -> object:
    if what == "language":
        return case.language
    return getattr(case if what in ("seats", "whist") else case.style, what)


def test_every_two_values_meet_in_a_sample_but_whist_is_for_four():
    all_cases = list(cases())
    for one, other in combinations(VALUES, 2):
        met = {(value(case, one), value(case, other)) for case in all_cases}
        missing = set(product(VALUES[one], VALUES[other])) - met
        assert all("whist" in (one, other) and True in pair and {3, 5} & {*pair} for pair in missing), (
            one,
            other,
        )


def test_each_language_has_hands_and_tables():
    kinds = {(name.split("-")[0], name.split("-")[-1]) for name, _ in everywhere()}
    assert kinds == set(product(VALUES["language"], ("hand", "table")))


def test_no_two_samples_have_one_name():
    names = [name for name, _ in samples()]
    assert len(names) == len({*names})
