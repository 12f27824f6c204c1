"""How a value came about, in values (docs/rules/leagues.md, L7 to L12)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from bot.leagues.season.report import Explanation, Gained, NightPart, explain
from tests.leagues.seasons import bye, correct, course, game, member, night, season, told


def explained(player: str, *games: Any, **fields: Any) -> Explanation:
    found = course(season(*games, **fields))
    (one,) = [one for one in found.season.members if one.id == player]
    return explain(found, one)


GAMES = (
    game("g1", "n1", "u1 4", "u2 0", "u3 -4"),
    game("g2", "n1", "u2 4 left u1", "u4 -1", "u3 -3"),
    game("g3", "n2", "u2 1", "u3 0", "u4 -1"),
    game("g4", None, "u1 2", "u2 0", "u3 -2"),
)
FIELDS: dict[str, Any] = {
    "settings": {"left": "lowest", "bye": "1/2", "absence": -2, "best": 2, "night": "average"},
    "byes": [bye("n1", "u1", 3), bye("n3", "u5")],
    "corrections": [
        correct("c1", "adjust", player="u1", value="1/3"), correct("c2", "adjust", player="u1", value=1),
    ],
}  # fmt: skip


def test_every_night_is_told_with_its_games_and_whether_it_counts() -> None:
    found = explained("u1", *GAMES, **FIELDS)
    first, second, third, free = found.nights
    assert (first.id, first.part, first.counts) == ("n1", NightPart.PLAYED, True)
    assert first.gained == (
        Gained("g1", Fraction(4)), Gained("g2", Fraction(-3)), Gained(None, Fraction(1, 2)),
    )  # fmt: skip
    assert first.score == Fraction(1, 2)
    assert (second.id, second.part, second.score, second.counts) == ("n2", NightPart.ABSENT, -2, False)
    assert (third.part, third.score, third.gained) == (NightPart.ABSENT, -2, ())
    assert (free.id, free.part, free.score, free.counts) == ("free 2026-10-01", NightPart.PLAYED, 2, True)


def test_what_was_added_is_told() -> None:
    found = explained("u1", *GAMES, **FIELDS)
    assert found.base == Fraction(5, 2)
    assert [(one.event, one.value) for one in found.adjustments] == [("c1", Fraction(1, 3)), ("c2", 1)]
    assert found.value == Fraction(23, 6)


def test_the_value_is_that_of_the_standings() -> None:
    rows = told(*GAMES, **FIELDS)
    for player, value in rows.values.items():
        found = explained(player, *GAMES, **FIELDS)
        assert found.value == Fraction(value)
        assert [one.id for one in found.nights if one.counts] == rows[player]["counted"]
        dropped = [one.id for one in found.nights if one.score is not None and not one.counts]
        assert dropped == rows[player]["dropped"]


def test_an_absence_worth_nothing_is_no_entry() -> None:
    fields: dict[str, Any] = {"nights": [night("n1"), night("n2", "u1")], "settings": {"excused": 3}}
    found = explained("u1", GAMES[2], game("g", "n1", "u2 0", "u3 0", "u4 0"), **fields)
    assert [(one.part, one.score, one.counts) for one in found.nights] == [
        (NightPart.ABSENT, None, False), (NightPart.EXCUSED, 3, True),
    ]  # fmt: skip


def test_a_bye_worth_nothing_is_told() -> None:
    found = explained("u5", *GAMES, byes=[bye("n1", "u5")], settings={"absence": 1})
    assert [(one.id, one.part, one.score) for one in found.nights] == [
        ("n1", NightPart.SAT_OUT, None), ("n2", NightPart.ABSENT, 1),
    ]  # fmt: skip


def test_nights_before_one_joined_are_not_told() -> None:
    members = [*(member(f"u{number}") for number in range(1, 5)), member("u6", joined="2026-09-05")]
    found = explained("u6", *GAMES, members=members)
    assert [one.id for one in found.nights] == ["n2"]
    assert (found.base, found.value, found.adjustments) == (None, None, ())


def test_with_average_game_there_may_be_entries_and_no_value() -> None:
    found = explained("u5", *GAMES, settings={"measure": "average_game", "absence": 1})
    assert [one.counts for one in found.nights] == [True, True] and found.value is None
