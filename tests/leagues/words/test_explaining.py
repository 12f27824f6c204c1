"""How a value came about, in words (docs/rules/leagues.md, L7 to L14)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from bot.leagues.explaining import case_of, explanation_text
from bot.leagues.season.entries import SeasonCourse
from bot.leagues.season.standings import standings
from bot.leagues.standings_words import LeagueNames, names_of, score_text
from bot.telling.phrases import TEXT_LONGEST
from bot.words.catalogue import languages, words_for
from tests.leagues.seasons import bye, correct, course, game, season
from tests.leagues.words.made import by_chance, club, course_of

SETTINGS: list[dict[str, Any]] = [
    {},
    {"measure": "average", "night": "average", "minimum": 6, "best": 4, "left": 0},
    {"measure": "average_game", "absence": -10, "best": 6, "bye": "1/3"},
    {"score": "places", "excused": "nothing", "minimum": 11},
]


def text_of(found: SeasonCourse, player: str, language: str = "en", longest: int = TEXT_LONGEST) -> str:
    people = LeagueNames(words_for(language), names_of(found.season), reasons=True)
    (one,) = [one for one in found.season.members if one.id == player]
    return explanation_text(people, case_of(found, one), longest)


def told(player: str, *games: Any, **fields: Any) -> list[str]:
    return text_of(course(season(*games, **fields)), player).split("\n")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_an_explanation_ends_in_the_value_of_the_standings(language: str, settings: dict[str, Any]) -> None:
    words = words_for(language)
    for seed in range(5):
        found = course_of(by_chance(seed, **settings))
        values = {one.player: one.value for one in standings(found)}
        for member in found.season.members:
            text = text_of(found, member.id, language)
            assert len(text) <= TEXT_LONGEST
            if member.id in values:
                value = score_text(words, values[member.id])
                assert text.endswith(f"**{value}**") and value in text.split("\n")[0]


LEVEL = (
    game("g1", "n1", "u1 6", "u2 0", "u3 -6"),
    game("g2", "n2", "u2 2", "u1 -1", "u3 -1"),
    game("g3", "n3", "u2 1", "u1 -2", "u3 1"),
)


def test_L14_a_neighbour_with_the_same_value_is_told_and_what_decided() -> None:
    assert told("u1", *LEVEL) == [
        "**U1**: place 2 of 3, with 3",
        "U2 and U1 are level on 3. U2 is ahead on wins: 1.5 to 1.",
        "- September 1: **+6**",
        "- September 8: **−1**",
        "- September 15: **−2**",
        "Sum of the 3 nights that count: **3**",
    ]
    shared = told("u1", *LEVEL, settings={"ties": []})
    assert shared[0] == "**U1**: place 1 of 3, shared, with 3"
    assert shared[1] == "U1 and U2 are level on everything at 3, and share the place."


def test_L13_who_has_too_few_nights_is_told_so() -> None:
    lines = told("u1", *LEVEL, settings={"minimum": 4, "ties": []})
    assert lines[0] == "**U1**: 3, no place yet. Has played 3 of at least 4 nights."
    assert "share" not in "".join(lines)


def test_L12_who_has_no_value_is_told_why() -> None:
    assert told("u5", *LEVEL)[0] == "**U5** has no score yet: none of their games count so far."
    assert told("u5", *LEVEL)[1:] == [f"- September {day}: absent, doesn't count" for day in (1, 8, 15)]


def test_L8_to_L11_every_part_of_a_night_is_told() -> None:
    fields: dict[str, Any] = {
        "settings": {"left": "lowest", "bye": "1/2", "absence": -2, "best": 1},
        "byes": [bye("n1", "u1", 3)],
        "corrections": [
            correct("c1", "adjust", player="u1", value="1/3", reason="won *the* quiz"),
            correct("c2", "adjust", player="u1", value=-1),
        ],
    }
    games = (
        LEVEL[0],
        game("g2", "n2", "u2 4", "u4 -1", "u3 -3"),
        game("g4", None, "u1 2", "u2 0", "u3 -2"),
    )
    assert told("u1", *games, **fields) == [
        "**U1**: place 1 of 5, with 5.8",
        "- September 1: **+6.5** = +6, +0.5 (sat out)",
        "- September 8: absent, worth **−2** · dropped, not among the best 1",
        "- October 1, free games: **+2** · dropped, not among the best 1",
        "The one night that counts: **6.5**",
        r"Adjusted by U1, +1/3: won \*the\* quiz",
        "Adjusted by U1, −1: no reason given",
        "With adjustments: **5.8**",
    ]


@pytest.mark.parametrize("language", languages())
def test_a_long_season_fits_and_the_latest_nights_remain(language: str) -> None:
    found = course_of(club(8, nights=300))
    text = text_of(found, "u1", language)
    lines = text.split("\n")
    assert 3500 < len(text) <= TEXT_LONGEST
    kept = sum(line.startswith("- ") for line in lines)
    last = words_for(language).day(found.held[-1].date)
    assert any(line.startswith(f"- {last}") for line in lines)
    assert f" {300 - kept} " in next(line for line in lines if line.startswith("…"))


def test_what_is_left_out_is_added_up() -> None:
    played = club(8, nights=300)
    found = course_of(replace(played, settings=replace(played.settings, best=100)))
    explanation = case_of(found, found.season.members[1]).explanation
    lines = text_of(found, "u1").split("\n")
    kept = sum(line.startswith("- ") for line in lines)
    earlier = [one.score for one in explanation.nights[:-kept] if one.counts]
    total = score_text(words_for("en"), sum((one or Fraction() for one in earlier), Fraction()), signed=True)
    assert f"… and {300 - kept} earlier nights: {len(earlier)} counted, {total} in total" in lines


def test_many_long_reasons_leave_room() -> None:
    reasons = [correct(f"c{n}", "adjust", player="u1", value=1, reason="x" * 900) for n in range(80)]
    lines = told("u1", *LEVEL, corrections=reasons)
    assert sum(map(len, lines)) < TEXT_LONGEST and "… the log has the earlier adjustments." in lines
    assert lines[-1] == "With adjustments: **83**" and any(one.startswith("- ") for one in lines)
