"""Nights, absences, and what counts (docs/rules/leagues.md, L9 to L11)."""

from __future__ import annotations

import pytest

from tests.leagues.seasons import bye, correct, game, member, night, told


def games(night_name: str | None, *points: int, player: str = "u1") -> list[dict[str, object]]:
    """A game for each of these points of somebody, against guests."""
    return [
        game(f"{night_name}-{player}-{number}", night_name, f"{player} {one}", "guest x1 0", "guest x2 0")
        for number, one in enumerate(points)
    ]


def test_L09_a_night_is_the_sum_of_its_games() -> None:
    row = told(*games("n1", 5, 6, -1), *games("n2", 4))["u1"]
    assert (row["value"], row["nights"], row["games"]) == (14, 2, 4)


def test_L09_a_night_is_the_average_of_its_games() -> None:
    row = told(*games("n1", 5, 6, -1), *games("n2", 4), *games("n3", 0, 1), settings={"night": "average"})[
        "u1"
    ]
    assert row["value"] == "47/6"  # 10/3 + 4 + 1/2


def test_L09_byes_and_seats_given_up_are_averaged_with_the_games() -> None:
    left = game("g", "n1", "guest x1 0 left u1", "guest x2 0", "guest x3 -30")
    settings = {"night": "average", "bye": 3, "left": "lowest"}
    assert told(*games("n1", 8), left, byes=[bye("n1", "u1")], settings=settings)["u1"]["value"] == "-19/3"


def test_L10_absence_is_worth_a_number() -> None:
    found = told(*games("n1", 5), *games("n2", 1, player="u2"), settings={"absence": "-5/2"})
    assert found.values == {"u1": "5/2", "u2": "-3/2", "u3": -5, "u4": -5, "u5": -5}
    assert (found["u3"]["nights"], found["u3"]["games"]) == (0, 0)
    assert found["u1"]["counted"] == ["n1", "n2"]


def test_L10_absence_worth_nothing_is_no_entry() -> None:
    found = told(*games("n1", 5), *games("n2", 1, player="u2"), settings={"measure": "average"})
    assert found["u1"]["value"] == 5 and found["u1"]["counted"] == ["n1"]


@pytest.mark.parametrize(
    ("joined", "left", "is_absent"),
    [
        ("2026-09-01", None, True),
        ("2026-09-02", None, False),
        ("2026-01-01", "2026-09-01", False),
        ("2026-01-01", "2026-09-02", True),
    ],
)
def test_L10_only_members_on_the_date_are_absent(joined: str, left: str | None, is_absent: bool) -> None:
    members = [member("u1"), member("u2", joined, left)]
    assert ("u2" in told(*games("n1", 5), members=members, settings={"absence": -1}).values) == is_absent


def test_L10_dates_bear_on_absence_alone() -> None:
    members = [member("u1", "2027-01-01"), member("u2", "2026-01-01", "2026-02-01")]
    found = told(*games("n1", 5), *games("n1", 4, player="u2"), members=members)
    assert found.values == {"u1": 5, "u2": 4}


def test_L10_free_nights_know_no_absence() -> None:
    assert list(told(*games(None, 5), settings={"absence": -1}).values) == ["u1"]


def test_L10_who_had_a_bye_was_not_absent() -> None:
    found = told(*games("n1", 5), byes=[bye("n1", "u2")], settings={"absence": -1})
    assert "u2" not in found.values and "u3" in found.values


@pytest.mark.parametrize(("excused", "value"), [(7, 7), ("1/3", "1/3"), ("nothing", None), ("average", None)])
def test_L10_an_excused_absence_has_a_worth_of_its_own(excused: object, value: object) -> None:
    found = told(
        *games("n1", 5), nights=[night("n1", "u2", "u1")], settings={"absence": -1, "excused": excused}
    )
    assert found.values.get("u2") == value
    assert found.values["u3"] == -1
    assert found.values["u1"] == 5  # who came has played


def test_L10_the_average_is_of_the_members_own_nights() -> None:
    played = [*games("n1", 4, 5), *games(None, 2), *games("n2", 1, player="u2"), *games("n3", 3)]
    found = told(*played, settings={"absence": "average"})
    assert found["u1"]["value"] == "56/3"  # 9, 2 and 3, and for n2 their mean
    assert found["u1"]["counted"] == ["n1", "n2", "n3", "free 2026-10-01"]
    assert found["u2"]["value"] == 3
    assert "u3" not in found.values  # no night, no mean


def test_L10_the_average_takes_in_nights_that_are_dropped() -> None:
    played = [*games("n1", 10), *games("n3", 2), *games("n2", 1, player="u2")]
    row = told(*played, settings={"absence": "average", "best": 2})["u1"]
    assert (row["value"], row["counted"], row["dropped"]) == (16, ["n1", "n2"], ["n3"])


def test_L10_an_average_of_averages() -> None:
    played = [*games("n1", 1, 0), *games("n2", 1, 0, 0), *games("n3", 1, player="u2")]
    row = told(*played, settings={"night": "average", "absence": "average"})["u1"]
    assert row["value"] == "5/4"  # 1/2, 1/3, and 5/12


def test_L10_an_organiser_may_excuse_later() -> None:
    excused = [correct("c1", "excuse", night="n1", player="u2")]
    found = told(*games("n1", 5), corrections=excused, settings={"absence": -1, "excused": 4})
    assert found["u2"]["value"] == 4 and found["u3"]["value"] == -1


def test_L11_the_best_count_and_the_others_are_dropped() -> None:
    played = [*games("n1", 1), *games("n2", 7), *games("n3", 5), *games(None, 3)]
    row = told(*played, settings={"best": 2})["u1"]
    assert (row["value"], row["counted"]) == (12, ["n2", "n3"])
    assert row["dropped"] == ["n1", "free 2026-10-01"]
    assert (row["nights"], row["games"]) == (4, 4)


def test_L11_of_equal_ones_earlier_nights_come_first() -> None:
    row = told(*games("n3", 5), *games("n1", 5), *games("n2", 5), settings={"best": 2})["u1"]
    assert (row["counted"], row["dropped"]) == (["n1", "n2"], ["n3"])


def test_L11_of_equal_ones_nights_played_come_before_absences() -> None:
    played = [*games("n3", 5), *games("n1", 1, player="u2"), *games("n2", 5)]
    row = told(*played, settings={"best": 2, "absence": 5})["u1"]
    assert (row["counted"], row["dropped"]) == (["n2", "n3"], ["n1"])


def test_L11_absences_worth_more_push_nights_out() -> None:
    played = [*games("n1", -30), *games("n2", 1, player="u2")]
    row = told(*played, settings={"best": 1, "absence": -5})["u1"]
    assert (row["value"], row["counted"], row["dropped"], row["nights"]) == (-5, ["n2"], ["n1"], 1)


def test_L11_scores_are_compared_exactly() -> None:
    played = [*games("n1", 1, 0, 0), *games("n2", 1, 0, 0, 0), *games("n3", 1, 0)]
    row = told(*played, settings={"night": "average", "best": 2})["u1"]
    assert (row["value"], row["dropped"]) == ("5/6", ["n2"])
