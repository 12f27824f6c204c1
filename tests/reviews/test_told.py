"""What is told of a review besides its cards, and the reason of each."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.people.settings import Preferences
from bot.replays.replay import read_file
from bot.replays.words import named
from bot.reviews import words as telling
from bot.reviews.making import Making, study_of, studying_of
from bot.reviews.model import Review
from bot.reviews.words import OtherPlayer, ReviewSummary, why
from bot.tables.ports import Sitting
from bot.telling.phrases import Reader, ViewModel
from bot.words.catalogue import words_for
from tests.panels.review_shown import costly_of
from tests.replays.games import record

WORDS = words_for("en")
REEL = read_file(record("kingen", 4, seed=3))


def told(**more: object) -> ReviewSummary:
    costly = costly_of(REEL, 40)
    return replace(ReviewSummary(REEL, [Review(1, 0, 7, 130, 130, costly)]), **more)


def test_what_contracts_cost_adds_up_to_all_of_it() -> None:
    one = told()
    parts = telling.by_contract(WORDS, one)
    assert len(parts) == telling.CONTRACTS + 1 and parts[-1][0] == "others"
    assert sum(cents for _, cents in parts) == one.cents
    assert [cents for _, cents in parts[:-1]] == sorted((cents for _, cents in parts[:-1]), reverse=True)


def test_what_was_not_looked_at_and_what_counts_for_nothing_is_said() -> None:
    plain = [*telling.notes(WORDS, told())]
    assert len(plain) == 1
    some = told(own=[Review(1, 0, 7, 130, 127)], is_void=True)
    said = [*telling.notes(WORDS, some)]
    assert said[0].startswith("3 cards weren't looked at") and "doesn't count in its league" in said[1]


def test_a_strong_robot_that_judges_itself_says_so() -> None:
    for robot, user_id, is_said in (("strong", None, True), ("teacher", None, True), ("steady", None, False)):
        there = replace(REEL, seating=(Sitting(2, user_id, "Magnus", robot, 0),))
        assert (WORDS("review.self") in [*telling.notes(WORDS, told(replay=there))]) is is_said
    stands_in = replace(REEL, seating=(Sitting(2, 7, "An", "strong", 0),))
    assert WORDS("review.self") not in [*telling.notes(WORDS, told(replay=stands_in))]


def test_nobody_to_compare_with_and_nothing_played() -> None:
    assert not any(line.startswith("At the table") for line in telling.summary(WORDS, told()))
    others = telling.summary(WORDS, told(others=[OtherPlayer("Alma", 125), OtherPlayer("Bruno", 0)]))
    assert others[-1] == "At the table: Alma −1.2, Bruno 0"
    nothing = telling.summary(WORDS, told(own=[Review(1, 0, 7, 0, 0)]))
    assert nothing == [WORDS("review.nothing-played")]


@pytest.mark.parametrize("preset", ["kingen", "russian-king"])
def test_a_reason_is_of_the_cards_that_are_compared(preset: str) -> None:
    """Each has one: a fact, or in how many of the deals it comes off, counted again."""
    replay = read_file(record(preset, 4, seed=5))
    making = Making(replay)
    making.go_on(60.0)
    reader, found = Reader(WORDS, Preferences(text_mode=True)), 0
    for costly in (one for review in making.reviews() for one in review.costly):
        view, card, study = study_of(replay, costly, studying_of(replay))
        assert study.best == costly.better and card != costly.better
        model = ViewModel(reader, view, named(WORDS, replay.seats(costly.moment)))
        said = why(model, card, study.best, study)
        assert said == why(model, card, study.best, study) and said.endswith(".")
        pairs = [*zip(study.outcomes[study.best], study.outcomes[card], strict=True)]
        more = sum(mine > theirs for mine, theirs in pairs)
        less = sum(mine < theirs for mine, theirs in pairs)
        plain = f"brings more in {more} of {len(pairs)} imagined deals, and"
        found += plain not in said
        assert plain not in said or said.endswith(f" in {less}.")
        assert why(model, study.best, card, study) == ""
    assert found


def test_a_bar_is_ten_signs() -> None:
    assert telling.bar(0, 7) == "▱" * 10 and telling.bar(7, 7) == "▰" * 10
    assert telling.bar(1, 2) == "▰" * 5 + "▱" * 5 and telling.bar(0, 0) == "▱" * 10
